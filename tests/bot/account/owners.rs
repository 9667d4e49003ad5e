//! The owner's commands: their effect for the owner, and that other users get no reaction to them.

use serde_json::json;
use zerosum_store::host::operations::Switch;

use crate::start::invitations::opening;
use crate::support::fickle::FickleStore;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::Table;
use crate::support::patience::until;

const CLOSED_IN_RUSSIAN: &str = "Идут технические работы, ходы пока не принимаются. Ваши партии \
                                 сохранены, загляните чуть позже.";

const CLOSED_IN_UKRAINIAN: &str = "Тривають технічні роботи";

async fn table_of_anna(store: &FickleStore) -> Table {
    Table::of_anna(store.shared()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn to_other_people_the_commands_are_unknown() {
    let store = FickleStore::new();
    let table = table_of_anna(&store).await;
    let unknown = table.ask(table.boris, table.boris, "/whatever").await;
    let commands = ["/stats", "/maintenance", "/maintenance on", "/broadcast", "/broadcast Hello"];
    for command in commands {
        let answer = table.ask(table.boris, table.boris, command).await;
        assert_eq!((&answer.text, &answer.keyboard), (&unknown.text, &unknown.keyboard));
        // In a group they get no reaction, not even for the owner.
        table.say(table.boris, table.group, command);
        table.say(table.anna, table.group, command);
    }
    let page = table.ask(table.boris, table.boris, "/help").await;
    let own = table.ask(table.anna, table.anna, "/help").await;
    let unknown = table.press_data(table.boris, &page, "1:q:7");
    let unknown = table.toast(&unknown).await;
    for data in ["1:b:7:s", "1:b:7:d", "1:b:7:x"] {
        let press = table.press_data(table.boris, &page, data);
        assert_eq!(table.toast(&press).await, unknown);
        let press = table.press_data(table.anna, &own, data);
        assert_eq!(
            table.toast(&press).await,
            "This button is out of date. Send /broadcast instead."
        );
    }
    assert!(!store.is_on(Switch::Maintenance).await.expect("the store works"));
    assert_eq!(store.broadcasts_unfinished().await.expect("the store works"), []);
    let menus = table.playground.calls();
    let menus = menus.iter().filter(|call| call.method == "setMyCommands");
    for call in menus {
        let words = call.params["commands"].to_string();
        assert!(!words.contains("stats") && !words.contains("broadcast"), "{words}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_owners_no_person_is_one() {
    let table = Table::new().await;
    let unknown = table.ask(table.anna, table.anna, "/whatever").await;
    assert_eq!(table.ask(table.anna, table.anna, "/stats").await.text, unknown.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_owner_is_told_the_figures() {
    let store = FickleStore::new();
    let table = table_of_anna(&store).await;
    let board = table.new_game(table.boris).await;
    table.play(table.boris, &board, 4).await;
    table.ask(table.boris, table.boris, "/resign").await;
    table.until(&board, is_over).await;
    table.ask(table.oksana, table.group, "/new perfect").await;
    table.ask(table.boris, table.boris, "/invite").await;
    let text = table.ask(table.anna, table.anna, "/stats").await.text;
    let version = env!("CARGO_PKG_VERSION");
    for line in [
        &format!("zerosum {version}, open"),
        "People: 2, can be written to: 1",
        "Games in play: 1, over: 1",
        "In play between people: 0",
        "Waiting for an opponent: 0, invitations: 1",
        "Running broadcasts: 0",
        "Database: SQLite in memory",
        "Games in memory: 2",
        "Updates: 6, presses among them: 1",
    ] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    assert!(text.contains("for 0:00:0"), "{text}");
    // One player waits for an opponent, and two play each other.
    table.ask(table.boris, table.boris, "/opponent gomoku 24h").await;
    let (anna, oksana) = (table.anna, table.oksana);
    let invitation = table.ask(anna, anna, "/invite").await;
    table.ask(oksana, oksana, &opening(&invitation)).await;
    table.read(anna).await;
    table.until(&invitation, |message| message.keyboard.is_empty()).await;
    let text = table.ask(table.anna, table.anna, "/stats").await.text;
    for line in ["In play between people: 1", "Waiting for an opponent: 1, invitations: 1"] {
        assert!(text.lines().any(|other| other == line), "{line}: {text}");
    }
    store.fail_to_read(true);
    let text = table.ask(table.anna, table.anna, "/stats").await.text;
    assert!(text.starts_with("I can’t save anything right now"), "{text}");
    store.fail_to_read(false);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn during_maintenance_people_are_turned_away_and_games_are_kept() {
    let store = FickleStore::new();
    let mut table = table_of_anna(&store).await;
    let board = table.new_game(table.boris).await;
    let board = table.play(table.boris, &board, 4).await;
    let welcome = table.ask(table.oksana, table.oksana, "/start").await;
    let languages = table.ask(table.boris, table.boris, "/language").await;
    let is_off = table.ask(table.anna, table.anna, "/maintenance").await.text;
    assert!(is_off.starts_with("Maintenance is off"), "{is_off}");
    let is_on = table.ask(table.anna, table.anna, "/maintenance on").await.text;
    assert!(is_on.starts_with("Maintenance is on"), "{is_on}");
    for round in 0..2 {
        let cell = grid_of(&board).calm_cell();
        assert_eq!(table.try_cell(table.boris, &board, cell).await, CLOSED_IN_RUSSIAN);
        let press = table.press(table.boris, &languages, "English");
        assert_eq!(table.toast(&press).await, CLOSED_IN_RUSSIAN);
        let press = table.press_data(table.oksana, &welcome, "1:n:1");
        assert!(table.toast(&press).await.starts_with(CLOSED_IN_UKRAINIAN));
        for command in ["/new", "/new o", "/resign", "/deletemydata"] {
            let answer = table.ask(table.boris, table.boris, command).await;
            assert_eq!(answer.text, CLOSED_IN_RUSSIAN, "{command}");
        }
        assert_eq!(table.now(&board), board);
        table.ask(table.boris, table.boris, "/help").await;
        // The owner can start a game.
        let own = table.new_game(table.anna).await;
        table.play(table.anna, &own, 4).await;
        if round == 0 {
            table.playground.settled().await.expect("all is settled");
            table.restart_bot().await;
        }
    }
    let shown = table.ask(table.boris, table.boris, "/board").await;
    assert_eq!(grid_of(&shown), grid_of(&board));
    table.changed(&board).await;
    assert_eq!(table.ask(table.anna, table.anna, "/maintenance").await.text, is_on);
    assert_eq!(table.ask(table.anna, table.anna, "/Maintenance  OFF ").await.text, is_off);
    table.play(table.boris, &shown, grid_of(&shown).calm_cell()).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_follows_and_no_press_asks_the_store() {
    let store = FickleStore::new();
    let (here, there) = (table_of_anna(&store).await, table_of_anna(&store).await);
    let page = there.ask(there.oksana, there.oksana, "/help").await;
    let toast_there = async || {
        let press = there.press_data(there.oksana, &page, "1:a:7:1:p4");
        there.toast(&press).await
    };
    assert!(toast_there().await.starts_with("Ця партія більше не зберігається"));
    for (order, is_on) in [("/maintenance on", true), ("/maintenance off", false)] {
        here.ask(here.anna, here.anna, order).await;
        until(async || match toast_there().await.starts_with(CLOSED_IN_UKRAINIAN) == is_on {
            true => Ok(()),
            false => Err(format!("{order} is not followed")),
        })
        .await;
    }
    here.ask(here.anna, here.anna, "/maintenance on").await;
    // The store is down: the last known state still holds.
    store.fail_to_read(true);
    let own = here.ask(here.boris, here.boris, "/help").await;
    assert!(own.text.starts_with("Вы нажимаете на клетку, я отвечаю."), "{own:?}");
    let press = here.press_data(here.boris, &own, "1:a:7:1:p4");
    assert_eq!(here.toast(&press).await, CLOSED_IN_RUSSIAN);
    store.fail_to_read(false);
    here.finish().await;
    there.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_owner_in_the_name_of_a_channel_has_no_rights() {
    let store = FickleStore::new();
    let table = table_of_anna(&store).await;
    let anna = table.anna;
    table.playground.push_update(json!({ "message": {
        "message_id": 7, "date": 1, "text": "/maintenance on",
        "chat": { "id": anna, "type": "private", "first_name": "Anna" },
        "from": { "id": anna, "is_bot": false, "first_name": "Anna" },
        "sender_chat": { "id": -100_777, "type": "channel", "title": "Anna" },
    } }));
    table.playground.settled().await.expect("all is settled");
    assert!(!store.is_on(Switch::Maintenance).await.expect("the store works"));
    table.finish().await;
}
