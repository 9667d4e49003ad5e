//! Whom people do not want to play with. Of two of whom one has blocked the other, neither takes a seat in a
//! game of the other, and neither is told which of them has.

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::names::presentable;
use crate::bot::quiet;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::View;
use crate::render::blocks;
use crate::render::tap::BlockedAt;
use crate::session::{SessionId, UserId};
use crate::store::blocks::{BLOCKED_MAX, Blocked};
use crate::store::{Commit, StoreError};
use crate::telegram::command::AnsweredPerson;

/// Blocks the person whose message was answered. What comes of it is told to whoever has asked for it; in the
/// group, where the blocked one reads along, there is a word at most.
pub(crate) async fn block_answered(mut context: Context, whom: Option<AnsweredPerson>) {
    let whom = whom.filter(|whom| whom.user != context.from.user);
    let Some(AnsweredPerson { user, first_name }) = whom else {
        return quiet::tell(context, Phrase::BlockUsage).await;
    };
    let blocked = block(&context, user, presentable(&first_name)).await;
    context.acknowledge();
    let phrase = blocked.unwrap_or_else(|error| {
        log::error!("person {}: nobody is blocked: {error}", context.from.user.0);
        Phrase::CommandFailed
    });
    if quiet::tell_in_private(&context, phrase).await {
        return;
    }
    context.tell(if phrase == Phrase::BlockedNow { Phrase::BlockNoted } else { phrase }).await;
}

/// Blocks the other one in a game that is over.
pub(crate) async fn block_opponent(press: PressContext, id: SessionId) -> Answered {
    let context = &press.context;
    let blocking = async {
        let (services, user) = (&context.services, context.from.user);
        let board = services.play.board(context.at.chat, id).await?;
        let over = board.filter(|board| board.session.outcome().is_some());
        let Some(other) = over.and_then(|board| board.session.opponent_of(user)) else {
            return Ok(None);
        };
        let name = services.play.person(other).await?.map(|person| person.name);
        block(context, other, name.unwrap_or_default()).await.map(Some)
    };
    let blocked: Result<_, StoreError> = blocking.await;
    let (result, phrase) = match blocked {
        Ok(Some(phrase)) => (labels::Press::BlockSet, phrase),
        Ok(None) => (labels::Press::UnknownGame, Phrase::UnknownGame),
        Err(error) => {
            log::error!("person {}: nobody is blocked: {error}", context.from.user.0);
            (labels::Press::Failed, Phrase::StoreAway)
        }
    };
    press.answer(result, Some(phrase)).await
}

/// Lists whom a person has blocked.
pub(crate) async fn list(mut context: Context) {
    if !context.at.chat.is_private() {
        return quiet::confirm(context, Phrase::PrivateOnly).await;
    }
    match page(&context).await {
        Ok(view) => context.reply_page(view).await,
        Err(error) => {
            log::error!("person {}: whom they blocked is not read: {error}", context.from.user.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Takes a block back, and lists those that are left.
pub(crate) async fn unblock(press: PressContext, BlockedAt(since): BlockedAt) -> Answered {
    let context = &press.context;
    let unblocking = async {
        let (play, person) = (&context.services.play, context.from.user);
        let blocked = play.blocked_by(person).await?;
        // Whoever presses twice finds it done.
        if let Some(blocked) = blocked.iter().find(|blocked| blocked.since == since) {
            play.unblock(person, blocked.user).await?;
        }
        page(context).await
    };
    match unblocking.await {
        Ok(view) => {
            context.replace(view);
            press.answer(labels::Press::BlockSet, None).await
        }
        Err(error) => {
            log::error!("person {}: nobody is unblocked: {error}", context.from.user.0);
            press.answer(labels::Press::Failed, Some(Phrase::StoreAway)).await
        }
    }
}

/// Blocks somebody, and gives what is said of it.
async fn block(
    context: &Context,
    user: UserId,
    name: String,
) -> Result<Phrase<'static>, StoreError> {
    let (play, person) = (&context.services.play, context.from.user);
    // Only of whoever is remembered it is known that they can have it deleted.
    context.services.people.keep(&context.from, context.at.chat).await?;
    let blocked = Blocked { user, name, since: play.now() };
    if play.block(person, &blocked).await? == Commit::Done {
        return Ok(Phrase::BlockedNow);
    }
    let is_before = play.blocked_by(person).await?.iter().any(|blocked| blocked.user == user);
    Ok(if is_before { Phrase::BlockedNow } else { Phrase::TooManyBlocked { people: BLOCKED_MAX } })
}

async fn page(context: &Context) -> Result<View, StoreError> {
    let blocked = context.services.play.blocked_by(context.from.user).await?;
    let people = blocked.iter().map(|blocked| (BlockedAt(blocked.since), blocked.name.as_str()));
    Ok(blocks::page(&context.services.locales, context.language().await, people))
}
