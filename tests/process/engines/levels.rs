//! Levels of an engine: the threats that the lower ones see, and those that they overlook.

use std::collections::BTreeSet;

use zerosum_games::any::GameSpec;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};
use zerosum_search::level::Level;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_tools::engine::options::Strength;
use zerosum_tools::engine::player::LevelPlayer;

use crate::engines::speaker::Speaker;

/// Number of seeds to try: enough to meet every one of nine choices.
const SEEDS: u64 = 60;

/// All moves that a level makes in a position, over all seeds.
fn choices(spec: GameSpec, position: &str, level: Level) -> BTreeSet<String> {
    let position = spec.read(position).expect("a position");
    let mut player = LevelPlayer::of(spec, 1 << 20);
    (0..SEEDS)
        .filter_map(|seed| {
            let (seed, limits) = (Seed(seed), Limits::NONE);
            player.think(&position, Strength::Level(level), seed, limits, &mut Unwatched).best
        })
        .map(|code: MoveCode| position.move_text(code))
        .collect()
}

fn texts(moves: &[&str]) -> BTreeSet<String> {
    moves.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn every_level_takes_a_win_on_the_spot() {
    for level in Level::ALL {
        let found = choices(GameSpec::TicTacToe, "X.X/.O./..O x", level);
        assert_eq!(found, texts(&["b1"]), "{level:?}");
    }
}

#[test]
fn all_but_the_beginner_see_the_answer_to_their_move() {
    let position = "XX./O../... o";
    let everything = texts(&["b2", "b3", "c1", "c2", "c3", "a3"]);
    assert_eq!(choices(GameSpec::TicTacToe, position, Level::Beginner), everything);
    for level in [Level::Casual, Level::Strong, Level::Best] {
        assert_eq!(choices(GameSpec::TicTacToe, position, level), texts(&["c1"]), "{level:?}");
    }
}

/// X wins by a fork that takes five plies: too far for the lower levels.
#[test]
fn the_best_level_sees_what_is_far_away() {
    let position = "XO./.../... x";
    let of_best = choices(GameSpec::TicTacToe, position, Level::Best);
    let of_casual = choices(GameSpec::TicTacToe, position, Level::Casual);
    assert!(of_best.len() == 1 && of_casual.len() > 5, "{of_best:?}, {of_casual:?}");
}

#[test]
fn each_new_game_has_chance_of_its_own_that_the_seed_repeats() {
    let spec = GameSpec::from_name("6x6x4").expect("a board");
    let speaker = Speaker::of(spec);
    speaker.say("setoption name Level value novice");
    let first_moves = |seed: u32| -> Vec<String> {
        speaker.say(&format!("setoption name Seed value {seed}"));
        let games = (0..12).map(|_| {
            speaker.say("uginewgame\nposition startpos\ngo depth 1");
            speaker.hear_answer()
        });
        games.collect()
    };
    let moves = first_moves(3);
    assert!(moves.iter().any(|text| *text != moves[0]), "{moves:?}");
    assert_eq!(first_moves(3), moves);
    assert_ne!(first_moves(30), moves);
    assert_eq!(speaker.end(), Vec::<String>::new());
}

#[test]
fn every_level_plays_every_game() {
    for spec in GameSpec::ALL {
        let start = spec.start();
        let mut player = LevelPlayer::of(spec, 1 << 20);
        for level in [Level::Novice, Level::Beginner, Level::Casual] {
            let limits = Limits { nodes_max: 500, ..Limits::NONE };
            let thought =
                player.think(&start, Strength::Level(level), Seed(1), limits, &mut Unwatched);
            let code = thought.best.expect("a game begins with a move");
            assert!(start.is_legal(code), "{}, {level:?}", spec.name());
        }
    }
}
