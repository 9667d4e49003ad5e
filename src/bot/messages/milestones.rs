//! Records what finished games mean to people, and celebrates their milestones: a line below their own board, and a
//! reaction to its message.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use zerosum_render::board::titles;
use zerosum_session::UserId;
use zerosum_session::board::{Board, Place, Surface};

use crate::bot::messages::boards::BoardMessages;
use crate::play::people::milestones::finishes;

/// Maximum time for which the final position waits for the player's record to be updated.
const LEARNING_PATIENCE: Duration = Duration::from_secs(1);

/// Reaction to the board of a person who has passed a milestone.
const REACTION: &str = "🎉";

impl BoardMessages {
    /// Records the result of a finished game without a message in the chat of its person, such as one played on the page.
    pub(super) fn learn_from_unseen(&self, board: Board) {
        let permit = Arc::clone(&self.recordings).try_acquire_owned().ok();
        if let (Some(permit), Some(boards)) = (permit, self.this.upgrade()) {
            self.tasks.spawn(async move {
                boards.learn_from(&board).await;
                drop(permit);
            });
        }
    }

    /// Records the result of a finished game, so that its board can offer another level and tell a milestone.
    /// Returns a person who has passed one. A failure is only logged.
    pub(crate) async fn learn_from(&self, board: &Board) -> Option<UserId> {
        match timeout(LEARNING_PATIENCE, self.play.learn_from(board)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                log::warn!("person {}: cannot record the result: {error}", board.owner.0);
            }
            Err(_) => {
                log::warn!("person {}: recording the result timed out", board.owner.0);
            }
        }
        self.note_milestones(board).await
    }

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
