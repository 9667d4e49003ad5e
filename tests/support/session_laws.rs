//! What holds for every session and every step of one, told once more in plain words.

use zerosum::games::side::BySide;
use zerosum::games::{Game, Outcome};
use zerosum::session::record::{self, RECORD_BYTES_MAX};
use zerosum::session::{Action, Actor, Awaiting, Level, Refusal, Revision, Seat, Session};

/// Somebody who saw a session at a revision asks for an action.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    pub actor: Actor,
    pub seen: Revision,
    pub action: Action,
}

/// Why a wish must be refused; `None` if it must be accepted.
pub fn refusal(session: &Session, wish: Wish) -> Option<Refusal> {
    let seat = |seat: &Seat| match (wish.actor, seat) {
        (Actor::User(user), Seat::Human(seated)) => user == *seated,
        (Actor::Engine, Seat::Engine(_)) => true,
        _ => false,
    };
    let BySide { first, second } = session.seats();
    let sides = BySide { first: seat(first), second: seat(second) };
    let is_over = session.outcome().is_some();
    let is_rematch = matches!(wish.action, Action::Rematch { .. });
    if !sides.first && !sides.second {
        Some(Refusal::NotSeated)
    } else if is_over && !is_rematch {
        Some(Refusal::Over)
    } else if wish.seen != session.revision() {
        Some(Refusal::Stale)
    } else if !is_over && is_rematch {
        Some(Refusal::InPlay)
    } else {
        let Action::Play(code) = wish.action else { return None };
        match (sides.get(session.position().turn()), session.position().is_legal(code)) {
            (false, _) => Some(Refusal::NotYourTurn),
            (true, false) => Some(Refusal::Illegal),
            (true, true) => None,
        }
    }
}

/// Checks what holds for every session, whatever led to it.
pub fn check(session: &Session) {
    let mut position = session.spec().start();
    for code in session.moves() {
        position.play(*code).expect("what is kept was legal");
    }
    assert_eq!(session.position(), &position);
    let outcome = match session.resigned() {
        Some(side) => Some(Outcome::Win(!side)),
        None => position.outcome(),
    };
    assert_eq!(session.outcome(), outcome);
    let side = position.turn();
    let awaiting = match (outcome, *session.seats().get(side)) {
        (Some(_), _) => Awaiting::Nothing,
        (None, Seat::Human(user)) => Awaiting::Human { user, side },
        (None, Seat::Engine(level)) => Awaiting::Engine { level, side },
    };
    assert_eq!(session.awaiting(), awaiting);
    check_record(session);
}

fn check_record(session: &Session) {
    let text = record::encode(session);
    assert!(text.len() <= RECORD_BYTES_MAX && text.is_ascii(), "{text}");
    let decoded = record::decode(session.id(), session.revision(), &text);
    assert_eq!(decoded.as_ref(), Ok(session), "{text}");
}

/// Checks what an accepted action has made of a session.
pub fn check_step(before: &Session, after: &Session, wish: Wish) {
    assert_eq!(after.revision().0, before.revision().0 + 1);
    assert_eq!((after.id(), after.spec()), (before.id(), before.spec()));
    let is_switched = wish.action == Action::Rematch { switch_sides: true };
    let seats = if is_switched { before.seats().swapped() } else { *before.seats() };
    assert_eq!(*after.seats(), seats);
    match wish.action {
        Action::Play(code) => {
            assert_eq!(after.moves(), [before.moves(), &[code]].concat());
            assert_eq!(after.resigned(), None);
        }
        Action::Resign => {
            assert_eq!(after.moves(), before.moves());
            let side = after.resigned().expect("somebody has resigned");
            let seat = *before.seats().get(side);
            let is_theirs = match wish.actor {
                Actor::User(user) => seat == Seat::Human(user),
                Actor::Engine => seat == Seat::Engine(Level::Best),
            };
            assert!(is_theirs, "nobody resigns for somebody else");
        }
        Action::Rematch { .. } => {
            assert_eq!((after.moves(), after.resigned(), after.outcome()), (&[][..], None, None));
        }
    }
}
