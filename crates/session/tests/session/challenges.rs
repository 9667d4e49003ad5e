//! Challenges: an open seat that is kept for one person.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_search::level::Level;
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::game::reservation::{RESERVED_FOR, Reservation};
use zerosum_session::{Action, Actor, Refusal, Revision, Seat, Session, SessionId, UserId};

use crate::support::session_laws::{self, Wish};
use crate::support::sessions::{ANNA, BORIS};

const CLARA: UserId = UserId(1_003);

const SINCE: i64 = 1_700_000_000_000_000;

/// A game in which Anna plays second and waits for Boris.
fn challenge() -> Session {
    let (opponent, time) = (Opponent::Anybody, TimeControl::Unlimited);
    let setup = Setup { spec: GameSpec::TicTacToe, side: Side::Second, opponent, time };
    let kept = Reservation { user: BORIS, since: SINCE };
    Session::set_up(SessionId(7), ANNA, setup).with_reservation(kept)
}

/// Wishes that are refused, each with its refusal.
pub(crate) fn refusals() -> impl Iterator<Item = (Session, Actor, Revision, Action, Refusal)> {
    let (clara, anna) = (Actor::User(CLARA), Actor::User(ANNA));
    let (kept, open) = (challenge(), challenge().unreserved());
    let all = [
        (kept.clone(), clara, Action::Join, Refusal::Reserved),
        (kept.clone(), clara, Action::Play(MoveCode(4)), Refusal::Reserved),
        (kept.clone(), anna, Action::Decline, Refusal::Reserved),
        (kept.clone(), clara, Action::Decline, Refusal::NotSeated),
        (kept.clone(), Actor::User(BORIS), Action::OpenSeat, Refusal::NotSeated),
        (kept, clara, Action::OpenSeat, Refusal::NotSeated),
        (open.clone(), anna, Action::OpenSeat, Refusal::NotReserved),
        (open.clone(), anna, Action::Decline, Refusal::NotReserved),
        (open, Actor::User(BORIS), Action::Decline, Refusal::NotSeated),
    ];
    all.into_iter().map(|(session, actor, action, refusal)| {
        let seen = session.revision();
        (session, actor, seen, action, refusal)
    })
}

#[test]
fn a_seat_is_kept_until_it_is_taken_or_opened_or_the_game_is_over() {
    let kept = challenge();
    session_laws::check(&kept);
    let (anna, boris) = (Actor::User(ANNA), Actor::User(BORIS));
    let ends = [
        (boris, Action::Join, Seat::Human(BORIS)),
        (boris, Action::Play(MoveCode(4)), Seat::Human(BORIS)),
        (boris, Action::Decline, Seat::Open),
        (anna, Action::OpenSeat, Seat::Open),
        (anna, Action::PlayEngine(Level::Casual), Seat::Engine(Level::Casual)),
        (anna, Action::Resign, Seat::Open),
    ];
    for (actor, action, seat) in ends {
        let wish = Wish { actor, seen: kept.revision(), action };
        assert_eq!(session_laws::refusal(&kept, wish), None, "{action:?}");
        let next = kept.apply(actor, kept.revision(), action).expect("it may be");
        session_laws::check(&next);
        session_laws::check_step(&kept, &next, wish);
        assert_eq!((next.reservation(), next.seats().first), (None, seat), "{action:?}");
    }
    for (session, actor, seen, action, refusal) in refusals() {
        let wish = Wish { actor, seen, action };
        assert_eq!(session_laws::refusal(&session, wish), Some(refusal), "{actor:?} {action:?}");
    }
}

#[test]
fn a_seat_that_is_kept_stays_so_while_its_starter_moves() {
    let (opponent, time) = (Opponent::Anybody, TimeControl::Unlimited);
    let setup = Setup { spec: GameSpec::TicTacToe, side: Side::First, opponent, time };
    let kept = Reservation { user: BORIS, since: SINCE };
    let session = Session::set_up(SessionId(7), ANNA, setup).with_reservation(kept);
    let seen = session.revision();
    let moved = session.apply(Actor::User(ANNA), seen, Action::Play(MoveCode(4)));
    let moved = moved.expect("it is her turn");
    assert_eq!(moved.reservation(), Some(kept));
    let late = moved.apply(Actor::User(CLARA), moved.revision(), Action::Join);
    assert_eq!(late, Err(Refusal::Reserved));
}

#[test]
fn a_seat_is_kept_for_a_day() {
    let day = i64::try_from(RESERVED_FOR.as_micros()).expect("a day");
    assert_eq!(day, 24 * 60 * 60 * 1_000_000);
    let kept = challenge();
    assert!(kept.is_kept_from(CLARA, SINCE) && kept.is_kept_from(CLARA, SINCE + day - 1));
    assert!(!kept.is_kept_from(CLARA, SINCE + day) && !kept.is_kept_from(BORIS, SINCE));
}

#[test]
fn no_seat_is_kept_where_none_is_open() {
    let taken = challenge().apply(Actor::User(BORIS), Revision::START, Action::Join);
    let taken = taken.expect("it is his");
    let kept = Reservation { user: CLARA, since: SINCE };
    assert_eq!(taken.clone().with_reservation(kept), taken);
}
