//! Results of a match, for people to read.

use std::io::{self, Write};
use std::time::Duration;

use crate::engine_match::statistics::{
    Decision, Elo, Interval, MatchResults, Pairs, Results, Sprt,
};

/// Counts of a match, for the first of its engines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    pub(crate) results: MatchResults,
    /// Games lost other than by the rules, by each engine.
    pub(crate) faults: [u32; 2],
    /// Largest time by which each engine exceeded its limit.
    pub(crate) overrun: [Duration; 2],
}

/// Model by which results are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Model {
    /// By pairs of games.
    Pentanomial,
    /// By single games.
    Trinomial,
}

/// Writes the results of the games.
pub(crate) fn write_standing(
    standing: &Standing,
    sprt: Option<&Sprt>,
    has_time: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let Standing { results, faults, overrun } = standing;
    write_results(results, out)?;
    if let Some(sprt) = sprt {
        writeln!(out, "{}", sprt_text(sprt, &results.pairs))?;
    }
    let [of_a, of_b] = faults;
    writeln!(out, "lost by a fault: A {of_a}, B {of_b}")?;
    if has_time {
        let [of_a, of_b] = overrun.map(|overrun| overrun.as_secs_f64() * 1e3);
        writeln!(out, "slowest move beyond its time: A {of_a:.1} ms, B {of_b:.1} ms")?;
    }
    Ok(())
}

/// Writes the counts of games and pairs by result, and the estimated difference in strength.
pub(crate) fn write_results(results: &MatchResults, out: &mut impl Write) -> io::Result<()> {
    let MatchResults { games, pairs } = results;
    let Results { wins, draws, losses } = games;
    writeln!(out, "{} games: A wins {wins}, draws {draws}, B wins {losses}", games.games())?;
    let counts: Vec<String> = pairs.0.iter().map(u32::to_string).collect();
    writeln!(out, "pairs by the points of A, 0 0.5 1 1.5 2: {}", counts.join(" "))?;
    if let Some(elo) = pairs.elo() {
        writeln!(out, "Elo of A over B: {}", elo_text(elo, Model::Pentanomial))?;
    }
    if let Some(elo) = games.elo() {
        writeln!(out, "           alone: {}", elo_text(elo, Model::Trinomial))?;
    }
    Ok(())
}

/// Describes the state of the test.
pub(crate) fn sprt_text(sprt: &Sprt, pairs: &Pairs) -> String {
    let ratio = pairs.log_likelihood_ratio(sprt);
    let (low, high) = sprt.bounds();
    let Sprt { elo0, elo1, .. } = sprt;
    let decision = match sprt.decision(ratio) {
        Decision::Elo0 => format!("{elo0} is accepted"),
        Decision::Elo1 => format!("{elo1} is accepted"),
        Decision::Open => "not decided".to_owned(),
    };
    format!("SPRT of Elo {elo0} against {elo1}: LLR {ratio:.2} ({low:.2}, {high:.2}), {decision}")
}

fn elo_text(Elo { estimate, interval }: Elo, model: Model) -> String {
    let (results, name) = match model {
        Model::Pentanomial => ("pairs", "pentanomial"),
        Model::Trinomial => ("games", "trinomial"),
    };
    match interval {
        Some(Interval { low, high }) => {
            format!("{estimate:+.1}, between {low:+.1} and {high:+.1} (95 %, {name})")
        }
        None => format!("{estimate:+.1}, too few different {results} for an interval"),
    }
}
