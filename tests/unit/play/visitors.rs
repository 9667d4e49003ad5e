//! Searches of visitors of the page: behind all people, and cut short when one of them waits.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};

use zerosum::engine::pool::{Pool, SearchAsker, SearchRequest};
use zerosum_games::MoveCode;
use zerosum_search::limits::{Patient, Watch};
use zerosum_session::UserId;

use crate::play::engine;

/// A pool of one thread, with the numbers of the searches that have begun, and a way to end one. A search goes on
/// as long as it may, or until it is told to end.
fn pool() -> (Pool, Receiver<u64>, Sender<()>) {
    let (begun, numbers) = mpsc::channel();
    let (end, ending) = mpsc::channel();
    let ending = Mutex::new(ending);
    let pool = engine::pool(1, move |number, watch| {
        begun.send(number).expect("the test listens");
        let ending = ending.lock().expect("no holder panics");
        while !watch.is_over() && ending.try_recv().is_err() {
            std::thread::yield_now();
        }
    });
    (pool, numbers, end)
}

/// Like [`pool`], but its searches go on until no one wants them.
fn solving_pool() -> (Pool, Receiver<u64>) {
    let (begun, numbers) = mpsc::channel();
    let pool = engine::pool(1, move |number, watch| {
        begun.send(number).expect("the test listens");
        let mut watch = Patient::new(watch, u64::MAX);
        while !watch.is_over() {
            std::thread::yield_now();
        }
    });
    (pool, numbers)
}

/// A search order of a person who has one.
fn order(number: u64) -> SearchRequest {
    engine::order(number, number)
}

/// A search order of a visitor who has one.
fn visitors_order(number: u64) -> SearchRequest {
    SearchRequest { asker: SearchAsker::Visitor(UserId(number)), ..order(number) }
}

/// Number of searches that run at once.
#[derive(Default)]
struct Running {
    now: u32,
    most: u32,
}

impl Running {
    fn begin(&mut self) {
        self.now += 1;
        self.most = self.most.max(self.now);
    }
}

#[tokio::test]
async fn a_search_of_a_visitor_ends_when_a_person_waits() {
    let (pool, begun, end) = pool();
    let visitor = pool.ask(visitors_order(1)).expect("there is room");
    assert_eq!(begun.recv(), Ok(1));
    let person = pool.ask(order(2)).expect("there is room");
    // The hour that the visitor was given is not waited for.
    assert_eq!(visitor.found().await.map(|found| found.best), Ok(Some(MoveCode(4))));
    assert_eq!(begun.recv(), Ok(2));
    // A person is not cut short by a visitor who waits.
    let waiting = pool.ask(visitors_order(3)).expect("there is room");
    assert_eq!((pool.load().waiting, pool.load().running), (1, 1));
    end.send(()).expect("the search goes on");
    person.found().await.expect("it is found");
    assert_eq!(begun.recv(), Ok(3));
    end.send(()).expect("the search goes on");
    waiting.found().await.expect("it is found");
}

#[tokio::test]
async fn a_search_that_solves_ends_when_it_is_cancelled() {
    let (pool, begun) = solving_pool();
    let search = pool.ask(order(1)).expect("there is room");
    assert_eq!(begun.recv(), Ok(1));
    drop(search);
    let _next = pool.ask(order(2)).expect("there is room");
    assert_eq!(begun.recv(), Ok(2));
}

#[tokio::test]
async fn a_search_of_a_visitor_that_solves_gives_way_to_a_person() {
    let (pool, begun) = solving_pool();
    let visitor = pool.ask(visitors_order(1)).expect("there is room");
    assert_eq!(begun.recv(), Ok(1));
    let _person = pool.ask(order(2)).expect("there is room");
    visitor.found().await.expect("it is found");
    assert_eq!(begun.recv(), Ok(2));
}

#[tokio::test]
async fn people_go_before_visitors_who_have_waited_longer() {
    let (pool, begun, end) = pool();
    let running = pool.ask(order(1)).expect("there is room");
    assert_eq!(begun.recv(), Ok(1));
    let visitor = pool.ask(visitors_order(2)).expect("there is room");
    let person = pool.ask(order(3)).expect("there is room");
    for (number, search) in [(3, running), (2, person)] {
        end.send(()).expect("the search goes on");
        search.found().await.expect("it is found");
        assert_eq!(begun.recv(), Ok(number));
    }
    // Dropping the handle ends the search.
    drop(visitor);
    assert_eq!(pool.load().waiting, 0);
}

#[tokio::test]
async fn visitors_leave_half_of_the_threads_to_people() {
    let running = Arc::new(Mutex::new(Running::default()));
    let (begun, numbers) = mpsc::channel();
    let (end, ending) = mpsc::channel::<()>();
    let ending = Mutex::new(ending);
    let counted = Arc::clone(&running);
    let pool = engine::pool(4, move |number, _| {
        counted.lock().expect("no holder panics").begin();
        begun.send(number).expect("the test listens");
        ending.lock().expect("no holder panics").recv().expect("the test tells");
        counted.lock().expect("no holder panics").now -= 1;
    });
    let visitors = (1..=6).map(|number| pool.ask(visitors_order(number)));
    let visitors: Vec<_> = visitors.map(|asked| asked.expect("there is room")).collect();
    let first: Vec<u64> = numbers.iter().take(2).collect();
    assert_eq!(first.iter().sum::<u64>(), 1 + 2);
    assert_eq!((pool.load().waiting, pool.load().running), (4, 2));
    // A person's begins at once, on a thread that visitors leave free.
    let person = pool.ask(order(7)).expect("there is room");
    assert_eq!(numbers.recv(), Ok(7));
    for _ in 0..7 {
        end.send(()).expect("the searches go on");
    }
    for search in visitors.into_iter().chain([person]) {
        search.found().await.expect("it is found");
    }
    assert_eq!(running.lock().expect("no holder panics").most, 3, "two of visitors and a person's");
}
