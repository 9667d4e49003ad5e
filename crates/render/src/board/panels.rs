//! Panels in place of the buttons of a board, and the row of offers and greetings below it.
//!
//! There is one row of buttons. The phrases to choose from, and the questions whether to resign or to
//! offer a draw, replace the board's buttons while a player looks at them: a [`Panel`], which is not
//! stored. In a group a panel replaces that row only, so that it never blocks a move, and so does the
//! one with more help everywhere. A board that is redrawn shows its own buttons again.

use zerosum_games::side::Side;
use zerosum_search::searcher::SearchResult;
use zerosum_session::choice::Next;
use zerosum_session::game::agreement::{Greeting, Offer};
use zerosum_session::{Action, Session};

use crate::board::buttons::focus::Focus;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::of;
use crate::tap::{Panel, Tap};
use crate::view::{Audience, Button, View};

/// Signs of the buttons. There is no room for words below a picture.
const DRAW: &str = "🤝";
pub(crate) const TAKE_BACK: &str = "↩️";
const SAY: &str = "💬";
const RESIGN: &str = "🏳️";

/// Buttons per row of a panel below the moves of a board, where there is little room.
const BESIDE_MAX: usize = 2;

/// Maximum lines of a board with a picture above a question.
const LINES_BESIDE_MAX: usize = 2;

/// Renders a board with a panel that the player on this side has opened, and with the analysis that they
/// have asked for.
pub fn panel(
    session: &Session,
    (panel, side): (Panel, Side),
    analysis: Option<&SearchResult>,
    audience: Audience,
    localizer: Localizer,
) -> View {
    let view = of(session, Focus::Suggested, analysis, audience, localizer);
    let renderer = BoardRenderer::new(session, Focus::Suggested, audience, localizer);
    if panel == Panel::Help {
        let board = without_row(view.keyboard, renderer.help_row());
        return View { keyboard: board.chain(renderer.more_help()).collect(), ..view };
    }
    let (id, seen) = (session.id(), session.revision());
    let back = Button {
        label: renderer.say(Phrase::BackToBoard),
        tap: Tap::Panel { id, seen, panel: None },
    };
    let (question, buttons) = renderer.asked(panel, side);
    let is_seen_by_others = matches!(audience, Audience::Group { .. });
    let is_crowded = is_seen_by_others && view.picture.is_some() && question.is_some();
    let lines_max = if is_crowded { LINES_BESIDE_MAX } else { usize::MAX };
    let text: Vec<&str> = view.text.lines().take(lines_max).chain(question.as_deref()).collect();
    let text = text.join("\n");
    let own = buttons.into_iter().chain([vec![back]]);
    let keyboard = if is_seen_by_others {
        let row = renderer.agreement_row().or(renderer.help_row());
        let own: Vec<Button> = own.flatten().collect();
        let board = without_row(view.keyboard, row);
        board.chain(own.chunks(BESIDE_MAX).map(<[Button]>::to_vec)).collect()
    } else {
        own.collect()
    };
    View { text, keyboard, ..view }
}

/// Removes the row that a panel replaces.
fn without_row(
    keyboard: Vec<Vec<Button>>,
    row: Option<Vec<Button>>,
) -> impl Iterator<Item = Vec<Button>> {
    keyboard.into_iter().filter(move |other| Some(other) != row.as_ref())
}

/// Returns the button that opens the greetings below a finished game.
pub(crate) fn farewell_button(session: &Session) -> Option<Button> {
    let (id, seen) = (session.id(), session.revision());
    let tap = Tap::Panel { id, seen, panel: Some(Panel::Greetings) };
    session.can_greet().then(|| Button { label: SAY.to_owned(), tap })
}

impl BoardRenderer<'_> {
    /// Returns the question of a panel, if it asks one, and the buttons that answer it.
    fn asked(&self, panel: Panel, side: Side) -> (Option<String>, Vec<Vec<Button>>) {
        let (id, seen) = (self.session.id(), self.session.revision());
        let name = &self.name(side);
        let is_in_group = matches!(self.audience, Audience::Group { .. });
        let button = |phrase, tap| vec![vec![Button { label: self.say(phrase), tap }]];
        match panel {
            Panel::Help => (None, self.more_help()),
            Panel::Greetings => {
                (None, self.greetings().into_iter().map(|button| vec![button]).collect())
            }
            Panel::Resignation => {
                let question = match is_in_group {
                    true => Phrase::ResignSomebody { name },
                    false => Phrase::ResignSure,
                };
                let tap = Tap::ResignSurely { id, seen, side };
                (Some(self.say(question)), button(Phrase::AskResign, tap))
            }
            Panel::DrawOffer => {
                let question = match is_in_group {
                    true => Phrase::DrawSomebody { name },
                    false => Phrase::DrawSure,
                };
                let tap = Tap::Act { id, seen, action: Action::Offer(Offer::Draw) };
                (Some(self.say(question)), button(Phrase::OfferDraw, tap))
            }
            Panel::Reminders { is_on } => {
                let (state, order) = match is_on {
                    true => (Phrase::RemindersOn, Phrase::RemindNoMore),
                    false => (Phrase::RemindersOff, Phrase::RemindMe),
                };
                let tap = Tap::Remind { id, is_on: !is_on };
                (Some(self.say(state)), button(order, tap))
            }
        }
    }

    /// Returns the buttons for a game between two people. In a group all members see the button that
    /// accepts an offer, but only the player it is made to can use it.
    pub(crate) fn agreement_row(&self) -> Option<Vec<Button>> {
        let session = self.session;
        let (id, seen) = (session.id(), session.revision());
        let open = |label: &str, panel| Button {
            label: label.to_owned(),
            tap: Tap::Panel { id, seen, panel: Some(panel) },
        };
        let accepted = self.answers();
        let offered = || {
            let back = self.act(TAKE_BACK, Action::Offer(Offer::TakeBack));
            vec![open(DRAW, Panel::DrawOffer), back]
        };
        let first = if accepted.is_empty() { offered() } else { accepted };
        let rest = [open(SAY, Panel::Greetings), open(RESIGN, Panel::Resignation)];
        let all = first.into_iter().chain(rest).chain(self.clock_button());
        session.is_in_play_between_people().then(|| all.collect())
    }

    /// Buttons that accept the offers of the opponent.
    pub(crate) fn answers(&self) -> Vec<Button> {
        let answer = |offer| {
            let (sign, phrase) = match offer {
                Offer::Draw => (DRAW, Phrase::Accept),
                Offer::TakeBack => (TAKE_BACK, Phrase::Allow),
            };
            self.act(&format!("{sign} {}", self.say(phrase)), Action::Accept(offer))
        };
        self.answerable().map(answer).collect()
    }

    /// Buttons that say a phrase.
    pub(crate) fn greetings(&self) -> [Button; Greeting::ALL.len()] {
        Greeting::ALL
            .map(|greeting| self.action_button(greeting_phrase(greeting), Action::Greet(greeting)))
    }

    /// Lines with the open offers.
    pub(crate) fn offer_lines(&self) -> Vec<String> {
        let offers = Side::ALL.into_iter().filter_map(|side| {
            let (offer, name) = (self.session.offer_of(side)?, &self.name(side));
            let is_rated = self.session.is_played_for_ratings();
            Some(self.say(match (offer, self.is_you(side)) {
                (Offer::Draw, true) => Phrase::YouOfferDraw,
                (Offer::Draw, false) => Phrase::OffersDraw { name },
                (Offer::TakeBack, true) if is_rated => Phrase::YouAskToTakeBackRated,
                (Offer::TakeBack, false) if is_rated => Phrase::AsksToTakeBackRated { name },
                (Offer::TakeBack, true) => Phrase::YouAskToTakeBack,
                (Offer::TakeBack, false) => Phrase::AsksToTakeBack { name },
            }))
        });
        offers.collect()
    }

    /// Line with the offer of a rematch, for the two players.
    pub(crate) fn rematch_line(&self) -> Option<String> {
        let (side, next) = self.session.rematch()?;
        let (is_switched, name) = (next == Next::OtherSide, &self.name(side));
        Some(self.say(match (is_switched, self.is_you(side)) {
            (false, true) => Phrase::YouOfferRematch,
            (false, false) => Phrase::OffersRematch { name },
            (true, true) => Phrase::YouOfferSwitchedRematch,
            (true, false) => Phrase::OffersSwitchedRematch { name },
        }))
    }

    /// Line with the last greeting.
    pub(crate) fn greeting_line(&self) -> Option<String> {
        let (side, greeting) = self.session.greeting()?;
        Some(format!("{SAY} {}: {}", self.name(side).as_str(), self.say(greeting_phrase(greeting))))
    }

    /// Offers that the readers of this board can accept: in a private chat those of the opponent.
    fn answerable(&self) -> impl Iterator<Item = Offer> {
        let is_others = |side: &Side| match self.audience {
            Audience::Person { side: own, .. } => *side != own,
            Audience::Group { .. } | Audience::Owner => true,
        };
        let sides = Side::ALL.into_iter().filter(is_others);
        sides.filter_map(|side| self.session.offer_of(side))
    }

    /// Button of an action, with words as its label.
    pub(crate) fn action_button(&self, phrase: Phrase, action: Action) -> Button {
        self.act(&self.say(phrase), action)
    }

    pub(crate) fn act(&self, label: &str, action: Action) -> Button {
        let (id, seen) = (self.session.id(), self.session.revision());
        Button { label: label.to_owned(), tap: Tap::Act { id, seen, action } }
    }
}

fn greeting_phrase(greeting: Greeting) -> Phrase<'static> {
    match greeting {
        Greeting::Hello => Phrase::GreetHello,
        Greeting::WellPlayed => Phrase::GreetWellPlayed,
        Greeting::Thanks => Phrase::GreetThanks,
        Greeting::OneMoment => Phrase::GreetOneMoment,
        Greeting::YourMove => Phrase::GreetYourMove,
    }
}
