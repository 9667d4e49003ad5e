//! Words that people use besides the bot's own: in lower case, with `-` between words, without "ё".

use zerosum_games::mnk::opening::OpeningChoice;
use zerosum_games::side::Side;
use zerosum_render::tap::Request;
use zerosum_search::level::Level;
use zerosum_session::game::clock::TimeControl;

pub(super) const SIDES: [(Side, &[&str]); 2] = [
    (
        Side::First,
        &[
            "x",
            "х",
            "❌",
            "⚫",
            "🔶",
            "🐻",
            "🌲",
            "🍒",
            "first",
            "black",
            "первым",
            "первый",
            "первая",
            "первой",
            "черные",
            "черными",
            "черных",
            "першим",
            "перший",
            "першою",
            "чорні",
            "чорними",
            "чорних",
            "крестиком",
            "крестиками",
            "крестиков",
            "хрестиком",
            "хрестиками",
            "хрестиків",
        ],
    ),
    (
        Side::Second,
        &[
            "o",
            "о",
            "0",
            "⭕",
            "⚪",
            "🔵",
            "🐰",
            "🌸",
            "🍋",
            "second",
            "white",
            "вторым",
            "второй",
            "вторая",
            "белые",
            "белыми",
            "белых",
            "другим",
            "другий",
            "другою",
            "білі",
            "білими",
            "білих",
            "ноликом",
            "ноликами",
            "нолики",
            "ноликов",
            "нуликом",
            "нуликами",
            "нулики",
            "нуликів",
        ],
    ),
];

/// Names of tic-tac-toe that are those of its first side, too: beside the name of a game, and after [`FOR`].
pub(super) const CROSSES: [&str; 2] = ["крестики", "хрестики"];

/// The word before a side.
pub(super) const FOR: &str = "за";

/// Names with other forms of them.
pub(super) const FORMS: [(&str, &[&str]); 4] = [
    ("волки", &["волков", "волками"]),
    ("овца", &["овцу", "овцой"]),
    ("вовки", &["вовків", "вовками"]),
    ("вівця", &["вівцю", "вівцею"]),
];

/// Choices in the opening of a game.
pub(super) const OPENING_CHOICES: [(OpeningChoice, &[&str]); 3] = [
    (
        OpeningChoice::Black,
        &["⚫", "black", "черные", "черными", "черных", "чорні", "чорними", "чорних"],
    ),
    (OpeningChoice::White, &["⚪", "white", "белые", "белыми", "белых", "білі", "білими", "білих"]),
    (OpeningChoice::More, &["2", "+2", "more", "еще", "ще"]),
];

/// Words beside a choice that say nothing more.
pub(super) const BESIDE_CHOICE: [&str; 6] = ["stones", "two", "камня", "камені", "два", "за"];

pub(super) const LEVELS: [(Level, &[&str]); 5] = [
    (Level::Novice, &["easiest", "newcomer", "дебютант"]),
    (Level::Beginner, &["easy", "легко", "легкий", "простой", "простий"]),
    (Level::Casual, &["medium", "normal", "средний", "середній"]),
    (Level::Strong, &["hard", "сложный", "трудный", "тяжелый", "складний", "важкий"]),
    (Level::Best, &["best", "hardest", "unbeatable", "максимум", "непобедимый", "непереможний"]),
];

pub(super) const TIMES: [(TimeControl, &[&str]); 4] = [
    (
        TimeControl::Unlimited,
        &["none", "unlimited", "no-clock", "without-clock", "without-a-clock", "no-time-limit"],
    ),
    (
        TimeControl::Day,
        &[
            "day",
            "daily",
            "a-day",
            "1d",
            "1-day",
            "24h",
            "24-h",
            "24-hours",
            "день",
            "сутки",
            "доба",
            "на-сутки",
            "1-день",
            "1-сутки",
            "1-доба",
            "24-часа",
            "24ч",
            "24-години",
            "24-год",
        ],
    ),
    (
        TimeControl::ThreeMinutes,
        &[
            "3min",
            "3m",
            "3-m",
            "3-min",
            "3-minutes",
            "three-minutes",
            "3+0",
            "3|0",
            "3м",
            "3-м",
            "3мин",
            "3-мин",
            "3-минуты",
            "три-минуты",
            "3xв",
            "3-хв",
            "3-хвилини",
            "три-хвилини",
        ],
    ),
    (TimeControl::FiveAndThree, &["blitz", "блиц", "бліц", "5|3", "5-3", "5-+3", "5+-3"]),
];

/// Units after the number of a clock.
pub(super) const UNITS: &[&str] = &[
    "s",
    "sec",
    "m",
    "min",
    "mins",
    "minute",
    "minutes",
    "h",
    "hour",
    "hours",
    "d",
    "day",
    "days",
    "с",
    "сек",
    "м",
    "мин",
    "минут",
    "минута",
    "минуты",
    "ч",
    "час",
    "часа",
    "часов",
    "день",
    "дня",
    "дней",
    "xв",
    "хв",
    "хвилина",
    "хвилини",
    "хвилин",
    "год",
    "година",
    "години",
    "годин",
    "дні",
    "днів",
];

/// Words between the sides of a board.
pub(super) const BY: [&str; 4] = ["x", "х", "by", "на"];

/// Numbers in words, for lines in a row.
pub(super) const NUMBERS: [(u16, &[&str]); 6] = [
    (3, &["three", "три"]),
    (4, &["four", "четыре", "чотири"]),
    (5, &["five", "пять", "п'ять"]),
    (6, &["six", "шесть", "шість"]),
    (7, &["seven", "семь", "сім"]),
    (8, &["eight", "восемь", "вісім"]),
];

/// Suffixes after the length of a line, besides those in the titles of boards.
pub(super) const IN_A_ROW: [&str; 3] = ["-in-row", "-в-ряд", "-у-ряд"];

/// Filler words without a meaning.
pub(super) const FILLERS: &[&str] = &[
    "a",
    "an",
    "the",
    "as",
    "at",
    "with",
    "in",
    "on",
    "to",
    "for",
    "of",
    "please",
    "game",
    "level",
    "side",
    "clock",
    "за",
    "на",
    "в",
    "с",
    "со",
    "как",
    "игра",
    "игру",
    "партия",
    "партию",
    "уровень",
    "сторона",
    "часы",
    "пожалуйста",
    "з",
    "із",
    "у",
    "як",
    "гра",
    "гру",
    "партія",
    "партію",
    "рівень",
    "годинник",
];

pub(super) const LANGUAGES: [&[&str]; 3] = [
    &["english", "английский", "англійська", "по-английски", "англійською"],
    &["russian", "русский", "російська", "по-русски", "російською"],
    &["ukrainian", "украинский", "українська", "по-украински", "українською"],
];

/// Synonyms of commands, besides their buttons and their lines in the menu.
pub(super) const REQUESTS: &[(Request, &[&str])] = &[
    (
        Request::New,
        &[
            "new-game",
            "start-a-game",
            "play",
            "новая-игра",
            "новая",
            "играть",
            "сыграть",
            "сыграем",
            "новую-игру",
            "нова-гра",
            "нова",
            "грати",
            "зіграти",
            "зіграємо",
            "нову-гру",
            "новая-партия",
            "нова-партія",
        ],
    ),
    (
        Request::Invite,
        &["invite-a-friend", "пригласить", "пригласить-друга", "запросити", "запросити-друга"],
    ),
    (
        Request::Opponent,
        &["find-opponent", "соперник", "найти-соперника", "суперник", "знайти-суперника"],
    ),
    (Request::Games, &["all-games", "игры", "все-игры", "ігри", "усі-ігри"]),
    (Request::MyGames, &["my-games", "мои-игры", "мои-партии", "мої-ігри", "мої-партії"]),
    (
        Request::Level,
        &["levels", "уровень", "уровни", "рівень", "рівні", "сложность", "складність"],
    ),
    (
        Request::Rules,
        &["how-to-play", "правила", "правила-игры", "как-играть", "правила-гри", "як-грати"],
    ),
    (Request::Board, &["my-board", "доска", "моя-доска", "дошка", "моя-дошка"]),
    (
        Request::Resign,
        &["i-resign", "give-up", "i-give-up", "сдаться", "сдаюсь", "здатися", "здаюся", "здаюсь"],
    ),
    (Request::Record, &["moves", "запись", "запись-ходов", "ходы", "запис", "запис-ходів", "ходи"]),
    (Request::Sheet, &["sheets", "paper", "лист", "листы", "бланк", "аркуш", "аркуші"]),
    (Request::Puzzle, &["puzzles", "задача", "задачи", "задачу", "задачі"]),
    (Request::Learn, &["lessons", "course", "уроки", "урок", "курс", "учиться", "вчитися"]),
    (Request::Me, &["results", "итоги", "результаты", "підсумки", "результати"]),
    (Request::Top, &["ratings", "rating", "рейтинг", "рейтинги"]),
    (Request::Help, &["помощь", "справка", "допомога", "довідка"]),
    (Request::Start, &["greeting", "начало", "старт", "приветствие", "початок", "вітання"]),
    (
        Request::Settings,
        &[
            "setting",
            "options",
            "preferences",
            "настройки",
            "параметры",
            "налаштування",
            "параметри",
        ],
    ),
    (
        Request::Web,
        &[
            "page",
            "web-page",
            "browser",
            "in-the-browser",
            "страница",
            "браузер",
            "в-браузере",
            "сторінка",
            "у-браузері",
            "в-браузері",
        ],
    ),
    (
        Request::Blocked,
        &[
            "block-list",
            "blocklist",
            "blocks",
            "заблокированные",
            "черный-список",
            "заблоковані",
            "чорний-список",
        ],
    ),
    (Request::Language, &["язык", "мова"]),
    (Request::Theme, &["board-style", "style", "тема", "вид", "вигляд"]),
    (Request::Privacy, &["приватность", "приватність"]),
    (Request::MyData, &["my-data", "мои-данные", "мої-дані"]),
    (Request::DeleteMyData, &["delete-my-data", "удалить-мои-данные", "видалити-мої-дані"]),
];
