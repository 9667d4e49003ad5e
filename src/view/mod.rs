//! A session as people see it: a text and a keyboard, in the language of whoever the board
//! belongs to.
//!
//! A view is a function of the session, and of which part of it somebody wants to look at, so that any
//! process can draw any board at any time.

pub mod marks;
pub mod focus;
pub mod cells;
pub mod scenes;
pub mod words;
pub mod titles;
pub mod rules;
pub mod pages;

use std::sync::Arc;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::picture::scene::Scene;
use crate::picture::theme::Theme;
use crate::session::{Action, Session};
use crate::tap::Tap;
use crate::view::focus::Focus;
use crate::view::words::Speaker;

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

impl View {
    /// The same with its picture, if it has one, so bright.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> View {
        let repaint = |scene| Arc::new(Arc::<Scene>::unwrap_or_clone(scene).in_theme(theme));
        View { picture: self.picture.map(repaint), ..self }
    }
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
pub fn of(
    session: &Session,
    focus: Focus,
    audience: Audience,
    locales: &Locales,
    language: Language,
) -> View {
    let speaker = Speaker { session, focus, audience, locales, language };
    let mut keyboard = cells::keyboard(session, focus);
    if session.outcome().is_some() {
        keyboard.push(rematch_buttons(session, locales, language));
    }
    let picture = scenes::beside(session, focus).map(Arc::new);
    View { text: speaker.board(), keyboard, picture }
}

fn act(session: &Session, action: Action) -> Tap {
    Tap::Act { id: session.id(), seen: session.revision(), action }
}

fn rematch_buttons(session: &Session, locales: &Locales, language: Language) -> Vec<Button> {
    let button = |phrase, switch_sides| Button {
        label: locales.say(language, phrase),
        tap: act(session, Action::Rematch { switch_sides }),
    };
    vec![button(Phrase::PlayAgain, false), button(Phrase::SwitchSides, true)]
}
