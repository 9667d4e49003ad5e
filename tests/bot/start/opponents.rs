//! Games with strangers: a player who wants an opponent waits, and is called when one is found.

use std::time::{Duration, Instant};

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_picture::theme::Theme;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;
use zerosum_session::board::{Board, ChatId, MessageId};
use zerosum_session::choice::Choice;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::people::standings::Standing;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};
use zerosum_store::{Commit, OpenGames, Person};

use crate::account::private_answers;
use crate::host::metrics::at_rest;
use crate::support::fickle::FickleStore;
use crate::support::grid::grid_of;
use crate::support::harness::{Table, data_of};
use crate::support::patience::until;

const CARD: &str = "🆚 Find a player";
pub(crate) const SEARCH: &str = "🆚 Start looking";
const LOOKING: &str = "🆚 I’m looking for an opponent for you.";
pub(crate) const LOOKING_IN_RUSSIAN: &str = "🆚 Ищу вам соперника.";
pub(crate) const STOP: &str = "✖️ Stop looking";
const MEANWHILE: &str = "🤖 Play zerosum meanwhile";

/// Waits until a message that showed a wait names the opponent.
async fn found(table: &Table, waiting: &MessageView) -> MessageView {
    table.until(waiting, |message| message.keyboard.is_empty()).await
}

/// The next two messages of a chat: one about the wait, which may be over already, and the board.
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
    let waiting = table.ask(anna, anna, "/opponent 3x3 x 24h").await;
    assert!(waiting.text.starts_with(LOOKING), "{waiting:?}");
    assert!(waiting.text.contains("⏳ a day for each move"), "{waiting:?}");
    assert!(waiting.find_button("✓ ❌ first").is_some(), "{waiting:?}");
    // The wait outlives the process.
    table.restart_bot().await;
    let (_, of_boris) = called(&table, boris, "/opponent any game 24h").await;
    assert!(of_boris.text.starts_with("❌ Anna  ·  ⭕ Вы"), "{of_boris:?}");
    assert!(of_boris.text.contains("⏳ на каждый ход – сутки"), "{of_boris:?}");
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
async fn a_seeker_chooses_the_game_plays_the_bot_meanwhile_and_withdraws() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent ultimate 24h").await;
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
    // No other user can change or stop her wait.
    let (other, now) = (table.ask(boris, boris, "/help").await, table.now(&waiting));
    let stop = data_of(&now, 5, 0).to_owned();
    assert_ne!(table.toast(&table.press_data(boris, &other, &stop)).await, "");
    assert_eq!(table.toast(&table.press(anna, &now, MEANWHILE)).await, "");
    let board = table.read(anna).await;
    assert!(!board.text.contains('⏳'), "{board:?}");
    assert_eq!(table.toast(&table.press(anna, &now, STOP)).await, "");
    let over = table.until(&waiting, |message| message.keyboard.len() <= 1).await;
    assert_eq!(over.text, "I stopped looking for an opponent.");
    let mine = table.ask(boris, boris, "/opponent ultimate 24h").await;
    assert!(mine.text.starts_with(LOOKING_IN_RUSSIAN), "{mine:?}");
    // A tap on a wait that is over says so.
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
    let question = table.read(anna).await;
    assert!(question.find_button("✓ Ultimate").is_some(), "{question:?}");
    assert_eq!(table.toast(&table.press(anna, &question, SEARCH)).await, "");
    let first = table.read(anna).await;
    assert!(first.text.starts_with(LOOKING) && first.text.contains("Ultimate"), "{first:?}");
    at_rest(&table).await;
    let again = table.toast(&table.press(anna, &question, SEARCH)).await;
    assert_eq!(again, "I’m already looking for an opponent for you.");
    let below = table.until(&first, |message| message.keyboard.is_empty()).await;
    assert_eq!(below.text, "The search goes on below.");
    let first = table.read(anna).await;
    assert!(first.text.starts_with(LOOKING) && first.text.contains("Ultimate"), "{first:?}");
    // Another player waits for another game, and both keep waiting.
    let other = table.ask(oksana, oksana, "/opponent gomoku 24h").await;
    assert!(other.text.starts_with("🆚"), "{other:?}");
    // Now she wants that game as well: the same wait, in one message.
    let (second, of_anna) = {
        table.playground.send_text(anna, anna, "/opponent gomoku 24h").expect("she is there");
        (table.read(anna).await, table.read(anna).await)
    };
    let texts = format!("{}{}", second.text, of_anna.text);
    assert!(texts.contains("Оксана"), "{texts}");
    // The pair may be found before the new message is recorded; then the old one tells it.
    let before = table.until(&first, |message| message.keyboard.is_empty()).await;
    let tells = ["The search goes on below.", "Оксана plays against you."];
    assert!(tells.iter().any(|told| before.text.contains(told)), "{before:?}");
    let of_oksana = table.read(oksana).await;
    assert!(of_oksana.text.contains("Anna"), "{of_oksana:?}");
    let told = found(&table, &other).await;
    assert!(told.text.contains("Ваш суперник – Anna."), "{told:?}");
    table.say(anna, table.group, "/opponent");
    let expected = "That is only for our private chat: send /opponent here.";
    assert_eq!(private_answers::told(&table, anna).await, expected);
    table.finish().await;
}

/// The new message comes late, so that the pair is found before, and the old one tells it. The verdict holds in either
/// order.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_opponent_found_while_a_changed_wish_is_shown_is_told_once() {
    let table = Table::new().await;
    let (anna, oksana) = (table.anna, table.oksana);
    let first = table.ask(anna, anna, "/opponent ultimate 24h").await;
    table.ask(oksana, oksana, "/opponent 3x3 24h").await;
    at_rest(&table).await;
    let late = FaultKind::Delay(Duration::from_secs(1));
    table.playground.fault(Fault::new(late).on("sendMessage").in_chat(anna));
    let (second, board) = called(&table, anna, "/opponent 3x3 24h").await;
    assert!(board.text.contains("Оксана"), "{board:?}");
    assert!(table.read(oksana).await.text.contains("Anna"));
    found(&table, &second).await;
    at_rest(&table).await;
    let waits = [table.now(&first), table.now(&second)];
    let telling = waits.iter().filter(|wait| wait.text.contains("Оксана plays against you."));
    assert_eq!(telling.count(), 1, "{waits:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seeker_who_plays_the_bot_meanwhile_is_called_by_a_board_and_plays_on_with_both() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent 3x3 x 24h").await;
    assert_eq!(table.toast(&table.press(anna, &waiting, MEANWHILE)).await, "");
    let alone = table.read(anna).await;
    let alone = table.play(anna, &alone, 4).await;
    assert_eq!((grid_of(&alone).crosses(), grid_of(&alone).noughts()), (1, 1));
    let (_, of_boris) = called(&table, boris, "/opponent 3x3 24h").await;
    let together = table.read(anna).await;
    assert!(together.text.starts_with("❌ You  ·  ⭕ Борис"), "{together:?}");
    found(&table, &waiting).await;
    let together = table.play(anna, &together, 0).await;
    let alone = table.play(anna, &alone, grid_of(&alone).free()[0]).await;
    assert_eq!(grid_of(&alone).crosses(), 2);
    let of_boris = table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    table.play(boris, &of_boris, 8).await;
    let together = table.until(&together, |board| grid_of(board).noughts() == 1).await;
    assert_eq!(grid_of(&together).crosses(), 1);
    table.finish().await;
}

/// Stores a game that counts between two players, after which both have this number of points.
async fn rate(store: &FickleStore, players: [i64; 2], points: f64) {
    rate_by(store, SessionId(7), players, points).await;
}

/// Like [`rate`], but with the game of this id.
async fn rate_by(store: &FickleStore, id: SessionId, players: [i64; 2], points: f64) {
    let players = players.map(|user| UserId(user.cast_unsigned()));
    for user in players {
        let known = Person {
            language: Language::English,
            has_chosen: false,
            name: "Somebody".to_owned(),
            is_reachable: true,
            choice: Choice::default(),
            theme: Theme::default(),
            habits: Habits::default(),
            keeps_results: true,
            created_epoch: 0,
        };
        store.put_person(user, None, &known).await.expect("memory does not fail");
    }
    let seats = BySide { first: Seat::Human(players[0]), second: Seat::Human(players[1]) };
    let mut session = Session::new(id, GameSpec::TicTacToe, seats);
    session = session.under(TimeControl::FiveAndThree);
    for (user, action) in
        [(players[0], Action::Play(MoveCode(4))), (players[1], Action::Play(MoveCode(0)))]
    {
        let moved = session.apply(Actor::User(user), session.revision(), action);
        session = moved.expect("it is a move");
    }
    let over = session.apply(Actor::User(players[1]), session.revision(), Action::Resign);
    let over = over.expect("it can be given up");
    // They have seen its end, so neither is sent anything.
    let (message, shown) = (Some(MessageId(1)), over.revision());
    let board = Board::new(session.clone(), players[0], ChatId::of_person(players[0]));
    let board = Board { message, shown, ..board };
    store.create(&board, OpenGames::ANY).await.expect("memory does not fail");
    store.commit(&over, session.revision()).await.expect("memory does not fail");
    let (turn, games) = store.unrated_games(None, 9).await.expect("memory does not fail");
    let known = Standing { points, deviation: 50.0, games: 1, ..Standing::NEW };
    let both = BySide { first: known, second: known };
    let rated = store.rate(turn, &games[0].game, both).await;
    assert_eq!(rated.expect("memory does not fail"), Commit::Done);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_of_any_game_is_as_strong_as_in_the_one_that_the_other_wants() {
    let store = FickleStore::new();
    let mut table = Table::with_store_later(store.shared()).await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let away = table.playground.add_user("Somebody", Some("en"));
    rate(&store, [anna, away], 2_500.0).await;
    rate_by(&store, SessionId(8), [oksana, away], 2_500.0).await;
    table.start_bot();
    // Anna is strong at 3×3, and plays another game as well.
    let page = table.ask(anna, anna, "/new ultimate").await;
    table.ask(anna, anna, "/opponent any game 24h").await;
    let of_boris = table.ask(boris, boris, "/opponent 3x3 24h").await;
    let looks = store.looks();
    until(async || if store.looks() > looks + 1 { Ok(()) } else { Err(store.looks()) }).await;
    assert_eq!((table.now(&page), table.now(&of_boris)), (page.clone(), of_boris.clone()));
    // Oksana is equally strong there, and starts waiting last.
    let (_, of_oksana) = called(&table, oksana, "/opponent 3x3 24h").await;
    assert!(of_oksana.text.contains("Anna"), "{of_oksana:?}");
    assert!(table.read(anna).await.text.contains("Оксана"));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_who_have_not_played_yet_are_brought_together() {
    let store = FickleStore::new();
    let mut table = Table::with_store_later(store.shared()).await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let away = table.playground.add_user("Somebody", Some("en"));
    rate(&store, [oksana, away], 2_500.0).await;
    table.start_bot();
    // By the order of arrival alone, Oksana would play the first to come.
    let of_oksana = table.ask(oksana, oksana, "/opponent 3x3 24h").await;
    let of_boris = table.ask(boris, boris, "/opponent 3x3 24h").await;
    let looks = store.looks();
    until(async || if store.looks() > looks + 1 { Ok(()) } else { Err(store.looks()) }).await;
    assert_eq!(
        (table.now(&of_oksana), table.now(&of_boris)),
        (of_oksana.clone(), of_boris.clone())
    );
    let (_, of_anna) = called(&table, anna, "/opponent 3x3 24h").await;
    assert!(of_anna.text.contains("Борис"), "{of_anna:?}");
    let board = table.read(boris).await;
    assert!(board.text.contains("Anna"), "{board:?}");
    found(&table, &of_boris).await;
    assert_eq!(table.now(&of_oksana), of_oksana, "she waits on");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_button_of_the_help_asks_as_often_as_it_is_tapped() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let help = table.ask(anna, anna, "/help").await;
    assert_eq!(table.toast(&table.press(anna, &help, CARD)).await, "");
    let card = table.read(anna).await;
    assert!(card.find_button("✓ 3×3").is_some(), "{card:?}");
    assert_eq!(table.toast(&table.press(anna, &card, SEARCH)).await, "");
    let first = table.read(anna).await;
    assert!(first.text.starts_with(LOOKING), "{first:?}");
    // While she waits, it shows her wait once more.
    at_rest(&table).await;
    assert_eq!(table.toast(&table.press(anna, &help, CARD)).await, "");
    let second = table.read(anna).await;
    assert_eq!(second.text, first.text);
    let before = table.until(&first, |message| message.keyboard.is_empty()).await;
    assert_eq!(before.text, "The search goes on below.");
    assert_eq!(table.toast(&table.press(anna, &second, STOP)).await, "");
    table.until(&second, |message| message.keyboard.is_empty()).await;
    at_rest(&table).await;
    assert_eq!(table.toast(&table.press(anna, &card, SEARCH)).await, "");
    let third = table.read(anna).await;
    assert!(third.text.starts_with(LOOKING), "{third:?}");
    let (_, of_boris) = called(&table, boris, "/opponent any game 24h").await;
    let of_anna = table.read(anna).await;
    found(&table, &third).await;
    table.ask(anna, anna, "/resign").await;
    table.changed(&of_boris).await;
    table.changed(&of_anna).await;
    assert_eq!(table.toast(&table.press(anna, &card, SEARCH)).await, "");
    let fourth = table.read(anna).await;
    assert!(fourth.text.starts_with(LOOKING), "{fourth:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blocked_person_waits_on_and_the_next_one_is_called() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let waiting = table.ask(anna, anna, "/opponent any game 24h").await;
    let (_, of_boris) = called(&table, boris, "/opponent any game 24h").await;
    let of_anna = table.read(anna).await;
    found(&table, &waiting).await;
    table.ask(anna, anna, "/resign").await;
    table.until(&of_boris, |now| now.text.contains("Anna")).await;
    let over = table.until(&of_anna, |now| now.find_button("🚫 Block").is_some()).await;
    assert_ne!(table.toast(&table.press(anna, &over, "🚫 Block")).await, "");
    let of_boris = table.ask(boris, boris, "/opponent any game 24h").await;
    assert!(of_boris.text.starts_with(LOOKING_IN_RUSSIAN), "{of_boris:?}");
    let waiting = table.ask(anna, anna, "/opponent any game 24h").await;
    assert!(waiting.text.starts_with(LOOKING), "{waiting:?}");
    // Boris has waited longest, and nothing keeps him from Oksana.
    let (_, of_oksana) = called(&table, oksana, "/opponent any game 24h").await;
    assert!(of_oksana.text.contains("Борис"), "{of_oksana:?}");
    let board = table.read(boris).await;
    assert!(board.text.contains("Оксана"), "{board:?}");
    assert_eq!(table.now(&waiting), waiting);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_has_blocked_the_bot_is_not_called() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    table.ask(anna, anna, "/opponent 3x3 24h").await;
    table.playground.block(anna).expect("the person is there");
    table.playground.settled().await.expect("all updates are confirmed");
    table.ask(boris, boris, "/opponent 3x3 24h").await;
    let (_, of_oksana) = called(&table, oksana, "/opponent 3x3 24h").await;
    assert!(of_oksana.text.contains("Борис"), "{of_oksana:?}");
    table.read(boris).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seeker_whose_chat_turns_out_to_be_closed_leaves_no_one_hanging() {
    let mut table = Table::new().await;
    table.expect_refusals(&["bot was blocked by the user"]);
    let (anna, boris) = (table.anna, table.boris);
    table.ask(anna, anna, "/opponent 3x3 24h").await;
    let refusal = Fault::error(403, "Forbidden: bot was blocked by the user").on("sendMessage");
    table.playground.fault(refusal.in_chat(anna));
    table.playground.send_text(boris, boris, "/opponent 3x3 24h").expect("the person is there");
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
async fn a_search_ends_after_a_day_or_when_the_data_is_deleted() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent 3x3 24h").await;
    let question = table.ask(anna, anna, "/deletemydata").await;
    table.toast(&table.press_data(anna, &question, data_of(&question, 0, 0))).await;
    table.changed(&question).await;
    let press = table.press(anna, &waiting, STOP);
    assert_eq!(table.toast(&press).await, "This search is over.");
    table.changed(&waiting).await;
    let waiting = table.ask(boris, boris, "/opponent 3x3 24h").await;
    assert!(waiting.text.starts_with(LOOKING_IN_RUSSIAN), "{waiting:?}");
    store.pass(1);
    let over = table.until(&waiting, |message| message.keyboard.len() <= 2).await;
    assert_eq!(over.text, "За сутки никто не нашёлся, больше не ищу.");
    assert_eq!(store.waiting_seekers(None, 9).await.expect("it is read"), []);
    // A tap looks again.
    assert_eq!(table.toast(&table.press(boris, &over, "🆚 Найти соперника")).await, "");
    let again = table.read(boris).await;
    assert!(again.text.starts_with(LOOKING_IN_RUSSIAN), "{again:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_is_a_day_ahead_ends_no_wait() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent 3x3 24h").await;
    store.leap(2);
    // Waiting players are matched by the clock as it is now.
    let looks = store.looks();
    until(async || if store.looks() > looks + 1 { Ok(()) } else { Err(store.looks()) }).await;
    called(&table, boris, "/opponent 3x3 24h").await;
    table.read(anna).await;
    let told = found(&table, &waiting).await;
    assert!(told.text.ends_with("Борис plays against you. Your board is below."), "{told:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pair_that_cannot_be_seated_keeps_no_other_from_it() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let dora = table.playground.add_user("Dora", Some("en"));
    store.fail_first_pair(true);
    let of_anna = table.ask(anna, anna, "/opponent 3x3 24h").await;
    let of_boris = table.ask(boris, boris, "/opponent 3x3 24h").await;
    table.ask(oksana, oksana, "/opponent gomoku 24h").await;
    let (_, board) = called(&table, dora, "/opponent gomoku 24h").await;
    assert!(board.text.contains("Оксана"), "{board:?}");
    table.read(oksana).await;
    let are_waiting = [&of_anna, &of_boris].map(|waiting| table.now(waiting) == *waiting);
    assert_eq!(are_waiting, [true, true]);
    store.fail_first_pair(false);
    table.read(anna).await;
    table.read(boris).await;
    found(&table, &of_anna).await;
    found(&table, &of_boris).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_wait_are_not_read_for_each_tap() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let anna = table.anna;
    let waiting = table.ask(anna, anna, "/opponent 3x3 24h").await;
    let (began, looks) = (Instant::now(), store.looks());
    for label in ["⏳ 5+3", "⏳ none"].into_iter().cycle().take(20) {
        let press = table.press(anna, &waiting, label);
        assert_eq!(table.toast(&press).await, "");
    }
    let looks = u128::from(store.looks() - looks);
    assert!(looks <= began.elapsed().as_millis() / 200 + 1, "{looks}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_called_to_no_more_games_than_they_may_have() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 1);
    table.start_bot();
    let (anna, boris) = (table.anna, table.boris);
    let waiting = table.ask(anna, anna, "/opponent 3x3 24h").await;
    assert_eq!(table.toast(&table.press(anna, &waiting, MEANWHILE)).await, "");
    table.read(anna).await;
    let of_boris = table.ask(boris, boris, "/opponent 3x3 24h").await;
    assert!(of_boris.text.starts_with(LOOKING_IN_RUSSIAN), "{of_boris:?}");
    let over = table.until(&waiting, |message| message.keyboard.len() <= 1).await;
    assert!(over.text.contains('1'), "{over:?}");
    let declined = table.ask(anna, anna, "/opponent 3x3 24h").await;
    assert_eq!(declined.text, over.text);
    assert_eq!(table.now(&of_boris), of_boris, "he waits on");
    table.finish().await;
}
