//! Clocks on the page, which run there while they run in the game.

use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_session::game::clock::TimeControl;

use crate::between_people::two_chats::{sent, table_of_two_under};
use crate::support::grid::grid_of;
use crate::support::live_browser::Browser;

/// More calls than the test makes.
const ALWAYS: u32 = 1_000_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_waits_stands_on_the_page_and_its_start_is_sent() {
    let mut table = table_of_two_under(TimeControl::FiveAndThree).await;
    let (_, of_boris) = sent(&table).await;
    table.stop_bot().await;
    table.expect_refusals(&["the connection was cut"]);
    let mut page = Browser::at(&mut table).await;
    page.enter_by_link(&table, table.anna).await;
    let link = page.only_game().await;
    let mut stream = page.stream(&link).await;
    let first = stream.until(|state| state["clock"]["runs"] == 1).await;
    let fault = Fault::new(FaultKind::CutConnection).on("editMessageText").in_chat(table.boris);
    table.playground.fault(fault.times(ALWAYS));
    let (status, moved) = page.move_at(&link, &first, 4).await;
    assert_eq!(status, 200, "{moved}");
    let waiting = stream.until(|state| state["rev"] == moved["rev"]).await;
    for state in [&moved, &waiting, &page.game(&link).await] {
        assert!(state["clock"].get("runs").is_none(), "he does not see the board: {state}");
        assert_eq!(state["clock"]["waits"], true, "{state}");
    }
    table.playground.clear_faults();
    table.until(&of_boris, |board| grid_of(board).crosses() == 1).await;
    let started = stream.until(|state| state["clock"]["runs"] == 2).await;
    assert_eq!(started["rev"], moved["rev"]);
    table.finish().await;
}
