//! A thread with a bounded queue in front of it.

use std::io;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{PoisonError, RwLock};
use std::thread::Builder;

use tokio::sync::{Mutex, oneshot};

use crate::types::StoreError;

/// The handle of a thread and its queue. The thread ends when the handle is closed or dropped, after it
/// has emptied the queue.
pub(super) struct WorkerThread<T> {
    /// `None` once closed.
    queue: RwLock<Option<SyncSender<T>>>,
    /// Signalled by the thread when it ends. `None` once it has ended.
    ended: Mutex<Option<oneshot::Receiver<()>>>,
}

impl<T: Send + 'static> WorkerThread<T> {
    /// Starts a thread that takes from a queue of this capacity.
    pub(super) fn start(
        name: &str,
        capacity: usize,
        run: impl FnOnce(Receiver<T>) + Send + 'static,
    ) -> io::Result<WorkerThread<T>> {
        let (sender, receiver) = mpsc::sync_channel(capacity);
        let (tell, ended) = oneshot::channel();
        Builder::new().name(name.to_owned()).spawn(move || {
            run(receiver);
            // The receiver is gone if the handle was dropped without being closed.
            let _ = tell.send(());
        })?;
        Ok(WorkerThread { queue: RwLock::new(Some(sender)), ended: Mutex::new(Some(ended)) })
    }

    /// Puts the item into the queue. Never waits.
    pub(super) fn send(&self, item: T) -> Result<(), StoreError> {
        let queue = self.queue.read().unwrap_or_else(PoisonError::into_inner);
        let queue = queue.as_ref().ok_or(StoreError::Closed)?;
        queue.try_send(item).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Overloaded,
            TrySendError::Disconnected(_) => StoreError::Closed,
        })
    }

    /// Admits no more items and waits until the thread has processed the queue.
    pub(super) async fn close(&self) {
        drop(self.queue.write().unwrap_or_else(PoisonError::into_inner).take());
        // Held during the wait, so that a second call to close waits as well.
        let mut waiting = self.ended.lock().await;
        let Some(ended) = waiting.take() else { return };
        if ended.await.is_err() {
            log::error!("a thread of the store has ended in a panic");
        }
    }
}
