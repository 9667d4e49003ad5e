//! Personal data: the bot describes it, hands it out, and deletes it.

use serde_json::{Value, json};
use zerosum_playground::text::EntityKind;
use zerosum_playground::views::MessageView;
use zerosum_session::board::{Board, ChatId, MessageId};
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::{Revision, Session, SessionId, UserId};
use zerosum_store::people::deletion::{self, DELETION_BATCH};
use zerosum_store::{OpenGames, Person, StoredBoard};

use crate::between_people::two_chats::{sent, table_of_two};
use crate::support::fickle::FickleStore;
use crate::support::grid::grid_of;
use crate::support::harness::{Table, data_of};
use crate::support::patience::until;

const UNKNOWN_GAME: &str = "This game is no longer kept. Send /new for a new one.";
const OLD_QUESTION: &str = "This button is out of date. Send /deletemydata instead.";
const UNKNOWN_BUTTON: &str = "This button is out of date. Send /new for a new game.";
const YES: &str = "Yes, delete everything";

async fn table_with(store: &FickleStore) -> Table {
    Table::with_store(store.shared()).await
}

fn user_of(id: i64) -> UserId {
    UserId(id.unsigned_abs())
}

/// A person who has played once since they were deleted.
fn come_back(language: Language) -> Person {
    let habits = Habits::default().with_choice(Choice::default());
    Person { is_reachable: true, habits, created_epoch: 1, ..Person::new(language) }
}

/// Everything stored about a person.
async fn stored(store: &FickleStore, user: i64) -> (Option<Person>, Vec<StoredBoard>) {
    let person = store.person(user_of(user)).await.expect("the store works");
    (person, store.boards_of(user_of(user), None, 1_000).await.expect("the store works"))
}

/// The file that a message carries.
pub(crate) fn file_of(table: &Table, message: &MessageView) -> Value {
    let look = table.playground.look(|all| all.document(message.chat_id, message.message_id));
    let document = look.unwrap_or_else(|| panic!("no document in {message:?}"));
    assert!(document.name.as_ref().is_some_and(|name| name.ends_with(".json")), "{document:?}");
    serde_json::from_slice(&document.content).expect("the file is JSON")
}

/// Returns whether a number occurs anywhere in a file.
pub(crate) fn has_number(file: &Value, number: i64) -> bool {
    let (text, number) = (file.to_string(), number.to_string());
    text.split(|sign: char| !sign.is_ascii_digit()).any(|digits| digits == number)
}

/// Asks for the deletion of a person's data and confirms it. Returns the edited question.
pub(crate) async fn delete(table: &Table, user: i64) -> MessageView {
    let question = table.ask(user, user, "/deletemydata").await;
    let press = table.press_data(user, &question, data_of(&question, 0, 0));
    assert_eq!(table.toast(&press).await, "");
    table.changed(&question).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn privacy_tells_how_long_games_are_kept() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_KEEP_FINISHED_DAYS", 1);
    table.set("ZEROSUM_KEEP_UNFINISHED_DAYS", 22);
    table.start_bot();
    for (user, one, other, ended) in [
        (table.anna, " 1 day after its last change", " after 22 days.", "The other one wins"),
        (
            table.boris,
            " через 1 день после последнего изменения",
            " через 22 дня.",
            "Победит соперник",
        ),
        (
            table.oksana,
            " через 1 день після останньої зміни",
            " через 22 дні.",
            "Переможе суперник",
        ),
    ] {
        for chat in [user, table.group] {
            let message = table.ask(user, chat, "/privacy").await;
            let kinds = message.entities.iter().map(|entity| entity.kind);
            let folded = kinds.filter(|kind| *kind == EntityKind::ExpandableBlockquote).count();
            assert_eq!(folded, 1, "the items are folded: {message:?}");
            let text = message.text;
            assert!(text.contains(one) && text.contains(other), "{text}");
            assert!(text.contains("10000"), "{text}");
            assert!(text.contains(ended), "{text}");
            assert!(text.contains("/mydata") && text.contains("/deletemydata"), "{text}");
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_sent_all_that_is_stored_about_them_and_nothing_of_others() {
    let store = FickleStore::new();
    let mut table = table_with(&store).await;
    let board = table.new_game(table.anna).await;
    table.play(table.anna, &board, 4).await;
    table.ask(table.anna, table.anna, "/new o").await;
    table.ask(table.anna, table.group, "/new perfect").await;
    table.ask(table.boris, table.group, "/new perfect").await;
    table.playground.settled().await.expect("all is settled");
    // The place of a board is recorded after it was sent; leaving waits for that.
    table.restart_bot().await;

    let message = table.ask(table.anna, table.anna, "/mydata").await;
    assert_eq!(message.text, "Everything that is stored about you.");
    let file = file_of(&table, &message);
    let (person, boards) = stored(&store, table.anna).await;
    let person = person.expect("she is known");
    assert_eq!((person.name.as_str(), boards.len()), ("Anna", 3));
    let games: Vec<Value> = boards
        .iter()
        .map(|board| {
            json!({
                "id": format!("{:x}", board.id.0),
                "is_guest": false,
                "chat": board.chat.0,
                "message": board.message.map(|message| message.0),
                "shown": board.shown.0,
                "elsewhere": [],
                "revision": board.revision.0,
                "changed_at": board.touched,
                "record": board.record,
                "is_left": false,
            })
        })
        .collect();
    let expected = json!({
        "format": "zerosum personal data", "version": 9, "user": table.anna,
        "part": 1, "is_last_part": true,
        "person": {
            "language": "en", "has_chosen_language": false, "name": "Anna", "is_reachable": true,
            "choice": "3x3 2 perfect", "habits": "3x3 2 perfect - 00 -", "theme": "light",
            "keeps_results": true, "created_epoch": 0, "has_reminders": false,
        },
        "challenges": 0, "kept_seats": [],
        "blocked": [], "broadcasts": [], "results": [], "ratings": [], "tables": [], "invitations": [],
        "seeking": null, "games": games,
    });
    assert_eq!(file, expected);

    let nothing = file_of(&table, &table.ask(table.oksana, table.oksana, "/mydata").await);
    assert_eq!((&nothing["person"], &nothing["games"]), (&Value::Null, &json!([])));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_play_each_other_neither_is_told_the_number_of_the_other() {
    let table = table_of_two().await;
    let (of_anna, of_boris) = sent(&table).await;
    table.play(table.anna, &of_anna, 4).await;
    table.changed(&of_boris).await;
    for (person, other) in [(table.anna, table.boris), (table.boris, table.anna)] {
        let file = file_of(&table, &table.ask(person, person, "/mydata").await);
        let games = file["games"].as_array().expect("a list");
        let seats = [format!("u{person} somebody"), format!("somebody u{person}")];
        let is_shared = |game: &&Value| {
            let record = game["record"].as_str().unwrap_or_default();
            seats.iter().any(|seats| record.contains(seats))
        };
        assert_eq!(games.iter().filter(is_shared).count(), 1, "{file}");
        assert!(!has_number(&file, other), "{file}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn personal_things_are_not_spoken_of_in_groups() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let board = table.ask(table.anna, table.group, "/new perfect").await;
    for command in ["/mydata", "/deletemydata", "/deletemydata@zerosum_bot"] {
        let answer = table.ask(table.anna, table.group, command).await;
        let command = command.trim_end_matches("@zerosum_bot");
        let expected = format!("That is only for our private chat: send {command} there.");
        assert_eq!((answer.text, answer.keyboard.len()), (expected, 0));
    }
    // Forged buttons do not work either.
    let mut seen = Vec::new();
    for (user, data) in [(table.anna, "1:d:y"), (table.boris, "1:d:y"), (table.anna, "1:d:n")] {
        let press = table.press_data(user, &board, data);
        seen.push(table.toast(&press).await);
    }
    assert_eq!(seen[0], UNKNOWN_BUTTON);
    let private = table.ask(table.anna, table.anna, "/help").await;
    let press = table.press_data(table.anna, &private, "1:d:y");
    assert_eq!(table.toast(&press).await, OLD_QUESTION);
    assert_eq!(stored(&store, table.anna).await.1.len(), 1);
    table.play(table.anna, &board, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_is_not_sure_keeps_everything() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let board = table.new_game(table.anna).await;
    let question = table.ask(table.anna, table.anna, "/deletemydata").await;
    assert!(question.text.starts_with("Delete everything"), "{question:?}");
    let press = table.press(table.anna, &question, "No, keep it");
    assert_eq!(table.toast(&press).await, "");
    let kept = table.changed(&question).await;
    assert_eq!((kept.text.as_str(), kept.keyboard.len()), ("Everything stays as it is.", 0));
    // The question is answered: a press that was on its way does nothing.
    let press = table.press_data(table.anna, &kept, "1:d:y");
    assert_eq!(table.toast(&press).await, OLD_QUESTION);
    table.play(table.anna, &board, 4).await;
    assert!(stored(&store, table.anna).await.0.is_some());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_data_is_gone_and_a_person_who_comes_back_is_new() {
    let store = FickleStore::new();
    let mut table = table_with(&store).await;
    let question = table.ask(table.anna, table.anna, "/language").await;
    let press = table.press(table.anna, &question, "Українська");
    assert_eq!(table.toast(&press).await, "");
    table.changed(&question).await;
    let private = table.new_game(table.anna).await;
    let private = table.play(table.anna, &private, 4).await;
    let group = table.ask(table.anna, table.group, "/new perfect").await;
    let other = table.ask(table.boris, table.group, "/new perfect").await;

    let done = delete(&table, table.anna).await;
    assert!(done.text.starts_with("Готово."), "she is told in her language: {done:?}");
    assert!(done.keyboard.is_empty());
    assert_eq!(stored(&store, table.anna).await, (None, Vec::new()));
    for board in [&private, &group] {
        let cell = grid_of(board).calm_cell();
        assert_eq!(table.try_cell(table.anna, board, cell).await, UNKNOWN_GAME);
    }
    let other = table.play(table.boris, &other, 4).await;
    table.restart_bot().await;
    assert_eq!(table.try_cell(table.anna, &private, 4).await, UNKNOWN_GAME);
    assert_eq!(stored(&store, table.anna).await, (None, Vec::new()));
    table.play(table.boris, &other, grid_of(&other).calm_cell()).await;

    let board = table.new_game(table.anna).await;
    assert!(board.text.starts_with("❌ You"), "the chosen language is gone: {board:?}");
    let (person, boards) = stored(&store, table.anna).await;
    assert_eq!((person, boards.len()), (Some(come_back(Language::English)), 1));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_with_very_many_games_is_gone_at_once_and_told_that_the_rest_takes_a_while() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let board = table.new_game(table.anna).await;
    let theirs = table.new_game(table.boris).await;
    let (owner, chat) = (user_of(table.anna), ChatId(table.anna));
    for id in 0..u64::from(DELETION_BATCH) {
        let session = Session::against_engine(SessionId(id), owner, Choice::default());
        let board = Board::new(session, owner, chat);
        let board = Board { message: Some(MessageId(1)), shown: Revision::LAST, ..board };
        store.create(&board, OpenGames::ANY).await.expect("the store works");
    }
    let question = table.ask(table.anna, table.anna, "/deletemydata").await;
    store.hold_deletions(true);
    let press = table.press_data(table.anna, &question, data_of(&question, 0, 0));
    assert_eq!(table.toast(&press).await, "");
    let done = table.changed(&question).await;
    assert!(done.text.starts_with("From now on I know nothing of you"), "{done:?}");
    assert_eq!(store.pending_deletions(9).await.expect("the store works"), [owner]);
    assert_eq!(stored(&store, table.anna).await, (None, Vec::new()));
    assert_eq!(table.try_cell(table.anna, &board, 4).await, UNKNOWN_GAME);
    table.play(table.boris, &theirs, 4).await;
    // She may return before everything is deleted, and keeps the games she begins.
    let board = table.new_game(table.anna).await;
    store.hold_deletions(false);
    deletion::finish_all(&store).await.expect("the store works");
    assert_eq!(store.pending_deletions(9).await.expect("the store works"), []);
    table.play(table.anna, &board, 4).await;
    assert_eq!(stored(&store, table.anna).await.1.len(), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn presses_in_flight_bring_nothing_back() {
    let store = FickleStore::new();
    let mut table = Table::with_store_later(store.shared()).await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.start_bot();
    for _ in 0..12 {
        let mut boards = Vec::new();
        for _ in 0..5 {
            boards.push(table.new_game(table.anna).await);
        }
        let question = table.ask(table.anna, table.anna, "/deletemydata").await;
        let mut presses = Vec::new();
        for (number, board) in boards.iter().enumerate() {
            presses.push(table.press_cell(table.anna, board, 4));
            if number == 2 {
                presses.push(table.press(table.anna, &question, YES));
            }
            presses.push(table.press_cell(table.anna, board, 0));
        }
        for press in &presses {
            table.toast(press).await;
        }
        table.changed(&question).await;
        table.playground.settled().await.expect("all is settled");
        assert_eq!(stored(&store, table.anna).await, (None, Vec::new()));
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_begins_during_the_deletion_brings_back_nothing_older() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let choice = table.ask(table.boris, table.group, "/language").await;
    let press = table.press(table.boris, &choice, "English");
    table.toast(&press).await;
    table.ask(table.boris, table.group, "/new perfect").await;
    let question = table.ask(table.boris, table.boris, "/deletemydata").await;
    // The store now contradicts the copy in the bot.
    store.set_reachable(user_of(table.boris), false).await.expect("the store works");
    // His stored data has been read, and is about to be written with a change.
    store.hold_to_write(Some(user_of(table.boris)));
    table.say(table.boris, table.boris, "/new");
    store.a_write_waits().await;
    let press = table.press(table.boris, &question, YES);
    assert_eq!(table.toast(&press).await, "");
    table.changed(&question).await;
    assert_eq!(stored(&store, table.boris).await, (None, Vec::new()));
    store.hold_to_write(None);
    table.read(table.boris).await;
    let (person, boards) = stored(&store, table.boris).await;
    assert_eq!((person, boards.len()), (Some(come_back(Language::Russian)), 1));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deletion_that_fails_says_so_and_can_be_tried_again() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    table.new_game(table.anna).await;
    let question = table.ask(table.anna, table.anna, "/deletemydata").await;
    store.fail_to_write(true);
    let press = table.press(table.anna, &question, YES);
    let toast = table.toast(&press).await;
    assert_eq!(
        toast,
        "I can’t delete everything right now. Games with people may have ended already. Please try again in a moment."
    );
    assert_eq!(table.now(&question), question);
    store.fail_to_write(false);
    store.fail_to_read(true);
    let answer = table.ask(table.anna, table.anna, "/mydata").await;
    assert_eq!(answer.text, "I cannot read your data right now. Please try again in a moment.");
    store.fail_to_read(false);
    let press = table.press(table.anna, &question, YES);
    assert_eq!(table.toast(&press).await, "");
    table.changed(&question).await;
    assert_eq!(stored(&store, table.anna).await, (None, Vec::new()));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deletion_tells_what_becomes_of_games_with_others_and_that_is_so() {
    let table = table_of_two().await;
    let (of_anna, of_boris) = sent(&table).await;
    let of_anna = table.play(table.anna, &of_anna, 4).await;
    table.changed(&of_boris).await;
    let question = table.ask(table.anna, table.anna, "/deletemydata").await;
    let told = "Games with other people stay theirs, without your name; one still in play is won by \
                the other.";
    assert!(question.text.contains(told), "{question:?}");
    let press = table.press(table.anna, &question, YES);
    assert_eq!(table.toast(&press).await, "");
    let done = table.changed(&question).await;
    assert!(done.text.contains("Games with other people are theirs now"), "{done:?}");
    let of_boris = table.until(&of_boris, |now| now.text.contains("Победа ваша.")).await;
    assert!(!of_boris.text.contains("Anna"), "{of_boris:?}");
    let file = file_of(&table, &table.ask(table.boris, table.boris, "/mydata").await);
    let records = file["games"].as_array().expect("a list").iter().map(|game| &game["record"]);
    let seats = format!("gone u{} ", table.boris);
    let is_theirs = |record: &Value| record.as_str().is_some_and(|it| it.contains(&seats));
    assert!(records.clone().any(is_theirs), "{file}");
    assert_eq!(table.toast(&table.press_cell(table.anna, &of_anna, 0)).await, UNKNOWN_GAME);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_process_forgets_a_deleted_person_too() {
    let store = FickleStore::new();
    // Two processes with one store; each has its own Telegram, in which Anna is the same.
    let (here, there) = (table_with(&store).await, table_with(&store).await);
    assert_eq!(here.anna, there.anna);
    // The other process finishes its start-up search before there is a board.
    there.ask(there.boris, there.boris, "/help").await;
    there.playground.settled().await.expect("all is settled");
    let choice = here.ask(here.anna, here.group, "/language").await;
    let press = here.press(here.anna, &choice, "Русский");
    here.toast(&press).await;
    let old = here.new_game(here.anna).await;
    here.play(here.anna, &old, 4).await;
    here.playground.settled().await.expect("all is settled");
    // There she presses an old view of the board, which makes that process load it.
    let stale = "Доска уже изменилась. Вот как она выглядит сейчас.";
    let page = there.ask(there.anna, there.anna, "/help").await;
    let data = data_of(&old, 0, 0).to_owned();
    let press = there.press_data(there.anna, &page, &data);
    assert_eq!(there.toast(&press).await, stale);

    delete(&here, here.anna).await;
    until(async || {
        let press = there.press_data(there.anna, &page, &data);
        match there.toast(&press).await.as_str() {
            UNKNOWN_GAME => Ok(()),
            toast => {
                assert_eq!(toast, stale);
                Err("the other process still knows the board")
            }
        }
    })
    .await;
    assert_eq!(stored(&store, here.anna).await, (None, Vec::new()));
    there.new_game(there.anna).await;
    let person = stored(&store, here.anna).await.0.expect("she is back");
    assert_eq!((person.language, person.has_chosen), (Language::English, false));
    here.finish().await;
    there.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_comes_back_can_be_reached_again() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    table.ask(table.anna, table.anna, "/start").await;
    assert_eq!(stored(&store, table.anna).await.0, None, "a welcome is nothing to remember");
    table.new_game(table.anna).await;
    store.set_reachable(user_of(table.anna), false).await.expect("the store works");
    table.ask(table.anna, table.anna, "/start").await;
    let person = stored(&store, table.anna).await.0;
    assert!(person.is_some_and(|person| person.is_reachable));
    table.finish().await;
}
