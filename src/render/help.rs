//! Help in a game against an engine: the buttons that ask for it, what a hint says, and what every move
//! leads to.

use std::cmp::Reverse;

use zerosum_games::MoveCode;
use zerosum_picture::scene::{Note, Scene};
use zerosum_search::Verdict;
use zerosum_search::reasons;
use zerosum_search::review::proven;
use zerosum_search::score::Score;
use zerosum_search::searcher::{ScoredMove, SearchResult};

use crate::locales::phrase::Phrase;
use crate::render::focus::Focus;
use crate::render::review::worth;
use crate::render::tap::Tap;
use crate::render::tried;
use crate::render::why::theme_phrase;
use crate::render::words::Speaker;
use crate::render::{Button, games};
use crate::session::help::{Help, Hint};
use crate::session::{Action, Session};

/// Where the best move is made, on buttons.
const BEST: &str = "⭐";

/// Signs of the buttons that ask for help. There is no room for words beside a picture.
const HINT: &str = "💡";
const WHY: &str = "❓";
const XRAY: &str = "🔎";
const XRAY_ON: &str = "🔎✓";
const TAKE_BACK: &str = "↩️";

/// Whether a board shows what has to be found out by searching.
pub fn is_analysis_shown(session: &Session) -> bool {
    session.has_help() && (session.help().is_seeing_through() || session.hint().is_some())
}

/// What is known of the moves of a board, and what of it the person wants to see.
#[derive(Clone, Copy, Default)]
pub(super) struct Insight<'a> {
    analysis: Option<&'a SearchResult>,
    hint: Option<Hint>,
    /// The best move, if that was asked for.
    best: Option<MoveCode>,
    /// What a guess has to come up to so that its move is marked as one of the better ones.
    good: Option<Score>,
    is_seen_through: bool,
}

/// So many moves are marked as the better ones, and some more if they are equal to the last of them.
const BETTER: usize = 3;
const BETTER_MAX: usize = 5;

impl<'a> Insight<'a> {
    pub(super) fn of(session: &Session, analysis: Option<&'a SearchResult>) -> Insight<'a> {
        let is_seen_through = session.has_help() && session.help().is_seeing_through();
        let hint = session.hint();
        let is_told = matches!(hint, Some(Hint::Move | Hint::Why));
        let explained = analysis
            .filter(|_| is_told)
            .and_then(|analysis| reasons::explain(session.position(), analysis));
        let best = explained.map(|explanation| explanation.best.code);
        Insight { analysis, hint, best, good: analysis.and_then(good), is_seen_through }
    }

    /// Where the board is looked at: where the best move is, if that was asked for and nothing else.
    pub(super) fn focus(&self, session: &Session, focus: Focus) -> Focus {
        match (focus, self.best) {
            (Focus::Suggested, Some(best)) => games::of(session.position()).focus_on(session, best),
            (Focus::Suggested | Focus::Parts | Focus::On(_), _) => focus,
        }
    }

    /// What stands on the button of a move, if there is something to be said of it.
    pub(super) fn label(&self, code: MoveCode) -> Option<String> {
        let note = self.note(code).map(|note| match note {
            Note::Good(moves) => format!("+{moves}"),
            Note::Even => "=".to_owned(),
            Note::Bad(moves) => format!("−{moves}"),
            Note::Best => "★".to_owned(),
            Note::Open => "?".to_owned(),
        });
        let sign = (self.best == Some(code)).then(|| BEST.to_owned());
        let label = [sign, note].into_iter().flatten().collect::<String>();
        (!label.is_empty()).then_some(label)
    }

    /// The picture with all that the person wants to see.
    pub(super) fn on(&self, scene: Scene, session: &Session, focus: Focus) -> Scene {
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

    /// What a move leads to, if that was asked for.
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

impl Speaker<'_> {
    /// The buttons that ask for help, in a game in which there is some.
    pub(super) fn help_row(&self) -> Option<Vec<Button>> {
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

    /// What is said of the moves, as far as the person wants to know.
    pub(super) fn help_lines(&self) -> Vec<String> {
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
            false => self.say(Phrase::XrayLegendSeen { plies: analysis.depth.into() }),
        });
        hint.into_iter().chain(legend).collect()
    }

    /// What the position is about.
    fn theme(&self, analysis: &SearchResult) -> String {
        let explained = reasons::explain(self.session.position(), analysis);
        let theme = explained.map(|explanation| self.say(theme_phrase(explanation.theme)));
        theme.map_or_else(|| self.say(Phrase::HelpCrowded), |theme| format!("{HINT} {theme}"))
    }

    fn best_move(&self, analysis: &SearchResult) -> String {
        let best = analysis.moves.iter().find(|scored| Some(scored.code) == self.insight.best);
        let Some(best) = best else { return self.say(Phrase::HelpCrowded) };
        let text = &self.move_text(best.code);
        match analysis.is_exact {
            true => self.say(Phrase::HintBest { text, worth: &self.worth(best) }),
            false => self.say(Phrase::HintBestSeen { text }),
        }
    }

    /// What a move leads to.
    fn worth(&self, scored: &ScoredMove) -> String {
        self.say(worth(scored))
    }

    /// What the person was helped with in a game that is over.
    pub(super) fn help_had(&self) -> Option<String> {
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

/// The score from which on moves are the better ones: that of the best, or of the third if it is not that
/// of many.
fn good(analysis: &SearchResult) -> Option<Score> {
    let mut scores: Vec<Score> = analysis.moves.iter().map(|scored| scored.score).collect();
    scores.sort_unstable_by_key(|score| Reverse(*score));
    let third = *scores.get(BETTER - 1).or(scores.last())?;
    let is_rare = scores.iter().take_while(|score| **score >= third).count() <= BETTER_MAX;
    if is_rare { Some(third) } else { scores.first().copied() }
}

/// The moves of one side in so many plies, as they are counted from before its own.
fn moves_of(plies: u16) -> u8 {
    u8::try_from(plies.div_ceil(2)).unwrap_or(u8::MAX)
}
