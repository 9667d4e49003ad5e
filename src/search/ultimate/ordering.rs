//! Which move to try first.

use crate::games::lines::{FULL_3X3, completing_3x3};
use crate::games::side::Side;
use crate::games::ultimate::{BOARDS, CELLS, LocalStatus, Ultimate};
use crate::games::{Game, MoveCode};

/// The move that was best when the position was searched before.
const FIRST: i32 = 1_000_000;

/// A move that refuted another position just as far from the root.
const KILLER: i32 = 1_500;

/// Winning a local board.
const LOCAL_WIN: i32 = 4_000;

/// Taking a cell with which the opponent would win a local board.
const LOCAL_BLOCK: i32 = 1_500;

/// Letting the opponent choose its board.
const FREE_CHOICE: i32 = -2_500;

/// Sending the opponent where it can win a local board.
const LOCAL_GIFT: i32 = -2_000;

/// Letting the opponent win the game.
const GAME_GIFT: i32 = -30_000;

/// No history counts for more.
const HISTORY_MAX: i32 = 2_048;

/// The last two moves that refuted a position.
pub type Killers = [Option<MoveCode>; 2];

/// What the search has learnt about moves, whatever the position.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// By the number of plies from the root.
    killers: Vec<Killers>,
    /// How often moves of a side have refuted a position, and how often they have failed to.
    histories: [[i32; CELLS]; 2],
}

/// A move with its place in the order.
#[derive(Clone, Copy, Debug)]
struct ScoredMove {
    score: i32,
    code: MoveCode,
    /// Whether it neither wins a local board nor keeps the opponent from it.
    is_quiet: bool,
}

/// The moves of all positions between the root and the one that is looked at, one after another.
#[derive(Clone, Debug, Default)]
pub struct ScoredMoves(Vec<ScoredMove>);

impl Default for Learnt {
    fn default() -> Learnt {
        Learnt { killers: Vec::new(), histories: [[0; CELLS]; 2] }
    }
}

impl Learnt {
    /// Makes room for searches so deep, and forgets what another root has taught about distances
    /// from it.
    pub fn begin(&mut self, depth: usize) {
        self.killers.clear();
        self.killers.resize(depth, [None; 2]);
        for value in self.histories.iter_mut().flatten() {
            *value /= 4;
        }
    }

    pub fn killers(&self, plies: u16) -> Killers {
        self.killers.get(usize::from(plies)).copied().unwrap_or_default()
    }

    /// A move has refuted a position, and those tried before it have not.
    pub fn learn(
        &mut self,
        side: Side,
        code: MoveCode,
        tried: impl Iterator<Item = MoveCode>,
        plies: u16,
        depth: u8,
    ) {
        if let Some(killers) = self.killers.get_mut(usize::from(plies))
            && killers[0] != Some(code)
        {
            *killers = [Some(code), killers[0]];
        }
        let bonus = i32::from(depth) * i32::from(depth);
        let bonus = bonus.min(HISTORY_MAX / 4);
        for tried in tried {
            self.adjust(side, tried, if tried == code { bonus } else { -bonus });
        }
    }

    /// The nearer to the limit, the less a value still moves towards it.
    fn adjust(&mut self, side: Side, code: MoveCode, bonus: i32) {
        let value = &mut self.histories[index_of(side)][usize::from(code.0)];
        *value += bonus - *value * bonus.abs() / HISTORY_MAX;
    }
}

impl ScoredMoves {
    /// Appends the legal moves of a position in play and returns where they begin.
    #[inline]
    pub fn push_all(
        &mut self,
        position: &Ultimate,
        first: Option<MoveCode>,
        killers: Killers,
        learnt: &Learnt,
    ) -> usize {
        let start = self.0.len();
        let side = position.turn();
        let history = &learnt.histories[index_of(side)];
        let destinations = destinations(position);
        for (board, cells) in position.moves_by_board(position.barred_cell()) {
            // Of nine boards.
            let marks = position.marks_in(board as u8);
            let is_in_play = position.status(board as u8) == LocalStatus::InPlay;
            let (wins, blocks) = if is_in_play {
                (completing_3x3(*marks.get(side)), completing_3x3(*marks.get(!side)))
            } else {
                (0, 0)
            };
            let mut left = cells;
            while left != 0 {
                let cell = left.trailing_zeros() as usize;
                let bit = left & left.wrapping_neg();
                left &= left - 1;
                let index = board * 9 + cell;
                // One of 81.
                let code = MoveCode(index as u16);
                let mut score = destinations[cell] + history[index];
                let mut is_quiet = true;
                if wins & bit != 0 {
                    score += LOCAL_WIN;
                    is_quiet = false;
                }
                if blocks & bit != 0 {
                    score += LOCAL_BLOCK;
                    is_quiet = false;
                }
                if first == Some(code) {
                    score = FIRST;
                } else if killers.contains(&Some(code)) {
                    score += KILLER;
                }
                self.0.push(ScoredMove { score, code, is_quiet });
            }
        }
        start
    }

    /// The best move from that index on, which changes places with the one that stands there, and
    /// whether it is quiet.
    #[inline]
    pub fn pick(&mut self, index: usize) -> Option<(MoveCode, bool)> {
        let left = self.0.get_mut(index..)?;
        let mut best = 0;
        let mut best_score = left.first()?.score;
        for (at, scored) in left.iter().enumerate().skip(1) {
            if scored.score > best_score {
                (best, best_score) = (at, scored.score);
            }
        }
        left.swap(0, best);
        let ScoredMove { code, is_quiet, .. } = left[0];
        Some((code, is_quiet))
    }

    /// So many moves that were picked, from where they begin.
    pub fn tried(&self, start: usize, count: usize) -> impl Iterator<Item = MoveCode> {
        self.0[start..start + count].iter().map(|scored| scored.code)
    }

    pub fn truncate(&mut self, start: usize) {
        self.0.truncate(start);
    }
}

/// How good it is to send the opponent to each local board.
#[inline]
fn destinations(position: &Ultimate) -> [i32; BOARDS] {
    let other = !position.turn();
    let binding = position.binding_boards();
    let won = position.won_boards();
    let decisive = completing_3x3(*won.get(other));
    let decided = position.drawn_boards() | won.first | won.second;
    let mut values = [0; BOARDS];
    for (board, value) in values.iter_mut().enumerate() {
        let bit = 1 << board;
        if binding & bit == 0 {
            *value = FREE_CHOICE;
            continue;
        }
        // Of nine boards.
        let marks = position.marks_in(board as u8);
        let empty = FULL_3X3 & !(marks.first | marks.second);
        if decided & bit == 0 && completing_3x3(*marks.get(other)) & empty != 0 {
            *value = if decisive & bit != 0 { GAME_GIFT } else { LOCAL_GIFT };
        }
    }
    values
}

#[inline]
fn index_of(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}
