//! New games: asked for in words or by a button, limited, set up and sent.
//!
//! A new game keeps the others in play, so none is lost by accident and no question is asked first. A button
//! starts no second game while the latest one of the same setup is untouched, so a double tap starts one.

use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::time::Instant;

use siphasher::sip::SipHasher13;
use zerosum_games::mnk::opening::STONES;
use zerosum_games::side::Side;
use zerosum_metrics::labels;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::tap::Request;
use zerosum_session::UserId;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::{Choice, Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_store::{Person, StoreError};

use crate::bot::account::group_settings;
use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::bot::start::games;
use crate::bot::vocabulary::Wanted;
use crate::play::games::transitions::NewGameRequest;
use crate::telegram::incoming::command::RepliedPerson;
use crate::telegram::incoming::event::Sender;
use crate::telegram::outgoing::in_flight_sends::Sending;
use crate::telegram::outgoing::messenger::reply_in_group;
use crate::telegram::outgoing::rate_limit::Priority;

/// A new game, and the permit to send its board.
pub(crate) type NewBoard = (Board, Option<Sending>);

/// Starts the game named in these words.
pub(crate) async fn start_in_words(context: Context, words: &str) {
    start_for(context, words, None).await;
}

/// Starts a game whose open seat is reserved for the author of the message that was replied to. Games
/// against an engine are refused, because they have no open seat.
pub(crate) async fn challenge_in_words(context: Context, words: &str, whom: Option<RepliedPerson>) {
    let has_level = context.services.vocabulary.read(words).is_ok_and(|it| it.level.is_some());
    match whom.filter(|whom| whom.user != context.from.user) {
        _ if has_level => start_for(context, words, None).await,
        Some(whom) => start_for(context, words, Some(whom)).await,
        None => private_notices::notify_once(context, Phrase::ChallengeUsage).await,
    }
}

async fn start_for(context: Context, words: &str, whom: Option<RepliedPerson>) {
    let wanted = match context.services.vocabulary.read(words) {
        Ok(wanted) => wanted,
        Err(unclear) => return games::say_unclear(context, Request::New.name(), &unclear).await,
    };
    let has_clock = wanted.time.is_some_and(|time| time != TimeControl::Unlimited);
    if has_clock && games::is_against_engine(&context, wanted) {
        return private_notices::notify_once(context, Phrase::NoClockAlone).await;
    }
    let (at, topic) = (context.at, context.topic);
    let started = match games::setup_of(&context, wanted).await {
        Ok(setup) => {
            let id = context.request_id("command");
            let owner = context.from.user;
            let reserved = whom.as_ref().map(|whom| whom.user);
            let request = NewGameRequest { id, owner, chat: at.chat, topic, setup, reserved };
            match whom {
                Some(whom) => challenge(&context, request, whom).await,
                None => create(&context, request).await,
            }
        }
        Err(error) => Err(error.into()),
    };
    send_started(context, started).await;
}

/// Sends the board of a game that was asked for in words, unless that was done before, or tells why there is
/// none.
pub(crate) async fn send_started(context: Context, started: Result<Option<NewBoard>, Box<Denial>>) {
    match &started {
        Ok(Some((board, _))) => {
            context.acknowledge_claiming(context.at.chat, board.session.id()).await;
        }
        Ok(None) | Err(_) => context.acknowledge().await,
    }
    match started {
        Ok(Some((board, sending))) => {
            let reply_to = reply_in_group(context.at);
            context.services.boards.send(board, sending, Priority::Reply, reply_to).await;
        }
        Ok(None) => {}
        Err(denial) if denial.is_repeated => {}
        Err(denial) if denial.error.is_some() => private_notices::deny(context, denial).await,
        Err(denial) => private_notices::notify_once(context, denial.phrase).await,
    }
}

/// Starts a game as the person last played it, or in a group one with an open seat.
pub(crate) async fn start_usual(press: &PressContext) -> Handled {
    let setup = games::setup_of(&press.context, Wanted::default()).await?;
    start(press, setup).await
}

/// Starts a game with this setup, unless an untouched board with it is open.
pub(crate) async fn start(press: &PressContext, setup: Setup) -> Handled {
    let context = &press.context;
    let id = context.request_id("press");
    let (chat, owner, topic) = (context.at.chat, context.from.user, context.topic);
    // A double tap finds the first one still running, or its untouched board.
    let starting = context.services.limits.starting.take((chat, owner, setup));
    let starting = starting.ok_or(Denial::ALREADY_OPEN)?;
    let creating = async {
        if has_untouched_board(&context.services, owner, chat, setup).await? {
            return Ok(None);
        }
        create(context, NewGameRequest { id, owner, chat, topic, setup, reserved: None }).await
    };
    let (started, _) = futures::join!(creating, context.language());
    drop(starting);
    answer(context, started?)
}

/// Answers a press that asked for a new game, and sends its board; denies it if that was done before.
pub(crate) fn answer(context: &Context, started: Option<NewBoard>) -> Handled {
    let (board, sending) = started.ok_or(Denial::ALREADY_OPEN)?;
    send_in_background(context, board, sending);
    Ok(labels::Press::Started.into())
}

/// Sends a board in the background. If the user has too many messages in flight, the sweep sends it.
fn send_in_background(context: &Context, board: Board, sending: Option<Sending>) {
    let Some(permit) = context.background_permit_for_board() else { return };
    let (services, reply_to) = (Arc::clone(&context.services), reply_in_group(context.at));
    permit.spawn(async move {
        services.boards.send(board, sending, Priority::Reply, reply_to).await;
    });
}

/// Creates a game under an id derived from the request; `None` if an equal request was fulfilled before.
pub(crate) async fn create(
    context: &Context,
    request: NewGameRequest,
) -> Result<Option<NewBoard>, Box<Denial>> {
    group_settings::check_starter(context, request.topic).await?;
    count(context)?;
    create_allowed(context, request).await
}

/// Creates a game whose open seat is reserved for a person, and stores that person's name: the board shows
/// it.
async fn challenge(
    context: &Context,
    request: NewGameRequest,
    whom: RepliedPerson,
) -> Result<Option<NewBoard>, Box<Denial>> {
    let (services, owner) = (&context.services, request.owner);
    group_settings::check_starter(context, request.topic).await?;
    count(context)?;
    if services.play.store().are_apart(owner, whom.user).await? {
        return Err(Denial::CHALLENGE_APART.into());
    }
    services.play.check_challenges(owner, whom.user).await??;
    let RepliedPerson { user, first_name } = whom;
    let challenged = Sender { user, language_code: None, first_name };
    services.people.remember(&challenged, request.chat, None).await?;
    create_allowed(context, request).await
}

/// Begins the game of a board that is already set up, unless it would help the person in a game against
/// another person. A game that continues from existing moves does not change the person's usual choice.
pub(crate) async fn begin(
    context: &Context,
    board: Board,
) -> Result<Option<NewBoard>, Box<Denial>> {
    group_settings::check_starter(context, board.topic).await?;
    count(context)?;
    let (services, chat) = (&context.services, context.at.chat);
    if services.play.tells_of_game_in_play(context.from.user, &board.session).await? {
        return Err(Denial::RECORD_IN_PLAY.into());
    }
    services.people.remember(&context.from, chat, None).await?;
    let sending = services.boards.begin_sending(chat, board.session.id());
    Ok(services.play.begin(chat, board).await??.map(|board| (board, sending)))
}

/// Counts a request for a game; denies it if there were too many within a minute.
pub(crate) fn count<At>(context: &Context<At>) -> Result<(), Box<Denial>> {
    let new_games = &context.services.limits.new_games;
    match new_games.count(context.from.user, Instant::now()) {
        0 => Ok(()),
        too_many => Err(Denial::too_fast(&context.services, too_many > 1).into()),
    }
}

/// Like [`create`], but does not count towards the games a person may start in a minute.
pub(crate) async fn create_uncounted(
    context: &Context,
    request: NewGameRequest,
) -> Result<Option<NewBoard>, Box<Denial>> {
    group_settings::check_starter(context, request.topic).await?;
    create_allowed(context, request).await
}

async fn create_allowed(
    context: &Context,
    request: NewGameRequest,
) -> Result<Option<NewBoard>, Box<Denial>> {
    let (services, from) = (&context.services, &context.from);
    let NewGameRequest { id, owner, chat, setup, .. } = request;
    if let Opponent::Person(other) = setup.opponent
        && services.play.store().are_apart(owner, other).await?
    {
        return Err(Denial::OPPONENT_UNAVAILABLE.into());
    }
    services.people.remember(from, chat, None).await?;
    // Begun before the board exists, so that no sweep takes it for a board that is not being sent.
    let sending = services.boards.begin_sending(chat, id);
    let other =
        other_chat(chat, setup).map(|other| (other, services.boards.begin_sending(other, id)));
    let Some(board) = services.play.create(request).await?? else { return Ok(None) };
    if let Some((other, Some(sending))) = other {
        send_to_other(services, &board, other, sending);
    }
    // A game in a group does not change the person's usual choice.
    if chat.is_private()
        && let Some(choice) = setup.choice()
    {
        note_choice(services, from, chat, choice).await;
    }
    Ok(Some((board, sending)))
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
        log::warn!("person {}: cannot store the usual choice: {error}", from.user.0);
    }
}

/// Returns whether the person already plays this choice, in general and in this game.
fn is_usual(person: &Person, choice: Choice) -> bool {
    person.choice == choice && person.habits.choice_in(choice.spec) == Some(choice)
}

/// Returns whether the person's latest game in this chat has this setup and waits for their first move or
/// for an opponent.
async fn has_untouched_board(
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
            // It may put the stones of an opening.
            Side::Second => usize::from(setup.spec.opening().stones_max().min(STONES)).max(1),
        };
        let is_untouched = board.session.step_count() <= moves_before_max;
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
