//! Stores pictures and animations for inline messages, which take no uploads but only files that Telegram has
//! already. A picture is first sent to a chat of the host, the storage chat, and is used by its file id from
//! there.
//!
//! A picture does not identify its players, and one that several messages show is sent once. A board never
//! waits long for it: it is shown in characters, with its buttons, and gets the picture once that is
//! stored.

use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::timeout;
use zerosum_picture::subject::Subject;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;
use zerosum_session::inline_message::InlineMessageId;

use crate::bounded::BoundedMap;
use crate::bounded::shares::{Share, Shares};
use crate::telegram::client::Client;
use crate::telegram::client::api::{CallError, Upload};
use crate::telegram::client::calls::FailureKind;
use crate::telegram::outgoing::paint::{Pictures, forbids_pictures};
use crate::telegram::outgoing::photos;
use crate::telegram::outgoing::rate_limit::{Asker, CallPermit, Priority, RateLimiter};

/// Maximum file ids kept.
const IDS_KEPT_MAX: usize = 4_096;

/// Maximum remembered inline messages that take no pictures.
const REFUSING_MESSAGES_MAX: usize = 1_024;

/// Maximum pictures being sent to the chat or waiting for it. Like any group, the chat takes one in
/// three seconds; the person served longest ago goes first.
const UPLOADS_MAX: usize = 40;

/// Maximum pictures of one person being sent or waiting.
const UPLOADS_PER_PERSON_MAX: usize = 2;

/// Longest wait for a picture's turn before the board is shown in characters.
pub(crate) const SHORT_PATIENCE: Duration = Duration::from_secs(1);

/// Longest wait for the turn after that.
pub(crate) const LONG_PATIENCE: Duration = Duration::from_secs(60);

/// Timeout of the upload of a picture.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(3);

/// Time for which nothing is sent to the chat after an upload has failed.
const REFUSED_PAUSE: Duration = Duration::from_secs(60);

/// Time for which an inline message that has refused a picture gets none. Its chat may forbid photos.
const FORBIDDEN_PAUSE: Duration = Duration::from_secs(3_600);

/// Storage chat with the file ids of its pictures.
pub(crate) struct PictureStorage {
    chat: ChatId,
    client: Client,
    pictures: Arc<Pictures>,
    rate_limiter: Arc<RateLimiter>,
    /// File ids of the stored pictures and animations, by hash.
    ids: BoundedMap<u64, Option<Arc<str>>>,
    /// Inline messages that take no pictures, each until this time.
    refusing: BoundedMap<InlineMessageId, Option<Instant>>,
    uploads: Arc<Shares<Uploader>>,
}

/// Holder of a share of the uploads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Uploader {
    Person(UserId),
    Everybody,
}

/// Parameters of a picture's upload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UploadRequest {
    pub person: UserId,
    pub priority: Priority,
    /// Longest wait for the chat's turn.
    pub patience: Duration,
}

impl PictureStorage {
    pub(crate) fn new(
        chat: ChatId,
        client: Client,
        pictures: Arc<Pictures>,
        rate_limiter: Arc<RateLimiter>,
    ) -> PictureStorage {
        let (ids, refusing) =
            (BoundedMap::new(IDS_KEPT_MAX), BoundedMap::new(REFUSING_MESSAGES_MAX));
        let uploads = Shares::new();
        PictureStorage { chat, client, pictures, rate_limiter, ids, refusing, uploads }
    }

    /// Returns whether a picture can be used for this message now.
    pub(crate) fn serves(&self, message: InlineMessageId) -> bool {
        let until = self.refusing.read(message, |until| *until).flatten();
        self.is_open() && until.is_none_or(|until| until <= Instant::now())
    }

    /// Returns the file id of the picture with this hash, if Telegram has it.
    pub(crate) fn id_of(&self, hash: u64) -> Option<Arc<str>> {
        self.ids.read(hash, Option::clone).flatten()
    }

    /// Sends a picture to the chat if it is not stored yet, unless that would take too long or it is no
    /// longer wanted when its turn comes.
    pub(crate) async fn keep(
        &self,
        hash: u64,
        subject: &Arc<Subject>,
        request: UploadRequest,
        is_wanted: impl Fn() -> bool,
    ) {
        let Some(_shares) = self.take(request.person) else { return };
        let Some(call_permit) = self.turn(hash, request).await.filter(|_| is_wanted()) else {
            return;
        };
        let Some(painted) = self.pictures.paint_permit().await.paint(Arc::clone(subject)).await
        else {
            return;
        };
        let storing = photos::store(&self.client, self.chat, &painted.upload, UPLOAD_TIMEOUT);
        match call_permit.cover(pin!(storing)).await {
            Ok(id) => self.ids.change_or_insert(hash, |kept| *kept = Some(id)),
            Err(error) => self.note_unsent(&error),
        }
    }

    /// Returns the file id of the animation with this hash, which is made and sent to the chat first if it is
    /// not stored yet; `None` if that takes too long.
    pub(crate) async fn keep_animation(
        &self,
        hash: u64,
        request: UploadRequest,
        making: impl Future<Output = Option<Upload>>,
    ) -> Option<Arc<str>> {
        if let Some(id) = self.id_of(hash) {
            return Some(id);
        }
        let _shares = self.take(request.person)?;
        let call_permit = self.turn(hash, request).await?;
        let upload = making.await?;
        let storing = photos::store_animation(&self.client, self.chat, &upload, UPLOAD_TIMEOUT);
        match call_permit.cover(pin!(storing)).await {
            Ok(id) => self.ids.change_or_insert(hash, |kept| *kept = Some(id)),
            Err(error) => self.note_unsent(&error),
        }
        self.id_of(hash)
    }

    /// Waits for the chat's turn; `None` if that takes too long, or the file is no longer to be sent then.
    async fn turn(&self, hash: u64, request: UploadRequest) -> Option<CallPermit> {
        let turn = self.rate_limiter.enter(
            self.chat.into(),
            request.priority,
            Asker::Person(request.person),
        );
        let call_permit = timeout(request.patience, turn).await.ok()?.ok()?;
        (self.id_of(hash).is_none() && self.is_open()).then_some(call_permit)
    }

    /// Records the error of a message with the picture of this hash, and returns whether the message may
    /// be shown in characters.
    pub(crate) fn note_refusal(
        &self,
        message: InlineMessageId,
        hash: u64,
        error: &CallError,
    ) -> bool {
        let is_about_picture = error.kind() == FailureKind::Refused || forbids_pictures(error);
        if is_about_picture {
            log::info!("inline message {} gets no pictures for a while: {error}", message.as_str());
            self.ids.remove(hash);
            let until = Some(Instant::now() + FORBIDDEN_PAUSE);
            self.refusing.change_or_insert(message, |known| *known = until);
        }
        is_about_picture
    }

    /// Evicts entries that were not used recently.
    pub(crate) fn age(&self) {
        self.ids.age();
        self.refusing.age();
    }

    fn is_open(&self) -> bool {
        self.pictures.are_taken_by(self.chat)
    }

    fn take(&self, person: UserId) -> Option<[Share<Uploader>; 2]> {
        let by_person = self.uploads.take(Uploader::Person(person), UPLOADS_PER_PERSON_MAX)?;
        Some([by_person, self.uploads.take(Uploader::Everybody, UPLOADS_MAX)?])
    }

    fn note_unsent(&self, error: &CallError) {
        // The rate limiter knows of it, and gives the chat its next turn in time.
        if let FailureKind::Wait(_) | FailureKind::Crowded = error.kind() {
            return log::debug!("a picture is not stored: {error}");
        }
        let ChatId(chat) = self.chat;
        log::warn!(
            "cannot upload pictures to chat {chat} (ZEROSUM_STORAGE_CHAT_ID); inline boards are sent as \
            text for a while: {error}"
        );
        self.pictures.refuse_for(self.chat, REFUSED_PAUSE);
    }
}
