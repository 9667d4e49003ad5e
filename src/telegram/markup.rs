//! A view in Telegram's types.

use teloxide::types::{InlineKeyboardButton, InlineKeyboardMarkup};

use crate::render::View;
use crate::render::tap;

/// The buttons below a message. A view without buttons gives an empty keyboard, which takes away
/// the one a message had.
pub fn keyboard(view: &View) -> InlineKeyboardMarkup {
    InlineKeyboardMarkup::new(view.keyboard.iter().map(|row| {
        row.iter()
            .map(|button| InlineKeyboardButton::callback(&button.label, tap::encode(button.tap)))
            .collect::<Vec<_>>()
    }))
}
