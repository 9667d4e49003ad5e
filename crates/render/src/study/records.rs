//! Explains why a text is no record, and where it is wrong.

use zerosum_games::any::GameSpec;
use zerosum_games::mnk::{SIZE_MAX, SIZE_MIN};
use zerosum_games::notation::MoveTextError;
use zerosum_games::record::foreign::{ForeignFault, Format};
use zerosum_games::record::{MoveFault, MovePlace, RecordError};
use zerosum_games::side::Side;
use zerosum_games::strategic::names::StrategicRulesError;
use zerosum_games::strategic::numbers::NumberSetError;

use crate::board::words::{self, Bounds};
use crate::locales::localizer::Localizer;
use crate::locales::names::presentable;
use crate::locales::phrase::Phrase;

/// A reader of the explanation.
#[derive(Clone, Copy)]
pub struct RecordReader<'a> {
    /// Mark of a side, as it is shown to them.
    pub mark: &'a dyn Fn(GameSpec, Side) -> &'static str,
    pub localizer: Localizer<'a>,
}

impl RecordReader<'_> {
    /// Explains an error.
    pub fn explain(&self, error: &RecordError) -> String {
        match error {
            RecordError::TooLong => self.say(Phrase::RecordTooLong),
            RecordError::Head | RecordError::Version { .. } => self.say(Phrase::RecordHead),
            RecordError::Game { found, fault } => {
                let numbers = match fault {
                    Some(StrategicRulesError::Numbers(error)) => Some(error),
                    Some(_) | None => None,
                };
                self.unknown_game(found, numbers)
            }
            RecordError::Move { place, fault } => self.wrong_move(*place, fault),
            RecordError::Number { place, found, .. } => {
                let (number, mark) = self.told(*place);
                self.say(Phrase::RecordNumber { number, mark, found: &presentable(found) })
            }
            RecordError::Cut { place } => {
                let (number, mark) = self.told(*place);
                self.say(Phrase::RecordCut { number, mark })
            }
            RecordError::Result { expected, found } => {
                self.say(Phrase::RecordResult { found, expected })
            }
            RecordError::Foreign { format, fault } => self.foreign(*format, fault),
            RecordError::Several { spec, moves, is_all } => {
                let more = if *is_all { "" } else { " …" };
                let (game, moves) = (&spec.name(), &format!("{}{more}", moves.join(" ")));
                self.say(Phrase::RecordOfWhichGame { game, moves })
            }
            RecordError::Size => {
                let (min, max) = (SIZE_MIN.into(), SIZE_MAX.into());
                self.say(Phrase::BoardSizes { min, max })
            }
            RecordError::Behind { found } => {
                self.say(Phrase::RecordBehind { text: &presentable(found) })
            }
        }
    }

    /// Says that there is no game of this name, or what is wrong with the numbers in it.
    fn unknown_game(&self, name: &str, numbers: Option<&NumberSetError>) -> String {
        match numbers {
            Some(NumberSetError::NoNumber { place, found }) => {
                let (number, found) = (place.ordinal(), presentable(&found.to_string()));
                self.say(Phrase::WrongNumber { number, found: &found })
            }
            Some(NumberSetError::Count { found }) => {
                self.say(Phrase::NumberCount { count: *found })
            }
            // Numbers written as digits are never too large.
            Some(NumberSetError::TooLarge { .. }) | None => {
                self.say(Phrase::UnknownGameName { word: &presentable(name) })
            }
        }
    }

    /// Explains why a record of another program is not read.
    fn foreign(&self, format: Format, fault: &ForeignFault) -> String {
        let name = format.name();
        let (at, found, reason) = match fault {
            ForeignFault::OtherGame { number } => return self.other_game(name, *number),
            ForeignFault::NoSize => return self.say(Phrase::RecordNoSize { format: name }),
            ForeignFault::SetUp => return self.say(Phrase::RecordSetUp { format: name }),
            ForeignFault::Turn { at, found } => (at, found, Phrase::RecordTurn),
            ForeignFault::Move { at, found } => (at, found, Phrase::RecordNoMove),
            ForeignFault::OffBoard { at, found, first, last } => {
                (at, found, Phrase::NoSuchCell { first, last })
            }
        };
        let number = u32::try_from(*at).unwrap_or(u32::MAX);
        let (text, reason) = (&presentable(found), &self.say_on(reason));
        self.say(Phrase::RecordForeign { format: name, number, text, reason })
    }

    /// Tells that a record is of a game that is not here, given SGF's number of the game.
    fn other_game(&self, format: &str, number: Option<u32>) -> String {
        let Some(number) = number else { return self.say(Phrase::RecordOfNoGame { format }) };
        let game = match number {
            1 => self.say(Phrase::ForeignGo),
            2 => self.say(Phrase::ForeignOthello),
            3 => self.say(Phrase::ForeignChess),
            other => format!("GM[{other}]"),
        };
        self.say(Phrase::RecordOtherGame { format, game: &game })
    }

    fn wrong_move(&self, place: MovePlace, fault: &MoveFault) -> String {
        let bounds = Bounds::of(&place.spec.start());
        let (text, reason) = match fault {
            MoveFault::Text(MoveTextError::Form { found, .. }) => (found, Phrase::RecordNoMove),
            MoveFault::Text(MoveTextError::OffBoard { found }) => (found, bounds.phrase()),
            MoveFault::Text(MoveTextError::Light { found }) => (found, Phrase::NoSuchMove),
            MoveFault::Illegal { position, code, text } => {
                (text, words::illegal(position, Some(*code)))
            }
            MoveFault::Over { found } => (found, Phrase::RecordMoveAfterEnd),
        };
        let (number, mark) = self.told(place);
        let (text, reason) = (&presentable(text), &self.say_on(reason));
        self.say(Phrase::RecordMove { number, mark, text, reason })
    }

    /// Number and side of a move.
    fn told(&self, MovePlace { spec, number, side }: MovePlace) -> (u32, &'static str) {
        (u32::try_from(number).unwrap_or(u32::MAX), (self.mark)(spec, side))
    }

    /// Says a sentence after a colon, where it begins with a small letter.
    fn say_on(&self, phrase: Phrase) -> String {
        let sentence = self.say(phrase);
        let mut letters = sentence.chars();
        let first = letters.next().into_iter().flat_map(char::to_lowercase);
        first.chain(letters).collect()
    }

    fn say(&self, phrase: Phrase) -> String {
        self.localizer.say(phrase)
    }
}
