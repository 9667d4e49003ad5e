//! Pictures on their way to Telegram: painted beside the async threads, as many at once as fit into
//! memory, and kept only until their call has ended. And the chats that take none.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task;
use zerosum_picture::subject::Subject;
use zerosum_picture::{FILE_BYTES_MAX, SIDE_PIXELS};

use crate::bounded::BoundedMap;
use crate::capacity::{Capacity, PICTURE_BYTES};
use crate::session::board::ChatId;
use crate::telegram::api::{CallError, Upload};
use crate::telegram::calls::Verdict;

// The memory for a picture in flight is enough for any.
const _: () = assert!(FILE_BYTES_MAX <= PICTURE_BYTES);

/// For how long a chat in which photos are forbidden is not sent any. Its rights may change.
const FORBIDDEN_PAUSE: Duration = Duration::from_secs(3_600);

/// For how long a chat is sent none after Telegram would not have one for another reason.
const REFUSED_PAUSE: Duration = Duration::from_secs(60);

/// Chats of which it is remembered that they take no pictures.
const REFUSING_CHATS_MAX: usize = 4_096;

/// What Telegram says where texts may be sent and photos may not.
const WORDS_FOR_FORBIDDEN: [&str; 4] = [
    "not enough rights to send photos",
    "not enough rights to send media",
    "CHAT_SEND_PHOTOS_FORBIDDEN",
    "CHAT_SEND_MEDIA_FORBIDDEN",
];

/// See the module.
pub struct Pictures {
    /// Painted at once.
    permits: Arc<Semaphore>,
    /// In memory at once, as files.
    shelf: Arc<Semaphore>,
    /// The chats that take no pictures, and until when they are believed to.
    refusing: BoundedMap<ChatId, Option<Instant>>,
}

/// The right to paint one picture now.
pub struct PaintPermit {
    paint_permit: OwnedSemaphorePermit,
    place: OwnedSemaphorePermit,
}

/// A picture, in memory for as long as this lives.
pub struct Painted {
    pub upload: Upload,
    _place: OwnedSemaphorePermit,
}

impl Pictures {
    pub fn new(capacity: &Capacity) -> Pictures {
        Pictures {
            permits: Arc::new(Semaphore::new(capacity.pictures_painted)),
            shelf: Arc::new(Semaphore::new(capacity.pictures_in_flight)),
            refusing: BoundedMap::new(REFUSING_CHATS_MAX),
        }
    }

    /// Waits until a picture can be painted. Whatever is to be painted is best looked at after
    /// that, because there may be something newer.
    pub async fn paint_permit(&self) -> PaintPermit {
        let place = Arc::clone(&self.shelf).acquire_owned().await;
        let place = place.expect("the semaphore is never closed");
        let paint_permit = Arc::clone(&self.permits).acquire_owned().await;
        PaintPermit { paint_permit: paint_permit.expect("the semaphore is never closed"), place }
    }

    /// Whether a chat takes pictures, as far as is known.
    pub fn are_taken_by(&self, chat: ChatId) -> bool {
        let until = self.refusing.read(chat, |until| *until).flatten();
        until.is_none_or(|until| until <= Instant::now())
    }

    /// Learns from a call with a picture that failed, and says whether the chat may take the same
    /// without one.
    pub fn note_refusal(&self, chat: ChatId, error: &CallError) -> bool {
        let pause = if forbids_pictures(error) {
            FORBIDDEN_PAUSE
        } else if error.verdict() == Verdict::Refused {
            REFUSED_PAUSE
        } else {
            return false;
        };
        log::info!("chat {} gets no pictures for a while: {error}", chat.0);
        self.refuse_for(chat, pause);
        true
    }

    /// Forgets which chats take no pictures, if that is long ago.
    pub fn age(&self) {
        self.refusing.age();
    }

    /// Sends a chat no pictures for so long.
    pub fn refuse_for(&self, chat: ChatId, pause: Duration) {
        self.refusing.change_or_insert(chat, |until| *until = Some(Instant::now() + pause));
    }
}

impl PaintPermit {
    /// Paints a picture; `None` if it cannot be, which is logged.
    pub async fn paint(self, subject: Arc<Subject>) -> Option<Painted> {
        let PaintPermit { paint_permit, place } = self;
        let painting = task::spawn_blocking(move || {
            let picture = subject.draw(SIDE_PIXELS);
            // Held by the painting itself, which goes on if nobody waits for it any more.
            drop(paint_permit);
            picture
        });
        let content = match painting.await {
            Ok(Ok(picture)) => Bytes::from(picture.file),
            Ok(Err(error)) => {
                log::error!("a board is not painted: {error}");
                return None;
            }
            Err(error) => {
                log::error!("a board is not painted: {error}");
                return None;
            }
        };
        let upload = Upload { name: "board.png".to_owned(), media_type: "image/png", content };
        Some(Painted { upload, _place: place })
    }
}

/// Whether Telegram says that photos may not be sent where texts may.
pub fn forbids_pictures(error: &CallError) -> bool {
    match error {
        CallError::Refused { description, .. } => {
            WORDS_FOR_FORBIDDEN.into_iter().any(|words| description.contains(words))
        }
        CallError::Network(_) | CallError::NotMade(_) | CallError::Crowded => false,
    }
}
