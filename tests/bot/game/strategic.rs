//! Strategic tic-tac-toe in the chat: a picture of 729 cells, one tap where a move is forced, three
//! where it is free.

use zerosum_playground::views::MessageView;

use crate::support::harness::Table;

/// Labels of a message, row by row, without the last row, which offers help.
fn labels(message: &MessageView) -> Vec<&str> {
    let (help, board) = message.keyboard.split_last().expect("there are buttons");
    assert!(help[0].text.starts_with('💡'), "{message:?}");
    board.iter().flatten().map(|button| button.text.as_str()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_free_move_takes_three_taps_and_a_forced_one_a_single_tap() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new strategic beginner").await;
    assert!(board.has_photo && board.text.contains("choose a strategic cell"), "{board:?}");
    assert_eq!(labels(&board), ["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    table.toast(&table.press(anna, &board, "5")).await;
    let board = table.changed(&board).await;
    assert_eq!(labels(&board)[..2], ["5 1", "5 2"], "{board:?}");
    table.toast(&table.press(anna, &board, "5 4")).await;
    let board = table.changed(&board).await;
    assert!(board.text.contains("in 5 4 (green)"), "{}", board.text);
    assert_eq!(labels(&board)[0], "→ 4 1");
    // A step back leads to the tactical cells, with the move still to be made.
    table.toast(&table.press(anna, &board, "◀️ Another cell")).await;
    let back = table.changed(&board).await;
    assert_eq!(labels(&back)[3], "5 4");
    table.toast(&table.press(anna, &back, "5 4")).await;
    let board = table.changed(&back).await;
    table.toast(&table.press(anna, &board, "→ 4 1")).await;
    let is_answered = |now: &MessageView| now.text.contains("I played 4 1 ");
    let answered = table.until(&board, is_answered).await;
    assert!(answered.text.contains("so you play in 1 "), "{}", answered.text);
    let forced = labels(&answered);
    assert!(forced.len() == 10 && forced[..9].iter().all(|label| label.starts_with("→ ")));
    // A restarted process, which does not know that the board is a photo, tries an edit of the text first.
    table.expect_refusals(&["there is no text in the message to edit"]);
    table.restart_bot().await;
    // A typed move works like a tap, with spaces or without.
    let wrong = table.ask(anna, anna, "9 9 9").await;
    let place = wrong.text.strip_prefix("The move has to be in tactical cell 1 ");
    assert!(place.is_some(), "{}", wrong.text);
    let cell = labels(&answered)[0].trim_start_matches("→ ").to_owned();
    let target = answered.text.split("you play in ").nth(1).expect("it says where")[..3].to_owned();
    let wrong = target.replace(' ', "") + "0";
    let told = table.ask(anna, anna, &wrong).await;
    assert_eq!(told.text, "The cells of this board are 1 1 1 to 9 9 9.");
    let board = table.ask(anna, anna, &format!("{target} 1")).await;
    let is_played = |now: &MessageView| now.text.contains(&format!("I played {cell} "));
    table.until(&board, is_played).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closer_look_changes_the_picture_and_nothing_else() {
    let table = Table::new().await;
    let anna = table.anna;
    let opened = table.ask(anna, anna, "zerosum record 1 strategic-hyper 541 *").await;
    assert!(opened.has_photo, "{opened:?}");
    let before = labels(&opened)[..9].join(" ");
    table.toast(&table.press(anna, &opened, "📍 Closer")).await;
    let close = table.changed(&opened).await;
    assert_eq!(labels(&close)[..9].join(" "), before);
    table.toast(&table.press(anna, &close, "🗺 Whole field")).await;
    let whole = table.changed(&close).await;
    assert_eq!(labels(&whole), labels(&opened));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_rules_say_by_an_example_where_the_next_move_goes() {
    let table = Table::new().await;
    for (user, names) in [
        (table.anna, ["after 5 6 1 into 6 1", "after 5 6 1 in 4 1", "after 5 6 1 in 1 1"]),
        (table.boris, ["после 5 6 1 – в 6 1", "после 5 6 1 – в 4 1", "после 5 6 1 – в 1 1"]),
        (table.oksana, ["після 5 6 1 – у 6 1", "після 5 6 1 – у 4 1", "після 5 6 1 – у 1 1"]),
    ] {
        for (game, example) in ["strategic", "functional", "hyper"].into_iter().zip(names) {
            table.ask(user, user, &format!("/new {game} beginner")).await;
            let rules = table.ask(user, user, "/rules").await;
            assert!(rules.has_photo, "{}", rules.text);
            assert!(rules.text.contains(example), "{}", rules.text);
            assert!(rules.text.contains("CC BY 4.0"), "{}", rules.text);
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_in_words_say_where_the_next_move_goes() {
    let table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/theme text").await;
    let opened = table.ask(anna, anna, "zerosum record 1 strategic 5 4 1 *").await;
    assert!(!opened.has_photo);
    assert!(opened.text.contains("🟩 4 1"), "the target is green: {}", opened.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn numbers_of_ones_own_are_played_with_and_kept() {
    let mut table = Table::new().await;
    let anna = table.anna;
    for numbers in ["functional-", "hyper-s"] {
        let digits: String =
            (0..81_u8).map(|place| char::from(b'1' + (place % 9 * 7 + place / 9) % 9)).collect();
        let name = format!("strategic-{numbers}{digits}");
        let opened = table.ask(anna, anna, &format!("/new {name} beginner")).await;
        assert!(opened.has_photo && labels(&opened).len() == 9, "{opened:?}");
        let board = table.ask(anna, anna, "5 4 2").await;
        let is_answered = |now: &MessageView| now.text.contains("I played ");
        let answered = table.until(&board, is_answered).await;
        table.restart_bot().await;
        // The rules are kept in the record and in the buttons that begin another game.
        let record = table.ask(anna, anna, "/record").await;
        assert!(record.text.contains(&format!("zerosum record 1 {name}\n1. 5 4 2 ")), "{record:?}");
        table.toast(&table.press(anna, &answered, labels(&answered)[0])).await;
        table.until(&answered, |now| now.text != answered.text).await;
        let levels = table.ask(anna, anna, "/level").await;
        let easiest = levels.keyboard[1][0].text.clone();
        table.toast(&table.press(anna, &levels, &easiest)).await;
        let another = table.read(anna).await;
        assert!(another.text.contains(&name) && another.has_photo, "{another:?}");
    }
    table.finish().await;
}
