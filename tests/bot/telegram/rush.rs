//! Presses that come faster than the board is drawn, by a user who knows their board without seeing it.

use zerosum_games::MoveCode;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_session::{Action, Revision, SessionId};

use crate::support::harness::{Table, data_of};

const WIDTH: u16 = 15;

/// A game that lasts: fifteen in a row win.
const LONG_GAME: &str = "/new 15x15x15 beginner x";

/// Number of moves of each side after which neither can have won.
const MOVES_MAX: u32 = 14;

/// Toasts for pressing a cell of the bot, in every language.
const TAKEN: [&str; 3] = ["This cell is taken.", "Эта клетка занята.", "Ця клітинка зайнята."];

/// A user who presses without waiting for the board.
pub(crate) struct Rush {
    user: i64,
    board: MessageView,
    id: SessionId,
    /// The current revision of the session, which may be ahead of the screen.
    pub revision: u32,
    cells: Vec<u16>,
}

impl Rush {
    pub(crate) async fn begin(table: &Table, user: i64, chat: i64) -> Rush {
        // The tests look for text in the calls.
        table.ask(user, chat, "/theme text").await;
        let board = table.ask(user, chat, LONG_GAME).await;
        let Ok(Tap::Act { id, seen: Revision(revision), .. }) = tap::decode(data_of(&board, 0, 0))
        else {
            panic!("a cell asks for a move");
        };
        let cells = (0..WIDTH * WIDTH).rev().collect();
        Rush { user, board, id, revision, cells }
    }

    /// The board as it was sent.
    pub(crate) fn board(&self) -> &MessageView {
        &self.board
    }

    /// Presses this number of cells, each of which the bot answers with a move.
    pub(crate) async fn play(&mut self, table: &Table, moves: u32) {
        let mut left = moves;
        assert!(self.revision / 2 + moves <= MOVES_MAX, "a side might win");
        while left > 0 {
            let cell = self.cells.pop().expect("there are cells left");
            match self.press(table, Action::Play(MoveCode(cell))).await.as_str() {
                "" => {
                    self.revision += 2;
                    left -= 1;
                }
                toast => assert!(TAKEN.contains(&toast), "{toast}"),
            }
        }
    }

    /// Resigns the game.
    pub(crate) async fn resign(&mut self, table: &Table) {
        assert_eq!(self.press(table, Action::Resign).await, "");
        self.revision += 1;
    }

    /// Returns whether a message shows the current board.
    pub(crate) fn is_shown_by(&self, now: &MessageView) -> bool {
        match tap::decode(data_of(now, 0, 0)) {
            Ok(Tap::Act { seen, .. } | Tap::Again { seen, .. }) => seen == Revision(self.revision),
            _ => false,
        }
    }

    async fn press(&self, table: &Table, action: Action) -> String {
        let data = tap::encode(Tap::Act { id: self.id, seen: Revision(self.revision), action });
        let press = table.press_data(self.user, &self.board, &data);
        table.toast(&press).await
    }
}
