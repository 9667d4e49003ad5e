//! Estimates of moves before they are searched.

use zerosum_games::lines::completing_3x3;
use zerosum_games::side::Side;
use zerosum_games::ultimate::Ultimate;
use zerosum_games::{Game, MoveCode};

use crate::deepening::evaluation::Candidate;
use crate::ultimate::evaluation::Outlook;

/// Winning a local board.
const LOCAL_WIN: i32 = 16_000;

/// Taking a cell with which the opponent would win a local board.
const LOCAL_BLOCK: i32 = 6_000;

/// Letting the opponent choose its board.
const FREE_CHOICE: i32 = -10_000;

/// Sending the opponent where it can win a local board.
const LOCAL_GIFT: i32 = -8_000;

/// Letting the opponent win the game.
const GAME_GIFT: i32 = -120_000;

/// The legal moves in ascending order. A move is quiet that neither wins a local board nor keeps the
/// opponent from it.
#[inline]
pub(crate) fn candidates(position: &Ultimate, outlook: &Outlook, mut see: impl FnMut(Candidate)) {
    let side = position.turn();
    let gifts = Gifts::of(position, outlook);
    for (board, cells) in position.moves_by_board(position.barred_cell()) {
        // Of nine boards.
        let (bit, marks) = (1 << board, position.marks_in(board as u8));
        let completing = |side: Side| {
            let has_threat = outlook.threats.get(side) & bit != 0;
            if has_threat { completing_3x3(*marks.get(side)) } else { 0 }
        };
        let (wins, blocks) = (completing(side), completing(!side));
        let mut left = cells;
        while left != 0 {
            let cell = left & left.wrapping_neg();
            left &= left - 1;
            let win = if wins & cell != 0 { LOCAL_WIN } else { 0 };
            let block = if blocks & cell != 0 { LOCAL_BLOCK } else { 0 };
            // One of 81.
            let code = MoveCode((board as u32 * 9 + cell.trailing_zeros()) as u16);
            let is_quiet = (wins | blocks) & cell == 0;
            see(Candidate { code, hint: gifts.value_of(cell) + win + block, is_quiet });
        }
    }
}

/// The gains of an opponent who is sent to a local board, bit `b` for board `b`.
struct Gifts {
    /// The choice of its board.
    choices: u16,
    /// A local board.
    boards: u16,
    /// The game.
    games: u16,
}

impl Gifts {
    #[inline]
    fn of(position: &Ultimate, outlook: &Outlook) -> Gifts {
        let other = !position.turn();
        let binding = position.binding_boards();
        let boards = binding & outlook.threats.get(other);
        let games = boards & completing_3x3(*position.won_boards().get(other));
        Gifts { choices: !binding, boards: boards & !games, games }
    }

    /// The value of sending the opponent to the local board of that bit: 0, or negative if it gains
    /// by it.
    #[inline]
    fn value_of(&self, board: u16) -> i32 {
        let value = |boards: u16, value: i32| if boards & board != 0 { value } else { 0 };
        value(self.choices, FREE_CHOICE)
            + value(self.boards, LOCAL_GIFT)
            + value(self.games, GAME_GIFT)
    }
}
