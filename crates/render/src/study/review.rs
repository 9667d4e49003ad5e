//! Review of a game, move by move: the value of each move, the better one, and the consequences.
//!
//! Every statement is proven, or the page says how far the search has looked.

use zerosum_games::any::AnyGame;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::Verdict;
use zerosum_search::review::{Quality, Review, Reviewed, proven};
use zerosum_search::searcher::{Distance, ScoredMove};
use zerosum_session::language::Language;
use zerosum_session::{Seat, Session};

use crate::games;
use crate::locales::Locales;
use crate::locales::phrase::Phrase;
use crate::study::lessons;
use crate::study::replay::{self, Telling};
use crate::tap::{Ply, Tap};
use crate::view::{Button, View};

/// A finished game with its analysis.
#[derive(Clone, Copy)]
pub struct ReviewPage<'a> {
    pub session: &'a Session,
    pub review: &'a Review,
    /// The side of the reader, if they alone read it.
    pub you: Option<Side>,
    pub locales: &'a Locales,
    pub language: Language,
}

/// Button that opens the review of a game.
pub fn button(session: &Session, locales: &Locales, language: Language) -> Button {
    let is_lost = |winner: Side| {
        let (winner, loser) = (session.seats().get(winner), session.seats().get(!winner));
        matches!((winner, loser), (Seat::Engine(_), Seat::Human(_)))
    };
    let phrase = match session.outcome() {
        Some(Outcome::Win(winner))
            if is_lost(winner) && session.resigned().is_none() && !session.is_replay() =>
        {
            Phrase::ReviewLoss
        }
        _ => Phrase::ReviewGame,
    };
    Button { label: locales.say(language, phrase), tap: Tap::Review(session.id()) }
}

impl ReviewPage<'_> {
    /// Renders the game at its turning point, or at its end if there is none.
    pub fn opening(&self) -> View {
        let turns = self.sides().filter_map(|side| self.turning_point(side));
        let ply = turns.map(|(ply, _)| ply + 1).max().and_then(|ply| u16::try_from(ply).ok());
        self.page(Ply(ply.unwrap_or_else(|| replay::length(self.session))))
    }

    /// Renders the game after this many plies.
    pub fn page(&self, Ply(ply): Ply) -> View {
        let ply = ply.min(replay::length(self.session));
        let last = usize::from(ply).checked_sub(1);
        let reviewed = last.and_then(|last| Some((last, self.review.of_ply(last)?)));
        let mut heading: Vec<String> = self.sides().map(|side| self.sentence(side)).collect();
        if let Some(plies) = self.review.depth() {
            heading.push(self.say(Phrase::ReviewDepth { plies: plies.into() }));
        }
        let telling = Telling {
            review: None,
            heading,
            sign: reviewed.map_or("", |(_, reviewed)| sign(reviewed.quality)),
            note: reviewed.map_or(Vec::new(), |(ply, reviewed)| self.note(ply, reviewed)),
            step: |id, ply| Tap::ReviewStep { id, ply },
        };
        let mut view = replay::shown(self.session, Ply(ply), telling, self.locales, self.language);
        // A player who has lost is offered the course.
        if self.you.is_some_and(|you| self.has_lost(you)) {
            let course = lessons::course_of(self.session.spec().family());
            view.keyboard.push(vec![lessons::button(course, self.locales, self.language)]);
        }
        view
    }

    /// Sides whose moves are reviewed.
    fn sides(&self) -> impl Iterator<Item = Side> {
        let is_meant = |side: &Side| match self.you {
            Some(you) => *side == you,
            None => self.review.of_side(*side).next().is_some(),
        };
        Side::ALL.into_iter().filter(is_meant)
    }

    /// Returns the move by which a side has given away the result, or else has missed a sure win that
    /// did not come again.
    fn turning_point(&self, side: Side) -> Option<(usize, &Reviewed)> {
        let is_missed = |reviewed: &Reviewed| {
            let (played, best) = (proven(&reviewed.played), proven(&reviewed.best));
            played.is_none() && matches!(best, Some(Verdict::Win { .. }))
        };
        let has_won = self.session.outcome() == Some(Outcome::Win(side));
        let missed = || self.review.of_side(side).rfind(|(_, reviewed)| is_missed(reviewed));
        self.review.turning_point(side).or_else(|| missed().filter(|_| !has_won))
    }

    /// Summarizes the play of a side in a sentence or two.
    fn sentence(&self, side: Side) -> String {
        let Some((ply, reviewed)) = self.turning_point(side) else {
            return self.without_mistake(side);
        };
        let position = self.position(ply);
        let text = &position.move_text(reviewed.played.code);
        let better = &position.move_text(reviewed.best.code);
        let worth = &self.worth(&reviewed.best);
        let who = &self.mover(side, ply);
        let (after, before) = (proven(&reviewed.played), proven(&reviewed.best));
        self.say(match (after, before) {
            (Some(Verdict::Loss { .. }), _) if !self.has_lost(side) => {
                Phrase::ReviewMistake { who, text, better, worth }
            }
            (Some(Verdict::Loss { .. }), Some(Verdict::Draw)) => {
                Phrase::ReviewLostDraw { who, text, better }
            }
            (Some(Verdict::Loss { .. }), _) => Phrase::ReviewLost { who, text, better, worth },
            _ if self.session.outcome() == Some(Outcome::Win(side)) => {
                Phrase::ReviewMistake { who, text, better, worth }
            }
            _ => Phrase::ReviewGaveWin { who, text, better, worth },
        })
    }

    fn without_mistake(&self, side: Side) -> String {
        let is_own = |ply: &usize| ply % 2 == usize::from(side == Side::Second);
        let from = if self.session.is_replay() { 0 } else { self.session.plies_elsewhere() };
        let own = (from..self.session.moves().len()).filter(is_own).count();
        let first = self.review.of_side(side).next();
        let was_lost = first.is_some_and(|(ply, reviewed)| {
            ply < from + 2 && matches!(proven(&reviewed.best), Some(Verdict::Loss { .. }))
        });
        let last = self.review.of_side(side).next_back();
        let is_lost = last.is_some_and(|(_, reviewed)| {
            matches!(proven(&reviewed.played), Some(Verdict::Loss { .. }))
        });
        let marks = games::of(self.session.position()).marks();
        let is_all_known =
            self.review.depth().is_none() && self.review.of_side(side).count() == own;
        let gave_up = self.session.resigned() == Some(side)
            && self.session.clock_end().is_none()
            && !self.session.is_left();
        self.say(if gave_up && !is_lost && self.you.is_some() {
            Phrase::ReviewGaveUp
        } else if !is_all_known {
            Phrase::ReviewNothingSeen
        } else if was_lost && self.has_lost(side) && self.you.is_some() {
            Phrase::ReviewLostAnyway
        } else if self.you.is_some() {
            Phrase::ReviewNoMistake
        } else {
            Phrase::ReviewNoMistakeOf { mark: marks.get(side) }
        })
    }

    fn has_lost(&self, side: Side) -> bool {
        self.session.outcome() == Some(Outcome::Win(!side))
    }

    /// Names a move: "your second move", or that of a side.
    fn mover(&self, side: Side, ply: usize) -> String {
        let number = u32::try_from(ply / 2 + 1).unwrap_or(u32::MAX);
        let marks = games::of(self.session.position()).marks();
        self.say(match self.you {
            Some(_) => Phrase::YourMoveNumber { number },
            None => Phrase::MoveNumberOf { mark: marks.get(side), number },
        })
    }

    /// Lines about one move.
    fn note(&self, ply: usize, reviewed: &Reviewed) -> Vec<String> {
        let position = self.position(ply);
        let Reviewed { quality, played, best, .. } = reviewed;
        let (worth, better) = (&self.worth(played), &position.move_text(best.code));
        let instead = &self.worth(best);
        let note = self.say(match (quality, proven(played)) {
            (Quality::Best, Some(_)) => Phrase::ReviewBest { worth },
            (Quality::Best, None) => Phrase::ReviewBestSeen,
            (Quality::Good, Some(_)) => Phrase::ReviewGood { worth },
            (Quality::Good, None) => Phrase::ReviewGoodSeen,
            (Quality::Inaccurate, _) => Phrase::ReviewInaccurate { worth, better, instead },
            (Quality::Losing, _) => Phrase::ReviewLosing { worth, better, instead },
        });
        let line = (*quality == Quality::Losing).then(|| self.line(&position, &played.line));
        let line = line.filter(|line| !line.is_empty());
        let line = line.map(|line| self.say(Phrase::ReviewLine { moves: &line }));
        [Some(note), line].into_iter().flatten().collect()
    }

    fn worth(&self, scored: &ScoredMove) -> String {
        self.say(worth(scored))
    }

    /// Lists the moves after the first one of a line.
    fn line(&self, position: &AnyGame, line: &[MoveCode]) -> String {
        let mut position = position.clone();
        let mut texts = Vec::new();
        for code in line {
            let text = position.move_text(*code);
            let mark = *games::of(&position).marks().get(position.turn());
            if position.play(*code).is_err() {
                break;
            }
            texts.push(format!("{mark} {text}"));
        }
        texts.split_off(texts.len().min(1)).join(", ")
    }

    fn position(&self, ply: usize) -> AnyGame {
        let mut position = self.session.spec().start();
        for code in &self.session.moves()[..ply] {
            position.play(*code).expect("the moves of a session are legal");
        }
        position
    }

    fn say(&self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }
}

/// Returns the phrase for the outcome of a move.
pub(crate) fn worth(scored: &ScoredMove) -> Phrase<'static> {
    let moves = |plies: u16| u32::from(plies.div_ceil(2));
    let is_exact = scored.distance == Distance::Exact;
    match proven(scored) {
        Some(Verdict::Win { plies }) if is_exact => Phrase::WorthWin { moves: moves(plies) },
        Some(Verdict::Win { plies }) => Phrase::WorthWinWithin { moves: moves(plies) },
        Some(Verdict::Draw) => Phrase::WorthDraw,
        Some(Verdict::Loss { plies }) if is_exact => Phrase::WorthLoss { moves: moves(plies) },
        Some(Verdict::Loss { plies }) => Phrase::WorthLossWithin { moves: moves(plies) },
        None => Phrase::WorthOpen,
    }
}

/// Returns the phrase for a position in which every move loses as soon as this one; `None` if it does
/// not lose.
pub(crate) fn all_lose(scored: &ScoredMove) -> Option<Phrase<'static>> {
    match worth(scored) {
        Phrase::WorthLoss { moves } => Some(Phrase::AllLose { moves }),
        Phrase::WorthLossWithin { moves } => Some(Phrase::AllLoseWithin { moves }),
        _ => None,
    }
}

/// Annotation sign, as in chess.
fn sign(quality: Quality) -> &'static str {
    match quality {
        Quality::Best => " !",
        Quality::Good => "",
        Quality::Inaccurate => " ?!",
        Quality::Losing => " ??",
    }
}
