//! The tutorial's engine for Catch the Sheep: its counts, and its evaluation held against the rules.

use zerosum_games::seed::Seed;
use zerosum_games::sheep::square::Step;
use zerosum_games::sheep::{Sheep, SheepStart};
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::deepening::evaluation::{Evaluation, FromPosition};
use zerosum_search::deepening::iterative_deepening::GenericSearcher;
use zerosum_search::deepening::options::Options;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::searcher::Searcher;
use zerosum_search::sheep::tutorial::{Method, Pieces, TutorialSheep, met_in_games, search};

use crate::support::moves::{after, legal_moves};

/// Plies, evaluations of minimax and of alpha-beta, as the tutorial's engine makes them from the
/// start.
const COUNTS: [(u16, u64, u64); 3] = [(2, 14, 8), (4, 344, 50), (6, 6_264, 284)];

#[test]
fn the_tutorial_evaluates_as_many_positions_as_it_says() {
    let start = Pieces::of(&Sheep::new(SheepStart::default()));
    for (plies, plain, pruned) in COUNTS {
        let minimax = search(&start, plies / 2, Method::Minimax);
        let alpha_beta = search(&start, plies / 2, Method::AlphaBeta);
        assert_eq!((minimax.evaluations, alpha_beta.evaluations), (plain, pruned), "{plies} plies");
        assert_eq!((minimax.worth, minimax.best), (alpha_beta.worth, alpha_beta.best));
        assert_eq!(minimax.worth, i32::from(2 * plies), "four points for each row");
    }
}

#[test]
fn other_searches_evaluate_the_same_where_no_line_ends() {
    let start = Sheep::new(SheepStart::default());
    for (plies, plain, pruned) in COUNTS {
        for (options, expected) in [(Options::PLAIN, plain), (Options::ALPHA_BETA, pruned)] {
            let mut searcher = GenericSearcher::<TutorialSheep>::new(options);
            let result = searcher.search(&start, Limits::of_depth(plies), &mut Unwatched);
            assert_eq!(result.statistics.leaves, expected, "{plies} plies, {options:?}");
            assert_eq!(result.score.value(), i32::from(2 * plies));
        }
    }
}

#[test]
fn level_four_reaches_the_headline_in_the_course_of_a_game_and_level_three_does_not() {
    let start = Sheep::new(SheepStart::default());
    let counts = |pieces: &Pieces| {
        let count = |method| search(pieces, 4, method).evaluations;
        (count(Method::Minimax), count(Method::AlphaBeta))
    };
    let position = after_texts(&start, "e8f7 h1g2 f7e6 g2f3 e6f5 b1c2 f5g4 c2d3 g4f5 d3c4");
    assert_eq!(counts(&position), (348_418, 6_565));
    let position = after_texts(&start, "e8f7 h1g2 f7e6 f1e2 e6f5 e2d3");
    assert_eq!(counts(&position), (357_726, 6_365));
    let met = met_in_games(&start, 6, 3);
    assert!(met.iter().all(|met| met.found.evaluations < 3_000));
}

/// The pieces after these moves, each wolf with the number it has had from the start.
fn after_texts(start: &Sheep, texts: &str) -> Pieces {
    let moves: Vec<MoveCode> =
        texts.split_whitespace().map(|text| start.read_move(text).expect("a move")).collect();
    moves.chunks(2).fold(Pieces::of(start), |pieces, pair| {
        let answers = pieces.after_pairs(pair[0]);
        answers.into_iter().find(|(code, _)| *code == pair[1]).expect("a legal answer").1
    })
}

/// The positions of a random game; equal numbers give equal games.
fn random_game(number: u64) -> Vec<(Sheep, Option<MoveCode>)> {
    let mut position = Sheep::new(SheepStart::default());
    let mut game = Vec::new();
    for ply in 0.. {
        let code = Seed(number << 32 | ply).pick(legal_moves(&position).into_iter());
        game.push((position, code));
        let Some(code) = code else { break };
        position = after(&position, code);
    }
    game
}

#[test]
fn the_evaluation_has_all_legal_moves_and_follows_the_game() {
    for number in 0..200 {
        let mut evaluation = TutorialSheep::of(&Sheep::new(SheepStart::default()));
        for (position, code) in random_game(number) {
            assert_eq!(evaluation.position(), &position);
            let mut moves = Vec::new();
            evaluation.moves(&mut moves);
            moves.sort_unstable();
            assert_eq!(moves, legal_moves(&position), "{position}");
            if let Some(code) = code {
                evaluation.play(code);
            }
        }
    }
}

#[test]
fn the_end_is_seen_as_the_rules_see_it() {
    for number in 0..200 {
        for (position, _) in random_game(number) {
            let expected = match position.outcome() {
                Some(Outcome::Win(Side::First)) => Some(127),
                Some(Outcome::Win(Side::Second)) => Some(-127),
                Some(Outcome::Draw) | None => None,
            };
            if position.turn() == Side::First {
                let pieces = Pieces::of(&position);
                assert_eq!(pieces.position(), position);
                assert_eq!(pieces.worth_of_end(), expected, "{position}");
            }
        }
    }
}

#[test]
fn moves_are_tried_in_the_order_of_the_tutorial() {
    let start = Sheep::new(SheepStart::default());
    let texts = |position: &Sheep| {
        let mut moves = Vec::new();
        TutorialSheep::of(position).moves(&mut moves);
        moves.into_iter().map(|code| position.move_text(code)).collect::<Vec<String>>()
    };
    assert_eq!(texts(&start), ["e8f7", "e8d7"]);
    let code = start.read_move("e8f7").expect("a move");
    let position = after(&start, code);
    assert_eq!(texts(&position), ["h1g2", "f1g2", "f1e2", "d1e2", "d1c2", "b1c2", "b1a2"]);
    assert!(legal_moves(&position).into_iter().all(|code| Step::of(code).is_some()));
    let midst: Sheep = "1w1w1w1w/8/8/8/3s4/8/8/8 s".parse().expect("a position");
    assert_eq!(texts(&midst), ["d5e4", "d5c4", "d5e6", "d5c6"]);
}
