//! Puzzles: one for each day, the same for everybody, and as many more as somebody wants.
//!
//! A puzzle is a message of its own, and all there is to know of it is in its buttons: its number, the day
//! it was asked for as, and how many answers were wrong. In private a wrong answer is counted, and the right
//! one turns the message into the solution, to be stepped through. In a group everybody may try: each is
//! answered for themselves, by a toast, and nobody sees the solution before somebody asks for it.
//! What is shown to all there is drawn in the language and the look of whoever has tapped last, because the
//! message says neither: looking at another part of the board, or at the solution, may change both.
//!
//! Of a person it is kept which puzzles they have solved and in how many tries, so each counts once, and for
//! how many days on end they have solved that of the day. It counts on its day only, by the clock of the
//! store, and whoever looks at its solution first has given it up. Under its number it is the same puzzle,
//! and whoever wants another one is not given it. Of a group the tries are not known, and
//! a puzzle solved there counts as solved at the first.

use std::hash::Hash;
use std::sync::Arc;

use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};
use zerosum_search::level::Level;
use zerosum_search::puzzle::Puzzle;
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};

use crate::bot::context::{Answered, Context, PressContext};
use crate::bot::games;
use crate::bot::new_game;
use crate::bot::personal;
use crate::bot::services::Services;
use crate::locales::phrase::Phrase;
use crate::metrics::labels;
use crate::render::focus::{self, Focus};
use crate::render::puzzles::tap::{Finish, LinkedPuzzle, NextPuzzle, Posed, PuzzleTap};
use crate::render::puzzles::{PuzzlePage, Wish};
use crate::render::tap::{Part, Ply};
use crate::render::{View, titles, words};
use crate::session::puzzles::PuzzleTally;

/// Sends the puzzle of the day, or one of the game and the level that are named.
pub(crate) async fn send(mut context: Context, words: &str) {
    context.acknowledge();
    let wish = match context.services.vocabulary.read(words) {
        Ok(wanted) => Wish { spec: wanted.spec, level: wanted.level },
        Err(unclear) => return games::say_unclear(context, &unclear).await,
    };
    let posed = if words.trim().is_empty() {
        Some(of_day(&context.services, context.services.today()))
    } else {
        let origin = ("puzzle", context.at.chat, context.at.message, context.sent_at);
        chosen(&context, wish, None, seed_of(&origin)).await
    };
    match posed {
        Some(posed) => pose(&mut context, posed).await,
        None => say_none(context, wish).await,
    }
}

/// Sends the puzzle to which a link leads; gives the context back if it leads to none.
pub(crate) async fn follow(mut context: Context, linked: LinkedPuzzle) -> Option<Context> {
    let services = Arc::clone(&context.services);
    let posed = match linked {
        LinkedPuzzle::OfDay(day) if day > services.today() => return Some(context),
        LinkedPuzzle::OfDay(day) => of_day(&services, day),
        LinkedPuzzle::Number(number) => Posed { number, day: None, wrong: Some(0) },
    };
    if services.puzzles.puzzle(posed.number).is_none() {
        return Some(context);
    }
    personal::note_return(&context).await;
    context.acknowledge();
    pose(&mut context, posed).await;
    None
}

/// Works on a press of a button below a puzzle.
pub(crate) async fn press(press: PressContext, tap: PuzzleTap) -> Answered {
    let services = Arc::clone(&press.context.services);
    let on_its_day = |posed| on_its_day(&services, posed);
    match tap {
        PuzzleTap::Answer { posed, code } => answer(press, on_its_day(posed), code).await,
        PuzzleTap::Look { posed, part } => look(press, on_its_day(posed), part).await,
        PuzzleTap::Solution { posed, finish, ply } => {
            show_solution(press, on_its_day(posed), finish, ply).await
        }
        PuzzleTap::Share(posed) => share(press, on_its_day(posed)).await,
        PuzzleTap::Next { after, next } => go_on(press, after, next).await,
    }
}

/// Whether it does more than to show something.
pub(crate) fn changes_something(tap: PuzzleTap) -> bool {
    match tap {
        PuzzleTap::Answer { .. } => true,
        PuzzleTap::Solution { finish, .. } => finish == Finish::GivenUp,
        PuzzleTap::Look { .. } | PuzzleTap::Share(_) | PuzzleTap::Next { .. } => false,
    }
}

async fn answer(press: PressContext, posed: Posed, code: MoveCode) -> Answered {
    let services = Arc::clone(&press.context.services);
    let Some(puzzle) = services.puzzles.puzzle(posed.number) else { return refuse(press).await };
    let position = puzzle.position();
    if position.clone().play(code).is_err() {
        let reason = words::illegal(&position, Some(code));
        return press.answer(labels::Press::Illegal, Some(reason)).await;
    }
    let is_alone = press.context.at.chat.is_private();
    if code != puzzle.right() {
        // Of two taps the right one may have been first, and its solution stays.
        let knows = services.people.puzzles_of(press.context.from.user).await;
        if is_alone && !knows.is_solved(posed.number) {
            let question = |page: &PuzzlePage| page.question(page.focus_after(code));
            let view = drawn(&press.context, puzzle, posed.after_wrong(), question).await;
            press.context.replace(view);
        }
        return press.answer(labels::Press::PuzzleMissed, Some(PuzzlePage::wrong(puzzle))).await;
    }
    let todays = posed.day.filter(|day| *day == services.today());
    let tries = posed.tries().filter(|_| is_alone).unwrap_or(1);
    let solved = |tally: &PuzzleTally| tally.with_solved(posed.number, tries, todays);
    let tally = match note(&press.context, solved).await {
        Ok(tally) => tally,
        Err(reason) => return press.answer(labels::Press::Failed, Some(reason)).await,
    };
    if !is_alone {
        let told = Some(Phrase::PuzzleSolvedHere);
        return press.answer(labels::Press::PuzzleSolved, told).await;
    }
    let solution =
        |page: &PuzzlePage| page.solution(Finish::Solved, Ply(1), streak_of(&tally, posed));
    let view = drawn(&press.context, puzzle, posed, solution).await;
    press.context.replace(view);
    press.answer(labels::Press::PuzzleSolved, None).await
}

/// The board offers the moves in another part of it.
async fn look(press: PressContext, posed: Posed, part: Option<Part>) -> Answered {
    let services = Arc::clone(&press.context.services);
    let Some(puzzle) = services.puzzles.puzzle(posed.number) else { return refuse(press).await };
    let position = puzzle.position();
    if part.is_some_and(|part| !focus::is_part(&position, part)) {
        return press.answer(labels::Press::Illegal, Some(Phrase::NoSuchMove)).await;
    }
    let view = drawn(&press.context, puzzle, posed, |page| page.question(part.into())).await;
    press.context.replace(view);
    press.answer(labels::Press::Looked, None).await
}

/// Shows the solution, which is to give up for whoever has not found it.
async fn show_solution(press: PressContext, posed: Posed, finish: Finish, ply: Ply) -> Answered {
    let services = Arc::clone(&press.context.services);
    let Some(puzzle) = services.puzzles.puzzle(posed.number) else { return refuse(press).await };
    let today = services.today();
    let tally = match finish {
        Finish::GivenUp if posed.day == Some(today) => {
            note(&press.context, |tally| tally.with_given_up(today)).await.map(|_| None)
        }
        Finish::GivenUp => Ok(None),
        Finish::Solved => Ok(Some(services.people.puzzles_of(press.context.from.user).await)),
    };
    let streak = match tally {
        Ok(tally) => tally.and_then(|tally| streak_of(&tally, posed)),
        Err(reason) => return press.answer(labels::Press::Failed, Some(reason)).await,
    };
    let solution = |page: &PuzzlePage| page.solution(finish, ply, streak);
    let view = drawn(&press.context, puzzle, posed, solution).await;
    press.context.replace(view);
    press.answer(labels::Press::Looked, None).await
}

/// Sends the message by which the result is passed on.
async fn share(press: PressContext, posed: Posed) -> Answered {
    let services = Arc::clone(&press.context.services);
    if services.puzzles.puzzle(posed.number).is_none() {
        return refuse(press).await;
    }
    let right = services.limits.sharing.take(press.context.from.user);
    let (Some(right), Some(aside)) = (right, press.context.aside()) else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let mut context = press.context_after();
    aside.go_on(async move {
        let Some(puzzle) = services.puzzles.puzzle(posed.number) else { return };
        let tally = services.people.puzzles_of(context.from.user).await;
        let link = services.links.to_puzzle(posed.linked());
        let shared = |page: &PuzzlePage| page.shared(&link, streak_of(&tally, posed));
        let view = drawn(&context, puzzle, posed, shared).await;
        // Whoever sees the message may ask for another one.
        drop(right);
        context.reply_page(view).await;
    });
    press.answer(labels::Press::Looked, None).await
}

/// Sends another puzzle.
async fn go_on(press: PressContext, after: PuzzleNumber, next: NextPuzzle) -> Answered {
    let services = Arc::clone(&press.context.services);
    let puzzle = services.puzzles.puzzle(after);
    let wish = puzzle.and_then(|puzzle| Wish::after(&services.puzzles, puzzle, next));
    let Some(wish) = wish else { return refuse(press).await };
    let right = services.limits.posing.take(press.context.from.user);
    let (Some(right), Some(aside)) = (right, press.context.aside()) else {
        return press.answer(labels::Press::TooFast, Some(Phrase::TooFast)).await;
    };
    let (mut context, seed) = (press.context_after(), seed_of(&press.id()));
    aside.go_on(async move {
        let Some(posed) = chosen(&context, wish, Some(after), seed).await else { return };
        // Whoever sees the message may ask for another one.
        drop(right);
        pose(&mut context, posed).await;
    });
    press.answer(labels::Press::Looked, None).await
}

/// The button is of another collection, or forged.
async fn refuse(press: PressContext) -> Answered {
    press.answer(labels::Press::UnknownButton, Some(Phrase::UnknownButton)).await
}

/// A puzzle as somebody has it before them, on the day that it has: today, whatever it was asked for as, or
/// the day in its button. What a button says of a day with another puzzle, or of one to come, is left out.
fn on_its_day(services: &Services, posed: Posed) -> Posed {
    let today = services.today();
    let is_of = |day: &Day| *day <= today && services.puzzles.daily(*day) == posed.number;
    let day = [Some(today), posed.day].into_iter().flatten().find(is_of);
    Posed { day, ..posed }
}

fn of_day(services: &Services, day: Day) -> Posed {
    Posed { number: services.puzzles.daily(day), day: Some(day), wrong: Some(0) }
}

/// One that is wanted, by preference another one than before, not that of today and one that the person
/// has not solved; `None` if there is no such puzzle at all.
async fn chosen(
    context: &Context,
    wish: Wish,
    after: Option<PuzzleNumber>,
    seed: Seed,
) -> Option<Posed> {
    let services = &context.services;
    let tally = services.people.puzzles_of(context.from.user).await;
    let numbers = (0..).map(PuzzleNumber).zip(services.puzzles.puzzles());
    let wanted = numbers.filter(|(_, puzzle)| wish.is_met_by(puzzle)).map(|(number, _)| number);
    let todays = services.puzzles.daily(services.today());
    let others = wanted.clone().filter(|number| Some(*number) != after);
    let free = others.clone().filter(|number| *number != todays);
    let unsolved = free.clone().filter(|number| !tally.is_solved(*number));
    let number = seed.pick(unsolved).or_else(|| seed.pick(free));
    let number = number.or_else(|| seed.pick(others)).or_else(|| seed.pick(wanted))?;
    Some(Posed { number, day: None, wrong: Some(0) })
}

/// Sends a puzzle. Whoever has solved it before has its solution in mind, so their tries are not counted.
async fn pose(context: &mut Context, posed: Posed) {
    let services = Arc::clone(&context.services);
    let known = services.people.puzzles_of(context.from.user).await;
    let is_again = context.at.chat.is_private() && known.is_solved(posed.number);
    let wrong = posed.wrong.filter(|_| !is_again);
    let posed = Posed { wrong, ..on_its_day(&services, posed) };
    let Some(puzzle) = services.puzzles.puzzle(posed.number) else { return };
    let view = drawn(context, puzzle, posed, |page| page.question(Focus::Suggested)).await;
    context.reply_page(view).await;
}

/// Says of which games, or at which levels of a game, there are puzzles.
async fn say_none(mut context: Context, wish: Wish) {
    let services = Arc::clone(&context.services);
    let (locales, language) = (&services.locales, context.page_language().await);
    let puzzles = services.puzzles.puzzles();
    let of_game = |spec| puzzles.iter().filter(move |puzzle| puzzle.spec() == spec);
    match wish.spec.filter(|spec| of_game(*spec).next().is_some()) {
        Some(spec) => {
            let has_some = |level: &Level| of_game(spec).any(|puzzle| puzzle.level() == *level);
            let levels = Level::ALL.into_iter().filter(has_some);
            let name = |level| titles::level(spec, level, locales, language);
            let levels: Vec<String> = levels.map(name).collect();
            let game = titles::title(spec, locales, language);
            context.tell(Phrase::PuzzleNoLevel { game: &game, levels: &levels.join(", ") }).await;
        }
        None => {
            let mut games: Vec<String> = Vec::new();
            for puzzle in puzzles {
                let title = titles::title(puzzle.spec(), locales, language);
                if !games.contains(&title) {
                    games.push(title);
                }
            }
            context.tell(Phrase::PuzzleNone { games: &games.join("; ") }).await;
        }
    }
}

/// The message in the language and the look of whoever asks.
async fn drawn(
    context: &Context,
    puzzle: &Puzzle,
    posed: Posed,
    draw: impl FnOnce(&PuzzlePage) -> View,
) -> View {
    let services = &context.services;
    let theme = services.people.theme_of(context.from.user).await;
    let (language, today) = (context.page_language().await, services.today());
    let (puzzles, locales) = (&services.puzzles, &*services.locales);
    draw(&PuzzlePage { puzzles, puzzle, posed, today, locales, language }).in_theme(theme)
}

/// Changes what is kept of the person and gives it, or what they are told if it cannot be changed.
async fn note(
    context: &Context,
    change: impl Fn(&PuzzleTally) -> PuzzleTally,
) -> Result<PuzzleTally, Phrase<'static>> {
    let (from, chat) = (&context.from, context.at.chat);
    context.services.people.note_puzzle(from, chat, change).await.map_err(|error| {
        log::error!("person {}: a puzzle is not noted: {error}", from.user.0);
        Phrase::StoreAway
    })
}

/// The streak to which a puzzle belongs, if it is that of a day and has counted.
fn streak_of(tally: &PuzzleTally, posed: Posed) -> Option<u16> {
    let day = posed.day.filter(|day| tally.day() == Some(*day))?;
    Some(tally.streak(day)).filter(|streak| *streak > 0)
}

fn seed_of(origin: &impl Hash) -> Seed {
    Seed(new_game::number_of(origin))
}
