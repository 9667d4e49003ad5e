//! Pictures for inline messages. Those take nothing that is uploaded, but what Telegram has already: so a picture is
//! sent to a chat of the host's first, the storage chat, and goes by the id that it gets there.
//!
//! A picture tells nothing of who plays, and one that several boards show is sent once. A board never waits long
//! for it: it is shown in words, with its buttons, and becomes a picture as soon as the chat has had its turn.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::time::timeout;
use zerosum_picture::subject::Subject;

use crate::bounded::BoundedMap;
use crate::session::UserId;
use crate::session::board::ChatId;
use crate::session::inline_message::InlineMessageId;
use crate::telegram::api::CallError;
use crate::telegram::calls::Verdict;
use crate::telegram::client::Client;
use crate::telegram::paint::{Pictures, forbids_pictures};
use crate::telegram::photos;
use crate::telegram::rate_limit::{Class, RateLimiter};
use crate::telegram::shares::{Share, Shares};

/// Pictures of which it is remembered how Telegram calls them.
const IDS_KEPT_MAX: usize = 4_096;

/// Inline messages of which it is remembered that they take no pictures.
const REFUSING_MESSAGES_MAX: usize = 1_024;

/// Pictures on their way to the chat, or waiting for its turn. As a group it takes one in three seconds.
const UPLOADS_MAX: usize = 20;

/// The same of one person.
const UPLOADS_PER_PERSON_MAX: usize = 2;

/// How long a board waits for the turn of its picture before it is shown in words.
pub const SHORT_PATIENCE: Duration = Duration::from_secs(1);

/// How long its picture waits afterwards.
pub const LONG_PATIENCE: Duration = Duration::from_secs(60);

/// How long the sending of a picture may take.
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(3);

/// For how long nothing is sent to the chat after something has not come there.
const REFUSED_PAUSE: Duration = Duration::from_secs(60);

/// For how long an inline message that would not have a picture gets none. It may be in a chat in which photos
/// are forbidden.
const FORBIDDEN_PAUSE: Duration = Duration::from_secs(3_600);

/// See the module.
pub struct PictureStorage {
    chat: ChatId,
    client: Client,
    pictures: Arc<Pictures>,
    rate_limiter: Arc<RateLimiter>,
    /// How Telegram calls the picture of a hash.
    ids: BoundedMap<u64, Option<Arc<str>>>,
    /// The inline messages that take no pictures, and until when they are believed to.
    refusing: BoundedMap<InlineMessageId, Option<Instant>>,
    uploads: Arc<Shares<Uploader>>,
}

/// Who has pictures on their way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Uploader {
    Person(UserId),
    Everybody,
}

/// For whom a picture is sent to the chat.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub person: UserId,
    pub class: Class,
    /// How long the turn of the chat is waited for.
    pub patience: Duration,
}

impl PictureStorage {
    pub fn new(
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

    /// Whether there is any use in asking for a picture for this message now.
    pub fn serves(&self, message: InlineMessageId) -> bool {
        let until = self.refusing.read(message, |until| *until).flatten();
        self.is_open() && until.is_none_or(|until| until <= Instant::now())
    }

    /// How Telegram calls the picture of this hash, if it has it.
    pub fn id_of(&self, hash: u64) -> Option<Arc<str>> {
        self.ids.read(hash, Option::clone).flatten()
    }

    /// Sends a picture to the chat if Telegram has not got it, unless that would take too long or nobody wants it
    /// any more when it is its turn.
    pub async fn keep(
        &self,
        hash: u64,
        subject: &Arc<Subject>,
        wish: Wish,
        is_wanted: impl Fn() -> bool,
    ) {
        let Some(_shares) = self.take(wish.person) else { return };
        let turn = self.rate_limiter.enter(self.chat.into(), wish.class);
        let Ok(Ok(slot)) = timeout(wish.patience, turn).await else { return };
        if self.id_of(hash).is_some() || !self.is_open() || !is_wanted() {
            return;
        }
        let Some(painted) = self.pictures.paint_permit().await.paint(Arc::clone(subject)).await
        else {
            return;
        };
        let storing = photos::store(&self.client, self.chat, &painted.upload, UPLOAD_TIMEOUT);
        match slot.cover(storing).await {
            Ok(id) => self.ids.change_or_insert(hash, |kept| *kept = Some(id)),
            Err(error) => self.note_unsent(&error),
        }
    }

    /// Learns from the picture of this hash that a message would not have, and says whether the message may have
    /// the same in words.
    pub fn note_refusal(&self, message: InlineMessageId, hash: u64, error: &CallError) -> bool {
        let is_about_picture = error.verdict() == Verdict::Refused || forbids_pictures(error);
        if is_about_picture {
            log::info!("inline message {} gets no pictures for a while: {error}", message.as_str());
            self.ids.remove(hash);
            let until = Some(Instant::now() + FORBIDDEN_PAUSE);
            self.refusing.change_or_insert(message, |known| *known = until);
        }
        is_about_picture
    }

    /// Lets go of what was not used lately.
    pub fn age(&self) {
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
        // The rate limiter has heard of that, and the chat has its next turn when it may.
        if let Verdict::Wait(_) | Verdict::Crowded = error.verdict() {
            return log::debug!("a picture is not stored: {error}");
        }
        let ChatId(chat) = self.chat;
        log::warn!(
            "no picture comes to chat {chat} (ZEROSUM_STORAGE_CHAT_ID), so boards in inline messages come \
            in words for a while: {error}"
        );
        self.pictures.refuse_for(self.chat, REFUSED_PAUSE);
    }
}
