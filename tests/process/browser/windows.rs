//! Two people play each other in two windows, one in Ukrainian and one in English.

use fantoccini::{Client, Locator};
use serde_json::{Value, json};
use zerosum_playground::settings::{InlineMode, Settings};

use crate::browser::layout::{
    NEWEST_BOARD, SIZES, go_to, newest_message, nothing_overlaps, stands_well,
};
use crate::browser::people::{OKSANA, Seat, newest_in_own_chat, play_to_the_end, type_into};
use crate::browser::{ANNA, Driver, GROUP, Table, click, click_on, find, once, say, screenshot};

/// Moves of games that the first player wins.
const MOVES_OF_3X3: [&str; 5] = ["a1", "a2", "b1", "b2", "c1"];
const MOVES_OF_GOMOKU: [&str; 9] = ["f8", "f9", "g8", "g9", "h8", "h9", "i8", "i9", "j8"];

/// Key of a place on a board of 3×3, or on one whose picture shows the part that the keys represent.
const KEY: &str = "
    const [number, place, isFree] = arguments;
    const message = document.querySelector(`[data-testid=message-${number}]`);
    const part = /([a-o])(\\d+)–/.exec(message.querySelector('.photo')?.alt) ?? ['', 'a', 1];
    const column = place.charCodeAt(0) - part[1].charCodeAt(0);
    const row = place.slice(1) - part[2];
    const key = message.querySelector(`[data-testid=button-${number}-${row}-${column}]`);
    return key && (key.textContent.trim() === '·') === isFree ? key.dataset.testid : null;";

/// Phrases in Oksana's window and in Anna's about a game that Oksana has begun.
const PHRASES: [Phrases; 2] = [
    Phrases {
        own_turn: "Ваш хід",
        other_turn: "Ходить Anna",
        end: "🎉 Ви перемогли",
        another: "Ви запропонували зіграти ще раз.",
        friend: "Anna",
    },
    Phrases {
        own_turn: "Your move",
        other_turn: "Оксана to move",
        end: "🎉 Оксана won",
        another: "Оксана wants another game.",
        friend: "Оксана",
    },
];

struct Phrases {
    own_turn: &'static str,
    other_turn: &'static str,
    end: &'static str,
    another: &'static str,
    friend: &'static str,
}

/// Key of a message whose label begins in this way.
const LABELLED: &str = "
    const [number, label] = arguments;
    const message = document.querySelector(`[data-testid=message-${number}]`);
    const keys = [...message.querySelectorAll('.key')];
    return keys.find((key) => key.textContent.trim().startsWith(label))?.dataset.testid ?? null;";

/// Text of a message, including its buttons, once it contains this phrase.
const WORDS: &str = "
    const [number, phrase] = arguments;
    const message = document.querySelector(`[data-testid=message-${number}]`);
    const words = [...message.querySelectorAll('.text, .key')].map((each) => each.textContent);
    return words[0].includes(phrase) ? words.join(' ') : null;";

#[tokio::test]
async fn two_people_play_in_two_windows_each_in_their_own_language() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    for size in SIZES {
        let oksana = driver.open(&table.playground, size).await;
        let anna = driver.open(&table.playground, size).await;
        for (words, moves, has_photo) in
            [("/invite", &MOVES_OF_3X3[..], false), ("/invite gomoku", &MOVES_OF_GOMOKU, true)]
        {
            passes_an_invitation_on(&oksana, words).await;
            let before = newest_in_own_chat(&oksana, OKSANA).await;
            let of_anna = newest_in_own_chat(&anna, ANNA).await;
            comes_by_the_link(&anna).await;
            let boards = [
                once(&oksana, NEWEST_BOARD, &[before]).await,
                once(&anna, NEWEST_BOARD, &[of_anna]).await,
            ];
            let game = Game { windows: [&oksana, &anna], boards, has_photo };
            let name = if has_photo { "gomoku" } else { "3x3" };
            game.play(moves, &format!("{name}-{}", size.0)).await;
            game.begins_anew(&format!("{name}-{}-again", size.0)).await;
        }
        for window in [oksana, anna] {
            window.close().await.expect("the browser closes");
        }
    }
    table.clear().await;
}

/// A game displayed in the windows of Oksana and Anna.
struct Game<'a> {
    windows: [&'a Client; 2],
    boards: [Value; 2],
    has_photo: bool,
}

impl Game<'_> {
    /// Makes both players move in turn until the last one wins, and checks after each move that both see it,
    /// the whole board, and the side to move in their own language.
    async fn play(&self, moves: &[&str], name: &str) {
        for (turn, to) in moves.iter().enumerate() {
            let mover = turn % 2;
            self.is_told(0, PHRASES[0].of_turn(mover == 0)).await;
            self.is_told(1, PHRASES[1].of_turn(mover == 1)).await;
            let key = self.key(mover, to, true).await;
            click(self.windows[mover], &format!("[data-testid={key}]")).await;
            for (place, browser) in self.windows.into_iter().enumerate() {
                // A finished board is shown as a whole.
                if turn + 1 < moves.len() {
                    self.key(place, to, false).await;
                }
                let what = format!("{name}: move {turn} at {place}");
                stands_well(browser, &self.boards[place], self.has_photo, &what).await;
                nothing_overlaps(browser, &what).await;
            }
            if turn == moves.len() / 2 {
                self.keep(&format!("{name}-middle")).await;
            }
        }
        for (place, phrases) in PHRASES.iter().enumerate() {
            self.is_told(place, phrases.end).await;
        }
        self.keep(name).await;
    }

    /// Has Oksana ask for another game, which Anna sees and accepts.
    async fn begins_anew(&self, name: &str) {
        self.press(0, "🔁").await;
        for (place, phrases) in PHRASES.iter().enumerate() {
            self.is_told(place, phrases.another).await;
            stands_well(self.windows[place], &self.boards[place], self.has_photo, name).await;
            nothing_overlaps(self.windows[place], name).await;
        }
        self.keep(name).await;
        self.press(1, "✅ Accept").await;
        for (browser, board) in self.windows.into_iter().zip(&self.boards) {
            once(browser, NEWEST_BOARD, std::slice::from_ref(board)).await;
        }
    }

    /// Presses the key whose label begins in this way.
    async fn press(&self, place: usize, label: &str) {
        let arguments = [self.boards[place].clone(), json!(label)];
        let key = once(self.windows[place], LABELLED, &arguments).await;
        let key = key.as_str().expect("a name is a text");
        click(self.windows[place], &format!("[data-testid={key}]")).await;
    }

    /// Waits until a window shows this phrase, and checks that it shows no text in the other's language.
    async fn is_told(&self, place: usize, phrase: &str) {
        let arguments = [self.boards[place].clone(), json!(phrase)];
        let words = once(self.windows[place], WORDS, &arguments).await;
        let words = words.as_str().expect("words are a text").replace(PHRASES[place].friend, "");
        let is_foreign = |letter: char| match place {
            0 => letter.is_ascii_alphabetic(),
            _ => ('\u{400}'..='\u{4ff}').contains(&letter),
        };
        // The columns of a board are letters in all languages.
        let is_place = |word: &str| {
            word.split(|letter: char| !letter.is_alphabetic()).all(|run| run.chars().count() < 2)
        };
        let foreign = words.split_whitespace().filter(|word| word.contains(is_foreign));
        let foreign: Vec<&str> = foreign.filter(|word| !is_place(word)).collect();
        assert!(foreign.is_empty(), "another language: {foreign:?} in {words}");
    }

    /// Test id of the key of a place, once it is free or taken, as wanted.
    async fn key(&self, place: usize, to: &str, is_free: bool) -> String {
        let arguments = [self.boards[place].clone(), json!(to), json!(is_free)];
        let key = once(self.windows[place], KEY, &arguments).await;
        key.as_str().expect("a name is a text").to_owned()
    }

    async fn keep(&self, name: &str) {
        for (place, browser) in self.windows.into_iter().enumerate() {
            screenshot(browser, &format!("windows-{name}-{place}.png")).await;
        }
    }
}

impl Phrases {
    fn of_turn(&self, is_own: bool) -> &'static str {
        if is_own { self.own_turn } else { self.other_turn }
    }
}

/// Has Oksana ask for a link in her own chat with these words, and post it in the group.
async fn passes_an_invitation_on(oksana: &Client, words: &str) {
    go_to(oksana, OKSANA, OKSANA).await;
    let before = newest_message(oksana).await;
    say(oksana, words).await;
    let invitation = once(oksana, NEWEST_BOARD, &[before]).await;
    let script = "
        const message = document.querySelector(`[data-testid=message-${arguments[0]}]`);
        return message.querySelector(\"a[href^='https://t.me/']\")?.href;";
    let link = once(oksana, script, &[invitation]).await;
    go_to(oksana, OKSANA, GROUP).await;
    say(oksana, link.as_str().expect("a link is a text")).await;
}

/// Has Anna find the newest link in the group, tap it, and begin the game it offers.
async fn comes_by_the_link(anna: &Client) {
    let before = newest_in_own_chat(anna, ANNA).await;
    go_to(anna, ANNA, GROUP).await;
    let link = Locator::XPath("(//a[starts-with(@href, 'https://t.me/')])[last()]");
    click_on(anna, link).await;
    let begin = find(anna, "[data-testid=begin]").await;
    assert_eq!(begin.text().await.expect("it has a label"), "Start");
    let place = once(anna, "return location.hash", &[]).await;
    assert_eq!(place, format!("#{ANNA}/{ANNA}"));
    assert_eq!(newest_message(anna).await, before, "nothing is said before she begins");
    nothing_overlaps(anna, "a link that was followed").await;
    begin.click().await.expect("it can be clicked");
}

/// The chat of Anna and Oksana, of which the bot gets no messages.
const THEIR_OWN_CHAT: i64 = GROUP - 2;

#[tokio::test]
async fn two_people_play_an_inline_game_in_their_own_chat_in_two_windows() {
    let Some(driver) = Driver::start() else { return };
    let settings = Settings { inline_mode: InlineMode::On, ..Settings::default() };
    let table = Table::lay_with(settings).await;
    for size in SIZES {
        let oksana = driver.open(&table.playground, size).await;
        let anna = driver.open(&table.playground, size).await;
        go_to(&oksana, OKSANA, THEIR_OWN_CHAT).await;
        go_to(&anna, ANNA, THEIR_OWN_CHAT).await;
        let before = newest_message(&oksana).await;
        type_into(&anna, "@playground_bot 3x3").await;
        find(&anna, "[data-testid^=result-]").await;
        screenshot(&anna, &format!("windows-inline-{}-offers.png", size.0)).await;
        click(&anna, "[data-testid^=result-]").await;
        let board = once(&anna, NEWEST_BOARD, std::slice::from_ref(&before)).await;
        assert_eq!(once(&oksana, NEWEST_BOARD, &[before]).await, board, "they share a chat");
        let seats = [&oksana, &anna].map(|browser| Seat { browser, pane: None });
        play_to_the_end(&seats, &[board.clone(), board], &format!("inline-{}", size.0)).await;
        for window in [oksana, anna] {
            window.close().await.expect("the browser closes");
        }
    }
    table.clear().await;
}

#[tokio::test]
async fn a_person_challenged_by_an_answer_takes_the_seat() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    for size in SIZES {
        let oksana = driver.open(&table.playground, size).await;
        let anna = driver.open(&table.playground, size).await;
        go_to(&oksana, OKSANA, GROUP).await;
        go_to(&anna, ANNA, GROUP).await;
        let before = newest_message(&anna).await;
        say(&oksana, "Хто грає?").await;
        let said = "
            const numbers = [...document.querySelectorAll('.message.other')]
                .map((message) => Number(message.dataset.testid.split('-')[1]));
            const newest = Math.max(0, ...numbers);
            return newest > arguments[0] ? newest : null;";
        let said = once(&anna, said, &[before]).await;
        let reply = format!("[data-testid=reply-{said}]");
        // After cancelling, the message is not a reply.
        click(&anna, &reply).await;
        click(&anna, "[data-testid=answering-cancel]").await;
        click(&anna, &reply).await;
        let bar = find(&anna, "[data-testid=answering]").await;
        let words = bar.text().await.expect("it has a text");
        assert!(words.contains("Reply to Оксана") && words.contains("Хто грає?"), "{words}");
        nothing_overlaps(&anna, "an answer that is being written").await;
        screenshot(&anna, &format!("windows-answer-{}.png", size.0)).await;
        say(&anna, "/new").await;
        let board = once(&anna, NEWEST_BOARD, std::slice::from_ref(&said)).await;
        assert!(!bar.is_displayed().await.expect("the page answers"), "it is answered");
        assert_eq!(once(&oksana, NEWEST_BOARD, &[said]).await, board, "they share a group");
        let kept = [board.clone(), json!("❌ is kept for Оксана")];
        once(&anna, WORDS, &kept).await;
        stands_well(&anna, &board, false, "a challenge").await;
        click(&oksana, &format!("[data-testid=button-{board}-1-1]")).await;
        once(&anna, WORDS, &[board.clone(), json!("Anna to move")]).await;
        screenshot(&oksana, &format!("windows-challenge-{}.png", size.0)).await;
        for window in [oksana, anna] {
            window.close().await.expect("the browser closes");
        }
    }
    table.clear().await;
}
