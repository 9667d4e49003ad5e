//! Checkpoints of the write-ahead log during writes.
//!
//! A checkpoint costs a write for every page of the log and a flush of the file, tens of milliseconds and
//! sometimes far more. So a thread with a connection of its own checkpoints while the writer continues.
//! The writer then checkpoints the pages added meanwhile, which are few, because the log restarts only if
//! all of it is checkpointed when the next write begins.
//!
//! SQLite flushes the file only after a checkpoint of the whole log, which the other thread does not
//! complete while writes continue. The flush of all pages would thus be left to the writer, so the thread
//! flushes the file itself.

use std::cell::Cell;
use std::ffi::c_int;
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};
use std::thread::{Builder, JoinHandle};

use rusqlite::Connection;

/// Length of the log that triggers a checkpoint: four megabytes.
const CHECKPOINT_PAGES: u32 = 1_000;

/// Maximum number of pages that the writer checkpoints itself, as long as the other thread keeps up.
const REST_PAGES_MAX: u32 = 100;

/// Maximum length of the log, sixteen megabytes, unless a reader uses an old snapshot: the writer then
/// waits for the other thread and checkpoints the rest, however long it is.
const LOG_PAGES_MAX: u32 = 4_000;

thread_local! {
    /// Number of pages in the log after the last commit of this thread.
    static LOG_PAGES: Cell<u32> = const { Cell::new(0) };
}

/// The writer's handle to the checkpoint thread.
pub(super) struct Checkpoints {
    /// `None` once no more checkpoints are requested.
    asking: Option<SyncSender<()>>,
    done: Receiver<()>,
    thread: JoinHandle<()>,
    /// The database file. Closing it releases all locks that SQLite holds on it in this process, on any
    /// file handle, so it stays open as long as the writer's connection.
    file: Arc<File>,
    /// Number of pages in the log when the other thread was asked for a checkpoint; `None` while it is
    /// idle.
    asked_at: Option<u32>,
    /// Number of pages at which the next checkpoint is due.
    due_at: u32,
    /// Number of pages at the previous commit.
    pages: u32,
}

impl Checkpoints {
    /// Makes the writer report the length of the log, and starts the checkpoint thread.
    pub(super) fn start(
        writer: &Connection,
        checkpointer: Connection,
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
            move || run(&checkpointer, &file, &asked, &tell)
        })?;
        let asking = Some(asking);
        let (asked_at, due_at, pages) = (None, CHECKPOINT_PAGES, 0);
        Ok(Checkpoints { asking, done, thread, file, asked_at, due_at, pages })
    }

    /// Manages the log after a commit of the writer.
    pub(super) fn after_commit(&mut self, writer: &Connection) {
        let pages = LOG_PAGES.get();
        if pages < self.pages {
            // The log has restarted.
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
                    checkpoint(writer);
                    self.asked_at = None;
                    // Sooner if it restarts with the next write, as it does unless there is a reader.
                    self.due_at = pages.saturating_add(CHECKPOINT_PAGES);
                } else {
                    self.ask();
                }
            }
        }
    }

    /// Ends the thread. The returned file must be dropped after the writer's connection is closed.
    pub(super) fn end(mut self) -> Arc<File> {
        drop(self.asking.take());
        if self.thread.join().is_err() {
            log::error!("the thread that checkpoints the write-ahead log has panicked");
        }
        self.file
    }

    fn ask(&mut self) {
        // If the thread is gone, the writer notices when it checks for completion.
        let _ = self.asking.as_ref().map(|asking| asking.try_send(()));
        self.asked_at = Some(self.pages);
    }

    fn is_done(&self, waits: bool) -> bool {
        if waits {
            // An error means that there is no thread to wait for.
            let _ = self.done.recv();
            return true;
        }
        !matches!(self.done.try_recv(), Err(TryRecvError::Empty))
    }
}

/// Runs a checkpoint for each request, until the sender is gone.
fn run(connection: &Connection, file: &File, asked: &Receiver<()>, tell: &SyncSender<()>) {
    for () in asked {
        checkpoint(connection);
        // SQLite gets the same error when it flushes the file, and then keeps the log.
        let _ = file.sync_data();
        // The writer may be gone.
        let _ = tell.try_send(());
    }
}

/// Checkpoints as much of the log as no reader needs, without waiting.
fn checkpoint(connection: &Connection) {
    let done = connection.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
    if let Err(error) = done {
        log::warn!("cannot checkpoint the write-ahead log yet: {error}");
    }
}
