//! Which game, how well played, and by which rules: what people ask before they play.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_games::strategic::numbers::NumberSetError;
use zerosum_picture::scene::Scene;
use zerosum_search::level::Level;

use crate::bot::context::Context;
use crate::bot::names::presentable;
use crate::bot::quiet;
use crate::bot::vocabulary::{NotUnderstood, Wanted};
use crate::locales::phrase::Phrase;
use crate::play::door::OPEN_GAMES_MAX;
use crate::render::focus::Focus;
use crate::render::tap::GamesPage;
use crate::render::words::Speaker;
use crate::render::{Audience, CAPTION_UNITS_MAX, View, rules, scenes, titles};
use crate::session::board::Board;
use crate::session::choice::{Choice, Opponent, Setup};
use crate::session::habits::Habits;
use crate::store::StoreError;

/// What is chosen on the card of a game that somebody has not played: it can be won.
const LEVEL_OFFERED: Level = Level::Casual;

/// What the person plays: what they want of it, and else as they did the last time. A group has no
/// last time, so that nobody's board there depends on what they play alone.
pub(crate) async fn choice_of(context: &Context, wanted: Wanted) -> Result<Choice, StoreError> {
    if !context.at.chat.is_private() {
        return Ok(wanted.instead_of(Choice::default(), &Habits::default()));
    }
    let person = context.services.play.person(context.from.user).await?;
    let (last, habits) = person.map(|person| (person.choice, person.habits)).unwrap_or_default();
    Ok(wanted.instead_of(last, &habits))
}

/// Lists the games there are.
pub(crate) async fn list(mut context: Context, page: GamesPage) {
    let view = tiles(&context, page).await;
    context.reply_page(view).await;
}

/// Whether the game that is wanted there is one against an engine.
pub(crate) fn is_against_engine(context: &Context, wanted: Wanted) -> bool {
    context.at.chat.is_private() || wanted.level.is_some()
}

/// The same as it is to be set up. In a group a game without a level is for whoever comes first, who
/// begins unless the person wants to.
pub(crate) async fn setup_of(context: &Context, wanted: Wanted) -> Result<Setup, StoreError> {
    let is_engines = is_against_engine(context, wanted);
    let Wanted { side, time, .. } = wanted;
    let choice = choice_of(context, wanted).await?;
    if is_engines {
        return Ok(choice.into());
    }
    let side = side.unwrap_or(Side::Second);
    let time = time.unwrap_or_default();
    Ok(Setup { spec: choice.spec, side, opponent: Opponent::Anybody, time })
}

/// The games there are, each to be opened as the person plays it.
pub(crate) async fn tiles(context: &Context, page: GamesPage) -> View {
    // While the store is away, what everybody begins with is as good.
    let person = context.services.play.person(context.from.user).await.ok().flatten();
    let person = person.filter(|_| context.at.chat.is_private());
    let habits = person.map(|person| person.habits).unwrap_or_default();
    context.menu().await.games(page, |spec| offered(spec, &habits))
}

/// A game as somebody is offered it: as they played it, or so that it can be won.
pub(crate) fn offered(spec: GameSpec, habits: &Habits) -> Choice {
    let usual = Choice { spec, side: titles::side_offered(spec), level: LEVEL_OFFERED };
    habits.choice_in(spec).unwrap_or(usual)
}

/// Shows the levels of the game the person plays.
pub(crate) async fn levels(mut context: Context) {
    let choice = played(&context).await;
    let view = context.menu().await.levels(choice);
    context.reply_page(view).await;
}

/// Says what can be asked for, and what the person plays.
pub(crate) async fn help(mut context: Context) {
    let board = open_board(&context).await;
    let choice = board.as_ref().and_then(|board| board.session.choice_of(context.from.user));
    let choice = match (choice, board) {
        (Some(choice), _) => choice,
        (None, Some(board)) => Choice { spec: board.session.spec(), ..played(&context).await },
        (None, None) => played(&context).await,
    };
    let services = &context.services;
    let has_inline_mode = services.messenger.client().identity.has_inline_mode;
    let inline = has_inline_mode.then(|| services.links.username());
    let view = context.menu().await.help(choice, OPEN_GAMES_MAX, inline);
    context.reply_page(view).await;
}

/// Tells how the game is played that the person has open in this chat or played last, and where the
/// next move is to be made.
pub(crate) async fn rules(mut context: Context) {
    let theme = context.services.people.theme_of(context.from.user).await;
    let (language, open) = (context.page_language().await, open_board(&context).await);
    let locales = &context.services.locales;
    let view = match open {
        None => {
            let spec = played(&context).await.spec;
            with_picture(rules::of(spec, locales, language), scenes::of_rules(spec))
        }
        Some(board) => {
            let session = &board.session;
            let text = rules::of(session.spec(), locales, language);
            let (focus, audience) = (Focus::Suggested, Audience::Owner);
            let speaker = Speaker::new(session, focus, audience, locales, language);
            let text = match speaker.place_to_move() {
                Some(place) => format!("{text}\n\n{place}"),
                None => text,
            };
            with_picture(text, scenes::of(session, focus))
        }
    };
    context.reply_page(view.in_theme(theme)).await;
}

/// Rules of many parameters leave no room for a picture.
fn with_picture(text: String, picture: Scene) -> View {
    let has_room = text.encode_utf16().count() <= CAPTION_UNITS_MAX;
    let picture = has_room.then(|| picture.into());
    View { text, keyboard: Vec::new(), picture }
}

/// Says why nothing starts: a word behind `/new` says nothing. In a group it is quoted to everybody.
pub(crate) async fn say_unclear(context: Context, unclear: &NotUnderstood) {
    match *unclear {
        NotUnderstood::Word(ref word) => say_unknown(context, word, None).await,
        NotUnderstood::Numbers { ref word, ref error } => {
            say_unknown(context, word, Some(error)).await;
        }
        NotUnderstood::Size { min, max } => {
            let (min, max) = (min.into(), max.into());
            quiet::tell(context, Phrase::BoardSizes { min, max }).await;
        }
        NotUnderstood::Length { min, max } => {
            let (min, max) = (min.into(), max.into());
            quiet::tell(context, Phrase::LineLengths { min, max }).await;
        }
    }
}

/// Says that there is no game of that name, or what is wrong with the numbers in it.
pub(crate) async fn say_unknown(context: Context, word: &str, numbers: Option<&NumberSetError>) {
    match numbers {
        Some(NumberSetError::NoNumber { place, found }) => {
            let (number, found) = (place.ordinal(), presentable(&found.to_string()));
            quiet::tell(context, Phrase::WrongNumber { number, found: &found }).await;
        }
        Some(NumberSetError::Count { found }) => {
            quiet::tell(context, Phrase::NumberCount { count: *found }).await;
        }
        // Numbers that are written as digits are never too large.
        Some(NumberSetError::TooLarge { .. }) | None => {
            quiet::tell(context, Phrase::UnknownGameName { word: &presentable(word) }).await;
        }
    }
}

async fn open_board(context: &Context) -> Option<Board> {
    let latest = context.services.play.latest_open(context.at.chat, context.from.user).await;
    latest.ok().flatten()
}

/// While the store is away, what everybody begins with is as good.
async fn played(context: &Context) -> Choice {
    choice_of(context, Wanted::default()).await.unwrap_or_default()
}
