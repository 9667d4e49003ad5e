//! What holds for every session and every step of one, told once more in plain words.

use zerosum::session::help::{self, Hint};
use zerosum::session::record::{self, RECORD_BYTES_MAX};
use zerosum::session::{Action, Actor, Awaiting, Refusal, Revision, Seat, Session};
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, Outcome};

/// Somebody who saw a session at a revision asks for an action.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub actor: Actor,
    pub seen: Revision,
    pub action: Action,
}

/// Why a wish must be refused; `None` if it must be accepted.
pub(crate) fn refusal(session: &Session, wish: Wish) -> Option<Refusal> {
    let seat = |seat: &Seat| match (wish.actor, seat) {
        (Actor::User(user), Seat::Human(seated)) => user == *seated,
        (Actor::Engine, Seat::Engine(_)) => true,
        _ => false,
    };
    let BySide { first, second } = session.seats();
    let sides = BySide { first: seat(first), second: seat(second) };
    let is_seated = sides.first || sides.second;
    let is_user = matches!(wish.actor, Actor::User(_));
    let comes = matches!(wish.action, Action::Play(_) | Action::Join);
    let is_open = [first, second].contains(&&Seat::Open);
    let joins = !is_seated && is_user && comes && is_open;
    if !is_seated && !joins {
        return Some(Refusal::NotSeated);
    } else if session.outcome().is_some() {
        return Some(Refusal::Over);
    } else if wish.seen != session.revision() {
        return Some(Refusal::Stale);
    } else if joins {
        return None;
    }
    let turn = session.position().turn();
    match wish.action {
        Action::Resign => None,
        Action::PlayEngine(_) if is_open => None,
        Action::PlayEngine(_) | Action::Join => Some(Refusal::Taken),
        Action::Play(_) if !sides.get(turn) => Some(Refusal::NotYourTurn),
        Action::Play(code) if !session.position().is_legal(code) => Some(Refusal::Illegal),
        Action::Play(_) => None,
        Action::Hint | Action::Explain | Action::Xray { .. } | Action::TakeBack => {
            no_help(session, wish)
        }
    }
}

/// Why somebody who has a seat in a game that is in play must not be helped.
fn no_help(session: &Session, wish: Wish) -> Option<Refusal> {
    let BySide { first, second } = *session.seats();
    let side = match (first, second) {
        (Seat::Human(_), Seat::Engine(_)) => Side::First,
        (Seat::Engine(_), Seat::Human(_)) => Side::Second,
        _ => return Some(Refusal::NoHelp),
    };
    let own = session.moves().iter().skip(usize::from(side == Side::Second)).step_by(2).count();
    match wish.action {
        _ if wish.actor == Actor::Engine => Some(Refusal::NoHelp),
        Action::Hint | Action::Explain if session.position().turn() != side => {
            Some(Refusal::NotYourTurn)
        }
        Action::Hint if session.hint() >= Some(Hint::Move) => Some(Refusal::AllSaid),
        Action::TakeBack if own == 0 => Some(Refusal::NothingToTakeBack),
        _ => None,
    }
}

/// Checks what holds for every session, whatever led to it.
pub(crate) fn check(session: &Session) {
    let mut position = session.spec().start();
    for code in session.moves() {
        position.play(*code).expect("what is kept was legal");
    }
    assert_eq!(session.position(), &position);
    let gone = Side::ALL.into_iter().find(|side| *session.seats().get(*side) == Seat::Gone);
    let outcome = match (session.resigned(), position.outcome()) {
        (Some(side), _) => Some(Outcome::Win(!side)),
        (None, Some(outcome)) => Some(outcome),
        (None, None) => gone.map(|side| Outcome::Win(!side)),
    };
    assert_eq!(session.outcome(), outcome);
    let side = position.turn();
    let awaiting = match (outcome, *session.seats().get(side)) {
        (Some(_), _) => Awaiting::Nothing,
        (None, Seat::Human(user)) => Awaiting::Human { user, side },
        (None, Seat::Engine(level)) => Awaiting::Engine { level, side },
        (None, Seat::Open) => Awaiting::Anybody { side },
        (None, Seat::Gone) => panic!("nobody is waited for who has left"),
    };
    assert_eq!(session.awaiting(), awaiting);
    check_record(session);
}

fn check_record(session: &Session) {
    let text = record::encode(session);
    assert!(text.len() <= RECORD_BYTES_MAX && text.is_ascii(), "{text}");
    let decoded = record::decode(session.id(), session.revision(), &text).expect("a record");
    let helped = help::encode(&session.help());
    let had = help::decode(&helped).expect("the help of a session");
    let decoded = if session.is_helped() { decoded.with_help(had) } else { decoded };
    assert_eq!(&decoded, session, "{text} {helped}");
}

/// Checks what an accepted action has made of a session.
pub(crate) fn check_step(before: &Session, after: &Session, wish: Wish) {
    assert_eq!(after.revision().0, before.revision().0 + 1);
    assert_eq!((after.id(), after.spec()), (before.id(), before.spec()));
    assert_eq!(before.outcome(), None, "what is over stays as it is");
    let is_changed = |side: &Side| before.seats().get(*side) != after.seats().get(*side);
    let changed: Vec<Side> = Side::ALL.into_iter().filter(is_changed).collect();
    match wish.action {
        Action::Play(_) | Action::Join if !changed.is_empty() => {
            check_arrival(before, after, wish, &changed);
        }
        Action::Play(code) => {
            assert_eq!(after.moves(), [before.moves(), &[code]].concat());
            assert_eq!(after.resigned(), None);
        }
        Action::Join => panic!("nothing has changed"),
        Action::PlayEngine(level) => {
            assert_eq!((changed.len(), after.moves()), (1, before.moves()));
            assert_eq!(*before.seats().get(changed[0]), Seat::Open);
            assert_eq!(*after.seats().get(changed[0]), Seat::Engine(level));
        }
        Action::Resign => {
            assert_eq!((changed.len(), after.moves()), (0, before.moves()));
            let side = after.resigned().expect("somebody has resigned");
            let seat = *before.seats().get(side);
            let is_theirs = match wish.actor {
                Actor::User(user) => seat == Seat::Human(user),
                Actor::Engine => matches!(seat, Seat::Engine(_)),
            };
            assert!(is_theirs, "nobody resigns for somebody else");
        }
        Action::Hint | Action::Explain | Action::Xray { .. } | Action::TakeBack => {
            assert_eq!((changed.len(), after.resigned()), (0, None));
            check_help(before, after, wish.action);
        }
    }
}

/// Checks what help has made of a session.
fn check_help(before: &Session, after: &Session, action: Action) {
    let (had, has) = (before.help(), after.help());
    assert!(after.is_helped() && after.has_help());
    let is_new = action == Action::Explain && before.hint() != Some(Hint::Why);
    let hints = u16::from(is_new || action == Action::Hint);
    assert_eq!(has.hints(), had.hints() + hints);
    let taken_back = u16::from(action == Action::TakeBack);
    assert_eq!(has.taken_back(), had.taken_back() + taken_back);
    match action {
        Action::Hint => {
            let next = if before.hint() == Some(Hint::Look) { Hint::Move } else { Hint::Look };
            assert_eq!(after.hint(), Some(next));
        }
        Action::Explain => assert_eq!(after.hint(), Some(Hint::Why)),
        Action::Xray { is_on } => assert_eq!(has.is_seeing_through(), is_on),
        _ => {}
    }
    if action != Action::TakeBack {
        return assert_eq!(after.moves(), before.moves());
    }
    let (kept, taken) = before.moves().split_at(after.moves().len());
    assert_eq!(after.moves(), kept);
    assert!((1..=2).contains(&taken.len()), "one move of theirs, and its answer");
    assert!(matches!(after.awaiting(), Awaiting::Human { .. }), "it is theirs again");
    assert_eq!(after.hint(), None);
}

/// Checks what has become of the open seat, with a move where that was possible.
fn check_arrival(before: &Session, after: &Session, wish: Wish, changed: &[Side]) {
    let Actor::User(user) = wish.actor else { panic!("engines take no seats") };
    let &[side] = changed else { panic!("one seat was taken") };
    assert_eq!(*before.seats().get(side), Seat::Open);
    assert_eq!(*after.seats().get(side), Seat::Human(user));
    assert_eq!(before.seat_of(user), None);
    let is_turn = before.position().turn() == side;
    let code = match wish.action {
        Action::Play(code) if is_turn && before.position().is_legal(code) => Some(code),
        _ => None,
    };
    assert_eq!(after.moves(), [before.moves(), code.as_slice()].concat());
}
