//! Reference players, against which the levels are measured: each is as strong as a kind of people.
//!
//! | player | on boards of k in a row and in Connect Four | in Ultimate and Strategic | as the sheep or the wolves |
//! |---|---|---|---|
//! | random | any move | any move | any move |
//! | blocker | wins or blocks in one, else any move | also closes a small board, or blocks one | wins or saves itself in one, else any move |
//! | builder | also counts the open lines of both sides | also counts lines on all levels, and gives no board away | also counts rows and the squares that the sheep can reach |

use zerosum_games::any::AnyGame;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};

use crate::people::ends::{defences, winning_moves};
use crate::people::nested::{self, Spot};
use crate::people::{flock, lines};
use crate::searcher::SearchResult;

/// A player without a search.
///
/// ```
/// use zerosum_games::Game;
/// use zerosum_games::any::GameSpec;
/// use zerosum_games::seed::Seed;
/// use zerosum_search::people::reference::ReferencePlayer;
///
/// let board = GameSpec::from_name("6x6x4").expect("a board");
/// let position = board.read("XXX.../OO..../....../....../....../...... o").expect("a position");
/// let code = ReferencePlayer::Blocker.choose(&position, Seed(1)).expect("a move");
/// assert_eq!(position.move_text(code), "d1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferencePlayer {
    /// Makes any legal move.
    Random,
    /// Wins and blocks where one move is enough.
    Blocker,
    /// Looks one ply ahead, and counts lines.
    Builder,
}

impl ReferencePlayer {
    pub const ALL: [ReferencePlayer; 3] =
        [ReferencePlayer::Random, ReferencePlayer::Blocker, ReferencePlayer::Builder];

    /// The name in commands.
    pub fn name(self) -> &'static str {
        match self {
            ReferencePlayer::Random => "random",
            ReferencePlayer::Blocker => "blocker",
            ReferencePlayer::Builder => "builder",
        }
    }

    /// The player of that name.
    pub fn from_name(name: &str) -> Option<ReferencePlayer> {
        ReferencePlayer::ALL.into_iter().find(|player| player.name() == name)
    }

    /// Answers like a searcher: with the move it chooses, and no score.
    pub fn answer(self, position: &AnyGame, seed: Seed) -> SearchResult {
        SearchResult::of_choice(self.choose(position, seed), 0)
    }

    /// Chooses a move; `None` if the game is over. Among moves that seem equally good, the seed and
    /// the position decide.
    pub fn choose(self, position: &AnyGame, seed: Seed) -> Option<MoveCode> {
        let seed = Seed(seed.mixed() ^ position.key());
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        if self == ReferencePlayer::Random {
            return seed.pick(moves.into_iter());
        }
        let wins = winning_moves(position);
        if !wins.is_empty() {
            return seed.pick(wins.into_iter());
        }
        let moves = defences(position).unwrap_or(moves);
        let best = match self {
            ReferencePlayer::Random | ReferencePlayer::Blocker => {
                best_by(&moves, |code| urgency(position, code))
            }
            ReferencePlayer::Builder => best_by(&moves, |code| promise(position, code)),
        };
        seed.pick(best.into_iter())
    }
}

/// The moves of the highest worth.
pub(super) fn best_by(moves: &[MoveCode], worth: impl Fn(MoveCode) -> i64) -> Vec<MoveCode> {
    let worths: Vec<i64> = moves.iter().map(|code| worth(*code)).collect();
    let best = worths.iter().max();
    let ranked = moves.iter().zip(&worths);
    ranked.filter(|(_, worth)| Some(*worth) == best).map(|(code, _)| *code).collect()
}

/// Urgency of a move in its small board: 2 if it closes it, 1 if it keeps the opponent from that.
fn urgency(position: &AnyGame, code: MoveCode) -> i64 {
    let spot = match position {
        AnyGame::Ultimate(game) => Spot::of_ultimate(game, code),
        AnyGame::Strategic(game) => Spot::of_strategic(game, code),
        AnyGame::TicTacToe(_) | AnyGame::Mnk(_) | AnyGame::ConnectFour(_) | AnyGame::Sheep(_) => {
            return 0;
        }
    };
    if spot.is_won() { 2 } else { i64::from(spot.is_blocked()) }
}

fn promise(position: &AnyGame, code: MoveCode) -> i64 {
    match position {
        // Blocks and wins are all there is to count.
        AnyGame::TicTacToe(_) => 0,
        AnyGame::Mnk(board) => lines::promise(&**board, code),
        AnyGame::ConnectFour(game) => lines::promise(&**game, code),
        AnyGame::Ultimate(game) => nested::promise_in_ultimate(game, code),
        AnyGame::Strategic(game) => nested::promise_in_strategic(game, code),
        AnyGame::Sheep(game) => flock::promise(game, code),
    }
}
