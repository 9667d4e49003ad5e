//! A game made up by a seed, with evaluations about it, for holding searches against each other.
//!
//! A counter stands at a number, and a move takes it down by an odd step. So whose turn it is
//! follows from the number, every line ends, and the same number is reached by lines of different
//! lengths. Which steps are allowed, where the game ends early and who has won there is drawn from
//! the seed.

use std::rc::Rc;

use zerosum_games::notation::MoveTextError;
use zerosum_games::side::Side;
use zerosum_games::{Game, IllegalMove, MoveCode, Outcome, Symmetry};
use zerosum_search::Verdict;
use zerosum_search::deepening::evaluation::{Candidate, Evaluation, FromPosition, Prospects};

/// Steps of 1, 3, 5, 7 and 9.
const STEPS: u16 = 5;

/// Length of the longest step.
const STEP_MAX: u16 = 2 * STEPS - 1;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Descent {
    pub seed: u64,
    pub counter: u16,
}

impl Descent {
    /// Mixes the seed and the argument so that every bit affects every bit of the result
    /// (SplitMix64).
    fn drawn(&self, what: u64) -> u64 {
        let mut bits = self.seed ^ u64::from(self.counter) << 32 ^ what << 56;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn after(&self, MoveCode(code): MoveCode) -> Descent {
        Descent { counter: self.counter - (2 * code + 1), ..*self }
    }
}

impl Game for Descent {
    fn turn(&self) -> Side {
        if self.counter.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_over = self.counter < STEP_MAX || self.drawn(1).is_multiple_of(16);
        is_over.then(|| match self.drawn(2) % 4 {
            0 => Outcome::Win(Side::First),
            1 => Outcome::Win(Side::Second),
            _ => Outcome::Draw,
        })
    }

    fn legal_moves(&self, moves: &mut Vec<MoveCode>) {
        if self.outcome().is_none() {
            // The longest step is always allowed, so that there is one.
            let is_allowed = |code: &u16| *code == STEPS - 1 || self.drawn(3) >> code & 1 == 1;
            moves.extend((0..STEPS).filter(is_allowed).map(MoveCode));
        }
    }

    fn is_legal(&self, code: MoveCode) -> bool {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.contains(&code)
    }

    fn play(&mut self, code: MoveCode) -> Result<(), IllegalMove> {
        if !self.is_legal(code) {
            return Err(IllegalMove(code));
        }
        *self = self.after(code);
        Ok(())
    }

    fn key(&self) -> u64 {
        u64::from(self.counter)
    }

    fn move_text(&self, MoveCode(code): MoveCode) -> String {
        code.to_string()
    }

    fn read_move(&self, text: &str) -> Result<MoveCode, MoveTextError> {
        text.parse().map(MoveCode).map_err(|_| MoveTextError::form("3", text))
    }

    fn max_plies(&self) -> u16 {
        self.counter
    }

    fn symmetries(&self) -> u8 {
        1
    }

    fn image(&self, _: Symmetry) -> Descent {
        *self
    }

    fn image_of_move(&self, code: MoveCode, _: Symmetry) -> MoveCode {
        code
    }
}

/// Estimates drawn from the seed, many of them equal and some of them 0, and misleading hints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guess(Descent);

impl FromPosition for Guess {
    fn of(position: &Descent) -> Guess {
        Guess(*position)
    }
}

impl Evaluation for Guess {
    type Game = Descent;

    const STEP: i32 = 3;

    fn position(&self) -> &Descent {
        &self.0
    }

    fn play(&mut self, code: MoveCode) {
        self.0 = self.0.after(code);
    }

    fn evaluate(&self) -> i32 {
        i32::try_from(self.0.drawn(4) % 21).expect("it is small") - 10
    }

    fn candidates(&self, room: &mut Vec<MoveCode>, mut see: impl FnMut(Candidate)) {
        room.clear();
        self.moves(room);
        for code in room.iter().copied() {
            let drawn = self.0.drawn(5) >> (4 * code.0);
            let hint = i32::try_from(drawn & 15).expect("it is small") * 1000;
            see(Candidate { code, hint, is_quiet: drawn & 3 != 0 });
        }
    }
}

/// Like [`Guess`], and believes every estimate that is a little above the window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rash(Guess);

impl FromPosition for Rash {
    fn of(position: &Descent) -> Rash {
        Rash(Guess::of(position))
    }
}

impl Evaluation for Rash {
    type Game = Descent;

    const STEP: i32 = 3;

    fn position(&self) -> &Descent {
        self.0.position()
    }

    fn play(&mut self, code: MoveCode) {
        self.0.play(code);
    }

    fn evaluate(&self) -> i32 {
        self.0.evaluate()
    }

    fn candidates(&self, room: &mut Vec<MoveCode>, see: impl FnMut(Candidate)) {
        self.0.candidates(room, see);
    }

    fn safe_per_ply(&self) -> Option<i32> {
        Some(1)
    }
}

/// Like [`Guess`], with some knowledge: it sees at once a win by the next move, and that a side
/// cannot win any more by any play.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Knowing(Guess);

impl FromPosition for Knowing {
    fn of(position: &Descent) -> Knowing {
        Knowing(Guess::of(position))
    }
}

impl Evaluation for Knowing {
    type Game = Descent;

    fn position(&self) -> &Descent {
        self.0.position()
    }

    fn play(&mut self, code: MoveCode) {
        self.0.play(code);
    }

    fn evaluate(&self) -> i32 {
        self.0.evaluate()
    }

    fn prospects(&self) -> Prospects {
        let position = self.position();
        if position.outcome().is_some() {
            return Prospects::by_rules(position);
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let win = Some(Outcome::Win(position.turn()));
        if moves.iter().any(|code| position.after(*code).outcome() == win) {
            return Prospects::certain(Verdict::Win { plies: 1 });
        }
        let mut prospects = Prospects::OPEN;
        if !can_win(position, position.turn()) {
            prospects.best = Verdict::Draw;
        }
        if !can_win(position, !position.turn()) {
            prospects.worst = Verdict::Draw;
        }
        prospects
    }
}

/// Like [`Guess`], with the truth about every third position below the root, as endgame tables tell
/// it: wins are seen from afar, and not always the fastest.
#[derive(Clone, Debug)]
pub(crate) struct Oracle {
    root: Descent,
    guess: Guess,
    /// Indexed by the counter.
    verdicts: Rc<[Verdict]>,
}

impl FromPosition for Oracle {
    fn of(position: &Descent) -> Oracle {
        let verdicts = verdicts_up_to(position).into();
        Oracle { root: *position, guess: Guess::of(position), verdicts }
    }
}

impl Evaluation for Oracle {
    type Game = Descent;

    fn position(&self) -> &Descent {
        self.guess.position()
    }

    fn play(&mut self, code: MoveCode) {
        self.guess.play(code);
    }

    fn evaluate(&self) -> i32 {
        self.guess.evaluate()
    }

    fn prospects(&self) -> Prospects {
        let position = self.position();
        let is_known = *position != self.root && position.drawn(6).is_multiple_of(3);
        if is_known && position.outcome().is_none() {
            return Prospects::certain(self.verdicts[usize::from(position.counter)]);
        }
        Prospects::by_rules(position)
    }
}

/// The verdicts of all positions of the seed, from counter 0 to that of the position.
fn verdicts_up_to(position: &Descent) -> Vec<Verdict> {
    let mut verdicts: Vec<Verdict> = Vec::new();
    for counter in 0..=position.counter {
        let position = Descent { counter, ..*position };
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let after = |code: &MoveCode| verdicts[usize::from(position.after(*code).counter)];
        let best = moves.iter().map(|code| after(code).before_move()).max();
        verdicts.push(best.unwrap_or(Prospects::by_rules(&position).best));
    }
    verdicts
}

/// Returns whether any line from here ends with that side winning. Looks no further than a few plies:
/// beyond, anything can happen.
fn can_win(position: &Descent, side: Side) -> bool {
    if position.outcome().is_some() {
        return position.outcome() == Some(Outcome::Win(side));
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    position.counter > 2 * STEP_MAX
        || moves.iter().any(|code| can_win(&position.after(*code), side))
}
