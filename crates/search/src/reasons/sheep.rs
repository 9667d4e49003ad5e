//! Facts of Catch the Sheep: ways past the wolves as they stand, and room to move.

use zerosum_games::sheep::Sheep;
use zerosum_games::sheep::square::{Square, squares_of};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::reasons::{Facts, Fault, Merit, moves_of};

/// A position of the game.
pub(super) struct Chase(pub(super) Sheep);

/// The squares that the sheep can reach while the wolves stand still.
struct Reach {
    /// The steps of its shortest way past them.
    way: Option<u16>,
    /// The number of squares it can reach short of that.
    squares: u16,
}

impl Chase {
    fn reach_after(&self, code: MoveCode) -> Reach {
        let mut next = self.0;
        next.play(code).expect("only legal moves are asked about");
        reach(&next)
    }

    fn merits_for_sheep(&self, code: MoveCode) -> Vec<Merit> {
        let Reach { way, squares } = self.reach_after(code);
        let others = moves_of(&self.0).into_iter().map(|other| self.reach_after(other).squares);
        let is_most = others.max() == Some(squares);
        match way {
            Some(steps) => vec![Merit::WayOut { steps }],
            None if is_most => vec![Merit::MostRoom { squares }],
            None => Vec::new(),
        }
    }

    fn merits_for_wolves(&self, code: MoveCode) -> Vec<Merit> {
        let Reach { way, squares } = self.reach_after(code);
        let is_longest = || {
            let mut others = moves_of(&self.0).into_iter();
            others.all(|other| self.reach_after(other).way.is_some_and(|other| Some(other) <= way))
        };
        match (reach(&self.0).way, way) {
            (Some(_), None) => vec![Merit::ClosesGap, Merit::Encloses { squares }],
            (None, None) => vec![Merit::Encloses { squares }],
            (_, Some(steps)) if is_longest() => vec![Merit::LongestWay { steps }],
            (_, Some(_)) => Vec::new(),
        }
    }
}

impl Facts for Chase {
    /// For the sheep, its nearness to the last row; all moves of wolves look alike.
    fn appeal(&self, code: MoveCode) -> u16 {
        let mut next = self.0;
        match next.play(code) {
            Ok(()) if self.0.turn() == Side::First => {
                7_u16.saturating_sub(next.sheep().row().into())
            }
            Ok(()) | Err(_) => 0,
        }
    }

    fn merits(&self, code: MoveCode) -> Vec<Merit> {
        match self.0.turn() {
            Side::First => self.merits_for_sheep(code),
            Side::Second => self.merits_for_wolves(code),
        }
    }

    fn fault(&self, code: MoveCode, best: MoveCode) -> Option<Fault> {
        let best = self.reach_after(best).way;
        match (self.0.turn(), self.reach_after(code).way) {
            (Side::Second, Some(steps)) if best.is_none_or(|best| steps < best) => {
                Some(Fault::LeavesGap { steps })
            }
            (Side::First | Side::Second, _) => None,
        }
    }
}

/// Explores all squares that the sheep can reach, step by step.
fn reach(position: &Sheep) -> Reach {
    let at = |square: Square| Sheep::composed(position.wolves(), square, Side::First);
    let (mut seen, mut latest) = (position.sheep().bit(), position.sheep().bit());
    let squares = |seen: u32| u16::try_from(seen.count_ones() - 1).expect("there are 32 squares");
    for steps in 1_u16.. {
        let places = squares_of(latest).filter_map(at);
        let next = places.flat_map(|place| place.targets(place.sheep()).collect::<Vec<Square>>());
        let next = next.fold(0, |next, square| next | square.bit()) & !seen;
        if next == 0 {
            break;
        }
        if squares_of(next).filter_map(at).any(|place| place.has_passed()) {
            return Reach { way: Some(steps), squares: squares(seen) };
        }
        seen |= next;
        latest = next;
    }
    Reach { way: None, squares: squares(seen) }
}
