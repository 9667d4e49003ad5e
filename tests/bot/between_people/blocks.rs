//! Blocking: players who do not want to play with each other.

use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;

use crate::account::personal::{delete, file_of, has_number};
use crate::account::private_answers::told;
use crate::between_people::leaving::begun_in_private;
use crate::game::panels::offer_draw;
use crate::host::metrics::scrape;
use crate::support::grid::grid_of;
use crate::support::harness::Table;

const NOT_FOR_YOU: &str = "This seat is not for you.";
/// Answer to a player who wants to play again with an opponent they are kept apart from.
const UNAVAILABLE: &str = "This opponent is not available.";

/// Answer in a group to a block by a user who cannot be written to in private.
const NOTED: &str = "Done.";

/// Private answer to a user who has blocked a member of a group.
const DONE: &str =
    "In reply to your message in a group:\nDone. /blocked shows whom you have blocked.";
const USAGE: &str = "To block somebody,";

/// Has one user write in the group and another answer that message with a command.
pub(crate) async fn answer(table: &Table, said_by: i64, by: i64, command: &str) -> MessageView {
    let said = table.say(said_by, table.group, "hello");
    table.playground.reply_text(by, table.group, said, command).expect("the message is there");
    table.read(table.group).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_keeps_both_from_each_others_seats_until_it_is_taken_back() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    assert_eq!(answer(&table, boris, anna, "/block").await.text, NOTED);
    assert_eq!(answer(&table, boris, anna, "/block@zerosum_bot").await.text, NOTED, "twice");
    table.restart_bot().await;
    let of_anna = table.ask(anna, group, "/new").await;
    assert_eq!(table.try_cell(boris, &of_anna, 4).await, "Это место не для вас.");
    let of_boris = table.ask(boris, group, "/new x").await;
    assert_eq!(table.try_cell(anna, &of_boris, 4).await, NOT_FOR_YOU);
    // No other player is kept away.
    table.play(table.oksana, &of_anna, 4).await;
    // Boris is told nothing, and the block is not his to take back.
    let list = table.ask(boris, boris, "/blocked").await;
    assert_eq!(list.keyboard.len(), 0, "{list:?}");
    let list = table.ask(anna, anna, "/blocked").await;
    assert_eq!(list.text, "You never play with these people. Tap to unblock.");
    let press = table.press(anna, &list, "✖️ Борис");
    let again = table.press(anna, &list, "✖️ Борис");
    assert_eq!((table.toast(&press).await, table.toast(&again).await), Default::default());
    let list = table.until(&list, |now| now.keyboard.is_empty()).await;
    assert!(list.text.starts_with("You haven’t blocked anybody."), "{list:?}");
    let board = table.play(anna, &of_boris, 4).await;
    assert!(board.text.starts_with("❌ Борис  ·  ⭕ Anna"), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_is_confirmed_in_private_and_the_group_reads_a_word_at_most() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    assert_eq!(answer(&table, boris, anna, "/block").await.text, NOTED);
    // From now on the bot can write to her.
    table.ask(anna, anna, "/blocked").await;
    let said = table.say(boris, group, "hello");
    table.playground.reply_text(anna, group, said, "/block").expect("the message is there");
    assert_eq!(table.read(anna).await.text, DONE);
    table.playground.reply_text(anna, group, said, "/new chess").expect("it is there");
    let told = table.read(anna).await;
    assert!(told.text.starts_with("In reply to your message in a group:\nI know no"), "{told:?}");
    // This holds until she closes their chat.
    table.expect_refusals(&["bot was blocked by the user"]);
    let refusal = Fault::error(403, "Forbidden: bot was blocked by the user").on("sendMessage");
    table.playground.fault(refusal.in_chat(anna));
    table.playground.reply_text(anna, group, said, "/block").expect("the message is there");
    assert_eq!(table.read(group).await.text, NOTED);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_blocked_person_takes_no_seat_of_a_posted_board_and_is_counted_as_that() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    assert_eq!(answer(&table, boris, anna, "/block").await.text, NOTED);
    let posted = table.post(anna, table.group, "", "Tic-tac-toe 3×3").await;
    let begun = table.play(anna, &posted, 4).await;
    // He still sees what was posted.
    assert_eq!(table.try_cell(boris, &posted, 0).await, "Это место не для вас.");
    let presses = scrape(&table).await;
    let of = |result| presses.value(&format!("zerosum_presses_total{{result=\"{result}\"}}"));
    assert_eq!((of("refused_apart"), of("refused_too_many_games")), (1.0, 0.0));
    assert_eq!(table.now(&begun), begun);
    table.finish().await;
}

/// Returns whether a button of a finished board begins another game.
fn leads_on(data: &str) -> bool {
    data.starts_with("1:a:") && !data.contains(":p")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_other_game_follows_with_a_blocked_person() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = table.ask(anna, group, "/new").await;
    let board = table.play(boris, &board, 4).await;
    table.ask(anna, group, "/resign").await;
    let over = table.changed(&board).await;
    answer(&table, anna, boris, "/block").await;
    let again = over.keyboard.iter().flatten().filter_map(|button| button.data.clone());
    let again: Vec<String> = again.filter(|data| leads_on(data)).collect();
    assert!(again.len() >= 2, "{over:?}");
    for data in again {
        let press = table.press_data(anna, &over, &data);
        assert_eq!(table.toast(&press).await, UNAVAILABLE, "{data}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_people_can_be_blocked_and_only_others() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = table.ask(boris, group, "/new perfect").await;
    table.playground.reply_text(anna, group, board.message_id, "/block").expect("it is there");
    assert!(table.read(group).await.text.starts_with(USAGE));
    // She has been told already and is not told again for a while.
    let own = table.say(anna, group, "hello");
    table.playground.reply_text(anna, group, own, "/block").expect("it is there");
    table.say(anna, group, "/block");
    // Both are decided before she writes in private, where she would be told.
    table.playground.settled().await.expect("all updates are settled");
    let private = table.ask(anna, group, "/blocked").await;
    assert_eq!(private.text, "That is only for our private chat: send /blocked there.");
    assert!(table.ask(anna, anna, "/block").await.text.starts_with(USAGE));
    let said = table.playground.send_text_as_group(group, "hello").expect("the group is there");
    // She has written in private by now, so she is told there.
    table.playground.reply_text(anna, group, said, "/block").expect("it is there");
    assert!(told(&table, anna).await.starts_with(USAGE));
    assert_eq!(table.ask(anna, anna, "/blocked").await.keyboard.len(), 0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_is_in_the_data_of_who_has_blocked_and_stays_without_a_name_of_the_other_one() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    answer(&table, boris, anna, "/block").await;
    let file = file_of(&table, &table.ask(anna, anna, "/mydata").await);
    assert_eq!(file["blocked"][0]["name"], "Борис");
    assert!(!has_number(&file, boris), "{file}");
    assert_eq!(file["person"]["name"], "", "who blocks does not play: {file}");
    let file = file_of(&table, &table.ask(boris, boris, "/mydata").await);
    assert_eq!(file["blocked"].as_array().map(Vec::len), Some(0));
    assert!(!has_number(&file, anna), "{file}");
    delete(&table, boris).await;
    let file = file_of(&table, &table.ask(anna, anna, "/mydata").await);
    assert_eq!(file["blocked"].as_array().map(Vec::len), Some(1));
    assert_eq!(file["blocked"][0]["name"], "");
    // A user who comes back is blocked as before, even before doing anything else.
    let of_anna = table.ask(anna, table.group, "/new").await;
    assert_eq!(table.try_cell(boris, &of_anna, 4).await, "Это место не для вас.");
    let of_boris = table.ask(boris, table.group, "/new x").await;
    assert_eq!(table.try_cell(anna, &of_boris, 4).await, NOT_FOR_YOU);
    let list = table.ask(anna, anna, "/blocked").await;
    assert_eq!(table.toast(&table.press(anna, &list, "✖️ Player")).await, "");
    table.until(&list, |now| now.keyboard.is_empty()).await;
    table.play(anna, &of_boris, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_but_moves_passes_between_two_who_are_apart() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let (of_anna, of_boris) = begun_in_private(&table).await;
    // An offer made before the block is not carried out after it either.
    assert_eq!(table.toast(&offer_draw(&table, boris, &of_boris).await).await, "");
    let of_anna = table.until(&of_anna, |now| now.find_button("🤝 Accept").is_some()).await;
    let of_boris = table.until(&of_boris, |now| now.text.contains("Вы предложили ничью.")).await;
    let said = table.say(boris, group, "hello");
    table.playground.reply_text(anna, group, said, "/block").expect("the message is there");
    assert_eq!(table.read(anna).await.text, DONE);
    let only_moves = "You can only send moves to this opponent.";
    assert_eq!(table.toast(&table.press(anna, &of_anna, "🤝 Accept")).await, only_moves);
    assert_eq!(table.toast(&table.press(anna, &of_anna, "💬")).await, only_moves);
    let of_him = "До этого соперника доходят только ходы.";
    for button in ["↩️", "💬"] {
        assert_eq!(table.toast(&table.press(boris, &of_boris, button)).await, of_him, "{button}");
    }
    let of_anna = table.play(anna, &of_anna, 8).await;
    let of_boris = table.until(&of_boris, |now| grid_of(now).marks() == 3).await;
    let of_boris = table.play(boris, &of_boris, 1).await;
    let of_anna = table.until(&of_anna, |now| grid_of(now).marks() == 4).await;
    assert_eq!(table.toast(&table.press(boris, &of_boris, "🤝")).await, of_him);
    assert_eq!(table.now(&of_anna), of_anna, "she is told nothing");
    // The same holds below a finished game; the player who has blocked the other is not even asked.
    table.ask(boris, boris, "/resign").await;
    let over = table.until(&of_anna, |now| now.text.contains("You win.")).await;
    for button in ["🔁 Play again", "💬", "🚫 Block"] {
        assert!(over.find_button(button).is_none(), "{over:?}");
    }
    let over = table.until(&of_boris, |now| now.find_button("🔁 Ещё раз").is_some()).await;
    assert_eq!(
        table.toast(&table.press(boris, &over, "🔁 Ещё раз")).await,
        "Этот соперник недоступен."
    );
    assert_eq!(table.toast(&table.press(boris, &over, "💬")).await, "Этот соперник недоступен.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_block_below_a_finished_game_removes_the_ways_to_play_on_together() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let (of_anna, of_boris) = begun_in_private(&table).await;
    table.ask(boris, boris, "/resign").await;
    let over = table.until(&of_anna, |now| now.find_button("🚫 Block").is_some()).await;
    // Her offer does not begin a game after that.
    assert_eq!(table.toast(&table.press(anna, &over, "🔁 Play again")).await, "");
    let offered = table.until(&of_boris, |now| now.find_button("✅ Принять").is_some()).await;
    let over = table.until(&over, |now| now.text.contains("another game")).await;
    assert!(table.toast(&table.press(anna, &over, "🚫 Block")).await.starts_with("Done."));
    let over = table.until(&over, |now| now.find_button("🚫 Block").is_none()).await;
    for button in ["🔁 Play again", "🔄 Swap sides", "💬"] {
        assert!(over.find_button(button).is_none(), "{over:?}");
    }
    let told = table.toast(&table.press(boris, &offered, "✅ Принять")).await;
    assert_eq!(told, "Этот соперник недоступен.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forged_presses_neither_block_nor_unblock() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    answer(&table, boris, anna, "/block").await;
    let list = table.ask(anna, anna, "/blocked").await;
    let data = crate::support::harness::data_of(&list, 0, 0).to_owned();
    let board = table.ask(anna, group, "/new").await;
    let help = table.ask(boris, boris, "/help").await;
    for (user, message) in [(anna, &board), (boris, &board), (boris, &help)] {
        for data in [data.as_str(), "1:j:1"] {
            let press = table.press_data(user, message, data);
            assert_ne!(table.toast(&press).await, "");
        }
    }
    assert_eq!(table.try_cell(boris, &board, 4).await, "Это место не для вас.");
    table.finish().await;
}
