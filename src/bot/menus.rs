//! Presses on menus: what there is to play is looked at and chosen, and whatever a command asks for is
//! asked for by a tap.

use crate::bot::commands;
use crate::bot::context::{Answered, PressContext};
use crate::bot::games;
use crate::bot::group_settings;
use crate::bot::new_game;
use crate::bot::open_games;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::View;
use crate::render::menus::Question;
use crate::render::tap::{GamesPage, Request};
use crate::session::choice::Choice;
use crate::telegram::command;

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

/// Shows another page in the place of the message that was pressed.
async fn turn_page(press: PressContext, view: View) -> Answered {
    press.context.replace(view);
    press.answer(labels::Press::Looked, None).await
}

/// Does what a command would do, and answers by a message as that does. What is given up so is asked
/// about first, because a button is easily touched.
pub(crate) async fn ask(press: PressContext, request: Request) -> Answered {
    if request == Request::New {
        return new_game::start_usual(press).await;
    }
    if group_settings::topic_elsewhere(&press.context).await.is_some() {
        return press.answer(labels::Press::GroupForbids, Some(Phrase::PlayedElsewhere)).await;
    }
    let Some(aside) = press.context.aside() else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let context = press.context_after();
    aside.go_on(async move {
        match request {
            Request::Resign => open_games::list(context, Question::GiveUp).await,
            _ => commands::handle(context, command::of_request(request)).await,
        }
    });
    press.answer(labels::Press::Asked, None).await
}
