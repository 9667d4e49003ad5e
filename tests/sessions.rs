//! The laws of a session, on random play, and of its stored record.

use std::collections::HashSet;

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use proptest::sample::{Index, select};

use zerosum::games::any::GameSpec;
use zerosum::games::side::{BySide, Side};
use zerosum::games::{Game, MoveCode, Outcome};
use zerosum::session::board::Board;
use zerosum::session::record::{self, RecordError};
use zerosum::session::{
    Action, Actor, Awaiting, Level, Refusal, Revision, Seat, Session, SessionId,
};

use support::session_laws::{Wish, check, check_step, refusal};
use support::sessions::{ANNA, BORIS, fresh, fresh_of, seatings};

mod support {
    pub mod session_laws;
    pub mod sessions;
}

const ACTORS: [Actor; 3] = [Actor::User(ANNA), Actor::User(BORIS), Actor::Engine];
const REMATCH: Action = Action::Rematch { switch_sides: false };
const SWITCH: Action = Action::Rematch { switch_sides: true };

/// A wish of somebody who may have seen an older session, or say so of a newer one.
#[derive(Clone, Copy, Debug)]
struct Late {
    actor: Actor,
    revisions_off: i8,
    action: Action,
}

fn play(code: u16) -> Action {
    Action::Play(MoveCode(code))
}

fn wishes() -> impl Strategy<Value = Vec<Late>> {
    let action = prop_oneof![
        12 => (0..10_u16).prop_map(play),
        1 => any::<u16>().prop_map(play),
        1 => select(vec![Action::Resign, REMATCH, SWITCH]),
        1 => select(vec![REMATCH, SWITCH]),
    ];
    let revisions_off = prop_oneof![8 => select(vec![0_i8]), 1 => -2..3_i8];
    let wish = (select(ACTORS.to_vec()), revisions_off, action)
        .prop_map(|(actor, revisions_off, action)| Late { actor, revisions_off, action });
    proptest::collection::vec(wish, 0..60)
}

proptest! {
    #[test]
    fn a_wish_gives_the_next_session_or_a_refusal_and_touches_nothing(
        seats in select(seatings().to_vec()),
        wishes in wishes(),
    ) {
        let mut session = fresh(seats);
        check(&session);
        for Late { actor, revisions_off, action } in wishes {
            let seen = Revision(session.revision().0.saturating_add_signed(revisions_off.into()));
            let wish = Wish { actor, seen, action };
            let copy = session.clone();
            let next = session.apply(actor, seen, action);
            assert_eq!(session, copy);
            assert_eq!(copy.apply(actor, seen, action), next, "the same again");
            assert_eq!(next.as_ref().err().copied(), refusal(&session, wish), "{wish:?}");
            if let Ok(next) = next {
                check_step(&session, &next, wish);
                check(&next);
                session = next;
            }
        }
    }

    #[test]
    fn the_laws_hold_for_sessions_of_every_game(
        spec in select(GameSpec::ALL.to_vec()),
        seats in select(seatings().to_vec()),
        steps in proptest::collection::vec((any::<Index>(), 0..24_u8, any::<u16>()), 0..60),
    ) {
        let mut session = fresh_of(spec, seats);
        for (at, kind, code) in steps {
            let mut moves = Vec::new();
            session.position().legal_moves(&mut moves);
            let action = match kind {
                0 => Action::Resign,
                1 => REMATCH,
                2 => play(code),
                _ if moves.is_empty() => SWITCH,
                _ => Action::Play(moves[at.index(moves.len())]),
            };
            let actor = match *session.seats().get(session.position().turn()) {
                Seat::Human(user) => Actor::User(user),
                Seat::Engine(_) => Actor::Engine,
            };
            let wish = Wish { actor, seen: session.revision(), action };
            let next = session.apply(actor, wish.seen, action);
            assert_eq!(next.as_ref().err().copied(), refusal(&session, wish), "{wish:?}");
            if let Ok(next) = next {
                check_step(&session, &next, wish);
                session = next;
            }
        }
        check(&session);
    }

    #[test]
    fn a_changed_record_is_refused_or_says_the_same_as_its_session(
        seats in select(seatings().to_vec()),
        wishes in wishes(),
        at in any::<proptest::sample::Index>(),
        letter in select("0123456789 .-+u:eperfctx\n\u{0}é".chars().collect::<Vec<_>>()),
    ) {
        let session = wishes.into_iter().fold(fresh(seats), |session, wish| {
            session.apply(wish.actor, session.revision(), wish.action).unwrap_or(session)
        });
        let text = record::encode(&session);
        let (left, right) = text.split_at(at.index(text.len()));
        let mut without = right.chars();
        without.next();
        let changed = [
            format!("{left}{letter}{right}"),
            format!("{left}{letter}{}", without.as_str()),
            format!("{left}{}", without.as_str()),
            left.to_owned(),
            right.to_owned(),
            format!("{text}{text}"),
            format!("{text} {text}"),
            format!("{text}\n"),
        ];
        for changed in changed {
            if let Ok(decoded) = record::decode(session.id(), session.revision(), &changed) {
                assert_eq!(record::encode(&decoded), changed);
                check(&decoded);
            }
        }
    }

    #[test]
    fn no_text_at_all_is_too_odd_to_be_decoded(text in any::<String>()) {
        assert!(record::decode(SessionId(1), Revision::START, &text).is_err());
    }
}

/// After the moves, each made by whoever is to move.
fn after(seats: BySide<Seat>, codes: &[u16]) -> Session {
    codes.iter().fold(fresh(seats), |session, code| {
        let actor = match *session.seats().get(session.position().turn()) {
            Seat::Human(user) => Actor::User(user),
            Seat::Engine(_) => Actor::Engine,
        };
        session.apply(actor, session.revision(), play(*code)).expect("the move is legal")
    })
}

#[test]
fn every_refusal_has_a_wish_that_causes_it() {
    let [against_bot, _, two_people, ..] = seatings();
    let in_play = after(two_people, &[4]);
    let won = after(two_people, &[0, 3, 1, 4, 2]);
    let (now, anna, boris) = (in_play.revision(), Actor::User(ANNA), Actor::User(BORIS));
    let cases = [
        (after(against_bot, &[4]), boris, Revision(2), play(0), Refusal::NotSeated),
        (after(two_people, &[4]), Actor::Engine, Revision(2), play(0), Refusal::NotSeated),
        (won.clone(), anna, won.revision(), play(8), Refusal::Over),
        (won.clone(), boris, Revision(1), play(8), Refusal::Over),
        (won.clone(), boris, won.revision(), Action::Resign, Refusal::Over),
        (won.clone(), boris, Revision(1), REMATCH, Refusal::Stale),
        (in_play.clone(), anna, now, REMATCH, Refusal::InPlay),
        (in_play.clone(), anna, now, SWITCH, Refusal::InPlay),
        (in_play.clone(), boris, Revision::START, play(0), Refusal::Stale),
        (in_play.clone(), boris, Revision::LAST, Action::Resign, Refusal::Stale),
        (in_play.clone(), anna, now, play(0), Refusal::NotYourTurn),
        (in_play.clone(), boris, now, play(4), Refusal::Illegal),
        (in_play.clone(), boris, now, play(9), Refusal::Illegal),
        (in_play, boris, now, play(u16::MAX), Refusal::Illegal),
    ];
    let mut caused = HashSet::new();
    for (session, actor, seen, action, refusal) in cases {
        assert_eq!(session.apply(actor, seen, action), Err(refusal), "{actor:?} {action:?}");
        caused.insert(number(refusal));
    }
    assert_eq!(caused.len(), REFUSALS);
}

/// How many refusals there are: the last number of [`number`] plus one.
const REFUSALS: usize = 6;

fn number(refusal: Refusal) -> usize {
    match refusal {
        Refusal::NotSeated => 0,
        Refusal::Over => 1,
        Refusal::InPlay => 2,
        Refusal::Stale => 3,
        Refusal::NotYourTurn => 4,
        Refusal::Illegal => 5,
    }
}

#[test]
fn people_may_resign_out_of_turn_and_begin_again_in_either_seat() {
    let [against_bot, ..] = seatings();
    let mut session = after(against_bot, &[4]);
    assert_eq!(session.awaiting(), Awaiting::Engine { level: Level::Best, side: Side::Second });
    session = session.apply(Actor::User(ANNA), session.revision(), Action::Resign).expect("hers");
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::Second)));
    let again = session.apply(Actor::User(ANNA), session.revision(), REMATCH).expect("it is over");
    assert_eq!(again.seat_of(ANNA), Some(Side::First));
    let switched = session.apply(Actor::User(ANNA), session.revision(), SWITCH);
    let switched = switched.expect("it is over");
    assert_eq!(switched.seat_of(ANNA), Some(Side::Second));
    assert_eq!(switched.awaiting(), Awaiting::Engine { level: Level::Best, side: Side::First });
    assert_eq!(switched.revision(), Revision(4));
}

#[test]
fn whoever_plays_both_sides_acts_for_the_one_to_move() {
    let [.., both, _] = seatings();
    let session = after(both, &[4]);
    let resigned = session.apply(Actor::User(ANNA), session.revision(), Action::Resign);
    assert_eq!(resigned.expect("it is hers").resigned(), Some(Side::Second));
    assert_eq!(session.seat_of(ANNA), Some(Side::First));
    assert_eq!(session.seat_of(BORIS), None);
}

/// Calls `visit` with every session that moves lead to from this one.
fn walk(session: &Session, actor_of: fn(Side) -> Actor, visit: &mut impl FnMut(&Session)) {
    visit(session);
    let mut codes = Vec::new();
    if session.outcome().is_none() {
        session.position().legal_moves(&mut codes);
    }
    for code in codes {
        let actor = actor_of(session.position().turn());
        let next = session.apply(actor, session.revision(), Action::Play(code));
        walk(&next.expect("a legal move in turn is accepted"), actor_of, visit);
    }
}

#[test]
fn every_session_of_a_game_against_the_engine_comes_back_from_its_record() {
    let [against_bot, ..] = seatings();
    let actor_of = |side| match side {
        Side::First => Actor::User(ANNA),
        Side::Second => Actor::Engine,
    };
    let (mut sessions, mut records) = (0, HashSet::new());
    walk(&fresh(against_bot), actor_of, &mut |session| {
        sessions += 1;
        let text = record::encode(session);
        let decoded = record::decode(session.id(), session.revision(), &text);
        assert_eq!(decoded.as_ref(), Ok(session), "{text}");
        if session.moves().len() < 6 {
            assert!(records.insert(text), "two sessions have one record");
        }
    });
    assert_eq!(sessions, LINES);
}

/// How many sequences of moves there are, the empty one and unfinished ones included.
const LINES: u32 = 549_946;

#[test]
fn records_that_no_session_makes_are_refused() {
    use RecordError::{Illegal, Malformed, TooLong, Version};
    let cases = [
        ("", Version),
        ("0 3x3 u1 e:perfect - -", Version),
        ("2 3x3 u1 e:perfect - -", Version),
        ("01 3x3 u1 e:perfect - -", Version),
        (" 1 3x3 u1 e:perfect - -", Version),
        ("1", Malformed),
        ("1 3x3 u1 e:perfect -", Malformed),
        ("1 3x3 u1 e:perfect - - -", Malformed),
        ("1  3x3 u1 e:perfect - -", Malformed),
        ("1 4x4 u1 e:perfect - -", Malformed),
        ("1 3x3 u e:perfect - -", Malformed),
        ("1 3x3 u+1 e:perfect - -", Malformed),
        ("1 3x3 u01 e:perfect - -", Malformed),
        ("1 3x3 u-1 e:perfect - -", Malformed),
        ("1 3x3 u18446744073709551616 e:perfect - -", Malformed),
        ("1 3x3 u1 e:weak - -", Malformed),
        ("1 3x3 u1 e:perfect 3 -", Malformed),
        ("1 3x3 u1 e:perfect 1 0.3.1.4.2", Malformed),
        ("1 3x3 u1 e:perfect - 4.", Malformed),
        ("1 3x3 u1 e:perfect - .4", Malformed),
        ("1 3x3 u1 e:perfect - 04", Malformed),
        ("1 3x3 u1 e:perfect - +4", Malformed),
        ("1 3x3 u1 e:perfect - 65536", Malformed),
        ("1 3x3 u1 e:perfect - 4.4", Illegal),
        ("1 3x3 u1 e:perfect - 9", Illegal),
        ("1 3x3 u1 e:perfect - 0.3.1.4.2.5", Illegal),
    ];
    for (text, error) in cases {
        assert_eq!(record::decode(SessionId(1), Revision::START, text), Err(error), "{text:?}");
    }
    let long = "1 3x3 u1 e:perfect - 4.".repeat(500_000);
    let decoded = record::decode(SessionId(1), Revision::START, &long);
    assert_eq!(decoded, Err(TooLong(long.len())));
}

#[test]
fn a_session_is_small() {
    // 100,000 chats with a board each fit into some tens of megabytes.
    assert!(size_of::<Session>() <= 128, "{}", size_of::<Session>());
    assert!(size_of::<Board>() <= 192, "{}", size_of::<Board>());
    let [.., longest] = seatings();
    let full = after(longest, &[0, 1, 2, 4, 3, 5, 7, 6, 8]);
    assert!(record::encode(&full).len() <= 64);
}
