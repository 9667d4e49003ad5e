//! One game in two private chats: each player has a screen of their own, in their own language.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::board::{Board, ChatId, Placement};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::{Action, Revision, Session, SessionId, UserId};
use zerosum_store::{Commit, OpenGames, Store};

use crate::support::grid::{grid_of, is_over};
use crate::support::harness::Table;

const ID: SessionId = SessionId(77);

/// A game of Anna's with Boris, of which no board has been sent yet.
async fn begun(store: &Store, table: &Table, (spec, time): (GameSpec, TimeControl)) {
    let user = |chat: i64| UserId(chat.try_into().expect("people have positive numbers"));
    let opponent = Opponent::Person(user(table.boris));
    let setup = Setup { spec, side: Side::First, opponent, time };
    let session = Session::set_up(ID, user(table.anna), setup);
    let board = Board::new(session, user(table.anna), ChatId(table.anna));
    let created = store.create(&board, OpenGames::ANY).await.expect("it works");
    let placement = Placement::new(ChatId(table.boris), None);
    let added = store.add_placement(ID, placement).await.expect("it works");
    assert_eq!((created, added), (Commit::Done, Commit::Done));
}

/// The boards of both, once a started bot has found them unsent.
pub(crate) async fn sent(table: &Table) -> (MessageView, MessageView) {
    (table.read(table.anna).await, table.read(table.boris).await)
}

pub(crate) async fn table_of_two() -> Table {
    table_of_two_under(TimeControl::Unlimited).await
}

pub(crate) async fn table_of_two_under(time: TimeControl) -> Table {
    table_of_two_with(GameSpec::TicTacToe, time).await
}

/// A table where Anna and Boris have begun this game, each in their private chat.
pub(crate) async fn table_of_two_with(spec: GameSpec, time: TimeControl) -> Table {
    let mut table = Table::new().await;
    // Both are known by name and language.
    for person in [table.anna, table.boris] {
        table.ask(person, person, "/start").await;
        table.ask(person, table.group, "/new perfect").await;
    }
    table.stop_bot().await;
    let url = format!("sqlite://{}", table.database().display());
    let store = zerosum_store::open(&url).await.expect("the database can be opened");
    begun(store.as_ref(), &table, (spec, time)).await;
    store.close().await;
    table.start_bot();
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forbidden_point_of_renju_is_shown_and_refused_with_its_reason() {
    let renju = GameSpec::from_name("15x15x5-renju").expect("it is a game");
    let table = table_of_two_with(renju, TimeControl::Unlimited).await;
    let (mut of_anna, mut of_boris) = sent(&table).await;
    assert!(of_anna.text.starts_with("Renju 15×15"), "{of_anna:?}");
    let point = |column: u16, row: u16| Action::Play(MoveCode(row * 15 + column));
    let moves = [(7, 5), (4, 5), (7, 6), (9, 9), (5, 7), (9, 5), (6, 7), (5, 9)];
    let first = Revision::START.0;
    let mut seen = first;
    let data = |seen: u32, action| tap::encode(Tap::Act { id: ID, seen: Revision(seen), action });
    for (column, row) in moves {
        let (person, board) =
            if seen % 2 == first % 2 { (table.anna, &of_anna) } else { (table.boris, &of_boris) };
        let press = table.press_data(person, board, &data(seen, point(column, row)));
        assert_eq!(table.toast(&press).await, "", "{column}, {row}");
        (of_anna, of_boris) = (table.changed(&of_anna).await, table.changed(&of_boris).await);
        seen += 1;
    }
    let crosses = of_anna.keyboard.iter().flatten().filter(|button| button.text == "✕").count();
    assert_eq!(crosses, 1, "{of_anna:?}");
    let press = table.press_data(table.anna, &of_anna, &data(seen, point(7, 7)));
    let told = table.toast(&press).await;
    assert_eq!(told, "Black may not make two open threes at once.");
    // Next to it everything goes on.
    let press = table.press_data(table.anna, &of_anna, &data(seen, point(8, 8)));
    assert_eq!(table.toast(&press).await, "");
    table.changed(&of_boris).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn both_screens_follow_each_in_its_own_language() {
    let table = table_of_two().await;
    let (of_anna, of_boris) = sent(&table).await;
    assert_eq!(of_anna.text, "❌ You  ·  ⭕ Борис\nYour move: tap for ❌.");
    assert_eq!(of_boris.text, "❌ Anna  ·  ⭕ Вы\nХодит Anna (❌).");
    let of_anna = table.play(table.anna, &of_anna, 4).await;
    let of_boris = table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    assert!(of_boris.text.contains("Ваш ход"), "{of_boris:?}");
    assert_eq!(table.try_cell(table.anna, &of_anna, 0).await, "It is not your turn.");
    let of_boris = table.play(table.boris, &of_boris, 0).await;
    let of_anna = table.until(&of_anna, |board| grid_of(board).noughts() == 1).await;
    assert_eq!(grid_of(&of_anna).marks(), grid_of(&of_boris).marks());
    assert_eq!(table.try_cell(table.boris, &of_boris, 1).await, "Сейчас не ваш ход.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resignation_is_seen_by_both_and_a_restart_forgets_neither_screen() {
    let mut table = table_of_two().await;
    let (of_anna, of_boris) = sent(&table).await;
    let of_anna = table.play(table.anna, &of_anna, 4).await;
    table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    table.restart_bot().await;
    let said = table.ask(table.boris, table.boris, "/resign").await;
    assert_eq!(said.text, "Вы сдались.");
    let of_anna = table.until(&of_anna, is_over).await;
    assert!(of_anna.text.ends_with("Борис resigned. You win."), "{of_anna:?}");
    let of_boris = table.until(&of_boris, is_over).await;
    assert!(of_boris.text.contains("Вы сдались. Побеждает Anna."), "{of_boris:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn below_a_finished_game_of_two_chats_each_can_block_the_other() {
    let table = table_of_two().await;
    let (of_anna, of_boris) = sent(&table).await;
    table.ask(table.anna, table.anna, "/resign").await;
    let of_anna = table.changed(&of_anna).await;
    table.changed(&of_boris).await;
    let press = table.press(table.anna, &of_anna, "🚫 Block");
    let twice = table.press(table.anna, &of_anna, "🚫 Block");
    for press in [press, twice] {
        assert!(table.toast(&press).await.starts_with("Done."));
    }
    let list = table.ask(table.anna, table.anna, "/blocked").await;
    assert!(list.find_button("✖️ Борис").is_some(), "{list:?}");
    let board = table.ask(table.boris, table.group, "/new").await;
    assert_eq!(table.try_cell(table.anna, &board, 4).await, "This seat is not for you.");
    table.finish().await;
}
