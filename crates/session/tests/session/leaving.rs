//! Leaving: a player leaves the group in which they play.

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{MoveCode, Outcome};
use zerosum_search::level::Level;
use zerosum_session::game::clock::{PlayTime, TimeControl};
use zerosum_session::game::leaving::Departure;
use zerosum_session::game::record;
use zerosum_session::game::reservation::Reservation;
use zerosum_session::people::results::{self, OpponentKind};
use zerosum_session::people::standings;
use zerosum_session::{Action, Actor, Awaiting, Revision, Seat, Session, SessionId, UserId};

use crate::support::session_laws;
use crate::support::sessions::{ANNA, BORIS};

const CLARA: UserId = UserId(1_003);

fn game(first: Seat, second: Seat) -> Session {
    Session::new(SessionId(7), GameSpec::TicTacToe, BySide { first, second })
}

#[test]
fn leaving_loses_and_between_people_it_does_not_count_before_both_have_moved() {
    let engine = Seat::Engine(Level::Casual);
    for (other, counted) in
        [(Seat::Human(BORIS), None), (engine, Some(OpponentKind::Engine(Level::Casual)))]
    {
        let session = game(Seat::Human(ANNA), other);
        assert_eq!(session.left_by(CLARA), None, "she has no seat");
        let left = session.left_by(ANNA).expect("she plays");
        session_laws::check(&left);
        assert_eq!(left.revision(), Revision(2));
        assert_eq!(left.outcome(), Some(Outcome::Win(Side::Second)));
        assert_eq!((left.is_left(), left.awaiting()), (true, Awaiting::Nothing));
        let noted: Vec<_> = results::of(&left).iter().map(|(_, result)| result.opponent).collect();
        assert_eq!(noted, counted.into_iter().collect::<Vec<_>>());
        assert_eq!(left.left_by(ANNA), None, "it is over");
        // A program that does not know departures reads a resignation.
        let told = record::decode(left.id(), left.revision(), &record::encode(&left));
        assert_eq!(told.map(|told| told.ended_by_leaving(Departure::Left)), Ok(left));
    }
}

#[test]
fn a_game_by_the_clock_that_a_player_leaves_after_both_have_moved_counts_unless_a_third_has_ended_it()
 {
    let start = game(Seat::Human(ANNA), Seat::Human(BORIS)).under(TimeControl::FiveAndThree);
    let moves = [(ANNA, 4), (BORIS, 0), (ANNA, 8)];
    let session = moves.into_iter().fold(
        start.timed(None, PlayTime(0)).with_clock_started(PlayTime(0)),
        |session, (user, code)| {
            let action = Action::Play(MoveCode(code));
            let next = session.apply(Actor::User(user), session.revision(), action);
            next.expect("they are to move")
                .timed(Some(&session), PlayTime(1))
                .with_clock_started(PlayTime(1))
        },
    );
    for user in [ANNA, BORIS] {
        let left = session.left_by(user).expect("they play");
        session_laws::check(&left);
        let rated = standings::of(&left).map(|game| game.outcome);
        assert_eq!((results::of(&left).len(), rated), (2, left.outcome()));
        let removed = session.departed(user, Some(CLARA)).expect("they play");
        assert_eq!((results::of(&removed), standings::of(&removed)), (vec![], None));
        let other = if user == ANNA { BORIS } else { ANNA };
        let removed = session.departed(user, Some(other)).expect("they play");
        let winner = removed.seat_of(user).map(Outcome::Win);
        assert_eq!(standings::of(&removed).map(|game| game.outcome), winner, "who is removed wins");
        let resigned = session.apply(Actor::User(user), session.revision(), Action::Resign);
        let resigned = resigned.expect("they play");
        let counted = (results::of(&resigned).len(), standings::of(&resigned).is_some());
        assert_eq!(counted, (2, true), "who resigns has lost");
    }
}

#[test]
fn a_seat_that_was_kept_is_kept_no_more() {
    let kept = Reservation { user: BORIS, since: 7 };
    let session = game(Seat::Human(ANNA), Seat::Open).with_reservation(kept);
    let left = session.left_by(ANNA).expect("she waits");
    assert_eq!(left.reservation(), None);
    session_laws::check(&left);
    assert!(
        !game(Seat::Human(ANNA), Seat::Open).ended_by_leaving(Departure::Left).is_left(),
        "no one has"
    );
}
