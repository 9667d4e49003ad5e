//! Reasons for which a move is good or bad, in facts that the rules alone can check.
//!
//! A [`Merit`] or a [`Fault`] is never a guess: it can be verified by playing on. An analysis only
//! decides which move is best and which others are worth a word; if no fact applies, its verdict is
//! used alone.

mod connect_four;
mod lines;
mod nested;
mod sheep;
mod strategic;
mod ultimate;

use std::cmp::Reverse;

use zerosum_games::any::AnyGame;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};

use crate::Verdict;
use crate::reasons::connect_four::Falling;
use crate::reasons::lines::Grid;
use crate::reasons::nested::Boards;
use crate::reasons::sheep::Chase;
use crate::review::proven;
use crate::searcher::{Distance, ScoredMove, SearchResult};

/// Maximum number of facts told about a move.
const MERITS_MAX: usize = 2;

/// Maximum number of moves besides the best one whose faults are told.
const OTHERS_MAX: usize = 2;

/// Maximum number of moves examined for those.
const CANDIDATES_MAX: usize = 24;

/// Number of plies by which a lost game must end earlier to count as worse.
const SOONER_PLIES: u16 = 4;

/// A part of a field that is won for itself, by its numbers from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// A local board of ultimate tic-tac-toe.
    Local(u8),
    /// A strategic cell, and a tactical cell there.
    Tactical(u8, u8),
    /// A strategic cell.
    Strategic(u8),
}

/// A fact that speaks for a move. The *mover* makes it, the *opponent* is the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Merit {
    /// The game is won with it.
    Wins,
    /// There is no other.
    Only,
    /// The opponent would have a line with this very cell.
    Blocks,
    /// After any move, the opponent completes a line with one of these cells.
    Doomed { cells: [MoveCode; 2] },
    /// Each of these cells would be a line next, or the second once the first is blocked, and the opponent has no line
    /// to come before.
    Fork { cells: [MoveCode; 2] },
    /// The opponent could have made a fork with that cell, and can make none any more.
    StopsFork { cell: MoveCode },
    /// The cell would be a line next, so the opponent must take it.
    Threatens { cell: MoveCode },
    /// The cell would be a fork next.
    ThreatensFork { cell: MoveCode },
    /// `lines` lines through it are still without a mark of the opponent, through no other cell
    /// more.
    MostLines { lines: u16 },
    /// Neither side can complete a line any more.
    NoLineLeft,
    /// `marks` marks of the mover, at least two, are then in a line without one of the opponent.
    Builds { marks: u16 },
    /// It is the first one of the mover in a line with `marks` marks of the opponent, at least two.
    Spoils { marks: u16 },

    /// The cell completes a line once there is a piece below it. It is kept if the side gets it when both fill the
    /// columns one after the other and this one last: on boards with an even number of cells in all other columns, the
    /// first side on rows 1, 3 and 5 from below and the second on rows 2, 4 and 6.
    Waits { cell: MoveCode, is_kept: bool },

    /// It wins this area.
    WinsArea { area: Area },
    /// So there are two in a row of those areas, and this one is the third.
    MakesTwo { third: Area },
    /// The opponent would win this area with this very cell.
    BlocksArea { area: Area },
    /// The cell would win this area next.
    ThreatensArea { area: Area, cell: MoveCode },
    /// The opponent has to move in this area, and wins nothing at once.
    Sends { area: Area },
    /// Like [`Merit::MostLines`], of the cells of this area.
    MostLinesIn { area: Area, lines: u16 },

    /// The sheep had a way past the wolves as they stood, and has none any more.
    ClosesGap,
    /// As the wolves stand the sheep has no way past them, and can get to this many squares.
    Encloses { squares: u16 },
    /// The sheep has a way past the wolves as they stand, in no less than this many steps, and after no other
    /// move a longer one.
    LongestWay { steps: u16 },
    /// The sheep that has moved has a way past the wolves as they stand, in no less than this many steps.
    WayOut { steps: u16 },
    /// The sheep can get to this many squares as the wolves stand, and to more by no other move.
    MostRoom { squares: u16 },
}

/// A fact that speaks against a move, more than against the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The opponent wins at once.
    AllowsWin { reply: MoveCode },
    /// The opponent has this answer, after which the game is lost for certain.
    Answered { reply: MoveCode },
    /// The opponent makes a fork.
    AllowsFork { reply: MoveCode, cells: [MoveCode; 2] },
    /// It lets the opponent take the cell above it, which would have completed a line.
    Wastes { cell: MoveCode },
    /// The opponent wins this area at once, and after the best move none of its kind.
    GivesArea { area: Area, reply: MoveCode },
    /// It points to this area, which is decided or full, so the opponent may move anywhere, and not so after
    /// the best move.
    Frees { area: Area },
    /// The sheep has a way past the wolves as they stand, in no less than this many steps; after the best move
    /// none, or a longer one.
    LeavesGap { steps: u16 },
}

/// The theme of a position, as a first hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theme {
    /// The game can be won at once.
    Win,
    /// The opponent would win next if let.
    Block,
    /// A fork can be made.
    Fork,
    /// The opponent would make a fork next.
    StopFork,
    /// All moves lose for certain.
    Lost,
    /// Exactly one move wins for certain, and no other one does.
    OnlyWin,
    /// All moves but one lose for certain.
    OnlyMove,
    /// The sheep is to look for its way.
    Way,
    /// The wolves are to leave no gap.
    Gap,
    /// A win can be forced.
    ForcedWin,
    /// A part of the field can be won.
    WinArea,
    /// The place where the opponent has to move next is decisive.
    Sending,
    /// None of the other themes.
    Quiet,
}

/// A move that is worse than the best one, and what speaks against it. Without a fault its verdict, which is
/// then proven, is all there is to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worse {
    pub scored: ScoredMove,
    pub fault: Option<Fault>,
}

/// Number of other moves that are known to be as good as the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rivals {
    None,
    Some,
    /// All there are. If all lose within the same number of moves, that counts too, although one may lose sooner.
    All,
}

/// The explanation of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// One of the best moves.
    pub best: ScoredMove,
    /// True if it is proven that no other one is better, nor wins faster or holds out longer.
    pub is_proven: bool,
    /// The other moves that are as good.
    pub rivals: Rivals,
    /// The merits of the best move, the most telling first; empty if only its verdict speaks for
    /// it.
    pub merits: Vec<Merit>,
    /// Moves that look good and are not.
    pub others: Vec<Worse>,
    pub theme: Theme,
}

/// Explains a position by an analysis of it with the scores of its moves; `None` if there are none.
///
/// ```
/// use zerosum_games::Game;
/// use zerosum_games::any::GameSpec;
/// use zerosum_search::reasons::{Merit, Theme, explain};
/// use zerosum_search::solutions::Solutions;
///
/// let position = GameSpec::TicTacToe.read("XX./OO./... x")?;
/// let analysis = Solutions::compute().analysis(&position).expect("it is solved");
/// let explanation = explain(&position, &analysis).expect("it is in play");
/// assert_eq!(position.move_text(explanation.best.code), "c1");
/// assert_eq!(explanation.merits, [Merit::Wins]);
/// assert_eq!(explanation.theme, Theme::Win);
/// # Ok::<(), zerosum_games::any::AnyPositionError>(())
/// ```
pub fn explain(position: &AnyGame, analysis: &SearchResult) -> Option<Explanation> {
    match position {
        AnyGame::TicTacToe(game) => explained(&Grid::of_tictactoe(game), position, analysis),
        AnyGame::Mnk(game) => explained(&Grid::of_mnk(game), position, analysis),
        AnyGame::ConnectFour(game) => explained(&Falling::new(game), position, analysis),
        AnyGame::Ultimate(game) => explained(&Boards(&**game), position, analysis),
        AnyGame::Strategic(game) => explained(&Boards(&**game), position, analysis),
        AnyGame::Sheep(game) => explained(&Chase(*game), position, analysis),
    }
}

/// The facts that a game offers about the moves of a position.
trait Facts {
    /// A heuristic value of the move, to compare with the other moves of the position.
    fn appeal(&self, code: MoveCode) -> u16;

    /// The merits of a move that does not win at once, the most telling first.
    fn merits(&self, code: MoveCode) -> Vec<Merit>;

    /// The gravest fault of a move, unless the best move has it as much. That the opponent wins at
    /// once is not among the faults.
    fn fault(&self, code: MoveCode, best: MoveCode) -> Option<Fault>;
}

fn explained(
    facts: &impl Facts,
    position: &AnyGame,
    analysis: &SearchResult,
) -> Option<Explanation> {
    let found = analysis.moves.iter().find(|scored| Some(scored.code) == analysis.best)?;
    let is_equal = |scored: &&ScoredMove| {
        (scored.score, scored.is_exact, scored.distance)
            == (found.score, found.is_exact, found.distance)
    };
    let equals = analysis.moves.iter().filter(is_equal);
    let is_bound = found.distance == Distance::Within;
    let rivals = match equals.clone().count() {
        0 | 1 => Rivals::None,
        _ if is_bound && found.score.is_won() => Rivals::None,
        count if count == analysis.moves.len() => Rivals::All,
        _ if is_bound => Rivals::None,
        _ => Rivals::Some,
    };
    // Of equals, `min_by_key` takes the first.
    let best = equals.min_by_key(|scored| Reverse(facts.appeal(scored.code)))?;
    let merits = merits(facts, position, analysis, best.code);
    let is_over = merits == [Merit::Wins];
    let others = if is_over { Vec::new() } else { others(facts, position, analysis, best) };
    let theme = theme(position, analysis, best, &merits, &others);
    let is_proven = analysis.is_exact && is_known_to_be_best(best, analysis);
    Some(Explanation { best: best.clone(), is_proven, rivals, merits, others, theme })
}

/// Returns whether no other move can be better. Of two wins or losses with bounds, the one that looks slower may be
/// faster.
fn is_known_to_be_best(best: &ScoredMove, analysis: &SearchResult) -> bool {
    let mut others = analysis.moves.iter().filter(|scored| scored.code != best.code);
    let is_no_win =
        |scored: &ScoredMove| matches!(proven(scored), Some(Verdict::Draw | Verdict::Loss { .. }));
    best.distance == Distance::Exact
        || others.all(|scored| best.score.is_won() && is_no_win(scored))
}

/// The merits of the best move.
fn merits(
    facts: &impl Facts,
    position: &AnyGame,
    analysis: &SearchResult,
    code: MoveCode,
) -> Vec<Merit> {
    if wins(position, code) {
        return vec![Merit::Wins];
    }
    let only = (analysis.moves.len() == 1).then_some(Merit::Only);
    only.into_iter().chain(facts.merits(code)).take(MERITS_MAX).collect()
}

/// The moves that look best of those that are worse, each with another fault if there is one.
fn others(
    facts: &impl Facts,
    position: &AnyGame,
    analysis: &SearchResult,
    best: &ScoredMove,
) -> Vec<Worse> {
    let mut worse: Vec<&ScoredMove> =
        analysis.moves.iter().filter(|scored| is_worse(scored, best)).collect();
    worse.sort_by_cached_key(|scored| Reverse((facts.appeal(scored.code), scored.score)));
    let worse = worse.into_iter().take(CANDIDATES_MAX).map(|scored| Worse {
        scored: scored.clone(),
        fault: fault(facts, position, scored, best.code),
    });
    let (told, untold): (Vec<Worse>, Vec<Worse>) = worse.partition(|worse| worse.fault.is_some());
    let known = untold.into_iter().filter(|worse| proven(&worse.scored).is_some());
    let mut others: Vec<Worse> = Vec::new();
    for worse in told.into_iter().chain(known) {
        let is_said = others.iter().any(|said| said.fault == worse.fault);
        if others.len() < OTHERS_MAX && !is_said {
            others.push(worse);
        }
    }
    others
}

/// The fault of a move that is worse than the best one.
fn fault(
    facts: &impl Facts,
    position: &AnyGame,
    scored: &ScoredMove,
    best: MoveCode,
) -> Option<Fault> {
    let mut next = position.clone();
    next.play(scored.code).ok()?;
    let winning_reply = moves_of(&next).into_iter().find(|reply| wins(&next, *reply));
    let fault = match winning_reply {
        Some(reply) => Some(Fault::AllowsWin { reply }),
        None => facts.fault(scored.code, best),
    };
    let answer = scored.line.get(1).filter(|_| scored.score.is_lost());
    fault.or_else(|| answer.map(|reply| Fault::Answered { reply: *reply }))
}

/// Returns whether a move is worse than the best one, and not merely slower: as far as is proven,
/// or else as it was guessed.
fn is_worse(scored: &ScoredMove, best: &ScoredMove) -> bool {
    let is_sooner = |plies: u16, best: u16| plies + SOONER_PLIES <= best;
    match (proven(scored), proven(best)) {
        (Some(Verdict::Win { .. }), _) => false,
        (Some(Verdict::Loss { plies }), Some(Verdict::Loss { plies: best })) => {
            is_sooner(plies, best)
        }
        (Some(Verdict::Draw), Some(Verdict::Draw | Verdict::Loss { .. })) => false,
        _ => scored.score < best.score,
    }
}

fn theme(
    position: &AnyGame,
    analysis: &SearchResult,
    best: &ScoredMove,
    merits: &[Merit],
    others: &[Worse],
) -> Theme {
    let has = |is_meant: fn(&Merit) -> bool| merits.iter().any(is_meant);
    let rest = || analysis.moves.iter().filter(|scored| scored.code != best.code);
    let is_about_sending =
        |fault: Option<Fault>| matches!(fault, Some(Fault::GivesArea { .. } | Fault::Frees { .. }));
    let is_sending = || {
        has(|merit| matches!(merit, Merit::Sends { .. }))
            || others.iter().any(|other| is_about_sending(other.fault))
    };
    let is_won = |scored: &ScoredMove| matches!(proven(scored), Some(Verdict::Win { .. }));
    let is_lost = |scored: &ScoredMove| matches!(proven(scored), Some(Verdict::Loss { .. }));
    let is_no_win = |scored: &ScoredMove| proven(scored).is_some() && !is_won(scored);
    match position {
        _ if has(|merit| *merit == Merit::Wins) => Theme::Win,
        _ if has(|merit| *merit == Merit::Blocks) => Theme::Block,
        _ if has(|merit| matches!(merit, Merit::Fork { .. })) => Theme::Fork,
        _ if has(|merit| matches!(merit, Merit::StopsFork { .. })) => Theme::StopFork,
        _ if is_lost(best) => Theme::Lost,
        _ if is_won(best) && rest().count() > 0 && rest().all(is_no_win) => Theme::OnlyWin,
        _ if rest().count() > 0 && rest().all(is_lost) => Theme::OnlyMove,
        AnyGame::Sheep(game) => match game.turn() {
            Side::First => Theme::Way,
            Side::Second => Theme::Gap,
        },
        _ if is_won(best) => Theme::ForcedWin,
        _ if has(|merit| matches!(merit, Merit::WinsArea { .. })) => Theme::WinArea,
        _ if is_sending() => Theme::Sending,
        AnyGame::TicTacToe(_)
        | AnyGame::Mnk(_)
        | AnyGame::ConnectFour(_)
        | AnyGame::Ultimate(_)
        | AnyGame::Strategic(_) => Theme::Quiet,
    }
}

/// Returns whether a move wins at once.
fn wins<G: Game>(position: &G, code: MoveCode) -> bool {
    let mut next = position.clone();
    let mover = position.turn();
    next.play(code).is_ok() && next.outcome() == Some(Outcome::Win(mover))
}

fn moves_of<G: Game>(position: &G) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

impl Area {
    /// Its number among its likes.
    fn number(self) -> u8 {
        match self {
            Area::Local(number) | Area::Tactical(_, number) | Area::Strategic(number) => number,
        }
    }

    /// The one of that number among its likes.
    fn sibling(self, number: u8) -> Area {
        match self {
            Area::Local(_) => Area::Local(number),
            Area::Tactical(strategic, _) => Area::Tactical(strategic, number),
            Area::Strategic(_) => Area::Strategic(number),
        }
    }
}
