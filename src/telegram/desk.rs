//! The desk at which updates are worked on: what every handler needs, and the few things they all
//! do, such as finding somebody's language or sending a message.

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dashmap::DashSet;
use teloxide::payloads::{AnswerCallbackQuery, AnswerCallbackQuerySetters};
use teloxide::types::{CallbackQueryId, LinkPreviewOptions};
use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout_at;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::capacity::Capacity;
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::metrics::levels::Levels;
use crate::metrics::{Metrics, labels};
use crate::office::Office;
use crate::picture::theme::Theme;
use crate::referee::Referee;
use crate::session::board::{Board, ChatId, MessageId, Place};
use crate::session::choice::Choice;
use crate::session::{Revision, SessionId, UserId};
use crate::store::{Person, StoreError};
use crate::telegram::Admitted;
use crate::telegram::api::{self, CallError};
use crate::telegram::calls::{self, Patience, SEND_TIMEOUT, Unclear, Verdict};
use crate::telegram::client::Client;
use crate::telegram::frames::Frames;
use crate::telegram::gate::Gate;
use crate::telegram::intake::{Callback, Sender};
use crate::telegram::letters::{Kind, Letters, Outgoing};
use crate::telegram::lines::Lines;
use crate::telegram::moves::Moves;
use crate::telegram::names::presentable;
use crate::telegram::pace::{Class, Pace, Pacer, Slot};
use crate::telegram::reach;
use crate::telegram::receipt::Receipt;
use crate::telegram::screen::{Frame, Screen};
use crate::telegram::sendings::Sendings;
use crate::telegram::starts::Starts;
use crate::view::focus::Focus;
use crate::view::{self, View};

/// How long a message waits for its turn. What is not sent by then is of no use any more, or a
/// board and left to the sweep.
const TURN_PATIENCE: Duration = Duration::from_secs(120);

/// For messages. What is not sent by then is left to the sweep if it is a board.
const SEND_PATIENCE: Patience = Patience {
    tries_max: 5,
    pause_max: Duration::from_secs(60),
    unclear: Unclear::OnceMore(Duration::from_secs(2)),
};

/// No message is on its way for longer: it gets its last turn late, hangs, and is told to wait. That
/// it may be tried with a picture and then without one gives it no more turns.
pub const SENDING_MAX: Duration =
    TURN_PATIENCE.saturating_add(SEND_TIMEOUT).saturating_add(SEND_PATIENCE.pause_max);

/// For answers to presses, which Telegram takes for some seconds only.
const ANSWER_PATIENCE: Patience =
    Patience { tries_max: 3, pause_max: Duration::from_secs(3), unclear: Unclear::Harmless };

/// Files being made and sent at once. Each takes some megabytes at most.
const FILES_AT_ONCE_MAX: usize = 8;

/// For how many days games are kept after they have changed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptDays {
    pub finished: u32,
    pub unfinished: u32,
}

/// How much may be asked of the bot and of Telegram, and for how long it is kept.
pub struct Terms {
    pub starts: Starts,
    pub pace: Pace,
    pub kept_days: KeptDays,
    pub capacity: Capacity,
}

/// See the module.
pub struct Desk {
    pub client: Client,
    /// The bot's user name, to tell its commands from others' in a group.
    pub username: String,
    pub referee: Arc<Referee>,
    pub office: Arc<Office>,
    pub kept_days: KeptDays,
    pub locales: Arc<Locales>,
    pub frames: Arc<Frames>,
    pub letters: Arc<Letters>,
    pub pacer: Arc<Pacer>,
    pub screen: Arc<Screen>,
    pub gate: Arc<Gate>,
    pub lines: Arc<Lines<Admitted>>,
    pub starts: Starts,
    pub tasks: TaskTracker,
    /// Who is being set up which game by a button right now, by chat.
    pub starting: Arc<DashSet<(ChatId, UserId, Choice)>>,
    /// The boards that are on their way to their chat.
    pub sendings: Arc<Sendings>,
    /// As many files may be made and sent at once.
    pub files: Semaphore,
    /// The groups that become supergroups.
    pub moves: Arc<Moves>,
    /// Rung when there is a new broadcast.
    pub announced: Notify,
    /// Given when what runs beside the updates has to end.
    pub leaving: CancellationToken,
}

impl Desk {
    pub fn new(
        client: Client,
        username: String,
        referee: Arc<Referee>,
        office: Arc<Office>,
        terms: Terms,
    ) -> Desk {
        let tasks = TaskTracker::new();
        let Terms { starts, pace, kept_days, capacity } = terms;
        let locales = Arc::new(Locales::load());
        let frames = Arc::new(Frames::new(Arc::clone(&referee), Arc::clone(&locales)));
        let letters = Arc::new(Letters::new(client.clone(), &capacity));
        let pacer = Pacer::new(pace);
        let moves = Arc::<Moves>::default();
        let screen = Screen::new(
            Arc::clone(&referee),
            Arc::clone(&moves),
            Arc::clone(&frames),
            Arc::clone(&letters),
            Arc::clone(&pacer),
            tasks.clone(),
            &capacity,
        );
        Desk {
            client,
            username,
            referee,
            office,
            kept_days,
            locales,
            frames,
            letters,
            pacer,
            screen: Arc::new(screen),
            gate: Arc::new(Gate::new(capacity.updates_in_flight)),
            lines: Lines::new(),
            starts,
            tasks,
            starting: Arc::default(),
            sendings: Sendings::new(),
            files: Semaphore::new(FILES_AT_ONCE_MAX),
            moves,
            announced: Notify::new(),
            leaving: CancellationToken::new(),
        }
    }

    pub fn metrics(&self) -> &Metrics {
        &self.client.metrics
    }

    /// Looks at everything here that goes up and down.
    pub fn look(&self, levels: &Levels) {
        let live = self.referee.live_counts();
        levels.live_games.set(live.boards);
        levels.live_people.set(live.people);
        levels.updates_in_flight.set(self.gate.in_flight());
        levels.updates_in_flight_limit.set(self.gate.updates_in_flight_max());
        levels.words_waiting.set(self.lines.waiting());
        levels.screen_lanes.set(self.screen.lanes());
        levels.paced_calls_waiting.set(self.pacer.waiting());
        levels.paced_chats.set(self.pacer.chats());
        let thinking = self.referee.thinking();
        levels.searches_waiting.set(thinking.waiting);
        levels.searches_running.set(thinking.running);
        levels.tasks.set(self.tasks.len());
    }

    /// Lets go of what was not used lately.
    pub fn age(&self) {
        self.referee.age();
        self.screen.age();
        self.starts.age();
        self.sendings.age();
    }

    /// The language to speak to a person: the one they chose, else that of their Telegram, else
    /// the one they were spoken to before.
    pub async fn language_of(&self, sender: &Sender) -> Language {
        language_for(sender, self.person(sender.user).await.as_ref())
    }

    /// How bright a person wants pictures of their boards.
    pub async fn theme_of(&self, user: UserId) -> Theme {
        self.person(user).await.map(|person| person.theme).unwrap_or_default()
    }

    /// Remembers how to speak to a person and, for boards in groups, of them; and what they play,
    /// if they have just chosen that.
    pub async fn remember(
        &self,
        sender: &Sender,
        chat: ChatId,
        choice: Option<Choice>,
    ) -> Result<(), StoreError> {
        let change = |known: Option<&Person>| {
            let person = met_again(sender, chat, known);
            let is_named = !chat.is_private();
            let name = if is_named { presentable(&sender.first_name) } else { person.name };
            Person { name, choice: choice.unwrap_or(person.choice), ..person }
        };
        self.referee.remember(sender.user, change).await
    }

    /// Remembers the language a person has chosen in this chat.
    pub async fn speak_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        language: Language,
    ) -> Result<(), StoreError> {
        let change = |known: Option<&Person>| {
            let person = met_again(sender, chat, known);
            Person { language, has_chosen: true, ..person }
        };
        self.referee.remember(sender.user, change).await
    }

    /// Remembers how bright a person wants pictures of their boards, as chosen in this chat.
    pub async fn paint_from_now_on(
        &self,
        sender: &Sender,
        chat: ChatId,
        theme: Theme,
    ) -> Result<(), StoreError> {
        let change = |known: Option<&Person>| Person { theme, ..met_again(sender, chat, known) };
        self.referee.remember(sender.user, change).await
    }

    /// Brings the message of a board to where its session is, if it has one and lags behind.
    /// `since` is when the press arrived that has changed it, if one has.
    pub async fn redraw(&self, board: &Board, since: Option<Instant>) {
        if board.is_behind() {
            self.draw(board, since).await;
        }
    }

    /// Brings the message of a board to its session, whatever it is known to show. While the store
    /// is away it is left to the sweep, because nobody knows the language of the board.
    pub async fn draw(&self, board: &Board, since: Option<Instant>) {
        self.draw_as(board, Class::Final, since).await;
    }

    /// The same with no more urgency than that, and for no press.
    pub async fn draw_later(&self, board: &Board, class_max: Class) {
        self.draw_as(board, class_max, None).await;
    }

    /// Brings the message of a board to the part of it that its person wants to look at.
    pub async fn draw_in_focus(&self, board: &Board, focus: Focus) {
        let frame = self.frames.board_in_focus(board, focus).await;
        self.show(board, frame, Class::Final, None);
    }

    async fn draw_as(&self, board: &Board, class_max: Class, since: Option<Instant>) {
        let frame = self.frames.board(board).await;
        self.show(board, frame, class_max, since);
    }

    fn show(
        &self,
        board: &Board,
        frame: Result<Frame, StoreError>,
        class_max: Class,
        since: Option<Instant>,
    ) {
        let Some(place) = board.place() else { return };
        match frame {
            Ok(frame) => {
                let class = frame.class.max(class_max);
                self.screen.show(place, Frame { class, since, ..frame });
            }
            Err(error) => {
                let (ChatId(chat), SessionId(id)) = (board.chat, board.session.id());
                log::warn!("chat {chat}, session {id:x}: the board is not drawn: {error}");
            }
        }
    }

    /// Answers a message with another one.
    pub async fn reply(&self, at: Place, view: &View) -> Result<MessageId, CallError> {
        let (chat, class, reply_to) = (at.chat, Class::Reply, reply_in_group(at));
        let needless = &CancellationToken::new();
        self.send(Outgoing { chat, view, class, reply_to, topic: None, needless }).await
    }

    /// Sends a message.
    pub async fn send(&self, outgoing: Outgoing<'_>) -> Result<MessageId, CallError> {
        let Outgoing { chat, view, .. } = outgoing;
        let turn_by = Instant::now() + TURN_PATIENCE;
        let sent = match self.deliver_letter(&outgoing, turn_by).await {
            // The same without a picture.
            Err(error) if view.picture.is_some() && self.letters.note_refusal(chat, &error) => {
                self.deliver_letter(&outgoing, turn_by).await
            }
            sent => sent,
        };
        let (message, kind) = sent?;
        self.screen.note_sent(Place { chat, message }, view, kind);
        Ok(message)
    }

    async fn deliver_letter(
        &self,
        outgoing: &Outgoing<'_>,
        turn_by: Instant,
    ) -> Result<(MessageId, Kind), CallError> {
        let Outgoing { chat, view, class, needless, .. } = *outgoing;
        let attempt = async || {
            let slot = self.turn(chat, class, turn_by).await?;
            // Painted no sooner than it can be sent, and not kept for another try.
            let letter = self.letters.letter(chat, view, Kind::Unknown, None).await;
            slot.cover(self.letters.send(outgoing, &letter)).await
        };
        let delivered = calls::again_and_again(SEND_PATIENCE, needless, attempt).await;
        if let Err(error) = &delivered {
            reach::note_refusal(&self.referee, chat, error).await;
        }
        delivered
    }

    /// Makes a call that sends something to a chat: each try in its turn, and some tries if there
    /// is trouble.
    pub async fn deliver<T, F>(
        &self,
        chat: ChatId,
        class: Class,
        call: impl Fn() -> F,
    ) -> Result<T, CallError>
    where
        F: Future<Output = Result<T, CallError>>,
    {
        let turn_by = Instant::now() + TURN_PATIENCE;
        let attempt = async || self.turn(chat, class, turn_by).await?.cover(call()).await;
        let needless = CancellationToken::new();
        let delivered = calls::again_and_again(SEND_PATIENCE, &needless, attempt).await;
        if let Err(error) = &delivered {
            reach::note_refusal(&self.referee, chat, error).await;
        }
        delivered
    }

    /// Waits for the turn of a call, but not for longer than until then.
    async fn turn(&self, chat: ChatId, class: Class, turn_by: Instant) -> Result<Slot, CallError> {
        let turn = timeout_at(turn_by.into(), self.pacer.enter(chat, class)).await;
        let Ok(Ok(slot)) = turn else { return Err(CallError::Crowded) };
        if Instant::now() > turn_by {
            return Err(CallError::Crowded);
        }
        Ok(slot)
    }

    /// Answers a message with one phrase. That it cannot be sent is logged, unless the chat is
    /// closed to the bot.
    pub async fn tell(&self, at: Place, language: Language, phrase: Phrase<'_>) {
        let view = view::pages::note(&self.locales, language, phrase);
        if let Err(error) = self.reply(at, &view).await {
            report_unsent(at.chat, &error);
        }
    }

    /// Notes that a board is shown by a message, which shows that revision. A place that is not
    /// noted is found again by the next press.
    pub async fn place(&self, board: &Board, message: MessageId, shown: Revision) {
        let id = board.session.id();
        let place = Place { chat: board.chat, message };
        if let Err(error) = self.referee.place(id, place, board.topic, shown).await {
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

    /// Answers a press, with a toast if there is something to say, and lets its receipt go. An
    /// answer that is too late harms nobody, nor does one that is lost.
    pub async fn answer(
        &self,
        callback: &Callback,
        toast: Option<(Language, Phrase<'_>)>,
        receipt: Option<Receipt>,
    ) {
        let text = toast.map(|(language, phrase)| self.locales.say(language, phrase));
        let mut payload = AnswerCallbackQuery::new(CallbackQueryId(callback.id.clone()));
        if let Some(text) = text {
            payload = payload.text(text);
        }
        // Telegram makes the call itself, and a request is saved.
        if let Some(receipt) = receipt
            && let Some(call) = api::call_of(&payload)
            && receipt.hand_over(call)
        {
            self.client.note_handed_over(labels::Method::AnswerCallbackQuery);
            return self.note_answered(callback);
        }
        match calls::patiently(&self.client, &payload, ANSWER_PATIENCE).await {
            Ok(_) => self.note_answered(callback),
            Err(error) => log::debug!("a press is not answered: {error}"),
        }
    }

    fn note_answered(&self, callback: &Callback) {
        self.metrics().play.press_to_answer.observe((), callback.arrived.elapsed());
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

/// A person as they are known, or as they begin, after they have been met in this chat.
fn met_again(sender: &Sender, chat: ChatId, known: Option<&Person>) -> Person {
    Person {
        language: language_for(sender, known),
        has_chosen: known.is_some_and(|person| person.has_chosen),
        name: known.map(|person| person.name.clone()).unwrap_or_default(),
        // Whoever writes in private has not blocked the bot.
        is_reachable: chat.is_private() || known.is_some_and(|person| person.is_reachable),
        choice: known.map(|person| person.choice).unwrap_or_default(),
        theme: known.map(|person| person.theme).unwrap_or_default(),
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
        // The queue has said so for all.
        Verdict::Crowded => log::debug!("chat {} is not told: {error}", chat.0),
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
