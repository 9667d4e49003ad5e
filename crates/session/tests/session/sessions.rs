//! Laws of a session, on random play, and of its stored record.

use std::collections::HashSet;

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use proptest::sample::{Index, select};
use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::level::Level;
use zerosum_session::board::Board;
use zerosum_session::choice::{Choice, Next, Opponent, Setup};
use zerosum_session::game::agreement::{Greeting, Offer};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::game::help;
use zerosum_session::game::record::{self, RecordError};
use zerosum_session::{
    Action, Actor, Awaiting, Refusal, Revision, Seat, Session, SessionId, UserId,
};

use crate::support::seatings::seatings;
use crate::support::session_laws::{Wish, check, check_step, refusal};
use crate::support::sessions::{ANNA, BORIS, fresh, fresh_of};
use crate::{agreements, challenges, openings, support, votes};

const CLARA: UserId = UserId(1_003);

const ACTORS: [Actor; 4] =
    [Actor::User(ANNA), Actor::User(BORIS), Actor::User(CLARA), Actor::Engine];

/// A wish of a player who may have seen an older session, or who claims a newer one.
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
        2 => select(vec![Action::Resign, Action::Join, Action::PlayEngine(Level::Casual)]),
        1 => select(vec![Action::OpenSeat, Action::Decline, Action::PlayBoth]),
        2 => select(TimeControl::ALL.to_vec()).prop_map(Action::Time),
        3 => select(vec![
            Action::Hint,
            Action::Explain,
            Action::Xray { is_on: true },
            Action::Xray { is_on: false },
            Action::TakeBack,
        ]),
        4 => select(support::sessions::agreements()),
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
                assert_eq!(next.plies_elsewhere(), 0, "all was played here");
                session = next;
            }
        }
    }

    #[test]
    fn the_laws_hold_for_sessions_of_every_game(
        spec in select(GameSpec::ALL.to_vec()),
        seats in select(seatings().to_vec()),
        steps in proptest::collection::vec((any::<Index>(), 0..30_u8, any::<u16>()), 0..60),
    ) {
        let mut session = fresh_of(spec, seats);
        for (at, kind, code) in steps {
            let mut moves = Vec::new();
            session.position().legal_moves(&mut moves);
            let action = match kind {
                0 => Action::Resign,
                1 | 2 => play(code),
                3 => Action::TakeBack,
                4 => Action::Hint,
                5 => Action::Greet(Greeting::ALL[at.index(Greeting::ALL.len())]),
                6 | 7 => Action::Offer(Offer::ALL[at.index(Offer::ALL.len())]),
                12 => Action::Time(TimeControl::ALL[at.index(TimeControl::ALL.len())]),
                8..12 => Action::Accept(Offer::ALL[at.index(Offer::ALL.len())]),
                _ if moves.is_empty() => Action::Resign,
                _ => Action::Play(moves[at.index(moves.len())]),
            };
            // The recipient of an offer is not always the side to move.
            let other = matches!(action, Action::Accept(_)) && code % 2 == 0;
            let actor = if other { Actor::User(BORIS) } else { mover(&session) };
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
        letter in select("0123456789 .-+=u:eperfctx\n\u{0}é".chars().collect::<Vec<_>>()),
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

/// Actor of the side to move, also while its seat is open.
fn mover(session: &Session) -> Actor {
    match *session.seats().get(session.position().turn()) {
        Seat::Human(user) => Actor::User(user),
        Seat::Engine(_) => Actor::Engine,
        Seat::Open | Seat::Gone => Actor::User(CLARA),
    }
}

/// The session after these moves, each made by the side to move.
fn after(seats: BySide<Seat>, codes: &[u16]) -> Session {
    codes.iter().fold(fresh(seats), |session, code| {
        session.apply(mover(&session), session.revision(), play(*code)).expect("the move is legal")
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
        (in_play.clone(), boris, Revision::START, play(0), Refusal::Stale),
        (in_play.clone(), boris, Revision::LAST, Action::Resign, Refusal::Stale),
        (in_play.clone(), anna, now, play(0), Refusal::NotYourTurn),
        (in_play.clone(), boris, now, play(4), Refusal::Illegal),
        (in_play.clone(), boris, now, play(9), Refusal::Illegal),
        (in_play.clone(), boris, now, play(u16::MAX), Refusal::Illegal),
        (in_play.clone(), boris, now, Action::Join, Refusal::Taken),
        (in_play.clone(), anna, now, Action::PlayEngine(Level::Best), Refusal::Taken),
        (in_play.clone(), Actor::User(CLARA), now, Action::Join, Refusal::NotSeated),
        (in_play.clone(), anna, now, Action::Time(TimeControl::Day), Refusal::Begun),
    ];
    let hinted = [Action::Hint; 2].into_iter().fold(fresh(against_bot), |session, action| {
        session.apply(anna, session.revision(), action).expect("there is help")
    });
    let helped = [
        (in_play.clone(), anna, now, Action::TakeBack, Refusal::NoHelp),
        (hinted.clone(), anna, hinted.revision(), Action::Hint, Refusal::AllSaid),
        (hinted.clone(), anna, hinted.revision(), Action::TakeBack, Refusal::NothingToTakeBack),
    ];
    let cases = cases.into_iter().chain(helped).chain(agreements::refusals());
    let cases = cases.chain(challenges::refusals()).chain(votes::refusals());
    let cases = cases.chain(openings::refusals());
    let mut caused = HashSet::new();
    for (session, actor, seen, action, refusal) in cases {
        assert_eq!(session.apply(actor, seen, action), Err(refusal), "{actor:?} {action:?}");
        caused.insert(number(refusal));
    }
    let ends = [
        (&won, Actor::Engine, won.revision(), Err(Refusal::NotSeated)),
        (&won, boris, Revision(1), Err(Refusal::Stale)),
        (&in_play, anna, now, Err(Refusal::InPlay)),
        (&won, anna, won.revision(), Ok(())),
    ];
    for (session, actor, seen, expected) in ends {
        assert_eq!(session.check_end(actor, seen), expected, "{actor:?}");
        caused.extend(expected.err().map(number));
    }
    assert_eq!(caused.len(), REFUSALS);
}

/// Number of refusals that a session gives.
const REFUSALS: usize = 23;

fn number(refusal: Refusal) -> usize {
    match refusal {
        Refusal::NotSeated => 0,
        Refusal::Over => 1,
        Refusal::InPlay => 2,
        Refusal::Stale => 3,
        Refusal::NotYourTurn => 4,
        Refusal::Illegal => 5,
        Refusal::Taken => 6,
        Refusal::NoHelp => 7,
        Refusal::AllSaid => 8,
        Refusal::NothingToTakeBack => 9,
        Refusal::NoAgreement => 10,
        Refusal::AlreadyOffered => 11,
        Refusal::OwnOffer => 12,
        Refusal::NoOffer => 13,
        Refusal::TooManyOffers => 14,
        Refusal::TooManyGreetings => 15,
        Refusal::NoVote => 16,
        Refusal::VotedSo => 17,
        Refusal::Reserved => 18,
        Refusal::NotReserved => 19,
        Refusal::Begun => 20,
        Refusal::ColourFirst => 21,
        Refusal::InOpening => 22,
        // The store knows all blocks.
        Refusal::Blocked => 23,
    }
}

#[test]
fn people_may_resign_out_of_turn_and_choose_what_comes_next() {
    let [against_bot, ..] = seatings();
    let session = after(against_bot, &[4]);
    assert_eq!(session.awaiting(), Awaiting::Engine { level: Level::Best, side: Side::Second });
    let session =
        session.apply(Actor::User(ANNA), session.revision(), Action::Resign).expect("hers");
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::Second)));
    let choice = session.choice_of(ANNA).expect("she plays against the bot");
    let after = |next| choice.after(next);
    assert_eq!(after(Next::Same), Some(choice));
    assert_eq!(after(Next::OtherSide), Some(Choice { side: Side::Second, ..choice }));
    assert_eq!(after(Next::Harder), None);
    assert_eq!(after(Next::Easier), Some(Choice { level: Level::Strong, ..choice }));
    assert_eq!(session.choice_of(BORIS), None);
}

#[test]
fn a_player_of_both_sides_acts_for_the_one_to_move() {
    let [.., both, _, _, _, _] = seatings();
    let session = after(both, &[4]);
    let resigned = session.apply(Actor::User(ANNA), session.revision(), Action::Resign);
    assert_eq!(resigned.expect("it is hers").resigned(), Some(Side::Second));
    assert_eq!(session.seat_of(ANNA), Some(Side::First));
    assert_eq!(session.seat_of(BORIS), None);
    assert!(!session.is_in_play_between_people(), "she is one person");
}

#[test]
fn the_first_other_person_who_taps_takes_the_open_seat_and_moves_if_they_may() {
    let open = waiting(Side::Second);
    assert_eq!(open.awaiting(), Awaiting::Anybody { side: Side::First });
    let (anna, boris) = (Actor::User(ANNA), Actor::User(BORIS));
    let seen = open.revision();
    assert_eq!(open.apply(anna, seen, play(4)), Err(Refusal::NotYourTurn), "the seat is not hers");
    let joined = open.apply(boris, seen, play(4)).expect("he comes first");
    assert_eq!(joined.seats(), &BySide { first: Seat::Human(BORIS), second: Seat::Human(ANNA) });
    assert_eq!((joined.moves(), joined.revision()), (&[MoveCode(4)][..], Revision(2)));
    let late = joined.apply(Actor::User(CLARA), Revision(2), play(0));
    assert_eq!(late, Err(Refusal::NotSeated), "both seats are taken");
    assert_eq!((joined.opponent_of(ANNA), joined.opponent_of(BORIS)), (Some(BORIS), Some(ANNA)));

    // Out of turn, or where no move is possible, a tap only says that the user wants to play.
    let begun = waiting(Side::First);
    let early = begun.apply(boris, begun.revision(), play(4)).expect("he comes first");
    assert_eq!((early.seat_of(BORIS), early.moves()), (Some(Side::Second), &[][..]));
    let begun = begun.apply(anna, begun.revision(), play(4)).expect("it is her turn");
    let taken = begun.apply(boris, begun.revision(), play(4)).expect("he comes first");
    assert_eq!((taken.seat_of(BORIS), taken.moves()), (Some(Side::Second), &[MoveCode(4)][..]));
    assert_eq!(taken.awaiting(), Awaiting::Human { user: BORIS, side: Side::Second });
}

/// A game in which Anna plays this side and waits for an opponent.
fn waiting(side: Side) -> Session {
    let setup = Setup {
        spec: GameSpec::TicTacToe,
        side,
        opponent: Opponent::Anybody,
        time: TimeControl::Unlimited,
    };
    Session::set_up(SessionId(7), ANNA, setup)
}

#[test]
fn an_engine_takes_the_open_seat_for_the_player_who_waits_and_for_no_other() {
    let open = waiting(Side::Second);
    let instead = Action::PlayEngine(Level::Casual);
    let seen = open.revision();
    assert_eq!(open.apply(Actor::User(BORIS), seen, instead), Err(Refusal::NotSeated));
    assert_eq!(open.apply(Actor::User(BORIS), seen, Action::Resign), Err(Refusal::NotSeated));
    let played = open.apply(Actor::User(ANNA), seen, instead).expect("she waits");
    let choice = Choice { spec: GameSpec::TicTacToe, side: Side::Second, level: Level::Casual };
    assert_eq!(played.choice_of(ANNA), Some(choice));
    assert_eq!(played.awaiting(), Awaiting::Engine { level: Level::Casual, side: Side::First });
}

#[test]
fn a_game_that_a_player_has_left_for_good_is_won_by_the_other_one() {
    let decode = |text: &str| record::decode(SessionId(7), Revision(3), text).expect("it is one");
    let left = decode("1 3x3 u1001 gone - 4.0");
    assert_eq!(left.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(left.awaiting(), Awaiting::Nothing);
    assert_eq!(left.apply(Actor::User(ANNA), Revision(3), play(1)), Err(Refusal::Over));
    let drawn = decode("1 3x3 u1001 gone - 0.1.2.4.3.5.7.6.8");
    assert_eq!(drawn.outcome(), Some(Outcome::Draw), "what is over stays as it ended");
    let resigned = decode("1 3x3 u1001 gone 1 4.0");
    assert_eq!(resigned.outcome(), Some(Outcome::Win(Side::Second)));
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

/// Number of sequences of moves, including the empty one and unfinished ones.
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
    // 100,000 chats with one board each fit into some tens of megabytes.
    assert!(size_of::<Session>() <= 128, "{}", size_of::<Session>());
    assert!(size_of::<Board>() <= 200, "{}", size_of::<Board>());
    let [.., longest, _, _, _] = seatings();
    let full = after(longest, &[0, 1, 2, 4, 3, 5, 7, 6, 8]);
    assert!(record::encode(&full).len() <= 64);
}

#[test]
fn the_moves_of_a_record_are_not_taken_back_and_stay_apart_with_any_help() {
    let mut record = Record::new(GameSpec::TicTacToe);
    for code in [4, 0] {
        record.play(MoveCode(code)).expect("a legal move");
    }
    let (anna, session) =
        (Actor::User(ANNA), Session::resumed(SessionId(7), ANNA, &record, Level::Best));
    let apply = |session: &Session, actor, action| session.apply(actor, session.revision(), action);
    assert_eq!(apply(&session, anna, Action::TakeBack), Err(Refusal::NothingToTakeBack));
    let mut session = session;
    let steps = [
        (anna, Action::Hint),
        (anna, play(1)),
        (Actor::Engine, play(7)),
        (anna, Action::Xray { is_on: true }),
        (anna, Action::TakeBack),
        (anna, play(2)),
        (anna, Action::TakeBack),
        (anna, play(8)),
    ];
    for (actor, action) in steps {
        session = apply(&session, actor, action).expect("it is their turn");
        assert_eq!(session.plies_elsewhere(), 2, "{action:?}");
    }
    assert_eq!(session.moves(), [4, 0, 8].map(MoveCode));
    assert_eq!((session.help().hints(), session.help().taken_back()), (1, 2));
    assert!(session.help().is_seeing_through());
}

#[test]
fn help_that_no_session_has_is_refused() {
    let cases = [
        "",
        "0 0 0 0 -",
        "0 0 0 0 - - -",
        "00 0 0 0 - -",
        "+1 0 0 0 - -",
        "65536 0 0 0 - -",
        "0 0 0 0 x -",
        "0 0 0 0 - 1",
        "0 0 0 0 - 1.0",
        "0 0 0 0 - 1.4",
        "0 0 0 0 - 01.1",
        "0 0 0 0 - .1",
        " 0 0 0 0 - -",
        "0 0 0 0 - - ",
    ];
    for text in cases {
        assert_eq!(help::decode(text), Err(RecordError::Malformed), "{text:?}");
    }
    for text in ["0 0 0 0 - -", "2 1 2 5 + 14.2", "65535 65535 65535 65535 ~ 65535.1"] {
        assert_eq!(help::decode(text).map(|help| help::encode(&help)), Ok(text.to_owned()));
    }
}
