//! Players that stand for people: what they see, what they miss, and that chance is a seed.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::{Level, Plan};
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::people::reference::ReferencePlayer;
use zerosum_search::player::Player;
use zerosum_search::solutions::Solutions;

/// Number of seeds that are tried.
const SEEDS: u64 = 400;

/// X has four in a row of five, with one end open.
const STRAIGHT: &str = "OXXXX..O./....O..../........./........./........./........./........./\
                        ........./......... o";

/// X has four of five along a diagonal, with a gap.
const GAPPED: &str = "X......O./.X....O../........./...X...../....X..../........./O......../\
                      ........./......... o";

fn position(game: &str, text: &str) -> (GameSpec, AnyGame) {
    let spec = GameSpec::from_name(game).expect("a game");
    (spec, spec.read(text).expect("a position"))
}

fn player() -> Player {
    Player::new(Solutions::compute().into(), 1 << 20)
}

fn novice(player: &mut Player, (spec, position): (GameSpec, &AnyGame), seed: u64) -> MoveCode {
    let plan = Plan::of(spec, Level::Novice);
    let limits = Limits::NONE;
    let result = player.choose((spec, position), plan, Seed(seed), limits, &mut Unwatched);
    result.best.expect("the game is in play")
}

/// Number of seeds for which a novice makes this move.
fn count_of(game: &str, text: &str, wanted: &str) -> usize {
    let (spec, position) = position(game, text);
    let mut player = player();
    let made = (0..SEEDS).map(|seed| novice(&mut player, (spec, &position), seed));
    made.filter(|code| position.move_text(*code) == wanted).count()
}

#[test]
fn a_novice_takes_a_win_in_one_nearly_always() {
    let taken = count_of("6x6x4", "XXX.../OOO.../....../....../....../...... x", "d1");
    assert!(taken > 370 && taken < 400, "{taken} of {SEEDS}");
    let empty = "......./".repeat(4);
    let taken = count_of("connect-four", &format!("{empty}OOO..../XXX.... x"), "4");
    assert!(taken > 370 && taken < 400, "{taken} of {SEEDS}");
}

#[test]
fn a_novice_blocks_mostly_and_more_often_what_is_more_obvious() {
    let straight = count_of("9x9x5", STRAIGHT, "f1");
    let gapped = count_of("9x9x5", GAPPED, "c3");
    assert!(straight > 375 && straight < 400, "{straight} of {SEEDS}");
    assert!(gapped > 280 && gapped + 30 < straight, "{gapped} and {straight} of {SEEDS}");
    let empty = "......./".repeat(5);
    let straight = count_of("connect-four", &format!("{empty}XXX..OO o"), "4");
    assert!(straight > 360 && straight < 400, "{straight} of {SEEDS}");
}

#[test]
fn a_novice_makes_the_same_move_for_the_same_seed_and_others_for_other_seeds() {
    for game in ["6x6x4", "15x15x5", "connect-four", "ultimate", "strategic"] {
        let spec = GameSpec::from_name(game).expect("a game");
        let start = spec.start();
        let mut player = player();
        let moves: Vec<MoveCode> =
            (0..20).map(|seed| novice(&mut player, (spec, &start), seed)).collect();
        for (seed, code) in (0..20).zip(&moves) {
            assert_eq!(novice(&mut player, (spec, &start), seed), *code, "{game}, {seed}");
        }
        assert!(moves.iter().any(|code| *code != moves[0]), "{game}: {moves:?}");
    }
}

#[test]
fn a_novice_is_absent_minded_in_every_second_game_and_in_all_turns_of_it() {
    const TURNS: u32 = 20;
    let spec = GameSpec::from_name("15x15x5").expect("a game");
    let mut position = spec.start();
    for text in ["h8", "a1", "i8", "a15"] {
        let code = position.read_move(text).expect("a cell");
        position.play(code).expect("the move is legal");
    }
    let corners = [MoveCode(0), MoveCode(14 * 15)];
    let mut player = player();
    // Turns in which it leaves its own marks for those of the opponent in the corners.
    let mut strayed_in = |game: u64| {
        let codes = (0..TURNS)
            .map(|turn| novice(&mut player, (spec, &position), Seed::of_turn(game, turn).0));
        let is_astray = |code: &MoveCode| corners.iter().any(|o| steps_between(*code, *o, 15) <= 2);
        codes.filter(is_astray).count()
    };
    let strayed: Vec<usize> = (0..100).map(&mut strayed_in).collect();
    let absent = strayed.iter().filter(|count| **count == TURNS as usize).count();
    let awake = strayed.iter().filter(|count| **count < TURNS as usize * 2 / 3).count();
    assert_eq!(absent + awake, strayed.len(), "{strayed:?}");
    assert!((35..=65).contains(&absent), "{absent} of {}", strayed.len());
}

/// Columns and rows between two cells of a board of this width, whichever are more.
fn steps_between(MoveCode(one): MoveCode, MoveCode(other): MoveCode, columns: u16) -> u16 {
    let (across, down) = ((one % columns, other % columns), (one / columns, other / columns));
    across.0.abs_diff(across.1).max(down.0.abs_diff(down.1))
}

#[test]
fn a_novice_plays_where_the_game_is() {
    const COLUMNS: u16 = 15;
    let spec = GameSpec::from_name("15x15x5").expect("a game");
    let (mut player, mut codes) = (player(), Vec::new());
    let mut position = spec.start();
    for seed in 0..40 {
        let middle = MoveCode(COLUMNS * COLUMNS / 2);
        let code = novice(&mut player, (spec, &position), seed);
        let near = |other: &MoveCode| steps_between(code, *other, COLUMNS) <= 2;
        let is_near = if codes.is_empty() { near(&middle) } else { codes.iter().any(near) };
        assert!(is_near, "{} after {codes:?}", position.move_text(code));
        position.play(code).expect("the move is legal");
        codes.push(code);
        if position.outcome().is_some() {
            break;
        }
    }
    assert!(codes.len() > 8, "the game was long enough to go astray");
}

#[test]
fn every_player_ends_every_game_by_legal_moves() {
    for spec in GameSpec::ALL {
        for reference in ReferencePlayer::ALL {
            let mut player = player();
            let mut position = spec.start();
            let mut seed = 0;
            while position.outcome().is_none() {
                let code = match seed % 2 {
                    0 => reference.choose(&position, Seed(seed)).expect("the game is in play"),
                    _ => novice(&mut player, (spec, &position), seed),
                };
                position.play(code).expect("the move is legal");
                seed += 1;
            }
            assert_eq!(reference.choose(&position, Seed(0)), None, "{}", spec.name());
        }
    }
}

#[test]
fn a_builder_builds_blocks_and_wins_in_that_order_of_need() {
    let cases = [
        ("XXX.../OOO.../....../....../....../...... x", "d1"),
        ("XX..../OOO.../X...../....../....../...... x", "d2"),
    ];
    for (text, wanted) in cases {
        let (_, position) = position("6x6x4", text);
        for seed in 0..SEEDS {
            let code = ReferencePlayer::Builder.choose(&position, Seed(seed)).expect("a move");
            assert_eq!(position.move_text(code), wanted, "{text}");
        }
    }
}

#[test]
fn a_novice_that_has_many_replies_to_look_at_has_a_thread_of_its_own() {
    for (name, is_instant) in [("strategic", false), ("ultimate", true), ("15x15x5", true)] {
        let spec = GameSpec::from_name(name).expect("a game");
        let plan = Plan::of(spec, Level::Novice);
        assert_eq!(plan.is_instant(&spec.start()), is_instant, "{name}");
    }
}

/// Number of games, of this many from each start, in which this sheep passes the wolves of a level.
fn passed(sheep: ReferencePlayer, level: Level, games: u64) -> usize {
    let mut player = player();
    let starts = GameSpec::ALL.iter().filter(|spec| matches!(spec, GameSpec::Sheep(_)));
    let begun = starts.flat_map(|spec| (0..games).map(move |game| (*spec, game)));
    let is_passed = |&(spec, game): &(GameSpec, u64)| {
        let (mut position, mut turn) = (spec.start(), 0);
        while position.outcome().is_none() {
            let seed = Seed::of_turn(game, turn);
            let code = match position.turn() {
                Side::First => sheep.choose(&position, seed),
                Side::Second => {
                    let plan = Plan::of(spec, level);
                    let asked = (spec, &position);
                    player.choose(asked, plan, seed, Limits::NONE, &mut Unwatched).best
                }
            };
            position.play(code.expect("the game is in play")).expect("the move is legal");
            turn += 1;
        }
        position.outcome() == Some(Outcome::Win(Side::First))
    };
    begun.filter(is_passed).count()
}

#[test]
fn wolves_of_higher_levels_catch_more_sheep_and_of_all_levels_most_that_move_at_random() {
    let levels = Level::UNERRING;
    let random = levels.map(|level| passed(ReferencePlayer::Random, level, 100));
    assert!(random.is_sorted_by(|easier, harder| easier >= harder), "{random:?} of 400");
    assert!(random[0] < 60, "{random:?} of 400");
    let builders = levels.map(|level| passed(ReferencePlayer::Builder, level, 100));
    assert!(builders.is_sorted_by(|easier, harder| easier > harder), "{builders:?} of 400");
    assert!(
        builders[0] > 300 && builders[3] == 0,
        "a newcomer beats the first level: {builders:?}"
    );
}
