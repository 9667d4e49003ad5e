//! Laws of every session and of every step, restated in plain terms.

use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, Outcome};
use zerosum_session::game::agreement::{self, GREETINGS_PER_SIDE_MAX, OFFERS_PER_SIDE_MAX, Offer};
use zerosum_session::game::clock;
use zerosum_session::game::help::{self, Hint};
use zerosum_session::game::record::{self, RECORD_BYTES_MAX};
use zerosum_session::game::times;
use zerosum_session::{Action, Actor, Awaiting, Refusal, Revision, Seat, Session};

/// A request for an action by an actor who saw a session at a revision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish {
    pub actor: Actor,
    pub seen: Revision,
    pub action: Action,
}

/// The refusal that a wish must get; `None` if it must be accepted.
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
    let kept = session.reservation().map(|kept| Actor::User(kept.user));
    let declines = wish.action == Action::Decline && kept == Some(wish.actor);
    let joins = !is_seated && is_user && (comes || declines) && is_open;
    if !is_seated && !joins {
        return Some(Refusal::NotSeated);
    } else if session.outcome().is_some() && !is_farewell(session, wish) {
        return Some(Refusal::Over);
    } else if wish.seen != session.revision() {
        return Some(Refusal::Stale);
    } else if joins {
        let is_others = kept.is_some_and(|kept| kept != wish.actor);
        return is_others.then_some(Refusal::Reserved);
    }
    let turn = session.position().turn();
    match wish.action {
        Action::Resign => None,
        Action::PlayEngine(_) | Action::PlayTogether(_) | Action::PlayBoth if is_open => None,
        Action::Join if kept.is_some() => Some(Refusal::Reserved),
        Action::PlayEngine(_) | Action::PlayTogether(_) | Action::PlayBoth | Action::Join => {
            Some(Refusal::Taken)
        }
        // Votes have a model of their own.
        Action::SetVoteRules(_) => Some(Refusal::NoVote),
        Action::OpenSeat | Action::Decline if kept.is_none() => Some(Refusal::NotReserved),
        Action::OpenSeat => None,
        Action::Decline => Some(Refusal::Reserved),
        Action::Play(_) if !sides.get(turn) => Some(Refusal::NotYourTurn),
        Action::Play(code) if !session.position().is_legal(code) => Some(Refusal::Illegal),
        Action::Play(_) => None,
        Action::Hint | Action::Explain | Action::Xray { .. } | Action::TakeBack => {
            no_help(session, wish)
        }
        Action::Offer(_) | Action::Accept(_) | Action::Greet(_) => no_agreement(session, wish),
        Action::Time(_) if is_open => None,
        Action::Time(_) => Some(Refusal::Begun),
    }
}

/// Returns whether one of two people who are both still there greets the other after the game.
fn is_farewell(session: &Session, wish: Wish) -> bool {
    let BySide { first, second } = *session.seats();
    let is_of_two =
        matches!((first, second), (Seat::Human(one), Seat::Human(other)) if one != other);
    is_of_two && !session.is_left() && matches!(wish.action, Action::Greet(_))
}

/// The refusal of an offer, an acceptance or a greeting by a player of a game in play.
fn no_agreement(session: &Session, wish: Wish) -> Option<Refusal> {
    let BySide { first, second } = *session.seats();
    let side = match (first, second, wish.actor) {
        (Seat::Human(one), Seat::Human(other), Actor::User(user)) if one != other => {
            if user == one { Side::First } else { Side::Second }
        }
        _ => return Some(Refusal::NoAgreement),
    };
    let (own, others) = (said_by(session, side), said_by(session, !side));
    match wish.action {
        Action::Greet(_) => {
            let is_too_much =
                own.greetings >= GREETINGS_PER_SIDE_MAX || has_just_greeted(session, side);
            is_too_much.then_some(Refusal::TooManyGreetings)
        }
        Action::Accept(offer) if others.offer == Some(offer) => None,
        Action::Accept(offer) if own.offer == Some(offer) => Some(Refusal::OwnOffer),
        Action::Accept(_) => Some(Refusal::NoOffer),
        Action::Offer(Offer::Draw) if others.offer == Some(Offer::Draw) => None,
        Action::Offer(Offer::TakeBack) if moves_of(session, side, 0) == 0 => {
            Some(Refusal::NothingToTakeBack)
        }
        Action::Offer(offer) => match own.asked[usize::from(offer == Offer::TakeBack)] {
            Some((count, _)) if count >= OFFERS_PER_SIDE_MAX => Some(Refusal::TooManyOffers),
            Some((_, plies)) if own.offer == Some(offer) || moves_of(session, side, plies) == 0 => {
                Some(Refusal::AlreadyOffered)
            }
            Some(_) | None => None,
        },
        _ => panic!("nothing that people agree on"),
    }
}

/// Offers and greetings of a side.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Said {
    /// Draws and moves taken back: how often each was asked for, and after how many plies the last time.
    asked: [Option<(u8, usize)>; 2],
    greetings: u8,
    offer: Option<Offer>,
}

/// [`Said`] of a side as it is stored, with the offer only if it stands.
fn said_by(session: &Session, side: Side) -> Said {
    let Some(agreement) = session.agreement() else { return Said::default() };
    let text = agreement::encode(agreement);
    let fields: Vec<&str> = text.split(' ').collect();
    let own = if side == Side::First { &fields[..4] } else { &fields[4..8] };
    let asked = |text: &str| {
        let (count, plies) = text.split_once('.')?;
        Some((count.parse().expect("a number"), plies.parse().expect("a number")))
    };
    let asked = [asked(own[0]), asked(own[1])];
    let since = |place: usize| asked[place].expect("it was offered").1;
    let offer = match own[3] {
        "d" => (moves_of(session, !side, since(0)) == 0).then_some(Offer::Draw),
        "t" => (session.moves().len() == since(1)).then_some(Offer::TakeBack),
        _ => None,
    };
    Said { asked, greetings: own[2].parse().expect("a number"), offer }
}

/// Returns whether this side has said the last phrase of a game in play, at this ply.
fn has_just_greeted(session: &Session, side: Side) -> bool {
    let agreement = session.agreement().filter(|_| session.outcome().is_none());
    let Some(agreement) = agreement else { return false };
    let text = agreement::encode(agreement);
    let number = if side == Side::First { 1 } else { 2 };
    let last = text.split(' ').nth(9).expect("the last phrase, or a dash");
    let end = format!(".{}", session.moves().len());
    last.starts_with(&format!("{number}.")) && last.ends_with(&end)
}

/// Number of moves that a side has made after this number of plies.
fn moves_of(session: &Session, side: Side, plies: usize) -> usize {
    let is_own = |ply: &usize| ply % 2 == usize::from(side == Side::Second);
    (plies..session.moves().len()).filter(is_own).count()
}

/// The refusal of help to a player of a game in play.
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

/// Checks the invariants of any session.
pub(crate) fn check(session: &Session) {
    let mut position = session.spec().start();
    for code in session.moves() {
        position.play(*code).expect("what is kept was legal");
    }
    assert_eq!(session.position(), &position);
    let is_open = Side::ALL.iter().any(|side| *session.seats().get(*side) == Seat::Open);
    assert!(session.reservation().is_none() || is_open && session.outcome().is_none());
    let gone = Side::ALL.into_iter().find(|side| *session.seats().get(*side) == Seat::Gone);
    let is_agreed = session.is_drawn_by_agreement();
    assert_eq!(session.is_settled(), is_agreed || session.resigned().is_some());
    assert!(!session.is_settled() || position.outcome().is_none(), "it was over");
    let outcome = match (session.resigned(), position.outcome()) {
        (Some(side), _) => Some(Outcome::Win(!side)),
        (None, _) if is_agreed => Some(Outcome::Draw),
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
        (None, Seat::Gone) => panic!("a player who has left is not waited for"),
    };
    assert_eq!(session.awaiting(), awaiting);
    for side in Side::ALL {
        let standing = said_by(session, side).offer.filter(|_| session.is_in_play_between_people());
        assert_eq!(session.offer_of(side), standing);
    }
    check_record(session);
}

fn check_record(session: &Session) {
    let text = record::encode(session);
    assert!(text.len() <= RECORD_BYTES_MAX && text.is_ascii(), "{text}");
    let decoded = record::decode(session.id(), session.revision(), &text).expect("a record");
    let helped = help::encode(&session.help());
    let had = help::decode(&helped).expect("the help of a session");
    let decoded = if session.is_helped() { decoded.with_help(had) } else { decoded };
    let decoded = match session.agreement().map(agreement::encode) {
        Some(said) => decoded.with_agreement(agreement::decode(&said).expect("of a session")),
        None => decoded,
    };
    let decoded = match session.reservation() {
        Some(reservation) => decoded.with_reservation(reservation),
        None => decoded,
    };
    let decoded = match session.departure() {
        Some(departure) => decoded.ended_by_leaving(departure),
        None => decoded,
    };
    let decoded = match session.clock().map(clock::encode) {
        Some(clock) => decoded.with_clock(clock::decode(&clock).expect("of a session")),
        None => decoded,
    };
    let times = session.times().map(|times| times::encode(times, session.revision()));
    let times = times.map(|text| times::decode(&text, session.revision()).expect("of a session"));
    let decoded = decoded.with_times(times.flatten());
    assert_eq!(&decoded, session, "{text} {helped}");
}

/// Checks the effect of an accepted action on a session.
pub(crate) fn check_step(before: &Session, after: &Session, wish: Wish) {
    assert_eq!(after.revision().0, before.revision().0 + 1);
    assert_eq!((after.id(), after.spec()), (before.id(), before.spec()));
    let is_greeting = matches!(wish.action, Action::Greet(_));
    assert!(before.outcome().is_none() || is_greeting, "what is over stays as it is");
    let is_changed = |side: &Side| before.seats().get(*side) != after.seats().get(*side);
    let changed: Vec<Side> = Side::ALL.into_iter().filter(is_changed).collect();
    match wish.action {
        Action::Play(_) | Action::Join if !changed.is_empty() => {
            check_arrival(before, after, wish, &changed);
        }
        Action::Play(code) => {
            assert_eq!(after.moves(), [before.moves(), &[code]].concat());
            assert!(!after.is_settled());
            assert_eq!(after.agreement(), before.agreement());
            let mover = before.position().turn();
            assert_eq!(after.offer_of(!mover), None, "who moves declines");
            assert_ne!(after.offer_of(mover), Some(Offer::TakeBack), "another move is the last");
        }
        Action::Join => panic!("nothing has changed"),
        Action::PlayBoth => {
            assert_eq!((changed.len(), after.moves()), (1, before.moves()));
            assert_eq!(*before.seats().get(changed[0]), Seat::Open);
            assert_eq!(after.seats().first, after.seats().second);
            assert!(!after.is_in_play_between_people() && after.clock().is_none());
        }
        Action::OpenSeat | Action::Decline => {
            assert!(changed.is_empty() && after.moves() == before.moves());
            assert!(before.reservation().is_some() && after.reservation().is_none());
        }
        Action::PlayEngine(level) => {
            assert_eq!((changed.len(), after.moves()), (1, before.moves()));
            assert_eq!(*before.seats().get(changed[0]), Seat::Open);
            assert_eq!(*after.seats().get(changed[0]), Seat::Engine(level));
        }
        Action::PlayTogether(_) | Action::SetVoteRules(_) => panic!("not a game of votes"),
        Action::Resign => {
            assert_eq!((changed.len(), after.moves()), (0, before.moves()));
            let side = after.resigned().expect("a side has resigned");
            let seat = *before.seats().get(side);
            let is_theirs = match wish.actor {
                Actor::User(user) => seat == Seat::Human(user),
                Actor::Engine => matches!(seat, Seat::Engine(_)),
            };
            assert!(is_theirs, "a player resigns only for themselves");
        }
        Action::Time(control) => {
            assert_eq!((changed.len(), after.moves()), (0, before.moves()));
            assert_eq!((after.time_control(), after.timed_side()), (control, None));
            assert_eq!(after.agreement(), before.agreement());
        }
        Action::Hint | Action::Explain | Action::Xray { .. } | Action::TakeBack => {
            assert_eq!((changed.len(), after.resigned()), (0, None));
            check_help(before, after, wish.action);
        }
        Action::Offer(_) | Action::Accept(_) | Action::Greet(_) => {
            assert_eq!((changed.len(), after.resigned()), (0, before.resigned()));
            check_agreement(before, after, wish);
        }
    }
}

/// Checks the effect of an offer, an answer to one or a greeting on a session.
fn check_agreement(before: &Session, after: &Session, wish: Wish) {
    let Actor::User(user) = wish.actor else { panic!("engines do not talk") };
    let side = before.seat_of(user).expect("a player");
    let had = before.offer_of(!side);
    match wish.action {
        Action::Offer(Offer::Draw) | Action::Accept(Offer::Draw) if had == Some(Offer::Draw) => {
            assert!(after.is_drawn_by_agreement() && after.moves() == before.moves());
        }
        Action::Offer(offer) => {
            assert_eq!((after.offer_of(side), after.offer_of(!side)), (Some(offer), had));
            assert_eq!((after.moves(), after.outcome()), (before.moves(), None));
        }
        Action::Accept(offer) => {
            assert_eq!((had, after.outcome()), (Some(offer), None));
            let (kept, taken) = before.moves().split_at(after.moves().len());
            assert_eq!(after.moves(), kept);
            assert!((1..=2).contains(&taken.len()), "one move of theirs, and its answer");
            assert_eq!(after.position().turn(), !side, "it is theirs again");
            assert_eq!(Side::ALL.map(|side| after.offer_of(side)), [None; 2]);
            assert!(after.has_taken_back());
        }
        Action::Greet(greeting) => {
            assert_eq!(after.greeting(), Some((side, greeting)));
            let offers = |session: &Session| Side::ALL.map(|side| session.offer_of(side));
            assert_eq!((offers(after), after.moves()), (offers(before), before.moves()));
        }
        _ => panic!("nothing that people agree on"),
    }
}

/// Checks the effect of help on a session.
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

/// Checks that the open seat is taken, with a move where that was possible.
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
