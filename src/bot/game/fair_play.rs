//! Refuses help that a person could use in a game they are playing against another person.

use zerosum_metrics::labels;
use zerosum_render::locales::phrase::Phrase;
use zerosum_session::Session;

use crate::bot::context::Context;
use crate::bot::denial::Denial;

/// Refuses the review of a game that has reached a position of a game in play. While the store is unavailable
/// there is none, because this is unknown.
pub(crate) async fn check_review(context: &Context, session: &Session) -> Result<(), Box<Denial>> {
    let play = &context.services.play;
    match play.tells_of_game_in_play(context.from.user, session).await? {
        true => Err(Denial::new(labels::Press::NoHelp, Phrase::ReviewInPlay).into()),
        false => Ok(()),
    }
}

/// Refuses the explanation of these positions if a game in play has reached one of them. While the store is
/// unavailable there is none, because this is unknown.
pub(crate) async fn check_help(
    context: &Context,
    positions: &[Session],
) -> Result<(), Box<Denial>> {
    let play = &context.services.play;
    match play.helps_in_game_in_play(context.from.user, positions).await? {
        true => Err(Denial::NO_HELP_IN_PLAY.into()),
        false => Ok(()),
    }
}
