//! Checks whether a game can reach the position that a text describes, as far as this can be
//! decided: marks and statuses agree, and some last move leads to the position.

use crate::lines::{FULL_3X3, has_line_3x3};
use crate::side::{BySide, Side};
use crate::strategic::place::Place;
use crate::strategic::rules::StrategicRules;
use crate::strategic::text::{CellName, Parts, StrategicPositionError, remembers};
use crate::strategic::{Strategic, Target, bits, occupied};
use crate::ultimate::text::could_be_completed_at_once;
use crate::ultimate::{Closure, LocalStatus};

/// The position that is described.
pub(crate) fn position_of(
    rules: StrategicRules,
    parts: &Parts,
) -> Result<Strategic, StrategicPositionError> {
    let mut position = Strategic::new(rules);
    position.turn = turn_of(parts)?;
    position.target = parts.target;
    position.previous = parts.previous;
    for (place, mark) in Place::all().zip(&parts.marks) {
        if let Some(side) = mark {
            let fields = &mut position.marks[usize::from(place.strategic)];
            *fields[usize::from(place.tactical)].get_mut(*side) |= 1 << place.cell;
        }
    }
    for cell in 0..81 {
        position.take_tactical_status(cell / 9, cell % 9, parts.statuses[usize::from(cell)])?;
    }
    for cell in 0..9 {
        position.take_strategic_status(cell, parts.statuses[81 + usize::from(cell)])?;
    }
    position.check_draws(parts)?;
    position.outcome = position.outcome_after_move_of(!position.turn);
    position.key = position.computed_key();
    position.check_last_move()?;
    Ok(position)
}

/// The side to move, if the numbers of marks agree.
fn turn_of(parts: &Parts) -> Result<Side, StrategicPositionError> {
    // There are 729 marks at most.
    let count = |of: Side| parts.marks.iter().filter(|mark| **mark == Some(of)).count() as u32;
    let (crosses, noughts) = (count(Side::First), count(Side::Second));
    let turn = if crosses == noughts {
        Side::First
    } else if crosses == noughts + 1 {
        Side::Second
    } else {
        return Err(StrategicPositionError::Counts { crosses, noughts });
    };
    if parts.turn == turn {
        Ok(turn)
    } else {
        Err(StrategicPositionError::NotTheirTurn(parts.turn))
    }
}

impl Strategic {
    fn take_tactical_status(
        &mut self,
        strategic: u8,
        tactical: u8,
        status: LocalStatus,
    ) -> Result<(), StrategicPositionError> {
        let name = CellName::Tactical(strategic, tactical);
        let marks = self.marks_in(strategic, tactical);
        let has_line = |side: Side| has_line_3x3(*marks.get(side));
        let bit = 1 << tactical;
        if occupied(marks) == FULL_3X3 {
            self.full[usize::from(strategic)] |= bit;
        }
        let LocalStatus::Won(winner) = status else {
            let is_right = !Side::ALL.into_iter().any(has_line);
            return if is_right { Ok(()) } else { Err(StrategicPositionError::WrongStatus(name)) };
        };
        if !has_line(winner) {
            return Err(StrategicPositionError::WrongStatus(name));
        }
        let closed_at_once = !has_line(!winner) && could_be_completed_at_once(*marks.get(winner));
        if self.rules.closure == Closure::Decided && !closed_at_once {
            return Err(StrategicPositionError::WonTwice(name));
        }
        *self.won_tactical[usize::from(strategic)].get_mut(winner) |= bit;
        Ok(())
    }

    fn take_strategic_status(
        &mut self,
        strategic: u8,
        status: LocalStatus,
    ) -> Result<(), StrategicPositionError> {
        let name = CellName::Strategic(strategic);
        let won = self.won_tactical[usize::from(strategic)];
        let drawn = self.drawn_tactical(strategic);
        if self.not_closed_in(strategic) == 0 {
            self.exhausted |= 1 << strategic;
        }
        let LocalStatus::Won(winner) = status else {
            let is_right = self.owner_of_line(won, drawn, Side::First).is_none();
            return if is_right { Ok(()) } else { Err(StrategicPositionError::WrongStatus(name)) };
        };
        if self.owner_of_line(won, drawn, winner) != Some(winner) {
            return Err(StrategicPositionError::WrongStatus(name));
        }
        let leaves_no_line = |tactical: u8| {
            let kept = !(1 << tactical);
            let won = BySide { first: won.first & kept, second: won.second & kept };
            self.owner_of_line(won, drawn & kept, winner).is_none()
        };
        let closed_at_once = bits(won.first | won.second | drawn).any(leaves_no_line);
        if self.rules.closure == Closure::Decided && !closed_at_once {
            return Err(StrategicPositionError::WonTwice(name));
        }
        *self.won.get_mut(winner) |= 1 << strategic;
        Ok(())
    }

    /// Checks that the drawn cells given in the text, if any, are those of the position.
    fn check_draws(&self, parts: &Parts) -> Result<(), StrategicPositionError> {
        let names = (0..81).map(|cell| CellName::Tactical(cell / 9, cell % 9));
        let names = names.chain((0..9).map(CellName::Strategic));
        let mut told = names.zip(parts.statuses.iter().zip(self.statuses()));
        let wrong = told.find(|(_, (told, status))| *told != status);
        match wrong {
            Some((name, _)) if parts.are_draws_told => {
                Err(StrategicPositionError::WrongStatus(name))
            }
            _ => Ok(()),
        }
    }

    /// Checks that a mark of the side that moved last can be the last move, leading to the position.
    fn check_last_move(&self) -> Result<(), StrategicPositionError> {
        let mover = !self.turn;
        let marks_of =
            |side: Side| Place::all().filter(move |place| self.mark(place.code()) == Some(side));
        if marks_of(mover).next().is_none() {
            let is_start = self.target == Target::Anywhere;
            return match self.previous.find(Option::is_some) {
                _ if !is_start => Err(StrategicPositionError::NotSent(mover)),
                Some(side) => Err(StrategicPositionError::WrongPrevious(side)),
                None => Ok(()),
            };
        }
        let mut last: Vec<Place> =
            marks_of(mover).filter(|place| self.target_after(*place) == self.target).collect();
        if last.is_empty() {
            return Err(StrategicPositionError::NotSent(mover));
        }
        if remembers(&self.rules) {
            let note = |place: &Place| Some(self.remembered(place.strategic, place.tactical));
            last.retain(|place| note(place) == *self.previous.get(mover));
            if last.is_empty() {
                return Err(StrategicPositionError::WrongPrevious(mover));
            }
            let before = *self.previous.get(!mover);
            let mut notes = marks_of(!mover).map(|place| note(&place)).peekable();
            let is_right = if notes.peek().is_none() {
                before.is_none()
            } else {
                notes.any(|note| note == before)
            };
            if !is_right {
                return Err(StrategicPositionError::WrongPrevious(!mover));
            }
        }
        if last.into_iter().any(|place| self.is_reached_by(place)) {
            Ok(())
        } else {
            Err(StrategicPositionError::NoLastMove(mover))
        }
    }

    /// Returns whether the position could be the one after this move: the move is taken back and
    /// made again.
    fn is_reached_by(&self, place: Place) -> bool {
        let Some(mut before) = self.before(place) else { return false };
        let is_open = before.open_in(place.strategic) & (1 << place.tactical) != 0;
        if !is_open || before.outcome_after_move_of(before.turn).is_some() {
            return false;
        }
        before.place(place);
        before == *self
    }

    /// The position without that last move, with a free choice for the side to move; `None` if it
    /// is impossible because a loser would have been first.
    fn before(&self, Place { strategic, tactical, cell }: Place) -> Option<Strategic> {
        let mover = !self.turn;
        let mut before = self.clone();
        before.turn = mover;
        before.target = Target::Anywhere;
        before.outcome = None;
        let index = usize::from(strategic);
        let marks = &mut before.marks[index][usize::from(tactical)];
        *marks.get_mut(mover) &= !(1 << cell);
        let owner = Side::ALL.into_iter().find(|side| has_line_3x3(*marks.get(*side)));
        before.full[index] &= !(1 << tactical);
        before.exhausted &= !(1 << strategic);
        let won = before.won_tactical[index].get_mut(mover);
        if *won & (1 << tactical) != 0 && !has_line_3x3(*marks.get(mover)) {
            *won &= !(1 << tactical);
            if owner.is_some() {
                return None;
            }
        }
        let won = before.won_tactical[index];
        let drawn = before.drawn_tactical(strategic);
        if let Some(winner) = self.won.find(|won| won & (1 << strategic) != 0) {
            let owner = before.owner_of_line(won, drawn, winner);
            if owner != Some(winner) {
                *before.won.get_mut(winner) &= !(1 << strategic);
                if owner.is_some() {
                    return None;
                }
            }
        }
        before.key = before.computed_key();
        Some(before)
    }
}
