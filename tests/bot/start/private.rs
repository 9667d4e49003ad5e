//! A person alone with the bot: behaviour beyond wording.

use serde_json::json;

use crate::support::grid::grid_of;
use crate::support::harness::{Table, data_of};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn noughts_are_asked_for_in_either_alphabet() {
    let table = Table::new().await;
    for command in [
        "/new o",
        "/new O",
        "/new о",
        "/new О",
        "/new 0",
        "/new ⭕",
        "/NEW  o  ",
        "/new o o",
        "/new",
    ] {
        let board = table.ask(table.anna, table.anna, command).await;
        assert_eq!(board.text.lines().next(), Some("❌ zerosum (perfect)  ·  ⭕ You"), "{command}");
        assert_eq!(grid_of(&board).crosses(), 1, "{command}");
    }
    for command in ["/new x", "/new х", "/new  ", "/new@zerosum_bot", "/new\nx", "/new"] {
        let board = table.ask(table.anna, table.anna, command).await;
        assert_eq!(board.text.lines().next(), Some("❌ You  ·  ⭕ zerosum (perfect)"), "{command}");
        assert_eq!(grid_of(&board).marks(), 0, "{command}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_old_buttons_of_a_board_that_has_moved_are_harmless() {
    let table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let old = table.play(table.anna, &board, 4).await;
    let board = table.ask(table.anna, table.anna, "/board").await;
    let note = table.changed(&old).await;
    assert_eq!(note.text, "This board has moved further down ⬇️");
    assert!(note.keyboard.is_empty());
    let board = table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    // A press that was on its way while the board moved belongs to an older view.
    assert_eq!(
        table.try_cell(table.anna, &old, grid_of(&old).free()[1]).await,
        "The board has moved on. This is how it stands now."
    );
    let board = table.play(table.anna, &board, grid_of(&board).calm_cell()).await;
    assert_eq!(grid_of(&board).crosses(), 3);
    assert_eq!(table.now(&old), note);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_older_board_stays_playable_beside_a_newer_one() {
    let table = Table::new().await;
    let first = table.new_game(table.anna).await;
    let second = table.new_game(table.anna).await;
    let first = table.play(table.anna, &first, 0).await;
    let second = table.play(table.anna, &second, 8).await;
    let first = table.play(table.anna, &first, grid_of(&first).calm_cell()).await;
    assert_eq!(grid_of(&first).crosses(), 2);
    assert_eq!(grid_of(&second).crosses(), 1);
    // The most recently played board comes down and is the first one offered for resigning.
    let down = table.ask(table.anna, table.anna, "/board").await;
    assert_eq!(grid_of(&down), grid_of(&first));
    table.changed(&first).await;
    let question = table.ask(table.anna, table.anna, "/resign").await;
    assert_eq!(question.text, "Which game do you want to resign?");
    let press = table.press_data(table.anna, &question, data_of(&question, 0, 0));
    assert_eq!(table.toast(&press).await, "You resigned. zerosum wins.");
    let down = table.changed(&down).await;
    assert!(down.find_button("🔁 Play again").is_some());
    assert!(table.now(&second).find_button("🔁 Play again").is_none());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_else_that_a_person_sends_is_answered_with_a_hint() {
    let table = Table::new().await;
    let hint = "I understand taps, typed moves and the commands in the menu.";
    let long = "ж".repeat(4096);
    let emoji = "🦀".repeat(2048);
    for text in ["hello", "/", "//new", "/new@other_bot", "x", &long, &emoji] {
        assert_eq!(table.ask(table.anna, table.anna, text).await.text, hint, "{text}");
    }
    let chat = json!({ "id": table.anna, "type": "private", "first_name": "Anna" });
    let from = json!({
        "id": table.anna, "is_bot": false, "first_name": "Anna", "language_code": "en",
    });
    let file = json!({ "file_id": "a", "file_unique_id": "b", "width": 9, "height": 9 });
    let mut sticker = file.clone();
    sticker["type"] = json!("regular");
    sticker["is_animated"] = json!(false);
    sticker["is_video"] = json!(false);
    let contents = [
        ("photo", json!([file])),
        ("sticker", sticker),
        (
            "voice",
            json!({ "file_id": "a", "file_unique_id": "b", "duration": 3,
            "mime_type": "audio/ogg" }),
        ),
        ("location", json!({ "latitude": 50.4, "longitude": 30.5 })),
        ("contact", json!({ "phone_number": "1", "first_name": "A" })),
        ("dice", json!({ "emoji": "🎲", "value": 3 })),
    ];
    for (kind, content) in contents {
        table.playground.push_update(json!({ "message": {
            "message_id": 900, "date": 1_700_000_000, "chat": chat, "from": from, kind: content,
        }}));
        assert_eq!(table.read(table.anna).await.text, hint, "{kind}");
    }
    table.finish().await;
}

/// The commands of the menu.
const MENU: [&str; 20] = [
    "new", "invite", "opponent", "games", "mygames", "puzzle", "learn", "level", "rules", "board",
    "resign", "record", "sheet", "me", "top", "help", "language", "theme", "privacy", "start",
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_menu_is_published_in_every_language_and_only_once() {
    let mut table = Table::new().await;
    // The last of the calls at start-up.
    let look = |count: usize| {
        move |snapshot: &zerosum_playground::views::Snapshot<'_>| {
            let is_last = |method: &str| method == "getMyShortDescription";
            (snapshot.calls().filter(|call| is_last(&call.method)).count() == count).then_some(())
        }
    };
    table.playground.until(look(3)).await.expect("the texts are looked at");
    table.ask(table.anna, table.anna, "/help").await;
    table
        .playground
        .until(|snapshot| {
            let is_set = |method: &str| method == "setMyShortDescription";
            (snapshot.calls().filter(|call| is_set(&call.method)).count() == 3).then_some(())
        })
        .await
        .expect("the texts are set");
    let set = ["setMyCommands", "setMyDescription", "setMyShortDescription"];
    assert_eq!(set.map(|method| table.count_all_calls(method)), [3, 3, 3]);
    let said = |method: &str, code: &str, field: &str| {
        let calls = table.playground.calls();
        let call = calls.into_iter().find(|call| {
            let language = call.params["language_code"].as_str().unwrap_or("");
            call.method == method && language == code
        });
        call.unwrap_or_else(|| panic!("{method} in {code:?}")).params[field].clone()
    };
    let first_command = |code: &str| {
        let commands = said("setMyCommands", code, "commands");
        let commands = match commands {
            serde_json::Value::String(text) => serde_json::from_str(&text).expect("a list"),
            commands => commands,
        };
        let words: Vec<&str> = commands
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|c| c["command"].as_str())
            .collect();
        assert_eq!(words, MENU);
        commands[0]["description"].as_str().expect("a description").to_owned()
    };
    assert_eq!(first_command(""), "Start a game");
    assert_eq!(first_command("ru"), "Начать партию");
    assert_eq!(first_command("uk"), "Почати партію");
    let about = |code| said("setMyShortDescription", code, "short_description");
    assert_eq!(
        about(""),
        "Board games by tap: tic-tac-toe, gomoku, Connect Four, Ultimate, Catch the Sheep. From easy to perfect."
    );
    assert!(about("ru").as_str().is_some_and(|text| text.starts_with("Настольные игры")));
    assert!(about("uk").as_str().is_some_and(|text| text.starts_with("Настільні ігри")));
    let description = |code| said("setMyDescription", code, "description");
    assert!(
        description("").as_str().is_some_and(|text| text.starts_with("Tap a cell, and I answer."))
    );
    assert!(description("ru").as_str().is_some_and(|text| text.starts_with("Нажмите на клетку")));
    assert!(
        description("uk").as_str().is_some_and(|text| text.starts_with("Натисніть на клітинку"))
    );
    table.restart_bot().await;
    table.playground.until(look(6)).await.expect("the texts are looked at again");
    table.ask(table.anna, table.anna, "/help").await;
    assert_eq!(set.map(|method| table.count_all_calls(method)), [3, 3, 3]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_unfinished_games_are_the_most() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", "100");
    table.start_bot();
    for number in 0..50 {
        let command = if number % 2 == 0 { "/new" } else { "/new o" };
        table.ask(table.oksana, table.oksana, command).await;
    }
    let refusal = "В одному чаті у вас 50 відкритих партій, більше не можна. Спершу дограйте \
                   одну з них або здайте її там командою /resign.";
    assert_eq!(table.ask(table.oksana, table.oksana, "/new").await.text, refusal);
    let welcome = table.ask(table.oksana, table.oksana, "/start").await;
    let press = table.press(table.oksana, &welcome, "💎 Бот без помилок: втримаєте нічию?");
    assert_eq!(table.toast(&press).await, refusal);
    // Another chat and another person have a separate count.
    let board = table.ask(table.oksana, table.group, "/new perfect x").await;
    assert_eq!(grid_of(&board).marks(), 0);
    table.new_game(table.anna).await;
    // Finishing one game makes room for another.
    let question = table.ask(table.oksana, table.oksana, "/resign").await;
    assert_eq!(question.keyboard.iter().flatten().count(), 50);
    let press = table.press_data(table.oksana, &question, data_of(&question, 0, 0));
    assert_eq!(table.toast(&press).await, "Ви здалися. Переміг zerosum.");
    let board = table.ask(table.oksana, table.oksana, "/new x").await;
    assert_eq!(grid_of(&board).marks(), 0);
    assert_eq!(table.ask(table.oksana, table.oksana, "/new").await.text, refusal);
    table.finish().await;
}
