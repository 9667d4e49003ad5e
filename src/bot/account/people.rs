//! Stores and looks up people's names, languages and settings.

use std::sync::Arc;

use zerosum_picture::theme::Theme;
use zerosum_render::Look;
use zerosum_render::locales::names::{BotNames, DisplayName};
use zerosum_search::course::{Course, Step};
use zerosum_session::UserId;
use zerosum_session::board::{ChatId, Surface};
use zerosum_session::choice::Choice;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;
use zerosum_session::people::habits::Habits;
use zerosum_session::people::marks::MarkPair;
use zerosum_session::people::puzzles::PuzzleTally;
use zerosum_store::{Person, StoreError};

use crate::bot::messages::open_chats::OpenChats;
use crate::play::Play;
use crate::telegram::incoming::event::Sender;

/// Reads and changes the stored data of people.
pub(crate) struct KnownPeople {
    play: Arc<Play>,
    bot: BotNames,
    open_chats: Arc<OpenChats>,
}

impl KnownPeople {
    pub(crate) fn new(play: Arc<Play>, bot: BotNames, open_chats: Arc<OpenChats>) -> KnownPeople {
        KnownPeople { play, bot, open_chats }
    }

    /// Name used in messages for a person with this first name at Telegram.
    pub(crate) fn name_of(&self, first_name: &str) -> DisplayName {
        self.bot.name_beside(first_name)
    }

    /// Language of a person: the one they chose, else that of their Telegram, else the one used for them
    /// before.
    pub(crate) async fn language_of(&self, sender: &Sender) -> Language {
        language_for(sender, self.person(sender.user).await.as_ref())
    }

    /// Language in which a person reads what they have not just asked for.
    pub(crate) async fn stored_language_of(&self, user: UserId) -> Language {
        let person = self.play.person(user).await.ok().flatten();
        person.map_or(Language::English, |person| person.language)
    }

    /// Theme a person wants for pictures of their boards.
    pub(crate) async fn theme_of(&self, user: UserId) -> Theme {
        self.person(user).await.map(|person| person.theme).unwrap_or_default()
    }

    /// Look that a person wants for their boards, in their private chat.
    pub(crate) async fn look_of(&self, user: UserId) -> Look {
        self.person(user).await.as_ref().map(look_of).unwrap_or_default()
    }

    /// Look of what this person is shown on a surface. Where others read it too, the marks are the usual ones.
    pub(crate) async fn look_on(&self, surface: impl Into<Surface>, user: UserId) -> Look {
        let is_private = surface.into().is_private();
        let look = self.look_of(user).await;
        if is_private { look } else { Look { marks: MarkPair::default(), ..look } }
    }

    /// Stores a person's language and, for boards in groups, their name; and their choice of a game, if
    /// they have just made one.
    pub(crate) async fn remember(
        &self,
        sender: &Sender,
        surface: impl Into<Surface>,
        choice: Option<Choice>,
    ) -> Result<(), StoreError> {
        let surface = surface.into();
        self.remember_as(sender, surface, choice, !surface.is_private()).await
    }

    /// Like [`KnownPeople::remember`], for a person who plays another one in private, where the board shows
    /// their name.
    pub(crate) async fn remember_by_name(
        &self,
        sender: &Sender,
        chat: ChatId,
    ) -> Result<(), StoreError> {
        self.remember_as(sender, chat.into(), None, true).await
    }

    /// Like [`KnownPeople::remember_by_name`], for a person who looks for an opponent with this clock.
    pub(crate) async fn remember_search(
        &self,
        sender: &Sender,
        chat: ChatId,
        time: TimeControl,
    ) -> Result<(), StoreError> {
        let change = |person: Person| {
            let name = self.name_of(&sender.first_name).as_str().to_owned();
            Person { name, habits: person.habits.with_clock(time), ..person }
        };
        self.change(sender, chat, change).await
    }

    async fn remember_as(
        &self,
        sender: &Sender,
        surface: Surface,
        choice: Option<Choice>,
        is_named: bool,
    ) -> Result<(), StoreError> {
        let change = |person: Person| {
            let name = match is_named {
                true => self.name_of(&sender.first_name).as_str().to_owned(),
                false => person.name,
            };
            let person = Person { name, ..person };
            match choice {
                Some(choice) => {
                    Person { choice, habits: person.habits.with_choice(choice), ..person }
                }
                None => person,
            }
        };
        self.change(sender, surface, change).await
    }

    /// Stores the language of a person whose action is to be kept, and nothing else.
    pub(crate) async fn keep(&self, sender: &Sender, chat: ChatId) -> Result<(), StoreError> {
        self.change(sender, chat, |person| person).await
    }

    /// Stores the language a person has chosen in this chat.
    pub(crate) async fn speak_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        language: Language,
    ) -> Result<(), StoreError> {
        let change = |person: Person| Person { language, has_chosen: true, ..person };
        self.change(sender, chat, change).await
    }

    /// Stores the theme a person has chosen in this chat.
    pub(crate) async fn paint_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        theme: Theme,
    ) -> Result<(), StoreError> {
        self.change(sender, chat, |person| Person { theme, ..person }).await
    }

    /// Stores the marks a person has chosen in this chat.
    pub(crate) async fn mark_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        pair: MarkPair,
    ) -> Result<(), StoreError> {
        let change = |person: Person| Person { habits: person.habits.with_marks(pair), ..person };
        self.change(sender, chat, change).await
    }

    /// Puzzle results of a person.
    pub(crate) async fn puzzles_of(&self, user: UserId) -> PuzzleTally {
        puzzles_of(self.person(user).await.as_ref())
    }

    /// Changes the puzzle results of a person, and returns them.
    pub(crate) async fn note_puzzle(
        &self,
        sender: &Sender,
        chat: ChatId,
        change: impl Fn(&PuzzleTally) -> PuzzleTally,
    ) -> Result<PuzzleTally, StoreError> {
        let noted = |habits: &Habits| habits.after_puzzle(&change);
        let habits = self.note_study(sender, chat, noted).await?;
        Ok(habits.puzzles().cloned().unwrap_or_default())
    }

    /// Stores whether the games, puzzles and lessons of a person are counted, as chosen in this chat.
    pub(crate) async fn count_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        keeps_results: bool,
    ) -> Result<(), StoreError> {
        let change = |person: Person| {
            let habits = match keeps_results {
                true => person.habits,
                false => {
                    let milestones = person.habits.milestones().forgotten();
                    let habits = person.habits.without_puzzles().without_courses();
                    habits.without_endings().with_milestones(milestones)
                }
            };
            Person { keeps_results, habits, ..person }
        };
        self.change(sender, chat, change).await
    }

    /// Stores whether a person wants to be told of milestones, as chosen in this chat.
    pub(crate) async fn tell_milestones_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        are_told: bool,
    ) -> Result<(), StoreError> {
        let change = |person: Person| {
            let milestones = person.habits.milestones().switched(are_told);
            Person { habits: person.habits.with_milestones(milestones), ..person }
        };
        self.change(sender, chat, change).await
    }

    /// Habits of a person, and their progress in courses.
    pub(crate) async fn habits_of(&self, user: UserId) -> Habits {
        self.person(user).await.map(|person| person.habits).unwrap_or_default()
    }

    /// Records that a person has passed a step of a course.
    pub(crate) async fn note_step(
        &self,
        sender: &Sender,
        chat: ChatId,
        course: Course,
        step: Step,
    ) -> Result<(), StoreError> {
        self.note_study(sender, chat, |habits| habits.after_step(course, step)).await.map(drop)
    }

    async fn note_study(
        &self,
        sender: &Sender,
        chat: ChatId,
        change: impl Fn(&Habits) -> Option<Habits>,
    ) -> Result<Habits, StoreError> {
        let met = |known: Option<&Person>| Some(self.met_again(sender, chat.into(), known));
        self.play.note_study(sender.user, met, change).await
    }

    /// Stores the data of a person after a contact on this surface, with this change.
    async fn change(
        &self,
        sender: &Sender,
        surface: impl Into<Surface>,
        change: impl Fn(Person) -> Person,
    ) -> Result<(), StoreError> {
        let surface = surface.into();
        let met = |known: Option<&Person>| Some(change(self.met_again(sender, surface, known)));
        self.play.remember(sender.user, met).await
    }

    /// Data of a person after a contact on this surface: the known data updated, or new data.
    fn met_again(&self, sender: &Sender, surface: Surface, known: Option<&Person>) -> Person {
        // A person who writes in private has not blocked the bot. Of those who have only written nothing is stored.
        let is_reachable = surface.is_private()
            || known.map_or_else(|| self.open_chats.has(sender.user), |person| person.is_reachable);
        let language = language_for(sender, known);
        let person = known.cloned().unwrap_or_else(|| Person::new(language));
        Person { language, is_reachable, ..person }
    }

    /// Stored data of a person; `None` while the store is unavailable, because no answer depends on it.
    async fn person(&self, user: UserId) -> Option<Person> {
        match self.play.person(user).await {
            Ok(person) => person,
            Err(error) => {
                log::warn!("person {}: cannot read the stored data: {error}", user.0);
                None
            }
        }
    }
}

/// Look that a person has chosen.
pub(crate) fn look_of(person: &Person) -> Look {
    Look { theme: person.theme, marks: person.habits.marks() }
}

fn puzzles_of(known: Option<&Person>) -> PuzzleTally {
    known.and_then(|person| person.habits.puzzles()).cloned().unwrap_or_default()
}

fn language_for(sender: &Sender, known: Option<&Person>) -> Language {
    let telegram = sender.language_code.as_deref().and_then(Language::from_code);
    match known {
        Some(person) if person.has_chosen => person.language,
        person => telegram.or(person.map(|person| person.language)).unwrap_or(Language::English),
    }
}
