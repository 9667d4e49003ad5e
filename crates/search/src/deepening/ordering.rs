//! Move ordering. Alpha-beta saves most where the best move comes first, so moves that were good in
//! this position, at this depth or anywhere else are tried early.

use zerosum_games::MoveCode;
use zerosum_games::side::Side;

use crate::deepening::evaluation::{Candidate, Evaluation};

/// A move that has refuted another position just as far from the root. With a history it comes to
/// what [`Candidate::hint`] says.
const KILLER: i32 = 8_192;

/// Upper bound of a history value.
const HISTORY_MAX: i32 = 8_192;

/// Moves with higher codes share their history with lower ones. That costs order, never truth.
const HISTORY_SLOTS: usize = 1_024;

/// Stands for a move that nothing is known of. Should a game have one of that code, it costs order.
const NO_MOVE: MoveCode = MoveCode(u16::MAX);

/// Statistics about moves, independent of the position.
#[derive(Clone, Debug)]
pub(crate) struct Learnt {
    /// The last two moves that refuted a position, indexed by the number of plies from the root.
    killers: Vec<[MoveCode; 2]>,
    /// Counts how often moves of a side have refuted a position, less how often they have failed
    /// to.
    histories: [Box<[i32; HISTORY_SLOTS]>; 2],
}

impl Learnt {
    pub(crate) fn new() -> Learnt {
        let history = Box::new([0; HISTORY_SLOTS]);
        Learnt { killers: Vec::new(), histories: [history.clone(), history] }
    }

    /// Makes room for searches to this depth, forgets the killers of another root and fades the
    /// histories.
    pub(crate) fn begin(&mut self, depth: usize) {
        self.killers.clear();
        self.killers.resize(depth, [NO_MOVE; 2]);
        for value in self.histories.iter_mut().flat_map(|history| history.iter_mut()) {
            *value /= 4;
        }
    }

    /// Records that a move of this side has refuted a position at this distance from the root, with
    /// this remaining depth.
    pub(crate) fn reward(&mut self, side: Side, code: MoveCode, plies: u16, depth: u8) {
        if let Some(killers) = self.killers.get_mut(usize::from(plies))
            && killers[0] != code
        {
            *killers = [code, killers[0]];
        }
        self.adjust(side, code, bonus_of(depth));
    }

    /// Records that a move of this side was tried before the one that refuted the position.
    pub(crate) fn blame(&mut self, side: Side, code: MoveCode, depth: u8) {
        self.adjust(side, code, -bonus_of(depth));
    }

    /// Moves the history towards the bonus, the less the further it has gone already; so it never
    /// leaves its bounds.
    fn adjust(&mut self, side: Side, code: MoveCode, bonus: i32) {
        let value = &mut self.histories[side.index()][slot_of(code)];
        *value += bonus - *value * bonus.abs() / HISTORY_MAX;
    }

    #[inline]
    fn of_move(&self, side: Side, code: MoveCode, killers: [MoveCode; 2]) -> i32 {
        let history = self.histories[side.index()][slot_of(code)];
        if killers.contains(&code) { history + KILLER } else { history }
    }

    #[inline]
    fn killers_at(&self, plies: u16) -> [MoveCode; 2] {
        self.killers.get(usize::from(plies)).copied().unwrap_or([NO_MOVE; 2])
    }
}

impl Default for Learnt {
    fn default() -> Learnt {
        Learnt::new()
    }
}

fn bonus_of(depth: u8) -> i32 {
    (4 * i32::from(depth) * i32::from(depth)).min(HISTORY_MAX / 4)
}

fn slot_of(MoveCode(code): MoveCode) -> usize {
    usize::from(code) % HISTORY_SLOTS
}

/// The moves of all positions between the root and the one that is looked at, in one buffer: what
/// a position has appended is dropped when it is done with.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveStack {
    /// A move with its expectation; see [`ordered`].
    moves: Vec<i64>,
    /// Scratch space for the moves of an evaluation.
    room: Vec<MoveCode>,
}

/// The moves of one position: where they begin in the stack, and where they end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moves {
    begin: usize,
    end: usize,
}

impl Moves {
    /// Number of moves picked since `first`, without the latest one.
    #[inline]
    pub(crate) fn picked_since(self, first: Moves) -> usize {
        (self.begin - first.begin).saturating_sub(1)
    }
}

impl MoveStack {
    /// Appends the moves of a position in the order of the evaluation.
    pub(crate) fn push<E: Evaluation>(&mut self, evaluation: &E) -> Moves {
        self.push_with(evaluation, |_| 0)
    }

    /// Appends the moves of a position in the order of the evaluation, except that one comes first.
    pub(crate) fn push_with_first<E: Evaluation>(
        &mut self,
        evaluation: &E,
        first: Option<MoveCode>,
    ) -> Moves {
        self.push_with(evaluation, |candidate| i32::from(first == Some(candidate.code)))
    }

    /// Appends the moves of a position, the most promising ones to be picked first.
    #[inline]
    pub(crate) fn push_ordered<E: Evaluation>(
        &mut self,
        evaluation: &E,
        side: Side,
        learnt: &Learnt,
        plies: u16,
        first: Option<MoveCode>,
    ) -> Moves {
        let killers = learnt.killers_at(plies);
        let first = first.unwrap_or(NO_MOVE);
        self.push_with(evaluation, |Candidate { code, hint, .. }| {
            if first == code {
                return i32::MAX;
            }
            hint.saturating_add(learnt.of_move(side, code, killers))
        })
    }

    #[inline]
    fn push_with<E: Evaluation>(
        &mut self,
        evaluation: &E,
        worth: impl Fn(Candidate) -> i32,
    ) -> Moves {
        let begin = self.moves.len();
        let MoveStack { moves, room } = self;
        evaluation.candidates(room, |candidate| {
            let index = moves.len() - begin;
            moves.push(ordered(worth(candidate), index, candidate));
        });
        Moves { begin, end: self.moves.len() }
    }

    /// The most promising of the moves that are left and whether it is quiet; of equals the one that
    /// was appended first.
    #[inline]
    pub(crate) fn pick(&mut self, moves: &mut Moves) -> Option<(MoveCode, bool)> {
        let left = &mut self.moves[moves.begin..moves.end];
        let mut best = *left.first()?;
        let mut best_at = 0;
        for (at, other) in left.iter().enumerate().skip(1) {
            // The comparison is unpredictable, so both are written without a branch.
            let is_better = *other > best;
            best = if is_better { *other } else { best };
            best_at = if is_better { at } else { best_at };
        }
        left.swap(0, best_at);
        moves.begin += 1;
        Some((code_of(best), is_quiet(best)))
    }

    /// The picked moves except for the latest one.
    pub(crate) fn picked_before(&self, first: Moves, now: Moves) -> impl Iterator<Item = MoveCode> {
        let end = now.begin.saturating_sub(1).max(first.begin);
        self.moves[first.begin..end].iter().map(|packed| code_of(*packed))
    }

    /// Drops the moves of a position and of all below it.
    #[inline]
    pub(crate) fn drop(&mut self, first: Moves) {
        self.moves.truncate(first.begin);
    }

    /// Drops everything.
    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }
}

/// Packs a move into one number, so that the greatest comes first: its expectation, then how early
/// it was appended, then whether it is quiet, then the move.
#[inline]
fn ordered(worth: i32, index: usize, candidate: Candidate) -> i64 {
    // A number below 32,768 fits.
    let early = (0x7fff - (index & 0x7fff)) as i64;
    let Candidate { code: MoveCode(code), is_quiet, .. } = candidate;
    i64::from(worth) << 32 | early << 17 | i64::from(is_quiet) << 16 | i64::from(code)
}

#[inline]
fn code_of(packed: i64) -> MoveCode {
    // The lowest 16 bits are the code.
    MoveCode(packed as u16)
}

#[inline]
fn is_quiet(packed: i64) -> bool {
    packed >> 16 & 1 != 0
}
