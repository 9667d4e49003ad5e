//! The legal moves of a position.

use crate::lines::FULL_3X3;
use crate::strategic::{Strategic, bits, occupied};

/// The target to which a player may not send the opponent.
#[derive(Clone, Copy)]
pub(super) enum Bar {
    Strategic(u8),
    Tactical(u8, u8),
}

impl Strategic {
    /// Strategic and tactical cell of every field in which the side to move has a legal move,
    /// ascending, with the cells that it may mark there, bit `c` for cell `c`.
    #[inline]
    pub fn moves_by_field(&self) -> impl Iterator<Item = (u8, u8, u16)> {
        let bar = self.bar();
        self.playable()
            .map(move |(strategic, tactical)| {
                (strategic, tactical, self.cells_to_mark(strategic, tactical, bar))
            })
            .filter(|(_, _, cells)| *cells != 0)
    }

    /// The target to which the side to move may not send the opponent: the first forbidden one that
    /// leaves it a move.
    #[inline]
    pub(super) fn bar(&self) -> Option<Bar> {
        let previous = (*self.previous.get(self.turn))?;
        let (strategic, tactical) = (previous / 9, previous % 9);
        let wide = self.rules.strategic.bars_return.then_some(Bar::Strategic(strategic));
        let narrow = self.rules.tactical.bars_return.then_some(Bar::Tactical(strategic, tactical));
        let leaves_move = |bar: &Bar| {
            self.playable().any(|(strategic, tactical)| {
                self.cells_to_mark(strategic, tactical, Some(*bar)) != 0
            })
        };
        [wide, narrow].into_iter().flatten().find(leaves_move)
    }

    /// Strategic and tactical cell of every field in which the side to move may move, ascending.
    #[inline]
    fn playable(&self) -> impl Iterator<Item = (u8, u8)> {
        let in_strategic = |strategic| bits(self.playable_in(strategic));
        (0..9).flat_map(move |strategic| {
            in_strategic(strategic).map(move |tactical| (strategic, tactical))
        })
    }

    /// The empty cells of a tactical cell that do not lead to a forbidden target.
    #[inline]
    pub(super) fn cells_to_mark(&self, strategic: u8, tactical: u8, bar: Option<Bar>) -> u16 {
        let empty = FULL_3X3 & !occupied(self.marks_in(strategic, tactical));
        let Some(bar) = bar else { return empty };
        let is_allowed = |cell: &u8| {
            let leads_to = self.rules.leads_to(strategic, tactical, *cell);
            match bar {
                Bar::Strategic(barred) => leads_to != barred,
                Bar::Tactical(barred, of_it) => (leads_to, *cell) != (barred, of_it),
            }
        };
        bits(empty).filter(is_allowed).fold(0, |cells, cell| cells | 1 << cell)
    }
}
