//! Numbers of a cell by its four lines: its part in the evaluation, its place in the order of moves
//! and the threat that a mark there makes.

use std::sync::{Arc, OnceLock};

use zerosum_games::mnk::rule::Rule;
use zerosum_games::side::{BySide, Side};

use crate::mnk::patterns::classes::{CLASSES, Class, ClassTable, Rows};
use crate::mnk::patterns::numbers::{Numbers, Role};

/// The classes of a side along the four lines of a cell, four bits each.
pub(crate) type Code = u16;

/// Number of codes.
const CODES: usize = 1 << 16;

/// The threat that a mark on a cell makes. The greater one is answered first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Threat {
    None,
    Three,
    DoubleThree,
    /// Exactly one cell completes five, and nothing on another line can grow.
    Four,
    /// A four, and on another line something that can still grow.
    FourMore,
    /// A four, and an open three on another line.
    FourThree,
    /// More than one cell completes five.
    DoubleFour,
    /// The mark itself completes five.
    Five,
    /// The mark itself is forbidden. Two threes may be forbidden, too, where two fours are.
    Forbidden,
}

/// Number of threats, [`Threat::None`] included.
pub(crate) const THREATS: usize = 9;

impl Threat {
    fn of(classes: [Class; 4], rows: Rows) -> Threat {
        let count =
            |wanted: &[Class]| classes.iter().filter(|class| wanted.contains(class)).count();
        let threes = count(&[Class::OpenThree, Class::OpenThreeOfMany]);
        let (fours, open_fours) = (count(&[Class::Four]), count(&[Class::OpenFour]));
        let has_more =
            classes.iter().any(|class| *class >= Class::BlockedTwo && *class < Class::Four);
        if count(&[Class::Five]) > 0 {
            return Threat::Five;
        }
        if rows == Rows::Bound {
            if count(&[Class::Forbidden]) > 0 || fours + open_fours > 1 {
                return Threat::Forbidden;
            }
            if threes > 1 {
                return Threat::DoubleThree;
            }
        }
        match (fours + 2 * open_fours, threes) {
            (2.., _) => Threat::DoubleFour,
            (1, 1..) => Threat::FourThree,
            (1, 0) if has_more => Threat::FourMore,
            (1, 0) => Threat::Four,
            (0, 2..) => Threat::DoubleThree,
            (0, 1) => Threat::Three,
            (0, 0) => Threat::None,
        }
    }
}

/// The numbers of a cell for a side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellNumbers {
    /// Part in the evaluation if the side is to move, and if it is not.
    pub(crate) to_move: i16,
    pub(crate) waiting: i16,
    /// Promise of a mark there for the side.
    pub(crate) promise: i16,
    pub(crate) threat: Threat,
}

impl CellNumbers {
    const NOTHING: CellNumbers =
        CellNumbers { to_move: 0, waiting: 0, promise: 0, threat: Threat::None };

    fn of(classes: [Class; 4], rows: Rows, numbers: &Numbers) -> CellNumbers {
        let threat = Threat::of(classes, rows);
        let may_be_forbidden = rows == Rows::Bound && threat == Threat::DoubleThree;
        if threat == Threat::Forbidden || may_be_forbidden {
            return CellNumbers { threat, ..CellNumbers::NOTHING };
        }
        CellNumbers {
            to_move: numbers.of_cell(classes, Role::ToMove),
            waiting: numbers.of_cell(classes, Role::Waiting),
            promise: promise(classes, threat),
            threat,
        }
    }
}

/// The numbers of a cell by its code.
type CellTable = [CellNumbers; CODES];

/// All tables, the same for every board with one rule.
#[derive(Clone, Debug)]
pub(crate) struct Tables {
    pub(crate) classes: ClassTable,
    cells: BySide<Arc<CellTable>>,
    /// The value of the move.
    pub(crate) tempo: i32,
}

/// The tables of every rule, one for all who have a clone. Each is made when it is first asked for, which takes longer
/// than many a move.
#[derive(Clone, Debug, Default)]
pub(crate) struct SharedTables(Arc<[OnceLock<Arc<Tables>>; Rule::ALL.len()]>);

impl SharedTables {
    pub(crate) fn of(&self, rule: Rule) -> Arc<Tables> {
        let made = || Arc::new(Tables::new(&Numbers::fitted(), rule));
        Arc::clone(self.0[rule as usize].get_or_init(made))
    }
}

impl Tables {
    pub(crate) fn new(numbers: &Numbers, rule: Rule) -> Tables {
        let rows =
            BySide { first: Rows::of(rule, Side::First), second: Rows::of(rule, Side::Second) };
        let first = cells_of(numbers, rows.first);
        let is_same = rows.first == rows.second;
        let second = if is_same { Arc::clone(&first) } else { cells_of(numbers, rows.second) };
        let cells = BySide { first, second };
        Tables { classes: ClassTable::new(rule), cells, tempo: numbers.tempo() }
    }

    #[inline]
    pub(crate) fn of_code(&self, side: Side, code: Code) -> &CellNumbers {
        &self.cells.get(side)[usize::from(code)]
    }
}

fn cells_of(numbers: &Numbers, rows: Rows) -> Arc<CellTable> {
    let mut cells = vec![CellNumbers::NOTHING; CODES];
    for code in 0..CODES {
        let lines = [0, 1, 2, 3].map(|line| code >> (4 * line) & 15);
        if lines.iter().any(|class| *class >= CLASSES) {
            continue;
        }
        let mut sorted = lines;
        sorted.sort_unstable();
        // The order of the lines does not matter, and this is the least code of these classes.
        let least = sorted.iter().fold(0, |code, class| code << 4 | class);
        cells[code] = if code == least {
            CellNumbers::of(lines.map(|class| Class::ALL[class]), rows, numbers)
        } else {
            cells[least]
        };
    }
    let cells: Arc<[CellNumbers]> = cells.into();
    cells.try_into().expect("there are numbers for each code")
}

/// Promise of a mark by its class on one line.
const PROMISE: [i16; CLASSES] = [0, 5, 12, 14, 16, 13, 44, 50, 36, 400, 4_000, 0];

/// Promise of a mark by its threat, in place of its lines if that is more.
const PROMISE_OF_THREAT: [i16; THREATS] = [0, 0, 180, 0, 60, 600, 2_000, 8_000, 0];

fn promise(classes: [Class; 4], threat: Threat) -> i16 {
    let lines: i16 = classes.iter().map(|class| PROMISE[*class as usize]).sum();
    lines.max(PROMISE_OF_THREAT[threat as usize])
}
