//! Statistics of a match: the difference in strength with its error bars, and the test that tells when enough
//! games have been played. Pure arithmetic.
//!
//! Games come in pairs from one opening with the sides exchanged, and the two games of a pair have
//! much in common. So what is counted is pairs, by the points that an engine makes in both games:
//! the *pentanomial* model. What is said of Elo is logistic: a difference of d stands for an
//! expected score of 1 / (1 + 10^(-d/400)).

use zerosum_games::Outcome;
use zerosum_games::side::Side;

/// Half the width of an interval that holds the truth 95 times in 100, in standard deviations.
const DEVIATIONS_95: f64 = 1.959_964;

/// Ends of games for one engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// Pairs of games by the half points that one engine makes in them, from none to four.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

/// Results of a match for the first of two engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MatchResults {
    pub(crate) games: Results,
    pub(crate) pairs: Pairs,
}

/// A difference in strength, positive for the engine whose results were counted. It is infinite if
/// that engine has won everything.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    pub estimate: f64,
    /// `None` if all results are alike: they do not tell how much results vary.
    pub interval: Option<Interval>,
}

/// The interval of 95 % around an estimate.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    pub low: f64,
    pub high: f64,
}

/// Sequential probability ratio test: does an engine differ by `elo1` rather than by `elo0`?
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    pub elo0: f64,
    pub elo1: f64,
    /// Probability of accepting `elo1` if `elo0` is true.
    pub alpha: f64,
    /// Probability of accepting `elo0` if `elo1` is true.
    pub beta: f64,
}

/// Decision of such a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// `elo0` is accepted.
    Elo0,
    /// `elo1` is accepted.
    Elo1,
    /// More games have to be played.
    Open,
}

impl MatchResults {
    /// Counts the two games of an opening, the first of which the first engine has begun.
    pub(crate) fn add(&mut self, outcomes: [Outcome; 2]) {
        let mut half_points = 0;
        for (outcome, side) in outcomes.into_iter().zip(Side::ALL) {
            match outcome {
                Outcome::Draw => {
                    self.games.draws += 1;
                    half_points += 1;
                }
                Outcome::Win(winner) if winner == side => {
                    self.games.wins += 1;
                    half_points += 2;
                }
                Outcome::Win(_) => self.games.losses += 1,
            }
        }
        self.pairs.add(half_points);
    }
}

impl Results {
    pub(crate) fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The difference by single games, as if each was played for itself: the trinomial model.
    pub fn elo(&self) -> Option<Elo> {
        elo_of(&[self.losses, self.draws, self.wins])
    }
}

impl Pairs {
    /// Counts a pair of games in which an engine makes this many half points.
    pub(crate) fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Returns the difference by the pentanomial model; `None` if there is no pair.
    pub fn elo(&self) -> Option<Elo> {
        elo_of(&self.0)
    }

    /// Returns the logarithm of how much likelier the pairs are if `elo1` is true than if `elo0` is.
    ///
    /// Elo does not say how the points come about. So each hypothesis is given the distribution
    /// over the five kinds of pairs that fits the pairs best among those with its expected score:
    /// the generalized test, as Stockfish's Fishtest has it. See
    /// <https://www.cantate.be/Fishtest/GSPRT_approximation.pdf>.
    pub fn log_likelihood_ratio(&self, sprt: &Sprt) -> f64 {
        // Kinds of pairs that have not occurred are taken as very rare, not as impossible; otherwise a match
        // of nothing but wins could not be weighed.
        let counts = self.0.map(|count| if count == 0 { 1e-3 } else { f64::from(count) });
        let likely0 = likeliest(&counts, expected_score(sprt.elo0));
        let likely1 = likeliest(&counts, expected_score(sprt.elo1));
        let pairs = counts.iter().zip(likely0.iter().zip(&likely1));
        pairs.map(|(count, (likely0, likely1))| count * (likely1 / likely0).ln()).sum()
    }
}

impl Sprt {
    /// Below the first `elo0` is accepted, above the second `elo1`.
    pub fn bounds(&self) -> (f64, f64) {
        let Sprt { alpha, beta, .. } = self;
        ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln())
    }

    pub fn decision(&self, log_likelihood_ratio: f64) -> Decision {
        let (low, high) = self.bounds();
        if log_likelihood_ratio <= low {
            Decision::Elo0
        } else if log_likelihood_ratio >= high {
            Decision::Elo1
        } else {
            Decision::Open
        }
    }
}

/// Expected score of an engine that is stronger by this difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Difference in strength at an expected score between 0 and 1.
fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Difference by the number of times each score has occurred; the scores go from 0 to 1 in equal steps.
fn elo_of(counts: &[u32]) -> Option<Elo> {
    let total = f64::from(counts.iter().sum::<u32>());
    if total == 0.0 {
        return None;
    }
    let scores = || scores(counts.len());
    let weighed = |weight: &dyn Fn(f64) -> f64| -> f64 {
        let parts = counts.iter().zip(scores());
        parts.map(|(count, score)| f64::from(*count) * weight(score)).sum::<f64>() / total
    };
    let mean = weighed(&|score| score);
    let variance = weighed(&|score| (score - mean).powi(2));
    let reach = DEVIATIONS_95 * (variance / total).sqrt();
    let kinds = counts.iter().filter(|count| **count > 0).count();
    let interval = (kinds > 1).then(|| {
        let [low, high] = [mean - reach, mean + reach].map(elo_of_score);
        Interval { low, high }
    });
    Some(Elo { estimate: elo_of_score(mean), interval })
}

/// Returns `count` scores from 0 to 1 in equal steps.
fn scores(count: usize) -> impl Iterator<Item = f64> {
    // A handful, which a float holds exactly.
    let last = (count - 1) as f64;
    (0..count).map(move |index| index as f64 / last)
}

/// The distribution over the five scores under which the counts are likeliest, among those whose
/// mean is `mean`.
///
/// By Lagrange it is `p / (1 + x (score - mean))`, where `p` is the frequency of each score and `x`
/// makes the mean right. The mean falls as `x` grows, so halving finds it.
fn likeliest(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    /// After this many halvings nothing is left that a float could hold.
    const HALVINGS: u32 = 100;
    let total: f64 = counts.iter().sum();
    let offsets: Vec<f64> = scores(counts.len()).map(|score| score - mean).collect();
    let excess = |x: f64| -> f64 {
        let parts = counts.iter().zip(&offsets);
        parts.map(|(count, offset)| count * offset / (1.0 + x * offset)).sum()
    };
    // Between these every share is positive.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    let mut shares = *counts;
    for (share, offset) in shares.iter_mut().zip(&offsets) {
        *share = *share / total / (1.0 + x * offset);
    }
    shares
}
