//! Paints pictures for messages on drawing threads, with a limit on those in memory at once, and
//! remembers the chats that take no pictures. A picture is kept only until its call has ended.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use zerosum_picture::subject::Subject;
use zerosum_picture::{FILE_BYTES_MAX, SIDE_PIXELS};
use zerosum_session::board::ChatId;

use crate::bounded::BoundedMap;
use crate::capacity::{Capacity, PICTURE_BYTES};
use crate::drawing::{DrawingPermit, DrawingThreads};
use crate::telegram::client::api::{CallError, Upload};
use crate::telegram::client::calls::FailureKind;

// The memory planned for a picture in flight suffices for any picture.
const _: () = assert!(FILE_BYTES_MAX <= PICTURE_BYTES);

/// Time for which a chat that forbids photos is sent none. Its permissions may change.
const FORBIDDEN_PAUSE: Duration = Duration::from_secs(3_600);

/// Time for which a chat is sent none after Telegram has refused one for another reason.
const REFUSED_PAUSE: Duration = Duration::from_secs(60);

/// Maximum remembered chats that take no pictures.
const REFUSING_CHATS_MAX: usize = 4_096;

/// Telegram's errors for photos in a chat that allows texts.
const WORDS_FOR_FORBIDDEN: [&str; 4] = [
    "not enough rights to send photos",
    "not enough rights to send media",
    "CHAT_SEND_PHOTOS_FORBIDDEN",
    "CHAT_SEND_MEDIA_FORBIDDEN",
];

/// Paints pictures and tracks the chats that take them.
pub(crate) struct Pictures {
    /// Threads that paint, one picture each at a time.
    drawing: Arc<DrawingThreads>,
    /// Permits for encoded pictures in memory.
    shelf: Arc<Semaphore>,
    /// Chats that take no pictures, each until this time.
    refusing: BoundedMap<ChatId, Option<Instant>>,
}

/// Permit to paint one picture now.
pub(crate) struct PaintPermit {
    paint_permit: DrawingPermit,
    place: OwnedSemaphorePermit,
}

/// A painted picture. Its permit is held as long as it lives.
pub(crate) struct Painted {
    pub upload: Upload,
    _place: OwnedSemaphorePermit,
}

impl Pictures {
    /// Creates the painter on these threads.
    pub(crate) fn new(capacity: &Capacity, drawing: Arc<DrawingThreads>) -> Pictures {
        Pictures {
            drawing,
            shelf: Arc::new(Semaphore::new(capacity.pictures_in_flight)),
            refusing: BoundedMap::new(REFUSING_CHATS_MAX),
        }
    }

    /// Waits until a picture can be painted. The picture is best chosen after that, because a newer one
    /// may have arrived.
    pub(crate) async fn paint_permit(&self) -> PaintPermit {
        let place = Arc::clone(&self.shelf).acquire_owned().await;
        let place = place.expect("the semaphore is never closed");
        PaintPermit { paint_permit: self.drawing.permit().await, place }
    }

    /// Returns whether a chat takes pictures, as far as it is known.
    pub(crate) fn are_taken_by(&self, chat: ChatId) -> bool {
        let until = self.refusing.read(chat, |until| *until).flatten();
        until.is_none_or(|until| until <= Instant::now())
    }

    /// Records the error of a call with a picture, and returns whether the chat may take the same message
    /// without one.
    pub(crate) fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool {
        let pause = if forbids_pictures(error) {
            FORBIDDEN_PAUSE
        } else if error.kind() == FailureKind::Refused {
            REFUSED_PAUSE
        } else {
            return false;
        };
        log::info!("chat {} gets no pictures for a while: {error}", chat.0);
        self.refuse_for(chat, pause);
        true
    }

    /// Evicts old entries on chats that take no pictures.
    pub(crate) fn age(&self) {
        self.refusing.age();
    }

    /// Stops pictures for a chat for this time.
    pub(crate) fn refuse_for(&self, chat: ChatId, pause: Duration) {
        self.refusing.change_or_insert(chat, |until| *until = Some(Instant::now() + pause));
    }
}

impl PaintPermit {
    /// Paints a picture; `None` if that fails, which is logged.
    pub(crate) async fn paint(self, subject: Arc<Subject>) -> Option<Painted> {
        let PaintPermit { paint_permit, place } = self;
        let content = match paint_permit.draw(move || subject.draw(SIDE_PIXELS)).await {
            Ok(picture) => Bytes::from(picture.file),
            Err(error) => {
                log::error!("a board is not painted: {error}");
                return None;
            }
        };
        let upload = Upload { name: "board.png".to_owned(), media_type: "image/png", content };
        Some(Painted { upload, _place: place })
    }
}

/// Returns whether the error says that photos are forbidden where texts are allowed.
pub(crate) fn forbids_pictures(error: &CallError) -> bool {
    match error {
        CallError::Refused { description, .. } => {
            WORDS_FOR_FORBIDDEN.into_iter().any(|words| description.contains(words))
        }
        CallError::Network(_) | CallError::NotMade(_) | CallError::Crowded => false,
    }
}
