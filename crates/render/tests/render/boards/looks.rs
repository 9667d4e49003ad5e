//! Looks that a person has chosen: their marks stand wherever a board of buttons and its texts name the
//! sides, and nowhere beside a picture, which shows others.

use std::sync::LazyLock;

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_picture::theme::Theme;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::sides;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::BotNames;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::study::{replay, why};
use zerosum_render::tap::{Ply, Tap};
use zerosum_render::{Audience, Button, Look, View, pages, row_layout};
use zerosum_search::solutions::Solutions;
use zerosum_session::language::Language;
use zerosum_session::people::marks::MarkPair;
use zerosum_session::{Seat, Session, SessionId, UserId};

use crate::boards::laws::{sessions, specs};

const USUAL: [&str; 2] = ["❌", "⭕"];

/// One in this many sessions of a game is drawn.
const SESSIONS_APART: usize = 11;

fn tic_tac_toe() -> GameSpec {
    GameSpec::from_name("3x3").expect("it is a game")
}

fn others() -> impl Iterator<Item = MarkPair> {
    MarkPair::ALL.into_iter().filter(|pair| *pair != MarkPair::default())
}

fn marks_of(spec: GameSpec, pair: MarkPair) -> [&'static str; 2] {
    Side::ALL.map(|side| sides::own_mark(spec, side, pair))
}

/// All that a message says.
fn said(view: &View) -> String {
    let labels = view.keyboard.iter().flatten().map(|button| button.label.as_str());
    [view.text.as_str()].into_iter().chain(labels).collect::<Vec<&str>>().join("\n")
}

fn taps(view: &View) -> Vec<Tap> {
    view.keyboard.iter().flatten().map(|button| button.tap).collect()
}

fn drawn(session: &Session, audience: Audience) -> View {
    static LOCALES: LazyLock<Locales> = LazyLock::new(Locales::load);
    let localizer = LOCALES.localizer(Language::English);
    zerosum_render::of(session, Focus::Suggested, None, audience, localizer)
}

/// Checks that a view is another with these marks in the place of crosses and noughts.
fn assert_exchanged(usual: &View, own: &View, marks: [&str; 2]) {
    let (before, after) = (said(usual), said(own));
    for (usual, mark) in USUAL.into_iter().zip(marks) {
        assert_eq!(before.matches(usual).count(), after.matches(mark).count(), "{after}");
        assert!(!after.contains(usual), "{after}");
    }
    assert_eq!(taps(usual), taps(own));
}

#[test]
fn own_marks_stand_wherever_a_board_of_buttons_names_a_side_and_beside_no_picture() {
    let mut boards = 0;
    let mut pairs = others().collect::<Vec<MarkPair>>().into_iter().cycle();
    for spec in specs() {
        for session in sessions(spec).into_iter().step_by(SESSIONS_APART) {
            let view = drawn(&session, Audience::Owner);
            let marks = pairs.next().expect("it never ends");
            for theme in [Theme::Light, Theme::Text] {
                let own = view.clone().in_look(Look { theme, marks }, spec);
                let usual = view.clone().in_theme(theme);
                match view.picture.is_none() && sides::are_own(spec) {
                    true => assert_exchanged(&usual, &own, marks_of(spec, marks)),
                    false => assert_eq!(own, usual),
                }
            }
            boards += usize::from(view.picture.is_none());
        }
    }
    assert!(boards > 20, "{boards}");
}

#[test]
fn rows_of_buttons_are_the_same_with_all_marks() {
    let layout = |view: &View| -> Vec<usize> {
        row_layout::fitting(&view.keyboard, false).map(<[Button]>::len).collect()
    };
    for session in sessions(tic_tac_toe()) {
        let view = drawn(&session, Audience::Owner);
        for marks in others() {
            let look = Look { theme: Theme::Light, marks };
            assert_eq!(layout(&view.clone().in_look(look, tic_tac_toe())), layout(&view));
        }
    }
}

#[test]
fn a_name_with_signs_of_the_game_stays_as_it_is() {
    let spec = tic_tac_toe();
    let seats = BySide { first: Seat::Human(UserId(1)), second: Seat::Human(UserId(2)) };
    let session = Session::new(SessionId(1), spec, seats);
    for name in ["Zoe ❌⭕", "Zoe ❌\u{fe0f}⭕\u{fe0f}"] {
        let other = &BotNames::default().name_beside(name);
        let audience = Audience::Person { side: Side::First, other, is_of_group: false };
        let view = drawn(&session, audience);
        for marks in others() {
            let [first, second] = marks_of(spec, marks);
            let own = view.clone().in_look(Look { theme: Theme::Light, marks }, spec);
            let head = format!("{first} You  ·  {second} Zoe ❌\u{fe0f}⭕\u{fe0f}\n");
            assert!(own.text.starts_with(&head), "{}", own.text);
        }
    }
}

#[test]
fn the_folded_part_of_a_reason_begins_where_it_did() {
    let spec = tic_tac_toe();
    let (locales, solutions) = (Locales::load(), Solutions::compute());
    let mut folded = 0;
    for session in sessions(spec) {
        let Some(analysis) = solutions.analysis(session.position()) else { continue };
        let localizer = locales.localizer(Language::English);
        let Some(page) = why::page(&session, &analysis, None, localizer) else { continue };
        let Some(from) = page.folded_from else { continue };
        let rest = |text: &str, from: usize| {
            let units: Vec<u16> = text.encode_utf16().collect();
            (String::from_utf16(&units[..from]), String::from_utf16(&units[from..]))
        };
        let (shown, hidden) = rest(&page.view.text, from);
        let lines = [shown, hidden].map(|part| part.expect("it is text").lines().count());
        for marks in others() {
            let own = page.clone().in_look(Look { theme: Theme::Light, marks }, spec);
            let (shown, hidden) = rest(&own.view.text, own.folded_from.expect("it is folded"));
            let parts = [shown, hidden].map(|part| part.expect("it is text"));
            assert_eq!(parts.each_ref().map(|part| part.lines().count()), lines);
            assert!(parts.iter().all(|part| !USUAL.iter().any(|usual| part.contains(usual))));
        }
        folded += usize::from(USUAL.iter().any(|usual| page.view.text.contains(usual)));
    }
    assert!(folded > 0, "no page names a side");
}

#[test]
fn a_picture_of_a_small_board_keeps_its_marks_in_words_too_unless_it_is_told_as_text() {
    let spec = tic_tac_toe();
    let locales = Locales::load();
    let session = sessions(spec).into_iter().find(|session| session.outcome().is_some());
    let session = session.expect("a game ends");
    let view = replay::page(&session, Ply(3), locales.localizer(Language::English));
    for marks in others() {
        let pictured = view.clone().in_look(Look { theme: Theme::Dark, marks }, spec);
        assert!(pictured.picture.is_some() && pictured.text == view.text);
        let told = view.clone().in_look(Look { theme: Theme::Text, marks }, spec);
        assert!(told.text.contains('⬜'), "{}", told.text);
        assert_exchanged(&view.clone().in_theme(Theme::Text), &told, marks_of(spec, marks));
    }
}

#[test]
fn the_page_of_looks_shows_boards_in_the_look_and_marks_what_is_chosen() {
    let locales = Locales::load();
    for language in Language::ALL {
        for theme in Theme::ALL {
            for marks in MarkPair::ALL {
                let (look, localizer) = (Look { theme, marks }, locales.localizer(language));
                let view = pages::themes(localizer, look, false);
                assert_eq!(view.picture.is_none(), theme == Theme::Text);
                let still = pages::themes(localizer, look, true);
                assert!(still.picture.is_some() && still.text == view.text, "a photo stays one");
                let [first, second] = marks_of(tic_tac_toe(), marks);
                let board = format!("\n\n{first}⬜⬜\n⬜{second}⬜\n⬜⬜{first}");
                assert!(view.text.contains(&board), "{}", view.text);
                let chosen = view.keyboard.iter().flatten();
                let chosen = chosen.filter(|button| button.label.starts_with("✓ "));
                let chosen: Vec<Tap> = chosen.map(|button| button.tap).collect();
                assert_eq!(chosen, [Tap::Paint(theme), Tap::Mark(marks)]);
                let named = locales.say(language, Phrase::WhichMarks);
                assert!(view.text.contains(&named), "{}", view.text);
            }
        }
    }
}
