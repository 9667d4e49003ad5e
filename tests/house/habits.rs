//! The laws of what is remembered of how somebody plays: nothing stored is lost, and another level is
//! offered when it is time for that, once.

use std::collections::HashSet;

use proptest::prelude::{Just, Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use zerosum::session::SessionId;
use zerosum::session::choice::{Choice, Next};
use zerosum::session::habits::{Ending, HABITS_MAX, Habits, decode, encode};
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_search::level::Level;

/// What somebody does: they choose something, or a game of theirs ends.
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

/// Texts much like those that are stored, and any others.
fn texts() -> impl Strategy<Value = String> {
    let entry = prop_oneof![
        (choices(5), "(w|l|-)[0-9]{0,4}", "[0-9a-f]{0,3}", "[0-9a-f]{0,17}|-").prop_map(
            |(choice, streak, offered, offer)| {
                let choice = zerosum::session::choice::encode(choice);
                format!("{choice} {streak} {offered} {offer}")
            }
        ),
        "[ -~]{0,20}",
        any::<String>(),
    ];
    proptest::collection::vec(entry, 0..24).prop_map(|entries| entries.join(","))
}

/// The habits after all of it. The events are numbered, and an ending is of the session of its number.
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

/// Whether something else is to be offered after the last one of these events, told once more in plain
/// words: it is the second game of this level in a row that has ended so, there is such a level, and it
/// was never offered before.
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

proptest! {
    #[test]
    fn whatever_is_stored_stays_as_it_is(text in texts()) {
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
            // What a newer program has stored is counted too.
            let stored = happened(&decode(&text), (choice, ending), number);
            assert!(encode(&stored).split(',').count() <= HABITS_MAX);
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
            // Reading it back makes no difference.
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
