//! Comparison of positions by other rules, and on turned boards.

use crate::MoveCode;
use crate::mnk::Mnk;

impl Mnk {
    /// Returns whether the same marks stand here, by any rule, or on a board turned by a quarter.
    pub fn looks_like(&self, other: &Mnk) -> bool {
        let (columns, rows) = (self.spec.columns(), self.spec.rows());
        if (columns, rows) == (other.spec.columns(), other.spec.rows()) {
            return self.marks == other.marks;
        }
        let turned = |MoveCode(cell): MoveCode| MoveCode(cell % columns * rows + cell / columns);
        (rows, columns) == (other.spec.columns(), other.spec.rows())
            && self.spec.cells().all(|cell| self.mark(cell) == other.mark(turned(cell)))
    }
}
