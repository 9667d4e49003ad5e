//! Trial moves on a copy of a board, for both sides, and the view of the copy. The moves are in its
//! buttons, so nothing is stored.

use zerosum_games::Game;
use zerosum_search::searcher::SearchResult;
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::games;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::study::exercise::{Exercise, Touch};
use crate::study::replay;
use crate::study::review::worth_of_position;
use crate::tap::{Part, Ply, TRIAL_MOVES_MAX, Tap, TrialMoves};
use crate::view::{Button, View};

/// Sign of trials, on buttons and in texts.
pub(crate) const SIGN: &str = "🧪";

/// A copy of a board with trial moves.
#[derive(Clone, Copy)]
pub struct Trial<'a> {
    /// The game, which is not changed.
    pub session: &'a Session,
    /// Number of its plies before the trial moves.
    pub ply: Ply,
    pub tried: TrialMoves,
    pub focus: Focus,
    /// The value of every move on the copy, if it is to be told.
    pub analysis: Option<&'a SearchResult>,
    pub localizer: Localizer<'a>,
}

impl Trial<'_> {
    /// Renders the copy as a new message; `None` if a move is not legal.
    pub fn page(&self) -> Option<View> {
        let copy = self.session.with_moves(self.ply.0.into(), self.tried.moves())?;
        let Trial { focus, localizer, .. } = *self;
        let heading = games::of(copy.position()).title(localizer);
        let exercise = Exercise { session: &copy, focus, localizer };
        let moves = match self.tried.moves() {
            [] => localizer.say(Phrase::TryMoves),
            tried => exercise.moves_told(copy.moves().len() - tried.len()),
        };
        let end = replay::result(&copy, localizer);
        let worth = self.analysis.and_then(|analysis| self.worth(&copy, analysis));
        let is_full = self.tried.moves().len() == TRIAL_MOVES_MAX && end.is_none();
        let moves_max = u32::try_from(TRIAL_MOVES_MAX).unwrap_or_default();
        let full = is_full.then(|| self.localizer.say(Phrase::TriedAll { moves: moves_max }));
        let lines = [format!("{SIGN} {heading}"), moves].into_iter().chain(worth).chain(end);
        let lines = lines.chain(full);
        let lines: Vec<String> = lines.collect();
        let mut view = exercise.view(&lines, |touch| {
            Some(match touch {
                Touch::Move(code) => self.tap(self.tried.with(code).unwrap_or(self.tried), None),
                Touch::Part(part) => self.tap(self.tried, part),
            })
        });
        view.keyboard.push(vec![
            self.button("⏮", TrialMoves::NONE),
            self.button("◀️", self.tried.without_last()),
        ]);
        let ways = self.ways();
        if !ways.is_empty() {
            view.keyboard.push(ways);
        }
        Some(view)
    }

    /// Tells what the copy is worth to the side to move.
    fn worth(&self, copy: &Session, analysis: &SearchResult) -> Option<String> {
        let best = analysis.moves.iter().find(|scored| Some(scored.code) == analysis.best)?;
        let worth = worth_of_position(copy.spec(), best, analysis);
        let mark = *games::of(copy.position()).marks().get(copy.position().turn());
        Some(self.localizer.say(Phrase::TriedWorth { mark, worth: &self.localizer.say(worth) }))
    }

    /// Buttons of a game in play: the X-ray, unless it is or was on, and the way back to the board.
    fn ways(&self) -> Vec<Button> {
        let id = self.session.id();
        if !self.session.has_help() {
            return Vec::new();
        }
        let seen = Tap::TrySeen { id, ply: self.ply, tried: self.tried };
        let ways = [(Phrase::ShowXray, seen), (Phrase::AskBoard, Tap::Bring(id))];
        let is_there = |tap: &Tap| !self.is_seen_through() || matches!(tap, Tap::Bring(_));
        let ways = ways.into_iter().filter(|(_, tap)| is_there(tap));
        ways.map(|(phrase, tap)| Button { label: self.localizer.say(phrase), tap }).collect()
    }

    /// Returns whether the worth of the copy may be told: the game is over, or has counted the X-ray as help.
    pub fn is_seen_through(&self) -> bool {
        self.session.outcome().is_some() || self.session.help().has_seen_through()
    }

    fn button(&self, label: &str, tried: TrialMoves) -> Button {
        Button { label: label.to_owned(), tap: self.tap(tried, None) }
    }

    fn tap(&self, tried: TrialMoves, part: Option<Part>) -> Tap {
        Tap::Try { id: self.session.id(), ply: self.ply, tried, part }
    }
}
