//! State beside the moves and seats, which few sessions have.

use crate::Session;
use crate::game::agreement::Agreement;
use crate::game::ballot::Ballot;
use crate::game::clock::Clock;
use crate::game::help::Help;
use crate::game::leaving::Departure;
use crate::game::opening::Choices;
use crate::game::reservation::Reservation;
use crate::game::times::Times;

/// All but the choices is stored beside the record.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Extras {
    /// Those of the opening.
    pub choices: Choices,
    pub help: Option<Help>,
    pub agreement: Option<Agreement>,
    pub clock: Option<Clock>,
    pub times: Option<Box<Times>>,
    pub ballot: Option<Box<Ballot>>,
    pub reservation: Option<Reservation>,
    pub departure: Option<Departure>,
}

impl Session {
    /// Changes the extras. Empty ones are dropped, so that equal sessions compare equal.
    pub(crate) fn change_extras(&mut self, change: impl FnOnce(&mut Extras)) {
        let mut extras = self.extras.take().unwrap_or_default();
        change(&mut extras);
        self.extras = Some(extras).filter(|extras| **extras != Extras::default());
    }
}
