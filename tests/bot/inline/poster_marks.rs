//! The mark of a poster on their boards does not reveal which boards are by the same person.

use crate::support::harness::{Table, data_of};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_of_one_person_have_nothing_in_common_by_which_others_could_tell() {
    let table = Table::new().await;
    let (boris, oksana) = (table.boris, table.oksana);
    let chats = [table.playground.add_conversation([boris, oksana]), table.group, table.group];
    let mut marks = Vec::new();
    let mut boards = Vec::new();
    for chat in chats {
        let (_, answer) = table.offered(oksana, chat, "3x3").await;
        let titles: Vec<String> =
            answer.results.iter().map(|result| result.title.clone()).collect();
        let chosen = titles.iter().find(|title| title.contains("3×3") && title.contains('❌'));
        let chosen = chosen.unwrap_or_else(|| panic!("no mark of a side in {titles:?}")).clone();
        let board = table.post(oksana, chat, "3x3", &chosen).await;
        let data = data_of(&board, 0, 0).to_owned();
        let fields: Vec<&str> = data.split(':').collect();
        let mark = fields.iter().find(|field| field.contains('~'));
        marks.push((*mark.unwrap_or_else(|| panic!("no mark in {data}"))).to_owned());
        boards.push(board);
    }
    // Neither the marks nor their parts are equal.
    for part in [2..6, 6..14] {
        let parts: Vec<&str> = marks.iter().map(|mark| &mark[part.clone()]).collect();
        let has_twins = |at: usize| parts[..at].contains(&parts[at]);
        assert!(!(0..parts.len()).any(has_twins), "{marks:?}");
    }
    // Each works for the person who has posted it, and for no one else.
    for board in &boards {
        assert_ne!(table.try_cell(boris, board, 4).await, "");
        assert_eq!(table.try_cell(oksana, board, 4).await, "");
        table.changed(board).await;
    }
    // The mark of another board does not work on a board either.
    let fresh = table.post(oksana, table.group, "", "Хрестики-нулики 3×3").await;
    let forged = data_of(&boards[0], 0, 0).to_owned();
    let press = table.press_data(boris, &fresh, &forged);
    assert_ne!(table.toast(&press).await, "");
    assert_eq!(table.now(&fresh), fresh);
    table.finish().await;
}
