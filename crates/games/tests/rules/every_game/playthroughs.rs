//! One whole game of each kind, written out, so that a change of the rules can be read.

use std::fmt::Write;

use zerosum_games::Game;
use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::strategic::Strategic;

use crate::support::golden::assert_golden;
use crate::support::moves::{after, legal_moves};

#[test]
fn every_game_plays_as_written() {
    for spec in GameSpec::ALL {
        let text = match spec.start() {
            AnyGame::Strategic(start) => strategic_playthrough(*start),
            _ => playthrough(spec),
        };
        assert_golden(&format!("playthroughs/{}.txt", spec.name()), &text);
    }
}

/// Interval between the positions of a long game that are drawn.
const DRAWN_STEP: u64 = 120;

/// A random game with a line for each move, and the board now and then.
fn strategic_playthrough(mut position: Strategic) -> String {
    let mut text = String::new();
    for ply in 0.. {
        let moves = legal_moves(&position);
        let count = moves.len();
        let next = Seed(ply).pick(moves.into_iter());
        if ply % DRAWN_STEP == 0 || next.is_none() {
            // Writing to a `String` does not fail.
            let _ = writeln!(text, "{}\n{position}\n", position.board());
        }
        let Some(code) = next else { break };
        let _ = writeln!(
            text,
            "ply {ply}, turn {:?}, {:?}, legal {count}, plays {}",
            position.turn(),
            position.target(),
            position.move_text(code)
        );
        position = after(&position, code);
    }
    let _ = writeln!(text, "outcome {:?}", position.outcome());
    text
}

/// A random game, always the same one: each position, what is legal there and what is played.
fn playthrough(spec: GameSpec) -> String {
    let mut text = String::new();
    let mut position = spec.start();
    for ply in 0.. {
        let moves = legal_moves(&position);
        let listed: Vec<String> = moves.iter().map(|code| position.move_text(*code)).collect();
        // Writing to a `String` does not fail.
        let _ = writeln!(text, "ply {ply}, turn {:?}\n{}", position.turn(), drawn(&position));
        let _ = writeln!(text, "outcome {:?}", position.outcome());
        let _ = writeln!(text, "legal [{}]", listed.join(" "));
        let Some(code) = Seed(ply).pick(moves.into_iter()) else { break };
        let _ = writeln!(text, "plays {}\n", position.move_text(code));
        position = after(&position, code);
    }
    text
}

/// The position as a person would draw it.
fn drawn(position: &AnyGame) -> String {
    position.to_string().replace('/', "\n")
}
