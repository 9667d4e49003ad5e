//! Boards that are posted in any chat: every result offered fits into a message and into its buttons.

use std::collections::HashSet;

use zerosum::telegram::outgoing::outbox::{TEXT_UNITS_MAX, text_of};
use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::View;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::{BotNames, DisplayName};
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages::posted::Poster;
use zerosum_render::tap::posted::{
    MarkNonce, Opening, PostedGame, PostedTap, PosterSide, PosterTag,
};
use zerosum_render::tap::{TAP_BYTES_MAX, Tap, decode, encode};
use zerosum_session::language::Language;

/// Telegram's limits on buttons below a message and beside each other.
const BUTTONS_MAX: usize = 100;
const COLUMNS_MAX: usize = 8;

fn games(spec: GameSpec) -> [PostedGame; 3] {
    let mark = PosterTag::new(Some(MarkNonce::new(u64::MAX)), u64::MAX);
    let wish = |side| PostedGame { spec, wish: Some(PosterSide { mark, side }) };
    [PostedGame { spec, wish: None }, wish(Side::First), wish(Side::Second)]
}

fn openings(view: &View) -> Vec<Opening> {
    let buttons = view.keyboard.iter().flatten();
    let openings = buttons.map(|button| match button.tap {
        Tap::Posted(PostedTap { opening, .. }) => opening,
        other => panic!("{other:?} is of no posted board"),
    });
    openings.collect()
}

#[test]
fn every_offered_game_can_be_posted_in_every_language() {
    let locales = Locales::load();
    let name = BotNames::default().name_beside(&"Ж".repeat(32));
    for language in Language::ALL {
        let poster = Poster { name: &name, localizer: locales.localizer(language) };
        for game in GameSpec::offered().into_iter().flat_map(games) {
            let view = poster.board(game).unwrap_or_else(|| panic!("{game:?} has no room"));
            let text = text_of(&view);
            assert!(text.encode_utf16().count() <= TEXT_UNITS_MAX, "{game:?}: {text}");
            assert_eq!(text.contains(name.as_str()), game.wish.is_some(), "{text}");
            let rows = &view.keyboard;
            assert!(rows.iter().all(|row| (1..=COLUMNS_MAX).contains(&row.len())), "{game:?}");
            assert!(rows.iter().flatten().count() <= BUTTONS_MAX, "{game:?}");
            for button in rows.iter().flatten() {
                let data = encode(button.tap);
                assert!(data.len() <= TAP_BYTES_MAX, "{data}");
                assert_eq!(decode(&data), Ok(button.tap), "{data}");
            }
            let card = poster.card(game);
            assert!(!card.title.is_empty() && !card.description.is_empty(), "{card:?}");
        }
    }
}

#[test]
fn every_button_of_a_posted_board_begins_its_game_or_says_why_not() {
    let locales = Locales::load();
    let nobody = DisplayName::default();
    let poster = Poster { name: &nobody, localizer: locales.localizer(Language::English) };
    for game in GameSpec::offered().into_iter().flat_map(games) {
        let start = game.spec.start();
        assert_eq!(start.turn(), Side::First, "who taps a cell makes the first move");
        let openings = openings(&poster.board(game).expect("there is room"));
        let moves = openings.iter().filter_map(|opening| match opening {
            Opening::Play(code) => Some(*code),
            Opening::Look(_) | Opening::Join(_) | Opening::Nothing => None,
        });
        assert!(moves.clone().all(|code| start.is_legal(code)), "{game:?}");
        let looks = openings.iter().filter(|opening| matches!(opening, Opening::Look(_))).count();
        assert!(moves.count() + looks > 0, "{game:?} cannot be begun");
        let seats: HashSet<Option<Side>> =
            openings.iter().map(|opening| game.side_for(true, *opening)).collect();
        let expected: HashSet<Option<Side>> = match game.wish {
            Some(wish) => [Some(wish.side)].into(),
            None => Side::ALL.map(Some).into(),
        };
        assert_eq!(seats, expected, "{game:?}");
        let others = openings.iter().filter_map(|opening| game.side_for(false, *opening));
        assert_eq!(others.count() == 0, game.wish.is_some(), "{game:?}");
    }
}

#[test]
fn numbers_of_ones_own_are_posted_as_far_as_a_button_has_room() {
    let locales = Locales::load();
    let anna = BotNames::default().name_beside("Anna");
    let poster = Poster { name: &anna, localizer: locales.localizer(Language::English) };
    let digits: String =
        (0..81_u8).map(|place| char::from(b'1' + (place % 9 * 7 + place / 9) % 9)).collect();
    let name = format!("strategic-functional-{digits}-decided-neutral-ta-tb-sa-sb");
    let spec = GameSpec::from_name(&name).expect("it is a game");
    let [open, first, second] = games(spec).map(|game| poster.board(game));
    let buttons = open.iter().flat_map(|view| view.keyboard.iter().flatten());
    let longest = buttons.map(|button| encode(button.tap).len()).max();
    assert!(longest.is_some_and(|bytes| bytes <= TAP_BYTES_MAX), "{longest:?}");
    assert_eq!((first, second), (None, None));
}

#[test]
fn a_tap_that_comes_too_soon_is_answered_by_a_toast() {
    let locales = Locales::load();
    for language in Language::ALL {
        assert!(locales.say(language, Phrase::NotYoursToBegin).chars().count() <= 200);
    }
}
