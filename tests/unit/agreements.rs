//! Offers and greetings between two people: how long an offer stands, how many are allowed, and how they
//! look.

use proptest::prelude::Strategy;
use proptest::sample::select;
use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_picture::theme::Theme;
use zerosum_render::board::agreement as looks;
use zerosum_render::board::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::tap::Panel;
use zerosum_render::tap::{self, Tap, UnknownTap};
use zerosum_render::{Audience, CAPTION_UNITS_MAX, View};
use zerosum_search::level::Level;
use zerosum_session::game::agreement::{
    self, GREETINGS_PER_SIDE_MAX, Greeting, NotAgreement, OFFERS_PER_SIDE_MAX, Offer,
};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::game::record;
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Refusal, Revision, Seat, Session, SessionId};

use crate::support::sessions::{ANNA, BORIS, fresh, fresh_of, seatings};

const ANNAS: Actor = Actor::User(ANNA);
const BORISS: Actor = Actor::User(BORIS);

/// A board of 15 columns leaves no room for more rows of buttons below a picture, nor for more lines.
const ROWS_MAX: usize = 8;
const CAPTION_LINES_MAX: usize = 3;

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

/// Actions by which players agree with each other.
pub(crate) fn actions() -> impl Strategy<Value = Action> {
    let offers =
        Offer::ALL.into_iter().flat_map(|offer| [Action::Offer(offer), Action::Accept(offer)]);
    select(offers.chain(Greeting::ALL.map(Action::Greet)).collect::<Vec<Action>>())
}

/// Actions that are refused, each with its refusal.
pub(crate) fn refusals() -> Vec<(Session, Actor, Revision, Action, Refusal)> {
    let offered = after(&[(ANNAS, play(4)), (ANNAS, DRAW)]);
    let [against_bot, ..] = seatings();
    // After each move that was taken back, Anna makes it again.
    let step = [(ANNAS, BACK), (BORISS, Action::Accept(Offer::TakeBack)), (ANNAS, play(4))];
    let often =
        after(&[&[(ANNAS, play(4))], &step.repeat(OFFERS_PER_SIDE_MAX.into())[..]].concat());
    let hello = (ANNAS, Action::Greet(Greeting::Hello));
    let greeted = after(&vec![hello; GREETINGS_PER_SIDE_MAX.into()]);
    let cases = [
        (fresh(against_bot), ANNAS, DRAW, Refusal::NoAgreement),
        (offered.clone(), ANNAS, DRAW, Refusal::AlreadyOffered),
        (offered.clone(), ANNAS, Action::Accept(Offer::Draw), Refusal::OwnOffer),
        (offered, BORISS, Action::Accept(Offer::TakeBack), Refusal::NoOffer),
        (often, ANNAS, BACK, Refusal::TooManyOffers),
        (greeted, ANNAS, Action::Greet(Greeting::Thanks), Refusal::TooManyGreetings),
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
    for _ in 0..GREETINGS_PER_SIDE_MAX {
        session = try_to(&session, ANNAS, Action::Greet(Greeting::Thanks)).expect("one is left");
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
        assert_eq!(agreement::decode(text), Err(NotAgreement), "{text:?}");
    }
    let longest = "255.65535 255.65535 255 d 255.65535 255.65535 255 t 255 2.y.65535";
    for text in ["- - 0 - - - 0 - 0 -", "1.4 - 2 d - 1.6 0 - 0 1.h.6", longest] {
        let said = agreement::decode(text).map(|said| agreement::encode(&said));
        assert_eq!(said, Ok(text.to_owned()));
    }
}

fn seen(session: &Session, audience: Audience, language: Language) -> View {
    zerosum_render::of(session, Focus::Suggested, None, audience, &Locales::load(), language)
}

fn labels(view: &View) -> Vec<&str> {
    let row = view.keyboard.last().into_iter().flatten();
    row.map(|button| button.label.as_str()).collect()
}

const ANNA_NAMED: &DisplayName = &DisplayName::written("Anna");
const BORIS_NAMED: &DisplayName = &DisplayName::written("Борис");
const GROUP: Audience =
    Audience::Group { names: BySide { first: ANNA_NAMED, second: BORIS_NAMED } };
const ANNAS_OWN: Audience = Audience::Person { side: Side::First, other: BORIS_NAMED };
const BORISS_OWN: Audience = Audience::Person { side: Side::Second, other: ANNA_NAMED };

#[test]
fn each_reads_what_is_offered_in_their_own_words_and_can_answer_it() {
    let signs = ["🤝", "↩️", "💬", "🏳️"];
    let offered = after(&[(ANNAS, play(4)), (ANNAS, DRAW)]);
    let own = seen(&offered, ANNAS_OWN, Language::English);
    assert!(own.text.ends_with("\n🤝 You offered a draw."), "{}", own.text);
    assert_eq!(labels(&own), signs);
    let other = seen(&offered, BORISS_OWN, Language::Russian);
    assert!(other.text.ends_with("\n🤝 Anna предлагает ничью."), "{}", other.text);
    assert_eq!(labels(&other), ["🤝 Принять", "💬", "🏳️"]);
    let group = seen(&offered, GROUP, Language::English);
    assert!(group.text.ends_with("\n🤝 Anna offers a draw."), "{}", group.text);
    assert_eq!(labels(&group), ["🤝 Accept", "💬", "🏳️"]);

    let greeted = try_to(&offered, ANNAS, Action::Greet(Greeting::Hello)).expect("she may");
    let own = seen(&greeted, ANNAS_OWN, Language::English);
    assert!(own.text.ends_with("\n💬 You: Hello! Good luck!"), "{}", own.text);
    let other = seen(&greeted, BORISS_OWN, Language::Ukrainian);
    assert!(other.text.ends_with("\n💬 Anna: Привіт! Щасти!"), "{}", other.text);

    let agreed = try_to(&greeted, BORISS, Action::Accept(Offer::Draw)).expect("it stands");
    for audience in [GROUP, ANNAS_OWN, BORISS_OWN] {
        let over = seen(&agreed, audience, Language::English);
        assert!(over.text.contains("\nA draw by agreement."), "{}", over.text);
        let labels = over.keyboard.iter().flatten().map(|button| button.label.as_str());
        let left: Vec<&str> = labels.filter(|label| signs.contains(label)).collect();
        assert_eq!(left, ["💬"], "what is left is to say thanks");
    }
    let thanks = try_to(&agreed, ANNAS, Action::Greet(Greeting::Thanks)).expect("she may");
    let other = seen(&thanks, BORISS_OWN, Language::English);
    assert!(other.text.ends_with("\n💬 Anna: Thanks for the game!"), "{}", other.text);
    assert_eq!((thanks.outcome(), thanks.moves()), (agreed.outcome(), agreed.moves()));
    let left = agreed
        .left_by(BORIS)
        .unwrap_or(after(&[(ANNAS, play(4))]).left_by(BORIS).expect("he plays"));
    assert_eq!(try_to(&left, ANNAS, Action::Greet(Greeting::Thanks)), Err(Refusal::Over));
}

#[test]
fn a_panel_stands_in_the_place_of_the_buttons_and_leads_back() {
    let locales = Locales::load();
    let session = after(&[(ANNAS, play(4))]);
    let panel = |panel, audience| {
        let language = Language::English;
        looks::panel(&session, (panel, Side::First), None, audience, &locales, language)
    };
    let said = panel(Panel::Greetings, ANNAS_OWN);
    assert_eq!(said.text, seen(&session, ANNAS_OWN, Language::English).text);
    assert_eq!(said.keyboard.len(), Greeting::ALL.len() + 1);
    for (row, greeting) in said.keyboard.iter().zip(Greeting::ALL) {
        let action = Action::Greet(greeting);
        assert_eq!(row[0].tap, Tap::Act { id: session.id(), seen: session.revision(), action });
    }
    let (id, seen) = (session.id(), session.revision());
    let back = Tap::Panel { id, seen, panel: None };
    let surely = Tap::ResignSurely { id, seen, side: Side::First };
    let asked = panel(Panel::Resignation, ANNAS_OWN);
    assert!(asked.text.ends_with("\nAre you sure you want to resign?"), "{}", asked.text);
    let taps: Vec<Tap> = asked.keyboard.iter().map(|row| row[0].tap).collect();
    assert_eq!(taps, [surely, back]);
    assert_eq!(said.keyboard.last().map(|row| row[0].tap), Some(back));
    let asked = panel(Panel::DrawOffer, ANNAS_OWN);
    assert!(asked.text.ends_with("\nOffer a draw?"), "{}", asked.text);
    let taps: Vec<Tap> = asked.keyboard.iter().map(|row| row[0].tap).collect();
    assert_eq!(taps, [Tap::Act { id, seen, action: DRAW }, back]);
    // Where others see the same board, the question does not block it.
    let asked = panel(Panel::Resignation, GROUP);
    assert!(asked.text.ends_with("\nAnna, are you sure you want to resign?"), "{}", asked.text);
    let [cells @ .., question] = &asked.keyboard[..] else { panic!("{asked:?}") };
    assert_eq!(question.iter().map(|button| button.tap).collect::<Vec<_>>(), [surely, back]);
    assert_eq!(cells, &self::seen(&session, GROUP, Language::English).keyboard[..3]);
}

#[test]
fn in_a_group_a_panel_leaves_every_move_and_has_room_on_every_board() {
    let locales = Locales::load();
    let wide = ["15x15x5", "10x10x5", "9x9x5", "15x3x3", "3x15x3"];
    let specs = wide.map(|name| GameSpec::from_name(name).expect("it is a game"));
    for spec in GameSpec::ALL.into_iter().chain(specs) {
        let start = fresh_of(spec, seats()).under(TimeControl::FiveAndThree);
        let session = try_to(&start, ANNAS, DRAW).expect("she may");
        for language in Language::ALL {
            let board =
                zerosum_render::of(&session, Focus::Suggested, None, GROUP, &locales, language);
            let [moves @ .., _] = &board.keyboard[..] else { panic!("{board:?}") };
            for panel in [Panel::Greetings, Panel::Resignation, Panel::DrawOffer] {
                let asked = (panel, Side::Second);
                let view = looks::panel(&session, asked, None, GROUP, &locales, language);
                assert_eq!(&view.keyboard[..moves.len()], moves, "{spec:?}");
                if view.picture.is_some() {
                    assert!(view.keyboard.len() <= ROWS_MAX, "{spec:?}: {}", view.keyboard.len());
                    assert!(view.text.lines().count() <= CAPTION_LINES_MAX, "{}", view.text);
                }
                let text = view.in_theme(Theme::Text).text;
                assert!(text.encode_utf16().count() <= CAPTION_UNITS_MAX, "{text}");
            }
        }
    }
}

#[test]
fn while_something_is_on_offer_the_clock_is_told_and_can_be_asked() {
    for name in ["3x3", "15x15x5"] {
        let spec = GameSpec::from_name(name).expect("it is a game");
        let start = fresh_of(spec, seats()).under(TimeControl::ThreeMinutes);
        let steps = [(ANNAS, DRAW), (ANNAS, Action::Greet(Greeting::OneMoment))];
        let spoken = steps.iter().fold(start, |session, (actor, action)| {
            try_to(&session, *actor, *action).expect("they may")
        });
        for audience in [GROUP, ANNAS_OWN, BORISS_OWN] {
            let view = seen(&spoken, audience, Language::English);
            assert!(view.text.contains("⏳ three minutes for each move"), "{}", view.text);
            assert_eq!(labels(&view).last(), Some(&"⏱"), "{view:?}");
        }
    }
}

#[test]
fn on_every_board_there_is_room_for_the_row_and_for_the_lines() {
    let locales = Locales::load();
    let wide = ["15x15x5", "10x10x5", "9x9x5", "15x3x3", "3x15x3"];
    let specs = wide.map(|name| GameSpec::from_name(name).expect("it is a game"));
    for spec in GameSpec::ALL.into_iter().chain(specs) {
        let start = fresh_of(spec, seats());
        let steps = [(ANNAS, DRAW), (BORISS, Action::Greet(Greeting::OneMoment))];
        let spoken = steps.iter().fold(start.clone(), |session, (actor, action)| {
            try_to(&session, *actor, *action).expect("they may")
        });
        for language in Language::ALL {
            for audience in [GROUP, ANNAS_OWN, BORISS_OWN] {
                let view = zerosum_render::of(
                    &spoken,
                    Focus::Suggested,
                    None,
                    audience,
                    &locales,
                    language,
                );
                let plain = zerosum_render::of(
                    &start,
                    Focus::Suggested,
                    None,
                    audience,
                    &locales,
                    language,
                );
                assert_eq!(view.keyboard.len(), plain.keyboard.len(), "{spec:?}");
                if view.picture.is_some() {
                    assert!(view.keyboard.len() <= ROWS_MAX, "{spec:?}: {}", view.keyboard.len());
                    assert!(view.text.lines().count() <= CAPTION_LINES_MAX, "{}", view.text);
                }
                let text = view.in_theme(Theme::Text).text;
                assert!(text.encode_utf16().count() <= CAPTION_UNITS_MAX, "{text}");
            }
        }
    }
}

#[test]
fn data_of_nothing_that_people_say_to_each_other_is_refused() {
    for data in [
        "1:a:7:1:o",
        "1:a:7:1:ox",
        "1:a:7:1:ydd",
        "1:a:7:1:gd",
        "1:pa:7:1",
        "1:pa:7:1:",
        "1:pa:7:1:x",
        "1:pa:7:1:x3",
        "1:pa:07:1:g",
        "1:pa:7:1:-g",
    ] {
        assert_eq!(tap::decode(data), Err(UnknownTap), "{data}");
    }
}
