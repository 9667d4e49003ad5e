//! Proofs as the command makes them.

use zerosum_games::any::GameSpec;
use zerosum_tools::prove::{self, Prove, ProveError};

/// The output of a proof of Connect Four on the board of this name.
fn proof(name: &str, plies: Option<u16>) -> Result<String, ProveError> {
    let game = vec![GameSpec::from_name(name).expect("a game")];
    let mut out = Vec::new();
    prove::run(&Prove { game, sessions: 1, plies }, &mut out)?;
    Ok(String::from_utf8(out).expect("text"))
}

/// The smallest board is drawn.
#[test]
fn the_engine_keeps_its_promises_in_all_lines_of_play() {
    let out = proof("connect-four-5x4", None).expect("a proof");
    let lines: Vec<&str> = out.lines().collect();
    let [whole, first, second, kept] = lines[..] else { panic!("four lines: {out}") };
    assert!(whole.starts_with("Every position of connect-four-5x4 that"), "{out}");
    for (line, side) in [(first, "X"), (second, "O")] {
        assert!(line.starts_with(&format!("the engine as {side}: ")), "{out}");
        assert!(line.contains(" positions, it never loses, "), "{out}");
    }
    assert_eq!(kept, "In each, the engine kept what it had promised.");
}

/// The second side wins on 6x4, with the last piece of the board (<https://github.com/ChristopheSteininger/c4>).
#[test]
fn lines_at_random_go_on_from_the_first_plies() {
    let out = proof("connect-four-6x4", Some(4)).expect("a proof");
    assert!(out.contains("all of the first 4 plies, and a line at random from each:"), "{out}");
    assert!(out.contains("of the start it promised a loss in 24, "), "{out}");
    assert!(out.contains("of the start it promised a win in 24, "), "{out}");
}

#[test]
fn a_board_that_is_not_solved_is_refused() {
    for name in ["connect-four-8x7", "connect-four-pop"] {
        let error = proof(name, None).expect_err("nothing is promised");
        assert_eq!(
            error.to_string(),
            format!("{name} is not proven: the engine does not solve it")
        );
    }
}
