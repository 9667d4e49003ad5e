//! Invitations, as their owners and the invited players see them.

use zerosum_games::side::Side;
use zerosum_session::choice::Setup;
use zerosum_session::people::invitation::InvitationCode;

use crate::board::clock;
use crate::board::sides;
use crate::board::titles;
use crate::board::words::BESIDE;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::pages::link_button::LinkButton;
use crate::pages::posted::Card;
use crate::row_layout::option_label;
use crate::tap::{InvitationOrder, Request, Tap};
use crate::view::{Button, View};

/// Word in an inline query that asks for the user's invitations.
const QUERY: &str = "invite";

/// Invitations that an inline query asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedInvitations<'a> {
    /// Tag of one invitation, or empty for all.
    tag: &'a str,
}

/// Renders an open invitation, with its link, that of the page if there is one, and the buttons for its owner.
pub fn waiting(
    code: InvitationCode,
    setup: Setup,
    (link, page): (&str, Option<&str>),
    localizer: Localizer,
) -> View {
    let Setup { spec, side: chosen, time, .. } = setup;
    let marks = sides::before_game(spec);
    let game = titles::title(spec, localizer);
    let mark = marks.get(chosen);
    let text = localizer.say(Phrase::Invitation { game: &game, mark, link });
    let text = match page {
        Some(link) => format!("{text}\n{}", localizer.say(Phrase::InvitationPage { link })),
        None => text,
    };
    let side = |(side, phrase)| {
        let label = option_label(localizer.say(phrase), side == chosen);
        Button { label, tap: Tap::Invitation { code, order: InvitationOrder::Play(side) } }
    };
    let own = |phrase, order| {
        let (label, tap) = (localizer.say(phrase), Tap::Invitation { code, order });
        vec![Button { label, tap }]
    };
    let sides = [
        (Side::First, Phrase::SideFirst { mark: marks.first }),
        (Side::Second, Phrase::SideSecond { mark: marks.second }),
    ];
    let label = localizer.say(Phrase::InvitationShare);
    let share = Button { label, tap: Tap::Link(LinkButton::Share(code)) };
    let keyboard = vec![
        sides.map(side).to_vec(),
        own(clock::short(time), InvitationOrder::Time(time.next())),
        vec![share],
        own(Phrase::InvitationWithdraw, InvitationOrder::Withdraw),
    ];
    View { text, keyboard, picture: None }
}

/// Returns the inline query that the share button sends for an invitation.
pub fn query(code: InvitationCode) -> String {
    format!("{QUERY} {}", code.tag())
}

/// Parses an inline query for invitations; `None` if it asks for something else. The result says nothing
/// of whether they exist, or whose they are.
pub fn wanted(words: &str) -> Option<WantedInvitations<'_>> {
    let tag = words.trim().strip_prefix(QUERY)?;
    let is_word = tag.is_empty() || tag.starts_with(char::is_whitespace);
    is_word.then_some(WantedInvitations { tag: tag.trim() })
}

impl WantedInvitations<'_> {
    /// Returns whether the query includes this invitation.
    pub fn include(self, code: InvitationCode) -> bool {
        self.tag.is_empty() || self.tag == code.tag()
    }
}

/// Renders an invitation as an inline result for its owner.
pub fn card(setup: Setup, localizer: Localizer) -> Card {
    let game = titles::title(setup.spec, localizer);
    let mark = sides::mark_before_game(setup.spec, setup.side);
    let about = [Phrase::PlayAs { mark }, clock::short(setup.time)];
    Card {
        title: localizer.say(Phrase::InvitationOffer { game: &game }),
        description: about.map(|phrase| localizer.say(phrase)).join(BESIDE),
    }
}

/// Renders the message of that result, sent in the name of the owner.
pub fn passed_on(setup: Setup, link: &str, localizer: Localizer) -> View {
    let game = titles::title(setup.spec, localizer);
    let mark = sides::mark_before_game(setup.spec, setup.side);
    let asked = localizer.say(Phrase::InvitationMessage { game: &game, mark });
    let rule = clock::rule(setup.time).map(|phrase| localizer.say(phrase));
    let lines = [Some(asked), rule, Some(String::new()), Some(link.to_owned())];
    let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
    View { text, keyboard: Vec::new(), picture: None }
}

/// Renders the reason why an invitation cannot be accepted, with a button for a new game.
pub fn missed(reason: Phrase, localizer: Localizer) -> View {
    let label = localizer.say(Phrase::AllGames);
    let keyboard = vec![vec![Button { label, tap: Tap::Ask(Request::Games) }]];
    View { text: localizer.say(reason), keyboard, picture: None }
}
