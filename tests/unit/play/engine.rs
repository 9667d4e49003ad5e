//! Engines: how far each level sees, and how slow engines share the machine.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use fastrand::Rng;
use zerosum::engine::Engine;
use zerosum::engine::pool::{
    MoveSearcher, Pool, SearchError, SearchRequest, THINKING_MIN, thinking_time,
};
use zerosum::engine::queue::{QueueFull, SEARCHES_PER_PERSON_MAX, SEARCHES_WAITING_MAX};
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::alpha_beta;
use zerosum_search::level::Level;
use zerosum_search::level::Plan;
use zerosum_search::limits::Watch;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, SearchResult, Statistics};
use zerosum_session::choice::Choice;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};

use crate::support::positions::every_position;

/// Number of plies that each level sees ahead on the 3x3 board.
const HORIZONS: [(Level, u16); 4] =
    [(Level::Beginner, 1), (Level::Casual, 2), (Level::Strong, 5), (Level::Best, 9)];

/// Textbook minimax that looks ahead up to the horizon and scores positions there as even.
fn minimax(position: &TicTacToe, me: Side, plies: u16, horizon: u16) -> Score {
    if let Some(outcome) = position.outcome() {
        return Score::of_end(outcome, me, plies);
    }
    if plies == horizon {
        return Score::of_estimate(0);
    }
    let scores = moves_of(position).into_iter().map(|code| {
        let mut next = *position;
        next.play(code).expect("it is legal");
        minimax(&next, me, plies + 1, horizon)
    });
    let best = if position.turn() == me { scores.max() } else { scores.min() };
    best.expect("a game in play has moves")
}

fn moves_of(position: &TicTacToe) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

/// The best moves within the horizon.
fn best_moves(position: &TicTacToe, horizon: u16) -> Vec<MoveCode> {
    if horizon >= position.max_plies() {
        return alpha_beta::search(position).moves;
    }
    let score = |code: MoveCode| {
        let mut next = *position;
        next.play(code).expect("it is legal");
        (code, minimax(&next, position.turn(), 1, horizon))
    };
    let scored: Vec<(MoveCode, Score)> = moves_of(position).into_iter().map(score).collect();
    let best = scored.iter().map(|(_, score)| *score).max();
    scored.into_iter().filter(|(_, score)| Some(*score) == best).map(|(code, _)| code).collect()
}

/// A session against an engine of this level, after these moves.
fn session(id: u64, level: Level, moves: &[MoveCode]) -> Session {
    let user = UserId(1);
    let engine_side = if moves.len().is_multiple_of(2) { Side::First } else { Side::Second };
    let (human, engine) = (Seat::Human(user), Seat::Engine(level));
    let seats = match engine_side {
        Side::First => BySide { first: engine, second: human },
        Side::Second => BySide { first: human, second: engine },
    };
    let start = Session::new(SessionId(id), GameSpec::TicTacToe, seats);
    moves.iter().enumerate().fold(start, |session, (ply, code)| {
        let is_engines = (ply % 2 == 0) == (engine_side == Side::First);
        let actor = if is_engines { Actor::Engine } else { Actor::User(user) };
        session.apply(actor, session.revision(), Action::Play(*code)).expect("it is legal")
    })
}

/// Moves that lead to a position.
fn moves_to(position: &TicTacToe) -> Vec<MoveCode> {
    let cells = |side| (0..9).map(MoveCode).filter(move |code| position.mark(*code) == Some(side));
    let mut noughts = cells(Side::Second);
    let mut moves = Vec::new();
    for cross in cells(Side::First) {
        moves.push(cross);
        moves.extend(noughts.next());
    }
    moves
}

#[test]
fn on_the_3x3_board_each_level_plays_what_is_best_as_far_as_it_sees() {
    let engine = Engine::new();
    for position in every_position() {
        if position.outcome().is_some() {
            continue;
        }
        let moves = moves_to(&position);
        for (level, horizon) in HORIZONS {
            let best = best_moves(&position, horizon);
            for id in 0..3 {
                let reply = engine.instant_reply(&session(id, level, &moves));
                let reply = reply.expect("the engine is to move and needs no time");
                assert!(best.contains(&reply), "{level:?} plays {reply:?} in {position}: {best:?}");
            }
        }
    }
}

#[test]
fn equally_good_moves_are_all_played_and_the_same_session_plays_the_same() {
    let engine = Engine::new();
    for (level, _) in HORIZONS {
        let reply = |id| engine.instant_reply(&session(id, level, &[])).expect("it begins");
        let mut replies: Vec<MoveCode> = (0..300).map(reply).collect();
        assert_eq!(replies, (0..300).map(reply).collect::<Vec<_>>());
        replies.sort();
        replies.dedup();
        assert_eq!(replies.len(), 9, "no first move loses or wins: {replies:?}");
    }
}

/// A random session in which an engine of this level is to move and can win at once.
fn session_to_win(spec: GameSpec, level: Level, random: &mut Rng) -> Session {
    let user = UserId(1);
    loop {
        let engine_side = if random.bool() { Side::First } else { Side::Second };
        let choice = Choice { spec, side: !engine_side, level };
        let mut session = Session::against_engine(SessionId(random.u64(..)), user, choice);
        while session.outcome().is_none() {
            let position = session.position();
            if position.turn() == engine_side && !wins_of(position).is_empty() {
                return session;
            }
            let actor =
                if position.turn() == engine_side { Actor::Engine } else { Actor::User(user) };
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let action = Action::Play(moves[random.usize(..moves.len())]);
            session = session.apply(actor, session.revision(), action).expect("it is legal");
        }
    }
}

/// Moves that win at once.
fn wins_of(position: &AnyGame) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let wins = |code: &MoveCode| {
        let mut next = position.clone();
        next.play(*code).expect("it is legal");
        next.outcome() == Some(Outcome::Win(position.turn()))
    };
    moves.into_iter().filter(wins).collect()
}

/// The engine's move, and whether it was instant.
pub(crate) async fn reply(engine: &Engine, session: &Session) -> (MoveCode, bool) {
    if let Some(code) = engine.instant_reply(session) {
        return (code, true);
    }
    let asked = engine.ask(session, UserId(1)).expect("an engine is to move");
    let found = asked.expect("there is room").found().await.expect("it is found");
    (found.best.expect("the game is in play"), false)
}

#[tokio::test]
async fn at_every_level_of_every_game_an_engine_that_can_win_on_the_spot_does() {
    const POSITIONS: u32 = 3;
    let engine = Engine::new();
    let mut random = Rng::with_seed(1);
    for name in ["3x3", "4x4x3", "6x6x4", "15x15x5", "ultimate", "ultimate-tactical", "sheep"] {
        let spec = GameSpec::from_name(name).expect("there is such a game");
        for level in Level::ALL {
            for _ in 0..POSITIONS {
                let session = session_to_win(spec, level, &mut random);
                let (code, _) = reply(&engine, &session).await;
                let wins = wins_of(session.position());
                assert!(wins.contains(&code), "{level:?} of {name} plays {code:?}, not {wins:?}");
            }
        }
    }
}

#[tokio::test]
async fn what_is_near_is_found_at_once_and_always_the_same() {
    let engine = Engine::new();
    let start = |name, level, id| {
        let spec = GameSpec::from_name(name).expect("there is such a game");
        let choice = Choice { spec, side: Side::Second, level };
        Session::against_engine(SessionId(id), UserId(1), choice)
    };
    for (name, level, is_instant) in [
        ("3x3", Level::Best, true),
        ("sheep", Level::Best, true),
        ("4x4x4", Level::Beginner, true),
        ("4x4x4", Level::Casual, false),
        ("15x15x5", Level::Beginner, true),
        ("15x15x5", Level::Best, false),
        ("ultimate", Level::Beginner, true),
        ("ultimate", Level::Casual, true),
        ("ultimate", Level::Strong, false),
        ("ultimate", Level::Best, false),
    ] {
        let (_, at_once) = reply(&engine, &start(name, level, 1)).await;
        assert_eq!(at_once, is_instant, "{level:?} of {name}");
    }
    for level in [Level::Beginner, Level::Casual, Level::Strong] {
        for id in 0..5 {
            let session = start("ultimate", level, id);
            let first = reply(&engine, &session).await;
            // A new process has no results of earlier searches.
            assert_eq!(reply(&Engine::new(), &session).await, first, "{level:?}");
            assert_eq!(reply(&engine, &session).await, first, "{level:?}");
        }
    }
}

/// Behaviour of a searcher in these tests, by the number of the game it searches.
type Script = Arc<dyn Fn(u64, &mut dyn Watch) + Send + Sync>;

struct Scripted(Script);

impl MoveSearcher for Scripted {
    fn think(&mut self, order: &SearchRequest, watch: &mut dyn Watch) -> SearchResult {
        (self.0)(order.seed.0, watch);
        SearchResult {
            best: Some(MoveCode(4)),
            score: Score::of_estimate(0),
            is_exact: false,
            distance: Distance::Exact,
            depth: 1,
            line: vec![MoveCode(4)],
            moves: Vec::new(),
            statistics: Statistics { nodes: 7, ..Statistics::default() },
        }
    }
}

/// A pool of this many threads whose searchers behave like this.
pub(crate) fn pool(
    threads: usize,
    script: impl Fn(u64, &mut dyn Watch) + Send + Sync + 'static,
) -> Pool {
    let script: Script = Arc::new(script);
    Pool::new(threads, Arc::new(move || Box::new(Scripted(Arc::clone(&script)))))
}

/// A search order of a person, identified by its number.
pub(crate) fn order(person: u64, number: u64) -> SearchRequest {
    let spec = GameSpec::TicTacToe;
    SearchRequest {
        asker: UserId(person).into(),
        spec,
        position: AnyGame::TicTacToe(TicTacToe::default()),
        plan: Plan::of(spec, Level::Best),
        is_choice: false,
        seed: Seed(number),
        time: Duration::from_secs(3_600),
    }
}

/// A script that reports its number when it begins, and thinks until it may go on.
fn gated() -> (impl Fn(u64, &mut dyn Watch), Receiver<u64>, Sender<()>) {
    let (tell, told) = mpsc::channel();
    let (go_on, gate) = mpsc::channel();
    let gate = Mutex::new(gate);
    let script = move |number, _: &mut dyn Watch| {
        tell.send(number).expect("the test listens");
        gate.lock().expect("no holder panics").recv().expect("the test goes on");
    };
    (script, told, go_on)
}

#[tokio::test]
async fn a_search_tells_what_it_has_found() {
    let pool = pool(1, |_, _| {});
    let found = pool.ask(order(1, 1)).expect("there is room").found().await.expect("it is found");
    assert_eq!((found.best, found.nodes), (Some(MoveCode(4)), 7));
    assert_eq!((pool.load().waiting, pool.load().running), (0, 0));
}

#[tokio::test]
async fn people_take_turns_in_any_order_of_asking() {
    let (script, begun, go_on) = gated();
    let pool = pool(1, script);
    let mut asked = vec![pool.ask(order(1, 10)).expect("there is room")];
    assert_eq!(begun.recv(), Ok(10));
    for (person, number) in [(1, 11), (1, 12), (1, 13), (2, 20), (3, 30)] {
        asked.push(pool.ask(order(person, number)).expect("there is room"));
    }
    assert_eq!((pool.load().waiting, pool.load().running), (5, 1));
    let mut numbers = Vec::new();
    for _ in 0..5 {
        go_on.send(()).expect("a search waits");
        numbers.push(begun.recv().expect("the next one begins"));
    }
    go_on.send(()).expect("a search waits");
    assert_eq!(numbers, [20, 30, 11, 12, 13]);
    for search in asked {
        search.found().await.expect("it is found");
    }
}

#[tokio::test]
async fn no_person_has_two_threads_at_once() {
    let (script, begun, go_on) = gated();
    let pool = pool(2, script);
    let asked: Vec<_> =
        [(1, 10), (1, 11), (2, 20)].map(|(person, number)| pool.ask(order(person, number))).into();
    let mut first = [begun.recv(), begun.recv()];
    first.sort_by_key(|number| number.unwrap_or(0));
    assert_eq!(first, [Ok(10), Ok(20)]);
    for _ in 0..3 {
        go_on.send(()).expect("a search waits");
    }
    assert_eq!(begun.recv(), Ok(11));
    for search in asked {
        search.expect("there is room").found().await.expect("it is found");
    }
}

#[tokio::test]
async fn more_than_the_queue_holds_is_refused_at_once() {
    let pool = pool(1, |_, watch| while !watch.is_over() {});
    let mut asked = Vec::new();
    for _ in 0..SEARCHES_PER_PERSON_MAX {
        asked.push(pool.ask(order(1, 0)).expect("there is room"));
    }
    assert_eq!(pool.ask(order(1, 0)).err(), Some(QueueFull));
    let others = (2..).map(|person| pool.ask(order(person, 0))).take_while(Result::is_ok);
    asked.extend(others.flatten());
    let room = SEARCHES_WAITING_MAX + pool.threads_max();
    assert!((SEARCHES_WAITING_MAX..=room).contains(&asked.len()), "{}", asked.len());
}

#[tokio::test]
async fn a_search_that_is_no_longer_wanted_ends() {
    let (tell, ended) = mpsc::channel();
    let pool = pool(1, move |number, watch| {
        tell.send((number, "begins")).expect("the test listens");
        while !watch.is_over() {
            std::hint::spin_loop();
        }
        tell.send((number, "ends")).expect("the test listens");
    });
    let (running, waiting) = (pool.ask(order(1, 1)), pool.ask(order(2, 2)));
    let last = pool.ask(order(3, 3)).expect("there is room");
    assert_eq!(ended.recv(), Ok((1, "begins")));
    drop(waiting);
    let dropped = Instant::now();
    drop(running);
    assert_eq!(ended.recv(), Ok((1, "ends")));
    println!("ended after {:?}", dropped.elapsed());
    assert_eq!(ended.recv(), Ok((3, "begins")), "what was waiting never begins");
    drop(last);
    assert_eq!(ended.recv(), Ok((3, "ends")));
}

#[tokio::test]
async fn a_search_that_panics_takes_no_thread_with_it() {
    let made = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&made);
    let script: Script = Arc::new(|number, _| {
        if number == 13 {
            panic::panic_any("unlucky");
        }
    });
    let make_searcher = move || {
        counted.fetch_add(1, Ordering::Relaxed);
        Box::new(Scripted(Arc::clone(&script))) as Box<dyn MoveSearcher>
    };
    let pool = Pool::new(1, Arc::new(make_searcher));
    for _ in 0..3 {
        let unlucky = pool.ask(order(1, 13)).expect("there is room").found().await;
        assert_eq!(unlucky, Err(SearchError::Panicked));
        let lucky = pool.ask(order(1, 14)).expect("there is room").found().await;
        assert!(lucky.is_ok(), "{lucky:?}");
    }
    assert_eq!(made.load(Ordering::Relaxed), 4, "a searcher that has panicked is not asked again");
}

#[tokio::test]
async fn a_pool_that_is_dropped_ends_everything() {
    let (tell, ended) = mpsc::channel();
    let pool = pool(1, move |number, watch| {
        tell.send(number).expect("the test listens");
        while !watch.is_over() {}
        tell.send(number).expect("the test listens");
    });
    let [running, waiting] = [1, 2].map(|n| pool.ask(order(n, n)).expect("there is room"));
    assert_eq!(ended.recv(), Ok(1));
    drop(pool);
    assert_eq!(ended.recv(), Ok(1));
    assert_eq!(waiting.found().await, Err(SearchError::Closed));
    // The search may or may not have found a move by then.
    let _ = running.found().await;
    assert!(ended.recv().is_err(), "the thread has ended");
}

#[test]
fn the_more_people_wait_the_shorter_each_search_is() {
    let second = Duration::from_secs(1);
    for (people, threads, expected) in [
        (0, 2, second),
        (1, 1, second),
        (1, 8, second),
        (2, 2, second),
        (3, 2, second / 2),
        (8, 2, second / 4),
        (20, 2, second / 10),
        (SEARCHES_WAITING_MAX, 2, THINKING_MIN),
    ] {
        assert_eq!(thinking_time(second, people, threads), expected, "{people} on {threads}");
    }
    let short = THINKING_MIN / 2;
    assert_eq!(
        thinking_time(short, SEARCHES_WAITING_MAX, 1),
        short,
        "no search is longer than asked"
    );
}

/// A searcher that reports the number of a search with its time limit, and thinks until it may go on.
struct Timed {
    tell: Sender<(u64, Duration)>,
    gate: Arc<Mutex<Receiver<()>>>,
}

impl MoveSearcher for Timed {
    fn think(&mut self, order: &SearchRequest, watch: &mut dyn Watch) -> SearchResult {
        self.tell.send((order.seed.0, order.time)).expect("the test listens");
        self.gate.lock().expect("no holder panics").recv().expect("the test goes on");
        Scripted(Arc::new(|_, _| {})).think(order, watch)
    }
}

/// A pool of such searchers, with the receiver of their reports and the sender that lets them go on.
fn timed_pool(threads: usize) -> (Pool, Receiver<(u64, Duration)>, Sender<()>) {
    let ((tell, told), (go_on, gate)) = (mpsc::channel(), mpsc::channel());
    let gate = Arc::new(Mutex::new(gate));
    let make_searcher = move || {
        Box::new(Timed { tell: tell.clone(), gate: Arc::clone(&gate) }) as Box<dyn MoveSearcher>
    };
    (Pool::new(threads, Arc::new(make_searcher)), told, go_on)
}

#[test]
fn a_person_who_asks_for_much_shortens_no_search_of_others() {
    let full = order(0, 0).time;
    let (pool, begun, go_on) = timed_pool(2);
    let ask = |person, number| pool.ask(order(person, number)).expect("there is room");
    let mut asked = vec![ask(1, 100)];
    assert_eq!(begun.recv(), Ok((100, full)));
    asked.extend((101..115).map(|number| ask(1, number)));
    asked.push(ask(2, 200));
    assert_eq!(begun.recv(), Ok((200, full)), "one person more for the second thread");
    for number in 101..115 {
        // Whichever search ends, the first person still has only one under way.
        go_on.send(()).expect("a search waits");
        if number == 101 {
            go_on.send(()).expect("a search waits");
        }
        assert_eq!(begun.recv(), Ok((number, full)), "no one else waits");
    }
    go_on.send(()).expect("a search waits");
}

#[test]
fn people_share_the_time_of_a_search_with_those_who_wait_beside_them() {
    let full = order(0, 0).time;
    let (pool, begun, go_on) = timed_pool(1);
    let ask = |person, number| pool.ask(order(person, number)).expect("there is room");
    let mut asked = vec![ask(9, 900)];
    assert_eq!(begun.recv(), Ok((900, full)));
    let numbers = [(1, 100), (1, 101), (1, 102), (2, 200), (3, 300)];
    asked.extend(numbers.map(|(person, number)| ask(person, number)));
    for expected in [(100, full / 3), (200, full / 3), (300, full / 2), (101, full), (102, full)] {
        go_on.send(()).expect("a search waits");
        assert_eq!(begun.recv(), Ok(expected));
    }
    go_on.send(()).expect("a search waits");
}
