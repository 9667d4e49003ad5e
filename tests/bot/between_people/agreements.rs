//! Two people who play each other offer draws, take moves back, greet each other and resign, by the buttons
//! below their board.

use zerosum_games::any::GameSpec;
use zerosum_playground::views::MessageView;

use crate::between_people::leaving::begun_in_private;
use crate::between_people::two_chats::{sent, table_of_two};
use crate::game::panels::offer_draw;
use crate::inline::two_screens::shared;
use crate::study::share_offers::query_of;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::Table;

const DRAW: &str = "🤝";
const BACK: &str = "↩️";
const SAY: &str = "💬";
const RESIGN: &str = "🏳️";

/// Presses a button, which must be accepted, and returns the message once it is as wanted.
async fn press(
    table: &Table,
    (user, message): (i64, &MessageView),
    label: &str,
    is_wanted: impl Fn(&MessageView) -> bool,
) -> MessageView {
    let toast = table.toast(&table.press(user, message, label)).await;
    assert_eq!(toast, "", "{label}");
    table.until(message, is_wanted).await
}

/// Presses a button, which must be refused, and returns the toast.
async fn refused(table: &Table, user: i64, message: &MessageView, label: &str) -> String {
    let toast = table.toast(&table.press(user, message, label)).await;
    assert_ne!(toast, "", "{label}");
    toast
}

fn has(words: &str) -> impl Fn(&MessageView) -> bool {
    move |message| message.text.contains(words)
}

fn offers(label: &str) -> impl Fn(&MessageView) -> bool {
    move |message| message.find_button(label).is_some()
}

/// A game in a group in which Boris has crosses and has begun in the middle.
async fn in_group(table: &Table) -> MessageView {
    let board = table.ask(table.anna, table.group, "/new").await;
    table.play(table.boris, &board, 4).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_is_offered_in_one_chat_and_agreed_to_in_another_after_a_restart() {
    let mut table = table_of_two().await;
    let (of_anna, of_boris) = sent(&table).await;
    let of_anna = table.play(table.anna, &of_anna, 4).await;
    let of_boris = table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    let of_boris = table.play(table.boris, &of_boris, 0).await;
    let of_anna = table.until(&of_anna, |board| grid_of(board).noughts() == 1).await;
    // Nothing is offered before that is confirmed.
    let asked = press(&table, (table.anna, &of_anna), DRAW, has("Offer a draw?")).await;
    let of_anna = press(&table, (table.anna, &asked), "◀️ Back to the board", offers(DRAW)).await;
    assert!(!of_anna.text.contains("draw"), "{of_anna:?}");
    assert_eq!(table.toast(&offer_draw(&table, table.anna, &of_anna).await).await, "");
    let offered = table.until(&of_anna, has("You offered a draw.")).await;
    let of_boris = table.until(&of_boris, has("Anna предлагает ничью.")).await;
    let again = refused(&table, table.anna, &offered, DRAW).await;
    assert_eq!(again, "You already offered that. You can again after your next move.");
    table.restart_bot().await;
    // Two presses stand for an impatient double tap.
    let taps = [(); 2].map(|()| table.press(table.boris, &of_boris, "🤝 Принять"));
    let mut toasts = Vec::new();
    for tap in &taps {
        toasts.push(table.toast(tap).await);
    }
    assert_eq!(toasts.iter().filter(|toast| toast.is_empty()).count(), 1, "{toasts:?}");
    let of_boris = table.until(&of_boris, is_over).await;
    let of_anna = table.until(&offered, is_over).await;
    assert!(of_boris.text.contains("Ничья по соглашению."), "{of_boris:?}");
    assert!(of_anna.text.contains("A draw by agreement."), "{of_anna:?}");
    table.restart_bot().await;
    // The draw is as durable as any other result, both in the shared board and in the results.
    let late = table.try_cell(table.boris, &of_boris, 0).await;
    assert_eq!(late, "Партия окончена. Новую начнёт /new.");
    let query = query_of(&of_boris).to_owned();
    let shared = table.post(table.boris, table.boris, &query, "🔗 Без моего имени").await;
    assert!(shared.text.contains("\nНичья по соглашению.\n"), "{shared:?}");
    let (_, rest) = shared.text.rsplit_once("start=").expect("there is a link");
    let payload = rest.lines().next().expect("it carries something");
    let told = table.ask(table.oksana, table.oksana, &format!("/start {payload}")).await;
    assert_eq!(table.toast(&table.press(table.oksana, &told, "⏭")).await, "");
    let told = table.changed(&told).await;
    assert!(told.text.contains("Нічия за згодою."), "{told:?}");
    let results = table.ask(table.boris, table.boris, "/me").await;
    assert!(results.text.contains("⚪"), "{results:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_only_the_one_who_is_asked_can_take_a_move_back() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let board = in_group(&table).await;
    let none = refused(&table, anna, &board, BACK).await;
    assert_eq!(none, "There is no move of yours to take back.");
    let stranger = refused(&table, oksana, &board, DRAW).await;
    assert_eq!(stranger, "Це чужа партія. Надішліть /new, щоб почати свою.");
    let board = table.play(anna, &board, 0).await;
    let board = press(&table, (boris, &board), BACK, has("Борис asks to take a move back.")).await;
    let own = refused(&table, boris, &board, "↩️ Allow").await;
    assert_eq!(own, "Согласиться на это может только другой игрок.");
    let stranger = refused(&table, oksana, &board, "↩️ Allow").await;
    assert_eq!(stranger, "Це чужа партія. Надішліть /new, щоб почати свою.");
    let asked = board.clone();
    let board = press(&table, (anna, &board), "↩️ Allow", |now| grid_of(now).marks() == 0).await;
    assert!(board.text.contains("Борис to move with ❌."), "{board:?}");
    let stale = refused(&table, anna, &asked, "↩️ Allow").await;
    assert_eq!(stale, "The board has moved on. This is how it stands now.");

    // Playing on declines the offer.
    let board = table.play(boris, &board, 4).await;
    assert_eq!(table.toast(&offer_draw(&table, boris, &board).await).await, "");
    let board = table.until(&board, offers("🤝 Accept")).await;
    let board = table.play(anna, &board, 0).await;
    assert!(!board.text.contains(DRAW) && offers(DRAW)(&board), "{board:?}");
    table.play(boris, &board, 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_reads_a_greeting_in_their_own_language_until_they_have_moved() {
    let table = table_of_two().await;
    let (of_anna, of_boris) = sent(&table).await;
    // It is not Boris's turn, but he may send a greeting all the same.
    let phrases = press(&table, (table.boris, &of_boris), SAY, offers("Привет! Удачи!")).await;
    assert_eq!((phrases.keyboard.len(), phrases.text.as_str()), (6, of_boris.text.as_str()));
    let back = press(&table, (table.boris, &phrases), "◀️ К доске", offers(SAY)).await;
    assert_eq!(back.keyboard, of_boris.keyboard);
    let phrases = press(&table, (table.boris, &back), SAY, offers("Привет! Удачи!")).await;
    let greeted = press(&table, (table.boris, &phrases), "Привет! Удачи!", offers(SAY)).await;
    assert!(greeted.text.ends_with("\n💬 Вы: Привет! Удачи!"), "{greeted:?}");
    let of_anna = table.until(&of_anna, has("\n💬 Борис: Hello! Good luck!")).await;
    let of_anna = table.play(table.anna, &of_anna, 4).await;
    assert!(!of_anna.text.contains(SAY), "{of_anna:?}");
    let of_boris = table.until(&greeted, |now| grid_of(now).crosses() == 1).await;
    assert!(!of_boris.text.contains(SAY), "{of_boris:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tap_beside_the_board_resigns_no_game_of_any_player() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let board = in_group(&table).await;
    let stranger = refused(&table, oksana, &board, RESIGN).await;
    assert_eq!(stranger, "Це чужа партія. Надішліть /new, щоб почати свою.");
    let question = "Борис, are you sure you want to resign?";
    let asked = press(&table, (boris, &board), RESIGN, has(question)).await;
    let others = refused(&table, anna, &asked, "🏳️ Resign").await;
    assert_eq!(others, "That question is for the other player.");
    let stranger = refused(&table, oksana, &asked, "🏳️ Resign").await;
    assert_eq!(stranger, "Це чужа партія. Надішліть /new, щоб почати свою.");
    let board = press(&table, (anna, &asked), "◀️ Back to the board", offers(DRAW)).await;
    assert!(!board.text.contains("sure"), "{board:?}");
    assert_eq!(grid_of(&asked), grid_of(&board), "it keeps no player from a move");
    // An offer that a move has overtaken can no longer be answered.
    assert_eq!(table.try_cell(anna, &asked, 0).await, "");
    let board = table.until(&board, |now| grid_of(now).marks() == 2).await;
    let stale = table.toast(&table.press(boris, &asked, "🏳️ Resign")).await;
    assert_eq!(stale, "Доска уже изменилась. Вот как она выглядит сейчас.");
    let asked = press(&table, (boris, &board), RESIGN, has(question)).await;
    let over = press(&table, (boris, &asked), "🏳️ Resign", is_over).await;
    assert!(over.text.ends_with("\nБорис resigned. Anna wins."), "{over:?}");
    let late = refused(&table, boris, &asked, "🏳️ Resign").await;
    assert_eq!(late, "Партия окончена. Новую начнёт /new.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_an_inline_message_people_agree_as_they_do_in_private() {
    let game = shared(GameSpec::TicTacToe).await;
    let (table, anna, boris) = (&game.table, game.table.anna, game.table.boris);
    let private = table.play(anna, &game.private, 4).await;
    let inline = table.until(&game.inline, |now| grid_of(now).crosses() == 1).await;
    let phrases = press(table, (boris, &inline), SAY, offers("Well played!")).await;
    let inline = press(table, (boris, &phrases), "Well played!", offers(SAY)).await;
    assert!(inline.text.ends_with("\n💬 Борис: Well played!"), "{inline:?}");
    let private = table.until(&private, has("\n💬 Борис: Well played!")).await;
    let private = press(table, (anna, &private), BACK, has("You asked")).await;
    let inline = table.until(&inline, offers("↩️ Allow")).await;
    let inline = press(table, (boris, &inline), "↩️ Allow", |now| grid_of(now).marks() == 0).await;
    table.until(&private, |now| grid_of(now).marks() == 0).await;
    let asked = press(table, (boris, &inline), RESIGN, has("Борис, are you sure")).await;
    let over = press(table, (boris, &asked), "🏳️ Resign", has("resigned")).await;
    let below: Vec<bool> = over.keyboard[3].iter().map(|button| button.query.is_some()).collect();
    assert_eq!(below, [false], "there is still something to say");
    let below: Vec<bool> = over.keyboard[4].iter().map(|button| button.query.is_some()).collect();
    assert_eq!((over.keyboard.len(), below), (5, vec![true]), "another game begins elsewhere");
    let phrases = press(table, (boris, &over), SAY, offers("Thanks for the game!")).await;
    press(table, (boris, &phrases), "Thanks for the game!", has("💬 Борис: Thanks")).await;
    table.until(&private, |now| now.text.contains("You win") && now.text.contains("💬")).await;
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_the_engine_and_while_a_seat_is_open_there_are_no_offers() {
    let table = Table::new().await;
    let open = table.ask(table.anna, table.group, "/new").await;
    let alone = table.ask(table.anna, table.anna, "/new").await;
    // The bot knows what its messages show.
    table.playground.settled().await.expect("all is settled");
    for board in [&open, &alone] {
        assert!(!offers(DRAW)(board) && !offers(SAY)(board), "{board:?}");
    }
    // A forged press of that kind gets an answer that says so.
    let cell = alone.keyboard[0][0].data.clone().expect("a cell");
    let (head, _) = cell.rsplit_once(':').expect("it has an action");
    for action in ["od", "yd", "gh"] {
        let forged = table.press_data(table.anna, &alone, &format!("{head}:{action}"));
        let toast = table.toast(&forged).await;
        assert_eq!(toast, "This is for two people in a game that is still on.");
    }
    let panel = head.replace(":a:", ":pa:");
    // A resignation is asked about here too, and that question is closed.
    for what in ["g", "d"] {
        let forged = table.press_data(table.anna, &alone, &format!("{panel}:{what}"));
        let toast = table.toast(&forged).await;
        assert_eq!(toast, "This is for two people in a game that is still on.");
    }
    table.play(table.anna, &alone, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wide_board_has_its_row_below_a_lower_window_and_keeps_its_picture() {
    let game = shared(GameSpec::from_name("15x15x5").expect("it is a game")).await;
    let (table, anna) = (&game.table, game.table.anna);
    assert_eq!((game.private.keyboard.len(), game.inline.keyboard.len()), (6, 6));
    let phrases = press(table, (anna, &game.private), SAY, offers("Thanks for the game!")).await;
    assert!(phrases.has_photo, "{phrases:?}");
    let greeted = press(table, (anna, &phrases), "Thanks for the game!", offers(SAY)).await;
    assert!(greeted.has_photo && greeted.text.contains("💬 You: Thanks"), "{greeted:?}");
    table.until(&game.inline, has("💬 Anna: Thanks for the game!")).await;
    game.table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn thanks_are_said_when_it_is_over_and_nothing_else_is() {
    let mut table = Table::new().await;
    let (of_anna, of_boris) = begun_in_private(&table).await;
    table.ask(table.anna, table.anna, "/resign").await;
    let (of_anna, of_boris) =
        (table.until(&of_anna, is_over).await, table.until(&of_boris, is_over).await);
    let phrases = press(&table, (table.boris, &of_boris), SAY, offers("Спасибо за партию!")).await;
    let thanked = press(&table, (table.boris, &phrases), "Спасибо за партию!", is_over).await;
    assert!(thanked.text.contains("\n💬 Вы: Спасибо за партию!"), "{thanked:?}");
    let told = table.until(&of_anna, has("\n💬 Борис: Thanks for the game!")).await;
    table.restart_bot().await;
    let again = press(&table, (table.boris, &thanked), "🔁 Ещё раз", has("Вы предложили")).await;
    // Anna has not seen the offer yet and asks for the same.
    assert_eq!(table.toast(&table.press(table.anna, &of_anna, "🔁 Play again")).await, "");
    for (chat, board) in [(table.anna, told), (table.boris, again)] {
        assert_eq!(grid_of(&table.read(chat).await).marks(), 0);
        table.until(&board, |now| !is_over(now) && !now.text.contains("🔁")).await;
    }
    table.finish().await;
}
