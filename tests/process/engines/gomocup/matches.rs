//! Matches of engines that speak the protocol of Gomocup: tiny scripted ones, and the program.

use std::fs;
use std::path::Path;
use std::process::Command;

use clap::Parser;
use tempfile::TempDir;
use zerosum_tools::engine_match::{Match, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_zerosum");

/// A command line with only this command.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(flatten)]
    arguments: Match,
}

/// An engine as a shell script that runs `on_move` when it is to move. It notes all lines in a file.
fn fake(folder: &Path, name: &str, on_move: &str) -> String {
    let notes = folder.join(format!("{name}.heard"));
    let script = format!(
        "while read -r line; do line=$(printf %s \"$line\" | tr -d '\\r')\n\
         echo \"$line\" >> '{}'\n\
         case \"$line\" in\n\
         ABOUT) echo MESSAGE hello; echo 'name=\"{name}\", version=\"1\"';;\n\
         START*) echo OK;;\n\
         BEGIN|TURN*|DONE) {on_move};;\n\
         PLAY*) echo \"${{line#PLAY }}\";;\n\
         END) exit;;\n\
         esac; done\n",
        notes.display(),
    );
    let path = folder.join(name);
    fs::write(&path, script).expect("the script can be written");
    format!("sh '{}'", path.display())
}

/// Script that fills one row after another from a row on: `$n` counts its moves in all games.
fn rows(first: u8) -> String {
    format!("n=$((n+1)); echo DEBUG move $n; echo \"$(((n-1)%4)),{first}\"")
}

/// Output of a match on a board of 4x4 with four in a row, or the error with which it ends.
fn play(arguments: &[&str]) -> Result<String, String> {
    let line = ["match", "--game", "4x4x4", "--protocol-a", "gomocup", "--protocol-b", "gomocup"];
    let line = line.iter().chain(arguments);
    let arguments = CommandLine::try_parse_from(line).map_err(|error| error.to_string())?.arguments;
    let mut out = Vec::new();
    run(&arguments, &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).expect("it is text"))
}

#[test]
fn engines_of_gomocup_are_told_the_game_as_by_a_manager() {
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "upper", &rows(0));
    let b = fake(folder.path(), "lower", &rows(3));
    let record = folder.path().join("games.txt");
    let path = record.display().to_string();
    let line = [&a, &b, "--games", "1", "--movetime", "60000", "--opening-plies", "0"];
    let options = ["--option-a", "max_memory=80000000", "--record", &path];
    let text = play(&[&line[..], &options].concat()).expect("the match is played");
    assert!(text.contains("A: upper 1, sh ") && text.contains("B: lower 1, sh "), "{text}");
    assert!(text.contains("lost by a fault: A 0, B 0\n"), "{text}");
    let record = fs::read_to_string(&record).expect("the games are recorded");
    assert!(record.contains("1. a1 a4\n2. b1 b4\n3. c1 c4\n4. d1\n1-0"), "{record}");
    assert!(record.contains("1. d4 a1\n2. a4 b1\n3. b4 c1\n4. c4\n1-0"), "{record}");

    let heard = |name: &str| {
        let path = folder.path().join(format!("{name}.heard"));
        fs::read_to_string(path).expect("it has heard something")
    };
    let game = "START 4\nINFO rule 0\nINFO game_type 1\nINFO timeout_match 0\n\
        INFO timeout_turn 60000\nINFO max_memory 80000000\n";
    let left = "INFO time_left 2147483647\n";
    let first = format!("{left}BEGIN\n{left}TURN 0,3\n{left}TURN 1,3\n{left}TURN 2,3\n");
    let second = format!("{left}TURN 3,3\n{left}TURN 0,3\n{left}TURN 1,3\n");
    // Once to see whether it starts at all, then for two games.
    let expected = format!("ABOUT\n{game}END\nABOUT\n{game}{game}{first}{game}{second}END\n");
    assert_eq!(heard("upper"), expected);
}

#[test]
fn an_opening_is_told_as_a_position() {
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "one", "echo 0,9");
    let b = fake(folder.path(), "two", "echo 0,9");
    let line = ["--games", "1", "--opening-plies", "3", "--seed", "4", "--nodes", "70"];
    let text = play(&[&[a.as_str(), &b][..], &line].concat()).expect("the match is played");
    // The side to move after three plies is the one that loses by its move.
    let fault = "loses: no move: a move is written like b3, found \"0,9\" (after ";
    assert!(text.contains(&format!("pair 1: B {fault}")), "{text}");
    assert!(text.contains(&format!("pair 1: A {fault}")), "{text}");
    let heard = fs::read_to_string(folder.path().join("two.heard")).expect("it has heard");
    let told = heard.split("INFO time_left 2147483647\n").nth(1).expect("it was asked");
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!((lines[0], lines[4]), ("BOARD", "DONE"), "{told}");
    let owners: Vec<&str> = lines[1..4].iter().map(|line| &line[line.len() - 2..]).collect();
    assert_eq!(owners, [",2", ",1", ",2"], "{told}");
    assert!(heard.contains("INFO timeout_turn 120000\nINFO max_node 70\n"), "{heard}");
}

#[test]
fn an_engine_of_gomocup_may_suggest_a_move() {
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "polite", "n=$((n+1)); echo \"SUGGEST $(((n-1)%4)),0\"");
    let b = fake(folder.path(), "lower", &rows(3));
    let line = [&a, &b, "--games", "1", "--opening-plies", "0", "--depth", "1"];
    let text = play(&line).expect("the match is played");
    assert!(text.contains("2 games: A wins 1, draws 0, B wins 1\n"), "{text}");
    assert!(text.contains("lost by a fault: A 0, B 0\n"), "{text}");
}

#[test]
fn an_engine_of_gomocup_that_complains_and_moves_plays_on() {
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "upper", &rows(0));
    let b = fake(folder.path(), "grumbler", &format!("echo ERROR no idea; {}", rows(3)));
    let line = [&a, &b, "--games", "1", "--movetime", "60000", "--opening-plies", "0"];
    let text = play(&line).expect("the match is played");
    assert!(text.contains("lost by a fault: A 0, B 0\n"), "{text}");
}

#[test]
fn an_engine_of_gomocup_that_breaks_the_rules_loses() {
    for (name, on_move, fault) in [
        ("taken", "echo 0,0", "an illegal move, a1"),
        ("outside", "echo 0,4", "no move: a move is written like b3, found \"0,4\""),
        ("helpless", "echo ERROR no idea; exit 3", "it said \"ERROR no idea\" instead of a move"),
        ("ignorant", "echo UNKNOWN; exit 3", "it said \"UNKNOWN\" instead of a move"),
        ("crashed", "exit 3", "it ended instead of saying a move"),
    ] {
        let folder = TempDir::new().expect("a folder can be made");
        let a = fake(folder.path(), "upper", &rows(0));
        let b = fake(folder.path(), name, on_move);
        let line = [&a, &b, "--games", "2", "--movetime", "60000", "--opening-plies", "0"];
        let text = play(&line).expect("the match is played");
        assert!(text.contains(&format!("pair 1: B loses: {fault} (after ")), "{name}: {text}");
    }
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "upper", &rows(0));
    let b = fake(folder.path(), "silent", ":");
    let line = [&a, &b, "--games", "2", "--movetime", "1", "--tolerance", "200"];
    let text = play(&line).expect("the match is played");
    assert!(text.contains("B loses: no move within 201 ms (after "), "{text}");
}

#[test]
fn an_engine_of_gomocup_that_does_not_start_ends_the_match() {
    for (b, reason) in [
        ("sh -c 'exit 0'", "engine B: it ended instead of saying who it is"),
        (
            "sh -c 'read a; echo hello; read b; echo ERROR too small; read c'",
            "engine B: it said \"ERROR too small\" instead of OK",
        ),
    ] {
        let folder = TempDir::new().expect("a folder can be made");
        let a = fake(folder.path(), "upper", &rows(0));
        let error = play(&[&a, b]).expect_err("there is no match");
        assert!(error.starts_with(reason), "{error}");
    }
}

/// Output of a match that the program plays.
fn match_of_program(arguments: &[&str]) -> String {
    let output =
        Command::new(PROGRAM).arg("match").args(arguments).output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("it is text");
    assert!(output.status.success(), "{text}");
    text
}

#[test]
fn two_of_the_program_play_whole_games_in_both_protocols() {
    for (game, protocols) in [
        ("15x15x5", ["--protocol-a=gomocup", "--protocol-b=gomocup"]),
        ("9x7x5", ["--protocol-a=gomocup", "--protocol-b=ugi"]),
        ("6x6x4", ["--protocol-a=ugi", "--protocol-b=gomocup"]),
    ] {
        let line = ["--game", game, "--games", "2", "--nodes", "300"];
        let text = match_of_program(&[&line[..], &protocols].concat());
        assert!(text.contains("A: zerosum ") && text.contains("B: zerosum "), "{text}");
        assert!(text.contains("\n2 games: A wins "), "{text}");
        assert!(text.contains("lost by a fault: A 0, B 0\n"), "{text}");
    }
}

#[test]
fn both_protocols_play_the_same_game() {
    let folder = TempDir::new().expect("a folder can be made");
    let games: Vec<String> = ["gomocup", "ugi"]
        .into_iter()
        .map(|protocol| {
            let path = folder.path().join(protocol).display().to_string();
            let protocols =
                [format!("--protocol-a={protocol}"), format!("--protocol-b={protocol}")];
            let [a, b] = protocols.each_ref().map(String::as_str);
            let line = ["--game", "9x9x5", "--games", "2", "--depth", "2", "--record", &path];
            match_of_program(&[&line[..], &[a, b]].concat());
            fs::read_to_string(&path).expect("the games are recorded")
        })
        .map(|record| record.lines().filter(|line| !line.starts_with('[')).collect::<String>())
        .collect();
    assert!(games[0].len() > 20, "{games:?}");
    assert_eq!(games[0], games[1]);
}
