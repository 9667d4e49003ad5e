//! Help above a board: a number of moves is told as a bound if it is one, and bounds are not compared.

use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::study::why;
use zerosum_render::{Audience, View};
use zerosum_search::Verdict;
use zerosum_search::level::Level;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, ScoredMove, SearchResult, Statistics};
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};

const ANNA: UserId = UserId(7);

/// A space at which no line is broken.
const NO_BREAK: &str = "\u{a0}";

/// A game of Anna on a board of buttons, in which she has asked for help.
fn helped(asked: &[Action]) -> Session {
    let spec = GameSpec::from_name("5x5x4").expect("it is a game");
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Engine(Level::Casual) };
    asked.iter().fold(Session::new(SessionId(1), spec, seats), |session, action| {
        let next = session.apply(Actor::User(ANNA), session.revision(), *action);
        next.expect("it is hers")
    })
}

/// An analysis by which every move leads to this result, except for some at the end of the list of which nothing is
/// known.
fn analysis(
    session: &Session,
    (verdict, distance): (Verdict, Distance),
    unknown: usize,
) -> SearchResult {
    let mut codes = Vec::new();
    session.position().legal_moves(&mut codes);
    let known = codes.len() - unknown;
    let scored = codes.into_iter().enumerate().map(|(number, code)| ScoredMove {
        code,
        score: match number < known {
            true => Score::from(verdict),
            false => Score::of_estimate(1),
        },
        is_exact: number < known,
        distance: if number < known { distance } else { Distance::Exact },
        depth: 5,
        line: vec![code],
    });
    let moves: Vec<ScoredMove> = scored.collect();
    let ScoredMove { code, score, line, .. } = moves[0].clone();
    let (best, statistics) = (Some(code), Statistics::default());
    SearchResult { best, score, is_exact: true, distance, depth: 5, line, moves, statistics }
}

fn seen(session: &Session, analysis: &SearchResult) -> View {
    seen_in(Language::English, session, analysis)
}

fn seen_in(language: Language, session: &Session, analysis: &SearchResult) -> View {
    let (locales, focus) = (Locales::load(), Focus::Suggested);
    let localizer = locales.localizer(language);
    zerosum_render::of(session, focus, Some(analysis), Audience::Owner, localizer)
}

/// The text of a board without its breaks of lines.
fn unbroken(view: &View) -> String {
    view.text.replace('\n', " ")
}

#[test]
fn a_number_of_moves_is_called_a_bound_unless_that_of_every_move_is_exact() {
    let session = helped(&[Action::Xray { is_on: true }]);
    let win = Verdict::Win { plies: 5 };
    for (distance, unknown, legend) in [
        (Distance::Exact, 0, "🔎 +3 win in 3, −2 loss in 2, = draw"),
        (Distance::Within, 0, "🔎 +3 win in ≤3, −2 loss in ≤2, = draw"),
        (Distance::Within, 3, "🔎 +3 win in ≤3, − loss, = draw, ★ leads, ? open"),
    ] {
        let view = seen(&session, &analysis(&session, (win, distance), unknown));
        let text = unbroken(&view).replace(NO_BREAK, " ");
        assert!(text.ends_with(legend), "{legend}: {text}");
        let labels = view.keyboard.iter().flatten().map(|button| button.label.as_str());
        assert_eq!(labels.filter(|label| *label == "+3").count(), 25 - unknown);
    }
}

#[test]
fn the_meaning_of_a_sign_stays_in_its_line() {
    let session = helped(&[Action::Xray { is_on: true }]);
    for language in Language::ALL {
        for (distance, unknown) in
            [(Distance::Exact, 0), (Distance::Within, 0), (Distance::Within, 3)]
        {
            let analysis = analysis(&session, (Verdict::Win { plies: 5 }, distance), unknown);
            let view = seen_in(language, &session, &analysis);
            let legend = view.text.find("🔎 ").map(|start| &view.text[start..]);
            let legend = legend.expect("it is explained");
            // Wherever there is a space or a line ends, a clause ends too.
            let words: Vec<&str> = legend.split([' ', '\n']).collect();
            let (_, before) = words[1..].split_last().expect("it has words");
            assert!(before.iter().all(|word| word.ends_with(',')), "{legend}");
        }
    }
}

#[test]
fn of_moves_that_win_within_the_same_bound_none_is_called_the_best_or_as_good() {
    let session = helped(&[Action::Hint, Action::Hint]);
    let (win, loss) = (Verdict::Win { plies: 5 }, Verdict::Loss { plies: 6 });
    for (verdict, distance, hint, reason) in [
        (win, Distance::Exact, "All moves are equally good: win in 3 moves. ", ""),
        (win, Distance::Within, " looks best: win within 3 moves.", " looks best. "),
        (loss, Distance::Exact, "Every move loses in 3 moves.", ""),
        (loss, Distance::Within, "Every move loses within 3 moves.", ""),
    ] {
        let analysis = analysis(&session, (verdict, distance), 0);
        let text = unbroken(&seen(&session, &analysis));
        assert!(text.contains(hint), "{hint}: {text}");
        let (locales, language) = (Locales::load(), Language::English);
        let page = why::page(&session, &analysis, None, locales.localizer(language));
        let text = page.expect("it is in play").view.text;
        assert!(text.contains(if reason.is_empty() { hint } else { reason }), "{text}");
        assert_eq!(text.contains("With best play: "), !reason.is_empty(), "{text}");
    }
}
