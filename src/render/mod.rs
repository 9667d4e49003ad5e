//! A session as people see it: a text and a keyboard, in the language of whoever the board
//! belongs to.
//!
//! A view is a function of the session, and of which part of it somebody wants to look at, so that any
//! process can draw any board at any time.
//!
//! That part is a [`focus`]: a local board, a piece, or the `window` of a board with more than eight
//! columns or rows, seven cells by five of them as buttons. Without one the session suggests it: where
//! the next move has to be made, or is most likely made. No focus is needed to understand a board, and
//! nobody stores it. A board whose buttons do not show all of it has a scene for a picture as well, and
//! the same in words for whoever gets no pictures.

pub mod tap;
pub mod way_out;
pub mod focus;
pub mod help;
pub mod agreement;
pub mod clock;
mod ballot;
pub mod games;
pub mod marks;
mod cells;
mod window;
mod open_seat;
pub mod scenes;
pub mod words;
pub mod titles;
pub mod rules;
pub mod replay;
pub mod results;
pub mod standings;
pub mod review;
pub mod sharing;
pub mod why;
mod trace;
mod exercise;
pub mod tried;
pub mod puzzles;
pub mod lessons;
pub mod posted;
pub mod endings;
pub mod menus;
pub mod invitations;
pub mod opponents;
pub mod pages;
pub mod group_settings;
pub mod blocks;
pub mod sheets;

use std::sync::Arc;

use zerosum_games::side::{BySide, Side};
use zerosum_picture::subject::Subject;
use zerosum_picture::theme::Theme;
use zerosum_search::level::Level;
use zerosum_search::searcher::SearchResult;

use crate::locales::{Language, Locales};
use crate::render::focus::Focus;
use crate::render::help::Insight;
use crate::render::tap::Tap;
use crate::render::words::Speaker;
use crate::session::Session;

/// The name the bot plays under.
const BOT_NAME: &str = "zerosum";

/// How well the engine plays that takes an open seat: it can be beaten.
const LEVEL_INSTEAD: Level = Level::Casual;

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
    pub picture: Option<Arc<Subject>>,
}

impl View {
    /// The same with its picture, if it has one, so bright, or with the board as text in its place.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> View {
        let Some(subject) = self.picture else { return self };
        if theme == Theme::Text {
            // A message that is a photo already has no room for more.
            let text = with_words(&self.text, &subject, CAPTION_UNITS_MAX);
            return View { text, picture: None, ..self };
        }
        let repainted = Arc::<Subject>::unwrap_or_clone(subject).in_theme(theme);
        View { picture: Some(Arc::new(repainted)), ..self }
    }
}

/// A text with what a picture shows in characters below it, as far as both fit into so many UTF-16 code
/// units.
pub fn with_words(text: &str, subject: &Subject, units_max: usize) -> String {
    let room = units_max.saturating_sub(text.encode_utf16().count() + 2);
    match subject.told(room) {
        Some(words) => format!("{text}\n\n{words}"),
        None => text.to_owned(),
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
    /// The one person of a private chat, as "you", who plays alone.
    Owner,
    /// The same of two people who play: the one on this side. The other one has this name.
    Person { side: Side, other: &'a str },
    /// A group, in which people have these names.
    Group { names: BySide<&'a str> },
}

/// The board of a session, with what was found out about its moves, of which it shows what the person has
/// asked for (see [`help::is_analysis_shown`]).
pub fn of(
    session: &Session,
    focus: Focus,
    analysis: Option<&SearchResult>,
    audience: Audience,
    locales: &Locales,
    language: Language,
) -> View {
    let insight = Insight::of(session, analysis);
    let focus = insight.focus(session, focus);
    let speaker = Speaker { session, focus, insight, audience, locales, language };
    let mut keyboard = speaker.game().keyboard(&speaker);
    keyboard.extend(speaker.help_row());
    keyboard.extend(speaker.vote_row());
    keyboard.extend(speaker.agreement_row());
    if session.outcome().is_some() {
        keyboard.extend(endings::buttons(session, audience, locales, language));
    } else if session.open_side().is_some() {
        keyboard.extend(speaker.open_seat_rows());
    }
    let picture =
        scenes::beside(session, focus).map(|scene| insight.on(scene, session, focus).into());
    View { text: speaker.board(), keyboard, picture }
}
