//! Openings in which the players choose colours after the first stones: Swap and Swap2 of
//! [five in a row](zerosum_games::mnk::opening).
//!
//! Seats are those of colours. The first seat belongs to the player who opens, and acts for both colours until the
//! first choice. A player who chooses the colour of the other seat exchanges the seats, with all that belongs to them.
//! A choice is a transition, but no move: the moves are the stones alone.

use zerosum_games::Game;
use zerosum_games::mnk::opening::{Opening, OpeningChoice, STONES, STONES_WITH_MORE};
use zerosum_games::side::{BySide, Side};

use crate::{Refusal, Revision, Session};

/// Revisions that follow a move at once: the move itself, and the reply to it, before which an engine may choose a
/// colour.
const REPLIED_WITHIN: u32 = 3;

/// The choices that have been made in an opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Choices {
    #[default]
    None,
    /// The second player puts two more stones.
    More,
    /// Colours are chosen, after two more stones or without them, and the players may have exchanged their seats by it.
    Made { has_more: bool, is_exchanged: bool },
    /// The game goes on from moves that were made elsewhere.
    Elsewhere,
}

/// The state of an opening that is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// This side puts stones of both colours; this many are left.
    Stones { by: Side, left: u16 },
    /// This side is to choose.
    Choice { by: Side, has_more: bool },
}

impl Choices {
    /// Number of transitions that were choices.
    fn count(self) -> u32 {
        match self {
            Choices::None | Choices::Elsewhere => 0,
            Choices::More | Choices::Made { has_more: false, .. } => 1,
            Choices::Made { has_more: true, .. } => 2,
        }
    }

    /// The word before the moves in a record; empty before the first choice.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Choices::None => "",
            Choices::More => "m",
            Choices::Made { has_more: false, is_exchanged: false } => "c",
            Choices::Made { has_more: false, is_exchanged: true } => "x",
            Choices::Made { has_more: true, is_exchanged: false } => "mc",
            Choices::Made { has_more: true, is_exchanged: true } => "mx",
            Choices::Elsewhere => "e",
        }
    }

    /// The choices with this word.
    pub(crate) fn of_word(word: &str) -> Option<Choices> {
        let made = [false, true].into_iter().flat_map(|has_more| {
            [false, true].map(|is_exchanged| Choices::Made { has_more, is_exchanged })
        });
        let mut all = [Choices::More, Choices::Elsewhere].into_iter().chain(made);
        all.find(|choices| choices.word() == word)
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

    /// Returns the side that has made the last move or choice.
    pub fn last_mover(&self) -> Side {
        match self.choices() {
            _ if self.spec.opening() == Opening::Plain => !self.position.turn(),
            Choices::None => Side::First,
            Choices::More => Side::Second,
            Choices::Made { has_more, .. } if self.plies_of_opening() == self.moves.len() => {
                self.side_at_start(if has_more { Side::First } else { Side::Second })
            }
            Choices::Made { .. } | Choices::Elsewhere => !self.position.turn(),
        }
    }

    /// Returns the side that the player on this side had when the game began, and the other way round.
    pub fn side_at_start(&self, side: Side) -> Side {
        match self.choices() {
            Choices::Made { is_exchanged: true, .. } => !side,
            Choices::None | Choices::More | Choices::Made { .. } | Choices::Elsewhere => side,
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
            Choices::Made { has_more: false, .. } => STONES.into(),
            Choices::Made { has_more: true, .. } => STONES_WITH_MORE.into(),
            Choices::None | Choices::More => self.moves.len(),
            Choices::Elsewhere => 0,
        }
    }

    /// Returns the last ply of the opening in which the player on this side has put a stone.
    pub(crate) fn last_stone_of(&self, side: Side) -> Option<usize> {
        let (plies, stones) = (self.plies_of_opening(), usize::from(STONES));
        match self.side_at_start(side) {
            Side::First => plies.min(stones).checked_sub(1),
            Side::Second => plies.checked_sub(1).filter(|last| *last >= stones),
        }
    }

    /// Returns the last ply of this side, if it may have been made at the revision `seen`: nothing has happened
    /// since but this move and perhaps the reply to it.
    pub fn ply_made_at(&self, seen: Revision, side: Side) -> Option<usize> {
        let since = self.revision.0.checked_sub(seen.0)?;
        // A move and the reply to it are two changes; in an opening stones may follow each other.
        let is_replied_to = self.turn() == side && self.stage().is_none();
        let since_min = if is_replied_to { 2 } else { 1 };
        let last = self.last_ply_of(side).or_else(|| self.last_stone_of(side));
        last.filter(|_| (since_min..=REPLIED_WITHIN).contains(&since))
    }

    /// Returns the first ply that a player is answerable for: after the record it goes on from, and after an opening in
    /// which both sides put stones of both colours. In a replay it is not known how many those were, so it is the first
    /// ply that is no such stone for sure.
    pub fn first_own_ply(&self) -> usize {
        match self.is_replay() {
            true => usize::from(self.spec.opening().stones_max()).min(self.moves.len()),
            false => self.plies_elsewhere().max(self.plies_of_opening()),
        }
    }

    /// Returns whether both sides have moved: in an opening, both have put stones or chosen.
    pub(crate) fn have_both_moved(&self) -> bool {
        match (self.spec.opening(), self.choices()) {
            (Opening::Swap | Opening::Swap2, Choices::None) => false,
            (Opening::Plain | Opening::Swap | Opening::Swap2, _) => self.moves.len() >= 2,
        }
    }

    /// Number of transitions that were choices of an opening.
    pub(crate) fn choice_count(&self) -> u32 {
        self.choices().count()
    }

    /// Number of moves and choices.
    pub fn step_count(&self) -> usize {
        self.moves.len() + self.choice_count() as usize
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
            Choices::Made { has_more: false, .. } => plies >= STONES,
            Choices::More => {
                opening == Opening::Swap2 && (STONES..=STONES_WITH_MORE).contains(&plies)
            }
            Choices::Made { has_more: true, .. } => {
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
        if let Some(said) = self.agreement() {
            self.keep_agreement(said.after_choice());
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
        let is_exchanged = colour != by;
        self.keep_choices(Choices::Made { has_more, is_exchanged });
        if is_exchanged {
            self.exchange_seats();
        }
        Ok(())
    }

    fn exchange_seats(&mut self) {
        self.seats = exchanged(self.seats);
        self.change_extras(|extras| {
            extras.agreement = extras.agreement.map(|said| said.exchanged());
            extras.clock = extras.clock.map(|clock| clock.exchanged());
            extras.times = extras.times.take().map(|times| Box::new(times.exchanged()));
        });
    }

    pub(crate) fn choices(&self) -> Choices {
        self.extras.as_deref().map(|extras| extras.choices).unwrap_or_default()
    }

    pub(crate) fn keep_choices(&mut self, choices: Choices) {
        self.change_extras(|extras| extras.choices = choices);
    }

    /// Records that the moves so far were made elsewhere. Before the first move a game has its opening to come.
    pub(crate) fn skip_opening(&mut self) {
        if self.spec.opening() != Opening::Plain && !self.moves.is_empty() {
            self.keep_choices(Choices::Elsewhere);
        }
    }

    /// Makes it a game without an opening, whose stones so far stay. No choice has been made in it.
    pub(crate) fn leave_out_opening(&mut self) {
        if self.spec.opening() != Opening::Plain {
            self.spec = self.spec.without_opening();
            self.go_back_to(self.moves.len());
        }
    }
}

/// Returns what both sides have, for the other side each.
pub(crate) fn exchanged<T>(BySide { first, second }: BySide<T>) -> BySide<T> {
    BySide { first: second, second: first }
}
