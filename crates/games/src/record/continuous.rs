//! The continuous record of strategic tic-tac-toe: the game as one row of numbers.

use crate::Game;
use crate::any::{AnyGame, GameSpec};
use crate::record::{HEAD, Record, VERSION};
use crate::strategic::Target;
use crate::strategic::numbers::RuleSet;

/// The word after the name of the game that names the form.
pub(super) const WORD: &str = "continuous";

/// Precedes a move in full.
pub(super) const BAR: char = '|';

/// Number of signs (numbers and bars) in a line, so that it fits on a phone.
const LINE_SIGNS: usize = 20;

/// Returns whether moves of the game begin with two numbers of the move before.
pub(super) fn is_of(spec: GameSpec) -> bool {
    match spec {
        GameSpec::Strategic(spec) => spec.rule_set() == RuleSet::Tactical,
        GameSpec::TicTacToe
        | GameSpec::Mnk(_)
        | GameSpec::ConnectFour(_)
        | GameSpec::Ultimate(_)
        | GameSpec::Sheep(_) => false,
    }
}

/// The record in this form, if its game has it.
pub(super) fn encode(record: &Record) -> Option<String> {
    if !is_of(record.spec) {
        return None;
    }
    let mut signs: Vec<char> = Vec::new();
    let mut position = record.spec.start();
    for code in &record.moves {
        let text = position.move_text(*code);
        let numbers = text.chars().filter(char::is_ascii_digit);
        if is_sent_to_one_cell(&position) {
            signs.extend(numbers.skip(2));
        } else {
            signs.extend(Some(BAR).filter(|_| !signs.is_empty()));
            signs.extend(numbers);
        }
        position.play(*code).expect("the moves of a record are legal");
    }
    let mut text = format!("{} {VERSION} {} {WORD}\n", HEAD.join(" "), record.spec.name());
    for line in signs.chunks(LINE_SIGNS) {
        let signs: Vec<String> = line.iter().map(char::to_string).collect();
        text.push_str(&signs.join(" "));
        text.push('\n');
    }
    text.push_str(record.result());
    text.push('\n');
    Some(text)
}

fn is_sent_to_one_cell(position: &AnyGame) -> bool {
    let AnyGame::Strategic(game) = position else { return false };
    matches!(game.target(), Target::Tactical(..))
}
