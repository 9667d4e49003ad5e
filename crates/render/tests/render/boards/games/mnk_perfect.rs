//! Checks that the engine really is perfect on small boards of k in a row: it proves the result of each of
//! its moves, in far less than the time of a move.

use fastrand::Rng;
use zerosum_games::any::GameSpec;
use zerosum_games::mnk::Mnk;
use zerosum_games::mnk::values::{proven_boards, proven_outcome};
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_render::board::titles;
use zerosum_search::Verdict;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::mnk::searcher::MnkSearcher;
use zerosum_search::searcher::Searcher;

/// Limit on the nodes of a search, which take some milliseconds: the maximum in 40 games on any of these
/// boards was 2,883. The pool gives every search more.
const NODES_MAX: u64 = 5_000;

const TABLE_BYTES: usize = 1 << 20;

const GAMES: u64 = 40;

/// The opponent plays at random in half of the games, and in the others eight moves of ten well.
#[test]
fn on_boards_where_it_is_called_perfect_the_engine_proves_every_move() {
    let mut boards = 0;
    for spec in proven_boards().filter(|spec| titles::is_perfect(GameSpec::Mnk(*spec))) {
        boards += 1;
        let value = proven_outcome(spec).expect("it is proven");
        for game in 0..GAMES {
            let side = if game % 2 == 0 { Side::First } else { Side::Second };
            let mut searcher = MnkSearcher::new(spec, TABLE_BYTES);
            let mut opponent = MnkSearcher::new(spec, TABLE_BYTES);
            let mut random = Rng::with_seed(game);
            let mut position = Mnk::new(spec);
            while position.outcome().is_none() {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let code = if position.turn() == side {
                    let limits = Limits::of_nodes(NODES_MAX);
                    let result = searcher.search(&position, limits, &mut Unwatched);
                    assert!(result.is_exact, "{spec}: {position}: {result:?}");
                    assert!(is_kept(value, side, result.score.verdict()), "{spec}: {position}");
                    result.best.expect("a game in play has a move")
                } else if game % 4 >= 2 && random.u8(..10) < 8 {
                    let limits = Limits::of_nodes(NODES_MAX);
                    let result = opponent.search(&position, limits, &mut Unwatched);
                    result.best.expect("a game in play has a move")
                } else {
                    moves[random.usize(..moves.len())]
                };
                position.play(code).expect("it is legal");
            }
        }
    }
    assert_eq!(boards, 67);
}

/// Returns whether a side still gets at least the value of the game.
fn is_kept(value: Outcome, side: Side, verdict: Verdict) -> bool {
    match (value, verdict) {
        (_, Verdict::Win { .. }) => true,
        (Outcome::Draw, Verdict::Draw) => true,
        (Outcome::Win(winner), _) => winner != side,
        (Outcome::Draw, Verdict::Loss { .. }) => false,
    }
}
