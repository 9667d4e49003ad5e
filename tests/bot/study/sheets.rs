//! Strategic tic-tac-toe on paper and in writing: its records in both directions, and its sheets.

use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::seed::Seed;
use zerosum_playground::views::MessageView;

use crate::study::records::{record_of, reply, send_file};
use crate::support::harness::Table;

const OPENED: &str = "zerosum record 1 strategic\n1. 5 4 1  4 1 2\n*";

const SHEET_NONE: &str = "I have sheets to play on paper for Strategic tic-tac-toe: /sheet strategic, \
     /sheet functional and /sheet hyper.";

/// The PDF in a message, and its file name.
fn pdf_of(table: &Table, message: &MessageView) -> (String, Vec<u8>) {
    let file = table.playground.look(|all| all.document(message.chat_id, message.message_id));
    let file = file.expect("it carries a file");
    assert!(file.content.starts_with(b"%PDF-"), "it is a PDF");
    (file.name.expect("it has a name"), file.content)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_of_strategic_tic_tac_toe_is_sent_and_opened_in_both_forms() {
    let table = Table::new().await;
    let anna = table.anna;
    for text in [
        OPENED,
        "zerosum record 1 strategic continuous\n5 4 1 2\n*",
        "Zerosum record 1: sttt, 541412 *",
    ] {
        let opened = table.ask(anna, anna, text).await;
        assert!(opened.text.contains("1 2"), "the next move is in 1 2: {opened:?}");
        assert_eq!(record_of(&table.ask(anna, anna, "/record").await), OPENED);
        let continuous = table.ask(anna, anna, "/record continuous").await;
        assert_eq!(record_of(&continuous), "zerosum record 1 strategic continuous\n5 4 1 2\n*");
    }
    table.ask(anna, anna, "zerosum record 1 strategic-functional 541 *").await;
    let none = "Only Strategic tic-tac-toe with the tactical rules can be written as one row. /record by \
                itself sends the moves.";
    assert_eq!(table.ask(anna, anna, "/record continuous").await.text, none);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_move_of_strategic_tic_tac_toe_is_told_with_its_place_in_three_languages() {
    let table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    let outside = "zerosum record 1 strategic 541 352 *";
    for (user, answer) in [
        (anna, "Move 1, ⭕ “3 5 2”: the move has to be in tactical cell 4 1."),
        (boris, "Ход 1, ⭕ «3 5 2»: ходить нужно в тактическую клетку 4 1."),
        (oksana, "Хід 1, ⭕ «3 5 2»: ходити треба в тактичну клітинку 4 1."),
    ] {
        assert_eq!(table.ask(user, user, outside).await.text, answer);
    }
    let back = table.ask(anna, anna, "zerosum record 1 strategic-tb 541 415 154 *").await.text;
    let rule =
        "by these rules you may not send your opponent back to where you made your last move.";
    assert_eq!(back, format!("Move 2, ❌ “1 5 4”: {rule}"));
    let taken = table.ask(anna, anna, "zerosum record 1 strategic 111 111 *").await.text;
    assert_eq!(taken, "Move 1, ⭕ “1 1 1”: this cell is taken.");
    let long = "zerosum record 1 strategic ".to_owned() + &"5 4 1 ".repeat((10 << 20) / 6);
    let refused = send_file(&table, anna, "game.txt", long).await.text;
    assert_eq!(refused, "This is longer than the record of any game.");
    assert_eq!(
        table.ask(anna, anna, "/record").await.text,
        "You have no game going here. /new starts one."
    );
    table.finish().await;
}

/// A game in play whose record is longer than a message.
fn long_game() -> Record {
    let spec = GameSpec::from_name("strategic").expect("it is a game");
    let played = |seed: u64| {
        let mut record = Record::new(spec);
        for ply in 0..480 {
            let mut moves = Vec::new();
            record.position().legal_moves(&mut moves);
            let code = Seed::of_turn(seed, ply).pick(moves.into_iter())?;
            record.play(code).expect("it is one of the legal moves");
        }
        record.outcome().is_none().then_some(record)
    };
    (0..100).find_map(played).expect("some game is long")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_that_is_longer_than_a_message_goes_as_a_file_and_comes_back_as_one() {
    let table = Table::new().await;
    let anna = table.anna;
    let record = long_game().encode();
    assert!(record.len() > 4_096);
    send_file(&table, anna, "game.txt", record.clone()).await;
    let message = table.ask(anna, anna, "/record").await;
    let file = table.playground.look(|all| all.document(anna, message.message_id));
    let content = file.expect("it carries a file").content;
    assert_eq!(String::from_utf8(content), Ok(record));
    // On a single line it is short enough.
    let row = table.ask(anna, anna, "/record continuous").await;
    assert_eq!(Record::decode(record_of(&row)), Ok(long_game()));
    let (_, sheet) = pdf_of(&table, &table.ask(anna, anna, "/sheet").await);
    assert!(!sheet.is_empty());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sheet_is_of_the_game_in_play_and_filled_in() {
    let table = Table::new().await;
    let anna = table.anna;
    let (_, empty) = pdf_of(&table, &table.ask(anna, anna, "/sheet strategic").await);
    table.ask(anna, anna, OPENED).await;
    let message = table.ask(anna, anna, "/sheet").await;
    assert_eq!(message.text, "Field, help field and moves for A4. Print it at 100%.");
    let (name, filled) = pdf_of(&table, &message);
    assert_eq!(name, "zerosum-strategic.pdf");
    assert_ne!(filled, empty);
    // A newer game without sheets is ignored.
    table.ask(anna, anna, "/new 3x3 x").await;
    assert_eq!(pdf_of(&table, &table.ask(anna, anna, "/sheet").await).1, filled);
    // A sheet for a named game is empty, regardless of games in play.
    let (_, again) = pdf_of(&table, &table.ask(anna, anna, "/sheet strategic").await);
    assert_eq!(again, empty);
    let (name, _) =
        pdf_of(&table, &table.ask(anna, anna, "/sheet strategic-functional-map67").await);
    assert_eq!(name, "zerosum-strategic-functional-map67.pdf");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_game_in_play_a_sheet_is_of_the_one_played_last() {
    let table = Table::new().await;
    let anna = table.anna;
    assert_eq!(table.ask(anna, anna, "/sheet").await.text, SHEET_NONE);
    table.ask(anna, anna, "/new functional x").await;
    table.ask(anna, anna, "/resign").await;
    table.ask(anna, anna, "/new 3x3 x").await;
    let (name, _) = pdf_of(&table, &table.ask(anna, anna, "/sheet").await);
    assert_eq!(name, "zerosum-strategic-functional.pdf");
    assert_eq!(table.ask(anna, anna, "/sheet gomoku").await.text, SHEET_NONE);
    let unknown = table.ask(anna, anna, "/sheet chess").await.text;
    assert_eq!(unknown, "I know no game, side or level called “chess”. See /games.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sheets_are_sent_in_groups_and_in_three_languages() {
    let table = Table::new().await;
    let (anna, boris, oksana, group) = (table.anna, table.boris, table.oksana, table.group);
    let english = table.ask(anna, group, "/sheet hyper").await;
    let russian = table.ask(boris, group, "/sheet@zerosum_bot hyper").await;
    let ukrainian = table.ask(oksana, oksana, "/sheet hyper").await;
    assert_eq!((english.reply_to.is_some(), ukrainian.reply_to.is_some()), (true, false));
    assert_eq!(
        russian.text,
        "Поле, вспомогательное поле и ходы на A4. Печатайте в масштабе 100 %."
    );
    assert_eq!(ukrainian.text, "Поле, допоміжне поле й ходи на A4. Друкуйте в масштабі 100 %.");
    let sheets = [english, russian, ukrainian].map(|message| pdf_of(&table, &message).1);
    assert!(sheets[0] != sheets[1] && sheets[1] != sheets[2] && sheets[0] != sheets[2]);
    // In a group nothing depends on games in private.
    table.ask(boris, boris, "/new strategic x").await;
    let none = table.ask(boris, group, "/sheet").await.text;
    assert!(none.starts_with("Бланки для игры на бумаге есть у"), "{none}");
    table.ask(boris, group, "/new casual strategic x").await;
    let (name, _) = pdf_of(&table, &table.ask(boris, group, "/sheet").await);
    assert_eq!(name, "zerosum-strategic.pdf");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sheet_is_of_the_answered_board_with_any_players_in_play_or_over() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let older = table.ask(anna, group, "/new casual functional x").await;
    let newer = table.ask(anna, group, "/new casual strategic x").await;
    let other = table.ask(anna, group, "/new perfect 3x3 x").await;
    let (name, empty) = pdf_of(&table, &reply(&table, boris, &newer, "/sheet").await);
    assert_eq!(name, "zerosum-strategic.pdf");
    let (name, _) = pdf_of(&table, &reply(&table, anna, &older, "/sheet").await);
    assert_eq!(name, "zerosum-strategic-functional.pdf");
    let (_, named) = pdf_of(&table, &reply(&table, boris, &older, "/sheet strategic").await);
    assert_eq!(named.len(), empty.len());
    assert_eq!(reply(&table, anna, &other, "/sheet").await.text, SHEET_NONE);
    let over = table.ask(table.oksana, group, "/new casual hyper x").await;
    table.ask(table.oksana, group, "/resign").await;
    let over = table.changed(&over).await;
    let (name, _) = pdf_of(&table, &reply(&table, boris, &over, "/sheet").await);
    assert_eq!(name, "zerosum-strategic-hyper.pdf");
    table.finish().await;
}
