//! Quoted names and words never become live in a message of the bot: they mention no user, link nowhere and
//! call nothing, for any reader.

use zerosum_playground::text::{Entity, EntityKind};
use zerosum_playground::views::MessageView;

use crate::account::private_answers::start;
use crate::support::harness::Table;

/// Invisible character that breaks up a word for Telegram.
const WORD_JOINER: char = '\u{2060}';

/// Upper bound on a quotation, including the characters that break it up.
const QUOTED_CHARS_MAX: usize = 64;

/// A word about which there is nothing odd.
const HARMLESS: &str = "quiddity";

/// Words that Telegram, or a reader, may take for more than words. None names a game.
const NASTY: [&str; 46] = [
    "@victim",
    "@_victim_",
    "(@victim)",
    "@@victim",
    "x@victim",
    "a@b@victim",
    "https://evil.example",
    "http://evil.example/path?x=1#y",
    "HTTPS://EVIL.EXAMPLE",
    "https://user:word@evil.example",
    "//evil.example",
    "evil.example",
    "evil.com",
    "www.evil.com/",
    "evil.рф",
    "xn--e1afmkfd.xn--p1ai",
    "127.0.0.1",
    "192.168.0.1:8080/x",
    "t.me/joinchat",
    "t.me/+abcdef",
    "tg://resolve?domain=victim",
    "tg://_",
    "ton://transfer",
    "mailto:somebody@evil.com",
    "somebody@evil.com",
    "#tag",
    "##tag",
    "#_1",
    "#метка",
    "$USD",
    "$TON",
    "$1INCH",
    "/start",
    "/start@zerosum_bot",
    "/new@other_bot",
    "//start",
    "(/resign",
    "+12125550123",
    "+1(212)555-0123",
    "88005553535",
    "4111111111111111",
    "\u{202e}moc.live",
    "@\u{200b}victim",
    "@\u{2060}victim",
    "evil\u{200d}.\u{200d}com",
    "\u{2066}/start\u{2069}",
];

/// Returns the first live part of a text, by a plain and stricter reading of Telegram's rules. No entity
/// spans a joiner or a blank, except that phone numbers may contain blanks.
fn live_part(text: &str) -> Option<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let has_sign = |piece: &str, sign: char, is_next: &dyn Fn(char) -> bool| {
        piece
            .match_indices(sign)
            .any(|(at, _)| piece[at + sign.len_utf8()..].chars().next().is_some_and(is_next))
    };
    let is_live = |piece: &&str| {
        has_sign(piece, '@', &is_word)
            || has_sign(piece, '/', &|c| is_word(c) || c == '/')
            || has_sign(piece, '#', &is_word)
            || has_sign(piece, '$', &is_word)
            || has_sign(piece, '.', &|c| !c.is_whitespace())
            || has_sign(piece, ':', &|c| !c.is_whitespace())
    };
    let is_number = |piece: &&str| piece.chars().filter(char::is_ascii_digit).count() > 4;
    let pieces = text.split(|c: char| c.is_whitespace() || c == WORD_JOINER);
    let mut numbers = text.split(|c: char| c.is_alphabetic() || c == WORD_JOINER);
    let mut pieces = pieces.filter(|piece| !piece.is_empty());
    pieces.find(is_live).or_else(|| numbers.find(is_number))
}

/// Returns whether a character changes the direction of a text or is invisible.
fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2061}'..='\u{206f}')
}

fn check(quoted: &str, written: &str) {
    assert_eq!(live_part(quoted), None, "{written:?} becomes {quoted:?}");
    assert!(!quoted.contains(is_hidden), "{written:?} becomes {quoted:?}");
    assert!(quoted.chars().count() <= QUOTED_CHARS_MAX, "{written:?} becomes {quoted:?}");
}

/// Entities that the playground has found in a message, in order: their kinds and words.
fn found(message: &MessageView) -> Vec<(EntityKind, String)> {
    let units: Vec<u16> = message.text.encode_utf16().collect();
    let words = |entity: &Entity| {
        let words = units.get(entity.offset..entity.end()).expect("it lies within the text");
        String::from_utf16(words).expect("it breaks no character")
    };
    message.entities.iter().map(|entity| (entity.kind, words(entity))).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_of_a_group_that_is_quoted_is_dead() {
    let table = Table::new().await;
    let long = "t.me/".repeat(400);
    for person in [table.anna, table.boris, table.oksana] {
        let quoted_in = async |word: &str| {
            table.say(person, table.group, &format!("/new@zerosum_bot {word}"));
            table.read(person).await
        };
        start(&table, person).await;
        let plain = quoted_in(HARMLESS).await;
        let (before, after) = plain.text.split_once(HARMLESS).expect("it is quoted");
        for word in NASTY.into_iter().chain([long.as_str()]) {
            let answer = quoted_in(word).await;
            let quoted = answer.text.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
            check(quoted.unwrap_or_else(|| panic!("{:?}", answer.text)), word);
            assert_eq!(found(&answer), found(&plain), "{word:?}: what the phrase itself has");
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_heads_a_board_is_dead() {
    let table = Table::new().await;
    for name in NASTY {
        let user = table.playground.add_user(name, Some("en"));
        table.playground.add_member(user, table.group).expect("the group is there");
        let board = table.ask(user, table.group, "/new perfect").await;
        let heading = board.text.lines().next().unwrap_or_default();
        let shown = heading.strip_prefix("❌ ").and_then(|rest| rest.split("  ·  ").next());
        check(shown.unwrap_or_else(|| panic!("an odd heading: {heading:?}")), name);
        assert_eq!(live_part(&board.text), None, "{name:?}");
        assert_eq!(found(&board), [], "{name:?}");
    }
    table.finish().await;
}
