//! `zerosum solve`, as it is typed and as it answers.

use clap::Parser;
use clap::error::ErrorKind;
use zerosum_tools::solve::{Solve, run};

/// Command line with only this command.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(flatten)]
    solve: Solve,
}

/// Returns the output of the command, or its error if nothing was written.
fn answer(arguments: &[&str]) -> Result<String, String> {
    let line = ["solve"].iter().chain(arguments);
    let solve = CommandLine::try_parse_from(line).expect("a command line that clap accepts").solve;
    let mut written = Vec::new();
    match run(&solve, &mut written) {
        Ok(()) => Ok(String::from_utf8(written).expect("the answer is text")),
        Err(error) => {
            assert!(written.is_empty(), "an error comes before the first line");
            Err(error.to_string())
        }
    }
}

const WORKED_EXAMPLE: &str = "\
O.X/X.X/.OO x
X to move: win in 1

   O | b1 |  X        O | -2 |  X
 ----+----+----     ----+----+----
   X | b2 |  X        X | +1 |  X
 ----+----+----     ----+----+----
  a3 |  O |  O       -2 |  O |  O

Left: the name of each free cell. Right: what a move there leads to.
+n: win in n plies, =: draw, -n: loss in n plies, the move itself included.

Best: b2
";

const WORKED_TRACE: &str = "
Minimax, call by call. X takes the max, O the min; a win for X is
+10, a draw 0, a loss -10. Plies count from the position above.

call 1: max(-10, +10, -10) = +10 by b2, win in 1
  call 2, move b1: min(-10, -10) = -10 by b2, loss in 2
    call 3, move b2: -10, loss in 2
    call 4, move a3: -10, loss in 2
  call 5, move b2: +10, win in 1
  call 6, move a3: min(+10, -10) = -10 by b2, loss in 2
    call 7, move b1: max(+10) = +10 by b2, win in 3
      call 8, move b2: +10, win in 3
    call 9, move b2: -10, loss in 2
";

#[test]
fn a_position_is_shown_with_the_verdict_of_every_cell() {
    assert_eq!(answer(&["O.X/X.X/.OO"]), Ok(WORKED_EXAMPLE.to_owned()));
}

#[test]
fn a_trace_follows_on_request() {
    let expected = format!("{WORKED_EXAMPLE}{WORKED_TRACE}");
    assert_eq!(answer(&["O.X/X.X/.OO x", "--trace"]), Ok(expected));
}

#[test]
fn the_empty_board_is_a_draw_by_every_move() {
    let text = answer(&[".../.../..."]).expect("the empty board is a position in play");
    assert!(text.contains("X to move: draw"), "{text}");
    assert!(text.ends_with("Best: a1 b1 c1 a2 b2 c2 a3 b3 c3\n"), "{text}");
    assert_eq!(text.matches(" = ").count() + text.matches(" =\n").count(), 9, "{text}");
}

#[test]
fn a_lost_position_shows_how_long_it_can_be_held() {
    let text = answer(&["X.O/.../..X o"]).expect("a position in play");
    assert!(text.contains("O to move: loss in 4"), "{text}");
}

#[test]
fn json_is_one_line_of_a_stated_version() {
    let expected = concat!(
        r#"{"version":2,"game":"3x3","position":"O.X/X.X/.OO x","to_move":"X","result":"win","plies":1,"#,
        r#""moves":[{"move":"b1","result":"loss","plies":2},{"move":"b2","result":"win","plies":1},"#,
        r#"{"move":"a3","result":"loss","plies":2}],"best":["b2"]}"#,
        "\n",
    );
    assert_eq!(answer(&["--json", "O.X/X.X/.OO"]), Ok(expected.to_owned()));
}

#[test]
fn a_draw_in_json_has_no_distance() {
    let expected = concat!(
        r#"{"version":2,"game":"3x3","position":"XOX/XOO/.X. o","to_move":"O","result":"draw","#,
        r#""moves":[{"move":"a3","result":"draw"},{"move":"c3","result":"loss","plies":2}],"#,
        r#""best":["a3"]}"#,
        "\n",
    );
    assert_eq!(answer(&["--json", "XOX/XOO/.X."]), Ok(expected.to_owned()));
}

#[test]
fn invalid_positions_are_refused_with_their_reason() {
    for (text, message) in [
        ("XX/.../...", "row 1 must have 3 cells, found 2"),
        ("XXX/OO./...", "the game is already over: X has won"),
        ("X../.../... x", "it is O's turn by the count of marks, not X's"),
    ] {
        assert_eq!(answer(&[text]), Err(message.to_owned()));
        assert_eq!(answer(&["--json", text]), Err(message.to_owned()));
    }
}

#[test]
fn a_trace_too_long_to_read_is_refused() {
    let message =
        "a trace of this search takes more than 500 calls; try a position later in a game";
    assert_eq!(answer(&[".../.../...", "--trace"]), Err(message.to_owned()));
}

#[test]
fn a_trace_in_json_is_not_offered() {
    let line = ["solve", ".../.../...", "--trace", "--json"];
    let error = CommandLine::try_parse_from(line).expect_err("the two exclude each other");
    assert_eq!(error.kind(), ErrorKind::ArgumentConflict);
}

/// Positions of Strategic begin with any of 81 signs, the hyphen among them.
#[test]
fn a_position_may_begin_with_a_hyphen_and_options_stand_anywhere() {
    let position = "-A.9 x 54 .";
    for line in [
        &["solve", "--game", "strategic", position, "--depth", "2", "--json"][..],
        &["solve", position, "--json", "--game", "strategic", "--depth", "2"],
        &["solve", "--json", "--depth", "2", "--game", "strategic", position],
    ] {
        let solve = CommandLine::try_parse_from(line).expect("a position and options").solve;
        assert_eq!(solve.position.as_deref(), Some(position), "{line:?}");
        assert_eq!(solve.game.map(|spec| spec.name()).as_deref(), Some("strategic"), "{line:?}");
        assert!(solve.json && solve.effort.depth == Some(2), "{line:?}");
    }
    let line = ["solve", ".../.../...", "--jsn"];
    let error = CommandLine::try_parse_from(line).expect_err("there is no such option");
    assert_eq!(error.kind(), ErrorKind::UnknownArgument);
    let error = CommandLine::try_parse_from(["solve", "--trcae"]).expect_err("there is none");
    assert!(error.to_string().contains("there is no such option"), "{error}");
}
