//! Puzzles: the position with its question, the solution step by step, and a result to share that does
//! not reveal the solution.

use zerosum_games::any::GameSpec;
use zerosum_games::{Game, MoveCode};
use zerosum_search::level::Level;
use zerosum_search::puzzle::collection::{Collection, Day, PuzzleNumber};
use zerosum_search::puzzle::{Puzzle, Theme};
use zerosum_session::Session;
use zerosum_session::people::puzzles::PuzzleTally;

use crate::board::buttons::focus::Focus;
use crate::board::scenes::pictures;
use crate::board::sides;
use crate::board::titles;
use crate::games;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::study::exercise::{Exercise, Touch};
use crate::tap::puzzles::{Finish, NextPuzzle, Posed, PuzzleTap};
use crate::tap::{Ply, Request, Tap};
use crate::view::{Button, View};

/// Separator between parts of a line.
const BESIDE: &str = "  ·  ";

/// Buttons per row below the board.
const COLUMNS: usize = 2;

/// Puzzle that a user wants, as far as specified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRequest {
    pub spec: Option<GameSpec>,
    pub level: Option<Level>,
}

impl PuzzleRequest {
    /// Returns the request for the next puzzle; `None` if the game has no easier or harder one.
    pub fn after(puzzles: &Collection, puzzle: &Puzzle, next: NextPuzzle) -> Option<PuzzleRequest> {
        let spec = Some(puzzle.spec());
        let nearest = |step: fn(Level) -> Option<Level>| {
            let mut levels = std::iter::successors(step(puzzle.level()), |level| step(*level));
            let level = levels.find(|level| {
                let request = PuzzleRequest { spec, level: Some(*level) };
                puzzles.puzzles().iter().any(|other| request.is_met_by(other))
            });
            level.map(|level| PuzzleRequest { spec, level: Some(level) })
        };
        match next {
            NextPuzzle::Any => Some(PuzzleRequest::default()),
            NextPuzzle::SameGame => Some(PuzzleRequest { spec, level: None }),
            NextPuzzle::Easier => nearest(Level::easier),
            NextPuzzle::Harder => nearest(Level::harder),
        }
    }

    pub fn is_met_by(self, puzzle: &Puzzle) -> bool {
        self.spec.is_none_or(|spec| spec == puzzle.spec())
            && self.level.is_none_or(|level| level == puzzle.level())
    }
}

impl Posed {
    /// Returns the puzzle with the day whose puzzle it is: today, or else the day with which it was posed. A day
    /// that has another puzzle, or is still to come, is dropped.
    #[must_use]
    pub fn on_its_day(self, puzzles: &Collection, today: Day) -> Posed {
        let is_of = |day: &Day| *day <= today && puzzles.daily(*day) == self.number;
        let day = [Some(today), self.day].into_iter().flatten().find(is_of);
        Posed { day, ..self }
    }

    /// Returns the results of a person who has solved it.
    pub fn solved_in(self, tally: &PuzzleTally, today: Day) -> PuzzleTally {
        let todays = self.day.filter(|day| *day == today);
        tally.with_solved(self.number, self.tries().unwrap_or(1), todays)
    }

    /// Returns the results of a person who has asked for its solution.
    pub fn given_up_in(self, tally: &PuzzleTally, today: Day) -> PuzzleTally {
        match self.day == Some(today) {
            true => tally.with_given_up(today),
            false => tally.clone(),
        }
    }

    /// Returns the streak that it belongs to, if it is the puzzle of a day and has counted.
    pub fn streak_in(self, tally: &PuzzleTally) -> Option<u16> {
        let day = self.day.filter(|day| tally.day() == Some(*day))?;
        Some(tally.streak(day)).filter(|streak| *streak > 0)
    }
}

/// A puzzle of the collection, as a user sees it.
#[derive(Clone, Copy)]
pub struct PuzzlePage<'a> {
    pub puzzles: &'a Collection,
    pub puzzle: &'a Puzzle,
    pub posed: Posed,
    pub today: Day,
    pub localizer: Localizer<'a>,
}

impl PuzzlePage<'_> {
    /// Renders the position and the question.
    pub fn question(&self, focus: Focus) -> View {
        let session = self.after(0);
        let exercise = self.exercise(&session, focus);
        let mut lines = vec![self.heading(), self.task()];
        // There is no room for more lines between a picture and its buttons.
        let told = if games::of(session.position()).has_picture() { 1 } else { usize::MAX };
        lines.extend(exercise.turn().into_iter().take(told));
        let posed = self.posed;
        let mut view = exercise.view(&lines, |touch| {
            Some(Tap::Puzzle(match touch {
                Touch::Move(code) => PuzzleTap::Answer { posed, code },
                Touch::Part(part) => PuzzleTap::Look { posed, part },
            }))
        });
        let solution = self.solution_tap(Finish::GivenUp, 1);
        view.keyboard.push(vec![
            self.button(Phrase::PuzzleGiveUp, solution),
            self.next(Phrase::PuzzleAnother, NextPuzzle::Any),
        ]);
        view
    }

    /// Returns the focus of the question after this move was tried.
    pub fn focus_after(&self, code: MoveCode) -> Focus {
        let session = self.after(0);
        games::of(session.position()).focus_on(&session, code)
    }

    /// Renders the position after this many moves of the solution, with the user's streak of solved
    /// daily puzzles if it is one.
    pub fn solution(&self, finish: Finish, Ply(ply): Ply, streak: Option<u16>) -> View {
        let plies = u16::try_from(self.puzzle.line().len()).unwrap_or(u16::MAX);
        let ply = ply.min(plies);
        let session = self.after(ply.into());
        let exercise = self.exercise(&session, Focus::Suggested);
        let finished = match finish {
            Finish::Solved => self.right(),
            Finish::GivenUp => self.say(Phrase::PuzzleGivenUp),
        };
        let mut lines = vec![self.heading(), format!("{finished} {}", self.reason())];
        lines.extend(streak.map(|days| self.say(Phrase::PuzzleStreak { days: days.into() })));
        let last = session.moves().len().saturating_sub(1);
        let played = Some(exercise.moves_told(last)).filter(|_| ply > 0);
        let counted = format!("{ply} / {plies}");
        lines.push([counted].into_iter().chain(played).collect::<Vec<String>>().join(BESIDE));
        let mut view = exercise.still(&lines, self.solution_tap(finish, ply));
        let step = |(label, to): (&str, u16)| {
            let tap = self.solution_tap(finish, to.min(plies));
            Button { label: label.to_owned(), tap }
        };
        let steps = [("⏮", 0), ("◀️", ply.saturating_sub(1)), ("▶️", ply + 1), ("⏭", plies)];
        view.keyboard.push(steps.map(step).to_vec());
        view.keyboard.extend(self.next_buttons(finish).chunks(COLUMNS).map(<[Button]>::to_vec));
        view
    }

    /// Renders the message to share. It shows the position without the solution.
    pub fn shared(&self, link: &str, streak: Option<u16>) -> View {
        let to_move = self.to_move();
        let mut lines = vec![self.heading(), format!("{to_move} {}", self.task_alone())];
        lines.push(self.by_tries(Phrase::PuzzleSharedAgain, |at| Phrase::PuzzleShared { at }));
        lines.extend(streak.map(|days| self.say(Phrase::PuzzleStreak { days: days.into() })));
        lines.push(self.say(Phrase::PuzzleLink { link }));
        let scene = pictures::of(&self.after(0), Focus::Suggested);
        View { text: lines.join("\n"), keyboard: Vec::new(), picture: Some(scene.into()) }
    }

    /// Returns the reason why an answer is wrong.
    pub fn wrong(puzzle: &Puzzle) -> Phrase<'static> {
        match puzzle.theme() {
            Theme::WinIn { moves } => Phrase::PuzzleNoWin { moves: moves.into() },
            Theme::Fork => Phrase::PuzzleNoWin { moves: 2 },
            Theme::Save => Phrase::PuzzleLosesAtOnce,
            Theme::OnlyDraw => Phrase::PuzzleLoses,
        }
    }

    /// Heading with the puzzle, its game and its level.
    pub(crate) fn heading(&self) -> String {
        let which = match self.posed.day {
            Some(day) => {
                let [year, month, day] = date_of(day);
                self.say(Phrase::PuzzleOfDay { year: &year, month: &month, day: &day })
            }
            None => {
                let PuzzleNumber(number) = self.posed.number;
                self.say(Phrase::PuzzleNumber { number: u32::from(number) + 1 })
            }
        };
        let spec = self.puzzle.spec();
        let title = titles::title(spec, self.localizer);
        let level = titles::level(spec, self.puzzle.level(), self.localizer);
        [which, title, level].join(BESIDE)
    }

    /// Line with the task, and the number of wrong answers.
    fn task(&self) -> String {
        match self.posed.wrong {
            None | Some(0) => self.task_alone(),
            Some(wrong) => {
                let wrong = self.say(Phrase::PuzzleWrong { count: wrong.into() });
                format!("{} {wrong}", self.task_alone())
            }
        }
    }

    pub(crate) fn task_alone(&self) -> String {
        self.say(match self.puzzle.theme() {
            Theme::WinIn { moves } => Phrase::PuzzleWin { moves: moves.into() },
            Theme::Fork => Phrase::PuzzleFork,
            Theme::Save => Phrase::PuzzleSave,
            Theme::OnlyDraw => Phrase::PuzzleOnlyDraw,
        })
    }

    /// Names the side to move.
    pub(crate) fn to_move(self) -> String {
        let mark = sides::mark(self.puzzle.spec(), self.puzzle.position().turn());
        self.say(Phrase::PuzzleToMove { mark })
    }

    /// Says that the answer is right, and in how many tries it was found.
    pub(crate) fn right(&self) -> String {
        self.by_tries(Phrase::PuzzleSolvedAgain, |at| Phrase::PuzzleSolved { at })
    }

    /// Says in how many tries it was solved, or `uncounted` if they are not counted.
    fn by_tries(&self, uncounted: Phrase, counted: fn(&str) -> Phrase) -> String {
        match self.posed.tries() {
            Some(tries) => {
                let at = self.say(Phrase::PuzzleTry { tries: tries.into() });
                self.say(counted(&at))
            }
            None => self.say(uncounted),
        }
    }

    /// Explains the right move.
    pub(crate) fn reason(&self) -> String {
        let text = &self.puzzle.position().move_text(self.puzzle.right());
        self.say(match self.puzzle.theme() {
            Theme::WinIn { moves } => Phrase::PuzzleRightWin { text, moves: moves.into() },
            Theme::Fork => Phrase::PuzzleRightFork { text },
            Theme::Save => Phrase::PuzzleRightSave { text },
            Theme::OnlyDraw => Phrase::PuzzleRightDraw { text },
        })
    }

    /// Buttons below the solution.
    fn next_buttons(&self, finish: Finish) -> Vec<Button> {
        let share = Tap::Puzzle(PuzzleTap::Share(self.posed));
        let share = match finish {
            Finish::Solved => Some(self.button(Phrase::Share, share)),
            Finish::GivenUp => None,
        };
        let is_todays = self.posed.day == Some(self.today);
        let todays = self.button(Phrase::PuzzleToday, Tap::Ask(Request::Puzzle));
        let offered = [
            (NextPuzzle::Any, Phrase::PuzzleAnother),
            (NextPuzzle::SameGame, Phrase::PuzzleSameGame),
            (NextPuzzle::Easier, Phrase::PuzzleEasier),
            (NextPuzzle::Harder, Phrase::PuzzleHarder),
        ];
        let offered = offered.into_iter().filter_map(|(next, phrase)| {
            PuzzleRequest::after(self.puzzles, self.puzzle, next)?;
            Some(self.next(phrase, next))
        });
        share.into_iter().chain(offered).chain((!is_todays).then_some(todays)).collect()
    }

    fn next(&self, phrase: Phrase, next: NextPuzzle) -> Button {
        self.button(phrase, Tap::Puzzle(PuzzleTap::Next { after: self.posed.number, next }))
    }

    fn solution_tap(&self, finish: Finish, ply: u16) -> Tap {
        Tap::Puzzle(PuzzleTap::Solution { posed: self.posed, finish, ply: Ply(ply) })
    }

    /// Returns the position after this many moves of the solution.
    fn after(&self, plies: usize) -> Session {
        let line = self.puzzle.line().iter().take(plies);
        let moves: Vec<MoveCode> = self.puzzle.moves().iter().chain(line).copied().collect();
        Session::from_moves(self.puzzle.spec(), &moves).expect("the moves of a puzzle are legal")
    }

    fn exercise<'a>(&'a self, session: &'a Session, focus: Focus) -> Exercise<'a> {
        Exercise { session, focus, localizer: self.localizer }
    }

    fn button(&self, phrase: Phrase, tap: Tap) -> Button {
        Button { label: self.say(phrase), tap }
    }

    pub(crate) fn say(&self, phrase: Phrase) -> String {
        self.localizer.say(phrase)
    }
}

/// Converts a day to year, month and day, in digits, by the method of
/// <https://howardhinnant.github.io/date_algorithms.html#civil_from_days>.
fn date_of(Day(day): Day) -> [String; 3] {
    // Days since 1 March of the year 0, in eras of 400 years.
    let days = u64::from(day) + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let months_since_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * months_since_march + 2) / 5 + 1;
    let month = (months_since_march + 2) % 12 + 1;
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    [year.to_string(), format!("{month:02}"), format!("{day:02}")]
}
