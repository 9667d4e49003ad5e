//! The engine's side of a conversation with a manager: it reads commands, runs searches and answers.
//!
//! A command that needs another position ends a search without an answer, as in the engines that the protocol
//! was made for. While the opponent thinks, nothing runs, so the manager may suspend the process.

use std::io::{self, BufRead, Write};
use std::time::Instant;

use zerosum_games::Game;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_search::level::Level;
use zerosum_search::mnk::openings;

use crate::engine::fallback::nearest_to_middle;
use crate::engine::options::Strength;
use crate::engine::player::LevelPlayer;
use crate::engine::searching::{Event, Listener, Search, Searching};
use crate::engine::thinking::{Report, Task};
use crate::gomocup::board::{BoardError, cell_of, play, position_of_stones, without};
use crate::gomocup::messages::{about_text, thought_text};
use crate::gomocup::protocol::{Cell, Command, CommandError, Info, Owner, read_command};
use crate::gomocup::settings::{Settings, TABLE_BYTES_MIN};

/// Strength at which it plays.
const STRENGTH: Strength = Strength::Level(Level::Best);

/// Speaks the protocol until it is told to end or the input ends. At the end of the input a search is waited
/// for, so that a conversation may come out of a file.
///
/// The board has the size of `spec` until the manager names another. A closed output is a normal end.
pub fn speak(
    spec: MnkSpec,
    input: impl BufRead + Send + 'static,
    out: &mut impl Write,
) -> io::Result<()> {
    let listener = Listener { read: |line| Ok(Heard::of(line)), is_last: Heard::is_end };
    let mut conversation = Conversation {
        position: Mnk::new(spec),
        engine: None,
        is_refused: false,
        wanted: None,
        settings: Settings::default(),
        list: None,
        question: Question::Move,
        openings: 0,
        searching: Searching::begin(input, listener)?,
        is_leaving: false,
        out,
    };
    match conversation.go_on() {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

/// A line that says something.
enum Heard {
    Command(Command),
    Error(CommandError),
}

impl Heard {
    fn of(line: &str) -> Option<Heard> {
        read_command(line)
            .map_or_else(|error| Some(Heard::Error(error)), |command| command.map(Heard::Command))
    }

    fn is_end(&self) -> bool {
        matches!(self, Heard::Command(Command::End))
    }
}

/// Purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Move,
    /// A move, or the other side if it is worth more.
    Side,
}

/// List that the manager is sending.
struct List {
    kind: ListKind,
    began: Instant,
    stones: Vec<(Cell, Owner)>,
    /// Reason why the list cannot be used.
    fault: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListKind {
    Position,
    Opening,
}

struct Conversation<'a, W> {
    position: Mnk,
    /// Side of the engine; `None` while it may be either.
    engine: Option<Side>,
    /// True after a board was refused: a move would be on another one.
    is_refused: bool,
    /// Columns and rows of the last START, if it was refused for a setting that may still be changed.
    wanted: Option<(u16, u16)>,
    settings: Settings,
    list: Option<List>,
    /// Question of the search that runs.
    question: Question,
    /// Number of openings that the engine has chosen.
    openings: usize,
    searching: Searching<Heard>,
    /// True if it ends as soon as no answer is awaited.
    is_leaving: bool,
    out: &'a mut W,
}

impl<W: Write> Conversation<'_, W> {
    fn go_on(&mut self) -> io::Result<()> {
        while !self.is_leaving || self.searching.is_thinking() {
            match self.searching.next_event() {
                Some(Event::Heard { command: Heard::Command(Command::End), .. }) => return Ok(()),
                Some(Event::Heard { command, at }) => self.obey(command, at)?,
                Some(Event::Trouble(trouble)) => self.pass_over(trouble)?,
                Some(Event::End) => self.is_leaving = true,
                Some(Event::Report(Report::Progress(result))) => {
                    self.searching.note(result);
                }
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

    fn obey(&mut self, heard: Heard, at: Instant) -> io::Result<()> {
        let command = match heard {
            Heard::Command(command) => command,
            Heard::Error(error) if self.list.is_some() => return self.pass_over(error.to_string()),
            Heard::Error(error @ CommandError::Unknown(_)) => {
                return writeln!(self.out, "UNKNOWN {error}");
            }
            Heard::Error(error @ CommandError::Form { .. }) => return self.refuse(error),
        };
        match command {
            Command::Info(info) => {
                self.note(info);
                Ok(())
            }
            Command::About => writeln!(self.out, "{}", about_text()),
            Command::Stop => {
                self.searching.stop();
                Ok(())
            }
            Command::ShowForbidden => self.show_forbidden(),
            Command::Stone { cell, owner } => self.take_stone(ListKind::Position, cell, owner),
            Command::Opening(cell) => self.take_stone(ListKind::Opening, cell, Owner::Other),
            Command::Done => match self.list.take() {
                Some(list) => self.use_list(list),
                None => writeln!(self.out, "UNKNOWN nothing is done"),
            },
            Command::Start { columns, rows } => self.start(columns, rows),
            Command::Restart => {
                let spec = self.position.spec();
                let (columns, rows) = self.wanted.unwrap_or((spec.columns(), spec.rows()));
                self.start(columns, rows)
            }
            Command::Board => self.begin_list(ListKind::Position, at),
            Command::Swap2Board => self.begin_list(ListKind::Opening, at),
            Command::Begin => self.begin(at),
            Command::Turn(cell) => self.turn(cell, at),
            Command::Play(cell) => self.play(cell),
            Command::TakeBack(cell) => self.take_back(cell),
            // The loop has ended.
            Command::End => Ok(()),
        }
    }

    /// Writes why a known command is not obeyed.
    fn refuse(&mut self, reason: impl std::fmt::Display) -> io::Result<()> {
        writeln!(self.out, "ERROR {reason}")
    }

    /// Answers a line that is no command, or spoils the list in which it stands.
    fn pass_over(&mut self, trouble: String) -> io::Result<()> {
        match &mut self.list {
            Some(list) => {
                list.fault.get_or_insert(trouble);
                Ok(())
            }
            None => writeln!(self.out, "UNKNOWN {trouble}"),
        }
    }

    /// Follows the manager at once, also while the engine thinks.
    fn note(&mut self, info: Info) {
        let pace = self.settings.pace();
        self.settings.note(info);
        if !self.searching.is_thinking() {
            match (info, self.wanted) {
                (Info::MaxMemory(_) | Info::Rule(_), Some((columns, rows))) => {
                    // A refusal has been told, and information has no answer.
                    let _ = self.set_up(columns, rows);
                }
                (Info::MaxMemory(_), None) => self.give_memory(),
                (Info::Rule(_), None) => self.change_rule(),
                _ => {}
            }
            return;
        }
        match self.settings.pace() {
            changed if changed == pace => {}
            (_, Some(time)) => self.searching.change_allowance(time),
            (_, None) => self.searching.stop(),
        }
    }

    /// Makes a player if there is none, with little memory: the manager tells later how much it may have, and
    /// memory that was used once may stay with the process. No search runs.
    fn prepare(&mut self) -> &mut LevelPlayer {
        let spec = GameSpec::Mnk(self.position.spec());
        self.searching.prepare((spec, TABLE_BYTES_MIN), STRENGTH)
    }

    /// Gives the player as much memory as it may have. No search runs.
    fn give_memory(&mut self) {
        let table_bytes = self.settings.table_bytes();
        self.prepare().resize(table_bytes);
    }

    /// Goes on by the rule that the manager has named. No search runs. Stones that cannot lie there under the rule are
    /// taken away.
    fn change_rule(&mut self) {
        let spec = self.settings.with_rule(self.position.spec());
        if spec != self.position.spec() {
            let position = Mnk::read(spec, &self.position.to_string());
            self.position = position.unwrap_or_else(|_| Mnk::new(spec));
            *self.searching.player() = None;
            self.prepare();
        }
    }

    /// Names the forbidden cells, each by two digits for its column and two for its row.
    fn show_forbidden(&mut self) -> io::Result<()> {
        let spec = self.position.spec();
        let cells = self.position.forbidden_moves().into_iter().map(|code| cell_of(spec, code));
        let cells: String = cells.map(|Cell { x, y }| format!("{x:02}{y:02}")).collect();
        writeln!(self.out, "FORBID {cells}.")
    }

    /// Ends what the manager no longer wants: a search, and a list that is not done.
    fn drop_everything(&mut self) {
        drop(self.searching.cut_short());
        self.list = None;
        // It may have been named while a search ran.
        self.change_rule();
    }

    /// Returns the reason why nothing can be played now.
    fn obstacle(&self) -> Option<String> {
        let refused =
            self.is_refused.then(|| "there is no board: the last START was refused".to_owned());
        self.settings.obstacle().or(refused)
    }

    fn start(&mut self, columns: u16, rows: u16) -> io::Result<()> {
        self.drop_everything();
        (self.is_refused, self.wanted) = (true, Some((columns, rows)));
        let begun = self.set_up(columns, rows);
        if begun.is_ok() || self.wanted.is_some() {
            // Also if it begins later: the times told until then are of that game.
            self.settings.begin_game();
        }
        match begun {
            Ok(()) => writeln!(self.out, "OK"),
            Err(reason) => self.refuse(reason),
        }
    }

    /// Begins a game on an empty board, or returns the reason why there is none.
    fn set_up(&mut self, columns: u16, rows: u16) -> Result<(), String> {
        if let Some(obstacle) = self.settings.obstacle() {
            return Err(obstacle);
        }
        // No later setting makes a board possible that has a wrong size.
        self.wanted = None;
        let old = self.position.spec();
        let board = MnkSpec::new(columns, rows, old.k());
        let board = board.and_then(|board| board.with_rule(old.rule()));
        let spec = self.settings.with_rule(board.map_err(|error| error.to_string())?);
        self.is_refused = false;
        self.position = Mnk::new(spec);
        self.engine = None;
        let player = self.searching.player();
        if spec != old {
            *player = None;
        } else if let Some(player) = player {
            player.forget();
        }
        self.prepare();
        Ok(())
    }

    fn begin_list(&mut self, kind: ListKind, began: Instant) -> io::Result<()> {
        self.drop_everything();
        self.list = Some(List { kind, began, stones: Vec::new(), fault: None });
        Ok(())
    }

    fn take_stone(&mut self, kind: ListKind, cell: Cell, owner: Owner) -> io::Result<()> {
        let cells = usize::from(self.position.spec().cell_count());
        let Some(list) = &mut self.list else {
            return writeln!(self.out, "UNKNOWN a cell outside of a list");
        };
        if list.kind != kind {
            list.fault.get_or_insert(format!("{cell} has too many numbers, or too few"));
        } else if list.stones.len() == cells {
            list.fault.get_or_insert(format!("more than {cells} stones"));
        } else {
            list.stones.push((cell, owner));
        }
        Ok(())
    }

    fn use_list(&mut self, List { kind, began, stones, fault }: List) -> io::Result<()> {
        if let Some(reason) = fault.or_else(|| self.obstacle()) {
            return self.refuse(reason);
        }
        match kind {
            ListKind::Position => match position_of_stones(self.position.spec(), &stones) {
                Ok(position) => {
                    self.position = position;
                    self.engine = Some(position.turn());
                    self.think(Question::Move, began)
                }
                Err(error) => self.refuse(error),
            },
            ListKind::Opening => self.open(&stones, began),
        }
    }

    /// Takes part in the opening by the rule Swap2.
    fn open(&mut self, stones: &[(Cell, Owner)], began: Instant) -> io::Result<()> {
        let mut position = Mnk::new(self.position.spec());
        for (cell, _) in stones {
            if let Err(error) = play(&mut position, *cell) {
                return self.refuse(error);
            }
        }
        match stones.len() {
            0 => {
                let spec = position.spec();
                let chosen = openings::opening(spec, self.openings).map(|code| cell_of(spec, code));
                self.openings += 1;
                for cell in chosen {
                    if let Err(error) = play(&mut position, cell) {
                        return self.refuse(error);
                    }
                }
                self.position = position;
                self.engine = None;
                let [a, b, c] = chosen;
                writeln!(self.out, "{a} {b} {c}")
            }
            3 | 5 if position.outcome().is_none() => {
                self.position = position;
                self.engine = None;
                // Two more stones would let the opponent choose, who takes the better side. To choose it is worth
                // as much at least.
                self.think(Question::Side, began)
            }
            3 | 5 => self.refuse(BoardError::Over),
            count => self.refuse(format!("an opening has 0, 3 or 5 stones, not {count}")),
        }
    }

    fn begin(&mut self, at: Instant) -> io::Result<()> {
        self.drop_everything();
        if let Some(obstacle) = self.obstacle() {
            return self.refuse(obstacle);
        }
        if self.position.plies() > 0 {
            return self.refuse("the board is not empty");
        }
        self.engine = Some(Side::First);
        self.think(Question::Move, at)
    }

    fn turn(&mut self, cell: Cell, at: Instant) -> io::Result<()> {
        self.drop_everything();
        if let Some(obstacle) = self.obstacle() {
            return self.refuse(obstacle);
        }
        if self.engine == Some(self.position.turn()) {
            return self.refuse("it is not the opponent's turn");
        }
        if let Err(error) = play(&mut self.position, cell) {
            return self.refuse(error);
        }
        self.engine = Some(self.position.turn());
        if self.position.outcome().is_some() {
            return self.refuse(BoardError::Over);
        }
        self.think(Question::Move, at)
    }

    fn play(&mut self, cell: Cell) -> io::Result<()> {
        self.drop_everything();
        if let Some(obstacle) = self.obstacle() {
            return self.refuse(obstacle);
        }
        if self.engine == Some(!self.position.turn()) {
            return self.refuse("it is the opponent's turn");
        }
        match play(&mut self.position, cell) {
            Ok(()) => {
                self.engine = Some(!self.position.turn());
                writeln!(self.out, "{cell}")
            }
            Err(error) => self.refuse(error),
        }
    }

    fn take_back(&mut self, cell: Cell) -> io::Result<()> {
        self.drop_everything();
        if let Some(obstacle) = self.obstacle() {
            return self.refuse(obstacle);
        }
        match without(&self.position, cell) {
            Ok(position) => {
                self.position = position;
                writeln!(self.out, "OK")
            }
            Err(error) => self.refuse(error),
        }
    }

    fn think(&mut self, question: Question, asked: Instant) -> io::Result<()> {
        let (limits, time) = self.settings.pace();
        let task = Task {
            spec: GameSpec::Mnk(self.position.spec()),
            table_bytes: self.settings.table_bytes(),
            position: AnyGame::Mnk(Box::new(self.position)),
            limits,
            strength: STRENGTH,
            seed: Seed(0),
        };
        self.question = question;
        match self.searching.think(task, asked, time)? {
            Some(search) => self.answer(&search),
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

    /// Answers by the latest result of a search. Without one, the cell next to the middle is taken.
    fn answer(&mut self, search: &Search) -> io::Result<()> {
        if search.has_failed {
            writeln!(self.out, "MESSAGE the search has failed")?;
        }
        if let Some(result) = &search.best {
            let text = thought_text(&self.position, result, search.asked);
            writeln!(self.out, "MESSAGE {text}")?;
        }
        let best = search.best.as_ref();
        let turn = self.position.turn();
        let is_behind = best.is_some_and(|result| result.score.value() < 0);
        if self.question == Question::Side && is_behind {
            self.engine = Some(!turn);
            writeln!(self.out, "SWAP")?;
        } else {
            let code =
                best.and_then(|result| result.best).or_else(|| nearest_to_middle(&self.position));
            // A search is about a game in play, which has a legal move, and finds only legal ones.
            let code = code.filter(|code| self.position.play(*code).is_ok());
            self.engine = Some(turn);
            match code {
                Some(code) => writeln!(self.out, "{}", cell_of(self.position.spec(), code))?,
                None => self.refuse("no move is found")?,
            }
        }
        self.out.flush()?;
        self.searching.note_answer(search);
        self.settings.spend(search.asked.elapsed());
        Ok(())
    }
}
