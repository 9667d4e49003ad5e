//! Offers and greetings between two people: how long an offer stands, and how many are allowed.

use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;
use zerosum_session::game::agreement::{
    self, GREETINGS_PER_SIDE_MAX, Greeting, OFFERS_PER_SIDE_MAX, Offer,
};
use zerosum_session::game::record::{self, RecordError};
use zerosum_session::{Action, Actor, Refusal, Revision, Seat, Session, SessionId};

use crate::support::seatings::seatings;
use crate::support::sessions::{ANNA, BORIS, fresh};

const ANNAS: Actor = Actor::User(ANNA);
const BORISS: Actor = Actor::User(BORIS);

/// Anna plays crosses, Boris noughts.
fn seats() -> BySide<Seat> {
    BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) }
}

fn play(code: u16) -> Action {
    Action::Play(MoveCode(code))
}

fn try_to(session: &Session, actor: Actor, action: Action) -> Result<Session, Refusal> {
    session.apply(actor, session.revision(), action)
}

fn after(steps: &[(Actor, Action)]) -> Session {
    steps.iter().fold(fresh(seats()), |session, (actor, action)| {
        try_to(&session, *actor, *action).unwrap_or_else(|refusal| panic!("{action:?}: {refusal}"))
    })
}

/// Actions that are refused, each with its refusal.
pub(crate) fn refusals() -> Vec<(Session, Actor, Revision, Action, Refusal)> {
    let offered = after(&[(ANNAS, play(4)), (ANNAS, DRAW)]);
    let [against_bot, ..] = seatings();
    // After each move that was taken back, Anna makes it again.
    let step = [(ANNAS, BACK), (BORISS, Action::Accept(Offer::TakeBack)), (ANNAS, play(4))];
    let often =
        after(&[&[(ANNAS, play(4))], &step.repeat(OFFERS_PER_SIDE_MAX.into())[..]].concat());
    let hello = [BORISS, ANNAS].map(|actor| (actor, Action::Greet(Greeting::Hello)));
    let twice = after(&hello);
    let greeted = after(&hello.repeat(GREETINGS_PER_SIDE_MAX.into()));
    let cases = [
        (fresh(against_bot), ANNAS, DRAW, Refusal::NoAgreement),
        (offered.clone(), ANNAS, DRAW, Refusal::AlreadyOffered),
        (offered.clone(), ANNAS, Action::Accept(Offer::Draw), Refusal::OwnOffer),
        (offered, BORISS, Action::Accept(Offer::TakeBack), Refusal::NoOffer),
        (often, ANNAS, BACK, Refusal::TooManyOffers),
        (twice, ANNAS, Action::Greet(Greeting::Thanks), Refusal::TooManyGreetings),
        (greeted, BORISS, Action::Greet(Greeting::Thanks), Refusal::TooManyGreetings),
    ];
    let refused = |(session, actor, action, refusal): (Session, Actor, Action, Refusal)| {
        let seen = session.revision();
        (session, actor, seen, action, refusal)
    };
    cases.into_iter().map(refused).collect()
}

const DRAW: Action = Action::Offer(Offer::Draw);
const BACK: Action = Action::Offer(Offer::TakeBack);

#[test]
fn an_offer_of_a_draw_outlives_ones_own_move_and_is_declined_by_the_others() {
    let offered = after(&[(ANNAS, DRAW), (ANNAS, play(4))]);
    assert_eq!(offered.offer_of(Side::First), Some(Offer::Draw));
    assert_eq!(try_to(&offered, ANNAS, DRAW), Err(Refusal::AlreadyOffered), "it still stands");
    let agreed = try_to(&offered, BORISS, Action::Accept(Offer::Draw)).expect("it stands");
    assert_eq!((agreed.outcome(), agreed.resigned()), (Some(Outcome::Draw), None));
    assert!(agreed.is_drawn_by_agreement() && agreed.moves() == [MoveCode(4)]);
    let both = try_to(&offered, BORISS, DRAW).expect("both offer the same");
    assert!(both.is_drawn_by_agreement());

    let declined = try_to(&offered, BORISS, play(0)).expect("his move");
    assert_eq!(declined.offer_of(Side::First), None);
    let late = try_to(&declined, BORISS, Action::Accept(Offer::Draw));
    assert_eq!(late, Err(Refusal::NoOffer));
    assert!(try_to(&declined, ANNAS, DRAW).is_ok(), "she has moved since");
}

#[test]
fn a_newer_offer_takes_the_place_of_the_one_before() {
    let replaced = after(&[(ANNAS, play(4)), (ANNAS, DRAW), (ANNAS, BACK)]);
    assert_eq!(replaced.offer_of(Side::First), Some(Offer::TakeBack));
    let gone = try_to(&replaced, BORISS, Action::Accept(Offer::Draw));
    assert_eq!(gone, Err(Refusal::NoOffer));
    assert_eq!(try_to(&replaced, ANNAS, DRAW), Err(Refusal::AlreadyOffered));
    // An offer of each side can stand at the same time.
    let both = try_to(&replaced, BORISS, DRAW).expect("his own");
    assert_eq!(
        Side::ALL.map(|side| both.offer_of(side)),
        [Some(Offer::TakeBack), Some(Offer::Draw)]
    );
}

#[test]
fn the_last_move_of_the_asker_and_all_after_it_are_taken_back() {
    let asked = after(&[(ANNAS, play(4)), (BORISS, play(0)), (ANNAS, BACK)]);
    let back = try_to(&asked, BORISS, Action::Accept(Offer::TakeBack)).expect("he lets her");
    assert_eq!((back.moves(), back.position().turn()), (&[][..], Side::First));
    assert!(back.has_taken_back() && !asked.has_taken_back());
    assert!(back.position().is_legal(MoveCode(4)), "the cell is free again");
    assert_eq!(try_to(&back, ANNAS, BACK), Err(Refusal::NothingToTakeBack));

    let asked = after(&[(ANNAS, play(4)), (BORISS, play(0)), (BORISS, BACK)]);
    let back = try_to(&asked, ANNAS, Action::Accept(Offer::TakeBack)).expect("she lets him");
    assert_eq!((back.moves(), back.position().turn()), (&[MoveCode(4)][..], Side::Second));
    // After a move of either side, the last move is a different one.
    let moved = try_to(&asked, ANNAS, play(1)).expect("her move");
    assert_eq!(moved.offer_of(Side::Second), None);
    let asked = after(&[(ANNAS, play(4)), (BORISS, play(0)), (ANNAS, BACK), (ANNAS, play(1))]);
    assert_eq!(asked.offer_of(Side::First), None);
}

#[test]
fn a_player_asks_again_only_after_a_move_and_not_without_end() {
    let mut session = after(&[(ANNAS, play(4)), (BORISS, play(0))]);
    for _ in 0..OFFERS_PER_SIDE_MAX {
        session = try_to(&session, ANNAS, BACK).expect("there is one left");
        session = try_to(&session, BORISS, Action::Accept(Offer::TakeBack)).expect("he lets her");
        session = try_to(&session, ANNAS, play(4)).expect("the same again");
        session = try_to(&session, BORISS, play(0)).expect("the same again");
    }
    assert_eq!(try_to(&session, ANNAS, BACK), Err(Refusal::TooManyOffers));
    assert!(try_to(&session, ANNAS, DRAW).is_ok(), "of the other kind there are some left");
    assert!(try_to(&session, BORISS, BACK).is_ok(), "and he has his own");
    for count in 0..GREETINGS_PER_SIDE_MAX {
        session = try_to(&session, ANNAS, Action::Greet(Greeting::Thanks)).expect("one is left");
        let again = try_to(&session, ANNAS, Action::Greet(Greeting::Hello));
        assert_eq!(again, Err(Refusal::TooManyGreetings), "he can move meanwhile");
        if count + 1 < GREETINGS_PER_SIDE_MAX {
            session =
                try_to(&session, BORISS, Action::Greet(Greeting::Hello)).expect("one is left");
        }
    }
    let more = try_to(&session, ANNAS, Action::Greet(Greeting::Hello));
    assert_eq!(more, Err(Refusal::TooManyGreetings));
    assert!(try_to(&session, BORISS, Action::Greet(Greeting::Hello)).is_ok());
}

#[test]
fn a_greeting_goes_when_the_one_greeted_has_moved() {
    let greeted = after(&[(BORISS, Action::Greet(Greeting::Hello))]);
    assert_eq!(greeted.greeting(), Some((Side::Second, Greeting::Hello)));
    let moved = try_to(&greeted, ANNAS, play(4)).expect("her move");
    assert_eq!(moved.greeting(), None);
    let greeted = after(&[(ANNAS, Action::Greet(Greeting::Hello)), (ANNAS, play(4))]);
    assert_eq!(greeted.greeting(), Some((Side::First, Greeting::Hello)), "it is for Boris");
    let replaced = try_to(&greeted, BORISS, Action::Greet(Greeting::Thanks)).expect("he may");
    assert_eq!(replaced.greeting(), Some((Side::Second, Greeting::Thanks)));
}

#[test]
fn there_is_nothing_to_agree_on_but_between_two_people_who_play() {
    let engine = Seat::Engine(Level::Casual);
    let actions = [DRAW, Action::Accept(Offer::Draw), Action::Greet(Greeting::Hello)];
    for seats in seatings() {
        let session = fresh(seats);
        for actor in [ANNAS, BORISS, Actor::Engine] {
            for action in actions {
                let refused = try_to(&session, actor, action).err();
                if refused.is_none() {
                    let people = [seats.first, seats.second];
                    assert!(
                        people.contains(&Seat::Human(ANNA)) && people.contains(&Seat::Human(BORIS))
                    );
                } else if seats.first == engine || seats.second == Seat::Open {
                    let expected = [Some(Refusal::NoAgreement), Some(Refusal::NotSeated)];
                    assert!(expected.contains(&refused), "{seats:?} {actor:?} {action:?}");
                }
            }
        }
    }
    let over = after(&[(ANNAS, Action::Resign)]);
    assert_eq!(try_to(&over, BORISS, DRAW), Err(Refusal::Over));
}

#[test]
fn a_draw_by_agreement_is_in_the_record_and_comes_back_from_it() {
    let agreed = after(&[(ANNAS, play(4)), (ANNAS, DRAW), (BORISS, DRAW)]);
    let text = record::encode(&agreed);
    assert_eq!(text, format!("1 3x3 u{} u{} = 4", ANNA.0, BORIS.0));
    let decoded = record::decode(agreed.id(), agreed.revision(), &text).expect("a record");
    assert!(decoded.is_drawn_by_agreement() && decoded.is_settled());
    let full = "1 3x3 u1 u2 = 0.1.2.4.3.5.7.6.8";
    assert!(record::decode(SessionId(7), Revision(9), full).is_err(), "it was a draw already");

    let told = agreed.record();
    assert_eq!(told.encode(), "zerosum record 1 3x3\n1. b2\n1/2-1/2\n");
    let told = Record::decode(&told.encode()).expect("a record");
    let from_record = Session::from_record(SessionId(8), ANNA, &told, Level::Best);
    assert!(from_record.is_replay() && from_record.is_drawn_by_agreement());
}

#[test]
fn what_was_said_that_no_session_has_is_refused() {
    for text in [
        "",
        "- - 0 - - - 0 - 0",
        "- - 0 - - - 0 - 0 - -",
        "0.4 - 0 - - - 0 - 0 -",
        "- - 0 d - - 0 - 0 -",
        "1.4 - 0 t - - 0 - 0 -",
        "1.4 - 0 D - - 0 - 0 -",
        "01.4 - 0 d - - 0 - 0 -",
        "256.4 - 0 d - - 0 - 0 -",
        "1.65536 - 0 d - - 0 - 0 -",
        "1 - 0 - - - 0 - 0 -",
        "- - 0 - - - 0 - 0 3.h.1",
        "- - 0 - - - 0 - 0 1.x.1",
        "- - 0 - - - 0 - 0 1.hh.1",
        "- - 0 - - - 0 - 0 1.h",
        " - - 0 - - - 0 - 0 -",
        "- - 0 - - - 0 - 0 - ",
    ] {
        assert_eq!(agreement::decode(text), Err(RecordError::Malformed), "{text:?}");
    }
    let longest = "255.65535 255.65535 255 d 255.65535 255.65535 255 t 255 2.y.65535";
    for text in ["- - 0 - - - 0 - 0 -", "1.4 - 2 d - 1.6 0 - 0 1.h.6", longest] {
        let said = agreement::decode(text).map(|said| agreement::encode(&said));
        assert_eq!(said, Ok(text.to_owned()));
    }
}
