//! Presses that come faster than anything is drawn: by somebody who knows their board without seeing
//! it.

use zerosum::render::tap::{self, Tap};
use zerosum::session::{Action, Revision, SessionId};
use zerosum_games::MoveCode;
use zerosum_playground::views::MessageView;

use crate::harness::{Table, data_of};

const WIDTH: u16 = 15;

/// A board on which a game lasts: fifteen in a row win.
const LONG_GAME: &str = "/new 15x15x15 beginner x";

/// After so many moves of each side nobody can have won.
const MOVES_MAX: u32 = 14;

/// What they are told who press a cell of the bot, in every language.
const TAKEN: [&str; 3] = ["This cell is taken.", "Эта клетка занята.", "Ця клітинка зайнята."];

/// Somebody who plays so.
pub(crate) struct Rush {
    user: i64,
    board: MessageView,
    id: SessionId,
    /// The revision that the session has by now, however little of it is on the screen.
    pub revision: u32,
    cells: Vec<u16>,
}

impl Rush {
    pub(crate) async fn begin(table: &Table, user: i64, chat: i64) -> Rush {
        // Text is what the tests look for in the calls.
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

    /// Presses so many cells, each of which is answered by the bot.
    pub(crate) async fn play(&mut self, table: &Table, moves: u32) {
        let mut left = moves;
        assert!(self.revision / 2 + moves <= MOVES_MAX, "somebody might win");
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

    /// Gives the game up.
    pub(crate) async fn resign(&mut self, table: &Table) {
        assert_eq!(self.press(table, Action::Resign).await, "");
        self.revision += 1;
    }

    /// Whether a message shows the board as it is by now.
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
