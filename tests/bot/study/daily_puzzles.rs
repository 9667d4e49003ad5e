//! The puzzle of the day: when it counts, when it is given up, and which link names the same puzzle.

use zerosum_games::any::GameSpec;
use zerosum_render::tap::puzzles::Posed;
use zerosum_search::level::Level;
use zerosum_search::puzzle::Puzzle;
use zerosum_search::puzzle::collection::{DAILY_COUNT, Day, PuzzleNumber};

use crate::study::puzzles::{PUZZLES, SHARE, SOLUTION, posed, solve, table_with, tally, today};
use crate::support::fickle::FickleStore;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_streak_goes_on_from_day_to_day_and_ends_with_a_day_left_out_or_given_up() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    let mut left = None;
    for (days, streak, best) in [(0, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 3), (1, 2, 3)] {
        store.pass(days);
        let asked = table.ask(anna, anna, "/puzzle").await;
        let told = solve(&table, anna, &asked).await.text;
        let tally = tally(&store, anna).await;
        assert_eq!((tally.streak(today(&store)), tally.best()), (streak, best), "{told}");
        assert!(told.contains(&format!("🔥 {streak} puzzle")), "{told}");
        left = Some(asked);
    }
    let left = left.expect("there was a day");
    store.pass(1);
    // A player who looks at the solution has given up, even if they then ask for another copy.
    let asked = table.ask(anna, anna, "/puzzle").await;
    assert_ne!(posed(&asked), posed(&left));
    let before = tally(&store, anna).await;
    assert_eq!(table.toast(&table.press(anna, &asked, SOLUTION)).await, "");
    let shown = table.changed(&asked).await;
    assert!(shown.text.contains("💡 The solution.") && shown.find_button(SHARE).is_none());
    let again = table.ask(anna, anna, "/puzzle").await;
    let told = solve(&table, anna, &again).await.text;
    assert!(!told.contains("🔥"), "{told}");
    let after = tally(&store, anna).await;
    assert_eq!((after.streak(today(&store)), after.best()), (0, 3));
    assert_eq!(after.solved(), before.solved() + 1);
    // Yesterday's puzzle counts as solved, but for no day.
    let boris = table.boris;
    let yesterdays = table.ask(boris, boris, "/puzzle").await;
    store.pass(1);
    let told = solve(&table, boris, &yesterdays).await;
    assert!(!told.text.contains("🔥") && told.find_button("🧩 Задача дня").is_some(), "{told:?}");
    let late = tally(&store, boris).await;
    assert_eq!((late.solved(), late.day(), late.best()), (1, None, 0));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn under_its_number_the_puzzle_of_the_day_is_the_same_puzzle() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let (anna, boris) = (table.anna, table.boris);
    let PuzzleNumber(number) = PUZZLES.daily(today(&store));
    let link = format!("/start p{number}");
    let asked = table.ask(anna, anna, &link).await;
    assert!(asked.text.starts_with("🧩 Puzzle of "), "{asked:?}");
    assert!(
        solve(&table, anna, &asked).await.text.contains("🔥 1 puzzle of the day: a streak begins.")
    );
    // A player who has looked at its solution has given it up.
    let asked = table.ask(boris, boris, &link).await;
    assert_eq!(table.toast(&table.press(boris, &asked, "💡 Решение")).await, "");
    table.changed(&asked).await;
    let again = table.ask(boris, boris, "/puzzle").await;
    let told = solve(&table, boris, &again).await.text;
    assert!(!told.contains("🔥"), "{told}");
    assert_eq!(tally(&store, boris).await.day(), Some(today(&store)));
    // A button from before its day carries no day.
    let oksana = table.oksana;
    let Day(day) = today(&store);
    let PuzzleNumber(number) = PUZZLES.daily(Day(day + 1));
    let asked = table.ask(oksana, oksana, &format!("/start p{number}")).await;
    assert_eq!(posed(&asked).day, None);
    store.pass(1);
    assert!(solve(&table, oksana, &asked).await.text.contains("🔥 1 задача дня: серію почато."));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_one_is_not_that_of_today_as_long_as_there_are_others() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    let kind = |puzzle: &Puzzle| (puzzle.spec(), puzzle.level());
    let count = |kind_: (GameSpec, Level)| {
        PUZZLES.puzzles().iter().filter(|puzzle| kind(puzzle) == kind_).count()
    };
    for (others, is_todays) in [(1, false), (0, true)] {
        let has_others = |day: &u32| {
            let todays = PUZZLES.puzzle(PUZZLES.daily(Day(*day))).expect("each day has one");
            count(kind(todays)) == others + 1
        };
        let Day(now) = today(&store);
        let day = (now..now + u32::from(DAILY_COUNT)).find(has_others).expect("there is one");
        store.pass(i64::from(day - now));
        let todays = PUZZLES.daily(Day(day));
        let (spec, level) = kind(PUZZLES.puzzle(todays).expect("each day has one"));
        for _ in 0..12 {
            let words = format!("/puzzle {} {}", spec.name(), level.name());
            let posed = posed(&table.ask(anna, anna, &words).await);
            assert_eq!((posed.number == todays, posed.day.is_some()), (is_todays, is_todays));
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_button_of_a_day_that_is_not_its_own_is_of_the_same_puzzle_and_of_no_day() {
    let store = FickleStore::new();
    let table = table_with(&store).await;
    let anna = table.anna;
    let asked = table.ask(anna, anna, "/puzzle").await;
    // The clock goes back, so the puzzle's day is still to come.
    store.pass(-1);
    let solved = solve(&table, anna, &asked).await;
    assert!(solved.text.starts_with("🧩 Puzzle ") && !solved.text.contains("🔥"), "{solved:?}");
    assert_eq!(posed(&solved), Posed { day: None, ..posed(&asked) });
    let tally = tally(&store, anna).await;
    assert_eq!((tally.solved(), tally.day()), (1, None));
    table.finish().await;
}
