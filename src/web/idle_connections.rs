//! Idle connections of a listener: those of which no request is being answered, and all answers are sent.
//!
//! When a listener is full, the connection that has been idle longest makes room for a new one.

use std::collections::BTreeMap;
use std::mem;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::response::Response;
use hyper::body::{Frame, SizeHint};
use tokio::sync::Notify;

use crate::web::listener::UntilSent;

/// The idle connections of a listener, in the order in which they became idle.
#[derive(Default)]
pub(super) struct IdleConnections {
    waiting: Mutex<Waiting>,
    /// Signalled when a connection becomes idle.
    changed: Notify,
}

#[derive(Default)]
struct Waiting {
    next: u64,
    closers: BTreeMap<u64, Arc<Notify>>,
}

impl IdleConnections {
    /// Adds a connection, idle until its first request.
    pub(super) fn add(self: &Arc<IdleConnections>) -> Arc<Connection> {
        let connection = Connection {
            listener: Arc::clone(self),
            closer: Arc::default(),
            state: Mutex::new(State::Answered { _kept: None }),
        };
        connection.flushed();
        Arc::new(connection)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.waiting().closers.is_empty()
    }

    /// Waits until a connection becomes idle.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Closes the connection that has been idle longest; returns false if none is idle.
    pub(super) fn close_oldest(&self) -> bool {
        let oldest = self.waiting().closers.pop_first();
        oldest.map(|(_, closer)| closer.notify_one()).is_some()
    }

    fn add_closer(&self, closer: &Arc<Notify>) -> u64 {
        let mut waiting = self.waiting();
        let key = waiting.next;
        waiting.next += 1;
        waiting.closers.insert(key, Arc::clone(closer));
        key
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection of a listener.
pub(super) struct Connection {
    listener: Arc<IdleConnections>,
    closer: Arc<Notify>,
    state: Mutex<State>,
}

/// State of a connection.
enum State {
    /// A request is being answered.
    Busy,
    /// The answer is made and perhaps not yet sent. Holds the guard of the answer until then.
    Answered { _kept: Option<UntilSent> },
    /// With its key among the idle ones.
    Idle(u64),
}

impl Connection {
    /// Waits until the connection has to make room. One that has become busy meanwhile stays.
    pub(super) async fn closed(&self) {
        loop {
            self.closer.notified().await;
            if matches!(*self.state(), State::Idle(_)) {
                return;
            }
        }
    }

    /// Marks the connection as busy until the guard is dropped.
    pub(super) fn busy(self: &Arc<Connection>) -> Busy {
        self.become_now(State::Busy);
        Busy { connection: Arc::clone(self), kept: None }
    }

    /// Marks an answered connection as idle: everything is sent.
    pub(super) fn flushed(&self) {
        let mut state = self.state();
        if matches!(*state, State::Answered { .. }) {
            *state = State::Idle(self.listener.add_closer(&self.closer));
            self.listener.changed.notify_one();
        }
    }

    fn become_now(&self, state: State) {
        let before = mem::replace(&mut *self.state(), state);
        if let State::Idle(key) = before {
            self.listener.waiting().closers.remove(&key);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.become_now(State::Busy);
    }
}

/// Guard for the time of a request, from its head until its answer is made.
pub(super) struct Busy {
    connection: Arc<Connection>,
    kept: Option<UntilSent>,
}

impl Busy {
    /// Keeps the guard until the end of the answer's body, and what the answer keeps until it is sent.
    pub(super) fn until_end_of(mut self, mut answer: Response) -> Response {
        self.kept = answer.extensions_mut().remove();
        answer.map(|body| Body::new(Answering { body, _busy: self }))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.connection.become_now(State::Answered { _kept: self.kept.take() });
    }
}

/// The body of an answer; its connection is busy until it is dropped.
struct Answering {
    body: Body,
    _busy: Busy,
}

impl HttpBody for Answering {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
