//! How much time is left, for whoever asks by a button. Nothing is written.

use std::sync::Arc;

use crate::bot::context::{Answered, PressContext};
use crate::bot::moves;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::play::Play;
use crate::render::clock;
use crate::session::SessionId;
use crate::session::board::{Place, Surface};
use crate::store::StoreError;

/// Tells how much time whoever is to move has left in the game that is shown there.
pub(crate) async fn tell<At>(press: PressContext<At>, surface: Surface, id: SessionId) -> Answered
where
    At: Copy + Into<Place>,
{
    let play = Arc::clone(&press.context.services.play);
    let (told, _) =
        futures::join!(play.in_time(left(&play, surface, id)), press.context.language());
    let (result, phrase) = told.unwrap_or_else(|error| {
        log::error!("{surface}, session {:x}: the time that is left is not told: {error}", id.0);
        (labels::Press::Failed, Phrase::StoreAway)
    });
    press.answer(result, Some(phrase)).await
}

async fn left(
    play: &Play,
    surface: Surface,
    id: SessionId,
) -> Result<(labels::Press, Phrase<'static>), StoreError> {
    let Some(board) = play.board(surface, id).await? else {
        return Ok((labels::Press::UnknownGame, moves::not_found(surface)));
    };
    if board.session.outcome().is_some() {
        return Ok((labels::Press::Over, Phrase::GameOver));
    }
    let now = play.play_time().await?;
    Ok((labels::Press::Looked, clock::left(&board.session, now)))
}
