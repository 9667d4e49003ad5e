//! Budgets for sending and editing, tested with hours of simulated play.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;
use zerosum::telegram::outgoing::rate_limit::chat::WAITING_PER_CHAT_MAX;
use zerosum::telegram::outgoing::rate_limit::queue::{CallEnd, CallQueue, WAITING_MAX};
use zerosum::telegram::outgoing::rate_limit::{Asker, Priority, RateLimits};
use zerosum_session::board::{ChatId, Surface};

use crate::support::paced_world::{PACE, World, anyhow, number, surface};

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

/// The largest number of times within any span of this length, both ends included.
fn most_within(times: &[Instant], length: Duration) -> usize {
    let count = |from: usize| times[from..].partition_point(|at| *at <= times[from] + length);
    (0..times.len()).map(count).max().unwrap_or_default()
}

#[test]
fn the_limits_hold_however_calls_overtake_each_other() {
    let mut world = World::new(PACE);
    world.delays = anyhow;
    let chats: Vec<i64> =
        (1..=80).map(|number| if number <= 20 { -number } else { number }).collect();
    for _ in 0..600 {
        for chat in &chats {
            let priority = *world.random.choice(Priority::ALL.iter()).expect("there are classes");
            if world.random.u32(0..4) == 0 {
                // A full queue rejects some.
                let _ = world.enter(*chat, priority);
            }
        }
        let pause = Duration::from_millis(world.random.u64(0..2_000));
        world.pass(pause);
    }
    world.pass(MINUTE * 30);
    assert_eq!(world.queue.waiting(), 0, "something waits for ever");
    let mut all: BTreeMap<i64, Vec<Instant>> = BTreeMap::new();
    for chat in &chats {
        all.insert(*chat, world.arrivals_in(*chat));
    }
    for (chat, times) in &all {
        for seconds in [1, 2, 5, 20] {
            let most = most_within(times, Duration::from_secs(seconds));
            let allowed = 5 + usize::try_from(seconds).expect("it is small");
            assert!(most <= allowed, "chat {chat} sees {most} in {seconds} s");
        }
        let most = most_within(times, MINUTE);
        assert!(*chat > 0 || most <= 20, "group {chat} sees {most} in a minute");
    }
    let mut times: Vec<Instant> = all.into_values().flatten().collect();
    times.sort_unstable();
    assert!(times.len() > 5_000, "too little is sent to tell: {}", times.len());
    let most = most_within(&times, SECOND);
    assert!(most <= 30, "{most} in a second");
}

#[test]
fn a_chat_has_a_short_burst_and_then_one_in_a_second() {
    let mut world = World::new(PACE);
    for _ in 0..10 {
        world.enter(1, Priority::Reply).expect("there is room");
    }
    world.pass(Duration::ZERO);
    assert_eq!(world.arrivals.len(), 5);
    for more in 1..=5 {
        world.pass(SECOND);
        assert_eq!(world.arrivals.len(), 5 + more);
    }
}

#[test]
fn a_lively_group_gets_its_twenty_a_minute_and_never_stops_for_long() {
    let mut world = World::new(PACE);
    for _ in 0..600 {
        let _ = world.enter(-1, Priority::Edit);
        world.pass(SECOND);
    }
    let times = world.arrivals_in(-1);
    let longest = times.windows(2).map(|pair| pair[1] - pair[0]).max().expect("much is sent");
    assert!(longest <= Duration::from_secs(7), "a pause of {longest:?}");
    assert!(times.len() >= 190, "{} in ten minutes", times.len());
    assert!(most_within(&times, MINUTE - Duration::from_millis(1)) <= 20);
}

#[test]
fn the_end_of_a_game_is_shown_before_what_was_there_earlier() {
    for chat in [1, -1] {
        let mut world = World::new(PACE);
        for _ in 0..12 {
            world.enter(chat, Priority::Edit).expect("there is room");
            world.pass(SECOND);
        }
        for priority in
            [Priority::Broadcast, Priority::Sweep, Priority::Edit, Priority::Reply, Priority::Final]
        {
            world.enter(chat, priority).expect("there is room");
            world.enter(chat, priority).expect("there is room");
        }
        let before = world.arrivals.len();
        world.pass(SECOND * 2);
        let classes: Vec<Priority> = world.arrivals[before..].iter().map(|entry| entry.2).collect();
        assert_eq!(classes[..2], [Priority::Final, Priority::Final], "in chat {chat}");
        world.pass(MINUTE * 3);
        assert_eq!(world.queue.waiting(), 0);
    }
}

#[test]
fn chats_take_turns_however_much_one_of_them_wants() {
    let mut world = World::new(RateLimits { per_second: 1, chat_per_minute: 6_000, ..PACE });
    for _ in 0..40 {
        world.enter(1, Priority::Edit).expect("there is room");
    }
    for chat in 2..=5 {
        world.enter(chat, Priority::Edit).expect("there is room");
        world.enter(chat, Priority::Edit).expect("there is room");
    }
    world.pass(SECOND * 9);
    assert_eq!(world.chats(), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
}

#[test]
fn sweeps_and_broadcasts_come_last_and_do_come() {
    let mut world = World::new(RateLimits { per_second: 2, ..PACE });
    world.enter(1, Priority::Broadcast).expect("there is room");
    world.enter(2, Priority::Sweep).expect("there is room");
    let mut chat = 2;
    for _ in 0..60 {
        for _ in 0..5 {
            chat += 1;
            world.enter(chat, Priority::Reply).expect("there is room");
        }
        world.pass(SECOND);
    }
    let chats = world.chats();
    let turn_of = |chat| chats.iter().position(|other| *other == chat).expect("it comes");
    assert_eq!((turn_of(1), turn_of(2)), (7, 15));
    assert!((2..60).contains(&turn_of(20)));
}

#[test]
fn a_chat_that_is_told_to_wait_waits_alone() {
    let mut world = World::new(PACE);
    world.outcome = |chat| match chat {
        Surface::Chat(ChatId(1)) => CallEnd::Throttled(Duration::from_secs(30)),
        _ => CallEnd::Answered,
    };
    world.enter(1, Priority::Edit).expect("there is room");
    world.pass(SECOND);
    world.outcome = |_| CallEnd::Answered;
    for priority in Priority::ALL {
        world.enter(1, priority).expect("there is room");
        world.enter(2, priority).expect("there is room");
    }
    world.pass(SECOND * 28);
    assert_eq!((world.arrivals_in(1).len(), world.arrivals_in(2).len()), (1, 5));
    world.pass(SECOND * 2);
    assert!(world.arrivals_in(1).len() > 1);
    // However long the requested delay is, the call is tried again eventually.
    world.outcome = |_| CallEnd::Throttled(Duration::MAX);
    world.pass(MINUTE);
    world.enter(1, Priority::Final).expect("there is room");
    world.pass(MINUTE * 70);
    world.outcome = |_| CallEnd::Answered;
    world.pass(MINUTE * 70);
    assert_eq!(world.queue.waiting(), 0);
}

#[test]
fn when_many_chats_are_told_to_wait_all_do_for_a_moment() {
    for (chats, served_at_once) in [(4, true), (5, false)] {
        let mut world = World::new(PACE);
        world.outcome = |surface| match number(surface) {
            1..=9 => CallEnd::Throttled(MINUTE),
            _ => CallEnd::Answered,
        };
        for chat in 1..=chats {
            world.enter(chat, Priority::Edit).expect("there is room");
        }
        world.pass(SECOND);
        world.enter(100, Priority::Edit).expect("there is room");
        world.pass(SECOND);
        assert_eq!(world.arrivals_in(100).len() == 1, served_at_once);
        world.pass(SECOND * 4);
        assert_eq!(world.arrivals_in(100).len(), 1);
    }
}

#[test]
fn calls_that_hang_take_nothing_from_other_chats() {
    let mut queue = CallQueue::new(PACE);
    let mut now = Instant::now();
    let mut begin = Vec::new();
    // In each of a hundred chats, the maximum number of calls hang in flight.
    for chat in 1..=100 {
        for _ in 0..20 {
            let asker = Asker::Chat(ChatId(chat));
            queue.enter(now, surface(chat), (Priority::Reply, asker), ()).expect("there is room");
        }
    }
    for _ in 0..60 {
        queue.serve(now, &mut begin);
        now += SECOND;
        // None of them ends, but all have to count as arrived.
        begin.drain(..).for_each(|_| queue.arrive(now));
        now += SECOND;
    }
    queue.serve(now, &mut begin);
    assert!(begin.is_empty(), "a chat has more in flight than it may");
    for chat in 1_001..=1_030 {
        let asker = Asker::Chat(ChatId(chat));
        queue.enter(now, surface(chat), (Priority::Edit, asker), ()).expect("there is room");
    }
    queue.serve(now, &mut begin);
    assert_eq!(begin.len(), 30);
}

#[test]
fn what_waits_is_bounded_and_ends_of_games_are_turned_away_last() {
    let mut world = World::new(PACE);
    world.outcome = |_| CallEnd::Throttled(MINUTE * 50);
    world.enter(1, Priority::Edit).expect("there is room");
    world.pass(SECOND);
    let mut fill = |chat: &mut dyn FnMut() -> i64, priority| {
        (0..WAITING_MAX * 2).filter(|_| world.enter(chat(), priority).is_ok()).count()
    };
    let quarter = WAITING_PER_CHAT_MAX / 4;
    for priority in [Priority::Broadcast, Priority::Sweep, Priority::Edit, Priority::Final] {
        assert_eq!(fill(&mut || 1, priority), quarter, "{priority:?}");
    }
    assert_eq!(fill(&mut || 1, Priority::Reply), 0);
    let mut last = 1;
    let mut others = || {
        last += 1;
        last
    };
    let expected = [
        (Priority::Broadcast, 1),
        (Priority::Sweep, 1),
        (Priority::Reply, 1),
        (Priority::Final, 1),
    ];
    for (index, (priority, quarters)) in expected.into_iter().enumerate() {
        let known = if index == 0 { WAITING_PER_CHAT_MAX } else { 0 };
        assert_eq!(fill(&mut others, priority), WAITING_MAX / 4 * quarters - known, "{priority:?}");
    }
    assert_eq!(world.queue.waiting(), WAITING_MAX);
}

#[test]
fn chats_that_are_quiet_are_forgotten() {
    let mut world = World::new(PACE);
    let mut most = 0;
    for chat in 1..=50_000 {
        let chat = if chat % 2 == 0 { chat } else { -chat };
        world.enter(chat, Priority::Reply).expect("there is room");
        world.pass(Duration::from_millis(50));
        most = most.max(world.queue.chats());
    }
    // Twenty in a second, groups for a minute: 600 groups are in use, and some more are idle.
    assert!(most <= 2_500, "{most} chats are remembered");
    assert_eq!(world.arrivals.len(), 50_000);
}

#[test]
fn a_waiter_that_gives_up_leaves_no_trace() {
    let mut world = World::new(RateLimits { per_second: 1, ..PACE });
    world.enter(1, Priority::Edit).expect("there is room");
    world.pass(Duration::ZERO);
    let now = world.now;
    let mut queue = CallQueue::new(RateLimits { per_second: 1, ..PACE });
    let asker = Asker::Chat(ChatId(2));
    let mut enter = || queue.enter(now, surface(2), (Priority::Edit, asker), ());
    let (one, other) = (enter(), enter());
    queue.leave(surface(2), one.expect("there is room"));
    assert_eq!(queue.waiting(), 1);
    queue.leave(surface(2), other.expect("there is room"));
    assert_eq!(queue.waiting(), 0);
    assert_eq!(queue.serve(now, &mut Vec::new()), None);
    // A place that was given back unused costs nothing.
    for chat in 3..=20 {
        let mut begin = Vec::new();
        world.now += SECOND * 2;
        world.enter(chat, Priority::Edit).expect("there is room");
        world.queue.serve(world.now, &mut begin);
        assert_eq!(begin.len(), 1);
        world.queue.end(world.now, surface(chat), false, CallEnd::NotMade);
        world.enter(2, Priority::Edit).expect("there is room");
        world.queue.serve(world.now, &mut begin);
        assert_eq!(begin.len(), 2);
        world.queue.end(world.now, surface(2), false, CallEnd::Answered);
    }
}
