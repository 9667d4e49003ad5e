//! Laws of remembered habits: no stored entry is lost, and another level is offered once, when it is due.

use std::collections::HashSet;

use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_search::course::{Course, STEPS, Step};
use zerosum_search::level::Level;
use zerosum_search::puzzle::collection::{Day, PuzzleNumber};
use zerosum_session::SessionId;
use zerosum_session::choice::{Choice, Next};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::people::habits::{Ending, HABITS_MAX, Habits, decode, encode};
use zerosum_session::people::marks::MarkPair;
use zerosum_session::people::puzzles::{COUNTED_MAX, PuzzleTally};

/// An event of a player: a choice, or the end of a game.
type Event = (Choice, Option<Ending>);

fn choices(games: usize) -> impl Strategy<Value = Choice> {
    let specs: Vec<GameSpec> = GameSpec::ALL.into_iter().take(games).collect();
    (select(specs), select(Side::ALL.to_vec()), select(Level::ALL.to_vec()))
        .prop_map(|(spec, side, level)| Choice { spec, side, level })
}

fn events(games: usize) -> impl Strategy<Value = Vec<Event>> {
    let ending = prop_oneof![
        2 => Just(None),
        4 => Just(Some(Ending::Won)),
        4 => Just(Some(Ending::Lost)),
        1 => Just(Some(Ending::Drawn)),
    ];
    proptest::collection::vec((choices(games), ending), 0..80)
}

/// Texts similar to stored ones, and arbitrary ones.
fn texts() -> impl Strategy<Value = String> {
    let entry = prop_oneof![
        (choices(5), "(w|l|-)[0-9]{0,4}", "[0-9a-f]{0,3}", "[0-9a-f]{0,17}|-").prop_map(
            |(choice, streak, offered, offer)| {
                let choice = zerosum_session::choice::encode(choice);
                format!("{choice} {streak} {offered} {offer}")
            }
        ),
        "puzzle d(-|[0-9]{0,6}) s[0-9]{0,3} b[0-9]{0,6} a[0-9]{0,4} (-|[0-9a-f]{0,8})",
        "course (3x3|row|sheep|chess) [0-9a-f]{0,4}",
        "told (on|off|no) (-|first|[a-z+]{0,12}) (-|[0-9a-f]{0,6}) (-|first|five)",
        "marks (cross|bear|[a-z]{0,8})",
        "clock (none|day|3m|5\\+3|1m)",
        "[ -~]{0,20}",
        any::<String>(),
    ];
    proptest::collection::vec(entry, 0..24).prop_map(|entries| entries.join(","))
}

/// The habits after all events. The events are numbered, and an ending belongs to the session of its number.
fn after(events: &[Event]) -> Habits {
    let numbered = events.iter().zip(0_u64..);
    numbered.fold(Habits::default(), |habits, (event, number)| happened(&habits, *event, number))
}

fn happened(habits: &Habits, (choice, ending): Event, number: u64) -> Habits {
    match ending {
        None => habits.with_choice(choice),
        Some(ending) => habits.with_ending(choice, ending, SessionId(number)),
    }
}

/// Returns whether another level is to be offered after the last event, restated in plain terms: it is the
/// second game in a row at this level with this ending, there is such a level, and it was never offered
/// before.
fn is_due(events: &[Event], offered: &mut HashSet<(String, Level, bool)>) -> bool {
    let Some((&(choice, Some(ending)), before)) = events.split_last() else { return false };
    let (next, is_harder) = match ending {
        Ending::Won => (Next::Harder, true),
        Ending::Lost => (Next::Easier, false),
        Ending::Drawn => return false,
    };
    let mut of_game = before.iter().rev().filter(|(other, _)| other.spec == choice.spec);
    let last = of_game.find(|(other, ending)| ending.is_some() || other.level != choice.level);
    let is_second = last.is_some_and(|(other, other_ending)| {
        other.level == choice.level && *other_ending == Some(ending)
    });
    let mut is_new = || offered.insert((choice.spec.name(), choice.level, is_harder));
    is_second && choice.after(next).is_some() && is_new()
}

/// A puzzle that is solved in this number of tries, or given up, some days after the one before.
#[derive(Clone, Debug)]
struct Turn {
    days_later: u32,
    is_daily: bool,
    solved: Option<(PuzzleNumber, u8)>,
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let number = prop_oneof![8 => 0..40_u16, 1 => any::<u16>()].prop_map(PuzzleNumber);
    let solved = prop_oneof![4 => (number, 1..=9_u8).prop_map(Some), 1 => Just(None)];
    let days_later = prop_oneof![4 => Just(0), 8 => Just(1), 1 => 2..9_u32];
    let turn = (days_later, any::<bool>(), solved);
    let turn =
        turn.prop_map(|(days_later, is_daily, solved)| Turn { days_later, is_daily, solved });
    proptest::collection::vec(turn, 0..60)
}

fn tally_after(tally: &PuzzleTally, turn: &Turn, today: Day) -> PuzzleTally {
    match turn.solved {
        Some((number, tries)) => tally.with_solved(number, tries, turn.is_daily.then_some(today)),
        None => tally.with_given_up(today),
    }
}

#[test]
fn puzzles_are_stored_like_this() {
    let tally = PuzzleTally::default().with_solved(PuzzleNumber(3), 2, Some(Day(20_779)));
    let tally = tally.with_solved(PuzzleNumber(9), 9, None);
    let tally = tally.with_solved(PuzzleNumber(3), 1, Some(Day(20_780)));
    let text = "puzzle d20780 s2 b2 a11 0802";
    assert_eq!(encode(&Habits::default().with_puzzles(tally.clone())), text);
    assert_eq!(decode(text).puzzles(), Some(&tally));
    let given_up = tally.with_given_up(Day(20_781));
    let text = "puzzle d20781 s0 b2 a11 0802";
    assert_eq!(encode(&Habits::default().with_puzzles(given_up)), text);
    let none = "puzzle d- s0 b0 a0 -";
    assert_eq!(decode(none).puzzles(), Some(&PuzzleTally::default()));
    let long = format!("puzzle d1 s1 b1 a1 {}", "ff".repeat(usize::from(COUNTED_MAX) / 8 + 1));
    for other in ["puzzle d1 s2 b1 a1 01", "puzzle d1 s1 b1 a1 0100", "puzzle d1 s1 b1 a1 1", &long]
    {
        assert_eq!(decode(other).puzzles(), None, "{other:.40}");
        assert_eq!(encode(&decode(other)), other);
    }
}

#[test]
fn the_steps_of_courses_are_stored_like_this() {
    let habits = Habits::default().with_step(Course::TicTacToe, Step::FIRST);
    let habits =
        habits.with_step(Course::Sheep, Step::LAST).with_step(Course::TicTacToe, Step::LAST);
    let text = "course 3x3 201,course sheep 200";
    assert_eq!(encode(&habits), text);
    assert_eq!(decode(text), habits);
    let all = Step::all().fold(habits, |habits, step| habits.with_step(Course::Row, step));
    assert!(encode(&all).starts_with("course row 3ff,"), "{all:?}");
    assert_eq!(all.passed(Course::Row).count(), u32::from(STEPS));
    assert_eq!(all.passed(Course::Row).next(), Step::FIRST);
    for other in ["course row 400", "course row 03", "course chess 3", "course row", "course row -"]
    {
        assert_eq!(decode(other).passed(Course::Row).count(), 0, "{other}");
        assert_eq!(encode(&decode(other)), other);
    }
}

#[test]
fn what_a_newer_program_has_kept_of_puzzles_and_courses_goes_with_the_rest_of_them() {
    let (puzzle, row, chess) =
        ("puzzle e1 d20780 s3 b5 a19 8f", "course row 1 2", "course chess 3");
    let text = format!("{puzzle},{row},puzzle,{chess},puzzler 4,course");
    let habits = decode(&text);
    let without = format!("{row},{chess},puzzler 4,course");
    assert_eq!(encode(&habits.without_puzzles()), without);
    assert_eq!(encode(&habits.without_puzzles().without_courses()), "puzzler 4");
    let tally = PuzzleTally::default();
    let told = format!("puzzle d- s0 b0 a0 -,{without}");
    assert_eq!(encode(&habits.with_puzzles(tally)), told);
    let step = habits.without_puzzles().with_step(Course::Row, Step::FIRST);
    assert_eq!(encode(&step), format!("course row 1,{chess},puzzler 4,course"));
}

#[test]
fn a_day_that_a_wrong_clock_has_left_freezes_no_streak() {
    let tally = PuzzleTally::default().with_solved(PuzzleNumber(3), 1, Some(Day(30_000)));
    let (yesterday, today) = (Day(20_779), Day(20_780));
    assert_eq!(tally.streak(today), 0);
    assert_eq!(tally.with_given_up(today).day(), Some(today));
    let tally = tally.with_solved(PuzzleNumber(4), 1, Some(yesterday));
    assert_eq!((tally.day(), tally.streak(yesterday)), (Some(yesterday), 1));
    let tally = tally.with_solved(PuzzleNumber(5), 1, Some(today));
    assert_eq!((tally.streak(today), tally.best()), (2, 2));
    // The clocks of two servers differ by some minutes around midnight.
    assert_eq!(tally.streak(yesterday), 2);
    assert_eq!(tally.with_given_up(yesterday), tally);
    assert_eq!(tally.with_solved(PuzzleNumber(5), 1, Some(yesterday)), tally);
    let last = tally.with_solved(PuzzleNumber(6), 1, Some(Day(u32::MAX)));
    assert_eq!(last.streak(Day(u32::MAX)), 1);
}

proptest! {
    #[test]
    fn a_step_counts_once_and_takes_the_room_of_no_game(
        steps in proptest::collection::vec((select(Course::ALL.as_slice()), 1..=STEPS), 0..40),
        events in events(6),
    ) {
        let mut habits = Habits::default();
        let mut passed = HashSet::new();
        for (number, (course, step)) in steps.iter().enumerate() {
            let step = Step::numbered(*step).expect("there is such a step");
            habits = habits.with_step(*course, step);
            assert_eq!(habits.with_step(*course, step), habits);
            passed.insert((*course, step));
            if let Some((choice, ending)) = events.get(number) {
                habits = match ending {
                    Some(ending) => habits.with_ending(*choice, *ending, SessionId(7)),
                    None => habits.with_choice(*choice),
                };
            }
        }
        let choices = habits.with_choice(Choice::default());
        for course in Course::ALL {
            for step in Step::all() {
                assert_eq!(choices.passed(course).has(step), passed.contains(&(course, step)));
            }
            let next = choices.passed(course).next();
            assert!(next == Step::FIRST || !choices.passed(course).has(next));
        }
        assert_eq!(decode(&encode(&choices)), choices);
    }

    #[test]
    fn a_puzzle_counts_once_and_a_streak_is_days_on_end(turns in turns()) {
        let (mut tally, mut today) = (PuzzleTally::default(), 20_000);
        let mut tries: Vec<(PuzzleNumber, u8)> = Vec::new();
        // For each day, true if its puzzle was solved before it was given up.
        let mut days: Vec<(u32, bool)> = Vec::new();
        for turn in turns {
            today += turn.days_later;
            tally = tally_after(&tally, &turn, Day(today));
            // A repeated event counts once.
            assert_eq!(tally_after(&tally, &turn, Day(today)), tally);
            let is_settled = days.last().is_some_and(|(day, _)| *day == today);
            if let Some((number, count)) = turn.solved
                && number.0 < COUNTED_MAX
                && !tries.iter().any(|(other, _)| *other == number)
            {
                tries.push((number, count));
            }
            if !is_settled && (turn.is_daily || turn.solved.is_none()) {
                days.push((today, turn.solved.is_some()));
            }
            let streak = |last: usize| {
                let mut expected = days[last].0;
                let on_end = days[..=last].iter().rev().take_while(|(day, is_solved)| {
                    expected -= 1;
                    *day == expected + 1 && *is_solved
                });
                u16::try_from(on_end.count()).expect("few days")
            };
            let lasts = days.last().is_some_and(|(day, _)| day + 1 >= today);
            let now = if lasts { streak(days.len() - 1) } else { 0 };
            assert_eq!(tally.streak(Day(today)), now, "{days:?}");
            assert_eq!(tally.best(), (0..days.len()).map(streak).max().unwrap_or(0));
            assert_eq!(tally.day(), days.last().map(|(day, _)| Day(*day)));
            assert_eq!(usize::try_from(tally.solved()).expect("few"), tries.len());
            assert_eq!(tally.tries(), tries.iter().map(|(_, count)| u32::from(*count)).sum::<u32>());
            assert!(tries.iter().all(|(number, _)| tally.is_solved(*number)));
        }
    }

    #[test]
    fn puzzles_stay_when_games_are_played_and_take_the_room_of_no_game(
        turns in turns(),
        events in events(40),
    ) {
        let (mut habits, mut tally) = (Habits::default(), None);
        for (number, event) in events.into_iter().enumerate() {
            if let Some(turn) = turns.get(number) {
                let known = tally.unwrap_or_default();
                let next = tally_after(&known, turn, Day(20_000 + u32::try_from(number).expect("few")));
                habits = habits.with_puzzles(next.clone());
                tally = Some(next);
            }
            habits = happened(&habits, event, number as u64);
            assert_eq!(habits.puzzles(), tally.as_ref());
            assert_eq!(decode(&encode(&habits)), habits);
            let entries = encode(&habits).split(',').count();
            assert!(entries <= HABITS_MAX + usize::from(tally.is_some()));
        }
    }

    #[test]
    fn stored_habits_stay_as_they_are(text in texts()) {
        let habits = decode(&text);
        assert_eq!(encode(&habits), text);
        assert_eq!(decode(&encode(&habits)), habits);
    }

    #[test]
    fn what_is_stored_is_read_back(events in events(40)) {
        let habits = after(&events);
        assert_eq!(decode(&encode(&habits)), habits);
    }

    #[test]
    fn habits_of_so_many_games_are_kept_the_latest_first(events in events(40), text in texts()) {
        let mut latest: Vec<Choice> = Vec::new();
        let mut habits = Habits::default();
        for ((choice, ending), number) in events.into_iter().zip(0..) {
            habits = happened(&habits, (choice, ending), number);
            latest.retain(|other| other.spec != choice.spec);
            latest.insert(0, choice);
            for (place, other) in latest.iter().enumerate() {
                let known = habits.choice_in(other.spec);
                assert_eq!(known, (place < HABITS_MAX).then_some(*other));
            }
            // Entries stored by a newer program are counted too.
            let stored = happened(&decode(&text), (choice, ending), number);
            // One entry for puzzles, and one for each course.
            let most = HABITS_MAX + 1 + Course::ALL.len();
            assert!(encode(&stored).split(',').count() <= most);
        }
    }

    #[test]
    fn another_level_is_offered_at_the_second_equal_end_in_a_row_and_once(events in events(3)) {
        let mut habits = Habits::default();
        let mut offered = HashSet::new();
        for number in 0..events.len() {
            habits = happened(&habits, events[number], number as u64);
            let is_offered = habits.is_offered_at(SessionId(number as u64));
            assert_eq!(is_offered, is_due(&events[..=number], &mut offered), "{number}: {events:?}");
            // A round trip through the stored form makes no difference.
            habits = decode(&encode(&habits));
        }
    }

    #[test]
    fn an_offer_stands_until_the_next_end_of_that_game(events in events(3)) {
        let mut habits = Habits::default();
        let mut standing: Vec<(GameSpec, SessionId)> = Vec::new();
        for ((choice, ending), number) in events.into_iter().zip(0..) {
            habits = happened(&habits, (choice, ending), number);
            if ending.is_some() {
                standing.retain(|(spec, _)| *spec != choice.spec);
                if habits.is_offered_at(SessionId(number)) {
                    standing.push((choice.spec, SessionId(number)));
                }
            }
            for other in 0..=number {
                let is_standing = standing.iter().any(|(_, id)| *id == SessionId(other));
                assert_eq!(habits.is_offered_at(SessionId(other)), is_standing);
            }
        }
    }
}

proptest! {
    #[test]
    fn the_last_clock_is_kept_among_later_entries(
        text in texts(),
        times in proptest::collection::vec(select(TimeControl::ALL.to_vec()), 1..4),
        events in events(20),
    ) {
        let before = decode(&text);
        let habits = times.iter().fold(before.clone(), |habits, time| habits.with_clock(*time));
        let habits = events.iter().zip(0_u64..).fold(habits, |habits, (event, number)| {
            happened(&habits, *event, number)
        });
        let habits = decode(&encode(&habits));
        assert_eq!(habits.clock(), times.last().copied());
        let stored = encode(&habits);
        let clocks = stored.split(',').filter(|entry| entry.split(' ').next() == Some("clock"));
        assert_eq!(clocks.count(), 1);
        if events.is_empty() {
            assert_eq!(habits.puzzles(), before.puzzles());
        }
    }
}

proptest! {
    #[test]
    fn the_last_marks_are_kept_among_later_entries(
        text in texts(),
        pairs in proptest::collection::vec(select(MarkPair::ALL.to_vec()), 1..4),
        events in events(20),
    ) {
        let before = decode(&text);
        let habits = pairs.iter().fold(before.clone(), |habits, pair| habits.with_marks(*pair));
        let habits = events.iter().zip(0_u64..).fold(habits, |habits, (event, number)| {
            happened(&habits, *event, number)
        });
        let habits = decode(&encode(&habits));
        let last = *pairs.last().expect("there is one");
        assert_eq!(habits.marks(), last);
        let stored = encode(&habits);
        let entries = stored.split(',').filter(|entry| entry.split(' ').next() == Some("marks"));
        assert_eq!(entries.count(), usize::from(last != MarkPair::CrossAndNought));
        if events.is_empty() {
            assert_eq!((habits.clock(), habits.puzzles()), (before.clock(), before.puzzles()));
        }
    }
}

#[test]
fn marks_are_stored_like_this_and_marks_of_a_newer_program_are_kept_until_others_are_chosen() {
    let stored = "marks bear,clock day,3x3 1 beginner w1 00 -";
    let habits = decode(stored);
    assert_eq!((habits.marks(), encode(&habits)), (MarkPair::BearAndRabbit, stored.to_owned()));
    let newer = decode("marks zebra,3x3 1 beginner w1 00 -");
    assert_eq!(newer.marks(), MarkPair::default());
    let played = happened(&newer, (Choice::default(), None), 1);
    assert!(encode(&played).contains("marks zebra"), "{}", encode(&played));
    let chosen = encode(&newer.with_marks(MarkPair::TreeAndBlossom));
    assert_eq!(chosen, "marks tree,3x3 1 beginner w1 00 -");
}

#[test]
fn every_level_is_one_step_from_the_next() {
    let mut level = Level::Novice;
    for next in &Level::ALL[1..] {
        assert_eq!((level.harder(), next.easier()), (Some(*next), Some(level)));
        level = *next;
    }
    assert_eq!((Level::Novice.easier(), Level::Best.harder()), (None, None));
    for spec in GameSpec::ALL {
        let floor = Level::floor_of(spec);
        assert_eq!(Choice { spec, side: Side::First, level: floor }.after(Next::Easier), None);
    }
}

#[test]
fn choices_are_kept_without_how_games_have_ended() {
    let habits = decode("3x3 1 beginner w1 08 5f,course 3x3 1");
    assert_eq!(encode(&habits), "3x3 1 beginner w1 08 5f,course 3x3 1");
    assert_eq!(encode(&habits.without_endings()), "3x3 1 beginner - 00 -,course 3x3 1");
}
