//! Fits a logistic curve to games between engines, by Newton's method on the cross entropy.

use std::io::{self, Write};
use std::sync::Arc;

use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};
use zerosum_search::review::chance::{Curve, Family};
use zerosum_search::solutions::Solutions;

use crate::progress::Progress;
use crate::reviews::Fit;
use crate::reviews::games::{Table, random_move};
use crate::seeds::SeedSequence;

/// One move in this many is random, so that games are won and lost.
const RANDOM_MOVE_IN: u32 = 12;

/// Steps of Newton's method; it converges in a few.
const STEPS: u32 = 25;

/// One game in this many is held out.
const HELD_OUT_IN: u32 = 3;

/// An estimate for the side to move, and the part of a win that it got.
#[derive(Clone, Copy, Debug)]
struct Example {
    value: f64,
    points: f64,
}

pub(super) fn run(arguments: &Fit, out: &mut impl Write) -> io::Result<()> {
    let solutions = Arc::new(Solutions::compute());
    let (mut fitted, mut held_out) = (Vec::new(), Vec::new());
    for spec in &arguments.game {
        let progress = Progress::start(format!("games of {}", spec.name()));
        let mut table = Table::new(*spec, &solutions);
        for game in 0..arguments.plays {
            progress.say(format!("games of {}: {game} of {}", spec.name(), arguments.plays));
            let examples = play(&mut table, &mut SeedSequence::of_game(arguments.seed, game));
            let is_held_out = game % HELD_OUT_IN == HELD_OUT_IN - 1;
            if is_held_out { &mut held_out } else { &mut fitted }.extend(examples);
        }
    }
    let curve = fit(&fitted);
    let mean = fitted.iter().map(|example| example.points).sum::<f64>() / fitted.len() as f64;
    let family = arguments.game.first().map(|spec| Family::of(*spec).to_string());
    writeln!(out, "{}", family.unwrap_or_default())?;
    writeln!(out, "{} positions fitted, {} held out", fitted.len(), held_out.len())?;
    writeln!(out, "offset {:.3}, slope {:.3} for 1,000 units", curve.offset, curve.slope)?;
    let present = Curve::of(arguments.game[0]);
    for (name, share) in [
        ("fitted", &(|value| curve.share(value)) as &dyn Fn(f64) -> f64),
        ("in use", &|value| present.share(value)),
        ("constant", &|_| mean),
    ] {
        let (brier, loss) = losses(&held_out, share);
        writeln!(out, "{name:8}  Brier {brier:.4}  log loss {loss:.4}")?;
    }
    Ok(())
}

/// The positions of a game in which nothing was proven.
fn play(table: &mut Table, seeds: &mut SeedSequence) -> Vec<Example> {
    let (mut position, _) = table.opening(seeds);
    let mut seen = Vec::new();
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let found = table.strong(&position);
        if !found.is_exact && !found.score.is_decided() {
            seen.push((position.turn(), f64::from(found.score.value())));
        }
        let mut code = found.best.expect("a game in play has a move");
        if seeds.next().pick(0..RANDOM_MOVE_IN) == Some(0) {
            code = random_move(&position, seeds.next()).expect("a game in play has a move");
        }
        position.play(code).expect("it is legal");
    };
    let example = |(side, value)| Example { value, points: points(outcome, side) };
    seen.into_iter().map(example).collect()
}

fn points(outcome: Outcome, side: Side) -> f64 {
    match outcome {
        Outcome::Win(winner) if winner == side => 1.0,
        Outcome::Win(_) => 0.0,
        Outcome::Draw => 0.5,
    }
}

fn fit(examples: &[Example]) -> Curve {
    let mut curve = Curve { offset: 0.0, slope: 0.0 };
    for _ in 0..STEPS {
        // Gradient, and the upper half of the matrix of second derivatives.
        let (mut by_offset, mut by_slope) = (0.0, 0.0);
        let [mut first, mut mixed, mut second] = [1e-6, 0.0, 1e-6];
        for Example { value, points } in examples {
            let (share, scaled) = (curve.logistic(*value), value / 1_000.0);
            let (error, weight) = (points - share, share * (1.0 - share));
            by_offset += error;
            by_slope += error * scaled;
            first += weight;
            mixed += weight * scaled;
            second += weight * scaled * scaled;
        }
        let determinant = first * second - mixed * mixed;
        curve.offset += (second * by_offset - mixed * by_slope) / determinant;
        curve.slope += (first * by_slope - mixed * by_offset) / determinant;
    }
    curve
}

/// The mean squared error and the mean cross entropy of predictions.
fn losses(examples: &[Example], share: &dyn Fn(f64) -> f64) -> (f64, f64) {
    let mean = |loss: &dyn Fn(f64, f64) -> f64| {
        let losses = examples.iter().map(|example| loss(share(example.value), example.points));
        losses.sum::<f64>() / examples.len() as f64
    };
    let brier = mean(&|share, points| (share - points).powi(2));
    let loss = mean(&|share, points| -(points * share.ln() + (1.0 - points) * (1.0 - share).ln()));
    (brier, loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_found_again_from_its_own_shares() {
        let curve = Curve { offset: 0.3, slope: 1.7 };
        let values = (-20..=20).map(|value| f64::from(value) * 100.0);
        let examples: Vec<Example> =
            values.map(|value| Example { value, points: curve.logistic(value) }).collect();
        let found = fit(&examples);
        assert!((found.offset - curve.offset).abs() < 1e-3, "{found:?}");
        assert!((found.slope - curve.slope).abs() < 1e-3, "{found:?}");
    }
}
