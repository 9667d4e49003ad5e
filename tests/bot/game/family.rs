//! The games besides tic-tac-toe, played by pressing buttons as people do.

use zerosum_games::any::GameSpec;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_playground::views::{ButtonView, MessageView};
use zerosum_render::tap::{self, Tap};
use zerosum_search::level::Level;
use zerosum_session::Action;
use zerosum_session::choice::Choice;

use crate::start::menus::{choice_of, tap_of, turn};
use crate::support::harness::Table;

/// Upper bound on the presses of a game against a beginner, including those that only look.
const PRESSES_MAX: u64 = 400;

/// Number of presses after which a game on the largest board is resigned.
const LARGE_PRESSES: u64 = 30;

/// The presses open to a player who wants to move: moves, or else parts of the board.
fn choices(board: &MessageView) -> Vec<String> {
    let buttons = || board.keyboard.iter().flatten();
    let moves: Vec<String> = buttons()
        .filter(|button| {
            // Columns of a wide board have numbers.
            ["·", "↖️", "↗️", "↙️", "↘️"].iter().any(|sign| button.text.starts_with(sign))
                || button.text.parse::<u8>().is_ok()
        })
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

/// Returns whether the game is over or waits for the person's move.
fn is_settled(board: &MessageView) -> bool {
    is_over(board) || board.text.contains("Your move")
}

/// A table where as many games may be started as a test needs.
async fn table_of_many_games() -> Table {
    let mut table = Table::without_bot().await;
    table.set("ZEROSUM_NEW_GAMES_PER_MINUTE", 1_000);
    table.start_bot();
    table
}

/// Plays at random until the game is over, or gives it up after this number of presses.
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
            // A reaction may come before the board of a game that is won.
            let before = board.clone();
            let is_next = |now: &MessageView| now.edits > before.edits && is_settled(now);
            board = table.until(&before, is_next).await;
        }
    }
    assert!(presses < PRESSES_MAX, "the game does not end: {board:?}");
    table.ask(table.anna, table.anna, "/resign").await;
    table.until(&board, is_over).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_game_can_be_played_from_the_list_to_its_end() {
    let table = table_of_many_games().await;
    let anna = table.anna;
    let mut games = 0;
    for page in ["", "➕ More"] {
        let mut tiles = table.ask(anna, anna, "/games").await;
        if !page.is_empty() {
            tiles = turn(&table, anna, &tiles, page).await;
        }
        let is_tile = |button: &&ButtonView| matches!(tap_of(button), Tap::Card { .. });
        for tile in tiles.clone().keyboard.iter().flatten().filter(is_tile) {
            let press = table.press(anna, &tiles, &tile.text);
            assert_eq!(table.toast(&press).await, "");
            let card = table.changed(&tiles).await;
            play_both_sides(&table, &card).await;
            games += 1;
            // Goes back and turns to the same page again.
            tiles = turn(&table, anna, &card, "◀️ All games").await;
            if !page.is_empty() {
                tiles = turn(&table, anna, &tiles, page).await;
            }
        }
    }
    assert_eq!(games, 15);
    table.finish().await;
}

/// Plays a game of a card with either side.
async fn play_both_sides(table: &Table, card: &MessageView) {
    for side in [Side::First, Side::Second] {
        let choice = Choice { side, ..choice_of(card) };
        let start = table.press_data(table.anna, card, &tap::encode(Tap::Start(choice)));
        assert_eq!(table.toast(&start).await, "", "{choice:?}");
        let board = table.read(table.anna).await;
        let board = table.until(&board, is_settled).await;
        let is_large = ["10x10x5", "15x15x5", "15x15x5-caro", "strategic"]
            .contains(&choice.spec.name().as_str());
        let presses = if is_large { LARGE_PRESSES } else { PRESSES_MAX };
        let end = play_out(table, board, presses).await;
        let opponent = format!("zerosum ({})", choice.level.name());
        assert!(end.text.contains(&opponent), "{choice:?}: {}", end.text);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_game_is_like_the_last_one_unless_something_else_is_asked_for() {
    let table = Table::new().await;
    let first_line = async |command: &str| {
        let board = table.ask(table.anna, table.anna, command).await;
        board.text.lines().next().expect("a board has a text").to_owned()
    };
    let sheep = "Catch the Sheep  ·  🐑 zerosum (casual)  ·  🐺 You";
    assert_eq!(first_line("/new wolves casual").await, sheep);
    assert_eq!(first_line("/new").await, sheep);
    // The side is remembered for each game separately.
    let four = "4×4, 4 in a row  ·  ❌ You  ·  ⭕ zerosum (beginner)";
    assert_eq!(first_line("/new 4x4 beginner").await, four);
    let four = "4×4, 4 in a row  ·  ❌ zerosum (beginner)  ·  ⭕ You";
    assert_eq!(first_line("/new o").await, four);
    assert_eq!(first_line("/new wolves casual").await, sheep);
    assert_eq!(first_line("/new 4x4").await, four);
    assert!(first_line("/new ultimate").await.contains("❌ You"));
    assert_eq!(
        first_line("/new 4x4 x").await,
        "4×4, 4 in a row  ·  ❌ You  ·  ⭕ zerosum (beginner)"
    );
    assert_eq!(
        first_line("/new 5×7x4 x").await,
        "5×7, 4 in a row  ·  ❌ You  ·  ⭕ zerosum (novice)"
    );
    for (unclear, words) in [
        ("/new chess", "“chess”"),
        ("/new ultimate-x", "“ultimate-x”"),
        ("/new 99x99x2", "3 to 20 columns and rows"),
        ("/new 21x21", "3 to 20 columns and rows"),
        ("/new 3x3x9", "you can only play for 3 in a row"),
        ("/new 5x5x9", "play for 3 to 5 in a row"),
        ("/new 5x9x10", "play for 3 to 9 in a row"),
    ] {
        let answer = table.ask(table.anna, table.anna, unclear).await;
        assert!(answer.text.contains(words), "{unclear}: {}", answer.text);
        let is_guessed = answer.text.contains("Did you mean");
        assert_eq!(answer.keyboard.is_empty(), !is_guessed, "{answer:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wolf_is_taken_up_let_go_and_moved() {
    let table = Table::new().await;
    let board = table.ask(table.anna, table.group, "/new perfect wolves").await;
    assert!(board.text.contains("Anna to move with 🐺"), "{}", board.text);
    let wolf = |view: &MessageView| {
        let position = view.keyboard[0].iter().position(|button| button.text.contains('🐺'));
        view.keyboard[0][position.expect("wolves begin on top")].clone()
    };
    let taken = wolf(&board).data.expect("it is a button");
    let press = table.press_data(table.anna, &board, &taken);
    assert_eq!(table.toast(&press).await, "");
    let chosen = table.changed(&board).await;
    assert_eq!(chosen.keyboard[0][0].text, "✓ b1");
    let moves: Vec<&str> = chosen.keyboard[1].iter().map(|button| button.text.as_str()).collect();
    assert_eq!(moves, ["↙️ a2", "↘️ c2"]);
    // A press by another user changes nothing.
    let press = table.press_data(table.boris, &chosen, &taken);
    assert_eq!(table.toast(&press).await, "Это чужая партия. Отправьте /new, чтобы начать свою.");
    let let_go = chosen.keyboard[0][0].data.clone().expect("it is a button");
    let press = table.press_data(table.anna, &chosen, &let_go);
    assert_eq!(table.toast(&press).await, "");
    let free = table.changed(&chosen).await;
    assert_eq!(free.keyboard, board.keyboard);
    // A view from before the move is out of date, for looking as for moving.
    let press = table.press_data(table.anna, &free, &taken);
    assert_eq!(table.toast(&press).await, "");
    let chosen = table.changed(&free).await;
    let target = chosen.keyboard[1][0].data.clone().expect("a wolf can move");
    let press = table.press_data(table.anna, &chosen, &target);
    assert_eq!(table.toast(&press).await, "");
    let moved = table.changed(&chosen).await;
    let press = table.press_data(table.anna, &moved, &taken);
    let stale = "The board has moved on. This is how it stands now.";
    assert_eq!(table.toast(&press).await, stale);
    table.ask(table.anna, table.group, "/resign").await;
    let over = table.until(&moved, is_over).await;
    let press = table.press_data(table.anna, &over, &taken);
    let is_over = "The game is over. /new starts another one.";
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
        assert_eq!(levels.keyboard.len(), Level::of_game(spec).len(), "{name}");
        assert_eq!(chosen(&levels), Some("✓ beginner"), "{name}");
        table.ask(table.anna, table.anna, "/resign").await;
    }
    table.finish().await;
}

/// Label of the level of a player on the page of levels.
fn chosen(levels: &MessageView) -> Option<&str> {
    levels.keyboard.iter().map(|row| row[0].text.as_str()).find(|label| label.starts_with('✓'))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_level_that_a_game_does_not_have_becomes_its_lowest_one() {
    let table = Table::new().await;
    for (game, lowest) in [("gomoku", "✓ novice"), ("3x3", "✓ beginner"), ("sheep", "✓ beginner")]
    {
        table.ask(table.anna, table.anna, &format!("/new {game} novice")).await;
        let levels = table.ask(table.anna, table.anna, "/level").await;
        assert_eq!(chosen(&levels), Some(lowest), "{game}");
    }
    table.finish().await;
}
