//! Words after `/new` that choose a game, in three languages.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::board::sides;
use zerosum_render::board::titles;
use zerosum_render::locales::Locales;
use zerosum_render::locales::phrase::Phrase;
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;

use crate::start::menus::heading;
use crate::support::harness::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_starts_by_every_name_that_the_bot_writes() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 10_000);
    table.start_bot();
    let (anna, locales) = (table.anna, Locales::load());
    let mut boards = 0;
    for (number, spec) in GameSpec::offered().into_iter().enumerate() {
        for language in Language::ALL {
            let levels = Level::of_game(spec);
            let level = levels[number % levels.len()];
            let side = if number % 2 == 0 { Side::First } else { Side::Second };
            let mark = sides::mark(spec, side);
            let localizer = locales.localizer(language);
            let side_words = localizer.say(match side {
                Side::First => Phrase::SideFirst { mark },
                Side::Second => Phrase::SideSecond { mark },
            });
            let words = format!(
                "/new {} {} {side_words}",
                titles::title(spec, localizer),
                titles::level(spec, level, localizer),
            );
            let board = table.ask(anna, anna, &words).await;
            let expected = heading(Choice { spec, side, level });
            assert_eq!(board.text.lines().next(), Some(expected.as_str()), "{words}");
            boards += 1;
            if boards % 40 == 0 {
                forget_boards(&mut table).await;
            }
        }
    }
    table.finish().await;
}

/// Deletes the stored boards to make room for more games.
async fn forget_boards(table: &mut Table) {
    table.playground.settled().await.expect("all is settled");
    table.stop_bot().await;
    let database = rusqlite::Connection::open(table.database()).expect("the database opens");
    database.execute("DELETE FROM boards", []).expect("the boards are there");
    table.start_bot();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_starts_by_the_usual_words() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.start_bot();
    let anna = table.anna;
    let (first, second) = (Side::First, Side::Second);
    for (words, spec, side, level) in [
        ("tictactoe hard", "3x3", first, Level::Strong),
        ("Easy TicTacToe o", "3x3", second, Level::Beginner),
        ("крестики новичок первым", "3x3", first, Level::Beginner),
        ("хрестики-нулики складний", "3x3", first, Level::Strong),
        ("гомоку новачок белые", "15x15x5", second, Level::Beginner),
        ("gomoku, black, easy!", "15x15x5", first, Level::Beginner),
        ("wolves hardest", "sheep", second, Level::Best),
        ("овца легко", "sheep", first, Level::Beginner),
        ("🐺 medium", "sheep", second, Level::Casual),
        ("8Х8 любитель чорні", "8x8x5", first, Level::Casual),
        ("10×8, 5 in a row casual white", "10x8x5", second, Level::Casual),
        ("сильный x 3×12, 3 в ряд", "3x12x3", first, Level::Strong),
        ("5x7x4 аматор x", "5x7x4", first, Level::Casual),
        ("3x3 крестики сильный", "3x3", first, Level::Strong),
        ("за вовків аматор", "sheep", second, Level::Casual),
    ] {
        let spec = GameSpec::from_name(spec).expect("it is a game");
        let board = table.ask(anna, anna, &format!("/new {words}")).await;
        let expected = heading(Choice { spec, side, level });
        assert_eq!(board.text.lines().next(), Some(expected.as_str()), "{words}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_played_is_said_in_ones_own_language() {
    let table = Table::new().await;
    let people = [
        (
            table.anna,
            "I know no game, side or level called “chess”. See /games.",
            "Boards have 3 to 20 columns and rows.",
            "On this board you can play for 3 to 5 in a row.",
            "Number 27 of the set must be from 1 to 9, not “0”.",
            "After strategic-functional- come 27 or 81 digits, after strategic-hyper- an s and 81 \
             digits. You gave 26.",
        ),
        (
            table.boris,
            "Не знаю ни игры, ни стороны, ни уровня «chess». Что есть, покажет /games.",
            "На доске бывает от 3 до 20 столбцов и строк.",
            "На этой доске можно играть на 3–5 в ряд.",
            "27-е число в наборе должно быть от 1 до 9, а не «0».",
            "После strategic-functional- стоят 27 или 81 цифра, после strategic-hyper- буква s и 81 \
             цифра. Вы указали 26.",
        ),
        (
            table.oksana,
            "Не знаю ні гри, ні сторони, ні рівня «chess». Що є, покаже /games.",
            "На дошці буває від 3 до 20 стовпців і рядків.",
            "На цій дошці можна грати на 3–5 в ряд.",
            "Число № 27 у наборі має бути від 1 до 9, а не «0».",
            "Після strategic-functional- має бути 27 або 81 цифра, після strategic-hyper- – літера s і \
             81 цифра. У вас: 26.",
        ),
    ];
    for (user, unknown, sizes, lengths, number, count) in people {
        for (words, answer) in [
            ("chess", unknown),
            ("gomoku Chess easy", unknown),
            ("21x21", sizes),
            ("2×2", sizes),
            ("21*3x3", sizes),
            ("99999x3", sizes),
            ("5x5x9", lengths),
            ("5х5х2", lengths),
            ("strategic-functional-21365479832146587913254690", count),
            ("strategic-functional-213654798321465879132546980 easy", number),
        ] {
            let told = table.ask(user, user, &format!("/new {words}")).await;
            assert_eq!(told.text, answer, "{words}");
        }
    }
    table.finish().await;
}
