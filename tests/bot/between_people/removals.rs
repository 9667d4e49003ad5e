//! Leaving a game that is being lost does not save its rating, and no player loses because of another's
//! actions.

use anyhow::Context;
use serde_json::json;
use zerosum::telegram::incoming::admission::MESSAGES_PER_PERSON_MAX;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;
use zerosum_session::board::ChatId;
use zerosum_session::game::clock::PlayTime;

use crate::account::personal::file_of;
use crate::account::results::details;
use crate::between_people::clocks::pass;
use crate::between_people::leaving::{begun_by_both, count_for, counts_for_neither};
use crate::between_people::notices::until_refused;
use crate::host::metrics::{at_rest, scrape};
use crate::start::first_minute::id_of;
use crate::support::fickle::FickleStore;
use crate::support::grid::{grid_of, is_board};
use crate::support::harness::{Table, Way};
use crate::support::patience::until;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_removes_the_opponent_from_the_group_has_lost() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = begun_by_both(&table, "/new 5+3").await;
    table.playground.part(anna, boris, group).expect("he is a member");
    let end = "Anna removed Борис from the group. Борис wins.";
    table.until(&board, |now| now.text.ends_with(end)).await;
    count_for(&table, &[(anna, "lost"), (boris, "won")]).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_third_person_who_removes_a_player_ends_the_game_for_neither() {
    for is_administrator in [true, false] {
        let table = Table::new().await;
        let (boris, oksana, group) = (table.boris, table.oksana, table.group);
        table.playground.promote_bot(group, is_administrator).expect("the group is there");
        let board = begun_by_both(&table, "/new 5+3").await;
        table.playground.part(oksana, boris, group).expect("he is a member");
        let end = "Борис was removed from the group. The game doesn’t count.";
        let over = table.until(&board, |now| now.text.ends_with(end)).await;
        counts_for_neither(&table).await;
        let file = file_of(&table, &table.ask(boris, boris, "/mydata").await);
        let game = &file["games"][0];
        assert_eq!((&game["is_left"], &game["departure"]), (&json!(true), &json!("removed")));
        // Stepping through the game says so, too.
        assert!(over.find_button("🤝").is_none(), "{over:?}");
        table.finish().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_the_bot_no_player_loses_by_being_removed() {
    let table = Table::new().await;
    let (boris, oksana, group) = (table.boris, table.oksana, table.group);
    let board = table.ask(boris, group, "/new perfect").await;
    let board = table.play(boris, &board, 4).await;
    table.playground.part(oksana, boris, group).expect("he is a member");
    table.until(&board, |now| now.text.contains("Из группы удалили игрока: Борис.")).await;
    counts_for_neither(&table).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_the_bot_no_clock_of_a_group_runs_and_its_games_go_on_when_it_is_back() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let timed = begun_by_both(&table, "/new 5+3").await;
    // A clock in another game makes play time go on.
    let (elsewhere, _) = crate::between_people::leaving::begun_in_private(&table).await;
    pass(&table, 100).await;
    // A process that has just started asks for the play time.
    table.restart_bot().await;
    table.playground.remove_bot(group).expect("it is there");
    table.playground.settled().await.expect("all updates are confirmed");
    for _ in 0..2 {
        table.stop_bot().await;
        pass(&table, 20 * 60).await;
        table.start_bot();
    }
    // A game with a day per move is looked at after those whose time is over.
    table.play(anna, &elsewhere, 8).await;
    assert_eq!(table.now(&timed).text, timed.text);
    table.playground.add_bot(group).expect("it was there");
    assert!(table.read(group).await.text.starts_with("Hi!"));
    let timed = table.changed(&timed).await;
    let press = table.press(anna, &timed, "⏱");
    let toast = table.toast(&press).await;
    assert!(toast.starts_with("⭕ has 3 min "), "a hundred seconds of five minutes: {toast}");
    let board = table.play(anna, &timed, 1).await;
    table.play(boris, &board, 2).await;
    // From now on games end when their time is over.
    pass(&table, 20 * 60).await;
    table.until(&board, |now| now.text.contains("Time is up")).await;
    count_for(&table, &[(boris, "won"), (anna, "lost")]).await;
    table.finish().await;
}

/// Lets play time pass at a store; the bot is started again and asks for it.
async fn pass_at(table: &mut Table, store: &FickleStore, seconds: i64) {
    table.stop_bot().await;
    let store = store.shared();
    let PlayTime(played) = store.played().await.expect("the store works");
    store.advance_play_time(PlayTime(played + seconds * 1_000_000)).await.expect("the store works");
    table.start_bot();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_goes_on_as_it_stood_although_another_one_could_not_be_written_at_once() {
    let store = FickleStore::new();
    let mut table = Table::with_store(store.shared()).await;
    let (anna, group) = (table.anna, table.group);
    let boards = [begun_by_both(&table, "/new 5+3").await, begun_by_both(&table, "/new 5+3").await];
    until(async || {
        let timed = store.shared().timed_games_in(ChatId(group), None, 9).await.expect("it works");
        let run = timed.iter().filter(|board| board.session.due().is_some()).count();
        if run == boards.len() { Ok(()) } else { Err(run) }
    })
    .await;
    pass_at(&mut table, &store, 100).await;
    table.playground.remove_bot(group).expect("it is there");
    table.playground.settled().await.expect("all updates are confirmed");
    pass_at(&mut table, &store, 20 * 60).await;
    store.fail_commits(1);
    table.playground.add_bot(group).expect("it was there");
    assert!(table.read(group).await.text.starts_with("Hi!"));
    for board in &boards {
        let board = table.changed(board).await;
        let toast = table.toast(&table.press(anna, &board, "⏱")).await;
        assert!(toast.starts_with("⭕ has 3 min "), "a hundred seconds of five minutes: {toast}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_go_on_although_the_person_who_brings_the_bot_back_waits_for_many_answers() {
    let mut table = Table::new().await;
    table.expect_refusals(&["Too Many Requests"]);
    let (anna, group) = (table.anna, table.group);
    let timed = begun_by_both(&table, "/new 3m").await;
    table.playground.remove_bot(group).expect("it is there");
    table.playground.settled().await.expect("all updates are confirmed");
    let held = Fault::too_many_requests(3_600).on("sendMessage").in_chat(anna);
    table.playground.fault(held);
    table.say(anna, anna, "/help");
    until_refused(&table, 1).await;
    // The first message is given up. The answers to the others wait.
    table.say(anna, anna, "/help");
    until(async || match scrape(&table).await.value("zerosum_paced_calls_waiting") {
        0.0 => Err("no answer waits"),
        _ => Ok(()),
    })
    .await;
    for _ in 1..MESSAGES_PER_PERSON_MAX {
        table.say(anna, anna, "/help");
    }
    table.playground.settled().await.expect("all updates are confirmed");
    table.playground.add_bot(group).expect("it was there");
    table.playground.settled().await.expect("all updates are confirmed");
    pass(&table, 200).await;
    table.until(&timed, |now| now.text.contains("Time is up")).await;
    assert_eq!(table.count_calls("sendMessage", group), 1, "she causes no greeting meanwhile");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removal_and_a_return_that_arrive_together_are_taken_in_their_order() {
    let mut table = Table::new().await;
    let timed = begun_by_both(&table, "/new 3m").await;
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    for _ in 0..5 {
        table.playground.remove_bot(table.group).expect("it is there");
        table.playground.add_bot(table.group).expect("it was there");
    }
    table.start_bot();
    for _ in 0..5 {
        assert!(table.read(table.group).await.text.starts_with("Hi!"));
    }
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    // The bot is there, so the clock runs.
    pass(&table, 200).await;
    table.start_bot();
    table.until(&timed, |now| now.text.contains("Time is up")).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_without_a_clock_is_not_abandoned_while_the_bot_is_away_nor_at_once_after_that() {
    let mut table = Table::new().await;
    let board = begun_by_both(&table, "/new").await;
    let timed = begun_by_both(&table, "/new 3m").await;
    table.playground.remove_bot(table.group).expect("it is there");
    table.playground.settled().await.expect("all updates are confirmed");
    table.stop_bot().await;
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let week = "UPDATE boards SET touched = touched - 691200000000";
    database.execute(week, []).expect("it is a statement");
    table.start_bot();
    table.playground.add_bot(table.group).expect("it was there");
    table.read(table.group).await;
    table.stop_bot().await;
    // Each look finds expired clocks first; by the second one the first look is over.
    pass(&table, 200).await;
    table.start_bot();
    table.until(&timed, |now| now.text.contains("Time is up")).await;
    let second = begun_by_both(&table, "/new 3m").await;
    pass(&table, 200).await;
    table.until(&second, |now| now.text.contains("Time is up")).await;
    assert_eq!(table.now(&board).text, board.text);
    table.play(table.anna, &board, 1).await;
    table.finish().await;
}

/// Waits until this number of games are shown by no message.
async fn until_given_up(table: &Table, games: u32) {
    until(async || {
        let database = rusqlite::Connection::open(table.database()).expect("the database opens");
        let count = "SELECT COUNT(*) FROM boards WHERE message IS NULL";
        let given_up: u32 = database.query_row(count, [], |row| row.get(0)).expect("a statement");
        if given_up == games { Ok(()) } else { Err(given_up) }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_taken_after_the_bot_was_removed_is_shown_when_it_is_back() {
    let mut table = Table::new().await;
    table.expect_refusals(&["bot was kicked from the supergroup chat"]);
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let untimed = begun_by_both(&table, "/new").await;
    let timed = begun_by_both(&table, "/new 5+3").await;
    let unchanged = begun_by_both(&table, "/new").await;
    table.playground.settled().await.expect("all updates are confirmed");
    table.stop_bot().await;
    // The presses are delivered when the bot is no longer there.
    let presses = [table.press_cell(anna, &untimed, 1), table.press_cell(anna, &timed, 1)];
    table.playground.remove_bot(group).expect("it is there");
    table.start_bot();
    for press in &presses {
        assert_eq!(table.toast(press).await, "");
    }
    until_given_up(&table, 2).await;
    assert_eq!(table.now(&untimed).text, untimed.text);
    table.playground.add_bot(group).expect("it was there");
    let mut sent = Vec::new();
    for _ in 0..3 {
        sent.push(table.read(group).await);
    }
    let (boards, greetings): (Vec<MessageView>, Vec<MessageView>) =
        sent.into_iter().partition(is_board);
    assert!(greetings.len() == 1 && greetings[0].text.starts_with("Hi!"), "{greetings:?}");
    for board in &boards {
        assert_eq!(grid_of(board).marks(), 4, "{board:?}");
        table.play(boris, board, 2).await;
    }
    // A board that shows what has happened stays where it is.
    table.play(anna, &unchanged, 1).await;
    table.finish().await;
}

/// Has a user stop the counting, and returns the question and the answer.
async fn stop_counting(table: &Table, user: i64, [stop, yes]: [&str; 2]) -> [MessageView; 2] {
    let page = details(table, user).await;
    assert_eq!(table.toast(&table.press(user, &page, stop)).await, "");
    let question = table.read(user).await;
    assert_eq!(table.toast(&table.press(user, &question, yes)).await, "");
    let told = table.changed(&question).await;
    [question, told]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_play_counts_for_the_opponent_of_a_player_who_stops_counting() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = begun_by_both(&table, "/new 5+3").await;
    let buttons = ["✖️ Stop counting", "Yes, stop and delete"];
    for said in stop_counting(&table, anna, buttons).await {
        let rule = "playing with people still count for their ratings.";
        assert!(said.text.contains(rule), "{said:?}");
    }
    // Games begun later count for neither player.
    let mut later = begun_by_both(&table, "/new 5+3").await;
    for (user, cell) in [(anna, 1), (boris, 2), (anna, 3), (boris, 6)] {
        later = table.play(user, &later, cell).await;
    }
    table.say(anna, table.group, "/resign");
    assert!(table.read(anna).await.text.contains("resigned"));
    table.until(&board, |now| now.text.contains("resigned")).await;
    let page = details(&table, boris).await;
    assert!(page.text.contains("3×3 1662?"), "one game: {page:?}");
    let page = table.ask(anna, anna, "/me").await;
    assert!(!page.text.contains("3×3"), "{page:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn that_a_game_does_not_count_is_said_before_a_move_is_taken_back() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    for (words, is_rated) in [("/new 5+3", true), ("/new", false)] {
        let board = begun_by_both(&table, words).await;
        assert_eq!(table.toast(&table.press(boris, &board, "↩️")).await, "");
        let asked = table.until(&board, |now| now.find_button("↩️ Allow").is_some()).await;
        let rule = "If it is allowed, the game does not count for ratings.";
        assert_eq!(asked.text.contains(rule), is_rated, "{asked:?}");
        assert_eq!(table.toast(&table.press(anna, &asked, "↩️ Allow")).await, "");
        let board = table.changed(&asked).await;
        // Taking one move back is enough.
        let board = table.play(boris, &board, 2).await;
        assert_eq!(table.toast(&table.press(boris, &board, "↩️")).await, "");
        let asked = table.until(&board, |now| now.find_button("↩️ Allow").is_some()).await;
        assert!(!asked.text.contains("ratings"), "{asked:?}");
        assert_eq!(grid_of(&asked).marks(), 3);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_seat_stays_kept_for_a_person_who_has_left_the_group() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let said = table.say(boris, group, "hello");
    table.playground.reply_text(anna, group, said, "/new").expect("the message is there");
    let kept = table.read(group).await;
    assert!(kept.text.contains("Борис"), "{kept:?}");
    table.playground.part(boris, boris, group).expect("he is a member");
    let open = table.until(&kept, |now| !now.text.contains("Борис")).await;
    table.play(table.oksana, &open, 4).await;
    table.finish().await;
}

/// A timed game in a group, and a bot that acknowledges an event when it has given up to note it at once: a poll
/// confirms it earlier.
async fn timed_at_a_webhook() -> (FickleStore, Table, MessageView) {
    let store = FickleStore::new();
    let mut table = Table::with_store_later(store.shared()).await;
    table.way = Way::Webhook;
    table.start_bot();
    let timed = begun_by_both(&table, "/new 5+3").await;
    at_rest(&table).await;
    (store, table, timed)
}

/// The same after the bot has acknowledged an event while its store was unavailable.
async fn told_while_away(event: impl FnOnce(&Table)) -> (FickleStore, Table, MessageView) {
    let (store, table, timed) = timed_at_a_webhook().await;
    store.fail_to_read(true);
    store.fail_to_write(true);
    event(&table);
    table.playground.settled().await.expect("the event is acknowledged");
    (store, table, timed)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removal_while_the_store_is_away_for_long_stops_the_clocks_when_it_is_back() {
    let (store, mut table, _) = told_while_away(|table| {
        table.playground.remove_bot(table.group).expect("it is there");
    })
    .await;
    // It asks whether it is back.
    table.expect_refusals(&["bot was kicked"]);
    store.fail_to_read(false);
    store.fail_to_write(false);
    until(async || store.shared().absent_since(ChatId(table.group)).await?.context("no absence"))
        .await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_removal_of_a_bot_that_is_back_stops_no_clock() {
    let (store, table, _) = told_while_away(|table| {
        table.playground.remove_bot(table.group).expect("it is there");
    })
    .await;
    table.playground.add_bot(table.group).expect("it was there");
    table.playground.settled().await.expect("its return is acknowledged");
    store.fail_to_read(false);
    store.fail_to_write(false);
    assert!(table.read(table.group).await.text.starts_with("Hi!"));
    at_rest(&table).await;
    let absent = store.shared().absent_since(ChatId(table.group)).await.expect("it works");
    assert_eq!(absent, None);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_report_of_who_has_come_back_ends_no_game() {
    let (store, table, timed) = told_while_away(|table| {
        table.playground.part(table.boris, table.boris, table.group).expect("he is a member");
    })
    .await;
    table.playground.add_member(table.boris, table.group).expect("the group is there");
    store.fail_to_read(false);
    store.fail_to_write(false);
    at_rest(&table).await;
    let timed = table.now(&timed);
    table.play(table.anna, &timed, 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_return_while_the_store_is_away_for_long_lets_clocks_go_on_when_it_is_back() {
    let (store, table, timed) = timed_at_a_webhook().await;
    table.playground.remove_bot(table.group).expect("it is there");
    let group = ChatId(table.group);
    until(async || store.shared().absent_since(group).await?.context("no absence")).await;
    store.fail_to_read(true);
    store.fail_to_write(true);
    table.playground.add_bot(table.group).expect("it was there");
    table.playground.settled().await.expect("its return is acknowledged");
    store.fail_to_read(false);
    store.fail_to_write(false);
    until(async || match store.shared().absent_since(group).await? {
        None => Ok(()),
        Some(_) => anyhow::bail!("it counts as away"),
    })
    .await;
    let due = async || store.shared().overdue(PlayTime(i64::MAX), None, 1).await;
    assert_eq!(due().await.expect("it works").len(), 1, "its clock goes on");
    assert!(table.read(table.group).await.text.starts_with("Hi!"));
    table.play(table.anna, &table.now(&timed), 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_that_another_process_lets_go_on_at_the_same_time_go_on_once() {
    let (store, table, timed) = timed_at_a_webhook().await;
    let (group, id) = (ChatId(table.group), id_of(&timed));
    table.playground.remove_bot(table.group).expect("it is there");
    until(async || store.absent_since(group).await?.context("no absence")).await;
    let game = async || store.load(id).await.expect("it works").expect("it is there").session;
    let before = game().await;
    store.lose_commits(1);
    table.playground.add_bot(table.group).expect("it was there");
    assert!(table.read(table.group).await.text.starts_with("Hi!"));
    at_rest(&table).await;
    let after = game().await;
    assert_ne!(after.due(), before.due(), "the time away does not count");
    assert_eq!(after.revision(), before.revision().next(), "and is given back once");
    table.play(table.anna, &table.now(&timed), 1).await;
    table.finish().await;
}
