//! Matches between tiny scripted engines, each with one behaviour.

use std::fs;
use std::path::Path;
use std::thread;

use clap::Parser;
use tempfile::TempDir;
use zerosum_tools::engine_match::{Match, run};

/// A command line with only this command.
#[derive(Debug, Parser)]
struct CommandLine {
    #[command(flatten)]
    arguments: Match,
}

/// An engine as a shell script that runs `on_go` for each `go`. `$moves` holds the position.
fn fake(folder: &Path, name: &str, on_go: &str) -> String {
    fake_with_options(folder, name, &[], on_go)
}

/// Such an engine that lists these options.
fn fake_with_options(folder: &Path, name: &str, options: &[&str], on_go: &str) -> String {
    let options: String =
        options.iter().map(|option| format!("echo 'option name {option}'; ")).collect();
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         ugi) echo 'id name {name}'; {options}echo ugiok;;\n\
         setoption*) echo \"$line\" >> {name}.options;;\n\
         isready) echo readyok;;\n\
         position*) moves=\" $line \";;\n\
         go*) {on_go};;\n\
         quit) exit;;\n\
         esac; done\n"
    );
    let path = folder.join(name);
    fs::write(&path, script).expect("the script can be written");
    format!("sh '{}'", path.display())
}

/// Script that takes the first free cell of a list.
fn first_free(cells: &str) -> String {
    format!(
        "for cell in {cells}; do case \"$moves\" in *\" $cell \"*) ;; \
         *) echo info depth 1; echo \"bestmove $cell\"; break;; esac; done"
    )
}

const ROWS: &str = "a1 b1 c1 a2 b2 c2 a3 b3 c3";
const ROWS_FROM_THE_END: &str = "c3 b3 a3 c2 b2 a2 c1 b1 a1";

/// Output of a match at 3x3, or the error with which it ends.
fn play(arguments: &[&str]) -> Result<String, String> {
    play_game("3x3", arguments)
}

/// Output of a match at a game, or the error with which it ends.
fn play_game(game: &str, arguments: &[&str]) -> Result<String, String> {
    let line = ["match", "--game", game].into_iter().chain(arguments.iter().copied());
    let arguments = CommandLine::try_parse_from(line).map_err(|error| error.to_string())?.arguments;
    let mut out = Vec::new();
    run(&arguments, &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).expect("it is text"))
}

#[test]
fn two_engines_play_each_opening_from_both_sides() {
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "rows", &first_free(ROWS));
    let b = fake(folder.path(), "end", &first_free(ROWS_FROM_THE_END));
    let record = folder.path().join("games.txt");
    let path = record.display().to_string();
    let line =
        [&a, &b, "--games", "3", "--movetime", "5000", "--opening-plies", "0", "--record", &path];
    let text = play(&line).expect("the match is played");
    // The side that begins fills the first row, or the last, before the other one does.
    assert!(text.contains("3x3: 2 pairs of games, 5000 ms a move, openings of 0 plies"), "{text}");
    assert!(text.contains("\n4 games: A wins 2, draws 0, B wins 2\n"), "{text}");
    assert!(text.contains("0 0.5 1 1.5 2: 0 0 2 0 0\n"), "{text}");
    // All pairs are alike, the games are not.
    let pairs = "Elo of A over B: +0.0, too few different pairs for an interval\n";
    assert!(text.contains(pairs), "{text}");
    assert!(
        text.contains("alone: +0.0, between -") && text.contains("(95 %, trinomial)\n"),
        "{text}"
    );
    assert!(text.contains("lost by a fault: A 0, B 0\n"), "{text}");
    let record_text = fs::read_to_string(&record).expect("the games are recorded");
    let first = "[Game \"3x3\"]\n[Round \"1.1\"]\n[First \"rows\"]\n[Second \"end\"]\n\
        [OpeningPlies \"0\"]\n[Result \"1-0\"]\n\n\
        zerosum record 1 3x3\n1. a1 c3\n2. b1 b3\n3. c1\n1-0\n\n";
    assert!(record_text.starts_with(first), "{record_text}");
    assert!(record_text.contains("[First \"end\"]") && record_text.contains("1. c3 a1\n2. b3 b1"));
    assert_eq!(record_text.matches("[Round ").count(), 4);

    let error = play(&line).expect_err("a record is not overwritten");
    assert!(error.starts_with("cannot make the record"), "{error}");
    assert_eq!(fs::read_to_string(&record).expect("it is still there"), record_text);
}

/// Checks that an engine with this behaviour loses both games at its first move, for this reason.
fn assert_loses(name: &str, on_go: &str, move_millis: &str, fault: &str) {
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "rows", &first_free(ROWS));
    let b = fake(folder.path(), name, on_go);
    let line = ["--games", "2", "--opening-plies", "1", "--seed", "4", "--tolerance", "1000"];
    let engines = [a.as_str(), &b, "--movetime", move_millis];
    let text = play(&[&engines[..], &line].concat()).expect("the match is played");
    assert!(text.contains("2 games: A wins 2, draws 0, B wins 0\n"), "{name}: {text}");
    assert!(text.contains("lost by a fault: A 0, B 2\n"), "{name}: {text}");
    assert!(text.contains(&format!("pair 1: B loses: {fault} (after ")), "{name}: {text}");
    for line in [
        "Elo of A over B: +inf, too few different pairs for an interval\n",
        "           alone: +inf, too few different games for an interval\n",
    ] {
        assert!(text.contains(line), "{name}: {text}");
    }
}

#[test]
fn an_engine_that_breaks_the_rules_loses() {
    for (name, on_go, fault) in [
        ("fixed", "echo bestmove a1", "an illegal move, a1"),
        ("absent", "echo bestmove d9", "no move: d9 is off the board"),
        ("resigned", "echo bestmove none", "no move: a move is written like b3, found \"none\""),
        ("speechless", "echo bestmove", "no move: a move is written like b3, found \"\""),
        ("crashed", "exit 3", "it ended instead of saying bestmove"),
    ] {
        assert_loses(name, on_go, "20000", fault);
    }
}

#[test]
fn an_engine_that_is_late_loses() {
    thread::scope(|scope| {
        for (name, on_go) in [
            ("silent", ":"),
            ("slow", "sleep 3; echo bestmove b1"),
            ("noisy", "while :; do echo info depth 1; done"),
        ] {
            scope.spawn(move || assert_loses(name, on_go, "500", "no move within 1500 ms"));
        }
    });
}

#[test]
fn an_engine_that_cannot_be_started_ends_the_match_before_it_begins() {
    let folder = TempDir::new().expect("a folder can be made");
    let good = fake(folder.path(), "rows", &first_free(ROWS));
    let record = folder.path().join("games.txt");
    let path = record.display().to_string();
    for (b, reason) in [
        ("/nowhere/to/be/found", "engine B: cannot start /nowhere/to/be/found: "),
        ("sh -c 'exit 0'", "engine B: it ended instead of saying ugiok"),
        (
            "sh -c 'exit",
            "a quotation mark is not closed, or a backslash is the last character: sh -c ",
        ),
        (
            "sh -c exit\\",
            "a quotation mark is not closed, or a backslash is the last character: sh -c ",
        ),
        (" \t", "an engine is a command, found nothing"),
    ] {
        let error = play(&[&good, b, "--record", &path]).expect_err("there is no match");
        assert!(error.starts_with(reason), "{error}");
        assert!(!record.exists(), "nothing is left half done");
    }
}

#[test]
fn options_are_handed_on_to_the_engine_they_are_for() {
    let folder = TempDir::new().expect("a folder can be made");
    let noted = |name: &str| {
        let path = folder.path().join(format!("{name}.options"));
        fs::read_to_string(path).unwrap_or_default()
    };
    let command = |name: &str| {
        let command = fake(folder.path(), name, &first_free(ROWS));
        // The notes are written to the folder of the test.
        format!("sh -c \"cd '{}' && exec {command}\"", folder.path().display())
    };
    let (a, b) = (command("one"), command("two"));
    let options = ["--option-a", "Level=strong", "--option-a", "Hash = 2", "--option-b", "Seed=7"];
    play(&[&[a.as_str(), &b, "--games", "2"][..], &options].concat()).expect("it is played");
    let of_a = "setoption name Level value strong\nsetoption name Hash value 2\n";
    // Once before the match, and once in it.
    assert_eq!(noted("one"), of_a.repeat(2));
    assert_eq!(noted("two"), "setoption name Seed value 7\n".repeat(2));
}

#[test]
fn an_option_that_the_engine_does_not_list_ends_the_match_before_it_begins() {
    let folder = TempDir::new().expect("a folder can be made");
    let options =
        ["Level type combo default best var novice var best", "Hash type spin default 64"];
    let a = fake_with_options(folder.path(), "one", &options, &first_free(ROWS));
    let b = fake_with_options(folder.path(), "two", &options, &first_free(ROWS));
    for (option, reason) in [
        (["--option-a", "levl=novice"], "engine A: it has no option levl; it has Level, Hash"),
        (["--option-b", "Level=novise"], "engine B: Level is one of novice, best"),
    ] {
        let error = play(&[&[a.as_str(), &b][..], &option].concat()).expect_err("it is refused");
        assert_eq!(error, reason);
    }
}

#[test]
fn a_test_ends_the_match_as_soon_as_it_is_decided() {
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "rows", &first_free(ROWS));
    let b = fake(folder.path(), "fixed", "echo bestmove a1");
    let line = ["--games", "100000", "--opening-plies", "1", "--seed", "4"];
    let test = ["--sprt", "0,200", "--concurrency", "2", "--nodes", "1"];
    let text = play(&[&[a.as_str(), &b][..], &line, &test].concat()).expect("it is played");
    assert!(text.contains("SPRT of Elo 0 against 200: LLR "), "{text}");
    assert!(text.contains(", 200 is accepted\n"), "{text}");
}

#[test]
fn an_opening_that_leaves_less_than_a_move_for_each_engine_is_refused() {
    let refused = |game: &str, plies: &str| {
        play_game(game, &["--opening-plies", plies]).expect_err("it is refused")
    };
    assert_eq!(refused("3x3", "8"), "an opening of 3x3 has at most 7 plies, not 8");
    assert_eq!(refused("4x4x3", "99"), "an opening of 4x4x3 has at most 14 plies, not 99");
    let folder = TempDir::new().expect("a folder can be made");
    let a = fake(folder.path(), "rows", &first_free(ROWS));
    let text = play(&[&a, &a, "--games", "2", "--opening-plies", "7"]).expect("it is played");
    assert!(text.contains("openings of 7 plies\n"), "{text}");
    assert!(!text.contains("shortest opening"), "{text}");
}

#[test]
fn absurd_matches_are_refused() {
    for line in [
        &["--games", "0"][..],
        &["--movetime", "0"],
        &["--movetime", "10", "--nodes", "10"],
        &["--concurrency", "0"],
        &["--concurrency", "65"],
        &["--sprt", "5,0"],
        &["--sprt", "5"],
        &["--sprt", "nan,5"],
        &["--alpha", "0.5"],
        &["--beta", "0"],
        &["--option-a", "Level"],
        &["--option-a", "=3"],
        &["--option-a", "Level=a\nquit"],
        &["--game", "chess"],
        &["a", "b", "c"],
    ] {
        let error = play(line).expect_err("it is refused");
        assert!(error.starts_with("error: "), "{line:?}: {error}");
    }
}
