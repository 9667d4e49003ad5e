//! Wins by threats: by fours, and by *threes*, moves after which the attacker would win by fours if
//! the defender did nothing. The defender has few answers to each, so long attacks are found.
//!
//! A win found is a proof. To a three every answer is tried that [`defences`] lists, fours of the
//! defender among them; after any other the attacker wins by the fours at hand. Failing to find a
//! win proves nothing.
//!
//! It is a proof-number search as in [`pn_search`](crate::mnk::pn_search), of the attacker's
//! threats only.

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;

use crate::deepening::table::{Entry, Table};
use crate::limits::{Budget, Stopped};
use crate::mnk::board::{Board, Cell};
use crate::mnk::vcf::{Vcf, VcfResult, defences, length_of};

/// Upper bound of the numbers; it stands for a claim that cannot be shown.
const NEVER: u32 = 1 << 22;

/// Maximum number of positions of a search for an attack by fours, small because there are many.
const FOURS_NODES_MAX: u64 = 60;

/// Number of moves that share one step of the initial numbers of unknown positions: the less a move
/// promises, the more work it looks like.
const MOVES_PER_STEP: usize = 6;

/// The search for threats, with its memory of one board.
#[derive(Clone, Debug)]
pub struct Vct {
    table: Table<Numbers>,
}

/// The result of a search for a win by threats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VctResult {
    Wins(Win),
    /// This search finds none.
    Fails,
    /// The nodes did not suffice.
    Unknown,
}

/// A win by threats. There may be shorter ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Win {
    /// Number of plies within which the game is won, against any defence.
    pub plies: u16,
    /// The first moves of both sides, one at least, if the defender resists longest.
    pub line: Vec<Cell>,
    /// The cells of the line and of the answers beside it.
    pub zone: Bitboard,
}

/// The work left to prove a win, and the number of plies within which it then comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Numbers {
    /// Open questions, at least, to show that the attacker wins; 0 if it is shown.
    pn_search: u32,
    /// Open questions, at least, to show that this search finds no win.
    disproof: u32,
    plies: u16,
}

impl Numbers {
    const FAILURE: Numbers = Numbers { pn_search: NEVER, disproof: 0, plies: 0 };

    fn win_in(plies: u16) -> Numbers {
        Numbers { pn_search: 0, disproof: NEVER, plies }
    }

    fn is_win(self) -> bool {
        self.pn_search == 0
    }
}

impl Entry for Numbers {
    const PLACES: usize = 1;

    /// Never 0, because one of the numbers is not.
    fn packed(self, _: u8) -> u64 {
        u64::from(self.pn_search) << 40 | u64::from(self.disproof) << 16 | u64::from(self.plies)
    }

    fn unpacked(packed: u64) -> Numbers {
        // Each cast takes the bits of its field.
        let (pn_search, disproof) = ((packed >> 40) as u32, (packed >> 16) as u32 & 0x00ff_ffff);
        Numbers { pn_search, disproof, plies: packed as u16 }
    }
}

/// A move with its result.
#[derive(Clone, Copy, Debug)]
struct Child {
    cell: Cell,
    /// The numbers by the last search from here.
    known: Numbers,
}

/// The result of looking at a position without a search.
enum QuickResult {
    Settled(Numbers),
    /// The moves to look at. After any other the attacker fails if it is to move, and else wins
    /// within this many plies from here.
    Moves {
        cells: Bitboard,
        plies: u16,
    },
}

impl Vct {
    /// A search with a table of about `table_bytes` bytes.
    pub fn new(table_bytes: usize) -> Vct {
        Vct { table: Table::whole(table_bytes) }
    }

    /// Looks for a win by threats of the side to move among this many positions, which are spent. What
    /// is found out is kept, so asking again goes on from there. The board is the same afterwards.
    pub fn find(
        &mut self,
        board: &mut Board,
        vcf: &mut Vcf,
        nodes_max: u64,
        budget: &mut Budget,
    ) -> Result<VctResult, Stopped> {
        let attacker = board.turn();
        let candidates = board.winning_cells(attacker)
            | board.four_cells(attacker)
            | board.three_cells(attacker);
        if candidates.is_empty() || !board.has_firm_attacks(attacker) {
            return Ok(VctResult::Fails);
        }
        let nodes_end = budget.nodes().saturating_add(nodes_max);
        let mut search = Search { vct: self, vcf, attacker, nodes_end, budget };
        let limit = Numbers { pn_search: NEVER, disproof: NEVER, plies: 0 };
        // A stored result for the position itself does not help if its moves are forgotten.
        let numbers = search.expand(board, limit)?;
        Ok(match numbers {
            Some((Numbers { pn_search: 0, plies, .. }, best)) => {
                let nodes = search.budget.nodes();
                let (line, zone) = search.line(board, best);
                // The search has looked at that when it found the win.
                search.budget.count_again_from(nodes);
                VctResult::Wins(Win { plies, line, zone })
            }
            Some(_) => VctResult::Fails,
            None => VctResult::Unknown,
        })
    }
}

struct Search<'a, 'b> {
    vct: &'a mut Vct,
    vcf: &'a mut Vcf,
    attacker: Side,
    nodes_end: u64,
    budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// Searches until one of the numbers reaches its limit or the position is settled; `None` if the
    /// nodes run out.
    fn visit(&mut self, board: &mut Board, limit: Numbers) -> Result<Option<Numbers>, Stopped> {
        let key = board.key() ^ self.salt_of(board.turn());
        match self.vct.table.find(key) {
            Some(numbers) if numbers.pn_search == 0 || numbers.disproof == 0 => Ok(Some(numbers)),
            Some(_) | None => {
                let expanded = self.expand(board, limit)?;
                Ok(expanded.map(|(numbers, _)| numbers))
            }
        }
    }

    /// Like [`Search::visit`], but ignores any stored entry for the position itself, and also returns
    /// the most promising move where one is needed.
    fn expand(
        &mut self,
        board: &mut Board,
        limit: Numbers,
    ) -> Result<Option<(Numbers, Option<Cell>)>, Stopped> {
        if self.budget.nodes() >= self.nodes_end {
            return Ok(None);
        }
        let key = board.key() ^ self.salt_of(board.turn());
        let glance = self.glance(board);
        self.budget.spend(1)?;
        let (cells, plies) = match glance {
            QuickResult::Settled(numbers) => {
                self.vct.table.keep(key, numbers);
                return Ok(Some((numbers, None)));
            }
            QuickResult::Moves { cells, plies } => (cells, plies),
        };
        let mut children = self.children(board, cells);
        loop {
            let (numbers, best, second) = self.sum_up(board, &children, plies);
            if numbers.pn_search >= limit.pn_search || numbers.disproof >= limit.disproof {
                self.vct.table.keep(key, numbers);
                return Ok(Some((numbers, Some(children[best].cell))));
            }
            let Child { cell, known } = children[best];
            // A quarter more than the next best spares going back and forth between two moves.
            let patience = second.saturating_add(second / 4).saturating_add(1);
            let child_limit = if board.turn() == self.attacker {
                let others = numbers.disproof - known.disproof;
                let disproof = limit.disproof.saturating_sub(others);
                Numbers { pn_search: limit.pn_search.min(patience), disproof, plies: 0 }
            } else {
                let others = numbers.pn_search - known.pn_search;
                let pn_search = limit.pn_search.saturating_sub(others);
                Numbers { pn_search, disproof: limit.disproof.min(patience), plies: 0 }
            };
            board.play(cell);
            let result = self.visit(board, child_limit);
            board.take_back(cell);
            let Some(known) = result? else {
                self.vct.table.keep(key, numbers);
                return Ok(None);
            };
            children[best].known = known;
        }
    }

    /// The numbers of a position by those of its moves, which move to search next, and the number by
    /// which the next best of them stays behind. `plies` is the distance after moves that are not
    /// listed.
    fn sum_up(&self, board: &Board, children: &[Child], plies: u16) -> (Numbers, usize, u32) {
        let is_attackers = board.turn() == self.attacker;
        let (mut least, mut second, mut sum, mut best) = (NEVER, NEVER, 0_u32, 0);
        let mut distance = plies;
        for (index, Child { known, .. }) in children.iter().enumerate() {
            let (mine, others) = if is_attackers {
                (known.pn_search, known.disproof)
            } else {
                (known.disproof, known.pn_search)
            };
            if mine < least {
                (second, least, best) = (least, mine, index);
                if is_attackers {
                    distance = known.plies + 1;
                }
            } else {
                second = second.min(mine);
            }
            if !is_attackers {
                distance = distance.max(known.plies + 1);
            }
            sum = sum.saturating_add(others);
        }
        if least == 0 {
            sum = NEVER;
        } else if sum == 0 {
            least = NEVER;
        } else {
            // Sums that were held there are not settled, only out of reach.
            (least, sum) = (least.min(NEVER - 1), sum.min(NEVER - 1));
        }
        let (pn_search, disproof) = if is_attackers { (least, sum) } else { (sum, least) };
        let plies = if pn_search == 0 { distance } else { 0 };
        (Numbers { pn_search, disproof, plies }, best, second)
    }

    /// The moves, the most promising first.
    fn children(&self, board: &Board, cells: Bitboard) -> Vec<Child> {
        let me = board.turn();
        let promise = |cell: Cell| board.promise(me, cell) + board.promise(!me, cell);
        let mut ordered: Vec<(i32, Cell)> =
            cells.bits().map(|cell| (-promise(cell), cell)).collect();
        ordered.sort_unstable();
        let salt = self.salt_of(!me);
        let ordered = ordered.into_iter().enumerate();
        let children = ordered.map(|(rank, (_, cell))| {
            let key = board.key_after(me, cell) ^ salt;
            let by_rank = 1 + u32::try_from(rank / MOVES_PER_STEP).unwrap_or(NEVER);
            let first = Numbers { pn_search: by_rank, disproof: 1, plies: 0 };
            Child { cell, known: self.vct.table.find(key).unwrap_or(first) }
        });
        children.collect()
    }

    fn glance(&mut self, board: &mut Board) -> QuickResult {
        if board.turn() == self.attacker {
            self.glance_at_attack(board)
        } else {
            self.glance_at_answer(board)
        }
    }

    /// The attacker is to move: by fours it wins, by threats it might.
    fn glance_at_attack(&mut self, board: &mut Board) -> QuickResult {
        let me = self.attacker;
        if let Some(line) = self.win_by_fours(board) {
            return QuickResult::Settled(Numbers::win_in(length_of(&line)));
        }
        let cells = if board.winning_cells(!me).is_empty() {
            board.four_cells(me) | board.three_cells(me)
        } else {
            board.parries(!me)
        };
        if cells.is_empty() {
            QuickResult::Settled(Numbers::FAILURE)
        } else {
            QuickResult::Moves { cells, plies: 0 }
        }
    }

    /// The defender is to move: unless the last move has made a four or a three, the attack is over.
    fn glance_at_answer(&mut self, board: &mut Board) -> QuickResult {
        if !board.winning_cells(!self.attacker).is_empty() || !board.has_move() {
            return QuickResult::Settled(Numbers::FAILURE);
        }
        if !board.winning_cells(self.attacker).is_empty() {
            let cells = board.parries(self.attacker);
            return match cells.is_empty() {
                true => QuickResult::Settled(Numbers::win_in(2)),
                false => QuickResult::Moves { cells, plies: 2 },
            };
        }
        board.pass();
        let line = self.win_by_fours(board);
        board.pass();
        let Some(line) = line else { return QuickResult::Settled(Numbers::FAILURE) };
        if self.win_by_fours(board).is_some() {
            return QuickResult::Settled(Numbers::FAILURE);
        }
        let plies = length_of(&line) + 1;
        let cells = defences(board, &line);
        if cells.is_empty() {
            QuickResult::Settled(Numbers::win_in(plies))
        } else {
            QuickResult::Moves { cells, plies }
        }
    }

    fn win_by_fours(&mut self, board: &mut Board) -> Option<Vec<Cell>> {
        match self.vcf.find(board, u16::MAX, FOURS_NODES_MAX, self.budget) {
            VcfResult::Wins(line) => Some(line),
            VcfResult::Fails | VcfResult::Unknown => None,
        }
    }

    /// The line of a win that has just been proven, as far as it is remembered, and its zone. It
    /// begins with the first move, unless fours win.
    fn line(&mut self, board: &mut Board, mut first: Option<Cell>) -> (Vec<Cell>, Bitboard) {
        let (mut line, mut zone) = (Vec::new(), Bitboard::EMPTY);
        let mut fours = None;
        while let QuickResult::Moves { cells, .. } = self.glance(board) {
            let children = self.children(board, cells);
            let wins = children.iter().filter(|child| child.known.is_win());
            let next = if board.turn() == self.attacker {
                wins.min_by_key(|child| child.known.plies)
            } else {
                zone = zone | cells;
                wins.max_by_key(|child| child.known.plies)
            };
            let Some(cell) = first.take().or(next.map(|child| child.cell)) else { break };
            line.push(cell);
            board.play(cell);
        }
        if board.turn() == self.attacker {
            fours = self.win_by_fours(board);
        }
        line.iter().rev().for_each(|cell| board.take_back(*cell));
        line.extend(fours.into_iter().flatten());
        line.iter().for_each(|cell| zone.insert(*cell));
        (line, zone)
    }

    /// Tells the question at hand from others about the same marks.
    fn salt_of(&self, turn: Side) -> u64 {
        let question = match (self.attacker, turn) {
            (Side::First, Side::First) => 1,
            (Side::First, Side::Second) => 2,
            (Side::Second, Side::First) => 3,
            (Side::Second, Side::Second) => 4,
        };
        Seed(question).mixed()
    }
}
