//! Ratings of people: the tables of a group and of all players, and a person's rating over time. A table
//! lists only people who have agreed to it.

use zerosum_games::family::Family;
use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::standings::RatingPage;
use zerosum_render::tap::RatingTap;
use zerosum_session::board::ChatId;
use zerosum_session::people::standings::Listing;
use zerosum_store::{Commit, StoreError};

use crate::bot::context::{Answer, Context, Handled, PressContext};

/// Shows the table of the chat, for the games the person plays.
pub(crate) async fn show(mut context: Context) {
    context.acknowledge().await;
    let page = async {
        context.services.play.rate_what_can_be().await;
        let family = family_of(&context).await?;
        table(&context, family).await
    };
    match page.await {
        Ok(view) => context.reply_page(view).await,
        Err(error) => {
            log::error!("chat {}: cannot read the ratings: {error}", context.at.chat.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// Handles a press about ratings.
pub(crate) async fn press(press: &PressContext, tap: RatingTap) -> Handled {
    let context = &press.context;
    let (family, result, toast) = match tap {
        RatingTap::Table(family) => (family, labels::Press::Looked, None),
        RatingTap::List { family, is_listed } => {
            (family, labels::Press::ListingSet, Some(list(context, is_listed).await?))
        }
        RatingTap::Leave(family) => {
            context.services.play.unlist_everywhere(context.from.user).await?;
            (family, labels::Press::ListingSet, Some(Phrase::TopTakenOffEverywhere))
        }
        RatingTap::Chart(family) => return chart(press, family).await,
    };
    let view = table(context, family).await?;
    if !press.shows(&view) {
        context.replace(view);
    }
    Ok(Answer::new(result, toast))
}

/// Adds the user to the table of the chat, or removes them, and returns the answer to show. A second press
/// finds it done.
async fn list(context: &Context, is_listed: bool) -> Result<Phrase<'static>, StoreError> {
    let (services, from) = (&context.services, &context.from);
    let listing = listing_of(context.at.chat);
    if !is_listed {
        services.play.unlist(from.user, listing).await?;
        return Ok(Phrase::TopTakenOff);
    }
    let known = services.play.store().person(from.user).await?;
    if known.is_some_and(|person| !person.keeps_results) {
        return Ok(Phrase::TopNotCounted);
    }
    // The table shows their name.
    services.people.remember_by_name(from, context.at.chat).await?;
    let is_there = services.play.list(from.user, listing).await? == Commit::Done
        || services.play.store().listings_of(from.user).await?.contains(&listing);
    Ok(if is_there { Phrase::TopListed } else { Phrase::TopTooMany })
}

async fn table(context: &Context, family: Family) -> Result<View, StoreError> {
    let (play, listing) = (&context.services.play, listing_of(context.at.chat));
    let best = play.best(listing, family).await?;
    let theirs = play.store().listings_of(context.from.user).await?;
    let name_of = |name: &str| context.services.people.name_of(name);
    let best: Vec<_> = best.iter().map(|listed| (name_of(&listed.name), listed.standing)).collect();
    Ok(page_of(context).await.table(listing, family, &best, &theirs))
}

/// Sends a chart of the user's rating over time. It is a picture, so it cannot replace the text.
async fn chart(press: &PressContext, family: Family) -> Handled {
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        match chart_of(&context, family).await {
            Ok(Some(view)) => {
                let theme = context.services.people.theme_of(context.from.user).await;
                context.reply_page(view.in_theme(theme)).await;
            }
            Ok(None) => context.tell(Phrase::ResultsNone).await,
            Err(error) => {
                log::error!("person {}: cannot read the rating: {error}", context.from.user.0);
                context.tell(Phrase::CommandFailed).await;
            }
        }
    });
    Ok(labels::Press::Looked.into())
}

async fn chart_of(context: &Context, family: Family) -> Result<Option<View>, StoreError> {
    let (play, user) = (&context.services.play, context.from.user);
    let standings = play.standings(user).await?;
    let Some((_, standing)) = standings.into_iter().find(|(other, _)| *other == family) else {
        return Ok(None);
    };
    let past = play.store().rating_history(user, family).await?;
    Ok(Some(page_of(context).await.chart(family, &standing, &past)))
}

/// The family in which most games of the person are rated, or else the one of their last game.
async fn family_of(context: &Context) -> Result<Family, StoreError> {
    let (play, user) = (&context.services.play, context.from.user);
    let standings = play.standings(user).await?;
    let most = standings.iter().max_by_key(|(_, standing)| standing.games);
    if let Some((family, _)) = most {
        return Ok(*family);
    }
    let choice = play.person(user).await?.map(|person| person.choice).unwrap_or_default();
    Ok(choice.spec.family())
}

fn listing_of(chat: ChatId) -> Listing {
    if chat.is_private() { Listing::Worldwide } else { Listing::Group(chat) }
}

async fn page_of(context: &Context) -> RatingPage<'_> {
    let services = &context.services;
    RatingPage { localizer: services.localizer(context.page_language().await) }
}
