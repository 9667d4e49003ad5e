//! Backup and restore: the steps by which a host copies the games and goes back to a copy.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use zerosum_playground::Playground;

use crate::child::{Ended, Launch, database_url, folder, telegram};
use crate::player::{Player, Shown, assert_shown, boards};

fn back_up(folder: &Path, target: &Path) -> Ended {
    let target = target.to_str().expect("the path is text");
    let launch = Launch::of(&["backup", target], folder);
    launch.with("DATABASE_URL", &database_url(folder)).run()
}

/// Replaces the database of a stopped bot with a copy.
fn restore(folder: &Path, copy: &Path) {
    for ending in ["", "-wal", "-shm"] {
        // Only the first one exists after an orderly stop.
        let _ = fs::remove_file(folder.join(format!("zerosum.db{ending}")));
    }
    fs::copy(copy, folder.join("zerosum.db")).expect("the copy can be copied");
}

async fn next_board(telegram: &Playground, player: &Player, shown: &Shown) -> Shown {
    let other = telegram.until(|snapshot| {
        let board = boards(snapshot, player.chat).pop()?;
        (board.revision != shown.revision).then_some(board)
    });
    other.await.expect("the board is drawn")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_made_while_the_bot_runs_is_restored_and_played_on() {
    let (telegram, folder) = (telegram().await, folder());
    let copy = folder.path().join("copy.db");
    let bot = Launch::bot(&telegram, folder.path()).start();
    let user = telegram.add_user("Anna", Some("en"));
    let (name, random) = ("Anna", Rng::with_seed(3));
    let mut player = Player {
        telegram: telegram.clone(),
        user,
        chat: user,
        name,
        random,
        games: 0,
        is_insistent: false,
    };
    let begun = player.begin().await;
    let early = player.play(&begun).await;
    // The bot has recorded what the screen shows before it exits.
    assert_eq!(bot.stop().code, Some(0));
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");

    let Ended { out, err, code } = back_up(folder.path(), &copy);
    assert_eq!((err.as_str(), code), ("", Some(0)));
    assert!(out.contains("copy.db") && out.lines().count() == 1, "{out}");
    let whole = fs::read(&copy).expect("it is there");
    let Ended { out, err, code } = back_up(folder.path(), &copy);
    assert_eq!((out.as_str(), code), ("", Some(1)));
    assert!(err.starts_with("zerosum: ") && err.contains("is not overwritten"), "{err}");
    assert_eq!(fs::read(&copy).expect("it is there"), whole);

    let late = player.play(&early).await;
    telegram.settled().await.expect("every press is answered");
    assert_eq!(bot.stop().code, Some(0));
    restore(folder.path(), &copy);

    // The screen still shows moves made after the copy. The next press shows the restored state.
    let bot = Launch::bot(&telegram, folder.path()).start();
    bot.until_said("is at work");
    let cell = late.cells.iter().position(|cell| cell == "·").expect("a cell is free");
    let press = telegram.press(user, user, late.message, cell / 3, cell % 3);
    let answer = telegram.answer(&press.expect("the button is there")).await;
    assert!(answer.expect("it is answered").text.contains("has moved on"));
    let mut shown = next_board(&telegram, &player, &late).await;
    assert_eq!((&shown.cells, shown.revision), (&early.cells, early.revision));
    while !shown.is_over {
        shown = player.play(&shown).await;
    }
    telegram.settled().await.expect("every press is answered");
    assert_eq!(bot.stop().code, Some(0));
    let store =
        zerosum_store::open(&database_url(folder.path())).await.expect("the database is whole");
    assert_shown(&telegram, store.as_ref(), &shown, name).await;
    store.close().await;
}

#[test]
fn a_backup_of_what_is_no_file_says_what_to_do() {
    let folder = folder();
    let missing = back_up(folder.path(), &folder.path().join("copy.db"));
    assert_eq!(missing.code, Some(1));
    assert!(missing.err.contains("there is no database at"), "{}", missing.err);
    let server = Launch::of(&["backup", "copy.db"], folder.path())
        .with("DATABASE_URL", "postgres://bot:hidden@localhost/games")
        .run();
    assert_eq!(server.code, Some(1));
    assert!(server.err.contains("use pg_dump") && !server.err.contains("hidden"), "{}", server.err);
    assert_eq!(fs::read_dir(folder.path()).expect("it is there").count(), 0);
}
