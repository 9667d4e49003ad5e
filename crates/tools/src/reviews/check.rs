//! Counts what reviews find: planted blunders, and mistakes in games that a random player has lost.

use std::io::{self, Write};
use std::sync::Arc;

use zerosum_games::any::AnyGame;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::limits::Unwatched;
use zerosum_search::review::{Review, Scope};
use zerosum_search::solutions::Solutions;

use crate::progress::Progress;
use crate::reviews::Check;
use crate::reviews::games::{Table, random_move};
use crate::seeds::SeedSequence;

/// Cost of a move, in thousandths of a win, from which it is a blunder to the referee.
const BLUNDER: u16 = 250;

/// Attempts at a random move that is a blunder, at one turn.
const PLANTS_MAX: u32 = 4;

/// One turn in this many is tried.
const PLANT_IN: u32 = 3;

/// A game that was played, from the end of its opening on by a person.
struct Played {
    moves: Vec<MoveCode>,
    from: usize,
    side: Side,
    outcome: Outcome,
    planted: Option<usize>,
}

pub(super) fn run(arguments: &Check, out: &mut impl Write) -> io::Result<()> {
    let solutions = Arc::new(Solutions::compute());
    for spec in &arguments.game {
        let name = spec.name();
        let progress = Progress::start(format!("reviews of {name}"));
        let mut table = Table::new(*spec, &solutions);
        let (mut named, mut planted, mut game) = (0, 0, 0);
        while planted < arguments.planted {
            progress.say(format!("reviews of {name}: {named} of {planted} planted blunders named"));
            game += 1;
            let played =
                play_with_blunder(&mut table, &mut SeedSequence::of_game(arguments.seed, game));
            let Some(ply) = played.planted else { continue };
            planted += 1;
            named += u32::from(names(&review(&mut table, &played), &played, ply));
        }
        let (mut lost, mut silent, mut wrong) = (0, 0, 0);
        while lost < arguments.losers {
            progress.say(format!("reviews of {name}: {lost} games of a random player"));
            game += 1;
            let played =
                play_at_random(&mut table, &mut SeedSequence::of_game(arguments.seed, game));
            if played.outcome != Outcome::Win(!played.side) {
                continue;
            }
            lost += 1;
            if review(&mut table, &played).findings(played.side, false).is_empty() {
                silent += 1;
                wrong += u32::from(blunders(&mut table, &played) > 1);
            }
        }
        drop(progress);
        writeln!(
            out,
            "{name}: {named} of {planted} planted blunders named; {lost} games lost at random, \
             nothing named in {silent}, of which {wrong} had more than one blunder"
        )?;
    }
    Ok(())
}

fn review(table: &mut Table, played: &Played) -> Review {
    let sides = match played.side {
        Side::First => BySide { first: true, second: false },
        Side::Second => BySide { first: false, second: true },
    };
    let scope = Scope { sides, from: played.from };
    table.player.review((table.spec, &played.moves), scope, &mut Unwatched)
}

fn names(review: &Review, played: &Played, ply: usize) -> bool {
    let has_won = played.outcome == Outcome::Win(played.side);
    review.findings(played.side, has_won).iter().any(|(named, _)| *named == ply)
}

/// A game of two strong players, in which one of them makes a blunder once.
fn play_with_blunder(table: &mut Table, seeds: &mut SeedSequence) -> Played {
    let (position, moves) = table.opening(seeds);
    let side = seeds.next().pick(Side::ALL.into_iter()).expect("there are two");
    let mut planted = None;
    play_on(position, moves, side, |position, ply| {
        if planted.is_none()
            && position.turn() == side
            && seeds.next().pick(0..PLANT_IN) == Some(0)
            && let Some(code) = blunder(table, position, seeds)
        {
            planted = Some(ply);
            return code;
        }
        table.strongest(position).best.expect("a game in play has a move")
    })
    .with(planted)
}

/// A game in which one side plays at random.
fn play_at_random(table: &mut Table, seeds: &mut SeedSequence) -> Played {
    let side = seeds.next().pick(Side::ALL.into_iter()).expect("there are two");
    play_on(table.spec.start(), Vec::new(), side, |position, _| {
        if position.turn() == side {
            random_move(position, seeds.next()).expect("a game in play has a move")
        } else {
            table.strongest(position).best.expect("a game in play has a move")
        }
    })
}

fn play_on(
    mut position: AnyGame,
    mut moves: Vec<MoveCode>,
    side: Side,
    mut choose: impl FnMut(&AnyGame, usize) -> MoveCode,
) -> Played {
    let from = moves.len();
    loop {
        if let Some(outcome) = position.outcome() {
            return Played { moves, from, side, outcome, planted: None };
        }
        let code = choose(&position, moves.len());
        position.play(code).expect("it is legal");
        moves.push(code);
    }
}

impl Played {
    fn with(self, planted: Option<usize>) -> Played {
        Played { planted, ..self }
    }
}

/// A random move that is a blunder to the referee.
fn blunder(table: &mut Table, position: &AnyGame, seeds: &mut SeedSequence) -> Option<MoveCode> {
    (0..PLANTS_MAX).find_map(|_| {
        let code = random_move(position, seeds.next())?;
        (table.cost(position, code) >= BLUNDER).then_some(code)
    })
}

/// The number of a person's blunders in a game.
fn blunders(table: &mut Table, played: &Played) -> usize {
    let mut position = table.spec.start();
    let mut count = 0;
    for (ply, code) in played.moves.iter().enumerate() {
        let is_own = ply >= played.from && position.turn() == played.side;
        count += usize::from(is_own && table.cost(&position, *code) >= BLUNDER);
        position.play(*code).expect("it is legal");
    }
    count
}
