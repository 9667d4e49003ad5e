//! Data of the buttons below a puzzle: its complete state, because nothing of it is stored.

use zerosum_games::MoveCode;
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};

use crate::tap::part::{Part, Ply, part_name, read_part, read_ply};

/// Maximum number of tries counted.
pub const TRIES_MAX: u8 = 9;

/// A puzzle as posed to a user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Posed {
    pub number: PuzzleNumber,
    /// Day whose puzzle it is, if it was asked for as such.
    pub day: Option<Day>,
    /// Number of wrong answers, below [`TRIES_MAX`]; `None` if the user had solved it before, so tries
    /// are not counted.
    pub wrong: Option<u8>,
}

impl Posed {
    /// Number of tries if the next answer is right.
    pub(crate) fn tries(self) -> Option<u8> {
        self.wrong.map(|wrong| wrong + 1)
    }

    /// Returns the puzzle as a link names it.
    pub fn linked(self) -> LinkedPuzzle {
        self.day.map_or(LinkedPuzzle::Number(self.number), LinkedPuzzle::OfDay)
    }

    /// Returns the state after a wrong answer.
    #[must_use]
    pub fn after_wrong(self) -> Posed {
        let wrong = self.wrong.map(|wrong| (wrong + 1).min(TRIES_MAX - 1));
        Posed { wrong, ..self }
    }
}

/// A puzzle as a link names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkedPuzzle {
    OfDay(Day),
    Number(PuzzleNumber),
}

impl LinkedPuzzle {
    /// Encodes the puzzle for a link: `d20780`, `p17`.
    pub fn encode(self) -> String {
        match self {
            LinkedPuzzle::OfDay(Day(day)) => format!("d{day}"),
            LinkedPuzzle::Number(PuzzleNumber(number)) => format!("p{number}"),
        }
    }

    /// Decodes such a word.
    pub fn decode(text: &str) -> Option<LinkedPuzzle> {
        let linked = match (text.strip_prefix('d'), text.strip_prefix('p')) {
            (Some(day), _) => LinkedPuzzle::OfDay(Day(day.parse().ok()?)),
            (_, Some(number)) => LinkedPuzzle::Number(PuzzleNumber(number.parse().ok()?)),
            (None, None) => return None,
        };
        // A number has many spellings; only the canonical one is accepted.
        Some(linked).filter(|linked| linked.encode() == text)
    }
}

/// Way in which a puzzle was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    Solved,
    GivenUp,
}

/// Kind of the next puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NextPuzzle {
    Any,
    SameGame,
    Easier,
    Harder,
}

impl NextPuzzle {
    pub const ALL: [NextPuzzle; 4] =
        [NextPuzzle::Any, NextPuzzle::SameGame, NextPuzzle::Easier, NextPuzzle::Harder];

    fn name(self) -> &'static str {
        match self {
            NextPuzzle::Any => "n",
            NextPuzzle::SameGame => "s",
            NextPuzzle::Easier => "e",
            NextPuzzle::Harder => "h",
        }
    }
}

/// Action on a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleTap {
    /// Answers with this move.
    Answer { posed: Posed, code: MoveCode },
    /// Shows the moves in one part of the board, or with one piece.
    Look { posed: Posed, part: Option<Part> },
    /// Shows the board after this many moves of the solution.
    Solution { posed: Posed, finish: Finish, ply: Ply },
    /// Shares the result, in a new message.
    Share(Posed),
    /// Opens another puzzle, in a new message.
    Next { after: PuzzleNumber, next: NextPuzzle },
}

impl PuzzleTap {
    /// Encodes the fields, divided by colons; numbers are hexadecimal.
    pub(crate) fn encode(self) -> String {
        let of = |posed: Posed| {
            let Posed { number: PuzzleNumber(number), day, wrong } = posed;
            let day = day.map_or("-".to_owned(), |Day(day)| format!("{day:x}"));
            let wrong = wrong.map_or("-".to_owned(), |wrong| wrong.to_string());
            format!("{number:x}:{day}:{wrong}")
        };
        match self {
            PuzzleTap::Answer { posed, code: MoveCode(code) } => format!("{}:p{code:x}", of(posed)),
            PuzzleTap::Look { posed, part } => format!("{}:f{}", of(posed), part_name(part)),
            PuzzleTap::Solution { posed, finish: Finish::Solved, ply: Ply(ply) } => {
                format!("{}:s{ply:x}", of(posed))
            }
            PuzzleTap::Solution { posed, finish: Finish::GivenUp, ply: Ply(ply) } => {
                format!("{}:g{ply:x}", of(posed))
            }
            PuzzleTap::Share(posed) => format!("{}:h", of(posed)),
            PuzzleTap::Next { after: PuzzleNumber(number), next } => {
                format!("{number:x}:{}", next.name())
            }
        }
    }

    pub(crate) fn decode(fields: &[&str]) -> Option<PuzzleTap> {
        let number = |text| u16::from_str_radix(text, 16).ok().map(PuzzleNumber);
        let &[puzzle, day, wrong, asked] = fields else {
            let &[after, name] = fields else { return None };
            let next = NextPuzzle::ALL.into_iter().find(|next| next.name() == name)?;
            return Some(PuzzleTap::Next { after: number(after)?, next });
        };
        let posed = Posed {
            number: number(puzzle)?,
            day: match day {
                "-" => None,
                day => Some(Day(u32::from_str_radix(day, 16).ok()?)),
            },
            wrong: match wrong {
                "-" => None,
                wrong => Some(wrong.parse().ok().filter(|wrong| *wrong < TRIES_MAX)?),
            },
        };
        let (kind, rest) = asked.split_at_checked(1)?;
        Some(match kind {
            "p" => {
                let code = MoveCode(u16::from_str_radix(rest, 16).ok()?);
                PuzzleTap::Answer { posed, code }
            }
            "f" => PuzzleTap::Look { posed, part: read_part(rest)? },
            "s" => PuzzleTap::Solution { posed, finish: Finish::Solved, ply: read_ply(rest)? },
            "g" => PuzzleTap::Solution { posed, finish: Finish::GivenUp, ply: read_ply(rest)? },
            "h" if rest.is_empty() => PuzzleTap::Share(posed),
            _ => return None,
        })
    }
}
