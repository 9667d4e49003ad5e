//! Blocked people. If one of two people has blocked the other, neither can take a seat in a game of the
//! other, and neither is told which of them has blocked. In a game that the two are playing only moves
//! pass: no offers and no phrases.

use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::presentation::Presentation;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::blocks;
use zerosum_render::tap::BlockedAt;
use zerosum_session::{SessionId, UserId};
use zerosum_store::people::blocks::{BLOCKED_MAX, Blocked};
use zerosum_store::{Commit, StoreError};

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::telegram::incoming::command::RepliedPerson;

/// Blocks the author of the message that was replied to. The result is sent to the user in private; the
/// group, where the blocked person reads too, gets a short notice at most.
pub(crate) async fn block_replied(mut context: Context, whom: Option<RepliedPerson>) {
    let whom = whom.filter(|whom| whom.user != context.from.user);
    let Some(RepliedPerson { user, first_name }) = whom else {
        return private_notices::notify_once(context, Phrase::BlockUsage).await;
    };
    let name = context.services.people.name_of(&first_name);
    let blocked = block(&context, user, name).await;
    context.acknowledge().await;
    let phrase = blocked.unwrap_or_else(|error| {
        log::error!("person {}: cannot store the block: {error}", context.from.user.0);
        Phrase::CommandFailed
    });
    if private_notices::tell_in_private(&context, phrase).await {
        return;
    }
    context.tell(if phrase == Phrase::BlockedNow { Phrase::BlockNoted } else { phrase }).await;
}

/// Blocks the opponent in a finished game, and removes from the user's board the buttons for what the two
/// could still do together.
pub(crate) async fn block_opponent(press: &PressContext, id: SessionId) -> Handled {
    let (context, seen_at) = (&press.context, press.seen_at(id));
    let (services, user) = (Arc::clone(&context.services), context.from.user);
    let board = services.play.board(context.at.chat, id).await?;
    let board = board.filter(|board| board.session.outcome().is_some());
    let board = board.ok_or(Denial::UNKNOWN_GAME)?;
    let other = board.session.opponent_of(user).ok_or(Denial::UNKNOWN_GAME)?;
    let name = services.play.person(other).await?.map(|person| person.name);
    let name = services.people.name_of(&name.unwrap_or_default());
    let phrase = block(context, other, name).await?;
    Ok(Answer::new(labels::Press::BlockSet, Some(phrase)).with(async move {
        let presentation = Presentation::Focus(Focus::Suggested);
        services.boards.draw_as(board, seen_at, (user, presentation)).await;
    }))
}

/// Lists the people a person has blocked.
pub(crate) async fn list(mut context: Context) {
    if !context.at.chat.is_private() {
        return private_notices::refer_to_private_chat(context, "/blocked").await;
    }
    match page(&context).await {
        Ok(view) => context.reply_page(view).await,
        Err(error) => {
            log::error!("person {}: cannot read the block list: {error}", context.from.user.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Takes a block back and lists the remaining ones.
pub(crate) async fn unblock(press: &PressContext, BlockedAt(since): BlockedAt) -> Handled {
    let context = &press.context;
    // A second press finds it done.
    context.services.play.unblock(context.from.user, since).await?;
    context.replace(page(context).await?);
    Ok(labels::Press::BlockSet.into())
}

/// Blocks a person and returns the answer to show.
async fn block(
    context: &Context,
    user: UserId,
    name: DisplayName,
) -> Result<Phrase<'static>, StoreError> {
    let (play, person) = (&context.services.play, context.from.user);
    // Only people in the store are known to be able to delete their data.
    context.services.people.keep(&context.from, context.at.chat).await?;
    let blocked = Blocked { user: Some(user), name: name.as_str().to_owned(), since: play.now() };
    if play.block(person, &blocked).await? == Commit::Done {
        return Ok(Phrase::BlockedNow);
    }
    Ok(if play.has_blocked(person, user).await? {
        Phrase::BlockedNow
    } else {
        Phrase::TooManyBlocked { people: BLOCKED_MAX }
    })
}

async fn page(context: &Context) -> Result<View, StoreError> {
    let blocked = context.services.play.store().blocked_by(context.from.user).await?;
    let name_of = |name: &str| context.services.people.name_of(name);
    let people = blocked.iter().map(|blocked| (BlockedAt(blocked.since), name_of(&blocked.name)));
    Ok(blocks::page(context.services.localizer(context.language().await), people))
}
