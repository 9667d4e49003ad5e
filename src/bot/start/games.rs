//! Choice of a game, its level and its rules, as asked for before a game.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_games::strategic::numbers::NumberSetError;
use zerosum_picture::scene::Scene;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::scenes::pictures;
use zerosum_render::board::titles;
use zerosum_render::board::words;
use zerosum_render::locales::names::presentable;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::rules;
use zerosum_render::tap::{GamesPage, Request, Tap};
use zerosum_render::{CAPTION_UNITS_MAX, View};
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::choice::{Choice, Opponent, Setup};
use zerosum_session::people::habits::Habits;
use zerosum_store::{OpenGames, StoreError};

use crate::bot::context::Context;
use crate::bot::messages::private_notices;
use crate::bot::vocabulary::{NotUnderstood, Takes, Understood, Wanted};

/// Maximum length of unknown words quoted in an answer.
const QUOTED_CHARS_MAX: usize = 30;

/// Choice of the person: their words, completed by their last game. In a group the defaults are used
/// instead, so that a board there does not depend on games played in private.
pub(crate) async fn choice_of(context: &Context, wanted: Wanted) -> Result<Choice, StoreError> {
    if !context.at.chat.is_private() {
        return Ok(wanted.instead_of(Choice::default(), &Habits::default()));
    }
    let person = context.services.play.person(context.from.user).await?;
    let (last, habits) = person.map(|person| (person.choice, person.habits)).unwrap_or_default();
    Ok(wanted.instead_of(last, &habits))
}

/// Lists the games there are, or shows the card of the one that is named.
pub(crate) async fn list_in_words(mut context: Context, words: &str) {
    match context.services.vocabulary.read_for(words, Takes::Game) {
        Ok(Understood { wanted: Wanted { spec: None, .. }, .. }) => {
            let view = tiles(&context, GamesPage::First).await;
            context.reply_page(view).await;
        }
        Ok(said) => card(context, said.wanted).await,
        Err(unclear) => say_unclear(context, Request::Games.name(), &unclear).await,
    }
}

/// Shows the card of a game, with the given wishes preset.
pub(crate) async fn card(mut context: Context, wanted: Wanted) {
    let choice = choice_of(&context, wanted).await.unwrap_or_default();
    let view = card_of(&context, choice, false).await;
    context.reply_page(view).await;
}

/// Renders the card of a game for the chat.
pub(crate) async fn card_of(context: &Context, choice: Choice, has_variants: bool) -> View {
    let chat = context.at.chat;
    let view = context.menu().await.card(choice, has_variants, !chat.is_private());
    let look = context.services.people.look_on(chat, context.from.user).await;
    view.in_look(look, choice.spec)
}

/// Returns whether the wanted game is one against an engine.
pub(crate) fn is_against_engine(context: &Context, wanted: Wanted) -> bool {
    context.at.chat.is_private() || wanted.level.is_some()
}

/// Setup of the wanted game. In a group a game without a level is open to the first player who joins, who
/// moves first unless the person asked to.
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

/// The list of games; each tile opens the game as the person plays it.
pub(crate) async fn tiles(context: &Context, page: GamesPage) -> View {
    let habits = habits_of(context).await;
    context.menu().await.games(page, |spec| offered(spec, &habits))
}

/// Habits of the person, which a group does not show.
async fn habits_of(context: &Context) -> Habits {
    // While the store is unavailable the defaults are good enough.
    let person = context.services.play.person(context.from.user).await.ok().flatten();
    let person = person.filter(|_| context.at.chat.is_private());
    person.map(|person| person.habits).unwrap_or_default()
}

/// Choice offered for a game: as the person last played it, or else at its lowest level.
pub(crate) fn offered(spec: GameSpec, habits: &Habits) -> Choice {
    let usual = Choice { spec, side: titles::side_offered(spec), level: Level::floor_of(spec) };
    habits.choice_in(spec).unwrap_or(usual)
}

/// Shows the levels of the named game, or of the one the person plays; or its card, if a level is named
/// too.
pub(crate) async fn levels(mut context: Context, words: &str) {
    let wanted = match context.services.vocabulary.read_for(words, Takes::GameAndLevel) {
        Ok(said) => said.wanted,
        Err(unclear) => return say_unclear(context, Request::Level.name(), &unclear).await,
    };
    if wanted.level.is_some() {
        return card(context, wanted).await;
    }
    let choice = choice_of(&context, wanted).await.unwrap_or_default();
    let view = context.menu().await.levels(choice);
    context.reply_page(view).await;
}

/// Shows the help page: the commands, and the game the person plays.
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
    let OpenGames { in_chat, in_all } = services.play.open_games_max();
    let view = context.menu().await.help(choice, in_chat.min(in_all), inline);
    context.reply_page(view).await;
}

/// Shows the rules of the named game, or of the one the person has open in this chat or played last, and
/// marks where to move on its open board.
pub(crate) async fn rules(context: Context, words: &str) {
    match context.services.vocabulary.read_for(words, Takes::Game) {
        Ok(said) => send_rules(context, said.wanted.spec).await,
        Err(unclear) => say_unclear(context, Request::Rules.name(), &unclear).await,
    }
}

/// Shows the rules of this game; like [`rules()`].
pub(crate) async fn send_rules(mut context: Context, named: Option<GameSpec>) {
    let look = context.services.people.look_on(context.at.chat, context.from.user).await;
    let (language, open) = (context.page_language().await, open_board(&context).await);
    let open = open.filter(|open| named.is_none_or(|named| named == open.session.spec()));
    let localizer = context.services.localizer(language);
    let spec = match (&open, named) {
        (Some(board), _) => board.session.spec(),
        (None, Some(named)) => named,
        (None, None) => played(&context).await.spec,
    };
    let view = match open {
        None => {
            let view = with_picture(rules::of(spec, localizer), pictures::of_rules(spec));
            let choice = offered(spec, &habits_of(&context).await);
            View { keyboard: rules::buttons(spec, Tap::Start(choice), localizer), ..view }
        }
        Some(board) => {
            let session = &board.session;
            let text = rules::of(spec, localizer);
            let text = match words::place_to_move(session, localizer) {
                Some(place) => format!("{text}\n\n{place}"),
                None => text,
            };
            let keyboard = rules::buttons(spec, Tap::Bring(session.id()), localizer);
            View { keyboard, ..with_picture(text, pictures::of(session, Focus::Suggested)) }
        }
    };
    context.reply_page(view.in_look(look, spec)).await;
}

/// Adds the picture, unless the rules are too long for a caption.
fn with_picture(text: String, picture: Scene) -> View {
    let has_room = text.encode_utf16().count() <= CAPTION_UNITS_MAX;
    let picture = has_room.then(|| picture.into());
    View { text, keyboard: Vec::new(), picture }
}

/// Explains why the words after a command were not understood.
pub(crate) async fn say_unclear(context: Context, command: &str, unclear: &NotUnderstood) {
    let command = format!("/{command}");
    match *unclear {
        NotUnderstood::Word(ref word) => say_unknown(context, word, None).await,
        NotUnderstood::Mistyped { ref word, ref meant, game } => {
            say_mistyped(context, word, meant, game).await;
        }
        NotUnderstood::NotTaken { ref word, takes } => {
            private_notices::notify_once(context, takes.refusal(&presentable(word), &command))
                .await;
        }
        NotUnderstood::Contradiction { ref word } => {
            private_notices::notify_once(
                context,
                Phrase::Contradiction { word: &presentable(word) },
            )
            .await;
        }
        NotUnderstood::Clock { ref word } => {
            private_notices::notify_once(
                context,
                Phrase::UnknownClock { word: &presentable(word) },
            )
            .await;
        }
        NotUnderstood::Numbers { ref word, ref error } => {
            say_unknown(context, word, Some(error)).await;
        }
        NotUnderstood::Size { min, max } => {
            let (min, max) = (min.into(), max.into());
            private_notices::notify_once(context, Phrase::BoardSizes { min, max }).await;
        }
        NotUnderstood::Length { min, max } => {
            let (min, max) = (min.into(), max.into());
            let phrase = match min == max {
                true => Phrase::LineLength { k: max },
                false => Phrase::LineLengths { min, max },
            };
            private_notices::notify_once(context, phrase).await;
        }
    }
}

/// Tells that a command takes none of these words.
pub(crate) async fn say_not_taken(context: Context, command: &'static str, words: &str) {
    let takes = match Request::from_name(command) {
        Some(Request::Record) => Takes::RecordForm,
        Some(_) | None => Takes::Nothing,
    };
    let word = words.chars().take(QUOTED_CHARS_MAX).collect();
    say_unclear(context, command, &NotUnderstood::NotTaken { word, takes }).await;
}

/// Asks whether another word was meant; in private with a button that opens the game.
async fn say_mistyped(mut context: Context, word: &str, meant: &str, game: Option<GameSpec>) {
    let word = presentable(word);
    let phrase = Phrase::Mistyped { word: &word, meant };
    if !context.at.chat.is_private() {
        return private_notices::notify_once(context, phrase).await;
    }
    let wanted = Wanted { spec: game, ..Wanted::default() };
    let choice = match game {
        Some(_) => choice_of(&context, wanted).await.ok(),
        None => None,
    };
    let view = context.menu().await.suggestion(phrase, choice);
    context.reply_page(view).await;
}

/// Tells that there is no game of that name, or explains the error in its numbers.
async fn say_unknown(context: Context, word: &str, numbers: Option<&NumberSetError>) {
    match numbers {
        Some(NumberSetError::NoNumber { place, found }) => {
            let (number, found) = (place.ordinal(), presentable(&found.to_string()));
            private_notices::notify_once(context, Phrase::WrongNumber { number, found: &found })
                .await;
        }
        Some(NumberSetError::Count { found }) => {
            private_notices::notify_once(context, Phrase::NumberCount { count: *found }).await;
        }
        // Numbers written as digits are never too large.
        Some(NumberSetError::TooLarge { .. }) | None => {
            private_notices::notify_once(
                context,
                Phrase::UnknownGameName { word: &presentable(word) },
            )
            .await;
        }
    }
}

async fn open_board(context: &Context) -> Option<Board> {
    let lowest = context.services.play.lowest_open(context.at.chat, context.from.user).await;
    lowest.ok().flatten()
}

/// The person's last choice; the default while the store is unavailable.
async fn played(context: &Context) -> Choice {
    choice_of(context, Wanted::default()).await.unwrap_or_default()
}
