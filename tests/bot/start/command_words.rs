//! Arguments of commands, and words that stand for commands.

use zerosum_playground::views::MessageView;

use crate::support::harness::Table;

fn labels(message: &MessageView) -> Vec<&str> {
    message.keyboard.iter().flatten().map(|button| button.text.as_str()).collect()
}

/// Text of a message without the characters that keep quotations from being links.
fn plain(message: &MessageView) -> String {
    message.text.replace('\u{2060}', "")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_command_is_asked_about_is_what_it_shows() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    table.ask(anna, anna, "/new 3x3 x").await;
    for (words, beginning) in [
        ("/rules gomoku", "The board has 15×15 cells."),
        ("/rules Gomoku 15×15", "The board has 15×15 cells."),
        ("/rules 5 in a row", "The board has 15×15 cells."),
        ("/rules пять в ряд", "The board has 15×15 cells."),
        ("rules gomoku", "The board has 15×15 cells."),
        ("правила гомоку", "The board has 15×15 cells."),
        ("/правила гомоку", "The board has 15×15 cells."),
        ("📖 Rules gomoku", "The board has 15×15 cells."),
        ("/level ultimate", "Levels of “Ultimate tic-tac-toe”."),
        ("рівень ультимейт", "Levels of “Ultimate tic-tac-toe”."),
        ("/level", "Levels of “Tic-tac-toe 3×3”."),
        ("/games gomoku", "Gomoku 15×15\n"),
        ("гомоку", "Gomoku 15×15\n"),
    ] {
        let answer = table.ask(anna, anna, words).await;
        assert!(answer.text.contains(beginning), "{words}: {answer:?}");
    }
    let card = table.ask(anna, anna, "/level ultimate strong").await;
    assert!(labels(&card).contains(&"✓ strong"), "{card:?}");
    // The same command in another user's language, in the words of the buttons.
    let rules = table.ask(boris, boris, "📖 Правила Гомоку 15×15").await;
    assert!(rules.text.contains("15×15"), "{rules:?}");
    let light = table.ask(boris, boris, "/theme ☀️ Светлые").await;
    assert_eq!(light.text, "Хорошо. Теперь ваши доски будут такими.");
    let english = table.ask(boris, boris, "/language English").await;
    assert_eq!(english.text, "Done, English it is.");
    let russian = table.ask(boris, boris, "/language русский").await;
    assert_eq!(russian.text, "Хорошо, говорим по-русски.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_asked_for_as_buttons_and_titles_call_it() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    for words in [
        "/new 5 in a row beginner x",
        "/new five in a row, beginner, ⚫ first",
        "/new пять в ряд новичок первым",
        "/new п'ять у ряд новачок першим",
        "new game gomoku beginner x",
        "новая игра гомоку новичок x",
        "▶️ Нова партія гомоку новачок x",
    ] {
        let board = table.ask(anna, anna, words).await;
        assert!(board.text.starts_with("Gomoku 15×15"), "{words}: {board:?}");
    }
    for words in ["3 min", "3 мин", "3 хв", "3+0", "⏱ 3 min a move"] {
        let board = table.ask(boris, group, &format!("/new 3x3 {words}")).await;
        assert!(board.text.ends_with("⏳ на каждый ход – три минуты"), "{words}: {board:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_of_no_use_behind_a_command_is_answered() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    table.ask(anna, anna, "/new 3x3 x").await;
    for (words, answer) in [
        ("/rules strong", "“strong” means nothing after /rules, which takes a game."),
        ("/learn gomoku x", "“x” means nothing after /learn, which takes a game."),
        ("/puzzle 3x3 5+3", "“5+3” means nothing after /puzzle, which takes a game and a level."),
        (
            "/new 3x3 dark",
            "“dark” means nothing after /new, which takes a game, a side, a level and, between people, a clock.",
        ),
        (
            "/invite 3x3 strong",
            "“strong” means nothing after /invite, which takes a game, a side and a clock.",
        ),
        ("/theme gomoku", "Boards: light, dark or as text?"),
        ("/language gomoku", "Which language shall I speak?"),
        (
            "/record gomoku",
            "“gomoku” means nothing after /record, which takes “file” or “continuous”.",
        ),
        ("/board gomoku", "“gomoku” means nothing after /board. Send it by itself."),
        ("/resign not", "“not” means nothing after /resign. Send it by itself."),
        ("/new gomoku ultimate", "“ultimate” does not go with what comes before it."),
        (
            "/new 3x3 10+5",
            "There is no clock “10+5”. Use 3m (three minutes a move), 5+3 (five minutes each plus three seconds a move), day (a day a move) or none.",
        ),
    ] {
        let text = plain(&table.ask(anna, anna, words).await);
        assert!(text.starts_with(answer), "{words}: {text}");
    }
    table.say(anna, group, "/board gomoku");
    let text = plain(&table.read(anna).await);
    assert!(text.ends_with("“gomoku” means nothing after /board. Send it by itself."), "{text}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn near_misses_are_answered_with_what_was_likely_meant() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    table.ask(anna, anna, "/new 3x3 x").await;
    let answer = table.ask(anna, anna, "/new gomuku").await;
    assert_eq!(answer.text, "I do not know “gomuku”. Did you mean “gomoku”?");
    let press = table.press(anna, &answer, "Gomoku 15×15");
    let card = table.changed(&answer).await;
    assert_eq!(table.toast(&press).await, "");
    assert!(card.text.starts_with("Gomoku 15×15\n"), "{card:?}");
    let answer = table.ask(anna, anna, "/new gomoku stong").await;
    assert_eq!(answer.text, "I do not know “stong”. Did you mean “strong”?");
    assert!(answer.keyboard.is_empty());
    let answer = table.ask(anna, anna, "/nwe gomoku").await;
    assert_eq!(plain(&answer), "There is no command /nwe. Did you mean /new?");
    assert_eq!(labels(&answer), ["▶️ New game"]);
    let answer = table.ask(anna, anna, "/ruels").await;
    assert_eq!(plain(&answer), "There is no command /ruels. Did you mean /rules?");
    // Words that resemble no command, and words possibly meant for another bot.
    let hint = "I understand taps, moves such as b2, and the commands in the menu.";
    assert_eq!(table.ask(anna, anna, "/weather").await.text, hint);
    for words in ["/nwe", "/weather@zerosum_bot", "/nwe@other_bot", "/правила"] {
        table.say(anna, group, words);
    }
    table.say(anna, group, "/ruels@zerosum_bot");
    let text = plain(&table.read(anna).await);
    assert!(text.ends_with("There is no command /ruels. Did you mean /rules?"), "{text}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn settings_the_page_and_the_greeting_are_asked_for_without_a_slash_as_well() {
    let table = Table::new().await;
    for (user, settings, page, no_page) in [
        (table.anna, "Settings", "page", "I have no web page."),
        (table.boris, "настройки", "в браузере", "У меня нет страницы в браузере."),
        (table.oksana, "налаштування", "сторінка", "У мене немає сторінки в браузері."),
    ] {
        for (words, slashed) in [(settings, "/settings"), ("start", "/start")] {
            let asked = table.ask(user, user, words).await;
            let expected = table.ask(user, user, slashed).await;
            assert_eq!((&asked.text, labels(&asked)), (&expected.text, labels(&expected)));
        }
        assert_eq!(table.ask(user, user, page).await.text, no_page);
    }
    table.finish().await;
}
