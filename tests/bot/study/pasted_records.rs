//! Records as people paste them, including those of other programs.

use crate::study::records::send_file;
use crate::support::grid::grid_of;
use crate::support::harness::Table;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_of_other_programs_open_or_it_is_said_what_they_are() {
    let table = Table::new().await;
    let anna = table.anna;
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,12\n9,9,1000\nhuman\n0\n";
    let sgf = "(;GM[4]SZ[15];B[hh];W[ii])";
    for record in [psq, sgf, "h8i9h9"] {
        let board = table.ask(anna, anna, record).await;
        assert!(board.text.starts_with("Gomoku 15×15"), "{record}: {board:?}");
    }
    let board = send_file(&table, anna, "game.psq", psq).await;
    assert!(board.text.starts_with("Gomoku 15×15"), "{board:?}");
    let large = table.ask(anna, anna, "Piskvorky 22x22, 11:11, 0\n8,8,12").await;
    assert_eq!(large.text, "Boards have 3 to 20 columns and rows.");
    let moves = table.ask(anna, anna, "b2 a1 c3").await;
    assert!(moves.text.starts_with("These moves could be from several games."), "{moves:?}");
    let shown = moves.text.split_once("For example: ").expect("one can be copied").1.to_owned();
    let board = table.ask(anna, anna, &shown).await;
    assert_eq!((grid_of(&board).crosses(), grid_of(&board).noughts()), (2, 1), "{shown}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_opens_however_it_was_copied() {
    let table = Table::new().await;
    let anna = table.anna;
    let record = "zerosum record 1 4x4x3\n1. b2 a1\n2. c2 a2\n";
    for pasted in [
        format!("Anna:\n{record}*"),
        format!("Anna, [25.11.2026 10:00]\n{record}*"),
        format!("Anna, [25.11.2026 10:00]\n[Forwarded from Boris]\n{record}*"),
        format!("[In reply to zerosum]\n{record}(∗)"),
        format!("({record}*)"),
        "ｚｅｒｏｓｕｍ record 1 4x4x3: В2,а1,С2-А2 ＊".to_owned(),
    ] {
        let board = table.ask(anna, anna, &pasted).await;
        assert!(board.text.contains("Your move"), "{pasted}: {board:?}");
        assert!(board.text.contains("Last move: ⭕ a2"), "{pasted}: {board:?}");
    }
    for result in ["(0-1)", "０-１", "0 — 1", "0:1"] {
        let board = table.ask(anna, anna, &format!("{record}{result}")).await;
        assert!(board.text.contains("Result of the record: ⭕ wins."), "{result}: {board:?}");
    }
    for draw in ["0.5-0.5", "½-½", "1/2 – 1/2"] {
        let board = table.ask(anna, anna, &format!("{record}{draw}")).await;
        assert!(board.text.contains("A draw"), "{draw}: {board:?}");
    }
    for moves in ["h8,i9,n14", "h8-i9-n14", "1. H8 i9 2. n14", "Н8 I9 ｎ14", "Anna:\nh8 i9 n14"] {
        let board = table.ask(anna, anna, moves).await;
        assert!(board.text.starts_with("Gomoku 15×15"), "{moves}: {board:?}");
    }
    let board = table.ask(anna, anna, "1.n14 o15").await;
    assert!(board.text.starts_with("Gomoku 15×15"), "{board:?}");
    table.finish().await;
}

/// Answers to records of other programs that do not open.
const FOREIGN: [(&str, &str); 8] = [
    (
        "(;GM[1]SZ[9];B[ee])",
        "This SGF file is of another game: go. From other programs I read five in a row: Piskvork’s .psq, SGF with GM[4], \
         and moves such as h8 i9 h9. My own games I read as /record sends them.",
    ),
    (
        "[Event \"Linares\"]\n1. e4 e5",
        "This PGN file is of another game: chess. From other programs I read five in a row: Piskvork’s .psq, SGF with \
         GM[4], and moves such as h8 i9 h9. My own games I read as /record sends them.",
    ),
    (
        "(;GM[5];B[ee])",
        "This SGF file is of another game: GM[5]. From other programs I read five in a row: Piskvork’s .psq, SGF \
         with GM[4], and moves such as h8 i9 h9. My own games I read as /record sends them.",
    ),
    (
        "(;SZ[15];B[ee])",
        "This SGF file does not say which game it is. From other programs I read five in a row: Piskvork’s .psq, \
         SGF with GM[4], and moves such as h8 i9 h9. My own games I read as /record sends them.",
    ),
    (
        "Piskvorky 15x15, 11:11, 0\n8,8,12\n16,8,12",
        "Piskvork, move 2, “16,8”: the cells of this board are 1,1 to 15,15.",
    ),
    ("(;GM[4];B[hh];W[zz])", "SGF, move 2, “W[zz]”: the cells of this board are aa to oo."),
    ("Piskvorky 15x15, 11:11, 0\n8,8,12\n8,8,12", "Move 1, ⚪\u{fe0f} “8,8”: this cell is taken."),
    (
        "(;GM[4];B[hh];B[ii])",
        "SGF, move 2, “B[ii]”: the two colours move in turn, and black begins.",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_record_of_another_program_lacks_is_said_in_its_own_words() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    for (text, answer) in FOREIGN {
        assert_eq!(table.ask(anna, anna, text).await.text, answer, "{text}");
    }
    let chess = "(;GM[3];B[ee])";
    let russian = table.ask(boris, boris, chess).await.text;
    assert!(russian.starts_with("Этот файл SGF – другой игры: шахматы. "), "{russian}");
    let ukrainian = table.ask(oksana, oksana, chess).await.text;
    assert!(ukrainian.starts_with("Цей файл SGF – іншої гри: шахи. "), "{ukrainian}");
    table.finish().await;
}
