//! Presses of buttons that their message is not known to show: its keyboard has changed, or the message is
//! so old, or deleted, that Telegram does not say what it shows.
//!
//! In that case a page is sent again in a new message. A button that changes something counts only on the
//! page that asks for it, so the answer names the command that shows the page again.

use std::sync::Arc;

use zerosum_render::tap::RatingTap;
use zerosum_render::tap::{Request, Tap};
use zerosum_session::board::Place;

use crate::bot::account::group_settings;
use crate::bot::context::{Answered, Handled, PressContext, dismiss};
use crate::bot::denial::Denial;
use crate::bot::menus;
use crate::bot::services::Services;
use crate::bot::study::lessons;
use crate::bot::study::puzzles;
use crate::bot::study::replay;
use crate::bot::study::reviews;
use crate::bot::study::what_if;
use crate::telegram::incoming::acknowledgement::Acknowledgement;
use crate::telegram::incoming::event::ButtonPress;

/// Performs the action of a button in a new message, or names the command for it.
pub(crate) async fn answer(
    services: &Arc<Services>,
    press: ButtonPress,
    acknowledgement: Option<Acknowledgement>,
    (tap, command): (Tap, Option<&'static str>),
) -> Answered {
    let Some(Place::Chat(at)) = press.at else {
        return dismiss_unknown(services, press, acknowledgement).await;
    };
    let denial = command.map_or(Denial::UNKNOWN_BUTTON, Denial::stale_button);
    if press.is_accessible || command.is_none() {
        return dismiss(services, press, acknowledgement, denial).await;
    }
    let press = PressContext::new(services, press, at, acknowledgement);
    let handled = send_again(&press, tap, denial).await;
    press.respond(handled).await
}

/// Answers a press of a button that does not exist, or does not exist in inline messages.
pub(crate) async fn dismiss_unknown(
    services: &Services,
    press: ButtonPress,
    acknowledgement: Option<Acknowledgement>,
) -> Answered {
    let denial = match press.at {
        Some(Place::Inline(_)) => Denial::UNKNOWN_INLINE_BUTTON,
        Some(Place::Chat(_)) | None => Denial::UNKNOWN_BUTTON,
    };
    dismiss(services, press, acknowledgement, denial).await
}

/// Sends the page of the button in a new message, if there is such a page.
async fn send_again(press: &PressContext, tap: Tap, denial: Denial) -> Handled {
    group_settings::check_topic(&press.context).await?;
    match tap {
        Tap::Games { .. } => menus::ask(press, Request::Games).await,
        Tap::Card { choice, has_variants } => menus::send_card(press, choice, has_variants),
        Tap::Step { id, ply } => replay::open_at(press, id, Some(ply)).await,
        Tap::ReviewStep { id, .. } => reviews::open(press, id).await,
        Tap::Try { id, .. } | Tap::TrySeen { id, .. } => what_if::open(press, id).await,
        Tap::Puzzle(tap) => puzzles::press_again(press, tap),
        Tap::Lesson(tap) => lessons::press_again(press, tap),
        Tap::Rating(RatingTap::Table(_)) => menus::ask(press, Request::Top).await,
        Tap::Rating(RatingTap::Chart(_)) => menus::ask(press, Request::Me).await,
        _ => Err(denial.into()),
    }
}
