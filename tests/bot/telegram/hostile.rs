//! Buttons that the bot never made, and presses by users they are not meant for.

use fastrand::Rng;
use serde_json::{Value, json};
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::choice::Next;
use zerosum_session::{Action, Revision, SessionId};

use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, data_of};

const UNKNOWN_BUTTON: &str = "This button is out of date. Send /new for a new game.";
const UNKNOWN_GAME: &str = "This game is no longer kept. Send /new for a new one.";
const STALE: &str = "The board has moved on. This is how it stands now.";
const CELL_TAKEN: &str = "This cell is taken.";
const STILL_IN_PLAY: &str = "The game is still on.";

/// Number of presses with made-up data.
const MUTATIONS: usize = 400;

/// The session and revision that a button of a board refers to.
fn act_of(board: &MessageView) -> (SessionId, Revision) {
    match tap::decode(data_of(board, 0, 0)) {
        Ok(Tap::Act { id, seen, .. }) => (id, seen),
        other => panic!("a cell asks for {other:?}"),
    }
}

/// The messages once nothing is in flight.
async fn at_rest(table: &mut Table, messages: &[&MessageView]) -> Vec<MessageView> {
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
    messages.iter().map(|message| table.now(message)).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn junk_is_answered_as_an_unknown_button() {
    let mut table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let (SessionId(id), Revision(seen)) = act_of(&board);
    let junk = [
        String::new(),
        "x".repeat(64),
        "x".repeat(65),
        "\u{0}".to_owned(),
        "🦀".repeat(16),
        "ж".repeat(32),
        ":::::".to_owned(),
        "1".to_owned(),
        "1:a".to_owned(),
        format!("2:a:{id:x}:{seen:x}:p4"),
        format!("1:b:{id:x}:{seen:x}:p4"),
        format!("1:a:{id:x}:{seen:x}:p4:"),
        format!("1:a:{id:x}:{seen:x}:p04"),
        format!("1:a:{id:x}:{seen:x}:P4"),
        format!("1:a:{id:x}:{seen:x}:"),
        format!("1:a:{id:x}:+{seen:x}:p4"),
        format!("1:a:{id:x}:-{seen:x}:p4"),
        format!("1:a:{id:x}:100000000:p4"),
        format!("1:a:10000000000000000:{seen:x}:p4"),
        format!("1:a:{id:x}:{seen:x}:p10000"),
        format!(" 1:a:{id:x}:{seen:x}:p4"),
        format!("1:a:{id:x}:{seen:x}:p4\n"),
        "1:n:3".to_owned(),
        "1:n:".to_owned(),
        "1:l:de".to_owned(),
        "1:l:EN".to_owned(),
        "1:l:en-US".to_owned(),
    ];
    for data in &junk {
        let press = table.press_data(table.anna, &board, data);
        assert_eq!(table.toast(&press).await, UNKNOWN_BUTTON, "{data:?}");
    }
    assert_eq!(at_rest(&mut table, &[&board]).await, [board]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_that_does_not_fit_the_game_is_refused_for_its_reason() {
    let mut table = Table::new().await;
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    let (id, seen) = act_of(&board);
    let SessionId(number) = id;
    let act = |id, seen, action| tap::encode(Tap::Act { id, seen, action });
    let play = |code| Action::Play(zerosum_games::MoveCode(code));
    let again = Tap::Again { id, seen, next: Next::OtherSide };
    let tries = [
        (act(SessionId(number ^ 1), seen, play(0)), UNKNOWN_GAME),
        (act(SessionId(0), seen, play(0)), UNKNOWN_GAME),
        (act(SessionId(u64::MAX), seen, play(0)), UNKNOWN_GAME),
        (act(id, Revision(0), play(0)), STALE),
        (act(id, Revision(1), play(0)), STALE),
        (act(id, Revision(u32::MAX), play(0)), STALE),
        (act(id, seen, play(4)), CELL_TAKEN),
        (act(id, seen, play(9)), CELL_TAKEN),
        (act(id, seen, play(u16::MAX)), CELL_TAKEN),
        (tap::encode(again), STILL_IN_PLAY),
    ];
    for (data, reason) in &tries {
        let press = table.press_data(table.anna, &board, data);
        assert_eq!(table.toast(&press).await, *reason, "{data:?}");
    }
    assert_eq!(at_rest(&mut table, &[&board]).await, [board]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_work_in_their_own_chat_and_for_their_owner_only() {
    let mut table = Table::new().await;
    let private = table.new_game(table.anna).await;
    let group = table.ask(table.anna, table.group, "/new perfect").await;
    let own = table.ask(table.boris, table.group, "/new perfect").await;
    let of_boris = table.new_game(table.boris).await;
    let cell = |board| data_of(board, 1, 1);
    // Presses by the owner on a message of another chat.
    for (board, on) in [(&private, &group), (&group, &private), (&private, &own)] {
        let press = table.press_data(table.anna, on, cell(board));
        assert_eq!(table.toast(&press).await, UNKNOWN_GAME);
    }
    // Presses by another user.
    for (board, on) in [(&private, &of_boris), (&group, &of_boris)] {
        let press = table.press_data(table.boris, on, cell(board));
        assert_ne!(table.toast(&press).await, "");
    }
    let resign = match tap::decode(cell(&group)) {
        Ok(Tap::Act { id, seen, .. }) => tap::encode(Tap::Act { id, seen, action: Action::Resign }),
        other => panic!("{other:?}"),
    };
    let turned_away = "Это чужая партия. Отправьте /new, чтобы начать свою.";
    for data in [cell(&group), &resign] {
        for on in [&group, &own] {
            let press = table.press_data(table.boris, on, data);
            assert_eq!(table.toast(&press).await, turned_away);
        }
    }
    let after = at_rest(&mut table, &[&private, &group, &own, &of_boris]).await;
    assert_eq!(after, [private, group, own, of_boris]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_of_others_cannot_be_turned_into_a_board() {
    let mut table = Table::new().await;
    let victim = table.ask(table.anna, table.group, "/new perfect").await;
    let help = table.ask(table.anna, table.group, "/help").await;
    let question = table.ask(table.anna, table.group, "/language").await;
    let own = table.ask(table.boris, table.group, "/new perfect").await;
    let own = table.play(table.boris, &own, 4).await;
    let free = |board: &MessageView, number: usize| {
        let cell = grid_of(board).free()[number];
        data_of(board, cell / 3, cell % 3).to_owned()
    };
    // Valid presses of his own board, and stale ones, on messages that show something else.
    let mut own = own;
    for on in [&victim, &help, &question] {
        let data = free(&own, 0);
        let press = table.press_data(table.boris, on, &data);
        assert_eq!(table.toast(&press).await, "");
        own = table.until(&own, |board| !board.keyboard.is_empty() && *board != own).await;
        if is_over(&own) {
            break;
        }
        let press = table.press_data(table.boris, on, &data);
        assert_ne!(table.toast(&press).await, "");
    }
    // The same presses while his own board has no message.
    table.expect_refusals(&["message to edit not found"]);
    let board = table.ask(table.boris, table.group, "/new perfect").await;
    let board = table.play(table.boris, &board, 4).await;
    table.playground.delete_message(table.group, board.message_id).expect("it is there");
    for number in 0..2 {
        for on in [&board, &victim] {
            let press = table.press_data(table.boris, on, &free(&board, number));
            table.toast(&press).await;
        }
        table.playground.settled().await.expect("all is settled");
    }
    let after = at_rest(&mut table, &[&victim, &help, &question]).await;
    assert_eq!(after, [victim, help, question]);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_without_data_or_without_a_message_is_answered() {
    let mut table = Table::new().await;
    table.expect_refusals(&["query is too old and response timeout expired"]);
    let board = table.new_game(table.anna).await;
    let press = |id: &str, more: Value| {
        let mut query = json!({ "id": id, "chat_instance": "1",
            "from": { "id": table.anna, "is_bot": false, "first_name": "Anna",
                "language_code": "en" } });
        for (key, value) in more.as_object().into_iter().flatten() {
            query[key] = value.clone();
        }
        json!({ "callback_query": query })
    };
    let data = data_of(&board, 1, 1);
    let queries = [
        json!({ "game_short_name": "tic", "inline_message_id": "AAA" }),
        json!({ "inline_message_id": "AAA", "data": data }),
        json!({ "data": data }),
        json!({}),
    ];
    for (number, more) in (0_u64..).zip(queries) {
        // The playground knows of no such press and refuses the answer, which is given once.
        let id = (77_000 + number).to_string();
        table.playground.push_update(press(&id, more));
        let is_answer = |params: &Value| params["callback_query_id"] == id.as_str();
        let answer = table.playground.until(|snapshot| {
            snapshot.calls().find(|call| is_answer(&call.params)).map(|call| call.params.clone())
        });
        let answer = answer.await.expect("the press is answered");
        // In an inline message, where it gets no commands, the bot does not mention any.
        let is_inline = number < 2;
        let expected = if is_inline { "This button is out of date." } else { UNKNOWN_BUTTON };
        assert_eq!(answer["text"], expected);
    }
    table.play(table.anna, &board, 4).await;
    table.stop_bot().await;
    assert_eq!(table.count_all_calls("answerCallbackQuery"), 5);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn made_up_data_changes_nothing() {
    let mut table = Table::new().await;
    let mut rng = Rng::with_seed(20_240_229);
    let boards = [
        table.ask(table.anna, table.group, "/new perfect").await,
        table.ask(table.boris, table.group, "/new perfect o").await,
        table.new_game(table.anna).await,
        table.ask(table.boris, table.boris, "/new o").await,
    ];
    let owners = [table.anna, table.boris, table.anna, table.boris];
    let mut refused = 0;
    for _ in 0..MUTATIONS {
        let source = rng.usize(..boards.len());
        let on = &boards[rng.usize(..boards.len())];
        let user = if on.chat_id > 0 { on.chat_id } else { *rng.choice(&owners).expect("some") };
        let (row, column) = (rng.usize(..3), rng.usize(..3));
        let data = mutated(&mut rng, data_of(&boards[source], row, column));
        // Players may always press their own buttons.
        let names_own_game = boards.iter().zip(owners).any(|(board, owner)| {
            let (id, _) = act_of(board);
            let is_of = matches!(tap::decode(&data), Ok(Tap::Act { id: named, .. }) if named == id);
            is_of && owner == user && board.chat_id == on.chat_id
        });
        let is_other = !matches!(tap::decode(&data), Ok(Tap::Act { .. }) | Err(_));
        if names_own_game || is_other || data.is_empty() {
            continue;
        }
        let press = table.press_data(user, on, &data);
        assert_ne!(table.toast(&press).await, "", "{data:?}");
        refused += 1;
    }
    assert!(refused > MUTATIONS / 2, "only {refused} presses");
    let [a, b, c, d] = &boards;
    assert_eq!(at_rest(&mut table, &[a, b, c, d]).await, boards);
    table.finish().await;
}

/// Data with a few bytes changed, dropped, doubled or moved.
fn mutated(rng: &mut Rng, data: &str) -> String {
    let mut characters: Vec<char> = data.chars().collect();
    let alphabet: Vec<char> = "0123456789abcdefpxrsnl:-+ ж".chars().collect();
    for _ in 0..rng.usize(..4) {
        let at = rng.usize(..characters.len().max(1)).min(characters.len().saturating_sub(1));
        let random = alphabet[rng.usize(..alphabet.len())];
        match rng.u8(..4) {
            0 if !characters.is_empty() => characters[at] = random,
            1 if !characters.is_empty() => drop(characters.remove(at)),
            2 => characters.insert(at, random),
            _ => {
                let other = rng.usize(..characters.len().max(1));
                if other < characters.len() && at < characters.len() {
                    characters.swap(at, other);
                }
            }
        }
    }
    characters.into_iter().collect()
}
