//! Strategic tic-tac-toe on 27x27: nine boards of ultimate tic-tac-toe form a strategic field. The
//! first side is X, the second is O.
//!
//! The game is from "STTT" by M. Demchenko and A. Shashkov, licensed CC BY 4.0, and so are its
//! words. A *tactical cell* is an operational field of nine cells. A *strategic cell* is a tactical
//! field of nine tactical cells. The strategic field is of nine strategic cells, and a line of
//! those wins. [`rules`] and the sets of [`numbers`] say where a move leads.
//!
//! [`names`] are the names of the rules, [`text`] and [`board`] are the position as programs and as
//! people write it.

pub mod numbers;
pub mod rules;
pub mod spec;
pub mod names;
pub(crate) mod about;
pub mod text;
pub mod board;
mod reach;
mod legal;
pub(crate) mod place;
pub mod illegality;
mod keys;
pub(crate) mod symmetry;

use crate::lines::{FULL_3X3, completed_with_shared_3x3, has_line_3x3};
use crate::notation::MoveTextError;
use crate::side::{BySide, Side};
use crate::strategic::place::Place;
use crate::strategic::rules::StrategicRules;
use crate::ultimate::{Closure, Draws, LocalStatus};
use crate::{Game, IllegalMove, MoveCode, Outcome, Symmetry};

/// Cells in a row or a column of the strategic field.
pub(crate) const WIDTH: u16 = 27;

/// Cells of the strategic field.
pub const CELLS: u16 = 729;

/// A position. A move is coded as `(S * 9 + T) * 9 + O` by its strategic cell, the tactical cell
/// there and the cell in that; the nine of each are numbered from 0 row by row.
///
/// Invariant: reached from the start by legal moves, or read by [`Strategic::read`], which refuses
/// what cannot be reached as far as it can tell. All but `marks`, `rules`, `turn`, `target` and
/// `previous` follows from those, except that `won_tactical` and `won` remember who was first where
/// both sides have a line. `target` is open, and `previous` holds no more than the rules ask for, so
/// equal situations are equal values.
///
/// ```
/// use zerosum_games::Game;
/// use zerosum_games::strategic::{Strategic, Target};
///
/// let mut position = Strategic::new("strategic".parse()?);
/// position.play(position.read_move("5 4 1")?)?;
/// assert_eq!(position.target(), Target::Tactical(3, 0));
/// position.play(position.read_move("412")?)?;
/// assert_eq!(position.target(), Target::Tactical(0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strategic {
    key: u64,
    /// The symmetries of the rules, as [`symmetry`] numbers them.
    symmetries: u64,
    /// Indexed by strategic and tactical cell, bit `c` for cell `c`.
    marks: [[BySide<u16>; 9]; 9],
    /// The tactical cells each side has won, by strategic cell, bit `t` for tactical cell `t`.
    won_tactical: [BySide<u16>; 9],
    /// The tactical cells without an empty cell, by strategic cell.
    full: [u16; 9],
    /// The strategic cells each side has won, bit `s` for strategic cell `s`.
    won: BySide<u16>,
    /// The strategic cells all of whose tactical cells are closed.
    exhausted: u16,
    turn: Side,
    target: Target,
    /// The latest move of each side, as noted by [`Strategic::remembered`].
    previous: BySide<Option<u8>>,
    outcome: Option<Outcome>,
    rules: StrategicRules,
}

/// The part of the field in which the side to move has to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// In any open tactical cell.
    Anywhere,
    /// In any open tactical cell of that strategic cell.
    Strategic(u8),
    /// In that strategic cell and that tactical cell of it.
    Tactical(u8, u8),
}

impl Strategic {
    /// The empty field.
    pub fn new(rules: StrategicRules) -> Strategic {
        Strategic {
            key: 0,
            symmetries: symmetry::kept_by(&rules),
            marks: [[BySide::default(); 9]; 9],
            won_tactical: [BySide::default(); 9],
            full: [0; 9],
            won: BySide::default(),
            exhausted: 0,
            turn: Side::First,
            target: Target::Anywhere,
            previous: BySide::default(),
            outcome: None,
            rules,
        }
    }

    pub fn rules(&self) -> &StrategicRules {
        &self.rules
    }

    /// The side that has marked the cell; `None` if it is empty or off the field.
    pub fn mark(&self, code: MoveCode) -> Option<Side> {
        let Place { strategic, tactical, cell } = Place::of(code)?;
        self.marks_in(strategic, tactical).find(|marks| marks & (1 << cell) != 0)
    }

    /// The marks in a tactical cell, bit `c` for cell `c`; both numbers are below 9.
    #[inline]
    pub fn marks_in(&self, strategic: u8, tactical: u8) -> BySide<u16> {
        self.marks[usize::from(strategic)][usize::from(tactical)]
    }

    /// The status of a tactical cell; both numbers are below 9.
    pub fn tactical_status(&self, strategic: u8, tactical: u8) -> LocalStatus {
        let drawn = self.drawn_tactical(strategic);
        status_of(self.won_tactical[usize::from(strategic)], drawn, tactical)
    }

    /// The status of a strategic cell below 9. It is drawn if neither side has a line there and all
    /// of its tactical cells are closed.
    pub fn strategic_status(&self, strategic: u8) -> LocalStatus {
        status_of(self.won, self.drawn_strategic(), strategic)
    }

    /// The tactical cells each side has won in a strategic cell below 9, bit `t` for tactical cell
    /// `t`.
    #[inline]
    pub fn won_tactical(&self, strategic: u8) -> BySide<u16> {
        self.won_tactical[usize::from(strategic)]
    }

    /// The tactical cells of a strategic cell below 9 that are drawn, bit `t` for tactical cell `t`.
    #[inline]
    pub fn drawn_tactical(&self, strategic: u8) -> u16 {
        self.full[usize::from(strategic)] & !self.won_in(strategic)
    }

    /// The strategic cells each side has won, bit `s` for strategic cell `s`.
    #[inline]
    pub fn won_strategic(&self) -> BySide<u16> {
        self.won
    }

    /// The strategic cells that are drawn, bit `s` for strategic cell `s`.
    #[inline]
    pub fn drawn_strategic(&self) -> u16 {
        self.exhausted & !(self.won.first | self.won.second)
    }

    /// The strategic cells of the lines by which the game is won, bit `s` for strategic cell `s`;
    /// none if it is not.
    pub fn winning_cells(&self) -> u16 {
        match self.outcome {
            Some(Outcome::Win(winner)) => completed_with_shared_3x3(
                *self.won.get(winner),
                self.shared(self.drawn_strategic()),
            ),
            Some(Outcome::Draw) | None => 0,
        }
    }

    /// The part of the field in which the side to move has to move.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The tactical cells of a strategic cell below 9 in which the side to move may move, bit `t`
    /// for tactical cell `t`; none if the game is over.
    #[inline]
    pub fn playable_in(&self, strategic: u8) -> u16 {
        match self.target {
            _ if self.outcome.is_some() => 0,
            Target::Anywhere => self.open_in(strategic),
            Target::Strategic(target) if target == strategic => self.open_in(strategic),
            Target::Tactical(target, tactical) if target == strategic => 1 << tactical,
            Target::Strategic(_) | Target::Tactical(..) => 0,
        }
    }

    /// The tactical cells of a strategic cell below 9 that are not closed, nor is itself, bit `t` for
    /// tactical cell `t`.
    #[inline]
    pub fn open_in(&self, strategic: u8) -> u16 {
        let is_closed = self.closed_strategic() & (1 << strategic) != 0;
        if is_closed { 0 } else { self.not_closed_in(strategic) }
    }

    /// The target to which a move by these three numbers below 9 would send the opponent if it
    /// closed nothing.
    #[inline]
    pub fn target_of(&self, strategic: u8, tactical: u8, cell: u8) -> Target {
        self.target_after(Place { strategic, tactical, cell })
    }

    /// Makes a move that is known to be legal; [`Game::play`] is for those that may not be.
    #[inline]
    pub fn make(&mut self, code: MoveCode) {
        self.place(Place::of(code).expect("a legal move is on the field"));
    }

    /// Number of plies played.
    pub fn plies(&self) -> u32 {
        let marks = self.marks.as_flattened();
        marks.iter().map(|marks| occupied(*marks).count_ones()).sum()
    }

    /// The tactical cells of a strategic cell that are not closed, even if the strategic cell
    /// itself is.
    #[inline]
    fn not_closed_in(&self, strategic: u8) -> u16 {
        let full = self.full[usize::from(strategic)];
        let closed = match self.rules.closure {
            Closure::Decided => full | self.won_in(strategic),
            Closure::Filled => full,
        };
        FULL_3X3 & !closed
    }

    #[inline]
    fn closed_strategic(&self) -> u16 {
        match self.rules.closure {
            Closure::Decided => self.exhausted | self.won.first | self.won.second,
            Closure::Filled => self.exhausted,
        }
    }

    /// The tactical cells of a strategic cell that either side has won.
    #[inline]
    fn won_in(&self, strategic: u8) -> u16 {
        let BySide { first, second } = self.won_tactical[usize::from(strategic)];
        first | second
    }

    /// The drawn cells that count for both sides.
    fn shared(&self, drawn: u16) -> u16 {
        match self.rules.draws {
            Draws::Neutral => 0,
            Draws::Both => drawn,
        }
    }

    /// The side that has a line of these nine cells after a move of `mover`. If one move has
    /// completed lines of both, the line is the mover's.
    fn owner_of_line(&self, won: BySide<u16>, drawn: u16, mover: Side) -> Option<Side> {
        let shared = self.shared(drawn);
        let has_line = |side: &Side| completed_with_shared_3x3(*won.get(*side), shared) != 0;
        [mover, !mover].into_iter().find(has_line)
    }

    /// The outcome of the game if the side has just moved.
    fn outcome_after_move_of(&self, mover: Side) -> Option<Outcome> {
        let winner = self.owner_of_line(self.won, self.drawn_strategic(), mover).map(Outcome::Win);
        let has_ended = self.closed_strategic() == FULL_3X3;
        winner.or_else(|| has_ended.then_some(Outcome::Draw))
    }

    /// The target to which a move sends the opponent, by the cells that are open now.
    #[inline]
    fn target_after(&self, Place { strategic, tactical, cell }: Place) -> Target {
        let (strategic, tactical) = (self.rules.leads_to(strategic, tactical, cell), cell);
        let decided = self.exhausted | self.won.first | self.won.second;
        let is_decided = decided & (1 << strategic) != 0;
        let open = self.open_in(strategic);
        if open == 0 || self.rules.strategic.does_decided_target_free && is_decided {
            return Target::Anywhere;
        }
        // A drawn tactical cell is full, and so it is not open.
        let is_won = self.won_in(strategic) & (1 << tactical) != 0;
        let is_open = open & (1 << tactical) != 0;
        if !is_open || self.rules.tactical.does_decided_target_free && is_won {
            return Target::Strategic(strategic);
        }
        Target::Tactical(strategic, tactical)
    }

    /// The form in which a move is remembered: its strategic cell times nine, plus the
    /// tactical cell if the rules ask for it.
    fn remembered(&self, strategic: u8, tactical: u8) -> u8 {
        strategic * 9 + if self.rules.tactical.bars_return { tactical } else { 0 }
    }

    /// The key from nothing but the other fields.
    fn computed_key(&self) -> u64 {
        let mut key = keys::of_target(self.target);
        for side in Side::ALL {
            key ^= keys::of_previous(side, *self.previous.get(side));
            key = bits(*self.won.get(side))
                .fold(key, |key, strategic| key ^ keys::of_strategic_win(side, strategic));
            for strategic in 0..9 {
                let won = *self.won_tactical[usize::from(strategic)].get(side);
                key = bits(won).fold(key, |key, tactical| {
                    key ^ keys::of_tactical_win(side, strategic, tactical)
                });
            }
        }
        let marked = Place::all().filter_map(|place| Some((self.mark(place.code())?, place)));
        marked.fold(key, |key, (side, place)| key ^ keys::of_mark(side, place))
    }

    #[inline]
    fn place(&mut self, place: Place) {
        let Place { strategic, tactical, cell } = place;
        let side = self.turn;
        let bit = 1 << tactical;
        let fields = &mut self.marks[usize::from(strategic)];
        let marks = &mut fields[usize::from(tactical)];
        *marks.get_mut(side) |= 1 << cell;
        let has_line = has_line_3x3(*marks.get(side));
        let is_full = occupied(*marks) == FULL_3X3;
        self.key ^= keys::of_mark(side, place);
        let is_won = has_line && self.won_in(strategic) & bit == 0;
        if is_won {
            *self.won_tactical[usize::from(strategic)].get_mut(side) |= bit;
            self.key ^= keys::of_tactical_win(side, strategic, tactical);
        }
        if is_full {
            self.full[usize::from(strategic)] |= bit;
        }
        // Nothing larger changes unless a tactical cell is won or full.
        if is_won || is_full {
            self.settle(strategic, side);
        }
        if self.rules.tactical.bars_return || self.rules.strategic.bars_return {
            let latest = Some(self.remembered(strategic, tactical));
            let previous = std::mem::replace(self.previous.get_mut(side), latest);
            self.key ^= keys::of_previous(side, previous) ^ keys::of_previous(side, latest);
        }
        let target = self.target_after(place);
        self.key ^= keys::of_target(self.target) ^ keys::of_target(target);
        self.target = target;
        self.turn = !side;
    }

    /// Updates the status of a strategic cell and the outcome of the game after a move in it.
    fn settle(&mut self, strategic: u8, mover: Side) {
        let bit = 1 << strategic;
        if (self.won.first | self.won.second) & bit == 0 {
            let won = self.won_tactical[usize::from(strategic)];
            if let Some(winner) = self.owner_of_line(won, self.drawn_tactical(strategic), mover) {
                *self.won.get_mut(winner) |= bit;
                self.key ^= keys::of_strategic_win(winner, strategic);
            }
        }
        if self.not_closed_in(strategic) == 0 {
            self.exhausted |= bit;
        }
        self.outcome = self.outcome_after_move_of(mover);
    }
}

impl Game for Strategic {
    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        for (strategic, tactical, cells) in self.moves_by_field() {
            moves.extend(bits(cells).map(|cell| Place { strategic, tactical, cell }.code()));
        }
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        Place::of(code).is_some_and(|Place { strategic, tactical, cell }| {
            let is_playable = self.playable_in(strategic) & (1 << tactical) != 0;
            let cells = || self.cells_to_mark(strategic, tactical, self.bar());
            is_playable && cells() & (1 << cell) != 0
        })
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        match Place::of(code) {
            Some(place) if self.is_legal(code) => {
                self.place(place);
                Ok(())
            }
            _ => Err(IllegalMove(code)),
        }
    }

    /// Different positions have different keys almost always: nothing but chance keeps the 64 bits
    /// of two of them apart.
    fn key(&self) -> u64 {
        self.key
    }

    /// The numbers of strategic cell, tactical cell and cell, from 1, as in `5 4 1`.
    fn move_text(&self, code: MoveCode) -> String {
        match Place::of(code) {
            Some(place) => place.text(),
            None => "?".to_owned(),
        }
    }

    /// Three numbers from 1 to 9, with or without white space between them.
    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        Place::read(text).map(Place::code)
    }

    fn max_plies(&self) -> u16 {
        CELLS
    }

    fn symmetries(&self) -> u8 {
        // There are 64 at most.
        self.symmetries.count_ones() as u8
    }

    fn image(&self, symmetry: Symmetry) -> Strategic {
        symmetry::image_of_position(self, symmetry::ways(self.symmetries, symmetry))
    }

    fn image_of_move(&self, code: MoveCode, symmetry: Symmetry) -> MoveCode {
        let ways = symmetry::ways(self.symmetries, symmetry);
        Place::of(code).map_or(code, |place| ways.image_of_place(place).code())
    }
}

/// The code of a move by column and row of the strategic field, both counted from 0 and below 27.
pub fn code_of_square(column: u16, row: u16) -> MoveCode {
    let number = |unit: u16| row / unit % 3 * 3 + column / unit % 3;
    MoveCode((number(9) * 9 + number(3)) * 9 + number(1))
}

fn status_of(won: BySide<u16>, drawn: u16, cell: u8) -> LocalStatus {
    let bit = 1 << cell;
    match won.find(|won| won & bit != 0) {
        Some(winner) => LocalStatus::Won(winner),
        None if drawn & bit != 0 => LocalStatus::Drawn,
        None => LocalStatus::InPlay,
    }
}

fn occupied(marks: BySide<u16>) -> u16 {
    marks.first | marks.second
}

/// The places of a 3x3 that are in a set of bits, ascending.
#[inline]
fn bits(mut set: u16) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        // One of 16 places fits into anything.
        let place = set.trailing_zeros() as u8;
        let found = (set != 0).then_some(place);
        set &= set.wrapping_sub(1);
        found
    })
}
