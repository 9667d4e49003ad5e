//! Engines in openings: the stones they put and the colours they take.

use zerosum::engine::Engine;
use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_games::side::Side;
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::{Action, Actor, Awaiting, Session, SessionId, UserId};

use crate::play::engine::reply;

#[tokio::test]
async fn in_an_opening_an_engine_puts_stones_at_once_and_takes_the_better_colour() {
    let engine = Engine::new();
    let user = Actor::User(UserId(1));
    for name in ["15x15x5-swap2", "20x20x5-renju-swap", "6x5x5-swap2"] {
        let spec = GameSpec::from_name(name).expect("there is such a game");
        for level in Level::ALL {
            let choice = Choice { spec, side: Side::Second, level };
            let mut session = Session::against_engine(SessionId(7), UserId(1), choice);
            for _ in 0..3 {
                let (code, is_instant) = reply(&engine, &session).await;
                assert!(is_instant, "{level:?} of {name}");
                let next = session.apply(Actor::Engine, session.revision(), Action::Play(code));
                session = next.expect("the stone has room");
            }
            assert!(matches!(session.awaiting(), Awaiting::Human { .. }), "{level:?} of {name}");
        }
    }
    // Three black stones in an open row, and white ones in corners: black is as good as won.
    let spec = GameSpec::from_name("15x15x5-swap2").expect("there is such a game");
    let cell = |text: &str| spec.start().read_move(text).expect("a cell");
    for level in Level::ALL {
        let choice = Choice { spec, side: Side::Second, level };
        let seats = *Session::against_engine(SessionId(7), UserId(1), choice).seats();
        let mut session = Session::new(SessionId(7), spec, seats);
        for text in ["g8", "a1", "h8"] {
            let stone = Action::Play(cell(text));
            session = session.apply(Actor::Engine, session.revision(), stone).expect("it is free");
        }
        let more = OpeningChoice::More.code();
        for code in [more, cell("o15"), cell("i8")] {
            session = session.apply(user, session.revision(), Action::Play(code)).expect("a step");
        }
        let (code, _) = reply(&engine, &session).await;
        assert_eq!(OpeningChoice::of_code(code), Some(OpeningChoice::Black), "{level:?}");
        let fallback = engine.fallback_move(&session).and_then(OpeningChoice::of_code);
        assert!(fallback.is_some(), "a choice, not a move");
    }
}
