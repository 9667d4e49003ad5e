//! Checks every fact told about a good or bad move by the rules alone.

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::family::Family;
use zerosum_games::mnk::Mnk;
use zerosum_games::seed::Seed;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::Verdict;
use zerosum_search::any::AnySearcher;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::reasons::{Explanation, Fault, Merit, Rivals, Theme, Worse, explain};
use zerosum_search::review::proven;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, ScoredMove, SearchResult, Searcher, Statistics};
use zerosum_search::solutions::Solutions;

use crate::support::mnk_positions::spec;
use crate::support::moves::{after, legal_moves};
use crate::support::positions::every_position;
use crate::support::{area_facts, falling_facts, line_facts, sheep_facts};

/// Number of positions of each family that are checked.
const POSITIONS: usize = 1_000;

/// Number of positions of each board of Connect Four of which every move is checked.
const POSITIONS_BY_CHANCE: u64 = 2_000;

/// Number of successive positions of a game that are checked.
const STRETCH: u64 = 10;

/// One of this many later moves is random, the others are the best ones.
const RANDOM_ONE_IN: u64 = 3;

const TABLE_BYTES: usize = 1 << 18;

/// Limits of the search of a position: small, so that a game of hundreds of moves is played soon.
const LIMITS: Limits = Limits { depth_max: 2, nodes_max: 600 };

/// Limits of the proof of a loss.
const PROOF: Limits = Limits { depth_max: 64, nodes_max: 300_000 };

/// Counts of the facts told.
#[derive(Debug, Default)]
struct Count {
    /// Number of moves with facts, and of those with nothing but a verdict.
    told: usize,
    bare: usize,
    /// The kinds of facts that occurred.
    merits: HashSet<Discriminant<Merit>>,
    faults: HashSet<Discriminant<Fault>>,
}

impl Count {
    fn add(&mut self, explanation: &Explanation) {
        let are_bare = explanation.others.iter().map(|other| other.fault.is_none());
        self.merits.extend(explanation.merits.iter().map(discriminant));
        let faults = explanation.others.iter().filter_map(|other| other.fault.as_ref());
        self.faults.extend(faults.map(discriminant));
        self.told += 1 + explanation.others.len();
        self.bare += usize::from(explanation.merits.is_empty());
        self.bare += are_bare.filter(|is_bare| *is_bare).count();
    }

    /// Returns whether no more than a tenth was bare, and at least this many kinds of facts were checked.
    fn expect(&self, merits: usize, faults: usize) {
        assert!(self.bare * 10 <= self.told, "{} of {}", self.bare, self.told);
        assert!(self.merits.len() >= merits, "{:?}", self.merits);
        assert!(self.faults.len() >= faults, "{:?}", self.faults);
    }
}

fn has_won(position: &AnyGame, code: MoveCode) -> bool {
    after(position, code).outcome() == Some(Outcome::Win(position.turn()))
}

/// Returns whether the side to move is lost for certain: by the tables, which other tests hold to
/// the rules, or by a search that knows nothing of the analysis before.
fn is_lost(position: &AnyGame, solutions: &Solutions) -> bool {
    let looked_up = solutions.analysis(position);
    let searched = || {
        let mut searcher = AnySearcher::of(GameSpec::TicTacToe, TABLE_BYTES);
        searcher.search(position, PROOF, &mut Unwatched)
    };
    looked_up.unwrap_or_else(searched).score.is_lost()
}

/// Returns whether what speaks for the best move is so.
fn is_merit(position: &AnyGame, explanation: &Explanation, merit: Merit) -> bool {
    let code = explanation.best.code;
    let is_so = match (merit, position) {
        (Merit::Wins, _) => Some(has_won(position, code)),
        (Merit::Only, _) => Some(legal_moves(position) == [code]),
        (_, AnyGame::TicTacToe(_) | AnyGame::Mnk(_)) => line_facts::is_merit(position, code, merit),
        (_, AnyGame::Ultimate(_) | AnyGame::Strategic(_)) => {
            area_facts::is_merit(position, code, merit, &explanation.merits)
        }
        (_, AnyGame::ConnectFour(game)) => falling_facts::is_merit(game, code, merit),
        (_, AnyGame::Sheep(game)) => sheep_facts::is_merit(game, code, merit),
    };
    is_so.expect("it is told of a game of which it makes sense")
}

/// Returns whether what speaks against another move is so.
fn is_fault(
    (position, solutions): (&AnyGame, &Solutions),
    code: MoveCode,
    best: MoveCode,
    fault: Fault,
) -> bool {
    let after_reply = |reply| after(&after(position, code), reply);
    let is_so = match (fault, position) {
        (Fault::AllowsWin { reply }, _) => Some(has_won(&after(position, code), reply)),
        (Fault::Answered { reply }, _) => Some(is_lost(&after_reply(reply), solutions)),
        (_, AnyGame::TicTacToe(_) | AnyGame::Mnk(_)) => line_facts::is_fault(position, code, fault),
        (_, AnyGame::Ultimate(_) | AnyGame::Strategic(_)) => {
            area_facts::is_fault(position, (code, best), fault)
        }
        (_, AnyGame::ConnectFour(game)) => falling_facts::is_fault(game, (code, best), fault),
        (_, AnyGame::Sheep(game)) => sheep_facts::is_fault(game, (code, best), fault),
    };
    is_so.expect("it is told of a game of which it makes sense")
}

/// Returns whether the theme is what the position is about, by the rules and what is proven of its
/// moves.
fn is_theme(position: &AnyGame, analysis: &SearchResult, explanation: &Explanation) -> bool {
    let has = |merit: fn(&Merit) -> bool| explanation.merits.iter().any(merit);
    let can_win = legal_moves(position).into_iter().any(|code| has_won(position, code));
    let is_won = |verdict: &Option<Verdict>| matches!(verdict, Some(Verdict::Win { .. }));
    let is_lost = |verdict: &Option<Verdict>| matches!(verdict, Some(Verdict::Loss { .. }));
    let verdicts: Vec<Option<Verdict>> = analysis.moves.iter().map(proven).collect();
    let count = |is_meant: &dyn Fn(&Option<Verdict>) -> bool| {
        verdicts.iter().filter(|verdict| is_meant(verdict)).count()
    };
    let is_meant = match explanation.theme {
        Theme::Win => return can_win,
        Theme::Block => has(|merit| *merit == Merit::Blocks),
        Theme::Fork => has(|merit| matches!(merit, Merit::Fork { .. })),
        Theme::StopFork => has(|merit| matches!(merit, Merit::StopsFork { .. })),
        Theme::Lost => count(&is_lost) == verdicts.len(),
        Theme::OnlyWin => count(&is_won) == 1 && count(&Option::is_some) == verdicts.len(),
        Theme::OnlyMove => count(&is_lost) + 1 == verdicts.len(),
        Theme::Way | Theme::Gap => matches!(position, AnyGame::Sheep(_)),
        Theme::ForcedWin => count(&is_won) > 0,
        Theme::WinArea => has(|merit| matches!(merit, Merit::WinsArea { .. })),
        Theme::Sending => matches!(position, AnyGame::Ultimate(_) | AnyGame::Strategic(_)),
        Theme::Quiet => true,
    };
    is_meant && !can_win
}

fn check(position: &AnyGame, analysis: &SearchResult, solutions: &Solutions) -> Explanation {
    let explanation = explain(position, analysis).expect("it is in play");
    let Explanation { best, is_proven, rivals, merits, others, theme } = &explanation;
    let text = position.move_text(best.code);
    assert_eq!(best.score, analysis.score, "{position}");
    assert!(analysis.moves.contains(best), "{position}");
    let is_no_guess = |scored: &ScoredMove| scored.is_exact || scored.score.is_decided();
    let is_sure = best.score.is_won() || analysis.moves.iter().all(is_no_guess);
    assert!(is_sure || !is_proven, "{position}: another move may be better");
    assert!(merits.len() <= 2 && others.len() <= 2, "{position}");
    let is_as_good = |scored: &&ScoredMove| {
        (scored.score, scored.is_exact, scored.distance)
            == (best.score, best.is_exact, best.distance)
    };
    let as_good = analysis.moves.iter().filter(is_as_good).count();
    let are_all = as_good > 1 && as_good == analysis.moves.len();
    // Bounds do not compare; that all moves lose within the same one is worth a word.
    let is_bound = best.distance == Distance::Within;
    let is_all = are_all && !(is_bound && best.score.is_won());
    assert_eq!(*rivals == Rivals::All, is_all, "{position}");
    assert_eq!(*rivals == Rivals::Some, as_good > 1 && !are_all && !is_bound, "{position}");
    for merit in merits {
        assert!(is_merit(position, &explanation, *merit), "{position}: {text} {merit:?}");
    }
    for Worse { scored, fault } in others {
        let text = position.move_text(scored.code);
        assert!(analysis.moves.contains(scored) && scored.score < best.score, "{position}: {text}");
        match fault {
            Some(fault) => {
                let is_so = is_fault((position, solutions), scored.code, best.code, *fault);
                assert!(is_so, "{position}: {text} {fault:?}");
            }
            None => assert!(proven(scored).is_some(), "{position}: no word without a fact"),
        }
    }
    assert!(is_theme(position, analysis, &explanation), "{position}: {theme:?}");
    explanation
}

/// A position in play after random moves: as many as it takes to get anywhere in a game.
fn opening(spec: GameSpec, game: u64) -> AnyGame {
    let mut position = spec.start();
    let plies = Seed(game).mixed() % u64::from(position.max_plies());
    for ply in 0..plies {
        let code = Seed(game << 32 | ply).pick(legal_moves(&position).into_iter());
        let next = after(&position, code.expect("a game in play has a move"));
        if next.outcome().is_some() {
            break;
        }
        position = next;
    }
    position
}

/// Plays parts of games in which most moves are good ones, and checks the explanation of each
/// position.
fn check_play(family: Family) -> Count {
    check_play_of(|spec| spec.family() == family)
}

fn check_play_of(is_meant: impl Fn(&GameSpec) -> bool) -> Count {
    let specs = GameSpec::ALL.into_iter().filter(is_meant);
    let mut specs: Vec<(GameSpec, Option<AnySearcher>)> = specs.map(|spec| (spec, None)).collect();
    let solutions = Solutions::compute();
    let (mut count, mut positions) = (Count::default(), 0);
    for (game, turn) in (1_u64..).zip((0..specs.len()).cycle()) {
        if positions >= POSITIONS {
            break;
        }
        let (spec, searcher) = &mut specs[turn];
        let mut position = opening(*spec, game);
        for ply in 0..STRETCH {
            let searched = || {
                let searcher = searcher.get_or_insert_with(|| AnySearcher::of(*spec, TABLE_BYTES));
                searcher.analyze(&position, LIMITS, &mut Unwatched)
            };
            let analysis = solutions.analysis(&position).unwrap_or_else(searched);
            count.add(&check(&position, &analysis, &solutions));
            positions += 1;
            let seed = Seed((game + 7) << 32 | ply);
            let is_random = seed.mixed().is_multiple_of(RANDOM_ONE_IN);
            let random = || Seed(seed.mixed()).pick(legal_moves(&position).into_iter());
            let code = if is_random { random() } else { analysis.best };
            position = after(&position, code.expect("a game in play has a move"));
            if position.outcome().is_some() {
                break;
            }
        }
    }
    count
}

#[test]
fn in_tic_tac_toe_every_fact_of_every_position_is_so() {
    let solutions = Solutions::compute();
    let (mut count, mut positions) = (Count::default(), 0);
    for game in every_position() {
        let position = AnyGame::TicTacToe(game);
        let analysis = solutions.analysis(&position).expect("it is solved");
        if position.outcome().is_some() {
            assert_eq!(explain(&position, &analysis), None);
            continue;
        }
        positions += 1;
        count.add(&check(&position, &analysis, &solutions));
    }
    assert_eq!(positions, 4_520);
    count.expect(10, 3);
}

#[test]
fn in_k_in_a_row_every_fact_is_so_and_bare_verdicts_are_few() {
    let count = check_play(Family::Mnk);
    count.expect(12, 3);
}

#[test]
fn in_ultimate_tic_tac_toe_every_fact_is_so_and_bare_verdicts_are_few() {
    let count = check_play(Family::Ultimate);
    count.expect(8, 3);
}

#[test]
fn in_strategic_tic_tac_toe_every_fact_is_so_and_bare_verdicts_are_few() {
    let count = check_play(Family::Strategic);
    count.expect(8, 3);
}

#[test]
fn with_sheep_every_fact_is_so_and_bare_verdicts_are_few() {
    let count = check_play(Family::Sheep);
    count.expect(7, 3);
}

fn is_connect_four(spec: &GameSpec, has_pops: bool) -> bool {
    matches!(spec, GameSpec::ConnectFour(spec) if spec.has_pops() == has_pops)
}

#[test]
fn in_connect_four_every_fact_is_so_and_bare_verdicts_are_few() {
    let count = check_play_of(|spec| is_connect_four(spec, false));
    count.expect(10, 3);
}

#[test]
fn where_pieces_are_popped_nothing_but_ends_and_verdicts_is_told() {
    let count = check_play_of(|spec| is_connect_four(spec, true));
    let only = [Merit::Wins, Merit::Only].map(|merit| discriminant(&merit));
    assert!(count.merits.iter().all(|merit| only.contains(merit)), "{:?}", count.merits);
    assert!(count.told > 0);
}

/// An analysis that takes a given move for the best one and knows nothing of the others.
fn preferring(code: MoveCode, position: &AnyGame) -> SearchResult {
    let moves = legal_moves(position).into_iter().map(|other| ScoredMove {
        code: other,
        score: Score::of_estimate(i32::from(other == code)),
        is_exact: false,
        distance: Distance::Exact,
        depth: 1,
        line: vec![other],
    });
    let score = Score::of_estimate(1);
    let line = vec![code];
    let (best, moves, statistics) = (Some(code), moves.collect(), Statistics::default());
    let distance = Distance::Exact;
    SearchResult { best, score, is_exact: false, distance, depth: 1, line, moves, statistics }
}

#[test]
fn in_connect_four_the_facts_of_all_moves_are_so() {
    let solutions = Solutions::compute();
    let specs = GameSpec::ALL.into_iter().filter(|spec| is_connect_four(spec, false));
    let mut count = Count::default();
    for spec in specs {
        for game in 0..POSITIONS_BY_CHANCE {
            let position = opening(spec, game);
            let codes = legal_moves(&position);
            if codes.iter().any(|code| has_won(&position, *code)) {
                continue;
            }
            for code in codes {
                let explanation = explain(&position, &preferring(code, &position));
                let explanation = explanation.expect("it is in play");
                for merit in &explanation.merits {
                    let text = position.move_text(code);
                    assert!(
                        is_merit(&position, &explanation, *merit),
                        "{position}: {text} {merit:?}"
                    );
                }
                for Worse { scored, fault } in &explanation.others {
                    let fault = fault.expect("nothing is proven");
                    let is_so = is_fault((&position, &solutions), scored.code, code, fault);
                    assert!(is_so, "{position}: {} {fault:?}", position.move_text(scored.code));
                }
                count.add(&explanation);
            }
        }
    }
    assert_eq!(count.merits.len(), 11, "{:?}", count.merits);
    assert_eq!(count.faults.len(), 3);
}

/// An analysis of the start of a board that knows the first move and all others to lead to these results.
fn known(position: &AnyGame, first: Verdict, others: Verdict, distance: Distance) -> SearchResult {
    let moves = legal_moves(position).into_iter().enumerate().map(|(number, code)| ScoredMove {
        code,
        score: Score::from(if number == 0 { first } else { others }),
        is_exact: true,
        distance,
        depth: 6,
        line: vec![code],
    });
    let moves: Vec<ScoredMove> = moves.collect();
    let ScoredMove { code, score, line, .. } = moves[0].clone();
    let (best, statistics) = (Some(code), Statistics::default());
    SearchResult { best, score, is_exact: true, distance, depth: 6, line, moves, statistics }
}

#[test]
fn moves_that_win_within_the_same_bound_are_not_known_to_be_as_good_or_the_best() {
    let position = GameSpec::from_name("5x5x4").expect("it is a game").start();
    let (win, draw, loss) = (Verdict::Win { plies: 5 }, Verdict::Draw, Verdict::Loss { plies: 6 });
    for (first, others, distance, rivals, is_proven) in [
        (win, win, Distance::Exact, Rivals::All, true),
        (win, win, Distance::Within, Rivals::None, false),
        (win, draw, Distance::Within, Rivals::None, true),
        (draw, draw, Distance::Exact, Rivals::All, true),
        (loss, loss, Distance::Exact, Rivals::All, true),
        (loss, loss, Distance::Within, Rivals::All, false),
    ] {
        let explanation = explain(&position, &known(&position, first, others, distance));
        let explanation = explanation.expect("it is in play");
        let told = (explanation.rivals, explanation.is_proven);
        assert_eq!(told, (rivals, is_proven), "{first}, {others}, {distance:?}");
    }
}

#[test]
fn a_block_is_called_needed_only_where_no_other_move_blocks() {
    let row = |name: &str| {
        let [empty, others] = [".........", "O..O....."];
        let text = [empty, empty, empty, empty, "OXXXX....", empty, others, empty, empty].join("/");
        let position =
            AnyGame::Mnk(Box::new(Mnk::read(spec(name), &text).expect("a position in play")));
        let block = position.read_move("f5").expect("an empty cell");
        explain(&position, &preferring(block, &position)).expect("it is in play")
    };
    assert!(row("9x9x5").merits.contains(&Merit::Blocks));
    // A mark at the end of the row saves as well.
    assert!(!row("9x9x5-caro").merits.contains(&Merit::Blocks));
}
