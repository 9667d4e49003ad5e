//! A session as people see it: a text and a keyboard, in the language of whoever the board
//! belongs to.
//!
//! A view is a function of the session alone, so that any process can draw any board at any time.

pub mod grid;
pub mod pages;

use std::sync::Arc;

use crate::games::any::AnyGame;
use crate::games::side::{BySide, Side};
use crate::games::{MoveCode, Outcome};
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::picture::scene::Scene;
use crate::session::{Action, Awaiting, Seat, Session};
use crate::tap::Tap;
use crate::view::grid::Cell;

/// The name the bot plays under.
pub const BOT_NAME: &str = "zerosum";

/// The longest text below a picture, in UTF-16 code units.
pub const CAPTION_UNITS_MAX: usize = 1_024;

/// A message: a plain text without markup, and the buttons below it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Below a picture no more than [`CAPTION_UNITS_MAX`].
    pub text: String,
    pub keyboard: Vec<Vec<Button>>,
    /// What is to be seen above the text. It is drawn only when it is sent; where no picture can
    /// be sent, the board follows the text in characters.
    pub picture: Option<Arc<Scene>>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Button {
    pub label: String,
    pub tap: Tap,
}

/// Whom a board speaks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience<'a> {
    /// The one person of a private chat, as "you".
    Owner,
    /// A group, in which the owner of the board is called by this name.
    Group { owner_name: &'a str },
}

/// The board of a session.
pub fn of(session: &Session, audience: Audience, locales: &Locales, language: Language) -> View {
    let speaker = Speaker { session, audience, locales, language };
    let text = format!("{}\n{}", speaker.players(), speaker.state());
    let mut keyboard = cells(session);
    if session.outcome().is_some() {
        keyboard.push(speaker.rematch_buttons());
    }
    View { text, keyboard, picture: None }
}

/// The cells of the board as buttons. Every cell is one, whatever is in it: a press that makes no
/// move is answered with the reason.
fn cells(session: &Session) -> Vec<Vec<Button>> {
    let button = |code: MoveCode, cell: Cell| Button {
        label: grid::label(cell),
        tap: act(session, Action::Play(code)),
    };
    match session.position() {
        AnyGame::TicTacToe(game) => grid::tictactoe(game)
            .into_iter()
            .map(|row| row.into_iter().map(|(code, cell)| button(code, cell)).collect())
            .collect(),
    }
}

fn act(session: &Session, action: Action) -> Tap {
    Tap::Act { id: session.id(), seen: session.revision(), action }
}

/// What every line of a board needs to know.
struct Speaker<'a> {
    session: &'a Session,
    audience: Audience<'a>,
    locales: &'a Locales,
    language: Language,
}

impl Speaker<'_> {
    fn say(&self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }

    fn players(&self) -> String {
        let seats = self.session.seats();
        let names = BySide { first: self.name(seats.first), second: self.name(seats.second) };
        self.say(Phrase::Players { crosses: &names.first, noughts: &names.second })
    }

    fn name(&self, seat: Seat) -> String {
        match (seat, self.audience) {
            (Seat::Engine(_), _) => BOT_NAME.to_owned(),
            (Seat::Human(_), Audience::Owner) => self.say(Phrase::You),
            (Seat::Human(_), Audience::Group { owner_name: "" }) => self.say(Phrase::Somebody),
            (Seat::Human(_), Audience::Group { owner_name }) => owner_name.to_owned(),
        }
    }

    fn state(&self) -> String {
        match self.session.outcome() {
            Some(outcome) => self.result(outcome),
            None => self.turn(),
        }
    }

    fn turn(&self) -> String {
        match (self.session.awaiting(), self.audience) {
            (Awaiting::Human { side, .. }, Audience::Owner) => {
                self.say(Phrase::YourTurn { mark: grid::mark(side) })
            }
            (Awaiting::Human { side, .. }, Audience::Group { .. }) => {
                let name = self.name(*self.session.seats().get(side));
                self.say(Phrase::TurnOf { name: &name, mark: grid::mark(side) })
            }
            (Awaiting::Engine { .. } | Awaiting::Nothing, _) => self.say(Phrase::BotTurn),
        }
    }

    fn result(&self, outcome: Outcome) -> String {
        let Outcome::Win(winner) = outcome else {
            return self.say(Phrase::Draw);
        };
        if let Some(side) = self.session.resigned() {
            let name = self.name(*self.session.seats().get(side));
            return match self.audience {
                Audience::Owner => self.say(Phrase::YouResigned),
                Audience::Group { .. } => self.say(Phrase::SomebodyResigned { name: &name }),
            };
        }
        let seat = *self.session.seats().get(winner);
        match (seat, self.audience) {
            (Seat::Engine(_), _) => self.say(Phrase::BotWon { moves: self.moves_of(winner) }),
            (Seat::Human(_), Audience::Owner) => self.say(Phrase::YouWon),
            (Seat::Human(_), Audience::Group { .. }) => {
                self.say(Phrase::SomebodyWon { name: &self.name(seat) })
            }
        }
    }

    /// How many moves a side has made.
    fn moves_of(&self, side: Side) -> u32 {
        let plies = u32::try_from(self.session.moves().len()).unwrap_or(u32::MAX);
        match side {
            Side::First => plies.div_ceil(2),
            Side::Second => plies / 2,
        }
    }

    fn rematch_buttons(&self) -> Vec<Button> {
        let button = |phrase, switch_sides| Button {
            label: self.say(phrase),
            tap: act(self.session, Action::Rematch { switch_sides }),
        };
        vec![button(Phrase::PlayAgain, false), button(Phrase::SwitchSides, true)]
    }
}
