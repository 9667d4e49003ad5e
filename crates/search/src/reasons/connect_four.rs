//! Facts of Connect Four: rows, forks and cells that complete a row once there is a piece below them. Where pieces are
//! popped out nothing is said, because a threat may fall away with the piece below it.

use zerosum_games::Game;
use zerosum_games::MoveCode;
use zerosum_games::connect_four::{ConnectFour, Deed};

use crate::connect_four::shape::{Shape, bits};
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
    fn shape(&self) -> Shape {
        Shape::of(&self.game, self.game.turn())
    }

    /// The bit of the cell in which a drop comes to rest; `None` for a pop.
    fn landing_bit(&self, code: MoveCode) -> Option<u128> {
        match self.game.deed(code)? {
            Deed::Drop { column } => {
                let column_bits = bits(self.shape().landing());
                let mut landing = column_bits.filter(|bit| {
                    self.game.deed(self.game.cell_of_bit(*bit)) == Some(Deed::Drop { column })
                });
                landing.next().map(|bit| 1 << bit)
            }
            Deed::Pop { .. } => None,
        }
    }

    fn cells(&self, set: u128) -> Vec<MoveCode> {
        bits(set).map(|bit| self.game.cell_of_bit(bit)).collect()
    }

    fn pair(&self, set: u128) -> Option<[MoveCode; 2]> {
        self.cells(set).get(..2).and_then(|cells| cells.try_into().ok())
    }

    /// The two cells of a fork that a piece of the side whose shape it is makes: both can be filled at once, or the
    /// second once the first is blocked. The other side must have no row to complete before.
    fn fork(&self, shape: Shape, piece: u128) -> Option<[MoveCode; 2]> {
        if shape.completing() & piece != 0 {
            return None;
        }
        let after = shape.with(piece);
        let (completing, theirs) = (after.completing(), after.turned().completing());
        let now = completing & after.landing();
        if theirs & after.landing() != 0 {
            return None;
        }
        let stacked = self.cells(now & completing >> 1).first().copied();
        let above = |cell: MoveCode| MoveCode(cell.0 - self.game.spec().columns());
        self.pair(now).or_else(|| stacked.map(|cell| [cell, above(cell)]))
    }

    /// A drop with which the side of a shape makes a fork.
    fn any_fork(&self, shape: Shape) -> Option<(MoveCode, [MoveCode; 2])> {
        bits(shape.landing())
            .find_map(|bit| Some((self.game.cell_of_bit(bit), self.fork(shape, 1 << bit)?)))
    }

    /// The cell above a landing cell, if it completes a row of the side to move.
    fn wasted(&self, piece: u128) -> Option<MoveCode> {
        let above = self.shape().completing() & piece << 1;
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
        let shape = self.shape();
        let dangers = shape.turned().completing() & shape.landing();
        let has_win = shape.completing() & shape.landing() != 0;
        if let Some(cells) = self.pair(dangers).filter(|_| !has_win) {
            return vec![Merit::Doomed { cells }];
        }
        let mut merits = Vec::new();
        merits.extend((dangers & piece != 0).then_some(Merit::Blocks));
        if let Some(cells) = self.fork(shape, piece) {
            merits.push(Merit::Fork { cells });
            return merits;
        }
        let after = shape.with(piece);
        let is_safe = after.turned().completing() & after.landing() == 0;
        if dangers == 0
            && let Some((cell, _)) = self.any_fork(shape.turned())
            && is_safe
            && self.any_fork(after.turned()).is_none()
        {
            merits.push(Merit::StopsFork { cell });
        }
        let new = after.completing() & !shape.completing();
        let now = self.cells(after.completing() & after.landing());
        if let [cell] = now[..]
            && is_safe
        {
            merits.push(Merit::Threatens { cell });
        }
        let waiting = new & !after.landing();
        let kept = waiting & shape.kept_by(self.game.turn());
        let cell = self.cells(kept).first().copied();
        merits.extend(cell.map(|cell| Merit::Waits { cell, is_kept: true }));
        let cell = self.cells(waiting).first().copied().filter(|_| kept == 0);
        merits.extend(cell.map(|cell| Merit::Waits { cell, is_kept: false }));
        if merits.is_empty() {
            self.grid.quiet_among(code, &self.cells(shape.landing()))
        } else {
            merits
        }
    }

    fn fault(&self, code: MoveCode, best: MoveCode) -> Option<Fault> {
        let (piece, best) = (self.landing_bit(code)?, self.landing_bit(best)?);
        if self.game.spec().has_pops() {
            return None;
        }
        let shape = self.shape();
        let fork_after = |piece: u128| self.any_fork(shape.with(piece).turned());
        if let Some((reply, cells)) = fork_after(piece).filter(|_| fork_after(best).is_none()) {
            return Some(Fault::AllowsFork { reply, cells });
        }
        let cell = self.wasted(piece).filter(|_| self.wasted(best).is_none())?;
        Some(Fault::Wastes { cell })
    }
}
