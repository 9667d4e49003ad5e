//! Puzzles on the page: the position with its question, and the solution step by step.

use serde::Serialize;
use zerosum_games::Game;
use zerosum_games::side::BySide;
use zerosum_search::puzzle::Puzzle;
use zerosum_search::puzzle::collection::{Collection, Day, PuzzleNumber};
use zerosum_session::Session;
use zerosum_session::people::puzzles::PuzzleTally;

use crate::board::buttons::focus::Focus;
use crate::board::insight::Insight;
use crate::board::words;
use crate::games;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::page::PageLabel;
use crate::locales::phrase::Phrase;
use crate::page::FORMAT_VERSION;
use crate::page::game::{self, AskedMove, GameView};
use crate::pages::results::ResultsPage;
use crate::study::puzzles::PuzzlePage;
use crate::study::replay;
use crate::tap::puzzles::{LinkedPuzzle, Posed, TRIES_MAX};
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

/// The reader of a puzzle.
#[derive(Clone, Copy)]
pub struct Solver<'a> {
    /// Results of a person; `None` for a visitor, whose browser keeps its own.
    pub tally: Option<&'a PuzzleTally>,
    pub localizer: Localizer<'a>,
}

/// The position of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PuzzleView {
    #[serde(flatten)]
    game: GameView,
    number: u16,
    /// Word by which a link names it.
    code: String,
    /// That of another puzzle, if possible one that a person has not solved.
    next: String,
    /// Moves of the solution that are played, of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<(usize, usize)>,
    /// Line about the results of a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<String>,
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
        let posed = Posed { number, day, wrong: None }.on_its_day(&self.0, today);
        Some(LinkedPage { puzzles: &self.0, puzzle, posed, today })
    }
}

impl LinkedPage<'_> {
    /// The positions that the solution comes by.
    pub fn positions(&self) -> Vec<Session> {
        (0..=self.puzzle.line().len()).map(|plies| self.after(plies)).collect()
    }

    /// Returns the puzzle with this number of wrong answers before; `None` if they are not counted.
    #[must_use]
    pub fn after_wrong(self, wrong: Option<u8>) -> Self {
        let wrong = wrong.map(|wrong| wrong.min(TRIES_MAX - 1));
        LinkedPage { posed: Posed { wrong, ..self.posed }, ..self }
    }

    /// Returns the results of a person who has solved it.
    pub fn solved_in(&self, tally: &PuzzleTally) -> PuzzleTally {
        self.posed.solved_in(tally, self.today)
    }

    /// Returns the results of a person who has asked for its solution.
    pub fn given_up_in(&self, tally: &PuzzleTally) -> PuzzleTally {
        self.posed.given_up_in(tally, self.today)
    }

    /// Returns whether the tries of a person are not counted, who has solved it before.
    pub fn is_solved_in(&self, tally: &PuzzleTally) -> bool {
        tally.is_solved(self.posed.number)
    }

    /// Renders the position and the question.
    pub fn question(&self, solver: Solver) -> PuzzleView {
        let page = self.page(solver);
        let notes = vec![page.heading(), page.to_move()];
        self.view(&self.after(0), (page.task_alone(), notes), None, solver)
    }

    /// Returns whether a move is right, or the sentence by which it is refused.
    pub fn is_right(&self, asked: AskedMove, localizer: Localizer) -> Result<bool, String> {
        let session = self.after(0);
        let code = game::move_asked(&session, asked, localizer)?;
        match session.position().clone().play(code) {
            Ok(()) => Ok(code == self.puzzle.right()),
            Err(_) => Err(localizer.say(words::illegal(session.position(), Some(code)))),
        }
    }

    /// Renders the answer to the right move.
    pub fn right(&self, solver: Solver) -> TriedView {
        let solution = Some(Box::new(self.solution(1, solver)));
        TriedView { v: FORMAT_VERSION, is_right: true, say: self.page(solver).right(), solution }
    }

    /// Renders the answer to any other move.
    pub fn wrong(&self, localizer: Localizer) -> TriedView {
        let say = localizer.say(PuzzlePage::wrong(self.puzzle));
        TriedView { v: FORMAT_VERSION, is_right: false, say, solution: None }
    }

    /// Renders the position after this many moves of the solution, or after its last one.
    pub fn solution(&self, ply: usize, solver: Solver) -> PuzzleView {
        let plies = self.puzzle.line().len();
        let ply = ply.min(plies);
        let (page, session) = (self.page(solver), self.after(ply));
        let told = replay::line(&self.puzzle.position(), &self.puzzle.line()[..ply]).join(", ");
        let solved = solver.tally.filter(|tally| self.is_solved_in(tally));
        let streak = solved.and_then(|tally| self.posed.streak_in(tally));
        let streak = streak.map(|days| page.say(Phrase::PuzzleStreak { days: days.into() }));
        let notes = [Some(page.heading()), streak, Some(format!("{ply} / {plies}")), Some(told)];
        let notes = notes.into_iter().flatten().filter(|note| !note.is_empty()).collect();
        self.view(&session, (page.reason(), notes), Some((ply, plies)), solver)
    }

    fn view(
        &self,
        session: &Session,
        (say, notes): (String, Vec<String>),
        solution: Option<(usize, usize)>,
        Solver { tally, localizer }: Solver,
    ) -> PuzzleView {
        let marks = games::of(session.position()).marks();
        let [first, second] =
            [marks.first, marks.second].map(|mark: &'static str| DisplayName::written(mark));
        let audience = Audience::Group {
            names: BySide { first: &first, second: &second },
            is_of_group: false,
        };
        let (focus, insight) = (Focus::Suggested, Insight::default());
        let renderer = BoardRenderer { session, focus, insight, audience, localizer };
        let solver = self.puzzle.position().turn();
        let opponent = localizer.page_label(PageLabel::Opponent);
        let mut names = BySide { first: opponent.clone(), second: opponent };
        *names.get_mut(solver) = renderer.say(Phrase::You);
        let game = GameView::of(&renderer, solution.is_none(), names, Vec::new());
        let PuzzleNumber(number) = self.posed.number;
        let next = LinkedPuzzle::Number(self.next(tally)).encode();
        let code = self.posed.linked().encode();
        let results = ResultsPage { localizer };
        let progress = tally.and_then(|tally| results.puzzles(tally, self.today));
        PuzzleView { game: game.told(say, notes), number, code, next, solution, progress }
    }

    /// The following puzzle that a person has not solved, or else the following one. That of today has a way of its own.
    fn next(&self, tally: Option<&PuzzleTally>) -> PuzzleNumber {
        let count = u16::try_from(self.puzzles.puzzles().len()).unwrap_or(u16::MAX);
        let PuzzleNumber(own) = self.posed.number;
        let others = (own + 1..count).chain(0..own).map(PuzzleNumber);
        let todays = self.puzzles.daily(self.today);
        let mut free = others.filter(|number| *number != todays);
        let is_solved = |number| tally.is_some_and(|tally| tally.is_solved(number));
        let following = free.clone().next().unwrap_or(self.posed.number);
        free.find(|number| !is_solved(*number)).unwrap_or(following)
    }

    fn page<'a>(&'a self, solver: Solver<'a>) -> PuzzlePage<'a> {
        let LinkedPage { puzzles, puzzle, posed, today } = *self;
        PuzzlePage { puzzles, puzzle, posed, today, localizer: solver.localizer }
    }

    /// The position after this many moves of the solution.
    fn after(&self, plies: usize) -> Session {
        let codes = [self.puzzle.moves(), &self.puzzle.line()[..plies]].concat();
        Session::from_moves(self.puzzle.spec(), &codes).expect("the moves of a puzzle are legal")
    }
}
