//! Pages of reviewed games: their texts are short enough in every language, and make no claim about a move
//! that was not searched.

use std::sync::Arc;

use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::seed::Seed;
use zerosum_games::sheep::SheepStart;
use zerosum_games::sheep::square::{Square, Step};
use zerosum_games::side::Side;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, Outcome};
use zerosum_picture::charts::curve::Curve;
use zerosum_picture::scene::{Mark, Note, Spot};
use zerosum_picture::subject::Subject;
use zerosum_render::CAPTION_UNITS_MAX;
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::review::ReviewPage;
use zerosum_render::tap::{Ply, Tap};
use zerosum_search::level::Level;
use zerosum_search::limits::Unwatched;
use zerosum_search::player::Player;
use zerosum_search::review::chance::Chance;
use zerosum_search::review::{Quality, Review, Reviewed, Scope};
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, ScoredMove};
use zerosum_search::solutions::Solutions;
use zerosum_search::{Verdict, minimax};
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Session, SessionId, UserId};

use crate::support::patience::Patience;

const ANNA: UserId = UserId(1001);

/// Upper bound on the checks of the time limit in the review of one game.
const LOOKS_MAX: u32 = 40;

/// Number of random games of which the review is compared with plain minimax.
const RANDOM_GAMES: u64 = 40;

/// Only every `STRIDE`th page of a game is read.
const STRIDE: usize = 7;

fn player() -> Player {
    Player::new(Arc::new(Solutions::compute()), 1 << 20)
}

fn told(record: &Record) -> Session {
    Session::resumed(SessionId(1), ANNA, record, Level::Best)
}

/// A random game to its end.
fn random_record(spec: GameSpec) -> Record {
    random_record_of(spec, 70)
}

/// The random game of this number.
fn random_record_of(spec: GameSpec, number: u64) -> Record {
    let mut record = Record::new(spec);
    for ply in 0.. {
        let mut moves = Vec::new();
        record.position().legal_moves(&mut moves);
        let Some(code) = Seed(number << 32 | ply).pick(moves.into_iter()) else { break };
        record.play(code).expect("it is legal");
    }
    record
}

#[test]
fn every_page_of_every_game_fits_below_its_picture() {
    let (locales, mut player) = (Locales::load(), player());
    let digits: String =
        (0..81_u8).map(|place| char::from(b'1' + (place % 9 * 7 + place / 9) % 9)).collect();
    let longest = format!("strategic-functional-{digits}-decided-neutral-ta-tb-sa-sb");
    let longest = GameSpec::from_name(&longest).expect("it is a game");
    for spec in GameSpec::ALL.into_iter().chain([longest]) {
        let session = told(&random_record(spec));
        let moves = session.moves();
        let review = player.review((spec, moves), Scope::ALL, &mut Patience(LOOKS_MAX));
        for (language, you) in
            Language::ALL.into_iter().zip([None, Some(Side::First), Some(Side::Second)])
        {
            let localizer = locales.localizer(language);
            let page =
                ReviewPage { session: &session, review: &review, is_whole: true, you, localizer };
            let pages = (0..=moves.len()).step_by(STRIDE);
            let pages = pages.map(|ply| page.page(Ply(u16::try_from(ply).expect("a short game"))));
            for view in pages.chain([page.opening()]) {
                let units = view.text.encode_utf16().count();
                assert!(units <= CAPTION_UNITS_MAX, "{units} in {}: {}", spec.name(), view.text);
            }
        }
    }
}

#[test]
fn a_review_that_has_seen_nothing_claims_nothing() {
    let locales = Locales::load();
    let session = told(&random_record(GameSpec::TicTacToe));
    let localizer = locales.localizer(Language::English);
    let page = ReviewPage {
        session: &session,
        review: &Review::default(),
        is_whole: true,
        you: Some(Side::First),
        localizer,
    };
    assert!(page.opening().text.contains("No mistake is in sight."), "{}", page.opening().text);
}

#[test]
fn of_two_sides_each_sentence_names_its_own() {
    let locales = Locales::load();
    let said = |session: &Session, review: &Review| {
        let localizer = locales.localizer(Language::English);
        let page = ReviewPage { session, review, is_whole: true, you: None, localizer };
        page.opening().text
    };
    // The second side is lost from the start.
    let text = "zerosum record 1 4x4x3 1. b2 a1 2. c2 d2 3. a2 1-0";
    let session = told(&Record::decode(text).expect("it is a record"));
    let review = player().review((session.spec(), session.moves()), Scope::ALL, &mut Unwatched);
    let text = said(&session, &review);
    for sentence in [
        "❌ made no mistake.",
        "No single move by ⭕ lost this game, as far as I can see.",
        "With best play ⭕ would have held out for 2 moves.",
    ] {
        assert!(text.contains(sentence), "{text}");
    }
    let begun = Record::decode("zerosum record 1 3x3 1. a1 b2 *").expect("it is a record");
    let session = told(&begun);
    let session = session.apply(Actor::User(ANNA), session.revision(), Action::Resign);
    let session = session.expect("it is her game");
    let review = player().review((session.spec(), session.moves()), Scope::ALL, &mut Unwatched);
    let text = said(&session, &review);
    assert!(text.contains("❌ resigned a game that was not lost, as far as I can see."), "{text}");
    // The game of this record may have ended in another way.
    let text = "zerosum record 1 3x3 1. a1 b2 0-1";
    let record = Record::decode(text).expect("it is a record");
    let text = said(&Session::from_record(SessionId(1), ANNA, &record, Level::Best), &review);
    assert!(!text.contains("resigned"), "{text}");
    let session = told(&Record::decode(LOST).expect("it is a record"));
    let seen = || scored(&session, "i7", Score::of_estimate(1));
    let text = said(&session, &review_of_one(&session, (3, Quality::Best), (seen(), seen())));
    assert!(text.contains("No mistake by ⚪\u{fe0f} is in sight."), "{text}");
}

#[test]
fn a_sure_win_that_was_not_taken_is_told_where_none_came_again() {
    let locales = Locales::load();
    // Black ignores four in a row twice, until white has closed both ends.
    let moves = "1. h8 a1 2. i8 b3 3. j8 c5 4. k8 d7 5. o15 g8 6. a15 l8 0-1";
    let text = format!("zerosum record 1 15x15x5 {moves}");
    let record = Record::decode(&text).expect("it is a record");
    let session = told(&record);
    let spec = session.spec();
    let review = player().review((spec, session.moves()), Scope::ALL, &mut Unwatched);
    let localizer = locales.localizer(Language::English);
    let page = ReviewPage {
        session: &session,
        review: &review,
        is_whole: true,
        you: Some(Side::First),
        localizer,
    };
    let text = page.opening().text;
    let sentence = text.lines().nth(1).expect("it has a sentence");
    let expected =
        "⚫\u{fe0f}’s move 6 (a15) missed a sure win. The move l8 was better (win in 1 move).";
    assert_eq!(sentence, expected, "{text}");
}

#[test]
fn the_curve_of_both_sides_is_that_of_the_first_and_falls_as_told() {
    let locales = Locales::load();
    let text = "zerosum record 1 3x3 1. b2 a1 2. c2 b1 3. a2 1-0";
    let session = told(&Record::decode(text).expect("it is a record"));
    let review = player().review((session.spec(), session.moves()), Scope::ALL, &mut Unwatched);
    let page = |you, review| {
        let (session, localizer) = (&session, locales.localizer(Language::English));
        let page = ReviewPage { session, review, is_whole: true, you, localizer };
        page.opening().picture.expect("it has a picture")
    };
    let Subject::Reviewed(_, curve) = &*page(None, &review) else { panic!("it has a curve") };
    let points = [(0, 500), (1, 500), (2, 500), (3, 500), (4, 1_000), (5, 1_000)];
    assert_eq!(curve.points, points);
    assert_eq!((curve.marks, curve.shown), ((Mark::Cross, Mark::Nought), 4));
    // Of a review that has seen nothing only the result is known.
    let nothing = page(None, &Review::default());
    assert!(matches!(*nothing, Subject::Board(_)), "{nothing:?}");
}

#[test]
fn what_was_missed_in_drawn_and_won_games_is_told() {
    let (locales, mut player) = (Locales::load(), player());
    let mut told_in = [0, 0];
    for seed in 0..RANDOM_GAMES {
        let session = told(&random_record_of(GameSpec::TicTacToe, seed));
        let review = player.review((session.spec(), session.moves()), Scope::ALL, &mut Unwatched);
        for side in Side::ALL {
            let Some((is_won, missed)) = missed_by(side, &session) else { continue };
            let (session, review, localizer) =
                (&session, &review, locales.localizer(Language::English));
            let you = Some(side);
            let page = ReviewPage { session, review, is_whole: true, you, localizer };
            let text = page.opening().text;
            let said = |fault: &str| {
                missed.iter().any(|code| text.contains(&format!("({code}) {fault}.")))
            };
            match (missed.is_empty(), is_won) {
                (true, _) => assert!(text.contains("You made no mistake."), "{text}"),
                (false, true) => {
                    assert!(said("was a mistake, but it went unpunished"), "{missed:?}: {text}")
                }
                (false, false) => {
                    let is_said =
                        said("missed a sure win") || said("was a mistake, but it went unpunished");
                    assert!(is_said, "{missed:?}: {text}");
                }
            }
            told_in[usize::from(is_won)] += usize::from(!missed.is_empty());
        }
    }
    assert!(told_in.iter().all(|count| *count > 0), "{told_in:?}");
}

/// Returns whether a side has won rather than drawn, and the moves with which it gave away a win or a draw, by plain
/// minimax; `None` if it has lost.
fn missed_by(side: Side, session: &Session) -> Option<(bool, Vec<String>)> {
    let is_won = match session.outcome()? {
        Outcome::Win(winner) if winner == side => true,
        Outcome::Win(_) => return None,
        Outcome::Draw => false,
    };
    let mut position = TicTacToe::default();
    let mut missed = Vec::new();
    for code in session.moves() {
        let result = |verdict| match verdict {
            Verdict::Win { .. } => 1,
            Verdict::Draw => 0,
            Verdict::Loss { .. } => -1,
        };
        let ranked = minimax::rank(&position).moves;
        let best = ranked.iter().map(|ranked| result(ranked.verdict)).max()?;
        let played = ranked.iter().find(|ranked| ranked.code == *code)?;
        if position.turn() == side && result(played.verdict) < best {
            missed.push(position.move_text(*code));
        }
        position.play(*code).ok()?;
    }
    Some((is_won, missed))
}

#[test]
fn an_unfinished_review_says_so_and_a_whole_one_does_not() {
    let locales = Locales::load();
    let session = told(&random_record(GameSpec::TicTacToe));
    let review = player().review((session.spec(), session.moves()), Scope::ALL, &mut Unwatched);
    for language in Language::ALL {
        let note = locales.say(language, Phrase::ReviewGoesOn);
        for is_whole in [false, true] {
            let (session, review, you) = (&session, &review, None);
            let localizer = locales.localizer(language);
            let page = ReviewPage { session, review, is_whole, you, localizer };
            assert_eq!(page.opening().text.contains(&note), !is_whole, "{language:?}");
        }
    }
}

#[test]
fn the_better_move_of_a_piece_is_an_arrow_from_where_it_stood() {
    let locales = Locales::load();
    let session = told(&random_record(GameSpec::Sheep(SheepStart::default())));
    let review = player().review((session.spec(), session.moves()), Scope::ALL, &mut Unwatched);
    let you = Some(Side::Second);
    let (ply, reviewed) = review.costliest(Side::Second, true).expect("a random game has one");
    let (session, review) = (&session, &review);
    let localizer = locales.localizer(Language::English);
    let page = ReviewPage { session, review, is_whole: true, you, localizer };
    let view = page.page(Ply(u16::try_from(ply + 1).expect("a short game")));
    let picture = view.picture.as_deref().and_then(Subject::board).expect("it has a picture");
    let step = |code| Step::of(code).expect("it is a move");
    let best = step(reviewed.best.code);
    let spot = |square: Square| Spot::new(square.column(), square.row());
    let first = picture.steps().first().expect("it has a line");
    assert_eq!((first.number, first.mark), (1, Mark::Wolf));
    assert_eq!((first.from, first.to), (Some(spot(best.from)), spot(best.to)));
    assert!(picture.steps().len() <= 3, "few arrows, because they cross: {:?}", picture.steps());
}

#[test]
fn the_moves_that_cost_most_are_marked_and_can_be_tried_again() {
    let locales = Locales::load();
    let text = "zerosum record 1 3x3 1. b2 a1 2. c2 b1 3. a2 1-0";
    let session = told(&Record::decode(text).expect("it is a record"));
    let review = player().review((session.spec(), session.moves()), Scope::ALL, &mut Unwatched);
    let localizer = locales.localizer(Language::English);
    let page = ReviewPage {
        session: &session,
        review: &review,
        is_whole: true,
        you: Some(Side::Second),
        localizer,
    };
    let view = page.opening();
    assert!(view.text.contains("2. ⭕ b1 ??"), "{}", view.text);
    let sentence = "Your second move (b1) was a losing one. The move a2 would have held the draw.";
    assert_eq!(view.text.lines().nth(1), Some(sentence), "{}", view.text);
    let again = view.keyboard.iter().flatten().find(|button| button.label == "↩️ Try again");
    let tap = again.map(|button| button.tap);
    assert_eq!(tap, Some(Tap::TryAgain { id: session.id(), ply: Ply(3) }));
    let Some(Subject::Reviewed(scene, curve)) = view.picture.as_deref() else {
        panic!("it has a picture with a curve")
    };
    let mut notes = scene.notes().to_vec();
    notes.sort_by_key(|(spot, _)| (spot.row, spot.column));
    // b1 was played, and a2 was better.
    let expected = [(Spot::new(1, 0), Note::Mistake), (Spot::new(0, 1), Note::Best)];
    assert_eq!(notes, expected);
    // The better line has numbers in the colours of both sides.
    let steps = scene.steps().iter().map(|step| (step.number, step.mark, step.from, step.to));
    let steps: Vec<_> = steps.take(3).collect();
    let expected = [
        (1, Mark::Nought, None, Spot::new(0, 1)),
        (2, Mark::Cross, None, Spot::new(0, 2)),
        (3, Mark::Nought, None, Spot::new(2, 0)),
    ];
    assert_eq!(steps, expected);
    // A draw until then, for the side of the reader.
    let points = vec![(0, 500), (1, 500), (2, 500), (3, 500), (4, 0), (5, 0)];
    let marks = (Mark::Nought, Mark::Cross);
    let expected = Curve { marks, points, mistakes: vec![3], plies: 5, shown: 4 };
    assert_eq!(*curve, expected);
    let quiet = page.page(Ply(1));
    let picture = quiet.picture.as_deref().and_then(Subject::board);
    assert!(picture.is_some_and(|scene| scene.steps().is_empty()), "no mistake, no line");
    let labels = quiet.keyboard.iter().flatten().map(|button| button.label.as_str());
    assert!(labels.clone().all(|label| label != "↩️ Try again"), "{quiet:?}");
    assert!(labels.clone().any(|label| label == "2. b1 ??"), "{quiet:?}");
}

/// A move with this score, which is proven if it decides the game.
fn scored(session: &Session, text: &str, score: Score) -> ScoredMove {
    let code = session.spec().start().read_move(text).expect("it is a move");
    let is_exact = score.is_decided();
    ScoredMove { code, score, is_exact, distance: Distance::Exact, depth: 4, line: vec![code] }
}

/// The review of a game in which this move of a side was looked at, and no other one.
fn review_of_one(
    session: &Session,
    (ply, quality): (usize, Quality),
    (best, played): (ScoredMove, ScoredMove),
) -> Review {
    let spec = session.spec();
    let (before, after) = (Chance::of(spec, &best), Chance::of(spec, &played));
    let side = if ply.is_multiple_of(2) { Side::First } else { Side::Second };
    let mut moves = vec![None; session.moves().len()];
    moves[ply] = Some(Reviewed { side, quality, played, best, before, after });
    Review::new(moves)
}

/// A game of gomoku that white has won.
const LOST: &str = "zerosum record 1 15x15x5 1. h8 h7 2. a1 i7 3. a3 j7 4. a5 k7 5. o1 l7 0-1";

#[test]
fn a_small_mistake_that_is_told_has_the_same_sign_in_its_sentence_on_its_page_and_its_button() {
    let locales = Locales::load();
    let session = told(&Record::decode(LOST).expect("it is a record"));
    let estimated = |text, value| scored(&session, text, Score::of_estimate(value));
    let moves = (estimated("g8", 55), estimated("a1", 1));
    let review = review_of_one(&session, (2, Quality::Good), moves);
    let localizer = locales.localizer(Language::English);
    let page = ReviewPage {
        session: &session,
        review: &review,
        is_whole: true,
        you: Some(Side::First),
        localizer,
    };
    let start = page.page(Ply(0));
    let sentence = "Your second move (a1) cut the winning chances from about 55% to 50%. \
                    The move g8 was better.";
    assert_eq!(start.text.lines().nth(1), Some(sentence), "{}", start.text);
    let mut labels = start.keyboard.iter().flatten().map(|button| button.label.as_str());
    assert!(labels.any(|label| label == "2. a1 ?"), "{start:?}");
    let view = page.page(Ply(3));
    assert!(view.text.contains(" a1 ?  ·  3 / 10\nA weak move: "), "{}", view.text);
    let Some(Subject::Reviewed(scene, _)) = view.picture.as_deref() else {
        panic!("it has a picture with a curve")
    };
    assert!(scene.notes().iter().any(|(_, note)| *note == Note::Mistake), "{scene:?}");
}

#[test]
fn a_move_that_loses_like_all_others_is_not_praised() {
    let locales = Locales::load();
    let session = told(&Record::decode(LOST).expect("it is a record"));
    let lost = |text, plies| scored(&session, text, Score::from(Verdict::Loss { plies }));
    let review = &review_of_one(&session, (2, Quality::Good), (lost("g8", 4), lost("a1", 2)));
    for (language, sentence) in [
        (Language::English, "The game was already lost: loss in 1 move."),
        (Language::Ukrainian, "Партію вже було програно: поразка через 1 хід."),
        (Language::Russian, "Партия уже была проиграна: поражение через 1 ход."),
    ] {
        let (session, you) = (&session, Some(Side::First));
        let localizer = locales.localizer(language);
        let page = ReviewPage { session, review, is_whole: true, you, localizer };
        let text = page.page(Ply(3)).text;
        assert_eq!(text.lines().last(), Some(sentence), "{text}");
    }
}

#[test]
fn a_sure_draw_is_told_as_one_and_not_as_a_chance_of_winning() {
    let locales = Locales::load();
    let session = told(&Record::decode(LOST).expect("it is a record"));
    let estimated = |text, value| scored(&session, text, Score::of_estimate(value));
    let drawn = |text| ScoredMove { is_exact: true, ..estimated(text, 0) };
    for (best, played, sentence) in [
        (
            drawn("g8"),
            estimated("a1", -60),
            "Your second move (a1) was weak: chances of about 40%. The move g8 was better (a draw).",
        ),
        (
            estimated("g8", 200),
            drawn("a1"),
            "Your second move (a1) was weak: a draw. The move g8 was better (chances of about 75%).",
        ),
    ] {
        let review = &review_of_one(&session, (2, Quality::Good), (best, played));
        let (session, localizer) = (&session, locales.localizer(Language::English));
        let you = Some(Side::First);
        let page = ReviewPage { session, review, is_whole: true, you, localizer };
        let text = page.page(Ply(0)).text;
        assert_eq!(text.lines().nth(1), Some(sentence), "{text}");
    }
}

#[test]
fn after_moves_of_others_a_move_is_named_by_its_number_in_the_game_and_not_as_ones_own() {
    let locales = Locales::load();
    let begun = Record::decode("zerosum record 1 15x15x5 1. h8 h7 2. a1 i7 *");
    let session = told(&begun.expect("it is a record"));
    let code = session.position().read_move("a3").expect("it is a move");
    let session = session.apply(Actor::User(ANNA), session.revision(), Action::Play(code));
    let session = &session.expect("it is her turn");
    let estimated = |text, value| scored(session, text, Score::of_estimate(value));
    let moves = (estimated("g8", 55), estimated("a3", 1));
    let review = &review_of_one(session, (4, Quality::Good), moves);
    let (you, localizer) = (Some(Side::First), locales.localizer(Language::English));
    let page = ReviewPage { session, review, is_whole: true, you, localizer };
    let text = page.page(Ply(0)).text;
    let sentence = "⚫\u{fe0f}’s move 3 (a3) cut the winning chances from about 55% to 50%. \
                    The move g8 was better.";
    assert_eq!(text.lines().nth(1), Some(sentence), "{text}");
}
