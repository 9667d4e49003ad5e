//! A view in Telegram's types.

use teloxide::types::{InlineKeyboardButton, InlineKeyboardMarkup};

use crate::render::tap::{self, Tap};
use crate::render::{Button, View};

/// The buttons below a message. A view without buttons gives an empty keyboard, which takes away
/// the one a message had.
pub fn keyboard(view: &View) -> InlineKeyboardMarkup {
    let rows = view.keyboard.iter();
    InlineKeyboardMarkup::new(rows.map(|row| row.iter().map(button).collect::<Vec<_>>()))
}

fn button(Button { label, tap }: &Button) -> InlineKeyboardButton {
    match tap {
        // The bot is asked as if the name of the game had been typed.
        Tap::Post(spec) => {
            InlineKeyboardButton::switch_inline_query_current_chat(label, spec.name())
        }
        tap => InlineKeyboardButton::callback(label, tap::encode(*tap)),
    }
}
