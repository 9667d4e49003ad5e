//! Arguments of commands: every word that the bot writes is read with its meaning, in any of its languages.

use proptest::prelude::{any, proptest};
use zerosum::bot::vocabulary::{self, NotUnderstood, Takes, Understood, Vocabulary, Wanted};
use zerosum_games::any::GameSpec;
use zerosum_games::mnk::opening::{Opening, OpeningChoice};
use zerosum_games::mnk::rule::Rule;
use zerosum_games::mnk::{LENGTH_MAX, MnkSpec, SIZE_MAX, SIZE_MIN};
use zerosum_games::side::Side;
use zerosum_render::board::sides;
use zerosum_render::board::titles;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::locales::source_of;
use zerosum_render::pages::menus;
use zerosum_render::tap::Request;
use zerosum_search::level::Level;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;

const NOTHING: Wanted = Wanted { spec: None, side: None, level: None, time: None };

fn vocabulary() -> (Vocabulary, Locales) {
    let locales = Locales::load();
    (Vocabulary::of(&locales), locales)
}

fn side_words(localizer: Localizer<'_>, spec: GameSpec, side: Side) -> String {
    let mark = sides::mark(spec, side);
    localizer.say(match side {
        Side::First => Phrase::SideFirst { mark },
        Side::Second => Phrase::SideSecond { mark },
    })
}

#[test]
fn every_title_level_and_side_is_read_as_itself_in_any_order() {
    let (vocabulary, locales) = vocabulary();
    for localizer in Language::ALL.map(|language| locales.localizer(language)) {
        for spec in GameSpec::offered() {
            let title = titles::title(spec, localizer);
            assert_eq!(
                vocabulary.read(&title),
                Ok(Wanted { spec: Some(spec), ..NOTHING }),
                "{title}"
            );
            for level in Level::ALL {
                let name = titles::level(spec, level, localizer);
                let wanted = Wanted { level: Some(level), ..NOTHING };
                assert_eq!(vocabulary.read(&name), Ok(wanted), "{name}");
                for side in Side::ALL {
                    let side_name = side_words(localizer, spec, side);
                    let wanted = Wanted {
                        spec: Some(spec),
                        side: Some(side),
                        level: Some(level),
                        ..NOTHING
                    };
                    for words in [
                        format!("{title} {name} {side_name}"),
                        format!("{side_name} {name} {title}"),
                        format!("{name}, {side_name}, {}!", title.to_uppercase()),
                    ] {
                        assert_eq!(vocabulary.read(&words), Ok(wanted), "{words}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_tile_is_read_as_its_game() {
    let (vocabulary, locales) = vocabulary();
    for language in Language::ALL {
        for spec in [GameSpec::offered_first(), GameSpec::offered_next()].concat() {
            let label = titles::short(spec, locales.localizer(language));
            // A size alone means the board of that size that is hardest to win.
            if GameSpec::from_alias(&label).is_some_and(|(alias, _)| alias != spec) {
                continue;
            }
            assert_eq!(
                vocabulary.read(&label),
                Ok(Wanted { spec: Some(spec), ..NOTHING }),
                "{label}"
            );
        }
    }
}

#[test]
fn every_board_is_read_by_its_title_and_its_name() {
    let (vocabulary, locales) = vocabulary();
    let sizes = || SIZE_MIN..=SIZE_MAX;
    for (columns, rows) in sizes().flat_map(|columns| sizes().map(move |rows| (columns, rows))) {
        for k in SIZE_MIN..=columns.max(rows).min(LENGTH_MAX) {
            let spec =
                GameSpec::Mnk(MnkSpec::new(columns, rows, k).expect("there is such a board"));
            let spec = spec.canonical();
            let wanted = Wanted { spec: Some(spec), ..NOTHING };
            assert_eq!(vocabulary.read(&spec.name()), Ok(wanted), "{}", spec.name());
            for language in Language::ALL {
                let title = titles::title(spec, locales.localizer(language));
                assert_eq!(vocabulary.read(&title), Ok(wanted), "{title}");
            }
        }
    }
}

#[test]
fn every_rule_of_five_in_a_row_is_read_with_every_size() {
    let (vocabulary, locales) = vocabulary();
    for (columns, rows) in [(15, 15), (13, 13), (6, 5), (5, 9)] {
        let rules =
            Rule::ALL.into_iter().flat_map(|rule| Opening::ALL.map(|opening| (rule, opening)));
        for (rule, opening) in rules {
            let board = MnkSpec::new(columns, rows, 5).expect("there is such a board");
            let ruled = board.with_rule(rule).and_then(|board| board.with_opening(opening));
            let spec = GameSpec::Mnk(ruled.expect("five in a row"));
            let wanted = Wanted { spec: Some(spec), ..NOTHING };
            assert_eq!(vocabulary.read(&spec.name()), Ok(wanted), "{}", spec.name());
            for language in Language::ALL {
                let title = titles::title(spec, locales.localizer(language));
                assert_eq!(vocabulary.read(&title), Ok(wanted), "{title}");
            }
        }
    }
    let read = |words: &str| vocabulary.read(words).map(|wanted| wanted.spec.map(GameSpec::name));
    for (words, name) in [
        ("gomoku standard", "15x15x5-exact"),
        ("renju", "15x15x5-renju"),
        ("рэндзю", "15x15x5-renju"),
        ("каро 10х10", "10x10x5-caro"),
        ("9x9 renju", "9x9x5-renju"),
        ("5x5 caro", "5x5x5-caro"),
        ("renju five in a row", "15x15x5-renju"),
        ("swap2", "15x15x5-swap2"),
        ("gomoku swap2", "15x15x5-swap2"),
        ("swap2 gomoku", "15x15x5-swap2"),
        ("гомоку своп2", "15x15x5-swap2"),
        ("caro swap2", "15x15x5-caro-swap2"),
        ("swap renju", "15x15x5-renju-swap"),
        ("swap2 20x20", "20x20x5-swap2"),
        ("20x20 renju swap2", "20x20x5-renju-swap2"),
        ("swap2 renju 19x19", "19x19x5-renju-swap2"),
        ("swap2 five in a row", "15x15x5-swap2"),
    ] {
        assert_eq!(read(words), Ok(Some(name.to_owned())), "{words}");
    }
    for (words, word) in [
        ("renju 4x4", "4x4"),
        ("renju 3x3", "3x3"),
        ("3x3 renju", "renju"),
        ("caro renju", "renju"),
        ("swap swap2", "swap2"),
        ("swap2 4x4", "4x4"),
        ("3x3 swap2", "swap2"),
        ("swap2 ultimate", "ultimate"),
        ("swap2 9x9 connect four", "connect"),
        ("renju 9x9 connect four", "connect"),
    ] {
        let contradiction = NotUnderstood::Contradiction { word: word.to_owned() };
        assert_eq!(read(words), Err(contradiction), "{words}");
    }
    let contradiction = NotUnderstood::Contradiction { word: "4".to_owned() };
    assert_eq!(read("renju 4 in a row"), Err(contradiction));
}

#[test]
fn every_other_board_is_told_the_range() {
    let (vocabulary, _) = vocabulary();
    let size = Err(NotUnderstood::Size { min: SIZE_MIN, max: SIZE_MAX });
    for words in
        ["2x2", "0x0", "1x15", "21x21", "15х21", "21×3", "3*99", "70000x3", "2x3x3", "21x3x3"]
    {
        assert_eq!(vocabulary.read(words), size, "{words}");
    }
    for columns in SIZE_MIN..=SIZE_MAX {
        for rows in SIZE_MIN..=SIZE_MAX {
            let max = columns.max(rows).min(LENGTH_MAX);
            for k in [0, SIZE_MIN - 1, max + 1, 99] {
                let words = format!("{columns}x{rows}x{k}");
                let length = Err(NotUnderstood::Length { min: SIZE_MIN, max });
                assert_eq!(vocabulary.read(&words), length, "{words}");
            }
        }
    }
}

proptest! {
    #[test]
    fn any_words_are_read_or_one_of_them_is_quoted(words in any::<String>()) {
        let (vocabulary, _) = vocabulary();
        match vocabulary.read(&words) {
            Ok(_) | Err(NotUnderstood::Size { .. } | NotUnderstood::Length { .. }) => {}
            Err(
                NotUnderstood::Word(word)
                | NotUnderstood::Mistyped { word, .. }
                | NotUnderstood::NotTaken { word, .. }
                | NotUnderstood::Contradiction { word }
                | NotUnderstood::Numbers { word, .. },
            ) => assert!(word.chars().count() <= 30),
            Err(NotUnderstood::Clock { word }) => assert!(word.chars().count() <= 40),
        }
    }
}

/// Prefixes of the ids of phrases that name arguments of commands.
const NAMING: [&str; 12] = [
    "title-",
    "short-",
    "variant-",
    "level-",
    "side-",
    "seeking-time-",
    "seeking-any-",
    "theme-",
    "time-",
    "clock-",
    "ask-",
    "how-",
];

/// Ids with these prefixes that name no such argument.
const OTHERS: [&str; 22] = [
    "theme-set",
    "time-is-up",
    "time-is-up-for-you",
    "time-stays",
    "clock-stands",
    "how-line",
    "how-boards",
    "how-strategic",
    "how-most-boards",
    "how-sheep-free",
    "how-sheep-caught",
    "how-far",
    "ask-to-stop",
    "ask-to-start",
    "ask-share",
    "time-over",
    "clock-left",
    "time-left",
    "level-line",
    "ask-again",
    "offer-draw",
    "undo",
];

/// One-line messages in the file of a language, each with its id.
fn messages(language: Language) -> impl Iterator<Item = (&'static str, String)> {
    let lines = source_of(language).lines().filter(|line| !line.starts_with([' ', '#']));
    lines.filter_map(|line| line.split_once(" = ")).map(|(id, text)| {
        let rules = if id.contains("strategic") { "strategic-decided" } else { "ultimate-both" };
        let mark = if id == "side-second" { "⭕" } else { "❌" };
        let values = [
            ("{ $mark }", mark),
            ("{ $columns }", "7"),
            ("{ $rows }", "8"),
            ("{ $k }", "5"),
            ("{ $rules }", rules),
        ];
        let text =
            values.iter().fold(text.to_owned(), |text, (name, value)| text.replace(name, value));
        (id, text)
    })
}

#[test]
fn every_name_in_the_phrases_is_understood_behind_every_command_that_takes_it() {
    let (vocabulary, _) = vocabulary();
    for language in Language::ALL {
        let mut count = 0;
        for (id, text) in messages(language) {
            let is_naming = NAMING.iter().any(|beginning| id.starts_with(beginning));
            if !is_naming || OTHERS.contains(&id) {
                continue;
            }
            count += 1;
            if id.starts_with("ask-") {
                let asked = vocabulary.request(&text);
                assert!(asked.is_some_and(|(_, words)| words.is_empty()), "{id}: {text}");
                continue;
            }
            let takes: &[Takes] = match id.split('-').next() {
                Some("title" | "short" | "variant" | "how") => &[
                    Takes::Game,
                    Takes::GameAndLevel,
                    Takes::NewGame,
                    Takes::GameOfPeople,
                    Takes::Opponent,
                ],
                Some("level") => &[Takes::GameAndLevel, Takes::NewGame],
                Some("side" | "time" | "clock") => {
                    &[Takes::NewGame, Takes::GameOfPeople, Takes::Opponent]
                }
                Some("theme") => &[Takes::Theme],
                _ => &[Takes::Opponent],
            };
            for takes in takes {
                let said = vocabulary.read_for(&text, *takes);
                assert!(
                    said.as_ref().is_ok_and(|said| *said != Understood::default()),
                    "{id}: {text}: {said:?}"
                );
            }
        }
        assert!(count > 40, "{count} names in {language:?}");
    }
}

#[test]
fn every_button_for_a_command_is_read_as_it_and_so_are_the_words_behind_it() {
    let (vocabulary, locales) = vocabulary();
    for request in Request::ALL {
        assert_eq!(vocabulary.request(request.name()), Some((request, String::new())));
        for language in Language::ALL {
            let label = locales.say(language, menus::label(request));
            assert_eq!(vocabulary.request(&label), Some((request, String::new())), "{label}");
            let (asked, words) = vocabulary.request(&format!("{label} gomoku")).expect("a command");
            assert_eq!((asked, words.as_str()), (request, "gomoku"));
        }
    }
    for (text, request) in [
        ("новая игра", Request::New),
        ("Нова гра", Request::New),
        ("new game", Request::New),
        ("правила", Request::Rules),
        ("рівень", Request::Level),
        ("бланк", Request::Sheet),
    ] {
        assert_eq!(vocabulary.request(text), Some((request, String::new())), "{text}");
    }
    assert_eq!(vocabulary.request("hello there"), None);
}

#[test]
fn a_side_is_read_in_the_forms_that_people_write() {
    let (vocabulary, _) = vocabulary();
    let (first, second) = (Some(Side::First), Some(Side::Second));
    for (texts, name, side) in [
        (&["за белых", "за нолики", "за білих", "за нулики"][..], None, second),
        (&["за чёрных", "за крестики", "за чорних", "за хрестики"], None, first),
        (&["за волков", "за вовків"], Some("sheep"), second),
        (&["за овцу", "за вівцю"], Some("sheep"), first),
        (&["3x3 крестики", "3x3 хрестики"], Some("3x3"), first),
        (&["3x3 нолики"], Some("3x3"), second),
        (&["за крестики 5x5"], Some("5x5x4"), first),
        // Alone it is the game.
        (&["крестики", "3x3 крестики-нолики", "3x3 хрестики нулики"], Some("3x3"), None),
        (&["хрестики 5x5"], Some("5x5x4"), None),
    ] {
        let wanted = Wanted { spec: name.and_then(GameSpec::from_name), side, ..NOTHING };
        for text in texts {
            assert_eq!(vocabulary.read(text), Ok(wanted), "{text}");
        }
    }
    let rules = vocabulary.read_for("3x3 крестики", Takes::Game).expect("a game");
    assert_eq!(rules.wanted.spec, Some(GameSpec::TicTacToe), "a command that takes no side");
}

#[test]
fn numbers_in_a_row_and_clocks_are_read_as_people_say_them() {
    let (vocabulary, _) = vocabulary();
    let game = |name| Wanted { spec: GameSpec::from_name(name), ..NOTHING };
    for (words, wanted) in [
        ("5 in a row", game("15x15x5")),
        ("five in a row", game("15x15x5")),
        ("пять в ряд", game("15x15x5")),
        ("п'ять у ряд", game("15x15x5")),
        ("П’ЯТЬ В РЯД!", game("15x15x5")),
        ("3 in a row", game("3x3")),
        ("four in a row", game("connect-four")),
        ("четыре в ряд", game("connect-four")),
        ("чотири в ряд 10x8", game("10x8x4")),
        ("чотири в ряд 8х7", game("connect-four-8x7")),
        ("8x7 connect four", game("connect-four-8x7")),
        ("pop out 8×7", game("connect-four-8x7-pop")),
        ("connect 4 5x5", game("connect-four-5x5")),
        ("4 in a row connect four", game("connect-four")),
        ("10x8 4 in a row", game("10x8x4")),
        ("4 in a row on 10x8", game("10x8x4")),
        ("tic tac toe 5x5", game("5x5x4")),
        ("3 x 3", game("3x3")),
        ("5 на 5", game("5x5x4")),
        ("gomoku 15 × 15", game("15x15x5")),
        ("four in a row, 10 by 8", game("10x8x4")),
        ("4 х 4 o", Wanted { side: Some(Side::Second), ..game("4x4x4") }),
        ("sheep-2 🐺", Wanted { side: Some(Side::Second), ..game("sheep-2") }),
        ("🐺 sheep-2", Wanted { side: Some(Side::Second), ..game("sheep-2") }),
    ] {
        assert_eq!(vocabulary.read(words), Ok(wanted), "{words}");
    }
    for (words, time) in [
        ("3 min", TimeControl::ThreeMinutes),
        ("3 мин", TimeControl::ThreeMinutes),
        ("3 хв", TimeControl::ThreeMinutes),
        ("3хв", TimeControl::ThreeMinutes),
        ("3+0", TimeControl::ThreeMinutes),
        ("5+3", TimeControl::FiveAndThree),
        ("5 min + 3 s", TimeControl::FiveAndThree),
        ("a day", TimeControl::Day),
        ("сутки", TimeControl::Day),
        ("без часов", TimeControl::Unlimited),
        ("without a clock", TimeControl::Unlimited),
    ] {
        assert_eq!(vocabulary.read(words), Ok(Wanted { time: Some(time), ..NOTHING }), "{words}");
    }
    for words in ["10+5", "7 min", "2 days", "1 час"] {
        let read = vocabulary.read(words);
        assert!(matches!(read, Err(NotUnderstood::Clock { .. })), "{words}: {read:?}");
    }
    for words in ["x o", "gomoku ultimate", "strong easy", "5+3 day", "ultimate 5 in a row"] {
        let read = vocabulary.read(words);
        assert!(matches!(read, Err(NotUnderstood::Contradiction { .. })), "{words}: {read:?}");
    }
}

#[test]
fn a_slip_of_the_finger_or_of_the_keyboard_is_guessed() {
    let (vocabulary, _) = vocabulary();
    for (typed, meant) in [
        ("gomuku", "gomoku"),
        ("ultmate", "ultimate"),
        ("гомаку", "гомоку"),
        ("пщьщлг", "gomoku"),
        ("ujvjre", "гомоку"),
        ("begginer", "beginner"),
        ("любитль", "любитель"),
        ("tic tac toee", "tic tac toe"),
    ] {
        match vocabulary.read(typed) {
            Err(NotUnderstood::Mistyped { meant: guessed, .. }) => {
                assert_eq!(guessed, meant, "{typed}")
            }
            read => panic!("{typed}: {read:?}"),
        }
    }
    for typed in ["chess", "hello", "шахматы", "qq"] {
        assert_eq!(vocabulary.read(typed), Err(NotUnderstood::Word(typed.to_owned())));
    }
    for (typed, request) in [
        ("nwe", Request::New),
        ("nеw", Request::New),
        ("plai", Request::New),
        ("rulse", Request::Rules),
        ("resing", Request::Resign),
        ("opponnent", Request::Opponent),
        ("куышпт", Request::Resign),
        ("ghfdbkf", Request::Rules),
    ] {
        assert_eq!(vocabulary.request_like(typed), Some(request), "{typed}");
    }
    for typed in ["weather", "ban", "q", ""] {
        assert_eq!(vocabulary.request_like(typed), None, "{typed}");
    }
}

#[test]
fn what_a_command_does_not_take_is_told_apart_from_what_is_unknown() {
    let (vocabulary, _) = vocabulary();
    for (words, takes, found) in [
        ("gomoku strong", Takes::Game, "strong"),
        ("gomoku x", Takes::GameAndLevel, "x"),
        ("gomoku casual", Takes::Opponent, "casual"),
        ("dark", Takes::NewGame, "dark"),
        ("gomoku", Takes::Theme, "gomoku"),
        ("any game", Takes::NewGame, "any game"),
    ] {
        let expected = NotUnderstood::NotTaken { word: found.to_owned(), takes };
        assert_eq!(vocabulary.read_for(words, takes), Err(expected), "{words}");
    }
}

#[test]
fn a_choice_of_an_opening_is_read_by_itself_in_three_languages() {
    use OpeningChoice::{Black, More, White};
    for (text, choice) in [
        ("Black", Black),
        ("⚫️ Black!", Black),
        ("Чёрные", Black),
        ("за чорних", Black),
        ("white", White),
        ("⚪ белые", White),
        ("Білі", White),
        ("+2", More),
        ("+2 stones", More),
        ("ещё два камня", More),
        ("+2 камені", More),
    ] {
        assert_eq!(vocabulary::opening_choice(text), Some(choice), "{text}");
    }
    for text in ["", "two", "black white", "black cat", "новая чёрные", "/new black", "h8"]
    {
        assert_eq!(vocabulary::opening_choice(text), None, "{text}");
    }
}
