//! Presses on menus: browse and choose games, or run a command by a tap.

use zerosum_games::any::GameSpec;
use zerosum_metrics::labels;
use zerosum_render::pages::menus::Question;
use zerosum_render::tap::{GamesPage, Request};
use zerosum_session::choice::Choice;

use crate::bot::account::group_settings;
use crate::bot::commands;
use crate::bot::context::{Handled, PressContext};
use crate::bot::game::open_games;
use crate::bot::start::games;
use crate::bot::start::new_game;
use crate::telegram::incoming::command;

/// Shows the games as tiles.
pub(crate) async fn games(press: &PressContext, page: GamesPage) -> Handled {
    let view = games::tiles(&press.context, page).await;
    press.turn_page(view)
}

/// Shows the card of a game.
pub(crate) async fn card(press: &PressContext, choice: Choice, has_variants: bool) -> Handled {
    let view = games::card_of(&press.context, choice, has_variants).await;
    press.turn_page(view)
}

/// Sends the card of a game in a message of its own.
pub(crate) fn send_card(press: &PressContext, choice: Choice, has_variants: bool) -> Handled {
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        let view = games::card_of(&context, choice, has_variants).await;
        context.reply_page(view).await;
    });
    Ok(labels::Press::Asked.into())
}

/// Sends the rules of a game in a message of their own.
pub(crate) async fn send_rules(press: &PressContext, spec: GameSpec) -> Handled {
    let permit = press.context.background_permit()?;
    let context = press.context_after();
    permit.spawn(games::send_rules(context, Some(spec)));
    Ok(labels::Press::Asked.into())
}

/// Runs a command and answers with a message as the command does. Giving up a game this way asks for
/// confirmation, because a button is easily touched.
pub(crate) async fn ask(press: &PressContext, request: Request) -> Handled {
    if request == Request::New {
        return new_game::start_usual(press).await;
    }
    group_settings::check_topic(&press.context).await?;
    let permit = press.context.background_permit()?;
    let context = press.context_after();
    permit.spawn(async move {
        match request {
            Request::Resign => open_games::list(context, Question::GiveUp).await,
            _ => commands::handle(context, command::of_request(request)).await,
        }
    });
    Ok(labels::Press::Asked.into())
}
