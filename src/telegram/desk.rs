//! The desk at which updates are worked on: what every handler needs, and the few things they all
//! do, such as finding somebody's language or sending a message.

use std::sync::Arc;
use std::time::Duration;

use dashmap::DashSet;
use teloxide::Bot;
use teloxide::payloads::{
    AnswerCallbackQuery, AnswerCallbackQuerySetters, SendMessage, SendMessageSetters,
};
use teloxide::types::{self, CallbackQueryId, LinkPreviewOptions, ReplyParameters};
use tokio_util::task::TaskTracker;

use crate::games::side::Side;
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::referee::Referee;
use crate::session::board::{Board, ChatId, MessageId, Place};
use crate::session::{Revision, SessionId, UserId};
use crate::store::{Person, StoreError};
use crate::telegram::Admitted;
use crate::telegram::api::CallError;
use crate::telegram::calls::{self, Patience, Verdict};
use crate::telegram::gate::Gate;
use crate::telegram::intake::Sender;
use crate::telegram::lines::Lines;
use crate::telegram::markup;
use crate::telegram::names::presentable;
use crate::telegram::screen::{Frame, Screen};
use crate::view::{self, Audience, View};

/// For messages. What is not sent by then is left to the sweep if it is a board.
const SEND_PATIENCE: Patience = Patience { tries_max: 5, pause_max: Duration::from_secs(60) };

/// For answers to presses, which Telegram takes for some seconds only.
const ANSWER_PATIENCE: Patience = Patience { tries_max: 3, pause_max: Duration::from_secs(3) };

/// See the module.
pub struct Desk {
    pub bot: Bot,
    /// The bot's user name, to tell its commands from others' in a group.
    pub username: String,
    pub referee: Arc<Referee>,
    pub locales: Locales,
    pub screen: Arc<Screen>,
    pub gate: Arc<Gate>,
    pub lines: Arc<Lines<Admitted>>,
    pub tasks: TaskTracker,
    /// Who is being set up a game of which side by a button right now, by chat.
    pub starting: DashSet<(ChatId, UserId, Side)>,
    /// The boards that are on their way to their chat, which nobody else must send.
    pub sending: DashSet<SessionId>,
}

impl Desk {
    pub fn new(bot: Bot, username: String, referee: Arc<Referee>) -> Desk {
        let tasks = TaskTracker::new();
        let screen = Screen::new(bot.clone(), Arc::clone(&referee), tasks.clone());
        Desk {
            bot,
            username,
            referee,
            locales: Locales::load(),
            screen: Arc::new(screen),
            gate: Arc::new(Gate::new()),
            lines: Lines::new(),
            tasks,
            starting: DashSet::new(),
            sending: DashSet::new(),
        }
    }

    /// The language to speak to a person: the one they chose, else that of their Telegram, else
    /// the one they were spoken to before.
    pub async fn language_of(&self, sender: &Sender) -> Language {
        language_for(sender, self.person(sender.user).await.as_ref())
    }

    /// Remembers how to speak to a person and, for boards in groups, of them.
    pub async fn remember(&self, sender: &Sender, chat: ChatId) -> Result<(), StoreError> {
        let known = self.referee.person(sender.user).await?;
        let language = language_for(sender, known.as_ref());
        let has_chosen = known.as_ref().is_some_and(|person| person.has_chosen);
        // Whoever writes in private has not blocked the bot.
        let was_reachable = known.as_ref().is_some_and(|person| person.is_reachable);
        let is_reachable = chat.is_private() || was_reachable;
        let name = if chat.is_private() {
            known.map(|person| person.name).unwrap_or_default()
        } else {
            presentable(&sender.first_name)
        };
        let person = Person { language, has_chosen, name, is_reachable };
        self.referee.remember(sender.user, person).await
    }

    /// The language in which a board is shown.
    pub async fn language_of_owner(&self, board: &Board) -> Language {
        self.person(board.owner).await.map_or(Language::English, |owner| owner.language)
    }

    /// The board as its owner is to see it.
    pub async fn frame(&self, board: &Board) -> Result<Frame, StoreError> {
        let owner = self.referee.person(board.owner).await?;
        let language = owner.as_ref().map_or(Language::English, |owner| owner.language);
        let owner_name = owner.as_ref().map_or("", |owner| &owner.name);
        let audience =
            if board.chat.is_private() { Audience::Owner } else { Audience::Group { owner_name } };
        let view = view::of(&board.session, audience, &self.locales, language);
        Ok(Frame { view, board: Some((board.session.id(), board.session.revision())) })
    }

    /// Brings the message of a board to where its session is, if it has one and lags behind.
    pub async fn redraw(&self, board: &Board) {
        if board.is_behind() {
            self.draw(board).await;
        }
    }

    /// Brings the message of a board to its session, whatever it is known to show. While the store
    /// is away it is left to the sweep, because nobody knows the language of the board.
    pub async fn draw(&self, board: &Board) {
        let Some(place) = board.place() else { return };
        match self.frame(board).await {
            Ok(frame) => self.screen.show(place, frame),
            Err(error) => {
                let (ChatId(chat), SessionId(id)) = (board.chat, board.session.id());
                log::warn!("chat {chat}, session {id:x}: the board is not drawn: {error}");
            }
        }
    }

    /// Sends a message. In a group it can refer to the message it answers.
    pub async fn send(
        &self,
        chat: ChatId,
        view: &View,
        reply_to: Option<MessageId>,
    ) -> Result<MessageId, CallError> {
        let mut payload = SendMessage::new(types::ChatId(chat.0), &view.text)
            .link_preview_options(no_link_preview());
        if !view.keyboard.is_empty() {
            payload = payload.reply_markup(markup::keyboard(view));
        }
        if let Some(MessageId(message)) = reply_to {
            let reply = ReplyParameters::new(types::MessageId(message));
            payload = payload.reply_parameters(reply.allow_sending_without_reply());
        }
        let message = calls::patiently(&self.bot, &payload, SEND_PATIENCE).await?;
        let message = MessageId(message.id.0);
        self.screen.note_sent(Place { chat, message }, view);
        Ok(message)
    }

    /// Answers a message with one phrase. That it cannot be sent is logged, unless the chat is
    /// closed to the bot.
    pub async fn tell(&self, at: Place, language: Language, phrase: Phrase<'_>) {
        let view = view::pages::note(&self.locales, language, phrase);
        if let Err(error) = self.send(at.chat, &view, reply_in_group(at)).await {
            report_unsent(at.chat, &error);
        }
    }

    /// Notes that a board is shown by a message, which shows that revision. A place that is not
    /// noted is found again by the next press.
    pub async fn place(&self, board: &Board, message: MessageId, shown: Revision) {
        let id = board.session.id();
        let place = Place { chat: board.chat, message };
        if let Err(error) = self.referee.place(id, place, shown).await {
            log::warn!(
                "chat {}, session {:x}: the place is not noted: {error}",
                board.chat.0,
                id.0
            );
        }
    }

    /// Notes that a board that was never sent will not be: its chat is closed to the bot.
    pub async fn abandon(&self, board: &Board) {
        let id = board.session.id();
        if let Err(error) = self.referee.abandon(board).await {
            log::warn!("chat {}, session {:x}: its end is not noted: {error}", board.chat.0, id.0);
        }
    }

    /// Answers a press, with a toast if there is something to say. An answer that is too late
    /// harms nobody.
    pub async fn answer(&self, callback: &str, toast: Option<(Language, Phrase<'_>)>) {
        let text = toast.map(|(language, phrase)| self.locales.say(language, phrase));
        let mut payload = AnswerCallbackQuery::new(CallbackQueryId(callback.to_owned()));
        if let Some(text) = text {
            payload = payload.text(text);
        }
        let answered = calls::patiently(&self.bot, &payload, ANSWER_PATIENCE).await;
        if let Err(error) = answered {
            log::debug!("a press is not answered: {error}");
        }
    }

    /// What is remembered of a person; nothing while the store is away, because no answer depends
    /// on it.
    async fn person(&self, user: UserId) -> Option<Person> {
        match self.referee.person(user).await {
            Ok(person) => person,
            Err(error) => {
                log::warn!("person {} is not found: {error}", user.0);
                None
            }
        }
    }
}

fn language_for(sender: &Sender, known: Option<&Person>) -> Language {
    let telegram = sender.language_code.as_deref().and_then(Language::from_code);
    match known {
        Some(person) if person.has_chosen => person.language,
        person => telegram.or(person.map(|person| person.language)).unwrap_or(Language::English),
    }
}

/// In a group an answer refers to what it answers; with one person that is plain.
pub fn reply_in_group(at: Place) -> Option<MessageId> {
    (!at.chat.is_private()).then_some(at.message)
}

/// Logs a message that could not be sent. A closed chat is an ordinary event.
pub fn report_unsent(chat: ChatId, error: &CallError) {
    match error.verdict() {
        Verdict::Gone => log::info!("chat {} is closed to the bot", chat.0),
        _ => log::warn!("chat {} is not told: {error}", chat.0),
    }
}

/// A name on a board may look like a link, and help may name one; neither needs a picture.
pub fn no_link_preview() -> LinkPreviewOptions {
    LinkPreviewOptions {
        is_disabled: true,
        url: None,
        prefer_small_media: false,
        prefer_large_media: false,
        show_above_text: false,
    }
}
