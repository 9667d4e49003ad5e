//! Tests of what the other modules cannot show outside the crate.

use std::sync::Arc;

use zerosum_games::mnk::bitboard::Bitboard;
use zerosum_games::mnk::{Mnk, MnkSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, Outcome};

use crate::Verdict;
use crate::alpha_beta;
use crate::limits::{Budget, Limits, Unwatched};
use crate::mnk::board::Board;
use crate::mnk::patterns::board::{Cell, PatternBoard};
use crate::mnk::patterns::classes::{Class, Rows};
use crate::mnk::patterns::numbers::Numbers;
use crate::mnk::patterns::root::PatternPlayer;
use crate::mnk::patterns::tables::{Tables, Threat};
use crate::mnk::pn_search::PnSearch;
use crate::mnk::searcher::MnkSearcher;
use crate::mnk::vcf::Vcf;
use crate::searcher::{Distance, Searcher};

fn spec(name: &str) -> MnkSpec {
    name.parse().expect("a board")
}

/// A player of boards with this name and others with the same rule.
fn player(name: &str) -> PatternPlayer {
    PatternPlayer::new(&Numbers::thought_out(), spec(name).rule(), 1 << 20)
}

#[test]
fn moves_and_taking_them_back_leave_what_a_fresh_board_has() {
    let names = [
        "15x15x5",
        "15x15x5",
        "6x6x5",
        "9x12x5",
        "5x15x5",
        "20x20x5",
        "19x20x5-caro",
        "15x15x5-exact",
        "7x6x5-exact",
        "15x15x5-caro",
        "7x6x5-caro",
        "15x15x5-renju",
        "7x6x5-renju",
    ];
    for (seed, name) in (1..).zip(names) {
        let tables = Arc::new(Tables::new(&Numbers::thought_out(), spec(name).rule()));
        let start = Mnk::new(spec(name));
        let mut board = PatternBoard::of(&start, &tables);
        let (mut positions, mut cells) = (vec![start], Vec::<Cell>::new());
        for step in 0..400 {
            let seed = Seed(seed * 1_000 + step);
            let position = *positions.last().expect("the start stays");
            let goes_back = seed.pick(0..3) == Some(0);
            if (goes_back || position.outcome().is_some())
                && let Some(cell) = cells.pop()
            {
                board.take_back(cell);
                positions.pop();
            } else if position.outcome().is_none() {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                let code = Seed(seed.mixed()).pick(moves.into_iter()).expect("there is a move");
                let cell = position.spec().bit_of(code).expect("on the board") as Cell;
                assert_eq!(board.code_of(cell), code);
                board.play(cell);
                cells.push(cell);
                let mut next = position;
                next.play(code).expect("legal");
                positions.push(next);
            }
            let position = positions.last().expect("the start stays");
            let fresh = PatternBoard::of(position, &tables);
            assert!(board.is_same(&fresh), "{position}");
            assert_threats(&board, &Board::of(position));
            assert_moves(&board, position);
        }
    }
}

/// Compares the moves that are allowed, and those that complete five, with the rules.
fn assert_moves(board: &PatternBoard, position: &Mnk) {
    if position.outcome().is_some() {
        return;
    }
    let windows = Board::of(position);
    for cell in board.empty().bits() {
        let code = board.code_of(cell as Cell);
        let mut only = Bitboard::EMPTY;
        only.insert(cell);
        let mut next = *position;
        let is_allowed = next.play(code).is_ok();
        assert_eq!(!board.allowed(only).is_empty(), is_allowed, "{position}: {cell}");
        assert_eq!(windows.is_allowed(cell), is_allowed, "{position}: {cell}");
        let wins = next.outcome() == Some(Outcome::Win(position.turn()));
        assert_eq!(board.completes(cell as Cell), wins, "{position}: {cell}");
        assert_eq!(
            windows.winning_cells(position.turn()).contains(cell),
            wins,
            "{position}: {cell}"
        );
    }
}

/// Compares the threats with those of the board of windows.
fn assert_threats(board: &PatternBoard, windows: &Board) {
    for side in Side::ALL {
        let parries = board.parries_of_fives(side);
        assert_eq!(parries, windows.parries(side), "{side:?}");
        assert_eq!(board.cells_with(side, Threat::Five), windows.winning_cells(side));
        let mut windows = windows.clone();
        if windows.turn() != side {
            windows.pass();
        }
        if !windows.winning_cells(side).is_empty() {
            // One mark would complete five twice.
            continue;
        }
        let missed = windows.four_cells(side) & !board.possible_fours(side);
        assert!(missed.is_empty(), "{side:?}: {missed:?}");
        for cell in board.empty().bits() {
            let threat = board.numbers(side, cell as Cell).threat;
            if matches!(threat, Threat::Forbidden | Threat::DoubleThree) {
                continue;
            }
            windows.play(cell);
            let has_fives = !windows.winning_cells(side).is_empty();
            let parries = windows.parries(side);
            windows.take_back(cell);
            let is_four = matches!(threat, Threat::Four | Threat::FourMore | Threat::FourThree);
            assert_eq!(is_four, has_fives && !parries.is_empty(), "{cell}");
            assert_eq!(threat == Threat::DoubleFour, has_fives && parries.is_empty(), "{cell}");
        }
    }
}

/// A position in play after random plies on the inner cells.
fn random_position(name: &str, plies: u64, number: u64) -> Option<Mnk> {
    let mut position = Mnk::new(spec(name));
    for ply in 0..plies {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let seed = Seed(number << 32 | ply << 16 | plies);
        position.play(seed.pick(moves.into_iter())?).ok()?;
    }
    position.outcome().is_none().then_some(position)
}

#[test]
fn the_search_agrees_with_minimax_at_the_end_of_small_boards() {
    let kinds = [
        ("5x5x5", 17),
        ("6x6x5", 28),
        ("7x5x5", 27),
        ("6x6x5", 29),
        ("6x6x5-exact", 28),
        ("7x6x5-exact", 34),
        ("6x6x5-caro", 28),
        ("7x6x5-caro", 34),
        ("6x6x5-renju", 28),
        ("7x6x5-renju", 34),
    ];
    for (name, plies) in kinds {
        let mut player = player(name);
        let mut decided = 0;
        for number in 0..120 {
            let Some(position) = random_position(name, plies, number) else { continue };
            let truth = alpha_beta::search(&position);
            for limits in [Limits::of_depth(2), Limits::of_nodes(300), Limits::of_nodes(20_000)] {
                let result = player.search(&position, limits, &mut Unwatched);
                assert!(position.is_legal(result.best.expect("a move")), "{position}");
                assert_eq!(result.line.first(), result.best.as_ref(), "{position}");
                if !result.score.is_decided() {
                    continue;
                }
                decided += 1;
                let (said, true_plies) = match (result.score.verdict(), truth.verdict) {
                    (Verdict::Win { plies: said }, Verdict::Win { plies })
                    | (Verdict::Loss { plies: said }, Verdict::Loss { plies }) => (said, plies),
                    verdicts => panic!("{position}: {verdicts:?}"),
                };
                assert!(said >= true_plies, "{position}");
                let is_exact = result.distance == Distance::Exact;
                assert!(!is_exact || said == true_plies, "{position}: {result:?}");
            }
        }
        assert!(decided > 20, "{name}: only {decided}");
    }
}

#[test]
fn what_is_called_decided_is_proven() {
    let kinds = [("6x6x5", 14), ("7x7x5", 18), ("8x8x5", 16)];
    let decided = assert_decided_is_proven(&kinds, |player| player);
    assert!(decided.iter().sum::<u32>() > 30, "only {decided:?}");
}

#[test]
fn what_moves_alone_decide_is_proven() {
    let kinds = [("6x6x5", 14), ("7x7x5", 18), ("7x7x5", 20), ("8x8x5", 16)];
    let decided = assert_decided_is_proven(&kinds, PatternPlayer::without_attacks);
    assert!(decided.iter().all(|count| *count > 5), "only {decided:?}");
}

#[test]
fn what_is_called_decided_is_proven_although_hardly_any_moves_are_tried() {
    for moves_max in [1, 2] {
        let kinds = [("6x6x5", 14), ("7x7x5", 16), ("7x7x5", 20)];
        let change = |player: PatternPlayer| player.with_moves_max(moves_max).without_attacks();
        let decided = assert_decided_is_proven(&kinds, change);
        assert!(decided.iter().all(|count| *count > 5), "only {decided:?}");
    }
}

/// Compares what the search calls won or lost in random positions with proofs. Returns the numbers of both.
fn assert_decided_is_proven(
    kinds: &[(&str, u64)],
    change: impl Fn(PatternPlayer) -> PatternPlayer,
) -> [u32; 2] {
    let [mut won, mut lost] = [0; 2];
    for (name, plies) in kinds.iter().copied() {
        let mut player = change(player(name));
        let mut pn_search = PnSearch::new(1 << 23);
        for number in 0..40 {
            let Some(position) = random_position(name, plies, number) else { continue };
            let result = player.search(&position, Limits::of_nodes(4_000), &mut Unwatched);
            if !result.score.is_decided() {
                continue;
            }
            let is_won = result.score.is_won();
            let winner = if is_won { position.turn() } else { !position.turn() };
            let mut board = Board::of(&position);
            let mut watch = Unwatched;
            let mut budget = Budget::new(&mut watch, 400_000);
            let proof = pn_search.can_win(&mut board, winner, &mut Vcf::default(), &mut budget);
            assert_ne!(proof, Ok(false), "{position}: {result:?}");
            let count = if is_won { &mut won } else { &mut lost };
            *count += u32::from(proof == Ok(true));
        }
    }
    [won, lost]
}

/// The class of a line by its text, where `x` is a mark of the side, `o` one of the other side or a
/// cell beyond the edge, and the side takes the fifth cell.
fn class_of(text: &str) -> Class {
    Class::of_line(Rows::Free, text)
}

#[test]
fn lines_have_the_classes_that_players_know() {
    for (line, class) in [
        ("xxxx.....", Class::Five),
        ("xx.x...x.", Class::Four),
        (".xxx.....", Class::OpenFour),
        ("oxxx.....", Class::Four),
        ("x.xx.x...", Class::OpenFour),
        ("..xx.....", Class::OpenThreeOfMany),
        (".oxx.....", Class::BlockedThree),
        ("oxx......", Class::BlockedThree),
        (".x...x...", Class::BlockedThree),
        ("...x.....", Class::OpenTwoOfMany),
        ("..ox.....", Class::BlockedTwo),
        (".........", Class::Low),
        ("oxxx.oxxx", Class::Low),
    ] {
        assert_eq!(class_of(line), class, "{line}");
    }
}

/// Plays a line out in plain words: whether the side has five, and where it can get it.
#[derive(Clone)]
struct Line(Vec<char>);

impl Line {
    fn has_five(&self) -> bool {
        self.0.windows(5).any(|cells| cells.iter().all(|cell| *cell == 'x'))
    }

    fn next(&self) -> Vec<Line> {
        let empty = (0..self.0.len()).filter(|at| self.0[*at] == '.');
        let mark = |at| {
            let mut line = self.clone();
            line.0[at] = 'x';
            line
        };
        empty.map(mark).collect()
    }

    fn fives(&self) -> usize {
        self.next().iter().filter(|line| line.has_five()).count()
    }

    /// Number of marks after which five can be completed in more than one way.
    fn open_fours(&self) -> usize {
        self.next().iter().filter(|line| !line.has_five() && line.fives() > 1).count()
    }

    fn has_four(&self) -> bool {
        self.next().iter().any(|line| line.fives() > 0)
    }

    fn is_open_three(&self) -> bool {
        self.fives() == 0 && self.open_fours() > 0
    }

    fn class(&self) -> Class {
        let open_threes = self.next().iter().filter(|line| line.is_open_three()).count();
        match (self.fives(), self.open_fours()) {
            _ if self.has_five() => Class::Five,
            (2.., _) => Class::OpenFour,
            (1, _) => Class::Four,
            (0, 2..) => Class::OpenThreeOfMany,
            (0, 1) => Class::OpenThree,
            (0, 0) if self.has_four() => Class::BlockedThree,
            (0, 0) if open_threes > 2 => Class::OpenTwoOfMany,
            (0, 0) if open_threes == 2 => Class::OpenTwoOfTwo,
            (0, 0) if open_threes == 1 => Class::OpenTwo,
            (0, 0) if self.next().iter().any(Line::has_four) => Class::BlockedTwo,
            (0, 0) => Class::Low,
        }
    }
}

#[test]
fn lines_with_ends_have_the_classes_of_their_rule() {
    for (rows, line, class) in [
        (Rows::Exact, "oxxxx.x....", Class::Low),
        (Rows::Exact, ".xxxx......", Class::Five),
        (Rows::Exact, "..xxx..x...", Class::Four),
        (Rows::Open, "oxxxx.o....", Class::Low),
        (Rows::Open, "#xxxx.o....", Class::Five),
        (Rows::Open, ".oxxx..o...", Class::Low),
        (Rows::Open, ".oxxx......", Class::Four),
        (Rows::Open, "o.xxx..o...", Class::Four),
        (Rows::Open, "..xxx..o...", Class::Four),
        (Rows::Open, "..xxx......", Class::OpenFour),
        (Rows::Bound, "..xxx..x...", Class::Four),
        (Rows::Bound, ".x.xx...x..", Class::Four),
        (Rows::Bound, ".xxxx.x....", Class::Forbidden),
        (Rows::Bound, "o.x.x......", Class::OpenThree),
        (Rows::Bound, ".x.xx..x...", Class::Forbidden),
    ] {
        assert_eq!(Class::of_line(rows, line), class, "{rows:?} {line}");
    }
}

#[test]
fn every_line_has_the_class_that_playing_it_out_gives() {
    for number in 0..3_u32.pow(8) {
        let neighbours = (0..8).map(|at| ['.', 'x', 'o'][(number / 3_u32.pow(at) % 3) as usize]);
        let mut line: Vec<char> = neighbours.collect();
        line.insert(4, '.');
        let text: String = line.iter().collect();
        line[4] = 'x';
        assert_eq!(class_of(&text), Line(line).class(), "{text}");
    }
}

#[test]
fn moves_are_ranked_as_by_a_fresh_searcher_after_a_move_by_patterns() {
    let start = Mnk::new(MnkSpec::GOMOKU);
    let fresh = || MnkSearcher::new(MnkSpec::GOMOKU, 1 << 20);
    let mut used = fresh();
    let mut position = start;
    for text in ["h8", "i9", "h9", "h10", "i8", "g8"] {
        let code = position.read_move(text).expect("it is a cell");
        position.play(code).expect("it is legal");
    }
    used.find_move(&start, Limits::of_nodes(1_000), &mut Unwatched);
    used.find_move(&position, Limits::of_nodes(1_000), &mut Unwatched);
    used.forget();
    let ranked = used.rank_moves(&position, 4, &mut Unwatched);
    assert_eq!(ranked, fresh().rank_moves(&position, 4, &mut Unwatched));
}
