//! Inline mode: a board is posted in any chat, and the first two people who tap play on it.

use zerosum_playground::settings::InlineMode;
use zerosum_playground::views::{InlineAnswerView, MessageView};
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::{Revision, Seat};

use crate::between_people::blocks::answer;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, data_of};

const STRANGER: &str = "Це чужа партія.";

impl Table {
    /// Results offered to a user who types the bot's name and these words in a chat.
    pub(crate) async fn offered(
        &self,
        user: i64,
        chat: i64,
        words: &str,
    ) -> (String, InlineAnswerView) {
        let query = self.playground.ask_inline(user, chat, words, "").expect("it is allowed");
        let answer = self.playground.inline_answer(&query).await.expect("it is answered");
        assert_eq!((answer.is_personal, answer.cache_seconds), (true, 0));
        assert!(!answer.results.is_empty() && answer.results.len() <= 50);
        (query, answer)
    }

    /// Titles of the offered results, in order.
    async fn titles(&self, user: i64, words: &str) -> Vec<String> {
        let (_, answer) = self.offered(user, self.group, words).await;
        answer.results.into_iter().map(|result| result.title).collect()
    }

    /// Message that a user posts by choosing the result of that title.
    pub(crate) async fn post(&self, user: i64, chat: i64, words: &str, title: &str) -> MessageView {
        let (query, answer) = self.offered(user, chat, words).await;
        let titles = || answer.results.iter().map(|result| &result.title).collect::<Vec<_>>();
        let chosen = answer.results.iter().find(|result| result.title == title);
        let chosen = chosen.unwrap_or_else(|| panic!("no {title:?} in {:?}", titles()));
        let message = self.playground.choose_inline_result(&query, &chosen.id);
        let message = message.expect("it is offered");
        self.playground.take_message(chat, message);
        self.playground.message(chat, message).expect("it is sent")
    }

    /// Board of tic-tac-toe that Oksana posts in this chat.
    pub(crate) async fn posted(&self, chat: i64) -> MessageView {
        self.post(self.oksana, chat, "", "Хрестики-нулики 3×3").await
    }
}

fn marks(message: &MessageView) -> usize {
    grid_of(message).marks()
}

fn find<'a>(titles: &'a [String], part: &str) -> Option<usize> {
    titles.iter().position(|title: &'a String| title.contains(part))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_is_posted_in_a_chat_of_two_and_played_to_its_end() {
    let mut table = Table::new().await;
    let (boris, oksana) = (table.boris, table.oksana);
    let chat = table.playground.add_conversation([boris, oksana]);
    let board = table.posted(chat).await;
    assert_eq!(
        board.text,
        "Хрестики-нулики 3×3\nТри в ряд – перемога. Без помилок виходить нічия.\n\n\
        Натисніть на дошку, щоб грати за ❌. Наступний грає за ⭕."
    );
    assert_eq!((marks(&board), &board.keyboard[3][0].text), (0, &"Грати за ⭕".to_owned()));
    // Nothing of it is stored, so a restart loses nothing.
    table.restart_bot().await;
    assert_eq!(table.try_cell(boris, &board, 4).await, "");
    let one = table.changed(&board).await;
    assert!(one.text.starts_with("❌ Борис  ·  ⭕ свободно\n"), "{one:?}");
    assert_eq!((grid_of(&one).crosses(), marks(&one)), (1, 1));
    let two = table.play(oksana, &one, 0).await;
    assert!(two.text.starts_with("❌ Борис  ·  ⭕ Оксана\n"), "{two:?}");
    table.restart_bot().await;
    let three = table.play(boris, &two, 2).await;
    let four = table.play(oksana, &three, 1).await;
    assert_eq!(table.try_cell(oksana, &four, 5).await, "Зараз не ваш хід.");
    let over = table.play(boris, &four, 6).await;
    assert!(over.text.contains("Побеждает Борис"), "{over:?}");
    let again = over.keyboard[4][0].query.as_deref().expect("it leads to the message field");
    assert_eq!((over.keyboard[4][0].text.as_str(), again), ("🔁 Ещё раз", "3x3"));
    let found = table.offered(oksana, chat, again).await.1;
    assert_eq!(found.results[0].title, "Хрестики-нулики 3×3");
    // The posted board is long out of date.
    let stale = table.press_data(oksana, &over, data_of(&board, 0, 0));
    assert_eq!(table.toast(&stale).await, "Партію закінчено.");
    assert_eq!(table.now(&over), over);
    assert_eq!(table.count_all_calls("sendMessage"), 0, "nothing is sent");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_tap_at_once_one_begins_and_the_other_one_joins() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    for _ in 0..5 {
        let board = table.posted(table.group).await;
        // Two presses each stand for an impatient double tap.
        let taps = [(anna, 4), (boris, 4), (boris, 0), (anna, 0)];
        let presses = taps.map(|(user, cell)| (user, table.press_cell(user, &board, cell)));
        let mut let_in = Vec::new();
        for (user, press) in &presses {
            if table.toast(press).await.is_empty() {
                let_in.push(*user);
            }
        }
        let_in.sort_unstable();
        assert_eq!(let_in, [anna, boris], "each of them once");
        let is_full = |now: &MessageView| now.text.contains("Anna") && now.text.contains("Борис");
        let full = table.until(&board, is_full).await;
        assert_eq!((grid_of(&full).crosses(), marks(&full)), (1, 1), "{full:?}");
        let late = table.press_data(table.oksana, &full, data_of(&board, 1, 1));
        assert_eq!(table.toast(&late).await, STRANGER);
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_first_tap_on_the_second_seat_leaves_the_first_move_to_the_next_player() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.posted(table.group).await;
    let seat = data_of(&board, 3, 0);
    assert_eq!(table.toast(&table.press_data(anna, &board, seat)).await, "");
    let joined = table.changed(&board).await;
    assert!(joined.text.starts_with("❌ anybody  ·  ⭕ Anna\n"), "{joined:?}");
    // A player who still sees the posted board makes the move that they chose there.
    let again = table.press_data(anna, &board, seat);
    assert_eq!(table.toast(&again).await, "Somebody is playing here already.");
    assert_eq!(table.try_cell(anna, &board, 4).await, "It is not your turn.");
    assert_eq!(table.try_cell(boris, &board, 4).await, "");
    let moved = table.until(&joined, |now| marks(now) == 1).await;
    assert!(moved.text.starts_with("❌ Борис  ·  ⭕ Anna\n"), "{moved:?}");
    let moved = table.play(anna, &moved, 0).await;
    table.play(boris, &moved, 8).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_side_of_the_poster_is_kept_for_them() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.post(anna, table.group, "tic-tac-toe", "Tic-tac-toe 3×3: I play ⭕").await;
    assert!(board.text.ends_with("Anna plays ⭕ and taps first; whoever taps next plays ❌."));
    let first = "Первым нажимает тот, кто отправил эту доску. После этого присоединяйтесь.";
    assert_eq!(table.try_cell(boris, &board, 4).await, first);
    assert_eq!(table.toast(&table.press(boris, &board, "Play ⭕")).await, first);
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.now(&board), board, "nothing has begun");
    // Any tap of hers says that she plays.
    assert_eq!(table.try_cell(anna, &board, 0).await, "");
    let joined = table.changed(&board).await;
    assert!(joined.text.starts_with("❌ anybody  ·  ⭕ Anna\n"), "{joined:?}");
    let moved = table.play(boris, &joined, 4).await;
    assert!(moved.text.starts_with("❌ Борис  ·  ⭕ Anna\n"), "{moved:?}");
    let board = table.post(boris, table.group, "", "Поймай овцу: я играю за 🐑").await;
    assert_eq!(board.keyboard.len(), 2, "his seat is taken by his move");
    let step = board.find_button("↖️ d7").expect("the sheep can move");
    let step = data_of(&board, step.0, step.1);
    let early = table.toast(&table.press_data(anna, &board, step)).await;
    assert!(early.starts_with("Whoever sent this board taps first."), "{early}");
    assert_eq!(table.toast(&table.press_data(boris, &board, step)).await, "");
    let moved = table.changed(&board).await;
    assert!(moved.text.contains("🐺 свободно"), "{moved:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_that_comes_again_makes_nothing_twice() {
    let mut table = Table::new().await;
    // The query has been answered already.
    table.expect_refusals(&["query is too old"]);
    let board = table.posted(table.group).await;
    assert_eq!(table.try_cell(table.anna, &board, 4).await, "");
    let pressed = table.playground.last_update_id();
    let begun = table.changed(&board).await;
    table.playground.redeliver(pressed).expect("the update is known");
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.now(&begun), begun);
    let joined = table.play(table.boris, &begun, 0).await;
    table.playground.redeliver(pressed).expect("the update is known");
    table.playground.settled().await.expect("all is settled");
    assert_eq!(table.now(&joined), joined);
    let list = table.ask(table.anna, table.anna, "/mygames").await;
    assert_eq!(list.keyboard.len(), 1, "{list:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_are_found_by_a_part_of_their_names_in_any_language() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let all = table.titles(anna, "").await;
    for title in
        ["Tic-tac-toe 3×3", "Gomoku 15×15", "Catch the Sheep: I play 🐺", "4×4, 3 in a row"]
    {
        assert!(all.iter().any(|known| known == title), "no {title} in {all:?}");
    }
    assert!(find(&all, "Gomoku 15×15: ").is_none(), "{all:?}");
    for (words, title) in [
        ("ulti", "Ultimate"),
        ("гомок", "Gomoku"),
        ("вівц", "Catch the Sheep"),
        ("wolves", "Catch"),
    ] {
        let found = table.titles(anna, words).await;
        assert!(found[0].contains(title) && found.len() < all.len(), "{words}: {found:?}");
    }
    let gomoku = ["Гомоку 15×15", "Гомоку 15×15: я играю за ⚫️", "Гомоку 15×15: я играю за ⚪️"];
    let exact = gomoku.map(|title| title.replace("15×15", "15×15, ровно пять"));
    // The opener has no colour yet.
    let swap =
        ["", ": я играю за 1️⃣", ": я играю за 2️⃣"].map(|side| format!("Гомоку 15×15, Swap2{side}"));
    let all_kinds = [gomoku.map(str::to_owned), exact.clone(), swap.clone()].concat();
    assert_eq!(table.titles(boris, "gomoku").await, all_kinds);
    let white = [gomoku[2], gomoku[0], &exact[2], &exact[0], &swap[2], &swap[0]];
    assert_eq!(table.titles(boris, "gomoku white").await, white);
    assert_eq!(table.titles(oksana, "10x8x5").await[0], "10×8, 5 в ряд", "a board of her own");
    assert_eq!(table.titles(anna, "chess").await, all, "what there is");
    let second = table.titles(anna, "o").await;
    assert!(second.iter().all(|title| title.contains(": I play ")), "{second:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_usual_choice_comes_first_in_the_chosen_language() {
    let table = Table::new().await;
    let anna = table.anna;
    assert_eq!(table.titles(anna, "").await[0], "Tic-tac-toe 3×3");
    table.ask(anna, anna, "/new gomoku beginner first").await;
    table.ask(anna, anna, "/new sheep beginner second").await;
    let asked = table.ask(anna, anna, "/language").await;
    table.toast(&table.press(anna, &asked, "Українська")).await;
    table.playground.settled().await.expect("all is settled");
    let titles = table.titles(anna, "").await;
    assert_eq!((titles[0].as_str(), titles[3].as_str()), ("Спіймай вівцю", "Гомоку 15×15"));
    table.playground.take_message(anna, asked.message_id);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_large_board_is_posted_in_characters_and_begins_with_a_part_of_it() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.post(anna, table.group, "gomoku", "Gomoku 15×15").await;
    assert!(board.text.contains("🟨🟩🟩🟩🟩🟩🟩🟩🟨"), "{}", board.text);
    assert_eq!(board.find_button("➡️"), None, "there is no game to look at");
    assert_eq!(table.toast(&table.press(anna, &board, "Play ⚫️")).await, "");
    let begun = table.until(&board, |now| now.find_button("➡️").is_some()).await;
    assert_eq!(table.toast(&table.press(anna, &begun, "➡️")).await, "");
    table.until(&begun, |now| now.edits > begun.edits).await;
    let board = table.post(anna, table.group, "ultimate", "Ultimate tic-tac-toe").await;
    assert!(board.text.contains("each cell decides in which board the next move is"));
    assert_eq!(table.toast(&table.press(boris, &board, "⏺️")).await, "");
    let begun = table
        .until(&board, |now| {
            now.find_button("🔙 Другая доска").is_some() || now.text.contains("⭕ свободно")
        })
        .await;
    assert_eq!(begun.keyboard[1][1].text, "·", "he sees the cells of that part: {begun:?}");
    assert_eq!(table.count_all_calls("sendPhoto"), 0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_game_is_listed_and_brought_into_the_private_chat_of_its_starter() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.posted(table.group).await;
    assert_eq!(table.try_cell(anna, &board, 4).await, "");
    let begun = table.changed(&board).await;
    let inline = table.play(boris, &begun, 0).await;
    table.playground.settled().await.expect("all is settled");
    // No sweep sends her anything.
    table.restart_bot().await;
    let list = table.ask(anna, anna, "/mygames").await;
    let press = table.press(anna, &list, "3×3 · Борис · your move · a1");
    assert_eq!(table.toast(&press).await, "");
    let private = table.read(anna).await;
    assert_eq!(private.text, "❌ You  ·  ⭕ Борис\nYour move: tap for ❌.");
    table.play(anna, &private, 8).await;
    let inline = table.until(&inline, |now| marks(now) == 3).await;
    table.play(boris, &inline, 1).await;
    table.until(&private, |now| marks(now) == 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn posted_boards_give_no_person_more_games_than_they_may_have() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 1);
    table.start_bot();
    let (anna, boris) = (table.anna, table.boris);
    let first = table.posted(table.group).await;
    let second = table.posted(table.group).await;
    assert_eq!(table.try_cell(anna, &first, 4).await, "");
    let begun = table.changed(&first).await;
    let refused = table.try_cell(anna, &second, 4).await;
    assert!(refused.starts_with("You have 1 open game in all chats"), "{refused}");
    assert_eq!(table.try_cell(boris, &second, 4).await, "");
    table.changed(&second).await;
    let refused = table.try_cell(boris, &begun, 0).await;
    assert!(!refused.is_empty() && table.now(&begun).text.contains("anybody"), "{refused}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_is_deleted_leaves_nothing_at_a_posted_board() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.posted(table.group).await;
    assert_eq!(table.try_cell(anna, &board, 4).await, "");
    let begun = table.changed(&board).await;
    let inline = table.play(boris, &begun, 0).await;
    let asked = table.ask(boris, boris, "/deletemydata").await;
    table.toast(&table.press(boris, &asked, "Да, удалить всё")).await;
    table.until(&asked, |message| message.keyboard.is_empty()).await;
    assert_eq!(table.try_cell(anna, &inline, 1).await, "The game is over.");
    let left = table.until(&inline, |now| now.text.contains("left for good")).await;
    assert!(!left.text.contains("Борис"), "{left:?}");
    let asked = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press(anna, &asked, "Yes, delete everything")).await;
    table.until(&asked, |message| message.keyboard.is_empty()).await;
    let gone = table.press_data(boris, &left, data_of(&inline, 0, 1));
    assert!(table.toast(&gone).await.starts_with("Эта кнопка устарела."));
    let name = left.inline_message_id.as_deref().and_then(InlineMessageId::parse);
    assert!(name.is_some());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_stored_is_the_message_and_who_plays() {
    let mut table = Table::new().await;
    let board = table.posted(table.group).await;
    let name = board.inline_message_id.clone().expect("it has an id");
    assert_eq!(table.try_cell(table.anna, &board, 4).await, "");
    table.changed(&board).await;
    let file = table.ask(table.anna, table.anna, "/mydata").await;
    let file = table.playground.look(|look| look.document(file.chat_id, file.message_id));
    let content = file.expect("a file").content;
    assert!(String::from_utf8_lossy(&content).contains(&name));
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    let url = format!("sqlite://{}", table.database().display());
    let store = zerosum_store::open(&url).await.expect("the database can be opened");
    let anna = zerosum_session::UserId(table.anna.cast_unsigned());
    let stored = store.boards_of(anna, None, 9).await.expect("it works");
    assert_eq!((stored.len(), stored[0].message, stored[0].shown), (1, None, Revision::LAST));
    let kept = store.load(stored[0].id).await.expect("it works").expect("it is there");
    let [placement] = &kept.elsewhere[..] else { panic!("{kept:?}") };
    assert_eq!(Some(placement.surface()), InlineMessageId::parse(&name).map(Into::into));
    assert_eq!(placement.shown, Revision(2));
    assert_eq!(kept.session.seats().first, Seat::Human(anna));
    store.close().await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_inline_mode_is_off_nothing_offers_it() {
    let table = Table::without_inline_mode().await;
    let anna = table.anna;
    let help = table.ask(anna, anna, "/help").await;
    let tiles = table.ask(anna, anna, "/games").await;
    assert_eq!(table.toast(&table.press(anna, &tiles, "3×3")).await, "");
    let card = table.changed(&tiles).await;
    let invitation = table.ask(anna, anna, "/invite").await;
    for message in [help, card, invitation] {
        assert!(!leads_to_a_message_field(&message), "{message:?}");
        assert!(!message.text.contains("@zerosum_bot"), "{message:?}");
    }
    table.finish().await;
    let table = Table::new().await;
    let help = table.ask(table.anna, table.anna, "/help").await;
    assert!(help.text.ends_with("type @zerosum_bot there."), "{help:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_posted_game_ends_without_an_offer_where_inline_mode_was_switched_off_meanwhile() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let mut board = table.posted(table.group).await;
    for (user, cell) in [(anna, 0), (boris, 1), (anna, 3)] {
        board = table.play(user, &board, cell).await;
    }
    table.playground.switch_inline_mode(InlineMode::Off);
    table.restart_bot().await;
    for (user, cell) in [(boris, 2), (anna, 6)] {
        board = table.play(user, &board, cell).await;
    }
    assert!(board.text.contains("Anna won"), "{board:?}");
    assert!(!leads_to_a_message_field(&board), "{board:?}");
    table.finish().await;
}

/// Returns whether a message has a button that puts the bot's name into the message field of a chat.
fn leads_to_a_message_field(message: &MessageView) -> bool {
    message.keyboard.iter().flatten().any(|button| button.query.is_some())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_is_posted_to_the_bot_itself_is_no_small_talk() {
    let table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/start").await;
    let board = table.posted_by(anna, anna).await;
    let begun = table.play(anna, &board, 4).await;
    assert!(begun.text.contains("Who wants to play Anna?") && !is_over(&begun), "{begun:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_data_reaches_no_other_game_and_seats_no_other_person() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let first = table.posted(table.group).await;
    let second = table.posted(table.group).await;
    assert_eq!(table.try_cell(anna, &first, 4).await, "");
    let begun = table.changed(&first).await;
    // The game of one message cannot be played in another one.
    let elsewhere = table.press_data(boris, &second, data_of(&begun, 0, 0));
    assert!(table.toast(&elsewhere).await.starts_with("Эта кнопка устарела."));
    let outdated = table.press_data(boris, &second, "1:h:3x3");
    assert!(table.toast(&outdated).await.starts_with("Эта кнопка устарела."));
    let illegal = table.press_data(boris, &second, "1:h:3x3:-:p9");
    assert_eq!(table.toast(&illegal).await, "Такой ход здесь невозможен.");
    // No other user can act for Anna.
    for in_her_name in [format!("1.{anna:012x}"), "2.000000000000".to_owned()] {
        let data = format!("1:h:3x3:{in_her_name}:p4");
        let forged = table.toast(&table.press_data(boris, &second, &data)).await;
        assert!(forged.starts_with("Первым нажимает тот"), "{forged}");
    }
    let by_number = table.press_data(boris, &second, &format!("1:h:3x3:1{anna:x}:p4"));
    assert!(table.toast(&by_number).await.starts_with("Эта кнопка устарела."));
    // Posted data counts in inline messages only.
    let private = table.new_game(anna).await;
    let misplaced = table.press_data(anna, &private, data_of(&second, 0, 0));
    assert!(table.toast(&misplaced).await.starts_with("This button is out of date."));
    table.playground.settled().await.expect("all is settled");
    assert_eq!((table.now(&first), table.now(&second)), (begun.clone(), second.clone()));
    // For an existing game, forged data only says that he wants to play.
    let other = table.press_data(boris, &begun, "1:h:15x15x5:-:p70");
    assert_eq!(table.toast(&other).await, "");
    let joined = table.changed(&begun).await;
    assert!(joined.text.starts_with("❌ Anna  ·  ⭕ Борис\n"), "{joined:?}");
    assert_eq!(marks(&joined), 1, "what he has not seen is no move of his");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_button_tells_who_has_posted_a_board_or_who_is_blocked() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let as_noughts = table.post(anna, group, "tic-tac-toe", "Tic-tac-toe 3×3: I play ⭕").await;
    let as_crosses = table.post(anna, group, "tic-tac-toe", "Tic-tac-toe 3×3: I play ❌").await;
    answer(&table, boris, anna, "/block").await;
    let list = table.ask(anna, anna, "/blocked").await;
    for (message, person) in [(&as_noughts, anna), (&as_crosses, anna), (&list, boris)] {
        for data in message.keyboard.iter().flatten().filter_map(|button| button.data.as_ref()) {
            let number = format!("{person:x}");
            assert!(data.split([':', '.', '~']).all(|field| !field.ends_with(&number)), "{data}");
        }
    }
    // The mark of a player on one board occurs on no other, be it hers or another player's.
    let mark = |board: &MessageView| {
        let data = data_of(board, 0, 0).split(':').nth(3).expect("a wish").to_owned();
        data.split_once('~').expect("a side and a mark").1.to_owned()
    };
    assert_ne!(mark(&as_noughts), mark(&as_crosses));
    let data = format!("1:h:3x3:1~{}:p4", mark(&as_noughts));
    let press = table.press_data(anna, &as_crosses, &data);
    assert!(table.toast(&press).await.starts_with("Whoever sent this board taps first."));
    table.finish().await;
}

impl Table {
    async fn posted_by(&self, user: i64, chat: i64) -> MessageView {
        self.post(user, chat, "", "Tic-tac-toe 3×3").await
    }
}
