//! Help in a game against an engine: the buttons that ask for it, the text of a hint, and the outcome of
//! every move.

use std::cmp::Reverse;

use zerosum_games::MoveCode;
use zerosum_picture::scene::{Note, Scene};
use zerosum_search::Verdict;
use zerosum_search::reasons::{self, Rivals};
use zerosum_search::review::proven;
use zerosum_search::score::Score;
use zerosum_search::searcher::{ScoredMove, SearchResult};
use zerosum_session::game::help::{Help, Hint};
use zerosum_session::{Action, Session};

use crate::board::focus::Focus;
use crate::board::words::BoardText;
use crate::games;
use crate::locales::phrase::Phrase;
use crate::study::review::{all_lose, worth};
use crate::study::tried;
use crate::study::why::theme_phrase;
use crate::tap::Tap;
use crate::view::Button;

/// Label of the best move.
const BEST: &str = "⭐";

/// Signs of the buttons for help. There is no room for words below a picture.
const HINT: &str = "💡";
const WHY: &str = "❓";
const XRAY: &str = "🔎";
const XRAY_ON: &str = "🔎✓";
const TAKE_BACK: &str = "↩️";

/// Returns whether a board shows results of a search.
pub fn is_analysis_shown(session: &Session) -> bool {
    session.has_help() && (session.help().is_seeing_through() || session.hint().is_some())
}

/// Analysis of a board's moves, with the parts that the player has asked for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Insight<'a> {
    analysis: Option<&'a SearchResult>,
    hint: Option<Hint>,
    /// The best move, if asked for.
    best: Option<MoveCode>,
    /// Other moves that are as good.
    rivals: Option<Rivals>,
    /// Minimum score of an unproven move that is marked as one of the better ones.
    good: Option<Score>,
    is_seen_through: bool,
}

/// Number of moves marked as the better ones, and the maximum if more are equal to the last of them.
const BETTER: usize = 3;
const BETTER_MAX: usize = 5;

impl<'a> Insight<'a> {
    pub(crate) fn of(session: &Session, analysis: Option<&'a SearchResult>) -> Insight<'a> {
        let is_seen_through = session.has_help() && session.help().is_seeing_through();
        let hint = session.hint();
        let is_told = matches!(hint, Some(Hint::Move | Hint::Why));
        let explained = analysis
            .filter(|_| is_told)
            .and_then(|analysis| reasons::explain(session.position(), analysis));
        let rivals = explained.as_ref().map(|explanation| explanation.rivals);
        let best = explained.map(|explanation| explanation.best.code);
        Insight { analysis, hint, best, rivals, good: analysis.and_then(good), is_seen_through }
    }

    /// Returns the focus of the board: the place of the best move if it was asked for and no focus is
    /// set.
    pub(crate) fn focus(&self, session: &Session, focus: Focus) -> Focus {
        match (focus, self.best) {
            (Focus::Suggested, Some(best)) => games::of(session.position()).focus_on(session, best),
            (Focus::Suggested | Focus::Parts | Focus::On(_), _) => focus,
        }
    }

    /// Label of the button of a move, if it has one.
    pub(crate) fn label(&self, code: MoveCode) -> Option<String> {
        let note = self.note(code).map(|note| match note {
            Note::Good(moves) => format!("+{moves}"),
            Note::Even => "=".to_owned(),
            Note::Bad(moves) => format!("−{moves}"),
            Note::Best => "★".to_owned(),
            Note::Open => "?".to_owned(),
            Note::Mistake => "−".to_owned(),
        });
        let sign = (self.best == Some(code)).then(|| BEST.to_owned());
        let label = [sign, note].into_iter().flatten().collect::<String>();
        (!label.is_empty()).then_some(label)
    }

    /// Adds the help that the player has asked for to the picture.
    pub(crate) fn on(&self, scene: Scene, session: &Session, focus: Focus) -> Scene {
        let game = games::of(session.position());
        let moves = self.analysis.into_iter().flat_map(|analysis| &analysis.moves);
        let scene = moves.map(|scored| scored.code).fold(scene, |scene, code| {
            match game.spot(code, focus).zip(self.note(code)) {
                Some((spot, note)) => scene.with_note(spot, note),
                None => scene,
            }
        });
        match self.best.and_then(|best| game.spot(best, focus)) {
            Some(spot) => scene.with_note(spot, Note::Best),
            None => scene,
        }
    }

    /// Returns the outcome of a move, if asked for.
    fn note(&self, code: MoveCode) -> Option<Note> {
        let analysis = self.analysis.filter(|_| self.is_seen_through)?;
        let scored = analysis.moves.iter().find(|scored| scored.code == code)?;
        Some(match proven(scored) {
            Some(Verdict::Win { plies }) => Note::Good(moves_of(plies)),
            Some(Verdict::Draw) => Note::Even,
            Some(Verdict::Loss { plies }) => Note::Bad(moves_of(plies)),
            None if self.good.is_some_and(|good| scored.score >= good) => Note::Best,
            None => Note::Open,
        })
    }
}

impl BoardText<'_> {
    /// Buttons that ask for help, in a game that offers it.
    pub(crate) fn help_row(&self) -> Option<Vec<Button>> {
        let session = self.session;
        let trial = Button { label: tried::SIGN.to_owned(), tap: Tap::TryOut(session.id()) };
        let button = |label: &str, action| {
            let tap = Tap::Act { id: session.id(), seen: session.revision(), action };
            Button { label: label.to_owned(), tap }
        };
        let is_on = session.help().is_seeing_through();
        let xray = if is_on { XRAY_ON } else { XRAY };
        let always = [
            button(HINT, Action::Hint),
            button(xray, Action::Xray { is_on: !is_on }),
            button(WHY, Action::Explain),
        ];
        let back = session.can_take_back().then(|| button(TAKE_BACK, Action::TakeBack));
        session.has_help().then(|| always.into_iter().chain([trial]).chain(back).collect())
    }

    /// Lines about the moves, as far as the player has asked.
    pub(crate) fn help_lines(&self) -> Vec<String> {
        if !is_analysis_shown(self.session) || !self.is_persons_turn() {
            return Vec::new();
        }
        let Some(analysis) = self.insight.analysis else {
            return vec![self.say(Phrase::HelpCrowded)];
        };
        let hint = self.insight.hint.map(|hint| match hint {
            Hint::Look => self.theme(analysis),
            Hint::Move | Hint::Why => self.best_move(analysis),
        });
        let is_all_known = analysis.moves.iter().all(|scored| proven(scored).is_some());
        let legend = self.insight.is_seen_through.then(|| match is_all_known {
            true => self.say(Phrase::XrayLegend),
            false => self.say(Phrase::XrayLegendSeen),
        });
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
        let all_lose = all_lose(best).filter(|_| self.insight.rivals == Some(Rivals::All));
        match analysis.is_exact {
            true => {
                if let Some(all_lose) = all_lose {
                    return format!("{HINT} {}", self.say(all_lose));
                }
                let worth = &self.worth(best);
                self.say(match self.insight.rivals {
                    Some(Rivals::Some) => Phrase::HintBestOfSome { text, worth },
                    Some(Rivals::All) => Phrase::HintBestOfAll { text, worth },
                    Some(Rivals::None) | None => Phrase::HintBest { text, worth },
                })
            }
            false => self.say(Phrase::HintBestSeen { text }),
        }
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

/// Returns the minimum score of the better moves: that of the third best move, or of the best one if too
/// many are equal to the third.
fn good(analysis: &SearchResult) -> Option<Score> {
    let mut scores: Vec<Score> = analysis.moves.iter().map(|scored| scored.score).collect();
    scores.sort_unstable_by_key(|score| Reverse(*score));
    let third = *scores.get(BETTER - 1).or(scores.last())?;
    let is_rare = scores.iter().take_while(|score| **score >= third).count() <= BETTER_MAX;
    if is_rare { Some(third) } else { scores.first().copied() }
}

/// Converts plies to moves of one side, counted from before its own move.
fn moves_of(plies: u16) -> u8 {
    u8::try_from(plies.div_ceil(2)).unwrap_or(u8::MAX)
}
