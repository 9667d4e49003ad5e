//! Announcements by `LISTEN` and `NOTIFY`, on a connection of their own.

use std::collections::HashMap;
// The lock is only held to read or replace the state.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::broadcast;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};
use zerosum_metrics::labels::StoreCall;
use zerosum_session::{Revision, SessionId, UserId};

use crate::announcements::{Announced, Change, HEARD_WAITING_MAX};
use crate::postgres::CALL_TIMEOUT;
use crate::postgres::connection::{Connection, Connector};
use crate::sql;
use crate::statement::{Sql, Statement, Value};
use crate::types::StoreError;

/// Maximum number of announcements that wait to be sent. Any further one is lost.
const ANNOUNCEMENTS_WAITING_MAX: usize = 4_096;

/// Changes in one notification. Each takes 28 bytes at most, and the server takes 7,999 in all.
const CHANGES_PER_NOTICE_MAX: usize = 256;

/// Minimum time between two notifications of a process.
const NOTICE_PAUSE: Duration = Duration::from_millis(50);

/// Delay before a broken connection is replaced.
const REBUILD_PAUSE: Duration = Duration::from_secs(1);

/// Time after which a connection has held, so that its end is told again.
const HELD_FOR: Duration = Duration::from_secs(60);

/// Time of silence after which a connection is checked.
const SILENCE_MAX: Duration = Duration::from_secs(10);

/// All processes on these tables listen to this channel, and no process on another schema does.
const LISTEN: Sql = Sql::new(
    StoreCall::Announce,
    "DO $$ BEGIN EXECUTE 'LISTEN zerosum_' || md5(current_schema()); END $$",
);

const NOTIFY: Sql = Sql::new(
    StoreCall::Announce,
    "SELECT 1 FROM pg_notify('zerosum_' || md5(current_schema()), $1)",
);

/// Sends and receives announcements. Its task starts with the first announcement or subscription.
pub(super) struct Announcer {
    connector: Arc<Connector>,
    state: Mutex<State>,
}

enum State {
    Idle,
    Running(Running),
    Closed,
}

struct Running {
    queue: Sender<Change>,
    heard: broadcast::Sender<Change>,
    task: AbortHandle,
}

impl Announcer {
    pub(super) fn new(connector: Arc<Connector>) -> Announcer {
        Announcer { connector, state: Mutex::new(State::Idle) }
    }

    pub(super) fn announce(&self, changes: &[Change]) {
        if let State::Running(running) = &*self.running() {
            for change in changes {
                // An announcement that finds the queue full is lost, which is harmless.
                let _ = running.queue.try_send(*change);
            }
        }
    }

    pub(super) fn announced(&self) -> Announced {
        match &*self.running() {
            State::Running(running) => Announced::from(running.heard.subscribe()),
            State::Idle | State::Closed => Announced::nothing(),
        }
    }

    pub(super) fn close(&self) {
        let before = std::mem::replace(&mut *self.state(), State::Closed);
        if let State::Running(running) = before {
            running.task.abort();
        }
    }

    /// Returns the state, started unless it is closed.
    fn running(&self) -> MutexGuard<'_, State> {
        let mut state = self.state();
        if matches!(*state, State::Idle) {
            let (queue, waiting) = mpsc::channel(ANNOUNCEMENTS_WAITING_MAX);
            let (heard, _) = broadcast::channel(HEARD_WAITING_MAX);
            let task = tokio::spawn(run(Arc::clone(&self.connector), waiting, heard.clone()));
            *state = State::Running(Running { queue, heard, task: task.abort_handle() });
        }
        state
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends and receives until no sender is left.
async fn run(
    connector: Arc<Connector>,
    mut waiting: Receiver<Change>,
    heard: broadcast::Sender<Change>,
) {
    // Distinguishes own announcements from those of other processes, also behind a proxy or pooler.
    let own = fastrand::u64(..);
    let mut is_logged = false;
    loop {
        let began = Instant::now();
        let served = serve(&connector, &mut waiting, &heard, own).await;
        is_logged &= began.elapsed() < HELD_FOR;
        match served {
            Ok(()) => return,
            Err(error) if is_logged => log::debug!("changes are not announced: {error}"),
            Err(error) => {
                log::warn!("changes are not announced to other processes for now: {error}");
                is_logged = true;
            }
        }
        sleep(REBUILD_PAUSE).await;
    }
}

/// Sends and receives until the connection breaks.
async fn serve(
    connector: &Connector,
    waiting: &mut Receiver<Change>,
    heard: &broadcast::Sender<Change>,
    own: u64,
) -> Result<(), StoreError> {
    let heard = heard.clone();
    // There may be no subscriber.
    let hear = move |notice: &str| tell(notice, own, |change| drop(heard.send(change)));
    let mut connection = connector.connect_hearing(hear).await?;
    ask(&mut connection, Statement::new(LISTEN, [])).await?;
    loop {
        let first = tokio::select! {
            first = waiting.recv() => Some(first),
            () = sleep(SILENCE_MAX) => None,
            () = connection.ended() => return Err(StoreError::Away("it has ended".to_owned())),
        };
        match first {
            Some(None) => return Ok(()),
            Some(Some(first)) => {
                let notice = notice(own, first, waiting);
                ask(&mut connection, Statement::new(NOTIFY, [Value::Text(notice)])).await?;
                sleep(NOTICE_PAUSE).await;
            }
            None => ask(&mut connection, Statement::new(sql::host::PING, [])).await?,
        }
    }
}

async fn ask(connection: &mut Connection, statement: Statement) -> Result<(), StoreError> {
    let answered = timeout(CALL_TIMEOUT, connection.query(&statement)).await;
    let answered = answered.map_err(|_| StoreError::Away("it takes too long".to_owned()))?;
    Ok(answered.map(drop)?)
}

/// Collects the waiting announcements into one notification, with the newest revision of each session.
fn notice(own: u64, first: Change, waiting: &mut Receiver<Change>) -> String {
    let (mut newest, mut deleted) = (HashMap::new(), Vec::new());
    let mut next = Some(first);
    while let Some(change) = next {
        match change {
            Change::Session(id, revision) => {
                let known = newest.entry(id).or_insert(revision);
                *known = revision.max(*known);
            }
            Change::Deleted(user) => deleted.push(user),
        }
        let has_room = newest.len() + deleted.len() < CHANGES_PER_NOTICE_MAX;
        next = has_room.then(|| waiting.try_recv().ok()).flatten();
    }
    let sessions = newest.into_iter().map(|(id, revision)| format!("{:x}:{}", id.0, revision.0));
    // An older version skips entries it does not know.
    let people = deleted.into_iter().map(|user| format!("deleted:{:x}", user.0));
    let entries: Vec<String> = sessions.chain(people).collect();
    format!("{own:x} {}", entries.join(","))
}

/// Passes on the announcements of another process. Unknown entries of a newer version are skipped.
fn tell(notice: &str, own: u64, mut tell: impl FnMut(Change)) {
    let Some((sender, entries)) = notice.split_once(' ') else { return };
    if u64::from_str_radix(sender, 16).is_ok_and(|sender| sender != own) {
        for change in entries.split(',').filter_map(change_of) {
            tell(change);
        }
    }
}

fn change_of(entry: &str) -> Option<Change> {
    let (id, revision) = entry.split_once(':')?;
    if id == "deleted" {
        return u64::from_str_radix(revision, 16).ok().map(|user| Change::Deleted(UserId(user)));
    }
    let id = u64::from_str_radix(id, 16).ok()?;
    Some(Change::Session(SessionId(id), Revision(revision.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_notice_fits_and_others_read_what_it_says() {
        let (queue, mut waiting) = mpsc::channel(1_000);
        let changes =
            (0..1_000).map(|number| Change::Session(SessionId(u64::MAX - number), Revision::LAST));
        for change in changes {
            queue.try_send(change).expect("there is room");
        }
        let first = Change::Session(SessionId(0), Revision(7));
        let text = notice(u64::MAX, first, &mut waiting);
        assert!((6_000..8_000).contains(&text.len()), "{}", text.len());
        let mut told = Vec::new();
        tell(&text, u64::MAX, |change| told.push(change));
        assert_eq!(told, [], "one's own");
        tell(&text, 1, |change| told.push(change));
        assert_eq!(told.len(), CHANGES_PER_NOTICE_MAX);
        assert!(told.contains(&first));
    }

    #[test]
    fn the_newest_revision_of_a_session_is_announced_once() {
        let (queue, mut waiting) = mpsc::channel(9);
        let change = |revision| Change::Session(SessionId(1), Revision(revision));
        for revision in [5, 3] {
            queue.try_send(change(revision)).expect("there is room");
        }
        assert_eq!(notice(10, change(4), &mut waiting), "a 1:5");
    }

    #[test]
    fn deletions_are_announced_beside_sessions_and_each_of_them() {
        let (queue, mut waiting) = mpsc::channel(9);
        let changes = [
            Change::Deleted(UserId(u64::MAX)),
            Change::Session(SessionId(1), Revision(4)),
            Change::Deleted(UserId(7)),
            Change::Deleted(UserId(7)),
        ];
        changes[1..].iter().for_each(|change| queue.try_send(*change).expect("there is room"));
        let text = notice(10, changes[0], &mut waiting);
        let mut told = Vec::new();
        tell(&text, 1, |change| told.push(change));
        assert_eq!(told, [changes[1], changes[0], changes[2], changes[3]]);
    }
}
