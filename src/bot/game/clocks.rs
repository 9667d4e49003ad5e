//! Answers a press that asks for the time left, and turns reminders on and off.

use std::sync::Arc;

use zerosum_metrics::labels;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::clock;
use zerosum_render::board::presentation::Presentation;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::tap::Panel;
use zerosum_session::board::{Board, Place, Surface};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::{Refusal, SessionId, UserId};

use crate::bot::context::{Answer, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::services::Services;
use crate::play::games::transitions::PRESS_PATIENCE;
use crate::play::people::reminders::Reminder;
use crate::telegram::outgoing::messenger::report_unsent;
use crate::telegram::outgoing::outbox::Outgoing;
use crate::telegram::outgoing::rate_limit::Asker;

/// Tells how much time the player to move has left in the game shown there. A player in a private chat with
/// a day for each move is also offered reminders.
pub(crate) async fn tell<At>(press: &PressContext<At>, surface: Surface, id: SessionId) -> Handled
where
    At: Copy + Into<Place>,
{
    let services = Arc::clone(&press.context.services);
    let (user, seen_at) = (press.context.from.user, press.seen_at(id));
    let told = services.play.in_time(PRESS_PATIENCE, left(&services, surface, (id, user)));
    let (told, _) = futures::join!(told, press.context.language());
    let (phrase, board) = told?;
    Ok(Answer::new(labels::Press::Looked, Some(phrase)).with(async move {
        let Some(board) = Some(board).filter(|_| surface.is_private()) else { return };
        let Some(panel) = reminders_of(&services, &board, user).await else { return };
        let Some(side) = board.session.seat_of(user) else { return };
        let presentation = Presentation::Panel(panel, side);
        services.boards.draw_as(board, seen_at, (user, presentation)).await;
    }))
}

/// Turns reminders on or off for the user and shows the buttons of the board again.
pub(crate) async fn set_reminders(press: &PressContext, id: SessionId, is_on: bool) -> Handled {
    let context = &press.context;
    let services = Arc::clone(&context.services);
    let (user, chat, seen_at) = (context.from.user, context.at.chat, press.seen_at(id));
    let setting = async {
        services.people.remember(&context.from, chat, None).await?;
        services.play.store().set_reminders(user, is_on).await
    };
    let (set, _) = futures::join!(setting, context.language());
    set?;
    let phrase = if is_on { Phrase::RemindersSet } else { Phrase::RemindersUnset };
    Ok(Answer::new(labels::Press::RemindersSet, Some(phrase)).with(async move {
        if let Ok(Some(board)) = services.play.board(chat, id).await {
            let presentation = Presentation::Focus(Focus::Suggested);
            services.boards.draw_as(board, seen_at, (user, presentation)).await;
        }
    }))
}

/// Tells a player in private that their time is running out, with a button to their board.
pub(crate) async fn remind(services: &Services, Reminder { user, board }: Reminder) {
    let Some(chat) = board.surface().chat() else { return };
    let language = services.people.stored_language_of(user).await;
    let Ok(now) = services.play.play_time().await else { return };
    let Some(view) = clock::reminder(&board.session, now, services.localizer(language)) else {
        return;
    };
    let note = Outgoing::note(chat, &view, Asker::from(chat));
    let reminder = Outgoing { reply_to: board.message, ..note };
    if let Err(error) = services.messenger.send(reminder).await {
        report_unsent(chat, &error);
    }
}

/// Returns the reminder panel for this player, if the game has reminders.
async fn reminders_of(services: &Services, board: &Board, user: UserId) -> Option<Panel> {
    if board.session.time_control() != TimeControl::Day {
        return None;
    }
    let is_on =
        services.play.in_time(PRESS_PATIENCE, services.play.store().has_reminders(user)).await;
    is_on.ok().map(|is_on| Panel::Reminders { is_on })
}

async fn left(
    services: &Services,
    surface: Surface,
    (id, user): (SessionId, UserId),
) -> Result<(Phrase<'static>, Board), Box<Denial>> {
    let play = &services.play;
    let board = play.board(surface, id).await?.ok_or(Denial::not_found(surface))?;
    if board.session.outcome().is_some() {
        let denial = Denial::refused(Refusal::Over, board, None);
        return Err(Denial { board: None, ..denial }.into());
    }
    let now = play.play_time().await?;
    let look = services.people.look_on(surface, user).await;
    Ok((clock::left(&board.session, now, look.marks), board))
}
