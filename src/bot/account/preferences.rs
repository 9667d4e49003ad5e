//! Preferences chosen by a button: the language of the bot, and the look of boards.

use zerosum_metrics::labels;
use zerosum_picture::theme::Theme;
use zerosum_render::board::sides;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::{Look, View};
use zerosum_session::language::Language;
use zerosum_session::people::marks::MarkPair;
use zerosum_store::StoreError;

use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::vocabulary::Takes;

/// Shows the available languages.
pub(crate) async fn languages(mut context: Context) {
    let view = pages::languages(context.services.localizer(context.page_language().await));
    context.reply_page(view).await;
}

/// Sets the language that is named, or shows the available ones.
pub(crate) async fn speak_in_words(mut context: Context, words: &str) {
    let said = context.services.vocabulary.read_for(words, Takes::Language);
    let Some(language) = said.ok().and_then(|said| said.language) else {
        return languages(context).await;
    };
    let (from, chat) = (&context.from, context.at.chat);
    let before = context.services.people.language_of(from).await;
    let remembered = context.services.people.speak_from_now_on(from, chat, language).await;
    context.acknowledge().await;
    match remembered {
        Ok(()) => {
            if before != language {
                redraw(&context).await;
            }
            let view = pages::note(context.services.localizer(language), Phrase::LanguageSet);
            context.reply_page(view).await;
        }
        Err(error) => say_not_kept(context, &error).await,
    }
}

/// Sets the language of a person.
pub(crate) async fn speak(press: &mut PressContext, language: Language) -> Handled {
    let context = &press.context;
    let (from, chat) = (&context.from, context.at.chat);
    let before = context.services.people.language_of(from).await;
    let remember = context.services.people.speak_from_now_on(from, chat, language);
    let (remembered, _) = futures::join!(remember, context.language());
    remembered?;
    press.speak(language);
    Ok(confirm(press, before != language).await)
}

/// Shows the available themes.
pub(crate) async fn themes(mut context: Context) {
    let view = look_page(&context, false).await;
    context.reply_page(view).await;
}

async fn look_page(context: &Context, is_picture: bool) -> View {
    let look = context.services.people.look_of(context.from.user).await;
    pages::themes(context.services.localizer(context.page_language().await), look, is_picture)
}

/// Sets the theme of a person's boards.
pub(crate) async fn paint(press: &PressContext, theme: Theme) -> Handled {
    let context = &press.context;
    let (from, chat) = (&context.from, context.at.chat);
    let before = context.services.people.look_of(from.user).await;
    let remember = context.services.people.paint_from_now_on(from, chat, theme);
    let (remembered, _) = futures::join!(remember, context.language());
    remembered?;
    Ok(show_look(press, before).await)
}

/// Sets the marks of a person's boards of buttons.
pub(crate) async fn mark(press: &PressContext, pair: MarkPair) -> Handled {
    let context = &press.context;
    let (from, chat) = (&context.from, context.at.chat);
    let before = context.services.people.look_of(from.user).await;
    let remember = context.services.people.mark_from_now_on(from, chat, pair);
    let (remembered, _) = futures::join!(remember, context.language());
    remembered?;
    Ok(show_look(press, before).await)
}

/// Shows the look that a person has chosen, on the page with the choice and on the board they are playing.
async fn show_look(press: &PressContext, before: Look) -> Answer {
    let context = press.context_after();
    let has_page = context.at.chat.is_private() && press.is_accessible;
    let toast = (!has_page).then_some(Phrase::ThemeSet);
    if has_page {
        context.replace(look_page(&context, !press.is_text()).await);
    }
    Answer::new(labels::Press::ThemeSet, toast)
        .with(async move { redraw_in_look(&context, before).await })
}

/// Sets the theme that is named or the marks that are written, or shows the available ones.
pub(crate) async fn paint_in_words(mut context: Context, words: &str) {
    let (people, vocabulary) = (&context.services.people, &context.services.vocabulary);
    let (from, chat) = (&context.from, context.at.chat);
    let theme = vocabulary.read_for(words, Takes::Theme).ok().and_then(|said| said.theme);
    let is_written = |pair: &MarkPair| sides::pair(*pair) == words.trim();
    let before = people.look_of(from.user).await;
    let remembered = match (theme, MarkPair::ALL.into_iter().find(is_written)) {
        (Some(theme), _) => people.paint_from_now_on(from, chat, theme).await,
        (None, Some(pair)) => people.mark_from_now_on(from, chat, pair).await,
        (None, None) => return themes(context).await,
    };
    context.acknowledge().await;
    match remembered {
        Ok(()) => {
            redraw_in_look(&context, before).await;
            context.tell(Phrase::ThemeSet).await;
        }
        Err(error) => say_not_kept(context, &error).await,
    }
}

async fn say_not_kept(mut context: Context, error: &StoreError) {
    log::error!("person {}: cannot store the preference: {error}", context.from.user.0);
    context.tell(Phrase::CommandFailed).await;
}

/// Confirms a language, and shows it on the board the person is playing if it is another one.
async fn confirm(press: &PressContext, is_changed: bool) -> Answer {
    let (context, phrase) = (press.context_after(), Phrase::LanguageSet);
    // In a group the question stays, because it is there for all; elsewhere it may be too old to be edited.
    let toast = if context.at.chat.is_private() && press.is_accessible {
        let language = context.language().await;
        context.replace(pages::note(context.services.localizer(language), phrase));
        None
    } else {
        Some(phrase)
    };
    let answer = Answer::new(labels::Press::LanguageSet, toast);
    if is_changed { answer.with(async move { redraw(&context).await }) } else { answer }
}

async fn redraw(context: &Context) {
    let lowest = context.services.play.lowest_open(context.at.chat, context.from.user).await;
    if let Ok(Some(board)) = lowest {
        context.services.boards.draw_uncertain(&board, None);
    }
}

/// Redraws the board that the person is playing, unless their new look shows it as the one before did.
async fn redraw_in_look(context: &Context, before: Look) {
    let chat = context.at.chat;
    let lowest = context.services.play.lowest_open(chat, context.from.user).await;
    let Ok(Some(board)) = lowest else { return };
    let after = context.services.people.look_of(context.from.user).await;
    let is_changed = match sides::are_own(board.session.spec()) {
        true => chat.is_private() && before.marks != after.marks,
        false => before.theme != after.theme,
    };
    if is_changed {
        context.services.boards.draw_uncertain(&board, None);
    }
}
