//! Typed moves: every move of every game is read through all variants that keyboards make, and text
//! that is no move is refused.

use proptest::prelude::{any, proptest};
use zerosum_games::any::GameSpec;
use zerosum_games::seed::Seed;
use zerosum_games::typing::{self, move_or_column_typed, move_typed};
use zerosum_games::{Game, MoveCode};

use crate::support::moves::{after, legal_moves};

/// Number of positions of a random game of each kind in which all moves are typed.
const POSITIONS: u64 = 2;

/// Number of plies between two of them.
const STEP: u64 = 7;

/// Types a text in some way.
type Way = fn(&str) -> String;

/// Variants that a keyboard can make of a move in its own notation, each with a name.
const WAYS: [(&str, Way); 16] = [
    ("as it is", str::to_owned),
    ("capital", str::to_uppercase),
    ("full width", |text| text.chars().map(full_width).collect()),
    ("full width, capital", |text| text.to_uppercase().chars().map(full_width).collect()),
    ("Cyrillic", |text| text.chars().map(cyrillic).collect()),
    ("Cyrillic, capital", |text| text.chars().map(cyrillic).collect::<String>().to_uppercase()),
    ("Greek", |text| text.chars().map(greek).collect()),
    ("by its sound", |text| text.chars().map(sounding).collect()),
    ("with spaces", |text| spread(text, " ")),
    ("with no-break spaces", |text| spread(text, "\u{a0}")),
    ("with joiners", |text| spread(text, "\u{200d}")),
    ("as emoji", |text| text.chars().map(emoji).collect()),
    ("with hyphens", |text| divided(text, "-")),
    ("with long dashes", |text| divided(text, " — ")),
    ("in brackets", |text| format!("«({text})»")),
    ("bold", |text| text.chars().map(bold).collect()),
];

/// Text before a move, and after it.
const FRAMES: [(&str, &str); 13] = [
    ("", ""),
    ("  ", "\n"),
    ("", "."),
    ("", "!"),
    ("", "?!"),
    ("", " …"),
    ("1. ", ""),
    ("1.", ""),
    ("12) ", "."),
    ("3... ", ""),
    ("№ 4: ", ""),
    ("\u{200e}", "\u{fe0f}"),
    ("> ", " 👍"),
];

fn full_width(sign: char) -> char {
    let shifted = u32::from(sign) + 0xfee0;
    if sign.is_ascii_alphanumeric() { char::from_u32(shifted).expect("a sign") } else { sign }
}

fn cyrillic(sign: char) -> char {
    let letters = ['а', 'в', 'с', 'д', 'е', 'ф', 'г', 'н', 'і', 'ј', 'к', 'л', 'м', 'n', 'о'];
    alphabet(sign, letters)
}

fn sounding(sign: char) -> char {
    let letters = ['а', 'б', 'ц', 'д', 'э', 'ф', 'г', 'х', 'и', 'й', 'к', 'л', 'м', 'n', 'о'];
    alphabet(sign, letters)
}

fn greek(sign: char) -> char {
    let letters = ['α', 'β', 'ϲ', 'δ', 'ε', 'φ', 'γ', 'η', 'ι', 'j', 'κ', 'λ', 'μ', 'ν', 'ο'];
    alphabet(sign, letters)
}

fn alphabet(sign: char, letters: [char; 15]) -> char {
    ('a'..='o')
        .zip(letters)
        .find_map(|(latin, letter)| (latin == sign).then_some(letter))
        .unwrap_or(sign)
}

fn bold(sign: char) -> char {
    let from = |first: char, base: u32| char::from_u32(u32::from(sign) - u32::from(first) + base);
    match sign {
        'a'..='z' => from('a', 0x1d41a).expect("a bold letter"),
        '0'..='9' => from('0', 0x1d7ce).expect("a bold digit"),
        sign => sign,
    }
}

fn emoji(sign: char) -> String {
    match sign {
        '0'..='9' => format!("{sign}\u{fe0f}\u{20e3}"),
        sign => sign.to_string(),
    }
}

fn spread(text: &str, between: &str) -> String {
    text.chars().map(String::from).collect::<Vec<String>>().join(between)
}

/// Puts `between` at every border of a letter and a digit, in either order, and in the place of
/// spaces.
fn divided(text: &str, between: &str) -> String {
    let mut divided = String::new();
    for sign in text.chars() {
        let is_edge = divided.ends_with(|last: char| {
            last.is_alphanumeric() && last.is_ascii_digit() != sign.is_ascii_digit()
        });
        match sign {
            ' ' => divided.push_str(between),
            sign if is_edge => divided.extend([between, &sign.to_string()]),
            sign => divided.push(sign),
        }
    }
    divided
}

#[test]
fn every_move_is_read_however_it_is_typed() {
    for spec in GameSpec::ALL {
        let mut position = spec.start();
        for ply in 0..POSITIONS * STEP {
            let moves = legal_moves(&position);
            if ply % STEP == 0 {
                moves.iter().for_each(|code| assert_read_in_all_ways(&position, *code));
            }
            let Some(code) = Seed(ply).pick(moves.into_iter()) else { break };
            position = after(&position, code);
        }
    }
}

fn assert_read_in_all_ways<G: Game>(position: &G, code: MoveCode) {
    let text = position.move_text(code);
    for (name, way) in WAYS {
        for (before, behind) in FRAMES {
            let typed = format!("{before}{}{behind}", way(&text));
            let read = move_or_column_typed(&typed).map(|plain| position.read_move(&plain));
            assert_eq!(read, Some(Ok(code)), "{text}, {name}: {typed:?}");
        }
    }
}

#[test]
fn a_letter_is_read_by_its_look_and_else_by_its_sound() {
    for (typed, read) in [
        ("а1", "a1"),
        ("С3", "c3"),
        ("в3", "b3"),
        ("б3", "b3"),
        ("Н8", "h8"),
        ("х8", "h8"),
        ("b2.", "b2"),
        ("b 2", "b2"),
        ("1. b2", "b2"),
        ("b02", "b2"),
        ("h0", "h0"),
        ("e8 - d7", "e8d7"),
        ("Е8 Д7", "e8d7"),
        ("🇧2\u{fe0f}\u{20e3}", "b2"),
        ("5.6.1", "561"),
        ("1. 561", "561"),
        ("o 1 5", "o15"),
        ("b\u{662}", "b2"),
    ] {
        assert_eq!(move_typed(typed).as_deref(), Some(read), "{typed}");
    }
}

#[test]
fn texts_that_are_not_moves_are_rejected() {
    for talk in [
        "",
        " ",
        "b",
        "2",
        "12",
        "1234",
        "hello",
        "привет",
        "ok",
        "b2 c3 a1",
        "3x3",
        "10x8x5",
        "5+3",
        "see you at 5",
        "b2 or c3",
        "I play b2",
        "ход b2",
        "b2c",
        "2b",
        "h1-2",
        "ы2",
        "日2",
        "?",
        "🙂",
        "b1234",
        "b2 is taken, and so is everything else around it",
        "\u{200d}",
        "1.",
        "1. 2.",
    ] {
        assert_eq!(move_typed(talk), None, "{talk:?}");
    }
    for talk in ["", "12", "2b", "see you at 5", "1.", "hello", "5 of them", "?"] {
        let column = move_or_column_typed(talk);
        assert_eq!(column, (talk == "1.").then(|| "1".to_owned()), "{talk:?}");
    }
}

proptest! {
    #[test]
    fn nothing_that_is_typed_panics(text in any::<String>()) {
        typing::mentions(&text, "b2");
        if let Some(plain) = move_or_column_typed(&text) {
            assert!(plain.is_ascii() && plain.len() <= 8, "{plain}");
            assert_eq!(move_or_column_typed(&plain), Some(plain.clone()));
            for spec in GameSpec::ALL {
                // Either a move or a reason.
                _ = spec.start().read_move(&plain);
            }
        }
    }

    #[test]
    fn nothing_that_looks_like_a_move_panics(text in "[a-oА-яα-ω０-９0-9 .)\u{200d}\u{fe0f}-]{0,12}") {
        if let Some(plain) = move_typed(&text) {
            assert_eq!(move_typed(&plain), Some(plain));
        }
    }
}
