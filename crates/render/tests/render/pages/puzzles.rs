//! Pages of puzzles: each puzzle of the collection, in every language, can be answered by its buttons and
//! shows its solution.

use zerosum_games::family::Family;
use zerosum_games::{Game, MoveCode};
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::study::puzzles::{PuzzlePage, PuzzleRequest};
use zerosum_render::tap::puzzles::{Finish, NextPuzzle, Posed, PuzzleTap, TRIES_MAX};
use zerosum_render::tap::{self, Part, Ply, Tap};
use zerosum_render::{Button, CAPTION_UNITS_MAX, View};
use zerosum_search::puzzle::Puzzle;
use zerosum_search::puzzle::collection::{Collection, Day, PuzzleNumber};
use zerosum_session::language::Language;

/// Length up to which labels of half a phone's width are shown whole.
const HALF_LABEL_CHARS_MAX: usize = 16;

/// With more lines or rows, a picture and its buttons no longer fit on the screen together.
const LINES_BESIDE_PICTURE_MAX: usize = 3;
const ROWS_BESIDE_PICTURE_MAX: usize = 5;

const TODAY: Day = Day(20_780);

/// Calls `check` with every puzzle on its day, in every language.
fn each(check: impl Fn(&PuzzlePage)) {
    let (puzzles, locales) = (&Collection::read(), &Locales::load());
    for (number, puzzle) in (0..).map(PuzzleNumber).zip(puzzles.puzzles()) {
        for language in Language::ALL {
            let days = [None, Some(TODAY)];
            let posed =
                Posed { number, day: days[usize::from(number.0 % 2)], wrong: Some(TRIES_MAX - 1) };
            let localizer = locales.localizer(language);
            check(&PuzzlePage { puzzles, puzzle, posed, today: TODAY, localizer });
        }
    }
}

fn taps(view: &View) -> Vec<PuzzleTap> {
    let taps = view.keyboard.iter().flatten().filter_map(|button| match button.tap {
        Tap::Puzzle(tap) => Some(tap),
        _ => None,
    });
    taps.collect()
}

fn answers(view: &View) -> Vec<MoveCode> {
    let codes = taps(view).into_iter().filter_map(|tap| match tap {
        PuzzleTap::Answer { code, .. } => Some(code),
        _ => None,
    });
    codes.collect()
}

fn parts(view: &View) -> Vec<Part> {
    let parts = taps(view).into_iter().filter_map(|tap| match tap {
        PuzzleTap::Look { part, .. } => part,
        _ => None,
    });
    parts.collect()
}

fn check_sizes(view: &View, board_rows: usize) {
    assert!(view.text.encode_utf16().count() <= CAPTION_UNITS_MAX, "{view:?}");
    for button in view.keyboard.iter().flatten() {
        assert_eq!(tap::decode(&tap::encode(button.tap)), Ok(button.tap));
        assert!(!button.label.is_empty(), "{view:?}");
    }
    let is_pair = |row: &&Vec<Button>| row.len() == 2;
    for button in view.keyboard[board_rows..].iter().filter(is_pair).flatten() {
        assert!(button.label.chars().count() <= HALF_LABEL_CHARS_MAX, "{button:?}");
    }
}

/// Returns whether the solution is the number of a column, which other numbers of a text may be, too.
fn is_column(puzzle: &Puzzle) -> bool {
    puzzle.spec().family() == Family::ConnectFour
}

#[test]
fn every_puzzle_is_answered_by_a_tap_or_two_and_gives_nothing_away() {
    each(|page| {
        let (puzzle, all) = (page.puzzle, page.question(Focus::Suggested));
        let mut reached = answers(&all);
        let mut views = vec![all.clone()];
        for part in parts(&all) {
            let view = page.question(Focus::On(part));
            reached.extend(answers(&view));
            views.push(view);
        }
        let mut moves = Vec::new();
        puzzle.position().legal_moves(&mut moves);
        assert!(moves.iter().all(|code| reached.contains(code)), "{puzzle}: {all:?}");
        for code in &moves {
            let view = page.question(page.focus_after(*code));
            let is_in_one_place = all.picture.is_none() || answers(&view).contains(code);
            assert!(is_in_one_place, "{puzzle}: who was wrong may try again: {view:?}");
        }
        for view in views {
            check_sizes(&view, view.keyboard.len() - 1);
            assert_eq!(view.picture.is_some(), all.picture.is_some());
            if view.picture.is_some() {
                assert!(view.text.lines().count() <= LINES_BESIDE_PICTURE_MAX, "{view:?}");
                assert!(view.keyboard.len() <= ROWS_BESIDE_PICTURE_MAX, "{view:?}");
            }
            let right = puzzle.position().move_text(puzzle.right());
            let told = view.text.split(|sign: char| !sign.is_alphanumeric());
            let last = puzzle.moves().last().copied() == Some(puzzle.right());
            let last = last || is_column(puzzle);
            assert!(last || told.into_iter().all(|word| word != right), "{puzzle}: {view:?}");
        }
    });
}

#[test]
fn every_solution_is_told_to_its_end_and_leads_on_to_others() {
    each(|page| {
        let line = page.puzzle.line();
        let right = page.puzzle.position().move_text(page.puzzle.right());
        for finish in [Finish::Solved, Finish::GivenUp] {
            for ply in 0..=u16::try_from(line.len() + 1).expect("few plies") {
                let view = page.solution(finish, Ply(ply), Some(3));
                assert!(view.text.contains(&right), "{view:?}");
                assert_eq!(
                    view.picture.is_some(),
                    page.question(Focus::Suggested).picture.is_some()
                );
                let steps = view.keyboard.iter().position(|row| row[0].label == "⏮");
                let steps = steps.expect("there are steps");
                check_sizes(&view, steps + 1);
                let shares = taps(&view).contains(&PuzzleTap::Share(page.posed));
                assert_eq!(shares, finish == Finish::Solved);
                assert!(answers(&view).is_empty() && parts(&view).is_empty());
            }
        }
        for next in NextPuzzle::ALL {
            if let Some(request) = PuzzleRequest::after(page.puzzles, page.puzzle, next) {
                let is_met = |puzzle: &&Puzzle| request.is_met_by(puzzle);
                let mut met = page.puzzles.puzzles().iter().filter(is_met);
                let level = met.next().expect("there is one").level();
                match next {
                    NextPuzzle::Any | NextPuzzle::SameGame => assert_eq!(request.level, None),
                    NextPuzzle::Easier => assert!(level < page.puzzle.level()),
                    NextPuzzle::Harder => assert!(level > page.puzzle.level()),
                }
            }
        }
        let shared = page.shared("https://t.me/zerosum_bot?start=d20780", Some(3));
        let told = shared.text.split(|sign: char| !sign.is_alphanumeric());
        let is_told = told.into_iter().any(|word| word == right);
        assert!(!is_told || is_column(page.puzzle), "{shared:?}");
        assert!(shared.picture.is_some() && shared.keyboard.is_empty());
    });
}

#[test]
fn tries_beyond_those_that_are_counted_are_told_as_so_many_or_more() {
    let (puzzles, locales) = (&Collection::read(), &Locales::load());
    let number = PuzzleNumber(0);
    let mut posed = Posed { number, day: None, wrong: Some(0) };
    for _ in 0..=TRIES_MAX {
        posed = posed.after_wrong();
    }
    let puzzle = puzzles.puzzle(number).expect("it is in the collection");
    for (language, wrong, tries) in [
        (Language::English, "Wrong so far: 8 or more.", "✅ Right, on try 9 or later!"),
        (Language::Russian, "ответов: 8 или больше.", "✅ Верно, с 9-й попытки или позже!"),
        (
            Language::Ukrainian,
            "відповідей: 8 або більше.",
            "✅ Правильно, з 9-ї спроби або пізніше!",
        ),
    ] {
        let localizer = locales.localizer(language);
        let page = PuzzlePage { puzzles, puzzle, posed, today: TODAY, localizer };
        assert!(page.question(Focus::Suggested).text.contains(wrong));
        assert!(page.solution(Finish::Solved, Ply(1), None).text.contains(tries));
    }
}

#[test]
fn a_day_is_told_by_its_date() {
    let (puzzles, locales) = (&Collection::read(), &Locales::load());
    for (day, date) in [
        (0, "1970-01-01"),
        (58, "1970-02-28"),
        (59, "1970-03-01"),
        (11_016, "2000-02-29"),
        (11_017, "2000-03-01"),
        (20_780, "2026-11-23"),
        (20_818, "2026-12-31"),
        (20_819, "2027-01-01"),
        (47_540, "2100-02-28"),
        (47_541, "2100-03-01"),
    ] {
        let number = puzzles.daily(Day(day));
        let puzzle = puzzles.puzzle(number).expect("it is in the collection");
        let posed = Posed { number, day: Some(Day(day)), wrong: Some(0) };
        let localizer = locales.localizer(Language::English);
        let page = PuzzlePage { puzzles, puzzle, posed, today: Day(day), localizer };
        let text = page.question(Focus::Suggested).text;
        assert!(text.starts_with(&format!("🧩 Puzzle of {date}  ·  ")), "{text}");
    }
}
