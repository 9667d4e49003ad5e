//! What a person prefers, chosen by a button: the language they are spoken to in, and how bright
//! pictures of their boards are.

use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::picture::theme::Theme;
use crate::session::board::Place;
use crate::store::StoreError;
use crate::telegram::desk::Desk;
use crate::telegram::intake::{Callback, Sender};
use crate::telegram::pace::Class;
use crate::telegram::press::{answer, answer_in, note};
use crate::telegram::receipt::Receipt;
use crate::telegram::screen::Frame;
use crate::view::pages;

/// A press by which somebody chooses, and where.
pub struct Chosen<'a> {
    pub at: Place,
    pub callback: &'a Callback,
    pub from: &'a Sender,
    pub receipt: Option<Receipt>,
}

/// Speaks this language to a person from now on.
pub async fn speak(desk: &Desk, language: Language, chosen: Chosen<'_>) {
    let remember = desk.speak_from_now_on(chosen.from, chosen.at.chat, language);
    let (remembered, before) = futures::join!(remember, desk.language_of(chosen.from));
    match remembered {
        Ok(()) => {
            note(desk, labels::Press::LanguageSet);
            confirm(desk, language, Phrase::LanguageSet, chosen).await;
        }
        Err(error) => refuse(desk, before, &error, chosen).await,
    }
}

/// Paints a person's boards so bright from now on.
pub async fn paint(desk: &Desk, theme: Theme, chosen: Chosen<'_>) {
    let remember = desk.paint_from_now_on(chosen.from, chosen.at.chat, theme);
    let (remembered, language) = futures::join!(remember, desk.language_of(chosen.from));
    match remembered {
        Ok(()) => {
            note(desk, labels::Press::ThemeSet);
            confirm(desk, language, Phrase::ThemeSet, chosen).await;
        }
        Err(error) => refuse(desk, language, &error, chosen).await,
    }
}

/// Says that it is so, and shows it on the board that they play.
async fn confirm(desk: &Desk, language: Language, phrase: Phrase<'static>, chosen: Chosen<'_>) {
    let Chosen { at, callback, from, receipt } = chosen;
    // In a group the question stays, because it is everybody's.
    let toast = if at.chat.is_private() {
        let view = pages::note(&desk.locales, language, phrase);
        desk.screen.show(at, Frame::page(view, from.user, Class::Reply));
        None
    } else {
        Some(phrase)
    };
    let redraw = async {
        if let Ok(Some(board)) = desk.referee.latest_open(at.chat, from.user).await {
            desk.draw(&board, None).await;
        }
    };
    futures::join!(answer(desk, callback, from, toast, receipt), redraw);
}

async fn refuse(desk: &Desk, language: Language, error: &StoreError, chosen: Chosen<'_>) {
    log::error!("person {}: what they prefer is not kept: {error}", chosen.from.user.0);
    note(desk, labels::Press::Failed);
    let toast = Some(Phrase::StoreAway);
    answer_in(language, desk, chosen.callback, toast, chosen.receipt).await;
}
