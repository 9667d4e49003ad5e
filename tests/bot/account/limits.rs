//! Limits on one person's requests, and the deletion of games untouched for long.

use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::choice::Next;
use zerosum_session::{Action, Revision};

use crate::account::private_answers::told;
use crate::host::metrics;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, data_of};
use crate::support::patience::until;

/// A table with a low limit on a person's games, or on games started in a minute.
async fn table_with(key: &'static str, value: &'static str) -> Table {
    let mut table = Table::without_bot().await;
    table.set(key, value);
    table.start_bot();
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_has_so_many_unfinished_games_in_all_chats_together() {
    let table = table_with("ZEROSUM_GAMES_PER_PERSON_MAX", "3").await;
    let (anna, group) = (table.anna, table.group);
    table.new_game(anna).await;
    table.new_game(anna).await;
    let in_group = table.ask(anna, group, "/new perfect").await;
    let refusal = "You have 3 open games in all chats, which is the limit. Finish or /resign \
                   one first.";
    assert_eq!(table.ask(anna, anna, "/new").await.text, refusal);
    table.say(anna, group, "/new perfect");
    assert_eq!(told(&table, anna).await, refusal);
    let welcome = table.ask(anna, group, "/start").await;
    let press = table.press(anna, &welcome, "🙂 Quick game you can win");
    assert_eq!(table.toast(&press).await, refusal);
    // Another person has a separate count, and a finished game does not count.
    table.ask(table.boris, group, "/new perfect").await;
    table.say(anna, group, "/resign");
    assert_eq!(told(&table, anna).await, "You resigned. zerosum wins.");
    table.until(&in_group, |board| board.text.contains("resigned")).await;
    assert_eq!(grid_of(&table.new_game(anna).await).marks(), 0);
    assert_eq!(table.ask(anna, anna, "/new").await.text, refusal);
    table.finish().await;
}

/// Data of the presses that resign a new game, and that ask for another one after that.
fn resignation_and_replay(board: &MessageView) -> [String; 2] {
    match tap::decode(data_of(board, 0, 0)) {
        Ok(Tap::Act { id, seen: Revision(seen), .. }) => {
            let act = |seen, action| tap::encode(Tap::Act { id, seen: Revision(seen), action });
            let replay = Tap::Again { id, seen: Revision(seen + 1), next: Next::Same };
            [act(seen, Action::Resign), tap::encode(replay)]
        }
        other => panic!("a cell asks for {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_played_again_counts_as_one_more() {
    let table = table_with("ZEROSUM_GAMES_PER_PERSON_MAX", "3").await;
    let anna = table.anna;
    let mut replays = Vec::new();
    for _ in 0..8 {
        let board = table.new_game(anna).await;
        let [resignation, replay] = resignation_and_replay(&board);
        let press = table.press_data(anna, &board, &resignation);
        assert_eq!(table.toast(&press).await, "");
        table.until(&board, |now| now.text.contains("resigned")).await;
        replays.push((board, replay));
    }
    // All at once: exactly as many start as are allowed.
    let press = |(board, replay): &(MessageView, String)| table.press_data(anna, board, replay);
    let presses: Vec<String> = replays.iter().map(press).collect();
    let mut toasts = Vec::new();
    for press in &presses {
        toasts.push(table.toast(press).await);
    }
    let refusal = "You have 3 open games in all chats, which is the limit. Finish or /resign \
                   one first.";
    let told = |words: &str| toasts.iter().filter(|toast| *toast == words).count();
    assert_eq!((told(""), told(refusal)), (3, 5), "{toasts:?}");
    for _ in 0..3 {
        assert_eq!(grid_of(&table.read(anna).await).marks(), 0);
    }
    assert_eq!(table.ask(anna, anna, "/new").await.text, refusal);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_starts_games_too_fast_is_told_so_once() {
    let table = table_with("ZEROSUM_NEW_GAMES_PER_MINUTE", "2").await;
    let boris = table.boris;
    let welcome = table.ask(boris, boris, "/start").await;
    let board = table.new_game(boris).await;
    table.ask(boris, boris, "/new o").await;
    let refusal = "Вы только что начали 2 партии, чаще нельзя. Подождите минуту.";
    assert_eq!(table.ask(boris, boris, "/new").await.text, refusal);
    for _ in 0..20 {
        table.say(boris, boris, "/new");
        table.say(boris, table.group, "/new perfect o");
    }
    table.playground.settled().await.expect("all is settled");
    // A button is always answered, and everything but a new game works as before.
    let press = table.press(boris, &welcome, "💎 Бот без ошибок: удержите ничью?");
    assert_eq!(table.toast(&press).await, refusal);
    let board = table.play(boris, &board, 4).await;
    assert_eq!(grid_of(&board).marks(), 2);
    assert_eq!(table.count_calls("sendMessage", boris), 4);
    assert_eq!(table.count_calls("sendMessage", table.group), 0);
    assert_eq!(grid_of(&table.new_game(table.anna).await).marks(), 0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn going_on_from_game_to_game_is_never_too_fast() {
    let table = table_with("ZEROSUM_NEW_GAMES_PER_MINUTE", "1").await;
    let anna = table.anna;
    let mut board = table.new_game(anna).await;
    for next in ["🔁 Play again", "🔄 Swap sides", "🔁 Play again"] {
        while !is_over(&board) {
            board = table.play(anna, &board, grid_of(&board).free()[0]).await;
        }
        board = table.go_on(anna, &board, next).await;
    }
    // Games of other kinds count as before, including those that follow a resignation, and so do other
    // people's games.
    let [resignation, replay] = resignation_and_replay(&board);
    let press = table.press_data(anna, &board, &resignation);
    assert_eq!(table.toast(&press).await, "");
    let over = table.until(&board, is_over).await;
    let press = table.press_data(anna, &over, &replay);
    let refusal = "You have started 1 game just now, and more would be too fast. Please wait a \
                   minute.";
    assert_eq!(table.toast(&press).await, refusal);
    table.new_game(table.boris).await;
    table.finish().await;
}

/// Makes all games look as if last touched this number of days ago, with nothing deleted since.
fn age_games(table: &Table, days: i64) {
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let micros = days * 24 * 60 * 60 * 1_000_000;
    let aged = database.execute("UPDATE boards SET touched = touched - ?1", [micros]);
    aged.expect("the boards are there");
    database.execute("UPDATE zerosum_instance SET purged = 0", []).expect("there is one");
}

/// Waits until this number of games are stored.
async fn until_stored(table: &Table, games: i64) {
    until(async || match games_stored(table) {
        stored if stored == games => Ok(()),
        stored => Err(stored),
    })
    .await;
}

/// Number of stored games.
fn games_stored(table: &Table) -> i64 {
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let count = database.query_row("SELECT COUNT(*) FROM boards", [], |row| row.get(0));
    count.expect("the boards are counted")
}

/// Waits until this series has counted one.
async fn until_counted(table: &Table, series: &str) {
    until(async || match metrics::scrape(table).await.value(series) {
        1.0 => Ok(()),
        counted => Err(counted),
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_left_untouched_for_long_is_no_longer_kept() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_KEEP_FINISHED_DAYS", "2");
    table.set("ZEROSUM_KEEP_UNFINISHED_DAYS", "4");
    table.start_bot();
    let open = table.new_game(table.anna).await;
    let over = table.new_game(table.boris).await;
    table.ask(table.boris, table.boris, "/resign").await;
    let over = table.changed(&over).await;
    table.stop_bot().await;
    age_games(&table, 3);
    table.start_bot();
    until_stored(&table, 1).await;
    until_counted(&table, "zerosum_boards_purged_total").await;
    let press = table.press(table.boris, &over, "🔁 Ещё раз");
    let unknown = "Эта партия больше не хранится. Отправьте /new, чтобы начать новую.";
    assert_eq!(table.toast(&press).await, unknown);
    let open = table.play(table.anna, &open, 4).await;
    table.stop_bot().await;
    age_games(&table, 5);
    table.start_bot();
    until_stored(&table, 0).await;
    let unknown = "This game is no longer kept. Send /new for a new one.";
    assert_eq!(table.try_cell(table.anna, &open, 0).await, unknown);
    assert_eq!(table.now(&open), open);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_with_a_clock_that_is_far_ahead_deletes_no_game() {
    let mut table = Table::new().await;
    let open = table.new_game(table.anna).await;
    table.new_game(table.boris).await;
    table.stop_bot().await;
    // To the games and the store of that time, today's clock is 400 days ahead.
    age_games(&table, 400);
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let then = "UPDATE zerosum_instance SET reached = reached - 400 * 24 * 3600 * 1000000";
    database.execute(then, []).expect("there is one");
    table.start_bot();
    until_counted(&table, "zerosum_purges_held_back_total{reason=\"clock\"}").await;
    assert_eq!(games_stored(&table), 2);
    table.play(table.anna, &open, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_live_copy_does_not_bring_a_deleted_game_back() {
    let table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    database.execute("DELETE FROM boards", []).expect("the boards are there");
    let unknown = "This game is no longer kept. Send /new for a new one.";
    for cell in [grid_of(&board).free()[0], 4] {
        assert_eq!(table.try_cell(table.anna, &board, cell).await, unknown);
    }
    assert_eq!((table.now(&board), games_stored(&table)), (board, 0));
    table.finish().await;
}
