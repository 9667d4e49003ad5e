//! Search for an opponent: a person asks for one and waits, and may play other games meanwhile. The
//! opponent is found by [`pairing`](crate::bot::start::pairing).

use std::sync::Arc;

use zerosum_games::any::GameSpec;
use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::pages::opponents;
use zerosum_render::tap::{Request, SeekerCard, SeekingOrder};
use zerosum_session::board::{ChatMessage, MessageId};
use zerosum_session::game::clock::{TIME_IN_PRIVATE, TimeControl};
use zerosum_session::language::Language;
use zerosum_session::people::seeker::{Seeker, SeekerWish};
use zerosum_session::{SessionId, UserId};
use zerosum_store::{Commit, StoreError};

use crate::bot::context::{Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::bot::start::games;
use crate::bot::vocabulary::{Takes, Understood, Wanted};
use crate::telegram::outgoing::edit::Edit;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::rate_limit::Priority;

/// Maximum number of tries if the person changes the search at the same moment.
const TRIES_MAX: u32 = 3;

/// A search that is to be shown.
struct Sought {
    seeker: Seeker,
    /// The message that showed the search before.
    before: Option<MessageId>,
    /// True if the person has waited for the same before.
    is_again: bool,
}

/// Starts the search for an opponent in the game and with the clock named in these words; if only one of
/// these is named, or neither, asks the person. If the person already waits, the search is changed and
/// shown in a new message at the end of the chat. A double tap asks once.
pub(crate) async fn seek_in_words(context: Context, words: &str) {
    if !context.at.chat.is_private() {
        return private_notices::refer_to_private_chat(context, "/opponent").await;
    }
    let said = match context.services.vocabulary.read_for(words, Takes::Opponent) {
        Ok(said) => said,
        Err(unclear) => {
            return games::say_unclear(context, Request::Opponent.name(), &unclear).await;
        }
    };
    let seeking = Arc::clone(&context.services);
    let seeking = seeking.limits.seeking.take(context.from.user);
    if seeking.is_none() && context.is_of_press() {
        return context.acknowledge().await;
    }
    let is_game_named = said.wanted.spec.is_some() || said.is_any_game;
    let sought = match said.wanted.time.filter(|_| is_game_named) {
        Some(time) => match wish_of(&context, said.wanted, time).await {
            Ok(wish) => seek(&context, wish).await,
            Err(error) => Err(error.into()),
        },
        None => match shown_again(&context, said).await {
            Ok(None) => {
                // The buttons of the card work as soon as it is sent, so the guard is released first.
                drop(seeking);
                return ask(context, said).await;
            }
            Ok(Some(seeker)) => {
                let before = seeker.message;
                Ok(Some(Sought { seeker, before, is_again: true }))
            }
            Err(error) => Err(error.into()),
        },
    };
    // The buttons work while this answer waits for the ones before it.
    drop(seeking);
    show_sought(context, sought).await;
}

/// The current search of a person whose words ask for nothing else.
async fn shown_again(context: &Context, said: Understood) -> Result<Option<Seeker>, StoreError> {
    match said == Understood::default() {
        true => context.services.play.store().seeking_of(context.from.user).await,
        false => Ok(None),
    }
}

/// Asks which game and clock the person wants. Those they have named are preselected, else those they had
/// last.
async fn ask(mut context: Context, said: Understood) {
    let last = last_played(&context).await;
    let named = games::choice_of(&context, said.wanted).await.map_or(last, |choice| choice.spec);
    let spec = (!said.is_any_game).then_some(named);
    let habits = context.services.people.habits_of(context.from.user).await;
    let time = said.wanted.time.or(habits.clock()).unwrap_or(TIME_IN_PRIVATE);
    let card = SeekerCard { spec, side: said.wanted.side, time, is_chosen: false };
    let language = context.language().await;
    let view = opponents::asking(card, last, context.services.localizer(language));
    let view = in_look(view, &context.services, (context.from.user, card.spec)).await;
    context.reply_page(view).await;
}

/// Applies a person's look to a page about a game. A page about any game shows no marks.
async fn in_look(
    view: View,
    services: &Services,
    (person, spec): (UserId, Option<GameSpec>),
) -> View {
    match spec {
        Some(spec) => view.in_look(services.people.look_of(person).await, spec),
        None => view,
    }
}

/// The person's last game; the default while the store is unavailable.
async fn last_played(context: &Context) -> GameSpec {
    games::choice_of(context, Wanted::default()).await.unwrap_or_default().spec
}

/// Shows the choice so far, or starts the search for it.
pub(crate) async fn choose(press: &PressContext, card: SeekerCard) -> Handled {
    let context = &press.context;
    if !card.is_chosen {
        let (last, language) = (last_played(context).await, context.language().await);
        let view = opponents::asking(card, last, context.services.localizer(language));
        let view = in_look(view, &context.services, (context.from.user, card.spec)).await;
        return press.turn_page(view);
    }
    let spec = match card.spec {
        Some(spec) => spec,
        None => last_played(context).await,
    };
    let wish = SeekerWish { spec, is_any: card.spec.is_none(), side: card.side, time: card.time };
    seek_by_press(press, wish).await
}

/// Asks how the person wants to play the game of a card.
pub(crate) fn ask_by_card(press: &PressContext, spec: GameSpec) -> Handled {
    let context = &press.context;
    let seeking = context.services.limits.seeking.take(context.from.user);
    let seeking = seeking.ok_or(Denial::TOO_FAST)?;
    let permit = context.background_permit()?;
    let wanted = Wanted { spec: Some(spec), ..Wanted::default() };
    let after = press.context_after();
    permit.spawn(async move {
        // The buttons of the question work as soon as it is sent, so the guard is released first.
        drop(seeking);
        ask(after, Understood { wanted, ..Understood::default() }).await;
    });
    Ok(labels::Press::Asked.into())
}

async fn seek_by_press(press: &PressContext, wish: SeekerWish) -> Handled {
    let context = &press.context;
    let permit = context.background_permit()?;
    let already = Denial::new(labels::Press::StartedBefore, Phrase::SeekingAlready);
    let Some(seeking) = context.services.limits.seeking.take(context.from.user) else {
        return Err(already.into());
    };
    let sought = seek(context, wish).await;
    let is_again = matches!(sought, Ok(Some(Sought { is_again: true, .. })));
    let after = press.context_after();
    permit.spawn(async move {
        show_sought(after, sought).await;
        drop(seeking);
    });
    if is_again { Err(already.into()) } else { Ok(labels::Press::Asked.into()) }
}

/// Applies an order to the person's search, and shows the search as it stands.
pub(crate) async fn press(press: &PressContext, id: SessionId, order: SeekingOrder) -> Handled {
    let context = &press.context;
    let language = context.language().await;
    let note = |phrase| pages::note(context.services.localizer(language), phrase);
    match obey(context, id, order).await? {
        Commit::Done if order == SeekingOrder::Withdraw => {
            context.replace(note(Phrase::SeekingWithdrawn));
        }
        Commit::Done => {
            let seeker = context.services.play.store().seeking_of(context.from.user).await?;
            // If an opponent was found at this moment, the message shows that.
            if let Some(seeker) = seeker.filter(|seeker| seeker.game == id) {
                context.replace(page(&context.services, &seeker, language).await);
                context.services.seekers_changed.notify_one();
            }
        }
        Commit::Conflict => {
            context.replace(note(Phrase::SeekingOver));
            return Err(Denial::new(labels::Press::SeekingOver, Phrase::SeekingOver).into());
        }
    }
    Ok(labels::Press::SeekingChanged.into())
}

async fn wish_of(
    context: &Context,
    wanted: Wanted,
    time: TimeControl,
) -> Result<SeekerWish, StoreError> {
    let choice = games::choice_of(context, wanted).await?;
    let Wanted { spec, side, .. } = wanted;
    Ok(SeekerWish { spec: choice.spec, is_any: spec.is_none(), side, time })
}

/// Starts the search, or changes it; `None` if an equal request was handled before and there is nothing
/// left to do.
async fn seek(context: &Context, wish: SeekerWish) -> Result<Option<Sought>, Box<Denial>> {
    let (services, person) = (&context.services, context.from.user);
    let game = context.request_id("opponent");
    services.play.check_games(context.at.chat, person).await??;
    services.people.remember_search(&context.from, context.at.chat, wish.time).await?;
    let is_new = services.play.seek(person, game, wish).await? == Commit::Done;
    let Some(seeker) = services.play.store().seeking_of(person).await? else { return Ok(None) };
    let is_same = seeker.game == game;
    let before = seeker.message.filter(|_| !is_new);
    if is_same && before.is_some() {
        return Ok(None);
    }
    if is_new || is_same || seeker.wish == wish {
        let is_again = !is_new && !is_same;
        return Ok(Some(Sought { seeker, before, is_again }));
    }
    Ok(match change_wish(context, &seeker, |_| wish).await? {
        Commit::Done => Some(Sought { seeker: Seeker { wish, ..seeker }, before, is_again: false }),
        Commit::Conflict => None,
    })
}

async fn show_sought(mut context: Context, sought: Result<Option<Sought>, Box<Denial>>) {
    let (seeker, before) = match sought {
        Ok(Some(Sought { seeker, before, .. })) => (seeker, before),
        Ok(None) => return context.acknowledge().await,
        Err(denial) => return private_notices::deny(context, denial).await,
    };
    let services = &Arc::clone(&context.services);
    context.acknowledge().await;
    // It may have been changed, or shown, while this answer waited for the ones before.
    let (seeker, before) = match services.play.store().seeking_of(seeker.person).await {
        Ok(Some(now)) if now.game == seeker.game => {
            let before = now.message.or(before);
            (now, before)
        }
        Ok(_) | Err(_) => (seeker, before),
    };
    let language = context.language().await;
    let view = page(services, &seeker, language).await;
    match context.reply(&view).await {
        Ok(message) => {
            let at = |message| ChatMessage { chat: context.at.chat, message };
            let note = |message, phrase| {
                let view = pages::note(services.localizer(language), phrase);
                let edit = Edit::page(view, seeker.person, Priority::Edit);
                services.messenger.edits.show(at(message).into(), edit);
            };
            let placed =
                services.play.store().place_seeking(seeker.person, seeker.game, message).await;
            match placed {
                // The search ended before the message was recorded; the message before tells how.
                Ok(Commit::Conflict) => note(message, Phrase::SeekingOver),
                Ok(Commit::Done) | Err(_) => {
                    if let Some(before) = before {
                        note(before, Phrase::SeekingBelow);
                    }
                }
            }
            if let Err(error) = placed {
                let UserId(person) = seeker.person;
                log::warn!("person {person}: cannot record the message of the search: {error}");
            }
        }
        Err(error) => report_unsent(context.at.chat, &error),
    }
    services.seekers_changed.notify_one();
}

/// The search as the person sees it.
async fn page(services: &Services, seeker: &Seeker, language: Language) -> View {
    let habits = services.people.habits_of(seeker.person).await;
    let meanwhile = games::offered(seeker.wish.spec, &habits);
    let view = opponents::waiting(seeker, meanwhile, services.localizer(language));
    in_look(view, services, (seeker.person, seeker.wish.fixed())).await
}

/// Applies an order to the person's search for this game.
async fn obey(context: &Context, id: SessionId, order: SeekingOrder) -> Result<Commit, StoreError> {
    match order {
        // This also works if the search cannot be read back.
        SeekingOrder::Withdraw => {
            context.services.play.store().withdraw_seeking(context.from.user, id).await
        }
        SeekingOrder::AnyGame(is_any) => {
            change(context, id, |wish| SeekerWish { is_any, ..wish }).await
        }
        SeekingOrder::Play(side) => change(context, id, |wish| SeekerWish { side, ..wish }).await,
        SeekingOrder::Time(time) => {
            let commit = change(context, id, |wish| SeekerWish { time, ..wish }).await?;
            if commit == Commit::Done {
                let (people, chat) = (&context.services.people, context.at.chat);
                people.remember_search(&context.from, chat, time).await?;
            }
            Ok(commit)
        }
    }
}

/// Changes the search, and the message that shows it.
async fn change(
    context: &Context,
    id: SessionId,
    changed: impl Fn(SeekerWish) -> SeekerWish,
) -> Result<Commit, StoreError> {
    let (play, person) = (&context.services.play, context.from.user);
    let Some(seeker) = play.store().seeking_of(person).await?.filter(|seeker| seeker.game == id)
    else {
        return Ok(Commit::Conflict);
    };
    if seeker.message.is_none() {
        play.store().place_seeking(person, id, context.at.message).await?;
    }
    change_wish(context, &seeker, changed).await
}

/// Changes what is sought. Two concurrent requests may change two different things, so each is tried on what the other
/// has left.
async fn change_wish(
    context: &Context,
    seeker: &Seeker,
    changed: impl Fn(SeekerWish) -> SeekerWish,
) -> Result<Commit, StoreError> {
    let (play, person) = (&context.services.play, context.from.user);
    let mut before = seeker.wish;
    for _ in 0..TRIES_MAX {
        let wishes = (before, changed(before));
        if play.change_seeking(person, seeker.game, wishes).await? == Commit::Done {
            return Ok(Commit::Done);
        }
        let newer = play.store().seeking_of(person).await?;
        match newer.filter(|newer| newer.game == seeker.game && newer.wish != before) {
            Some(newer) => before = newer.wish,
            None => return Ok(Commit::Conflict),
        }
    }
    Err(StoreError::Contended)
}
