//! Phrases: every language has all of them, with the same placeholders, its own plurals, and within
//! Telegram's limits.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::mem::{Discriminant, discriminant};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Message, Pattern, PatternElement, Resource, VariantKey,
};
use fluent_syntax::parser;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::locales::source_of;
use zerosum_session::language::Language;

use crate::pages::sheets;
use crate::support::link_phrases;
use crate::support::people_phrases::{self, ABOUT_PRIVACY, AGREEMENT_TOASTS};
use crate::support::phrases::{
    ABOUT_GAMES, ABOUT_HELP, ABOUT_PAGE, ABOUT_REASONS, ABOUT_RECORDS, ABOUT_RESULTS,
    ABOUT_STRATEGIC, ABOUT_WORDS, HINTS, TOASTS,
};
use crate::support::study_phrases::{ABOUT_LESSONS, ABOUT_PUZZLES, ABOUT_REVIEWS};

const TOAST_CHARS_MAX: usize = 200;
const HINT_CHARS_MAX: usize = 150;
const ABOUT_CHARS_MAX: usize = 120;
const DESCRIPTION_CHARS_MAX: usize = 512;
const MESSAGE_CHARS_MAX: usize = 4_096;
const NAME: &DisplayName = &DisplayName::written("Anna");
pub(crate) const FIGURE: &str = "≈ 1000000";

/// Phrases that are equal in English and another language.
const SAME_EVERYWHERE: [&str; 2] = ["players", "unblock"];

/// Texts in messages and on buttons, and texts that Telegram shows about the bot.
static OTHERS: [Phrase<'static>; 174] = [
    Phrase::Anonymous,
    Phrase::AsChannel,
    Phrase::You,
    Phrase::Somebody,
    Phrase::Players { first_mark: "❌", first: NAME, second_mark: "⭕", second: NAME },
    Phrase::YourBoard,
    Phrase::YourCell { board: "↗️", mark: "❌" },
    Phrase::YourColumn { mark: "🔴" },
    Phrase::YourWolf,
    Phrase::MoveWolf { square: "b1" },
    Phrase::MoveOnlyWolf { square: "b1" },
    Phrase::MoveSheep,
    Phrase::LastMove { mark: "⚫", code: "o15" },
    Phrase::SentTo { place: "↗️" },
    Phrase::LedTo { place: "↗️" },
    Phrase::FreeBoardWon { place: "↗️" },
    Phrase::FreeBoardDrawn { place: "↗️" },
    Phrase::FreeBoardFull { place: "↗️" },
    Phrase::BoardsWon { score: "❌ 3 : 2 ⭕" },
    Phrase::AnotherBoard,
    Phrase::CommandGames,
    Phrase::CommandMyGames,
    Phrase::CommandLevel,
    Phrase::CommandRules,
    Phrase::YourTurn { mark: "❌" },
    Phrase::TurnOf { name: NAME, mark: "❌" },
    Phrase::BotTurn,
    Phrase::YouWon { how: "three in a row" },
    Phrase::YouBeatBest { how: "three in a row" },
    Phrase::TriedWorth { mark: "❌", worth: "a win in 3 moves" },
    Phrase::CheerNice,
    Phrase::CheerPlayed,
    Phrase::CheerGame,
    Phrase::CheerThought,
    Phrase::CheerYours,
    Phrase::FirstWin,
    Phrase::FirstWinOf { game: "Gomoku 15×15" },
    Phrase::WinsInARow { games: 10 },
    Phrase::FirstPerfectDraw,
    Phrase::SomebodyWon { name: NAME, how: "three in a row" },
    Phrase::BotWon { moves: 3, how: "three in a row" },
    Phrase::HowThree,
    Phrase::HowFour,
    Phrase::HowFive,
    Phrase::HowLine { k: 6 },
    Phrase::HowBoards,
    Phrase::HowMostBoards,
    Phrase::HowSheepFree,
    Phrase::HowSheepCaught,
    Phrase::Draw,
    Phrase::DrawPerfect,
    Phrase::DrawFull,
    Phrase::DrawForbidden,
    Phrase::DrawPopOut,
    Phrase::DrawBoards,
    Phrase::DrawCount,
    Phrase::OfferHarder,
    Phrase::OfferEasier,
    Phrase::YouResignedTo { winner: NAME },
    Phrase::SomebodyResigned { name: NAME },
    Phrase::SomebodyResignedTo { name: NAME, winner: NAME },
    Phrase::SomebodyResignedToYou { name: NAME },
    Phrase::OpponentLeft { winner: NAME },
    Phrase::OpponentLeftYouWin,
    Phrase::Anybody,
    Phrase::TurnOfAnybody { name: NAME, mark: "❌" },
    Phrase::TurnAndSeat { turn: "Anna", mark: "❌" },
    Phrase::OpeningStones { mark: "⚫", left: 3 },
    Phrase::OpeningStonesOf { name: NAME, mark: "⚫", left: 3 },
    Phrase::OpeningChoose,
    Phrase::OpeningChooseOf { name: NAME },
    Phrase::OpeningFree { name: NAME },
    Phrase::OpeningChoiceFree { name: NAME },
    Phrase::OpeningSeatFree { turn: "Anna" },
    Phrase::OpeningSeatKept { turn: "Anna", name: NAME },
    Phrase::OpeningSeatKeptToAct { turn: "Anna", name: NAME },
    Phrase::OpeningBlack,
    Phrase::OpeningWhite,
    Phrase::OpeningMore,
    Phrase::PlayTheBot,
    Phrase::PlayWithSomebody,
    Phrase::TheirTurnShort,
    Phrase::SeatOpenShort,
    Phrase::MovedBoard,
    Phrase::PlayEasy,
    Phrase::PlayPerfect,
    Phrase::AllGames,
    Phrase::PlayHere,
    Phrase::MoreGames,
    Phrase::BackToGames,
    Phrase::SideFirst { mark: "❌" },
    Phrase::SideSecond { mark: "⭕" },
    Phrase::MoreVariants,
    Phrase::StartGame,
    Phrase::PlayAgain,
    Phrase::SwitchSides,
    Phrase::Harder { level: "casual" },
    Phrase::Easier { level: "beginner" },
    Phrase::AskNew,
    Phrase::AskMyGames,
    Phrase::AskBoard,
    Phrase::AskLevel,
    Phrase::AskRules,
    Phrase::AskResign,
    Phrase::AskRecord,
    Phrase::AskTheme,
    Phrase::AskLanguage,
    Phrase::AskPrivacy,
    Phrase::AskMyData,
    Phrase::AskDeletion,
    Phrase::AskHelp,
    Phrase::AskStart,
    Phrase::AskSettings,
    Phrase::AskWeb,
    Phrase::AskBlocked,
    Phrase::YourTurnShort,
    Phrase::BotTurnShort,
    Phrase::Welcome,
    Phrase::GroupGreeting,
    Phrase::Help { game: "Gomoku", games: 50 },
    Phrase::MyGames,
    Phrase::WhichToGiveUp,
    Phrase::NoSuchCell { first: "a1", last: "o15" },
    Phrase::NoSuchColumn { first: "1", last: "7" },
    Phrase::Hint,
    Phrase::HintMoves { example: "b2" },
    Phrase::MoveForm { example: "b2" },
    Phrase::NoOpenGame,
    Phrase::CommandFailed,
    Phrase::WhichLanguage,
    Phrase::WhichTheme,
    Phrase::WhichMarks,
    Phrase::ThemeLight,
    Phrase::ThemeDark,
    Phrase::ThemeText,
    Phrase::CommandNew,
    Phrase::CommandBoard,
    Phrase::CommandResign,
    Phrase::CommandRecord,
    Phrase::CommandMe,
    Phrase::CommandHelp,
    Phrase::CommandLanguage,
    Phrase::CommandTheme,
    Phrase::CommandPrivacy,
    ABOUT_PRIVACY,
    Phrase::PrivateOnly { command: "/deletemydata" },
    Phrase::PrivateOnlyHere { command: "/deletemydata" },
    Phrase::WebPageHere,
    Phrase::MyData,
    Phrase::MyDataTooMuch,
    Phrase::MyDataFailed,
    Phrase::DeleteQuestion,
    Phrase::DeleteYes,
    Phrase::DeleteNo,
    Phrase::DataDeleted,
    Phrase::DataBeingDeleted,
    Phrase::DataKept,
    Phrase::StatsOpen,
    Phrase::StatsClosed,
    Phrase::MaintenanceOn,
    Phrase::MaintenanceOff,
    Phrase::BroadcastUsage,
    Phrase::BroadcastRefused,
    Phrase::BroadcastSend { people: 5 },
    Phrase::BroadcastDiscard,
    Phrase::BroadcastStop,
    Phrase::BroadcastDiscarded,
    Phrase::BroadcastRunning { sent: 1, failed: 2, total: 3 },
    Phrase::BroadcastGoing { sent: 1, failed: 2 },
    Phrase::BroadcastStopped { sent: 1, failed: 2 },
    Phrase::BroadcastDone { sent: 1, failed: 2 },
    Phrase::CommandStart,
    Phrase::About,
    Phrase::Description,
];

pub(crate) fn phrases() -> impl Iterator<Item = Phrase<'static>> {
    let lists: [&[Phrase<'static>]; 16] = [
        &TOASTS,
        &OTHERS,
        &ABOUT_GAMES,
        &sheets::PHRASES,
        &ABOUT_RECORDS,
        &ABOUT_WORDS,
        &ABOUT_PAGE,
        &ABOUT_STRATEGIC,
        &ABOUT_RESULTS,
        &ABOUT_REVIEWS,
        &ABOUT_HELP,
        &ABOUT_PUZZLES,
        &ABOUT_LESSONS,
        &ABOUT_REASONS,
        &HINTS,
        &link_phrases::ALL,
    ];
    lists.into_iter().flatten().copied().chain(people_phrases::all())
}

/// Messages of a language in its source file.
fn messages(language: Language) -> Vec<Message<&'static str>> {
    let Resource { body } = parser::parse(source_of(language))
        .unwrap_or_else(|(_, errors)| panic!("{language:?}: {errors:?}"));
    let message = |entry| match entry {
        Entry::Message(message) => Some(message),
        Entry::Comment(_) => None,
        entry => panic!("{language:?} has something that is no message: {entry:?}"),
    };
    body.into_iter().filter_map(message).collect()
}

/// Calls `visit` with every expression of a pattern, including nested ones.
fn visit_pattern<'a>(
    pattern: &'a Pattern<&'static str>,
    visit: &mut impl FnMut(&'a Expression<&'static str>),
) {
    for element in &pattern.elements {
        if let PatternElement::Placeable { expression } = element {
            visit(expression);
            if let Expression::Select { variants, .. } = expression {
                variants.iter().for_each(|variant| visit_pattern(&variant.value, visit));
            }
        }
    }
}

fn variable(expression: &InlineExpression<&'static str>) -> &'static str {
    match expression {
        InlineExpression::VariableReference { id } => id.name,
        other => panic!("only plain placeholders are used: {other:?}"),
    }
}

/// Names of a pattern's placeholders, whether printed or used as selectors.
fn placeholders(pattern: &Pattern<&'static str>) -> BTreeSet<&'static str> {
    let mut names = BTreeSet::new();
    visit_pattern(pattern, &mut |expression| {
        names.insert(match expression {
            Expression::Inline(inline) => variable(inline),
            Expression::Select { selector, .. } => variable(selector),
        });
    });
    names
}

#[test]
fn every_language_has_every_phrase_once_with_the_same_placeholders() {
    let expected: BTreeMap<&str, BTreeSet<&str>> =
        Phrase::ALL.iter().map(|(id, names)| (*id, names.iter().copied().collect())).collect();
    assert_eq!(expected.len(), Phrase::ALL.len(), "every phrase has an id of its own");
    for language in Language::ALL {
        let messages = messages(language);
        assert_eq!(messages.len(), expected.len(), "{language:?}");
        for message in messages {
            let id = message.id.name;
            assert!(message.attributes.is_empty(), "{language:?}: {id}");
            let pattern = message.value.as_ref().expect("a message has a text");
            assert_eq!(Some(&placeholders(pattern)), expected.get(id), "{language:?}: {id}");
        }
    }
}

fn key_text(key: &VariantKey<&'static str>) -> &'static str {
    match key {
        VariantKey::Identifier { name } => name,
        VariantKey::NumberLiteral { value } => value,
    }
}

fn is_number(key: &VariantKey<&'static str>) -> bool {
    matches!(key, VariantKey::NumberLiteral { .. })
}

#[test]
fn every_form_of_a_phrase_prints_the_same_placeholders() {
    for language in Language::ALL {
        for message in messages(language) {
            let pattern = message.value.as_ref().expect("a message has a text");
            visit_pattern(pattern, &mut |expression| {
                let Expression::Select { variants, .. } = expression else { return };
                // A number with its own word, such as "second", is not printed.
                let forms = variants.iter().filter(|variant| !is_number(&variant.key));
                let printed: HashSet<BTreeSet<&str>> =
                    forms.map(|variant| placeholders(&variant.value)).collect();
                assert_eq!(printed.len(), 1, "{language:?}: {}", message.id.name);
            });
        }
    }
}

#[test]
fn every_choice_has_the_plural_forms_of_its_language() {
    for language in Language::ALL {
        let forms: &[&str] = match language {
            Language::English => &["one", "other"],
            Language::Russian | Language::Ukrainian => &["one", "few", "many"],
        };
        let mut choices = 0;
        for message in messages(language) {
            let pattern = message.value.as_ref().expect("a message has a text");
            visit_pattern(pattern, &mut |expression| {
                let Expression::Select { variants, .. } = expression else { return };
                let is_one_named = variants.iter().any(|variant| key_text(&variant.key) == "1");
                choices += u32::from(!is_one_named);
                let keys = variants.iter().filter(|variant| !is_number(&variant.key));
                let keys = keys.map(|variant| key_text(&variant.key));
                // In English only the number 1 is "one".
                let is_english = language == Language::English;
                let forms = if is_one_named && is_english { &forms[1..] } else { forms };
                assert_eq!(keys.collect::<Vec<_>>(), forms, "{language:?}: {}", message.id.name);
                assert!(variants.last().is_some_and(|variant| variant.default));
            });
        }
        let expected = if language == Language::English { 35 } else { 32 };
        assert_eq!(choices, expected, "{language:?}");
    }
}

#[test]
fn numbers_take_the_form_that_people_use() {
    let words = |language| match language {
        Language::English => [("move", "game"), ("moves", "games"), ("moves", "games")],
        Language::Russian => [("ход", "партия"), ("хода", "партии"), ("ходов", "партий")],
        Language::Ukrainian => [("хід", "партія"), ("ходи", "партії"), ("ходів", "партій")],
    };
    let locales = Locales::load();
    for language in Language::ALL {
        let [one, few, many] = words(language);
        for number in [0, 1, 2, 4, 5, 11, 12, 21, 22, 25, 101, 111] {
            let (moves, games) = match (language, number) {
                (_, 1) | (Language::Russian | Language::Ukrainian, 21 | 101) => one,
                (_, 2 | 4 | 22) => few,
                _ => many,
            };
            let text = locales.say(language, Phrase::BotWon { moves: number, how: "…" });
            assert!(text.ends_with(&format!(" {number} {moves}: ….")), "{text}");
            // A single game that a player starts has its own form.
            let started = match games {
                "партия" => "партию",
                "партія" => "партію",
                games => games,
            };
            for (phrase, games) in [
                (Phrase::TooManyGames { games: number }, games),
                (Phrase::TooManyGamesInAll { games: number }, games),
                (Phrase::TooManyNewGames { games: number }, started),
            ] {
                let text = locales.say(language, phrase);
                assert!(words_of(&text).any(|word| word == games), "{number}: {text}");
                assert!(words_of(&text).any(|word| word == number.to_string()), "{text}");
            }
        }
    }
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric())
}

#[test]
fn the_lists_here_hold_every_phrase() {
    let kinds: HashSet<Discriminant<Phrase>> =
        phrases().map(|phrase| discriminant(&phrase)).collect();
    assert_eq!(kinds.len(), phrases().count(), "no phrase twice");
    assert_eq!(kinds.len(), Phrase::ALL.len());
}

#[test]
fn every_phrase_is_said_in_full_and_fits_into_a_message() {
    let locales = Locales::load();
    let ids: HashSet<&str> = Phrase::ALL.iter().map(|(id, _)| *id).collect();
    for language in Language::ALL {
        for phrase in phrases() {
            let text = locales.say(language, phrase);
            assert!(!ids.contains(text.as_str()), "{language:?} lacks {phrase:?}");
            assert!(!text.trim().is_empty() && text.trim() == text, "{text:?}");
            assert!(!text.contains(['{', '}', '$']), "{text}");
            assert!(length(&text) <= MESSAGE_CHARS_MAX, "{text}");
            // Lines of a legend are broken between its clauses.
            let has_clauses = phrase.id().starts_with("xray-legend");
            let is_odd = |letter: char| {
                (letter.is_control() && letter != '\n')
                    || matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
                    || matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}')
                    || letter == '\u{a0}' && !has_clauses
            };
            assert!(!text.contains(is_odd), "{text:?}");
            assert!(!text.contains("  ") || text.contains("  ·  "), "{text:?}");
        }
    }
}

/// Length in UTF-16 code units, which is the strictest way in which Telegram counts.
fn length(text: &str) -> usize {
    text.encode_utf16().count()
}

#[test]
fn names_and_marks_are_put_in_as_they_are() {
    let locales = Locales::load();
    let name = "{ $mark } \u{5d0} <b>O’Hara</b>";
    for language in Language::ALL {
        let text = locales.say(language, Phrase::TurnAndSeat { turn: name, mark: "⭕" });
        assert!(text.contains(name) && text.contains('⭕'), "{text}");
    }
}

#[test]
fn toasts_and_descriptions_are_short_enough() {
    let locales = Locales::load();
    for language in Language::ALL {
        let check = |phrase: Phrase, chars_max| {
            let text = locales.say(language, phrase);
            assert!((1..=chars_max).contains(&length(&text)), "{}: {text}", length(&text));
        };
        let toasts = TOASTS.into_iter().chain(AGREEMENT_TOASTS);
        toasts.for_each(|phrase| check(phrase, TOAST_CHARS_MAX));
        HINTS.into_iter().for_each(|phrase| check(phrase, HINT_CHARS_MAX));
        check(Phrase::About, ABOUT_CHARS_MAX);
        check(Phrase::Description, DESCRIPTION_CHARS_MAX);
    }
}

#[test]
fn no_phrase_is_left_in_english() {
    let english = messages(Language::English);
    for language in [Language::Russian, Language::Ukrainian] {
        for message in messages(language) {
            let is_same = english.iter().any(|other| other.value == message.value);
            let id = message.id.name;
            assert_eq!(is_same, SAME_EVERYWHERE.contains(&id), "{language:?}: {id}");
        }
    }
}
