//! Announcements by `LISTEN` and `NOTIFY`, on a connection of their own.

use std::collections::HashMap;
// The lock is held for a look only.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::broadcast;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::AbortHandle;
use tokio::time::{sleep, timeout};

use crate::session::{Revision, SessionId};
use crate::store::StoreError;
use crate::store::announcements::{Announced, HEARD_WAITING_MAX};
use crate::store::postgres::CALL_TIMEOUT;
use crate::store::postgres::connection::{Connection, Connector};
use crate::store::statement::{Statement, Value};

/// Announcements that wait to be sent. One more is lost.
const ANNOUNCEMENTS_WAITING_MAX: usize = 4_096;

/// Sessions in one notification. Each takes 28 bytes at most, and the server takes 7,999 in all.
const SESSIONS_PER_NOTICE_MAX: usize = 256;

/// The time between two notifications of a process.
const NOTICE_PAUSE: Duration = Duration::from_millis(50);

/// The time before a connection that has broken is made anew.
const REBUILD_PAUSE: Duration = Duration::from_secs(1);

/// How long a connection may say nothing before it is asked whether it is there.
const SILENCE_MAX: Duration = Duration::from_secs(10);

/// Everybody on these tables listens to this channel, and nobody on those of another schema does.
const LISTEN: &str = "\
    DO $$ BEGIN EXECUTE 'LISTEN zerosum_' || md5(current_schema()); END $$";

const NOTIFY: &str = "SELECT 1 FROM pg_notify('zerosum_' || md5(current_schema()), $1)";

const PING: &str = "SELECT 1";

type Change = (SessionId, Revision);

/// See the module. Nothing runs before somebody announces or listens.
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
                // What finds the queue full is lost, which is harmless.
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

    /// The state, running unless it is closed.
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

/// Sends and hears until nobody can announce any more.
async fn run(
    connector: Arc<Connector>,
    mut waiting: Receiver<Change>,
    heard: broadcast::Sender<Change>,
) {
    // Tells own announcements from those of others, whatever lies between here and the server.
    let own = fastrand::u64(..);
    loop {
        match serve(&connector, &mut waiting, &heard, own).await {
            Ok(()) => return,
            Err(error) => log::debug!("changes are not announced: {error}"),
        }
        sleep(REBUILD_PAUSE).await;
    }
}

/// The same until the connection breaks.
async fn serve(
    connector: &Connector,
    waiting: &mut Receiver<Change>,
    heard: &broadcast::Sender<Change>,
    own: u64,
) -> Result<(), StoreError> {
    let heard = heard.clone();
    // Nobody may be listening.
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
            None => ask(&mut connection, Statement::new(PING, [])).await?,
        }
    }
}

async fn ask(connection: &mut Connection, statement: Statement) -> Result<(), StoreError> {
    let answered = timeout(CALL_TIMEOUT, connection.query(&statement)).await;
    let answered = answered.map_err(|_| StoreError::Away("it takes too long".to_owned()))?;
    Ok(answered.map(drop)?)
}

/// What is announced together: of each session the newest revision.
fn notice(own: u64, first: Change, waiting: &mut Receiver<Change>) -> String {
    let mut newest = HashMap::from([first]);
    while newest.len() < SESSIONS_PER_NOTICE_MAX
        && let Ok((id, revision)) = waiting.try_recv()
    {
        let known = newest.entry(id).or_insert(revision);
        *known = revision.max(*known);
    }
    let entries: Vec<String> =
        newest.into_iter().map(|(id, revision)| format!("{:x}:{}", id.0, revision.0)).collect();
    format!("{own:x} {}", entries.join(","))
}

/// Tells what another process has announced. What a newer program says in other words is passed over.
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
    let id = u64::from_str_radix(id, 16).ok()?;
    Some((SessionId(id), Revision(revision.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_notice_fits_and_others_read_what_it_says() {
        let (queue, mut waiting) = mpsc::channel(1_000);
        let changes = (0..1_000).map(|number| (SessionId(u64::MAX - number), Revision::LAST));
        for change in changes {
            queue.try_send(change).expect("there is room");
        }
        let first = (SessionId(0), Revision(7));
        let text = notice(u64::MAX, first, &mut waiting);
        assert!((6_000..8_000).contains(&text.len()), "{}", text.len());
        let mut told = Vec::new();
        tell(&text, u64::MAX, |change| told.push(change));
        assert_eq!(told, [], "one's own");
        tell(&text, 1, |change| told.push(change));
        assert_eq!(told.len(), SESSIONS_PER_NOTICE_MAX);
        assert!(told.contains(&first));
    }

    #[test]
    fn the_newest_revision_of_a_session_is_announced_once() {
        let (queue, mut waiting) = mpsc::channel(9);
        for revision in [5, 3] {
            queue.try_send((SessionId(1), Revision(revision))).expect("there is room");
        }
        assert_eq!(notice(10, (SessionId(1), Revision(4)), &mut waiting), "a 1:5");
    }
}
