//! Records of games: requested, pasted back and played on.

use serde_json::json;
use zerosum_games::record::RECORD_BYTES_MAX;
use zerosum_playground::fault::{Fault, FaultKind};
use zerosum_playground::text::EntityKind;
use zerosum_playground::views::MessageView;

use crate::support::grid::grid_of;
use crate::support::harness::Table;

const NO_GAME: &str = "You have no game going here. /new starts one.";
const NO_GAME_THERE: &str = "You have no game going in that group.";

/// Has a user reply to a message, and reads the bot's answer.
pub(crate) async fn reply(table: &Table, user: i64, to: &MessageView, text: &str) -> MessageView {
    let sent = table.playground.reply_text(user, to.chat_id, to.message_id, text);
    sent.expect("the message is there");
    table.read(to.chat_id).await
}

/// Waits until the bot is idle, including its background work.
async fn rest(table: &mut Table) {
    table.playground.settled().await.expect("all is settled");
    table.restart_bot().await;
}

/// The record in a message, which is one block from its first character to its last.
pub(crate) fn record_of(message: &MessageView) -> &str {
    let [block] = &message.entities[..] else { panic!("one block: {message:?}") };
    let length = message.text.encode_utf16().count();
    assert_eq!((block.kind, block.offset, block.length), (EntityKind::Pre, 0, length));
    assert!(message.text.starts_with("zerosum record 1 "), "{message:?}");
    &message.text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_that_is_pasted_back_is_played_on_from_its_last_move() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new x").await;
    let empty = table.ask(anna, anna, "/record").await;
    assert_eq!(record_of(&empty), "zerosum record 1 3x3\n*");
    let board = table.play(anna, &board, 4).await;
    let record = table.ask(anna, anna, "/record").await;
    let text = record_of(&record).to_owned();
    let moves = text.strip_prefix("zerosum record 1 3x3\n1. b2 ").expect("she has begun");
    let (answer, result) = moves.split_once('\n').expect("the result has a line");
    assert_eq!((answer.len(), result), (2, "*"));

    let opened = table.ask(anna, anna, &text).await;
    assert_eq!(grid_of(&opened), grid_of(&board));
    assert_eq!(opened.text, board.text);
    // Both can be played on independently, also after a restart.
    rest(&mut table).await;
    let after = table.play(anna, &opened, grid_of(&opened).calm_cell()).await;
    assert_eq!((grid_of(&after).crosses(), grid_of(&after).noughts()), (2, 2));
    assert_eq!(grid_of(&table.now(&board)), grid_of(&board));
    rest(&mut table).await;
    let longer = table.ask(anna, anna, "/record").await;
    assert!(record_of(&longer).starts_with(text.trim_end_matches("\n*")), "{longer:?}");
    // A record typed by hand works as well, and the person plays the side to move.
    let typed = table.ask(anna, anna, "Zerosum record 1: 3X3, B2 *").await;
    assert_eq!((grid_of(&typed).crosses(), grid_of(&typed).noughts()), (1, 0));
    let after = table.play(anna, &typed, 0).await;
    assert_eq!((grid_of(&after).crosses(), grid_of(&after).noughts()), (2, 1));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_game_its_record_is_to_be_had_until_another_one_begins() {
    let mut table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    let board = table.ask(anna, anna, "/new x").await;
    let board = table.play(anna, &board, 4).await;
    table.ask(anna, anna, "/resign").await;
    table.until(&board, |now| now.text.contains("resigned")).await;
    let record = table.ask(anna, anna, "/record").await;
    assert!(record_of(&record).ends_with("\n0-1"), "{record:?}");
    // It can be stepped through from there.
    assert_eq!(record.keyboard.len(), 1, "{record:?}");
    // Games played in another chat do not count.
    table.say(anna, group, "/record");
    assert_eq!(table.read(anna).await.text.lines().last(), Some(NO_GAME_THERE));
    rest(&mut table).await;
    table.ask(anna, anna, "/new sheep x").await;
    let record = table.ask(anna, anna, "/record").await;
    assert_eq!(record_of(&record), "zerosum record 1 sheep\n*");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_of_every_game_opens_as_its_board() {
    let table = Table::new().await;
    let anna = table.anna;
    for (moves, title) in [
        ("4x4x3 b2 a1", "4×4"),
        ("15x15x5 h8 g7", "Gomoku"),
        ("ultimate-tactical e5 d4", "Tactical"),
        ("sheep e8d7 b1a2", "Sheep"),
    ] {
        let opened = table.ask(anna, anna, &format!("zerosum record 1 {moves} *")).await;
        assert!(opened.text.contains("Your move"), "{title}: {opened:?}");
        let record = table.ask(anna, anna, "/record").await;
        let (spec, moves) = moves.split_once(' ').expect("the game comes first");
        assert_eq!(record_of(&record), format!("zerosum record 1 {spec}\n1. {moves}\n*"));
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_group_a_record_is_of_the_board_it_answers_or_of_ones_latest() {
    let mut table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let older = table.ask(anna, group, "/new perfect 3x3 x").await;
    let newer = table.ask(anna, group, "/new perfect 4x4x3 x").await;
    rest(&mut table).await;
    let latest = table.ask(anna, group, "/record@zerosum_bot").await;
    assert_eq!(record_of(&latest), "zerosum record 1 4x4x3\n*");
    assert!(latest.reply_to.is_some(), "{latest:?}");
    let answered = reply(&table, anna, &older, "/record").await;
    assert_eq!(record_of(&answered), "zerosum record 1 3x3\n*");
    // Any user may get the moves of another's board, since they name no player.
    let others = reply(&table, boris, &newer, "/record").await;
    assert_eq!(record_of(&others), "zerosum record 1 4x4x3\n*");
    let own = table.ask(boris, group, "/record").await;
    assert_eq!(own.text, "У вас здесь нет открытой партии. Начать новую: /new.");
    // A message that is no board has no record, and no other game's record is sent instead.
    let no_board = reply(&table, anna, &latest, "/record").await;
    assert_eq!(
        no_board.text,
        "That message shows no game that I know. /record by itself is about your game in the chat where \
         you send it, or the last one there if none is going."
    );
    // A finished board has its record as long as it has a button.
    let board = table.play(anna, &older, 4).await;
    let press = table.press_data(anna, &board, &resignation_of(&board));
    assert_eq!(table.toast(&press).await, "");
    let over = table.until(&board, |now| now.text.contains("resigned")).await;
    let record = reply(&table, boris, &over, "/record").await;
    assert!(record_of(&record).ends_with("\n0-1"), "{record:?}");
    // A record in a group is neither answered nor opened there.
    rest(&mut table).await;
    let messages = table.count_calls("sendMessage", group);
    table.say(anna, group, record_of(&latest));
    rest(&mut table).await;
    assert_eq!(table.count_calls("sendMessage", group), messages);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_in_answer_to_a_board_is_about_that_board_and_a_finished_one_has_its_record() {
    let table = Table::new().await;
    let anna = table.anna;
    let older = table.ask(anna, anna, "/new 4x4x3 casual").await;
    table.ask(anna, anna, "/new 3x3").await;
    for word in ["moves", "/moves", "запись", "🧾 Record"] {
        let record = reply(&table, anna, &older, word).await;
        assert!(record.text.starts_with("zerosum record 1 4x4x3"), "{word}: {record:?}");
    }
    let opened = table.ask(anna, anna, "zerosum record 1 3x3 1. b2 a1 2. c2 b1 3. a2 1-0").await;
    let record = reply(&table, anna, &opened, "/record").await;
    assert!(record.text.ends_with("1-0"), "{record:?}");
    table.finish().await;
}

/// Data of the press that resigns the game of a board.
fn resignation_of(board: &MessageView) -> String {
    let data = crate::support::harness::data_of(board, 0, 0);
    let (action, _) = data.rsplit_once(':').expect("a button of a board names an action");
    format!("{action}:x")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_comes_as_a_file_if_that_is_asked_for() {
    let table = Table::new().await;
    let (anna, group) = (table.anna, table.group);
    table.ask(anna, anna, "/new sheep x").await;
    table.ask(anna, group, "/new perfect 4x4x3").await;
    for (chat, record) in [(anna, "sheep"), (group, "4x4x3")] {
        let message = table.ask(anna, chat, "/record file").await;
        let caption = "The moves of this game. A game in play goes on from here if you send me this \
             file in our private chat.";
        assert_eq!((message.text.as_str(), message.reply_to.is_some()), (caption, chat == group));
        let file = table.playground.look(|all| all.document(chat, message.message_id));
        let file = file.expect("it carries a file");
        assert_eq!(file.name, Some(format!("zerosum-{record}.txt")));
        let text = String::from_utf8(file.content).expect("the file is text");
        assert!(text.starts_with(&format!("zerosum record 1 {record}\n")), "{text}");
    }
    table.finish().await;
}

/// Texts that are no records to play on from, with the answers to them.
const WRONG: [(&str, &str); 14] = [
    (
        "zerosum record",
        "A record begins with “zerosum record 1” and the name of its game. For example: \
         zerosum record 1 3x3 b2 a1 *",
    ),
    (
        "zerosum record 2 3x3 *",
        "A record begins with “zerosum record 1” and the name of its game. For example: \
         zerosum record 1 3x3 b2 a1 *",
    ),
    (
        "zerosum record 1 strategic-hyper-s1 *",
        "After strategic-functional- come 27 or 81 digits, after strategic-hyper- an s and 81 digits. \
         You gave 1.",
    ),
    ("zerosum record 1 chess e4", "I know no game, side or level called “chess”. See /games."),
    ("zerosum record 1 3x3 b2 B2 *", "Move 1, ⭕ “b2”: this cell is taken."),
    ("zerosum record 1 3x3 b2 a1 d9 *", "Move 2, ❌ “d9”: the cells of this board are a1 to c3."),
    (
        "zerosum record 1 connect-four 4 8 *",
        "Move 1, 🟡 “8”: the columns of this board are 1 to 7.",
    ),
    ("zerosum record 1 3x3 b2 hello *", "Move 1, ⭕ “hello”: no move is written like that."),
    ("zerosum record 1 sheep e8e6 *", "Move 1, 🐑 “e8e6”: that move is not possible here."),
    ("zerosum record 1 4x4x3 b2 a1 c2 a2 d2 a3 1-0", "Move 3, ⭕ “a3”: the game was already over."),
    (
        "zerosum record 1 3x3 1. b2 a1 3. c3 *",
        "Move 2, ❌: it is numbered “3” but should be 2. You can also leave numbers out.",
    ),
    (
        "zerosum record 1 3x3 b2 a1",
        "Move 2, ❌: the record breaks off here. It has to end with the result: 1-0, 0-1, 1/2-1/2, or * \
         for a game still in play.",
    ),
    (
        "zerosum record 1 4x4x3 b2 a1 c2 a2 d2 1/2-1/2",
        "The record ends with 1/2-1/2, and its moves with 1-0. 1-0 means that the first side has won, * \
         that the game is still in play.",
    ),
    (
        "zerosum record 1 3x3 b2 * @everybody",
        "Nothing may follow the result, but “@\u{2060}everybody” does.",
    ),
];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_with_a_record_is_said_with_its_place_and_nothing_is_opened() {
    let mut table = Table::new().await;
    let (anna, boris, oksana) = (table.anna, table.boris, table.oksana);
    assert_eq!(table.ask(anna, anna, "/record").await.text, NO_GAME);
    for (text, answer) in WRONG {
        assert_eq!(table.ask(anna, anna, text).await.text, answer, "{text}");
    }
    let taken = "zerosum record 1 3x3 b2 b2 *";
    let russian = table.ask(boris, boris, taken).await.text;
    assert_eq!(russian, "Ход 1, ⭕ «b2»: эта клетка занята.");
    let ukrainian = table.ask(oksana, oksana, taken).await.text;
    assert_eq!(ukrainian, "Хід 1, ⭕ «b2»: ця клітинка зайнята.");
    // A record as long as a message can be, and wrong only at its end.
    let long = format!("zerosum record 1 3x3 b2{}b2", " ".repeat(4_096 - 25));
    assert_eq!(table.ask(anna, anna, &long).await.text, "Move 1, ⭕ “b2”: this cell is taken.");
    // Text that only vaguely resembles a record is ordinary text.
    let hint = "I understand taps, typed moves and the commands in the menu.";
    assert_eq!(table.ask(anna, anna, "my zerosum record is 3 wins").await.text, hint);
    rest(&mut table).await;
    assert_eq!(table.ask(anna, anna, "/mygames").await.text, NO_GAME);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_that_is_delivered_twice_opens_one_game_and_one_sent_twice_opens_two() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let text = "zerosum record 1 3x3 b2 a1 *";
    let first = table.ask(anna, anna, text).await;
    let update = table.playground.last_update_id();
    table.playground.redeliver(update).expect("the update is known");
    rest(&mut table).await;
    assert_eq!(table.now(&first), first);
    let second = table.ask(anna, anna, text).await;
    let listed = table.ask(anna, anna, "/mygames").await;
    assert_eq!(listed.keyboard.iter().flatten().count(), 2, "{listed:?}");
    assert_eq!(grid_of(&first), grid_of(&second));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_open_no_more_games_than_there_may_be() {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_GAMES_PER_PERSON_MAX", 2);
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 4);
    table.start_bot();
    let anna = table.anna;
    let text = "zerosum record 1 3x3 b2 a1 *";
    table.new_game(anna).await;
    table.ask(anna, anna, text).await;
    let too_many = "You have 2 open games in all chats, which is the limit. Finish or /resign one \
                    first.";
    for _ in 0..2 {
        assert_eq!(table.ask(anna, anna, text).await.text, too_many);
    }
    // A user who asks too fast is told so once; errors in a record are reported regardless.
    let answer = table.ask(anna, anna, text).await.text;
    assert!(answer.contains("4 games"), "{answer}");
    table.say(anna, anna, text);
    let wrong = table.ask(anna, anna, "zerosum record 1 3x3 b2 b2 *").await.text;
    assert_eq!(wrong, "Move 1, ⭕ “b2”: this cell is taken.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pasted_record_does_not_change_the_usual_choice() {
    let mut table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/new o 4x4x3 beginner").await;
    table.ask(anna, anna, "zerosum record 1 3x3 b2 a1 *").await;
    rest(&mut table).await;
    table.ask(anna, anna, "/new").await;
    let record = table.ask(anna, anna, "/record").await;
    assert!(record_of(&record).starts_with("zerosum record 1 4x4x3\n"), "{record:?}");
    table.finish().await;
}

/// Sends a file to the bot in private, and reads the answer.
pub(crate) async fn send_file(
    table: &Table,
    user: i64,
    name: &str,
    content: impl Into<Vec<u8>>,
) -> MessageView {
    let sent = table.playground.send_document(user, user, name, content.into());
    sent.expect("the person can write there");
    table.read(user).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_was_sent_is_sent_back_and_played_on() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let board = table.ask(anna, anna, "/new x").await;
    let board = table.play(anna, &board, 4).await;
    let message = table.ask(anna, anna, "/record file").await;
    let file = table.playground.look(|all| all.document(anna, message.message_id));
    let file = file.expect("it carries a file");
    let name = file.name.expect("it has a name");
    let opened = send_file(&table, anna, &name, file.content.clone()).await;
    assert_eq!((grid_of(&opened), &opened.text), (grid_of(&board), &board.text));
    // A file that is delivered again is not opened again.
    let update = table.playground.last_update_id();
    table.playground.redeliver(update).expect("the update is known");
    rest(&mut table).await;
    let after = table.play(anna, &opened, grid_of(&opened).calm_cell()).await;
    assert_eq!(grid_of(&after).crosses(), 2);
    let listed = table.ask(anna, anna, "/mygames").await;
    assert_eq!(listed.keyboard.iter().flatten().count(), 2, "{listed:?}");
    // In a group a file gets no answer.
    rest(&mut table).await;
    let messages = table.count_all_calls("sendMessage");
    let sent = table.playground.send_document(anna, table.group, &name, file.content);
    sent.expect("she can write there");
    rest(&mut table).await;
    assert_eq!(table.count_all_calls("sendMessage"), messages);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_is_as_long_as_a_record_can_be_and_is_text() {
    let table = Table::new().await;
    let anna = table.anna;
    let record = "zerosum record 1 3x3 b2 a1 *";
    let longest = format!("{record}{}", " ".repeat(RECORD_BYTES_MAX - record.len()));
    let opened = send_file(&table, anna, "game.txt", longest.clone()).await;
    assert_eq!((grid_of(&opened).crosses(), grid_of(&opened).noughts()), (1, 1));
    let asked = table.count_all_calls("getFile");
    let too_long = "This is longer than the record of any game.";
    for content in [format!("{longest} ").into_bytes(), vec![b'*'; 10 << 20]] {
        assert_eq!(send_file(&table, anna, "game.txt", content).await.text, too_long);
    }
    assert_eq!(table.count_all_calls("getFile"), asked, "what is too long is not asked for");
    let head = "A record begins with “zerosum record 1” and the name of its game. For example: zerosum record 1 3x3 b2 a1 *";
    for content in [vec![0xff, 0xfe, 0x00], b"my shopping list".to_vec()] {
        assert_eq!(send_file(&table, anna, "NOTES.TXT", content).await.text, head);
    }
    let wrong = send_file(&table, anna, "game.txt", "zerosum record 1 3x3 b2 b2 *").await;
    assert_eq!(wrong.text, "Move 1, ⭕ “b2”: this cell is taken.");
    // A file not declared as text is not read.
    let hint = "I understand taps, moves such as c2, and the commands in the menu.";
    assert_eq!(send_file(&table, anna, "game.exe", record).await.text, hint);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_telegram_does_not_give_is_asked_for_again_or_pasted() {
    let mut table = Table::new().await;
    table.expect_refusals(&["invalid file_id"]);
    let anna = table.anna;
    table.new_game(anna).await;
    table.playground.push_update(json!({ "message": {
        "message_id": 900, "date": 1_700_000_000,
        "chat": { "id": anna, "type": "private", "first_name": "Anna" },
        "from": { "id": anna, "is_bot": false, "first_name": "Anna", "language_code": "en" },
        "document": {
            "file_id": "lost", "file_unique_id": "lost", "file_size": 30, "mime_type": "text/plain",
        },
    }}));
    let answer = table.read(anna).await.text;
    assert_eq!(
        answer,
        "Telegram does not give me this file right now. Please send it again in a moment, or paste its text."
    );
    // The bot retries after a temporary error.
    let record = "zerosum record 1 3x3 b2 a1 *";
    table.playground.fault(Fault::error(502, "Bad Gateway").on("getFile"));
    table.expect_refusals(&["Bad Gateway"]);
    let opened = send_file(&table, anna, "game.txt", record).await;
    assert_eq!(grid_of(&opened).crosses(), 1);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_that_never_come_are_given_up_and_hold_up_no_other_user() {
    let table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    table.new_game(boris).await;
    table.playground.fault(Fault::new(FaultKind::Hang).on("getFile").times(1_000));
    let record = b"zerosum record 1 3x3 b2 a1 *".to_vec();
    // More people than files that are made or fetched at once.
    let greedy: Vec<i64> = (0..40).map(|_| table.playground.add_user("Eva", Some("en"))).collect();
    for user in greedy.iter().chain([&anna]) {
        let sent = table.playground.send_document(*user, *user, "game.txt", record.clone());
        sent.expect("the person can write there");
    }
    table.say(boris, boris, "/mydata");
    table.read(boris).await;
    for user in greedy.iter().chain([&anna]) {
        let answer = given_up(&table, *user).await;
        assert!(answer.text.starts_with("Telegram does not give me this file"), "{answer:?}");
    }
    table.finish().await;
}

/// The bot's next message, which may take longer than one wait of the playground.
async fn given_up(table: &Table, user: i64) -> MessageView {
    for _ in 0..5 {
        if let Ok(message) = table.playground.next_message(user).await {
            return message;
        }
    }
    panic!("person {user} is not answered")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_ended_before_its_moves_did_opens_to_be_looked_through() {
    let table = Table::new().await;
    let anna = table.anna;
    for (record, end) in [
        ("zerosum record 1 4x4x3 1. b2 a1 2. c2 a2 0-1", "Result of the record: ⭕ wins."),
        ("zerosum record 1 4x4x3 b2 a1 c2 1 – 0", "Result of the record: ❌ wins."),
        ("```\nzerosum record 1 4x4x3 b2! {good} a1 0 — 1\n```", "Result of the record: ⭕ wins."),
        ("[25.11.2026 12:30] Anna: “zerosum record 1 4x4x3 b2 a1 ½–½”", "A draw"),
    ] {
        let board = table.ask(anna, anna, record).await;
        assert!(board.text.contains(end), "{record}: {board:?}");
        assert!(!board.text.contains("Your move"), "{record}: {board:?}");
        assert!(board.find_button("🎞 Look through").is_some(), "{record}: {board:?}");
    }
    assert_eq!(table.ask(anna, anna, "/mygames").await.text, NO_GAME);
    table.finish().await;
}
