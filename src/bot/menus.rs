//! Presses on menus: browse and choose games, or run a command by a tap.

use crate::bot::account::group_settings;
use crate::bot::commands;
use crate::bot::context::{Answered, PressContext};
use crate::bot::game::open_games;
use crate::bot::start::games;
use crate::bot::start::new_game;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::View;
use crate::render::pages::menus::Question;
use crate::render::tap::{GamesPage, Request};
use crate::session::choice::Choice;
use crate::telegram::incoming::command;

/// Shows the games as tiles.
pub(crate) async fn games(press: PressContext, page: GamesPage) -> Answered {
    let view = games::tiles(&press.context, page).await;
    turn_page(press, view).await
}

/// Shows the card of a game.
pub(crate) async fn card(press: PressContext, choice: Choice, has_variants: bool) -> Answered {
    let is_in_group = !press.context.at.chat.is_private();
    let view = press.context.menu().await.card(choice, has_variants, is_in_group);
    turn_page(press, view).await
}

/// Sends the card of a game in a message of its own.
pub(crate) async fn send_card(press: PressContext, choice: Choice, has_variants: bool) -> Answered {
    let Some(permit) = press.context.background_permit() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let mut context = press.context_after();
    permit.spawn(async move {
        let is_in_group = !context.at.chat.is_private();
        let view = context.menu().await.card(choice, has_variants, is_in_group);
        context.reply_page(view).await;
    });
    press.answer(labels::Press::Asked, None).await
}

/// Replaces the pressed message with another page.
async fn turn_page(press: PressContext, view: View) -> Answered {
    press.context.replace(view);
    press.answer(labels::Press::Looked, None).await
}

/// Runs a command and answers with a message as the command does. Giving up a game this way asks for
/// confirmation, because a button is easily touched.
pub(crate) async fn ask(press: PressContext, request: Request) -> Answered {
    if request == Request::New {
        return new_game::start_usual(press).await;
    }
    if group_settings::topic_elsewhere(&press.context).await.is_some() {
        return press.answer(labels::Press::GroupForbids, Some(Phrase::PlayedElsewhere)).await;
    }
    let Some(permit) = press.context.background_permit() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let context = press.context_after();
    permit.spawn(async move {
        match request {
            Request::Resign => open_games::list(context, Question::GiveUp).await,
            _ => commands::handle(context, command::of_request(request)).await,
        }
    });
    press.answer(labels::Press::Asked, None).await
}
