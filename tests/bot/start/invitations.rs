//! Games with a friend: a link seats the first user who opens it; each plays in their own chat and language.

use std::time::Duration;

use serde_json::json;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::MessageView;

use crate::account::personal::file_of;
use crate::account::private_answers;
use crate::host::metrics::at_rest;
use crate::support::fickle::FickleStore;
use crate::support::grid::{grid_of, is_board};
use crate::support::harness::{Table, data_of};

const LINK: &str = "https://t.me/zerosum_bot?start=";
const DAY_IN_RUSSIAN: &str = "⏳ на каждый ход – сутки";
const FRIEND: &str = "👋 Play a friend";

/// Command that opens the link of an invitation.
pub(crate) fn opening(invitation: &MessageView) -> String {
    let (_, payload) = invitation.text.split_once(LINK).expect("there is a link");
    let is_code = payload.len() == 33 && payload[1..].bytes().all(|sign| sign.is_ascii_hexdigit());
    assert!(payload.starts_with('i') && is_code, "{payload}");
    format!("/start {payload}")
}

/// An invitation of Anna's that Boris has accepted, and the boards of both.
async fn seated(table: &Table) -> (MessageView, MessageView, MessageView) {
    let invitation = table.ask(table.anna, table.anna, "/invite").await;
    let of_boris = table.ask(table.boris, table.boris, &opening(&invitation)).await;
    let of_anna = table.read(table.anna).await;
    (invitation, of_anna, of_boris)
}

const NO_LONGER_VALID: &str = "Это приглашение больше не действует. Попросите новое или найдите соперника: \
    /opponent.";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_to_open_the_link_sits_down_and_both_play_in_their_own_language() {
    let mut table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let invitation = table.ask(anna, anna, "/invite").await;
    assert!(invitation.text.contains("You play ❌."), "{invitation:?}");
    let link = opening(&invitation);
    let own = table.ask(anna, anna, &link).await;
    assert_eq!(own.text, "This is your own invitation. Send the link to a friend.");
    table.restart_bot().await;
    let of_boris = table.ask(boris, boris, &link).await;
    assert_eq!(of_boris.text, format!("❌ Anna  ·  ⭕ Вы\nХодит Anna (❌).\n{DAY_IN_RUSSIAN}"));
    let of_anna = table.read(anna).await;
    assert_eq!(of_anna.text, "❌ You  ·  ⭕ Борис\nYour move: tap for ❌.\n⏳ a day for each move");
    let told = table.until(&invitation, |message| message.keyboard.is_empty()).await;
    assert!(told.text.ends_with("Your invitation is accepted. Your board is below."), "{told:?}");
    for (person, is_guest) in [(anna, false), (boris, true)] {
        let file = file_of(&table, &table.ask(person, person, "/mydata").await);
        let invitation = &file["invitations"][0];
        assert_eq!(
            (&invitation["is_guest"], &invitation["state"]),
            (&json!(is_guest), &json!("accepted"))
        );
        assert!(invitation["accepted_at"].is_i64(), "{file}");
    }
    // A user who is late gets an answer in their language, and a game of their own.
    let late = table.ask(oksana, oksana, &link).await;
    assert!(late.text.starts_with("Вас випередили: це запрошення вже зайняте."), "{late:?}");
    assert_eq!(late.keyboard.len(), 1);
    let of_anna = table.play(anna, &of_anna, 4).await;
    let of_boris = table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    // A user who opens it again finds the same game.
    let again = table.ask(boris, boris, &link).await;
    assert_eq!(grid_of(&again), grid_of(&of_boris));
    table.changed(&of_boris).await;
    table.play(boris, &again, 0).await;
    table.until(&of_anna, |board| grid_of(board).noughts() == 1).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_guest_writes_next_is_answered_below_their_board() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite").await;
    let late = FaultKind::Delay(Duration::from_secs(3_600));
    table.playground.fault(Fault::new(late).on("sendMessage").in_chat(boris));
    table.say(boris, boris, &opening(&invitation));
    table.say(boris, boris, "/help");
    // Her board does not wait for his.
    let of_anna = table.read(anna).await;
    assert!(is_board(&of_anna), "{of_anna:?}");
    table.playground.clear_faults();
    let of_boris = table.read(boris).await;
    assert!(is_board(&of_boris), "{of_boris:?}");
    let help = table.read(boris).await;
    assert!(!is_board(&help), "{help:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_its_owner_switches_sides_and_withdraws_it() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite ultimate").await;
    assert!(invitation.text.contains("Ultimate") && invitation.text.contains("You play ❌."));
    let (switch, withdraw) = (data_of(&invitation, 0, 1), data_of(&invitation, 3, 0));
    // Any user can send any data from any of their messages.
    let other = table.ask(boris, boris, "/help").await;
    for data in [switch, withdraw] {
        let press = table.press_data(boris, &other, data);
        assert_ne!(table.toast(&press).await, "");
    }
    assert_eq!(table.now(&invitation), invitation);
    assert_eq!(table.toast(&table.press_data(anna, &invitation, switch)).await, "");
    let switched = table.changed(&invitation).await;
    assert!(switched.text.contains("You play ⭕."), "{switched:?}");
    assert_eq!(opening(&switched), opening(&invitation));
    assert_eq!(table.toast(&table.press_data(anna, &switched, withdraw)).await, "");
    let withdrawn = table.changed(&switched).await;
    assert_eq!(withdrawn.text, "This invitation was withdrawn.");
    assert!(withdrawn.keyboard.is_empty());
    let late = table.ask(boris, boris, &opening(&invitation)).await;
    assert!(late.text.starts_with("Это приглашение отозвано. "), "{late:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_side_that_was_switched_is_the_one_that_is_played() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite").await;
    let press = table.press_data(anna, &invitation, data_of(&invitation, 0, 1));
    assert_eq!(table.toast(&press).await, "");
    table.changed(&invitation).await;
    let of_boris = table.ask(boris, boris, &opening(&invitation)).await;
    assert!(of_boris.text.starts_with("❌ Вы  ·  ⭕ Anna"), "{of_boris:?}");
    let of_anna = table.read(anna).await;
    assert!(of_anna.text.starts_with("❌ Борис  ·  ⭕ You"), "{of_anna:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_was_switched_is_the_one_that_runs() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite").await;
    let to_quick = table.press(anna, &invitation, "⏱ A day a move");
    assert_eq!(table.toast(&to_quick).await, "");
    let quick = table.changed(&invitation).await;
    table.restart_bot().await;
    // Two taps at once change both the side and the clock.
    let taps = [data_of(&quick, 0, 1), data_of(&quick, 1, 0)];
    let taps = taps.map(|data| table.press_data(anna, &quick, data));
    for tap in &taps {
        assert_eq!(table.toast(tap).await, "");
    }
    let is_both = |message: &MessageView| {
        message.text.contains("You play ⭕.") && message.find_button("⏱ 5 min + 3 s").is_some()
    };
    table.until(&quick, is_both).await;
    let of_boris = table.ask(boris, boris, &opening(&invitation)).await;
    assert!(of_boris.text.starts_with("❌ Вы  ·  ⭕ Anna"), "{of_boris:?}");
    assert!(of_boris.text.contains("⏳ 5:00"), "{of_boris:?}");
    table.read(anna).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_too_old_after_a_day() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite").await;
    store.pass(1);
    let late = table.ask(boris, boris, &opening(&invitation)).await;
    assert_eq!(late.text, NO_LONGER_VALID);
    let unknown = format!("/start i{}", "0".repeat(32));
    assert_eq!(table.ask(boris, boris, &unknown).await.text, late.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_card_of_a_game_invites_and_no_more_invitations_wait_than_may() {
    let table = Table::new().await;
    let anna = table.anna;
    let tiles = table.ask(anna, anna, "/games").await;
    assert_eq!(table.toast(&table.press(anna, &tiles, "Ultimate")).await, "");
    let card = table.changed(&tiles).await;
    // Two taps at once make one invitation, and so does a tap while the first invitation waits.
    let taps = [(); 2].map(|()| table.press(anna, &card, FRIEND));
    let waiting = "You already have an open invitation to this game.";
    let mut told = 0;
    for tap in &taps {
        told += u32::from(table.toast(tap).await.starts_with(waiting));
    }
    assert_eq!(told, 1);
    let invitation = table.read(anna).await;
    assert!(invitation.text.starts_with("Ultimate"), "{invitation:?}");
    opening(&invitation);
    at_rest(&table).await;
    // The second tap has moved it below if it came after the message was known.
    let mut invitation = invitation;
    while table.playground.leftovers().iter().any(|left| left.contains("was not read")) {
        invitation = table.read(anna).await;
    }
    let later = table.press(anna, &card, FRIEND);
    assert!(table.toast(&later).await.starts_with(waiting));
    let below = table.until(&invitation, |message| message.keyboard.is_empty()).await;
    assert_eq!(below.text, "The invitation is below.");
    let again = table.read(anna).await;
    assert_eq!(again.text, invitation.text);
    for _ in 0..4 {
        opening(&table.ask(anna, anna, "/invite").await);
    }
    let refused = table.ask(anna, anna, "/invite").await;
    let expected = "You already have 5 open invitations. Withdraw one first.";
    assert_eq!(refused.text, expected);
    table.say(anna, table.group, "/invite");
    let expected = "That is only for our private chat: send /invite here.";
    assert_eq!(private_answers::told(&table, anna).await, expected);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_button_of_the_help_invites_as_often_as_it_is_tapped() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let help = table.ask(anna, anna, "/help").await;
    assert_eq!(table.toast(&table.press(anna, &help, FRIEND)).await, "");
    let first = table.read(anna).await;
    // While it waits, the same invitation is shown once more.
    at_rest(&table).await;
    assert_eq!(table.toast(&table.press(anna, &help, FRIEND)).await, "");
    let second = table.read(anna).await;
    assert_eq!(opening(&second), opening(&first));
    let below = table.until(&first, |message| message.keyboard.is_empty()).await;
    assert_eq!(below.text, "The invitation is below.");
    assert_eq!(table.toast(&table.press(anna, &second, "✖️ Withdraw")).await, "");
    table.changed(&second).await;
    at_rest(&table).await;
    assert_eq!(table.toast(&table.press(anna, &help, FRIEND)).await, "");
    let third = table.read(anna).await;
    assert_ne!(opening(&third), opening(&first));
    at_rest(&table).await;
    table.ask(boris, boris, &opening(&third)).await;
    table.read(anna).await;
    table.until(&third, |message| message.keyboard.is_empty()).await;
    assert_eq!(table.toast(&table.press(anna, &help, FRIEND)).await, "");
    let fourth = table.read(anna).await;
    assert_ne!(opening(&fourth), opening(&third));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_tells_that_a_guest_has_come_before_its_message_was_noted() {
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    store.hold_invitations(true);
    let (invitation, ..) = seated(&table).await;
    store.hold_invitations(false);
    let told = table.until(&invitation, |message| message.keyboard.is_empty()).await;
    assert!(told.text.ends_with("Your invitation is accepted. Your board is below."), "{told:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_guest_is_told_if_the_other_one_has_blocked_the_bot() {
    let mut table = Table::new().await;
    table.expect_refusals(&["bot was blocked by the user"]);
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite").await;
    table.playground.block(anna).expect("the person is there");
    let of_boris = table.ask(boris, boris, &opening(&invitation)).await;
    assert!(of_boris.text.starts_with("❌ Anna"), "{of_boris:?}");
    let told = table.read(boris).await;
    assert!(told.text.starts_with("Автор приглашения больше не на связи."), "{told:?}");
    let over = table.until(&of_boris, |now| now.text.contains("Победа ваша.")).await;
    assert!(over.text.contains("Anna больше не на связи."), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_an_invitation_stays_once_its_owner_has_everything_deleted() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let invitation = table.ask(anna, anna, "/invite").await;
    let question = table.ask(anna, anna, "/deletemydata").await;
    let press = table.press_data(anna, &question, data_of(&question, 0, 0));
    table.toast(&press).await;
    table.changed(&question).await;
    let late = table.ask(boris, boris, &opening(&invitation)).await;
    assert_eq!(late.text, NO_LONGER_VALID);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blocked_person_is_not_seated_by_a_link_and_the_next_one_is() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let (_, of_anna, _) = seated(&table).await;
    table.ask(anna, anna, "/resign").await;
    let over = table.until(&of_anna, |now| now.find_button("🚫 Block").is_some()).await;
    assert_ne!(table.toast(&table.press(anna, &over, "🚫 Block")).await, "");
    let invitation = table.ask(anna, anna, "/invite 5+3 ultimate").await;
    let refused = table.ask(boris, boris, &opening(&invitation)).await;
    assert_eq!(refused.text, "Это место не для вас.");
    let board = table.ask(oksana, oksana, &opening(&invitation)).await;
    assert!(board.text.contains("⏳ 5:00"), "{board:?}");
    let of_anna = table.read(anna).await;
    assert!(of_anna.text.contains("⏳ 5:00"), "{of_anna:?}");
    table.finish().await;
}

/// Titles of the results offered to a user who types the bot's name and these words.
async fn titles(table: &Table, user: i64, words: &str) -> Vec<String> {
    let (_, answer) = table.offered(user, table.group, words).await;
    answer.results.into_iter().map(|result| result.title).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_sent_from_the_message_field_by_its_owner_only() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let invitation = table.ask(anna, anna, "/invite 5+3").await;
    let other = table.ask(anna, anna, "/invite ultimate").await;
    let share = &invitation.keyboard[2][0];
    assert_eq!(
        (share.text.as_str(), &share.chats[..]),
        ("📤 Send to a friend", &["user", "group"][..])
    );
    let query = share.query.as_deref().expect("it leads to a message field");
    // The code is not part of the query.
    let code = opening(&invitation);
    let code = code.split_once(" i").expect("there is a code").1;
    assert!(!query.contains(code) && !query.contains(&code[..24]), "{query}");
    assert_eq!(titles(&table, anna, query).await, ["Invite to Tic-tac-toe 3×3"]);
    let all = titles(&table, anna, "invite").await;
    assert_eq!(all, ["Invite to Ultimate tic-tac-toe", "Invite to Tic-tac-toe 3×3"]);
    // Another user with the same query is offered games, and so is Anna with another query.
    for (user, words) in
        [(oksana, query), (oksana, "invite"), (anna, "invited"), (anna, "invite 0")]
    {
        let offered = titles(&table, user, words).await;
        assert!(offered.len() > 2, "{offered:?}");
        assert!(!offered.iter().any(|title| title.contains("nvite") || title.contains("апрос")));
    }
    let chat = table.playground.add_conversation([anna, boris]);
    let sent = table.post(anna, chat, query, "Invite to Tic-tac-toe 3×3").await;
    let asked = "Shall we play? Tic-tac-toe 3×3, and I play ❌. Whoever accepts first plays \
        against me.\n⏳ five minutes each, plus three seconds after each move\n\n";
    assert!(sent.text.starts_with(asked), "{sent:?}");
    assert_eq!(opening(&sent), opening(&invitation));
    let board = table.ask(boris, boris, &opening(&sent)).await;
    assert!(board.text.contains("⏳ 5:00"), "{board:?}");
    table.read(anna).await;
    // It no longer waits, and neither does one that was withdrawn.
    assert!(!titles(&table, anna, query).await.contains(&"Invite to Tic-tac-toe 3×3".to_owned()));
    assert_eq!(table.toast(&table.press(anna, &other, "✖️ Withdraw")).await, "");
    table.changed(&other).await;
    assert!(titles(&table, anna, "invite").await.len() > 2, "games");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_inline_mode_a_link_opens_the_chats_to_send_it_to() {
    let table = Table::without_inline_mode().await;
    let invitation = table.ask(table.anna, table.anna, "/invite").await;
    let share = &invitation.keyboard[2][0];
    let (_, payload) = invitation.text.split_once(LINK).expect("there is a link");
    let link = format!("https%3A%2F%2Ft.me%2Fzerosum_bot%3Fstart%3D{payload}");
    assert_eq!(share.url, Some(format!("https://t.me/share/url?url={link}")));
    assert_eq!((&share.data, &share.query), (&None, &None));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_an_invitation_that_leads_nowhere_it_is_said_why_and_what_to_do() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let invitation = table.ask(anna, anna, "/invite").await;
    let opening = opening(&invitation);
    // Links that were cut while copying.
    for length in ["/start i".len(), opening.len() - 1, opening.len() - 20] {
        let cut = table.ask(boris, boris, &opening[..length]).await;
        assert_eq!(
            cut.text,
            "Ссылка на приглашение неполная. Возможно, её обрезали при копировании: попросите прислать её \
            ещё раз."
        );
        assert_eq!(cut.keyboard.len(), 1, "a way to a game of one's own: {cut:?}");
    }
    // A link that another player has already opened.
    table.ask(boris, boris, &opening).await;
    table.read(anna).await;
    let taken = table.ask(oksana, oksana, &opening).await;
    assert_eq!(
        taken.text,
        "Вас випередили: це запрошення вже зайняте. Попросіть нове або знайдіть суперника: /opponent."
    );
    // A link that its owner has withdrawn.
    let second = table.ask(anna, anna, "/invite 4x4").await;
    table.toast(&table.press(anna, &second, "✖️ Withdraw")).await;
    table.changed(&second).await;
    let withdrawn = table.ask(oksana, oksana, &self::opening(&second)).await;
    assert_eq!(
        withdrawn.text,
        "Це запрошення відкликано. Попросіть нове або знайдіть суперника: /opponent."
    );
    table.finish().await;
}
