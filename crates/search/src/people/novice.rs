//! The novice: plays as a person does who has just learned the rules.
//!
//! It takes a win in one nearly always, and blocks a loss in one more often the more obvious it is.
//! Otherwise it is attentive while it feels in danger, and careless some of the time while it does
//! not. An attentive novice errs a little: of the moves in sight, one that is better by the temperature,
//! in the searcher's units, is chosen about three times as often. A careless one makes any move that is not
//! far from the fight; in Strategic, where nearly all moves are far from the end, it errs by a higher
//! temperature.
//!
//! On boards of k in a row and in Connect Four a novice has a form of the day, the same in all turns of
//! a game. In some games it is absent-minded: careless in danger, too, and blocks less. Players who only
//! win and block in one hardly beat an attentive novice, and players who build always beat an
//! absent-minded one, so that no single form gives both their share.

use zerosum_games::any::AnyGame;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};

use crate::people::ends::{defences, winning_moves};
use crate::people::lines;
use crate::score::Score;
use crate::searcher::ScoredMove;

/// Probability of taking a win in one.
const TAKES_WIN: f64 = 0.97;

/// Probability of blocking a loss in one, by how obvious it is.
const BLOCKS: [f64; 3] = [0.8, 0.9, 0.97];

/// The same for an absent-minded novice.
const BLOCKS_ABSENT: [f64; 3] = [0.65, 0.7, 0.93];

/// Share of the games in which a novice is absent-minded, on boards of k in a row.
const ABSENT_GAMES: f64 = 0.5;

/// The same in Connect Four.
const CONNECT_FOUR_ABSENT_GAMES: f64 = 1.0 / 3.0;

/// Estimates are not told apart beyond this, and a decided game looks like it.
const WORTH_MAX: i32 = 2_000;

/// The same in Strategic, whose estimates are ten times larger.
const STRATEGIC_WORTH_MAX: i32 = 20_000;

/// The temperature of a careless move in Strategic.
const STRATEGIC_CARELESS_TEMPERATURE: f64 = 14_000.0;

/// Numbers of the random draws for a move.
const LOT_WIN: u64 = 0;
const LOT_BLOCK: u64 = 1;
const LOT_ATTENTION: u64 = 2;
const LOT_FORM: u64 = 3;

/// Number of the first of the draws of moves, which have one each.
const LOT_MOVES: u64 = 1 << 16;

/// Errors of a novice in a game.
#[derive(Clone, Copy)]
struct Temper {
    /// Probability of blocking a loss in one, by how obvious it is.
    blocks: [f64; 3],
    /// In the units of the searcher.
    temperature: f64,
    /// A position that is worth less feels dangerous.
    comfort: f64,
    /// Probability of being attentive where there is no danger.
    attention: f64,
}

/// Numbers between 0 and 1 that look random.
struct Chance(u64);

/// Chooses a move among these, which are all the moves of a position; `None` if there are none. The
/// seed is that of a turn.
pub(crate) fn choose(position: &AnyGame, moves: &[ScoredMove], seed: Seed) -> Option<MoveCode> {
    let chance = Chance(seed.mixed() ^ position.key());
    let wins = winning_moves(position);
    if !wins.is_empty() && chance.draw(LOT_WIN) < TAKES_WIN {
        return Seed(chance.0).pick(wins.into_iter());
    }
    let temper = temper_of(position, seed);
    if let Some(safe) = defences(position) {
        if chance.draw(LOT_BLOCK) >= temper.blocks[obviousness(position, &safe)] {
            return careless(position, moves, &chance);
        }
        let moves = moves.iter().filter(|scored| safe.contains(&scored.code));
        return by_worth(position, moves, temper.temperature, &chance);
    }
    let worths = moves.iter().map(|scored| worth_of(position, scored.score));
    let best = worths.max_by(f64::total_cmp)?;
    let is_attentive = best < temper.comfort || chance.draw(LOT_ATTENTION) < temper.attention;
    if is_attentive {
        by_worth(position, moves.iter(), temper.temperature, &chance)
    } else {
        careless(position, moves, &chance)
    }
}

/// Chooses among the moves in sight, each as often as the softmax of its worth says.
fn by_worth<'a>(
    position: &AnyGame,
    moves: impl Iterator<Item = &'a ScoredMove>,
    temperature: f64,
    chance: &Chance,
) -> Option<MoveCode> {
    // By the Gumbel distribution, the greatest of these sums belongs to a move that often.
    let appeal = |scored: &ScoredMove| {
        let noise = -(-chance.draw(LOT_MOVES + u64::from(scored.code.0)).ln()).ln();
        worth_of(position, scored.score) / temperature + noise
    };
    let appeals = |moves: Vec<&ScoredMove>| {
        let appeals = moves.into_iter().map(|scored| (scored.code, appeal(scored)));
        appeals.max_by(|(_, one), (_, other)| one.total_cmp(other)).map(|(code, _)| code)
    };
    let (seen, unseen) = moves.partition(|scored| is_in_sight(position, scored.code));
    appeals(seen).or_else(|| appeals(unseen))
}

/// Returns whether a person would look at a move: on a board of k in a row not far from the marks.
fn is_in_sight(position: &AnyGame, code: MoveCode) -> bool {
    match position {
        AnyGame::Mnk(board) => lines::is_in_sight(board, code),
        AnyGame::TicTacToe(_)
        | AnyGame::ConnectFour(_)
        | AnyGame::Ultimate(_)
        | AnyGame::Strategic(_)
        | AnyGame::Sheep(_) => true,
    }
}

/// Chooses any move; on a board of k in a row one near the marks of the opponent, or in sight if there
/// are none, and in Strategic a better one somewhat more often.
fn careless(position: &AnyGame, moves: &[ScoredMove], chance: &Chance) -> Option<MoveCode> {
    let codes = moves.iter().map(|scored| scored.code);
    let preferred = match position {
        AnyGame::Mnk(board) => {
            let is_near = |code: &MoveCode| lines::is_near(board, *code, !board.turn());
            let is_in_sight = |code: &MoveCode| lines::is_in_sight(board, *code);
            let seed = Seed(chance.0);
            let near = seed.pick(codes.clone().filter(is_near));
            near.or_else(|| seed.pick(codes.clone().filter(is_in_sight)))
        }
        AnyGame::Strategic(_) => {
            by_worth(position, moves.iter(), STRATEGIC_CARELESS_TEMPERATURE, chance)
        }
        AnyGame::TicTacToe(_)
        | AnyGame::ConnectFour(_)
        | AnyGame::Ultimate(_)
        | AnyGame::Sheep(_) => None,
    };
    preferred.or_else(|| Seed(chance.0).pick(codes))
}

/// Found by matches against the [reference players](crate::people::reference).
fn temper_of(position: &AnyGame, seed: Seed) -> Temper {
    let blocks = BLOCKS;
    let absent = |temperature, share: f64| {
        let is_absent = Chance(seed.of_game().mixed()).draw(LOT_FORM) < share;
        let (blocks, comfort) = (BLOCKS_ABSENT, f64::NEG_INFINITY);
        is_absent.then_some(Temper { blocks, temperature, comfort, attention: 0.0 })
    };
    match position {
        AnyGame::TicTacToe(_) | AnyGame::Sheep(_) | AnyGame::Mnk(_) => {
            let temperature = 5.0;
            absent(temperature, ABSENT_GAMES).unwrap_or(Temper {
                blocks,
                temperature,
                comfort: 240.0,
                attention: 0.75,
            })
        }
        AnyGame::ConnectFour(_) => {
            let (temperature, comfort) = (2.0, f64::INFINITY);
            absent(temperature, CONNECT_FOUR_ABSENT_GAMES).unwrap_or(Temper {
                blocks,
                temperature,
                comfort,
                attention: 1.0,
            })
        }
        AnyGame::Ultimate(_) => {
            Temper { blocks, temperature: 100.0, comfort: 20.0, attention: 0.05 }
        }
        AnyGame::Strategic(_) => {
            Temper { blocks, temperature: 20.0, comfort: -7_000.0, attention: 0.1 }
        }
    }
}

/// Conspicuousness of a loss in one: 0, 1 or 2.
fn obviousness(position: &AnyGame, safe: &[MoveCode]) -> usize {
    match (position, safe) {
        (AnyGame::Mnk(board), [only]) => lines::obviousness(&**board, *only),
        (AnyGame::Mnk(_), _) => 1,
        (AnyGame::ConnectFour(game), [only]) => lines::obviousness(&**game, *only),
        // Moves that lift the opponent into a line are harder to see.
        (AnyGame::ConnectFour(_), _) => 0,
        // On the highest level there is little to look at.
        (
            AnyGame::TicTacToe(_)
            | AnyGame::Ultimate(_)
            | AnyGame::Strategic(_)
            | AnyGame::Sheep(_),
            _,
        ) => 2,
    }
}

fn worth_of(position: &AnyGame, score: Score) -> f64 {
    let most = match position {
        AnyGame::Strategic(_) => STRATEGIC_WORTH_MAX,
        AnyGame::TicTacToe(_)
        | AnyGame::Sheep(_)
        | AnyGame::Mnk(_)
        | AnyGame::ConnectFour(_)
        | AnyGame::Ultimate(_) => WORTH_MAX,
    };
    f64::from(score.value().clamp(-most, most))
}

impl Chance {
    /// The number of this lot, neither 0 nor 1.
    fn draw(&self, lot: u64) -> f64 {
        /// A float holds this many bits exactly, and one more for the half.
        const BITS: u32 = 52;
        let bits = Seed(self.0 ^ lot.rotate_left(20)).mixed() >> (u64::BITS - BITS);
        (bits as f64 + 0.5) / (1_u64 << BITS) as f64
    }
}
