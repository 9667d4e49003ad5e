//! Laws of milestones: each is told once, at the end of the first game that passes it, and what was passed
//! before is not told.

use proptest::prelude::{Strategy, any, proptest};
use proptest::sample::select;
use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::side::Side;
use zerosum_search::level::Level;
use zerosum_session::SessionId;
use zerosum_session::choice::Choice;
use zerosum_session::people::habits::{Ending, Habits, decode, encode};
use zerosum_session::people::milestones::{Finish, Milestone, Milestones, STREAK_RESULTS};
use zerosum_session::people::results::{GameResult, OpponentKind, Played};

const ALL: u32 = 5_000;

/// A game with its result, played from its start.
fn game(spec: GameSpec, ending: Ending, is_unaided: bool) -> GameResult {
    GameResult { spec, opponent: OpponentKind::Engine(Level::Best), ending, is_unaided }
}

fn games() -> impl Strategy<Value = Vec<GameResult>> {
    let spec = select(GameSpec::offered());
    let ending = select(vec![Ending::Won, Ending::Won, Ending::Won, Ending::Lost, Ending::Drawn]);
    let opponent = select(vec![OpponentKind::Person, OpponentKind::Engine(Level::Best)]);
    let one = (spec, opponent, ending, any::<bool>(), any::<bool>()).prop_map(
        |(spec, opponent, ending, first, second)| GameResult {
            spec,
            opponent,
            ending,
            is_unaided: first || second,
        },
    );
    proptest::collection::vec(one, 0..50)
}

fn finish_of(id: SessionId, result: GameResult) -> Finish {
    let is_perfect_draw = result.spec == GameSpec::TicTacToe;
    Finish { id, result, is_whole: true, is_perfect_draw }
}

/// Plays a game after the others, which are the latest first, and returns what is told of it.
fn play(
    milestones: &mut Milestones,
    played: &mut Vec<Played>,
    result: GameResult,
) -> Option<Milestone> {
    let number = u64::try_from(played.len()).expect("few games");
    let id = SessionId(number);
    played.insert(0, Played { id, ended: 0, result });
    let finish = finish_of(id, result);
    if let Some(needed) = milestones.results_needed(&finish, ALL) {
        let needed = usize::try_from(needed).expect("it is small").min(played.len());
        *milestones = milestones.after(&finish, &played[..needed]);
    }
    milestones.told_at(id)
}

fn told_of(results: &[GameResult]) -> Vec<Option<Milestone>> {
    let (mut milestones, mut played) = (Milestones::default(), Vec::new());
    results.iter().map(|result| play(&mut milestones, &mut played, *result)).collect()
}

#[test]
fn the_greatest_of_what_a_game_passes_is_told_and_the_rest_counts_as_told() {
    let sheep = GameSpec::from_name("sheep-2").expect("it is a game");
    let won = game(GameSpec::TicTacToe, Ending::Won, true);
    let lost = game(GameSpec::TicTacToe, Ending::Lost, true);
    let drawn = game(GameSpec::TicTacToe, Ending::Drawn, true);
    let helped = game(sheep, Ending::Won, false);
    let sequence = [lost, won, won, helped, won, drawn, drawn, won, won, won, won, won];
    let expected = [
        None,
        Some(Milestone::FirstWin),
        None,
        Some(Milestone::FirstWinOf(Family::Sheep)),
        Some(Milestone::Streak(3)),
        Some(Milestone::PerfectDraw),
        None,
        None,
        None,
        None,
        None,
        Some(Milestone::Streak(5)),
    ];
    assert_eq!(told_of(&sequence), expected);
}

#[test]
fn what_was_passed_before_milestones_were_kept_is_not_told() {
    let won = game(GameSpec::TicTacToe, Ending::Won, true);
    let drawn = game(GameSpec::TicTacToe, Ending::Drawn, true);
    let lost = game(GameSpec::TicTacToe, Ending::Lost, true);
    let mut played = Vec::new();
    for result in [won, drawn, lost] {
        play(&mut Milestones::default(), &mut played, result);
    }
    let mut milestones = Milestones::default();
    assert_eq!(play(&mut milestones, &mut played, won), None);
    assert_eq!(play(&mut milestones, &mut played, drawn), None);
    let finish = finish_of(SessionId(99), won);
    assert_eq!(milestones.results_needed(&finish, ALL), Some(STREAK_RESULTS), "only a streak");
    let elsewhere = Finish { is_whole: false, ..finish };
    let aided = GameResult { is_unaided: false, ..won };
    assert_eq!(milestones.results_needed(&Finish { result: aided, ..elsewhere }, ALL), None);
}

#[test]
fn milestones_that_are_switched_off_are_not_told_and_stay_off() {
    let won = game(GameSpec::TicTacToe, Ending::Won, true);
    let (mut milestones, mut played) = (Milestones::default().switched(false), Vec::new());
    assert_eq!(play(&mut milestones, &mut played, won), None);
    let stored = encode(&Habits::default().with_milestones(milestones));
    assert_eq!(stored, "told off - - -");
    let milestones = decode(&stored).milestones();
    assert!(!milestones.are_told() && !milestones.forgotten().are_told());
    assert_eq!(encode(&Habits::default().with_milestones(milestones.switched(true))), "");
}

#[test]
fn milestones_are_stored_like_this_and_stay_among_later_entries() {
    let won = game(GameSpec::TicTacToe, Ending::Won, true);
    let (mut milestones, mut played) = (Milestones::default(), Vec::new());
    play(&mut milestones, &mut played, won);
    let mut habits = Habits::default().with_milestones(milestones.clone());
    let text = "told on first+3x3 0 first";
    assert_eq!(encode(&habits), text);
    for spec in GameSpec::ALL.into_iter().take(40) {
        let choice = Choice { spec, side: Side::First, level: Level::Beginner };
        habits = habits.with_choice(choice).with_ending(choice, Ending::Won, SessionId(7));
    }
    assert_eq!(decode(&encode(&habits)).milestones(), milestones);
    // Entries of a newer program are left alone, and nothing is told beside them.
    let newer = "told on first+moon 5f moon";
    let kept = decode(newer).with_choice(Choice::default());
    assert!(encode(&kept).contains(newer) && !kept.milestones().are_told());
    let replaced = encode(&kept.with_milestones(milestones));
    assert!(replaced.contains(text) && !replaced.contains("moon"), "{replaced}");
}

proptest! {
    #[test]
    fn each_milestone_is_told_once_and_a_first_only_at_the_first(results in games()) {
        let told = told_of(&results);
        for (number, milestone) in told.iter().enumerate() {
            let Some(milestone) = milestone else { continue };
            let earlier = &results[..number];
            assert!(!told[..number].contains(&Some(*milestone)), "{milestone:?}");
            let mut won = earlier.iter().filter(|result| result.ending == Ending::Won && result.is_unaided);
            match milestone {
                Milestone::FirstWin => assert_eq!(won.next(), None),
                Milestone::FirstWinOf(family) => assert!(!won.any(|one| one.spec.family() == *family)),
                Milestone::Streak(_) | Milestone::PerfectDraw => assert!(results[number].is_unaided),
            }
        }
    }
}
