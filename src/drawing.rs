//! Threads that only draw pictures and files.
//!
//! Drawing takes megabytes, and an allocator keeps some of the memory a thread has freed for that thread.
//! So only few threads draw: if all blocking threads of the runtime did, each of them would come to keep as
//! much.

use std::collections::VecDeque;
use std::fmt::Display;
use std::panic::{AssertUnwindSafe, catch_unwind};
// The lock is held for a few look-ups, never while drawing.
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use thiserror::Error;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// Pool of drawing threads. They are started when they are first needed, and end when this is dropped.
pub struct DrawingThreads {
    shared: Arc<Shared>,
    threads_max: usize,
    /// One for each thread.
    permits: Arc<Semaphore>,
}

/// Permit to draw something now.
pub(crate) struct DrawingPermit {
    threads: Arc<DrawingThreads>,
    permit: OwnedSemaphorePermit,
}

/// Reason why nothing was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum NotDrawn {
    #[error("{0}")]
    Failed(String),
    #[error("the drawing panicked")]
    Panicked,
    #[error("there is no thread for it")]
    NoThread,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified when there is something to draw, or when the pool is closed.
    wake: Condvar,
}

#[derive(Default)]
struct State {
    /// Drawings that wait; at most one for each permit.
    drawings: VecDeque<Box<dyn FnOnce() + Send>>,
    threads: usize,
    idle: usize,
    is_closed: bool,
}

impl DrawingThreads {
    /// Creates a pool of up to this many threads, at least one.
    pub fn new(threads_max: usize) -> Arc<DrawingThreads> {
        let threads_max = threads_max.max(1);
        let permits = Arc::new(Semaphore::new(threads_max));
        Arc::new(DrawingThreads { shared: Arc::default(), threads_max, permits })
    }

    /// Waits for a permit.
    pub(crate) async fn permit(self: &Arc<DrawingThreads>) -> DrawingPermit {
        let permit = Arc::clone(&self.permits).acquire_owned().await;
        let permit = permit.expect("the semaphore is never closed");
        DrawingPermit { threads: Arc::clone(self), permit }
    }

    /// Waits for a permit, and draws.
    pub(crate) async fn draw<T: Send + 'static, E: Display>(
        self: &Arc<DrawingThreads>,
        draw: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, NotDrawn> {
        self.permit().await.draw(draw).await
    }

    /// Queues a drawing. Returns false if there is no thread to draw it.
    fn put(&self, drawing: Box<dyn FnOnce() + Send>) -> bool {
        let mut state = self.shared.lock();
        if state.idle <= state.drawings.len() && state.threads < self.threads_max {
            let shared = Arc::clone(&self.shared);
            let name = format!("drawing-{}", state.threads);
            let started = Builder::new().name(name).spawn(move || shared.work());
            state.threads += usize::from(started.is_ok());
        }
        if state.threads == 0 {
            return false;
        }
        state.drawings.push_back(drawing);
        drop(state);
        self.shared.wake.notify_one();
        true
    }
}

impl DrawingPermit {
    /// Draws on one of the threads. The drawing goes on even if the caller is dropped.
    pub(crate) async fn draw<T: Send + 'static, E: Display>(
        self,
        draw: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, NotDrawn> {
        let DrawingPermit { threads, permit } = self;
        let (tell, told) = oneshot::channel();
        let drawing = Box::new(move || {
            let drawn = match catch_unwind(AssertUnwindSafe(draw)) {
                Ok(drawn) => drawn.map_err(|error| NotDrawn::Failed(error.to_string())),
                Err(_) => Err(NotDrawn::Panicked),
            };
            // Held by the drawing itself.
            drop(permit);
            let _ = tell.send(drawn);
        });
        if !threads.put(drawing) {
            return Err(NotDrawn::NoThread);
        }
        drop(threads);
        told.await.unwrap_or(Err(NotDrawn::NoThread))
    }
}

impl Drop for DrawingThreads {
    fn drop(&mut self) {
        let mut state = self.shared.lock();
        state.is_closed = true;
        state.drawings.clear();
        drop(state);
        self.shared.wake.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No change is interrupted by a panic half-way.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Draws until the pool is closed.
    fn work(&self) {
        while let Some(drawing) = self.next() {
            drawing();
        }
    }

    fn next(&self) -> Option<Box<dyn FnOnce() + Send>> {
        let mut state = self.lock();
        loop {
            if let Some(drawing) = state.drawings.pop_front() {
                return Some(drawing);
            }
            if state.is_closed {
                return None;
            }
            state.idle += 1;
            state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::convert::Infallible;
    use std::thread;

    use futures::future::join_all;

    use super::*;

    #[tokio::test]
    async fn everything_is_drawn_on_no_more_threads_than_there_may_be() {
        let drawing = DrawingThreads::new(3);
        let name = || Ok::<_, Infallible>(thread::current().name().map(str::to_owned));
        let names = (0..100).map(|_| drawing.draw(name));
        let names: Vec<_> =
            join_all(names).await.into_iter().map(|name| name.expect("it is drawn")).collect();
        let threads: BTreeSet<_> = names.iter().flatten().collect();
        assert_eq!(names.len(), 100);
        assert!(threads.len() <= 3 && threads.iter().all(|name| name.starts_with("drawing-")));
        // Consecutive drawings need one thread only.
        let alone = DrawingThreads::new(3);
        for _ in 0..100 {
            alone.draw(|| Ok::<_, Infallible>(())).await.expect("it is drawn");
            while alone.shared.lock().idle == 0 {
                tokio::task::yield_now().await;
            }
        }
        assert_eq!(alone.shared.lock().threads, 1);
    }

    #[tokio::test]
    async fn a_drawing_that_panics_ends_alone() {
        let drawing = DrawingThreads::new(1);
        let broken =
            || -> Result<u32, Infallible> { std::panic::resume_unwind(Box::new("on purpose")) };
        assert_eq!(drawing.draw(broken).await, Err(NotDrawn::Panicked));
        let failed = NotDrawn::Failed("it is blank".to_owned());
        assert_eq!(drawing.draw(|| Err::<u32, _>("it is blank")).await, Err(failed));
        assert_eq!(drawing.draw(|| Ok::<_, Infallible>(7)).await, Ok(7));
    }
}
