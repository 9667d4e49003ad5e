//! Stored records: any accepted record is what encoding produces, and its session keeps its invariants
//! through all later actions.
//!
//! The input is a record, a line feed, and three letters for every request: its user, its revision and its
//! action.

#![no_main]

use libfuzzer_sys::fuzz_target;
use session_laws::{Wish, check, check_step, refusal};
use zerosum_games::MoveCode;
use zerosum_search::level::Level;
use zerosum_session::game::agreement::{Greeting, Offer};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::game::record::{decode, encode};
use zerosum_session::{Action, Actor, Revision, Seat, Session, SessionId, UserId};

#[path = "../../crates/session/tests/session/support/session_laws.rs"]
mod session_laws;

fuzz_target!(|data: &str| {
    let (text, wishes) = data.split_once('\n').unwrap_or((data, ""));
    let Ok(mut session) = decode(SessionId(7), Revision(1_000), text) else { return };
    assert_eq!(encode(&session), text);
    check(&session);
    for letters in wishes.as_bytes().chunks_exact(3) {
        let wish = wish_of(&session, [letters[0], letters[1], letters[2]]);
        let Wish { actor, seen, action } = wish;
        match session.apply(actor, seen, action) {
            Ok(next) => {
                assert_eq!(refusal(&session, wish), None);
                check_step(&session, &next, wish);
                check(&next);
                session = next;
            }
            Err(refused) => assert_eq!(refusal(&session, wish), Some(refused)),
        }
    }
});

fn wish_of(session: &Session, [who, when, what]: [u8; 3]) -> Wish {
    let person = |seat| match seat {
        Seat::Human(user) => Actor::User(user),
        Seat::Engine(_) => Actor::Engine,
        Seat::Open | Seat::Gone => Actor::User(UserId(u64::MAX)),
    };
    let actor = match who {
        b'1' => person(session.seats().first),
        b'2' => person(session.seats().second),
        b'e' => Actor::Engine,
        other => Actor::User(UserId(other.into())),
    };
    let revision = session.revision().0;
    let seen = match when {
        b'=' => revision,
        b'<' => revision - 1,
        b'>' => revision + 1,
        other => other.into(),
    };
    let action = match what {
        b'x' => Action::Resign,
        b'j' => Action::Join,
        b'i' => Action::Hint,
        b'y' => Action::Explain,
        b'v' => Action::Xray { is_on: true },
        b'w' => Action::Xray { is_on: false },
        b'u' => Action::TakeBack,
        b'd' => Action::Offer(Offer::Draw),
        b't' => Action::Offer(Offer::TakeBack),
        b'D' => Action::Accept(Offer::Draw),
        b'T' => Action::Accept(Offer::TakeBack),
        b'g' => Action::Greet(Greeting::Hello),
        b'e' => Action::PlayEngine(Level::Casual),
        b'c' => Action::Time(TimeControl::FiveAndThree),
        b'0'..=b'9' => Action::Play(MoveCode((what - b'0').into())),
        other => Action::Play(MoveCode(u16::from(other) << 8)),
    };
    Wish { actor, seen: Revision(seen), action }
}
