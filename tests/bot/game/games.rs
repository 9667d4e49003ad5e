//! Whole games, from the first move to the result.

use std::collections::HashMap;

use zerosum_playground::views::MessageView;

use crate::support::grid::{Cell, Grid, grid_of, is_over};
use crate::support::harness::Table;

const DRAW: &str = "A draw: nobody gets more\nagainst perfect play.";
const FIRST_DRAW: &str = "\n🌟 Your first draw against\nperfect play!";
const LOST_IN_3: &str = "zerosum won in 3 moves:\nthree in a row.";
const LOST_IN_4: &str = "zerosum won in 4 moves:\nthree in a row.";
const LOST_IN_5: &str = "zerosum won in 5 moves:\nthree in a row.";
const EASIER: &str = "\nTwo losses in a row.\nEasier?";

/// Number of games of one side. In every position the least tried move comes first, so that the games spread
/// over the lines, all of which are walked in `tree`.
const GAMES: usize = 250;

/// Number of times each move was tried in each position.
#[derive(Default)]
struct Tried(HashMap<([Cell; 9], usize), usize>);

impl Tried {
    /// Returns the least tried move and records that it is tried.
    fn choose(&mut self, Grid(cells): Grid) -> usize {
        for cell in Grid(cells).free() {
            self.0.entry((cells, cell)).or_default();
        }
        let tries = |cell: &usize| self.0[&(cells, *cell)];
        let cell = Grid(cells).free().into_iter().min_by_key(tries).expect("the game goes on");
        *self.0.entry((cells, cell)).or_default() += 1;
        cell
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_player_wins_with_crosses() {
    no_player_wins("/new", Cell::Cross).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_player_wins_with_noughts() {
    no_player_wins("/new o", Cell::Nought).await;
}

/// Plays one game after another by "Play again" until all moves are tried.
async fn no_player_wins(command: &str, mark: Cell) {
    let mut table = Table::new().await;
    let mut board = table.ask(table.anna, table.anna, command).await;
    let mut tried = Tried::default();
    let mut presses = 0;
    let mut losses = Losses::default();
    for _ in 0..GAMES {
        while !is_over(&board) {
            let before = grid_of(&board);
            let cell = tried.choose(before);
            board = table.play(table.anna, &board, cell).await;
            presses += 1;
            check_move(before, cell, mark, grid_of(&board));
        }
        check_end(&board, mark, &mut losses);
        board = table.go_on(table.anna, &board, "🔁 Play again").await;
        presses += 1;
        assert_eq!(grid_of(&board).marks(), usize::from(mark == Cell::Nought));
    }
    table.stop_bot().await;
    // One edit and one answer for each press, and nothing else.
    assert_eq!(table.count_all_calls("editMessageText"), presses);
    assert_eq!(table.count_all_calls("answerCallbackQuery"), presses);
    assert_eq!(table.count_all_calls("sendMessage"), 1 + GAMES);
    table.finish().await;
}

/// Checks that a press sets one mark of the player and at most one of the bot.
fn check_move(before: Grid, cell: usize, mark: Cell, after: Grid) {
    let is_own = match mark {
        Cell::Cross => matches!(after.0[cell], Cell::Cross | Cell::WinningCross),
        _ => matches!(after.0[cell], Cell::Nought | Cell::WinningNought),
    };
    assert!(is_own, "cell {cell} of {before:?} is marked in {after:?}");
    let added = after.marks() - before.marks();
    let is_over = after.free().is_empty() || !after.winning_cells().is_empty();
    assert!(added == 2 || added == 1 && is_over, "{before:?} becomes {after:?}");
    for other in (0..9).filter(|other| before.0[*other] != Cell::Empty) {
        let is_kept = match before.0[other] {
            Cell::Cross => matches!(after.0[other], Cell::Cross | Cell::WinningCross),
            _ => matches!(after.0[other], Cell::Nought | Cell::WinningNought),
        };
        assert!(is_kept, "cell {other} of {before:?} stays in {after:?}");
    }
}

/// Number of games lost in a row until an easier level is offered.
#[derive(Default)]
struct Losses {
    in_a_row: usize,
    is_offered: bool,
}

impl Losses {
    /// The offer that follows a result, made only once.
    fn offer_after(&mut self, result: &str) -> &'static str {
        self.in_a_row = if result == DRAW { 0 } else { self.in_a_row + 1 };
        let is_offer = self.in_a_row == 2 && !self.is_offered;
        self.is_offered |= is_offer;
        if is_offer { EASIER } else { "" }
    }
}

/// Checks that the result is a draw or the bot's win, and that only the winning line is marked.
fn check_end(board: &MessageView, mark: Cell, losses: &mut Losses) {
    let grid = grid_of(board);
    let (own, bot) = match mark {
        Cell::Cross => ((Cell::Cross, Cell::WinningCross), (Cell::Nought, Cell::WinningNought)),
        _ => ((Cell::Nought, Cell::WinningNought), (Cell::Cross, Cell::WinningCross)),
    };
    assert_eq!(grid.lines_of(own.0, own.1), Vec::<[usize; 3]>::new(), "a person wins: {board:?}");
    let mut line: Vec<usize> = grid.lines_of(bot.0, bot.1).concat();
    line.sort_unstable();
    line.dedup();
    assert_eq!(grid.winning_cells(), line, "{board:?}");
    let bot_moves = if mark == Cell::Cross { grid.noughts() } else { grid.crosses() };
    let result = match (line.is_empty(), bot_moves) {
        (true, _) => DRAW,
        (false, 3) => LOST_IN_3,
        (false, 4) => LOST_IN_4,
        (false, 5) => LOST_IN_5,
        (false, _) => panic!("no player wins like this: {board:?}"),
    };
    let players = match mark {
        Cell::Cross => "❌ You  ·  ⭕ zerosum (perfect)",
        _ => "❌ zerosum (perfect)  ·  ⭕ You",
    };
    let offer = losses.offer_after(result);
    // The first draw of a person is a milestone.
    let text = board.text.strip_suffix(FIRST_DRAW).unwrap_or(&board.text);
    assert_eq!(text, format!("{players}\n{result}{offer}"));
    assert_eq!(grid.free().is_empty() && line.is_empty(), result == DRAW);
    let below = board.keyboard[3..].iter().flatten();
    let labels: Vec<&str> = below.map(|button| button.text.as_str()).collect();
    let review = if result == DRAW { "🧭 Review" } else { "❓ Why I lost" };
    assert_eq!(labels, ["🔁 Play again", "🔄 Swap sides", "🙂 Easier: strong", review, "🔗 Share"]);
}
