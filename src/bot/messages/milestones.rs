//! Notes and celebrates the milestones of the people of a finished game: a line below their own board, and a
//! reaction to its message.

use tokio::time::timeout;
use zerosum_render::board::titles;
use zerosum_session::UserId;
use zerosum_session::board::{Board, Place, Surface};

use crate::bot::messages::boards::{BoardMessages, LEARNING_PATIENCE};
use crate::play::people::milestones::finishes;

/// Reaction to the board of a person who has passed a milestone.
const REACTION: &str = "🎉";

impl BoardMessages {
    /// Records what the end of a game means for the person of a private chat or, elsewhere, for all who have
    /// played it. Returns a person who has passed a milestone. A failure is only logged.
    pub(in crate::bot) async fn note_milestones(&self, view: &Board) -> Option<UserId> {
        let (session, surface) = (&view.session, view.surface());
        // An inline message takes no reactions and is not the person's own.
        surface.chat()?;
        let is_perfect_draw =
            titles::is_perfect_draw(session.spec()) && !session.is_drawn_by_agreement();
        let mut celebrated = None;
        for (user, finish) in finishes(session, is_perfect_draw) {
            if surface.is_private() && user != view.viewer() {
                continue;
            }
            let noting = self.play.note_milestones(user, &finish);
            match timeout(LEARNING_PATIENCE, noting).await {
                Ok(Ok(is_new)) => celebrated = celebrated.or(is_new.then_some(user)),
                Ok(Err(error)) => {
                    log::warn!("person {}: cannot record milestones: {error}", user.0);
                }
                Err(_) => log::warn!("person {}: recording milestones timed out", user.0),
            }
        }
        celebrated
    }

    /// Reacts to the message that shows a game on a surface by now.
    pub(in crate::bot) fn celebrate(&self, view: &Board, person: UserId) {
        let Some(boards) = self.this.upgrade() else { return };
        let (surface, id): (Surface, _) = (view.surface(), view.session.id());
        self.tasks.spawn(async move {
            let Ok(Some(board)) = boards.play.board(surface, id).await else { return };
            if let Some(Place::Chat(at)) = board.place() {
                boards.messenger.react(at, person, REACTION).await;
            }
        });
    }
}
