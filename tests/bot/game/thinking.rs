//! Engines that need time: what players see meanwhile, and the fate of a turn in all cases.

use std::hint;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use zerosum::engine::pool::{MoveSearcher, SearchRequest};
use zerosum::engine::{Engine, ReviewWork};
use zerosum_games::Game;
use zerosum_playground::fault::Fault;
use zerosum_playground::views::MessageView;
use zerosum_render::tap::{self, Tap};
use zerosum_search::limits::Watch;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, SearchResult, Statistics};
use zerosum_session::SessionId;
use zerosum_store::Store;

use crate::host::metrics::scrape;
use crate::support::exposition::Exposition;
use crate::support::grid::{grid_of, is_over};
use crate::support::harness::{Table, data_of};
use crate::support::patience::until;

/// A duration that outlasts every test.
const FOREVER: Duration = Duration::from_secs(3_600);

const THINKING: &str = "zerosum is thinking…";

/// Engines that think until they may move, and count their searches.
#[derive(Clone, Default)]
struct Thinkers {
    may_move: Arc<AtomicBool>,
    begun: Arc<AtomicUsize>,
    ended: Arc<AtomicUsize>,
}

impl Thinkers {
    fn engine(&self, threads: usize) -> impl Fn() -> Engine + Send + 'static {
        let thinkers = self.clone();
        move || {
            let thinkers = thinkers.clone();
            Engine::slow(FOREVER, threads, move || Box::new(thinkers.clone()))
        }
    }

    fn let_move(&self) {
        self.may_move.store(true, Ordering::Relaxed);
    }

    /// Waits until this number of searches have begun.
    async fn until_begun(&self, searches: usize) {
        until(async || match self.begun.load(Ordering::Relaxed) {
            begun if begun >= searches => Ok(()),
            begun => Err(begun),
        })
        .await;
    }

    /// Waits until no search is under way.
    async fn until_idle(&self) {
        until(async || {
            let counters = [&self.begun, &self.ended];
            let [begun, ended] = counters.map(|counter| counter.load(Ordering::Relaxed));
            if begun == ended { Ok(()) } else { Err((begun, ended)) }
        })
        .await;
    }
}

impl MoveSearcher for Thinkers {
    fn think(&mut self, order: &SearchRequest, watch: &mut dyn Watch) -> SearchResult {
        self.begun.fetch_add(1, Ordering::Relaxed);
        // A busy loop takes the processor like a search.
        while !self.may_move.load(Ordering::Relaxed) && !watch.is_over() {
            hint::spin_loop();
        }
        self.ended.fetch_add(1, Ordering::Relaxed);
        let mut moves = Vec::new();
        order.position.legal_moves(&mut moves);
        SearchResult {
            best: moves.first().copied(),
            score: Score::of_estimate(0),
            is_exact: false,
            distance: Distance::Exact,
            depth: 1,
            line: moves,
            moves: Vec::new(),
            statistics: Statistics { nodes: 1, ..Statistics::default() },
        }
    }

    fn review(&mut self, work: &mut ReviewWork, watch: &mut dyn Watch) {
        self.begun.fetch_add(1, Ordering::Relaxed);
        while !self.may_move.load(Ordering::Relaxed) && !watch.is_over() {
            hint::spin_loop();
        }
        self.ended.fetch_add(1, Ordering::Relaxed);
        work.end();
    }
}

/// A searcher with a defect.
struct Failing;

impl MoveSearcher for Failing {
    fn think(&mut self, _: &SearchRequest, _: &mut dyn Watch) -> SearchResult {
        panic::panic_any("no thought")
    }

    fn review(&mut self, _: &mut ReviewWork, _: &mut dyn Watch) {
        panic::panic_any("no review")
    }
}

/// A table whose bot thinks about every move on this number of threads, and moves when allowed.
async fn thoughtful_table(threads: usize) -> (Table, Thinkers) {
    let mut table = Table::without_bot().await;
    let thinkers = Thinkers::default();
    table.play_with(thinkers.engine(threads));
    table.start_bot();
    (table, thinkers)
}

/// The board once this number of cells are taken.
async fn with_marks(table: &Table, board: &MessageView, marks: usize) -> MessageView {
    table.until(board, |board| grid_of(board).marks() == marks).await
}

fn searches(exposition: &Exposition, outcome: &str) -> f64 {
    let labels = format!("{{game=\"3x3\",outcome=\"{outcome}\"}}");
    exposition.value(&format!("zerosum_engine_searches_total{labels}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_shown_at_once_and_its_answer_when_it_is_found() {
    let (table, thinkers) = thoughtful_table(1).await;
    let anna = table.anna;
    let board = table.new_game(anna).await;
    let board = table.play(anna, &board, 4).await;
    assert_eq!((grid_of(&board).crosses(), grid_of(&board).noughts()), (1, 0));
    assert!(board.text.contains(THINKING), "{board:?}");
    thinkers.until_begun(1).await;
    let typing = table.playground.until(|snapshot| {
        snapshot.calls().any(|call| call.method == "sendChatAction").then_some(())
    });
    typing.await.expect("the chat is told that the engine thinks");
    for cell in [0, 4] {
        assert_eq!(table.try_cell(anna, &board, cell).await, "It is not your turn.");
    }
    assert_eq!(table.now(&board).edits, board.edits, "nothing has changed meanwhile");
    let exposition = scrape(&table).await;
    assert_eq!(exposition.value("zerosum_engine_searches_running"), 1.0);
    thinkers.let_move();
    let board = with_marks(&table, &board, 2).await;
    assert!(!board.text.contains(THINKING), "{board:?}");
    table.playground.settled().await.expect("all is settled");
    let exposition = scrape(&table).await;
    assert_eq!(searches(&exposition, "done"), 1.0);
    let replies = "zerosum_engine_replies_total{game=\"3x3\",source=\"search\"}";
    assert_eq!(exposition.value(replies), 1.0);
    assert_eq!(exposition.value("zerosum_engine_searches_running"), 0.0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_to_its_end_and_begins_again_with_an_engine_that_takes_its_time() {
    let (table, thinkers) = thoughtful_table(2).await;
    thinkers.let_move();
    let anna = table.anna;
    let mut board = table.new_game(anna).await;
    // The engine marks the first free cell, so a diagonal wins.
    for (cell, marks) in [(4, 2), (2, 4)] {
        assert_eq!(table.try_cell(anna, &board, cell).await, "");
        board = with_marks(&table, &board, marks).await;
    }
    assert_eq!(table.try_cell(anna, &board, 6).await, "");
    let over = table.until(&board, is_over).await;
    let [again, switch] = [&over.keyboard[3][0].text, &over.keyboard[3][1].text].map(String::clone);
    let board = table.go_on(anna, &over, &switch).await;
    let board = with_marks(&table, &board, 1).await;
    assert_eq!(grid_of(&board).crosses(), 1, "the engine has begun");
    assert_ne!(again, switch);
    let board = table.ask(table.oksana, table.oksana, "/new o").await;
    assert_eq!(grid_of(&with_marks(&table, &board, 1).await).crosses(), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_resigned_at_once_while_its_engine_thinks() {
    let (table, thinkers) = thoughtful_table(1).await;
    let anna = table.anna;
    let board = table.new_game(anna).await;
    let board = table.play(anna, &board, 4).await;
    thinkers.until_begun(1).await;
    table.ask(anna, anna, "/resign").await;
    let over = table.until(&board, is_over).await;
    assert_eq!(grid_of(&over).marks(), 1);
    // The engine was never allowed to move: the search has ended because it is no longer needed.
    thinkers.until_idle().await;
    table.playground.settled().await.expect("all is settled");
    let exposition = scrape(&table).await;
    assert_eq!((searches(&exposition, "cancelled"), searches(&exposition, "done")), (1.0, 0.0));
    assert_eq!(table.now(&over), over);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_is_typed_while_the_engine_thinks_is_out_of_turn() {
    let (table, thinkers) = thoughtful_table(1).await;
    let anna = table.anna;
    let board = table.new_game(anna).await;
    let board = table.play(anna, &board, 4).await;
    thinkers.until_begun(1).await;
    assert_eq!(table.ask(anna, anna, "a1").await.text, "It is not your turn.");
    let list = table.ask(anna, anna, "/mygames").await;
    let label = list.keyboard[0][0].text.as_str();
    assert!(label.starts_with("3×3 · ") && label.ends_with(" · zerosum’s move · b2"), "{label}");
    thinkers.let_move();
    let board = with_marks(&table, &board, 2).await;
    table.playground.settled().await.expect("all is settled");
    let down = table.ask(anna, anna, "c3").await;
    assert_eq!(grid_of(&down).crosses(), 2);
    table.changed(&board).await;
    with_marks(&table, &down, 4).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_who_is_forgotten_is_not_thought_about_any_more() {
    let (table, thinkers) = thoughtful_table(1).await;
    let anna = table.anna;
    let board = table.new_game(anna).await;
    table.play(anna, &board, 4).await;
    thinkers.until_begun(1).await;
    let question = table.ask(anna, anna, "/deletemydata").await;
    let label = question.keyboard[0][0].text.clone();
    assert_eq!(table.toast(&table.press(anna, &question, &label)).await, "");
    thinkers.until_idle().await;
    table.playground.settled().await.expect("all is settled");
    assert_eq!(searches(&scrape(&table).await, "cancelled"), 1.0);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_engines_that_think_hold_up_no_press() {
    const THINKING_PEOPLE: usize = 50;
    let (table, thinkers) = thoughtful_table(2).await;
    let mut boards = Vec::new();
    for _ in 0..THINKING_PEOPLE {
        let user = table.playground.add_user("Clara", Some("en"));
        let board = table.new_game(user).await;
        boards.push(table.play(user, &board, 4).await);
    }
    thinkers.until_begun(2).await;
    let exposition = scrape(&table).await;
    let load = ["waiting", "running"]
        .map(|what| exposition.value(&format!("zerosum_engine_searches_{what}")));
    assert_eq!(load, [48.0, 2.0]);
    // Her press is decided, answered and shown although no engine may move.
    let anna = table.new_game(table.anna).await;
    let pressed = Instant::now();
    let anna = table.play(table.anna, &anna, 0).await;
    println!("answered and shown after {:?}", pressed.elapsed());
    assert!(anna.text.contains(THINKING), "{anna:?}");
    assert_eq!(thinkers.ended.load(Ordering::Relaxed), 0);
    thinkers.let_move();
    for board in boards.iter().chain([&anna]) {
        with_marks(&table, board, 2).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_that_was_being_thought_about_is_taken_after_the_next_start() {
    let (mut table, thinkers) = thoughtful_table(1).await;
    let private = table.new_game(table.anna).await;
    let private = table.play(table.anna, &private, 4).await;
    let group = table.ask(table.boris, table.group, "/new perfect o").await;
    thinkers.until_begun(1).await;
    // The engine is never allowed to move, so the bot can leave only by abandoning the search.
    table.stop_bot().await;
    thinkers.until_idle().await;
    assert_eq!([&table.now(&private), &table.now(&group)], [&private, &group]);
    thinkers.let_move();
    table.start_bot();
    let private = with_marks(&table, &private, 2).await;
    let group = with_marks(&table, &group, 1).await;
    table.playground.settled().await.expect("all is settled");
    let exposition = scrape(&table).await;
    assert_eq!(exposition.value("zerosum_engine_turns_found_total"), 2.0);
    let private = table.play(table.anna, &private, grid_of(&private).calm_cell()).await;
    let group = table.play(table.boris, &group, grid_of(&group).calm_cell()).await;
    with_marks(&table, &private, 4).await;
    with_marks(&table, &group, 3).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_that_another_process_has_made_for_the_engine_is_not_made_again() {
    let store = Arc::new(Store::in_memory());
    let mut table = Table::with_store_later(Arc::clone(&store)).await;
    let thinkers = Thinkers::default();
    table.play_with(thinkers.engine(1));
    table.start_bot();
    let board = table.new_game(table.anna).await;
    let board = table.play(table.anna, &board, 4).await;
    thinkers.until_begun(1).await;
    let stored = store.load(session_of(&board)).await.expect("it works").expect("it is there");
    let other = zerosum::play::games::transitions::with_engine_replies(
        &Engine::new(),
        stored.session.clone(),
    );
    let seen = stored.session.revision();
    assert_eq!(store.commit(&other, seen).await.expect("it works"), zerosum_store::Commit::Done);
    thinkers.let_move();
    thinkers.until_idle().await;
    table.playground.settled().await.expect("all is settled");
    let now = store.load(session_of(&board)).await.expect("it works").expect("it is there");
    assert_eq!(now.session, other);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn typing_is_shown_in_the_topic_of_the_board() {
    let (table, thinkers) = thoughtful_table(1).await;
    let (anna, group) = (table.anna, table.group);
    let topic = table.playground.add_topic(group).expect("it is a group");
    table.playground.send_text_in_topic(anna, group, topic, "/new perfect").expect("she is there");
    let board = table.read(group).await;
    let board = table.play(anna, &board, 4).await;
    let typing = table.playground.until(|snapshot| {
        let mut calls = snapshot.calls();
        let typing = calls.find(|call| call.method == "sendChatAction")?;
        Some(typing.params["message_thread_id"].clone())
    });
    assert_eq!(typing.await.expect("the bot types"), topic);
    thinkers.let_move();
    table.changed(&board).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chat_that_cannot_be_told_that_the_engine_thinks_is_played_in_all_the_same() {
    let (mut table, thinkers) = thoughtful_table(1).await;
    table.expect_refusals(&["Too Many Requests"]);
    table.playground.fault(Fault::too_many_requests(3_600).on("sendChatAction").times(100));
    let private = table.new_game(table.anna).await;
    let private = table.play(table.anna, &private, 4).await;
    let refused = table.playground.until(|snapshot| {
        let mut calls = snapshot.calls().filter(|call| call.method == "sendChatAction");
        calls.any(|call| call.error.is_some()).then_some(())
    });
    refused.await.expect("it is tried");
    thinkers.let_move();
    with_marks(&table, &private, 2).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_though_every_search_of_its_engine_fails() {
    let mut table = Table::without_bot().await;
    table.play_with(|| Engine::slow(FOREVER, 1, || Box::new(Failing)));
    table.start_bot();
    let anna = table.anna;
    let mut board = table.new_game(anna).await;
    let mut marks = 0;
    while !is_over(&board) {
        board = table.play(anna, &board, grid_of(&board).calm_cell()).await;
        marks += 2;
        let is_answered = |now: &MessageView| is_over(now) || grid_of(now).marks() == marks;
        board = table.until(&board, is_answered).await;
    }
    assert!(marks > 2, "{board:?}");
    // A review that fails does not keep players waiting either.
    let data = format!("1:y:{:x}", session_of(&board).0);
    assert_eq!(table.toast(&table.press_data(anna, &board, &data)).await, "");
    assert_eq!(table.read(anna).await.text, "The review failed. Try again in a minute.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_review_is_made_at_a_time_for_each_person_and_holds_up_no_one_else() {
    let (table, thinkers) = thoughtful_table(2).await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.new_game(anna).await;
    table.play(anna, &board, 4).await;
    table.ask(anna, anna, "/resign").await;
    let over = table.until(&board, is_over).await;
    thinkers.until_idle().await;
    let begun = thinkers.begun.load(Ordering::Relaxed);
    assert_eq!(table.toast(&table.press(anna, &over, "🧭 Review")).await, "");
    thinkers.until_begun(begun + 1).await;
    let again = table.toast(&table.press(anna, &over, "🧭 Review")).await;
    assert_eq!(again, "Too many taps at once. Please wait a moment.");
    // Meanwhile another person plays, and so does she.
    let other = table.new_game(boris).await;
    table.play(boris, &other, 4).await;
    let hers = table.new_game(anna).await;
    table.play(anna, &hers, 0).await;
    thinkers.let_move();
    let is_review =
        |message: &MessageView| message.text.contains("resigned a game that was not lost");
    assert!(is_review(&table.read(anna).await));
    with_marks(&table, &other, 2).await;
    with_marks(&table, &hers, 2).await;
    table.finish().await;
}

/// The session of the game that a message shows.
fn session_of(board: &MessageView) -> SessionId {
    match tap::decode(data_of(board, 0, 0)) {
        Ok(Tap::Act { id, .. }) => id,
        other => panic!("it is no board: {other:?}"),
    }
}
