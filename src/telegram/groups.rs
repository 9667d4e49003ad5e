//! What is said in groups only.

use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::session::board::Place;
use crate::telegram::desk::{Desk, report_unsent};
use crate::view::View;

/// Answers an administrator who writes as the group: nobody can be seated who is not known. Nor is
/// their language, so all are spoken.
pub async fn answer_anonymous(desk: &Desk, at: Place) {
    let texts = Language::ALL.map(|language| desk.locales.say(language, Phrase::Anonymous));
    let view = View { text: texts.join("\n\n"), keyboard: Vec::new(), picture: None };
    if let Err(error) = desk.reply(at, &view).await {
        report_unsent(at.chat, &error);
    }
}
