//! Invitations as their owners and those who come see them.

use zerosum_games::side::Side;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::posted::Card;
use crate::render::tap::{InvitationOrder, Request, Tap};
use crate::render::way_out::WayOut;
use crate::render::words::BESIDE;
use crate::render::{Button, View, clock, marks, titles};
use crate::session::choice::Setup;
use crate::session::invitation::InvitationCode;

/// What somebody types behind the bot's name who looks for their invitations.
const QUERY: &str = "invite";

/// Which of their invitations somebody looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedInvitations<'a> {
    /// Of one, or empty of all.
    tag: &'a str,
}

/// An invitation that waits for somebody, with its link and what its owner can do about it.
pub fn waiting(
    code: InvitationCode,
    setup: Setup,
    link: &str,
    locales: &Locales,
    language: Language,
) -> View {
    let Setup { spec, side: chosen, time, .. } = setup;
    let marks = marks::of(spec);
    let game = titles::title(spec, locales, language);
    let mark = marks.get(chosen);
    let text = locales.say(language, Phrase::Invitation { game: &game, mark, link });
    let side = |(side, phrase)| {
        let name = locales.say(language, phrase);
        let label = if side == chosen { format!("✓ {name}") } else { name };
        Button { label, tap: Tap::Invitation { code, order: InvitationOrder::Play(side) } }
    };
    let own = |phrase, order| {
        let (label, tap) = (locales.say(language, phrase), Tap::Invitation { code, order });
        vec![Button { label, tap }]
    };
    let sides = [
        (Side::First, Phrase::SideFirst { mark: marks.first }),
        (Side::Second, Phrase::SideSecond { mark: marks.second }),
    ];
    let label = locales.say(language, Phrase::InvitationShare);
    let share = Button { label, tap: Tap::Leave(WayOut::Share(code)) };
    let keyboard = vec![
        sides.map(side).to_vec(),
        own(clock::short(time), InvitationOrder::Time(time.next())),
        vec![share],
        own(Phrase::InvitationWithdraw, InvitationOrder::Withdraw),
    ];
    View { text, keyboard, picture: None }
}

/// What whoever taps the button that shares their invitation asks the bot for.
pub fn query(code: InvitationCode) -> String {
    format!("{QUERY} {}", code.tag())
}

/// Which invitations somebody asks for in these words; `None` if they ask for something else. Nothing says
/// that there are such ones, or whose they are.
pub fn wanted(words: &str) -> Option<WantedInvitations<'_>> {
    let tag = words.trim().strip_prefix(QUERY)?;
    let is_word = tag.is_empty() || tag.starts_with(char::is_whitespace);
    is_word.then_some(WantedInvitations { tag: tag.trim() })
}

impl WantedInvitations<'_> {
    /// Whether it is one of them.
    pub fn include(self, code: InvitationCode) -> bool {
        self.tag.is_empty() || self.tag == code.tag()
    }
}

/// An invitation as it is offered to its owner, who sends it to somebody.
pub fn card(setup: Setup, locales: &Locales, language: Language) -> Card {
    let game = titles::title(setup.spec, locales, language);
    let mark = marks::mark(setup.spec, setup.side);
    let about = [Phrase::PlayAs { mark }, clock::short(setup.time)];
    Card {
        title: locales.say(language, Phrase::InvitationOffer { game: &game }),
        description: about.map(|phrase| locales.say(language, phrase)).join(BESIDE),
    }
}

/// The message that is sent then, in the name of its owner.
pub fn passed_on(setup: Setup, link: &str, locales: &Locales, language: Language) -> View {
    let game = titles::title(setup.spec, locales, language);
    let mark = marks::mark(setup.spec, setup.side);
    let asked = locales.say(language, Phrase::InvitationMessage { game: &game, mark });
    let rule = clock::rule(setup.time).map(|phrase| locales.say(language, phrase));
    let lines = [Some(asked), rule, Some(String::new()), Some(link.to_owned())];
    let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
    View { text, keyboard: Vec::new(), picture: None }
}

/// Why somebody has not come, and the way to a game of their own.
pub fn missed(reason: Phrase, locales: &Locales, language: Language) -> View {
    let label = locales.say(language, Phrase::AllGames);
    let keyboard = vec![vec![Button { label, tap: Tap::Ask(Request::Games) }]];
    View { text: locales.say(language, reason), keyboard, picture: None }
}
