//! The sheep and its wolves, as a person sees them.

use zerosum_games::seed::Seed;
use zerosum_games::sheep::Sheep;
use zerosum_games::sheep::square::squares_of;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::people::reference::best_by;

/// Worth of a row that the sheep gains, in squares that it can reach.
const ROW: i64 = 4;

/// Horizon, in plies, of a level whose sheep would go by sight in every move. The sheep of a lower level does so in
/// the share of its moves that its horizon is of this one.
const SIGHTED_HORIZON: u16 = 16;

/// Estimates a move: for the sheep by rows and room, for the wolves by a sheep without room and a line
/// without a straggler.
pub(super) fn promise(game: &Sheep, code: MoveCode) -> i64 {
    let mut next = *game;
    next.play(code).expect("the move is legal");
    let room = room_of(&next);
    match game.turn() {
        Side::First => room - ROW * i64::from(next.sheep().row()),
        Side::Second => -room - ROW * spread_of(&next),
    }
}

/// Narrows moves that a level does not tell apart to those that it chooses from. Wolves go by sight: at random they would
/// let a random sheep through. A sheep that always went by sight would win most games against people, so on a low level it
/// does so only now and then.
pub(crate) fn likely(
    game: &Sheep,
    moves: Vec<MoveCode>,
    horizon: u16,
    seed: Seed,
) -> Vec<MoveCode> {
    let chance = Seed(seed.mixed()).mixed() % u64::from(SIGHTED_HORIZON);
    let is_by_sight = game.turn() == Side::Second || chance < horizon.into();
    if is_by_sight { best_by(&moves, |code| promise(game, code)) } else { moves }
}

/// Number of squares that the sheep can reach if no wolf moves.
fn room_of(game: &Sheep) -> i64 {
    let mut reached = game.sheep().bit();
    let mut edge = vec![game.sheep()];
    while let Some(square) = edge.pop() {
        let Some(there) = Sheep::composed(game.wolves(), square, Side::First) else { continue };
        for target in there.targets(square) {
            if reached & target.bit() == 0 {
                reached |= target.bit();
                edge.push(target);
            }
        }
    }
    i64::from(reached.count_ones())
}

/// Rows between the first wolf and the last.
fn spread_of(game: &Sheep) -> i64 {
    let rows = squares_of(game.wolves()).map(|square| i64::from(square.row()));
    let (least, most) = (rows.clone().min(), rows.max());
    most.zip(least).map_or(0, |(most, least)| most - least)
}
