//! Help for a person in a game against an engine: hints, the X-ray, and moves taken back.
//!
//! The stored form is six fields separated by spaces, `2 1 2 5 + 14.2`: the number of hints; how often moves
//! were taken back, and how many plies; the number of transitions without a move; the X-ray, which is on
//! (`+`), was on (`~`) or never was (`-`); and the hint on the board (`-` for none): the number of plies at
//! which it was given, and its kind. It is stored beside the record, so that older versions of the program
//! can still play the game.

use zerosum_games::Game;
use zerosum_games::side::{BySide, Side};

use crate::game::record::RecordError;
use crate::{Actor, Awaiting, Refusal, Revision, Seat, Session};

/// Maximum length of the stored form.
const HELP_BYTES_MAX: usize = "65535 65535 65535 65535 ~ 65535.2".len();

/// Kind of hint; each tells more than the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hint {
    /// Points out the part of the position to look at.
    Look,
    /// Tells the best move.
    Move,
    /// Tells the best move and the reason for it.
    Why,
}

/// State of the X-ray, which shows the result that each move leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Xray {
    #[default]
    Never,
    On,
    /// It was on before.
    Off,
}

/// Help that a person has had in one game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    hints: u16,
    taken_back: u16,
    plies_taken_back: u16,
    /// Number of transitions without a move.
    asides: u16,
    xray: Xray,
    /// The number of plies at which the last hint was given, and its kind.
    hint: Option<(u16, Hint)>,
}

impl Help {
    /// Returns the number of hints and explanations.
    pub fn hints(&self) -> u16 {
        self.hints
    }

    /// Returns the number of times that moves were taken back.
    pub fn taken_back(&self) -> u16 {
        self.taken_back
    }

    /// Returns whether the X-ray is or was on.
    pub fn has_seen_through(&self) -> bool {
        self.xray != Xray::Never
    }

    /// Returns whether the X-ray is on.
    pub fn is_seeing_through(&self) -> bool {
        self.xray == Xray::On
    }

    /// Returns the hint on a board after this number of plies.
    fn hint_at(&self, plies: usize) -> Option<Hint> {
        self.hint.filter(|(at, _)| usize::from(*at) == plies).map(|(_, hint)| hint)
    }

    /// Returns the number of transitions, of `transitions` in all, whose moves are still played: without the
    /// transitions that made no move and the moves that were taken back.
    pub(crate) fn moves_of(&self, transitions: u32) -> usize {
        let not_played = u32::from(self.asides) + u32::from(self.plies_taken_back);
        usize::try_from(transitions.saturating_sub(not_played)).unwrap_or(usize::MAX)
    }

    /// Returns the help after one more hint at this number of plies.
    pub(crate) fn with_hint(self, plies: usize) -> Result<Help, Refusal> {
        let hint = match self.hint_at(plies) {
            None => Hint::Look,
            Some(Hint::Look) => Hint::Move,
            Some(Hint::Move | Hint::Why) => return Err(Refusal::AllSaid),
        };
        let hint = Some((count(plies), hint));
        Ok(Help { hints: self.hints.saturating_add(1), hint, ..self.aside() })
    }

    /// Returns the help after an explanation at this number of plies. A repeated one is not counted.
    pub(crate) fn with_explanation(self, plies: usize) -> Help {
        let is_new = self.hint_at(plies) != Some(Hint::Why);
        let hint = Some((count(plies), Hint::Why));
        Help { hints: self.hints.saturating_add(u16::from(is_new)), hint, ..self.aside() }
    }

    /// Returns the help with the X-ray turned on or off.
    pub(crate) fn with_xray(self, is_on: bool) -> Help {
        let xray = match (is_on, self.xray) {
            (true, _) => Xray::On,
            // An X-ray that was never on does not count as help.
            (false, Xray::Never) => Xray::Never,
            (false, Xray::On | Xray::Off) => Xray::Off,
        };
        Help { xray, ..self.aside() }
    }

    /// Returns the help after this number of plies was taken back at once.
    pub(crate) fn after_taking_back(self, plies: usize) -> Help {
        Help {
            taken_back: self.taken_back.saturating_add(1),
            plies_taken_back: self.plies_taken_back.saturating_add(count(plies)),
            hint: None,
            ..self.aside()
        }
    }

    /// Returns the help with nothing of it shown on the board.
    #[must_use]
    pub fn out_of_sight(self) -> Help {
        let xray = if self.has_seen_through() { Xray::Off } else { Xray::Never };
        Help { xray, hint: None, ..self }
    }

    fn aside(self) -> Help {
        Help { asides: self.asides.saturating_add(1), ..self }
    }
}

impl Session {
    /// Returns whether a person has had help, so that the result of the game counts separately.
    pub fn is_helped(&self) -> bool {
        self.kept_help().is_some()
    }

    /// Returns the help that the person has had.
    pub fn help(&self) -> Help {
        self.kept_help().unwrap_or_default()
    }

    /// Returns the session with this help.
    #[must_use]
    pub fn with_help(mut self, help: Help) -> Session {
        self.keep_help(help);
        self
    }

    /// Returns whether help is available: a person plays an engine alone, colours are chosen, and the game is not over.
    pub fn has_help(&self) -> bool {
        self.plays_engine_alone() && self.stage().is_none()
    }

    /// Returns whether a person plays an engine alone, and the game is not over.
    pub fn plays_engine_alone(&self) -> bool {
        self.helped_side().is_some() && self.outcome().is_none()
    }

    /// Returns whether its board shows results of a search, because the person has asked for them.
    pub fn shows_analysis(&self) -> bool {
        self.has_help() && (self.help().is_seeing_through() || self.hint().is_some())
    }

    /// Checks whether a user who saw the session at revision `seen` can open the panel with more help.
    pub fn check_more_help(&self, actor: Actor, seen: Revision) -> Result<(), Refusal> {
        self.check_help(self.check_board_of(actor, seen)?)
    }

    /// Returns the side of an actor who saw the session at revision `seen`, if it is in play and has not changed since.
    pub(crate) fn check_board_of(&self, actor: Actor, seen: Revision) -> Result<Side, Refusal> {
        let side = self.side_of(actor).ok_or(Refusal::NotSeated)?;
        if self.outcome().is_some() {
            Err(Refusal::Over)
        } else if seen != self.revision {
            Err(Refusal::Stale)
        } else {
            Ok(side)
        }
    }

    /// Returns the hint on the board, if the person is to move.
    pub fn hint(&self) -> Option<Hint> {
        let is_to_move = matches!(self.awaiting(), Awaiting::Human { .. });
        self.help().hint_at(self.moves.len()).filter(|_| is_to_move)
    }

    /// Returns whether the person who plays an engine has made a move here, which they can take back.
    pub fn can_take_back(&self) -> bool {
        self.helped_side().is_some_and(|side| self.last_ply_of(side).is_some())
    }

    /// Gives this side the next hint.
    pub(crate) fn give_hint(&mut self, side: Side) -> Result<(), Refusal> {
        self.check_advice(side)?;
        let help = self.help().with_hint(self.moves.len())?;
        self.keep_help(help);
        Ok(())
    }

    /// Counts an explanation of the best move that this side gets.
    pub(crate) fn note_explanation(&mut self, side: Side) -> Result<(), Refusal> {
        self.check_advice(side)?;
        self.keep_help(self.help().with_explanation(self.moves.len()));
        Ok(())
    }

    /// Turns the X-ray on or off.
    pub(crate) fn see_through(&mut self, side: Side, is_on: bool) -> Result<(), Refusal> {
        self.check_help(side)?;
        self.keep_help(self.help().with_xray(is_on));
        Ok(())
    }

    /// Takes back the last move of this side and all moves after it. Moves that were made elsewhere stay.
    pub(crate) fn take_back(&mut self, side: Side) -> Result<(), Refusal> {
        self.check_help(side)?;
        let ply = self.last_ply_of(side).ok_or(Refusal::NothingToTakeBack)?;
        let help = self.help().after_taking_back(self.moves.len() - ply);
        self.keep_help(help);
        self.go_back_to(ply);
        Ok(())
    }

    /// Takes back all moves from this ply on.
    pub(crate) fn go_back_to(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.position = self.spec.start();
        for code in &self.moves {
            self.position.play(*code).expect("the moves of a session are legal");
        }
    }

    fn kept_help(&self) -> Option<Help> {
        self.extras.as_deref()?.help
    }

    fn keep_help(&mut self, help: Help) {
        self.change_extras(|extras| extras.help = Some(help));
    }

    /// Checks whether this side can get a hint or an explanation now.
    fn check_advice(&self, side: Side) -> Result<(), Refusal> {
        self.check_help(side)?;
        if side == self.turn() { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }

    fn check_help(&self, side: Side) -> Result<(), Refusal> {
        match self.helped_side() {
            Some(helped) if helped == side && self.stage().is_some() => Err(Refusal::InOpening),
            Some(helped) if helped == side => Ok(()),
            Some(_) | None => Err(Refusal::NoHelp),
        }
    }

    /// Returns the side of the person, if they play an engine alone.
    fn helped_side(&self) -> Option<Side> {
        self.person_side().filter(|_| !self.is_voted())
    }

    /// Returns the side of the person in a game against an engine.
    pub(crate) fn person_side(&self) -> Option<Side> {
        let BySide { first, second } = self.seats;
        match (first, second) {
            (Seat::Human(_), Seat::Engine(_)) => Some(Side::First),
            (Seat::Engine(_), Seat::Human(_)) => Some(Side::Second),
            (_, Seat::Human(_) | Seat::Engine(_) | Seat::Open | Seat::Gone) => None,
        }
    }

    /// Returns the last ply that this side has made here, after an opening in which both sides have put stones of both
    /// colours. From there on sides take turns in every game.
    pub(crate) fn last_ply_of(&self, side: Side) -> Option<usize> {
        let is_theirs = |ply: &usize| ply % 2 == usize::from(side == Side::Second);
        let from = self.plies_elsewhere().max(self.plies_of_opening());
        (from..self.moves.len()).rev().find(is_theirs)
    }
}

/// Converts a number of plies; no game has more than a `u16` holds.
fn count(plies: usize) -> u16 {
    u16::try_from(plies).unwrap_or(u16::MAX)
}

/// Encodes the help as a line of text.
pub fn encode(help: &Help) -> String {
    let Help { hints, taken_back, plies_taken_back, asides, xray, hint } = help;
    let xray = match xray {
        Xray::Never => '-',
        Xray::On => '+',
        Xray::Off => '~',
    };
    let hint = match hint {
        None => "-".to_owned(),
        Some((plies, Hint::Look)) => format!("{plies}.1"),
        Some((plies, Hint::Move)) => format!("{plies}.2"),
        Some((plies, Hint::Why)) => format!("{plies}.3"),
    };
    format!("{hints} {taken_back} {plies_taken_back} {asides} {xray} {hint}")
}

/// Decodes the help from a line of text.
pub fn decode(text: &str) -> Result<Help, RecordError> {
    let help = Some(text).filter(|text| text.len() <= HELP_BYTES_MAX).and_then(read);
    // Numbers have many spellings; only the one that encoding makes is accepted.
    help.filter(|help| encode(help) == text).ok_or(RecordError::Malformed)
}

fn read(text: &str) -> Option<Help> {
    let fields: Vec<&str> = text.split(' ').collect();
    let [hints, taken_back, plies_taken_back, asides, xray, hint] = fields[..] else { return None };
    Some(Help {
        hints: hints.parse().ok()?,
        taken_back: taken_back.parse().ok()?,
        plies_taken_back: plies_taken_back.parse().ok()?,
        asides: asides.parse().ok()?,
        xray: match xray {
            "-" => Xray::Never,
            "+" => Xray::On,
            "~" => Xray::Off,
            _ => return None,
        },
        hint: match hint.split_once('.') {
            None if hint == "-" => None,
            Some((plies, "1")) => Some((plies.parse().ok()?, Hint::Look)),
            Some((plies, "2")) => Some((plies.parse().ok()?, Hint::Move)),
            Some((plies, "3")) => Some((plies.parse().ok()?, Hint::Why)),
            None | Some(_) => return None,
        },
    })
}
