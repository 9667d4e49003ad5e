//! Puzzles on the page: the position with its question, and the solution step by step. Which ones a visitor has
//! solved is not noted.

use serde::Serialize;
use zerosum_games::Game;
use zerosum_games::side::BySide;
use zerosum_search::puzzle::Puzzle;
use zerosum_search::puzzle::collection::{Collection, Day, PuzzleNumber};
use zerosum_session::Session;
use zerosum_session::language::Language;

use crate::board::focus::Focus;
use crate::board::insight::Insight;
use crate::board::words;
use crate::games;
use crate::games::appearance::{BoardText, Voice};
use crate::locales::Locales;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::page::FORMAT_VERSION;
use crate::page::game::{self, AskedMove, GameView};
use crate::study::puzzles::PuzzlePage;
use crate::study::replay;
use crate::tap::puzzles::{LinkedPuzzle, Posed};
use crate::view::Audience;

/// The puzzles of this program.
pub struct Puzzles(Collection);

/// A puzzle as a link names it.
#[derive(Clone, Copy)]
pub struct LinkedPage<'a> {
    puzzles: &'a Collection,
    puzzle: &'a Puzzle,
    posed: Posed,
    today: Day,
}

/// The position of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleView {
    #[serde(flatten)]
    game: GameView,
    /// Word by which a link names it.
    code: String,
    /// That of another puzzle.
    next: String,
    /// Moves of the solution that are played, of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<(usize, usize)>,
}

/// The answer to a move: the solution after the right one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TriedView {
    v: u32,
    is_right: bool,
    say: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<Box<PuzzleView>>,
}

impl Puzzles {
    pub fn read() -> Puzzles {
        Puzzles(Collection::read())
    }

    /// The puzzle of a word of a link, or of `today`, a number of days since 1970; `None` if there is none, or if
    /// its day is still to come.
    pub fn find(&self, code: &str, today: u32) -> Option<LinkedPage<'_>> {
        let today = Day(today);
        let linked = match code {
            "today" => LinkedPuzzle::OfDay(today),
            code => LinkedPuzzle::decode(code)?,
        };
        let (number, day) = match linked {
            LinkedPuzzle::OfDay(day) if day > today => return None,
            LinkedPuzzle::OfDay(day) => (self.0.daily(day), Some(day)),
            LinkedPuzzle::Number(number) => (number, None),
        };
        let puzzle = self.0.puzzle(number)?;
        let posed = Posed { number, day, wrong: Some(0) };
        Some(LinkedPage { puzzles: &self.0, puzzle, posed, today })
    }
}

impl LinkedPage<'_> {
    /// The positions that the solution comes by.
    pub fn positions(&self) -> Vec<Session> {
        (0..=self.puzzle.line().len()).map(|plies| self.after(plies)).collect()
    }

    /// Renders the position and the question.
    pub fn question(&self, locales: &Locales, language: Language) -> PuzzleView {
        let page = self.page(locales, language);
        let notes = vec![page.heading(), page.to_move()];
        self.view(&self.after(0), (page.task_alone(), notes), None, (locales, language))
    }

    /// Answers a move, or returns the sentence by which it is refused.
    pub fn answer(
        &self,
        asked: AskedMove,
        locales: &Locales,
        language: Language,
    ) -> Result<TriedView, String> {
        let (session, voice) = (self.after(0), Voice { locales, language });
        let code = game::move_asked(&session, asked, locales, language)?;
        if session.position().clone().play(code).is_err() {
            return Err(voice.say(words::illegal(session.position(), Some(code))));
        }
        let is_right = code == self.puzzle.right();
        let phrase =
            if is_right { Phrase::PuzzleSolvedAgain } else { PuzzlePage::wrong(self.puzzle) };
        let solution = is_right.then(|| Box::new(self.solution(1, locales, language)));
        Ok(TriedView { v: FORMAT_VERSION, is_right, say: voice.say(phrase), solution })
    }

    /// Renders the position after this many moves of the solution, or after its last one.
    pub fn solution(&self, ply: usize, locales: &Locales, language: Language) -> PuzzleView {
        let plies = self.puzzle.line().len();
        let ply = ply.min(plies);
        let (page, session) = (self.page(locales, language), self.after(ply));
        let told = replay::line(&self.puzzle.position(), &self.puzzle.line()[..ply]).join(", ");
        let notes = [page.heading(), format!("{ply} / {plies}"), told];
        let notes = notes.into_iter().filter(|note| !note.is_empty()).collect();
        self.view(&session, (page.reason(), notes), Some((ply, plies)), (locales, language))
    }

    fn view(
        &self,
        session: &Session,
        (say, notes): (String, Vec<String>),
        solution: Option<(usize, usize)>,
        (locales, language): (&Locales, Language),
    ) -> PuzzleView {
        let marks = games::of(session.position()).marks();
        let [first, second] =
            [marks.first, marks.second].map(|mark: &'static str| DisplayName::written(mark));
        let audience = Audience::Group { names: BySide { first: &first, second: &second } };
        let (focus, insight) = (Focus::Suggested, Insight::default());
        let speaker = BoardText { session, focus, insight, audience, locales, language };
        let anybody = || speaker.say(Phrase::Somebody);
        let names = BySide { first: anybody(), second: anybody() };
        let game = GameView::of(&speaker, solution.is_none(), names, Vec::new());
        let PuzzleNumber(number) = self.posed.number;
        let count = u16::try_from(self.puzzles.puzzles().len()).unwrap_or(u16::MAX);
        let next = LinkedPuzzle::Number(PuzzleNumber((number + 1) % count)).encode();
        let code = self.posed.linked().encode();
        PuzzleView { game: game.told(say, notes), code, next, solution }
    }

    fn page<'a>(&'a self, locales: &'a Locales, language: Language) -> PuzzlePage<'a> {
        let LinkedPage { puzzles, puzzle, posed, today } = *self;
        PuzzlePage { puzzles, puzzle, posed, today, locales, language }
    }

    /// The position after this many moves of the solution.
    fn after(&self, plies: usize) -> Session {
        let codes = [self.puzzle.moves(), &self.puzzle.line()[..plies]].concat();
        Session::from_moves(self.puzzle.spec(), &codes).expect("the moves of a puzzle are legal")
    }
}
