//! Puzzles: one for each day, the same for everyone, and any number of others on request.
//!
//! A puzzle is a message of its own, and its buttons hold its whole state: its number, the day it was asked
//! for, and the number of wrong answers. In private a wrong answer is counted, and the right one turns the
//! message into the solution, which can be stepped through. In a group everyone may try: each person is
//! answered by a toast, and the solution is not shown until a person asks for it. The shared message is
//! drawn in the language and theme of the last person to tap, because the message stores neither: showing
//! another part of the board, or the solution, may change both.
//!
//! The store keeps which puzzles a person has solved and in how many tries, so each counts once, and for
//! how many days in a row they have solved the puzzle of the day. That one counts on its day only, by the
//! clock of the store, and a person who looks at its solution first has given it up. Under its number it is
//! the same puzzle, and it is never chosen for a person who asks for another one. Tries in a group are not
//! recorded, and a puzzle solved there counts as solved at the first try.

use std::hash::Hash;
use std::sync::Arc;

use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode};
use zerosum_metrics::labels;
use zerosum_render::View;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::buttons::parts;
use zerosum_render::board::titles;
use zerosum_render::board::words;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::puzzles::{PuzzlePage, PuzzleRequest};
use zerosum_render::tap::puzzles::{Finish, LinkedPuzzle, NextPuzzle, Posed, PuzzleTap};
use zerosum_render::tap::{Part, Ply, Request};
use zerosum_search::level::Level;
use zerosum_search::puzzle::Puzzle;
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};
use zerosum_session::Session;
use zerosum_session::people::puzzles::PuzzleTally;
use zerosum_store::StoreError;

use crate::bot::account::personal;
use crate::bot::context::{Answer, Context, Handled, PressContext};
use crate::bot::denial::Denial;
use crate::bot::game::fair_play;
use crate::bot::services::Services;
use crate::bot::start::games;
use crate::bot::start::new_game;
use crate::bot::vocabulary::Takes;

/// The button is forged, or of another collection.
const NO_PUZZLE: Denial = Denial::stale_button("/puzzle");

/// Sends the puzzle of the day, or one of the named game and level.
pub(crate) async fn send(mut context: Context, words: &str) {
    context.acknowledge().await;
    let request = match context.services.vocabulary.read_for(words, Takes::GameAndLevel) {
        Ok(said) => PuzzleRequest { spec: said.wanted.spec, level: said.wanted.level },
        Err(unclear) => return games::say_unclear(context, Request::Puzzle.name(), &unclear).await,
    };
    let posed = if words.trim().is_empty() {
        Some(of_day(&context.services, context.services.today()))
    } else {
        let origin = ("puzzle", context.at.chat, context.at.message, context.sent_at);
        chosen(&context, request, None, seed_of(&origin)).await
    };
    match posed {
        Some(posed) => pose(&mut context, posed).await,
        None => say_none(context, request).await,
    }
}

/// Sends the puzzle of a link; returns the context if there is no such puzzle.
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
    context.acknowledge().await;
    pose(&mut context, posed).await;
    None
}

/// Handles a press of a button below a puzzle.
pub(crate) async fn press(press: &PressContext, tap: PuzzleTap) -> Handled {
    let services = Arc::clone(&press.context.services);
    let on_its_day = |posed| on_its_day(&services, posed);
    match tap {
        PuzzleTap::Answer { posed, code } => answer(press, on_its_day(posed), code).await,
        PuzzleTap::Look { posed, part } => look(press, on_its_day(posed), part).await,
        PuzzleTap::Solution { posed, finish, ply } => {
            show_solution(press, on_its_day(posed), finish, ply).await
        }
        PuzzleTap::Share(posed) => share(press, on_its_day(posed)),
        PuzzleTap::Next { after, next } => go_on(press, after, next),
    }
}

/// Handles a press below a puzzle whose message is no longer accessible: sends the puzzle again, or the
/// next one. The tries and the solution in the button are ignored, because the message may not have shown
/// them.
pub(crate) fn press_again(press: &PressContext, tap: PuzzleTap) -> Handled {
    match tap {
        PuzzleTap::Answer { posed, .. }
        | PuzzleTap::Look { posed, .. }
        | PuzzleTap::Solution { posed, .. }
        | PuzzleTap::Share(posed) => repeat(press, posed),
        PuzzleTap::Next { after, next } => go_on(press, after, next),
    }
}

/// Returns whether the press does more than show something.
pub(crate) fn changes_something(tap: PuzzleTap) -> bool {
    match tap {
        PuzzleTap::Answer { .. } => true,
        PuzzleTap::Solution { finish, .. } => finish == Finish::GivenUp,
        PuzzleTap::Look { .. } | PuzzleTap::Share(_) | PuzzleTap::Next { .. } => false,
    }
}

async fn answer(press: &PressContext, posed: Posed, code: MoveCode) -> Handled {
    let services = Arc::clone(&press.context.services);
    let puzzle = services.puzzles.puzzle(posed.number).ok_or(NO_PUZZLE)?;
    let position = puzzle.position();
    if position.clone().play(code).is_err() {
        return Err(Denial::illegal(words::illegal(&position, Some(code))).into());
    }
    check_fair(&press.context, puzzle).await?;
    let is_alone = press.context.at.chat.is_private();
    if code != puzzle.right() {
        // Of two taps the right one may have been first; its solution stays.
        let knows = services.people.puzzles_of(press.context.from.user).await;
        if is_alone && !knows.is_solved(posed.number) {
            let question = |page: &PuzzlePage| page.question(page.focus_after(code));
            let view = drawn(&press.context, puzzle, posed.after_wrong(), question).await;
            press.context.replace(view);
        }
        return Ok(Answer::new(labels::Press::PuzzleMissed, Some(PuzzlePage::wrong(puzzle))));
    }
    let counted = if is_alone { posed } else { Posed { wrong: None, ..posed } };
    let today = services.today();
    let tally = note(&press.context, |tally| counted.solved_in(tally, today)).await?;
    if !is_alone {
        return Ok(Answer::new(labels::Press::PuzzleSolved, Some(Phrase::PuzzleSolvedHere)));
    }
    let solution =
        |page: &PuzzlePage| page.solution(Finish::Solved, Ply(1), posed.streak_in(&tally));
    let view = drawn(&press.context, puzzle, posed, solution).await;
    press.context.replace(view);
    Ok(labels::Press::PuzzleSolved.into())
}

/// Shows the moves in another part of the board.
async fn look(press: &PressContext, posed: Posed, part: Option<Part>) -> Handled {
    let services = Arc::clone(&press.context.services);
    let puzzle = services.puzzles.puzzle(posed.number).ok_or(NO_PUZZLE)?;
    let position = puzzle.position();
    if part.is_some_and(|part| !parts::is_part(&position, part)) {
        return Err(Denial::NO_SUCH_MOVE.into());
    }
    press.turn_page(drawn(&press.context, puzzle, posed, |page| page.question(part.into())).await)
}

/// Shows the solution, which gives the puzzle up unless it is solved.
async fn show_solution(press: &PressContext, posed: Posed, finish: Finish, ply: Ply) -> Handled {
    let services = Arc::clone(&press.context.services);
    let puzzle = services.puzzles.puzzle(posed.number).ok_or(NO_PUZZLE)?;
    check_fair(&press.context, puzzle).await?;
    let today = services.today();
    let tally = match finish {
        Finish::GivenUp => {
            note(&press.context, |tally| posed.given_up_in(tally, today)).await?;
            None
        }
        Finish::Solved => Some(services.people.puzzles_of(press.context.from.user).await),
    };
    let streak = tally.and_then(|tally| posed.streak_in(&tally));
    let solution = |page: &PuzzlePage| page.solution(finish, ply, streak);
    press.turn_page(drawn(&press.context, puzzle, posed, solution).await)
}

/// Sends a message with the result, to be forwarded.
fn share(press: &PressContext, posed: Posed) -> Handled {
    let services = Arc::clone(&press.context.services);
    services.puzzles.puzzle(posed.number).ok_or(NO_PUZZLE)?;
    let guard = services.limits.sharing.take(press.context.from.user).ok_or(Denial::TOO_FAST)?;
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        let Some(puzzle) = services.puzzles.puzzle(posed.number) else { return };
        let tally = services.people.puzzles_of(context.from.user).await;
        let link = services.links.to_puzzle(posed.linked());
        let shared = |page: &PuzzlePage| page.shared(&link, posed.streak_in(&tally));
        let view = drawn(&context, puzzle, posed, shared).await;
        // The buttons of the message work as soon as it is sent, so the guard is released first.
        drop(guard);
        context.reply_page(view).await;
    });
    Ok(labels::Press::Looked.into())
}

/// Sends another puzzle.
fn go_on(press: &PressContext, after: PuzzleNumber, next: NextPuzzle) -> Handled {
    let services = Arc::clone(&press.context.services);
    let puzzle = services.puzzles.puzzle(after);
    let request = puzzle.and_then(|puzzle| PuzzleRequest::after(&services.puzzles, puzzle, next));
    let request = request.ok_or(NO_PUZZLE)?;
    let guard = services.limits.posing.take(press.context.from.user).ok_or(Denial::TOO_FAST)?;
    let permit = press.context.background_permit()?;
    let (mut context, seed) = (press.context_after(), seed_of(&press.id()));
    permit.spawn(async move {
        let Some(posed) = chosen(&context, request, Some(after), seed).await else { return };
        // The buttons of the message work as soon as it is sent, so the guard is released first.
        drop(guard);
        pose(&mut context, posed).await;
    });
    Ok(labels::Press::Looked.into())
}

/// Sends a puzzle in a new message, as it was before its answer.
fn repeat(press: &PressContext, posed: Posed) -> Handled {
    let services = Arc::clone(&press.context.services);
    services.puzzles.puzzle(posed.number).ok_or(NO_PUZZLE)?;
    let guard = services.limits.posing.take(press.context.from.user).ok_or(Denial::TOO_FAST)?;
    let permit = press.context.background_permit()?;
    let mut context = press.context_after();
    permit.spawn(async move {
        // The buttons of the message work as soon as it is sent, so the guard is released first.
        drop(guard);
        pose(&mut context, posed).await;
    });
    Ok(labels::Press::Looked.into())
}

/// The puzzle of a button, with the day whose puzzle it is.
fn on_its_day(services: &Services, posed: Posed) -> Posed {
    posed.on_its_day(&services.puzzles, services.today())
}

fn of_day(services: &Services, day: Day) -> Posed {
    Posed { number: services.puzzles.daily(day), day: Some(day), wrong: Some(0) }
}

/// Chooses a puzzle that meets the request, preferably not the one before, not today's, and one the person has
/// not solved; `None` if no puzzle meets the request.
async fn chosen(
    context: &Context,
    request: PuzzleRequest,
    after: Option<PuzzleNumber>,
    seed: Seed,
) -> Option<Posed> {
    let services = &context.services;
    let tally = services.people.puzzles_of(context.from.user).await;
    let numbers = (0..).map(PuzzleNumber).zip(services.puzzles.puzzles());
    let wanted = numbers.filter(|(_, puzzle)| request.is_met_by(puzzle)).map(|(number, _)| number);
    let todays = services.puzzles.daily(services.today());
    let others = wanted.clone().filter(|number| Some(*number) != after);
    let free = others.clone().filter(|number| *number != todays);
    let unsolved = free.clone().filter(|number| !tally.is_solved(*number));
    let number = seed.pick(unsolved).or_else(|| seed.pick(free));
    let number = number.or_else(|| seed.pick(others)).or_else(|| seed.pick(wanted))?;
    Some(Posed { number, day: None, wrong: Some(0) })
}

/// Sends a puzzle. The tries of a person who has solved it before are not counted.
async fn pose(context: &mut Context, posed: Posed) {
    let services = Arc::clone(&context.services);
    let known = services.people.puzzles_of(context.from.user).await;
    let is_again = context.at.chat.is_private() && known.is_solved(posed.number);
    let wrong = posed.wrong.filter(|_| !is_again);
    let posed = Posed { wrong, ..on_its_day(&services, posed) };
    let Some(puzzle) = services.puzzles.puzzle(posed.number) else { return };
    if let Err(denial) = check_fair(context, puzzle).await {
        if let Some(error) = denial.error {
            log::error!(
                "chat {}: cannot check whether the puzzle is fair: {error}",
                context.at.chat.0
            );
        }
        return context.tell(denial.phrase).await;
    }
    let view = drawn(context, puzzle, posed, |page| page.question(Focus::Suggested)).await;
    context.reply_page(view).await;
}

/// Refuses a puzzle that would help in a game in play: it reveals who wins at its position and throughout
/// its solution.
async fn check_fair(context: &Context, puzzle: &Puzzle) -> Result<(), Box<Denial>> {
    let positions = (0..=puzzle.line().len()).filter_map(|plies| {
        let codes = [puzzle.moves(), &puzzle.line()[..plies]].concat();
        Session::from_moves(puzzle.spec(), &codes)
    });
    fair_play::check_help(context, &positions.collect::<Vec<Session>>()).await
}

/// Lists the games that have puzzles, or the levels of a game that has some.
async fn say_none(mut context: Context, request: PuzzleRequest) {
    let services = Arc::clone(&context.services);
    let localizer = services.localizer(context.page_language().await);
    let puzzles = services.puzzles.puzzles();
    let of_game = |spec| puzzles.iter().filter(move |puzzle| puzzle.spec() == spec);
    match request.spec.filter(|spec| of_game(*spec).next().is_some()) {
        Some(spec) => {
            let has_some = |level: &Level| of_game(spec).any(|puzzle| puzzle.level() == *level);
            let levels = Level::ALL.into_iter().filter(has_some);
            let name = |level| titles::level(spec, level, localizer);
            let levels: Vec<String> = levels.map(name).collect();
            let game = titles::title(spec, localizer);
            context.tell(Phrase::PuzzleNoLevel { game: &game, levels: &levels.join(", ") }).await;
        }
        None => {
            let mut games: Vec<String> = Vec::new();
            for puzzle in puzzles {
                let title = titles::title(puzzle.spec(), localizer);
                if !games.contains(&title) {
                    games.push(title);
                }
            }
            context.tell(Phrase::PuzzleNone { games: &games.join("; ") }).await;
        }
    }
}

/// Draws the page in the language and look of this user.
async fn drawn(
    context: &Context,
    puzzle: &Puzzle,
    posed: Posed,
    draw: impl FnOnce(&PuzzlePage) -> View,
) -> View {
    let services = &context.services;
    let look = services.people.look_on(context.at.chat, context.from.user).await;
    let localizer = services.localizer(context.page_language().await);
    let (puzzles, today) = (&services.puzzles, services.today());
    let page = PuzzlePage { puzzles, puzzle, posed, today, localizer };
    draw(&page).in_look(look, puzzle.spec())
}

/// Changes the person's results and returns them.
async fn note(
    context: &Context,
    change: impl Fn(&PuzzleTally) -> PuzzleTally,
) -> Result<PuzzleTally, StoreError> {
    let (from, chat) = (&context.from, context.at.chat);
    context.services.people.note_puzzle(from, chat, change).await
}

fn seed_of(origin: &impl Hash) -> Seed {
    Seed(new_game::number_of(origin))
}
