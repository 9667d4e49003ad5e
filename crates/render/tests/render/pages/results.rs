//! Figures about finished games.

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_render::CAPTION_UNITS_MAX;
use zerosum_render::locales::Locales;
use zerosum_render::pages::results::ResultsPage;
use zerosum_search::course::{Course, Step};
use zerosum_search::level::Level;
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};
use zerosum_session::SessionId;
use zerosum_session::language::Language;
use zerosum_session::people::habits::{Ending, Habits};
use zerosum_session::people::puzzles::{COUNTED_MAX, PuzzleTally};
use zerosum_session::people::ratings::against_levels;
use zerosum_session::people::results::{GameResult, OpponentKind, Played};

/// Every game that is offered, at every level, with every ending.
fn long_games() -> Vec<Played> {
    let mut games = Vec::new();
    for spec in GameSpec::offered() {
        for level in Level::ALL {
            for ending in Ending::ALL {
                let number = u32::try_from(games.len()).expect("games are few");
                let opponent = OpponentKind::Engine(level);
                let result = GameResult { spec, opponent, ending, is_unaided: true };
                games.push(Played { id: SessionId(number.into()), ended: number.into(), result });
            }
        }
    }
    games.reverse();
    games
}

#[test]
fn results_of_all_games_fit_below_their_picture() {
    let locales = Locales::load();
    let games = long_games();
    for language in Language::ALL {
        let page = ResultsPage { localizer: locales.localizer(language) };
        let mut habits = Habits::default();
        for course in Course::ALL {
            for step in Step::all() {
                habits = habits.with_step(course, step);
            }
        }
        let solved = (0..COUNTED_MAX).fold(PuzzleTally::default(), |tally, number| {
            tally.with_solved(PuzzleNumber(number), 9, Some(Day(u32::from(number))))
        });
        let practice = page.practice(&habits.with_puzzles(solved), Day(u32::from(COUNTED_MAX)));
        assert_eq!(practice.len(), 2);
        let ratings = against_levels(&games, games[0].ended);
        assert_eq!(ratings.len(), Family::ALL.len());
        let practice: Vec<String> = page.ratings(&ratings).into_iter().chain(practice).collect();
        for start in (0..games.len()).step_by(7) {
            let games = &games[start..];
            let view = page.of(games, &games[..games.len().min(9)], &practice);
            let units = view.text.encode_utf16().count();
            assert!(
                units <= CAPTION_UNITS_MAX && view.picture.is_some() == (games.len() >= 10),
                "{units}: {view:?}"
            );
            assert!(view.text.lines().count() > 5, "{view:?}");
            assert!(view.keyboard.iter().all(|row| row.len() <= 2) && view.keyboard.len() <= 4);
        }
    }
}

#[test]
fn a_newcomer_is_told_a_sentence_and_a_row_until_there_is_something_to_draw() {
    let locales = Locales::load();
    for (language, first, third) in [
        (
            Language::English,
            "📊 You have won your first game without help.",
            "📊 You have won 1 of 3 games without help.\n🟢 won 1 ⚪️ drawn 1 🟥 lost 1",
        ),
        (
            Language::Russian,
            "📊 Вы выиграли свою первую партию без помощи.",
            "📊 Вы выиграли 1 из 3 партий без помощи.\n🟢 победы 1 ⚪️ ничьи 1 🟥 поражения 1",
        ),
        (
            Language::Ukrainian,
            "📊 Ви виграли свою першу партію без допомоги.",
            "📊 Ви виграли 1 з 3 партій без допомоги.\n🟢 перемоги 1 ⚪️ нічиї 1 🟥 поразки 1",
        ),
    ] {
        let page = ResultsPage { localizer: locales.localizer(language) };
        // The games are wins, draws and losses in turn, the first one a win.
        let all = long_games();
        let of = |games: usize| page.glance(&all[all.len() - games..]);
        let text = |games| of(games).expect("they are few").text;
        assert!(text(1).starts_with(first), "{}", text(1));
        assert_eq!(text(3), third);
        for games in 1..10 {
            let view = of(games).expect("they are few");
            assert!(view.picture.is_none() && view.keyboard.len() == 1, "{view:?}");
        }
        assert!(of(0).is_none() && of(10).is_none());
    }
}
