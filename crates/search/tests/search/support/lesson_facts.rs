//! Finds the moves that do what a lesson claims, by the rules alone, by plain minimax or by a
//! solved table.

use zerosum_games::any::AnyGame;
use zerosum_games::mnk::Mnk;
use zerosum_games::side::Side;
use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::course::Claim;
use zerosum_search::mnk::board::Board;
use zerosum_search::sheep::solution::SheepSolution;
use zerosum_search::{RankedMove, Verdict, minimax};

use super::falling_values;
use super::forced_wins::wins_by;
use super::mnk_force::Force;
use super::moves::{after, legal_moves};

/// The results found already.
pub(crate) struct Prover {
    sheep: SheepSolution,
    /// The search of one board of k in a row.
    force: Force,
}

impl Prover {
    pub(crate) fn new() -> Prover {
        Prover { sheep: SheepSolution::compute(), force: Force::default() }
    }

    /// The legal moves that fulfil the claim, in their order; `None` if the claim is false for the
    /// whole position.
    pub(crate) fn fulfilling(&mut self, position: &AnyGame, claim: Claim) -> Option<Vec<MoveCode>> {
        self.force = Force::default();
        let those_that = |does: &dyn Fn(MoveCode) -> bool| {
            legal_moves(position).into_iter().filter(|code| does(*code)).collect()
        };
        match claim {
            Claim::Win { moves } => self.fastest(position, moves),
            Claim::Fastest { moves } => {
                let fastest = self.fastest(position, moves)?;
                let mut others = legal_moves(position).into_iter();
                let mut wins_later = |code| self.wins_later(position, code, moves);
                let is_choice = others.any(|code| !fastest.contains(&code) && wins_later(code));
                is_choice.then_some(fastest)
            }
            Claim::Fork => {
                let wins = self.fastest(position, 2)?;
                let forks = those_that(&|code| makes_two_threats(position, code));
                (wins == forks).then_some(forks)
            }
            Claim::Keep | Claim::Hold | Claim::Longest => {
                let ranking = self.ranking(position)?;
                let best = ranking.iter().map(|ranked| ranked.verdict).max()?;
                match (claim, best) {
                    (Claim::Keep, Verdict::Win { .. }) => {
                        Some(those(&ranking, |verdict| matches!(verdict, Verdict::Win { .. })))
                    }
                    (Claim::Hold, Verdict::Draw) | (Claim::Longest, Verdict::Loss { .. }) => {
                        Some(those(&ranking, |verdict| verdict == best))
                    }
                    (_, Verdict::Win { .. } | Verdict::Draw | Verdict::Loss { .. }) => None,
                }
            }
            Claim::Block { moves } => {
                let codes = legal_moves(position).into_iter();
                Some(codes.filter(|code| !self.loses_by(position, *code, moves)).collect())
            }
            Claim::Take => Some(those_that(&|code| takes(position, code))),
            Claim::TakeField => Some(those_that(&|code| takes_field(position, code))),
            Claim::Guard => Some(those_that(&|code| {
                let next = after(position, code);
                !legal_moves(&next).into_iter().any(|reply| takes(&next, reply))
            })),
            Claim::Prepare => Some(those_that(&|code| is_ready_to_take(position, code))),
            Claim::Send { board } => {
                let sent = Some(Sent::Local(board - 1));
                Some(those_that(&|code| sent_by(position, code) == sent))
            }
            Claim::SendTo { strategic, tactical } => {
                let sent = Some(Sent::Tactical(strategic - 1, tactical - 1));
                Some(those_that(&|code| sent_by(position, code) == sent))
            }
            Claim::Free => Some(those_that(&|code| sent_by(position, code).is_none())),
            Claim::Bind => Some(those_that(&|code| sent_by(position, code).is_some())),
        }
    }

    /// The moves that win within `moves` moves; `None` if some move wins within fewer.
    fn fastest(&mut self, position: &AnyGame, moves: u8) -> Option<Vec<MoveCode>> {
        let codes = legal_moves(position);
        if moves > 1 && codes.iter().any(|code| self.wins_by(position, *code, moves - 1)) {
            return None;
        }
        Some(codes.into_iter().filter(|code| self.wins_by(position, *code, moves)).collect())
    }

    /// Returns whether the move wins within this many moves of the side that makes it.
    fn wins_by(&mut self, position: &AnyGame, code: MoveCode, moves: u8) -> bool {
        let plies = 2 * u16::from(moves) - 1;
        match position {
            AnyGame::TicTacToe(_) | AnyGame::Sheep(_) => {
                let ranking = self.ranking(position).expect("it is solved");
                let is_fast =
                    |verdict| matches!(verdict, Verdict::Win { plies: found } if found <= plies);
                those(&ranking, is_fast).contains(&code)
            }
            AnyGame::Mnk(game) => {
                let next = after(&**game, code);
                match next.outcome() {
                    Some(outcome) => outcome == Outcome::Win(game.turn()),
                    None => self.force.wins_within(&mut Board::of(&next), game.turn(), plies - 1),
                }
            }
            AnyGame::ConnectFour(_) | AnyGame::Ultimate(_) | AnyGame::Strategic(_) => {
                wins_by(position, code, plies)
            }
        }
    }

    /// Returns whether the move wins within a few moves more.
    fn wins_later(&mut self, position: &AnyGame, code: MoveCode, moves: u8) -> bool {
        match self.ranking(position) {
            Some(ranking) => {
                those(&ranking, |verdict| matches!(verdict, Verdict::Win { .. })).contains(&code)
            }
            None => self.wins_by(position, code, moves + 1),
        }
    }

    /// Returns whether the opponent wins within this many moves after this one.
    fn loses_by(&mut self, position: &AnyGame, code: MoveCode, moves: u8) -> bool {
        let next = after(position, code);
        next.outcome().is_none()
            && legal_moves(&next).into_iter().any(|reply| self.wins_by(&next, reply, moves))
    }

    /// The score of every move to the end of the game; `None` where that is not known.
    fn ranking(&mut self, position: &AnyGame) -> Option<Vec<RankedMove>> {
        match position {
            AnyGame::TicTacToe(game) => Some(minimax::rank(game).moves),
            AnyGame::Sheep(game) => Some(self.sheep.ranking(game)),
            AnyGame::Mnk(game) => Some(self.ranking_of_row(game)),
            AnyGame::ConnectFour(game) => falling_values::ranking(game),
            AnyGame::Ultimate(game) => {
                (legal_moves(&**game).len() <= 9).then(|| minimax::rank(&**game).moves)
            }
            AnyGame::Strategic(_) => None,
        }
    }

    fn ranking_of_row(&mut self, game: &Mnk) -> Vec<RankedMove> {
        let codes = legal_moves(game);
        let left = u16::try_from(codes.len()).expect("a board has few cells");
        let me = game.turn();
        let ranked = codes.into_iter().map(|code| {
            let next = after(game, code);
            let mut within = |side: Side| {
                let mut plies = (0..left)
                    .filter(|plies| self.force.wins_within(&mut Board::of(&next), side, *plies));
                plies.next()
            };
            let verdict = match next.outcome() {
                Some(Outcome::Win(_)) => Verdict::Win { plies: 1 },
                Some(Outcome::Draw) => Verdict::Draw,
                None => match (within(me), within(!me)) {
                    (Some(plies), _) => Verdict::Win { plies: plies + 1 },
                    (None, Some(plies)) => Verdict::Loss { plies: plies + 1 },
                    (None, None) => Verdict::Draw,
                },
            };
            RankedMove { code, verdict }
        });
        ranked.collect()
    }
}

fn those(ranking: &[RankedMove], mut are_wanted: impl FnMut(Verdict) -> bool) -> Vec<MoveCode> {
    let wanted = ranking.iter().filter(|ranked| are_wanted(ranked.verdict));
    wanted.map(|ranked| ranked.code).collect()
}

/// The moves with which the side that has made this one wins after some answer.
fn winning_replies(position: &AnyGame, code: MoveCode) -> Vec<MoveCode> {
    let (next, mut wins) = (after(position, code), Vec::new());
    for answer in legal_moves(&next) {
        let answered = after(&next, answer);
        let codes = legal_moves(&answered).into_iter();
        wins.extend(codes.filter(|code| wins_by(&answered, *code, 1)));
    }
    wins.sort();
    wins.dedup();
    wins
}

fn makes_two_threats(position: &AnyGame, code: MoveCode) -> bool {
    let next = after(position, code);
    let is_refuted = legal_moves(&next).into_iter().any(|reply| wins_by(&next, reply, 1));
    !is_refuted && winning_replies(position, code).len() >= 2
}

/// Number of small boards a side has won.
fn small_boards(position: &AnyGame, side: Side) -> u32 {
    match position {
        AnyGame::Ultimate(game) => game.won_boards().get(side).count_ones(),
        AnyGame::Strategic(game) => {
            (0..9).map(|field| game.won_tactical(field).get(side).count_ones()).sum()
        }
        AnyGame::TicTacToe(_) | AnyGame::Mnk(_) | AnyGame::ConnectFour(_) | AnyGame::Sheep(_) => 0,
    }
}

fn takes(position: &AnyGame, code: MoveCode) -> bool {
    let side = position.turn();
    small_boards(&after(position, code), side) > small_boards(position, side)
}

fn takes_field(position: &AnyGame, code: MoveCode) -> bool {
    let AnyGame::Strategic(game) = position else { return false };
    let won = |game: &Strategic| *game.won_strategic().get(position.turn());
    won(&after(&**game, code)) != won(game)
}

fn is_ready_to_take(position: &AnyGame, code: MoveCode) -> bool {
    let next = after(position, code);
    next.outcome().is_none()
        && legal_moves(&next).into_iter().all(|reply| {
            let answered = after(&next, reply);
            legal_moves(&answered).into_iter().any(|code| takes(&answered, code))
        })
}

/// The small board to which a player is sent, by its numbers from 0.
#[derive(PartialEq, Eq)]
enum Sent {
    Local(u8),
    Tactical(u8, u8),
}

/// The place where the opponent has to move after this; `None` if there is a choice of boards.
fn sent_by(position: &AnyGame, code: MoveCode) -> Option<Sent> {
    match after(position, code) {
        AnyGame::Ultimate(next) => next.target().map(Sent::Local),
        AnyGame::Strategic(next) => match next.target() {
            Target::Tactical(strategic, tactical) => Some(Sent::Tactical(strategic, tactical)),
            Target::Strategic(_) | Target::Anywhere => None,
        },
        AnyGame::TicTacToe(_) | AnyGame::Mnk(_) | AnyGame::ConnectFour(_) | AnyGame::Sheep(_) => {
            None
        }
    }
}
