//! Context of a handler; there is one for each event.
//!
//! A [`Context`] says which user asks for something and where, knows the language of the answer, and keeps
//! the acknowledgement of the event until everything that must last is durable. A press has a
//! [`PressContext`] around it. Its handler returns a [`Handled`], by which the press is answered once.

use std::future::Future;
use std::hash::Hash;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use futures::FutureExt;
use futures::future::{BoxFuture, OptionFuture};
use tokio::sync::OnceCell;
use zerosum_games::MoveCode;
use zerosum_metrics::labels;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::pages::menus::Menu;
use zerosum_render::tap::ShareToken;
use zerosum_render::tap::{self, Tap};
use zerosum_render::{Page, View};
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId, Place, Surface, TopicId};
use zerosum_session::language::Language;
use zerosum_session::{Revision, SessionId, UserId};

use crate::bot::denial::Denial;
use crate::bot::messages::boards::SeenAt;
use crate::bot::services::Services;
use crate::telegram::client::api::CallError;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::admission::{AdmissionKind, Queued, QuotaGuard};
use crate::telegram::incoming::event::{ButtonPress, Callback, Sender, UserMessage};
use crate::telegram::outgoing::edit::Edit;
use crate::telegram::outgoing::messenger::{Block, report_unsent};
use crate::telegram::outgoing::rate_limit::{Asker, Priority};

/// Text shown to the user who pressed; `None` if the change itself is visible.
pub(crate) type Toast = Option<Phrase<'static>>;

/// How a press was handled. What must last is durable by then.
pub(crate) type Handled = Result<Answer, Box<Denial>>;

/// Answer to a press that is carried out.
pub(crate) struct Answer {
    label: labels::Press,
    toast: Toast,
    /// Work that goes on while the answer is sent.
    work: Option<BoxFuture<'static, ()>>,
}

impl Answer {
    pub(crate) fn new(label: labels::Press, toast: Toast) -> Answer {
        Answer { label, toast, work: None }
    }

    /// Does this work while the answer is sent.
    pub(crate) fn with(self, work: impl Future<Output = ()> + Send + 'static) -> Answer {
        Answer { work: Some(work.boxed()), ..self }
    }
}

impl From<labels::Press> for Answer {
    /// The answer without a toast.
    fn from(label: labels::Press) -> Answer {
        Answer::new(label, None)
    }
}

/// Context of one event: the sender, the place and the acknowledgement.
pub(crate) struct Context<At = ChatMessage> {
    pub(crate) services: Arc<Services>,
    pub(crate) from: Sender,
    /// The message that was sent or pressed.
    pub(crate) at: At,
    /// The topic of that message, in a forum.
    pub(crate) topic: Option<TopicId>,
    pub(crate) is_forum: bool,
    /// Time at which the message was sent, in Unix seconds; 0 for a press.
    pub(crate) sent_at: i64,
    /// Id of the press; `None` for a message.
    press: Option<Box<str>>,
    language: OnceCell<Language>,
    /// `None` once the update need not be delivered again. Locked only briefly.
    acknowledgement: Mutex<Option<Acknowledgement>>,
}

impl Context {
    /// Creates the context of a message.
    pub(crate) fn new(
        services: &Arc<Services>,
        said: UserMessage,
        acknowledgement: Option<Acknowledgement>,
    ) -> Context {
        let UserMessage { from, at, topic, is_forum, sent_at } = said;
        let (services, language) = (Arc::clone(services), OnceCell::new());
        let (press, acknowledgement) = (None, Mutex::new(acknowledgement));
        Context { services, from, at, topic, is_forum, sent_at, press, language, acknowledgement }
    }

    /// Returns whether the event is a press and not a message.
    pub(crate) fn is_of_press(&self) -> bool {
        self.press.is_some()
    }

    /// Id derived from the event: equal for a second delivery of the event, different for any other event.
    pub(crate) fn request_id(&self, kind: &str) -> SessionId {
        match &self.press {
            Some(press) => self.session_id(&(kind, press)),
            // Message numbers may start over; together with the date they are unique.
            None => self.session_id(&(kind, self.at.chat, self.at.message, self.sent_at)),
        }
    }

    /// Menus in the language of the chat.
    pub(crate) async fn menu(&self) -> Menu<'_> {
        Menu { localizer: self.services.localizer(self.page_language().await) }
    }

    /// Language of a message that everyone in the chat can read: the one chosen for the group, else that of
    /// the person.
    pub(crate) async fn page_language(&self) -> Language {
        // The default is good enough while the store is unavailable.
        let settings = self.services.play.group_settings(self.at.chat).await.unwrap_or_default();
        match settings.language {
            Some(language) => language,
            None => self.language().await,
        }
    }

    /// The person whose rate limit answers count towards.
    pub(crate) fn asker(&self) -> Asker {
        Asker::Person(self.from.user)
    }

    /// Acknowledges a message and replies to it.
    pub(crate) async fn reply(&mut self, view: &View) -> Result<MessageId, CallError> {
        self.acknowledge().await;
        self.services.messenger.reply((self.at, self.topic), self.asker(), view).await
    }

    /// Like [`Context::reply`], but logs a failure, unless the chat is closed to the bot.
    pub(crate) async fn reply_page(&mut self, view: View) {
        if let Err(error) = self.reply(&view).await {
            report_unsent(self.at.chat, &error);
        }
    }

    /// Replies with a page of which a part is collapsed; like [`Context::reply_page`].
    pub(crate) async fn reply_folded(&mut self, Page { view, folded_from }: Page) {
        let Some(start) = folded_from else { return self.reply_page(view).await };
        self.acknowledge().await;
        let block = (&view, Block::FoldedFrom(start));
        let messenger = &self.services.messenger;
        if let Err(error) =
            messenger.reply_in_block((self.at, self.topic), self.asker(), block).await
        {
            report_unsent(self.at.chat, &error);
        }
    }

    /// Replies with a phrase; like [`Context::reply_page`].
    pub(crate) async fn tell(&mut self, phrase: Phrase<'_>) {
        self.acknowledge().await;
        let view = pages::note(self.services.localizer(self.page_language().await), phrase);
        self.reply_page(view).await;
    }

    /// Replaces the pressed message with a page.
    pub(crate) fn replace(&self, view: View) {
        let edit = Edit::page(view, self.from.user, Priority::Reply);
        self.services.messenger.edits.show(self.at.into(), edit);
    }

    /// Reserves room to go on in the background, with the limits of messages rather than presses: the work
    /// may wait for Telegram's rate limits, which a press never does. Denied if the person has too many
    /// messages in flight, or waits for too many answers in this group.
    pub(crate) fn background_permit(&self) -> Result<BackgroundPermit, Box<Denial>> {
        let answer = self.enter(AdmissionKind::Answer).ok_or(Denial::TOO_FAST)?;
        let permit = self.background_permit_for_board().ok_or(Denial::TOO_FAST)?;
        Ok(BackgroundPermit { answer: Some(answer), ..permit })
    }

    /// Like [`Context::background_permit`], for the board of a new game: does not count the answers its
    /// person waits for.
    pub(crate) fn background_permit_for_board(&self) -> Option<BackgroundPermit> {
        let (words, services) = (self.enter(AdmissionKind::Message)?, Arc::clone(&self.services));
        let queued = services.limits.admission.queue()?;
        Some(BackgroundPermit { services, user: self.from.user, words, answer: None, queued })
    }

    fn enter(&self, kind: AdmissionKind) -> Option<QuotaGuard> {
        let (user, surface) = (self.from.user, Surface::Chat(self.at.chat));
        self.services.limits.admission.enter(user, Some(surface), kind)
    }
}

impl<At> Context<At> {
    /// Marks everything that must last as durable: the update need not be delivered again.
    /// Waits until a message may be answered.
    pub(crate) async fn acknowledge(&self) {
        if let Some(acknowledgement) = self.take_acknowledgement() {
            acknowledgement.decide().await;
        }
    }

    /// Like [`Context::acknowledge`], and keeps other processes from sending a board that this message is about to send.
    pub(crate) async fn acknowledge_claiming(&self, chat: ChatId, id: SessionId) {
        tokio::select! {
            biased;
            () = self.acknowledge() => {}
            never = self.services.play.hold_claim(chat, id) => match never {},
        }
    }

    /// Says that the update need not be delivered again, although it is not decided: what follows may take long.
    pub(crate) fn release(&self) {
        let mut acknowledgement =
            self.acknowledgement.lock().unwrap_or_else(PoisonError::into_inner);
        acknowledgement.iter_mut().for_each(Acknowledgement::release);
    }

    /// Waits until the message may be answered, before it is decided.
    pub(crate) async fn release_until_answered(&self) {
        self.release();
        let turn = {
            let mut acknowledgement =
                self.acknowledgement.lock().unwrap_or_else(PoisonError::into_inner);
            acknowledgement.as_mut().and_then(Acknowledgement::take_answer_turn)
        };
        if let Some(turn) = turn {
            turn.wait().await;
        }
    }

    /// Returns whether the message is undecided and answered after an earlier one, or once there is room.
    pub(crate) fn is_answered_later(&self) -> bool {
        let acknowledgement = self.acknowledgement.lock().unwrap_or_else(PoisonError::into_inner);
        acknowledgement.as_ref().is_some_and(Acknowledgement::is_answered_later)
    }

    fn take_acknowledgement(&self) -> Option<Acknowledgement> {
        self.acknowledgement.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Session id derived from an origin; equal origins give equal ids.
    pub(crate) fn session_id(&self, origin: &impl Hash) -> SessionId {
        self.services.ids.session_id(origin)
    }

    /// Session id of a retry of this person; see [`crate::ids::DerivedIds::retry_id`].
    pub(crate) fn retry_id(
        &self,
        origin: &impl Hash,
        before: &[MoveCode],
        mistake: MoveCode,
    ) -> SessionId {
        self.services.ids.retry_id(origin, self.from.user, before, mistake)
    }

    /// Language of an answer that only this person reads. It is looked up once.
    pub(crate) async fn language(&self) -> Language {
        *self.language.get_or_init(|| self.services.people.language_of(&self.from)).await
    }
}

/// Room for background work.
pub(crate) struct BackgroundPermit {
    services: Arc<Services>,
    user: UserId,
    words: QuotaGuard,
    answer: Option<QuotaGuard>,
    queued: Queued,
}

impl BackgroundPermit {
    /// Runs the work and frees the room when it ends.
    pub(crate) fn spawn(self, work: impl Future<Output = ()> + Send + 'static) {
        let BackgroundPermit { services, user, words, answer, queued } = self;
        let admission = Arc::clone(&services.limits.admission);
        // Boxed, because a task would otherwise store the future twice.
        let work = Box::pin(work);
        services.spawn(async move {
            let room = admission.message(user).await;
            drop(queued);
            work.await;
            drop((room, words, answer));
        });
    }
}

/// A press that has yet to be answered. Answering uses it up.
pub(crate) struct PressContext<At = ChatMessage> {
    pub(crate) context: Context<At>,
    callback: Callback,
    /// True if Telegram says what the message shows.
    pub(crate) is_accessible: bool,
    /// Data of all buttons the message has now, as far as is known.
    buttons: Vec<String>,
    /// Text of the message.
    text: Option<String>,
}

/// Proof that a press has been answered and counted, which happens once for each press.
#[must_use]
pub(crate) struct Answered(());

impl<At: Copy + Into<Place>> PressContext<At> {
    /// Creates the context of a press at this message.
    pub(crate) fn new(
        services: &Arc<Services>,
        press: ButtonPress,
        at: At,
        acknowledgement: Option<Acknowledgement>,
    ) -> PressContext<At> {
        let is_accessible = press.is_accessible;
        let ButtonPress { callback, from, topic, is_forum, data, buttons, text, .. } = press;
        let buttons = match at.into() {
            Place::Chat(_) => buttons,
            // Telegram does not say what an inline message shows. The store knows its board, and no other
            // board is reached from there.
            Place::Inline(_) => data.into_iter().collect(),
        };
        let (services, language) = (Arc::clone(services), OnceCell::new());
        let (sent_at, press) = (0, Some(callback.id.as_str().into()));
        let acknowledgement = Mutex::new(acknowledgement);
        let context = Context {
            services,
            from,
            at,
            topic,
            is_forum,
            sent_at,
            press,
            language,
            acknowledgement,
        };
        PressContext { context, callback, is_accessible, buttons, text }
    }

    /// Time at which the press was dispatched.
    pub(crate) fn arrived(&self) -> Instant {
        self.callback.arrived
    }

    /// The message that shows the board of a session, and its revision. The data of a press is no proof: a
    /// user can press a button of their own board on another player's message.
    pub(crate) fn seen_at(&self, id: SessionId) -> SeenAt {
        let revision = revision_in(&self.buttons, id)?;
        Some((self.context.at.into(), revision))
    }

    /// Counts the outcome of the press and answers it. A denial is logged if the store has failed, and its
    /// board is shown.
    pub(crate) async fn respond(self, handled: Handled) -> Answered {
        let (label, toast, work) = match handled {
            Ok(Answer { label, toast, work }) => (label, toast, work),
            Err(denial) => {
                let Denial { label, phrase, error, board, .. } = *denial;
                if let Some(error) = error {
                    let surface = self.context.at.into().surface();
                    log::error!("{surface}: a press failed: {error}");
                }
                (label, Some(phrase), board.map(|board| self.show(*board)))
            }
        };
        let PressContext { context, callback, .. } = self;
        let (services, acknowledgement) =
            (Arc::clone(&context.services), context.take_acknowledgement());
        let language = pin!(context.language());
        let answer = answer(&services, &callback, acknowledgement, label, toast, language);
        let (answered, _) = futures::join!(answer, OptionFuture::from(work));
        answered
    }

    /// Shows the current board, which the pressed message may not show.
    fn show(&self, board: Board) -> BoxFuture<'static, ()> {
        let services = Arc::clone(&self.context.services);
        let (seen_at, arrived) = (self.seen_at(board.session.id()), self.arrived());
        async move { services.boards.show_after_press(board, seen_at, arrived).await }.boxed()
    }
}

impl PressContext {
    /// Returns whether the message has this button, as far as is known.
    pub(crate) fn offers(&self, tap: Tap) -> bool {
        self.buttons.contains(&tap::encode(tap))
    }

    /// Replaces the pressed message with another page.
    pub(crate) fn turn_page(&self, view: View) -> Handled {
        self.context.replace(view);
        Ok(labels::Press::Looked.into())
    }

    /// Returns whether the message already shows this view, judging by its text and buttons.
    pub(crate) fn shows(&self, view: &View) -> bool {
        let data = view.keyboard.iter().flatten().map(|button| tap::encode(button.tap));
        self.text.as_ref() == Some(&view.text) && data.eq(self.buttons.iter().cloned())
    }

    /// The challenge that a button of the message sends, if it has such a button.
    pub(crate) fn challenge(&self) -> Option<ShareToken> {
        self.buttons.iter().find_map(|data| match tap::decode(data) {
            Ok(Tap::Challenge(token)) => Some(token),
            Ok(_) | Err(_) => None,
        })
    }

    /// Unique id of this press.
    pub(crate) fn id(&self) -> &str {
        &self.callback.id
    }

    /// Returns whether the message is a text rather than a picture, if Telegram says what it shows.
    pub(crate) fn is_text(&self) -> bool {
        self.text.is_some()
    }

    /// Takes the text of the pressed message.
    pub(crate) fn take_text(&mut self) -> Option<String> {
        self.text.take()
    }

    /// Answers in this language from now on.
    pub(crate) fn speak(&mut self, language: Language) {
        self.context.language = OnceCell::from(language);
    }

    /// Context for work during and after the answer. The press keeps its acknowledgement.
    pub(crate) fn context_after(&self) -> Context {
        let context = &self.context;
        Context {
            services: Arc::clone(&context.services),
            from: context.from.clone(),
            press: context.press.clone(),
            language: context.language.clone(),
            acknowledgement: Mutex::new(None),
            ..*context
        }
    }
}

/// Refuses a press without a full context.
pub(crate) async fn dismiss(
    services: &Services,
    press: ButtonPress,
    acknowledgement: Option<Acknowledgement>,
    Denial { label, phrase, .. }: Denial,
) -> Answered {
    let language = services.people.language_of(&press.from);
    answer(services, &press.callback, acknowledgement, label, Some(phrase), language).await
}

async fn answer(
    services: &Services,
    callback: &Callback,
    acknowledgement: Option<Acknowledgement>,
    result: labels::Press,
    toast: Toast,
    language: impl Future<Output = Language>,
) -> Answered {
    services.note_press(result);
    // A delivery that cannot take the answer is acknowledged here.
    let acknowledgement = acknowledgement.filter(Acknowledgement::takes_calls);
    let text = match toast {
        Some(phrase) => Some(services.localizer(language.await).say(phrase)),
        None => None,
    };
    services.messenger.answer(callback, text, acknowledgement).await;
    Answered(())
}

/// The revision in the buttons below a board of this session.
pub(crate) fn revision_in(buttons: &[String], id: SessionId) -> Option<Revision> {
    buttons.iter().find_map(|data| match tap::decode(data) {
        // A posted board shows a game that had not begun.
        Ok(Tap::Posted(_)) => Some(Revision::NONE),
        Ok(tap) => tap.shown_board().filter(|(shown, _)| *shown == id).map(|(_, seen)| seen),
        Err(_) => None,
    })
}
