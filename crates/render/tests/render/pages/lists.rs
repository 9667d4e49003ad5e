//! The list of a person's open games, which are told apart by their opponents.

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::{BotNames, DisplayName};
use zerosum_render::pages::menus::{Menu, NamedBoard, Question};
use zerosum_search::level::Level;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::{Seat, Session, SessionId};

use crate::support::sessions::{ANNA, BORIS, fresh_of};

fn game(name: &str) -> GameSpec {
    GameSpec::from_name(name).expect("it is a game")
}

fn named(session: Session, opponent: &str) -> NamedBoard {
    let name = |name: &str| match name.is_empty() {
        true => DisplayName::default(),
        false => BotNames::default().name_beside(name),
    };
    let board = Board::new(session, ANNA, ChatId::of_person(ANNA));
    (board, BySide { first: name("Anna"), second: name(opponent) })
}

fn between_people(spec: &str, opponent: &str) -> NamedBoard {
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) };
    named(fresh_of(game(spec), seats), opponent)
}

fn against_engine(spec: &str, level: Level) -> NamedBoard {
    let choice = Choice { spec: game(spec), side: Side::First, level };
    named(Session::against_engine(SessionId(7), ANNA, choice), "")
}

fn labels(boards: &[NamedBoard], language: Language) -> Vec<String> {
    let locales = Locales::load();
    let localizer = locales.localizer(language);
    let view = Menu { localizer }.boards(boards, ANNA, Question::GiveUp);
    view.keyboard.into_iter().flatten().map(|button| button.label).collect()
}

#[test]
fn a_game_is_listed_with_its_opponent_as_far_as_there_is_room() {
    let waiting = BySide { first: Seat::Open, second: Seat::Human(ANNA) };
    let boards = [
        between_people("3x3", "Boris"),
        between_people("3x3", ""),
        between_people("15x15x5", "Константин Константинопольский"),
        against_engine("3x3", Level::Casual),
        against_engine("6x6x4", Level::Strong),
        named(fresh_of(game("3x3"), waiting), ""),
    ];
    let expected = [
        "3×3 · Boris · your move",
        "3×3 · Player · your move",
        "Gomoku 15×15 · Константи…",
        "3×3 · casual · your move",
        "6×6, 4 in a row · strong · your move",
        "3×3 · nobody yet",
    ];
    assert_eq!(labels(&boards, Language::English), expected);
    let russian = labels(&boards, Language::Russian);
    assert_eq!(
        &russian[3..],
        [
            "3×3 · любитель · ваш ход",
            "6×6, 4 в ряд · сильный · ваш ход",
            "3×3 · никто ещё не пришёл"
        ]
    );
    // A long name of a game gives way to the turn.
    let pop_out = [against_engine("connect-four-pop", Level::Novice)];
    assert_eq!(labels(&pop_out, Language::Ukrainian), ["Виштовхування · учень · ваш хід"]);
    assert_eq!(labels(&pop_out, Language::English), ["Pop Out · novice · your move"]);
}
