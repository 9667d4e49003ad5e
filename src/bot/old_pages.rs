//! Presses of buttons that their message is not known to show: its keyboard has changed, or the message is
//! so old, or deleted, that Telegram does not say what it shows.
//!
//! In that case a page is sent again in a new message. A button that changes something counts only on the
//! page that asks for it, so the answer names the command that shows the page again.

use std::sync::Arc;

use crate::bot::context::{Answered, PressContext, dismiss};
use crate::bot::group_settings;
use crate::bot::lessons;
use crate::bot::menus;
use crate::bot::puzzles;
use crate::bot::replay;
use crate::bot::reviews;
use crate::bot::services::Services;
use crate::bot::what_if;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::tap::RatingTap;
use crate::render::tap::{self, Request, Tap};
use crate::session::board::{ChatMessage, Place};
use crate::telegram::acknowledgement::Acknowledgement;
use crate::telegram::event::ButtonPress;

/// Performs the action of a button in a new message, or names the command for it.
pub(crate) async fn answer(
    services: &Arc<Services>,
    press: ButtonPress,
    acknowledgement: Option<Acknowledgement>,
) -> Answered {
    let result = labels::Press::UnknownButton;
    let tap = press.data.as_deref().and_then(|data| tap::decode(data).ok());
    let at = match press.at {
        Some(Place::Chat(at)) => at,
        Some(Place::Inline(_)) => {
            let phrase = Phrase::UnknownInlineButton;
            return dismiss(services, press, acknowledgement, result, phrase).await;
        }
        None => {
            return dismiss(services, press, acknowledgement, result, Phrase::UnknownButton).await;
        }
    };
    let Some(tap) = tap else {
        return dismiss(services, press, acknowledgement, result, Phrase::UnknownButton).await;
    };
    let command = command_for(services, &press, at, tap);
    let phrase = command.map_or(Phrase::UnknownButton, |command| Phrase::StaleButton { command });
    if press.is_accessible || command.is_none() {
        return dismiss(services, press, acknowledgement, result, phrase).await;
    }
    let press = PressContext::new(services, press, at, acknowledgement);
    send_again(press, tap, phrase).await
}

/// Sends the page of the button in a new message, or refuses the press with this phrase.
async fn send_again(press: PressContext, tap: Tap, refusal: Phrase<'static>) -> Answered {
    if group_settings::topic_elsewhere(&press.context).await.is_some() {
        return press.answer(labels::Press::GroupForbids, Some(Phrase::PlayedElsewhere)).await;
    }
    match tap {
        Tap::Games { .. } => menus::ask(press, Request::Games).await,
        Tap::Card { choice, has_variants } => menus::send_card(press, choice, has_variants).await,
        Tap::Step { id, ply } => replay::open_at(press, id, Some(ply)).await,
        Tap::ReviewStep { id, .. } => reviews::open(press, id).await,
        Tap::Try { id, .. } => what_if::open(press, id).await,
        Tap::Puzzle(tap) => puzzles::press_again(press, tap).await,
        Tap::Lesson(tap) => lessons::press_again(press, tap).await,
        Tap::Rating(RatingTap::Table(_)) => menus::ask(press, Request::Top).await,
        Tap::Rating(RatingTap::Chart(_)) => menus::ask(press, Request::Me).await,
        Tap::Act { .. }
        | Tap::Again { .. }
        | Tap::Start(_)
        | Tap::Offer { .. }
        | Tap::Posted(_)
        | Tap::Link(_)
        | Tap::Invitation { .. }
        | Tap::Seek(_)
        | Tap::Seeker(_)
        | Tap::Seeking { .. }
        | Tap::Ask(_)
        | Tap::Bring(_)
        | Tap::GiveUp(_)
        | Tap::LookThrough(_)
        | Tap::Review(_)
        | Tap::Share(_)
        | Tap::ShareNamed(_)
        | Tap::Challenge(_)
        | Tap::TryOut(_)
        | Tap::PlayOn { .. }
        | Tap::Focus { .. }
        | Tap::Panel { .. }
        | Tap::ResignSurely { .. }
        | Tap::Clock(_)
        | Tap::Remind { .. }
        | Tap::Speak(_)
        | Tap::Paint(_)
        | Tap::Count(_)
        | Tap::Rating(RatingTap::List { .. } | RatingTap::Leave(_))
        | Tap::Block(_)
        | Tap::Unblock(_)
        | Tap::Group(_)
        | Tap::Delete { .. }
        | Tap::Broadcast { .. } => press.answer(labels::Press::UnknownButton, Some(refusal)).await,
    }
}

/// Returns the command for the kind of page that has such a button; `None` if the button may be pressed
/// anywhere, or never exists in this kind of chat.
fn command_for(
    services: &Services,
    press: &ButtonPress,
    at: ChatMessage,
    tap: Tap,
) -> Option<&'static str> {
    let is_private = at.chat.is_private();
    match tap {
        Tap::Games { .. } | Tap::Card { .. } => Some("/games"),
        Tap::Step { .. } | Tap::ReviewStep { .. } | Tap::Try { .. } => Some("/me"),
        Tap::Puzzle(_) => Some("/puzzle"),
        Tap::Lesson(_) => Some("/learn"),
        Tap::Rating(RatingTap::Table(_) | RatingTap::List { .. }) => Some("/top"),
        Tap::Rating(RatingTap::Chart(_) | RatingTap::Leave(_)) => is_private.then_some("/me"),
        Tap::Count(_) => is_private.then_some("/me"),
        Tap::Delete { .. } => is_private.then_some("/deletemydata"),
        Tap::Unblock(_) => is_private.then_some("/blocked"),
        Tap::Group(_) => (!is_private).then_some("/settings"),
        Tap::GiveUp(_) => Some("/resign"),
        Tap::Offer { .. } | Tap::Invitation { .. } => is_private.then_some("/invite"),
        Tap::Seek(_) | Tap::Seeker(_) | Tap::Seeking { .. } => is_private.then_some("/opponent"),
        Tap::Broadcast { .. } => {
            let is_owner = services.admin.is_owner(press.from.user);
            (is_private && is_owner).then_some("/broadcast")
        }
        Tap::Act { .. }
        | Tap::Again { .. }
        | Tap::Focus { .. }
        | Tap::Panel { .. }
        | Tap::ResignSurely { .. }
        | Tap::Start(_)
        | Tap::Posted(_)
        | Tap::Link(_)
        | Tap::Ask(_)
        | Tap::Bring(_)
        | Tap::LookThrough(_)
        | Tap::Review(_)
        | Tap::Share(_)
        | Tap::ShareNamed(_)
        | Tap::Challenge(_)
        | Tap::TryOut(_)
        | Tap::PlayOn { .. }
        | Tap::Clock(_)
        | Tap::Remind { .. }
        | Tap::Speak(_)
        | Tap::Paint(_)
        | Tap::Block(_) => None,
    }
}
