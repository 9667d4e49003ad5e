//! The speed at which a bot may send and edit, as token buckets.
//!
//! Telegram publishes about one message a second in a chat with short bursts, 20 a minute in a group and 30 a second
//! in all; edits count like new messages.

use std::time::Instant;

use crate::api::error::ApiError;
use crate::state::people::ChatKind;

/// The limits in force; [`SendLimits::default`] has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SendLimits {
    /// In every chat.
    pub per_chat: Option<Rate>,
    /// In groups, on top of the limit for every chat.
    pub per_group: Option<Rate>,
    /// In all chats together.
    pub overall: Option<Rate>,
}

impl SendLimits {
    /// The limits that Telegram is known to apply.
    pub fn telegram() -> Self {
        Self {
            per_chat: Some(Rate { per_second: 1.0, burst: 5.0 }),
            per_group: Some(Rate { per_second: 20.0 / 60.0, burst: 20.0 }),
            overall: Some(Rate { per_second: 30.0, burst: 30.0 }),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rate {
    pub per_second: f64,
    /// Number of messages that may go at once after a rest; at least one.
    pub burst: f64,
}

/// Used part of a chat's limits.
#[derive(Debug, Default)]
pub(crate) struct ChatUsage {
    chat: Bucket,
    group: Bucket,
}

/// Used part of one limit.
#[derive(Debug, Default)]
pub(crate) struct Bucket {
    /// Messages sent and not yet worn off, at the time beside it.
    used: f64,
    at: Option<Instant>,
}

impl Bucket {
    /// Returns the seconds until one more message fits; zero if it fits now.
    fn wait(&mut self, rate: Rate, now: Instant) -> f64 {
        let elapsed = self.at.map_or(0.0, |at| now.saturating_duration_since(at).as_secs_f64());
        self.used = (self.used - elapsed * rate.per_second).max(0.0);
        self.at = Some(now);
        ((self.used + 1.0 - rate.burst.max(1.0)) / rate.per_second).max(0.0)
    }
}

/// Takes one message out of every limit that applies, or returns the time to wait and takes nothing.
pub(crate) fn spend(
    limits: &SendLimits,
    overall: &mut Bucket,
    pace: &mut ChatUsage,
    kind: ChatKind,
    now: Instant,
) -> Result<(), ApiError> {
    let group_limit =
        limits.per_group.filter(|_| matches!(kind, ChatKind::Group | ChatKind::Supergroup));
    let mut buckets = [
        (limits.overall, overall),
        (limits.per_chat, &mut pace.chat),
        (group_limit, &mut pace.group),
    ];
    let mut wait = 0.0_f64;
    for (rate, bucket) in &mut buckets {
        if let Some(rate) = rate {
            wait = wait.max(bucket.wait(*rate, now));
        }
    }
    if wait > 0.0 {
        // A wait is positive and rounded up, so at least one second is printed; the cast saturates.
        return Err(ApiError::too_many_requests(wait.ceil() as u64));
    }
    for (rate, bucket) in buckets {
        if rate.is_some() {
            bucket.used += 1.0;
        }
    }
    Ok(())
}
