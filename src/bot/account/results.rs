//! A person's results: shown in private, and not recorded if the person turns them off.

use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::pages::results::{LATEST_LISTED_MAX, ResultsPage};
use zerosum_render::pages::standings::RatingPage;
use zerosum_render::tap::Counting;
use zerosum_session::people::ratings;
use zerosum_session::people::results::{Played, StoredResult};
use zerosum_store::StoreError;

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;

/// Maximum number of games checked for whether they can still be stepped through.
const LOOKED_AT_MAX: usize = 30;

/// Shows a person their results.
pub(crate) async fn show(mut context: Context) {
    context.acknowledge().await;
    if !context.at.chat.is_private() {
        return private_notices::refer_to_private_chat(context, "/me").await;
    }
    match page(&context, false).await {
        Ok(view) => context.reply_page(view).await,
        Err(error) => {
            log::error!("person {}: cannot read the results: {error}", context.from.user.0);
            context.tell(Phrase::CommandFailed).await;
        }
    }
}

/// The results of a person; those of a newcomer at a glance, unless they are wanted in detail.
async fn page(context: &Context, is_detailed: bool) -> Result<View, StoreError> {
    let (play, user) = (&context.services.play, context.from.user);
    let page = pages_of(context).await;
    if play.person(user).await?.is_some_and(|person| !person.keeps_results) {
        return Ok(page.off());
    }
    let stored = play.store().results(user).await?;
    let games: Vec<Played> = stored.iter().filter_map(StoredResult::played).collect();
    if let Some(glance) = page.glance(&games).filter(|_| !is_detailed) {
        return Ok(glance);
    }
    let mut listed: Vec<Played> = Vec::new();
    for played in games.iter().take(LOOKED_AT_MAX) {
        // Games are deleted after some time, and games of groups can be stepped through only there.
        if play.board(context.at.chat, played.id).await?.is_some() {
            listed.push(*played);
        }
        if listed.len() == LATEST_LISTED_MAX {
            break;
        }
    }
    let habits = context.services.people.habits_of(user).await;
    let ratings = ratings::against_levels(&games, play.now());
    play.rate_what_can_be().await;
    let standings = play.standings(user).await?;
    let people = RatingPage { localizer: page.localizer };
    let practice = page.practice(&habits, context.services.today());
    let rated = page.ratings(&ratings).into_iter().chain(people.line(&standings));
    let doubt = page.doubt(&ratings, &standings);
    let lines: Vec<String> = rated.chain(doubt).chain(practice).collect();
    let view = people.with_charts(page.of(&games, &listed, &lines), &standings);
    let theme = context.services.people.theme_of(user).await;
    Ok(page.with_milestones(view, habits.milestones().are_told()).in_theme(theme))
}

/// Handles a press about recording results, in the person's private chat.
pub(crate) async fn count(press: &PressContext, counting: Counting) -> Handled {
    let context = &press.context;
    let people = &context.services.people;
    let (from, chat) = (&context.from, context.at.chat);
    let phrase = match counting {
        Counting::Details => return details(press).await,
        Counting::AskToStop => return ask_to_stop(press),
        Counting::TellMilestones => return tell_milestones(press, true).await,
        Counting::HideMilestones => return tell_milestones(press, false).await,
        Counting::Keep => Phrase::DataKept,
        Counting::Stop => {
            people.count_from_now_on(from, chat, false).await?;
            Phrase::ResultsStopped
        }
        Counting::Start => {
            // Otherwise a player would lose uncounted games first, and win the rest of them counted.
            let play = &context.services.play;
            let known = play.person(from.user).await?;
            let open = play.open_games_with_people(from.user, play.open_games_in_all_max()).await?;
            let has_timed = open.iter().any(|board| board.session.clock().is_some());
            if has_timed && known.is_some_and(|person| !person.keeps_results) {
                return Err(Denial::new(labels::Press::InPlay, Phrase::ResultsAfterGames).into());
            }
            people.count_from_now_on(from, chat, true).await?;
            Phrase::ResultsStarted
        }
    };
    let language = context.page_language().await;
    context.replace(pages::note(context.services.localizer(language), phrase));
    Ok(labels::Press::CountingSet.into())
}

/// Sets whether milestones are told, and shows the page with the other button.
async fn tell_milestones(press: &PressContext, are_told: bool) -> Handled {
    let context = &press.context;
    let (from, chat) = (&context.from, context.at.chat);
    let set = context.services.people.tell_milestones_from_now_on(from, chat, are_told);
    let (set, _) = futures::join!(set, context.language());
    set?;
    let phrase = if are_told { Phrase::MilestonesTold } else { Phrase::MilestonesHidden };
    let context = press.context_after();
    Ok(Answer::new(labels::Press::CountingSet, Some(phrase)).with(async move {
        match page(&context, true).await {
            Ok(view) => context.replace(view),
            Err(error) => {
                log::warn!(
                    "person {}: cannot refresh the results page: {error}",
                    context.from.user.0
                );
            }
        }
    }))
}

/// Shows the details in place of a glance. They are a text, as the glance is.
async fn details(press: &PressContext) -> Handled {
    let view = page(&press.context, true).await?;
    press.turn_page(View { picture: None, ..view })
}

/// Asks in a new message, because the results may be a picture, which a text cannot replace.
fn ask_to_stop(press: &PressContext) -> Handled {
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        let question = pages_of(&context).await.question();
        context.reply_page(question).await;
    });
    Ok(labels::Press::Asked.into())
}

async fn pages_of(context: &Context) -> ResultsPage<'_> {
    let services = &context.services;
    ResultsPage { localizer: services.localizer(context.page_language().await) }
}
