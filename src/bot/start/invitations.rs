//! Games with a friend: a person gets a link and sends it to a friend, and the first user who opens it is
//! seated. Both play in their private chats, each in their own language.

use std::sync::Arc;

use tokio::sync::oneshot;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::board::titles;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::pages::invitations;
use zerosum_render::tap::{InvitationOrder, Request};
use zerosum_session::UserId;
use zerosum_session::board::{Board, ChatId, ChatMessage, MessageId};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TIME_IN_PRIVATE;
use zerosum_session::language::Language;
use zerosum_session::people::invitation::{Invitation, InvitationCode, InvitationState};
use zerosum_store::people::invitations::is_recent;
use zerosum_store::{Commit, StoreError};

use crate::bot::account::personal;
use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::bot::single_flight::FlightGuard;
use crate::bot::start::games;
use crate::bot::vocabulary::Takes;
use crate::play::people::invitations::InviteOutcome;
use crate::telegram::incoming::event::Query;
use crate::telegram::outgoing::edit::Edit;
use crate::telegram::outgoing::in_flight_sends::Sending;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::offers::Offer;
use crate::telegram::outgoing::rate_limit::Priority;

/// Maximum number of tries if the owner changes the invitation at the same moment.
const TRIES_MAX: u32 = 3;

/// An open invitation to the same game exists.
const INVITATION_WAITS: Denial = Denial::new(labels::Press::StartedBefore, Phrase::InvitationWaits);

/// An open invitation that is to be shown.
struct Made {
    code: InvitationCode,
    /// True if it was shown before, to the same game.
    is_again: bool,
}

/// Result of opening a link.
enum Come {
    /// The user has a seat in the game of this board, which is to be sent with these permits: to the user,
    /// and to the owner of the invitation.
    Seated(Box<Invitation>, Board, [Option<Sending>; 2]),
    /// The user had opened the link before.
    Again(Board),
    /// The invitation cannot be accepted by this user.
    Missed(Phrase<'static>),
}

/// Creates an invitation to the game named in these words. Buttons never create a second invitation to the
/// same game.
pub(crate) async fn invite_in_words(context: Context, words: &str) {
    if !context.at.chat.is_private() {
        return private_notices::refer_to_private_chat(context, "/invite").await;
    }
    let wanted = match context.services.vocabulary.read_for(words, Takes::GameOfPeople) {
        Ok(said) => said.wanted,
        Err(unclear) => return games::say_unclear(context, Request::Invite.name(), &unclear).await,
    };
    let time = wanted.time.unwrap_or(TIME_IN_PRIVATE);
    let choice = match games::choice_of(&context, wanted).await {
        Ok(choice) => choice,
        Err(error) => return show_made(context, Err(error.into())).await,
    };
    let setup = Setup { spec: choice.spec, side: choice.side, opponent: Opponent::Anybody, time };
    if !context.is_of_press() {
        let made = make(&context, setup).await;
        return show_made(context, made).await;
    }
    let Some(starting) = begin(&context, setup) else { return context.acknowledge().await };
    let made = make_once(&context, setup).await;
    show_made(context, made).await;
    drop(starting);
}

/// Creates an invitation to the game of a card, or shows the open one to the same game: a double tap
/// creates one.
pub(crate) async fn invite(press: &PressContext, spec: GameSpec, side: Side) -> Handled {
    let context = &press.context;
    let permit = context.background_permit()?;
    let (opponent, time) = (Opponent::Anybody, TIME_IN_PRIVATE);
    let setup = Setup { spec, side, opponent, time };
    let starting = begin(context, setup).ok_or(INVITATION_WAITS)?;
    let made = make_once(context, setup).await;
    let is_again = matches!(made, Ok(Some(Made { is_again: true, .. })));
    let after = press.context_after();
    permit.spawn(async move {
        show_made(after, made).await;
        drop(starting);
    });
    if is_again { Err(INVITATION_WAITS.into()) } else { Ok(labels::Press::Asked.into()) }
}

/// Takes the guard for invitations to this game, unless another tap of the owner holds it.
fn begin(context: &Context, setup: Setup) -> Option<FlightGuard<(ChatId, UserId, Setup)>> {
    context.services.limits.starting.take((context.at.chat, context.from.user, setup))
}

/// Creates an invitation, unless one to the same game is open. Like [`make`].
async fn make_once(context: &Context, setup: Setup) -> Result<Option<Made>, Box<Denial>> {
    match context.services.play.open_invitation(context.from.user, setup).await? {
        Some(before) => Ok(Some(Made { code: before.code, is_again: true })),
        None => make(context, setup).await,
    }
}

/// Applies the owner's order to an invitation, and shows the result.
pub(crate) async fn press(
    press: &PressContext,
    code: InvitationCode,
    order: InvitationOrder,
) -> Handled {
    let context = &press.context;
    let language = context.language().await;
    let over = Denial::new(labels::Press::InvitationOver, Phrase::InvitationOver);
    let (commit, Some(invitation)) = obey(context, code, order).await? else {
        return Err(over.into());
    };
    context.replace(page(&context.services, &invitation, language).await);
    match commit {
        Commit::Done => Ok(labels::Press::InvitationChanged.into()),
        Commit::Conflict => Err(over.into()),
    }
}

/// The open invitations of a person who asks for them in inline mode; none if the query asks for something
/// else.
pub(crate) async fn offers(services: &Services, query: &Query, language: Language) -> Vec<Offer> {
    let Some(wanted) = invitations::wanted(&query.words) else { return Vec::new() };
    let (play, owner) = (&services.play, query.from.user);
    let all = play.store().invitations_of(owner).await.unwrap_or_else(|error| {
        log::warn!("person {}: no invitations are offered: {error}", owner.0);
        Vec::new()
    });
    let is_offered =
        |one: &Invitation| one.owner == owner && play.is_waiting(one) && wanted.include(one.code);
    let offer = |Invitation { code, setup, .. }: Invitation| {
        let (link, localizer) = (services.links.to_invitation(code), services.localizer(language));
        Offer {
            id: invitations::query(code),
            card: invitations::card(setup, localizer),
            view: invitations::passed_on(setup, &link, localizer),
            animation: None,
        }
    };
    all.into_iter().filter(is_offered).map(offer).collect()
}

/// Seats the user who has opened a link, or tells why not.
pub(crate) async fn follow(mut context: Context, code: InvitationCode) {
    personal::note_return(&context).await;
    if context.services.admin.refuses(context.from.user) {
        return context.tell(Phrase::Maintenance).await;
    }
    match come(&context, code).await {
        Ok(Come::Seated(invitation, board, sendings)) => {
            seat(context, *invitation, board, sendings).await;
        }
        Ok(Come::Again(board)) => {
            context.acknowledge().await;
            context.services.boards.bring_down(board, None, None).await;
        }
        Ok(Come::Missed(reason)) => miss(context, reason).await,
        Err(denial) => private_notices::deny(context, denial).await,
    }
}

/// Result of asking for an invitation, which has yet to be shown to its owner.
pub(crate) struct Wished {
    made: Result<Option<Made>, Box<Denial>>,
    _starting: FlightGuard<(ChatId, UserId, Setup)>,
}

impl Wished {
    /// Code of the invitation, if it is new.
    pub(crate) fn code(&self) -> Option<InvitationCode> {
        Some(self.made.as_ref().ok()?.as_ref()?.code)
    }
}

/// Creates an invitation to a game, unless one to the same game is open or being created.
pub(crate) async fn ask(context: &Context, setup: Setup) -> Result<Wished, Box<Denial>> {
    let starting = begin(context, setup).ok_or(INVITATION_WAITS)?;
    match make_once(context, setup).await {
        Ok(Some(Made { is_again: true, .. })) => Err(INVITATION_WAITS.into()),
        made => Ok(Wished { made, _starting: starting }),
    }
}

/// Shows the result to the owner.
pub(crate) async fn show(context: Context, wished: Wished) {
    let Wished { made, _starting } = wished;
    show_made(context, made).await;
}

/// Creates an invitation; `None` if it was created and shown before.
async fn make(context: &Context, setup: Setup) -> Result<Option<Made>, Box<Denial>> {
    let (services, owner) = (&context.services, context.from.user);
    let game = context.request_id("invitation");
    services.people.remember_by_name(&context.from, context.at.chat).await?;
    let phrase = match services.play.invite(game, owner, setup).await? {
        InviteOutcome::Created(code) => return Ok(Some(Made { code, is_again: false })),
        InviteOutcome::Existing(Invitation { code, message, .. }) => {
            return Ok(message.is_none().then_some(Made { code, is_again: false }));
        }
        InviteOutcome::TooManyOpen(count) => Phrase::TooManyInvitations { count },
        InviteOutcome::TooManyToday(count) => Phrase::TooManyInvitationsToday { count },
    };
    Err(Denial::new(labels::Press::TooManyGames, phrase).into())
}

async fn show_made(mut context: Context, made: Result<Option<Made>, Box<Denial>>) {
    let invitation = match made {
        Ok(Some(Made { code, .. })) => context.services.play.store().invitation(code).await,
        Ok(None) => return context.acknowledge().await,
        Err(denial) => return private_notices::deny(context, denial).await,
    };
    let Ok(Some(invitation)) = invitation else {
        log::error!("person {}: cannot create the invitation", context.from.user.0);
        return context.tell(Phrase::CommandFailed).await;
    };
    let language = context.language().await;
    let view = page(&context.services, &invitation, language).await;
    let message = match context.reply(&view).await {
        Ok(message) => message,
        Err(error) => return report_unsent(context.at.chat, &error),
    };
    if let Some(before) = invitation.message {
        let view = pages::note(context.services.localizer(language), Phrase::InvitationBelow);
        show_to_owner(&context.services, &invitation, before, view);
    }
    if let Err(error) = place(&context.services, &invitation, message, language).await {
        let owner = invitation.owner.0;
        log::warn!("person {owner}: cannot record the message of the invitation: {error}");
    }
}

/// Records that a message shows an open invitation, and updates the message if the invitation has changed
/// meanwhile.
async fn place(
    services: &Services,
    &Invitation { code, owner, .. }: &Invitation,
    message: MessageId,
    language: Language,
) -> Result<(), StoreError> {
    services.play.store().place_invitation(code, owner, message).await?;
    let now = services.play.store().invitation(code).await?;
    // A user who accepted it before that did not know of the message.
    if let Some(over) = now.filter(|now| now.state != InvitationState::Waiting) {
        let view = page(services, &over, language).await;
        show_to_owner(services, &over, message, view);
    }
    Ok(())
}

/// Shows to the owner that their invitation was accepted.
pub(super) async fn show_accepted(services: &Services, invitation: Invitation) {
    // The message may have been recorded since the invitation was read.
    let now = services.play.store().invitation(invitation.code).await.ok().flatten();
    let message = now.as_ref().unwrap_or(&invitation).message;
    if let Some(message) = message {
        let language = services.people.stored_language_of(invitation.owner).await;
        let view = page(services, &invitation, language).await;
        show_to_owner(services, &invitation, message, view);
    }
}

/// Shows a view in a message to the owner of an invitation.
fn show_to_owner(services: &Services, invitation: &Invitation, message: MessageId, view: View) {
    let owner = invitation.owner;
    let place = ChatMessage { chat: ChatId::of_person(owner), message }.into();
    services.messenger.edits.show(place, Edit::page(view, owner, Priority::Edit));
}

/// The invitation as its owner sees it.
async fn page(services: &Services, invitation: &Invitation, language: Language) -> View {
    let &Invitation { code, setup, state, .. } = invitation;
    let localizer = services.localizer(language);
    let note = |phrase: Phrase<'_>| pages::note(localizer, phrase);
    match state {
        InvitationState::Waiting if is_recent(invitation, services.play.now()) => {
            let link = services.links.to_invitation(code);
            let look = services.people.look_of(invitation.owner).await;
            let page = services.messenger.client().identity.page.as_ref();
            let page =
                page.map(|page| page.of_invitation(&services.links.browser_code(code)).to_string());
            let links = (link.as_str(), page.as_deref());
            let view = invitations::waiting(code, setup, links, localizer);
            view.in_look(look, setup.spec)
        }
        InvitationState::Waiting => note(Phrase::InvitationTooOld),
        InvitationState::Withdrawn => note(Phrase::InvitationWithdrawn),
        // The guest's name is shown on the board only, where it disappears when it is deleted.
        InvitationState::Accepted(_) => {
            let game = titles::title(setup.spec, localizer);
            note(Phrase::InvitationAccepted { game: &game })
        }
    }
}

/// Applies the order and returns the invitation after it; `None` if it does not exist or belongs to another
/// user.
async fn obey(
    context: &Context,
    code: InvitationCode,
    order: InvitationOrder,
) -> Result<(Commit, Option<Invitation>), StoreError> {
    let (play, user) = (&context.services.play, context.from.user);
    let find = async || {
        let found = play.store().invitation(code).await?;
        Ok::<_, StoreError>(found.filter(|invitation| invitation.owner == user))
    };
    for _ in 0..TRIES_MAX {
        let Some(before) = find().await? else { return Ok((Commit::Conflict, None)) };
        let setup = match order {
            InvitationOrder::Play(side) => Setup { side, ..before.setup },
            InvitationOrder::Time(time) => Setup { time, ..before.setup },
            InvitationOrder::Withdraw => {
                let commit = play.store().withdraw_invitation(code, user).await?;
                return Ok((commit, find().await?));
            }
        };
        let commit = play.store().change_invitation(code, user, before.setup, setup).await?;
        let after = find().await?;
        // Two concurrent presses may change two different things.
        let is_overtaken = after.as_ref().is_some_and(|after| after.setup != before.setup);
        if commit == Commit::Done || !is_overtaken {
            return Ok((commit, after));
        }
    }
    Err(StoreError::Contended)
}

async fn come(context: &Context, code: InvitationCode) -> Result<Come, Box<Denial>> {
    let (services, chat, user) = (&context.services, context.at.chat, context.from.user);
    for _ in 0..TRIES_MAX {
        let Some(invitation) = services.play.store().invitation(code).await? else {
            return Ok(Come::Missed(Phrase::LinkInvitationOld));
        };
        let (owner, now) = (invitation.owner, services.play.now());
        match invitation.state {
            _ if owner == user => return Ok(Come::Missed(Phrase::InvitationOwn)),
            InvitationState::Accepted(guest) if guest == user => {
                // The game may be gone since.
                let board = services.play.board(chat, invitation.game).await?;
                return Ok(board.map_or(Come::Missed(Phrase::LinkGone), Come::Again));
            }
            InvitationState::Accepted(_) => return Ok(Come::Missed(Phrase::LinkInvitationTaken)),
            InvitationState::Withdrawn => {
                return Ok(Come::Missed(Phrase::LinkInvitationWithdrawn));
            }
            InvitationState::Waiting if !is_recent(&invitation, now) => {
                return Ok(Come::Missed(Phrase::LinkInvitationOld));
            }
            InvitationState::Waiting => {}
        }
        if services.play.store().are_apart(owner, user).await? {
            return Ok(Come::Missed(Phrase::SeatNotForYou));
        }
        services.play.check_games(chat, user).await??;
        let owners = services.play.check_games(ChatId::of_person(owner), owner).await?;
        owners.map_err(|_| Denial::new(labels::Press::TooManyGames, Phrase::InviterBusy))?;
        services.people.remember_by_name(&context.from, chat).await?;
        // Begun before the board exists, so that no sweep takes it for a board that is not being sent.
        let begin = |chat| services.boards.begin_sending(chat, invitation.game);
        let sendings = [chat, ChatId::of_person(owner)].map(begin);
        if let Some(board) = services.play.accept(&invitation, user).await? {
            return Ok(Come::Seated(Box::new(invitation), board, sendings));
        }
    }
    Err(StoreError::Contended.into())
}

/// Sends the board to both, and tells the guest if the owner cannot be reached. The owner does not wait for what the guest
/// has asked for before, nor the guest's next message for the owner.
async fn seat(
    mut context: Context,
    invitation: Invitation,
    board: Board,
    [own, other]: [Option<Sending>; 2],
) {
    let (services, id) = (Arc::clone(&context.services), board.session.id());
    let (owner, own_board) = (invitation.owner, board.seen_in(context.at.chat));
    let accepted = InvitationState::Accepted(context.from.user);
    let invitation = Invitation { state: accepted, ..invitation };
    let (told, owner_is_told) = oneshot::channel();
    let telling = Arc::clone(&services);
    services.spawn(async move {
        show_accepted(&telling, invitation).await;
        telling.boards.send(board, other, Priority::Reply, None).await;
        let _ = told.send(());
    });
    context.acknowledge_claiming(context.at.chat, id).await;
    if let Some(own_board) = own_board {
        services.boards.send(own_board, own, Priority::Reply, None).await;
    }
    let asking = Arc::clone(&services);
    services.spawn(async move {
        let _ = owner_is_told.await;
        let person = asking.play.person(owner).await.ok().flatten();
        if person.is_some_and(|person| !person.is_reachable) {
            context.tell(Phrase::InviterAway).await;
        }
    });
}

async fn miss(mut context: Context, reason: Phrase<'static>) {
    let view = invitations::missed(reason, context.services.localizer(context.language().await));
    context.reply_page(view).await;
}
