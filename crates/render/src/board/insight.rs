//! Analysis of the moves of a board, as far as the player has asked for it.

use std::cmp::Reverse;

use zerosum_games::MoveCode;
use zerosum_picture::scene::{Note, Scene};
use zerosum_search::Verdict;
use zerosum_search::reasons::{self, Rivals};
use zerosum_search::review::proven;
use zerosum_search::score::Score;
use zerosum_search::searcher::{ScoredMove, SearchResult};
use zerosum_session::Session;
use zerosum_session::game::help::Hint;

use crate::board::buttons::cells;
use crate::board::buttons::focus::Focus;
use crate::games::appearance::Appearance;

/// Label of the best move.
const BEST: &str = "⭐";

/// Analysis of a board's moves, with the parts that the player has asked for.
#[derive(Clone, Copy, Default)]
pub(crate) struct Insight<'a> {
    pub(crate) analysis: Option<&'a SearchResult>,
    pub(crate) hint: Option<Hint>,
    /// The best move, if asked for.
    pub(crate) best: Option<MoveCode>,
    /// Other moves that are as good.
    pub(crate) rivals: Option<Rivals>,
    /// True if it is proven that no move is better than the best one.
    pub(crate) is_proven: bool,
    /// Minimum score of an unproven move that is marked as one of the better ones.
    good: Option<Score>,
    pub(crate) is_seen_through: bool,
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
        let is_proven = explained.as_ref().is_some_and(|explanation| explanation.is_proven);
        let best = explained.map(|explanation| explanation.best.code);
        let good = analysis.and_then(good);
        Insight { analysis, hint, best, rivals, is_proven, good, is_seen_through }
    }

    /// Returns the focus of the board: the place of the best move if it was asked for and no focus is
    /// set.
    pub(crate) fn focus(&self, game: &dyn Appearance, session: &Session, focus: Focus) -> Focus {
        match (focus, self.best) {
            (Focus::Suggested, Some(best)) => game.focus_on(session, best),
            (Focus::Suggested | Focus::Parts | Focus::On(_), _) => focus,
        }
    }

    /// Label of the button of a move, if it has one.
    pub(crate) fn label(&self, code: MoveCode) -> Option<String> {
        let note = self.note(code).map(sign_of);
        let sign = (self.best == Some(code)).then(|| BEST.to_owned());
        let label = [sign, note].into_iter().flatten().collect::<String>();
        (!label.is_empty()).then_some(label)
    }

    /// Label of a piece with these moves, if it has one: that of the best of them.
    pub(crate) fn label_of_best(&self, codes: &[MoveCode]) -> Option<String> {
        if self.best.is_some_and(|best| codes.contains(&best)) {
            return Some(BEST.to_owned());
        }
        let moves = self.analysis.into_iter().flat_map(|analysis| &analysis.moves);
        let own = moves.filter(|scored| codes.contains(&scored.code));
        own.max_by_key(|scored| scored.score).and_then(|scored| self.label(scored.code))
    }

    /// Adds the help that the player has asked for to the picture.
    pub(crate) fn on(&self, scene: Scene, game: &dyn Appearance, focus: Focus) -> Scene {
        let moves = self.analysis.into_iter().flat_map(|analysis| &analysis.moves);
        let mut moves: Vec<&ScoredMove> = moves.collect();
        // Of the moves of a piece the best one is noted, which comes last.
        moves.sort_by_key(|scored| scored.score);
        let scene =
            moves.into_iter().map(|scored| scored.code).fold(scene, |scene, code| {
                match game.note_spot(code, focus).zip(self.note(code)) {
                    Some((spot, note)) => scene.with_note(spot, note),
                    None => scene,
                }
            });
        match self.best.and_then(|best| game.note_spot(best, focus)) {
            Some(spot) => scene.with_note(spot, Note::Best),
            None => scene,
        }
    }

    /// Returns the outcome of a move, if asked for.
    fn note(&self, code: MoveCode) -> Option<Note> {
        let analysis = self.analysis.filter(|_| self.is_seen_through)?;
        let scored = analysis.moves.iter().find(|scored| scored.code == code)?;
        Some(proven_note(scored).unwrap_or(
            match self.good.is_some_and(|good| scored.score >= good) {
                true => Note::Best,
                false => Note::Open,
            },
        ))
    }
}

/// Sign of a note, as text.
pub(crate) fn sign_of(note: Note) -> String {
    match note {
        Note::Good(moves) => format!("+{moves}"),
        Note::Even => "=".to_owned(),
        Note::Bad(moves) => format!("−{moves}"),
        Note::Best => "★".to_owned(),
        Note::Open => "?".to_owned(),
        Note::Mistake => "−".to_owned(),
        Note::Forbidden => cells::FORBIDDEN.to_owned(),
    }
}

/// Returns the outcome of a move, if it is proven. Its number of moves may be a bound, as the legends say.
pub(crate) fn proven_note(scored: &ScoredMove) -> Option<Note> {
    Some(match proven(scored)? {
        Verdict::Win { plies } => Note::Good(moves_of(plies)),
        Verdict::Draw => Note::Even,
        Verdict::Loss { plies } => Note::Bad(moves_of(plies)),
    })
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
