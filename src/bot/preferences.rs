//! What a person prefers, chosen by a button: the language they are spoken to in, and how their
//! boards look.

use zerosum_picture::theme::Theme;

use crate::bot::context::{Answered, Context, PressContext};
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::announcements::Cause;
use crate::render::pages;
use crate::store::StoreError;

/// Shows the languages that a person can choose from.
pub(crate) async fn languages(mut context: Context) {
    let view = pages::languages(&context.services.locales, context.page_language().await);
    context.reply_page(view).await;
}

/// Speaks this language to a person from now on.
pub(crate) async fn speak(mut press: PressContext, language: Language) -> Answered {
    let context = &press.context;
    let (from, chat) = (&context.from, context.at.chat);
    let remember = context.services.people.speak_from_now_on(from, chat, language);
    let (remembered, _) = futures::join!(remember, context.language());
    match remembered {
        Ok(()) => {
            press.speak(language);
            confirm(press, labels::Press::LanguageSet, Phrase::LanguageSet).await
        }
        Err(error) => refuse(press, &error).await,
    }
}

/// Shows how boards can look, for a person to choose from.
pub(crate) async fn themes(mut context: Context) {
    let theme = context.services.people.theme_of(context.from.user).await;
    let view = pages::themes(&context.services.locales, context.language().await, theme);
    context.reply_page(view).await;
}

/// Shows a person's boards like this from now on.
pub(crate) async fn paint(press: PressContext, theme: Theme) -> Answered {
    let context = &press.context;
    let (from, chat) = (&context.from, context.at.chat);
    let remember = context.services.people.paint_from_now_on(from, chat, theme);
    let (remembered, _) = futures::join!(remember, context.language());
    match remembered {
        Ok(()) => confirm(press, labels::Press::ThemeSet, Phrase::ThemeSet).await,
        Err(error) => refuse(press, &error).await,
    }
}

/// The same, if it was said in words.
pub(crate) async fn paint_by_word(mut context: Context, theme: Theme) {
    let (from, chat) = (&context.from, context.at.chat);
    let remembered = context.services.people.paint_from_now_on(from, chat, theme).await;
    context.acknowledge();
    let phrase = match remembered {
        Ok(()) => {
            redraw(&context).await;
            Phrase::ThemeSet
        }
        Err(error) => {
            let user = context.from.user;
            log::error!("person {}: what they prefer is not kept: {error}", user.0);
            Phrase::CommandFailed
        }
    };
    context.tell(phrase).await;
}

/// Says that it is so, and shows it on the board that they play.
async fn confirm(press: PressContext, result: labels::Press, phrase: Phrase<'static>) -> Answered {
    let context = press.context_after();
    // In a group the question stays, because it is everybody's.
    let toast = if context.at.chat.is_private() {
        let language = context.language().await;
        context.replace(pages::note(&context.services.locales, language, phrase));
        None
    } else {
        Some(phrase)
    };
    let (answered, ()) = futures::join!(press.answer(result, toast), redraw(&context));
    answered
}

async fn redraw(context: &Context) {
    let latest = context.services.play.latest_open(context.at.chat, context.from.user).await;
    if let Ok(Some(board)) = latest {
        context.services.play.announce(board, Cause::Doubtful { arrived: None });
    }
}

async fn refuse(press: PressContext, error: &StoreError) -> Answered {
    log::error!("person {}: what they prefer is not kept: {error}", press.context.from.user.0);
    press.answer(labels::Press::Failed, Some(Phrase::StoreAway)).await
}
