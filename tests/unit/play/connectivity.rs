//! Spans in which updates could arrive, judged by polls and by Telegram's report on a webhook; play time
//! counts only these.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::{Duration, Instant};

use zerosum::health::connectivity::{
    Connectivity, INTERRUPTION_MAX, PROVEN_EVERY, RIVAL_QUIET, Span, WebhookCheck,
};
use zerosum::health::readiness::Readiness;
use zerosum::jobs::clocks::advance_play_time_once;
use zerosum::play::games::clocks::Overdue;
use zerosum_games::MoveCode;
use zerosum_session::Action;
use zerosum_session::game::clock::{PlayTime, TimeControl};
use zerosum_store::games::clocks::TimedBoard;
use zerosum_store::host::operations::Switch;

use crate::play::clocks::{Door, door};

const POLL: Duration = Duration::from_secs(25);

const QUIET: WebhookCheck = WebhookCheck { is_ours: true, last_error: None, waiting: 0 };

/// The moment this number of seconds after the start.
fn at(start: Instant, seconds: u64) -> Instant {
    start + Duration::from_secs(seconds)
}

/// The last span, in seconds after the start.
fn span(connectivity: &Connectivity, start: Instant) -> Option<(u64, u64, bool)> {
    let Span { since, until, goes_on } = connectivity.span()?;
    Some(((since - start).as_secs(), (until - start).as_secs(), goes_on))
}

#[test]
fn polls_that_succeed_one_after_the_other_prove_all_their_time() {
    let (connectivity, start) = (Connectivity::new(), Instant::now());
    assert_eq!((span(&connectivity, start), connectivity.is_up()), (None, false));
    assert_eq!(connectivity.poll_wait(POLL), Duration::ZERO, "nothing is known");
    connectivity.note_poll((at(start, 0), at(start, 25)), false);
    connectivity.note_poll((at(start, 26), at(start, 30)), false);
    assert_eq!(span(&connectivity, start), Some((0, 30, true)));
    assert!(connectivity.is_up());
    assert_eq!(connectivity.poll_wait(POLL), POLL);
    // A process that was stopped polled late.
    connectivity.note_poll((at(start, 60), at(start, 61)), false);
    assert_eq!(span(&connectivity, start), Some((60, 61, true)));
    connectivity.note_clocks(true);
    assert_eq!(connectivity.poll_wait(POLL), PROVEN_EVERY);
}

#[test]
fn nothing_of_the_time_of_a_poll_that_failed_is_proven() {
    let (connectivity, start) = (Connectivity::new(), Instant::now());
    connectivity.note_poll((at(start, 0), at(start, 10)), false);
    connectivity.note_interruption(at(start, 12));
    connectivity.note_interruption(at(start, 13));
    assert_eq!(span(&connectivity, start), Some((0, 10, false)));
    assert_eq!(connectivity.poll_wait(POLL), Duration::ZERO);
    connectivity.note_poll((at(start, 13), at(start, 14)), false);
    assert_eq!(span(&connectivity, start), Some((13, 14, true)));
}

#[test]
fn a_full_poll_proves_its_time_unless_more_may_wait_since_an_interruption() {
    let (connectivity, start) = (Connectivity::new(), Instant::now());
    for poll in [0, 1] {
        connectivity.note_poll((at(start, poll), at(start, poll + 1)), true);
        assert_eq!((span(&connectivity, start), connectivity.is_up()), (None, false));
    }
    connectivity.note_poll((at(start, 2), at(start, 3)), false);
    connectivity.note_poll((at(start, 3), at(start, 4)), true);
    assert_eq!(span(&connectivity, start), Some((2, 4, true)));
    connectivity.note_interruption(at(start, 5));
    connectivity.note_poll((at(start, 6), at(start, 7)), true);
    assert_eq!(span(&connectivity, start), Some((2, 4, false)));
    connectivity.note_poll((at(start, 7), at(start, 8)), false);
    assert_eq!(span(&connectivity, start), Some((7, 8, true)));
}

#[test]
fn polls_between_those_of_another_program_prove_nothing() {
    let (connectivity, start) = (Connectivity::new(), Instant::now());
    connectivity.note_poll((at(start, 0), at(start, 10)), false);
    for conflict in [12, 20] {
        connectivity.note_conflict(at(start, conflict));
        assert_eq!(
            connectivity.poll_wait(POLL),
            PROVEN_EVERY,
            "one that ends at once tells nothing"
        );
        connectivity.note_poll((at(start, conflict + 1), at(start, conflict + 3)), false);
        assert_eq!(span(&connectivity, start), Some((0, 10, false)));
        assert!(connectivity.has_rival());
    }
    let quiet = 20 + RIVAL_QUIET.as_secs();
    connectivity.note_poll((at(start, quiet - 3), at(start, quiet - 1)), false);
    assert!(connectivity.has_rival());
    connectivity.note_poll((at(start, quiet - 1), at(start, quiet + 1)), false);
    assert_eq!(span(&connectivity, start), Some((quiet - 1, quiet + 1, true)));
    assert_eq!((connectivity.has_rival(), connectivity.poll_wait(POLL)), (false, POLL));
}

#[test]
fn updates_are_away_while_another_program_polls_although_polls_succeed() {
    let connectivity = Connectivity::new();
    let now = Instant::now();
    let Some(before) = now.checked_sub(INTERRUPTION_MAX * 2) else { return };
    connectivity.note_poll((before, before), false);
    connectivity.note_conflict(before);
    connectivity.note_poll((now, now), false);
    assert!(!connectivity.is_up());
    connectivity.note_poll((now, before + RIVAL_QUIET), false);
    assert!(connectivity.is_up());
}

#[test]
fn updates_count_as_away_after_a_while_of_interruption() {
    let connectivity = Connectivity::new();
    let now = Instant::now();
    let Some(before) = now.checked_sub(INTERRUPTION_MAX * 2) else { return };
    connectivity.note_poll((before, before), false);
    connectivity.note_interruption(now);
    assert!(connectivity.is_up(), "it may be over at once");
    connectivity.note_poll((before, before), false);
    connectivity.note_interruption(before);
    assert!(!connectivity.is_up());
    connectivity.note_poll((now, now), false);
    assert!(connectivity.is_up());
}

#[test]
fn two_checks_prove_the_time_between_them_unless_a_delivery_has_failed() {
    let (connectivity, start) = (Connectivity::new(), Instant::now());
    connectivity.note_check(QUIET, at(start, 0));
    connectivity.note_check(QUIET, at(start, 2));
    assert_eq!(span(&connectivity, start), Some((0, 2, true)));
    // One update waits, and no failed delivery of it is known yet.
    let waits = WebhookCheck { waiting: 1, ..QUIET };
    connectivity.note_check(waits, at(start, 4));
    assert_eq!(span(&connectivity, start), Some((0, 2, false)));
    let failed = WebhookCheck { last_error: Some(7), ..waits };
    connectivity.note_check(failed, at(start, 6));
    assert_eq!(span(&connectivity, start), Some((0, 2, false)));
    // It arrives. When the others that have failed were sent is unknown.
    connectivity.note_arrival(at(start, 7));
    assert_eq!(span(&connectivity, start), Some((7, 7, true)));
    connectivity.note_check(WebhookCheck { last_error: Some(8), ..QUIET }, at(start, 8));
    assert_eq!(span(&connectivity, start), Some((7, 8, true)));
    connectivity.note_check(WebhookCheck { last_error: Some(8), ..QUIET }, at(start, 10));
    assert_eq!(span(&connectivity, start), Some((7, 10, true)));
}

#[test]
fn an_error_of_long_ago_is_no_trouble_by_any_clock() {
    let (connectivity, start) = (Connectivity::new(), Instant::now());
    for (seconds, error) in [(0, u64::MAX), (2, u64::MAX), (4, u64::MAX)] {
        let check = WebhookCheck { last_error: Some(error), ..QUIET };
        connectivity.note_check(check, at(start, seconds));
    }
    assert_eq!(span(&connectivity, start), Some((0, 4, true)));
    // A date that goes back counts as changed, too.
    connectivity.note_check(WebhookCheck { last_error: Some(1), ..QUIET }, at(start, 6));
    assert_eq!(span(&connectivity, start), Some((6, 6, true)));
}

#[test]
fn what_is_on_its_way_is_no_queue() {
    let (connectivity, start) = (Connectivity::new(), Instant::now());
    connectivity.note_check(QUIET, at(start, 0));
    for _ in 0..40 {
        connectivity.note_arrival(at(start, 1));
    }
    connectivity.note_check(WebhookCheck { waiting: 10, ..QUIET }, at(start, 2));
    assert_eq!(span(&connectivity, start), Some((0, 2, true)));
    for _ in 0..40 {
        connectivity.note_arrival(at(start, 3));
    }
    connectivity.note_check(WebhookCheck { waiting: 11, ..QUIET }, at(start, 4));
    assert_eq!(span(&connectivity, start), Some((0, 2, false)));
    connectivity.note_check(WebhookCheck { waiting: u64::MAX, ..QUIET }, at(start, 6));
    assert_eq!(connectivity.check_pause(POLL), PROVEN_EVERY);
}

#[test]
fn a_webhook_that_was_changed_delivers_to_others() {
    let (connectivity, start) = (Connectivity::new(), Instant::now());
    connectivity.note_check(QUIET, at(start, 0));
    connectivity.note_check(WebhookCheck { is_ours: false, ..QUIET }, at(start, 2));
    assert_eq!(span(&connectivity, start), Some((0, 0, false)));
    connectivity.note_check(QUIET, at(start, 4));
    assert_eq!(span(&connectivity, start), Some((4, 4, true)));
}

/// Like [`door`], but with this readiness.
fn door_behind(readiness: &Readiness) -> Door {
    let Door { play, store } = door();
    Door { play: play.with_connectivity(Arc::clone(&readiness.connectivity)), store }
}

#[tokio::test]
async fn only_time_passes_in_which_updates_could_arrive() {
    let readiness = Readiness::new();
    let door = door_behind(&readiness);
    let board = door.begun(TimeControl::ThreeMinutes).await;
    let played = async || {
        advance_play_time_once(&door.play, &readiness).await.expect("it works");
        door.store.played().await.expect("it works")
    };
    let before = played().await;
    // Answered calls to Telegram do not prove that updates arrive.
    readiness.note_telegram();
    assert_eq!(played().await, before);
    let (start, connectivity) = (Instant::now(), &readiness.connectivity);
    let at = |seconds| start + Duration::from_secs(seconds);
    connectivity.note_poll((at(0), at(10)), false);
    assert_eq!(played().await, before.after(Duration::from_secs(10)));
    connectivity.note_interruption(at(15));
    let later = before.after(Duration::from_secs(10));
    assert_eq!(played().await, later);
    let due = board.session.due().expect("the clock runs");
    let found = TimedBoard { at: due.0, id: board.session.id() };
    assert_eq!(door.play.end_overdue(found).await.expect("it works"), Overdue::NotEnded);
    // A move that has waited comes with the first poll that succeeds again.
    connectivity.note_poll((at(900), at(901)), false);
    assert_eq!(played().await, later.after(Duration::from_secs(1)));
    let moved = door.press(&board, Action::Play(MoveCode(4))).await.expect("there was time");
    let moved = door.shown(&moved).await;
    let due = moved.session.due().expect("the clock runs");
    let found = TimedBoard { at: due.0, id: moved.session.id() };
    connectivity.note_poll((at(901), at(1_070)), false);
    played().await;
    assert_eq!(
        door.play.end_overdue(found).await.expect("it works"),
        Overdue::NotEnded,
        "there is time left"
    );
    // A successful poll counts at once, even before it is written.
    connectivity.note_poll((at(1_070), at(1_090)), false);
    assert_eq!(door.play.end_overdue(found).await.expect("it works"), Overdue::Ended);
}

/// In maintenance polls may take long again. The one that brings the end of it proves no time before that.
#[tokio::test]
async fn the_poll_that_ends_maintenance_does_not_count_the_time_before() {
    let readiness = Readiness::new();
    let door = door_behind(&readiness);
    let (start, connectivity) = (Instant::now(), &readiness.connectivity);
    let at = |seconds| start + Duration::from_secs(seconds);
    let advanced = async |seconds: RangeInclusive<u64>| {
        for second in seconds {
            door.play.advance_play_time_at(at(second)).await.expect("it works");
        }
        door.store.played().await.expect("it works")
    };
    door.begun(TimeControl::ThreeMinutes).await;
    connectivity.note_poll((at(0), at(2)), false);
    let before = advanced(1..=2).await;
    assert_ne!(before, PlayTime(0));
    door.store.set_switch(Switch::Maintenance, true).await.expect("it works");
    connectivity.note_poll((at(2), at(4)), false);
    assert_eq!(advanced(4..=30).await, before);
    door.store.set_switch(Switch::Maintenance, false).await.expect("it works");
    connectivity.note_poll((at(4), at(31)), false);
    assert_eq!(advanced(31..=31).await, before.after(Duration::from_secs(1)));
    // From here on all time counts again.
    connectivity.note_poll((at(31), at(40)), false);
    assert_eq!(advanced(32..=40).await, before.after(Duration::from_secs(10)));
}

#[tokio::test]
async fn all_time_counts_from_the_start_of_a_clock() {
    let readiness = Readiness::new();
    let door = door_behind(&readiness);
    let (start, connectivity) = (Instant::now(), &readiness.connectivity);
    let at = |seconds| start + Duration::from_secs(seconds);
    let advanced =
        async |second: u64| door.play.advance_play_time_at(at(second)).await.expect("it works");
    connectivity.note_poll((at(0), at(2)), false);
    for second in 1..=2 {
        assert_eq!(advanced(second).await, PlayTime(0), "no clock runs");
    }
    door.begun(TimeControl::ThreeMinutes).await;
    for second in 3..=5 {
        assert_eq!(advanced(second).await, PlayTime(0), "nothing is proven yet");
    }
    connectivity.note_poll((at(2), at(6)), false);
    assert_eq!(advanced(6).await, PlayTime(0).after(Duration::from_secs(4)));
}
