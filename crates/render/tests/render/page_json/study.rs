//! Finished games and positions as the page studies them: steps show what was played, and every move has the
//! value of its proof.

use std::sync::Arc;

use serde_json::{Value, json};
use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, Outcome};
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::page::analysis::{self, AnalysisView};
use zerosum_render::page::game::AskedMove;
use zerosum_render::page::puzzle::{Puzzles, Solver};
use zerosum_render::page::replay::{ReviewView, StepView};
use zerosum_render::page::solo::{self, Snapshot, SoloSetup};
use zerosum_render::study::review::ReviewPage;
use zerosum_render::study::trial_moves::Trial;
use zerosum_render::tap::{Ply, TRIAL_MOVES_MAX, TrialMoves};
use zerosum_search::player::Player;
use zerosum_search::puzzle::collection::Collection;
use zerosum_search::review::{Review, Scope};
use zerosum_search::searcher::SearchResult;
use zerosum_search::solutions::Solutions;
use zerosum_session::Session;
use zerosum_session::choice::Level;
use zerosum_session::language::Language;
use zerosum_session::people::puzzles::PuzzleTally;

use crate::support::patience::Patience;

const ENGLISH: Language = Language::English;

/// Upper bound on the checks of the time limit in a search.
const LOOKS_MAX: u32 = 40;

/// Only every `STRIDE`th ply of a game is looked at.
const STRIDE: usize = 7;

fn in_english(locales: &Locales) -> Localizer<'_> {
    locales.localizer(ENGLISH)
}

fn player() -> Player {
    Player::new(Arc::new(Solutions::compute()), 1 << 20)
}

/// A game of a visitor with the first side, or of two people on one device.
fn solo_game(spec: GameSpec, level: Option<Level>, moves: &[&str]) -> Session {
    let against = level.map(|level| (Side::First, level));
    solo::session(SoloSetup { spec, against, seed: 1 }, moves).expect("the moves are legal")
}

/// A random game of two people to its end.
fn random_game(spec: GameSpec) -> Session {
    let mut session = solo_game(spec, None, &[]);
    for ply in 0.. {
        let mut moves = Vec::new();
        session.position().legal_moves(&mut moves);
        let Some(code) = Seed(ply).pick(moves.into_iter()) else { break };
        session = solo::after(&session, code).expect("it is legal");
    }
    session
}

fn step(session: &Session, ply: u16, review: Option<&Review>) -> Value {
    let locales = Locales::load();
    let review = review.map(|review| page_of(session, review, None, &locales));
    let snapshot = Snapshot::of(session, in_english(&locales));
    let told = (review.as_ref(), in_english(&locales));
    serde_json::to_value(StepView::of_solo(snapshot, session, ply, told)).expect("it is JSON")
}

fn page_of<'a>(
    session: &'a Session,
    review: &'a Review,
    you: Option<Side>,
    locales: &'a Locales,
) -> ReviewPage<'a> {
    ReviewPage { session, review, is_whole: true, you, localizer: in_english(locales) }
}

fn analysed(session: &Session, player: &mut Player) -> Value {
    let asked = (session.spec(), session.position());
    let analysis = player.analyze(asked, &mut Patience(LOOKS_MAX));
    let is_over = session.outcome().is_some();
    let analysis = (!is_over).then_some(&analysis);
    let view = AnalysisView::of(session, analysis, in_english(&Locales::load()));
    serde_json::to_value(view).expect("it is JSON")
}

#[test]
fn every_ply_of_every_game_is_shown_as_it_was_and_nothing_can_be_played_there() {
    for spec in GameSpec::ALL {
        let session = random_game(spec);
        let locales = Locales::load();
        let plies = session.moves().len();
        let texts: Vec<String> =
            session.moves().iter().map(|code| session.position().move_text(*code)).collect();
        for ply in (0..plies).step_by(STRIDE) {
            let shown = step(&session, u16::try_from(ply).expect("a short game"), None);
            let then = analysis::posed(spec, &texts[..ply]).expect("the moves are legal");
            let then = AnalysisView::of(&then, None, in_english(&locales));
            let then = serde_json::to_value(then).expect("it is JSON");
            assert_eq!(shown["scene"]["marks"], then["scene"]["marks"], "{spec:?} after {ply}");
            assert_eq!(shown["moves"], json!(texts[..ply]), "{spec:?} after {ply}");
            let legal = shown["legal"].as_str().expect("a text");
            assert!(legal.chars().all(|sign| sign == '.'), "{spec:?} after {ply}");
            assert!(shown["pairs"].is_null() && shown["next_mark"].is_null(), "{spec:?}");
        }
        // A ply beyond the end is the last one.
        let end = step(&session, u16::MAX, None);
        let whole = serde_json::to_value(Snapshot::of(&session, in_english(&locales)));
        assert_eq!(end["scene"], whole.expect("it is JSON")["scene"], "{spec:?}");
        assert_eq!((&end["ply"], &end["plies"]), (&json!(plies), &json!(plies)), "{spec:?}");
    }
}

#[test]
fn a_mistake_is_told_with_the_better_move_and_marked_on_the_board() {
    // The third move leaves a line open that the reply completes.
    let moves = ["b2", "a1", "c3", "a3", "b1", "a2"];
    let session = solo_game(GameSpec::TicTacToe, Some(Level::Beginner), &moves);
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::Second)));
    let review = player().review(
        (GameSpec::TicTacToe, session.moves()),
        Scope::ALL,
        &mut Patience(u32::MAX),
    );
    let locales = Locales::load();
    let you = Some(Side::First);
    let view = ReviewView::of(&page_of(&session, &review, you, &locales));
    let view = serde_json::to_value(view).expect("it is JSON");
    assert_eq!((&view["is_whole"], &view["opening"]), (&json!(true), &json!(5)));
    let finding = &view["findings"][0];
    assert_eq!((&finding["ply"], &finding["better"]), (&json!(5), &json!("a2")));
    assert_eq!(view["say"][0], finding["say"]);
    let say = finding["say"].as_str().expect("a sentence");
    assert!(say.contains("third move") && say.contains("a2"), "{say}");
    assert_eq!(finding["line"][0], "❌ a2");
    let points = view["curve"]["points"].as_array().expect("a list");
    assert_eq!(points.first(), Some(&json!([0, 500])));
    assert_eq!(points.last(), Some(&json!([6, 0])));
    assert_eq!(view["curve"]["marks"], json!(["❌", "⭕"]));
    // The move as it was played, and the better one.
    let shown = step(&session, 5, Some(&review));
    let values = shown["scene"]["values"].as_array().expect("a list");
    assert_eq!(values.len(), 2, "{values:?}");
    assert!(values.contains(&json!({"cell": 3, "is": "best", "sign": "★"})), "{values:?}");
    assert!(values.contains(&json!({"cell": 1, "is": "bad", "sign": "−"})), "{values:?}");
    let say = shown["say"].as_str().expect("a sentence");
    assert!(say.contains("b1 ??") && say.contains("5 / 6"), "{say}");
}

#[test]
fn each_move_on_the_analysis_board_has_the_value_of_plain_minimax() {
    let mut player = player();
    for moves in [&[][..], &["b2"], &["a1", "b2"], &["b2", "a1", "c1"], &["b2", "b1", "a1", "c3"]] {
        let session = analysis::posed(GameSpec::TicTacToe, moves).expect("the moves are legal");
        let view = analysed(&session, &mut player);
        let values = view["scene"]["values"].as_array().expect("a list");
        assert_eq!(values.len(), 9 - moves.len(), "{moves:?}");
        for value in values {
            let cell = value["cell"].as_u64().and_then(|cell| u16::try_from(cell).ok());
            let asked = AskedMove::At(cell.expect("a cell"));
            let next = analysis::played(&session, asked, in_english(&Locales::load()));
            let next = next.expect("it is legal");
            let mut game = TicTacToe::default();
            for code in next.moves() {
                game.play(*code).expect("it is legal");
            }
            let expected = match -plain_minimax(&game) {
                1 => "good",
                0 => "even",
                _ => "bad",
            };
            assert_eq!(value["is"], expected, "{moves:?}: {value}");
        }
        // The best move is the one that is explained, and the line begins with it.
        let best = view["best"].as_u64().expect("a cell");
        let text = format!("{}{}", ["a", "b", "c"][best as usize % 3], best / 3 + 1);
        assert!(view["line"][0].as_str().is_some_and(|first| first.ends_with(&text)), "{view}");
        assert!(view["notes"][0].as_str().is_some_and(|why| why.contains(&text)), "{view}");
    }
}

#[test]
fn the_draw_of_the_best_move_is_the_worth_of_a_position_only_if_no_other_one_may_win() {
    let session = analysis::posed::<&str>(GameSpec::TicTacToe, &[]).expect("a game begins");
    let asked = (session.spec(), session.position());
    let known = player().analyze(asked, &mut Patience(LOOKS_MAX));
    assert!(known.is_exact);
    let locales = Locales::load();
    let localizer = in_english(&locales);
    for (is_exact, worth) in [(true, "to move: a draw."), (false, "to move: chances of about 50%.")]
    {
        let analysis = SearchResult { is_exact, ..known.clone() };
        let view = AnalysisView::of(&session, Some(&analysis), localizer);
        let view = serde_json::to_value(view).expect("it is JSON");
        assert!(view["say"].as_str().is_some_and(|say| say.ends_with(worth)), "{view}");
        let (ply, tried, focus) = (Ply(0), TrialMoves::NONE, Focus::Suggested);
        let (session, analysis) = (&session, Some(&analysis));
        let trial = Trial { session, ply, tried, focus, analysis, localizer };
        let text = trial.page().expect("no move is made").text.replace('\n', " ");
        assert!(text.contains(worth), "{text}");
    }
}

#[test]
fn a_trial_with_as_many_moves_as_there_can_be_says_so() {
    let locales = Locales::load();
    let spec = GameSpec::from_name("15x15x5").expect("a name");
    let session = solo_game(spec, None, &[]);
    let (mut position, mut tried) = (spec.start(), TrialMoves::NONE);
    let told_of = |tried| {
        let (ply, focus, localizer) = (Ply(0), Focus::Suggested, in_english(&locales));
        let trial = Trial { session: &session, ply, tried, focus, analysis: None, localizer };
        let text = trial.page().expect("the moves are legal").text;
        text.contains("You have tried 16 moves, the most there can be.")
    };
    for number in 1..=TRIAL_MOVES_MAX {
        assert!(!told_of(tried), "{tried:?}");
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let code = Seed(u64::try_from(number).expect("it is small"))
            .pick(moves.into_iter())
            .expect("nobody has five in a row");
        position.play(code).expect("it is legal");
        tried = tried.with(code).expect("there is room");
    }
    assert!(told_of(tried), "{tried:?}");
}

#[test]
fn an_estimate_of_the_start_contradicts_no_known_outcome() {
    let locales = Locales::load();
    for (name, plies, say, chance) in [
        ("5x5x4", 0, "With best play it is a draw.", Some(50)),
        ("6x6x4", 0, "The first player can win.", Some(100)),
        ("6x6x4", 1, "to move: chances of about", None),
    ] {
        let spec = GameSpec::from_name(name).expect("a name");
        let moves = &["a1"][..plies];
        let session = analysis::posed(spec, moves).expect("a game begins");
        let asked = (session.spec(), session.position());
        let guessed = player().analyze(asked, &mut Patience(1));
        assert!(!guessed.is_exact, "{name}");
        let view = AnalysisView::of(&session, Some(&guessed), in_english(&locales));
        let view = serde_json::to_value(view).expect("it is JSON");
        assert!(view["say"].as_str().is_some_and(|told| told.contains(say)), "{view}");
        assert!(chance.is_none_or(|chance| view["chance"] == chance), "{view}");
    }
}

/// The value for the side to move, by the definition of minimax.
fn plain_minimax(game: &TicTacToe) -> i8 {
    match game.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(_)) => return -1,
        None => {}
    }
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let after = moves.into_iter().map(|code| {
        let mut next = *game;
        next.play(code).expect("it is legal");
        -plain_minimax(&next)
    });
    after.max().expect("the game is not over")
}

#[test]
fn in_every_game_each_move_has_a_value_and_a_reason_is_told() {
    let mut player = player();
    for spec in GameSpec::ALL {
        let session = analysis::posed::<&str>(spec, &[]).expect("a game begins");
        let view = analysed(&session, &mut player);
        let legal = view["legal"].as_str().expect("a text");
        let values = view["scene"]["values"].as_array().expect("a list");
        let valued: Vec<usize> = values
            .iter()
            .filter_map(|value| usize::try_from(value["cell"].as_u64()?).ok())
            .collect();
        let cells: Vec<usize> = legal.match_indices('1').map(|(cell, _)| cell).collect();
        // The worth of a drop stands in one of the cells that mean it.
        let is_falling = spec.family() == Family::ConnectFour;
        let has_all = valued.iter().all(|cell| cells.contains(cell));
        assert!(cells.is_empty() || cells == valued || is_falling && has_all, "{spec:?}");
        assert!(!valued.is_empty() && view["best"].is_u64(), "{spec:?}");
        let why = view["notes"][0].as_str();
        assert!(why.is_some_and(|why| why.starts_with('❓')), "{spec:?}: {why:?}");
        let say = view["say"].as_str().expect("a text");
        let is_known = ["The first player can win.", "With best play it is a draw."]
            .iter()
            .any(|known| say.ends_with(known));
        assert!(say.starts_with('🔎') || is_known, "{spec:?}: {say}");
    }
}

#[test]
fn a_position_after_the_end_has_a_result_and_no_values() {
    let session = analysis::posed(GameSpec::TicTacToe, &["b2", "a1", "c1", "b1", "a3"]);
    let session = session.expect("the moves are legal");
    let view = analysed(&session, &mut player());
    assert!(view["scene"]["values"].is_null() && view["best"].is_null());
    assert_eq!(view["is_over"], true);
    assert!(view["say"].as_str().is_some_and(|say| say.contains('❌')), "{view}");
    let locales = Locales::load();
    let more = analysis::played(&session, AskedMove::At(8), in_english(&locales));
    assert!(more.is_err());
    assert!(analysis::posed(GameSpec::TicTacToe, &["b2", "b2"]).is_none());
    assert!(analysis::posed(GameSpec::TicTacToe, &["z9"]).is_none());
}

/// A day in 2026, counted from 1970.
const TODAY: u32 = 20_785;

fn next_puzzle(puzzles: &Puzzles, code: &str, tally: Option<&PuzzleTally>) -> String {
    let locales = Locales::load();
    let page = puzzles.find(code, TODAY).expect("it is a puzzle");
    let question = page.question(Solver { tally, localizer: in_english(&locales) });
    let question = serde_json::to_value(question).expect("it is JSON");
    question["next"].as_str().expect("a word").to_owned()
}

#[test]
fn another_puzzle_is_one_that_a_person_has_not_solved_as_long_as_there_is_one() {
    let puzzles = Puzzles::read();
    let first = next_puzzle(&puzzles, "today", None);
    let second = next_puzzle(&puzzles, &first, None);
    assert_ne!(first, second);
    let solved = |code: &str, tally: &PuzzleTally| {
        puzzles.find(code, TODAY).expect("it is a puzzle").after_wrong(Some(0)).solved_in(tally)
    };
    let mut tally = solved(&first, &PuzzleTally::default());
    assert_eq!(next_puzzle(&puzzles, "today", Some(&tally)), second);

    let mut codes = vec![first];
    loop {
        let next = next_puzzle(&puzzles, codes.last().expect("there is one"), Some(&tally));
        if codes.contains(&next) {
            break;
        }
        tally = solved(&next, &tally);
        codes.push(next);
    }
    let all = Collection::read();
    assert_eq!(codes.len() + 1, all.puzzles().len(), "all but that of today come");
    assert_eq!(next_puzzle(&puzzles, &codes[0], Some(&tally)), codes[1], "then they come again");
}
