//! Openings in which players choose colours: who acts when, and who owns which colour afterwards.

use core::time::Duration;

use zerosum_games::any::GameSpec;
use zerosum_games::mnk::opening::OpeningChoice::{self, Black, More, White};
use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};
use zerosum_search::level::Level;
use zerosum_session::game::agreement::{self, Greeting, Offer};
use zerosum_session::game::clock::{PlayTime, TimeControl};
use zerosum_session::game::opening::Stage;
use zerosum_session::game::record::{self, RecordError};
use zerosum_session::people::results;
use zerosum_session::{
    Action, Actor, Awaiting, Refusal, Revision, Seat, Session, SessionId, UserId,
};

use crate::support::sessions::{ANNA, BORIS, fresh_of};

const CLARA: UserId = UserId(1_003);

fn spec(name: &str) -> GameSpec {
    GameSpec::from_name(name).expect("it is a game")
}

/// Anna opens, Boris chooses.
fn between_people(name: &str) -> Session {
    fresh_of(spec(name), BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) })
}

fn choose(choice: OpeningChoice) -> Action {
    Action::Play(choice.code())
}

fn try_to(session: &Session, user: UserId, action: Action) -> Result<Session, Refusal> {
    session.apply(Actor::User(user), session.revision(), action)
}

fn put(session: &Session, user: UserId) -> Session {
    let free = (0..).map(MoveCode).find(|code| session.position().is_legal(*code));
    try_to(session, user, Action::Play(free.expect("a free cell"))).expect("it is their stone")
}

fn awaited(session: &Session) -> UserId {
    match session.awaiting() {
        Awaiting::Human { user, .. } => user,
        other => panic!("a person is awaited, not {other:?}"),
    }
}

/// Every way through an opening: the choices, and the player of black after them.
fn ways(name: &str) -> Vec<(Vec<OpeningChoice>, UserId)> {
    let at_once = vec![(vec![Black], BORIS), (vec![White], ANNA)];
    let later = vec![(vec![More, Black], ANNA), (vec![More, White], BORIS)];
    if name.ends_with("swap2") { [at_once, later].concat() } else { at_once }
}

/// All sessions of an opening by these choices, from the start to the last choice.
fn opened(start: Session, choices: &[OpeningChoice]) -> Vec<Session> {
    let mut all = vec![start];
    let mut go = |act: &dyn Fn(&Session) -> Session| {
        let next = act(all.last().expect("there is a start"));
        all.push(next);
    };
    for (at, choice) in choices.iter().enumerate() {
        let (by, chooser, stones) = if at == 0 { (ANNA, BORIS, 3) } else { (BORIS, ANNA, 2) };
        (0..stones).for_each(|_| go(&|session| put(session, by)));
        go(&|session| try_to(session, chooser, choose(*choice)).expect("it is their choice"));
    }
    all
}

fn after(name: &str, choices: &[OpeningChoice]) -> Session {
    opened(between_people(name), choices).pop().expect("there is a last one")
}

const GAMES: [&str; 4] =
    ["15x15x5-swap", "15x15x5-swap2", "5x5x5-renju-swap2", "20x19x5-caro-swap"];

/// Actions that are refused, each with its refusal.
pub(crate) fn refusals() -> Vec<(Session, Actor, Revision, Action, Refusal)> {
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Engine(Level::Casual) };
    let alone = fresh_of(spec("15x15x5-swap2"), seats);
    let three = (0..3).fold(between_people("15x15x5-swap2"), |session, _| put(&session, ANNA));
    let (now, later) = (alone.revision(), three.revision());
    vec![
        (alone, Actor::User(ANNA), now, Action::Hint, Refusal::InOpening),
        (three, Actor::User(BORIS), later, Action::Play(MoveCode(112)), Refusal::ColourFirst),
    ]
}

#[test]
fn players_put_stones_and_choose_as_the_rule_says() {
    for name in GAMES {
        for (choices, black) in ways(name) {
            let all = opened(between_people(name), &choices);
            let [before @ .., opened] = &all[..] else { panic!("there are some") };
            let expected = [ANNA, ANNA, ANNA, BORIS, BORIS, BORIS, ANNA];
            assert_eq!(before.iter().map(awaited).collect::<Vec<_>>(), expected[..before.len()]);
            for steps in all.windows(2) {
                let [before, after] = steps else { panic!("there are two") };
                let mover = *after.seats().get(after.last_mover());
                assert_eq!(mover, Seat::Human(awaited(before)), "{name}: {choices:?}");
            }
            let stones = if choices.len() == 1 { 3 } else { 5 };
            assert_eq!((opened.moves().len(), opened.stage()), (stones, None));
            let white = if black == ANNA { BORIS } else { ANNA };
            let seats = BySide { first: Seat::Human(black), second: Seat::Human(white) };
            assert_eq!(opened.seats(), &seats, "{name}: {choices:?}");
            assert_eq!(opened.seat_of(black), Some(Side::First));
            // From here on colours take turns.
            let mut session = opened.clone();
            for ply in 0..6 {
                let user = if ply % 2 == 0 { white } else { black };
                assert_eq!((awaited(&session), session.turn()), (user, session.position().turn()));
                session = put(&session, user);
                assert_eq!(session.last_mover(), session.seat_of(user).expect("they play"));
            }
        }
    }
}

#[test]
fn every_session_of_an_opening_is_stored_and_read_back() {
    for name in GAMES {
        for (choices, _) in ways(name) {
            let all = opened(between_people(name), &choices);
            let mut texts = std::collections::BTreeSet::new();
            for (number, session) in all.iter().enumerate() {
                let text = record::encode(session);
                let read = record::decode(session.id(), session.revision(), &text);
                assert_eq!(read.as_ref(), Ok(session), "{text}");
                assert_eq!(session.plies_elsewhere(), 0, "all was played here");
                assert_eq!(session.revision(), Revision(1 + u32::try_from(number).expect("few")));
                texts.insert(text);
            }
            assert_eq!(texts.len(), all.len(), "no two are stored alike");
        }
    }
}

#[test]
fn what_no_opening_leads_to_is_not_read() {
    for text in [
        "1 15x15x5-swap2 u1 u2 - 1.2.3.4",
        "1 15x15x5-swap2 u1 u2 - m.1.2",
        "1 15x15x5-swap2 u1 u2 - m.1.2.3.4.5.6",
        "1 15x15x5-swap2 u1 u2 - mc.1.2.3.4",
        "1 15x15x5-swap2 u1 u2 - c.1.2",
        "1 15x15x5-swap2 u1 u2 - c.c.1.2.3",
        "1 15x15x5-swap2 u1 u2 - c1.2.3",
        "1 15x15x5-swap2 u1 u2 - e.",
        "1 15x15x5-swap u1 u2 - m.1.2.3",
        "1 15x15x5 u1 u2 - c.1.2.3",
        "1 15x15x5 u1 u2 - e",
        "1 6x6x4-swap2 u1 u2 - -",
    ] {
        let read = record::decode(SessionId(7), Revision(9), text);
        assert_eq!(read, Err(RecordError::Malformed), "{text}");
    }
}

#[test]
fn no_other_person_acts_and_no_other_choice_is_taken() {
    let start = between_people("15x15x5-swap2");
    let stone = Action::Play(MoveCode(112));
    assert_eq!(try_to(&start, BORIS, stone), Err(Refusal::NotYourTurn));
    for choice in OpeningChoice::ALL {
        assert_eq!(try_to(&start, ANNA, choose(choice)), Err(Refusal::Illegal), "too early");
        let plain = between_people("15x15x5");
        assert_eq!(try_to(&plain, ANNA, choose(choice)), Err(Refusal::Illegal), "no opening");
    }
    let three = (0..3).fold(start, |session, _| put(&session, ANNA));
    assert_eq!(three.stage(), Some(Stage::Choice { by: Side::Second, has_more: true }));
    assert_eq!(try_to(&three, ANNA, choose(Black)), Err(Refusal::NotYourTurn));
    assert_eq!(try_to(&three, BORIS, stone), Err(Refusal::ColourFirst));
    let more = try_to(&three, BORIS, choose(More)).expect("two more stones");
    assert_eq!(more.stage(), Some(Stage::Stones { by: Side::Second, left: 2 }));
    assert_eq!(try_to(&more, BORIS, choose(Black)), Err(Refusal::Illegal));
    let five = (0..2).fold(more, |session, _| put(&session, BORIS));
    assert_eq!(five.stage(), Some(Stage::Choice { by: Side::First, has_more: false }));
    assert_eq!(try_to(&five, ANNA, choose(More)), Err(Refusal::Illegal), "only once");
    let swap = (0..3).fold(between_people("15x15x5-swap"), |session, _| put(&session, ANNA));
    assert_eq!(try_to(&swap, BORIS, choose(More)), Err(Refusal::Illegal), "not in this opening");
    let decided = after("15x15x5-swap", &[White]);
    assert_eq!(try_to(&decided, BORIS, choose(Black)), Err(Refusal::Illegal), "too late");
    assert_eq!(try_to(&five, ANNA, Action::Resign).expect("it is allowed").stage(), None);
}

#[test]
fn a_guest_takes_the_open_seat_by_a_choice() {
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Open };
    let start = fresh_of(spec("15x15x5-swap2"), seats).under(TimeControl::FiveAndThree);
    let three = (0..3).fold(start, |session, _| put(&session, ANNA));
    assert_eq!(three.awaiting(), Awaiting::Anybody { side: Side::Second });
    for (choice, seat) in [(Black, Side::First), (White, Side::Second), (More, Side::Second)] {
        let chosen = try_to(&three, CLARA, choose(choice)).expect("the seat is open");
        assert_eq!(chosen.seat_of(CLARA), Some(seat), "{choice:?}");
        assert_eq!(chosen.seat_of(ANNA), Some(!seat));
        let timed = chosen.timed(Some(&three), PlayTime(0));
        assert_eq!(timed.time_kept(Side::First), timed.time_kept(Side::Second), "nobody has moved");
    }
}

#[test]
fn clocks_and_what_was_said_go_with_the_player() {
    const MINUTE: i64 = 60 * 1_000_000;
    let minutes = |number: u64| Some(Duration::from_secs(60 * number));
    let start =
        between_people("15x15x5-swap2").under(TimeControl::FiveAndThree).timed(None, PlayTime(0));
    let mut three = start;
    for _ in 0..3 {
        let next = put(&three, ANNA);
        three = next.timed(Some(&three), PlayTime(0));
    }
    let three = try_to(&three, ANNA, Action::Greet(Greeting::Hello)).expect("they may");
    let three = try_to(&three, BORIS, Action::Offer(Offer::Draw)).expect("they may");
    // Boris thinks for a minute, and three seconds are given for each stone and for the choice.
    let three = three.with_clock_started(PlayTime(0));
    assert_eq!(three.timed_side(), Some(Side::Second));
    let gained = |stones: u64| Duration::from_secs(3 * stones);
    let (anna, boris) =
        (minutes(5).map(|left| left + gained(3)), minutes(4).map(|left| left + gained(1)));
    for (choice, seat) in [(Black, Side::First), (White, Side::Second)] {
        let chosen = try_to(&three, BORIS, choose(choice)).expect("it is his choice");
        let chosen = chosen.timed(Some(&three), PlayTime(MINUTE));
        assert_eq!((chosen.time_kept(seat), chosen.time_kept(!seat)), (boris, anna), "{choice:?}");
        assert!(chosen.is_clock_waiting(), "until the board is seen");
        assert_eq!(chosen.timed_side(), Some(Side::Second), "white is to move");
        // A choice answers an offer as a move does. Who has said what is still counted.
        assert_eq!((chosen.greeting(), chosen.offer_of(seat)), (None, None));
        let said = agreement::encode(chosen.agreement().expect("they have said something"));
        let (anna, boris) = ("- - 1 -", "1.3 - 0 -");
        let sides = if seat == Side::First { [boris, anna] } else { [anna, boris] };
        assert_eq!(said, format!("{} 0 -", sides.join(" ")), "{choice:?}");
    }
}

/// The ply of the last stone that the player on this side has put, as it is known of a move that comes again.
fn last_stone_of(session: &Session, side: Side) -> Option<usize> {
    session.ply_made_at(Revision(session.revision().0 - 2), side)
}

#[test]
fn stones_of_an_opening_answer_offers_and_phrases() {
    let one = put(&between_people("15x15x5-swap2"), ANNA);
    let offered = try_to(&one, BORIS, Action::Offer(Offer::Draw)).expect("they may");
    let greeted = try_to(&offered, BORIS, Action::Greet(Greeting::Hello)).expect("they may");
    assert_eq!(greeted.offer_of(Side::Second), Some(Offer::Draw));
    assert_eq!(last_stone_of(&greeted, Side::First), greeted.moves().len().checked_sub(1));
    assert_eq!(last_stone_of(&greeted, Side::Second), None);
    let swapped = after("15x15x5-swap2", &[Black]);
    assert_eq!(last_stone_of(&swapped, Side::First), None, "Boris has put none");
    assert_eq!(last_stone_of(&swapped, Side::Second), swapped.moves().len().checked_sub(1));
    let two = put(&greeted, ANNA);
    assert_eq!((two.offer_of(Side::Second), two.greeting()), (None, None));
    let again = try_to(&two, BORIS, Action::Offer(Offer::Draw));
    assert_eq!(again, Err(Refusal::AlreadyOffered), "he has not moved since");
}

#[test]
fn the_player_who_opened_may_offer_again_after_more_stones_though_others_have_followed() {
    let offer = Action::Offer(Offer::Draw);
    let one = put(&between_people("15x15x5-swap2"), ANNA);
    let offered = try_to(&one, ANNA, offer).expect("they may");
    let three = put(&put(&offered, ANNA), ANNA);
    let more = try_to(&three, BORIS, choose(More)).expect("it is his choice");
    let four = put(&more, BORIS);
    assert_eq!(last_stone_of(&four, Side::First), Some(2));
    assert_eq!(last_stone_of(&four, Side::Second), four.moves().len().checked_sub(1));
    let again = try_to(&four, ANNA, offer).expect("she has put two stones since");
    let declined = put(&again, BORIS);
    assert_eq!(try_to(&declined, ANNA, offer), Err(Refusal::AlreadyOffered));
}

#[test]
fn a_game_counts_once_both_have_put_stones_or_chosen() {
    let resigned = |session: &Session| {
        let over = try_to(session, BORIS, Action::Resign).expect("it is in play");
        (over.counts_between_people(), results::of(&over).len())
    };
    for name in GAMES {
        let mut session = between_people(name);
        for _ in 0..3 {
            assert_eq!(resigned(&session), (false, 0), "{name}: Boris has done nothing");
            session = put(&session, ANNA);
        }
        assert_eq!(resigned(&session), (false, 0), "{name}");
        for (choices, _) in ways(name) {
            let choice = choose(choices[0]);
            let chosen = try_to(&session, BORIS, choice).expect("it is his choice");
            assert_eq!(resigned(&chosen), (true, 2), "{name}: {choices:?}");
        }
    }
}

#[test]
fn the_next_game_is_opened_by_the_same_player() {
    for name in GAMES {
        for (choices, _) in ways(name) {
            let over = try_to(&after(name, &choices), ANNA, Action::Resign).expect("in play");
            let side = |user| over.setup_of(user).map(|setup| setup.side);
            assert_eq!((side(ANNA), side(BORIS)), (Some(Side::First), Some(Side::Second)));
        }
    }
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Engine(Level::Casual) };
    let three =
        (0..3).fold(fresh_of(spec("15x15x5-swap2"), seats), |session, _| put(&session, ANNA));
    for choice in [Black, White] {
        let next = three.apply(Actor::Engine, three.revision(), choose(choice));
        let chosen = next.expect("it is its choice").choice_of(ANNA).expect("she plays an engine");
        assert_eq!(chosen.side, Side::First, "{choice:?}: she has opened");
    }
}

#[test]
fn an_opening_is_left_out_where_no_one_chooses() {
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Open };
    let open = put(&fresh_of(spec("15x15x5-caro-swap2"), seats), ANNA);
    for action in [Action::PlayBoth, Action::PlayTogether(Level::Casual)] {
        let plain = try_to(&open, ANNA, action).expect("the seat is open");
        assert_eq!((plain.spec(), plain.stage()), (spec("15x15x5-caro"), None), "{action:?}");
        assert_eq!((plain.turn(), plain.moves()), (Side::Second, open.moves()));
        assert_eq!(plain.plies_elsewhere(), 0, "{action:?}");
        let text = record::encode(&plain);
        let read = record::decode(plain.id(), plain.revision(), &text);
        assert_eq!(read.map(|read| read.position().clone()).as_ref(), Ok(plain.position()));
    }
}

#[test]
fn help_begins_with_the_colours_and_takes_no_stone_of_the_opening_back() {
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Engine(Level::Casual) };
    let three =
        (0..3).fold(fresh_of(spec("15x15x5-swap2"), seats), |session, _| put(&session, ANNA));
    let (own, engines) = (Actor::User(ANNA), Actor::Engine);
    let apply = |session: &Session, actor, action| session.apply(actor, session.revision(), action);
    for action in [Action::Hint, Action::Explain, Action::Xray { is_on: true }, Action::TakeBack] {
        assert_eq!(apply(&three, own, action), Err(Refusal::InOpening), "{action:?}");
    }
    assert!(!three.has_help());
    let chosen = apply(&three, engines, choose(Black)).expect("it is its choice");
    assert_eq!(chosen.seat_of(ANNA), Some(Side::Second));
    assert!(chosen.has_help() && !chosen.can_take_back());
    assert_eq!(apply(&chosen, own, Action::TakeBack), Err(Refusal::NothingToTakeBack));
    let moved = put(&chosen, ANNA);
    let back = apply(&moved, own, Action::TakeBack).expect("her move");
    assert_eq!((back.moves(), back.stage()), (chosen.moves(), None));
    assert_eq!((back.turn(), back.plies_elsewhere()), (Side::Second, 0));
    let seen = |session: &Session| session.check_resignation(own, session.revision());
    assert_eq!((seen(&three), seen(&back)), (Ok(()), Ok(())), "one can always resign");
}

#[test]
fn what_goes_on_from_a_record_has_no_opening_left() {
    let mut record = Record::new(spec("15x15x5-swap2"));
    for code in [0, 1, 2, 3].map(MoveCode) {
        record.play(code).expect("it is free");
    }
    let resumed = Session::resumed(SessionId(7), ANNA, &record, Level::Casual);
    assert_eq!((resumed.stage(), resumed.turn()), (None, Side::First));
    assert_eq!(resumed.plies_elsewhere(), 4);
    let text = record::encode(&resumed);
    assert_eq!(record::decode(resumed.id(), resumed.revision(), &text).as_ref(), Ok(&resumed));
    let empty = Session::resumed(SessionId(7), ANNA, &Record::new(record.spec()), Level::Casual);
    assert_eq!(
        empty.stage(),
        Some(Stage::Stones { by: Side::First, left: 3 }),
        "nothing is played"
    );
}

#[test]
fn a_position_of_an_opening_is_found_in_other_games() {
    let swap = after("15x15x5-swap2", &[White]);
    let mut record = Record::new(spec("15x15x5"));
    for code in swap.moves() {
        record.play(*code).expect("it is free");
    }
    let plain = Session::resumed(SessionId(8), ANNA, &record, Level::Best);
    assert!(swap.stands_like(&plain) && plain.stands_like(&swap));
    assert!(swap.comes_by(&plain) && plain.comes_by(&swap));
    let other = Session::new(SessionId(8), spec("15x15x5-caro"), *plain.seats());
    let caro = swap.moves().iter().fold(other, |session, code| {
        let actor = if session.turn() == Side::Second { Actor::User(ANNA) } else { Actor::Engine };
        session.apply(actor, session.revision(), Action::Play(*code)).unwrap_or(session)
    });
    assert!(swap.stands_like(&caro) && swap.comes_by(&caro), "the rule is another one");
}

#[test]
fn the_last_move_may_be_that_of_a_revision_until_more_than_a_reply_has_followed() {
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) };
    let start = fresh_of(GameSpec::TicTacToe, seats);
    let moved = put(&start, ANNA);
    let replied = put(&moved, BORIS);
    let later = put(&put(&replied, ANNA), BORIS);
    let made_at_start = |session: &Session| session.ply_made_at(Revision::START, Side::First);
    let known = [&start, &moved, &replied, &later].map(made_at_start);
    assert_eq!(known, [None, Some(0), Some(0), None]);
    // It is not the move of the opponent, or of a player who has seen it.
    assert_eq!(moved.ply_made_at(Revision::START, Side::Second), None);
    assert_eq!(moved.ply_made_at(moved.revision(), Side::First), None);
    assert_eq!(replied.ply_made_at(moved.revision(), Side::First), None);
}
