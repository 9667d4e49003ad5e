//! The engine's side of a conversation: it reads commands, runs searches and answers.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::Verdict;
use zerosum_search::limits::Limits;
use zerosum_search::searcher::{Distance, SearchResult};

use crate::analysis::move_word;
use crate::engine::fallback::fallback_move;
use crate::engine::options::{Options, write_options};
use crate::engine::searching::{Event, Listener, Search, Searching};
use crate::engine::thinking::{Report, Task};
use crate::engine::timing::{Clock, allowance, paced};
use crate::ugi::protocol::{Command, Go, Query, Start, read_command};

const POSITION_FORM: &str =
    "position is followed by startpos or by fen and a position, then by moves, if any";

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
    let listener = Listener {
        read: |line| read_command(line).map_err(|error| error.to_string()),
        is_last: |command| *command == Command::Quit,
    };
    let searching = Searching::begin(input, listener)?;
    let mut conversation = Conversation {
        spec,
        options,
        position: spec.start(),
        is_refused: false,
        searching,
        is_leaving: false,
        out,
    };
    match conversation.go_on() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

struct Conversation<'a, W> {
    spec: GameSpec,
    options: Options,
    position: AnyGame,
    /// True after a position was refused: an answer would be about another one.
    is_refused: bool,
    searching: Searching<Command>,
    /// True if it ends as soon as no answer is awaited.
    is_leaving: bool,
    out: &'a mut W,
}

impl<W: Write> Conversation<'_, W> {
    fn go_on(&mut self) -> io::Result<()> {
        while !self.is_leaving || self.searching.is_thinking() {
            match self.searching.next_event() {
                Some(Event::Heard { command, at }) => self.obey(command, at)?,
                Some(Event::Trouble(trouble)) => self.remark(&trouble)?,
                Some(Event::End) => {
                    self.is_leaving = true;
                    self.searching.stop_if_endless();
                }
                Some(Event::Report(Report::Progress(result))) => self.note(result)?,
                Some(Event::Report(Report::Done(done))) => {
                    if let Some(search) = self.searching.conclude(*done) {
                        self.answer(&search)?;
                    }
                }
                None => self.answer_without_waiting()?,
            }
            self.out.flush()?;
        }
        Ok(())
    }

    fn obey(&mut self, command: Command, at: Instant) -> io::Result<()> {
        if command.needs_quiet() && self.searching.is_stopping() {
            self.answer_without_waiting()?;
        }
        let is_thinking = self.searching.is_thinking();
        match command {
            Command::Ugi => self.introduce(),
            Command::IsReady => {
                if !is_thinking {
                    self.prepare();
                }
                writeln!(self.out, "readyok")
            }
            Command::Stop => {
                self.searching.stop();
                Ok(())
            }
            Command::Quit => {
                self.searching.stop();
                self.is_leaving = true;
                Ok(())
            }
            command if command.needs_quiet() && is_thinking => {
                self.remark("thinking; say stop first")
            }
            Command::NewGame => {
                (self.position, self.is_refused) = (self.spec.start(), false);
                // A novice is in another form in another game.
                self.options.seed = self.options.seed.wrapping_add(1);
                if let Some(player) = self.searching.player() {
                    player.forget();
                }
                Ok(())
            }
            Command::Query(_) | Command::Go(_) if self.is_refused => {
                self.remark("there is no position: the last one was refused")
            }
            Command::SetOption { name, value } => self.set_option(&name, &value),
            Command::Position { start, moves } => {
                let position = position(self.spec, &start, &moves);
                self.set_position(position)
            }
            Command::UnreadPosition => self.set_position(Err(POSITION_FORM.to_owned())),
            Command::Query(query) => self.answer_query(query),
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

    /// Makes a player if there is none, and what it needs, so that a search need not.
    fn prepare(&mut self) {
        let Options { strength, .. } = self.options;
        self.searching.prepare((self.spec, self.options.table_bytes()), strength);
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        match self.options.with(name, value) {
            Ok(options) => {
                let old = std::mem::replace(&mut self.options, options);
                if options.hash_mb != old.hash_mb {
                    *self.searching.player() = None;
                }
                // A player that is not made yet is made when the engine is asked whether it is ready.
                if options.strength != old.strength && !self.searching.is_unprepared() {
                    self.prepare();
                }
                Ok(())
            }
            Err(error) => self.remark(&error.to_string()),
        }
    }

    fn set_position(&mut self, position: Result<AnyGame, String>) -> io::Result<()> {
        self.is_refused = position.is_err();
        match position {
            Ok(position) => self.position = position,
            Err(trouble) => return self.remark(&trouble),
        }
        // Most clients do not ask whether the engine is ready, and then let it think at once.
        if self.searching.is_unprepared() {
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
        let turn = self.position.turn();
        let clock = go.clock.get(turn).map(|left| Clock {
            left,
            increment: *go.increment.get(turn),
            moves_to_go: go.moves_to_go,
        });
        let limits = Limits {
            // A search without a ply has nothing to say.
            depth_max: go.depth.unwrap_or(u16::MAX).max(1),
            nodes_max: go.nodes.unwrap_or(u64::MAX),
        };
        let (limits, time) = paced(limits, allowance(go.move_time, clock));
        let task = Task {
            spec: self.spec,
            table_bytes: self.options.table_bytes(),
            position: self.position.clone(),
            limits,
            strength: self.options.strength,
            seed: self.seed(),
        };
        match self.searching.think(task, asked, time)? {
            Some(search) => self.answer(&search),
            None => Ok(()),
        }
    }

    /// The chance of this position in this game: another position is another turn, as in the chat.
    fn seed(&self) -> Seed {
        seed_of(self.options.seed, &self.position)
    }

    fn note(&mut self, result: SearchResult) -> io::Result<()> {
        let text = |asked| info(&self.position, &result, asked);
        match self.searching.note(result.clone()).map(text) {
            Some(line) => writeln!(self.out, "{line}"),
            None => Ok(()),
        }
    }

    /// Answers without waiting for the search to come back, because no time is left.
    fn answer_without_waiting(&mut self) -> io::Result<()> {
        match self.searching.cut_short() {
            Some(search) => self.answer(&search),
            None => Ok(()),
        }
    }

    /// Writes the latest result of a search. Without one, the move is sent that needs none.
    fn answer(&mut self, search: &Search) -> io::Result<()> {
        if search.has_failed {
            self.remark("the search has failed")?;
        }
        let (strength, seed) = (self.options.strength, self.seed());
        let fallback = || {
            let asked = (self.spec, &self.position);
            fallback_move(self.searching.solutions(), asked, strength, seed)
        };
        let best = match &search.best {
            Some(result) => {
                writeln!(self.out, "{}", info(&self.position, result, search.asked))?;
                result.best.or_else(fallback)
            }
            None => fallback(),
        };
        self.write_best_move(best)?;
        self.out.flush()?;
        self.searching.note_answer(search);
        Ok(())
    }

    fn write_best_move(&mut self, best: Option<MoveCode>) -> io::Result<()> {
        match best {
            Some(code) => writeln!(self.out, "bestmove {}", move_word(&self.position, code)),
            None => writeln!(self.out, "bestmove none"),
        }
    }
}

/// Plays the moves from a start, all of them or none.
fn position(spec: GameSpec, start: &Start, moves: &[String]) -> Result<AnyGame, String> {
    let mut position = match start {
        Start::Startpos => spec.start(),
        Start::Fen(text) => spec.read(text).map_err(|error| error.to_string())?,
    };
    for (text, number) in moves.iter().zip(1_usize..) {
        let played = match position.read_move(text) {
            Ok(code) => position.play(code).map_err(|_| format!("{text:?} is not legal")),
            Err(error) => Err(error.to_string()),
        };
        played.map_err(|trouble| format!("move {number}: {trouble}"))?;
    }
    Ok(position)
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
    // A score of 0 alone does not tell a proven draw from an estimate.
    let is_drawn = result.is_exact && result.score.verdict() == Verdict::Draw;
    let chances = if is_drawn { " wdl 0 1000 0" } else { "" };
    let mut line = format!(
        "info depth {} score {score} nodes {nodes} nps {per_second} time {}{chances} pv",
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

fn seed_of(game: u64, position: &AnyGame) -> Seed {
    // Keys of small games have no high bits.
    let turn = Seed(position.key()).mixed() >> 32;
    Seed::of_turn(game, turn as u32)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_position_of_a_game_is_another_chance_and_the_same_one_the_same() {
        for spec in GameSpec::ALL {
            let mut position = spec.start();
            let mut seeds = HashSet::new();
            for ply in 0..4 {
                let seed = seed_of(7, &position);
                assert_eq!((seed, seed.of_game()), (seed_of(7, &position), Seed(7)));
                assert!(seeds.insert(seed.0), "{} after {ply} moves", spec.name());
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                position.play(moves[0]).expect("it is legal");
            }
        }
    }
}
