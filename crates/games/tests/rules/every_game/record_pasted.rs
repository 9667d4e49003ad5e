//! Pasted records, and those of other programs.

use proptest::prelude::{any, proptest};
use zerosum_games::Outcome;
use zerosum_games::any::GameSpec;
use zerosum_games::record::foreign::{ForeignFault, Format};
use zerosum_games::record::{RECORD_BYTES_MAX, Record, RecordError};
use zerosum_games::side::Side;

use crate::every_game::record::games;

const PLAIN: &str = "zerosum record 1 4x4x3\n1. b2 a1\n2. c2 a2\n0-1\n";

#[test]
fn what_is_pasted_around_a_record_does_not_count() {
    let expected = Record::decode(PLAIN).expect("it is a record");
    assert_eq!(expected.outcome(), Some(Outcome::Win(Side::Second)));
    let moves = "1. b2 a1 2. c2 a2";
    for pasted in [
        format!("zerosum record 1 4x4x3 {moves} 0 - 1"),
        format!("zerosum record 1 4x4x3 {moves} 0–1"),
        format!("zerosum record 1 4x4x3 {moves} 0 — 1."),
        format!("zerosum record 1 4x4x3 {moves} 0−1"),
        format!("zerosum record 1 4x4x3 {moves} 0:1"),
        format!("“zerosum record 1 4x4x3 {moves} 0-1”"),
        format!("«zerosum record 1 4x4x3 {moves} 0-1»"),
        format!("```\n{PLAIN}```"),
        format!("```text\n{PLAIN}\n```"),
        format!("> zerosum record 1 4x4x3\n> {moves}\n> 0-1"),
        format!("[25.11.2026 12:30] Anna: {PLAIN}"),
        format!("[25.11.2026 12:30] Anna:\n{PLAIN}"),
        format!("Anna, [25 Nov 2026 at 12:30:15]:\n{PLAIN}"),
        format!("Анна, [25.11.2026 12:30]\n{PLAIN}"),
        "zerosum record 1 4x4x3 1. b2! {the middle, as always} a1?? 2. c2!? $6 a2?! 0-1".to_owned(),
        "zerosum record 1 4x4x3 ; played in a train\n1. b2 a1 ; hm\n2. c2; a2\n0-1".to_owned(),
        "zerosum record 1 4x4x3 1. В2 а1 2. С2 А2 0-1".to_owned(),
    ] {
        assert!(Record::is_meant(&pasted), "{pasted}");
        assert_eq!(Record::decode(&pasted), Ok(expected.clone()), "{pasted}");
    }
    for draw in [
        "1/2 - 1/2",
        "½–½",
        "½-½",
        "1/2:1/2",
        "½ — ½",
        "0.5-0.5",
        "0,5 : 0,5",
        "1⁄2-1⁄2",
        "(½-½)",
        "½",
        "1/2",
        "[0.5–0.5]",
    ] {
        let record = Record::decode(&format!("zerosum record 1 4x4x3 b2 a1 {draw}"));
        assert_eq!(record.map(|record| record.outcome()), Ok(Some(Outcome::Draw)), "{draw}");
    }
    for titled in ["Gomoku 15×15", "Gomoku", "гомоку", "15x15"] {
        let record = Record::decode(&format!("zerosum record 1 {titled} h8 i9 *"));
        let record = record.expect("it is a record");
        assert_eq!(
            (record.spec().name().as_str(), record.moves().len()),
            ("15x15x5", 2),
            "{titled}"
        );
    }
    for star in ["**", "***", "∗", "＊", "(*)", "[∗]", "*.", "✱"] {
        let record = Record::decode(&format!("zerosum record 1 4x4x3 b2 a1 {star}"));
        assert_eq!(record.map(|record| record.outcome()), Ok(None), "{star}");
    }
    // Similar text that is no result stays as it is.
    let strategic = Record::decode("zerosum record 1 strategic 5 6 1 *").expect("it is a record");
    assert_eq!(strategic.moves().len(), 1);
    let cut = Record::decode("zerosum record 1 4x4x3 b2 a1");
    assert!(matches!(cut, Err(RecordError::Cut { .. })), "{cut:?}");
    assert!(!Record::is_meant("my zerosum record is 3 wins"));
}

#[test]
fn headers_brackets_and_letters_that_look_alike_do_not_count() {
    let expected = Record::decode(PLAIN).expect("it is a record");
    let (moves_head, moves) = ("zerosum record 1 4x4x3", "1. b2 a1 2. c2 a2");
    for pasted in [
        format!("Anna:\n{PLAIN}"),
        format!("Anna: {PLAIN}"),
        format!("Anna, [25.11.2026 10:00]\n{PLAIN}"),
        format!("Anna [♟], [25.11.2026 10:00]\n[Forwarded from Boris]\n{PLAIN}"),
        format!("[Переслано от Бориса]\n{PLAIN}"),
        format!("Анна, [25.11.2026 10:00]\n[В ответ на zerosum]\n{PLAIN}"),
        format!("Forwarded from Boris\n{PLAIN}"),
        format!("look at this one\n\n{PLAIN}"),
        format!("({PLAIN})"),
        format!("[{PLAIN}]"),
        format!("<{PLAIN}>"),
        format!("({moves_head} {moves} (0-1))"),
        format!("{moves_head} {moves} (0-1)"),
        format!("📋 {PLAIN}"),
        format!("• {PLAIN}"),
        format!("**{}**", PLAIN.trim()),
        format!("||{}||", PLAIN.trim()),
        format!("~~{}~~", PLAIN.trim()),
        format!("— Anna\n__{}__", PLAIN.trim()),
        format!("{moves_head} — b2 – a1 – c2 – a2 (0 – 1)"),
        format!("{moves_head}\n1.\tb2\ta1\n2.\tc2\ta2\n0-1"),
        format!("{moves_head}: 1. b2, a1; 2. c2, a2; 0-1"),
        format!("{moves_head} 4×4×3\n{moves} 0-1"),
        format!("{moves_head} {moves} [0-1]"),
        format!("{moves_head} {moves} ０-１"),
        format!("{moves_head} {moves} ０：１"),
        format!("{moves_head} b2,a1,c2,a2 0-1"),
        format!("{moves_head} b2-a1-c2-a2 0-1"),
        format!("{moves_head} b2→a1 c2→a2 0-1"),
        format!("{moves_head} b2a1c2a2 0-1"),
        format!("{moves_head} [1] b2 a1 [2] c2 a2 0-1"),
        format!("{moves_head} (1) b2 a1 (2) c2 a2 0-1"),
        "ＺＥＲＯＳＵＭ ｒｅｃｏｒｄ １ ４ｘ４ｘ３ Ｂ２ Ａ１ Ｃ２ Ａ２ ０－１".to_owned(),
        "zеrosum reсord 1 4x4x3 b2 a1 c2 a2 0-1".to_owned(),
    ] {
        assert!(Record::is_meant(&pasted), "{pasted}");
        assert_eq!(Record::decode(&pasted), Ok(expected.clone()), "{pasted}");
    }
}

#[test]
fn records_of_other_programs_are_read() {
    let psq =
        "Piskvorky 15x15, 11:11, 0\r\n8,8,12\r\n9,9,1000\r\n9,8,0\r\nengine.zip\r\nhuman\r\n0\r\n";
    let sgf = "(;GM[4]FF[4]SZ[15]PB[A \\] b]C[x (y)]\n;B[hh];W[ii]\n;B[ih](;W[aa])(;W[bb]))";
    let wrapped = format!("[25.11.2026 12:30] Anna: ```sgf\n{sgf}\n```");
    assert_eq!(Record::decode(&wrapped), Record::decode(sgf));
    let expected = Record::of_moves(GameSpec::from_name("15x15x5").expect("a game"), "h8 i9 i8");
    let expected = expected.expect("a record");
    assert_eq!(Record::decode(psq), Ok(expected.clone()));
    assert_eq!(Record::decode("Piskvorky 15x15\n8 8 12\n9; 9\n9,8"), Ok(expected.clone()));
    assert_eq!(Record::decode("h8i9i8"), Ok(expected.clone()));
    assert_eq!(Record::decode("H8I9I8"), Ok(expected.clone()));
    let sgf = Record::decode(sgf).expect("a record");
    assert_eq!(sgf.moves()[..3], *expected.moves());
    let won = Record::decode("(;GM[4]SZ[10:9];B[h8];W[i9];B[a1]RE[W+Resign])").expect("a record");
    assert_eq!((won.spec().name().as_str(), won.result()), ("10x9x5", "0-1"));
    let large = Record::decode("Piskvorky 20x20, 11:11, 0\n8,8,12").expect("a record");
    assert_eq!(large.spec().name(), "20x20x5");
    let go_board = Record::decode("(;GM[4]SZ[19];B[hh])").expect("a record");
    assert_eq!(go_board.spec().name(), "19x19x5");
    // Larger boards, other games, wrong colours, and moves of several games.
    let size = Err(RecordError::Size);
    assert_eq!(Record::decode("Piskvorky 22x22, 11:11, 0\n8,8,12"), size);
    assert_eq!(Record::decode("(;GM[4]SZ[21];B[hh])"), size);
    let several = Record::decode("b2 a1 c3");
    assert!(matches!(several, Err(RecordError::Several { is_all: true, .. })), "{several:?}");
    let far = Record::decode("n14 o15 a1").expect("no smaller board has these");
    assert_eq!(far.spec().name(), "15x15x5");
    let sheep = Record::decode("e8d7 b1a2").expect("no other game has these");
    assert_eq!(sheep.spec().name(), "sheep");
}

#[test]
fn what_a_file_of_another_program_says_wrong_is_told_as_it_stands_there() {
    let error = |text: &str| Record::decode(text).expect_err("it is wrong").to_string();
    let draughts = error("[Event \"x\"]\n[GameType \"20\"]\n1. 11-15 22-18");
    assert!(!draughts.contains("PGN"), "it is not of chess: {draughts}");
    for (text, message) in [
        (
            "(;GM[1]SZ[9];B[ee])",
            "this is a record of another program, SGF: it is not a gomoku game",
        ),
        ("(;SZ[15];B[ee])", "this is a record of another program, SGF: it is not a gomoku game"),
        (
            "[Event \"x\"]\n1. e4",
            "this is a record of another program, PGN: it is not a gomoku game",
        ),
        (
            "(;GM[4]AB[hh];W[ii])",
            "this is a record of another program, SGF: it does not begin with an empty board",
        ),
        (
            "(;GM[4];B[hh];B[ii])",
            "this is a record of another program, SGF: move 2, B[ii], is not a move of the side to move",
        ),
        ("(;GM[4];B[hh];W[])", "this is a record of another program, SGF: move 2, W[], is no cell"),
        (
            "(;GM[4]SZ[10:9];B[aj])",
            "this is a record of another program, SGF: move 1, B[aj], is beyond ji",
        ),
        ("(;GM[4];B[hh];W[hh])", "move 1, O: W[hh] is taken"),
        (
            "Piskvorky 15x15, 11:11, 0\n8,8,12\n16,8,12",
            "this is a record of another program, Piskvork: move 2, 16,8, is beyond 15,15",
        ),
        (
            "Piskvorky 15x15, 11:11, 0\n8,?,12",
            "this is a record of another program, Piskvork: move 1, 8,?, is no cell",
        ),
        ("Piskvorky 15x15, 11:11, 0\n8,8,12\n8,8,12", "move 1, O: 8,8 is taken"),
        (
            "Piskvorky\n8,8,12",
            "this is a record of another program, Piskvork: it does not tell the size of its board",
        ),
    ] {
        assert_eq!(error(text), message, "{text}");
    }
    let other = |number| {
        Err(RecordError::Foreign { format: Format::Sgf, fault: ForeignFault::OtherGame { number } })
    };
    assert_eq!(Record::decode("(;GM[2])"), other(Some(2)));
    assert_eq!(Record::decode("(;FF[4])"), other(None));
}

#[test]
fn moves_alone_are_read_however_they_are_parted() {
    let gomoku = GameSpec::from_name("15x15x5").expect("a game");
    let expected = Record::of_moves(gomoku, "h8 i9 n14").expect("a record");
    for moves in [
        "h8i9n14",
        "h8,i9,n14",
        "h8-i9-n14",
        "h8;i9;n14",
        "h8, i9, n14",
        "h8 - i9 - n14",
        "H8 i9 N14",
        "Ｈ８ Ｉ９ Ｎ１４",
        "Н8 і9 n14",
        "1. h8 i9 2. n14",
        "1.h8 i9 2.n14",
        "1) h8 i9 2) n14",
        "1. h8 2. i9 3. n14",
        "1 h8 i9 2 n14",
        "h8\ni9\nn14",
        "h 8, i 9, n 14",
        "(h8 i9 n14)",
        "[h8, i9, n14]",
        "“h8 i9 n14”",
        "Anna: h8 i9 n14",
        "Anna:\nh8 i9 n14",
        "[Forwarded from Anna]\nh8 i9 n14",
        "Anna, [25.11.2026 10:00]\n[In reply to Boris]\nh8 i9 n14",
        "```\nh8 i9 n14\n```",
        "h8 i9 n14 *",
        "h8! i9? n14 (∗)",
        "h08 i09 n14",
    ] {
        assert!(Record::is_meant(moves), "{moves}");
        assert_eq!(Record::decode(moves), Ok(expected.clone()), "{moves}");
    }
    let two = Record::of_moves(gomoku, "n14 o15").expect("a record");
    for moves in ["1. n14 o15", "1.n14 o15", "1. n14 2. o15", "n14 o15 *"] {
        assert_eq!(Record::decode(moves), Ok(two.clone()), "{moves}");
    }
    // The middle of a board tells which it is.
    let near = Record::of_moves(gomoku, "h8 i9 h9").expect("a record");
    for moves in ["h8 i9 h9", "h8,i9,h9", "h8-i9-h9", "1. h8 i9 2. h9", "1. H8 I9 2. H9"] {
        assert_eq!(Record::decode(moves), Ok(near.clone()), "{moves}");
    }
    assert_eq!(Record::decode("1.h8 i9").map(|record| record.moves().len()), Ok(2));
    let lost = Record::of_moves(gomoku, "h8 i9 n14 0-1").expect("a record");
    for moves in ["h8 i9 n14 0-1", "h8i9n14 0:1", "1. h8 i9 2. n14 (0 – 1)"] {
        assert_eq!(Record::decode(moves), Ok(lost.clone()), "{moves}");
    }
    let sheep = Record::decode("e8d7 b1a2").expect("no other game has these");
    for moves in ["e8-d7 b1-a2", "e8-d7, b1-a2", "1. e8d7 b1a2", "E8:D7 B1:A2"] {
        assert_eq!(Record::decode(moves), Ok(sheep.clone()), "{moves}");
    }
}

#[test]
fn a_move_and_talk_are_no_record_and_moves_of_no_game_say_where_they_stop() {
    for talk in [
        "b2",
        "e8d7",
        "1. e8 d7",
        "1. e8d7",
        "b2 a1",
        "hello",
        "(",
        "b2 and c3",
        "",
        "(; haha",
        "[h8",
        "1. e4 e5 2. Nf3",
        "a lot of b2 c3 d4",
        "1 2 3",
        "5 6 1 2 3 4",
        "3: b2",
    ] {
        assert!(!Record::is_meant(talk), "{talk}");
    }
    let error = |text: &str| Record::decode(text).expect_err("it is wrong").to_string();
    assert_eq!(error("h8 i9 h8"), "move 2, X: h8 is taken");
    assert_eq!(error("h8 i9 z9"), "move 2, X: z9 is off the board");
    assert_eq!(
        error("1. h8 i9 3. h9"),
        "move 2, X: here a record has the number 2, or none, found \"3\""
    );
}

#[test]
fn moves_below_three_header_lines_are_found() {
    let header = "Anna, [25.11.2026 10:00:01]:\n[Forwarded from Boris]\n[In reply to Clara]\n";
    let record = Record::decode(&format!("{header}h8 i9 n14")).expect("it is a record");
    assert_eq!(record.spec().name(), "15x15x5");
}

/// Reading takes as many steps as the text has signs: of these it would take hours if it were the square.
#[test]
fn long_texts_that_are_almost_records_are_read_once() {
    let before = "::::::::\n".repeat(8);
    let semicolons = format!("{}a1 ", ";".repeat(37));
    let signs =
        ["(", "[", " ", "\u{3000}", "(;", "1;", "1; ", "```", "``` ", "{", "> ", "a1 ", "1."];
    for sign in signs.into_iter().chain([";", &semicolons]) {
        let run = sign.repeat((RECORD_BYTES_MAX - 200) / sign.len());
        for text in [run.clone(), format!("{before}{run}"), format!("zerosum record 1 {run}")] {
            assert!(Record::decode(&text).is_err(), "{sign:?}");
            let _ = Record::is_meant(&text);
        }
    }
}

/// A record with the surroundings that chats and people give it.
fn decorated(text: &str, header: usize, around: usize) -> String {
    const HEADERS: [&str; 12] = [
        "",
        "Anna:\n",
        "Anna: ",
        "Anna, [25.11.2026 10:00]\n",
        "[25.11.2026 12:30] Анна: ",
        "[Forwarded from Boris]\n",
        "Anna, [25.11.26 10:00:01]:\n[In reply to b2]\n",
        "Переслано від Anna\n",
        "\u{200b}\n\n",
        "so: what do you think?\n",
        "https://t.me/x/1: ",
        "a1\n",
    ];
    const AROUND: [(&str, &str); 10] = [
        ("", ""),
        ("(", ")"),
        ("[", "]"),
        ("«", "»"),
        ("```\n", "\n```"),
        ("```text\n", "```"),
        ("`", "`"),
        ("<", ">"),
        ("> ", ""),
        ("“", "”."),
    ];
    let (open, close) = AROUND[around % AROUND.len()];
    format!("{}{open}{}{close}", HEADERS[header % HEADERS.len()], text.trim_end())
}

/// Rewrites a text in letters and results that look alike.
fn written_otherwise(text: &str, way: usize) -> String {
    let head = text.lines().next().expect("it has a head").len();
    let (head, moves) = text.split_at(head);
    let wide = |sign: char| match sign {
        '!'..='~' => char::from_u32(u32::from(sign) + 0xfee0).expect("it has a wide form"),
        sign => sign,
    };
    let alike = |sign: char| match sign {
        'a' => 'а',
        'b' => 'В',
        'c' => 'С',
        'e' => 'е',
        'h' => 'Н',
        sign => sign,
    };
    let end = |is: &str, other: &str| {
        text.trim_end().strip_suffix(is).map(|text| format!("{text}{other}"))
    };
    match way % 8 {
        0 => text.to_owned(),
        1 => format!("{head}{}", moves.to_uppercase()),
        2 => text.chars().map(wide).collect(),
        3 => format!("{head}{}", moves.chars().map(alike).collect::<String>()),
        4 => text.replace('\n', ", "),
        5 => end("1/2-1/2", "0.5-0.5").or(end("1-0", "(1:0)")).unwrap_or_else(|| text.to_owned()),
        6 => end("1/2-1/2", "½ — ½").or(end("0-1", "0 – 1")).unwrap_or_else(|| text.to_owned()),
        _ => end("*", "(∗)").unwrap_or_else(|| text.replace('-', "–")),
    }
}

proptest! {
    #[test]
    fn a_record_of_any_game_is_the_same_in_any_decoration(
        record in games(), header in any::<usize>(), around in any::<usize>(), way in any::<usize>(),
    ) {
        let text = decorated(&written_otherwise(&record.encode(), way), header, around);
        assert!(Record::is_meant(&text), "{text}");
        assert_eq!(Record::decode(&text), Ok(record), "{text}");
    }

    #[test]
    fn nothing_that_is_pasted_panics(text in any::<String>()) {
        _ = (Record::is_meant(&text), Record::decode(&text));
    }

    #[test]
    fn nothing_like_a_record_panics(
        head in "(\\[1[0-9. :\\]]{0,9} ?[a-zя:]{0,4}|[\"`>«{;]{0,3})",
        text in "(zerosum record 1 3x3|piskvorky|[(];|GM\\[4\\]|SZ|[a-o][0-9]{1,2}|B\\[|[hi]{2}|\\]|;|[0-9]{1,2},|½|[-–:]|1|0|/2|[{}! \n]){0,24}"
    ) {
        let text = format!("{head}{text}");
        if let Ok(record) = Record::decode(&text) {
            assert_eq!(Record::decode(&record.encode()), Ok(record));
        }
    }
}
