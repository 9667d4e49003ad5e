//! Engine turns in the background: the person's move is shown at once, the engine's when it is found.
//!
//! Pending turns are kept only in the store, where every board says whether an engine is to move. A turn
//! that a process has left behind is found there by a job and taken by the first process to claim it.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use zerosum_session::SessionId;
use zerosum_session::board::Board;

use crate::bot::services::Services;
use crate::play::announcements::{Announcement, Cause, Subscriber};
use crate::play::games::turns::{Turn, is_engines};

/// Time after which the bot is shown as typing. A shorter search is over before anyone reads the notice,
/// which Telegram goes on showing for seconds.
const TYPING_AFTER: Duration = Duration::from_millis(300);

/// Telegram shows the notice for five seconds each time.
const TYPING_PERIOD: Duration = Duration::from_secs(5);

/// Starts an engine as soon as its turn is announced.
pub(crate) struct EngineMoves {
    services: Arc<Services>,
}

impl EngineMoves {
    /// Subscribes to turns for as long as the returned value lives.
    pub(crate) fn start(services: &Arc<Services>) -> Arc<EngineMoves> {
        let moves = Arc::new(EngineMoves { services: Arc::clone(services) });
        services.play.subscribe(&moves);
        moves
    }
}

impl Subscriber for EngineMoves {
    fn on_change(&self, announcement: &Announcement) {
        let Announcement { board, cause } = announcement;
        let is_new = match cause {
            Cause::Created { .. } | Cause::Person { .. } | Cause::Engine(_) => true,
            Cause::AfterGame { .. } | Cause::Clock | Cause::Wanted => false,
        };
        if is_new && is_engines(board) {
            let (thinking, board) = (Arc::clone(&self.services), board.clone());
            self.services.spawn(async move {
                think(&thinking, &board).await;
            });
        }
    }
}

/// Takes a turn and shows the bot as typing meanwhile.
pub(crate) async fn think(services: &Arc<Services>, board: &Board) -> Turn {
    let mut taking = std::pin::pin!(services.play.take_turn(board));
    let mut pause = TYPING_AFTER;
    loop {
        tokio::select! {
            biased;
            taken = &mut taking => return taken.unwrap_or_else(|error| {
                log::error!("{}: an engine's move is not saved: {error}", describe(board));
                Turn::Left
            }),
            () = sleep(pause) => {
                let messenger = Arc::clone(&services.messenger);
                let topic = board.topic;
                // The chat of an inline message is unknown.
                if let Some(chat) = board.surface().chat() {
                    services.spawn(async move { messenger.show_typing(chat, topic).await });
                }
                pause = TYPING_PERIOD;
            }
        }
    }
}

pub(crate) fn describe(board: &Board) -> String {
    let (surface, SessionId(id)) = (board.surface(), board.session.id());
    format!("{surface}, session {id:x} at revision {}", board.session.revision().0)
}
