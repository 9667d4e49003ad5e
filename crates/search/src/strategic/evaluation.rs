//! A position of strategic tic-tac-toe with its certain bounds and its value.

use zerosum_games::strategic::Strategic;
use zerosum_games::{Game, MoveCode};

use crate::deepening::evaluation::{Candidate, Evaluation, Prospects};
use crate::strategic::evaluator::{ChanceEvaluator, View};
use crate::strategic::move_hints;
use crate::strategic::outlook::Outlook;

/// A position and its evaluator's view of it.
#[derive(Clone, Debug)]
pub struct Evaluated<'a> {
    position: Strategic,
    outlook: Outlook,
    view: View,
    evaluator: &'a ChanceEvaluator,
}

impl<'a> Evaluated<'a> {
    /// The evaluator is for the rules of the position.
    pub fn new(evaluator: &'a ChanceEvaluator, position: &Strategic) -> Evaluated<'a> {
        let (outlook, view) = (Outlook::of(position), evaluator.view(position));
        Evaluated { position: position.clone(), outlook, view, evaluator }
    }
}

impl Evaluation for Evaluated<'_> {
    type Game = Strategic;

    const STEP: i32 = 100;

    const REMEMBERED_DEPTH_MIN: u8 = 2;

    #[inline]
    fn position(&self) -> &Strategic {
        &self.position
    }

    #[inline]
    fn play(&mut self, code: MoveCode) {
        self.position.make(code);
        let MoveCode(number) = code;
        // A move is one of 729, so each of its three places is below 9.
        let (strategic, tactical) = ((number / 81) as u8, (number / 9 % 9) as u8);
        self.outlook.look_at(&self.position, strategic, tactical);
        self.evaluator.update(&mut self.view, &self.position, strategic, tactical);
    }

    #[inline]
    fn evaluate(&self) -> i32 {
        self.evaluator.worth(&self.view, &self.position, &self.outlook)
    }

    /// Beside what the rules say: a move that completes a line on every level, and which sides may
    /// still get a strategic line, as far as that is seen from each strategic cell alone.
    #[inline]
    fn prospects(&self) -> Prospects {
        match self.position.outcome() {
            Some(_) => Prospects::by_rules(&self.position),
            None => self.outlook.prospects(&self.position),
        }
    }

    #[inline]
    fn candidates(&self, _: &mut Vec<MoveCode>, see: impl FnMut(Candidate)) {
        move_hints::candidates(&self.position, &self.outlook, see);
    }
}
