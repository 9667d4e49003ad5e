//! Openings in which the players choose colours after the first stones: Swap and Swap2 of
//! [five in a row](zerosum_games::mnk::opening).
//!
//! Seats are those of colours. The first seat belongs to the player who opens, and acts for both colours until the
//! first choice. A player who chooses the colour of the other seat exchanges the seats, with all that belongs to them.
//! A choice is a transition, but no move: the moves are the stones alone.

use zerosum_games::Game;
use zerosum_games::mnk::opening::{Opening, OpeningChoice, STONES, STONES_WITH_MORE};
use zerosum_games::side::{BySide, Side};

use crate::{Refusal, Session};

/// The choices that have been made in an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Choices {
    #[default]
    None,
    /// The second player puts two more stones.
    More,
    /// Colours are chosen, after two more stones or without them.
    Made { has_more: bool },
    /// The game goes on from a record, whose players had chosen their colours.
    Elsewhere,
}

/// The state of an opening that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// This side puts stones of both colours; so many are left.
    Stones { by: Side, left: u16 },
    /// This side is to choose.
    Choice { by: Side, has_more: bool },
}

impl Choices {
    /// Number of transitions that were choices.
    fn count(self) -> u32 {
        match self {
            Choices::None | Choices::Elsewhere => 0,
            Choices::More | Choices::Made { has_more: false } => 1,
            Choices::Made { has_more: true } => 2,
        }
    }

    /// The word before the moves in a record; empty before the first choice.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Choices::None => "",
            Choices::More => "m",
            Choices::Made { has_more: false } => "c",
            Choices::Made { has_more: true } => "mc",
            Choices::Elsewhere => "e",
        }
    }

    /// The choices with this word.
    pub(crate) fn of_word(word: &str) -> Option<Choices> {
        let made = [false, true].map(|has_more| Choices::Made { has_more });
        let all = [Choices::More, Choices::Elsewhere].into_iter().chain(made);
        all.into_iter().find(|choices| choices.word() == word)
    }
}

impl Session {
    /// Returns the state of the opening; `None` if there is none or it is over.
    pub fn stage(&self) -> Option<Stage> {
        if self.spec.opening() == Opening::Plain || self.outcome().is_some() {
            return None;
        }
        let (by, stones) = match self.choices() {
            Choices::None => (Side::First, STONES),
            Choices::More => (Side::Second, STONES_WITH_MORE),
            Choices::Made { .. } | Choices::Elsewhere => return None,
        };
        Some(match stones.saturating_sub(self.plies()) {
            0 => Stage::Choice {
                by: !by,
                has_more: self.choices() == Choices::None && self.spec.opening() == Opening::Swap2,
            },
            left => Stage::Stones { by, left },
        })
    }

    /// Returns the side that is to act: the one whose colour is to move, or the one whose turn the opening says it is.
    pub fn turn(&self) -> Side {
        match self.stage() {
            Some(Stage::Stones { by, .. } | Stage::Choice { by, .. }) => by,
            None => self.position.turn(),
        }
    }

    /// Returns the side that has made the last move.
    pub fn last_mover(&self) -> Side {
        match (self.choices(), self.spec.opening()) {
            (_, Opening::Plain) | (Choices::Made { .. } | Choices::Elsewhere, _) => {
                !self.position.turn()
            }
            (Choices::More, _) if self.plies() > STONES => Side::Second,
            (Choices::None | Choices::More, _) => Side::First,
        }
    }

    /// Returns the choices that this opening has now, in the order of buttons; none if no choice is to be made.
    pub fn opening_choices(&self) -> &'static [OpeningChoice] {
        match self.stage() {
            Some(Stage::Choice { has_more: true, .. }) => &OpeningChoice::ALL,
            Some(Stage::Choice { has_more: false, .. }) => {
                &[OpeningChoice::Black, OpeningChoice::White]
            }
            Some(Stage::Stones { .. }) | None => &[],
        }
    }

    /// Returns the number of plies that belong to the opening and stay.
    pub(crate) fn plies_of_opening(&self) -> usize {
        match self.choices() {
            _ if self.spec.opening() == Opening::Plain => 0,
            Choices::Made { has_more: false } => STONES.into(),
            Choices::Made { has_more: true } => STONES_WITH_MORE.into(),
            Choices::None | Choices::More => self.moves.len(),
            Choices::Elsewhere => 0,
        }
    }

    /// Returns the first ply that a player is answerable for: after a record it goes on from, and after an opening in
    /// which both sides put stones of both colours.
    pub fn first_own_ply(&self) -> usize {
        let elsewhere = if self.is_replay() { 0 } else { self.plies_elsewhere() };
        let opening = match self.choices() {
            Choices::Elsewhere => self.spec.opening().stones_max().into(),
            Choices::None | Choices::More | Choices::Made { .. } => self.plies_of_opening(),
        };
        elsewhere.max(opening).min(self.moves.len())
    }

    /// Number of transitions that were choices of an opening.
    pub(crate) fn choice_count(&self) -> u32 {
        self.choices().count()
    }

    /// Number of moves and choices.
    pub fn step_count(&self) -> usize {
        self.moves.len() + self.choices().count() as usize
    }

    /// Returns whether the latest transition, after this state of the game, has exchanged the seats.
    pub(crate) fn has_swapped_since(&self, before: &Session) -> bool {
        match before.stage() {
            // The player who chooses may have taken their seat by it, but the other one had theirs.
            Some(Stage::Choice { by, .. }) => self.seats.get(!by) != before.seats.get(!by),
            Some(Stage::Stones { .. }) | None => false,
        }
    }

    /// Returns whether these choices can have been made in a game with this opening after this number of stones.
    pub(crate) fn are_choices_possible(&self) -> bool {
        let (opening, plies) = (self.spec.opening(), self.plies());
        match self.choices() {
            _ if opening == Opening::Plain => self.choices() == Choices::None,
            Choices::None => plies <= STONES,
            Choices::Made { has_more: false } => plies >= STONES,
            Choices::More => {
                opening == Opening::Swap2 && (STONES..=STONES_WITH_MORE).contains(&plies)
            }
            Choices::Made { has_more: true } => {
                opening == Opening::Swap2 && plies >= STONES_WITH_MORE
            }
            Choices::Elsewhere => true,
        }
    }

    /// Makes a choice for the side that is to choose.
    pub(crate) fn choose(&mut self, choice: OpeningChoice) -> Result<(), Refusal> {
        let Some(Stage::Choice { by, .. }) = self.stage() else { return Err(Refusal::Illegal) };
        if !self.opening_choices().contains(&choice) {
            return Err(Refusal::Illegal);
        }
        let has_more = self.choices() == Choices::More;
        let colour = match choice {
            OpeningChoice::More => {
                self.keep_choices(Choices::More);
                return Ok(());
            }
            OpeningChoice::Black => Side::First,
            OpeningChoice::White => Side::Second,
        };
        self.keep_choices(Choices::Made { has_more });
        if colour != by {
            self.exchange_seats();
        }
        Ok(())
    }

    fn exchange_seats(&mut self) {
        self.seats = exchanged(self.seats);
        if let Some(beside) = self.beside.as_deref_mut() {
            beside.agreement = beside.agreement.map(|said| said.exchanged());
            beside.clock = beside.clock.map(|clock| clock.exchanged());
            beside.times = beside.times.take().map(|times| Box::new(times.exchanged()));
        }
    }

    pub(crate) fn choices(&self) -> Choices {
        self.beside.as_deref().map(|beside| beside.choices).unwrap_or_default()
    }

    pub(crate) fn keep_choices(&mut self, choices: Choices) {
        self.beside.get_or_insert_default().choices = choices;
    }

    /// Ends the opening, if there is one, as if its first player had kept the first colour.
    pub(crate) fn end_opening(&mut self) {
        if self.spec.opening() != Opening::Plain {
            self.keep_choices(Choices::Elsewhere);
        }
    }
}

/// Returns what both sides have, for the other side each.
pub(crate) fn exchanged<T>(BySide { first, second }: BySide<T>) -> BySide<T> {
    BySide { first: second, second: first }
}
