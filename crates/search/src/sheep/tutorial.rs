//! The engine of a tutorial on alpha-beta, which plays the sheep: its evaluation, its order of
//! moves and its search. It is kept for its counts, by which searches are compared; it plays badly,
//! because it looks at nothing but how far the sheep has come.
//!
//! The tutorial sees the board mirrored: its columns count from the right. So its first step of a
//! piece, one column less, is a step to the right here.
//!
//! It evaluates a position only after each pair of turns, of the sheep and of a wolf, and until then
//! does not ask whether the game is over. Other searches end a line where the game does. Where no
//! line ends within the depth, as in the first six plies, both evaluate the same positions.

use std::collections::HashSet;

use zerosum_games::sheep::Sheep;
use zerosum_games::sheep::square::{Square, Step, WIDTH, squares_of};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};

use crate::deepening::evaluation::{Evaluation, FromPosition};

/// Value of each row that the sheep has advanced.
const WORTH_OF_ROW: i32 = 4;

/// Value of a won game for the sheep; a lost one has the opposite sign.
const WON: i32 = 127;

/// The tutorial's steps of the sheep as it orders them: rows and columns, mirrored back.
const STEPS_OF_SHEEP: [(i8, i8); 4] = [(-1, 1), (-1, -1), (1, 1), (1, -1)];

/// The tutorial's steps of each wolf.
const STEPS_OF_WOLF: [(i8, i8); 2] = [(1, 1), (1, -1)];

/// A position as the tutorial holds it: each wolf keeps its number, and is tried in that order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pieces {
    sheep: Square,
    pack: [Square; 4],
}

impl Pieces {
    /// The wolves of a position are numbered from the top, and from the right in each row, as the
    /// tutorial numbers them at the start.
    pub fn of(position: &Sheep) -> Pieces {
        let mut wolves: Vec<Square> = squares_of(position.wolves()).collect();
        wolves.sort_by_key(|wolf| (wolf.row(), WIDTH - wolf.column()));
        let mut pack = [position.sheep(); 4];
        for (place, wolf) in pack.iter_mut().zip(wolves) {
            *place = wolf;
        }
        Pieces { sheep: position.sheep(), pack }
    }

    /// The position with the sheep to move.
    pub fn position(&self) -> Sheep {
        let wolves = self.pack.iter().fold(0, |wolves, wolf| wolves | wolf.bit());
        Sheep::composed(wolves, self.sheep, Side::First).expect("pieces stand on five squares")
    }

    /// The value of a finished game for the sheep, with the sheep to move; `None` if the game is
    /// not over.
    pub fn worth_of_end(&self) -> Option<i32> {
        if self.pack.iter().all(|wolf| wolf.row() >= self.sheep.row()) {
            Some(WON)
        } else if self.steps_of_sheep().next().is_none() {
            Some(-WON)
        } else {
            None
        }
    }

    /// The evaluation, with the sheep to move.
    fn worth(&self) -> i32 {
        self.worth_of_end().unwrap_or_else(|| self.advance())
    }

    /// The value of the rows that the sheep has advanced.
    fn advance(&self) -> i32 {
        WORTH_OF_ROW * i32::from(WIDTH - 1 - self.sheep.row())
    }

    /// The squares to which the sheep may move.
    fn steps_of_sheep(&self) -> impl Iterator<Item = Square> {
        self.steps(self.sheep, &STEPS_OF_SHEEP)
    }

    /// The moves of the wolves: the number of the wolf and its target.
    fn steps_of_wolves(&self) -> impl Iterator<Item = (usize, Square)> {
        (0..self.pack.len()).flat_map(|number| {
            self.steps(self.pack[number], &STEPS_OF_WOLF).map(move |to| (number, to))
        })
    }

    fn steps(&self, from: Square, steps: &[(i8, i8)]) -> impl Iterator<Item = Square> {
        steps.iter().filter_map(move |(rows, columns)| {
            let row = from.row().checked_add_signed(*rows)?;
            let to = Square::at(row, from.column().checked_add_signed(*columns)?)?;
            let is_free = to != self.sheep && !self.pack.contains(&to);
            is_free.then_some(to)
        })
    }

    fn with_sheep(self, sheep: Square) -> Pieces {
        Pieces { sheep, ..self }
    }

    fn with_wolf(mut self, number: usize, to: Square) -> Pieces {
        self.pack[number] = to;
        self
    }

    /// After a move of the sheep, every answer of the wolves; none if there is none or the game is
    /// over.
    pub fn after_pairs(&self, code: MoveCode) -> Vec<(MoveCode, Pieces)> {
        let Some(Step { to, .. }) = Step::of(code) else { return Vec::new() };
        let moved = self.with_sheep(to);
        let answer = |(number, to): (usize, Square)| {
            let from = moved.pack[number];
            (Step { from, to }.code(), moved.with_wolf(number, to))
        };
        moved.steps_of_wolves().map(answer).collect()
    }
}

/// The result of the tutorial's engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// For the sheep.
    pub worth: i32,
    /// The first of the best moves; `None` if there is none.
    pub best: Option<MoveCode>,
    /// Number of positions evaluated.
    pub evaluations: u64,
}

/// The search method of the tutorial's engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    Minimax,
    AlphaBeta,
}

/// Searches for the move of the tutorial's engine, `pairs` pairs of turns ahead, at least one, with
/// the sheep to move.
pub fn search(pieces: &Pieces, pairs: u16, method: Method) -> Found {
    let mut search = Search { method, evaluations: 0 };
    let (worth, to) =
        search.best_step(pieces, pairs.max(1), Window { alpha: -WON - 1, beta: WON + 1 });
    let best = to.map(|to| Step { from: pieces.sheep, to }.code());
    Found { worth, best, evaluations: search.evaluations }
}

/// The values that both sides have secured elsewhere, as worth to the sheep.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

struct Search {
    method: Method,
    evaluations: u64,
}

impl Search {
    fn evaluate(&mut self, worth: i32) -> i32 {
        self.evaluations += 1;
        worth
    }

    fn is_refuted(&self, window: Window) -> bool {
        match self.method {
            Method::Minimax => false,
            Method::AlphaBeta => window.alpha >= window.beta,
        }
    }

    /// The sheep is to move, at the root or after a pair of turns.
    fn sheep_to_move(&mut self, pieces: &Pieces, pairs: u16, window: Window) -> i32 {
        if pairs == 0 || pieces.worth_of_end().is_some() {
            return self.evaluate(pieces.worth());
        }
        self.best_step(pieces, pairs, window).0
    }

    /// The greatest worth that the sheep can step to, and where that is.
    fn best_step(
        &mut self,
        pieces: &Pieces,
        pairs: u16,
        mut window: Window,
    ) -> (i32, Option<Square>) {
        let mut best = (-WON, None);
        for to in pieces.steps_of_sheep() {
            let worth = self.wolves_to_move(&pieces.with_sheep(to), pairs - 1, window);
            if best.1.is_none() || worth > best.0 {
                best = (worth, Some(to));
            }
            window.alpha = window.alpha.max(worth);
            if self.is_refuted(window) {
                break;
            }
        }
        best
    }

    /// The least worth that a wolf can bring about.
    fn wolves_to_move(&mut self, pieces: &Pieces, pairs: u16, mut window: Window) -> i32 {
        let mut least = None;
        for (number, to) in pieces.steps_of_wolves() {
            let worth = self.sheep_to_move(&pieces.with_wolf(number, to), pairs, window);
            least = Some(least.map_or(worth, |least: i32| least.min(worth)));
            window.beta = window.beta.min(worth);
            if self.is_refuted(window) {
                break;
            }
        }
        // Wolves that cannot move have lost.
        least.unwrap_or_else(|| self.evaluate(WON))
    }
}

/// The tutorial's evaluation and order of moves, for other searches to make use of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TutorialSheep {
    position: Sheep,
    pieces: Pieces,
}

impl FromPosition for TutorialSheep {
    fn of(position: &Sheep) -> TutorialSheep {
        TutorialSheep { position: *position, pieces: Pieces::of(position) }
    }
}

impl Evaluation for TutorialSheep {
    type Game = Sheep;

    const STEP: i32 = WORTH_OF_ROW;

    fn position(&self) -> &Sheep {
        &self.position
    }

    fn play(&mut self, code: MoveCode) {
        let step = Step::of(code).expect("only legal moves are tried");
        self.position.play(code).expect("only legal moves are tried");
        if step.from == self.pieces.sheep {
            self.pieces.sheep = step.to;
        }
        for wolf in self.pieces.pack.iter_mut().filter(|wolf| **wolf == step.from) {
            *wolf = step.to;
        }
    }

    fn evaluate(&self) -> i32 {
        match self.position.turn() {
            Side::First => self.pieces.advance(),
            Side::Second => -self.pieces.advance(),
        }
    }

    fn moves(&self, moves: &mut Vec<MoveCode>) {
        if self.position.outcome().is_some() {
            return;
        }
        let code = |from, to| Step { from, to }.code();
        let Pieces { sheep, pack } = self.pieces;
        match self.position.turn() {
            Side::First => moves.extend(self.pieces.steps_of_sheep().map(|to| code(sheep, to))),
            Side::Second => {
                let steps = self.pieces.steps_of_wolves();
                moves.extend(steps.map(|(number, to)| code(pack[number], to)));
            }
        }
    }
}

/// A position that the tutorial's engine meets in a game, and the way there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Met {
    pub pieces: Pieces,
    pub moves: Vec<MoveCode>,
    /// The result of the engine's search there with alpha-beta.
    pub found: Found,
}

/// Returns every position with the sheep to move that the engine meets in its first turns, for all
/// moves of the wolves, if it looks `pairs` pairs ahead with alpha-beta. If different moves lead to
/// the same wolves on the same squares, only the first way there is included.
pub fn met_in_games(start: &Sheep, turns: u16, pairs: u16) -> Vec<Met> {
    let mut met = Vec::new();
    let mut round: Vec<(Pieces, Vec<MoveCode>)> = vec![(Pieces::of(start), Vec::new())];
    for _ in 0..turns {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for (pieces, moves) in round {
            let found = search(&pieces, pairs, Method::AlphaBeta);
            let answers = found.best.map(|code| pieces.after_pairs(code)).unwrap_or_default();
            for (answer, after) in answers {
                if after.worth_of_end().is_none() && seen.insert(after) {
                    let mut line = moves.clone();
                    line.extend(found.best);
                    line.push(answer);
                    next.push((after, line));
                }
            }
            met.push(Met { pieces, moves, found });
        }
        round = next;
    }
    met
}
