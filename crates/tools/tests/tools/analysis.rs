//! `zerosum solve` and `zerosum explain` for every game, and the walks of `zerosum prove`.

use clap::Parser;
use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_tools::analysis::{Effort, Judgement};
use zerosum_tools::explain::{self, Explain};
use zerosum_tools::progress::Progress;
use zerosum_tools::prove::walk::{Walk, Worst, walk};
use zerosum_tools::prove::{self, Prove};
use zerosum_tools::solve::{self, Solve};

#[derive(Debug, Parser)]
enum CommandLine {
    Solve(Solve),
    Explain(Explain),
    Prove(Prove),
}

/// Returns the output of a command, or its error if nothing was written.
fn answer(arguments: &[&str]) -> Result<String, String> {
    let line = ["zerosum"].iter().chain(arguments);
    let mut written = Vec::new();
    let ended = match CommandLine::try_parse_from(line).map_err(|error| error.to_string())? {
        CommandLine::Solve(solve) => {
            solve::run(&solve, &mut written).map_err(|error| error.to_string())
        }
        CommandLine::Explain(explain) => {
            explain::run(&explain, &mut written).map_err(|error| error.to_string())
        }
        CommandLine::Prove(prove) => {
            prove::run(&prove, &mut written).map_err(|error| error.to_string())
        }
    };
    let written = String::from_utf8(written).expect("the answer is text");
    match ended {
        Ok(()) => Ok(written),
        Err(error) => {
            assert_eq!(written, "", "an error comes before the first line");
            Err(error)
        }
    }
}

fn game(name: &str) -> GameSpec {
    GameSpec::from_name(name).expect("there is such a game")
}

const SHEEP: &str = "\
1w1w1w1w/8/8/8/8/8/8/4s3 s
The sheep to move: loss in 44

e8d7  loss in 44   e8d7 b1a2 d7c6 d1c2 c6b5 f1e2 b5c4 h1g2 c4b3 e2d3 b3c4 a2b3 ...
e8f7  loss in 44   e8f7 b1a2 f7e6 d1c2 e6d5 f1e2 d5c4 h1g2 c4b3 e2d3 b3c4 a2b3 ...

Best: e8d7 e8f7
Every move is proven.
";

#[test]
fn a_solved_game_is_shown_from_its_start_with_every_move() {
    assert_eq!(answer(&["solve", "--game", "sheep"]), Ok(SHEEP.to_owned()));
}

#[test]
fn a_won_position_shows_the_win_and_the_depth_of_what_is_not_proven() {
    let line = ["solve", "--game", "4x4x3", "XX../O.../O.../.... x", "--depth", "3"];
    let text = answer(&line).expect("a position in play");
    assert!(text.starts_with("XX../O.../O.../.... x\nX to move: win in 1\n\nc1 "), "{text}");
    assert!(text.contains("\nBest: c1\n"), "{text}");
    assert!(text.contains("\nd4    loss in 2 "), "{text}");
}

#[test]
fn an_estimate_says_how_deep_it_was_searched() {
    let text = answer(&["solve", "--game", "ultimate", "--depth", "1"]).expect("it is in play");
    assert!(text.contains(" at depth 1\n"), "{text}");
    assert!(text.contains("Not every move is searched to the end of the game: depth 1."), "{text}");
    let moves = text.lines().skip(3).take_while(|line| !line.is_empty());
    assert_eq!(moves.count(), 81, "{text}");
}

#[test]
fn json_tells_results_and_estimates_apart() {
    let text = answer(&["solve", "--game", "sheep", "--json"]).expect("a position in play");
    let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert_eq!((&value["version"], &value["game"]), (&2.into(), &"sheep".into()));
    assert_eq!((&value["result"], &value["plies"]), (&"loss".into(), &44.into()));
    assert_eq!(value["best"], serde_json::json!(["e8d7", "e8f7"]));
    assert_eq!(value["moves"][0]["line"].as_array().map(Vec::len), Some(44));
    let line = ["solve", "--game", "ultimate", "--json", "--depth", "1"];
    let text = answer(&line).expect("a position in play");
    let value: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    assert!(value["estimate"].is_i64() && value["result"].is_null(), "{text}");
    assert_eq!(value["depth"], 1);
    assert_eq!(value["moves"].as_array().map(Vec::len), Some(81));
}

#[test]
fn the_board_of_3x3_has_its_own_picture_however_it_is_named() {
    let expected = answer(&["solve", "O.X/X.X/.OO"]);
    assert_eq!(answer(&["solve", "--game", "3x3", "O.X/X.X/.OO"]), expected);
    assert_eq!(answer(&["solve", "--game", "3x3x3", "O.X/X.X/.OO"]), expected);
    assert_eq!(answer(&["solve", "--game", "3x3"]), answer(&["solve", ".../.../..."]));
}

#[test]
fn a_win_is_explained_by_what_is_wrong_with_the_other_moves() {
    let expected = "\
O.X/X.X/.OO x
X plays b2: it wins on the spot.

b1 loses in 2 plies after b2.
a3 loses in 2 plies after b2.

All of this is proven: every line was followed to its end.
";
    assert_eq!(answer(&["explain", "3x3", "O.X/X.X/.OO"]), Ok(expected.to_owned()));
}

#[test]
fn a_draw_and_a_loss_are_explained() {
    let text = answer(&["explain", "3x3"]).expect("the start is in play");
    assert!(text.contains("X plays a1: with best play of both sides it is a draw.\n"), "{text}");
    assert!(text.contains("Just as good: b1, c1, a2, b2, c2, a3, b3, c3.\n"), "{text}");
    let text = answer(&["explain", "sheep"]).expect("the start is in play");
    let loss = "The sheep plays e8d7: the wolves win in 44 plies, and nothing holds out longer.\n";
    assert!(text.contains(loss), "{text}");
    let text = answer(&["explain", "3x3", "XO./.../..."]).expect("a position in play");
    assert!(text.contains("X plays a2: whatever O may do, it wins in 5 plies.\n"), "{text}");
    assert!(text.contains(" only draws after "), "{text}");
}

#[test]
fn an_estimate_is_explained_as_what_it_is() {
    let text = answer(&["explain", "ultimate", "--depth", "1"]).expect("the start is in play");
    assert!(text.contains(": it is judged ") && text.contains("1 plies deep"), "{text}");
    assert!(text.contains("nothing is proven: 1 plies were searched"), "{text}");
}

#[test]
fn what_cannot_be_shown_is_refused_with_its_reason() {
    for (rest, reason) in [
        (&["4x4x3", "XXX./OO../..../.... o"][..], "the game is already over: X has won"),
        (&["3x3", "XXX/OO./..."], "the game is already over: X has won"),
        (&["4x4x3", "XXX/OO."], "a position has 4 rows divided by '/', found 2"),
        (&["sheep", "8/8/8/8/8/8/8/8 s"], "there is one sheep, found 0"),
        (&["ultimate", ""], "under these rules a position has 3 fields divided by spaces, found 0"),
    ] {
        let explained = answer(&[&["explain"], rest].concat());
        assert_eq!(explained, Err(reason.to_owned()), "{rest:?}");
        let solved = answer(&[&["solve", "--game"], rest].concat());
        assert_eq!(solved, Err(reason.to_owned()), "{rest:?}");
    }
    let traced = answer(&["solve", "--game", "sheep", "--trace"]);
    assert_eq!(traced, Err("a trace is written of 3x3 only".to_owned()));
}

#[test]
fn absurd_arguments_are_a_usage_error() {
    for line in [
        &["solve"][..],
        &["solve", "--game", "99x99x2"],
        &["solve", "--game", "sheep", "--depth", "0"],
        &["solve", "--game", "sheep", "--depth", "-1"],
        &["solve", "--game", "sheep", "--movetime", "0"],
        &["solve", "--game", "sheep", "--movetime", "1", "--depth", "1"],
        &["explain"],
        &["explain", "chess"],
        &["explain", "4x4x5"],
        &["prove", "--game", "2x9"],
        &["prove", "--sessions", "0"],
    ] {
        let error = answer(line).expect_err("it is refused");
        assert!(error.starts_with("error: "), "{line:?}: {error}");
    }
}

#[test]
fn a_judgement_has_every_move_and_the_best_one_first() {
    for spec in GameSpec::ALL {
        let start = spec.start();
        let effort = Effort { depth: Some(1), movetime: None };
        let judgement = Judgement::of(spec, &start, effort, &Progress::hidden());
        let mut codes: Vec<_> = judgement.moves.iter().map(|scored| scored.code).collect();
        codes.sort_unstable();
        let mut expected = Vec::new();
        start.legal_moves(&mut expected);
        assert_eq!(codes, expected, "{}", spec.name());
        assert!(judgement.moves.is_sorted_by(|one, other| one.score >= other.score));
        assert_eq!(judgement.best_moves().next(), Some(judgement.best().code));
        let is_exact = judgement.moves.iter().all(|scored| scored.is_exact);
        assert_eq!(is_exact, judgement.depth().is_none());
    }
}

fn walked(name: &str, engine: Side) -> Option<Walk> {
    let spec = game(name);
    let walked = walk(spec, &spec.start(), engine, &Progress::hidden());
    walked.expect("the game is small enough")
}

/// The value of the game is known: the wolves win.
#[test]
fn the_wolves_never_lose_against_any_play_of_the_sheep() {
    let walk = walked("sheep", Side::Second).expect("the wolves are not lost");
    assert_eq!((walk.worst, walk.plies_max), (Worst::Win, 44));
    assert!(walk.positions > 10_000, "{walk:?}");
    assert_eq!(walked("sheep", Side::First), None);
}

/// The values are known: the first board is won by X, and 3x3 is a draw.
#[test]
fn small_boards_are_proven_by_visiting_every_position() {
    for name in ["4x3x3", "4x4x3"] {
        let walk = walked(name, Side::First).expect("X is not lost");
        assert_eq!(walk.worst, Worst::Win, "{name}");
        assert_eq!(walked(name, Side::Second), None, "{name}");
    }
    for side in Side::ALL {
        let walk = walked("3x3", side).expect("it is a draw");
        assert_eq!((walk.worst, walk.plies_max), (Worst::Draw, 9));
    }
}

/// A walk that found nothing but wins everywhere would prove nothing: here the opponent wins by the
/// next move, and there it is too late to do anything.
#[test]
fn a_walk_from_a_lost_position_proves_nothing() {
    let spec = GameSpec::TicTacToe;
    let lost = spec.read("XX./OO./... x").expect("a position in play");
    assert_eq!(lost.turn(), Side::First);
    let of_winner = walk(spec, &lost, Side::First, &Progress::hidden());
    assert_eq!(of_winner.map(|walk| walk.map(|walk| walk.worst)), Ok(Some(Worst::Win)));
    assert_eq!(walk(spec, &lost, Side::Second, &Progress::hidden()), Ok(None));
}

#[test]
fn a_proof_says_what_it_has_walked() {
    let text = answer(&["prove", "--game", "4x3x3"]).expect("it is proven");
    assert!(text.starts_with("Every position of 4x3x3 that its opponent can reach"), "{text}");
    assert!(text.contains("\nthe engine as X: ") && text.contains(", it always wins, within "));
    assert!(text.contains("\nthe engine as O: lost against best play, "), "{text}");
}

#[test]
fn a_board_too_large_to_walk_through_is_proven_by_a_search() {
    let text = answer(&["prove", "--game", "5x4x4"]).expect("it is proven");
    assert!(text.starts_with("What 5x4x4 is worth, by a search of "), "{text}");
    assert!(text.contains("\na draw with best play: X cannot force a line, and O, "), "{text}");
    let text = answer(&["prove", "--game", "7x6x3"]).expect("it is proven");
    assert!(text.contains("\nX wins with best play: it can force a line"), "{text}");
    let refused = answer(&["prove", "--game", "15x15x5"]).expect_err("it cannot be proven");
    assert_eq!(refused, "15x15x5 is not proven: it has more than 64 cells");
}

#[test]
fn a_win_that_may_be_faster_is_said_to_be_within_so_many_plies() {
    let position = "..XO./X..XO/..O.X/..O../..X.. o";
    let line = ["solve", "--game", "5x5x4", position, "--depth", "3", "--json"];
    let json = answer(&line).expect("a position in play");
    assert!(json.contains(r#""to_move":"O","result":"win","plies":"#), "{json}");
    assert!(json.contains(r#","at_most":true,"moves""#), "{json}");
    let text = answer(&line[..6]).expect("a position in play");
    assert!(text.contains("O to move: win within "), "{text}");
    let text = answer(&["explain", "5x5x4", position, "--depth", "3"]).expect("a position in play");
    assert!(text.contains("whatever X may do, it wins within "), "{text}");
}

#[test]
fn of_an_empty_board_that_is_proven_the_worth_is_told_though_the_search_is_short() {
    let claim = "5x5x4 is a draw with best play, as `zerosum prove --game 5x5x4` shows.";
    let solve = |words: &[&str]| {
        let line = [&["solve", "--depth", "1", "--game"], words].concat();
        answer(&line).expect("it is a position in play")
    };
    assert!(solve(&["5x5x4"]).contains(claim));
    let later = solve(&["5x5x4", "X..../...../...../...../..... o"]);
    assert!(!later.contains("with best play"), "{later}");
    let unproven = solve(&["8x8x5"]);
    assert!(!unproven.contains("with best play"), "{unproven}");
}

#[test]
fn both_commands_name_the_same_cell_alike() {
    for position in ["O.X/X.X/.OO", "X.O/.../..X o", "XO./.../..."] {
        let solved = answer(&["solve", position]).expect("a position in play");
        let (_, best) = solved.rsplit_once("Best: ").expect("it names the best moves");
        let first = best.split_whitespace().next().expect("there is one");
        let explained = answer(&["explain", "3x3", position]).expect("a position in play");
        assert!(explained.contains(&format!(" plays {first}: ")), "{solved}{explained}");
    }
}

#[test]
fn a_position_to_explain_may_begin_with_a_hyphen() {
    let position = "-A.9 x 54 .";
    let line = ["zerosum", "explain", "strategic", position, "--depth", "2"];
    let parsed = CommandLine::try_parse_from(line).expect("a position and an option");
    let CommandLine::Explain(explain) = parsed else { panic!("another command") };
    assert_eq!(explain.position.as_deref(), Some(position));
    assert_eq!(explain.effort.depth, Some(2));
}
