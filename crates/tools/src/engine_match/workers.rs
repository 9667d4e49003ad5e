//! Pairs of games, several at a time.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, SyncSender};
use std::thread;

use zerosum_games::side::BySide;

use crate::engine_match::MatchError;
use crate::engine_match::engine::{EngineCommand, MatchEngine};
use crate::engine_match::game::{PlayedGame, Rules, play};
use crate::engine_match::openings::Openings;

/// Engines and games of a match.
pub(crate) struct Contest {
    /// A and B.
    pub(crate) engines: [EngineCommand; 2],
    pub(crate) rules: Rules,
    pub(crate) pairs: u32,
    pub(crate) opening_plies: u16,
    /// Positions of the search for balance of each opening, if they are to be balanced.
    pub(crate) balanced: Option<u64>,
    pub(crate) seed: u32,
    pub(crate) concurrency: u32,
}

/// Two games from one opening: in the first A begins, in the second B.
pub(crate) struct PlayedPair {
    /// Counted from 1.
    pub(crate) number: u32,
    pub(crate) games: [PlayedGame; 2],
    pub(crate) opening_plies: usize,
}

/// Starts both engines once; returns the names they give themselves.
pub(crate) fn introduce(contest: &Contest) -> Result<[String; 2], MatchError> {
    let mut seats = Seats::new(contest);
    let [a, b] = seats.seated()?;
    Ok([a.name().to_owned(), b.name().to_owned()])
}

/// Plays the pairs and hands each to `look`, on this thread, until it reports that enough were played. An
/// engine that cannot be started ends the match.
pub(crate) fn play_pairs(
    contest: &Contest,
    mut look: impl FnMut(PlayedPair) -> io::Result<bool>,
) -> Result<(), MatchError> {
    let next = AtomicU32::new(0);
    let is_enough = AtomicBool::new(false);
    thread::scope(|scope| {
        let (tell, played) = mpsc::sync_channel(1);
        for _ in 0..contest.concurrency.min(contest.pairs) {
            let (tell, next, is_enough) = (tell.clone(), &next, &is_enough);
            scope.spawn(move || {
                let mut seats = Seats::new(contest);
                if let Err(error) = seats.play_on(next, is_enough, &tell) {
                    // The receiver may be gone; then the error no longer matters.
                    let _ = tell.send(Err(error));
                }
            });
        }
        drop(tell);
        let mut ended = Ok(());
        for pair in played {
            let goes_on = match pair {
                // Pairs that were still being played when enough were done are not counted.
                Ok(_) if is_enough.load(Ordering::Relaxed) => continue,
                Ok(pair) => look(pair).map_err(MatchError::Write),
                Err(error) => Err(error),
            };
            if !matches!(goes_on, Ok(true)) {
                is_enough.store(true, Ordering::Relaxed);
            }
            if ended.is_ok() {
                ended = goes_on.map(|_| ());
            }
        }
        ended
    })
}

/// Two engines that play pair after pair.
struct Seats<'a> {
    /// A and B; `None` before the first game and after a fault.
    engines: [Option<MatchEngine>; 2],
    openings: Openings,
    contest: &'a Contest,
}

impl Seats<'_> {
    fn new(contest: &Contest) -> Seats<'_> {
        let Contest { rules, opening_plies, balanced, .. } = contest;
        let openings = Openings::new(rules.spec, *opening_plies, *balanced);
        Seats { engines: [None, None], openings, contest }
    }

    fn play_on(
        &mut self,
        next: &AtomicU32,
        is_enough: &AtomicBool,
        tell: &SyncSender<Result<PlayedPair, MatchError>>,
    ) -> Result<(), MatchError> {
        while !is_enough.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= self.contest.pairs {
                break;
            }
            let pair = self.pair(number)?;
            if tell.send(Ok(pair)).is_err() {
                break;
            }
        }
        Ok(())
    }

    fn pair(&mut self, number: u32) -> Result<PlayedPair, MatchError> {
        let Contest { rules, seed, .. } = self.contest;
        let lot = u64::from(*seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(number);
        let line = self.openings.line(lot);
        let mut game = |a_begins: bool| -> Result<PlayedGame, MatchError> {
            let [a, b] = self.seated()?;
            let engines = if a_begins {
                BySide { first: a, second: b }
            } else {
                BySide { first: b, second: a }
            };
            let played = play(rules, &line, engines);
            if played.fault.is_some() {
                // After a fault the state of the engines is unknown.
                self.engines = [None, None];
            }
            Ok(played)
        };
        let games = [game(true)?, game(false)?];
        Ok(PlayedPair { number: number + 1, games, opening_plies: line.len() })
    }

    /// Returns both engines, started if they are not running.
    fn seated(&mut self) -> Result<[&mut MatchEngine; 2], MatchError> {
        let [a, b] = &mut self.engines;
        let Contest { engines: [command_a, command_b], rules, .. } = self.contest;
        Ok([seat(a, 'A', command_a, rules)?, seat(b, 'B', command_b, rules)?])
    }
}

fn seat<'a>(
    engine: &'a mut Option<MatchEngine>,
    letter: char,
    command: &EngineCommand,
    rules: &Rules,
) -> Result<&'a mut MatchEngine, MatchError> {
    if engine.is_none() {
        let started = MatchEngine::start(command, rules);
        *engine = Some(started.map_err(|fault| MatchError::Engine { letter, fault })?);
    }
    Ok(engine.as_mut().expect("it has just been started"))
}
