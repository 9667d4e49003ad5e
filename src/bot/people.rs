//! How people are spoken to, and what is remembered of them.

use std::sync::Arc;

use zerosum_picture::theme::Theme;

use crate::bot::names::presentable;
use crate::locales::Language;
use crate::play::Play;
use crate::session::UserId;
use crate::session::board::{ChatId, Surface};
use crate::session::choice::Choice;
use crate::store::{Person, StoreError};
use crate::telegram::event::Sender;

/// See the module.
pub(crate) struct KnownPeople {
    play: Arc<Play>,
}

impl KnownPeople {
    pub(crate) fn new(play: Arc<Play>) -> KnownPeople {
        KnownPeople { play }
    }

    /// The language to speak to a person: the one they chose, else that of their Telegram, else
    /// the one they were spoken to before.
    pub(crate) async fn language_of(&self, sender: &Sender) -> Language {
        language_for(sender, self.person(sender.user).await.as_ref())
    }

    /// How bright a person wants pictures of their boards.
    pub(crate) async fn theme_of(&self, user: UserId) -> Theme {
        self.person(user).await.map(|person| person.theme).unwrap_or_default()
    }

    /// Remembers how to speak to a person and, for boards in groups, of them; and what they play,
    /// if they have just chosen that.
    pub(crate) async fn remember(
        &self,
        sender: &Sender,
        surface: impl Into<Surface>,
        choice: Option<Choice>,
    ) -> Result<(), StoreError> {
        let surface = surface.into();
        let change = |known: Option<&Person>| {
            let person = met_again(sender, surface, known);
            let is_named = !surface.is_private();
            let name = if is_named { presentable(&sender.first_name) } else { person.name };
            let person = Person { name, ..person };
            Some(match choice {
                Some(choice) => {
                    Person { choice, habits: person.habits.with_choice(choice), ..person }
                }
                None => person,
            })
        };
        self.play.remember(sender.user, change).await
    }

    /// Remembers the language a person has chosen in this chat.
    pub(crate) async fn speak_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        language: Language,
    ) -> Result<(), StoreError> {
        let change = |known: Option<&Person>| {
            let person = met_again(sender, chat.into(), known);
            Some(Person { language, has_chosen: true, ..person })
        };
        self.play.remember(sender.user, change).await
    }

    /// Remembers how bright a person wants pictures of their boards, as chosen in this chat.
    pub(crate) async fn paint_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        theme: Theme,
    ) -> Result<(), StoreError> {
        let change = |known: Option<&Person>| {
            Some(Person { theme, ..met_again(sender, chat.into(), known) })
        };
        self.play.remember(sender.user, change).await
    }

    /// What is remembered of a person; nothing while the store is away, because no answer depends
    /// on it.
    async fn person(&self, user: UserId) -> Option<Person> {
        match self.play.person(user).await {
            Ok(person) => person,
            Err(error) => {
                log::warn!("person {} is not found: {error}", user.0);
                None
            }
        }
    }
}

/// A person as they are known, or as they begin, after they have been met there.
fn met_again(sender: &Sender, surface: Surface, known: Option<&Person>) -> Person {
    Person {
        language: language_for(sender, known),
        has_chosen: known.is_some_and(|person| person.has_chosen),
        name: known.map(|person| person.name.clone()).unwrap_or_default(),
        // Whoever writes in private has not blocked the bot.
        is_reachable: surface.is_private() || known.is_some_and(|person| person.is_reachable),
        choice: known.map(|person| person.choice).unwrap_or_default(),
        theme: known.map(|person| person.theme).unwrap_or_default(),
        habits: known.map(|person| person.habits.clone()).unwrap_or_default(),
    }
}

fn language_for(sender: &Sender, known: Option<&Person>) -> Language {
    let telegram = sender.language_code.as_deref().and_then(Language::from_code);
    match known {
        Some(person) if person.has_chosen => person.language,
        person => telegram.or(person.map(|person| person.language)).unwrap_or(Language::English),
    }
}
