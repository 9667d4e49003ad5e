//! Refuses help that a person could use in a game they are playing against another person.

use crate::bot::context::Context;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::session::Session;
use crate::store::StoreError;

/// Answer to a press that gets no help.
pub(crate) type Refused = (labels::Press, Phrase<'static>);

/// Returns the reason for which a game is not reviewed: it has reached a position of a game in play.
pub(crate) async fn refuse_review(context: &Context, session: &Session) -> Option<Refused> {
    let play = &context.services.play;
    let is_unfair = play.tells_of_game_in_play(context.from.user, session).await;
    judge(context, is_unfair, Phrase::ReviewInPlay)
}

/// Returns the reason for which these positions are not explained: a game in play has reached one of them.
pub(crate) async fn refuse_help(context: &Context, positions: &[Session]) -> Option<Refused> {
    let play = &context.services.play;
    let is_unfair = play.helps_in_game_in_play(context.from.user, positions).await;
    judge(context, is_unfair, Phrase::NoHelpInPlay)
}

/// Judges whether help is fair. While the store is away there is no help, because this is unknown.
fn judge(
    context: &Context,
    is_unfair: Result<bool, StoreError>,
    reason: Phrase<'static>,
) -> Option<Refused> {
    match is_unfair {
        Ok(false) => None,
        Ok(true) => Some((labels::Press::NoHelp, reason)),
        Err(error) => {
            log::error!("chat {}: no help is given: {error}", context.at.chat.0);
            Some((labels::Press::Failed, Phrase::StoreAway))
        }
    }
}
