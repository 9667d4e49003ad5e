//! Ends of a game that are one move away, for either side.

use zerosum_games::any::AnyGame;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};

use crate::people::lines;
use crate::successors;

/// Strategic cells that must be closed before a move can end the game by a line of three.
const CLOSED_MIN: u32 = 2;

/// The moves that win the game at once.
pub(super) fn winning_moves(position: &AnyGame) -> Vec<MoveCode> {
    let side = position.turn();
    match position {
        AnyGame::Mnk(board) => lines::completing_cells(board, side),
        AnyGame::TicTacToe(game) => winning(game, side),
        AnyGame::ConnectFour(game) => winning(&**game, side),
        AnyGame::Ultimate(game) => winning(&**game, side),
        AnyGame::Strategic(game) => winning(&**game, side),
        AnyGame::Sheep(game) => winning(game, side),
    }
}

/// The moves after which the opponent cannot win at once; `None` if that holds for all moves or
/// for none.
pub(super) fn defences(position: &AnyGame) -> Option<Vec<MoveCode>> {
    let safe = match position {
        AnyGame::Mnk(board) => match lines::completing_cells(board, !board.turn())[..] {
            [only] => vec![only],
            [] | [_, _, ..] => return None,
        },
        AnyGame::TicTacToe(game) => safe(game),
        AnyGame::ConnectFour(game) => safe(&**game),
        AnyGame::Ultimate(game) => safe(&**game),
        AnyGame::Strategic(game) => {
            let closed = *game.won_strategic().get(!game.turn()) | game.drawn_strategic();
            if closed.count_ones() < CLOSED_MIN {
                return None;
            }
            safe(&**game)
        }
        AnyGame::Sheep(game) => safe(game),
    };
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    (!safe.is_empty() && safe.len() < moves.len()).then_some(safe)
}

fn winning<G: Game>(position: &G, side: Side) -> Vec<MoveCode> {
    let wins = |(_, next): &(MoveCode, G)| next.outcome() == Some(Outcome::Win(side));
    successors(position).filter(wins).map(|(code, _)| code).collect()
}

fn safe<G: Game>(position: &G) -> Vec<MoveCode> {
    let lost = Some(Outcome::Win(!position.turn()));
    let is_safe = |(_, next): &(MoveCode, G)| {
        next.outcome() != lost && successors(next).all(|(_, reply)| reply.outcome() != lost)
    };
    successors(position).filter(is_safe).map(|(code, _)| code).collect()
}
