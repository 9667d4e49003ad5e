//! Presses of buttons that wait for their answer.

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use crate::api::error::ApiError;

/// Presses beyond this number are forgotten, the oldest first.
const CALLBACKS_KEPT: usize = 20_000;
/// Ids begin here, so that they look like Telegram's and never fit a small integer.
const FIRST_CALLBACK_ID: u64 = 4_200_000_000_000_000_000;

#[derive(Clone, Debug)]
pub(crate) struct Callback {
    pub(crate) id: u64,
    pub(crate) user_id: i64,
    pub(crate) chat_id: i64,
    pub(crate) pressed: Instant,
    pub(crate) state: CallbackState,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CallbackState {
    Waiting,
    Answered { text: String, show_alert: bool },
    Expired,
}

#[derive(Debug, Default)]
pub(crate) struct Callbacks {
    known: HashMap<u64, Callback>,
    order: VecDeque<u64>,
    /// Ids that may still be waiting, in the order of their deadlines.
    deadlines: VecDeque<u64>,
    waiting: usize,
    pressed: u64,
}

impl Callbacks {
    pub(crate) fn begin(&mut self, user_id: i64, chat_id: i64) -> u64 {
        let id = FIRST_CALLBACK_ID + self.pressed;
        self.pressed += 1;
        self.waiting += 1;
        self.known.insert(
            id,
            Callback {
                id,
                user_id,
                chat_id,
                pressed: Instant::now(),
                state: CallbackState::Waiting,
            },
        );
        self.order.push_back(id);
        self.deadlines.push_back(id);
        if self.order.len() > CALLBACKS_KEPT {
            self.forget_oldest();
        }
        id
    }

    /// Answers a press; only the first answer within the lifetime counts.
    pub(crate) fn answer(
        &mut self,
        id: &str,
        text: String,
        show_alert: bool,
        lifetime: Duration,
    ) -> Result<&Callback, ApiError> {
        let too_old = ApiError::query_too_old;
        let id = id.parse::<u64>().map_err(|_| too_old())?;
        let callback = self.known.get_mut(&id).ok_or_else(too_old)?;
        if callback.state != CallbackState::Waiting || callback.pressed.elapsed() > lifetime {
            return Err(too_old());
        }
        callback.state = CallbackState::Answered { text, show_alert };
        self.waiting -= 1;
        Ok(callback)
    }

    /// Expires the presses older than the lifetime; returns them.
    pub(crate) fn expire(&mut self, lifetime: Duration) -> Vec<Callback> {
        let mut expired = Vec::new();
        while let Some(id) = self.deadlines.front() {
            if let Some(callback) = self.known.get_mut(id)
                && callback.state == CallbackState::Waiting
            {
                if callback.pressed.elapsed() <= lifetime {
                    break;
                }
                callback.state = CallbackState::Expired;
                self.waiting -= 1;
                expired.push(callback.clone());
            }
            self.deadlines.pop_front();
        }
        expired
    }

    /// Expires one press, if it still waits.
    pub(crate) fn expire_one(&mut self, id: &str) -> Option<Callback> {
        let callback =
            self.get_mut(id).filter(|callback| callback.state == CallbackState::Waiting)?;
        callback.state = CallbackState::Expired;
        let expired = callback.clone();
        self.waiting -= 1;
        Some(expired)
    }

    pub(crate) fn get(&self, id: &str) -> Option<&Callback> {
        self.known.get(&id.parse().ok()?)
    }

    pub(crate) fn get_mut(&mut self, id: &str) -> Option<&mut Callback> {
        self.known.get_mut(&id.parse().ok()?)
    }

    /// Number of presses that wait for an answer.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Unanswered presses, expired or not.
    pub(crate) fn unanswered(&self) -> impl Iterator<Item = &Callback> {
        let is_unanswered = |callback: &&Callback| {
            matches!(callback.state, CallbackState::Waiting | CallbackState::Expired)
        };
        self.order.iter().filter_map(|id| self.known.get(id)).filter(is_unanswered)
    }

    fn forget_oldest(&mut self) {
        let forgotten = self.order.pop_front().and_then(|id| self.known.remove(&id));
        if forgotten.is_some_and(|callback| callback.state == CallbackState::Waiting) {
            self.waiting -= 1;
        }
    }
}
