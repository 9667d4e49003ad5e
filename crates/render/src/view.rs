//! Messages as values: text, buttons and a picture.

use std::sync::Arc;

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_picture::subject::Subject;
use zerosum_picture::theme::Theme;
use zerosum_session::people::marks::MarkPair;

use crate::board::{marks, sides};
use crate::locales::names::DisplayName;
use crate::tap::Tap;

/// Maximum length of a caption, in UTF-16 code units.
pub const CAPTION_UNITS_MAX: usize = 1_024;

/// Look of boards that a person has chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Look {
    pub theme: Theme,
    pub marks: MarkPair,
}

/// A message: a plain text without markup, with buttons below it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// With a picture, at most [`CAPTION_UNITS_MAX`] units.
    pub text: String,
    pub keyboard: Vec<Vec<Button>>,
    /// Picture above the text. It is drawn only when it is sent; where no picture can be sent, the board
    /// follows the text in characters.
    pub picture: Option<Arc<Subject>>,
}

impl View {
    /// Applies a theme to the picture, if there is one, or replaces it by the board in characters.
    #[must_use]
    pub fn in_theme(self, theme: Theme) -> View {
        let Some(subject) = self.picture else { return self };
        if theme == Theme::Text {
            // A message that is a photo already has room for a caption only.
            let text = with_words(&self.text, &subject, CAPTION_UNITS_MAX);
            return View { text, picture: None, ..self };
        }
        let repainted = Arc::<Subject>::unwrap_or_clone(subject).in_theme(theme);
        View { picture: Some(Arc::new(repainted)), ..self }
    }

    /// Applies a look to a message about a game: its theme and, unless a picture shows other marks, its marks.
    #[must_use]
    pub fn in_look(self, look: Look, spec: GameSpec) -> View {
        let view = self.in_theme(look.theme);
        let has_own = view.picture.is_none() && sides::are_own(spec);
        if has_own { view.with_marks(look.marks) } else { view }
    }

    fn with_marks(self, pair: MarkPair) -> View {
        if pair == MarkPair::default() {
            return self;
        }
        let exchanged = |button: Button| Button {
            label: marks::exchanged(&button.label, pair),
            tap: button.tap,
        };
        let rows = self.keyboard.into_iter();
        let keyboard = rows.map(|row| row.into_iter().map(exchanged).collect()).collect();
        View { text: marks::exchanged(&self.text, pair), keyboard, ..self }
    }
}

/// A message of which a part may be collapsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    pub view: View,
    /// Start of the collapsed part of the text, in UTF-16 code units.
    pub folded_from: Option<usize>,
}

impl Page {
    /// Applies a look to a page without a picture, as [`View::in_look`] does.
    #[must_use]
    pub fn in_look(self, look: Look, spec: GameSpec) -> Page {
        let units: Vec<u16> = self.view.text.encode_utf16().collect();
        let before = self.folded_from.and_then(|from| units.get(..from));
        let before = before.map(|units| View {
            text: String::from_utf16_lossy(units),
            keyboard: Vec::new(),
            picture: None,
        });
        let folded_from = before.map(|view| view.in_look(look, spec).text.encode_utf16().count());
        Page { view: self.view.in_look(look, spec), folded_from }
    }
}

/// Appends a picture in characters to a text, if both fit into this many UTF-16 code units.
pub fn with_words(text: &str, subject: &Subject, units_max: usize) -> String {
    let room = units_max.saturating_sub(text.encode_utf16().count() + 2);
    match subject.text_alternative(room) {
        Some(words) => format!("{text}\n\n{words}"),
        None => text.to_owned(),
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Button {
    pub label: String,
    pub tap: Tap,
}

/// The reader of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience<'a> {
    /// The only player, in a private chat, addressed as "you".
    Owner,
    /// One of two players, in their private chat or on the page, addressed as "you": the one on this side.
    /// The opponent has this name, and the game may be one of a group.
    Person { side: Side, other: &'a DisplayName, is_of_group: bool },
    /// Others beside the players, who have these names: a group if the game is one of a group.
    Group { names: BySide<&'a DisplayName>, is_of_group: bool },
}
