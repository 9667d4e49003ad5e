//! The games beside tic-tac-toe, played as people play them.

use zerosum::games::any::GameSpec;
use zerosum::playground::views::MessageView;
use zerosum::search::Seed;
use zerosum::session::Action;
use zerosum::tap::{self, Tap};

use crate::harness::Table;

/// No game against a beginner takes more presses, those that only look included.
const PRESSES_MAX: u64 = 400;

/// A game on the largest board is given up after so many presses.
const LARGE_PRESSES: u64 = 30;

/// What somebody can press who wants to make a move: moves, or else parts of the board.
fn choices(board: &MessageView) -> Vec<String> {
    let buttons = || board.keyboard.iter().flatten();
    let moves: Vec<String> = buttons()
        .filter(|button| ["·", "🟩"].contains(&button.text.as_str()))
        .filter_map(|button| button.data.clone())
        .filter(|data| is_move(data))
        .collect();
    if !moves.is_empty() {
        return moves;
    }
    let looks = buttons().filter_map(|button| button.data.clone());
    looks.filter(|data| matches!(tap::decode(data), Ok(Tap::Focus { part: Some(_), .. }))).collect()
}

fn is_move(data: &str) -> bool {
    matches!(tap::decode(data), Ok(Tap::Act { action: Action::Play(_), .. }))
}

fn is_over(board: &MessageView) -> bool {
    board.keyboard.iter().flatten().any(|button| button.text.contains("Play again"))
}

/// Whether the board waits for nobody but the person.
fn is_settled(board: &MessageView) -> bool {
    is_over(board) || board.text.contains("Your move")
}

/// At which as many games may be started as a test needs.
async fn table_of_many_games() -> Table {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.start_bot();
    table
}

/// Plays at random until the game is over, or gives it up after so many presses.
async fn play_out(table: &Table, mut board: MessageView, presses: u64) -> MessageView {
    for press in 0..presses {
        if is_over(&board) {
            return board;
        }
        let seed = Seed(press ^ u64::from(board.message_id.unsigned_abs()) << 32);
        let data = seed.pick(choices(&board).into_iter()).expect("a game in play offers something");
        let pressed = table.press_data(table.anna, &board, &data);
        let toast = table.toast(&pressed).await;
        if toast.is_empty() {
            let before = board.clone();
            board = table.until(&before, |now| *now != before && is_settled(now)).await;
        }
    }
    assert!(presses < PRESSES_MAX, "the game does not end: {board:?}");
    table.ask(table.anna, table.anna, "/resign").await;
    table.until(&board, is_over).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_can_be_played_from_the_list_to_its_end() {
    let table = table_of_many_games().await;
    table.ask(table.anna, table.anna, "/new beginner").await;
    table.ask(table.anna, table.anna, "/resign").await;
    let list = table.ask(table.anna, table.anna, "/games").await;
    let mut games = 0;
    for row in &list.keyboard {
        let [first, second] = &row[..] else { panic!("a game has a button for each side") };
        for button in [first, second] {
            let data = button.data.clone().expect("it does something");
            let Ok(Tap::Start(choice)) = tap::decode(&data) else { panic!("it starts a game") };
            let pressed = table.press_data(table.anna, &list, &data);
            assert_eq!(table.toast(&pressed).await, "", "{choice:?}");
            let board = table.read(table.anna).await;
            let before = board.clone();
            let board = table.until(&before, is_settled).await;
            let is_large = choice.spec.name() == "15x15x5";
            let presses = if is_large { LARGE_PRESSES } else { PRESSES_MAX };
            let end = play_out(&table, board, presses).await;
            assert!(end.text.contains("zerosum (beginner)"), "{choice:?}: {}", end.text);
            games += 1;
        }
    }
    assert_eq!(games, 2 * 13);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_game_is_like_the_last_one_unless_something_else_is_asked_for() {
    let table = Table::new().await;
    let first_lines = async |command: &str| {
        let board = table.ask(table.anna, table.anna, command).await;
        let lines: Vec<&str> = board.text.lines().take(2).collect();
        lines.join(" | ")
    };
    let sheep = "Catch the Sheep | 🐑 zerosum (casual)  ·  🐺 You";
    assert_eq!(first_lines("/new wolves casual").await, sheep);
    assert_eq!(first_lines("/new").await, sheep);
    let four = "4×4, 4 in a row | ❌ zerosum (beginner)  ·  ⭕ You";
    assert_eq!(first_lines("/new 4x4 beginner").await, four);
    assert_eq!(first_lines("/new x").await, "4×4, 4 in a row | ❌ You  ·  ⭕ zerosum (beginner)");
    assert_eq!(
        first_lines("/new 5×7x4 x").await,
        "5×7, 4 in a row | ❌ You  ·  ⭕ zerosum (beginner)"
    );
    for unclear in ["/new chess", "/new 99x99x2", "/new ultimate-x", "/new 3x3x9"] {
        let answer = table.ask(table.anna, table.anna, unclear).await;
        let word = unclear.trim_start_matches("/new ");
        assert!(answer.text.contains(&format!("“{word}”")), "{}", answer.text);
        assert!(answer.keyboard.is_empty());
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wolf_is_taken_up_let_go_and_moved() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new wolves").await;
    assert!(board.text.contains("Anna to move with 🐺"), "{}", board.text);
    let wolf = |view: &MessageView| {
        let position = view.keyboard[0].iter().position(|button| button.text.contains('🐺'));
        view.keyboard[0][position.expect("wolves begin on top")].clone()
    };
    let taken = wolf(&board).data.expect("it is a button");
    let press = table.press_data(table.anna, &board, &taken);
    assert_eq!(table.toast(&press).await, "");
    let chosen = table.changed(&board).await;
    assert_eq!(wolf(&chosen).text, "[🐺]");
    assert!(chosen.keyboard[1].iter().any(|button| button.text == "🟩"), "{chosen:?}");
    // Somebody else's press changes nothing.
    let press = table.press_data(table.boris, &chosen, &taken);
    assert_eq!(table.toast(&press).await, "Это чужая партия. Отправьте /new, чтобы начать свою.");
    let let_go = wolf(&chosen).data.expect("it is a button");
    let press = table.press_data(table.anna, &chosen, &let_go);
    assert_eq!(table.toast(&press).await, "");
    let free = table.changed(&chosen).await;
    assert_eq!(free.keyboard, board.keyboard);
    // A view of before the move is out of date, for looking as for moving.
    let press = table.press_data(table.anna, &free, &taken);
    assert_eq!(table.toast(&press).await, "");
    let chosen = table.changed(&free).await;
    let target = chosen.keyboard.iter().flatten().find(|button| button.text == "🟩");
    let target = target.and_then(|button| button.data.clone()).expect("a wolf can move");
    let press = table.press_data(table.anna, &chosen, &target);
    assert_eq!(table.toast(&press).await, "");
    let moved = table.changed(&chosen).await;
    let press = table.press_data(table.anna, &moved, &taken);
    let stale = "The board has moved on. This is how it stands now.";
    assert_eq!(table.toast(&press).await, stale);
    table.ask(table.anna, table.group, "/resign").await;
    let over = table.until(&moved, is_over).await;
    let press = table.press_data(table.anna, &over, &taken);
    let is_over = "The game is over. Tap “Play again” for another one.";
    assert_eq!(table.toast(&press).await, is_over);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_and_levels_are_those_of_the_game_that_is_played() {
    let table = table_of_many_games().await;
    for spec in GameSpec::ALL {
        let name = spec.name();
        table.ask(table.anna, table.anna, &format!("/new {name} beginner")).await;
        let rules = table.ask(table.anna, table.anna, "/rules").await;
        let title = rules.text.lines().next().expect("a title").to_owned();
        let levels = table.ask(table.anna, table.anna, "/level").await;
        assert!(levels.text.contains(&format!("“{title}”")), "{name}: {}", levels.text);
        assert_eq!(levels.keyboard.len(), 4, "{name}");
        assert_eq!(levels.keyboard[0][0].text, "✓ beginner", "{name}");
        table.ask(table.anna, table.anna, "/resign").await;
    }
    table.finish().await;
}
