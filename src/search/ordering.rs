//! Which move to try first. Alpha-beta saves most where the best move comes first, so whatever was
//! good in this position, at this depth or anywhere else is tried early.

use crate::games::MoveCode;
use crate::games::side::Side;
use crate::search::opinion::Opinion;

/// What the search has learnt about a move never counts for more than this, and so much less than
/// nothing at worst; an [`Opinion::hint`] of twice as much outweighs it.
pub const LEARNT_MAX: i32 = HISTORY_MAX + KILLER;

/// A move that has refuted another position just as far from the root.
const KILLER: i32 = 8_192;

/// No history counts for more.
const HISTORY_MAX: i32 = 8_192;

/// Moves with higher codes share their history with lower ones. That costs order, never truth.
const HISTORY_SLOTS: usize = 1_024;

/// What the search has learnt about moves, whatever the position.
#[derive(Clone, Debug)]
pub struct Learnt {
    /// By the number of plies from the root: the last two moves that refuted a position there.
    killers: Vec<[Option<MoveCode>; 2]>,
    /// How often moves of a side have refuted a position, and how often they have failed to.
    histories: [Vec<i32>; 2],
}

impl Learnt {
    pub fn new() -> Learnt {
        let history = vec![0; HISTORY_SLOTS];
        Learnt { killers: Vec::new(), histories: [history.clone(), history] }
    }

    /// Makes room for searches so deep, and forgets what another root has taught about distances
    /// from it.
    pub fn begin(&mut self, depth: usize) {
        self.killers.clear();
        self.killers.resize(depth, [None; 2]);
        for value in self.histories.iter_mut().flatten() {
            *value /= 4;
        }
    }

    /// A move of this side has refuted a position, so many plies below the root and with so much
    /// depth below it.
    pub fn reward(&mut self, side: Side, code: MoveCode, plies: u16, depth: u8) {
        if let Some(killers) = self.killers.get_mut(usize::from(plies))
            && killers[0] != Some(code)
        {
            *killers = [Some(code), killers[0]];
        }
        self.adjust(side, code, bonus_of(depth));
    }

    /// A move of this side was tried before the one that refuted the position.
    pub fn blame(&mut self, side: Side, code: MoveCode, depth: u8) {
        self.adjust(side, code, -bonus_of(depth));
    }

    /// Moves the history towards the bonus, the less the further it has gone already; so it never
    /// leaves its bounds.
    fn adjust(&mut self, side: Side, code: MoveCode, bonus: i32) {
        let value = &mut self.histories[number_of(side)][slot_of(code)];
        *value += bonus - *value * bonus.abs() / HISTORY_MAX;
    }

    #[inline]
    fn of_move(&self, side: Side, code: MoveCode, killers: [Option<MoveCode>; 2]) -> i32 {
        let history = self.histories[number_of(side)][slot_of(code)];
        if killers.contains(&Some(code)) { history + KILLER } else { history }
    }

    #[inline]
    fn killers_at(&self, plies: u16) -> [Option<MoveCode>; 2] {
        self.killers.get(usize::from(plies)).copied().unwrap_or_default()
    }
}

impl Default for Learnt {
    fn default() -> Learnt {
        Learnt::new()
    }
}

fn bonus_of(depth: u8) -> i32 {
    (i32::from(depth) * i32::from(depth)).min(HISTORY_MAX / 8)
}

fn number_of(side: Side) -> usize {
    match side {
        Side::First => 0,
        Side::Second => 1,
    }
}

fn slot_of(MoveCode(code): MoveCode) -> usize {
    usize::from(code) % HISTORY_SLOTS
}

/// The moves of all positions between the root and the one that is looked at, in one buffer: what
/// a position has appended is dropped when it is done with.
#[derive(Clone, Debug, Default)]
pub struct MoveStack {
    /// A move with what is expected of it; see [`ordered`].
    moves: Vec<i64>,
    /// Where an opinion writes its moves.
    fresh: Vec<MoveCode>,
}

/// The moves of one position: where they begin in the stack, and where they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moves {
    begin: usize,
    end: usize,
}

impl MoveStack {
    /// Appends the moves of a position in the order of the opinion.
    pub fn push<O: Opinion>(&mut self, opinion: &O) -> Moves {
        self.push_with(opinion, |_| 0)
    }

    /// Appends the moves of a position in the order of the opinion, except that one comes first.
    pub fn push_with_first<O: Opinion>(&mut self, opinion: &O, first: Option<MoveCode>) -> Moves {
        self.push_with(opinion, |code| i32::from(first == Some(code)))
    }

    /// Appends the moves of a position, the most promising ones to be picked first.
    #[inline]
    pub fn push_ordered<O: Opinion>(
        &mut self,
        opinion: &O,
        side: Side,
        learnt: &Learnt,
        plies: u16,
        first: Option<MoveCode>,
    ) -> Moves {
        let killers = learnt.killers_at(plies);
        self.push_with(opinion, |code| {
            if first == Some(code) {
                return i32::MAX;
            }
            opinion.hint(code).saturating_add(learnt.of_move(side, code, killers))
        })
    }

    #[inline]
    fn push_with<O: Opinion>(&mut self, opinion: &O, worth: impl Fn(MoveCode) -> i32) -> Moves {
        let begin = self.moves.len();
        self.fresh.clear();
        opinion.moves(&mut self.fresh);
        let moves = self.fresh.iter().enumerate();
        self.moves.extend(moves.map(|(index, code)| ordered(worth(*code), index, *code)));
        Moves { begin, end: self.moves.len() }
    }

    /// The most promising of the moves that are left; of equals the one that was appended first.
    #[inline]
    pub fn pick(&mut self, moves: &mut Moves) -> Option<MoveCode> {
        let left = &mut self.moves[moves.begin..moves.end];
        let (first, others) = left.split_first_mut()?;
        for other in others {
            if *other > *first {
                std::mem::swap(first, other);
            }
        }
        moves.begin += 1;
        Some(code_of(*first))
    }

    /// The last moves that were picked, the latest excepted.
    pub fn picked_before(&self, first: Moves, now: Moves) -> impl Iterator<Item = MoveCode> {
        let end = now.begin.saturating_sub(1).max(first.begin);
        self.moves[first.begin..end].iter().map(|packed| code_of(*packed))
    }

    /// Drops the moves of a position and of all below it.
    #[inline]
    pub fn drop(&mut self, first: Moves) {
        self.moves.truncate(first.begin);
    }

    /// Drops everything.
    pub fn clear(&mut self) {
        self.moves.clear();
    }
}

/// A move as one number, so that the greatest comes first: what is expected of it, then how early it
/// was appended, then the move.
#[inline]
fn ordered(worth: i32, index: usize, MoveCode(code): MoveCode) -> i64 {
    let early = 0xffff - (index & 0xffff);
    // A number below 65,536 fits.
    i64::from(worth) << 32 | (early as i64) << 16 | i64::from(code)
}

#[inline]
fn code_of(packed: i64) -> MoveCode {
    // The lowest 16 bits are the code.
    MoveCode(packed as u16)
}
