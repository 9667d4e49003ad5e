//! A clock waits until the side to move is known to see the board; taking a move back restores the time of
//! both sides.

use std::time::Duration;

use proptest::prelude::{any, prop, proptest};
use proptest::sample::select;
use zerosum::play::announcements::Showing;
use zerosum::play::games::transitions::{ActionRequest, NewGameRequest, NotDone};
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_session::board::{Board, ChatId, Placement, Surface};
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::agreement::Offer;
use zerosum_session::game::clock::{self, PlayTime, TimeControl};
use zerosum_session::game::record::RecordError;
use zerosum_session::game::times;
use zerosum_session::inline_message::InlineMessageId;
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Refusal, Revision, Seat, Session, SessionId, UserId};
use zerosum_store::{Commit, Person};

use crate::play::clocks::{Door, door};
use crate::support::sessions::{ANNA, BORIS};

const CLOCKS: [TimeControl; 3] =
    [TimeControl::Day, TimeControl::ThreeMinutes, TimeControl::FiveAndThree];

/// The side that takes back its last move, if any.
const BACK: [Option<Side>; 3] = [None, Some(Side::First), Some(Side::Second)];

/// A game of Anna, who begins, against Boris, in which neither has seen the board.
fn begun(spec: GameSpec, time: TimeControl) -> Session {
    let opponent = Opponent::Person(BORIS);
    let setup = Setup { spec, side: Side::First, opponent, time };
    Session::set_up(SessionId(7), ANNA, setup).timed(None, PlayTime(0))
}

fn person(session: &Session, side: Side) -> Actor {
    match *session.seats().get(side) {
        Seat::Human(user) => Actor::User(user),
        seat => panic!("{seat:?}"),
    }
}

/// The session after an action, if it is accepted.
fn acted(session: &Session, side: Side, action: Action, now: PlayTime) -> Option<Session> {
    let next = session.apply(person(session, side), session.revision(), action).ok()?;
    Some(next.timed(Some(session), now))
}

fn moved(session: &Session, now: PlayTime) -> Session {
    let mut codes = Vec::new();
    session.position().legal_moves(&mut codes);
    let action = Action::Play(codes[0]);
    acted(session, session.position().turn(), action, now).expect("it is legal")
}

/// The session after this side has taken back its last move with the other's consent; `None` if it may not.
fn taken_back(session: &Session, side: Side, now: PlayTime) -> Option<Session> {
    let asked = acted(session, side, Action::Offer(Offer::TakeBack), now)?;
    acted(&asked, !side, Action::Accept(Offer::TakeBack), now)
}

fn kept(session: &Session) -> BySide<Duration> {
    let kept = |side| session.time_kept(side).expect("there is a clock");
    BySide { first: kept(Side::First), second: kept(Side::Second) }
}

/// The session after a round trip through its stored form.
fn stored(session: &Session) -> Session {
    let clock = clock::encode(session.clock().expect("it has one"));
    let times = session.times().map(|times| times::encode(times, session.revision()));
    let times = times.and_then(|text| times::decode(&text, session.revision()).expect("its own"));
    let clock = clock::decode(&clock).expect("its own");
    session.clone().with_times(None).with_clock(clock).with_times(times)
}

proptest! {
    #[test]
    fn no_time_passes_for_a_side_that_has_not_seen_the_board(
        spec in select(GameSpec::ALL.to_vec()),
        time in select(CLOCKS.to_vec()),
        pauses in prop::collection::vec((0_u64..10_000, 0_u64..20), 1..30),
    ) {
        let mut session = begun(spec, time);
        let mut now = PlayTime(0);
        for (unseen, seen) in pauses {
            let turn = session.position().turn();
            assert!(session.is_clock_waiting() && session.due().is_none());
            let before = kept(&session);
            now = now.after(Duration::from_secs(unseen));
            assert!(!session.is_out_of_time(now));
            assert_eq!(session.time_left(turn, now), Some(*before.get(turn)));
            let unmoved = moved(&session, now);
            let increment = Duration::from_secs(3 * u64::from(time == TimeControl::FiveAndThree));
            assert_eq!(unmoved.time_kept(turn), Some(*before.get(turn) + increment));
            session = session.with_clock_started(now);
            assert_eq!(session.due(), Some(now.after(*before.get(turn))));
            // Seeing the board a second time changes nothing.
            let again = session.clone().with_clock_started(now.after(Duration::from_secs(9)));
            assert_eq!(again, session);
            now = now.after(Duration::from_secs(seen));
            if session.is_out_of_time(now) {
                break;
            }
            session = stored(&moved(&session, now));
            if session.outcome().is_some() {
                break;
            }
        }
    }

    #[test]
    fn a_move_that_is_taken_back_gives_both_what_they_had_at_that_ply(
        spec in select(GameSpec::ALL.to_vec()),
        time in select(CLOCKS.to_vec()),
        steps in prop::collection::vec((0_u64..40, any::<bool>(), select(BACK.to_vec())), 1..40),
    ) {
        let mut session = begun(spec, time);
        let mut now = PlayTime(0);
        // The times of both sides at the beginning of each ply.
        let mut had = vec![kept(&session)];
        for (pause, is_seen, takes_back) in steps {
            if is_seen {
                session = session.with_clock_started(now);
            }
            now = now.after(Duration::from_secs(pause));
            if session.is_out_of_time(now) {
                break;
            }
            let back = takes_back.and_then(|side| taken_back(&session, side, now));
            let is_back = back.is_some();
            session = stored(&back.unwrap_or_else(|| moved(&session, now)));
            if session.outcome().is_some() {
                break;
            }
            had.truncate(session.moves().len() + usize::from(is_back));
            if is_back {
                assert_eq!(had.last(), Some(&kept(&session)));
            } else {
                had.push(kept(&session));
            }
            assert!(session.is_clock_waiting(), "another ply is to be made");
        }
    }
}

#[test]
fn only_what_encoding_makes_are_times_and_those_of_an_older_revision_tell_nothing() {
    let session = moved(
        &moved(&begun(GameSpec::TicTacToe, TimeControl::FiveAndThree), PlayTime(0)),
        PlayTime(0),
    );
    let times = *session.times().expect("two plies were made");
    let text = times::encode(&times, session.revision());
    assert_eq!(times::decode(&text, session.revision()), Ok(Some(times)));
    assert_eq!(times::decode(&text, Revision(session.revision().0 + 1)), Ok(None));
    for text in ["", "3 1", "3 1/", "3 01/1", "3 +1/1", "3  1/1", "3 1/1 1/1 1/1 1/1", "-1 1/1"] {
        assert_eq!(times::decode(text, Revision(3)), Err(RecordError::Malformed), "{text:?}");
    }
}

#[tokio::test]
async fn a_clock_starts_once_and_only_where_the_side_to_move_sees_the_board() {
    let door = door();
    let board = door.begun(TimeControl::ThreeMinutes).await;
    let due = board.session.due();
    assert!(due.is_some(), "it was shown");
    assert_eq!(door.shown(&board).await.session.due(), due, "twice is once");
    let (id, revision) = (board.session.id(), board.session.revision());
    let stored = door.stored().await;
    assert_eq!(stored.session.due(), due);
    let moved = door.press(&board, Action::Play(MoveCode(4))).await.expect("there was time");
    // An edit that shows an older revision starts nothing.
    let surface = moved.surface();
    door.play.start_clock(id, surface, revision).await.expect("it works");
    assert!(door.stored().await.session.is_clock_waiting());
    door.play.start_clock(id, surface, moved.session.revision()).await.expect("it works");
    assert!(!door.stored().await.session.is_clock_waiting());
}

/// An inline message, of which the bot does not know whether it is still there.
async fn shown_inline(door: &Door, board: &Board) {
    let message = InlineMessageId::parse("AgAAAExhdGVy").expect("it is an id");
    let inline = Placement::new(Surface::Inline(message), None);
    let added = door.store.add_placement(board.session.id(), inline).await;
    assert_eq!(added.expect("it works"), Commit::Done);
}

#[tokio::test]
async fn a_player_whose_time_is_over_may_only_resign_until_the_message_is_found() {
    let door = door();
    let board = door.begun(TimeControl::ThreeMinutes).await;
    shown_inline(&door, &board).await;
    let board =
        door.shown(&door.press(&board, Action::Play(MoveCode(4))).await.expect("hers")).await;
    door.pass(200).await;
    let (surface, id, seen) = (board.surface(), board.session.id(), board.session.revision());
    let showing = Showing::Elsewhere;
    let press =
        |user, action| door.play.press(ActionRequest { user, surface, id, seen, action, showing });
    for action in
        [Action::Play(MoveCode(0)), Action::Offer(Offer::Draw), Action::Offer(Offer::TakeBack)]
    {
        let late = press(BORIS, action).await;
        assert!(matches!(late, Err(NotDone::Refused(Refusal::Stale, _))), "{action:?}: {late:?}");
    }
    assert_eq!(door.stored().await.session.revision(), seen);
    let resigned = press(BORIS, Action::Resign).await.expect("that is always possible");
    assert_eq!(resigned.session.outcome(), Some(Outcome::Win(Side::First)));
}

#[tokio::test]
async fn the_clock_of_a_player_on_the_page_starts_when_the_opponent_sees_the_board() {
    for is_reachable in [true, false] {
        let (door, oksana) = (door(), UserId(1_002));
        let opponent = Opponent::Person(oksana);
        let setup = Setup {
            spec: GameSpec::TicTacToe,
            side: Side::First,
            opponent,
            time: TimeControl::Day,
        };
        let (id, owner, chat) = (SessionId(8), ANNA, ChatId::of_person(ANNA));
        let wish = NewGameRequest { id, owner, chat, topic: None, setup, reserved: None };
        let created = door.play.create(wish).await.expect("it works");
        let Ok(Some(board)) = created else { panic!("{created:?}") };
        let shown = board.session.revision();
        let anna = Person { is_reachable, ..Person::new(Language::English) };
        let stored = door.store.put_person(ANNA, None, &anna).await;
        assert_eq!(stored.expect("it works"), Commit::Done);
        let elsewhere = ChatId::of_person(oksana).into();
        door.play.start_clock(id, elsewhere, shown).await.expect("it works");
        let stored = door.store.load(id).await.expect("it works").expect("it is there");
        assert_eq!(stored.session.is_clock_waiting(), is_reachable);
    }
}
