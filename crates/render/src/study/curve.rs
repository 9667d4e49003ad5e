//! Curve of a reviewed game: what was seen of the chances of one side, ply by ply.

use zerosum_games::Outcome;
use zerosum_games::side::Side;
use zerosum_picture::charts::curve::Curve;
use zerosum_search::review::chance::Chance;
use zerosum_search::review::{Review, Reviewed};
use zerosum_session::Session;

use crate::games;

/// A game with its review, as a side sees it.
pub(crate) struct Seen<'a> {
    pub(crate) session: &'a Session,
    pub(crate) review: &'a Review,
    pub(crate) side: Side,
    /// The plies that are told as mistakes.
    pub(crate) mistakes: Vec<usize>,
}

impl Seen<'_> {
    /// The curve on a page that shows the game after this many plies; `None` before two of its points are known.
    pub(crate) fn curve(&self, shown: u16) -> Option<Curve> {
        let plies = self.session.moves().len();
        let points: Vec<(u16, u16)> = (0..=plies)
            .filter_map(|after| Some((u16::try_from(after).ok()?, self.chance_after(after)?)))
            .collect();
        let game = games::of(self.session.position());
        let mistakes = self.mistakes.iter().filter_map(|ply| u16::try_from(*ply).ok()).collect();
        (points.len() > 1).then(|| Curve {
            marks: (game.painted(self.side), game.painted(!self.side)),
            points,
            mistakes,
            plies: u16::try_from(plies).unwrap_or(u16::MAX),
            shown,
        })
    }

    /// The chance after this many plies, in thousandths: the result at the end; after a mistake, what is told of
    /// it; else that of the best move there, or of the move before.
    fn chance_after(&self, plies: usize) -> Option<u16> {
        let result = self.session.outcome().filter(|_| plies == self.session.moves().len());
        if let Some(outcome) = result {
            return Some(match outcome {
                Outcome::Draw => Chance::EVEN.thousandths(),
                Outcome::Win(winner) if winner == self.side => Chance::CERTAIN.thousandths(),
                Outcome::Win(_) => Chance::NONE.thousandths(),
            });
        }
        let last = plies.checked_sub(1).and_then(|ply| Some((ply, self.review.of_ply(ply)?)));
        let after = last.map(|(_, reviewed)| (reviewed, reviewed.after));
        let next = self.review.of_ply(plies).map(|reviewed| (reviewed, reviewed.before));
        let is_told = last.is_some_and(|(ply, _)| self.mistakes.contains(&ply));
        let (reviewed, chance) = if is_told { after } else { next.or(after) }?;
        Some(self.seen_by_side(reviewed, chance))
    }

    fn seen_by_side(&self, reviewed: &Reviewed, chance: Chance) -> u16 {
        match reviewed.side == self.side {
            true => chance.thousandths(),
            false => Chance::CERTAIN.above(chance),
        }
    }
}
