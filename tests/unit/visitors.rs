//! Searches of visitors of the page: behind all people, and cut short when one of them waits.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use zerosum::engine::pool::{MoveSearcher, Pool, SearchOrder};
use zerosum_games::MoveCode;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_search::level::{Level, Plan};
use zerosum_search::limits::Watch;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, SearchResult, Statistics};
use zerosum_session::UserId;

/// A searcher that reports its number when it begins, and thinks as long as it may, or until told to end.
struct Patient {
    begun: Sender<u64>,
    end: Arc<Mutex<Receiver<()>>>,
}

impl MoveSearcher for Patient {
    fn think(&mut self, order: &SearchOrder, watch: &mut dyn Watch) -> SearchResult {
        self.begun.send(order.seed.0).expect("the test listens");
        let end = self.end.lock().expect("no holder panics");
        while !watch.is_over() && end.try_recv().is_err() {
            std::thread::yield_now();
        }
        SearchResult {
            best: Some(MoveCode(4)),
            score: Score::of_estimate(0),
            is_exact: false,
            distance: Distance::Exact,
            depth: 1,
            line: vec![MoveCode(4)],
            moves: Vec::new(),
            statistics: Statistics::default(),
        }
    }
}

/// A pool of one thread, with the numbers of the searches that have begun, and a way to end one.
fn pool() -> (Pool, Receiver<u64>, Sender<()>) {
    let (begun, numbers) = mpsc::channel();
    let (end, ending) = mpsc::channel();
    let ending = Arc::new(Mutex::new(ending));
    let make = move || -> Box<dyn MoveSearcher> {
        Box::new(Patient { begun: begun.clone(), end: Arc::clone(&ending) })
    };
    (Pool::new(1, Arc::new(make)), numbers, end)
}

fn order(number: u64) -> SearchOrder {
    let spec = GameSpec::TicTacToe;
    SearchOrder {
        person: UserId(number),
        spec,
        position: AnyGame::TicTacToe(TicTacToe::default()),
        plan: Plan::of(spec, Level::Best),
        seed: Seed(number),
        time: Duration::from_secs(3_600),
    }
}

#[tokio::test]
async fn a_search_of_a_visitor_ends_when_a_person_waits() {
    let (pool, begun, end) = pool();
    let visitor = pool.ask_for_visitor(order(1)).expect("there is room");
    assert_eq!(begun.recv(), Ok(1));
    let person = pool.ask(order(2)).expect("there is room");
    // The hour that the visitor was given is not waited for.
    assert_eq!(visitor.found().await.map(|found| found.best), Ok(Some(MoveCode(4))));
    assert_eq!(begun.recv(), Ok(2));
    // A person is not cut short by a visitor who waits.
    let waiting = pool.ask_for_visitor(order(3)).expect("there is room");
    assert_eq!((pool.load().waiting, pool.load().running), (1, 1));
    end.send(()).expect("the search goes on");
    person.found().await.expect("it is found");
    assert_eq!(begun.recv(), Ok(3));
    end.send(()).expect("the search goes on");
    waiting.found().await.expect("it is found");
}

#[tokio::test]
async fn people_go_before_visitors_who_have_waited_longer() {
    let (pool, begun, end) = pool();
    let running = pool.ask(order(1)).expect("there is room");
    assert_eq!(begun.recv(), Ok(1));
    let visitor = pool.ask_for_visitor(order(2)).expect("there is room");
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
