//! Users who ask for far more than Telegram accepts, and others: the waiting times of each, over hours of
//! simulated play.

use std::ops::RangeInclusive;
use std::time::Duration;

use zerosum::telegram::outgoing::rate_limit::askers::WAITING_PER_PERSON_MAX;
use zerosum::telegram::outgoing::rate_limit::{Asker, Priority};
use zerosum_session::UserId;

use crate::support::paced_world::{PACE, Wait, World};

const SECOND: Duration = Duration::from_secs(1);

/// Time between two steps of the simulation.
const STEP: Duration = Duration::from_millis(25);

/// Twenty players who play by themselves, each in the private chat of that number.
const PLAYERS: RangeInclusive<i64> = 1..=20;

/// Number of the first flooding user.
const FLOODER: i64 = 1_000;

/// Commands of one person that are handled at once.
const WORDS_PER_PERSON: usize = 8;

/// A network of average speed.
fn everyday(random: &mut fastrand::Rng) -> (Duration, Duration) {
    let mut upto = |millis| Duration::from_millis(random.u64(1..millis));
    (upto(60), upto(40))
}

fn person(number: i64) -> Asker {
    Asker::Person(UserId(number.unsigned_abs()))
}

/// Simulates players who move once in each `pause`, all at different instants, and calls `flood` at every
/// step.
fn play(seconds: u64, pause: Duration, mut flood: impl FnMut(&mut World, Duration)) -> World {
    let mut world = World::new(PACE);
    world.delays = everyday;
    let mut time = Duration::ZERO;
    let mut next: Vec<Duration> = PLAYERS.map(|_| pause.mul_f64(world.random.f64())).collect();
    while time < SECOND * u32::try_from(seconds).expect("a few") {
        flood(&mut world, time);
        for (player, next) in PLAYERS.zip(&mut next) {
            if *next <= time {
                *next += pause;
                // A newer view replaces a waiting one.
                if world.waiting_of(person(player)) == 0 {
                    let priority =
                        if world.random.u8(0..10) == 0 { Priority::Final } else { Priority::Edit };
                    world.enter_for(person(player), player, priority).expect("there is room");
                }
            }
        }
        world.pass(STEP);
        time += STEP;
    }
    world
}

/// Waiting times of the selected calls, ascending.
fn waits(world: &World, is_meant: impl Fn(&Wait) -> bool) -> Vec<Duration> {
    let mut times: Vec<Duration> =
        world.waits.iter().filter(|wait| is_meant(wait)).map(|wait| wait.time).collect();
    times.sort_unstable();
    times
}

fn percentile(times: &[Duration], percent: usize) -> Duration {
    times[(times.len() * percent).div_ceil(100).saturating_sub(1)]
}

fn is_player(wait: &Wait) -> bool {
    PLAYERS.map(person).any(|player| player == wait.asker)
}

/// Checks that the players see their moves as if they were alone, 99 out of 100 within this time.
fn see_their_moves(world: &World, moves_min: usize, most_max: Duration) {
    let times = waits(world, is_player);
    assert!(times.len() >= moves_min, "only {} moves are shown", times.len());
    let (median, most) = (percentile(&times, 50), percentile(&times, 99));
    assert!(median < Duration::from_millis(100), "half of them wait longer than {median:?}");
    assert!(most < most_max, "one in a hundred waits longer than {most:?}");
}

#[test]
fn one_person_in_a_hundred_groups_delays_no_moves_of_others() {
    let flooder = person(FLOODER);
    for is_admitted in [true, false] {
        let mut group = 0;
        let world = play(300, SECOND * 2, |world, _| {
            // The flooder asks forty times in a second.
            group = group % 100 + 1;
            if !is_admitted || world.waiting_of(flooder) < WORDS_PER_PERSON {
                let _ = world.enter_for(flooder, -group, Priority::Reply);
            }
            assert!(world.waiting_of(flooder) <= WAITING_PER_PERSON_MAX);
        });
        see_their_moves(&world, 2_900, SECOND / 10);
        // The flooder gets the remaining capacity.
        let answers = waits(&world, |wait| wait.asker == flooder);
        assert!(answers.len() > 2_000, "the flooder is answered {} times", answers.len());
    }
}

#[test]
fn forty_accounts_that_want_more_than_everything_delay_no_moves_of_others() {
    let mut asked = Duration::ZERO;
    let newcomer = 5_000;
    let world = play(300, SECOND, |world, time| {
        if time >= asked {
            asked += SECOND;
            for account in FLOODER..FLOODER + 40 {
                if world.waiting_of(person(account)) < WORDS_PER_PERSON {
                    world
                        .enter_for(person(account), account, Priority::Reply)
                        .expect("there is room");
                }
            }
        }
        if time.as_millis() % 10_000 == 5_000 {
            world.enter_for(person(newcomer), newcomer, Priority::Reply).expect("there is room");
        }
    });
    see_their_moves(&world, 5_900, SECOND / 10);
    let is_flooder = |wait: &Wait| !is_player(wait) && wait.asker != person(newcomer);
    let answers = waits(&world, is_flooder);
    assert!(answers.len() > 300 * 5, "only {} answers come", answers.len());
    // A user who seldom asks goes ahead of those who always do.
    let times = waits(&world, |wait| wait.asker == person(newcomer));
    assert_eq!(times.len(), 30);
    assert!(times[29] < SECOND, "an answer comes after {:?}", times[29]);
}

#[test]
fn one_person_who_presses_on_many_boards_delays_no_moves_of_others() {
    for priority in [Priority::Edit, Priority::Final] {
        let flooder = person(FLOODER);
        let mut board = 0;
        let world = play(300, SECOND * 2, |world, _| {
            // The maximum number of one person's edits in flight, each of another message.
            while world.waiting_of(flooder) < 16 {
                board = board % 400 + 1;
                world.enter_for(flooder, -board, priority).expect("there is room");
            }
        });
        see_their_moves(&world, 2_900, SECOND);
    }
}

#[test]
fn accounts_that_press_all_the_time_get_no_more_than_others() {
    let world = play(300, SECOND * 4, |world, _| {
        for account in FLOODER..FLOODER + 10 {
            // In groups of their own, so that only the limit over all chats is exceeded.
            for board in 0..16 {
                if world.waiting_of(person(account)) < 16 {
                    let group = -(account * 100 + board);
                    world.enter_for(person(account), group, Priority::Edit).expect("there is room");
                }
            }
        }
    });
    let times = waits(&world, is_player);
    let most = percentile(&times, 99);
    assert!(most < SECOND, "one in a hundred waits longer than {most:?}");
}

#[test]
fn edits_leave_a_share_to_replies() {
    let mut flood = 0;
    let world = play(120, SECOND, |world, time| {
        for account in FLOODER..FLOODER + 60 {
            if world.waiting_of(person(account)) == 0 {
                flood += 1;
                world.enter_for(person(account), account, Priority::Edit).expect("there is room");
            }
        }
        if time.as_millis() % 1_000 == 0 {
            for asker in 5_000..5_004 {
                world.enter_for(person(asker), asker, Priority::Reply).expect("there is room");
            }
        }
    });
    assert!(flood > 1_000);
    let times = waits(&world, |wait| wait.priority == Priority::Reply);
    let most = percentile(&times, 99);
    assert!(most < SECOND * 2, "one answer in a hundred waits longer than {most:?}");
}

/// Waiting times of edits for two players in a group who move in turn, while another member floods the group
/// at every step.
fn edits_in_group(pause: Duration, mut flood: impl FnMut(&mut World, Duration)) -> Vec<Duration> {
    const GROUP: i64 = -1;
    let mut world = World::new(PACE);
    world.delays = everyday;
    let (mut time, mut next, mut player) = (Duration::ZERO, pause, 1);
    while time < SECOND * 900 {
        flood(&mut world, time);
        if time >= next {
            next += pause;
            player = 3 - player;
            if world.waiting_of(person(player)) == 0 {
                world.enter_for(person(player), GROUP, Priority::Edit).expect("there is room");
            }
        }
        world.pass(STEP);
        time += STEP;
    }
    waits(&world, |wait| wait.priority == Priority::Edit && is_player(wait))
}

#[test]
fn in_a_group_a_move_waits_for_no_more_than_one_message_of_those_who_flood_it() {
    for flooders in [1, 5] {
        let times = edits_in_group(SECOND * 7, |world, time| {
            if time.as_millis() % 3_000 != 0 {
                return;
            }
            for flooder in FLOODER..FLOODER + flooders {
                for _ in 0..7 {
                    if world.waiting_of(person(flooder)) < 4 {
                        let _ = world.enter_for(person(flooder), -1, Priority::Reply);
                    }
                }
            }
        });
        assert!(times.len() > 120, "only {} moves are shown", times.len());
        let most = percentile(&times, 100);
        assert!(most < SECOND * 4, "{flooders} people: a move waits {most:?}");
    }
}

#[test]
fn in_a_group_no_user_takes_the_turns_of_others_with_edits_of_their_own() {
    for priority in [Priority::Edit, Priority::Final] {
        let times = edits_in_group(SECOND * 9, |world, _| {
            if world.waiting_of(person(FLOODER)) < 4 {
                let _ = world.enter_for(person(FLOODER), -1, priority);
            }
        });
        assert!(times.len() > 90, "only {} moves are shown", times.len());
        let most = percentile(&times, 95);
        assert!(most < SECOND * 8, "{priority:?}: a move waits {most:?}");
    }
}

#[test]
fn an_asker_that_wants_nothing_any_more_is_forgotten() {
    let mut world = World::new(PACE);
    let mut most = 0;
    for number in 1..=20_000 {
        world.enter_for(person(number), number, Priority::Edit).expect("there is room");
        world.pass(SECOND / 20);
        most = most.max(world.queue.askers());
    }
    // Two hundred were served in the last ten seconds; idle ones are dropped beyond a thousand.
    assert!(most <= 1_100, "{most} people are remembered");
}

#[test]
fn what_waits_for_one_person_is_bounded() {
    let mut world = World::new(PACE);
    let flooder = person(FLOODER);
    let mut fill = |priority| {
        let groups = 1..=WAITING_PER_PERSON_MAX * 2;
        groups
            .filter(|group| {
                let group = i64::try_from(*group).expect("a few");
                world.enter_for(flooder, -group, priority).is_ok()
            })
            .count()
    };
    let quarter = WAITING_PER_PERSON_MAX / 4;
    assert_eq!(
        (fill(Priority::Reply), fill(Priority::Edit), fill(Priority::Final)),
        (quarter * 3, 0, quarter)
    );
    world.enter_for(person(1), -1, Priority::Reply).expect("others have their own room");
}
