//! Commands and small talk: everything a person says in words.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use siphasher::sip::SipHasher13;

use crate::games::side::Side;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::referee::{Created, OPEN_GAMES_MAX, TooMany, Wish};
use crate::session::board::{Board, ChatId, MessageId, Place, TopicId};
use crate::session::choice::Choice;
use crate::session::{SessionId, UserId};
use crate::store::StoreError;
use crate::telegram::api::CallError;
use crate::telegram::calls::Verdict;
use crate::telegram::command::Command;
use crate::telegram::desk::{Desk, reply_in_group, report_unsent};
use crate::telegram::intake::Sender;
use crate::telegram::letters::Outgoing;
use crate::telegram::pace::Class;
use crate::telegram::reach;
use crate::telegram::receipt::Receipt;
use crate::telegram::sendings::Sending;
use crate::telegram::starts::Pace;
use crate::telegram::wanted::Wanted;
use crate::telegram::{games, owner, personal, thinking};
use crate::view::{View, pages};

/// A command as it was sent.
pub struct Incoming {
    pub command: Command,
    pub from: Sender,
    pub at: Place,
    pub topic: Option<TopicId>,
    /// When it was sent, in Unix seconds.
    pub sent_at: i64,
    /// What is to be sent to everybody, if the command asks for that.
    pub announcement: Option<String>,
}

/// What became of the wish for a new game.
pub enum Started {
    /// A new one, and the right to send it.
    New(Board, Option<Sending>),
    /// An untouched board of the same side is open.
    Already,
    /// The same wish was fulfilled before.
    Before,
    /// There is none, for a reason.
    Declined(Phrase<'static>),
    /// There is none, for a reason they have just been told.
    DeclinedAgain(Phrase<'static>),
}

/// Works on a command. The receipt is let go as soon as everything that must last is durable.
pub async fn command(desk: &Arc<Desk>, incoming: Incoming, receipt: Option<Receipt>) {
    let Incoming { command, from, at, topic, sent_at, announcement } = incoming;
    reach::note_words(&desk.referee, at.chat).await;
    let language = desk.language_of(&from).await;
    if changes_something(&command) && desk.office.turns_away(from.user) {
        drop(receipt);
        return desk.tell(at, language, Phrase::Maintenance).await;
    }
    match command {
        Command::New(wanted) => {
            // Message numbers may begin anew, with the date they do not.
            let id = session_id(&("command", at.chat, at.message, sent_at));
            new(desk, wanted, id, &from, (at, topic), receipt).await;
        }
        Command::NewUnclear(word) => {
            drop(receipt);
            games::unclear(desk, at, language, &word).await;
        }
        Command::Games => page(desk, at, games::games(desk, &from, language).await, receipt).await,
        Command::Level => page(desk, at, games::levels(desk, &from, language).await, receipt).await,
        Command::Rules => {
            page(desk, at, games::rules(desk, &from, at, language).await, receipt).await;
        }
        Command::Resign => resign(desk, &from, at, receipt).await,
        Command::Start => {
            personal::note_return(desk, &from, at).await;
            page(desk, at, pages::welcome(&desk.locales, language), receipt).await;
        }
        Command::Language => {
            page(desk, at, pages::languages(&desk.locales, language), receipt).await;
        }
        Command::Theme => {
            let theme = desk.theme_of(from.user).await;
            page(desk, at, pages::themes(&desk.locales, language, theme), receipt).await;
        }
        Command::Help => {
            let phrase = Phrase::Help { games: OPEN_GAMES_MAX };
            page(desk, at, pages::note(&desk.locales, language, phrase), receipt).await;
        }
        Command::Board => {
            drop(receipt);
            board(desk, &from, (at, topic), language).await;
        }
        Command::Privacy => {
            let phrase = personal::privacy(desk);
            page(desk, at, pages::note(&desk.locales, language, phrase), receipt).await;
        }
        Command::MyData => {
            drop(receipt);
            personal::send_data(desk, &from, at, language).await;
        }
        Command::DeleteMyData => {
            drop(receipt);
            personal::ask_for_deletion(desk, at, language).await;
        }
        Command::Owner(command) if at.chat.is_private() && desk.office.is_owner(from.user) => {
            let order = owner::Incoming { command, from, at, sent_at, announcement, language };
            owner::command(desk, order, receipt).await;
        }
        Command::Unknown | Command::Owner(_) if at.chat.is_private() => {
            small_talk(desk, &from, at, receipt).await
        }
        Command::Unknown | Command::Owner(_) => {}
    }
}

/// Whether a command does more than to show something. Owners' commands go by their own rules.
fn changes_something(command: &Command) -> bool {
    match command {
        Command::New(_) | Command::Resign | Command::DeleteMyData => true,
        Command::Start | Command::Board | Command::Help => false,
        Command::Language | Command::Theme => false,
        Command::NewUnclear(_) | Command::Games | Command::Level | Command::Rules => false,
        Command::Privacy | Command::MyData | Command::Owner(_) | Command::Unknown => false,
    }
}

/// Answers whatever is not a command, in a private chat.
pub async fn small_talk(desk: &Desk, from: &Sender, at: Place, receipt: Option<Receipt>) {
    drop(receipt);
    reach::note_words(&desk.referee, at.chat).await;
    let language = desk.language_of(from).await;
    desk.tell(at, language, Phrase::Hint).await;
}

/// Sets up a game for somebody, under an id that is derived from what asks for it.
pub async fn create(desk: &Desk, from: &Sender, wish: Wish) -> Result<Started, StoreError> {
    let Wish { id, chat, choice, .. } = wish;
    let too_fast = Phrase::TooManyNewGames { games: desk.starts.per_minute() };
    match desk.starts.count(from.user, Instant::now()) {
        Pace::Fine => {}
        Pace::TooFast => return Ok(Started::Declined(too_fast)),
        Pace::StillTooFast => return Ok(Started::DeclinedAgain(too_fast)),
    }
    desk.remember(from, chat, None).await?;
    // Noted before the board is there, so that a sweep never finds it as one nobody sends.
    let sending = desk.sendings.begin(id);
    Ok(match desk.referee.create(wish).await? {
        Created::New(board) => {
            note_choice(desk, from, chat, choice).await;
            Started::New(board, sending)
        }
        Created::Before => Started::Before,
        Created::Declined(too_many) => Started::Declined(reason(desk, too_many)),
    })
}

/// Why there is no more game, in words for whoever wants one.
pub fn reason(desk: &Desk, too_many: TooMany) -> Phrase<'static> {
    match too_many {
        TooMany::Here => Phrase::TooManyGames { games: OPEN_GAMES_MAX },
        TooMany::InAll => Phrase::TooManyGamesInAll { games: desk.referee.open_games_in_all_max() },
    }
}

/// Remembers what the person plays from now on, unless they have asked to be forgotten meanwhile. A
/// choice that is not kept is made again.
pub async fn note_choice(desk: &Desk, from: &Sender, chat: ChatId, choice: Choice) {
    let noted = match desk.referee.person(from.user).await {
        Ok(Some(person)) if person.choice != choice => {
            desk.remember(from, chat, Some(choice)).await
        }
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    };
    if let Err(error) = noted {
        log::warn!("person {}: what they play is not noted: {error}", from.user.0);
    }
}

/// Whether the person's latest game in this chat is of this choice and waits for their first move.
pub async fn untouched_board(
    desk: &Desk,
    user: UserId,
    chat: ChatId,
    choice: Choice,
) -> Result<bool, StoreError> {
    let board = desk.referee.latest_open(chat, user).await?;
    Ok(board.is_some_and(|board| {
        // An engine that begins may still be thinking.
        let moves_before_max = match choice.side {
            Side::First => 0,
            Side::Second => 1,
        };
        let is_untouched = board.session.moves().len() <= moves_before_max;
        is_untouched && board.session.choice_of(user) == Some(choice)
    }))
}

/// Sends a board to its chat and notes where it is shown. Says whether it is there.
pub async fn send_board(
    desk: &Desk,
    board: Board,
    sending: Option<Sending>,
    class: Class,
    reply_to: Option<MessageId>,
) -> bool {
    let frame = match desk.frames.board(&board).await {
        Ok(frame) => frame,
        Err(error) => {
            log::warn!("chat {}: a board is not sent yet: {error}", board.chat.0);
            return false;
        }
    };
    let seen = sending.as_ref().map(|sending| sending.seen.clone()).unwrap_or_default();
    let (chat, view) = (board.chat, &frame.view);
    let topic = board.topic;
    let outgoing = Outgoing { chat, view, class, reply_to, topic, needless: &seen };
    let message = match desk.send(outgoing).await {
        Ok(message) => message,
        // Whoever has pressed it has noted where it is.
        Err(_) if seen.is_cancelled() => return true,
        Err(error) => {
            note_unsent(desk, &board, sending, &error).await;
            return false;
        }
    };
    desk.place(&board, message, board.session.revision()).await;
    // Somebody quick may have pressed before the place was known.
    if let Ok(Some(board)) = desk.referee.board(board.chat, board.session.id()).await {
        desk.redraw(&board, None).await;
    }
    true
}

/// Notes why a board was not sent, so that a sweep sends it, or does not.
async fn note_unsent(desk: &Desk, board: &Board, sending: Option<Sending>, error: &CallError) {
    report_unsent(board.chat, error);
    let has_moved = desk.moves.note_refusal(&desk.referee, board.chat, error).await;
    if has_moved && board.session.outcome().is_none() {
        return;
    }
    match (error.verdict(), sending) {
        (Verdict::Gone | Verdict::Refused, _) => desk.abandon(board).await,
        (Verdict::Unclear, Some(sending)) => sending.note_unclear(),
        _ => {}
    }
}

/// Turns an older message of a board into a note that the board has moved.
pub async fn retire(desk: &Desk, board: &Board, old: Place) {
    desk.screen.show(old, desk.frames.moved_board(board).await);
}

/// The id of the session that something asks for: the same for the same, also in another process,
/// so that what is delivered twice creates once.
pub fn session_id(origin: &impl Hash) -> SessionId {
    let mut hasher = SipHasher13::new();
    origin.hash(&mut hasher);
    SessionId(hasher.finish())
}

async fn new(
    desk: &Arc<Desk>,
    wanted: Wanted,
    id: SessionId,
    from: &Sender,
    (at, topic): (Place, Option<TopicId>),
    receipt: Option<Receipt>,
) {
    let started = match games::choice_of(desk, from).await {
        Ok(before) => {
            let choice = wanted.instead_of(before);
            let wish = Wish { id, owner: from.user, chat: at.chat, topic, choice };
            create(desk, from, wish).await
        }
        Err(error) => Err(error),
    };
    drop(receipt);
    let language = desk.language_of(from).await;
    match started {
        Ok(Started::New(board, sending)) => {
            thinking::begin(desk, &board);
            send_board(desk, board, sending, Class::Reply, reply_in_group(at)).await;
        }
        Ok(Started::Before | Started::Already | Started::DeclinedAgain(_)) => {}
        Ok(Started::Declined(reason)) => desk.tell(at, language, reason).await,
        Err(error) => {
            log::error!("chat {}: no game is started: {error}", at.chat.0);
            desk.tell(at, language, Phrase::CommandFailed).await;
        }
    }
}

async fn board(
    desk: &Desk,
    from: &Sender,
    (at, topic): (Place, Option<TopicId>),
    language: Language,
) {
    match desk.referee.latest_open(at.chat, from.user).await {
        Ok(Some(board)) => {
            let old = board.place();
            let board = board.in_topic(topic);
            let sending = desk.sendings.begin(board.session.id());
            if send_board(desk, board.clone(), sending, Class::Reply, reply_in_group(at)).await
                && let Some(old) = old
            {
                retire(desk, &board, old).await;
            }
        }
        Ok(None) => desk.tell(at, language, Phrase::NoOpenGame).await,
        Err(error) => {
            log::error!("chat {}: no board is found: {error}", at.chat.0);
            desk.tell(at, language, Phrase::CommandFailed).await;
        }
    }
}

async fn resign(desk: &Desk, from: &Sender, at: Place, receipt: Option<Receipt>) {
    let resigned = desk.referee.resign(at.chat, from.user).await;
    drop(receipt);
    let language = desk.language_of(from).await;
    let phrase = match &resigned {
        Ok(Some(_)) => Phrase::YouResigned,
        Ok(None) => Phrase::NoOpenGame,
        Err(error) => {
            log::error!("chat {}: no game is resigned: {error}", at.chat.0);
            Phrase::CommandFailed
        }
    };
    if let Ok(Some(board)) = &resigned {
        desk.redraw(board, None).await;
    }
    desk.tell(at, language, phrase).await;
}

async fn page(desk: &Desk, at: Place, view: View, receipt: Option<Receipt>) {
    drop(receipt);
    if let Err(error) = desk.reply(at, &view).await {
        report_unsent(at.chat, &error);
    }
}
