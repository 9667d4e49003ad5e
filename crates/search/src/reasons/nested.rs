//! Facts of games of boards in boards: areas that are won, and where a move sends the opponent.

use zerosum_games::lines::{FULL_3X3, LINES_3X3, completing_3x3};
use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::LocalStatus;
use zerosum_games::{Game, MoveCode};

use crate::reasons::{Area, Facts, Fault, Merit, moves_of};

/// A game in which nine cells make an area, and nine areas a larger one or the field.
pub(super) trait Nested: Game {
    /// The areas of a cell, the smallest first.
    fn areas_of(code: MoveCode) -> Vec<Area>;

    fn status(&self, area: Area) -> LocalStatus;

    /// The marks in the smallest area of a cell, bit `c` for cell `c`.
    fn marks_beside(&self, code: MoveCode) -> BySide<u16>;

    /// The areas on the level of `area` that count for a side, bit `a` for area `a`.
    fn counting(&self, area: Area, side: Side) -> u16;

    /// The area in which the side to move has to; `None` if it may choose everywhere.
    fn target(&self) -> Option<Area>;

    /// The area to which a move in a cell points, whether or not it takes moves.
    fn pointed(&self, code: MoveCode) -> Area;
}

/// A position of such a game.
pub(super) struct Boards<'a, G>(pub(super) &'a G);

impl<G: Nested> Boards<'_, G> {
    fn after(&self, code: MoveCode) -> G {
        after(self.0, code)
    }

    /// The largest area that a move wins.
    fn won_area(&self, code: MoveCode) -> Option<Area> {
        won_area(self.0, &self.after(code), code)
    }

    /// The area whose winning completes two in a row with one that has just been won.
    fn third(&self, area: Area, next: &G) -> Option<Area> {
        let mover = self.0.turn();
        let thirds = |position: &G| completing_3x3(position.counting(area, mover));
        let is_in_play = |area: Area| next.status(area) == LocalStatus::InPlay;
        let is_field_in_play = match area {
            Area::Tactical(strategic, _) => is_in_play(Area::Strategic(strategic)),
            Area::Local(_) | Area::Strategic(_) => true,
        };
        let new = thirds(next) & !thirds(self.0);
        let new = (0..9).filter(|number| new & 1 << number != 0);
        let mut new = new.map(|number| area.sibling(number));
        new.find(|area| is_field_in_play && is_in_play(*area))
    }

    /// The lines of the smallest area through a cell that have no mark of the opponent.
    fn open_lines(&self, code: MoveCode) -> u16 {
        let theirs = *self.0.marks_beside(code).get(!self.0.turn());
        let is_open = |line: &u16| line & bit_of(code) != 0 && line & theirs == 0;
        let count = LINES_3X3.into_iter().filter(is_open).count();
        u16::try_from(count).expect("there are eight lines")
    }

    /// The merits of a move in its smallest area, if that is in play before and after.
    fn in_its_area(&self, code: MoveCode, next: &G) -> Vec<Merit> {
        let Some(area) = G::areas_of(code).first().copied() else { return Vec::new() };
        let is_in_play = |position: &G| position.status(area) == LocalStatus::InPlay;
        if !is_in_play(self.0) || !is_in_play(next) {
            return Vec::new();
        }
        let mover = self.0.turn();
        let (before, marks) = (self.0.marks_beside(code), next.marks_beside(code));
        let empty = FULL_3X3 & !(marks.first | marks.second);
        let new = completing_3x3(*marks.get(mover)) & !completing_3x3(*before.get(mover)) & empty;
        let cells = |set: u16| (0..9).filter(move |cell| set & 1 << cell != 0);
        let beside = |cell: u16| MoveCode(code.0 / 9 * 9 + cell);
        let threatens = cells(new).next();
        let threatens = threatens.map(|cell| Merit::ThreatensArea { area, cell: beside(cell) });
        let lines = self.open_lines(code);
        let empty_before = FULL_3X3 & !(before.first | before.second);
        let is_most = cells(empty_before).all(|cell| self.open_lines(beside(cell)) <= lines);
        let most = (is_most && lines > 0).then_some(Merit::MostLinesIn { area, lines });
        threatens.into_iter().chain(most).collect()
    }

    /// Returns whether the opponent would win the smallest area of a cell with it.
    fn blocked_area(&self, code: MoveCode) -> Option<Area> {
        let area = G::areas_of(code).first().copied()?;
        let theirs = *self.0.marks_beside(code).get(!self.0.turn());
        let is_needed = completing_3x3(theirs) & bit_of(code) != 0;
        (is_needed && self.0.status(area) == LocalStatus::InPlay).then_some(area)
    }
}

impl<G: Nested> Facts for Boards<'_, G> {
    fn appeal(&self, code: MoveCode) -> u16 {
        match self.won_area(code) {
            Some(Area::Strategic(_)) => 30,
            Some(Area::Local(_) | Area::Tactical(..)) => 20,
            None if self.blocked_area(code).is_some() => 10,
            None => self.open_lines(code),
        }
    }

    fn merits(&self, code: MoveCode) -> Vec<Merit> {
        let next = self.after(code);
        let mut merits = Vec::new();
        if let Some(area) = self.won_area(code) {
            merits.push(Merit::WinsArea { area });
            merits.extend(self.third(area, &next).map(|third| Merit::MakesTwo { third }));
        }
        merits.extend(self.blocked_area(code).map(|area| Merit::BlocksArea { area }));
        let is_harmless = next.outcome().is_none() && gain(&next).is_none();
        let target = next.target().filter(|_| is_harmless);
        merits.extend(target.map(|area| Merit::Sends { area }));
        merits.extend(self.in_its_area(code, &next));
        merits
    }

    fn fault(&self, code: MoveCode, best: MoveCode) -> Option<Fault> {
        let (next, instead) = (self.after(code), self.after(best));
        if let Some((area, reply)) = gain(&next) {
            let is_given_anyway =
                gain(&instead).is_some_and(|(other, _)| rank(other) >= rank(area));
            if !is_given_anyway {
                return Some(Fault::GivesArea { area, reply });
            }
        }
        let is_freed = next.outcome().is_none() && next.target().is_none();
        let is_told = is_freed && instead.target().is_some();
        is_told.then(|| Fault::Frees { area: next.pointed(code) })
    }
}

/// The largest area that the side to move can win at once, with the move.
fn gain<G: Nested>(position: &G) -> Option<(Area, MoveCode)> {
    let won = |code| Some((won_area(position, &after(position, code), code)?, code));
    let gains = moves_of(position).into_iter().filter_map(won);
    // Of equals, `reduce` keeps the first.
    gains.reduce(|best, gain| if rank(gain.0) > rank(best.0) { gain } else { best })
}

/// The largest area that a move has won.
fn won_area<G: Nested>(before: &G, after: &G, code: MoveCode) -> Option<Area> {
    let won = LocalStatus::Won(before.turn());
    let is_new = |area: &Area| before.status(*area) != won && after.status(*area) == won;
    G::areas_of(code).into_iter().rfind(is_new)
}

fn after<G: Game>(position: &G, code: MoveCode) -> G {
    let mut next = position.clone();
    next.play(code).expect("only legal moves are asked about");
    next
}

/// Larger areas have greater ones.
fn rank(area: Area) -> u8 {
    match area {
        Area::Local(_) | Area::Tactical(..) => 0,
        Area::Strategic(_) => 1,
    }
}

fn bit_of(MoveCode(code): MoveCode) -> u16 {
    1 << (code % 9)
}
