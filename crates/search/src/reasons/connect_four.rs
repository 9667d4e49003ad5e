//! Facts of Connect Four: rows, forks and cells that complete a row once there is a piece below them. Where pieces are
//! popped out nothing is told, because a threat may fall away with the piece below it.

use zerosum_games::connect_four::{ColumnMove, ConnectFour};
use zerosum_games::{Game, MoveCode};

use crate::connect_four::evaluation::{Seen, bits};
use crate::reasons::lines::Grid;
use crate::reasons::{Facts, Fault, Merit};

/// A board with the facts of its moves.
pub(super) struct Falling {
    game: ConnectFour,
    grid: Grid,
}

impl Falling {
    pub(super) fn new(game: &ConnectFour) -> Falling {
        Falling { game: *game, grid: Grid::of_connect_four(game) }
    }

    /// The board seen by the side to move.
    fn seen(&self) -> Seen {
        Seen::of(&self.game, self.game.turn())
    }

    /// The bit of the cell in which a drop comes to rest; `None` for a pop.
    fn landing_bit(&self, code: MoveCode) -> Option<u128> {
        match self.game.column_move(code)? {
            ColumnMove::Drop { column } => {
                let column_bits = bits(self.seen().landing());
                let mut landing = column_bits.filter(|bit| {
                    self.game.column_move(self.game.cell_of_bit(*bit))
                        == Some(ColumnMove::Drop { column })
                });
                landing.next().map(|bit| 1 << bit)
            }
            ColumnMove::Pop { .. } => None,
        }
    }

    fn cells(&self, set: u128) -> Vec<MoveCode> {
        bits(set).map(|bit| self.game.cell_of_bit(bit)).collect()
    }

    fn pair(&self, set: u128) -> Option<[MoveCode; 2]> {
        self.cells(set).get(..2).and_then(|cells| cells.try_into().ok())
    }

    /// The two cells of a fork that a piece of the side that sees the board makes: both can be filled at once, or the
    /// second once the first is blocked. The other side must have no row to complete before.
    fn fork(&self, seen: Seen, piece: u128) -> Option<[MoveCode; 2]> {
        if seen.completing() & piece != 0 {
            return None;
        }
        let after = seen.with(piece);
        let (completing, theirs) = (after.completing(), after.turned().completing());
        let now = completing & after.landing();
        if theirs & after.landing() != 0 {
            return None;
        }
        let stacked = self.cells(now & completing >> 1).first().copied();
        let above = |cell: MoveCode| MoveCode(cell.0 - self.game.spec().columns());
        self.pair(now).or_else(|| stacked.map(|cell| [cell, above(cell)]))
    }

    /// A drop with which the side that sees the board makes a fork.
    fn any_fork(&self, seen: Seen) -> Option<(MoveCode, [MoveCode; 2])> {
        bits(seen.landing())
            .find_map(|bit| Some((self.game.cell_of_bit(bit), self.fork(seen, 1 << bit)?)))
    }

    /// The cell above a landing cell, if it completes a row of the side to move.
    fn wasted(&self, piece: u128) -> Option<MoveCode> {
        let above = self.seen().completing() & piece << 1;
        self.cells(above).first().copied()
    }
}

impl Facts for Falling {
    fn appeal(&self, code: MoveCode) -> u16 {
        self.landing_bit(code).map_or(0, |_| self.grid.appeal(code))
    }

    fn merits(&self, code: MoveCode) -> Vec<Merit> {
        let Some(piece) = self.landing_bit(code).filter(|_| !self.game.spec().has_pops()) else {
            return Vec::new();
        };
        let seen = self.seen();
        let dangers = seen.turned().completing() & seen.landing();
        let has_win = seen.completing() & seen.landing() != 0;
        if let Some(cells) = self.pair(dangers).filter(|_| !has_win) {
            return vec![Merit::Doomed { cells }];
        }
        let mut merits = Vec::new();
        merits.extend((dangers & piece != 0).then_some(Merit::Blocks));
        if let Some(cells) = self.fork(seen, piece) {
            merits.push(Merit::Fork { cells });
            return merits;
        }
        let after = seen.with(piece);
        let is_safe = after.turned().completing() & after.landing() == 0;
        if dangers == 0
            && let Some((cell, _)) = self.any_fork(seen.turned())
            && is_safe
            && self.any_fork(after.turned()).is_none()
        {
            merits.push(Merit::StopsFork { cell });
        }
        let new = after.completing() & !seen.completing();
        let now = self.cells(after.completing() & after.landing());
        if let [cell] = now[..]
            && is_safe
        {
            merits.push(Merit::Threatens { cell });
        }
        let waiting = new & !after.landing();
        let kept = waiting & seen.kept_by(self.game.turn());
        let cell = self.cells(kept).first().copied();
        merits.extend(cell.map(|cell| Merit::Waits { cell, is_kept: true }));
        let cell = self.cells(waiting).first().copied().filter(|_| kept == 0);
        merits.extend(cell.map(|cell| Merit::Waits { cell, is_kept: false }));
        if merits.is_empty() {
            self.grid.quiet_among(code, &self.cells(seen.landing()))
        } else {
            merits
        }
    }

    fn fault(&self, code: MoveCode, best: MoveCode) -> Option<Fault> {
        let (piece, best) = (self.landing_bit(code)?, self.landing_bit(best)?);
        if self.game.spec().has_pops() {
            return None;
        }
        let seen = self.seen();
        let fork_after = |piece: u128| self.any_fork(seen.with(piece).turned());
        if let Some((reply, cells)) = fork_after(piece).filter(|_| fork_after(best).is_none()) {
            return Some(Fault::AllowsFork { reply, cells });
        }
        let cell = self.wasted(piece).filter(|_| self.wasted(best).is_none())?;
        Some(Fault::Wastes { cell })
    }
}
