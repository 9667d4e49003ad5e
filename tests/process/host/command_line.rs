//! The commands of the program: their output, their exit codes, and the files they leave alone.

use std::fs;
use std::net::TcpListener;
use std::path::Path;

use zerosum_playground::Playground;
use zerosum_playground::settings::{Cast, Settings};

use crate::child::{Ended, Launch, PATIENCE, TOKEN, database_url, folder, free_port, telegram};

fn run(arguments: &[&str]) -> Ended {
    Launch::of(arguments, folder().path()).run()
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).expect("the folder is there").count() == 0
}

/// Returns whether Telegram has received no call.
fn is_untouched(telegram: &Playground) -> bool {
    telegram.look(|snapshot| snapshot.polls() == 0 && snapshot.calls().count() == 0)
}

#[test]
fn help_names_every_command() {
    let Ended { out, err, code } = run(&["--help"]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let commands = [
        "bot",
        "playground",
        "backup",
        "adopt-database",
        "solve",
        "explain",
        "prove",
        "compare",
        "engine",
        "match",
        "record",
        "train",
        "sheets",
        "analyze",
        "puzzles",
        "reviews",
        "health",
        "webhook",
    ];
    for word in commands.into_iter().chain(["TELOXIDE_TOKEN", ".env.example"]) {
        assert!(out.contains(word), "{word}: {out}");
    }
}

#[test]
fn the_version_is_that_of_the_package() {
    let Ended { out, err, code } = run(&["--version"]);
    assert_eq!(out, format!("zerosum {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!((err.as_str(), code), ("", Some(0)));
}

#[test]
fn wrong_arguments_are_a_usage_error() {
    let lines: [&[&str]; 15] = [
        &["play"],
        &["--loud"],
        &["solve"],
        &["solve", ".../.../...", "--trace", "--json"],
        &["prove", "--sessions", "0"],
        &["health", "now"],
        &["train", "ultimate"],
        &["train", "3x3", "--out", "numbers.txt"],
        &["sheets", "chessboard"],
        &["sheets", "--language", "de"],
        &["sheets", "--rows", "123"],
        &["sheets", "--moves", "540"],
        &["analyze", "chess"],
        &["analyze", "strategic", "map34", "--from", "5.10"],
        &["analyze", "strategic", "map34", "--search", "columns"],
    ];
    for line in lines {
        let Ended { out, err, code } = run(line);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{line:?}");
        assert!(err.starts_with("error: "), "{line:?}: {err}");
    }
}

#[test]
fn sheets_are_files_of_both_kinds_and_are_never_overwritten() {
    let folder = folder();
    let run = |arguments: &[&str]| Launch::of(arguments, folder.path()).run();
    let Ended { out, err, code } = run(&["sheets", "--language", "uk", "--paper", "a5"]);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let files: Vec<&str> = out.lines().collect();
    assert_eq!(files.len(), 2 * 5, "{out}");
    for file in files {
        let contents = fs::read(folder.path().join(file)).expect("it is written");
        let start: &[u8] = if file.ends_with(".pdf") { b"%PDF-" } else { b"<?xml" };
        assert!(contents.starts_with(start), "{file}");
    }
    let again = run(&["sheets", "--language", "uk", "--paper", "a5"]);
    assert_eq!((again.out.as_str(), again.code), ("", Some(1)));
    assert!(again.err.contains("sheets/basic-a5-uk.pdf"), "{}", again.err);

    let long = "541".repeat(400);
    let record = run(&["sheets", "record", "--games", "1", "--moves", &long, "--out", "game.svg"]);
    assert_eq!(record.out, "game.svg\ngame-2.svg\n", "{}", record.err);
    for refused in [
        &["sheets", "record", "--paper", "a5"][..],
        &["sheets", "basic", "help", "--out", "two.pdf"],
        &["sheets", "functional", "--rows", "hmap2"],
        &["sheets", "full", "--rules", "hyperfunctional", "--cells", "map34"],
    ] {
        let Ended { out, code, .. } = run(refused);
        assert_eq!((out.as_str(), code), ("", Some(1)), "{refused:?}");
    }
}

#[test]
fn solve_answers_in_text_with_a_trace_and_in_json() {
    let text = run(&["solve", "O.X/X.X/.OO"]);
    assert_eq!((text.err.as_str(), text.code), ("", Some(0)));
    assert!(text.out.contains("X to move: win in 1") && text.out.ends_with("Best: b2\n"));
    let trace = run(&["solve", "O.X/X.X/.OO x", "--trace"]);
    assert_eq!(trace.code, Some(0));
    assert!(trace.out.starts_with(&text.out) && trace.out.contains("call 9, move b2: -10"));
    let json = run(&["solve", "--json", "O.X/X.X/.OO"]);
    assert_eq!(json.code, Some(0));
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!(value["best"], serde_json::json!(["b2"]));
}

#[test]
fn solve_refuses_what_is_no_position_in_one_line() {
    for (text, reason) in [
        ("XX/.../...", "row 1 must have 3 cells, found 2"),
        ("XXX/OO./...", "the game is already over: X has won"),
        ("", "a position has 3 rows divided by '/', found 1"),
        ("\u{1b}[31m../.../...", "row 1 must have 3 cells, found 7"),
    ] {
        for flags in [&[][..], &["--json"], &["--trace"]] {
            let Ended { out, err, code } = run(&[&["solve", text], flags].concat());
            assert_eq!(err, format!("zerosum: {reason}\n"));
            assert_eq!((out.as_str(), code), ("", Some(1)));
        }
    }
}

#[test]
fn analyze_refuses_what_is_no_number_set_in_one_line() {
    for (text, reason) in [
        (
            "map99",
            "\"map99\" is neither tactical nor the name of a number set; `zerosum analyze strategic` lists them",
        ),
        (
            "123",
            "a functional set has 27 or 81 numbers, a hyperfunctional one 729, or 81 behind 's', found 3",
        ),
    ] {
        let Ended { out, err, code } = run(&["analyze", "strategic", text]);
        assert_eq!((out.as_str(), code), ("", Some(1)));
        assert_eq!(err, format!("zerosum: {reason}\n"));
    }
}

#[test]
fn prove_refuses_a_board_of_which_it_proves_nothing() {
    for (board, reason) in [("9x8x5", "more than 64 cells"), ("6x6x5-exact", "longer rows win")] {
        let Ended { out, err, code } = run(&["prove", "--game", board]);
        assert_eq!((out.as_str(), code), ("", Some(1)), "{err}");
        assert!(err.contains(reason), "{err}");
    }
}

#[test]
fn prove_counts_every_line_and_finds_none_lost() {
    let Ended { out, err, code } = run(&["prove", "--sessions", "2"]);
    assert_eq!((err.as_str(), code), ("", Some(0)), "{out}");
    let counts: Vec<Vec<u64>> =
        out.lines().filter(|line| line.contains(" lines, ")).map(counts).collect();
    assert_eq!(counts.len(), 2, "{out}");
    for counts in counts {
        let [lines, bot_wins, draws, human_wins] = counts[..] else { panic!("four counts: {out}") };
        assert_eq!(lines, bot_wins + draws + human_wins);
        assert!(bot_wins > 0 && draws > 0 && human_wins == 0, "{out}");
    }
    assert!(out.ends_with("The bot loses none.\n"), "{out}");
}

/// The numbers in a line such as `3x3 the person begins: 10 lines, 7 bot wins, 3 draws, …`.
fn counts(line: &str) -> Vec<u64> {
    let (_, rest) = line.split_once(": ").expect("the kind of session comes first");
    let numbers = rest.split(", ").filter_map(|part| part.split(' ').next()?.parse().ok());
    numbers.take(4).collect()
}

#[test]
fn record_prints_a_game_and_refuses_another_text_with_the_place() {
    let folder = folder();
    let run = |text: &str| {
        fs::write(folder.path().join("game.txt"), text).expect("it can be written");
        Launch::of(&["record", "game.txt"], folder.path()).run()
    };
    let Ended { out, err, code } = run("Zerosum record 1: 3x3 B2, a1 *");
    assert_eq!(out, "zerosum record 1 3x3\n1. b2 a1\n*\n");
    assert_eq!((err.as_str(), code), ("", Some(0)));
    let Ended { out, err, code } = run("zerosum record 1 3x3 b2 b2 *");
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert_eq!(err, "zerosum: move 1, O: b2 is taken\n");
    // Standard input is empty.
    let Ended { err, code, .. } = Launch::of(&["record"], folder.path()).run();
    assert_eq!(code, Some(1));
    assert!(err.starts_with("zerosum: a record begins with 'zerosum record 1'"), "{err}");
}

#[test]
fn train_leaves_a_file_alone_that_is_there() {
    let folder = folder();
    fs::write(folder.path().join("numbers.txt"), "mine").expect("it can be written");
    let launch = Launch::of(&["train", "ultimate", "--out", "numbers.txt"], folder.path());
    let Ended { out, err, code } = launch.run();
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(err.starts_with("zerosum: cannot make the file numbers.txt: "), "{err}");
    let text = fs::read_to_string(folder.path().join("numbers.txt")).expect("it is there");
    assert_eq!(text, "mine");
}

#[test]
fn a_bot_without_a_token_is_told_where_to_get_one() {
    for arguments in [&["bot"][..], &["adopt-database"], &["webhook", "status"]] {
        let Ended { out, err, code } = run(arguments);
        let fault = "TELOXIDE_TOKEN is not set; get a token from @BotFather";
        assert_eq!(err, format!("zerosum: the configuration has 1 fault:\n  - {fault}\n"));
        assert_eq!((out.as_str(), code), ("", Some(2)), "{arguments:?}");
    }
    let Ended { err, code, .. } = run(&["webhook", "set"]);
    assert!(err.contains("2 faults") && err.contains("ZEROSUM_WEBHOOK_URL is not set"), "{err}");
    assert_eq!(code, Some(2));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_wrong_configuration_is_named_in_full_and_starts_nothing() {
    let (telegram, folder) = (telegram().await, folder());
    for arguments in [&["bot"][..], &[], &["playground", "--database", "mysql:hidden"]] {
        let launch = Launch::of(arguments, folder.path())
            .with("TELOXIDE_API_URL", &telegram.api_url())
            .with("TELOXIDE_TOKEN", "4242")
            .with("TELOXIDE_PROXY", "socks4://user:hidden@localhost:1080")
            .with("RUST_LOG", "zerosum=loud")
            .with("ZEROSUM_ADMIN_LISTEN", "8080")
            .with("ZEROSUM_PLAYGROUND_LISTEN", "0.0.0.0:0");
        let launch = match arguments {
            ["playground", ..] => launch,
            _ => launch.with("DATABASE_URL", "mysql://user:hidden@localhost/zerosum"),
        };
        let Ended { out, err, code } = launch.run();
        assert_eq!((out.as_str(), code), ("", Some(2)));
        assert!(err.contains("6 faults") && !err.contains("hidden"), "{err}");
        let database = if arguments.len() > 1 { "--database" } else { "DATABASE_URL" };
        for key in ["TOKEN", "PROXY", "RUST_LOG", "ADMIN_LISTEN", "PLAYGROUND_LISTEN", database] {
            assert!(err.contains(key), "{key}: {err}");
        }
    }
    assert!(is_empty(folder.path()) && is_untouched(&telegram));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_wrong_token_ends_the_bot_at_once() {
    let (telegram, folder) = (telegram().await, folder());
    let launch = Launch::bot(&telegram, folder.path()).with("TELOXIDE_TOKEN", "777:wrong_Secret");
    let Ended { err, code, .. } = launch.run();
    assert_eq!(code, Some(1));
    let reason = "zerosum: Telegram does not accept the token; check TELOXIDE_TOKEN";
    assert!(err.lines().last().is_some_and(|line| line.starts_with(reason)), "{err}");
    assert!(!err.contains("wrong_Secret"), "{err}");
    // The database is still anybody's.
    let other = Launch::bot(&telegram, folder.path()).start();
    other.until_said("is at work");
    assert_eq!(other.stop().code, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn an_unreachable_telegram_is_waited_for() {
    let (port, folder) = (free_port(), folder());
    let address = format!("http://127.0.0.1:{port}");
    let bot = Launch::of(&["bot"], folder.path())
        .with("TELOXIDE_TOKEN", TOKEN)
        .with("TELOXIDE_API_URL", &address)
        .start();
    bot.until_said("cannot reach Telegram");
    let listen = ([127, 0, 0, 1], port).into();
    let token = TOKEN.to_owned();
    let settings = Settings {
        listen,
        token,
        cast: Cast::Empty,
        patience: PATIENCE,
        username: "zerosum_bot".to_owned(),
        ..Settings::default()
    };
    let telegram = Playground::start(settings).await.expect("the port is still free");
    bot.until_said("@zerosum_bot is at work");
    let anna = telegram.add_user("Anna", Some("en"));
    telegram.send_text(anna, anna, "/new").expect("she can write");
    telegram.next_message(anna).await.expect("the bot answers");
    let Ended { err, code, .. } = bot.stop();
    assert_eq!(code, Some(0));
    assert_eq!(err.matches("cannot reach Telegram").count(), 1, "{err}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_port_in_use_is_an_error_before_anything_is_touched() {
    let (telegram, folder) = (telegram().await, folder());
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port is free");
    let address = taken.local_addr().expect("it has an address").to_string();
    let bot = || Launch::bot(&telegram, folder.path());
    let playground = Launch::of(&["playground"], folder.path());
    for (launch, key) in [
        (bot(), "ZEROSUM_ADMIN_LISTEN"),
        (bot().with("ZEROSUM_WEBHOOK_URL", "http://localhost/hook"), "ZEROSUM_LISTEN"),
        (bot().with("ZEROSUM_PUBLIC_URL", "https://play.example.org"), "ZEROSUM_PAGE_LISTEN"),
        (playground, "ZEROSUM_PLAYGROUND_LISTEN"),
    ] {
        let Ended { err, code, .. } = launch.with(key, &address).run();
        assert_eq!(code, Some(1), "{err}");
        let expected = format!("zerosum: cannot listen on {address} ({key}): ");
        assert!(err.starts_with(&expected) && err.lines().count() == 1, "{err}");
    }
    assert!(is_empty(folder.path()) && is_untouched(&telegram));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_database_that_cannot_be_used_is_left_alone() {
    let (telegram, folder) = (telegram().await, folder());
    let garbage = folder.path().join("garbage.db");
    let bytes: Vec<u8> = (0..20_000_u32).map(|number| number.to_le_bytes()[0] ^ 0x5a).collect();
    fs::write(&garbage, &bytes).expect("the file can be written");
    let missing = folder.path().join("missing/zerosum.db");
    let cases = [
        (format!("sqlite://{}", garbage.display()), "is not a SQLite database"),
        (format!("sqlite://{}", missing.display()), "does not exist"),
        (format!("sqlite://{}", folder.path().display()), "is a folder"),
        ("postgres://user:hidden@localhost:1/zerosum".to_owned(), "localhost:1/zerosum"),
    ];
    for (url, reason) in cases {
        let launch = Launch::bot(&telegram, folder.path()).with("DATABASE_URL", &url);
        let Ended { err, code, .. } = launch.run();
        assert_eq!(code, Some(1), "{url}");
        assert!(err.contains("DATABASE_URL") && err.contains(reason), "{err}");
        assert!(err.lines().count() == 1 && !err.contains("hidden"), "{err}");
    }
    for url in ["mysql://user:hidden@localhost/zerosum", "zerosum.db", "sqlite://"] {
        let launch = Launch::bot(&telegram, folder.path()).with("DATABASE_URL", url);
        let Ended { err, code, .. } = launch.run();
        assert_eq!(code, Some(2), "{url}: it names no database");
        let fault = "\n  - DATABASE_URL cannot be used: the database URL names no ";
        assert!(err.contains(fault) && err.contains("sqlite://zerosum.db"), "{err}");
        assert!(!err.contains("hidden"), "{err}");
    }
    assert_eq!(fs::read(&garbage).expect("the file is there"), bytes);
    let left = fs::read_dir(folder.path()).expect("the folder is there").count();
    assert_eq!(left, 1, "nothing is made beside the file");
    assert!(is_untouched(&telegram));
}

/// Token of a bot with another id.
const OTHER_TOKEN: &str = "777:another_Secret";

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_database_of_another_bot_is_refused_until_it_is_adopted() {
    let (telegram, folder) = (telegram().await, folder());
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");
    assert_eq!(bot.stop().code, Some(0));
    let path = folder.path().join("zerosum.db");
    let before = fs::read(&path).expect("the file is there");
    let calls = telegram.look(|snapshot| snapshot.calls().count());
    let url = database_url(folder.path());
    let other = Launch::bot(&telegram, folder.path()).with("TELOXIDE_TOKEN", OTHER_TOKEN);
    let playground = Launch::of(&["playground", "--database", &url], folder.path())
        .with("ZEROSUM_PLAYGROUND_LISTEN", "127.0.0.1:0");
    for (launch, given_by) in [(other, "DATABASE_URL"), (playground, "--database")] {
        let Ended { err, code, .. } = launch.run();
        assert_eq!(code, Some(1), "{err}");
        assert!(err.starts_with(&format!("zerosum: the database ({given_by}) cannot")), "{err}");
        assert!(err.contains("belongs to bot 4242") && err.lines().count() == 1, "{err}");
        assert!(err.contains("zerosum adopt-database"), "{err}");
    }
    assert!(fs::read(&path).expect("the file is there") == before, "the file has changed");
    let calls_after = telegram.look(|snapshot| snapshot.calls().count());
    assert_eq!(calls_after, calls, "no call was made to Telegram");
    let adopt = |token, url: &str| {
        let launch = Launch::of(&["adopt-database"], folder.path());
        launch.with("DATABASE_URL", url).with("TELOXIDE_TOKEN", token).run()
    };
    let Ended { out, err, code } = adopt(OTHER_TOKEN, &url);
    let told = format!("{path:?} belongs to bot 777 now, and no more to 4242.\n");
    assert_eq!((out, err.as_str(), code), (told, "", Some(0)));
    // Nothing is made where nothing is.
    let other = folder.path().join("other.db");
    let Ended { out, err, code } = adopt(OTHER_TOKEN, &format!("sqlite://{}", other.display()));
    assert_eq!((out.as_str(), code, other.exists()), ("", Some(1), false));
    assert!(err.contains("there is no database at"), "{err}");
    let Ended { err, code, .. } = Launch::bot(&telegram, folder.path()).run();
    assert_eq!(code, Some(1));
    assert!(err.contains("belongs to bot 777 and this is bot 4242"), "{err}");
    assert_eq!(adopt(TOKEN, &url).code, Some(0));
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");
    assert_eq!(bot.stop().code, Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn a_playground_uses_no_database_but_the_one_on_its_command_line() {
    let folder = folder();
    let (set, given) = (folder.path().join("live.db"), folder.path().join("mine.db"));
    let url = |path: &Path| format!("sqlite://{}", path.display());
    let run = |arguments: &[&str]| {
        let process = Launch::of(arguments, folder.path())
            .with("ZEROSUM_PLAYGROUND_LISTEN", "127.0.0.1:0")
            .with("DATABASE_URL", &url(&set))
            .start();
        process.until_said("is at work");
        let Ended { err, code, .. } = process.stop();
        assert_eq!(code, Some(0), "{err}");
    };
    run(&[]);
    run(&["playground"]);
    let launch = Launch::of(&[], folder.path()).with("ZEROSUM_PLAYGROUND_LISTEN", "127.0.0.1:0");
    let process = launch.with("DATABASE_URL", "mysql://localhost").start();
    process.until_said("is at work");
    assert_eq!(process.stop().code, Some(0), "the answer does not matter");
    assert!(is_empty(folder.path()), "DATABASE_URL is left alone");
    for _ in 0..2 {
        run(&["playground", "--database", &url(&given)]);
        assert!(given.exists() && !set.exists(), "its own database is its own the next time too");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn health_tells_a_running_bot_from_none() {
    let (telegram, folder) = (telegram().await, folder());
    let address = format!("127.0.0.1:{}", free_port());
    let ask =
        || Launch::of(&["health"], folder.path()).with("ZEROSUM_ADMIN_LISTEN", &address).run();
    let bot = Launch::bot(&telegram, folder.path()).with("ZEROSUM_ADMIN_LISTEN", &address).start();
    bot.until_said("is at work");
    let Ended { out, err, code } = ask();
    assert_eq!((out.as_str(), err.as_str(), code), ("", "", Some(0)));
    let body = reqwest::get(format!("http://{address}/healthz")).await.expect("it answers");
    assert_eq!(
        (body.status().as_u16(), body.text().await.expect("text")),
        (200, "ok\n".to_owned())
    );
    assert_eq!(bot.stop().code, Some(0));
    let Ended { err, code, .. } = ask();
    assert_eq!(code, Some(1));
    assert!(err.starts_with(&format!("zerosum: no answer from {address}")), "{err}");
    let Ended { err, code, .. } = Launch::of(&["health"], folder.path()).run();
    assert_eq!(code, Some(2));
    assert!(err.contains("ZEROSUM_ADMIN_LISTEN is not set"), "{err}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn without_a_token_a_playground_starts_and_its_page_answers() {
    for arguments in [&[][..], &["playground"]] {
        let folder = folder();
        let launch = Launch::of(arguments, folder.path());
        let launch = launch.with("ZEROSUM_PAGE_LISTEN", "127.0.0.1:0");
        let process = launch.with("ZEROSUM_PLAYGROUND_LISTEN", "127.0.0.1:0").start();
        let lines = ["playground is ready", "every game without a chat"];
        let lines = lines.map(|words| process.until_said(words));
        process.until_said("is at work");
        for line in lines {
            let url = line.split_whitespace().find(|word| word.starts_with("http://"));
            let page = reqwest::get(url.expect("the line says where")).await;
            let page = page.expect("the page answers");
            assert_eq!(page.status().as_u16(), 200);
            let page = page.text().await.expect("the page is text");
            assert!(page.contains("<html"), "{page}");
        }
        process.signal("INT");
        let Ended { err, code, .. } = process.end();
        assert_eq!(code, Some(0), "{err}");
        assert!(is_empty(folder.path()), "the games of a playground go with it");
    }
}

#[test]
fn progress_is_told_beside_the_answer_and_never_in_it() {
    let Ended { out, err, .. } = run(&["explain", "gomoku", "--movetime", "2000"]);
    assert!(err.starts_with("explaining 15x15x5: ") && err.ends_with(" s\n"), "{err}");
    assert!(!out.contains("explaining") && out.contains("\nX plays "), "{out}");
}
