//! The desk at which updates are worked on: what every handler needs, and the few things they all
//! do, such as finding somebody's language or sending a message.

use std::sync::Arc;

use dashmap::DashSet;
use teloxide::Bot;
use teloxide::payloads::{AnswerCallbackQuerySetters, SendMessageSetters};
use teloxide::requests::Requester;
use teloxide::types::{CallbackQueryId, ReplyParameters};
use tokio_util::task::TaskTracker;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::referee::Referee;
use crate::session::board::{Board, ChatId, MessageId, Place};
use crate::session::{Revision, UserId};
use crate::store::{Person, StoreError};
use crate::telegram::calls::{self, CallError, Verdict};
use crate::telegram::gate::Gate;
use crate::telegram::intake::Sender;
use crate::telegram::markup;
use crate::telegram::screen::{Frame, Screen};
use crate::view::{self, Audience, View};

/// Tries of a message to a chat.
const SEND_TRIES_MAX: u32 = 5;

/// Tries of an answer to a press. Telegram takes no late answers, so there are few.
const ANSWER_TRIES_MAX: u32 = 3;

/// No name on a board is longer, in characters.
pub const NAME_CHARS_MAX: usize = 32;

/// See the module.
pub struct Desk {
    pub bot: Bot,
    /// The bot's user name, to tell its commands from others' in a group.
    pub username: String,
    pub referee: Arc<Referee>,
    pub locales: Locales,
    pub screen: Arc<Screen>,
    pub gate: Arc<Gate>,
    pub tasks: TaskTracker,
    /// Who is being set up a game by a button right now, by chat.
    pub starting: DashSet<(ChatId, UserId)>,
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
            tasks,
            starting: DashSet::new(),
        }
    }

    /// The language to speak to a person: the one they chose, else that of their Telegram, else
    /// the one they were spoken to before.
    pub async fn language_of(&self, sender: &Sender) -> Language {
        let person = self.person(sender.user).await;
        let telegram = sender.language_code.as_deref().and_then(Language::from_code);
        match person {
            Some(person) if person.has_chosen => person.language,
            person => {
                telegram.or(person.map(|person| person.language)).unwrap_or(Language::English)
            }
        }
    }

    /// Remembers how to speak to a person and, for boards in groups, of them.
    pub async fn remember(&self, sender: &Sender, chat: ChatId) -> Result<(), StoreError> {
        let language = self.language_of(sender).await;
        let known = self.referee.person(sender.user).await?;
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
    pub async fn frame(&self, board: &Board) -> Frame {
        let owner = self.person(board.owner).await;
        let language = owner.as_ref().map_or(Language::English, |owner| owner.language);
        let owner_name = owner.as_ref().map_or("", |owner| &owner.name);
        let audience =
            if board.chat.is_private() { Audience::Owner } else { Audience::Group { owner_name } };
        let view = view::of(&board.session, audience, &self.locales, language);
        Frame { view, board: Some((board.session.id(), board.session.revision())) }
    }

    /// Brings the message of a board to where its session is, if it has one and lags behind.
    pub async fn redraw(&self, board: &Board) {
        if let Some(place) = board.place()
            && board.is_behind()
        {
            self.screen.show(place, self.frame(board).await);
        }
    }

    /// Sends a message. In a group it can refer to the message it answers.
    pub async fn send(
        &self,
        chat: ChatId,
        view: &View,
        reply_to: Option<MessageId>,
    ) -> Result<MessageId, CallError> {
        let message = calls::patiently(SEND_TRIES_MAX, || {
            let mut request = self.bot.send_message(teloxide::types::ChatId(chat.0), &view.text);
            if !view.keyboard.is_empty() {
                request = request.reply_markup(markup::keyboard(view));
            }
            if let Some(MessageId(message)) = reply_to {
                let message = teloxide::types::MessageId(message);
                let reply = ReplyParameters::new(message).allow_sending_without_reply();
                request = request.reply_parameters(reply);
            }
            request
        })
        .await?;
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

    /// Answers a press, with a toast if there is something to say. An answer that is too late
    /// harms nobody.
    pub async fn answer(&self, callback: &str, toast: Option<(Language, Phrase<'_>)>) {
        let text = toast.map(|(language, phrase)| self.locales.say(language, phrase));
        let answered = calls::patiently(ANSWER_TRIES_MAX, || {
            let request = self.bot.answer_callback_query(CallbackQueryId(callback.to_owned()));
            match &text {
                Some(text) => request.text(text),
                None => request,
            }
        })
        .await;
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

/// A name as it can stand on a board: no control or direction characters, and not too long.
fn presentable(name: &str) -> String {
    let is_invisible = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    let visible: String = name.chars().filter(|c| !is_invisible(*c)).take(NAME_CHARS_MAX).collect();
    visible.trim().to_owned()
}
