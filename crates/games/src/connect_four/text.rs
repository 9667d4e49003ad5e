//! Positions of Connect Four as people write them, rows from the top: `......./......./......./......./...O.../..XX... o`.
//! With pops the number of plies played follows, because the pieces do not tell it.

use std::cmp::Reverse;
use std::fmt;

use thiserror::Error;

use crate::connect_four::ConnectFour;
use crate::connect_four::spec::ConnectFourSpec;
use crate::diagram::{self, Diagram, DiagramError, letter};
use crate::side::Side;
use crate::{Game, MoveCode, Outcome};

/// Maximum number of characters of invalid plies that an error quotes.
const QUOTED_CHARS_MAX: usize = 20;

/// Error returned when a text is not a position of the game. Rows and columns are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ConnectFourPositionError {
    #[error(transparent)]
    Diagram(#[from] DiagramError),
    #[error("row {row}, column {column}: a piece stands above an empty cell")]
    Floating { row: u16, column: u16 },
    #[error("no game gets there: both sides have four in a row")]
    BothWon,
    #[error("no game gets there: {} has four in a row, but did not move last", letter(*.0))]
    WonOutOfTurn(Side),
    #[error("no game gets there: no move of {} completes all of its rows at once", letter(*.0))]
    WonTwice(Side),
    #[error("it is {}'s turn by the count of pieces, not {}'s", letter(!*.0), letter(*.0))]
    NotTheirTurn(Side),
    #[error("the position ends with the number of plies played, at most {max}, found {found:?}")]
    Plies { max: u16, found: String },
    #[error("no game gets there in {plies} plies")]
    Unreachable { plies: u16 },
}

impl ConnectFour {
    /// Reads a position, decided or in play. White space does not count and letters may be small. The side to move may
    /// be left out unless there are pops.
    pub fn read(
        spec: ConnectFourSpec,
        text: &str,
    ) -> Result<ConnectFour, ConnectFourPositionError> {
        let mut position = ConnectFour::new(spec);
        let (columns, rows) = (spec.columns(), spec.rows());
        let claimed = if spec.has_pops() {
            let (board, plies) = text.trim().rsplit_once(char::is_whitespace).unwrap_or((text, ""));
            let diagram = Diagram::read_uncounted(columns, rows, board)?;
            position.put(&diagram)?;
            position.plies = position.read_plies(plies)?;
            diagram.claimed
        } else {
            let diagram = Diagram::read(columns, rows, text)?;
            position.put(&diagram)?;
            position.plies = diagram.mark_count();
            diagram.claimed
        };
        position.outcome = position.outcome_of_pieces()?;
        match claimed {
            Some(claimed) if claimed != position.turn() => {
                Err(ConnectFourPositionError::NotTheirTurn(claimed))
            }
            _ => Ok(position),
        }
    }

    /// Puts the pieces of a diagram, column by column from below.
    fn put(&mut self, diagram: &Diagram) -> Result<(), ConnectFourPositionError> {
        let columns = self.spec.columns();
        let cells =
            Side::ALL.map(|side| diagram.marks.get(side).iter().map(move |code| (*code, side)));
        let mut cells: Vec<(MoveCode, Side)> = cells.into_iter().flatten().collect();
        cells.sort_by_key(|(code, _)| Reverse(*code));
        for (code, side) in cells {
            let (row, column) = (code.0 / columns, code.0 % columns);
            if self.landing_cell(column) != Some(code) {
                let (row, column) = (row + 1, column + 1);
                return Err(ConnectFourPositionError::Floating { row, column });
            }
            self.drop_piece(side, column);
        }
        Ok(())
    }

    /// Reads the number of plies after a position with pops. Each ply of a side adds or takes one of its pieces.
    fn read_plies(&self, text: &str) -> Result<u16, ConnectFourPositionError> {
        let max = self.max_plies();
        let known = text.parse().ok().filter(|plies| *plies <= max);
        let plies: u16 = known.ok_or_else(|| ConnectFourPositionError::Plies {
            max,
            found: text.chars().take(QUOTED_CHARS_MAX).collect(),
        })?;
        let has_made = |side: Side, moves: u16| {
            let pieces = self.marks.get(side).count_ones();
            pieces <= moves.into() && pieces % 2 == u32::from(moves % 2)
        };
        let is_whole =
            has_made(Side::First, plies.div_ceil(2)) && has_made(Side::Second, plies / 2);
        if is_whole { Ok(plies) } else { Err(ConnectFourPositionError::Unreachable { plies }) }
    }

    /// Judges the whole board, which a game in its course never needs.
    fn outcome_of_pieces(&self) -> Result<Option<Outcome>, ConnectFourPositionError> {
        let mover = !self.turn();
        if self.spec.has_pops() {
            return Ok(self.outcome_after(mover));
        }
        match (self.has_four(mover), self.has_four(!mover)) {
            (true, true) => return Err(ConnectFourPositionError::BothWon),
            (false, true) => return Err(ConnectFourPositionError::WonOutOfTurn(!mover)),
            // The game went on until the last move, so without that there was no row.
            (true, false) if !self.has_last_move(mover) => {
                return Err(ConnectFourPositionError::WonTwice(mover));
            }
            (true, false) | (false, false) => {}
        }
        Ok(self.outcome_after(mover))
    }

    /// Returns whether a side has a piece on top of a column without which it has no row.
    fn has_last_move(&self, side: Side) -> bool {
        let pieces = *self.marks.get(side);
        (0..self.spec.columns()).any(|column| {
            let top =
                self.height(column).checked_sub(1).map(|height| 1 << self.bit(column, height));
            top.is_some_and(|top: u128| {
                pieces & top != 0 && self.cells_of_fours(pieces & !top) == 0
            })
        })
    }
}

impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (columns, rows) = (self.spec.columns(), self.spec.rows());
        diagram::write(f, columns, rows, |cell| self.mark(cell), self.turn())?;
        if self.spec.has_pops() { write!(f, " {}", self.plies) } else { Ok(()) }
    }
}
