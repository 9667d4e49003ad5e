//! The next game of the same two people: what each wants, and when it begins.

use zerosum_games::side::{BySide, Side};
use zerosum_search::level::Level;
use zerosum_session::choice::Next;
use zerosum_session::game::agreement::{self, OFFERS_PER_SIDE_MAX};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::game::record::RecordError;
use zerosum_session::game::rematch::Another;
use zerosum_session::{Refusal, Revision, Seat, UserId};

use crate::support::rematching::{NOON, offered, over, resigned, want};
use crate::support::session_laws;
use crate::support::sessions::{ANNA, BORIS, fresh};

const CLARA: UserId = UserId(1_003);

const MINUTE: i64 = 60 * 1_000_000;

/// Reference model: the standing offer with its player and time, and the number of offers of each player.
#[derive(Default)]
struct Book {
    standing: Option<(UserId, Next, i64)>,
    offered: [u8; 2],
}

impl Book {
    fn want(&mut self, user: UserId, next: Next, now: i64, lasts: i64) -> Result<bool, Refusal> {
        match self.standing.filter(|(_, _, since)| now - since < lasts) {
            Some((other, wanted, _)) if wanted == next && other == user => {
                return Err(Refusal::AlreadyOffered);
            }
            Some((_, wanted, _)) if wanted == next => return Ok(true),
            Some(_) | None => {}
        }
        let count = &mut self.offered[usize::from(user == BORIS)];
        if *count == OFFERS_PER_SIDE_MAX {
            return Err(Refusal::TooManyOffers);
        }
        *count += 1;
        self.standing = Some((user, next, now));
        Ok(false)
    }
}

#[test]
fn a_game_begins_when_both_want_the_same_while_it_stands() {
    for (control, lasts) in [
        (TimeControl::Unlimited, 24 * 60 * MINUTE),
        (TimeControl::Day, 24 * 60 * MINUTE),
        (TimeControl::ThreeMinutes, 10 * MINUTE),
        (TimeControl::FiveAndThree, 10 * MINUTE),
    ] {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..200 {
            let (mut session, mut book, mut now) = (over(control), Book::default(), NOON);
            for _ in 0..30 {
                now += random.i64(0..=lasts * 3 / 4);
                let user = if random.bool() { ANNA } else { BORIS };
                let next = if random.bool() { Next::Same } else { Next::OtherSide };
                let expected = book.want(user, next, now, lasts);
                let wanted = want(&session, user, next, now);
                match wanted.clone() {
                    Ok(Another::Begins) => assert_eq!(expected, Ok(true)),
                    Ok(Another::Offered(changed)) => {
                        assert_eq!(expected, Ok(false));
                        assert_eq!(changed.revision(), Revision(session.revision().0 + 1));
                        assert_eq!(changed.rematch(), Some((side_of(user), next)));
                        assert_eq!(changed.outcome(), session.outcome());
                        session_laws::check(&changed);
                        session = *changed;
                    }
                    Err(refusal) => assert_eq!(expected, Err(refusal)),
                }
            }
        }
    }
}

fn side_of(user: UserId) -> Side {
    if user == ANNA { Side::First } else { Side::Second }
}

#[test]
fn of_two_who_want_the_same_at_once_neither_needs_to_have_seen_the_other() {
    let over = over(TimeControl::Day);
    let seen = over.revision();
    let offered = offered(&over, ANNA, Next::Same, NOON);
    assert_eq!(offered.another(BORIS, seen, Next::Same, NOON + 1), Ok(Another::Begins));
    // A player with a different wish has to know the offer that they turn down.
    assert_eq!(offered.another(BORIS, seen, Next::OtherSide, NOON), Err(Refusal::Stale));
    assert!(matches!(want(&offered, BORIS, Next::OtherSide, NOON), Ok(Another::Offered(_))));
}

#[test]
fn no_question_is_asked_where_no_agreement_is_needed() {
    let against_engine = BySide { first: Seat::Human(ANNA), second: Seat::Engine(Level::Best) };
    let against_engine = resigned(fresh(against_engine), ANNA);
    let both = BySide { first: Seat::Human(ANNA), second: Seat::Human(ANNA) };
    let both = resigned(fresh(both), ANNA);
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) };
    let left = fresh(seats).left_by(BORIS).expect("he plays");
    for session in [against_engine, both, left] {
        assert_eq!(want(&session, ANNA, Next::OtherSide, NOON), Ok(Another::Begins));
        assert_eq!(want(&session, CLARA, Next::Same, NOON), Err(Refusal::NotSeated));
        let stale = session.another(ANNA, Revision(1), Next::Same, NOON);
        assert_eq!(stale, Err(Refusal::Stale));
    }
    let between_people = over(TimeControl::Day);
    assert_eq!(want(&between_people, CLARA, Next::Same, NOON), Err(Refusal::NotSeated));
    assert_eq!(want(&fresh(seats), ANNA, Next::Same, NOON), Err(Refusal::InPlay));
}

#[test]
fn an_offer_that_no_session_has_is_refused() {
    let said = "- - 0 - - - 0 - 0 -";
    for field in [
        "",
        "-",
        "1.s.0.0.1",
        "2.s.1.0.1",
        "3.s.1.1.1",
        "1.x.1.0.1",
        "1.s.1.0",
        "1.s.1.0.1.1",
        "1.s.01.0.1",
        "1.s.256.0.1",
        "1.s.1.0.+1",
    ] {
        let text = format!("{said} {field}");
        assert_eq!(agreement::decode(&text), Err(RecordError::Malformed), "{text:?}");
    }
    let longest = "255.65535 255.65535 255 d 255.65535 255.65535 255 t 255 2.y.65535 \
                   2.s.255.255.-9223372036854775808";
    for text in [longest, &format!("{said} 1.o.1.0.{NOON}")] {
        let read = agreement::decode(text).map(|said| agreement::encode(&said));
        assert_eq!(read, Ok(text.to_owned()));
    }
}
