//! What two people can offer and say to each other below their board, and what they have.
//!
//! There is one row of buttons. What asks for more, the phrases to choose from and the question whether
//! somebody is sure to resign, stands in the place of the board's buttons for as long as somebody looks at it:
//! a [`Panel`], which nobody stores. Where others see the same it stands in the place of that row only, so that
//! it keeps nobody from a move. A board that is drawn anew shows its own buttons again.

use zerosum_games::side::Side;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::focus::Focus;
use crate::render::tap::Tap;
use crate::render::words::Speaker;
use crate::render::{Audience, Button, View, of};
use crate::session::agreement::{Greeting, Offer};
use crate::session::choice::Next;
use crate::session::{Action, Session};

/// Signs of the buttons. There is no room for words beside a picture.
const DRAW: &str = "🤝";
const TAKE_BACK: &str = "↩️";
const SAY: &str = "💬";
const RESIGN: &str = "🏳️";

/// Buttons of a panel side by side below the moves of a board, where there is little room.
const BESIDE_MAX: usize = 2;

/// So many lines of a board stand between its picture and its moves beside a question.
const LINES_BESIDE_MAX: usize = 2;

/// What stands in the place of the buttons of a board, or of those below its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Panel {
    /// The phrases that can be said.
    Greetings,
    /// The question whether somebody is sure to resign.
    Resignation,
    /// Whether somebody is reminded before their time runs out, and how to change that.
    Reminders { is_on: bool },
}

/// The board of a game between two people with a panel that the one on this side has asked for.
pub fn panel(
    session: &Session,
    (panel, side): (Panel, Side),
    audience: Audience,
    locales: &Locales,
    language: Language,
) -> View {
    let view = of(session, Focus::Suggested, None, audience, locales, language);
    let speaker = Speaker::new(session, Focus::Suggested, audience, locales, language);
    let (id, seen) = (session.id(), session.revision());
    let back = Button {
        label: speaker.say(Phrase::BackToBoard),
        tap: Tap::Panel { id, seen, panel: None },
    };
    let (question, buttons) = match panel {
        Panel::Greetings => {
            let said = |greeting| {
                let label = speaker.say(greeting_phrase(greeting));
                vec![speaker.act(&label, Action::Greet(greeting))]
            };
            (None, Greeting::ALL.map(said).into())
        }
        Panel::Resignation => {
            let question = match audience {
                Audience::Group { .. } => {
                    speaker.say(Phrase::ResignSomebody { name: &speaker.name(side) })
                }
                Audience::Owner | Audience::Person { .. } => speaker.say(Phrase::ResignSure),
            };
            let tap = Tap::ResignSurely { id, seen, side };
            (Some(question), vec![vec![Button { label: speaker.say(Phrase::AskResign), tap }]])
        }
        Panel::Reminders { is_on } => {
            let (state, order) = match is_on {
                true => (Phrase::RemindersOn, Phrase::RemindNoMore),
                false => (Phrase::RemindersOff, Phrase::RemindMe),
            };
            let tap = Tap::Remind { id, is_on: !is_on };
            (Some(speaker.say(state)), vec![vec![Button { label: speaker.say(order), tap }]])
        }
    };
    let is_seen_by_others = matches!(audience, Audience::Group { .. });
    let is_crowded = is_seen_by_others && view.picture.is_some() && question.is_some();
    let lines_max = if is_crowded { LINES_BESIDE_MAX } else { usize::MAX };
    let text: Vec<&str> = view.text.lines().take(lines_max).chain(question.as_deref()).collect();
    let text = text.join("\n");
    let own = buttons.into_iter().chain([vec![back]]);
    let keyboard = if is_seen_by_others {
        let row = speaker.agreement_row();
        let board = view.keyboard.into_iter().filter(|other| Some(other) != row.as_ref());
        let own: Vec<Button> = own.flatten().collect();
        board.chain(own.chunks(BESIDE_MAX).map(<[Button]>::to_vec)).collect()
    } else {
        own.collect()
    };
    View { text, keyboard, ..view }
}

/// The button that leads to what people can say to each other below a game that is over.
pub(super) fn farewell_button(session: &Session) -> Option<Button> {
    let (id, seen) = (session.id(), session.revision());
    let tap = Tap::Panel { id, seen, panel: Some(Panel::Greetings) };
    session.can_greet().then(|| Button { label: SAY.to_owned(), tap })
}

impl Speaker<'_> {
    /// The buttons of people who play each other: what the other side offers can be accepted, by whoever it
    /// is offered to where many see the same.
    pub(super) fn agreement_row(&self) -> Option<Vec<Button>> {
        let session = self.session;
        let (id, seen) = (session.id(), session.revision());
        let open = |label: &str, panel| Button {
            label: label.to_owned(),
            tap: Tap::Panel { id, seen, panel: Some(panel) },
        };
        let accepted: Vec<Button> = self
            .answerable()
            .map(|offer| match offer {
                Offer::Draw => {
                    self.act(&format!("{DRAW} {}", self.say(Phrase::Accept)), Action::Accept(offer))
                }
                Offer::TakeBack => {
                    let label = format!("{TAKE_BACK} {}", self.say(Phrase::Allow));
                    self.act(&label, Action::Accept(offer))
                }
            })
            .collect();
        let offered = [(DRAW, Offer::Draw), (TAKE_BACK, Offer::TakeBack)]
            .map(|(sign, offer)| self.act(sign, Action::Offer(offer)));
        let first = if accepted.is_empty() { offered.into() } else { accepted };
        let rest = [open(SAY, Panel::Greetings), open(RESIGN, Panel::Resignation)];
        let all = first.into_iter().chain(rest).chain(self.clock_button());
        session.can_agree().then(|| all.collect())
    }

    /// What is on offer.
    pub(super) fn offer_lines(&self) -> Vec<String> {
        let offers = Side::ALL.into_iter().filter_map(|side| {
            let (offer, name) = (self.session.offer_of(side)?, &self.name(side));
            Some(self.say(match (offer, self.is_you(side)) {
                (Offer::Draw, true) => Phrase::YouOfferDraw,
                (Offer::Draw, false) => Phrase::OffersDraw { name },
                (Offer::TakeBack, true) => Phrase::YouAskToTakeBack,
                (Offer::TakeBack, false) => Phrase::AsksToTakeBack { name },
            }))
        });
        offers.collect()
    }

    /// Which other game is on offer, as it is told to the two whom it is about.
    pub(super) fn rematch_line(&self) -> Option<String> {
        let (side, next) = self.session.rematch()?;
        let (is_switched, name) = (next == Next::OtherSide, &self.name(side));
        Some(self.say(match (is_switched, self.is_you(side)) {
            (false, true) => Phrase::YouOfferRematch,
            (false, false) => Phrase::OffersRematch { name },
            (true, true) => Phrase::YouOfferSwitchedRematch,
            (true, false) => Phrase::OffersSwitchedRematch { name },
        }))
    }

    /// What was said last.
    pub(super) fn greeting_line(&self) -> Option<String> {
        let (side, greeting) = self.session.greeting()?;
        Some(format!("{SAY} {}: {}", self.name(side), self.say(greeting_phrase(greeting))))
    }

    /// What those who see this board can accept: in private what the other side offers.
    fn answerable(&self) -> impl Iterator<Item = Offer> {
        let is_others = |side: &Side| match self.audience {
            Audience::Person { side: own, .. } => *side != own,
            Audience::Group { .. } | Audience::Owner => true,
        };
        let sides = Side::ALL.into_iter().filter(is_others);
        sides.filter_map(|side| self.session.offer_of(side))
    }

    fn act(&self, label: &str, action: Action) -> Button {
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
