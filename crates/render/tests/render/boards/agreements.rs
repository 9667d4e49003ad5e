//! Offers and greetings between two people as each of them sees them.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_picture::theme::Theme;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::panels as looks;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::tap::Panel;
use zerosum_render::tap::{self, Tap, UnknownTap};
use zerosum_render::{Audience, CAPTION_UNITS_MAX, View};
use zerosum_session::game::agreement::{Greeting, Offer};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Refusal, Seat, Session};

use crate::support::sessions::{ANNA, BORIS, fresh, fresh_of};

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

const DRAW: Action = Action::Offer(Offer::Draw);

fn seen(session: &Session, audience: Audience, language: Language) -> View {
    zerosum_render::of(
        session,
        Focus::Suggested,
        None,
        audience,
        Locales::load().localizer(language),
    )
}

fn labels(view: &View) -> Vec<&str> {
    let row = view.keyboard.last().into_iter().flatten();
    row.map(|button| button.label.as_str()).collect()
}

const ANNA_NAMED: &DisplayName = &DisplayName::written("Anna");
const BORIS_NAMED: &DisplayName = &DisplayName::written("Борис");
const GROUP: Audience =
    Audience::Group { names: BySide { first: ANNA_NAMED, second: BORIS_NAMED }, is_of_group: true };
const ANNAS_OWN: Audience =
    Audience::Person { side: Side::First, other: BORIS_NAMED, is_of_group: false };
const BORISS_OWN: Audience =
    Audience::Person { side: Side::Second, other: ANNA_NAMED, is_of_group: false };

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
        let localizer = locales.localizer(Language::English);
        looks::panel(&session, (panel, Side::First), None, audience, localizer)
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
            let localizer = locales.localizer(language);
            let board = zerosum_render::of(&session, Focus::Suggested, None, GROUP, localizer);
            let [moves @ .., _] = &board.keyboard[..] else { panic!("{board:?}") };
            for panel in [Panel::Greetings, Panel::Resignation, Panel::DrawOffer] {
                let asked = (panel, Side::Second);
                let view = looks::panel(&session, asked, None, GROUP, localizer);
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
                let localizer = locales.localizer(language);
                let view = zerosum_render::of(&spoken, Focus::Suggested, None, audience, localizer);
                let plain = zerosum_render::of(&start, Focus::Suggested, None, audience, localizer);
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
