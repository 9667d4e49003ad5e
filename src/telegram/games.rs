//! Which game, how well played, and by which rules: what people ask before they play.

use crate::locales::Language;
use std::sync::Arc;

use crate::locales::phrase::Phrase;
use crate::picture::scene::Scene;
use crate::session::board::Place;
use crate::session::choice::Choice;
use crate::store::StoreError;
use crate::telegram::desk::Desk;
use crate::telegram::intake::Sender;
use crate::telegram::names::presentable;
use crate::view::focus::Focus;
use crate::view::words::Speaker;
use crate::view::{Audience, CAPTION_UNITS_MAX, View, pages, rules, scenes};

/// What the person played last, or what everybody begins with.
pub async fn choice_of(desk: &Desk, from: &Sender) -> Result<Choice, StoreError> {
    let person = desk.referee.person(from.user).await?;
    Ok(person.map(|person| person.choice).unwrap_or_default())
}

/// The games there are, to be started at the level the person plays at.
pub async fn games(desk: &Desk, from: &Sender, language: Language) -> View {
    pages::games(&desk.locales, language, played(desk, from).await.level)
}

/// The levels of the game the person plays.
pub async fn levels(desk: &Desk, from: &Sender, language: Language) -> View {
    pages::levels(&desk.locales, language, played(desk, from).await)
}

/// How the game is played that the person has open in this chat or played last, and where the next
/// move is to be made.
pub async fn rules(desk: &Desk, from: &Sender, at: Place, language: Language) -> View {
    let theme = desk.theme_of(from.user).await;
    let open = desk.referee.latest_open(at.chat, from.user).await.ok().flatten();
    let Some(board) = open else {
        let spec = played(desk, from).await.spec;
        let text = rules::of(spec, &desk.locales, language);
        return with_picture(text, scenes::of_start(spec)).in_theme(theme);
    };
    let session = &board.session;
    let text = rules::of(session.spec(), &desk.locales, language);
    let (focus, audience) = (Focus::Suggested, Audience::Owner);
    let speaker = Speaker { session, focus, audience, locales: &desk.locales, language };
    let picture = scenes::of(session, focus);
    let text = match speaker.place_to_move() {
        Some(place) => format!("{text}\n\n{place}"),
        None => text,
    };
    with_picture(text, picture).in_theme(theme)
}

/// Rules of many parameters leave no room for a picture.
fn with_picture(text: String, picture: Scene) -> View {
    let has_room = text.encode_utf16().count() <= CAPTION_UNITS_MAX;
    let picture = has_room.then(|| Arc::new(picture));
    View { text, keyboard: Vec::new(), picture }
}

/// Why nothing starts: a word behind `/new` says nothing. In a group it is quoted to everybody.
pub async fn unclear(desk: &Desk, at: Place, language: Language, word: &str) {
    let word = presentable(word);
    desk.tell(at, language, Phrase::UnknownGameName { word: &word }).await;
}

/// While the store is away, what everybody begins with is as good.
async fn played(desk: &Desk, from: &Sender) -> Choice {
    choice_of(desk, from).await.unwrap_or_default()
}
