//! The budgets for what is sent and edited, tried with hours of play in no time at all.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::time::Duration;

use tokio::time::Instant;
use zerosum::session::board::{ChatId, Surface};
use zerosum::telegram::rate_limit::queue::{CallQueue, Outcome, WAITING_MAX, WAITING_PER_CHAT_MAX};
use zerosum::telegram::rate_limit::{Class, NoRoom, RateLimits};

/// Telegram's published limits.
const PACE: RateLimits = RateLimits { per_second: 30, chat_per_minute: 60, group_per_minute: 20 };

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);

/// A Telegram that counts what arrives, with a network in between that takes its time.
struct World {
    now: Instant,
    queue: CallQueue<Class>,
    /// What is in flight: when it ends, where, and how.
    ends: BinaryHeap<Reverse<(Instant, u64, Surface)>>,
    outcome: fn(Surface) -> Outcome,
    /// How long a call is under way, and how long its answer.
    delays: fn(&mut fastrand::Rng) -> (Duration, Duration),
    random: fastrand::Rng,
    begun: u64,
    /// What has arrived when, ascending by its beginning.
    arrivals: Vec<(Instant, Surface, Class)>,
}

/// The chat of this number.
fn surface(chat: i64) -> Surface {
    ChatId(chat).into()
}

fn number(surface: Surface) -> i64 {
    surface.chat().expect("it is a chat").0
}

/// A network without delays.
fn at_once(_: &mut fastrand::Rng) -> (Duration, Duration) {
    (Duration::ZERO, Duration::ZERO)
}

/// A network in which calls overtake each other.
fn anyhow(random: &mut fastrand::Rng) -> (Duration, Duration) {
    let mut upto = |millis| Duration::from_millis(random.u64(0..millis));
    (upto(500), upto(400))
}

impl World {
    fn new(pace: RateLimits) -> World {
        World {
            now: Instant::now(),
            queue: CallQueue::new(pace),
            ends: BinaryHeap::new(),
            outcome: |_| Outcome::Answered,
            delays: at_once,
            random: fastrand::Rng::with_seed(7),
            begun: 0,
            arrivals: Vec::new(),
        }
    }

    fn enter(&mut self, chat: i64, class: Class) -> Result<(), NoRoom> {
        self.queue.enter(self.now, surface(chat), class, class).map(|_| ())
    }

    /// Lets the time pass.
    fn pass(&mut self, time: Duration) {
        let until = self.now + time;
        loop {
            let mut begin = Vec::new();
            let next = self.queue.serve(self.now, &mut begin);
            for (chat, class) in begin {
                let (there, back) = (self.delays)(&mut self.random);
                self.arrivals.push((self.now + there, chat, class));
                self.begun += 1;
                self.ends.push(Reverse((self.now + there + back, self.begun, chat)));
            }
            let end = self.ends.peek().map(|Reverse((at, _, _))| *at);
            let next = [next, end].into_iter().flatten().min().filter(|next| *next <= until);
            let Some(next) = next else { break };
            self.now = self.now.max(next);
            while let Some(Reverse((at, _, chat))) = self.ends.peek().copied()
                && at <= self.now
            {
                self.ends.pop();
                self.queue.end(self.now, chat, false, (self.outcome)(chat));
            }
        }
        self.now = until;
    }

    /// When what was sent to a chat has arrived, ascending.
    fn arrivals_in(&self, chat: i64) -> Vec<Instant> {
        let here = self.arrivals.iter().filter(|(_, other, _)| *other == surface(chat));
        let mut times: Vec<Instant> = here.map(|(at, _, _)| *at).collect();
        times.sort_unstable();
        times
    }

    /// Where what came first has arrived.
    fn chats(&self) -> Vec<i64> {
        self.arrivals.iter().map(|(_, surface, _)| number(*surface)).collect()
    }
}

/// The most that any stretch of time of this length has seen, both its ends included.
fn most_within(times: &[Instant], length: Duration) -> usize {
    let count = |from: usize| times[from..].partition_point(|at| *at <= times[from] + length);
    (0..times.len()).map(count).max().unwrap_or_default()
}

#[test]
fn nobody_ever_counts_more_than_the_limits_however_calls_overtake_each_other() {
    let mut world = World::new(PACE);
    world.delays = anyhow;
    let chats: Vec<i64> =
        (1..=80).map(|number| if number <= 20 { -number } else { number }).collect();
    for _ in 0..600 {
        for chat in &chats {
            let class = *world.random.choice(Class::ALL.iter()).expect("there are classes");
            if world.random.u32(0..4) == 0 {
                // A full line turns some away.
                let _ = world.enter(*chat, class);
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
        world.enter(1, Class::Reply).expect("there is room");
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
        let _ = world.enter(-1, Class::Edit);
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
            world.enter(chat, Class::Edit).expect("there is room");
            world.pass(SECOND);
        }
        for class in [Class::Broadcast, Class::Sweep, Class::Edit, Class::Reply, Class::Final] {
            world.enter(chat, class).expect("there is room");
            world.enter(chat, class).expect("there is room");
        }
        let before = world.arrivals.len();
        world.pass(SECOND * 2);
        let classes: Vec<Class> = world.arrivals[before..].iter().map(|entry| entry.2).collect();
        assert_eq!(classes[..2], [Class::Final, Class::Final], "in chat {chat}");
        world.pass(MINUTE * 3);
        assert_eq!(world.queue.waiting(), 0);
    }
}

#[test]
fn chats_take_turns_however_much_one_of_them_wants() {
    let mut world = World::new(RateLimits { per_second: 1, chat_per_minute: 6_000, ..PACE });
    for _ in 0..40 {
        world.enter(1, Class::Edit).expect("there is room");
    }
    for chat in 2..=5 {
        world.enter(chat, Class::Edit).expect("there is room");
        world.enter(chat, Class::Edit).expect("there is room");
    }
    world.pass(SECOND * 9);
    assert_eq!(world.chats(), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
}

#[test]
fn what_nobody_waits_for_comes_last_and_does_come() {
    let mut world = World::new(RateLimits { per_second: 2, ..PACE });
    world.enter(1, Class::Broadcast).expect("there is room");
    world.enter(2, Class::Sweep).expect("there is room");
    let mut chat = 2;
    for _ in 0..60 {
        for _ in 0..5 {
            chat += 1;
            world.enter(chat, Class::Reply).expect("there is room");
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
        Surface::Chat(ChatId(1)) => Outcome::Throttled(Duration::from_secs(30)),
        _ => Outcome::Answered,
    };
    world.enter(1, Class::Edit).expect("there is room");
    world.pass(SECOND);
    world.outcome = |_| Outcome::Answered;
    for class in Class::ALL {
        world.enter(1, class).expect("there is room");
        world.enter(2, class).expect("there is room");
    }
    world.pass(SECOND * 28);
    assert_eq!((world.arrivals_in(1).len(), world.arrivals_in(2).len()), (1, 5));
    world.pass(SECOND * 2);
    assert!(world.arrivals_in(1).len() > 1);
    // However long it is told to wait, it is tried again some day.
    world.outcome = |_| Outcome::Throttled(Duration::MAX);
    world.pass(MINUTE);
    world.enter(1, Class::Final).expect("there is room");
    world.pass(MINUTE * 70);
    world.outcome = |_| Outcome::Answered;
    world.pass(MINUTE * 70);
    assert_eq!(world.queue.waiting(), 0);
}

#[test]
fn when_many_chats_are_told_to_wait_all_do_for_a_moment() {
    for (chats, served_at_once) in [(4, true), (5, false)] {
        let mut world = World::new(PACE);
        world.outcome = |surface| match number(surface) {
            1..=9 => Outcome::Throttled(MINUTE),
            _ => Outcome::Answered,
        };
        for chat in 1..=chats {
            world.enter(chat, Class::Edit).expect("there is room");
        }
        world.pass(SECOND);
        world.enter(100, Class::Edit).expect("there is room");
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
    // In each of a hundred chats as much hangs as may be in flight.
    for chat in 1..=100 {
        for _ in 0..20 {
            queue.enter(now, surface(chat), Class::Reply, ()).expect("there is room");
        }
    }
    for _ in 0..60 {
        queue.serve(now, &mut begin);
        now += SECOND;
        // None of them ends, but all must have arrived.
        begin.drain(..).for_each(|_| queue.arrive(now));
        now += SECOND;
    }
    queue.serve(now, &mut begin);
    assert!(begin.is_empty(), "a chat has more in flight than it may");
    for chat in 1_001..=1_030 {
        queue.enter(now, surface(chat), Class::Edit, ()).expect("there is room");
    }
    queue.serve(now, &mut begin);
    assert_eq!(begin.len(), 30);
}

#[test]
fn what_waits_is_bounded_and_ends_of_games_are_turned_away_last() {
    let mut world = World::new(PACE);
    world.outcome = |_| Outcome::Throttled(MINUTE * 50);
    world.enter(1, Class::Edit).expect("there is room");
    world.pass(SECOND);
    let mut fill = |chat: &mut dyn FnMut() -> i64, class| {
        (0..WAITING_MAX * 2).filter(|_| world.enter(chat(), class).is_ok()).count()
    };
    let quarter = WAITING_PER_CHAT_MAX / 4;
    for class in [Class::Broadcast, Class::Sweep, Class::Edit, Class::Final] {
        assert_eq!(fill(&mut || 1, class), quarter, "{class:?}");
    }
    assert_eq!(fill(&mut || 1, Class::Reply), 0);
    let mut last = 1;
    let mut others = || {
        last += 1;
        last
    };
    let expected = [(Class::Broadcast, 1), (Class::Sweep, 1), (Class::Reply, 1), (Class::Final, 1)];
    for (index, (class, quarters)) in expected.into_iter().enumerate() {
        let known = if index == 0 { WAITING_PER_CHAT_MAX } else { 0 };
        assert_eq!(fill(&mut others, class), WAITING_MAX / 4 * quarters - known, "{class:?}");
    }
    assert_eq!(world.queue.waiting(), WAITING_MAX);
}

#[test]
fn chats_that_are_quiet_are_forgotten() {
    let mut world = World::new(PACE);
    let mut most = 0;
    for chat in 1..=50_000 {
        let chat = if chat % 2 == 0 { chat } else { -chat };
        world.enter(chat, Class::Reply).expect("there is room");
        world.pass(Duration::from_millis(50));
        most = most.max(world.queue.chats());
    }
    // Twenty in a second, groups for a minute: 600 groups are in use, and some more are idle.
    assert!(most <= 2_500, "{most} chats are remembered");
    assert_eq!(world.arrivals.len(), 50_000);
}

#[test]
fn whoever_gives_up_leaves_no_trace() {
    let mut world = World::new(RateLimits { per_second: 1, ..PACE });
    world.enter(1, Class::Edit).expect("there is room");
    world.pass(Duration::ZERO);
    let now = world.now;
    let enter = |world: &mut World| world.queue.enter(now, surface(2), Class::Edit, Class::Edit);
    let (one, other) = (enter(&mut world), enter(&mut world));
    world.queue.leave(surface(2), Class::Edit, one.expect("there is room"));
    assert_eq!(world.queue.waiting(), 1);
    world.queue.leave(surface(2), Class::Edit, other.expect("there is room"));
    assert_eq!(world.queue.waiting(), 0);
    // What was given back unused costs nothing.
    for chat in 3..=20 {
        let mut begin = Vec::new();
        world.now += SECOND * 2;
        world.enter(chat, Class::Edit).expect("there is room");
        world.queue.serve(world.now, &mut begin);
        assert_eq!(begin.len(), 1);
        world.queue.end(world.now, surface(chat), false, Outcome::NotMade);
        world.enter(2, Class::Edit).expect("there is room");
        world.queue.serve(world.now, &mut begin);
        assert_eq!(begin.len(), 2);
        world.queue.end(world.now, surface(2), false, Outcome::Answered);
    }
}
