//! New games: asked for in words or by a button, limited, set up and sent.
//!
//! A new game keeps the others in play, so none is lost by accident and no question is asked first. A button
//! starts no second game while the latest one of the same setup is untouched, so a double tap starts one.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use siphasher::sip::SipHasher13;
use zerosum_games::side::Side;

use crate::bot::account::group_settings;
use crate::bot::context::{Answered, Context, PressContext, Toast};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::bot::start::games;
use crate::bot::start::new_game_limit::NewGamePace;
use crate::bot::vocabulary::Wanted;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::games::transitions::{Created, Wish};
use crate::render::tap::Request;
use crate::session::UserId;
use crate::session::board::{Board, ChatId};
use crate::session::choice::{Choice, Opponent, Setup};
use crate::session::game::clock::TimeControl;
use crate::store::{Person, StoreError};
use crate::telegram::incoming::command::AnsweredPerson;
use crate::telegram::incoming::event::Sender;
use crate::telegram::outgoing::in_flight_sends::Sending;
use crate::telegram::outgoing::messenger::reply_in_group;
use crate::telegram::outgoing::rate_limit::Priority;

/// Result of asking for a new game.
pub(crate) enum Started {
    /// A new game, and the permit to send its board.
    New(Board, Option<Sending>),
    /// An untouched board with the same setup is open.
    Already,
    /// An equal request was fulfilled before.
    Before,
    /// Declined for this reason.
    Declined(Denial),
    /// Declined for a reason that the user has just been told.
    DeclinedAgain(Denial),
}

/// Starts the game named in these words.
pub(crate) async fn start_in_words(context: Context, words: &str) {
    start_for(context, words, None).await;
}

/// Starts a game whose open seat is reserved for the author of the message that was replied to. Games
/// against an engine are refused, because they have no open seat.
pub(crate) async fn challenge_in_words(
    context: Context,
    words: &str,
    whom: Option<AnsweredPerson>,
) {
    let has_level = context.services.vocabulary.read(words).is_ok_and(|it| it.level.is_some());
    match whom.filter(|whom| whom.user != context.from.user) {
        _ if has_level => start_for(context, words, None).await,
        Some(whom) => start_for(context, words, Some(whom)).await,
        None => private_notices::tell(context, Phrase::ChallengeUsage).await,
    }
}

async fn start_for(context: Context, words: &str, whom: Option<AnsweredPerson>) {
    let wanted = match context.services.vocabulary.read(words) {
        Ok(wanted) => wanted,
        Err(unclear) => return games::say_unclear(context, Request::New.name(), &unclear).await,
    };
    let has_clock = wanted.time.is_some_and(|time| time != TimeControl::Unlimited);
    if has_clock && games::is_against_engine(&context, wanted) {
        return private_notices::tell(context, Phrase::NoClockAlone).await;
    }
    let (at, topic) = (context.at, context.topic);
    let started = match games::setup_of(&context, wanted).await {
        Ok(setup) => {
            // Message numbers may start over; together with the date they are unique.
            let id = context.session_id(&("command", at.chat, at.message, context.sent_at));
            let owner = context.from.user;
            let reserved = whom.as_ref().map(|whom| whom.user);
            let wish = Wish { id, owner, chat: at.chat, topic, setup, reserved };
            match whom {
                Some(whom) => challenge(&context, wish, whom).await,
                None => create(&context, wish).await,
            }
        }
        Err(error) => Err(error),
    };
    send_started(context, started).await;
}

/// Sends the board of a game that was asked for in words, or tells why there is none.
pub(crate) async fn send_started(mut context: Context, started: Result<Started, StoreError>) {
    let at = context.at;
    context.acknowledge();
    match started {
        Ok(Started::New(board, sending)) => {
            let reply_to = reply_in_group(at);
            context.services.boards.send(board, sending, Priority::Reply, reply_to).await;
        }
        Ok(Started::Before | Started::Already | Started::DeclinedAgain(_)) => {}
        Ok(Started::Declined(denial)) => private_notices::tell(context, denial.phrase).await,
        Err(error) => {
            log::error!("chat {}: no game is started: {error}", at.chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Starts a game as the person last played it, or in a group one with an open seat.
pub(crate) async fn start_usual(press: PressContext) -> Answered {
    match games::setup_of(&press.context, Wanted::default()).await {
        Ok(setup) => start(press, setup).await,
        Err(error) => {
            log::error!("chat {}: no game is started: {error}", press.context.at.chat.0);
            press.answer(labels::Press::Failed, Some(Phrase::StoreAway)).await
        }
    }
}

/// Starts a game with this setup.
pub(crate) async fn start(press: PressContext, setup: Setup) -> Answered {
    let context = &press.context;
    let id = context.session_id(&("press", press.id()));
    let (chat, owner, topic) = (context.at.chat, context.from.user, context.topic);
    // A double tap finds the first one still running, or its untouched board.
    let Some(starting) = context.services.limits.starting.take((chat, owner, setup)) else {
        return press.answer(labels::Press::StartedBefore, Some(Phrase::AlreadyOpen)).await;
    };
    let creating = async {
        match untouched_board(&context.services, owner, chat, setup).await {
            Ok(true) => Ok(Started::Already),
            Ok(false) => {
                let reserved = None;
                create(context, Wish { id, owner, chat, topic, setup, reserved }).await
            }
            Err(error) => Err(error),
        }
    };
    let (started, _) = futures::join!(creating, context.language());
    drop(starting);
    let (result, toast) = match &started {
        Ok(started) => told_of(started, Phrase::AlreadyOpen),
        Err(error) => {
            log::error!("chat {}: no game is started: {error}", chat.0);
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    if let Ok(Started::New(board, sending)) = started {
        send_in_background(context, board, sending);
    }
    press.answer(result, toast).await
}

/// Metrics label and answer of a press that asks for a new game.
pub(crate) fn told_of(started: &Started, if_before: Phrase<'static>) -> (labels::Press, Toast) {
    match started {
        Started::New(..) => (labels::Press::Started, None),
        Started::Before | Started::Already => (labels::Press::StartedBefore, Some(if_before)),
        Started::Declined(denial) | Started::DeclinedAgain(denial) => {
            (denial.label, Some(denial.phrase))
        }
    }
}

/// Sends a board in the background. If the user has too many messages in flight, the sweep sends it.
pub(crate) fn send_in_background(context: &Context, board: Board, sending: Option<Sending>) {
    let Some(permit) = context.background_permit_for_board() else { return };
    let (services, reply_to) = (Arc::clone(&context.services), reply_in_group(context.at));
    permit.spawn(async move {
        services.boards.send(board, sending, Priority::Reply, reply_to).await;
    });
}

/// Creates a game under an id derived from the request.
pub(crate) async fn create(context: &Context, wish: Wish) -> Result<Started, StoreError> {
    if let Some(forbidden) = group_settings::forbids(context, wish.topic).await? {
        return Ok(Started::Declined(forbidden));
    }
    match count(context) {
        Some(declined) => Ok(declined),
        None => create_allowed(context, wish).await,
    }
}

/// Creates a game whose open seat is reserved for a person, and stores that person's name: the board shows
/// it.
async fn challenge(
    context: &Context,
    wish: Wish,
    whom: AnsweredPerson,
) -> Result<Started, StoreError> {
    let (services, owner) = (&context.services, wish.owner);
    if let Some(forbidden) = group_settings::forbids(context, wish.topic).await? {
        return Ok(Started::Declined(forbidden));
    }
    if let Some(declined) = count(context) {
        return Ok(declined);
    }
    if services.play.store().are_apart(owner, whom.user).await? {
        return Ok(Started::Declined(Denial::CHALLENGE_APART));
    }
    if let Some(too_many) = services.play.too_many_challenges(owner, whom.user).await? {
        return Ok(Started::Declined(Denial::too_many(services, too_many)));
    }
    let AnsweredPerson { user, first_name } = whom;
    let challenged = Sender { user, language_code: None, first_name };
    services.people.remember(&challenged, wish.chat, None).await?;
    create_allowed(context, wish).await
}

/// Begins the game of a board that is already set up, unless it would help the person in a game against
/// another person. A game that continues from existing moves does not change the person's usual choice.
pub(crate) async fn begin(context: &Context, board: Board) -> Result<Started, StoreError> {
    if let Some(forbidden) = group_settings::forbids(context, board.topic).await? {
        return Ok(Started::Declined(forbidden));
    }
    if let Some(declined) = count(context) {
        return Ok(declined);
    }
    let (services, chat) = (&context.services, context.at.chat);
    if services.play.tells_of_game_in_play(context.from.user, &board.session).await? {
        return Ok(Started::Declined(Denial::RECORD_IN_PLAY));
    }
    services.people.remember(&context.from, chat, None).await?;
    let sending = services.boards.begin_sending(chat, board.session.id());
    Ok(match services.play.begin(chat, board).await? {
        Created::New(board) => Started::New(board, sending),
        Created::Before => Started::Before,
        Created::Declined(too_many) => Started::Declined(Denial::too_many(services, too_many)),
    })
}

/// Counts a request for a game; declines it if there were too many within a minute.
pub(crate) fn count<At>(context: &Context<At>) -> Option<Started> {
    let new_games = &context.services.limits.new_games;
    let too_fast = Denial::too_fast(&context.services);
    match new_games.count(context.from.user, Instant::now()) {
        NewGamePace::Fine => None,
        NewGamePace::TooFast => Some(Started::Declined(too_fast)),
        NewGamePace::StillTooFast => Some(Started::DeclinedAgain(too_fast)),
    }
}

/// Like [`create`], but does not count towards the games a person may start in a minute.
pub(crate) async fn create_uncounted(context: &Context, wish: Wish) -> Result<Started, StoreError> {
    match group_settings::forbids(context, wish.topic).await? {
        Some(forbidden) => Ok(Started::Declined(forbidden)),
        None => create_allowed(context, wish).await,
    }
}

async fn create_allowed(context: &Context, wish: Wish) -> Result<Started, StoreError> {
    let (services, from) = (&context.services, &context.from);
    let Wish { id, owner, chat, setup, .. } = wish;
    if let Opponent::Person(other) = setup.opponent
        && services.play.store().are_apart(owner, other).await?
    {
        return Ok(Started::Declined(Denial::OPPONENT_UNAVAILABLE));
    }
    services.people.remember(from, chat, None).await?;
    // Begun before the board exists, so that no sweep takes it for a board that is not being sent.
    let sending = services.boards.begin_sending(chat, id);
    let other =
        other_chat(chat, setup).map(|other| (other, services.boards.begin_sending(other, id)));
    Ok(match services.play.create(wish).await? {
        Created::New(board) => {
            if let Some((other, Some(sending))) = other {
                send_to_other(services, &board, other, sending);
            }
            // A game in a group does not change the person's usual choice.
            if chat.is_private()
                && let Some(choice) = setup.choice()
            {
                note_choice(services, from, chat, choice).await;
            }
            Started::New(board, sending)
        }
        Created::Before => Started::Before,
        Created::Declined(too_many) => Started::Declined(Denial::too_many(services, too_many)),
    })
}

/// The private chat of the opponent, for a game between two people begun in a private chat.
fn other_chat(chat: ChatId, setup: Setup) -> Option<ChatId> {
    match setup.opponent {
        Opponent::Person(other) => chat.is_private().then(|| ChatId::of_person(other)),
        Opponent::Engine(_) | Opponent::Anybody => None,
    }
}

/// Sends a board to the opponent.
fn send_to_other(services: &Arc<Services>, board: &Board, other: ChatId, sending: Sending) {
    let Some(board) = board.seen_in(other) else { return };
    let sender = Arc::clone(services);
    services.spawn(async move {
        sender.boards.send(board, Some(sending), Priority::Reply, None).await;
    });
}

/// Stores the person's usual choice, unless they have deleted their data meanwhile. A failure is harmless:
/// the choice is stored again with the next game.
async fn note_choice(services: &Services, from: &Sender, chat: ChatId, choice: Choice) {
    let noted = match services.play.person(from.user).await {
        Ok(Some(person)) if !is_usual(&person, choice) => {
            services.people.remember(from, chat, Some(choice)).await
        }
        Ok(_) => Ok(()),
        Err(error) => Err(error),
    };
    if let Err(error) = noted {
        log::warn!("person {}: what they play is not noted: {error}", from.user.0);
    }
}

/// Returns whether the person already plays this choice, in general and in this game.
fn is_usual(person: &Person, choice: Choice) -> bool {
    person.choice == choice && person.habits.choice_in(choice.spec) == Some(choice)
}

/// Finds the person's latest game in this chat, if it has this setup and waits for their first move or for
/// an opponent.
async fn untouched_board(
    services: &Services,
    user: UserId,
    chat: ChatId,
    setup: Setup,
) -> Result<bool, StoreError> {
    let board = services.play.latest_open(chat, user).await?;
    Ok(board.is_some_and(|board| {
        // An engine that moves first may still be thinking.
        let moves_before_max = match setup.side {
            Side::First => 0,
            Side::Second => 1,
        };
        let is_untouched = board.session.moves().len() <= moves_before_max;
        is_untouched && !board.session.is_resumed() && board.session.setup_of(user) == Some(setup)
    }))
}

/// Number derived from an origin that cannot be guessed or is no secret; equal origins give equal numbers,
/// in all processes.
pub(crate) fn number_of(origin: &impl Hash) -> u64 {
    let mut hasher = SipHasher13::new();
    origin.hash(&mut hasher);
    hasher.finish()
}
