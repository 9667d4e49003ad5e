//! The X-ray of a board: its legend says of the numbers on the moves what is known of them.

use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::side::BySide;
use zerosum_render::Audience;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_search::Verdict;
use zerosum_search::level::Level;
use zerosum_search::score::Score;
use zerosum_search::searcher::{Distance, ScoredMove, SearchResult, Statistics};
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};

const ANNA: UserId = UserId(7);

/// An analysis by which every move wins at this distance, except for some at the end of the list of which nothing is
/// known.
fn analysis(session: &Session, distance: Distance, unknown: usize) -> SearchResult {
    let mut codes = Vec::new();
    session.position().legal_moves(&mut codes);
    let known = codes.len() - unknown;
    let scored = codes.into_iter().enumerate().map(|(number, code)| ScoredMove {
        code,
        score: match number < known {
            true => Score::from(Verdict::Win { plies: 5 }),
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

#[test]
fn a_number_of_moves_is_called_a_bound_unless_that_of_every_move_is_exact() {
    let (locales, language) = (Locales::load(), Language::English);
    let spec = GameSpec::from_name("5x5x4").expect("it is a game");
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Engine(Level::Casual) };
    let session = Session::new(SessionId(1), spec, seats);
    let on = Action::Xray { is_on: true };
    let session = session.apply(Actor::User(ANNA), session.revision(), on).expect("it is hers");
    let exact = "🔎 +3 win in 3, −2 loss in 2, = draw";
    let within = "🔎 +3 win within 3, −2 loss within 2, = draw";
    for (distance, unknown, legend) in [
        (Distance::Exact, 0, exact.to_owned()),
        (Distance::Within, 0, within.to_owned()),
        (Distance::Within, 3, format!("{within}, ★ best so far, ? open")),
    ] {
        let analysis = analysis(&session, distance, unknown);
        let (focus, audience) = (Focus::Suggested, Audience::Owner);
        let view =
            zerosum_render::of(&session, focus, Some(&analysis), audience, &locales, language);
        let text = view.text.replace('\n', " ");
        assert!(text.ends_with(&legend), "{legend}: {text}");
        let labels = view.keyboard.iter().flatten().map(|button| button.label.as_str());
        assert_eq!(labels.filter(|label| *label == "+3").count(), 25 - unknown);
    }
}
