//! A thread with a bounded queue in front of it.

use std::io;
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{PoisonError, RwLock};
use std::thread::Builder;

use tokio::sync::{Mutex, oneshot};

use crate::store::StoreError;

/// The near end of the queue. The thread ends when the lane is closed or dropped, after it has
/// taken everything out of the queue.
pub(super) struct Lane<T> {
    /// `None` once the lane is closed.
    queue: RwLock<Option<SyncSender<T>>>,
    /// Told by the thread as the last thing it does. `None` once it has ended.
    ended: Mutex<Option<oneshot::Receiver<()>>>,
}

impl<T: Send + 'static> Lane<T> {
    /// Starts a thread that takes from a queue of this capacity.
    pub(super) fn start(
        name: &str,
        capacity: usize,
        run: impl FnOnce(Receiver<T>) + Send + 'static,
    ) -> io::Result<Lane<T>> {
        let (sender, receiver) = mpsc::sync_channel(capacity);
        let (tell, ended) = oneshot::channel();
        Builder::new().name(name.to_owned()).spawn(move || {
            run(receiver);
            // A lane that is dropped without being closed does not listen.
            let _ = tell.send(());
        })?;
        Ok(Lane { queue: RwLock::new(Some(sender)), ended: Mutex::new(Some(ended)) })
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

    /// Admits nothing more and waits until the thread has done what was in the queue.
    pub(super) async fn close(&self) {
        drop(self.queue.write().unwrap_or_else(PoisonError::into_inner).take());
        // Held over the wait, so that a second call to close waits as well.
        let mut waiting = self.ended.lock().await;
        let Some(ended) = waiting.take() else { return };
        if ended.await.is_err() {
            log::error!("a thread of the store has ended in a panic");
        }
    }
}
