//! `zerosum compare`, as it is typed and as it answers.

use clap::Parser;
use clap::error::ErrorKind;
use zerosum_games::any::GameSpec;
use zerosum_tools::compare::{Compare, run};

/// Command line with only this command.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(flatten)]
    compare: Compare,
}

/// Returns the output of the command, or its error if nothing was written.
fn answer(arguments: &[&str]) -> Result<String, String> {
    let line = ["compare"].iter().chain(arguments);
    let compare = CommandLine::try_parse_from(line).expect("a line that clap accepts").compare;
    let mut written = Vec::new();
    match run(&compare, &mut written) {
        Ok(()) => Ok(String::from_utf8(written).expect("the answer is text")),
        Err(error) => {
            assert!(written.is_empty(), "an error comes before the first line");
            Err(error.to_string())
        }
    }
}

/// The width of the plies and the columns of minimax and alpha-beta.
const PLAIN_COLUMNS: usize = 5 + 2 * 13;

/// The tables without the columns of the searches that change with every speed-up, and the text after the
/// tables.
fn without_the_fast_searches(text: &str) -> String {
    let (tables, _) = text.split_once("\nEach search").expect("a legend follows the tables");
    let is_row = |line: &str| line.starts_with("plies") || line.starts_with("   ");
    let lines = tables.lines();
    lines
        .map(|line| if is_row(line) { &line[..PLAIN_COLUMNS] } else { line }.to_owned() + "\n")
        .collect()
}

const SHEEP: &str = "\
Catch the Sheep from 1w1w1w1w/8/8/8/8/8/8/4s3 s.
The sheep searches, with the tutorial's opinion and order of moves.

Positions evaluated, or over
plies      minimax   alpha-beta
    2           14            8
    4          344           50
    6        6,264          284

All positions looked at
plies      minimax   alpha-beta
    2           17           11
    4          417           75
    6        7,713          425
";

#[test]
fn searches_of_the_sheep_look_at_as_many_positions_as_the_tutorial_says() {
    let text = answer(&["sheep", "--depth", "6"]).expect("a game");
    assert_eq!(without_the_fast_searches(&text), SHEEP);
}

/// The number in the last row of a table and the column of a search.
fn last_number(text: &str, table: &str, column: usize) -> u64 {
    let (_, below) = text.split_once(table).expect("the table is there");
    let row = below.lines().skip(1).take_while(|line| !line.is_empty()).last();
    let numbers: Vec<&str> = row.expect("the table has rows").split_whitespace().collect();
    numbers[column].replace(',', "").parse().expect("a number")
}

/// Every technique saves positions where the game is deep.
fn assert_savings(text: &str) {
    for table in ["Positions evaluated, or over", "All positions looked at"] {
        let numbers = [1, 2, 3, 4].map(|column| last_number(text, table, column));
        assert!(numbers.is_sorted_by(|one, other| one > other), "{text}");
        assert!(last_number(text, table, 5) < numbers[2], "{text}");
    }
}

const HEADLINE: &str = "\
The tutorial's engine looks 8 plies ahead and evaluates after each pair of turns.
Whatever the wolves do, it meets 1494 positions in its first 6 turns.
Pruning takes it from about 340,000 to about 6,500 evaluations in these:

      minimax   alpha-beta  position, and the moves there
      357,726        6,365  1w1w4/6w1/3w4/8/5s2/8/8/8 s
                            e8f7 h1g2 f7e6 f1e2 e6f5 e2d3
      322,960        6,252  1w3w2/4w3/8/8/3w1s2/8/8/8 s
                            e8f7 h1g2 f7e6 g2f3 e6f5 f3e4 f5e6 e4d5 e6f5 d1e2
      348,418        6,565  3w1w2/8/5w2/2w5/5s2/8/8/8 s
                            e8f7 h1g2 f7e6 g2f3 e6f5 b1c2 f5g4 c2d3 g4f5 d3c4
";

#[test]
fn eight_plies_show_where_the_tutorial_saves_most() {
    let text = answer(&["sheep"]).expect("a game");
    assert!(text.ends_with(HEADLINE), "{text}");
    assert_savings(&text);
}

const TIC_TAC_TOE: &str = "\
3x3 from the start. A game that is not over counts as even.

Positions evaluated, or over
plies      minimax   alpha-beta
    1            9            9
    2           72           16
    3          504           70
    4        3,024          110
    5       15,120          778
    6       56,160          910
    7      154,944        6,114
    8      255,168        6,386
    9      255,168        8,453

All positions looked at
plies      minimax   alpha-beta
    1           10           10
    2           82           26
    3          586           96
    4        3,610          206
    5       18,730        1,079
    6       73,450        1,886
    7      221,626       10,298
    8      422,074       14,384
    9      549,946       20,866
";

#[test]
fn minimax_looks_at_549946_positions_of_tic_tac_toe() {
    let text = answer(&["3x3"]).expect("a game");
    assert_eq!(without_the_fast_searches(&text), TIC_TAC_TOE);
    assert_savings(&text);
}

const BOARD: &str = "\
4x4x4 from the start. A game that is not over counts as even.

Positions evaluated, or over
plies      minimax   alpha-beta
    1           16           16
    2          240           30
    3        3,360          238
    4       43,680          418

All positions looked at
plies      minimax   alpha-beta
    1           17           17
    2          257           47
    3        3,617          285
    4       47,297          703
";

#[test]
fn larger_boards_are_compared_as_far_as_that_is_bearable() {
    let text = answer(&["4x4x4", "--depth", "4"]).expect("a game");
    assert_eq!(without_the_fast_searches(&text), BOARD);
}

#[test]
fn every_game_can_be_compared() {
    for spec in GameSpec::ALL {
        let text = answer(&[&spec.name(), "--depth", "1"]).expect("a game");
        let rows = text.lines().filter(|line| line.starts_with("    1 "));
        assert_eq!(rows.count(), 2, "{text}");
    }
}

const GIVEN_UP: &str = "\
15x15x5 from the start. A game that is not over counts as even.

Positions evaluated, or over
plies      minimax   alpha-beta
    1          225          225
    2            -          448

All positions looked at
plies      minimax   alpha-beta
    1          226          226
    2            -          674
";

#[test]
fn a_search_that_takes_too_long_is_given_up() {
    let text = answer(&["15x15x5", "--depth", "2", "--nodes", "10000"]).expect("a game");
    assert_eq!(without_the_fast_searches(&text), GIVEN_UP);
    assert!(text.ends_with("\n-: given up after 10,000 positions.\n"), "{text}");
}

#[test]
fn invalid_games_are_refused() {
    for name in ["chess", "", "2x9", "21x21x5", "sheep-4"] {
        let error = answer(&[name]).expect_err("no game");
        assert!(error.starts_with(&format!("there is no game {name:?}")), "{error}");
    }
}

#[test]
fn a_depth_is_at_least_one_ply() {
    for depth in ["0", "251", "-1", "x"] {
        let line = ["compare", "sheep", "--depth", depth];
        let error = CommandLine::try_parse_from(line).expect_err("no depth").kind();
        let is_refused = [ErrorKind::ValueValidation, ErrorKind::UnknownArgument].contains(&error);
        assert!(is_refused, "{depth}: {error:?}");
    }
}
