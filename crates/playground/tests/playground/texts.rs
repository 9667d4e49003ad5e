//! Marked-up text becomes the entities Telegram makes of it.

use serde_json::{Value, json};
use zerosum_playground::text::{self, ParseMode, clean};

use crate::support::start;

fn entity(kind: &str, offset: usize, length: usize) -> Value {
    json!({ "type": kind, "offset": offset, "length": length })
}

fn link(url: &str, offset: usize, length: usize) -> Value {
    json!({ "type": "text_link", "offset": offset, "length": length, "url": url })
}

fn code(language: &str, offset: usize, length: usize) -> Value {
    json!({ "type": "pre", "offset": offset, "length": length, "language": language })
}

/// Mode, what is sent, the text that is kept and its entities.
fn texts() -> Vec<(&'static str, &'static str, &'static str, Vec<Value>)> {
    vec![
        ("", " plain \n", "plain", vec![]),
        (
            "",
            "see https://example.com/a. #chess",
            "see https://example.com/a. #chess",
            vec![entity("url", 4, 21), entity("hashtag", 27, 6)],
        ),
        ("HTML", "<b>X</b> &lt;&amp;&gt; &#128075;", "X <&> 👋", vec![entity("bold", 0, 1)]),
        (
            "HTML",
            "👋<i>to<b>ge</b>ther</i>",
            "👋together",
            vec![entity("italic", 2, 8), entity("bold", 4, 2)],
        ),
        (
            "HTML",
            "<a href=\"HTTPS://Example.com\">l</a>",
            "l",
            vec![link("https://example.com/", 0, 1)],
        ),
        (
            "HTML",
            "<pre><code class=\"language-rust\">a</code></pre>",
            "a",
            vec![code("rust", 0, 1)],
        ),
        (
            "HTML",
            "<tg-spoiler>a</tg-spoiler><blockquote expandable>b</blockquote>",
            "ab",
            vec![entity("spoiler", 0, 1), entity("expandable_blockquote", 1, 1)],
        ),
        ("HTML", "a<b></b> &nbsp;", "a &nbsp;", vec![]),
        ("HTML", "<b>a  </b> ", "a", vec![entity("bold", 0, 1)]),
        (
            "MarkdownV2",
            "*b _i_ __u__ ~s~ ||p||*",
            "b i u s p",
            vec![
                entity("bold", 0, 9),
                entity("italic", 2, 1),
                entity("underline", 4, 1),
                entity("strikethrough", 6, 1),
                entity("spoiler", 8, 1),
            ],
        ),
        (
            "MarkdownV2",
            "1\\. `a.b` [l](http://example.com/x\\))",
            "1. a.b l",
            vec![entity("code", 3, 3), link("http://example.com/x)", 7, 1)],
        ),
        ("MarkdownV2", "```rust\nlet x = 1;\n```", "let x = 1;", vec![code("rust", 0, 10)]),
        ("MarkdownV2", ">a\n>b\nc", "a\nb\nc", vec![entity("blockquote", 0, 4)]),
        (
            "Markdown",
            "*b* _i_ `c` [l](example.com) \\_",
            "b i c l _",
            vec![
                entity("bold", 0, 1),
                entity("italic", 2, 1),
                entity("code", 4, 1),
                link("http://example.com/", 6, 1),
            ],
        ),
    ]
}

#[tokio::test]
async fn texts_are_kept_with_their_entities() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    for (mode, sent, kept, entities) in texts() {
        let params = json!({ "chat_id": anna, "text": sent, "parse_mode": mode });
        let message = bot.ok("sendMessage", params).await;
        assert_eq!(message["text"], kept, "{mode}: {sent}");
        let seen = message["entities"].as_array().cloned().unwrap_or_default();
        assert_eq!(seen, entities, "{mode}: {sent}");
    }
}

#[tokio::test]
async fn listed_entities_are_kept_and_those_found_are_added() {
    let (playground, bot) = start().await;
    let anna = bot.acquaint(&playground).await;
    let listed = json!([entity("bold", 0, 2), entity("code", 3, 2), entity("mention", 0, 1)]);
    let params = json!({ "chat_id": anna, "text": "ab /x /y", "entities": listed });
    let message = bot.ok("sendMessage", params).await;
    let expected = json!([entity("bold", 0, 2), entity("code", 3, 2), entity("bot_command", 6, 2)]);
    assert_eq!(message["entities"], expected);
}

/// Texts made of the pieces that mean something to a parser, the same ones in every run.
fn random_texts(count: usize) -> impl Iterator<Item = String> {
    const PIECES: [&str; 36] = [
        "a",
        "👋",
        "é",
        " ",
        "\n",
        "\r",
        "\0",
        "\u{202e}",
        "*",
        "_",
        "__",
        "~",
        "||",
        "`",
        "```",
        "[",
        "]",
        "(",
        ")",
        "\\",
        "!",
        ">",
        "**",
        "<b>",
        "</b>",
        "<a href=\"x.y\">",
        "</a>",
        "<pre>",
        "</pre>",
        "<",
        "&lt;",
        "&#0;",
        "/x",
        "@someone",
        "https://x.y/",
        "#tag",
    ];
    const MAX_PIECES: u64 = 12;
    let mut state = 42_u64;
    let mut next = move |bound: u64| {
        // Knuth's multiplier of MMIX; the high bits are the good ones.
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    };
    (0..count).map(move |_| {
        let length = next(MAX_PIECES);
        let pieces = (0..length).map(|_| PIECES[usize::try_from(next(36)).unwrap_or_default()]);
        pieces.collect()
    })
}

#[test]
fn no_text_breaks_a_parser_and_entities_lie_within_their_text() {
    let mut parsed = 0;
    for sent in random_texts(200_000) {
        for mode in [ParseMode::Html, ParseMode::Markdown, ParseMode::MarkdownV2] {
            let Ok(formatted) = text::parse(&sent, mode) else {
                continue;
            };
            parsed += 1;
            let Some(kept) = clean::finished(formatted) else {
                continue;
            };
            let length = text::utf16_length(&kept.text);
            for entity in &kept.entities {
                assert!(entity.length > 0 && entity.end() <= length, "{mode:?} {sent:?}: {kept:?}");
            }
        }
    }
    assert!(parsed > 10_000, "{parsed} texts say too little");
}
