//! Verifies facts about a move in Catch the Sheep by leading the sheep round while the wolves stand
//! still.

use zerosum_games::sheep::Sheep;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_search::reasons::{Fault, Merit};

use super::moves::{after, legal_moves};

/// The reach of the sheep while the wolves stand still: the number of steps past them, and the
/// number of squares it reaches short of that.
fn walk(position: &Sheep) -> (Option<u16>, usize) {
    let to_move = |position: &Sheep| {
        Sheep::composed(position.wolves(), position.sheep(), Side::First).expect("it is whole")
    };
    let mut seen = vec![to_move(position)];
    let (mut next, mut steps) = (0, 0);
    loop {
        let end = seen.len();
        steps += 1;
        let reached: Vec<Sheep> = seen[next..end]
            .iter()
            .flat_map(|place| legal_moves(place).into_iter().map(|code| after(place, code)))
            .map(|place| to_move(&place))
            .collect();
        if reached.iter().any(Sheep::has_passed) {
            return (Some(steps), seen.len() - 1);
        }
        for place in reached {
            if !seen.contains(&place) {
                seen.push(place);
            }
        }
        if seen.len() == end {
            return (None, seen.len() - 1);
        }
        next = end;
    }
}

/// Returns whether a merit is one, `None` if it is none of this game.
pub(crate) fn is_merit(position: &Sheep, code: MoveCode, merit: Merit) -> Option<bool> {
    let (way, squares) = walk(&after(position, code));
    let is_of_sheep = position.turn() == Side::First;
    Some(match merit {
        Merit::ClosesGap => !is_of_sheep && walk(position).0.is_some() && way.is_none(),
        Merit::Encloses { squares: told } => {
            !is_of_sheep && way.is_none() && squares == usize::from(told)
        }
        Merit::LongestWay { steps } => {
            let others = legal_moves(position).into_iter();
            let ways = others.map(|other| walk(&after(position, other)).0);
            let longest = ways.map(|way| way.unwrap_or(u16::MAX)).max();
            !is_of_sheep && way == Some(steps) && longest == Some(steps)
        }
        Merit::WayOut { steps } => is_of_sheep && way == Some(steps),
        Merit::MostRoom { squares: told } => {
            let others = legal_moves(position).into_iter();
            let most = others.map(|other| walk(&after(position, other)).1).max();
            is_of_sheep && way.is_none() && squares == usize::from(told) && most == Some(squares)
        }
        _ => return None,
    })
}

/// Returns whether a fault is one beside this best move, `None` if it is none of this game.
pub(crate) fn is_fault(
    position: &Sheep,
    (code, best): (MoveCode, MoveCode),
    fault: Fault,
) -> Option<bool> {
    let (way, best_way) = (walk(&after(position, code)).0, walk(&after(position, best)).0);
    match fault {
        Fault::LeavesGap { steps } => {
            let is_of_wolves = position.turn() == Side::Second;
            let is_shorter = best_way.is_none_or(|best| steps < best);
            Some(is_of_wolves && way == Some(steps) && is_shorter)
        }
        _ => None,
    }
}
