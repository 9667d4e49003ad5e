//! Engines that think while their chats look on: the person's move is shown at once, the engine's
//! when it is found.
//!
//! What is thought about is kept nowhere but in the store, where every board says whether an engine
//! is to move. A turn that is left behind is found there by a job and taken by whoever comes first.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::bot::services::Services;
use crate::play::announcements::{Announcement, Cause, Subscriber};
use crate::play::turns::{Turn, is_engines};
use crate::session::SessionId;
use crate::session::board::Board;

/// An engine that thinks longer is said to be typing. What is over sooner is shown before
/// anybody reads that, and then goes on being said for seconds.
const TYPING_AFTER: Duration = Duration::from_millis(300);

/// Telegram says it for five seconds each time.
const TYPING_PERIOD: Duration = Duration::from_secs(5);

/// Whoever has engines think whose turn it is, as soon as that is announced.
pub(crate) struct EngineMoves {
    services: Arc<Services>,
}

impl EngineMoves {
    /// Begins to hear of turns, for as long as this lives.
    pub(crate) fn start(services: &Arc<Services>) -> Arc<EngineMoves> {
        let moves = Arc::new(EngineMoves { services: Arc::clone(services) });
        services.play.subscribe(&moves);
        moves
    }
}

impl Subscriber for EngineMoves {
    fn hear(&self, announcement: &Announcement) {
        let Announcement { board, cause } = announcement;
        let is_new = match cause {
            Cause::Created { .. } | Cause::Person { .. } | Cause::Engine(_) => true,
            Cause::Afterwards { .. }
            | Cause::Clock
            | Cause::Lagging { .. }
            | Cause::Doubtful { .. } => false,
        };
        if is_new && is_engines(board) {
            let (thinking, board) = (Arc::clone(&self.services), board.clone());
            self.services.spawn(async move {
                think(&thinking, &board).await;
            });
        }
    }
}

/// Takes a turn, and meanwhile says that somebody is typing.
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
                // What it does in the chat of an inline message Telegram would not tell.
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
