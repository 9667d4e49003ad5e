//! Faults on order: errors that a test can inject between the bot and Telegram.

use std::time::Duration;

use crate::api::error::ApiError;

/// Number of faults that can wait at once; further ones are ignored.
const MAX_FAULTS: usize = 1_000;

/// Fault that strikes the next calls it matches.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Only calls of this method, in any case; `None` fits all.
    pub method: Option<String>,
    /// Only calls about this chat; `None` fits all.
    pub chat: Option<i64>,
    /// Number of calls it strikes.
    pub times: u32,
    pub kind: FaultKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum FaultKind {
    /// The call is refused and has no effect.
    Error { code: u16, description: String, retry_after: Option<u64> },
    /// The call takes effect after this time.
    Delay(Duration),
    /// The call takes effect at once and is answered after this time.
    DelayAnswer(Duration),
    /// The call is never answered and has no effect.
    Hang,
    /// The connection breaks and the call has no effect.
    CutConnection,
    /// The call takes effect, and the connection breaks before the answer.
    LoseAnswer,
    /// The call takes effect, and a gateway that does not know of it answers with this error.
    Misreport { code: u16, description: String },
    /// A gateway answers with a page of HTML and this status; the call has no effect.
    Garbage { status: u16 },
}

impl Fault {
    /// Creates a fault that strikes the next call of any method.
    pub fn new(kind: FaultKind) -> Self {
        Self { method: None, chat: None, times: 1, kind }
    }

    /// A refusal with this code and description.
    pub fn error(code: u16, description: &str) -> Self {
        Self::new(FaultKind::Error { code, description: description.to_owned(), retry_after: None })
    }

    /// A call that takes effect and is answered with this code and description.
    pub fn misreported(code: u16, description: &str) -> Self {
        Self::new(FaultKind::Misreport { code, description: description.to_owned() })
    }

    /// A refusal that tells the bot to wait for some seconds.
    pub fn too_many_requests(seconds: u64) -> Self {
        let ApiError { code, description, retry_after, .. } = ApiError::too_many_requests(seconds);
        Self::new(FaultKind::Error { code, description, retry_after })
    }

    pub fn on(mut self, method: &str) -> Self {
        self.method = Some(method.to_owned());
        self
    }

    pub fn in_chat(mut self, chat: i64) -> Self {
        self.chat = Some(chat);
        self
    }

    pub fn times(mut self, times: u32) -> Self {
        self.times = times;
        self
    }
}

/// Number of hanging calls that are kept.
const MAX_HANGING: usize = 10_000;

/// A call that is never answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HangingCall {
    pub method: String,
    pub chat: Option<i64>,
}

/// The faults that are still to come, and what became of earlier ones.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    coming: Vec<Fault>,
    hanging: Vec<HangingCall>,
    times_cleared: u64,
}

impl Faults {
    pub(crate) fn add(&mut self, fault: Fault) {
        if self.coming.len() < MAX_FAULTS && fault.times > 0 {
            self.coming.push(fault);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.coming.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.coming.len()
    }

    pub(crate) fn clear(&mut self) {
        self.coming.clear();
        self.times_cleared += 1;
    }

    /// The number of times that the faults were cleared.
    pub(crate) fn times_cleared(&self) -> u64 {
        self.times_cleared
    }

    /// The calls that hang, the oldest first. One that its caller has given up is still among them.
    pub(crate) fn hanging(&self) -> &[HangingCall] {
        &self.hanging
    }

    /// The oldest fault that fits the call, used up by one.
    pub(crate) fn take(&mut self, method: &str, chat: Option<i64>) -> Option<FaultKind> {
        let index = self.coming.iter().position(|fault| {
            let fits_method =
                fault.method.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(method));
            fits_method && (fault.chat.is_none() || fault.chat == chat)
        })?;
        let fault = &mut self.coming[index];
        fault.times -= 1;
        let kind = fault.kind.clone();
        if fault.times == 0 {
            self.coming.remove(index);
        }
        if kind == FaultKind::Hang && self.hanging.len() < MAX_HANGING {
            self.hanging.push(HangingCall { method: method.to_owned(), chat });
        }
        Some(kind)
    }
}
