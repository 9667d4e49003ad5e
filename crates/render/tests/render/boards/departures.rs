//! The end of a game whose player has left its chat, as each reader is told of it.

use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_render::Audience;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::DisplayName;
use zerosum_session::choice::Choice;
use zerosum_session::game::leaving::Departure;
use zerosum_session::game::record;
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};

use crate::support::sessions::{ANNA, BORIS, fresh};

const ANNA_NAMED: &DisplayName = &DisplayName::written("Anna");
const BORIS_NAMED: &DisplayName = &DisplayName::written("Boris");
const CLARA: UserId = UserId(3_003);

const GROUP: Audience = others(true);

const fn others(is_of_group: bool) -> Audience<'static> {
    Audience::Group { names: BySide { first: ANNA_NAMED, second: BORIS_NAMED }, is_of_group }
}

fn annas(is_of_group: bool) -> Audience<'static> {
    Audience::Person { side: Side::First, other: BORIS_NAMED, is_of_group }
}

fn boriss(is_of_group: bool) -> Audience<'static> {
    Audience::Person { side: Side::Second, other: ANNA_NAMED, is_of_group }
}

/// Returns the sentence about the end of the game after Boris has left it, or was removed by this person.
fn told(by: UserId, audience: Audience, language: Language) -> String {
    let game = fresh(BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) });
    let over = game.departed(BORIS, Some(by)).expect("he plays");
    sentence(&over, audience, language)
}

fn sentence(over: &Session, audience: Audience, language: Language) -> String {
    let locales = Locales::load();
    let view =
        zerosum_render::of(over, Focus::Suggested, None, audience, locales.localizer(language));
    view.text.lines().nth(1).expect("a sentence").to_owned()
}

#[test]
fn each_reader_is_told_of_departures_and_removals() {
    let english = Language::English;
    for (by, audience, expected) in [
        (BORIS, GROUP, "Boris left the group. Anna wins."),
        (BORIS, annas(true), "Boris left the group. You win."),
        (BORIS, boriss(true), "You left the group. Anna wins."),
        (BORIS, annas(false), "Boris can’t be reached any more. You win."),
        (BORIS, boriss(false), "You blocked me mid-game. Anna wins."),
        (BORIS, others(false), "Boris can’t be reached any more. Anna wins."),
        (CLARA, GROUP, "Boris was removed from the group. The game doesn’t count."),
        (CLARA, annas(true), "Boris was removed from the group. The game doesn’t count."),
        (CLARA, boriss(true), "You were removed from the group. The game doesn’t count."),
        (ANNA, GROUP, "Anna removed Boris from the group. Boris wins."),
        (ANNA, annas(true), "You removed your opponent from the group. Boris wins."),
        (ANNA, boriss(true), "Anna removed you from the group. You win."),
    ] {
        assert_eq!(told(by, audience, english), expected);
    }
    for (by, audience, russian, ukrainian) in [
        (
            CLARA,
            boriss(true),
            "Вас удалили из группы. Партия не засчитывается.",
            "Вас вилучили з групи. Партія не зараховується.",
        ),
        (
            ANNA,
            annas(true),
            "Вы удалили соперника из группы. Побеждает Boris.",
            "Ви вилучили суперника з групи. Перемога: Boris.",
        ),
    ] {
        assert_eq!(told(by, audience, Language::Russian), russian);
        assert_eq!(told(by, audience, Language::Ukrainian), ukrainian);
    }
}

#[test]
fn a_game_against_an_engine_ends_by_leaving_only_in_a_group() {
    let spec = GameSpec::from_name("15x15x5").expect("it is a game");
    let choice = Choice { spec, ..Choice::default() };
    let game = Session::against_engine(SessionId(7), ANNA, choice);
    let over = game.left_by(ANNA).expect("she plays");
    let told = sentence(&over, Audience::Owner, Language::English);
    assert_eq!(told, "You left the group. zerosum wins.");
}

#[test]
fn a_player_whose_opponent_is_unknown_since_is_told_only_what_is_known() {
    let game = fresh(BySide { first: Seat::Human(ANNA), second: Seat::Human(BORIS) });
    let left = game.departed(ANNA, Some(ANNA)).expect("she plays");
    let record = record::encode(&left).replace(&format!("u{}", BORIS.0), "gone");
    let over = record::decode(left.id(), left.revision(), &record).expect("it is a record");
    let over = over.ended_by_leaving(Departure::Left);
    let told = sentence(&over, Audience::Owner, Language::English);
    assert_eq!(told, "You left the game. Player wins.");
}

#[test]
fn a_person_who_plays_both_sides_beats_nobody() {
    let game = fresh(BySide { first: Seat::Human(ANNA), second: Seat::Human(ANNA) });
    let names = BySide { first: ANNA_NAMED, second: ANNA_NAMED };
    let group = Audience::Group { names, is_of_group: true };
    let resigned = game.apply(Actor::User(ANNA), game.revision(), Action::Resign);
    for over in [game.left_by(ANNA), resigned.ok()] {
        let over = over.expect("she plays");
        assert_eq!(sentence(&over, group, Language::English), "Anna ended the game.");
        assert_eq!(sentence(&over, group, Language::Russian), "Anna завершает партию.");
        assert_eq!(sentence(&over, group, Language::Ukrainian), "Anna завершує партію.");
        let own = [Language::English, Language::Russian, Language::Ukrainian]
            .map(|language| sentence(&over, Audience::Owner, language));
        assert_eq!(own, ["You ended the game.", "Вы завершили партию.", "Ви завершили партію."]);
    }
}
