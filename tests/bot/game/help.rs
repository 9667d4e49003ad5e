//! Help in a game against the bot: hints, the X-ray, and taking moves back.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, MoveCode};
use zerosum_playground::text::EntityKind;
use zerosum_playground::views::MessageView;
use zerosum_search::{RankedMove, Verdict, minimax};

use crate::game::panels::{more, signed};
use crate::host::metrics::at_rest;
use crate::support::fickle::FickleStore;
use crate::support::grid::grid_of;
use crate::support::harness::{Table, data_of};

const HINT: &str = "💡";
const XRAY: &str = "🔎";
const UNDO: &str = "↩️";
const STALE: &str = "The board has moved on. This is how it stands now.";

/// The position on the buttons, ignoring marks on its free cells.
pub(crate) fn position_of(board: &MessageView) -> TicTacToe {
    let AnyGame::TicTacToe(mut position) = GameSpec::TicTacToe.start() else { panic!("not 3x3") };
    let label = |cell: usize| board.keyboard[cell / 3][cell % 3].text.as_str();
    let marked =
        |mark: &str| -> Vec<usize> { (0..9).filter(|cell| label(*cell).contains(mark)).collect() };
    let (crosses, noughts) = (marked("❌"), marked("⭕"));
    for turn in 0..crosses.len() + noughts.len() {
        let cells = if turn % 2 == 0 { &crosses } else { &noughts };
        let code = MoveCode(u16::try_from(cells[turn / 2]).expect("below 9"));
        position.play(code).expect("it is free");
    }
    position
}

/// Value of each move, by plain minimax.
pub(crate) fn ranking(position: &TicTacToe) -> Vec<RankedMove> {
    if position.outcome().is_some() { Vec::new() } else { minimax::rank(position).moves }
}

fn told(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win { plies } => format!("+{}", plies.div_ceil(2)),
        Verdict::Draw => "=".to_owned(),
        Verdict::Loss { plies } => format!("−{}", plies.div_ceil(2)),
    }
}

/// Presses the button with this sign, of the board or of the panel with more help.
async fn tap(table: &Table, user: i64, board: &MessageView, sign: &str) -> MessageView {
    let board = match signed(board, sign) {
        Some(_) => board.clone(),
        None => more(table, user, board).await,
    };
    assert_eq!(table.toast(&table.press(user, &board, sign)).await, "");
    table.changed(&board).await
}

fn assert_seen_through(board: &MessageView) {
    for ranked in ranking(&position_of(board)) {
        let cell = usize::from(ranked.code.0);
        assert_eq!(board.keyboard[cell / 3][cell % 3].text, told(ranked.verdict), "{board:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_xray_stays_on_over_a_restart_and_tells_what_every_move_leads_to() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let mut board = table.ask(anna, anna, "/new x perfect 3x3").await;
    board = tap(&table, anna, &board, XRAY).await;
    // Within a clause no line is broken.
    let legend = "🔎 +3 win in 3, −2 loss in 2, = draw";
    assert!(unbroken(&board).replace('\u{a0}', " ").contains(legend), "{board:?}");
    loop {
        assert_seen_through(&board);
        let position = position_of(&board);
        let Some(worst) = ranking(&position).into_iter().min_by_key(|ranked| ranked.verdict) else {
            break;
        };
        board = table.play(anna, &board, usize::from(worst.code.0)).await;
        if position_of(&board).outcome().is_none() && grid_of_marks(&board) == 2 {
            table.restart_bot().await;
            board = tap(&table, anna, &board, "✓ 🔎").await;
            assert_eq!(grid_of(&board).marks(), 2, "nothing is told any more");
            board = tap(&table, anna, &board, XRAY).await;
        }
    }
    assert!(board.text.ends_with("With help: X-ray."), "{board:?}");
    table.finish().await;
}

/// Text of a message without its breaks of lines.
fn unbroken(message: &MessageView) -> String {
    message.text.replace('\n', " ")
}

fn grid_of_marks(board: &MessageView) -> usize {
    let cells = board.keyboard[..3].iter().flatten();
    cells.filter(|cell| cell.text.contains('❌') || cell.text.contains('⭕')).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_says_what_to_look_at_then_the_best_move_and_is_told_at_the_end_in_any_language() {
    let table = Table::new().await;
    let people = [
        (table.anna, "With help: 4 hints.", "There are no more hints for this move."),
        (table.boris, "Помощь: 4 совета.", "Больше советов к этому ходу нет."),
        (table.oksana, "Допомога: 4 поради.", "Більше порад для цього ходу немає."),
    ];
    for (user, had, enough) in people {
        let mut board = table.ask(user, user, "/new x beginner 3x3").await;
        for _ in 0..2 {
            let lines = board.text.lines().count();
            let looked = tap(&table, user, &board, HINT).await;
            // A long hint takes several lines, so that the board stays as wide.
            let hint: Vec<&str> = looked.text.lines().skip(lines).collect();
            assert!((1..=3).contains(&hint.len()) && hint[0].starts_with("💡 "), "{looked:?}");
            let marked = tap(&table, user, &looked, HINT).await;
            let toast = table.toast(&table.press(user, &marked, HINT)).await;
            assert_eq!(toast, enough);
            let cell = (0..9).find(|cell| marked.keyboard[cell / 3][cell % 3].text == "⭐");
            let cell = cell.expect("the best move is marked");
            let ranked = ranking(&position_of(&marked));
            let best = ranked.iter().map(|ranked| ranked.verdict).max();
            let named = ranked.iter().find(|ranked| usize::from(ranked.code.0) == cell);
            assert_eq!(named.map(|ranked| ranked.verdict), best);
            board = table.play(user, &marked, cell).await;
            assert!(!board.text.contains('💡'), "the hint was for that move: {board:?}");
        }
        table.say(user, user, "/resign");
        let over = table.until(&board, |now| now.text.contains(had)).await;
        assert!(over.text.ends_with(had));
        table.read(user).await;
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_says_that_all_moves_draw_or_lose_where_none_is_better_than_the_others() {
    let table = Table::new().await;
    let people = [
        (
            table.anna,
            "💡 All moves are equally good: a draw. For example, b2.",
            "💡 Every move loses in 1 move.",
        ),
        (
            table.boris,
            "💡 Все ходы равноценны: ничья. Например, b2.",
            "💡 Любой ход ведёт к поражению через 1 ход.",
        ),
        (
            table.oksana,
            "💡 Усі ходи рівноцінні: нічия. Наприклад, b2.",
            "💡 Будь-який хід веде до поразки через 1 хід.",
        ),
    ];
    for (user, all_draw, all_lose) in people {
        for (begins, hint) in
            [("/new x perfect 3x3", all_draw), ("zerosum record 1 3x3 a1 b1 a3 a2 c3 *", all_lose)]
        {
            let board = table.ask(user, user, begins).await;
            let ranked = ranking(&position_of(&board));
            let worth = ranked[0].verdict;
            assert!(ranked.iter().all(|ranked| ranked.verdict == worth), "{board:?}");
            let looked = tap(&table, user, &board, HINT).await;
            let told = tap(&table, user, &looked, HINT).await;
            assert!(unbroken(&told).ends_with(&format!(" {hint}")), "{told:?}");
        }
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_taken_back_as_far_as_the_start_and_an_impatient_tap_takes_back_one() {
    let table = Table::new().await;
    let anna = table.anna;
    let empty = table.ask(anna, anna, "/new x perfect 3x3").await;
    assert_eq!(signed(&empty, UNDO), None, "there is nothing to take back");
    let one = table.play(anna, &empty, 4).await;
    let two = table.play(anna, &one, grid_of(&one).calm_cell()).await;
    let presses = [table.press(anna, &two, UNDO), table.press(anna, &two, UNDO)];
    let mut toasts = [table.toast(&presses[0]).await, table.toast(&presses[1]).await];
    toasts.sort();
    assert_eq!(toasts[0], "");
    assert!(toasts[1].starts_with("The board has moved on."), "{toasts:?}");
    let back = table.until(&two, |now| grid_of(now).marks() == 2).await;
    assert_eq!(grid_of(&back), grid_of(&one));
    // A press of an earlier view no longer makes a move.
    assert!(!table.try_cell(anna, &two, grid_of(&two).free()[0]).await.is_empty());
    let start = tap(&table, anna, &back, UNDO).await;
    assert_eq!(grid_of(&start), grid_of(&empty));
    assert_eq!(signed(&start, UNDO), None);
    let again = table.play(anna, &start, 0).await;
    assert_eq!(grid_of(&again).marks(), 2);
    table.say(anna, anna, "/resign");
    let had = "With help:\n2 moves taken back.";
    table.until(&again, |now| now.text.ends_with(had)).await;
    table.read(anna).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_who_play_each_other_and_strangers_get_no_help() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let open = table.ask(anna, group, "/new").await;
    for sign in [HINT, UNDO, "⋯"] {
        assert_eq!(signed(&open, sign), None, "{open:?}");
    }
    let joined = table.play(boris, &open, 4).await;
    let action = |code: char| {
        let move_data = data_of(&joined, 0, 0);
        let (all_but_action, _) = move_data.rsplit_once(':').expect("a button of a move");
        format!("{all_but_action}:{code}")
    };
    for (user, code) in [(anna, 'i'), (boris, 'u')] {
        let toast = table.toast(&table.press_data(user, &joined, &action(code))).await;
        assert!(!toast.is_empty());
    }
    assert_eq!(grid_of(&table.now(&joined)), grid_of(&joined));
    let own = table.ask(anna, group, "/new casual").await;
    let toast = table.toast(&table.press(boris, &own, HINT)).await;
    assert_eq!(toast, "Это чужая партия. Отправьте /new, чтобы начать свою.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wide_board_is_seen_through_as_far_as_the_engine_looks() {
    let table = Table::new().await;
    let anna = table.anna;
    for game in ["gomoku", "ultimate", "sheep", "strategic"] {
        let board = table.ask(anna, anna, &format!("/new {game} casual")).await;
        let seen = tap(&table, anna, &board, XRAY).await;
        assert!(seen.text.contains("🔎 +"), "{seen:?}");
        let hinted = tap(&table, anna, &seen, HINT).await;
        let hinted = tap(&table, anna, &hinted, HINT).await;
        let marked: Vec<&str> =
            hinted.keyboard.iter().flatten().map(|key| key.text.as_str()).collect();
        assert!(marked.iter().any(|label| label.contains('⭐')), "{game}: {marked:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn why_tells_the_best_move_and_what_is_wrong_with_others_and_counts_as_a_hint() {
    let mut table = Table::new().await;
    let people = [
        (
            table.anna,
            ["❓ All moves are equally good: a draw. ", " is best. "],
            "With help: 2 hints.",
        ),
        (table.boris, ["❓ Все ходы равноценны: ничья. ", "❓ Лучший ход – "], "Помощь: 2 совета."),
        (
            table.oksana,
            ["❓ Усі ходи рівноцінні: нічия. ", "❓ Найкращий хід – "],
            "Допомога: 2 поради.",
        ),
    ];
    for (user, words, had) in people {
        let board = table.ask(user, user, "/new x perfect 3x3").await;
        // If zerosum is about to have three in a row, that is the message.
        let told = explained(&table, user, &board).await;
        assert!(told.starts_with(words[0]), "{told}");
        let mut board = table.now(&board);
        while !is_threatened(&position_of(&board)) {
            board = match calm(&position_of(&board)) {
                Some(cell) => table.play(user, &board, cell).await,
                None => panic!("no side threatens anything: {board:?}"),
            };
        }
        let told = explained(&table, user, &board).await;
        assert!(
            told.starts_with("❓ ") && told.contains(words[1].trim_start_matches("❓ ")),
            "{told}"
        );
        table.restart_bot().await;
        table.say(user, user, "/resign");
        table.until(&board, |now| now.text.ends_with(had)).await;
        table.read(user).await;
    }
    table.finish().await;
}

async fn explained(table: &Table, user: i64, board: &MessageView) -> String {
    let board = more(table, user, board).await;
    assert_eq!(table.toast(&table.press(user, &board, "❓")).await, "");
    let told = table.read(user).await;
    assert!(told.keyboard.is_empty() && told.text.encode_utf16().count() <= 410, "{told:?}");
    table.changed(&board).await;
    told.text
}

/// Returns whether the side that is not to move would win with a move of its own.
fn is_threatened(position: &TicTacToe) -> bool {
    ranking(position).iter().any(|ranked| ranked.verdict == Verdict::Loss { plies: 2 })
}

/// A cell that neither wins nor loses at once.
fn calm(position: &TicTacToe) -> Option<usize> {
    let ranked = ranking(position);
    let is_calm = |ranked: &&RankedMove| !matches!(ranked.verdict, Verdict::Win { plies: 1 });
    let worst = ranked.iter().filter(is_calm).min_by_key(|ranked| ranked.verdict);
    worst.map(|ranked| usize::from(ranked.code.0))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_tried_on_a_copy_and_the_game_stays_as_it_is() {
    let mut table = Table::new().await;
    let (anna, boris) = (table.anna, table.boris);
    let board = table.ask(anna, anna, "/new x perfect 3x3").await;
    let board = table.play(anna, &board, 4).await;
    let panel = more(&table, anna, &board).await;
    assert_eq!(table.toast(&table.press(anna, &panel, "🧪")).await, "");
    let copy = table.read(anna).await;
    assert!(
        copy.text.contains("What if?") && position_of(&copy) == position_of(&board),
        "{copy:?}"
    );
    let mut tried = copy.clone();
    for cell in grid_of(&copy).free().into_iter().take(3) {
        table.toast(&table.press_cell(anna, &tried, cell)).await;
        tried = table.changed(&tried).await;
    }
    assert_eq!(grid_of(&tried).marks(), 5);
    assert_eq!(
        tried.text.lines().nth(1).map(|line| line.split(", ").count()),
        Some(3),
        "{tried:?}"
    );
    table.restart_bot().await;
    let taken = table.toast(&table.press_cell(anna, &tried, 4)).await;
    assert_eq!(taken, "This cell is taken.");
    table.toast(&table.press(anna, &tried, "◀️")).await;
    let back = table.changed(&tried).await;
    assert_eq!(grid_of(&back).marks(), 4);
    table.toast(&table.press(anna, &back, "⏮")).await;
    let start = table.changed(&back).await;
    assert_eq!(grid_of(&start), grid_of(&copy));
    // A free cell is not taken once the copy is won.
    let free = grid_of(&start).free();
    let lines = [[0, 8], [2, 6], [1, 7], [3, 5]];
    let line = lines.into_iter().find(|line| line.iter().all(|cell| free.contains(cell)));
    let [one, other] = line.expect("a line through the middle");
    let between = *free.iter().find(|cell| ![one, other].contains(cell)).expect("a cell");
    let mut won = start.clone();
    for cell in [one, between, other] {
        table.toast(&table.press_cell(anna, &won, cell)).await;
        won = table.changed(&won).await;
    }
    let toast = table.toast(&table.press_cell(anna, &won, grid_of(&won).free()[0])).await;
    assert_eq!(toast, "The game is over.");
    assert_eq!(grid_of(&table.now(&board)), grid_of(&board), "nothing was played");
    // A forged press for a page that was never shown has no effect.
    let forged = data_of(&copy, 0, 0).replacen(":0:", ":9:", 1);
    assert!(!table.toast(&table.press_data(anna, &board, &forged)).await.is_empty());
    let over = {
        table.say(anna, anna, "/resign");
        table.until(&board, |now| now.text.contains("You resigned.")).await
    };
    assert!(!over.text.contains("With help"), "to try is no help: {over:?}");
    table.read(anna).await;
    // Players who play each other get no help.
    let open = table.ask(anna, table.group, "/new").await;
    let joined = table.play(boris, &open, 4).await;
    let id = data_of(&joined, 0, 0).split(':').nth(2).expect("an id").to_owned();
    let toast = table.toast(&table.press_data(anna, &joined, &format!("1:i:{id}"))).await;
    assert_eq!(toast, "Help is only for games against the bot that are still going.");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn moves_are_tried_in_every_game() {
    let table = Table::new().await;
    let tried = |copy: &MessageView| copy.text.lines().nth(1).unwrap_or_default().to_owned();
    let anna = table.anna;
    for game in ["gomoku", "ultimate", "sheep", "strategic", "8x8x5"] {
        let board = table.ask(anna, anna, &format!("/new {game} casual")).await;
        let panel = more(&table, anna, &board).await;
        table.toast(&table.press(anna, &panel, "🧪")).await;
        let mut copy = table.read(anna).await;
        // Presses any button that leads to a move, until two are made.
        for _ in 0..8 {
            let signs = ["→", "⏺️", "↖️", "↙️", "↘️", "·", "🐺", "1"];
            let find = |sign: &&str| {
                copy.keyboard.iter().flatten().find(|key| key.text.starts_with(*sign))
            };
            let key = signs.iter().find_map(find);
            let data = key.and_then(|key| key.data.clone()).expect("there is a move");
            table.toast(&table.press_data(anna, &copy, &data)).await;
            let before = copy.clone();
            copy = table.now(&copy);
            if copy == before {
                copy = table.until(&before, |now| now != &before).await;
            }
            if tried(&copy).contains(", ") {
                break;
            }
        }
        assert!(tried(&copy).contains(", "), "{game}: {copy:?}");
    }
    table.finish().await;
}

/// Number of positions that minimax visits from here to the end.
fn calls(position: &TicTacToe) -> usize {
    let after = |ranked: &RankedMove| {
        let mut next = *position;
        next.play(ranked.code).expect("it is legal");
        calls(&next)
    };
    1 + ranking(position).iter().map(after).sum::<usize>()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_small_endgame_every_step_of_minimax_is_there_to_be_unfolded() {
    let table = Table::new().await;
    let anna = table.anna;
    let mut board = table.ask(anna, anna, "/new x perfect 3x3").await;
    while grid_of(&board).free().len() > 3 {
        let ranked = ranking(&position_of(&board));
        let best = ranked.iter().max_by_key(|ranked| ranked.verdict).expect("it is in play");
        board = table.play(anna, &board, usize::from(best.code.0)).await;
    }
    let board = more(&table, anna, &board).await;
    assert_eq!(table.toast(&table.press(anna, &board, "❓")).await, "");
    let told = table.read(anna).await;
    let [folded] = &told.entities[..] else { panic!("one part is folded: {told:?}") };
    assert_eq!(folded.kind, EntityKind::ExpandableBlockquote);
    let units: Vec<u16> = told.text.encode_utf16().collect();
    let steps = String::from_utf16(&units[folded.offset..]).expect("a part of a text");
    assert_eq!(folded.offset + folded.length, units.len());
    let position = position_of(&board);
    assert_eq!(steps.lines().count(), calls(&position), "{steps}");
    let value = match ranking(&position).iter().map(|ranked| ranked.verdict).max() {
        Some(Verdict::Win { .. }) => "= +10",
        Some(Verdict::Draw) => "= 0",
        Some(Verdict::Loss { .. }) | None => "= −10",
    };
    let first = steps.lines().next().expect("there is a line");
    assert!(first.starts_with("max(") && first.ends_with(value), "{steps}");
    assert!(told.text.encode_utf16().count() <= 4_096);
    table.changed(&board).await;
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_is_edited_once_however_many_late_presses_ask_for_help_with_what_it_showed_before()
{
    let store = FickleStore::new();
    let table = Table::with_store(store.shared()).await;
    let anna = table.anna;
    let marks = |board: &MessageView| {
        let cells = board.keyboard.iter().take(4).flatten();
        cells.filter(|cell| cell.text.contains('❌') || cell.text.contains('⭕')).count()
    };
    let board = table.ask(anna, anna, "/new x casual 4x4").await;
    assert_eq!(table.toast(&table.press_data(anna, &board, data_of(&board, 0, 0))).await, "");
    let board = table.until(&board, |now| marks(now) == 2).await;
    let panel = more(&table, anna, &board).await;
    // These presses have arrived, and are handled after the board has moved on and was edited.
    store.hold_games_with_people(true);
    let hint = || table.press(anna, &board, HINT);
    let late = [hint(), table.press(anna, &panel, XRAY), table.press(anna, &panel, "❓"), hint()];
    store.wait_for_games_with_people(late.len()).await;
    let free = board.keyboard.iter().take(4).flatten();
    let free = free.filter(|cell| !cell.text.contains(['❌', '⭕']));
    let cell = free.filter_map(|cell| cell.data.clone()).next().expect("there is a free cell");
    assert_eq!(table.toast(&table.press_data(anna, &board, &cell)).await, "");
    let moved = table.until(&board, |now| marks(now) == 4).await;
    store.hold_games_with_people(false);
    for press in &late {
        assert_eq!(table.toast(press).await, STALE);
    }
    at_rest(&table).await;
    assert_eq!(table.now(&moved), moved);
    let calls = table.playground.calls();
    let edits: Vec<_> = calls.iter().filter(|call| call.method == "editMessageText").collect();
    assert!(edits.windows(2).all(|two| two[0].params != two[1].params), "{edits:?}");
    table.finish().await;
}
