//! Loops of presses: closed ones, in which the next press waits for the last, and open ones, in which it does not.

use std::time::Duration;

use tokio::sync::broadcast::Receiver;
use tokio::time::{Instant, sleep_until, timeout};
use zerosum_playground::Playground;
use zerosum_playground::visible::VisibleChange;

/// Limit of any wait, after which a bot counts as stuck. Boards on a shared store that a dead process has
/// left behind are drawn by others after a minute, in sweeps a minute apart.
const PATIENCE: Duration = Duration::from_secs(150);

/// Measurements of a run.
#[derive(Default)]
pub(crate) struct Played {
    pub took: Duration,
    /// From the press to its answer.
    pub answers: Vec<Duration>,
    /// From the press to the edit of all boards that show it.
    pub edits: Vec<Duration>,
    /// Calls to the Bot API meanwhile.
    pub calls: u64,
    /// Presses of an open loop that were left out, because every board was still being drawn.
    pub skipped: usize,
    /// Presses that were answered with a reason why nothing changes, such as a database that does not answer.
    pub refused: usize,
}

/// People who press.
pub(crate) trait Players {
    fn playground(&self) -> &Playground;

    /// Returns the receiver of the changes that they see.
    fn changes(&mut self) -> &mut Receiver<VisibleChange>;

    /// A chat in which nothing is under way, the longest idle first.
    fn next_idle(&mut self) -> Option<i64>;

    /// Presses the next button there. It was due then.
    fn press(&mut self, chat: i64, due: Instant);

    fn see(&mut self, change: VisibleChange, played: &mut Played);

    /// Returns whether nothing is under way.
    fn is_settled(&self) -> bool;
}

/// Plays this many presses, in every chat the next one as soon as its boards show the last.
pub(crate) async fn closed(players: &mut impl Players, presses: usize) -> Played {
    let start = Instant::now();
    let calls_before = players.playground().calls_made();
    let (mut played, mut begun) = (Played::default(), 0);
    while played.edits.len() < presses {
        while begun < presses + played.refused
            && let Some(chat) = players.next_idle()
        {
            players.press(chat, Instant::now());
            begun += 1;
        }
        watch(players, &mut played).await;
    }
    finish(players, played, start, calls_before).await
}

/// Plays at a rate of presses a second for some seconds, whether or not the bot keeps up.
pub(crate) async fn open(players: &mut impl Players, rate: f64, seconds: f64) -> Played {
    let start = Instant::now();
    let end = start + Duration::from_secs_f64(seconds);
    let calls_before = players.playground().calls_made();
    let mut played = Played::default();
    for number in 0_u32.. {
        let due = start + Duration::from_secs_f64(f64::from(number) / rate);
        if due >= end {
            break;
        }
        loop {
            tokio::select! {
                biased;
                () = sleep_until(due) => break,
                change = players.changes().recv() => {
                    players.see(change.expect("no change is missed"), &mut played);
                }
            }
        }
        // All changes so far are handled before a chat is chosen.
        while let Ok(change) = players.changes().try_recv() {
            players.see(change, &mut played);
        }
        match players.next_idle() {
            Some(chat) => players.press(chat, due),
            None => played.skipped += 1,
        }
    }
    finish(players, played, start, calls_before).await
}

/// Handles the next change.
pub(crate) async fn watch(players: &mut impl Players, played: &mut Played) {
    let change = timeout(PATIENCE, players.changes().recv()).await;
    players.see(change.expect("the bot goes on").expect("no change is missed"), played);
}

/// Waits until nothing is under way.
async fn finish(
    players: &mut impl Players,
    mut played: Played,
    start: Instant,
    calls_before: u64,
) -> Played {
    while !players.is_settled() {
        watch(players, &mut played).await;
    }
    played.took = start.elapsed();
    played.calls = players.playground().calls_made() - calls_before;
    played
}
