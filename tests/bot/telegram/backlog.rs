//! With more boards to draw than fit at once, the rest are drawn as soon as there is room.

use std::time::Duration;

use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::views::Snapshot;

use crate::host::metrics::scrape;
use crate::support::harness::Table;
use crate::support::patience::until;

const NOT_MODIFIED: &str = "message is not modified";

/// More boards than a process with the smallest memory limit draws at once.
const PEOPLE: u32 = 60;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_for_which_there_is_no_room_do_not_wait_for_the_next_sweep() {
    let mut table = Table::new().await;
    table.expect_refusals(&[NOT_MODIFIED]);
    for number in 0..PEOPLE {
        let user = table.playground.add_user(&format!("Player {number}"), Some("en"));
        table.new_game(user).await;
    }
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    // Imitates a kill: the boards were drawn, but that was not recorded.
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    database.execute("UPDATE boards SET shown = 0", []).expect("the boards are there");
    table.set("ZEROSUM_MEMORY_MAX_MB", 64);
    let slowly = FaultKind::Delay(Duration::from_millis(100));
    table.playground.fault(Fault::new(slowly).on("editMessageText").times(PEOPLE));
    table.start_bot();
    // It waits, and is not lost.
    until(async || match scrape(&table).await.value("zerosum_edits_waiting") {
        waiting if waiting > 1.0 => Ok(()),
        waiting => Err(waiting),
    })
    .await;
    let are_drawn = |snapshot: &Snapshot<'_>| {
        let edits = snapshot.calls().filter(|call| call.method == "editMessageText");
        (edits.count() >= PEOPLE as usize).then_some(())
    };
    table.playground.until(are_drawn).await.expect("all are drawn");
    let figures = scrape(&table).await;
    assert_eq!(figures.value("zerosum_edits_waiting"), 0.0);
    assert_eq!(figures.counted("zerosum_edits_lost_total").len(), 0);
    table.finish().await;
}
