//! One player with very many boards, and its effect on the others.

use zerosum_render::tap::{self, Tap};
use zerosum_session::Action;

use crate::support::grid::grid_of;
use crate::support::harness::{Table, data_of};

/// Number of groups that the player plays in.
const GROUPS: i64 = 20;

/// Number of boards that they have in each.
const BOARDS_EACH: usize = 20;

/// Data that resigns the game of this button.
fn resignation(data: &str) -> String {
    match tap::decode(data) {
        Ok(Tap::Act { id, seen, .. }) => tap::encode(Tap::Act { id, seen, action: Action::Resign }),
        other => panic!("a cell asks for {other:?}"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_on_very_many_boards_holds_up_no_other() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 1_000);
    // With this memory limit, edits of their boards could take up all the room.
    table.set("ZEROSUM_MEMORY_MAX_MB", 64);
    table.start_bot();
    let mut boards = Vec::new();
    for _ in 0..GROUPS {
        let group = table.playground.add_group("Busy", &[table.anna, table.boris]);
        for _ in 0..BOARDS_EACH {
            boards.push(table.ask(table.anna, group, "/new perfect").await);
        }
    }
    let here = boards[0].chat_id;
    let neighbour = table.ask(table.boris, here, "/new perfect").await;
    let other = table.new_game(table.boris).await;
    // From now on the bot keeps to Telegram's limits: twenty edits in a minute in each group.
    table.stop_bot().await;
    table.pace = zerosum::config::read(|_| None).expect("nothing is wrong with nothing").pace;
    table.start_bot();
    for board in &boards {
        let press = table.press_data(table.anna, board, &resignation(data_of(board, 0, 0)));
        assert_eq!(table.toast(&press).await, "");
    }
    let waiting = || boards.iter().filter(|board| table.now(board).edits == 0).count();
    let mut own = other;
    for _ in 0..3 {
        own = table.play(table.boris, &own, grid_of(&own).calm_cell()).await;
        assert!(waiting() > boards.len() / 2, "nothing waits, so no one could be held up");
    }
    // The same holds in one of their groups, where every board waits for the group's limits.
    table.play(table.boris, &neighbour, 4).await;
    assert!(waiting() > boards.len() / 2);
    table.finish().await;
}
