//! Help in a game against an engine: the buttons that ask for it, the text of a hint, and the outcome of
//! every move.

use zerosum_search::reasons::{self, Rivals};
use zerosum_search::review::proven;
use zerosum_search::searcher::{Distance, ScoredMove, SearchResult};
use zerosum_session::Action;
use zerosum_session::game::help::{Help, Hint};

use crate::board::insight::Insight;
use crate::games::appearance::BoardRenderer;
use crate::locales::phrase::Phrase;
use crate::row_layout::option_label;
use crate::study::review::{all_lose, worth};
use crate::study::why::theme_phrase;
use crate::tap::{Panel, Tap};
use crate::view::Button;

/// Sign of a hint.
const HINT: &str = "💡";

impl BoardRenderer<'_> {
    /// Buttons that ask for help, in a game that offers it. In an opening one can only resign.
    pub(crate) fn help_row(&self) -> Option<Vec<Button>> {
        let session = self.session;
        if session.plays_engine_alone() && session.stage().is_some() {
            return Some(vec![self.panel_button(Phrase::AskResign, Some(Panel::Resignation))]);
        }
        let hint = self.action_button(Phrase::ShowHint, Action::Hint);
        let back =
            session.can_take_back().then(|| self.action_button(Phrase::Undo, Action::TakeBack));
        let more = self.panel_button(Phrase::MoreHelp, Some(Panel::Help));
        session.has_help().then(|| [hint].into_iter().chain(back).chain([more]).collect())
    }

    /// Rows of the panel with all that the buttons below a board do not show.
    pub(crate) fn more_help(&self) -> Vec<Vec<Button>> {
        let id = self.session.id();
        let is_on = self.session.help().is_seeing_through();
        let xray = self.action_button(Phrase::ShowXray, Action::Xray { is_on: !is_on });
        let xray = Button { label: option_label(xray.label, is_on), ..xray };
        let button = |phrase, tap| Button { label: self.say(phrase), tap };
        let why = self.action_button(Phrase::ShowWhy, Action::Explain);
        vec![
            vec![xray, why],
            vec![
                button(Phrase::TryMovesOut, Tap::TryOut(id)),
                button(Phrase::AskRecord, Tap::Record(id)),
            ],
            vec![
                self.panel_button(Phrase::AskResign, Some(Panel::Resignation)),
                self.panel_button(Phrase::Back, None),
            ],
        ]
    }

    fn panel_button(&self, phrase: Phrase, panel: Option<Panel>) -> Button {
        let (id, seen) = (self.session.id(), self.session.revision());
        Button { label: self.say(phrase), tap: Tap::Panel { id, seen, panel } }
    }

    /// Lines about the moves, as far as the player has asked.
    pub(crate) fn help_lines(&self) -> Vec<String> {
        if !self.session.shows_analysis() || !self.is_persons_turn() {
            return Vec::new();
        }
        let Some(analysis) = self.insight.analysis else {
            return vec![self.say(Phrase::HelpCrowded)];
        };
        let hint = self.insight.hint.map(|hint| match hint {
            Hint::Look => self.theme(analysis),
            Hint::Move | Hint::Why => self.best_move(analysis),
        });
        let legend = self.insight.is_seen_through.then(|| self.say(legend(analysis)));
        hint.into_iter().chain(legend).collect()
    }

    /// Line with the theme of the position.
    fn theme(&self, analysis: &SearchResult) -> String {
        let explained = reasons::explain(self.session.position(), analysis);
        let theme = explained.map(|explanation| self.say(theme_phrase(explanation.theme)));
        theme.map_or_else(|| self.say(Phrase::HelpCrowded), |theme| format!("{HINT} {theme}"))
    }

    fn best_move(&self, analysis: &SearchResult) -> String {
        let best = analysis.moves.iter().find(|scored| Some(scored.code) == self.insight.best);
        let Some(best) = best else { return self.say(Phrase::HelpCrowded) };
        let text = &self.move_text(best.code);
        let Insight { rivals, is_proven, .. } = self.insight;
        if let Some(all_lose) = all_lose(best).filter(|_| rivals == Some(Rivals::All)) {
            return format!("{HINT} {}", self.say(all_lose));
        }
        let worth = &self.worth(best);
        self.say(match rivals {
            _ if !is_proven && best.score.is_decided() => Phrase::HintBestWithin { text, worth },
            _ if !is_proven => Phrase::HintBestSeen { text },
            Some(Rivals::Some) => Phrase::HintBestOfSome { text, worth },
            Some(Rivals::All) => Phrase::HintBestOfAll { text, worth },
            Some(Rivals::None) | None => Phrase::HintBest { text, worth },
        })
    }

    /// Describes the outcome of a move.
    fn worth(&self, scored: &ScoredMove) -> String {
        self.say(worth(scored))
    }

    /// Line with the help that the player had in a finished game.
    pub(crate) fn help_had(&self) -> Option<String> {
        let help = self.session.help();
        let count = |count: u16| (count > 0).then_some(u32::from(count));
        let parts = [
            count(help.hints()).map(|count| self.say(Phrase::HelpHints { count })),
            help.has_seen_through().then(|| self.say(Phrase::HelpXray)),
            count(help.taken_back()).map(|count| self.say(Phrase::HelpTakenBack { count })),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (help != Help::default()).then(|| self.say(Phrase::HelpHad { what: &parts.join(", ") }))
    }
}

/// Returns the phrase that explains the values of moves. It calls a number of moves exact only if every one is.
fn legend(analysis: &SearchResult) -> Phrase<'static> {
    let is_all_known = analysis.moves.iter().all(|scored| proven(scored).is_some());
    let is_all_exact = analysis.moves.iter().all(|scored| scored.distance == Distance::Exact);
    match (is_all_known, is_all_exact) {
        (true, true) => Phrase::XrayLegend,
        (true, false) => Phrase::XrayLegendWithin,
        (false, _) => Phrase::XrayLegendSeen,
    }
}
