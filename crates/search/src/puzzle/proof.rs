//! Proofs about positions, as far as a puzzle needs them.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::mnk::Mnk;
use zerosum_games::{Game, MoveCode};

use crate::limits::{Limits, Stopped, Unwatched};
use crate::player::Player;
use crate::puzzle::force::Force;
use crate::puzzle::has_puzzles;
use crate::review::proven;
use crate::searcher::{ScoredMove, SearchResult};
use crate::ultimate::evaluation::empty_cells;
use crate::{RankedMove, Verdict};

/// Number of plies within which all wins on boards of k in a row are found.
const MNK_WIN_PLIES_MAX: u16 = 7;

/// Like [`MNK_WIN_PLIES_MAX`], for the ultimate game, whose positions are larger.
const ULTIMATE_WIN_PLIES_MAX: u16 = 5;

/// Like [`MNK_WIN_PLIES_MAX`], for Connect Four, in which few moves are possible.
const CONNECT_FOUR_WIN_PLIES_MAX: u16 = 9;

/// Maximum number of plies left in a game of Connect Four that is read to its end.
const CONNECT_FOUR_COMPLETE_PLIES_MAX: u16 = 16;

/// Maximum number of empty cells of a board of k in a row that is read to its end.
const MNK_COMPLETE_EMPTY_MAX: usize = 12;

/// Maximum number of empty cells in open boards of an ultimate game that is read to its end.
const ULTIMATE_COMPLETE_EMPTY_MAX: u32 = 16;

/// Maximum number of positions searched for one proof.
const NODES_MAX: u64 = 50_000;

/// A proof about a position in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Proof {
    /// The result of every move if both sides play their best to the end, in the order of the
    /// moves.
    Complete(Vec<RankedMove>),
    /// The side to move wins within `plies` plies and no fewer by these moves, and by no others.
    WonWithin { plies: u16, moves: Vec<MoveCode> },
}

impl Proof {
    /// `None` if too little is certain to say anything.
    pub(super) fn of(player: &mut Player, spec: GameSpec, position: &AnyGame) -> Option<Proof> {
        if !has_puzzles(spec) {
            return None;
        }
        match position {
            AnyGame::TicTacToe(_) | AnyGame::Sheep(_) => {
                complete(player.analyze_within((spec, position), Limits::NONE, &mut Unwatched))
            }
            AnyGame::Mnk(game) => of_mnk(game).ok().flatten(),
            AnyGame::ConnectFour(game) => {
                let left = game.max_plies() - game.plies();
                let is_late = left <= CONNECT_FOUR_COMPLETE_PLIES_MAX;
                of_searched(player, (spec, position), CONNECT_FOUR_WIN_PLIES_MAX, is_late)
            }
            AnyGame::Ultimate(game) => {
                let is_late = empty_cells(game) <= ULTIMATE_COMPLETE_EMPTY_MAX;
                of_searched(player, (spec, position), ULTIMATE_WIN_PLIES_MAX, is_late)
            }
            AnyGame::Strategic(_) => None,
        }
    }
}

/// Returns whether all moves but this one lose within this many plies, which are few where the game
/// is not solved.
pub(super) fn others_lose(
    player: &mut Player,
    (spec, position): (GameSpec, &AnyGame),
    right: MoveCode,
    plies: u16,
) -> bool {
    let (mut others, side) = (Vec::new(), position.turn());
    position.legal_moves(&mut others);
    others.retain(|code| *code != right);
    if let AnyGame::Mnk(game) = position {
        let mut force = Force::of(game, NODES_MAX);
        let mut loses = |code| force.after(code, |force| force.wins_within(!side, plies - 1));
        return others.into_iter().all(|code| loses(code) == Ok(true));
    }
    let analysis = player.analyze_within(
        (spec, position),
        Limits { depth_max: plies, nodes_max: NODES_MAX },
        &mut Unwatched,
    );
    let lost =
        |scored: &&ScoredMove| scored.score.is_lost() && scored.score.is_decided_within(plies);
    let lost: Vec<MoveCode> =
        analysis.moves.iter().filter(lost).map(|scored| scored.code).collect();
    others.iter().all(|code| lost.contains(code))
}

/// The move and the best play after it, cut to a number of plies. The move has been found by a
/// proof.
pub(super) fn line(
    player: &mut Player,
    (spec, position): (GameSpec, &AnyGame),
    (first, verdict): (MoveCode, Verdict),
    plies_max: usize,
) -> Vec<MoveCode> {
    if let (AnyGame::Mnk(game), Verdict::Win { plies }) = (position, verdict)
        && let Ok(mut line) = Force::of(game, NODES_MAX).line(first, plies)
    {
        line.truncate(plies_max);
        return line;
    }
    let mut position = position.clone();
    let mut line = Vec::new();
    let mut next = Some(first);
    while let Some(code) = next {
        position.play(code).expect("the moves of a proof are legal");
        line.push(code);
        next = if line.len() < plies_max { best(player, spec, &position) } else { None };
    }
    line
}

/// The first of the best moves; `None` if that is not known or the game is over.
fn best(player: &mut Player, spec: GameSpec, position: &AnyGame) -> Option<MoveCode> {
    if position.outcome().is_some() {
        return None;
    }
    match position {
        AnyGame::TicTacToe(_) | AnyGame::Sheep(_) => {
            player.analyze_within((spec, position), Limits::NONE, &mut Unwatched).best
        }
        AnyGame::Mnk(_) => match Proof::of(player, spec, position)? {
            Proof::WonWithin { moves, .. } => moves.first().copied(),
            Proof::Complete(moves) => {
                let best = moves.iter().map(|ranked| ranked.verdict).max()?;
                moves.iter().find(|ranked| ranked.verdict == best).map(|ranked| ranked.code)
            }
        },
        AnyGame::ConnectFour(_) | AnyGame::Ultimate(_) => {
            let is_falling = matches!(position, AnyGame::ConnectFour(_));
            let depth_max =
                if is_falling { CONNECT_FOUR_WIN_PLIES_MAX } else { ULTIMATE_WIN_PLIES_MAX };
            let near = Limits { depth_max, nodes_max: NODES_MAX };
            let mut analyses = [near, Limits::of_nodes(NODES_MAX)].into_iter();
            analyses.find_map(|limits| {
                let analysis = player.analyze_within((spec, position), limits, &mut Unwatched);
                analysis.best.filter(|_| analysis.is_exact)
            })
        }
        AnyGame::Strategic(_) => None,
    }
}

fn of_mnk(position: &Mnk) -> Result<Option<Proof>, Stopped> {
    let mut force = Force::of(position, NODES_MAX);
    for plies in (1..=MNK_WIN_PLIES_MAX).step_by(2) {
        let moves = force.winning_moves(plies)?;
        if !moves.is_empty() {
            return Ok(Some(Proof::WonWithin { plies, moves }));
        }
    }
    let mut codes = Vec::new();
    position.legal_moves(&mut codes);
    if codes.len() > MNK_COMPLETE_EMPTY_MAX {
        return Ok(None);
    }
    let left = u16::try_from(codes.len()).expect("few cells are empty");
    let side = position.turn();
    let ranked = codes.into_iter().map(|code| {
        let verdict = force.after(code, |force| {
            if let Some(plies) = force.plies_to_win(!side, left - 1)? {
                return Ok(Verdict::Loss { plies: plies + 1 });
            }
            let win = force.plies_to_win(side, left - 1)?;
            Ok(win.map_or(Verdict::Draw, |plies| Verdict::Win { plies: plies + 1 }))
        });
        Ok(RankedMove { code, verdict: verdict? })
    });
    Ok(Some(Proof::Complete(ranked.collect::<Result<_, Stopped>>()?)))
}

/// The proof by a search of all moves: of a win within this many plies, or of every move if the game is late enough
/// to be read to its end.
fn of_searched(
    player: &mut Player,
    asked: (GameSpec, &AnyGame),
    win_plies_max: u16,
    is_late: bool,
) -> Option<Proof> {
    for plies in (1..=win_plies_max).step_by(2) {
        let limits = Limits { depth_max: plies, nodes_max: NODES_MAX };
        let analysis = player.analyze_within(asked, limits, &mut Unwatched);
        if analysis.moves.iter().any(|scored| scored.depth < plies && !scored.is_exact) {
            return None;
        }
        let moves: Vec<MoveCode> = (analysis.moves.iter())
            .filter(|scored| scored.score.is_won() && scored.score.is_decided_within(plies))
            .map(|scored| scored.code)
            .collect();
        if !moves.is_empty() {
            return Some(Proof::WonWithin { plies, moves });
        }
    }
    if !is_late {
        return None;
    }
    complete(player.analyze_within(asked, Limits::of_nodes(NODES_MAX), &mut Unwatched))
}

/// The moves with their verdicts if all of them are proven.
fn complete(analysis: SearchResult) -> Option<Proof> {
    let ranked = analysis.moves.iter();
    let ranked =
        ranked.map(|scored| Some(RankedMove { code: scored.code, verdict: proven(scored)? }));
    ranked.collect::<Option<Vec<RankedMove>>>().map(Proof::Complete)
}
