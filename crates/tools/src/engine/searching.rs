//! The events of a conversation and its one search.
//!
//! One thread reads, one searches, and the conversation waits for both. It alone writes and decides, so every
//! request gets one answer in time, in any order of events.

use std::collections::VecDeque;
use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use zerosum_games::any::GameSpec;
use zerosum_search::limits::Limits;
use zerosum_search::searcher::SearchResult;
use zerosum_search::solutions::Solutions;

use crate::engine::lines::{LINE_BYTES_MAX, Line, read_line};
use crate::engine::options::Strength;
use crate::engine::player::LevelPlayer;
use crate::engine::thinking::{self, Done, End, Report, Task};
use crate::engine::timing::{Deadlines, Lateness};

/// Maximum number of lines and search results that wait to be handled.
const EVENTS_WAITING_MAX: usize = 64;

/// Event that a conversation reacts to, in which commands are of type `C`.
pub(crate) enum Event<C> {
    Heard {
        command: C,
        at: Instant,
    },
    /// A line that is no command.
    Trouble(String),
    /// The end of the input.
    End,
    Report(Report),
}

/// Parser for the lines of a conversation.
pub(crate) struct Listener<C> {
    /// Returns `None` for a line that says nothing, and the reason if it is no command.
    pub(crate) read: fn(&str) -> Result<Option<C>, String>,
    /// Returns whether nothing is read after this command.
    pub(crate) is_last: fn(&C) -> bool,
}

/// The player of a conversation with its search, and the events that come in meanwhile.
pub(crate) struct Searching<C> {
    state: SearchState,
    lateness: Lateness,
    /// Solutions for players, and for answers without one.
    solutions: Arc<Solutions>,
    events: Receiver<Event<C>>,
    /// Sender for searches.
    tell: SyncSender<Event<C>>,
    /// Input that came in while the player was waited for. No longer than what comes in within
    /// [`NODES_BETWEEN_LOOKS`](zerosum_search::limits::NODES_BETWEEN_LOOKS) nodes.
    put_off: VecDeque<Event<C>>,
}

/// Location of the player.
enum SearchState {
    /// It waits for a task, or is not made yet.
    Here(Option<Box<LevelPlayer>>),
    /// The player searches, and the answer is awaited.
    Thinking(Search),
    /// The answer has been given without it, and it is about to come back.
    Late,
}

/// Search whose answer is awaited.
pub(crate) struct Search {
    pub(crate) asked: Instant,
    /// Latest result of the search.
    pub(crate) best: Option<SearchResult>,
    /// True if the search has ended without a result.
    pub(crate) has_failed: bool,
    deadlines: Deadlines,
    has_limit: bool,
    stop: Arc<AtomicBool>,
}

impl<C: Send + 'static> Searching<C> {
    /// Begins to read the input, on a thread of its own.
    pub(crate) fn begin(
        input: impl BufRead + Send + 'static,
        listener: Listener<C>,
    ) -> io::Result<Searching<C>> {
        let (tell, events) = mpsc::sync_channel(EVENTS_WAITING_MAX);
        let reader = tell.clone();
        let listen = move || read(input, &listener, &reader);
        thread::Builder::new().name("input".to_owned()).spawn(listen)?;
        Ok(Searching {
            state: SearchState::Here(None),
            lateness: Lateness::default(),
            solutions: Arc::new(Solutions::compute()),
            events,
            tell,
            put_off: VecDeque::new(),
        })
    }

    /// Returns the next event; `None` if it is time to answer first.
    pub(crate) fn next_event(&mut self) -> Option<Event<C>> {
        let deadline = match &self.state {
            SearchState::Thinking(search) => search.deadlines.answer,
            SearchState::Here(_) | SearchState::Late => None,
        };
        if deadline.is_none_or(|deadline| Instant::now() < deadline)
            && let Some(event) = self.put_off.pop_front()
        {
            return Some(event);
        }
        let Some(deadline) = deadline else {
            return Some(self.events.recv().expect("this end keeps a sender"));
        };
        let left = deadline.saturating_duration_since(Instant::now());
        self.events.recv_timeout(left).ok()
    }

    /// Returns whether an answer is awaited.
    pub(crate) fn is_thinking(&self) -> bool {
        matches!(self.state, SearchState::Thinking(_))
    }

    /// Returns whether a search has been told to stop and not answered yet.
    pub(crate) fn is_stopping(&self) -> bool {
        match &self.state {
            SearchState::Thinking(search) => search.stop.load(Ordering::Relaxed),
            SearchState::Here(_) | SearchState::Late => false,
        }
    }

    /// The solved games.
    pub(crate) fn solutions(&self) -> &Solutions {
        &self.solutions
    }

    /// Returns the player, if there is one, and waits for it if it is late. No answer is awaited here.
    pub(crate) fn player(&mut self) -> &mut Option<Box<LevelPlayer>> {
        self.wait_for_player(None);
        match &mut self.state {
            SearchState::Here(player) => player,
            SearchState::Thinking(_) | SearchState::Late => {
                unreachable!("it is not thinking and not late")
            }
        }
    }

    /// Waits for a player that is late, until a deadline if there is one. Returns whether it is not late any more.
    fn wait_for_player(&mut self, deadline: Option<Instant>) -> bool {
        while let SearchState::Late = self.state {
            let event = match deadline {
                None => self.events.recv().expect("this end keeps a sender"),
                Some(deadline) => {
                    let left = deadline.saturating_duration_since(Instant::now());
                    let Ok(event) = self.events.recv_timeout(left) else { return false };
                    event
                }
            };
            match event {
                Event::Report(Report::Done(done)) => self.state = SearchState::Here(done.player),
                Event::Report(Report::Progress(_)) => {}
                event @ (Event::Heard { .. } | Event::Trouble(_) | Event::End) => {
                    self.put_off.push_back(event);
                }
            }
        }
        true
    }

    /// Makes a player if there is none, and what it needs at this strength, so that a search need not. No answer
    /// is awaited here.
    pub(crate) fn prepare(
        &mut self,
        (spec, table_bytes): (GameSpec, usize),
        strength: Strength,
    ) -> &mut LevelPlayer {
        let solutions = Arc::clone(&self.solutions);
        let make = || Box::new(LevelPlayer::with_solutions(spec, table_bytes, solutions));
        let player = self.player().get_or_insert_with(make);
        player.prepare(strength);
        player
    }

    /// Returns whether there is no player, so that the next search would have to make one.
    pub(crate) fn is_unprepared(&self) -> bool {
        matches!(self.state, SearchState::Here(None))
    }

    /// Starts a search that was requested at an instant. No answer is awaited here. An earlier search that is late
    /// is waited for within the time of this one; returns this one for its answer if that has passed.
    pub(crate) fn think(
        &mut self,
        task: Task,
        asked: Instant,
        allowance: Option<Duration>,
    ) -> io::Result<Option<Search>> {
        let deadlines = Deadlines::of(asked, allowance, self.lateness);
        let stop = Arc::new(AtomicBool::new(false));
        let has_limit = allowance.is_some() || task.limits != Limits::NONE;
        let end = End { deadline: deadlines.search, stop: Arc::clone(&stop) };
        let (best, has_failed) = (None, false);
        let search = Search { asked, best, has_failed, deadlines, has_limit, stop };
        if !self.wait_for_player(deadlines.answer) {
            return Ok(Some(search));
        }
        let player = (self.player().take(), Arc::clone(&self.solutions));
        let tell = self.tell.clone();
        // Once the receiver is gone, reports are dropped.
        thinking::start(task, end, player, move |report| drop(tell.send(Event::Report(report))))?;
        self.state = SearchState::Thinking(search);
        Ok(None)
    }

    /// Gives the search another time limit, counted from when it was requested. If that is longer, it may end
    /// as early as before.
    pub(crate) fn change_allowance(&mut self, allowance: Duration) {
        if let SearchState::Thinking(search) = &mut self.state
            && !search.stop.load(Ordering::Relaxed)
        {
            search.deadlines = Deadlines::of(search.asked, Some(allowance), self.lateness);
        }
    }

    /// Tells the search to end. Its answer comes from [`Searching::conclude`], or is due in a moment.
    pub(crate) fn stop(&mut self) {
        if let SearchState::Thinking(search) = &mut self.state {
            search.stop.store(true, Ordering::Relaxed);
            search.deadlines = search.deadlines.stopped(Instant::now());
        }
    }

    /// Tells a search without a limit to end.
    pub(crate) fn stop_if_endless(&mut self) {
        if let SearchState::Thinking(Search { has_limit: false, .. }) = &self.state {
            self.stop();
        }
    }

    /// Keeps a result of the search; returns when that was requested, unless it has been answered.
    pub(crate) fn note(&mut self, result: SearchResult) -> Option<Instant> {
        match &mut self.state {
            SearchState::Thinking(search) => {
                search.best = Some(result);
                Some(search.asked)
            }
            SearchState::Here(_) | SearchState::Late => None,
        }
    }

    /// Takes the player back; returns the search for its answer, unless one was given before.
    pub(crate) fn conclude(&mut self, Done { player, result }: Done) -> Option<Search> {
        match std::mem::replace(&mut self.state, SearchState::Here(player)) {
            SearchState::Here(_) | SearchState::Late => None,
            SearchState::Thinking(search) => {
                let has_failed = result.is_none();
                Some(Search { best: result.or(search.best), has_failed, ..search })
            }
        }
    }

    /// Ends the search without waiting for it; returns it for its answer.
    pub(crate) fn cut_short(&mut self) -> Option<Search> {
        match std::mem::replace(&mut self.state, SearchState::Late) {
            SearchState::Thinking(search) => {
                search.stop.store(true, Ordering::Relaxed);
                Some(search)
            }
            state @ (SearchState::Here(_) | SearchState::Late) => {
                self.state = state;
                None
            }
        }
    }

    /// Learns from the time at which a search was answered, which is now.
    pub(crate) fn note_answer(&mut self, search: &Search) {
        if let Some(due) = search.deadlines.answer {
            self.lateness.note(due, Instant::now());
        }
    }
}

impl<C> Drop for Searching<C> {
    /// Ends the search, which goes on by itself otherwise.
    fn drop(&mut self) {
        if let SearchState::Thinking(search) = &self.state {
            search.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Reads until the end or until the last command, after which nothing is waited for.
fn read<C>(mut input: impl BufRead, listener: &Listener<C>, tell: &SyncSender<Event<C>>) {
    loop {
        let line = read_line(&mut input).unwrap_or_default();
        let at = Instant::now();
        let (event, is_last) = match line {
            None => (Event::End, true),
            Some(Line::TooLong) => {
                let trouble = format!("a line of more than {LINE_BYTES_MAX} bytes is passed over");
                (Event::Trouble(trouble), false)
            }
            Some(Line::NotText) => (Event::Trouble("a line is not UTF-8".to_owned()), false),
            Some(Line::Text(text)) => match (listener.read)(&text) {
                Ok(None) => continue,
                Ok(Some(command)) => {
                    let is_last = (listener.is_last)(&command);
                    (Event::Heard { command, at }, is_last)
                }
                Err(trouble) => (Event::Trouble(trouble), false),
            },
        };
        if tell.send(event).is_err() || is_last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::{Duration, Instant};

    use zerosum_games::any::GameSpec;
    use zerosum_games::seed::Seed;
    use zerosum_search::level::Level;
    use zerosum_search::limits::Limits;

    use crate::engine::options::Strength;
    use crate::engine::searching::{Event, Listener, SearchState, Searching};
    use crate::engine::thinking::{Done, Report, Task};

    fn task() -> Task {
        Task {
            spec: GameSpec::TicTacToe,
            table_bytes: 0,
            position: GameSpec::TicTacToe.start(),
            limits: Limits::NONE,
            strength: Strength::Level(Level::Best),
            seed: Seed(0),
        }
    }

    #[test]
    fn a_late_search_is_waited_for_no_longer_than_the_next_one_may_take() {
        let listener = Listener { read: |_| Ok(None::<()>), is_last: |_| true };
        let mut searching = Searching::begin(io::empty(), listener).expect("a thread is started");
        searching.state = SearchState::Late;
        let allowance = Some(Duration::from_millis(30));
        let search = searching.think(task(), Instant::now(), allowance).expect("it is no trouble");
        assert!(search.is_some_and(|search| search.best.is_none() && !search.has_failed));
        assert!(matches!(searching.state, SearchState::Late));

        let done = Done { player: None, result: None };
        let report = Event::Report(Report::Done(Box::new(done)));
        searching.tell.send(report).expect("there is room");
        let allowance = Some(Duration::from_secs(600));
        let search = searching.think(task(), Instant::now(), allowance).expect("it is no trouble");
        assert!(search.is_none() && searching.is_thinking());
    }
}
