//! Invitations as their owners and those who come see them.

use zerosum_games::side::Side;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::tap::{InvitationOrder, Request, Tap};
use crate::render::{Button, View, marks, titles};
use crate::session::choice::Setup;
use crate::session::invitation::InvitationCode;

/// An invitation that waits for somebody, with its link and what its owner can do about it.
pub fn waiting(
    code: InvitationCode,
    setup: Setup,
    link: &str,
    locales: &Locales,
    language: Language,
) -> View {
    let Setup { spec, side: chosen, .. } = setup;
    let marks = marks::of(spec);
    let game = titles::title(spec, locales, language);
    let mark = marks.get(chosen);
    let text = locales.say(language, Phrase::Invitation { game: &game, mark, link });
    let side = |(side, phrase)| {
        let name = locales.say(language, phrase);
        let label = if side == chosen { format!("✓ {name}") } else { name };
        Button { label, tap: Tap::Invitation { code, order: InvitationOrder::Play(side) } }
    };
    let sides = [
        (Side::First, Phrase::SideFirst { mark: marks.first }),
        (Side::Second, Phrase::SideSecond { mark: marks.second }),
    ];
    let label = locales.say(language, Phrase::InvitationWithdraw);
    let tap = Tap::Invitation { code, order: InvitationOrder::Withdraw };
    let keyboard = vec![sides.map(side).to_vec(), vec![Button { label, tap }]];
    View { text, keyboard, picture: None }
}

/// Why somebody has not come, and the way to a game of their own.
pub fn missed(reason: Phrase, locales: &Locales, language: Language) -> View {
    let label = locales.say(language, Phrase::AllGames);
    let keyboard = vec![vec![Button { label, tap: Tap::Ask(Request::Games) }]];
    View { text: locales.say(language, reason), keyboard, picture: None }
}
