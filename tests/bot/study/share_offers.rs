//! Finished games that are shared in one tap: the button opens a chat of the person's choice, where the bot offers
//! the game with their name and without it.

use zerosum_games::side::Side;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::{ButtonView, MessageView};

use crate::start::first_minute::{beginner, win};
use crate::support::harness::Table;

const LINK: &str = "https://t.me/zerosum_bot?start=";
const NAMED: &str = "🙋 With my name: I can be challenged";
const UNNAMED: &str = "🔗 Without my name";
const TEXT: &str = "🔤 Without my name, as text";

/// The button that shares the game of a board.
pub(crate) fn share_button(board: &MessageView) -> &ButtonView {
    let button = board.keyboard.iter().flatten().find(|button| button.text.starts_with("🔗"));
    button.unwrap_or_else(|| panic!("nothing shares {board:?}"))
}

/// The query that one tap on that button puts into the message field of another chat.
pub(crate) fn query_of(board: &MessageView) -> &str {
    let button = share_button(board);
    assert_eq!((&button.data, &button.url), (&None, &None), "it is no press");
    assert_eq!(button.chats, ["user", "group"]);
    button.query.as_deref().expect("it asks the bot")
}

/// Payload in the link of a message.
fn payload(message: &MessageView) -> String {
    let (_, rest) = message.text.split_once(LINK).expect("there is a link");
    rest.split_whitespace().next().expect("it carries something").to_owned()
}

/// A table where the host keeps files for inline messages, if it does.
async fn table(has_storage: bool) -> (Table, i64) {
    let mut table = Table::without_bot().await;
    let storage = table.playground.add_group("Pictures", &[]);
    if has_storage {
        table.set("ZEROSUM_STORAGE_CHAT_ID", storage);
    }
    table.start_bot();
    (table, storage)
}

impl Table {
    /// A game on 3x3 that a person has won against the beginner.
    async fn won(&self, user: i64) -> MessageView {
        let board = self.ask(user, user, "/new 3x3 beginner x").await;
        win(self, user, &board, beginner(Side::First)).await
    }

    /// Titles of the ways to send a game that a person is offered in a chat, by this query.
    async fn ways(&self, user: i64, chat: i64, query: &str) -> Vec<String> {
        let query = self.playground.ask_inline(user, chat, query, "").expect("it is allowed");
        let answer = self.playground.inline_answer(&query).await.expect("it is answered");
        assert_eq!((answer.is_personal, answer.cache_seconds), (true, 0));
        answer.results.into_iter().map(|result| result.title).collect()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_tap_opens_the_chats_where_the_won_game_is_ready_to_be_sent_as_a_dare() {
    let (table, storage) = table(true).await;
    let (anna, boris) = (table.anna, table.boris);
    let over = table.won(anna).await;
    let query = query_of(&over);
    let chat = table.playground.add_conversation([anna, boris]);
    assert_eq!(table.ways(anna, chat, query).await, [NAMED, UNNAMED, TEXT]);
    let kept = table.read(storage).await;
    assert!(kept.has_animation && kept.text.is_empty() && kept.keyboard.is_empty(), "{kept:?}");

    let named = table.post(anna, chat, query, NAMED).await;
    assert!(named.has_animation && named.via_bot && named.keyboard.is_empty(), "{named:?}");
    let lines: Vec<&str> = named.text.lines().collect();
    assert_eq!(lines[..2], ["Tic-tac-toe 3×3", "❌ won: three in a row."]);
    assert!(lines[2].starts_with("Anna beat zerosum (beginner) in "), "{named:?}");
    assert!(lines[2].ends_with(" moves. Can you?"), "{named:?}");
    assert_eq!(lines[3], "Shared by Anna: the link also lets you challenge them.");
    let unnamed = table.post(anna, chat, query, UNNAMED).await;
    assert!(unnamed.has_animation && !unnamed.text.contains("Anna"), "{unnamed:?}");
    assert!(unnamed.text.contains("\nzerosum (beginner) was beaten in "), "{unnamed:?}");
    let text = table.post(anna, chat, query, TEXT).await;
    assert!(!text.has_animation && text.text.starts_with(&unnamed.text), "{text:?}");
    assert!(text.text.contains('⭕'), "it shows the board: {text:?}");
    assert_eq!(table.count_calls("sendAnimation", storage), 1);

    // The link opens the game at its first move, to be played and answered by a challenge.
    let told = table.ask(boris, boris, &format!("/start {}", payload(&unnamed))).await;
    assert!(told.text.contains("\n0 / ") && !told.text.contains("Anna"), "{told:?}");
    assert!(told.text.contains("\nzerosum (новичок) проиграл за "), "{told:?}");
    assert!(told.keyboard.iter().flatten().all(|button| !button.text.contains('⚔')), "{told:?}");
    let told = table.ask(boris, boris, &format!("/start {}", payload(&named))).await;
    assert!(told.text.contains("\n0 / "), "{told:?}");
    assert!(told.find_button("▶️ Сыграть эту игру").is_some(), "{told:?}");
    // The bot does not store the name of a person who only shares a game.
    let toast = table.toast(&table.press(boris, &told, "⚔️ Вызвать игрока")).await;
    assert_eq!(toast, "Вызов отправлен. Приглашение ниже.");
    let challenge = table.read(anna).await;
    assert!(challenge.text.starts_with("⚔️ Борис looked at the game"), "{challenge:?}");
    assert_eq!(payload(&challenge), payload(&table.read(boris).await));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_review_of_ones_own_game_shares_it_and_that_of_another_one_does_not() {
    let (table, _) = table(false).await;
    let (anna, boris) = (table.anna, table.boris);
    let over = table.won(anna).await;
    assert_eq!(table.toast(&table.press(anna, &over, "🧭 Review")).await, "");
    let review = table.read(anna).await;
    assert_eq!(query_of(&review), query_of(&over));
    let sent = table.post(anna, table.group, query_of(&review), UNNAMED).await;
    let told = table.ask(boris, boris, &format!("/start {}", payload(&sent))).await;
    assert_eq!(table.toast(&table.press(boris, &told, "🧭 Разбор")).await, "");
    let review = table.read(boris).await;
    let shares = review.keyboard.iter().flatten().any(|button| button.text.starts_with('🔗'));
    assert!(!shares, "{review:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_offered_in_the_language_of_the_person_who_shares_it() {
    let (table, storage) = table(true).await;
    let people = [
        (table.boris, "🙋 С именем: меня можно вызвать", "Борис: победа над zerosum (новичок) за "),
        (
            table.oksana,
            "🙋 З ім’ям: мене можна викликати",
            "Оксана: перемога над zerosum (новачок) за ",
        ),
    ];
    for (user, named, dare) in people {
        let over = table.won(user).await;
        let sent = table.post(user, table.group, query_of(&over), named).await;
        assert!(sent.has_animation, "{sent:?}");
        assert!(sent.text.lines().nth(2).is_some_and(|line| line.starts_with(dare)), "{sent:?}");
        table.read(storage).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_sent_as_a_text_where_no_files_are_kept_and_for_readers() {
    let (mut table, storage) = table(true).await;
    let anna = table.anna;
    let over = table.won(anna).await;
    let words = "Bad Request: not enough rights to send animations to the chat";
    table.playground.fault(Fault::error(400, words).on("sendAnimation"));
    table.expect_refusals(&[words]);
    let query = query_of(&over).to_owned();
    assert_eq!(table.ways(anna, table.group, &query).await, [NAMED, UNNAMED]);
    let asked = table.ask(anna, anna, "/theme").await;
    table.toast(&table.press(anna, &asked, "🔤 Text")).await;
    table.changed(&asked).await;
    assert_eq!(table.ways(anna, table.group, &query).await, [NAMED, UNNAMED]);
    assert_eq!(table.count_calls("sendAnimation", storage), 1);
    table.finish().await;

    let (table, _) = self::table(false).await;
    let anna = table.anna;
    let over = table.won(anna).await;
    let sent = table.post(anna, table.group, query_of(&over), NAMED).await;
    assert!(!sent.has_animation && sent.text.contains("Anna beat zerosum"), "{sent:?}");
    assert!(sent.text.contains('⭕'), "it shows the board: {sent:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_is_offered_only_to_a_player_and_a_game_only_by_its_seal() {
    let (table, _) = table(false).await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    let mut board = table.ask(anna, group, "/new x 3x3").await;
    for (user, cell) in [(anna, 4), (boris, 0), (anna, 5), (boris, 1), (anna, 3)] {
        board = table.play(user, &board, cell).await;
    }
    let query = query_of(&board).to_owned();
    // People to whom the bot may not write cannot be told of a challenge.
    assert_eq!(table.ways(anna, group, &query).await, [UNNAMED]);
    for person in [anna, oksana] {
        table.ask(person, person, "/start").await;
    }
    assert_eq!(table.ways(anna, group, &query).await, [NAMED, UNNAMED]);
    assert_eq!(table.ways(oksana, oksana, &query).await, ["🔗 Без мого імені"]);
    // The name is on the button, because a group has seen it.
    let sent = table.post(anna, group, &query, NAMED).await;
    let told = table.ask(oksana, oksana, &format!("/start {}", payload(&sent))).await;
    assert!(told.find_button("⚔️ Викликати: Anna").is_some(), "{told:?}");

    let last = if query.ends_with('0') { "1" } else { "0" };
    let forged = format!("{}{last}", &query[..query.len() - 1]);
    for query in [&forged, "share s", "share s0", "share x", "share p0", "share 1"] {
        assert_eq!(table.ways(anna, group, query).await, [""; 0], "{query}");
    }
    // Other words are about games.
    for query in ["share", "shared", "sharething"] {
        assert!(!table.ways(anna, group, query).await.is_empty(), "{query}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deleted_game_is_no_longer_offered_and_its_person_no_longer_challenged() {
    let (table, _) = table(false).await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    let own = table.won(anna).await;
    let mut board = table.ask(anna, group, "/new x 3x3").await;
    for (user, cell) in [(anna, 4), (boris, 0), (anna, 5), (boris, 1), (anna, 3)] {
        board = table.play(user, &board, cell).await;
    }
    let [own, with_boris] = [own, board].map(|board| query_of(&board).to_owned());
    let sent = table.post(anna, group, &with_boris, NAMED).await;
    let told = table.ask(oksana, oksana, &format!("/start {}", payload(&sent))).await;
    let question = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press(anna, &question, "Yes, delete everything")).await;
    table.changed(&question).await;
    table.ask(anna, anna, "/start").await;
    assert_eq!(table.ways(anna, group, &own).await, [""; 0]);
    // The game stays with Boris, and she is no longer in it.
    assert_eq!(table.ways(anna, group, &with_boris).await, [UNNAMED]);
    let toast = table.toast(&table.press(oksana, &told, "⚔️ Викликати: Anna")).await;
    assert_eq!(toast, "Зараз викликати цього гравця не можна. Суперника знайде /opponent.");
    table.finish().await;
}
