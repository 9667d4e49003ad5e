//! Preferences chosen by a button: the language of the bot, and the look of boards.

use zerosum_metrics::labels;
use zerosum_picture::theme::Theme;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_session::language::Language;
use zerosum_store::StoreError;

use crate::bot::context::{Answer, Context, Outcome, PressContext};
use crate::bot::vocabulary::Takes;

/// Shows the available languages.
pub(crate) async fn languages(mut context: Context) {
    let view = pages::languages(&context.services.locales, context.page_language().await);
    context.reply_page(view).await;
}

/// Sets the language that is named, or shows the available ones.
pub(crate) async fn speak_in_words(mut context: Context, words: &str) {
    let said = context.services.vocabulary.read_for(words, Takes::Language);
    let Some(language) = said.ok().and_then(|said| said.language) else {
        return languages(context).await;
    };
    let (from, chat) = (&context.from, context.at.chat);
    let remembered = context.services.people.speak_from_now_on(from, chat, language).await;
    context.acknowledge();
    match remembered {
        Ok(()) => {
            redraw(&context).await;
            let view = pages::note(&context.services.locales, language, Phrase::LanguageSet);
            context.reply_page(view).await;
        }
        Err(error) => say_not_kept(context, &error).await,
    }
}

/// Sets the language of a person.
pub(crate) async fn speak(press: &mut PressContext, language: Language) -> Outcome {
    let context = &press.context;
    let (from, chat) = (&context.from, context.at.chat);
    let remember = context.services.people.speak_from_now_on(from, chat, language);
    let (remembered, _) = futures::join!(remember, context.language());
    remembered?;
    press.speak(language);
    Ok(confirm(press, labels::Press::LanguageSet, Phrase::LanguageSet).await)
}

/// Shows the available themes.
pub(crate) async fn themes(mut context: Context) {
    let theme = context.services.people.theme_of(context.from.user).await;
    let view = pages::themes(&context.services.locales, context.language().await, theme);
    context.reply_page(view).await;
}

/// Sets the theme of a person's boards.
pub(crate) async fn paint(press: &PressContext, theme: Theme) -> Outcome {
    let context = &press.context;
    let (from, chat) = (&context.from, context.at.chat);
    let remember = context.services.people.paint_from_now_on(from, chat, theme);
    let (remembered, _) = futures::join!(remember, context.language());
    remembered?;
    Ok(confirm(press, labels::Press::ThemeSet, Phrase::ThemeSet).await)
}

/// Sets the theme that is named, or shows the available ones.
pub(crate) async fn paint_in_words(mut context: Context, words: &str) {
    let said = context.services.vocabulary.read_for(words, Takes::Theme);
    let Some(theme) = said.ok().and_then(|said| said.theme) else {
        return themes(context).await;
    };
    let (from, chat) = (&context.from, context.at.chat);
    let remembered = context.services.people.paint_from_now_on(from, chat, theme).await;
    context.acknowledge();
    match remembered {
        Ok(()) => {
            redraw(&context).await;
            context.tell(Phrase::ThemeSet).await;
        }
        Err(error) => say_not_kept(context, &error).await,
    }
}

async fn say_not_kept(mut context: Context, error: &StoreError) {
    log::error!("person {}: what they prefer is not kept: {error}", context.from.user.0);
    context.tell(Phrase::CommandFailed).await;
}

/// Confirms the change, and shows it on the board the person is playing.
async fn confirm(press: &PressContext, result: labels::Press, phrase: Phrase<'static>) -> Answer {
    let context = press.context_after();
    // In a group the question stays, because it is there for all; elsewhere it may be too old to be edited.
    let toast = if context.at.chat.is_private() && press.is_accessible {
        let language = context.language().await;
        context.replace(pages::note(&context.services.locales, language, phrase));
        None
    } else {
        Some(phrase)
    };
    Answer::new(result, toast).with(async move { redraw(&context).await })
}

async fn redraw(context: &Context) {
    let latest = context.services.play.latest_open(context.at.chat, context.from.user).await;
    if let Ok(Some(board)) = latest {
        context.services.boards.draw_doubtful(&board, None);
    }
}
