//! Explanations of moves: short, in every language, and with the cells that they are about.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::why::{WHY_UNITS_MAX, Why, theme_phrase};
use zerosum_search::any::AnySearcher;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::reasons::{Explanation, Fault, Rivals, Theme, Worse, explain};
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, ScoredMove, SearchResult, Searcher, Statistics};
use zerosum_search::solutions::Solutions;
use zerosum_session::language::Language;

/// Search limits for a position.
const LIMITS: Limits = Limits { depth_max: 2, nodes_max: 300 };

/// Number of plies of each game that are played; every `STRIDE`th position is explained.
const PLIES: u64 = 24;
const STRIDE: u64 = 6;

fn explanation_of(spec: GameSpec, position: &AnyGame, solutions: &Solutions) -> Explanation {
    let searched = || AnySearcher::of(spec, 0).analyze(position, LIMITS, &mut Unwatched);
    let analysis = solutions.analysis(position).unwrap_or_else(searched);
    explain(position, &analysis).expect("it is in play")
}

/// Explanation of a position for the player of that side.
fn said((spec, text): (&str, &str), you: Option<Side>, language: Language) -> (String, Theme) {
    let spec = GameSpec::from_name(spec).expect("it is a game");
    let position = spec.read(text).expect("it is a position");
    let explanation = explanation_of(spec, &position, &Solutions::compute());
    let locales = Locales::load();
    let localizer = locales.localizer(language);
    let why = Why { position: &position, explanation: &explanation, you, localizer };
    (why.text(), explanation.theme)
}

fn check(position: &AnyGame, explanation: &Explanation, locales: &Locales) {
    let best = position.move_text(explanation.best.code);
    for language in Language::ALL {
        for you in [None, Some(Side::First), Some(Side::Second)] {
            let localizer = locales.localizer(language);
            let text = Why { position, explanation, you, localizer }.text();
            assert!(text.encode_utf16().count() <= WHY_UNITS_MAX, "{text}");
            // Where every move loses, no move is named.
            let is_lost = explanation.theme == Theme::Lost;
            assert!(is_lost || text.contains(&best), "{position}: {text}");
            // Nor can a sentence be about it.
            let is_about_it = language == Language::English && text.contains(". It ");
            assert!(!is_lost || !is_about_it, "{position}: {text}");
            assert!(text.ends_with('.') && !text.contains("  "), "{text}");
        }
    }
}

#[test]
fn every_explanation_is_short_and_names_the_move_in_every_language() {
    let (locales, solutions) = (Locales::load(), Solutions::compute());
    for spec in GameSpec::ALL {
        let mut position = spec.start();
        for ply in 0..PLIES {
            if position.outcome().is_some() {
                break;
            }
            if ply % STRIDE == 0 {
                let explanation = explanation_of(spec, &position, &solutions);
                check(&position, &explanation, &locales);
            }
            let seed = Seed(90 << 32 | ply);
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let code = seed.pick(moves.into_iter()).expect("it is in play");
            position.play(code).expect("it is legal");
        }
    }
}

#[test]
fn a_block_speaks_to_the_player_who_has_to_block() {
    let position = ("3x3", "XX./.O./... o");
    let (text, theme) = said(position, Some(Side::Second), Language::English);
    assert_eq!(theme, Theme::Block);
    let expected = "The move c1 is best. You must block there: otherwise ❌ completes a line. It threatens a \
                    line with the move a3, which must be answered. After the move c2 ❌ wins at once with the move c1.";
    assert_eq!(text, expected);
    let (text, _) = said(position, None, Language::Russian);
    assert!(text.starts_with("Лучший ход – c1. Иначе ❌ соберёт здесь линию."), "{text}");
}

#[test]
fn forks_and_threats_are_told_with_their_cells() {
    let (text, theme) = said(("3x3", "X../.O./..X o"), None, Language::English);
    let expected = "The move b1 is one of the best. It keeps ❌ from a fork with the move c1. It threatens a \
                    line with the move b3, which must be answered. After the move c1 ❌ makes a fork with a3: a2 \
                    and b3.";
    assert_eq!((theme, &text[..]), (Theme::StopFork, expected));
    let (text, theme) = said(("3x3", "XX./O../O.X o"), None, Language::English);
    let expected = "Every move loses in 1 move. ❌ threatens two lines, with the moves c1 and b2, \
                    and only one can be blocked.";
    assert_eq!((theme, &text[..]), (Theme::Lost, expected));
    let (text, theme) = said(("3x3", "XO./.../... x"), None, Language::English);
    let expected = "The move b2 is one of the best. It threatens a line with the move c3, which must be \
                    answered. With best play: win in 3 moves. With the move c3: a draw.";
    assert_eq!((theme, &text[..]), (Theme::ForcedWin, expected));
    let (text, _) = said(("3x3", "OO./XX./... x"), None, Language::Russian);
    assert_eq!(text, "Лучший ход – c2. Этот ход сразу выигрывает.");
}

/// An analysis that takes a given move for the best one and knows nothing of the others.
fn preferring(code: MoveCode, position: &AnyGame) -> SearchResult {
    let mut codes = Vec::new();
    position.legal_moves(&mut codes);
    let moves = codes.into_iter().map(|other| ScoredMove {
        code: other,
        score: Score::of_estimate(i32::from(other == code)),
        is_exact: false,
        distance: Distance::Exact,
        depth: 1,
        line: vec![other],
    });
    SearchResult {
        best: Some(code),
        score: Score::of_estimate(1),
        is_exact: false,
        distance: Distance::Exact,
        depth: 1,
        line: vec![code],
        moves: moves.collect(),
        statistics: Statistics::default(),
    }
}

#[test]
fn a_fork_in_one_column_is_told_as_two_threats_one_above_the_other() {
    let spec = GameSpec::from_name("connect-four").expect("it is a game");
    let position = spec.read("......./......./......./...OX../O..XXX./O..XOO. x");
    let position = &position.expect("it is a position");
    let fourth = position.read_move("4").expect("it is a move");
    let known = explain(position, &preferring(fourth, position)).expect("it is in play");
    let locales = &Locales::load();
    let text = |explanation: &Explanation| {
        let (you, localizer) = (None, locales.localizer(Language::English));
        Why { position, explanation, you, localizer }.text()
    };
    let expected = "The move 4 looks best. A fork: two threats in column 7, one above the other.";
    assert!(text(&known).starts_with(expected), "{}", text(&known));
    // The lowest cell of the last column and the one above it.
    let cells = [MoveCode(41), MoveCode(34)];
    let reply = position.read_move("3").expect("it is a move");
    let fault = Some(Fault::AllowsFork { reply, cells });
    let others = vec![Worse { scored: known.best.clone(), fault }];
    let allowing = Explanation { merits: Vec::new(), others, ..known };
    let expected = "The move 4 looks best. After the move 4 🟡 makes a fork with 3: two threats in column 7, \
                    one above the other.";
    assert_eq!(text(&allowing), expected);
}

#[test]
fn a_player_who_is_sent_somewhere_or_set_free_is_spoken_to() {
    let sent = "..O....../........./....O.X../X......X./........./......O../......O../..O..X.../\
                ..X...... x 1";
    let freed = "OXOOO..../X......OO/.....XX../X......../...OXXXOX/XOO...O../.XX...X.X/O.O....../\
                 ...OX...O x 4";
    for (you, who) in [(None, "⭕"), (Some(Side::First), "⭕"), (Some(Side::Second), "you")] {
        let (text, _) = said(("ultimate", sent), you, Language::English);
        let expected = format!("It sends {who} to board ⬅️, where nothing can be won at once.");
        assert!(text.contains(&expected), "{text}");
        let (text, _) = said(("ultimate", freed), you, Language::English);
        let expected =
            format!("a5 leads to board ⬅️, which is decided, so {who} may choose freely.");
        assert!(text.contains(&expected), "{text}");
    }
}

#[test]
fn wolves_and_sheep_are_told_of_ways_and_gaps() {
    let (text, theme) = said(("sheep", "8/w1w1w1w1/1s6/8/8/8/8/8 w"), None, Language::English);
    let expected = "The move e2d3 is one of the best. With best play: win in 18 moves. The move g2h3 loses: \
                    🐑 answers with the move b3c4. The move e2f3 leaves a gap: if the wolves stood still, the sheep would \
                    be past them in 3 steps.";
    assert_eq!((theme, &text[..]), (Theme::Gap, expected));
    let (text, theme) = said(("sheep", "8/w5w1/3w1w2/s7/8/8/8/8 s"), None, Language::Ukrainian);
    let expected = "Найкращий хід – a4b3. Якби вовки стояли на місці, вівця пройшла б повз них за 1 крок. За \
                    правильної гри: перемога за 2 ходи. Хід a4b5 програє: 🐺 відповідає ходом a2b3.";
    assert_eq!((theme, &text[..]), (Theme::OnlyWin, expected));
}

#[test]
fn the_draw_of_one_move_is_the_result_of_best_play_only_if_no_other_one_may_win() {
    let (spec, locales) = (GameSpec::TicTacToe, Locales::load());
    let position = &spec.start();
    let known = explanation_of(spec, position, &Solutions::compute());
    for is_proven in [true, false] {
        let (rivals, merits) = (Rivals::None, Vec::new());
        let explanation = &Explanation { is_proven, rivals, merits, ..known.clone() };
        let (you, localizer) = (None, locales.localizer(Language::English));
        let text = Why { position, explanation, you, localizer }.text();
        assert_eq!(text.contains("With best play: a draw."), is_proven, "{text}");
    }
}

#[test]
fn a_first_hint_names_no_move() {
    assert_eq!(theme_phrase(Theme::Win), Phrase::HintWin);
    // Where nothing is found, no threat is denied.
    assert_eq!(theme_phrase(Theme::Quiet), Phrase::HintBestSpot);
    let locales = Locales::load();
    for language in Language::ALL {
        let text = locales.say(language, theme_phrase(Theme::Sending));
        assert!(!text.chars().any(|letter| letter.is_ascii_digit()), "{text}");
    }
}
