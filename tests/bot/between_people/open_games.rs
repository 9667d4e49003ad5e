//! Several games at once: listed, brought down, resigned.

use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};

use crate::support::grid::{grid_of, is_over};
use crate::support::harness::Table;

/// The labels of a list.
fn labels(list: &MessageView) -> Vec<&str> {
    list.keyboard.iter().flatten().map(|button| button.text.as_str()).collect()
}

/// The label of a game in a list.
fn label<'a>(list: &'a MessageView, game: &str) -> &'a str {
    let found = labels(list).into_iter().find(|label| label.starts_with(game));
    found.unwrap_or_else(|| panic!("{game} is not in {list:?}"))
}

/// Waits until the bot is idle, including its background work.
async fn rest(table: &mut Table) {
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
}

const RESIGNED: &str = "You resigned. zerosum wins.";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn open_games_are_listed_by_what_changed_last_and_come_down() {
    let mut table = Table::new().await;
    let people = [
        (table.anna, "beginner · your move", "Ultimate", "Gomoku 15×15", "Catch the Sheep"),
        (table.boris, "новичок · ваш ход", "Ultimate 9×9", "Гомоку 15×15", "Поймай овцу"),
        (table.oksana, "новачок · ваш хід", "Ultimate 9×9", "Гомоку 15×15", "Спіймай вівцю"),
    ];
    for (user, turn, ultimate, gomoku, sheep) in people {
        let three = table.ask(user, user, "/new 3x3 beginner first").await;
        for name in ["ultimate", "gomoku", "sheep"] {
            // The player begins, so that no engine has to move first.
            table.ask(user, user, &format!("/new {name} beginner first")).await;
        }
        let list = table.ask(user, user, "/mygames").await;
        let expected = [sheep, gomoku, ultimate, "3×3"].map(|game| format!("{game} · {turn}"));
        assert_eq!(labels(&list), expected);
        rest(&mut table).await;
        // A move brings its game to the top.
        let three = table.play(user, &three, 4).await;
        let list = table.ask(user, user, "/mygames").await;
        let first = labels(&list)[0].to_owned();
        assert!(first.starts_with(&format!("3×3 · {turn} · ")), "{first}");
        let press = table.press(user, &list, &first);
        assert_eq!(table.toast(&press).await, "");
        let down = table.read(user).await;
        assert_eq!((&down.text, grid_of(&down)), (&three.text, grid_of(&three)));
        let note = table.changed(&three).await;
        assert!(note.keyboard.is_empty(), "{note:?}");
        rest(&mut table).await;
        table.play(user, &down, grid_of(&down).calm_cell()).await;
        // The list stays as it was, and can bring a game down again.
        assert_eq!(table.now(&list), list);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_several_games_the_right_one_is_given_up() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let three = table.ask(anna, anna, "/new 3x3 perfect").await;
    let four = table.ask(anna, anna, "/new 4x4 casual").await;
    let six = table.ask(anna, anna, "/new 6x6x4 strong").await;
    rest(&mut table).await;
    let list = table.ask(anna, anna, "/resign").await;
    assert_eq!(list.text, "Which game do you want to resign?");
    assert_eq!(
        labels(&list),
        [
            "6×6, 4 in a row · strong · your move",
            "4×4, 4 in a row · casual · your move",
            "3×3 · perfect · your move"
        ]
    );
    let press = table.press(anna, &list, "4×4, 4 in a row · casual · your move");
    assert_eq!(table.toast(&press).await, "You resigned. zerosum wins.");
    // The list goes with it, so that a second tap resigns nothing else.
    let note = table.changed(&list).await;
    assert_eq!((note.text.as_str(), labels(&note)), (RESIGNED, vec!["📋 My games"]));
    let over = table.until(&four, is_over).await;
    assert!(over.text.contains("You resigned."), "{over:?}");
    // Neither a press that was on its way nor one of another message without that button counts.
    let told = ["This button is out of date. Send /resign instead."; 2];
    let again = [
        table.press(anna, &list, "4×4, 4 in a row · casual · your move"),
        table.press_data(anna, &three, "1:x:1:1"),
    ];
    assert_eq!([table.toast(&again[0]).await, table.toast(&again[1]).await], told);
    assert_eq!((table.now(&three), table.now(&six)), (three.clone(), six.clone()));
    // The other games, one after the other.
    let list = table.ask(anna, anna, "/resign").await;
    let press = table.press(anna, &list, "3×3 · perfect · your move");
    assert_eq!(table.toast(&press).await, RESIGNED);
    table.changed(&list).await;
    assert_eq!(table.ask(anna, anna, "/resign").await.text, RESIGNED);
    table.changed(&six).await;
    let none = "You have no game going here. /new starts one.";
    assert_eq!(table.ask(anna, anna, "/resign").await.text, none);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_a_list_works_for_the_user_who_has_asked() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let first = table.ask(anna, group, "/new perfect").await;
    let second = table.ask(anna, group, "/new perfect 4x4").await;
    let own = table.ask(boris, group, "/new perfect").await;
    rest(&mut table).await;
    let strange = "Это чужая партия. Отправьте /new, чтобы начать свою.";
    for command in ["/resign", "/mygames"] {
        let list = table.ask(anna, group, command).await;
        assert_eq!(labels(&list).len(), 2, "{command}");
        for game in ["4×4, 4 in a row · ", "3×3 · perfect · your move"] {
            let press = table.press(boris, &list, label(&list, game));
            assert_eq!(table.toast(&press).await, strange, "{command}");
        }
        rest(&mut table).await;
        assert_eq!(table.now(&list), list, "{command}");
    }
    let boards = [first.clone(), second.clone(), own];
    assert_eq!([0, 1, 2].map(|number| table.now(&boards[number])), boards);
    // A forged button for a game in a private chat does not show it in the group.
    let private = table.new_game(anna).await;
    let list = table.ask(anna, group, "/mygames").await;
    let id = crate::start::first_minute::id_of(&private);
    let press = table.press_data(anna, &list, &tap::encode(Tap::Bring(id)));
    assert_eq!(table.toast(&press).await, "This game is no longer kept. Send /new for a new one.");
    // The user who has asked brings down the board they want.
    let press = table.press(anna, &list, "3×3 · perfect · your move");
    assert_eq!(table.toast(&press).await, "");
    let down = table.read(group).await;
    assert!(down.text.starts_with("❌ Anna  ·  ⭕ zerosum (perfect)\nAnna to move"), "{down:?}");
    table.changed(&first).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_the_opponent_resigns_nothing_by_the_list_of_a_player() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let open = table.ask(anna, group, "/new").await;
    let shared = table.play(boris, &open, 4).await;
    table.ask(anna, group, "/new perfect 4x4").await;
    let list = table.ask(anna, group, "/resign").await;
    let label = label(&list, "3×3 · Борис · your move");
    let toast = table.toast(&table.press(boris, &list, label)).await;
    assert_eq!(toast, "Этот вопрос не вам, а другому игроку.");
    assert_eq!((table.now(&list), table.now(&shared)), (list.clone(), shared.clone()));
    // Hers it is.
    assert_eq!(table.toast(&table.press(anna, &list, label)).await, "You resigned.");
    table.until(&shared, is_over).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_over_is_neither_brought_down_nor_given_up_again() {
    let mut table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/new 3x3").await;
    table.ask(anna, anna, "/new 4x4").await;
    rest(&mut table).await;
    let (bring, give_up) =
        (table.ask(anna, anna, "/mygames").await, table.ask(anna, anna, "/resign").await);
    let presses: Vec<String> =
        (0..5).map(|_| table.press(anna, &give_up, label(&give_up, "4×4"))).collect();
    let mut given_up = 0;
    for press in &presses {
        match table.toast(press).await.as_str() {
            "You resigned. zerosum wins." => given_up += 1,
            toast => assert!(
                [
                    "The game is over. /new starts another one.",
                    "This button is out of date. Send /resign instead."
                ]
                .contains(&toast),
                "{toast}"
            ),
        }
    }
    assert_eq!(given_up, 1);
    let press = table.press(anna, &bring, label(&bring, "4×4"));
    assert_eq!(table.toast(&press).await, "The game is over. /new starts another one.");
    rest(&mut table).await;
    assert_eq!(labels(&table.now(&give_up)), ["📋 My games"]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_list_of_games_that_are_no_longer_kept_never_becomes_that_of_another_user() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    for user in [anna, boris] {
        table.ask(user, group, "/new perfect").await;
        table.ask(user, group, "/new perfect 4x4").await;
    }
    let list = table.ask(anna, group, "/resign").await;
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    let forget = "DELETE FROM boards WHERE owner = ?1";
    database.execute(forget, [anna]).expect("the boards are there");
    table.start_bot();
    let press = table.press(boris, &list, label(&list, "4×4"));
    let unknown = "Эта партия больше не хранится. Отправьте /new, чтобы начать новую.";
    assert_eq!(table.toast(&press).await, unknown);
    rest(&mut table).await;
    assert_eq!(table.now(&list), list);
    table.finish().await;
}
