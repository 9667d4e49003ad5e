//! Games with somebody: a person asks for an opponent and waits, and may play anything meanwhile. Whom they
//! play is found by [`pairing`](crate::bot::pairing).

use std::sync::Arc;

use zerosum_games::any::GameSpec;

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::games;
use crate::bot::new_game;
use crate::bot::quiet;
use crate::bot::services::Services;
use crate::bot::vocabulary::Wanted;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::tap::SeekingOrder;
use crate::render::{View, opponents, pages};
use crate::session::SessionId;
use crate::session::board::{ChatMessage, MessageId};
use crate::session::clock::TIME_IN_PRIVATE;
use crate::session::seeker::{Seeker, SeekerWish};
use crate::store::{Commit, StoreError};
use crate::telegram::frame::Frame;
use crate::telegram::messenger::report_unsent;
use crate::telegram::rate_limit::Class;

/// What became of the wish for an opponent.
enum Sought {
    /// The person waits, which has yet to be shown. It was shown by this message before.
    Waiting(Seeker, Option<MessageId>),
    /// They have waited for the same before, which is shown once more.
    Already(Seeker),
    /// The same was asked for before, and there is nothing left to do.
    Before,
    Declined(Phrase<'static>),
}

/// Has a person wait for an opponent in the game that is asked for in these words, or in any. Whoever waits
/// already waits for that from now on, in a message at the end of the chat. A double tap asks once.
pub(crate) async fn seek_in_words(mut context: Context, words: &str) {
    if !context.at.chat.is_private() {
        return quiet::confirm(context, Phrase::PrivateOnly).await;
    }
    let wanted = match context.services.vocabulary.read(words) {
        Ok(wanted) => wanted,
        Err(unclear) => return games::say_unclear(context, &unclear).await,
    };
    let seeking = Arc::clone(&context.services);
    let seeking = seeking.limits.seeking.take(context.from.user);
    if seeking.is_none() && context.is_of_press() {
        return context.acknowledge();
    }
    let sought = match wish_of(&context, wanted).await {
        Ok(wish) => seek(&context, wish).await,
        Err(error) => Err(error),
    };
    show_sought(context, sought).await;
    drop(seeking);
}

/// Has a person wait for an opponent in the game of a card, or shows again that they do: a double tap asks
/// once.
pub(crate) async fn seek_by_card(press: PressContext, spec: GameSpec) -> Answered {
    let context = &press.context;
    let Some(aside) = context.aside() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let already = (labels::Press::StartedBefore, Some(Phrase::SeekingAlready));
    let Some(seeking) = context.services.limits.seeking.take(context.from.user) else {
        return press.answer(already.0, already.1).await;
    };
    let wish = SeekerWish { spec, is_any: false, side: None, time: TIME_IN_PRIVATE };
    let sought = seek(context, wish).await;
    let (result, toast) = match sought {
        Ok(Sought::Already(_)) => already,
        _ => (labels::Press::Asked, None),
    };
    let after = press.context_after();
    aside.go_on(async move {
        show_sought(after, sought).await;
        drop(seeking);
    });
    press.answer(result, toast).await
}

/// Does what somebody wants who waits, and shows what they wait for as it stands.
pub(crate) async fn press(press: PressContext, id: SessionId, order: SeekingOrder) -> Answered {
    let context = &press.context;
    let language = context.language().await;
    let note = |phrase| pages::note(&context.services.locales, language, phrase);
    let (result, toast) = match obey(context, id, order).await {
        Ok(Commit::Done) if order == SeekingOrder::Withdraw => {
            context.replace(note(Phrase::SeekingWithdrawn));
            (labels::Press::SeekingChanged, None)
        }
        Ok(Commit::Done) => match context.services.play.seeking_of(context.from.user).await {
            Ok(Some(seeker)) if seeker.game == id => {
                context.replace(page(&context.services, &seeker, language).await);
                context.services.somebody_seeks.notify_one();
                (labels::Press::SeekingChanged, None)
            }
            // Somebody was found at this moment, which the message tells.
            Ok(_) => (labels::Press::SeekingChanged, None),
            Err(_) => (labels::Press::Failed, Some(Phrase::StoreAway)),
        },
        Ok(Commit::Conflict) => {
            context.replace(note(Phrase::SeekingOver));
            (labels::Press::SeekingOver, Some(Phrase::SeekingOver))
        }
        Err(error) => {
            log::error!("person {}: a wait stays as it is: {error}", context.from.user.0);
            (labels::Press::Failed, Some(Phrase::StoreAway))
        }
    };
    press.answer(result, toast).await
}

async fn wish_of(context: &Context, wanted: Wanted) -> Result<SeekerWish, StoreError> {
    let choice = games::choice_of(context, wanted).await?;
    let Wanted { spec, side, time, .. } = wanted;
    let time = time.unwrap_or(TIME_IN_PRIVATE);
    Ok(SeekerWish { spec: choice.spec, is_any: spec.is_none(), side, time })
}

async fn seek(context: &Context, wish: SeekerWish) -> Result<Sought, StoreError> {
    let (services, person) = (&context.services, context.from.user);
    let game = context.id_of_wish("opponent");
    if let Some(too_many) = services.play.too_many(context.at.chat, person).await? {
        return Ok(Sought::Declined(new_game::reason(services, too_many)));
    }
    services.people.remember_by_name(&context.from, context.at.chat).await?;
    let is_new = services.play.seek(person, game, wish).await? == Commit::Done;
    let Some(seeker) = services.play.seeking_of(person).await? else { return Ok(Sought::Before) };
    if is_new {
        return Ok(Sought::Waiting(seeker, None));
    }
    match seeker.message {
        Some(_) if seeker.game == game => Ok(Sought::Before),
        None if seeker.game == game => Ok(Sought::Waiting(seeker, None)),
        _ if seeker.wish == wish => Ok(Sought::Already(seeker)),
        before => match services.play.change_seeking(person, seeker.game, wish).await? {
            Commit::Done => Ok(Sought::Waiting(Seeker { wish, ..seeker }, before)),
            Commit::Conflict => Ok(Sought::Before),
        },
    }
}

async fn show_sought(mut context: Context, sought: Result<Sought, StoreError>) {
    let (seeker, before) = match sought {
        Ok(Sought::Waiting(seeker, before)) => (seeker, before),
        Ok(Sought::Already(seeker)) => {
            let before = seeker.message;
            (seeker, before)
        }
        Ok(Sought::Before) => return context.acknowledge(),
        Ok(Sought::Declined(reason)) => return context.tell(reason).await,
        Err(error) => {
            log::error!("person {}: they do not wait: {error}", context.from.user.0);
            return context.tell(Phrase::CommandFailed).await;
        }
    };
    let language = context.language().await;
    let view = page(&context.services, &seeker, language).await;
    let services = &context.services;
    match services.messenger.reply(context.at, &view).await {
        Ok(message) => {
            let at = |message| ChatMessage { chat: context.at.chat, message };
            let note = |message, phrase| {
                let view = pages::note(&services.locales, language, phrase);
                let frame = Frame::page(view, seeker.person, Class::Edit);
                services.messenger.show(at(message).into(), frame);
            };
            if let Some(before) = before {
                note(before, Phrase::SeekingBelow);
            }
            match services.play.place_seeking(seeker.person, seeker.game, message).await {
                Ok(Commit::Done) => {}
                // Somebody was found before it was said that nobody was.
                Ok(Commit::Conflict) => note(message, Phrase::SeekingOver),
                Err(error) => {
                    log::warn!(
                        "person {}: where a wait is, is not noted: {error}",
                        seeker.person.0
                    );
                }
            }
        }
        Err(error) => report_unsent(context.at.chat, &error),
    }
    services.somebody_seeks.notify_one();
    context.acknowledge();
}

/// What somebody waits for as they see it.
async fn page(services: &Services, seeker: &Seeker, language: Language) -> View {
    let habits = services.people.habits_of(seeker.person).await;
    let meanwhile = games::offered(seeker.wish.spec, &habits);
    opponents::waiting(seeker, meanwhile, &services.locales, language)
}

/// What becomes of the order of somebody who waits for this game.
async fn obey(context: &Context, id: SessionId, order: SeekingOrder) -> Result<Commit, StoreError> {
    match order {
        // Also if the wait cannot be read back.
        SeekingOrder::Withdraw => {
            context.services.play.withdraw_seeking(context.from.user, id).await
        }
        SeekingOrder::AnyGame(is_any) => {
            change(context, id, |wish| SeekerWish { is_any, ..wish }).await
        }
        SeekingOrder::Play(side) => change(context, id, |wish| SeekerWish { side, ..wish }).await,
        SeekingOrder::Time(time) => change(context, id, |wish| SeekerWish { time, ..wish }).await,
    }
}

/// Changes what somebody waits for, in the message that shows it.
async fn change(
    context: &Context,
    id: SessionId,
    changed: impl FnOnce(SeekerWish) -> SeekerWish,
) -> Result<Commit, StoreError> {
    let (play, person) = (&context.services.play, context.from.user);
    let Some(seeker) = play.seeking_of(person).await?.filter(|seeker| seeker.game == id) else {
        return Ok(Commit::Conflict);
    };
    if seeker.message.is_none() {
        play.place_seeking(person, id, context.at.message).await?;
    }
    play.change_seeking(person, id, changed(seeker.wish)).await
}
