//! Games that help in each other: the same position by other ways.

use zerosum_games::any::GameSpec;
use zerosum_games::{Game, MoveCode};
use zerosum_session::Session;

fn spec(name: &str) -> GameSpec {
    GameSpec::from_name(name).expect("it is a game")
}

/// All games of this many plies.
fn games(spec: GameSpec, plies: usize) -> Vec<Session> {
    let mut lines: Vec<Vec<MoveCode>> = vec![Vec::new()];
    for _ in 0..plies {
        lines = lines
            .into_iter()
            .flat_map(|line| {
                let session = Session::from_moves(spec, &line).expect("the moves are legal");
                let mut moves = Vec::new();
                session.position().legal_moves(&mut moves);
                moves.into_iter().map(move |code| [line.clone(), vec![code]].concat())
            })
            .collect();
    }
    let session = |line: Vec<MoveCode>| Session::from_moves(spec, &line);
    lines.into_iter().filter_map(session).collect()
}

#[test]
fn games_of_sheep_from_different_squares_help_in_each_other() {
    let mut pairs = 0;
    for own in games(spec("sheep"), 3) {
        for other in games(spec("sheep-2"), 1) {
            let is_same = own.position() == other.position();
            assert_eq!(own.stands_like(&other), is_same);
            pairs += usize::from(is_same && own.comes_by(&other) && other.comes_by(&own));
        }
        for other in games(spec("sheep-2"), 3) {
            if own.position() == other.position() {
                assert!(own.stands_like(&other) && own.comes_by(&other));
                pairs += 1;
            }
        }
    }
    assert!(pairs > 0, "no position is reached from both squares");
}

#[test]
fn pieces_that_were_popped_before_do_not_hide_a_position_of_pop_out() {
    let game = |moves: &[&str]| {
        let mut position = spec("connect-four-pop").start();
        let mut codes = Vec::new();
        for text in moves {
            let code = position.read_move(text).expect("it is a move");
            position.play(code).expect("it is legal");
            codes.push(code);
        }
        Session::from_moves(spec("connect-four-pop"), &codes).expect("the moves are legal")
    };
    let played = game(&["4", "4", "3"]);
    let around = game(&["1", "2", "p1", "p2", "4", "4", "3"]);
    assert!(played.stands_like(&around) && around.comes_by(&played));
    assert!(!played.stands_like(&game(&["4", "4", "3", "3"])));
}

/// A game of these moves.
fn game_of(name: &str, moves: &[&str]) -> Session {
    let mut position = spec(name).start();
    let play = |text: &&str| {
        let code = position.read_move(text).expect("it is a move");
        position.play(code).expect("it is legal");
        code
    };
    let codes: Vec<MoveCode> = moves.iter().map(play).collect();
    Session::from_moves(spec(name), &codes).expect("the moves are legal")
}

#[test]
fn games_help_in_each_other_by_other_rules_and_on_a_turned_board() {
    for (own, other) in [
        (game_of("15x15x5", &["h8", "i9"]), game_of("15x15x5-renju", &["h8", "i9"])),
        (game_of("8x6x5", &["b1", "c1", "b2"]), game_of("6x8x5", &["a2", "a3", "b2"])),
        (game_of("ultimate", &["e5", "d4"]), game_of("ultimate-count", &["e5", "d4"])),
    ] {
        assert!(own.stands_like(&other) && other.stands_like(&own));
        assert!(own.helps_in(&other) && own.comes_by(&other) && other.comes_by(&own));
    }
    let (lying, standing) = (game_of("8x6x5", &["b1"]), game_of("6x8x5", &["b1"]));
    assert!(!lying.stands_like(&standing));
    assert!(!game_of("8x8x5", &["b1"]).stands_like(&game_of("8x8x4", &["b1"])));
}

#[test]
fn help_beyond_a_position_is_help_with_it_once_some_moves_are_made() {
    let line = ["h8", "i9", "h7", "h9", "g8", "f8"];
    for passed in 1..=line.len() {
        let played = game_of("15x15x5", &line[..passed]);
        for beyond in passed..=line.len() {
            let studied = game_of("15x15x5-exact", &line[..beyond]);
            assert_eq!(studied.helps_in(&played), beyond == passed || passed >= 4);
            assert_eq!(played.helps_in(&studied), beyond == passed);
        }
    }
}
