//! Boards of strategic tic-tac-toe: the number of presses to every move, the labels of buttons, and the
//! pictures.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::record::Record;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::strategic::spec::StrategicSpec;
use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::{Game, MoveCode};
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::tap::{Part, Tap};
use zerosum_render::{Audience, View};
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::{Action, Session, SessionId, UserId};

use crate::support::presses::presses;

const ANNA: UserId = UserId(1001);

/// Only every `STEP`th position of a random game is checked.
const STEP: usize = 17;

/// Longest label that fits on each of three buttons in a row on a phone.
const THIRD_LABEL_CHARS_MAX: usize = 9;

/// Positions of a random game of each of the ready rules, with Anna to move.
fn sessions() -> Vec<Session> {
    let mut sessions = Vec::new();
    for spec in StrategicSpec::READY.map(GameSpec::Strategic) {
        let mut record = Record::new(spec);
        while record.outcome().is_none() {
            if record.moves().len().is_multiple_of(STEP) {
                sessions.push(Session::resumed(SessionId(7), ANNA, &record, Level::Best));
            }
            let mut moves = Vec::new();
            record.position().legal_moves(&mut moves);
            let seed = Seed(record.position().key());
            let code = seed.pick(moves.into_iter()).expect("it is in play");
            record.play(code).expect("it is legal");
        }
    }
    sessions
}

fn game(session: &Session) -> &Strategic {
    match session.position() {
        AnyGame::Strategic(game) => game,
        _ => panic!("it is this game"),
    }
}

fn seen(session: &Session, focus: Focus) -> View {
    let locales = Locales::load();
    zerosum_render::of(session, focus, None, Audience::Owner, locales.localizer(Language::English))
}

#[test]
fn a_move_is_one_tap_where_it_is_forced_and_three_at_most() {
    let locales = Locales::load();
    let (mut forced, mut free) = (0, 0);
    for session in sessions() {
        let found = presses(&session, Focus::Suggested, &locales);
        let farthest = found.values().max().expect("it is in play");
        let mut moves = Vec::new();
        session.position().legal_moves(&mut moves);
        assert!(moves.iter().all(|code| found.contains_key(code)), "every move is there");
        match game(&session).target() {
            Target::Tactical(..) => {
                forced += 1;
                assert_eq!(*farthest, 1);
            }
            Target::Strategic(_) => assert!(*farthest <= 2),
            Target::Anywhere => {
                free += 1;
                assert!(*farthest <= 3);
            }
        }
    }
    assert!(forced > 50 && free > 5, "{forced} {free}");
}

/// Expected label of the button of a free cell, from the rules alone.
fn destination(position: &AnyGame, code: MoveCode) -> String {
    let mut next = position.clone();
    next.play(code).expect("it is legal");
    let AnyGame::Strategic(next) = next else { panic!("it is this game") };
    match next.target() {
        _ if next.outcome().is_some() => "→ 🏁".to_owned(),
        Target::Tactical(strategic, tactical) => format!("→ {} {}", strategic + 1, tactical + 1),
        Target::Strategic(strategic) => format!("→ {}", strategic + 1),
        Target::Anywhere => "→ ✳️".to_owned(),
    }
}

#[test]
fn every_free_cell_tells_where_it_sends_the_opponent() {
    for session in sessions() {
        for button in seen(&session, Focus::Suggested).keyboard.concat() {
            let Tap::Act { action: Action::Play(code), .. } = button.tap else { continue };
            if session.position().is_legal(code) {
                assert_eq!(button.label, destination(session.position(), code));
            }
        }
    }
}

#[test]
fn labels_are_short_and_a_keyboard_leaves_room_for_its_picture() {
    for session in sessions() {
        for number in 0..=u16::from(u8::MAX) {
            let focus = Focus::On(Part(number));
            if !zerosum_render::board::buttons::parts::is_part(session.position(), Part(number)) {
                continue;
            }
            let view = seen(&session, focus);
            assert!(view.keyboard.len() <= 5 && view.picture.is_some());
            for row in view.keyboard.iter().filter(|row| row.len() == 3) {
                let is_short = |label: &str| label.chars().count() <= THIRD_LABEL_CHARS_MAX;
                assert!(row.iter().all(|button| is_short(&button.label)), "{row:?}");
            }
        }
    }
}

#[test]
fn a_closer_look_shows_the_strategic_cell_and_leads_back() {
    for session in sessions() {
        let view = seen(&session, Focus::Suggested);
        let whole = view.picture.as_ref().and_then(|picture| picture.board()).expect("a picture");
        assert_eq!((whole.depth(), whole.columns()), (2, 27));
        let closer = view.keyboard.concat().into_iter().find(|button| button.label == "📍 Closer");
        if game(&session).target() == Target::Anywhere {
            continue;
        }
        let Some(Tap::Focus { part: Some(part), .. }) = closer.map(|button| button.tap) else {
            panic!("a target can be seen large")
        };
        let close = seen(&session, Focus::On(part));
        let picture =
            close.picture.as_ref().and_then(|picture| picture.board()).expect("a picture");
        assert_eq!((picture.depth(), picture.columns()), (1, 9));
        assert_eq!(picture.targets().len(), whole.targets().len());
        let buttons = close.keyboard.concat();
        let back = buttons.iter().find(|button| button.label == "🗺 Whole field");
        let Some(Tap::Focus { part, .. }) = back.map(|button| button.tap) else {
            panic!("the whole field is one tap away")
        };
        assert_eq!(seen(&session, Focus::from(part)).picture, view.picture);
    }
}

#[test]
fn numbers_are_seen_where_the_next_move_may_go() {
    for session in sessions() {
        let strategic = game(&session);
        let view = seen(&session, Focus::Suggested);
        let scene = view.picture.as_ref().and_then(|picture| picture.board()).expect("a picture");
        let Target::Tactical(s, t) = strategic.target() else { continue };
        for cell in 0..9 {
            let spot = zerosum_picture::scene::Spot::of_path(&[s, t, cell]);
            let code = MoveCode((u16::from(s) * 9 + u16::from(t)) * 9 + u16::from(cell));
            let has_numbers = strategic.rules().numbers.is_some();
            let expected = (has_numbers && strategic.mark(code).is_none())
                .then(|| strategic.rules().leads_to(s, t, cell) + 1);
            assert_eq!(scene.number(spot), expected);
        }
    }
}

#[test]
fn a_game_of_any_rules_fits_into_its_buttons() {
    for rules in StrategicSpec::READY[5].rules().variants() {
        let named = StrategicSpec::of(&rules).map(GameSpec::Strategic).expect("it has a name");
        let numbers: String =
            (0..81_u8).map(|place| char::from(b'9' - (place % 9 * 7 + place / 9) % 9)).collect();
        let own = [&numbers[..27], &numbers, &format!("s{numbers}")].map(|numbers| {
            let numbers = Some(numbers.parse().expect("a set of one's own"));
            let rules = StrategicRules { numbers, ..rules.clone() };
            StrategicSpec::of(&rules).map(GameSpec::Strategic).expect("it is played")
        });
        for spec in own.into_iter().chain([named]) {
            let choice = Choice { spec, side: Side::Second, level: Level::Beginner };
            let taps = [
                Tap::Start(choice),
                Tap::Card { choice, has_variants: true },
                Tap::Offer { spec, side: Side::Second },
            ];
            for tap in taps {
                let data = zerosum_render::tap::encode(tap);
                assert!(data.len() <= zerosum_render::tap::TAP_BYTES_MAX, "{data}");
                assert_eq!(zerosum_render::tap::decode(&data), Ok(tap));
            }
        }
    }
}
