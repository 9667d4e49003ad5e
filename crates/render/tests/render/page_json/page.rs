//! The page in a browser: its labels, its catalog, and the JSON of games, in which the cells that may be played
//! are those of the rules.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::mnk::opening::Opening;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::{Game, MoveCode};
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::page::{PageLabel, source_of};
use zerosum_render::page::catalog::Catalog;
use zerosum_render::page::game::AskedMove;
use zerosum_render::page::solo::{self, Snapshot, SoloSetup};
use zerosum_session::Session;
use zerosum_session::choice::Level;
use zerosum_session::language::Language;

use crate::support::source_texts;

const ENGLISH: Language = Language::English;

fn in_english(locales: &Locales) -> Localizer<'_> {
    locales.localizer(ENGLISH)
}

fn texts(language: Language) -> BTreeMap<String, String> {
    source_texts::texts(source_of(language)).into_iter().collect()
}

#[test]
fn every_language_has_every_label_of_the_page_and_no_others() {
    let ids: BTreeSet<String> = PageLabel::ALL.iter().map(|label| label.id().to_owned()).collect();
    let english = texts(ENGLISH);
    for language in Language::ALL {
        let texts = texts(language);
        assert_eq!(texts.keys().cloned().collect::<BTreeSet<_>>(), ids, "{language:?}");
        let is_same = |id: &String| texts.get(id) == english.get(id);
        assert!(language == ENGLISH || !ids.iter().any(is_same), "{language:?} is left in English");
    }
}

/// A game of two people on one device.
fn for_two(spec: GameSpec) -> Session {
    let setup = SoloSetup { spec, against: None, seed: 1 };
    solo::session::<&str>(setup, &[]).expect("no move is legal")
}

fn json(session: &Session) -> Value {
    json_in(session, &Locales::load())
}

fn json_in(session: &Session, locales: &Locales) -> Value {
    let snapshot = Snapshot::of(session, in_english(locales));
    serde_json::to_value(snapshot).expect("it can be written")
}

/// The moves that the page may send in this position.
fn offered(json: &Value) -> Vec<AskedMove<'static>> {
    let legal = json["legal"].as_str().expect("a text").chars().enumerate();
    let cells = legal.filter(|(_, sign)| *sign == '1');
    let number = |value: &Value| u16::try_from(value.as_u64().expect("a number")).expect("a cell");
    let pairs = json["pairs"].as_array().into_iter().flatten();
    cells
        .map(|(cell, _)| AskedMove::At(u16::try_from(cell).expect("a cell")))
        .chain(pairs.map(|pair| AskedMove::Between(number(&pair[0]), number(&pair[1]))))
        .collect()
}

#[test]
fn in_every_game_the_page_offers_the_moves_of_the_rules_and_no_others() {
    let locales = Locales::load();
    for (number, spec) in GameSpec::ALL.into_iter().enumerate() {
        let mut session = for_two(spec);
        for ply in 0_u32.. {
            let json = json_in(&session, &locales);
            let mut moves = Vec::new();
            session.position().legal_moves(&mut moves);
            let offered = offered(&json);
            // Several cells of a column mean the same drop.
            let is_falling = spec.family() == Family::ConnectFour;
            assert!(
                offered.len() == moves.len() || is_falling && offered.len() > moves.len(),
                "{spec:?} at ply {ply}"
            );
            let seed = Seed::of_turn(u64::try_from(number).expect("a number"), ply);
            let Some(asked) = seed.pick(offered.iter().copied()) else { break };
            let played = |asked| solo::played(&session, asked, in_english(&locales));
            // On the largest boards one move stands for all.
            if moves.len() < 100 {
                let mut reached: Vec<MoveCode> = offered
                    .iter()
                    .map(|asked| played(*asked).expect("it is offered").moves().last().copied())
                    .map(|code| code.expect("a move was made"))
                    .collect();
                reached.sort();
                reached.dedup();
                assert_eq!(reached, moves, "{spec:?} at ply {ply}");
            }
            let next = played(asked).expect("it is offered");
            // A piece may come to rest below the cell that was tapped.
            if !is_falling && let AskedMove::At(at) | AskedMove::Between(_, at) = asked {
                let after = json_in(&next, &locales);
                let mark =
                    after["scene"]["marks"].as_str().and_then(|marks| marks.chars().nth(at.into()));
                assert_eq!(
                    json["next_mark"],
                    mark.map(String::from).unwrap_or_default(),
                    "{spec:?}"
                );
            }
            session = next;
        }
        let end = json(&session);
        assert_eq!(end["is_over"], true, "{spec:?}");
        assert_eq!(end["offers"].as_array().map(Vec::len), Some(1), "{spec:?}");
        // The moves are all that is kept of a game.
        let moves: Vec<String> = serde_json::from_value(end["moves"].clone()).expect("texts");
        let setup = SoloSetup { spec, against: None, seed: 1 };
        assert_eq!(solo::session(setup, &moves), Some(session), "{spec:?}");
    }
}

#[test]
fn a_text_of_cells_has_a_letter_for_each() {
    for spec in GameSpec::ALL {
        let json = json(&for_two(spec));
        let scene = &json["scene"];
        let cells = scene["columns"].as_u64().zip(scene["rows"].as_u64()).map(|(a, b)| a * b);
        let length = |value: &Value| value.as_str().map(|text| text.chars().count() as u64);
        assert_eq!(length(&scene["marks"]), cells, "{spec:?}");
        assert_eq!(length(&json["legal"]), cells, "{spec:?}");
        assert!(scene["numbers"].is_null() || length(&scene["numbers"]) == cells, "{spec:?}");
    }
}

#[test]
fn the_sentences_are_those_of_the_chat() {
    let three = GameSpec::TicTacToe;
    let after = |against, moves: &[&str]| {
        let setup = SoloSetup { spec: three, against, seed: 1 };
        json(&solo::session(setup, moves).expect("the moves are legal"))
    };
    let won = after(None, &["b2", "a1", "c1", "b1", "a3"]);
    assert_eq!(won["say"], "🎉 ❌ won – three in a row!");
    assert_eq!(won["scene"]["lines"], serde_json::json!([[[2, 2], [6, 6]]]));
    assert_eq!(after(None, &["b2"])["say"], "Your move: tap for ⭕.");
    let novice = Some((Side::First, Level::Beginner));
    let won = after(novice, &["b2", "a1", "c1", "b1", "a3"]);
    assert!(won["say"].as_str().is_some_and(|say| say.starts_with("🎉 You won – three in a row!")));
    let offers = won["offers"].as_array().expect("there are some");
    let labels: Vec<&str> = offers.iter().filter_map(|offer| offer["label"].as_str()).collect();
    assert_eq!(labels, ["🔁 Play again", "🔄 Swap sides", "💪 Harder: casual"]);
    let ultimate = GameSpec::from_name("ultimate").expect("it is a game");
    let setup = SoloSetup { spec: ultimate, against: None, seed: 1 };
    let sent = json(&solo::session(setup, &["b2"]).expect("it is legal"));
    assert_eq!(sent["scene"]["targets"], serde_json::json!([[30, 50]]));
}

#[test]
fn a_move_that_is_not_possible_is_refused_in_words() {
    let locales = Locales::load();
    let setup = SoloSetup { spec: GameSpec::TicTacToe, against: None, seed: 1 };
    let session = solo::session(setup, &["b2"]).expect("it is legal");
    let refused = |asked| solo::played(&session, asked, in_english(&locales)).err();
    assert_eq!(refused(AskedMove::At(4)).as_deref(), Some("This cell is taken."));
    assert_eq!(refused(AskedMove::Text("B 2!")).as_deref(), Some("This cell is taken."));
    assert!(refused(AskedMove::Text("d9")).is_some_and(|say| say.contains("a1 to c3")));
    assert!(refused(AskedMove::Text("hello")).is_some_and(|say| say.contains("written like")));
    for off in [9, 500, u16::MAX] {
        assert!(refused(AskedMove::At(off)).is_some(), "{off}");
        assert!(refused(AskedMove::Between(off, 0)).is_some(), "{off}");
    }
    assert!(refused(AskedMove::Text("В 1")).is_none(), "a Cyrillic letter is read");
    let setup = SoloSetup { against: Some((Side::Second, Level::Best)), ..setup };
    let waiting = solo::session::<&str>(setup, &[]).expect("no move is legal");
    let early = solo::played(&waiting, AskedMove::At(0), in_english(&locales));
    assert_eq!(early.err().as_deref(), Some("It is not your turn."));
    assert_eq!(json(&waiting)["legal"], ".........");
}

#[test]
fn moves_that_are_not_legal_make_no_game() {
    let session = |moves: &[&str]| {
        solo::session(SoloSetup { spec: GameSpec::TicTacToe, against: None, seed: 1 }, moves)
    };
    assert!(session(&["b2", "b2"]).is_none());
    assert!(session(&["z9"]).is_none() && session(&[""]).is_none());
    assert!(session(&["b2", "a1", "c1", "b1", "a3", "a2"]).is_none(), "the game was over");
}

#[test]
fn the_catalog_has_every_game_with_its_levels() {
    let locales = Locales::load();
    for language in Language::ALL {
        let catalog = Catalog::of(locales.localizer(language));
        let catalog = serde_json::to_value(catalog).expect("it is JSON");
        let groups = catalog["groups"].as_array().expect("a list");
        let games: Vec<&Value> =
            groups.iter().flat_map(|group| group["games"].as_array().expect("a list")).collect();
        let names: BTreeSet<&str> = games.iter().filter_map(|game| game["game"].as_str()).collect();
        for spec in GameSpec::ALL.into_iter().chain(GameSpec::offered()) {
            let has_opening = spec.opening() != Opening::Plain;
            assert_eq!(names.contains(spec.name().as_str()), !has_opening, "{spec:?}");
        }
        assert_eq!(names.len(), games.len(), "no game twice");
        let titles: BTreeSet<&str> =
            games.iter().filter_map(|game| game["title"].as_str()).collect();
        assert_eq!(titles.len(), games.len(), "{language:?}: no title twice");
        for game in games {
            let spec = GameSpec::from_name(game["game"].as_str().expect("a name")).expect("a game");
            let levels = game["levels"].as_array().map(Vec::len);
            assert_eq!(levels, Some(Level::of_game(spec).len()), "{spec:?}");
            // A newcomer is shown no codes.
            let has_code = spec != GameSpec::TicTacToe && game["title"].to_string().contains('(');
            let is_offered = GameSpec::offered().contains(&spec);
            assert!(!has_code || is_offered || game["is_variant"] == true, "{game}");
            assert!(!is_offered || game["is_variant"] == false, "{game}");
        }
    }
}
