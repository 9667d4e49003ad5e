//! What the buttons below a puzzle carry: all there is to know of it, because nothing of it is stored.

use zerosum_games::MoveCode;
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};

use crate::render::tap::{Part, Ply, part_name, read_part, read_ply};

/// So many tries are counted.
pub const TRIES_MAX: u8 = 9;

/// A puzzle as somebody has it before them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Posed {
    pub number: PuzzleNumber,
    /// The day whose puzzle it was asked for as.
    pub day: Option<Day>,
    /// How many answers were wrong, below [`TRIES_MAX`]; `None` if it was solved before it was asked for,
    /// and tries are not counted.
    pub wrong: Option<u8>,
}

impl Posed {
    /// In so many tries it is solved if the next answer is right.
    pub fn tries(self) -> Option<u8> {
        self.wrong.map(|wrong| wrong + 1)
    }

    /// What a link to it names.
    pub fn linked(self) -> LinkedPuzzle {
        self.day.map_or(LinkedPuzzle::Number(self.number), LinkedPuzzle::OfDay)
    }

    /// After a wrong answer.
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
    /// The word that stands for it in a link: `d20780`, `p17`.
    pub fn encode(self) -> String {
        match self {
            LinkedPuzzle::OfDay(Day(day)) => format!("d{day}"),
            LinkedPuzzle::Number(PuzzleNumber(number)) => format!("p{number}"),
        }
    }

    /// The puzzle of such a word.
    pub fn decode(text: &str) -> Option<LinkedPuzzle> {
        let linked = match (text.strip_prefix('d'), text.strip_prefix('p')) {
            (Some(day), _) => LinkedPuzzle::OfDay(Day(day.parse().ok()?)),
            (_, Some(number)) => LinkedPuzzle::Number(PuzzleNumber(number.parse().ok()?)),
            (None, None) => return None,
        };
        // Numbers have many spellings; only the one that is handed out is taken.
        Some(linked).filter(|linked| linked.encode() == text)
    }
}

/// How somebody has come to see the solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Finish {
    Solved,
    GivenUp,
}

/// Which puzzle somebody wants after another one.
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

/// What is done with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PuzzleTap {
    /// This move is right, says whoever taps.
    Answer { posed: Posed, code: MoveCode },
    /// The board offers the moves in one part of it, or with one piece.
    Look { posed: Posed, part: Option<Part> },
    /// The board after so many moves of the solution.
    Solution { posed: Posed, finish: Finish, ply: Ply },
    /// The result, in a message of its own.
    Share(Posed),
    /// Another puzzle, in a message of its own.
    Next { after: PuzzleNumber, next: NextPuzzle },
}

impl PuzzleTap {
    /// Fields with colons between them; numbers are hexadecimal.
    pub(in crate::render) fn encode(self) -> String {
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

    pub(in crate::render) fn decode(fields: &[&str]) -> Option<PuzzleTap> {
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
