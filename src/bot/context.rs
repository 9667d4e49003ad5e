//! What a handler gets: one context for one event.
//!
//! A [`Context`] says who asks for something and where, knows in which language they are answered, and
//! keeps the acknowledgement of the event until everything that must last is durable. A press has a
//! [`PressContext`] around it, and every handler of presses ends with its one [`Answered`].

use std::future::Future;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Instant;

use tokio::sync::OnceCell;

use crate::bot::boards::SeenAt;
use crate::bot::services::Services;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::menus::Menu;
use crate::render::tap::{self, Tap};
use crate::render::{View, pages};
use crate::session::board::{ChatMessage, MessageId, Place, Surface, TopicId};
use crate::session::{Revision, SessionId};
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::admission::{AdmissionKind, Pass};
use crate::telegram::api::CallError;
use crate::telegram::event::{ButtonPress, Callback, Said, Sender};
use crate::telegram::frame::Frame;
use crate::telegram::messenger::report_unsent;
use crate::telegram::rate_limit::Class;

/// What a presser is told. Nothing if they see that what they wanted is done.
pub(crate) type Toast = Option<Phrase<'static>>;

/// See the module.
pub(crate) struct Context<At = ChatMessage> {
    pub(crate) services: Arc<Services>,
    pub(crate) from: Sender,
    /// The message that was sent, or that was pressed.
    pub(crate) at: At,
    /// The topic of that message, in a forum.
    pub(crate) topic: Option<TopicId>,
    pub(crate) is_forum: bool,
    /// When the message was sent, in Unix seconds; 0 for a press.
    pub(crate) sent_at: i64,
    /// The press that asks for something; `None` if it was said.
    press: Option<Box<str>>,
    language: OnceCell<Language>,
    /// `None` once a second delivery is not needed any more.
    acknowledgement: Option<Acknowledgement>,
}

impl Context {
    /// For something said.
    pub(crate) fn new(
        services: &Arc<Services>,
        said: Said,
        acknowledgement: Option<Acknowledgement>,
    ) -> Context {
        let Said { from, at, topic, is_forum, sent_at } = said;
        let (services, language) = (Arc::clone(services), OnceCell::new());
        let press = None;
        Context { services, from, at, topic, is_forum, sent_at, press, language, acknowledgement }
    }

    /// Whether a button was pressed, and nothing said.
    pub(crate) fn is_of_press(&self) -> bool {
        self.press.is_some()
    }

    /// The id of what is asked for here: the same when it is delivered twice, and another one for whatever
    /// else is said or pressed.
    pub(crate) fn id_of_wish(&self, kind: &str) -> SessionId {
        match &self.press {
            Some(press) => self.session_id(&(kind, press)),
            // Message numbers may begin anew, with the date they do not.
            None => self.session_id(&(kind, self.at.chat, self.at.message, self.sent_at)),
        }
    }

    /// The menus in the language of the chat.
    pub(crate) async fn menu(&self) -> Menu<'_> {
        Menu { locales: &self.services.locales, language: self.page_language().await }
    }

    /// The language of a message that everybody in the chat can read: the one that was chosen for a group,
    /// else that of the person.
    pub(crate) async fn page_language(&self) -> Language {
        // Nothing depends on it while the store is away.
        let settings = self.services.play.group_settings(self.at.chat).await.unwrap_or_default();
        match settings.language {
            Some(language) => language,
            None => self.language().await,
        }
    }

    /// Acknowledges a message and answers it with another one.
    pub(crate) async fn reply(&mut self, view: &View) -> Result<MessageId, CallError> {
        self.acknowledge();
        self.services.messenger.reply(self.at, view).await
    }

    /// The same with a page. That it cannot be sent is logged, unless the chat is closed to the bot.
    pub(crate) async fn reply_page(&mut self, view: View) {
        if let Err(error) = self.reply(&view).await {
            report_unsent(self.at.chat, &error);
        }
    }

    /// The same with a phrase.
    pub(crate) async fn tell(&mut self, phrase: Phrase<'_>) {
        self.acknowledge();
        let view = pages::note(&self.services.locales, self.page_language().await, phrase);
        self.reply_page(view).await;
    }

    /// Shows a page in the place of the message that was pressed.
    pub(crate) fn replace(&self, view: View) {
        let frame = Frame::page(view, self.from.user, Class::Reply);
        self.services.messenger.show(self.at.into(), frame);
    }

    /// Room to go on with something as with words and no longer as with a press: it may have to wait
    /// for Telegram's limits, and presses never do. `None` if its person has too much to say already.
    pub(crate) fn aside(&self) -> Option<Aside> {
        let (user, surface) = (self.from.user, Surface::Chat(self.at.chat));
        let admission = &self.services.limits.admission;
        let pass = admission.enter(user, Some(surface), AdmissionKind::Words)?;
        Some(Aside { services: Arc::clone(&self.services), pass })
    }
}

impl<At> Context<At> {
    /// Says that everything that must last is durable: a second delivery is not needed any more.
    pub(crate) fn acknowledge(&mut self) {
        self.acknowledgement = None;
    }

    /// The id of the session that something here asks for: the same for the same.
    pub(crate) fn session_id(&self, origin: &impl Hash) -> SessionId {
        self.services.keyed.session_id(origin)
    }

    /// The language to answer a person in, which only they read. It is looked up once.
    pub(crate) async fn language(&self) -> Language {
        *self.language.get_or_init(|| self.services.people.language_of(&self.from)).await
    }
}

/// Room for something that goes on beside the events.
pub(crate) struct Aside {
    services: Arc<Services>,
    pass: Pass,
}

impl Aside {
    /// Goes on with it, and gives the room back at its end.
    pub(crate) fn go_on(self, work: impl Future<Output = ()> + Send + 'static) {
        let Aside { services, pass } = self;
        // In a box, because a task would hold it twice: as it comes, and as it is awaited.
        let work = Box::pin(work);
        services.spawn(async move {
            work.await;
            drop(pass);
        });
    }
}

/// A press that has yet to be answered. Answering uses it up.
pub(crate) struct PressContext<At = ChatMessage> {
    pub(crate) context: Context<At>,
    callback: Callback,
    /// The data of all buttons the message has now, as far as is known.
    buttons: Vec<String>,
    /// The text of the message.
    text: Option<String>,
}

/// Says that a press has been answered and counted, which happens once for each.
#[must_use]
pub(crate) struct Answered(());

impl<At: Copy + Into<Place>> PressContext<At> {
    /// For a press of a button of this message.
    pub(crate) fn new(
        services: &Arc<Services>,
        press: ButtonPress,
        at: At,
        acknowledgement: Option<Acknowledgement>,
    ) -> PressContext<At> {
        let ButtonPress { callback, from, topic, is_forum, data, buttons, text, .. } = press;
        let buttons = match at.into() {
            Place::Chat(_) => buttons,
            // Nobody tells what it shows. The store knows which board, and no other is found from there.
            Place::Inline(_) => data.into_iter().collect(),
        };
        let (services, language) = (Arc::clone(services), OnceCell::new());
        let (sent_at, press) = (0, Some(callback.id.as_str().into()));
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
        PressContext { context, callback, buttons, text }
    }

    /// When the press was handed out to be worked on.
    pub(crate) fn arrived(&self) -> Instant {
        self.callback.arrived
    }

    /// Where the board of a session was seen, and at which revision. The data of a press does not
    /// tell: anybody can press a button of their own board on somebody else's message.
    pub(crate) fn seen_at(&self, id: SessionId) -> SeenAt {
        let revision = self.buttons.iter().find_map(|data| revision_in(data, id))?;
        Some((self.context.at.into(), revision))
    }

    /// Counts what has become of the press and answers it.
    pub(crate) async fn answer(self, result: labels::Press, toast: Toast) -> Answered {
        let PressContext { mut context, callback, .. } = self;
        let (services, acknowledgement) =
            (Arc::clone(&context.services), context.acknowledgement.take());
        answer(&services, &callback, acknowledgement, result, toast, context.language()).await
    }
}

impl PressContext {
    /// Whether the message has a button for that, as far as is known.
    pub(crate) fn offers(&self, tap: Tap) -> bool {
        self.buttons.contains(&tap::encode(tap))
    }

    /// Whether the message shows that already, as far as its text and what its buttons do tell.
    pub(crate) fn shows(&self, view: &View) -> bool {
        let data = view.keyboard.iter().flatten().map(|button| tap::encode(button.tap));
        self.text.as_ref() == Some(&view.text) && data.eq(self.buttons.iter().cloned())
    }

    /// What tells this press from all others.
    pub(crate) fn id(&self) -> &str {
        &self.callback.id
    }

    /// The text of the message that was pressed.
    pub(crate) fn take_text(&mut self) -> Option<String> {
        self.text.take()
    }

    /// Answers in this language, whatever was chosen before.
    pub(crate) fn speak(&mut self, language: Language) {
        self.context.language = OnceCell::from(language);
    }

    /// The context for what goes on beside the answer and after it. The press keeps its
    /// acknowledgement.
    pub(crate) fn context_after(&self) -> Context {
        let context = &self.context;
        Context {
            services: Arc::clone(&context.services),
            from: context.from.clone(),
            press: context.press.clone(),
            language: context.language.clone(),
            acknowledgement: None,
            ..*context
        }
    }
}

/// Answers a press about which nothing more need be known.
pub(crate) async fn dismiss(
    services: &Services,
    press: ButtonPress,
    acknowledgement: Option<Acknowledgement>,
    result: labels::Press,
    phrase: Phrase<'static>,
) -> Answered {
    let language = services.people.language_of(&press.from);
    answer(services, &press.callback, acknowledgement, result, Some(phrase), language).await
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
    // Whoever does not wait for the answer learns now that the press is decided.
    let acknowledgement = acknowledgement.filter(Acknowledgement::takes_calls);
    let text = match toast {
        Some(phrase) => Some(services.locales.say(language.await, phrase)),
        None => None,
    };
    services.messenger.answer(callback, text, acknowledgement).await;
    Answered(())
}

/// The revision in a button of the board of this session.
fn revision_in(data: &str, id: SessionId) -> Option<Revision> {
    match tap::decode(data) {
        Ok(
            Tap::Act { id: shown, seen, .. }
            | Tap::Again { id: shown, seen, .. }
            | Tap::Focus { id: shown, seen, .. },
        ) if shown == id => Some(seen),
        _ => None,
    }
}
