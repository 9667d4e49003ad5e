//! The ways to turn and mirror a strategic field that its rules do not notice.
//!
//! Strategic cells may change places in one way, and what is in each of them in another: tactical
//! cells and their cells in the same way, since the place of a move is the tactical cell of its
//! target. A pair of ways is a symmetry if moves then lead to the strategic cells to which they led
//! before. The tactical rule set has the eight pairs of equal ways. A functional set has at least
//! the one that mirrors the columns of every strategic cell in itself.

use crate::Symmetry;
use crate::side::BySide;
use crate::strategic::place::Place;
use crate::strategic::rules::StrategicRules;
use crate::strategic::{Strategic, Target};
use crate::ultimate::symmetry::{image_of_mask, image_of_ninth};

/// Ways to turn and mirror a 3x3.
const WAYS: u8 = 8;

/// A symmetry of the strategic cells, and one applied within each of them.
#[derive(Clone, Copy)]
pub(crate) struct Ways {
    strategic: Symmetry,
    inner: Symmetry,
}

impl Ways {
    /// The ways of a bit in the set of kept ones.
    fn of_bit(bit: u8) -> Ways {
        Ways { strategic: Symmetry(bit / WAYS), inner: Symmetry(bit % WAYS) }
    }

    pub(crate) fn image_of_place(self, place: Place) -> Place {
        let Place { strategic, tactical, cell } = place;
        Place {
            strategic: image_of_cell(strategic, self.strategic),
            tactical: image_of_cell(tactical, self.inner),
            cell: image_of_cell(cell, self.inner),
        }
    }

    fn are_kept_by(self, rules: &StrategicRules) -> bool {
        let leads_to =
            |Place { strategic, tactical, cell }| rules.leads_to(strategic, tactical, cell);
        Place::all().all(|place| {
            let image = self.image_of_place(place);
            leads_to(image) == image_of_cell(leads_to(place), self.strategic)
        })
    }
}

/// The pairs of equal ways.
const EQUAL_WAYS: u64 = 0x8040_2010_0804_0201;

/// The symmetries of the rules, the identity in bit 0.
pub(crate) fn kept_by(rules: &StrategicRules) -> u64 {
    if rules.numbers.is_none() {
        return EQUAL_WAYS;
    }
    (0..WAYS * WAYS)
        .filter(|bit| Ways::of_bit(*bit).are_kept_by(rules))
        .fold(0, |kept, bit| kept | 1 << bit)
}

/// A symmetry by its number among the kept ones; the identity if there are fewer.
pub(crate) fn ways(kept: u64, Symmetry(number): Symmetry) -> Ways {
    let mut bits = (0..WAYS * WAYS).filter(|bit| kept & (1 << bit) != 0);
    Ways::of_bit(bits.nth(usize::from(number)).unwrap_or(0))
}

pub(crate) fn image_of_position(position: &Strategic, ways: Ways) -> Strategic {
    let mut image = Strategic {
        won: BySide {
            first: image_of_mask(position.won.first, ways.strategic),
            second: image_of_mask(position.won.second, ways.strategic),
        },
        exhausted: image_of_mask(position.exhausted, ways.strategic),
        target: image_of_target(position.target, ways),
        previous: BySide {
            first: position.previous.first.map(|cell| image_of_previous(position, cell, ways)),
            second: position.previous.second.map(|cell| image_of_previous(position, cell, ways)),
        },
        ..position.clone()
    };
    for strategic in 0..9 {
        let from = usize::from(strategic);
        let to = usize::from(image_of_cell(strategic, ways.strategic));
        image.full[to] = image_of_mask(position.full[from], ways.inner);
        image.won_tactical[to] = image_of_masks(position.won_tactical[from], ways.inner);
        for tactical in 0..9 {
            let marks = position.marks[from][usize::from(tactical)];
            image.marks[to][usize::from(image_of_cell(tactical, ways.inner))] =
                image_of_masks(marks, ways.inner);
        }
    }
    image.key = image.computed_key();
    image
}

fn image_of_target(target: Target, ways: Ways) -> Target {
    match target {
        Target::Anywhere => Target::Anywhere,
        Target::Strategic(strategic) => Target::Strategic(image_of_cell(strategic, ways.strategic)),
        Target::Tactical(strategic, tactical) => Target::Tactical(
            image_of_cell(strategic, ways.strategic),
            image_of_cell(tactical, ways.inner),
        ),
    }
}

fn image_of_previous(position: &Strategic, cell: u8, ways: Ways) -> u8 {
    position
        .remembered(image_of_cell(cell / 9, ways.strategic), image_of_cell(cell % 9, ways.inner))
}

fn image_of_masks(masks: BySide<u16>, symmetry: Symmetry) -> BySide<u16> {
    BySide {
        first: image_of_mask(masks.first, symmetry),
        second: image_of_mask(masks.second, symmetry),
    }
}

#[inline]
fn image_of_cell(cell: u8, Symmetry(symmetry): Symmetry) -> u8 {
    IMAGES[usize::from(symmetry)][usize::from(cell)]
}

/// Indexed by way and cell.
const IMAGES: &[[u8; 9]; 8] = &{
    let mut images = [[0; 9]; 8];
    let mut index = 0;
    while index < 72 {
        let (way, cell) = (index / 9, index % 9);
        // Ways and places of nine fit into anything.
        images[way][cell] = image_of_ninth(cell as u16, Symmetry(way as u8)) as u8;
        index += 1;
    }
    images
};
