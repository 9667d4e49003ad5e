//! Votes: a group plays an engine, and any member votes on the next move.

use zerosum_games::MoveCode;
use zerosum_playground::views::{ButtonView, MessageView};
use zerosum_session::UserId;
use zerosum_session::game::ballot::VoterKey;

use crate::between_people::clocks::pass;
use crate::support::harness::Table;

/// Label, in the starter's language, that puts the game of an open board to the vote.
const TOGETHER: &str = "🗳 Vote together";

/// Like [`TOGETHER`], below a picture.
const TOGETHER_SIGN: &str = "🗳";

/// A game that Anna has started in the group with crosses and put to the vote.
async fn voted(table: &Table, words: &str) -> MessageView {
    let open = table.ask(table.anna, table.group, words).await;
    let label = if open.has_photo { TOGETHER_SIGN } else { TOGETHER };
    let press = table.press(table.anna, &open, label);
    assert_eq!(table.toast(&press).await, "");
    table.changed(&open).await
}

/// Number of taken cells of a board.
fn marks(board: &MessageView) -> usize {
    let is_taken = |button: &&ButtonView| button.text.contains(['❌', '⭕']);
    board.keyboard.iter().flatten().filter(is_taken).count()
}

/// Members of the group besides those of every test.
fn more_people<const N: usize>(table: &Table) -> [i64; N] {
    std::array::from_fn(|number| {
        let user = table.playground.add_user(&format!("P{number}"), Some("en"));
        table.playground.add_member(user, table.group).expect("the group is there");
        user
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_votes_make_the_move_that_most_want() {
    let table = Table::new().await;
    let [dora, emil] = more_people(&table);
    let board = voted(&table, "/new x").await;
    assert!(board.text.starts_with("❌ Everyone  ·  ⭕ zerosum (casual)\n"), "{board:?}");
    assert!(
        board.text.contains("The move is made after 5 votes, or 60 s after the first one."),
        "{board:?}"
    );
    assert_eq!(table.try_cell(table.boris, &board, 0).await, "");
    let board = table.until(&board, |board| board.text.contains("1 of 5")).await;
    assert_eq!(board.keyboard[0][0].text, "✓1");
    // A double tap is one vote.
    assert_eq!(table.try_cell(table.boris, &board, 0).await, "Вы уже голосуете за этот ход.");
    // Two vote on a board that has not been redrawn, and one of them votes again.
    assert_eq!(table.try_cell(table.oksana, &board, 4).await, "");
    assert_eq!(table.try_cell(dora, &board, 0).await, "");
    assert_eq!(table.try_cell(dora, &board, 4).await, "");
    assert_eq!(table.try_cell(table.anna, &board, 8).await, "");
    let board = table.until(&board, |board| board.text.contains("4 of 5. Move b2 leads")).await;
    assert_eq!(marks(&board), 0);
    assert_eq!(table.try_cell(emil, &board, 2).await, "");
    let board = table.until(&board, |board| marks(board) == 2).await;
    assert!(board.keyboard[1][1].text.contains('❌'), "{board:?}");
    assert!(!board.keyboard.iter().flatten().any(|button| button.text.contains('✓')), "{board:?}");
    // A vote for a board that is out of date gets an answer that says so.
    let late = table.press_data(table.boris, &board, &late_data(&board));
    assert!(table.toast(&late).await.starts_with("Доска"), "it is stale");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ten_who_vote_at_once_are_all_counted() {
    let table = Table::new().await;
    let more: [i64; 7] = more_people(&table);
    let board = voted(&table, "/new x").await;
    assert_eq!(table.try_cell(table.boris, &board, 0).await, "");
    // On a board that shows no vote yet, the starter sets the number of votes needed.
    assert_eq!(table.toast(&table.press(table.anna, &board, "🗳 5")).await, "");
    // Settings changed meanwhile have to be seen first.
    assert_ne!(table.toast(&table.press(table.anna, &board, "⏱ 60 s")).await, "");
    let board = table.until(&board, |board| board.text.contains("1 of 10")).await;
    let others = [table.anna, table.oksana].into_iter().chain(more);
    let presses: Vec<String> = others.map(|user| table.press_cell(user, &board, 4)).collect();
    for press in &presses {
        assert_eq!(table.toast(press).await, "");
    }
    let board = table.until(&board, |board| marks(board) == 2).await;
    assert!(board.keyboard[1][1].text.contains('❌'), "{board:?}");
    assert!(board.text.contains("made after 10 votes"), "{board:?}");
    table.finish().await;
}

/// Data of a vote by a user who has seen the board before its last move.
fn late_data(board: &MessageView) -> String {
    let data = board.keyboard[0][0].data.clone().expect("a cell");
    let fields: Vec<&str> = data.split(':').collect();
    let seen = revision_of(board) - 2;
    format!("{}:{}:{}:{seen:x}:{}", fields[0], fields[1], fields[2], fields[4])
}

fn revision_of(board: &MessageView) -> u32 {
    let data = board.keyboard[0][0].data.as_deref().expect("a button of the board");
    let seen = data.split(':').nth(3).expect("it says what was seen");
    u32::from_str_radix(seen, 16).expect("a revision")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_minute_after_the_first_vote_the_move_is_made_also_after_a_restart() {
    let mut table = Table::new().await;
    let board = voted(&table, "/new x").await;
    assert_eq!(table.try_cell(table.oksana, &board, 4).await, "");
    let board = table.until(&board, |board| board.text.contains("1 of 5")).await;
    pass(&table, 70).await;
    let board = table.until(&board, |board| marks(board) == 2).await;
    let free = |button: &ButtonView| button.text == "·";
    let corner = board.keyboard.iter().flatten().position(free).expect("a cell is free");
    assert_eq!(table.try_cell(table.boris, &board, corner).await, "");
    let board = table.until(&board, |board| board.text.contains("1 of 5")).await;
    table.stop_bot().await;
    pass(&table, 70).await;
    table.start_bot();
    let board = table.until(&board, |board| marks(board) >= 3).await;
    assert!(board.text.contains("made after 5 votes") || board.text.contains('🎉'), "{board:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_starter_says_when_a_move_is_made() {
    let table = Table::new().await;
    let board = voted(&table, "/new x").await;
    let press = table.press(table.boris, &board, "🗳 5");
    assert!(table.toast(&press).await.starts_with("Это чужая партия."));
    for (label, after) in [("🗳 5", "after 10 votes"), ("🗳 10", "after 3 votes")] {
        let shown = table.now(&board);
        assert_eq!(table.toast(&table.press(table.anna, &shown, label)).await, "");
        table.until(&shown, |board| board.text.contains(after)).await;
    }
    let shown = table.now(&board);
    assert_eq!(table.toast(&table.press(table.anna, &shown, "⏱ 60 s")).await, "");
    let board = table.until(&shown, |board| board.text.contains("or 300 s after")).await;
    for user in [table.anna, table.boris, table.oksana] {
        assert_eq!(table.try_cell(user, &board, 4).await, "");
    }
    let board = table.until(&board, |board| marks(board) == 2).await;
    assert_eq!(
        table.ask(table.anna, table.group, "/resign").await.text,
        "You resigned. zerosum wins."
    );
    let over = table.until(&board, |board| board.text.contains("resigned")).await;
    assert!(over.text.contains("The group resigned. zerosum wins."), "{over:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_has_to_think_answers_a_vote() {
    let table = Table::new().await;
    let board = voted(&table, "/new ultimate x").await;
    for label in ["🗳 5", "🗳 10"] {
        let shown = table.now(&board);
        assert_eq!(table.toast(&table.press(table.anna, &shown, label)).await, "");
        table.changed(&shown).await;
    }
    let shown = table.now(&board);
    let looked = table.press(table.boris, &shown, &shown.keyboard[1][1].text);
    assert_eq!(table.toast(&looked).await, "", "a voter may look around");
    let shown = table.changed(&shown).await;
    for user in [table.anna, table.boris, table.oksana] {
        let press = table.press_data(user, &shown, &play_data(&shown));
        assert_eq!(table.toast(&press).await, "");
    }
    // Three votes, the last of which makes the move, and the engine's move.
    let after = revision_of(&shown) + 4;
    let board = table.until(&shown, |board| revision_of(board) == after).await;
    assert!(board.has_photo && board.text.contains("made after 3 votes"), "{board:?}");
    table.finish().await;
}

/// The first move that a board offers.
fn play_data(board: &MessageView) -> String {
    let mut buttons = board.keyboard.iter().flatten();
    let is_move = |data: &String| {
        let fields: Vec<&str> = data.split(':').collect();
        fields[1] == "a" && fields[4].starts_with('p')
    };
    buttons.find_map(|button| button.data.clone().filter(is_move)).expect("a move is offered")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_does_not_reveal_who_has_voted() {
    let mut table = Table::new().await;
    let board = voted(&table, "/new x").await;
    assert_eq!(table.try_cell(table.boris, &board, 0).await, "");
    table.until(&board, |board| board.text.contains("1 of 5")).await;
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    let url = format!("sqlite://{}", table.database().display());
    let store = zerosum_store::open(&url).await.expect("the database can be opened");
    let (anna, boris) = (table.anna, table.boris);
    let user = |id: i64| UserId(id.cast_unsigned());
    let stored = store.boards_of(user(anna), None, 9).await.expect("it works");
    let kept = store.load(stored[0].id).await.expect("it works").expect("it is there");
    store.close().await;
    // Without the key, it counts as the vote of another person.
    let session = &kept.session;
    let tried = session.voted(VoterKey::default(), user(boris), session.revision(), MoveCode(0));
    assert_eq!(tried.expect("it is another vote").ballot().map(|ballot| ballot.votes()), Some(2));
    // The bot recognises them again after a restart.
    table.start_bot();
    assert_eq!(table.try_cell(boris, &board, 0).await, "Вы уже голосуете за этот ход.");
    table.finish().await;
}
