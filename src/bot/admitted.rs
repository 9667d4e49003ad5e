//! Admitted events, and the permits that each holds until it is handled.

use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::admission::{Admission, Queued, QuotaGuard, UpdateSlot};
use crate::telegram::incoming::event::Event;

/// An admitted event with the permits it holds while it is handled.
pub(crate) struct Admitted {
    pub(crate) event: Event,
    /// `None` once the update need not be delivered again.
    pub(crate) acknowledgement: Option<Acknowledgement>,
    /// `None` for a message that waits in a queue or has started.
    pub(crate) permit: Option<UpdateSlot>,
    pub(crate) queued: Option<Queued>,
    pub(crate) quota: QuotaGuard,
}

impl Admitted {
    /// Gives up the delivery and its slot before the event waits in a queue, so that other updates come in.
    pub(crate) fn wait(&mut self, admission: &Admission) {
        self.acknowledgement = None;
        if self.queued.is_none()
            && let Some(queued) = admission.queue()
        {
            (self.permit, self.queued) = (None, Some(queued));
        }
    }
}
