//! Clocks as values: only the side to move spends time, and exactly as much as has passed. Also `Play`, which
//! rejects moves made after the time is up.

use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::{any, prop, proptest};
use proptest::sample::select;
use zerosum::engine::Engine;
use zerosum::play::Play;
use zerosum::play::announcements::Showing;
use zerosum::play::games::clocks::Overdue;
use zerosum::play::games::transitions::{ActionRequest, NewGameRequest, NotDone};
use zerosum::play::live_games::{LiveCounts, LiveGames};
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_metrics::Metrics;
use zerosum_render::Audience;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::clock::left;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::BotNames;
use zerosum_render::tap::{self, UnknownTap};
use zerosum_search::level::Level;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::{Next, Opponent, Setup};
use zerosum_session::game::agreement::Offer;
use zerosum_session::game::clock::{
    ABANDONED_AFTER, ClockEnd, FIRST_MOVE_MIN, PlayTime, TimeControl,
};
use zerosum_session::game::clock::{decode, encode};
use zerosum_session::game::record::{self, RecordError};
use zerosum_session::language::Language;
use zerosum_session::people::invitation::InvitationCode;
use zerosum_session::people::marks::MarkPair;
use zerosum_session::people::results;
use zerosum_session::{Action, Actor, Refusal, Seat, Session, SessionId, UserId};
use zerosum_store::games::clocks::TimedBoard;
use zerosum_store::host::operations::Switch;
use zerosum_store::{Commit, Store};

use crate::support::sessions::{ANNA, BORIS};

const CLARA: UserId = UserId(1_003);

const SECOND: i64 = 1_000_000;
const CHAT: ChatId = ChatId(-7);
const MOVE: Action = Action::Play(MoveCode(4));
const START: PlayTime = PlayTime(90 * SECOND);

const CLOCKS: [TimeControl; 3] =
    [TimeControl::Day, TimeControl::ThreeMinutes, TimeControl::FiveAndThree];

fn setup(time: TimeControl, opponent: Opponent) -> Setup {
    Setup { spec: GameSpec::TicTacToe, side: Side::First, opponent, time }
}

/// A game of Anna, who begins, against Boris.
fn begun(time: TimeControl) -> Session {
    let session = Session::set_up(SessionId(7), ANNA, setup(time, Opponent::Person(BORIS)));
    session.timed(None, START).with_clock_started(START)
}

fn after(seconds: i64) -> PlayTime {
    PlayTime(START.0 + seconds * SECOND)
}

fn acted(session: &Session, actor: Actor, action: Action, now: PlayTime) -> Session {
    let next = session.apply(actor, session.revision(), action).expect("it is accepted");
    next.timed(Some(session), now).with_clock_started(now)
}

fn moved(session: &Session, now: PlayTime) -> Session {
    let mut codes = Vec::new();
    session.position().legal_moves(&mut codes);
    let Seat::Human(user) = *session.seats().get(session.position().turn()) else {
        panic!("a person is to move")
    };
    acted(session, Actor::User(user), Action::Play(codes[0]), now)
}

fn seconds(session: &Session, side: Side, now: PlayTime) -> u64 {
    session.time_left(side, now).expect("there is a clock").as_secs()
}

#[test]
fn a_move_stops_ones_clock_adds_the_increment_and_starts_the_others() {
    let start = begun(TimeControl::FiveAndThree);
    assert_eq!((start.timed_side(), start.due()), (Some(Side::First), Some(after(300))));
    let next = moved(&start, after(10));
    assert_eq!((next.timed_side(), next.due()), (Some(Side::Second), Some(after(310))));
    assert_eq!(seconds(&next, Side::First, after(100)), 293);
    assert_eq!(seconds(&next, Side::Second, after(100)), 210);
    let per_move = moved(&begun(TimeControl::ThreeMinutes), after(170));
    assert_eq!(per_move.due(), Some(after(350)));
    let again = moved(&per_move, after(340));
    assert_eq!((seconds(&again, Side::First, after(340)), again.due()), (180, Some(after(520))));
}

/// The session after the player who moved last has taken that move back with consent; `None` if they may not.
fn taken_back(session: &Session, now: PlayTime) -> Option<Session> {
    let person = |side: Side| match *session.seats().get(side) {
        Seat::Human(user) => Actor::User(user),
        seat => panic!("{seat:?}"),
    };
    let turn = session.position().turn();
    let (offer, accept) = (Action::Offer(Offer::TakeBack), Action::Accept(Offer::TakeBack));
    let asked = session.apply(person(!turn), session.revision(), offer).ok()?;
    Some(acted(&asked.timed(Some(session), now).with_clock_started(now), person(turn), accept, now))
}

#[test]
fn a_first_move_that_was_taken_back_leaves_time_for_another_one() {
    let start = begun(TimeControl::FiveAndThree);
    let late = moved(&start, after(290));
    assert_eq!(seconds(&late, Side::First, after(290)), 13);
    let again = taken_back(&late, after(291)).expect("he allows it");
    assert_eq!((again.timed_side(), again.moves().len()), (Some(Side::First), 0));
    assert_eq!(again.due(), Some(after(591)), "she had all her time at that ply");
    assert_eq!(seconds(&again, Side::Second, after(291)), 300, "and so had he");
    let third = moved(&moved(&moved(&start, after(290)), after(291)), after(300));
    let taken = taken_back(&third, after(302)).expect("he allows it");
    assert_eq!((taken.moves().len(), seconds(&taken, Side::First, after(302))), (2, 13));
}

#[test]
fn a_clock_starts_when_both_are_there_and_never_against_an_engine() {
    for time in CLOCKS {
        let open = Session::set_up(SessionId(7), ANNA, setup(time, Opponent::Anybody));
        let open = moved(&open.timed(None, START).with_clock_started(START), after(1_000));
        assert_eq!((open.due(), open.time_control()), (None, time));
        let joined = acted(&open, Actor::User(BORIS), Action::Join, after(2_000));
        assert_eq!(joined.timed_side(), Some(Side::Second));
        assert_eq!(joined.due(), time.allotted().map(|allotted| after(2_000).after(allotted)));
        let replaced = acted(&open, Actor::User(ANNA), Action::PlayEngine(Level::Casual), START);
        assert_eq!((replaced.clock(), replaced.due()), (None, None));
        let engine = setup(time, Opponent::Engine(Level::Best));
        assert_eq!(Session::set_up(SessionId(7), ANNA, engine).clock(), None);
    }
}

#[test]
fn the_clock_is_chosen_until_an_opponent_has_come() {
    let open = Session::set_up(SessionId(7), ANNA, setup(TimeControl::Day, Opponent::Anybody));
    assert!(open.can_choose_time());
    // Buttons lead from each time control to the next, and from the last to the first.
    let mut session = open.clone();
    for _ in TimeControl::ALL {
        let next = session.time_control().next();
        session = acted(&session, Actor::User(ANNA), Action::Time(next), START);
        assert_eq!((session.time_control(), session.due()), (next, None));
    }
    assert_eq!((session.clock(), session.revision().0), (open.clock(), 5));
    let choose = Action::Time(TimeControl::FiveAndThree);
    let stranger = session.apply(Actor::User(BORIS), session.revision(), choose);
    assert_eq!(stranger, Err(Refusal::NotSeated));
    let chosen = acted(&session, Actor::User(ANNA), choose, START);
    let moved = acted(&chosen, Actor::User(ANNA), Action::Play(MoveCode(4)), START);
    let joined = acted(&chosen, Actor::User(BORIS), Action::Join, START);
    assert_eq!(
        (joined.timed_side(), seconds(&joined, Side::First, START)),
        (Some(Side::First), 300)
    );
    assert!(!joined.can_choose_time());
    for user in [ANNA, BORIS] {
        let late = joined.apply(Actor::User(user), joined.revision(), choose);
        assert_eq!(late, Err(Refusal::Begun));
    }
    // A player who has moved and waits may still choose, and the clock starts when an opponent joins.
    let quick = acted(&moved, Actor::User(ANNA), Action::Time(TimeControl::ThreeMinutes), START);
    assert_eq!((quick.moves().len(), quick.due()), (1, None));
    let joined = acted(&quick, Actor::User(BORIS), Action::Join, after(60));
    assert_eq!(joined.timed_side(), Some(Side::Second));
    assert_eq!(seconds(&joined, Side::Second, after(60)), 180);
}

#[test]
fn data_of_no_clock_is_refused() {
    let code = InvitationCode(7).encode();
    for order in ["t", "t5", "tDay", "t5+3 ", "tx", "c5+3"] {
        assert_eq!(tap::decode(&format!("1:in:{code}:{order}")), Err(UnknownTap), "{order}");
    }
    for wanted in ["c", "c5", "cNone", "c5+3:", "tday", "cdayday"] {
        assert_eq!(tap::decode(&format!("1:a:7:1:{wanted}")), Err(UnknownTap), "{wanted}");
    }
    for reminder in
        ["1:rm", "1:rm:7", "1:rm:7:", "1:rm:7:2", "1:rm:07:1", "1:rm:7:01", "1:pa:7:1:c"]
    {
        assert_eq!(tap::decode(reminder), Err(UnknownTap), "{reminder}");
    }
}

#[test]
fn another_game_has_the_same_clock() {
    for time in CLOCKS {
        let setup = begun(time).setup_of(BORIS).and_then(|setup| setup.after(Next::OtherSide));
        assert_eq!(setup.map(|setup| setup.time), Some(time));
    }
}

#[test]
fn out_of_time_loses_and_older_versions_read_a_resignation() {
    // Each side has moved at once, and has gained three seconds.
    let start = moved(&moved(&begun(TimeControl::FiveAndThree), START), START);
    assert!(!start.is_out_of_time(PlayTime(after(303).0 - 1)) && start.is_out_of_time(after(303)));
    let ended = start.ended_by(ClockEnd::Time, after(304)).expect("it is in play");
    assert_eq!(ended.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!((ended.clock_end(), ended.due()), (Some(ClockEnd::Time), None));
    assert_eq!(ended.ended_by(ClockEnd::Time, after(305)), None);
    assert_eq!(results::of(&ended).len(), 2);
    let older = record::decode(ended.id(), ended.revision(), &record::encode(&ended));
    assert_eq!(older.expect("it is a record").resigned(), Some(Side::First));
    let told = ended.record();
    assert_eq!(told.outcome(), ended.outcome());
}

#[test]
fn a_program_that_knows_of_no_clocks_leaves_them_standing() {
    let start = begun(TimeControl::FiveAndThree);
    let clock = *start.clock().expect("there is one");
    let older = start.apply(Actor::User(ANNA), start.revision(), Action::Play(MoveCode(4)));
    let older = older.expect("it is accepted").with_clock(clock);
    assert_eq!((older.due(), older.is_out_of_time(after(9_000))), (None, false));
    let newer = moved(&older, after(9_000));
    assert_eq!((newer.timed_side(), newer.due()), (Some(Side::First), Some(after(9_300))));
}

#[test]
fn only_what_encoding_makes_is_a_clock() {
    for time in TimeControl::ALL {
        let session = begun(time);
        for session in [session.clone(), moved(&session, after(7))] {
            let ended = ClockEnd::Abandoned;
            let ended = session.ended_by(ended, after(9)).expect("it is in play");
            for clock in session.clock().into_iter().chain(ended.clock()) {
                assert_eq!(decode(&encode(clock)), Ok(*clock));
            }
        }
    }
    for text in [
        "",
        "5+3",
        "5+3 1 1 - - ",
        "5+3 01 1 - -",
        "5+3 +1 1 - -",
        "5+3 1 1 1@ -",
        "5+3 1 1 65536@1 -",
        "5+3 1 1 - x",
        "6+3 1 1 - -",
    ] {
        assert_eq!(decode(text), Err(RecordError::Malformed), "{text:?}");
    }
}

#[test]
fn a_board_shows_a_clock_that_needs_no_drawing_as_time_passes() {
    let locales = Locales::load();
    let localizer = locales.localizer(Language::English);
    let lines = |session: &Session| {
        let (anna, boris) =
            (BotNames::default().name_beside("Anna"), BotNames::default().name_beside("Boris"));
        let names = BySide { first: &anna, second: &boris };
        let audience = Audience::Group { names, is_of_group: true };
        zerosum_render::of(session, Focus::Suggested, None, audience, localizer)
    };
    let start = begun(TimeControl::FiveAndThree);
    let next = moved(&start, after(65));
    assert!(lines(&start).text.contains("\n⏳ 5:00  ·  5:00"), "{:?}", lines(&start));
    assert!(lines(&next).text.contains("\n3:58  ·  ⏳ 5:00"), "{:?}", lines(&next));
    let day = moved(&begun(TimeControl::Day), after(65));
    assert!(lines(&day).text.contains("\n⏳ a day for each move"), "{:?}", lines(&day));
    let said = |session: &Session, now| localizer.say(left(session, now, MarkPair::default()));
    assert_eq!(said(&next, after(100)), "⭕ has 4 min 25 s left.");
    assert_eq!(said(&day, after(100)), "⭕ has 23 h 59 min left.");
    for (end, text) in [
        (ClockEnd::Time, "Time is up: Anna wins."),
        (ClockEnd::Abandoned, "Boris hasn’t moved for a week. Anna wins."),
    ] {
        let view = lines(&next.ended_by(end, after(400)).expect("it is in play"));
        assert!(view.text.contains(text) && !view.text.contains('⏳'), "{view:?}");
    }
}

proptest! {
    #[test]
    fn sums_are_kept_and_no_other_clock_goes_on(
        time in select(CLOCKS.to_vec()),
        steps in prop::collection::vec((0_i64..100, any::<bool>()), 1..9),
    ) {
        let mut session = begun(time);
        let mut now = START;
        let (mut passed, mut moves) = (0, 0);
        for (pause, moves_now) in steps {
            let turn = session.position().turn();
            let before = seconds(&session, !turn, now);
            now = PlayTime(now.0 + pause * SECOND);
            passed += pause;
            assert_eq!(seconds(&session, !turn, now), before);
            if session.is_out_of_time(now) {
                break;
            }
            let running = session.timed_side();
            session = if moves_now {
                moves += 1;
                moved(&session, now)
            } else {
                // An action that makes no move leaves the clock as it is.
                let same = session.clone().timed(Some(&session), now).with_clock_started(now);
                assert_eq!((same.due(), same.timed_side()), (session.due(), running));
                same
            };
            if session.outcome().is_some() {
                break;
            }
            if time == TimeControl::FiveAndThree {
                let left: u64 = Side::ALL.map(|side| seconds(&session, side, now)).iter().sum();
                let spent = u64::try_from(passed).expect("it is positive");
                assert_eq!(left + spent, 600 + 3 * moves);
            } else {
                assert!(seconds(&session, session.position().turn(), now) <= time.allotted().expect("a clock").as_secs());
            }
        }
    }
}

proptest! {
    #[test]
    fn each_side_has_at_least_the_minimum_for_its_first_move(
        time in select(CLOCKS.to_vec()),
        steps in prop::collection::vec((0_i64..290, any::<bool>()), 1..20),
    ) {
        let (mut session, mut now) = (begun(time), START);
        for (pause, takes_back) in steps {
            let turn = session.position().turn();
            let left = session.time_left(turn, now).expect("it runs");
            assert!(session.moves().len() >= 2 || left >= FIRST_MOVE_MIN, "{left:?}");
            assert_eq!(decode(&encode(session.clock().expect("one"))).ok(), session.clock().copied());
            let pause = left.min(Duration::from_secs(pause.unsigned_abs()));
            now = now.after(pause.saturating_sub(Duration::from_micros(1)));
            let back = Some(&session).filter(|_| takes_back);
            let back = back.and_then(|session| taken_back(session, now));
            session = back.unwrap_or_else(|| moved(&session, now));
            if session.outcome().is_some() {
                break;
            }
        }
    }
}

pub(crate) struct Door {
    pub play: Play,
    pub store: Arc<Store>,
}

pub(crate) fn door() -> Door {
    let store = Arc::new(Store::in_memory());
    let cache = LiveGames::new(LiveCounts { boards: 100, people: 100 });
    let play = Play::new(store.clone(), cache, Engine::default(), 10, Arc::<Metrics>::default());
    Door { play, store }
}

impl Door {
    /// Creates a game of Anna, who begins, against Boris.
    pub(crate) async fn begun(&self, time: TimeControl) -> Board {
        let setup = setup(time, Opponent::Person(BORIS));
        let (id, owner, chat) = (SessionId(7), ANNA, CHAT);
        let wish = NewGameRequest { id, owner, chat, topic: None, setup, reserved: None };
        match self.play.create(wish).await.expect("it works") {
            Ok(Some(board)) => self.shown(&board).await,
            other => panic!("{other:?}"),
        }
    }

    /// Records the board as shown and returns it.
    pub(crate) async fn shown(&self, board: &Board) -> Board {
        let (id, shown) = (board.session.id(), board.session.revision());
        self.play.start_clock(id, CHAT.into(), shown).await.expect("it works");
        self.play.board(CHAT, id).await.expect("it works").expect("it is there")
    }

    /// The board of its game as it is stored.
    pub(crate) async fn stored(&self) -> Board {
        self.store.load(SessionId(7)).await.expect("it works").expect("it is there")
    }

    /// Lets enough time pass that a game in which nothing happens is abandoned.
    async fn lie_still(&self) {
        let time = i64::try_from(ABANDONED_AFTER.as_micros()).expect("it is short");
        // The machine's clocks may be set in between.
        self.store.advance(time + 60 * SECOND, 0);
        self.store.advance_uptime().await.expect("it works");
    }

    async fn abandoned(&self) -> Vec<TimedBoard> {
        self.store.abandoned(ABANDONED_AFTER, None, 9).await.expect("it works")
    }

    pub(crate) async fn press(&self, board: &Board, action: Action) -> Result<Board, NotDone> {
        let (id, seen) = (board.session.id(), board.session.revision());
        let showing = Showing::InPlace { arrived: None };
        let press = ActionRequest { user: ANNA, surface: CHAT.into(), id, seen, action, showing };
        self.play.press(press).await
    }

    /// Lets play time pass, and makes this process read it.
    pub(crate) async fn pass(&self, seconds: u64) -> PlayTime {
        let played = self.store.played().await.expect("it works");
        let reached = played.after(Duration::from_secs(seconds));
        self.store.advance_play_time(reached).await.expect("it works");
        self.play.advance_play_time().await.expect("it works")
    }
}

#[tokio::test]
async fn a_move_that_comes_in_time_counts_and_one_that_comes_too_late_ends_the_game() {
    let door = door();
    let board = door.begun(TimeControl::ThreeMinutes).await;
    door.pass(178).await;
    let moved = door.press(&board, Action::Play(MoveCode(4))).await.expect("there was time");
    let moved = door.shown(&moved).await;
    assert_eq!(moved.session.timed_side(), Some(Side::Second));
    door.pass(181).await;
    // Any press by any player now finds the game over.
    let refused = door.press(&moved, Action::Play(MoveCode(0))).await;
    let Err(NotDone::Refused(Refusal::Over, ended)) = refused else { panic!("{refused:?}") };
    assert_eq!(ended.session.clock_end(), Some(ClockEnd::Time));
    assert_eq!(ended.session.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(ended.session.revision().0, moved.session.revision().0 + 1);
    let stored = door.store.load(SessionId(7)).await.expect("it works");
    assert_eq!(stored.map(|board| board.session), Some(ended.session));
}

#[tokio::test]
async fn a_game_whose_time_is_over_is_ended_once() {
    let door = door();
    let board = door.begun(TimeControl::FiveAndThree).await;
    let due = board.session.due().expect("the clock runs");
    let found = TimedBoard { at: due.0, id: SessionId(7) };
    // There is time left.
    assert_eq!(door.play.end_overdue(found).await.expect("it works"), Overdue::NotEnded);
    let now = door.pass(301).await;
    assert_eq!(door.store.overdue(now, None, 9).await.expect("it works"), [found]);
    assert_eq!(door.play.end_overdue(found).await.expect("it works"), Overdue::Ended);
    assert_eq!(door.play.end_overdue(found).await.expect("it works"), Overdue::NotEnded);
    assert_eq!(door.store.overdue(now, None, 9).await.expect("it works"), []);
}

#[tokio::test]
async fn no_player_loses_time_during_maintenance() {
    let door = door();
    door.begun(TimeControl::ThreeMinutes).await;
    let before = door.pass(100).await;
    door.store.set_switch(Switch::Maintenance, true).await.expect("it works");
    assert_eq!(door.pass(3_600).await, before);
    door.store.set_switch(Switch::Maintenance, false).await.expect("it works");
    let now = door.pass(10).await;
    assert!(
        now >= before.after(Duration::from_secs(10)) && now < before.after(Duration::from_secs(20))
    );
}

#[tokio::test]
async fn a_clock_that_a_stranger_to_clocks_has_left_running_is_found_no_more() {
    let door = door();
    let board = door.begun(TimeControl::ThreeMinutes).await;
    let due = board.session.due().expect("the clock runs");
    let found = TimedBoard { at: due.0, id: SessionId(7) };
    // This commit bypasses `Play`, which does not know of it.
    let resigned = board.session.apply(Actor::User(ANNA), board.session.revision(), Action::Resign);
    door.store.commit(&resigned.expect("hers"), board.session.revision()).await.expect("it works");
    assert_eq!(door.play.end_overdue(found).await.expect("it works"), Overdue::NotEnded);
    assert_eq!(door.store.stop_clock(found).await.expect("it works"), Commit::Conflict);
}

#[tokio::test]
async fn an_abandoned_game_is_lost_by_the_side_to_move() {
    let door = door();
    let board = door.begun(TimeControl::Unlimited).await;
    assert_eq!(door.abandoned().await, []);
    door.lie_still().await;
    let abandoned = door.abandoned().await;
    let [found] = abandoned[..] else { panic!("there is one") };
    let play_on = board.session.apply(Actor::User(ANNA), board.session.revision(), MOVE);
    let play_on = play_on.expect("she is to move");
    door.store.commit(&play_on, board.session.revision()).await.expect("it works");
    assert_eq!(door.play.end_abandoned(found).await.expect("it works"), Overdue::NotEnded);
    door.lie_still().await;
    let abandoned = door.abandoned().await;
    let [found] = abandoned[..] else { panic!("there is one") };
    assert_eq!(door.play.end_abandoned(found).await.expect("it works"), Overdue::Ended);
    assert_eq!(door.play.end_abandoned(found).await.expect("it works"), Overdue::NotEnded);
    let stored = door.store.load(board.session.id()).await.expect("it works").expect("it is kept");
    assert_eq!(stored.session.clock_end(), Some(ClockEnd::Abandoned));
    assert_eq!(stored.session.outcome(), Some(Outcome::Win(Side::First)));
    assert_eq!(stored.session.seat_of(CLARA), None);
}
