//! What a person has been helped with in a game against an engine: hints, the X-ray, moves taken back.
//!
//! The stored form is six fields with spaces between, `2 1 2 5 + 14.2`: how many hints, how often and how
//! many plies were taken back, how many transitions have made no move, whether the X-ray is on (`+`), was
//! on (`~`) or never was (`-`), and the hint on the board (`-` for none): after how many plies it was given
//! and how much it says. It stands beside the record, so that a program that knows of no help plays on.

use zerosum_games::Game;
use zerosum_games::side::{BySide, Side};

use crate::session::{Awaiting, Refusal, Seat, Session};

/// No stored form is longer.
const HELP_BYTES_MAX: usize = "65535 65535 65535 65535 ~ 65535.2".len();

/// How much a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hint {
    /// What to look at.
    Look,
    /// The best move.
    Move,
    /// The same, and why.
    Why,
}

/// The sight of what every move leads to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Xray {
    #[default]
    Never,
    On,
    /// It was on before.
    Off,
}

/// See the module.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Help {
    hints: u16,
    taken_back: u16,
    plies_taken_back: u16,
    /// Transitions that have made no move.
    asides: u16,
    xray: Xray,
    /// The plies that were played when it was given, and how much it says.
    hint: Option<(u16, Hint)>,
}

/// The text is not one of a [`Help`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHelp;

impl Help {
    /// How often a hint was asked for, or why a move is the best one.
    pub fn hints(&self) -> u16 {
        self.hints
    }

    /// How often a move was taken back.
    pub fn taken_back(&self) -> u16 {
        self.taken_back
    }

    /// Whether what every move leads to is or was to be seen.
    pub fn has_seen_through(&self) -> bool {
        self.xray != Xray::Never
    }

    /// Whether what every move leads to is to be seen.
    pub fn is_seeing_through(&self) -> bool {
        self.xray == Xray::On
    }

    /// The hint on a board after so many plies.
    pub fn hint_at(&self, plies: usize) -> Option<Hint> {
        self.hint.filter(|(at, _)| usize::from(*at) == plies).map(|(_, hint)| hint)
    }

    /// How many of so many transitions have made one of the moves that are played: all but those that made
    /// none, and but for the moves that were taken back.
    pub(super) fn moves_of(&self, transitions: u32) -> usize {
        let not_played = u32::from(self.asides) + u32::from(self.plies_taken_back);
        usize::try_from(transitions.saturating_sub(not_played)).unwrap_or(usize::MAX)
    }

    /// With a hint more, after so many plies.
    pub(super) fn with_hint(self, plies: usize) -> Result<Help, Refusal> {
        let hint = match self.hint_at(plies) {
            None => Hint::Look,
            Some(Hint::Look) => Hint::Move,
            Some(Hint::Move | Hint::Why) => return Err(Refusal::AllSaid),
        };
        let hint = Some((count(plies), hint));
        Ok(Help { hints: self.hints.saturating_add(1), hint, ..self.aside() })
    }

    /// With an explanation after so many plies. To be told the same again is no more help.
    pub(super) fn with_explanation(self, plies: usize) -> Help {
        let is_new = self.hint_at(plies) != Some(Hint::Why);
        let hint = Some((count(plies), Hint::Why));
        Help { hints: self.hints.saturating_add(u16::from(is_new)), hint, ..self.aside() }
    }

    /// With the X-ray on or off.
    pub(super) fn with_xray(self, is_on: bool) -> Help {
        let xray = match (is_on, self.xray) {
            (true, _) => Xray::On,
            // What was never seen does not count.
            (false, Xray::Never) => Xray::Never,
            (false, Xray::On | Xray::Off) => Xray::Off,
        };
        Help { xray, ..self.aside() }
    }

    /// After so many plies were taken back at once.
    pub(super) fn after_taking_back(self, plies: usize) -> Help {
        Help {
            taken_back: self.taken_back.saturating_add(1),
            plies_taken_back: self.plies_taken_back.saturating_add(count(plies)),
            hint: None,
            ..self.aside()
        }
    }

    fn aside(self) -> Help {
        Help { asides: self.asides.saturating_add(1), ..self }
    }
}

impl Session {
    /// Whether a person has had help, so that what came of the game counts apart.
    pub fn is_helped(&self) -> bool {
        self.kept_help().is_some()
    }

    /// What they have been helped with.
    pub fn help(&self) -> Help {
        self.kept_help().unwrap_or_default()
    }

    /// The same session, in which there was this help.
    #[must_use]
    pub fn with_help(mut self, help: Help) -> Session {
        self.keep_help(help);
        self
    }

    /// Whether help can be had: a person plays an engine, and the game is not over.
    pub fn has_help(&self) -> bool {
        self.helped_side().is_some() && self.outcome().is_none()
    }

    /// The hint on the board.
    pub fn hint(&self) -> Option<Hint> {
        let is_to_move = matches!(self.awaiting(), Awaiting::Human { .. });
        self.help().hint_at(self.moves.len()).filter(|_| is_to_move)
    }

    /// Whether the person who plays an engine has made a move here.
    pub fn can_take_back(&self) -> bool {
        self.helped_side().is_some_and(|side| self.last_ply_of(side).is_some())
    }

    /// Says more to this side than before.
    pub(super) fn give_hint(&mut self, side: Side) -> Result<(), Refusal> {
        self.check_advice(side)?;
        let help = self.help().with_hint(self.moves.len())?;
        self.keep_help(help);
        Ok(())
    }

    /// Counts that this side is told why a move is the best one.
    pub(super) fn note_explanation(&mut self, side: Side) -> Result<(), Refusal> {
        self.check_advice(side)?;
        self.keep_help(self.help().with_explanation(self.moves.len()));
        Ok(())
    }

    /// Has every move show what it leads to, or no longer.
    pub(super) fn see_through(&mut self, side: Side, is_on: bool) -> Result<(), Refusal> {
        self.check_help(side)?;
        self.keep_help(self.help().with_xray(is_on));
        Ok(())
    }

    /// Goes back to where this side has moved last. Moves that were made elsewhere stay.
    pub(super) fn take_back(&mut self, side: Side) -> Result<(), Refusal> {
        self.check_help(side)?;
        let ply = self.last_ply_of(side).ok_or(Refusal::NothingToTakeBack)?;
        let help = self.help().after_taking_back(self.moves.len() - ply);
        self.keep_help(help);
        self.go_back_to(ply);
        Ok(())
    }

    /// Takes back all moves but the first so many.
    pub(super) fn go_back_to(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.position = self.spec.start();
        for code in &self.moves {
            self.position.play(*code).expect("the moves of a session are legal");
        }
    }

    fn kept_help(&self) -> Option<Help> {
        self.beside.as_deref()?.help
    }

    fn keep_help(&mut self, help: Help) {
        self.beside.get_or_insert_default().help = Some(help);
    }

    /// Whether this side may be told about its next move.
    fn check_advice(&self, side: Side) -> Result<(), Refusal> {
        self.check_help(side)?;
        if side == self.position.turn() { Ok(()) } else { Err(Refusal::NotYourTurn) }
    }

    fn check_help(&self, side: Side) -> Result<(), Refusal> {
        if self.helped_side() == Some(side) { Ok(()) } else { Err(Refusal::NoHelp) }
    }

    /// The side of the person, if they play an engine.
    fn helped_side(&self) -> Option<Side> {
        self.person_side().filter(|_| !self.is_voted())
    }

    /// The side of the person in a game against an engine.
    pub(super) fn person_side(&self) -> Option<Side> {
        let BySide { first, second } = self.seats;
        match (first, second) {
            (Seat::Human(_), Seat::Engine(_)) => Some(Side::First),
            (Seat::Engine(_), Seat::Human(_)) => Some(Side::Second),
            (_, Seat::Human(_) | Seat::Engine(_) | Seat::Open | Seat::Gone) => None,
        }
    }

    /// The last ply with which this side has moved here. Sides take turns in every game.
    pub(super) fn last_ply_of(&self, side: Side) -> Option<usize> {
        let is_theirs = |ply: &usize| ply % 2 == usize::from(side == Side::Second);
        (self.plies_elsewhere()..self.moves.len()).rev().find(is_theirs)
    }
}

/// No game has as many plies as there are numbers.
fn count(plies: usize) -> u16 {
    u16::try_from(plies).unwrap_or(u16::MAX)
}

/// The help as a line of text.
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

/// The help that such a line tells of.
pub fn decode(text: &str) -> Result<Help, NotHelp> {
    let help = Some(text).filter(|text| text.len() <= HELP_BYTES_MAX).and_then(read);
    // Numbers have many spellings; only the one that encoding makes is accepted.
    help.filter(|help| encode(help) == text).ok_or(NotHelp)
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
