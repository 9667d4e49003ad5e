//! Admitted events, and the permits that each holds until it is handled.

use std::sync::{Arc, Mutex, PoisonError};

use futures::future::BoxFuture;

use crate::bot::services::Services;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::admission::{QuotaGuard, UpdateSlot};
use crate::telegram::incoming::event::Event;

/// Handler of events of one kind. Its future is boxed, so that the task of an event takes no more memory
/// than its own handler.
pub(crate) type Handler =
    fn(Arc<Services>, Event, Option<Acknowledgement>) -> BoxFuture<'static, ()>;

/// An admitted event in the dispatcher, which clones what it passes on. The endpoint takes the event out.
#[derive(Clone)]
pub(crate) struct Incoming(Arc<Mutex<Option<Admitted>>>);

impl Incoming {
    pub(crate) fn new(admitted: Admitted) -> Incoming {
        Incoming(Arc::new(Mutex::new(Some(admitted))))
    }

    /// Returns whether the event is of this kind.
    pub(crate) fn is(&self, is_of_kind: impl Fn(&Event) -> bool) -> bool {
        let admitted = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        admitted.as_ref().is_some_and(|admitted| is_of_kind(&admitted.event))
    }

    pub(crate) fn take(&self) -> Option<Admitted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// An admitted event with the permits it holds while it is handled.
pub(crate) struct Admitted {
    pub(crate) event: Event,
    /// `None` once the update need not be delivered again.
    pub(crate) acknowledgement: Option<Acknowledgement>,
    /// `None` once a message is handled, which has a permit of its own.
    pub(crate) permit: Option<UpdateSlot>,
    pub(crate) quota: QuotaGuard,
}
