//! Laws of menus: every choice can be made, and the marked choice is the current one.

use std::collections::HashSet;

use zerosum_games::any::GameSpec;
use zerosum_games::mnk::MnkSpec;
use zerosum_games::sheep::SheepStart;
use zerosum_games::side::Side;
use zerosum_games::ultimate::UltimateRules;
use zerosum_render::board::titles;
use zerosum_render::locales::Locales;
use zerosum_render::pages::menus::Menu;
use zerosum_render::tap::{self, GamesPage, Tap};
use zerosum_render::{Button, View};
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;

/// Number of characters that fit on each of two buttons in a row on a narrow phone.
const HALF_LABEL_CHARS_MAX: usize = 17;
const TILES_MAX: usize = 9;

/// Choice offered to a player who has not played the game.
fn usual(spec: GameSpec) -> Choice {
    Choice { spec, side: titles::side_offered(spec), level: Level::Casual }
}

fn buttons(view: &View) -> impl Iterator<Item = &Button> {
    view.keyboard.iter().flatten()
}

fn start_of(card: &View) -> Choice {
    let starts: Vec<Choice> = buttons(card)
        .filter_map(|button| match button.tap {
            Tap::Start(choice) => Some(choice),
            _ => None,
        })
        .collect();
    let [choice] = starts[..] else { panic!("a card starts one game: {card:?}") };
    choice
}

/// All views that are reachable from the tiles.
fn reached(menu: Menu) -> Vec<(Tap, View)> {
    let show = |tap| match tap {
        Tap::Games { page } => Some(menu.games(page, usual)),
        Tap::Card { choice, has_variants } => Some(menu.card(choice, has_variants, true)),
        _ => None,
    };
    let mut waiting = vec![Tap::Games { page: GamesPage::First }];
    let (mut seen, mut views) = (HashSet::from([waiting[0]]), Vec::new());
    while let Some(tap) = waiting.pop() {
        let view = show(tap).expect("it is a page");
        let next = buttons(&view).map(|button| button.tap).filter(|tap| show(*tap).is_some());
        waiting.extend(next.filter(|tap| seen.insert(*tap)));
        views.push((tap, view));
    }
    views
}

#[test]
fn every_choice_of_every_game_on_offer_can_be_reached_and_started() {
    let locales = Locales::load();
    for language in Language::ALL {
        let views = reached(Menu { localizer: locales.localizer(language) });
        let cards = views.iter().filter(|(tap, _)| matches!(tap, Tap::Card { .. }));
        let started: HashSet<Choice> = cards.map(|(_, card)| start_of(card)).collect();
        for spec in GameSpec::offered() {
            for side in Side::ALL {
                for level in Level::of_game(spec).iter().copied() {
                    let choice = Choice { spec, side, level };
                    assert!(started.contains(&choice), "{choice:?}");
                }
            }
        }
        let levels = GameSpec::offered().into_iter().map(|spec| Level::of_game(spec).len());
        assert_eq!(started.len(), levels.sum::<usize>() * 2, "nothing else is started");
    }
}

#[test]
fn every_ready_game_is_on_offer() {
    let boards = MnkSpec::READY.map(GameSpec::Mnk).to_vec();
    let ultimates = UltimateRules::NAMED.map(GameSpec::Ultimate).to_vec();
    let others = vec![GameSpec::TicTacToe, GameSpec::Sheep(SheepStart::default())];
    for spec in [boards, ultimates, others].concat() {
        assert!(GameSpec::offered().contains(&spec), "{}", spec.name());
    }
}

#[test]
fn a_card_marks_what_it_starts_and_every_option_changes_one_thing() {
    let locales = Locales::load();
    for language in Language::ALL {
        for (tap, card) in reached(Menu { localizer: locales.localizer(language) }) {
            let Tap::Card { choice, .. } = tap else { continue };
            assert_eq!(start_of(&card), choice);
            for button in buttons(&card) {
                let Tap::Card { choice: other, .. } = button.tap else { continue };
                let changes = [
                    other.spec != choice.spec,
                    other.side != choice.side,
                    other.level != choice.level,
                ];
                let changed = changes.into_iter().filter(|is_changed| *is_changed).count();
                assert!(changed <= 1, "{choice:?} {other:?}");
                // A button that changes nothing is marked, or leads to the variants.
                let is_marked = button.label.starts_with('✓');
                let leads_on = button.tap != tap && changed == 0;
                assert_eq!(is_marked, changed == 0 && !leads_on, "{button:?}");
            }
        }
    }
}

#[test]
fn pages_are_small_and_their_labels_short_and_different() {
    let locales = Locales::load();
    for language in Language::ALL {
        for (tap, view) in reached(Menu { localizer: locales.localizer(language) }) {
            let labels: HashSet<&str> =
                buttons(&view).map(|button| button.label.as_str()).collect();
            assert_eq!(labels.len(), buttons(&view).count(), "{view:?}");
            for row in view.keyboard.iter().filter(|row| row.len() == 2) {
                for button in row {
                    assert!(button.label.chars().count() <= HALF_LABEL_CHARS_MAX, "{button:?}");
                }
            }
            for button in buttons(&view) {
                assert_eq!(tap::decode(&tap::encode(button.tap)), Ok(button.tap));
            }
            if matches!(tap, Tap::Games { .. }) {
                assert!(labels.len() <= TILES_MAX, "{view:?}");
            }
        }
    }
}

#[test]
fn a_tile_leads_to_the_game_as_its_user_plays_it() {
    let locales = Locales::load();
    let menu = Menu { localizer: locales.localizer(Language::English) };
    for side in Side::ALL {
        for level in Level::ALL {
            for page in [GamesPage::First, GamesPage::More] {
                let view = menu.games(page, |spec| Choice { spec, side, level });
                for button in buttons(&view) {
                    let Tap::Card { choice, has_variants } = button.tap else { continue };
                    assert_eq!((choice.side, choice.level, has_variants), (side, level, false));
                }
            }
        }
    }
}
