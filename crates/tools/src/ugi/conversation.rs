//! The engine's side of a conversation: it reads commands, runs searches and answers.
//!
//! One thread reads, one searches, and this one waits for both. It alone writes and decides, so every `go`
//! gets one answer in time, in any order of events.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread;
use std::time::Instant;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::Verdict;
use zerosum_search::limits::Limits;
use zerosum_search::searcher::{Distance, SearchResult};

use crate::analysis::move_word;
use crate::ugi::lines::{LINE_BYTES_MAX, Line, read_line};
use crate::ugi::options::{Options, write_options};
use crate::ugi::player::LevelPlayer;
use crate::ugi::protocol::{Command, Go, Query, Start, read_command};
use crate::ugi::thinking::{self, Done, Report, Task};
use crate::ugi::timing::{Deadlines, Lateness, allowance};

/// Maximum number of lines and search results that wait to be handled.
const EVENTS_WAITING_MAX: usize = 64;

/// Speaks UGI until it is told to quit or the input ends. At the end of the input a search that has
/// a limit is waited for, so that a conversation may come out of a file; one without is stopped.
///
/// A closed output is a normal end.
pub fn speak(
    spec: GameSpec,
    options: Options,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let (tell, events) = mpsc::sync_channel(EVENTS_WAITING_MAX);
    let reader = tell.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || read(input, &reader))?;
    let mut conversation = Conversation {
        spec,
        options,
        position: spec.start(),
        search: SearchState::Here(None),
        lateness: Lateness::default(),
        is_leaving: false,
        out,
        events,
        tell,
        put_off: VecDeque::new(),
    };
    match conversation.go_on() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// Reads until the end or until `quit`, after which nothing is waited for.
fn read(mut input: impl BufRead, tell: &SyncSender<Event>) {
    loop {
        let line = read_line(&mut input).unwrap_or_default();
        let heard = Instant::now();
        let (event, is_last) = match line {
            None => (Event::End, true),
            Some(Line::TooLong) => {
                let trouble = format!("a line of more than {LINE_BYTES_MAX} bytes is passed over");
                (Event::Trouble(trouble), false)
            }
            Some(Line::NotText) => (Event::Trouble("a line is not UTF-8".to_owned()), false),
            Some(Line::Text(text)) => match read_command(&text) {
                Ok(None) => continue,
                Ok(Some(command)) => {
                    let is_last = command == Command::Quit;
                    (Event::Heard { command, at: heard }, is_last)
                }
                Err(error) => (Event::Trouble(error.to_string()), false),
            },
        };
        if tell.send(event).is_err() || is_last {
            return;
        }
    }
}

/// Event that the conversation reacts to.
enum Event {
    Heard {
        command: Command,
        at: Instant,
    },
    /// A line that is no command.
    Trouble(String),
    /// The end of the input.
    End,
    Report(Report),
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
struct Search {
    asked: Instant,
    deadlines: Deadlines,
    has_limit: bool,
    stop: Arc<AtomicBool>,
    /// Latest result of the search.
    best: Option<SearchResult>,
}

struct Conversation<'a, W> {
    spec: GameSpec,
    options: Options,
    position: AnyGame,
    search: SearchState,
    lateness: Lateness,
    /// True if it ends as soon as no answer is awaited.
    is_leaving: bool,
    out: &'a mut W,
    events: Receiver<Event>,
    /// Sender for searches.
    tell: SyncSender<Event>,
    /// Input that came in while the player was waited for. No longer than what comes in within
    /// [`NODES_BETWEEN_LOOKS`](zerosum_search::limits::NODES_BETWEEN_LOOKS) nodes.
    put_off: VecDeque<Event>,
}

impl<W: Write> Conversation<'_, W> {
    fn go_on(&mut self) -> io::Result<()> {
        while !self.is_leaving || matches!(self.search, SearchState::Thinking(_)) {
            match self.next_event() {
                Some(Event::Heard { command, at }) => self.obey(command, at)?,
                Some(Event::Trouble(trouble)) => self.remark(&trouble)?,
                Some(Event::End) => self.leave_after_answer(),
                Some(Event::Report(Report::Progress(result))) => self.note(result)?,
                Some(Event::Report(Report::Done(done))) => self.conclude(*done)?,
                None => self.answer_without_waiting()?,
            }
            self.out.flush()?;
        }
        Ok(())
    }

    /// Returns the next event; `None` if it is time to answer first.
    fn next_event(&mut self) -> Option<Event> {
        if let Some(event) = self.put_off.pop_front() {
            return Some(event);
        }
        let deadline = match &self.search {
            SearchState::Thinking(search) => search.deadlines.answer,
            SearchState::Here(_) | SearchState::Late => None,
        };
        let Some(deadline) = deadline else {
            return Some(self.events.recv().expect("this end keeps a sender"));
        };
        let left = deadline.saturating_duration_since(Instant::now());
        self.events.recv_timeout(left).ok()
    }

    fn obey(&mut self, command: Command, at: Instant) -> io::Result<()> {
        if command.needs_quiet() && self.is_stopping() {
            self.answer_without_waiting()?;
        }
        let is_thinking = matches!(self.search, SearchState::Thinking(_));
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => {
                if !is_thinking {
                    self.prepare();
                }
                writeln!(self.out, "readyok")
            }
            Command::Query(query) => self.answer_query(query),
            Command::Stop => {
                self.stop();
                Ok(())
            }
            Command::Quit => {
                self.stop();
                self.is_leaving = true;
                Ok(())
            }
            command if command.needs_quiet() && is_thinking => {
                self.remark("thinking; say stop first")
            }
            Command::NewGame => {
                self.position = self.spec.start();
                if let Some(player) = self.player() {
                    player.forget();
                }
                Ok(())
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => self.set_position(&start, &moves),
            Command::Go(go) => self.think(&go, at),
        }
    }

    fn introduce(&mut self) -> io::Result<()> {
        writeln!(self.out, "id name zerosum {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(self.out, "id author the zerosum project")?;
        write_options(self.out)?;
        writeln!(self.out, "ugiok")
    }

    fn remark(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "info string {text}")
    }

    /// Returns the player, if there is one, and waits for it if it is late. No answer is awaited here.
    fn player(&mut self) -> &mut Option<Box<LevelPlayer>> {
        while let SearchState::Late = self.search {
            match self.events.recv().expect("this end keeps a sender") {
                Event::Report(Report::Done(done)) => self.search = SearchState::Here(done.player),
                Event::Report(Report::Progress(_)) => {}
                event @ (Event::Heard { .. } | Event::Trouble(_) | Event::End) => {
                    self.put_off.push_back(event);
                }
            }
        }
        match &mut self.search {
            SearchState::Here(player) => player,
            SearchState::Thinking(_) | SearchState::Late => {
                unreachable!("it is not thinking and not late")
            }
        }
    }

    /// Makes a player if there is none, so that a search need not.
    fn prepare(&mut self) {
        let (spec, table_bytes) = (self.spec, self.options.table_bytes());
        self.player().get_or_insert_with(|| Box::new(LevelPlayer::of(spec, table_bytes)));
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.options.with(name, value) {
            Ok(options) => {
                if options.hash_mb != self.options.hash_mb {
                    *self.player() = None;
                }
                self.options = options;
                Ok(())
            }
            Err(error) => self.remark(&error.to_string()),
        }
    }

    /// All of it or nothing: a position with a move that is not legal leaves the one before.
    fn set_position(&mut self, start: &Start, moves: &[String]) -> io::Result<()> {
        let position = match start {
            Start::Startpos => Ok(self.spec.start()),
            Start::Fen(text) => self.spec.read(text),
        };
        let mut position = match position {
            Ok(position) => position,
            Err(error) => return self.remark(&error.to_string()),
        };
        for (text, number) in moves.iter().zip(1_usize..) {
            let played = match position.read_move(text) {
                Ok(code) => position.play(code).map_err(|_| format!("{text:?} is not legal")),
                Err(error) => Err(error.to_string()),
            };
            if let Err(trouble) = played {
                return self.remark(&format!("move {number}: {trouble}"));
            }
        }
        self.position = position;
        // Most clients do not ask whether the engine is ready, and then let it think at once.
        if matches!(self.search, SearchState::Here(None)) {
            self.prepare();
        }
        Ok(())
    }

    fn answer_query(&mut self, query: Query) -> io::Result<()> {
        let yes_or_no = |is_so: bool| if is_so { "true" } else { "false" };
        let response = match query {
            Query::IsFirstToMove => yes_or_no(self.position.turn() == Side::First),
            Query::IsOver => yes_or_no(self.position.outcome().is_some()),
            Query::Result => match self.position.outcome() {
                Some(Outcome::Win(Side::First)) => "p1win",
                Some(Outcome::Win(Side::Second)) => "p2win",
                Some(Outcome::Draw) => "draw",
                None => "none",
            },
        };
        writeln!(self.out, "response {response}")
    }

    fn think(&mut self, go: &Go, asked: Instant) -> io::Result<()> {
        if self.position.outcome().is_some() {
            self.remark("the game is over")?;
            return writeln!(self.out, "bestmove none");
        }
        let player = self.player().take();
        let allowance = allowance(go, self.position.turn());
        let deadlines = Deadlines::of(asked, allowance, self.lateness);
        let stop = Arc::new(AtomicBool::new(false));
        let task = Task {
            spec: self.spec,
            table_bytes: self.options.table_bytes(),
            position: self.position.clone(),
            limits: Limits {
                // A search without a ply has nothing to say.
                depth_max: go.depth.unwrap_or(u16::MAX).max(1),
                nodes_max: go.nodes.unwrap_or(u64::MAX),
            },
            strength: self.options.strength,
            seed: Seed(self.options.seed),
            deadline: deadlines.search,
            stop: Arc::clone(&stop),
        };
        let tell = self.tell.clone();
        // Once the receiver is gone, reports are dropped.
        thinking::start(task, player, move |report| drop(tell.send(Event::Report(report))))?;
        let has_limit = allowance.is_some() || go.depth.is_some() || go.nodes.is_some();
        self.search =
            SearchState::Thinking(Search { asked, deadlines, has_limit, stop, best: None });
        Ok(())
    }

    fn stop(&mut self) {
        if let SearchState::Thinking(search) = &mut self.search {
            search.stop.store(true, Ordering::Relaxed);
            search.deadlines = search.deadlines.stopped(Instant::now());
        }
    }

    /// Returns whether a search has been told to stop and not answered yet.
    fn is_stopping(&self) -> bool {
        match &self.search {
            SearchState::Thinking(search) => search.stop.load(Ordering::Relaxed),
            SearchState::Here(_) | SearchState::Late => false,
        }
    }

    fn leave_after_answer(&mut self) {
        self.is_leaving = true;
        if let SearchState::Thinking(Search { has_limit: false, .. }) = &self.search {
            self.stop();
        }
    }

    fn note(&mut self, result: SearchResult) -> io::Result<()> {
        if let SearchState::Thinking(search) = &mut self.search {
            let line = info(&self.position, &result, search.asked);
            search.best = Some(result);
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }

    /// Finishes a search: sends its answer, unless one was sent before.
    fn conclude(&mut self, Done { player, result }: Done) -> io::Result<()> {
        match std::mem::replace(&mut self.search, SearchState::Here(player)) {
            SearchState::Here(_) | SearchState::Late => Ok(()),
            SearchState::Thinking(search) => match result {
                Some(result) => self.answer(&Search { best: Some(result), ..search }),
                None => {
                    self.remark("the search has failed")?;
                    self.answer(&search)
                }
            },
        }
    }

    /// Answers without waiting for the search to come back, because no time is left.
    fn answer_without_waiting(&mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.search, SearchState::Late) {
            SearchState::Thinking(search) => {
                search.stop.store(true, Ordering::Relaxed);
                self.answer(&search)
            }
            search @ (SearchState::Here(_) | SearchState::Late) => {
                self.search = search;
                Ok(())
            }
        }
    }

    /// Writes the latest result of a search. Without one, any legal move is sent.
    fn answer(&mut self, search: &Search) -> io::Result<()> {
        let best = match &search.best {
            Some(result) => {
                writeln!(self.out, "{}", info(&self.position, result, search.asked))?;
                result.best
            }
            None => {
                let mut moves = Vec::new();
                self.position.legal_moves(&mut moves);
                moves.first().copied()
            }
        };
        self.write_best_move(best)?;
        self.out.flush()?;
        if let Some(due) = search.deadlines.answer {
            self.lateness.note(due, Instant::now());
        }
        Ok(())
    }

    fn write_best_move(&mut self, best: Option<MoveCode>) -> io::Result<()> {
        match best {
            Some(code) => writeln!(self.out, "bestmove {}", move_word(&self.position, code)),
            None => writeln!(self.out, "bestmove none"),
        }
    }
}

/// Formats a search result as an `info` line.
fn info(position: &AnyGame, result: &SearchResult, asked: Instant) -> String {
    let took = asked.elapsed();
    let nodes = result.statistics.nodes;
    let micros = took.as_micros().max(1);
    let per_second = u128::from(nodes) * 1_000_000 / micros;
    let bound = |word: &'static str| match result.distance {
        Distance::Exact => "",
        Distance::Within => word,
    };
    let score = match result.score.verdict() {
        // A faster win is a better score, and a faster loss a worse one.
        Verdict::Win { plies } => format!("mate {plies}{}", bound(" lowerbound")),
        Verdict::Loss { plies } => format!("mate -{plies}{}", bound(" upperbound")),
        Verdict::Draw => format!("cp {}", result.score.value()),
    };
    let mut line = format!(
        "info depth {} score {score} nodes {nodes} nps {per_second} time {} pv",
        result.depth,
        took.as_millis(),
    );
    let mut position = position.clone();
    for code in &result.line {
        let text = move_word(&position, *code);
        if position.play(*code).is_err() {
            break;
        }
        line.push(' ');
        line.push_str(&text);
    }
    line
}
