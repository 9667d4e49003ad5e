//! Games with somebody: whoever wants an opponent waits, and is called when one is found.

use std::sync::Arc;

use zerosum::session::UserId;
use zerosum::session::clock::TimeControl;
use zerosum::store::seekers::Seekers;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;

use crate::fickle::FickleStore;
use crate::grid::grid_of;
use crate::harness::{Table, data_of};

const CARD: &str = "🆚 Play somebody";
const LOOKING: &str = "🔎 I am looking for an opponent for you.";
const LOOKING_IN_RUSSIAN: &str = "🔎 Ищу вам соперника.";
const STOP: &str = "🚫 Stop looking";
const MEANWHILE: &str = "🤖 Play zerosum meanwhile";

/// Waits until a message that showed a wait says who has come.
async fn found(table: &Table, waiting: &MessageView) -> MessageView {
    table.until(waiting, |message| message.keyboard.is_empty()).await
}

/// The next two messages of a chat: that somebody waits, which may be known to be over, and the board.
async fn called(table: &Table, user: i64, words: &str) -> (MessageView, MessageView) {
    table.playground.send_text(user, user, words).expect("the person is there");
    let one = table.read(user).await;
    let other = table.read(user).await;
    let is_board = |message: &MessageView| message.text.starts_with('❌');
    if is_board(&one) { (other, one) } else { (one, other) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_wait_play_each_in_their_own_chat_and_language() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent 3x3 x").await;
    assert!(waiting.text.starts_with(LOOKING), "{waiting:?}");
    assert!(waiting.text.contains("⏳ three minutes for each move"), "{waiting:?}");
    assert!(waiting.find_button("✓ ❌ first").is_some(), "{waiting:?}");
    // The wait outlives the process.
    table.restart_bot().await;
    let (_, of_boris) = called(&table, boris, "/opponent").await;
    assert!(of_boris.text.starts_with("❌ Anna  ·  ⭕ Вы"), "{of_boris:?}");
    assert!(of_boris.text.contains("⏳ на каждый ход – три минуты"), "{of_boris:?}");
    let of_anna = table.read(anna).await;
    assert!(of_anna.text.starts_with("❌ You  ·  ⭕ Борис"), "{of_anna:?}");
    let told = found(&table, &waiting).await;
    assert!(told.text.ends_with("Борис plays against you. Your board is below."), "{told:?}");
    let of_anna = table.play(anna, &of_anna, 4).await;
    let of_boris = table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    table.play(boris, &of_boris, 0).await;
    table.until(&of_anna, |board| grid_of(board).noughts() == 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_waits_chooses_what_for_plays_the_bot_meanwhile_and_withdraws() {
    let store = Arc::new(FickleStore::new());
    let table = Table::with_store(Arc::<FickleStore>::clone(&store)).await;
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent ultimate").await;
    assert!(waiting.text.contains("Ultimate"), "{waiting:?}");
    for (label, chosen) in [
        ("⏳ 5+3", "five minutes each"),
        ("⏳ a day", "⏳ a day for each move"),
        ("⏳ none", "⏳ no clock"),
        ("🎲 Any game", "\n🎲 Any game\n"),
        ("Second", "\n🎲 Any game\n"),
    ] {
        let now = table.now(&waiting);
        assert_eq!(table.toast(&table.press(anna, &now, label)).await, "", "{label}");
        let marked = format!("✓ {label}");
        let now = table.until(&waiting, |it| it.find_button(&marked).is_some()).await;
        assert!(now.text.contains(chosen), "{now:?}");
    }
    let seeker = store.seeking_of(UserId(anna.cast_unsigned())).await.expect("it is read");
    let wish = seeker.expect("she waits").wish;
    assert!(wish.is_any && wish.side.is_some() && wish.time == TimeControl::Unlimited, "{wish:?}");
    // Nobody but her has a say.
    let (other, now) = (table.ask(boris, boris, "/help").await, table.now(&waiting));
    let stop = data_of(&now, 5, 0).to_owned();
    assert_ne!(table.toast(&table.press_data(boris, &other, &stop)).await, "");
    assert_eq!(table.toast(&table.press(anna, &now, MEANWHILE)).await, "");
    let board = table.read(anna).await;
    assert!(!board.text.contains('⏳'), "{board:?}");
    assert_eq!(table.toast(&table.press(anna, &now, STOP)).await, "");
    let over = table.until(&waiting, |message| message.keyboard.is_empty()).await;
    assert_eq!(over.text, "I have stopped looking for an opponent.");
    let mine = table.ask(boris, boris, "/opponent ultimate").await;
    assert!(mine.text.starts_with(LOOKING_IN_RUSSIAN), "{mine:?}");
    // A tap on what is over says so.
    let late = table.press_data(anna, &now, &stop);
    assert_ne!(table.toast(&late).await, "");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_card_of_a_game_asks_once_and_a_second_wish_takes_the_place_of_the_first() {
    let table = Table::new().await;
    let (anna, oksana) = (table.anna, table.oksana);
    let tiles = table.ask(anna, anna, "/games").await;
    assert_eq!(table.toast(&table.press(anna, &tiles, "Ultimate")).await, "");
    let card = table.changed(&tiles).await;
    assert_eq!(table.toast(&table.press(anna, &card, CARD)).await, "");
    let first = table.read(anna).await;
    assert!(first.text.starts_with(LOOKING) && first.text.contains("Ultimate"), "{first:?}");
    let again = table.toast(&table.press(anna, &card, CARD)).await;
    assert_eq!(again, "I am looking for an opponent for you already.");
    // Somebody else waits for another game, and both wait on.
    let other = table.ask(oksana, oksana, "/opponent gomoku").await;
    assert!(other.text.starts_with("🔎"), "{other:?}");
    // Now she wants that as well: the same wait, in one message.
    let (second, of_anna) = {
        table.playground.send_text(anna, anna, "/opponent gomoku").expect("she is there");
        (table.read(anna).await, table.read(anna).await)
    };
    let texts = format!("{}{}", second.text, of_anna.text);
    assert!(texts.contains("Оксана"), "{texts}");
    let before = table.until(&first, |message| message.keyboard.is_empty()).await;
    assert_eq!(before.text, "The search goes on below.");
    let of_oksana = table.read(oksana).await;
    assert!(of_oksana.text.contains("Anna"), "{of_oksana:?}");
    let told = found(&table, &other).await;
    assert!(told.text.contains("Ваш суперник – Anna."), "{told:?}");
    let group = table.ask(anna, table.group, "/opponent").await;
    assert!(group.text.starts_with("This is between you and me"), "{group:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_is_blocked_waits_on_and_the_next_one_is_called() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let waiting = table.ask(anna, anna, "/opponent").await;
    let (_, of_boris) = called(&table, boris, "/opponent").await;
    let of_anna = table.read(anna).await;
    found(&table, &waiting).await;
    table.ask(anna, anna, "/resign").await;
    table.until(&of_boris, |now| now.text.contains("Anna")).await;
    let over = table.until(&of_anna, |now| now.find_button("🚫 Block").is_some()).await;
    assert_ne!(table.toast(&table.press(anna, &over, "🚫 Block")).await, "");
    let of_boris = table.ask(boris, boris, "/opponent").await;
    assert!(of_boris.text.starts_with(LOOKING_IN_RUSSIAN), "{of_boris:?}");
    let waiting = table.ask(anna, anna, "/opponent").await;
    assert!(waiting.text.starts_with(LOOKING), "{waiting:?}");
    // Of the two who wait the one who has waited longest is Boris, whom nothing keeps from Oksana.
    let (_, of_oksana) = called(&table, oksana, "/opponent").await;
    assert!(of_oksana.text.contains("Борис"), "{of_oksana:?}");
    let board = table.read(boris).await;
    assert!(board.text.contains("Оксана"), "{board:?}");
    assert_eq!(table.now(&waiting), waiting);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_has_blocked_the_bot_is_not_called() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    table.ask(anna, anna, "/opponent 3x3").await;
    table.playground.block(anna).expect("the person is there");
    table.playground.settled().await.expect("all updates are confirmed");
    table.ask(boris, boris, "/opponent 3x3").await;
    let (_, of_oksana) = called(&table, oksana, "/opponent 3x3").await;
    assert!(of_oksana.text.contains("Борис"), "{of_oksana:?}");
    table.read(boris).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whose_chat_turns_out_to_be_closed_leaves_nobody_hanging() {
    let mut table = Table::new().await;
    table.expect_refusals(&["bot was blocked by the user"]);
    let (anna, boris) = (table.anna, table.boris);
    table.ask(anna, anna, "/opponent 3x3").await;
    let refusal = Fault::error(403, "Forbidden: bot was blocked by the user").on("sendMessage");
    table.playground.fault(refusal.in_chat(anna));
    table.playground.send_text(boris, boris, "/opponent 3x3").expect("the person is there");
    let messages = [table.read(boris).await, table.read(boris).await, table.read(boris).await];
    let told = "Ваш соперник больше не на связи.";
    assert!(messages.iter().any(|message| message.text.starts_with(told)), "{messages:?}");
    let board = messages.iter().find(|message| message.text.contains("Anna  ·"));
    let board = board.or(messages.iter().find(|message| message.text.starts_with("❌ Вы")));
    let board = board.expect("there is a board").clone();
    let over = table.until(&board, |now| now.text.contains("Победа ваша.")).await;
    assert!(over.text.contains("Anna больше не на связи."), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_more_than_a_day_or_after_their_data_is_deleted() {
    let store = Arc::new(FickleStore::new());
    let table = Table::with_store(Arc::<FickleStore>::clone(&store)).await;
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent 3x3").await;
    let question = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press_data(anna, &question, data_of(&question, 0, 0))).await;
    table.changed(&question).await;
    let press = table.press(anna, &waiting, STOP);
    assert_eq!(table.toast(&press).await, "This search is over.");
    table.changed(&waiting).await;
    let waiting = table.ask(boris, boris, "/opponent 3x3").await;
    assert!(waiting.text.starts_with(LOOKING_IN_RUSSIAN), "{waiting:?}");
    store.pass(1);
    let over = table.until(&waiting, |message| message.keyboard.is_empty()).await;
    assert_eq!(over.text, "За сутки никто не нашёлся, больше не ищу.");
    assert_eq!(store.waiting_seekers(None, 9).await.expect("it is read"), []);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_to_more_games_than_they_may_have() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 1);
    table.start_bot();
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent 3x3").await;
    assert_eq!(table.toast(&table.press(anna, &waiting, MEANWHILE)).await, "");
    table.read(anna).await;
    let of_boris = table.ask(boris, boris, "/opponent 3x3").await;
    assert!(of_boris.text.starts_with(LOOKING_IN_RUSSIAN), "{of_boris:?}");
    let over = table.until(&waiting, |message| message.keyboard.is_empty()).await;
    assert!(over.text.contains('1'), "{over:?}");
    let declined = table.ask(anna, anna, "/opponent 3x3").await;
    assert_eq!(declined.text, over.text);
    assert_eq!(table.now(&of_boris), of_boris, "he waits on");
    table.finish().await;
}
