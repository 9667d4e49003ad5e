//! Average number of presses for a move on boards that are larger than their keyboards.
//!
//! The engine plays against itself and against its beginner, and either side of every game counts as
//! a person who looks for the cell among the buttons. Of the moves that a side may make those count
//! that it makes. Nothing here depends on time, so that the numbers are the same everywhere.

use zerosum_games::MoveCode;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::BySide;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_search::any::AnySearcher;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::searcher::Searcher;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};

#[path = "../crates/render/tests/render/support/presses.rs"]
mod presses;

const GAMES: [&str; 4] = ["15x15x5", "10x10x5", "ultimate", "sheep"];

/// Games of each pairing.
const GAMES_EACH: u64 = 100;

/// Node limit of the engine for a move, in place of its second.
const NODES_MAX: u64 = 20_000;

/// The first moves are a beginner's in every game, since the engine's are always the same.
const OPENING_PLIES: usize = 2;

/// More presses than this for a move are counted together.
const PRESSES_MAX: usize = 6;

const PERSON: UserId = UserId(7);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opponent {
    Itself,
    Beginner,
}

/// Number of moves by the number of presses they took.
#[derive(Default)]
struct Count([u64; PRESSES_MAX + 1]);

fn main() {
    // A test run only checks that the benchmark works.
    let is_measured = std::env::args().any(|argument| argument == "--bench");
    let games = if is_measured { GAMES_EACH } else { 1 };
    let locales = Locales::load();
    println!("game      against    moves  at once  presses for a move");
    for name in GAMES {
        for opponent in [Opponent::Itself, Opponent::Beginner] {
            let mut count = Count::default();
            let spec = GameSpec::from_name(name).expect("it is a game");
            let mut players = Players::of(spec);
            for number in 0..games {
                players.play(spec, opponent, number, &locales, &mut count);
            }
            let moves: u64 = count.0.iter().sum();
            let presses: u64 = (0..).zip(count.0).map(|(presses, moves)| presses * moves).sum();
            let (at_once, average) = (share(count.0[1], moves), share(presses, moves));
            let opponent = format!("{opponent:?}").to_lowercase();
            println!(
                "{name:8}  {opponent:8}  {moves:6}  {at_once:7.3}  {average:.3}  {:?}",
                count.0
            );
        }
    }
}

struct Players {
    engine: AnySearcher,
    beginner: AnySearcher,
}

impl Players {
    fn of(spec: GameSpec) -> Players {
        Players { engine: AnySearcher::of(spec, 8 << 20), beginner: AnySearcher::of(spec, 0) }
    }

    fn play(
        &mut self,
        spec: GameSpec,
        opponent: Opponent,
        number: u64,
        locales: &Locales,
        count: &mut Count,
    ) {
        let seats = BySide { first: Seat::Human(PERSON), second: Seat::Human(PERSON) };
        let mut session = Session::new(SessionId(number), spec, seats);
        while session.outcome().is_none() {
            let ply = session.moves().len();
            let is_beginners_turn = ply.is_multiple_of(2) == number.is_multiple_of(2);
            let is_beginners = match opponent {
                Opponent::Itself => ply < OPENING_PLIES,
                Opponent::Beginner => is_beginners_turn,
            };
            let position = session.position();
            let code = if is_beginners {
                self.begun(position, Seed(number << 32 | u64::from(session.revision().0)))
            } else {
                let limits = Limits::of_nodes(NODES_MAX);
                self.engine.search(position, limits, &mut Unwatched).best
            };
            let code = code.expect("a game in play has moves");
            let presses = presses::presses(&session, Focus::Suggested, locales);
            let presses = *presses.get(&code).expect("every move can be reached");
            count.0[presses.min(PRESSES_MAX)] += 1;
            let (actor, seen) = (Actor::User(PERSON), session.revision());
            session = session.apply(actor, seen, Action::Play(code)).expect("it is legal");
        }
    }

    /// Returns the move of a beginner, who sees one move ahead.
    fn begun(&mut self, position: &AnyGame, seed: Seed) -> Option<MoveCode> {
        self.beginner.forget();
        let ranking = self.beginner.analyze(position, Limits::of_depth(1), &mut Unwatched).moves;
        let best = ranking.iter().map(|scored| scored.score).max();
        seed.pick(ranking.iter().filter(|scored| Some(scored.score) == best).map(|s| s.code))
    }
}

fn share(part: u64, whole: u64) -> f64 {
    // Counts of moves are small.
    part as f64 / whole.max(1) as f64
}
