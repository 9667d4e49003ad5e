//! Folding the write-ahead log into the file while presses are written.
//!
//! To fold the log costs a write for every page of it and a flush of the file, tens of milliseconds and
//! now and then far more. So a thread with a connection of its own folds what there is, while the writer
//! goes on. The writer then folds what has been added meanwhile, a few pages, because the log begins anew
//! only when all of it is folded as the next write begins.
//!
//! SQLite flushes the file only after it has folded the log to its end, which the other thread does not
//! reach while presses are written. Without more the flush of all pages would be left to the writer, so
//! the thread flushes the file itself.

use std::cell::Cell;
use std::ffi::c_int;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};
use std::thread::{Builder, JoinHandle};

use rusqlite::Connection;

/// How long the log grows before it is folded: four megabytes.
const CHECKPOINT_PAGES: u32 = 1_000;

/// The writer folds no more than this itself, as long as the other thread keeps up.
const REST_PAGES_MAX: u32 = 100;

/// The log grows no further, sixteen megabytes, unless somebody reads an old state of it: the writer then
/// waits for the other thread and folds the rest, however much that is.
const LOG_PAGES_MAX: u32 = 4_000;

thread_local! {
    /// How many pages the log has after the last commit of this thread.
    static LOG_PAGES: Cell<u32> = const { Cell::new(0) };
}

/// The writer's end.
pub(super) struct Checkpoints {
    /// `None` once nothing more is asked for.
    asking: Option<SyncSender<()>>,
    done: Receiver<()>,
    thread: JoinHandle<()>,
    /// The database. To close it lets go of the locks that SQLite has on it in this process, whoever has
    /// opened it, so it stays open as long as the writer's connection.
    file: Arc<File>,
    /// How many pages the log had when the other thread was asked to fold them; `None` while it rests.
    asked_at: Option<u32>,
    /// With how many pages the log is to be folded.
    due_at: u32,
    /// How many pages the log had at the commit before.
    pages: u32,
}

impl Checkpoints {
    /// Has the writer tell how long the log is, and starts a thread that folds it.
    pub(super) fn start(
        writer: &Connection,
        folding: Connection,
        file: File,
    ) -> io::Result<Checkpoints> {
        writer.wal_hook(Some(|_, pages: c_int| {
            LOG_PAGES.set(u32::try_from(pages).unwrap_or_default());
            Ok(())
        }));
        let (asking, asked) = mpsc::sync_channel(1);
        let (tell, done) = mpsc::sync_channel(1);
        let file = Arc::new(file);
        let thread = Builder::new().name("store-checkpoints".to_owned()).spawn({
            let file = Arc::clone(&file);
            move || run(&folding, &file, &asked, &tell)
        })?;
        let asking = Some(asking);
        let (asked_at, due_at, pages) = (None, CHECKPOINT_PAGES, 0);
        Ok(Checkpoints { asking, done, thread, file, asked_at, due_at, pages })
    }

    /// Sees to the log after a commit of the writer.
    pub(super) fn after_commit(&mut self, writer: &Connection) {
        let pages = LOG_PAGES.get();
        if pages < self.pages {
            // The log has begun anew.
            self.due_at = CHECKPOINT_PAGES;
        }
        self.pages = pages;
        match self.asked_at {
            None if pages < self.due_at => {}
            None => self.ask(),
            Some(asked_at) => {
                let is_too_long = pages >= LOG_PAGES_MAX;
                if !self.is_done(is_too_long) {
                    return;
                }
                if is_too_long || pages.saturating_sub(asked_at) <= REST_PAGES_MAX {
                    fold(writer);
                    self.asked_at = None;
                    // Sooner if it begins anew with the next write, as it does unless somebody reads.
                    self.due_at = pages.saturating_add(CHECKPOINT_PAGES);
                } else {
                    self.ask();
                }
            }
        }
    }

    /// Ends the thread. What is returned is to be dropped when the writer's connection is closed.
    pub(super) fn end(mut self) -> Arc<File> {
        drop(self.asking.take());
        if self.thread.join().is_err() {
            log::error!("the thread that folds the write-ahead log has ended in a panic");
        }
        self.file
    }

    fn ask(&mut self) {
        // If the thread is gone, the writer finds out when it looks whether it is done.
        let _ = self.asking.as_ref().map(|asking| asking.try_send(()));
        self.asked_at = Some(self.pages);
    }

    fn is_done(&self, waits: bool) -> bool {
        if waits {
            // Or there is nobody to wait for.
            let _ = self.done.recv();
            return true;
        }
        !matches!(self.done.try_recv(), Err(TryRecvError::Empty))
    }
}

/// Folds whenever it is asked to, until nobody can ask any more.
fn run(connection: &Connection, file: &File, asked: &Receiver<()>, tell: &SyncSender<()>) {
    for () in asked {
        fold(connection);
        // What has failed is told to SQLite too when it flushes the file, and the log then stays.
        let _ = file.sync_data();
        // The writer may have gone.
        let _ = tell.try_send(());
    }
}

/// Folds as much of the log as nobody reads, and waits for nobody.
fn fold(connection: &Connection) {
    let folded = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    if let Err(error) = folded {
        log::warn!("the write-ahead log is not folded into the file yet: {error}");
    }
}
