//! Reviews of finished games: which move lost the game, and what was better.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::side::Side;
use zerosum_games::tictactoe::TicTacToe;
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_playground::views::MessageView;
use zerosum_search::{RankedMove, Verdict, minimax};

use crate::support::grid::{Cell, grid_of};
use crate::support::harness::Table;

/// Record of a game that X has won after a mistake of O, played elsewhere.
const WON: &str = "zerosum record 1 3x3 1. b2 a1 2. c2 b1 3. a2 1-0";

fn lines(page: &MessageView) -> Vec<&str> {
    page.text.lines().collect()
}

/// The line that tells how many plies of the game are shown.
fn place(page: &MessageView) -> Option<String> {
    lines(page).into_iter().find(|line| line.contains(" / ")).map(str::to_owned)
}

async fn step(table: &Table, user: i64, page: &MessageView, label: &str) -> MessageView {
    table.toast(&table.press(user, page, label)).await;
    table.changed(page).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_is_looked_back_on_from_both_sides_and_again_after_a_restart() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let told = table.ask(anna, anna, WON).await;
    assert_eq!(table.toast(&table.press(anna, &told, "🧭 Review")).await, "");
    let turn = table.read(anna).await;
    let sentences = [
        "❌ made no mistake.",
        "⭕’s move 2 (b1) was a losing one. The move a2 would have held the draw.",
    ];
    assert_eq!(lines(&turn)[1..3], sentences);
    assert_eq!(
        lines(&turn)[3..],
        [
            "2. ⭕ b1 ??  ·  4 / 5",
            "A mistake: loss in 1 move. With the move a2: a draw.",
            "What follows: ❌ a2",
            "Better: ⭕ a2, ❌ a3, ⭕ c1, ❌ b1, ⭕ b3, ❌ c3"
        ]
    );
    assert!(turn.has_photo);
    let before = step(&table, anna, &turn, "◀️").await;
    assert_eq!(lines(&before)[3..], ["2. ❌ c2 !  ·  3 / 5", "The best move: a draw."]);
    table.restart_bot().await;
    let end = step(&table, anna, &before, "⏭").await;
    assert_eq!(lines(&end)[1..3], sentences);
    assert_eq!(lines(&end)[3..5], ["3. ❌ a2 !  ·  5 / 5", "The best move: win in 1 move."]);
    assert!(lines(&end)[5].contains("won"), "{end:?}");
    // The review continues from any move, here from before the mistake.
    let third = step(&table, anna, &end, "⏮").await;
    let third = step(&table, anna, &third, "▶️").await;
    table.toast(&table.press(anna, &third, "▶️ Play on from here")).await;
    assert_eq!(grid_of(&table.read(anna).await).marks(), 1);
    table.finish().await;
}

/// Value of each move, by plain minimax.
fn ranking(position: &TicTacToe) -> Vec<RankedMove> {
    minimax::rank(position).moves
}

fn result(verdict: Verdict) -> i8 {
    match verdict {
        Verdict::Win { .. } => 1,
        Verdict::Draw => 0,
        Verdict::Loss { .. } => -1,
    }
}

/// Plays X as badly as possible until the game is lost. Returns the board, the number of the last move that
/// made the result worse, that move, and the best moves in its place.
pub(crate) async fn lose(
    table: &Table,
    user: i64,
) -> (MessageView, usize, MoveCode, Vec<MoveCode>) {
    let mut board = table.ask(user, user, "/new x perfect 3x3").await;
    let AnyGame::TicTacToe(mut position) = GameSpec::TicTacToe.start() else { panic!("not 3x3") };
    let mut mistake = None;
    for number in 1.. {
        let ranked = ranking(&position);
        let best = ranked.iter().map(|ranked| ranked.verdict).max().expect("there is a move");
        let worst = ranked.iter().min_by_key(|ranked| ranked.verdict).expect("there is a move");
        if result(worst.verdict) < result(best) {
            let better = ranked.iter().filter(|ranked| ranked.verdict == best);
            mistake = Some((number, worst.code, better.map(|ranked| ranked.code).collect()));
        }
        position.play(worst.code).expect("it is legal");
        board = table.play(user, &board, usize::from(worst.code.0)).await;
        let noughts = |cell: &usize| {
            let is_nought = matches!(grid_of(&board).0[*cell], Cell::Nought | Cell::WinningNought);
            let code = MoveCode(u16::try_from(*cell).expect("below 9"));
            is_nought && position.clone().play(code).is_ok()
        };
        if let Some(reply) = (0..9).find(noughts) {
            position.play(MoveCode(u16::try_from(reply).expect("below 9"))).expect("it is free");
        }
        if position.outcome().is_some() {
            break;
        }
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(Side::Second)));
    let (number, code, better) = mistake.expect("no game is lost without one");
    (board, number, code, better)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_has_lost_is_told_why_in_their_language() {
    let table = Table::new().await;
    let people = [
        (table.anna, "❓ Why I lost", [" (", ") was a losing one. The move "]),
        (table.boris, "❓ Почему так", [" (", " вёл к поражению. После хода "]),
        (table.oksana, "❓ Чому так", [" (", ") вів до поразки. Після ходу "]),
    ];
    for (user, label, words) in people {
        let (over, number, code, better) = lose(&table, user).await;
        assert_eq!(table.toast(&table.press(user, &over, label)).await, "");
        let page = table.read(user).await;
        let sentence = lines(&page)[1].to_owned();
        let who = match user {
            user if user == table.anna => {
                format!("Your {} move", ["first", "second", "third", "fourth"][number - 1])
            }
            user if user == table.boris => format!("Ваш {number}-й ход"),
            _ => format!("Ваш {number}-й хід"),
        };
        let text = |code: MoveCode| GameSpec::TicTacToe.start().move_text(code);
        assert!(sentence.starts_with(&format!("{who}{}{}", words[0], text(code))), "{sentence}");
        assert!(sentence.contains(words[1]), "{sentence}");
        assert!(better.iter().any(|code| sentence.contains(&text(*code))), "{sentence}");
        // The review begins at that move.
        assert!(
            lines(&page)[2].starts_with(&format!("{number}. ❌ {} ??", text(code))),
            "{page:?}"
        );
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mistake_is_tried_again_and_played_on_from_with_ones_own_side_and_level() {
    let table = Table::new().await;
    let anna = table.anna;
    let (over, number, _, better) = lose(&table, anna).await;
    table.toast(&table.press(anna, &over, "❓ Why I lost")).await;
    let page = table.read(anna).await;
    table.toast(&table.press(anna, &page, "↩️ Try again")).await;
    let again = table.read(anna).await;
    let grid = grid_of(&again);
    assert_eq!((grid.crosses(), grid.noughts()), (number - 1, number - 1), "{again:?}");
    // With the better move the perfect bot does not win.
    let cell = usize::from(better[0].0);
    let after = table.play(anna, &again, cell).await;
    assert_eq!((grid_of(&after).crosses(), grid_of(&after).noughts()), (number, number));
    // It is told that this makes good the mistake, until the next move, and after a restart too.
    let text = |code: MoveCode| GameSpec::TicTacToe.start().move_text(code);
    let solved = format!("✅ The move {} holds the draw.", text(better[0]));
    assert!(lines(&after).contains(&solved.as_str()), "{after:?}");
    let free = (0..9).find(|cell| grid_of(&after).0[*cell] == Cell::Empty).expect("one is free");
    let next = table.play(anna, &after, free).await;
    assert!(!next.text.contains("✅"), "{next:?}");
    let heading = |board: &MessageView| board.text.lines().next().unwrap_or_default().to_owned();
    assert_eq!(heading(&again), heading(&over), "the level is the same");
    // The page shows the mistake, so the bot has the next move.
    table.toast(&table.press(anna, &page, "▶️ Play on from here")).await;
    let on = table.read(anna).await;
    let is_answered = |now: &MessageView| grid_of(now).noughts() == number;
    let on = if is_answered(&on) { on } else { table.until(&on, is_answered).await };
    assert_eq!(grid_of(&on).crosses(), number, "{on:?}");
    assert_eq!(heading(&on), heading(&over), "her side is the same");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_tap_finds_the_game_that_was_begun_although_a_later_one_is_open() {
    let table = Table::new().await;
    let anna = table.anna;
    let (over, ..) = lose(&table, anna).await;
    table.toast(&table.press(anna, &over, "❓ Why I lost")).await;
    let page = table.read(anna).await;
    table.toast(&table.press(anna, &page, "↩️ Try again")).await;
    let again = table.read(anna).await;
    // It is the game that /board brings.
    let ready = table.toast(&table.press(anna, &page, "↩️ Try again")).await;
    assert_eq!(ready, "Your board is ready. /board brings it down here.");
    let later = table.new_game(anna).await;
    table.play(anna, &later, 4).await;
    assert_eq!(table.toast(&table.press(anna, &page, "↩️ Try again")).await, "");
    let down = table.read(anna).await;
    assert_eq!(grid_of(&down), grid_of(&again));
    assert!(table.changed(&again).await.text.contains("has moved further down"));
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_mistake_again_is_not_told_as_solved_and_another_try_is_in_every_language() {
    let table = Table::new().await;
    let people = [
        (table.boris, ["❓ Почему так", "↩️ Исправить"], ["✅ Ход ", " держит ничью."]),
        (table.oksana, ["❓ Чому так", "↩️ Виправити"], ["✅ Хід ", " тримає нічию."]),
    ];
    for (user, [why, again], [solved, holds]) in people {
        let (over, _, mistake, better) = lose(&table, user).await;
        table.toast(&table.press(user, &over, why)).await;
        let page = table.read(user).await;
        table.toast(&table.press(user, &page, again)).await;
        let retry = table.read(user).await;
        let wrong = table.play(user, &retry, usize::from(mistake.0)).await;
        assert!(!wrong.text.contains('✅'), "{wrong:?}");
        table.toast(&table.press(user, &over, why)).await;
        let page = table.read(user).await;
        table.toast(&table.press(user, &page, again)).await;
        let retry = table.read(user).await;
        let right = table.play(user, &retry, usize::from(better[0].0)).await;
        let text = GameSpec::TicTacToe.start().move_text(better[0]);
        let told = format!("{solved}{text}{holds}");
        assert!(lines(&right).contains(&told.as_str()), "{told}: {right:?}");
        // A game that is played on from the same position is no attempt.
        let before = step(&table, user, &page, "◀️").await;
        let on = before.keyboard.iter().flatten().find(|button| button.text.starts_with("▶️ "));
        let on = on.expect("it can be played on").text.clone();
        table.toast(&table.press(user, &before, &on)).await;
        let on = table.read(user).await;
        let played = table.play(user, &on, usize::from(better[0].0)).await;
        assert!(!played.text.contains('✅'), "{played:?}");
    }
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sure_win_that_was_missed_is_solved_by_the_move_that_wins() {
    let table = Table::new().await;
    let anna = table.anna;
    table.ask(anna, anna, "/new gomoku perfect x").await;
    table.ask(anna, anna, "/resign").await;
    // Black has four in a row with one end open, and does not close the five.
    let record = "zerosum record 1 15x15x5 1. h8 g8 2. i8 b3 3. j8 c5 4. k8 d7 *";
    table.ask(anna, anna, record).await;
    let moved = table.ask(anna, anna, "a15").await;
    let is_answered = |now: &MessageView| now.text.contains("Last move: ⚪");
    let answered = table.until(&moved, is_answered).await;
    table.ask(anna, anna, "/resign").await;
    let has_review =
        |now: &MessageView| now.keyboard.iter().flatten().any(|key| key.text == "🧭 Review");
    let over = table.until(&answered, has_review).await;
    table.toast(&table.press(anna, &over, "🧭 Review")).await;
    let page = table.read(anna).await;
    let page = table.until(&page, |now| !now.text.contains("A first look")).await;
    let sentence =
        "⚫\u{fe0f}’s move 5 (a15) missed a sure win. The move l8 was better (win in 1 move).";
    assert_eq!(lines(&page)[1], sentence);
    table.toast(&table.press(anna, &page, "↩️ Try again")).await;
    table.read(anna).await;
    let won = table.ask(anna, anna, "l8").await;
    assert!(lines(&won).contains(&"✅ The move l8 keeps the win."), "{won:?}");
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_a_review_that_a_restart_has_cut_short_is_whole_once_it_is_turned() {
    let mut table = Table::new().await;
    let anna = table.anna;
    let record = "zerosum record 1 15x15x5 1. h8 h7 2. a1 i7 3. a3 j7 4. a5 k7 5. o1 l7 0-1";
    let told = table.ask(anna, anna, record).await;
    table.toast(&table.press(anna, &told, "🧭 Review")).await;
    let page = table.read(anna).await;
    table.restart_bot().await;
    let first = place(&page);
    table.toast(&table.press(anna, &page, "⏮")).await;
    let is_whole = |now: &MessageView| !now.text.contains("A first look");
    let turned = table.until(&page, |now| place(now) != first && is_whole(now)).await;
    assert!(lines(&turned).iter().any(|line| line.starts_with("Looked ")), "{}", turned.text);
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn between_two_people_nothing_is_told_before_the_end() {
    let table = Table::new().await;
    let (anna, boris, group) = (table.anna, table.boris, table.group);
    let board = table.ask(anna, group, "/new x 3x3").await;
    let board = table.play(anna, &board, 4).await;
    let board = table.play(boris, &board, 0).await;
    let play = board.keyboard[0][1].data.clone().expect("it is a button");
    let id = play.split(':').nth(2).expect("it names its game");
    let review = format!("1:y:{id}");
    for data in [review.clone(), format!("{review}:1")] {
        let toast = table.toast(&table.press_data(boris, &board, &data)).await;
        assert!(!toast.is_empty(), "{data}");
    }
    let board = table.play(anna, &board, 5).await;
    let board = table.play(boris, &board, 1).await;
    let over = table.play(anna, &board, 3).await;
    assert_eq!(table.toast(&table.press(boris, &over, "🧭 Review")).await, "");
    let page = table.read(group).await;
    assert_eq!(
        lines(&page)[1..3],
        ["У ❌ не было ошибок.", "2-й ход ⭕ (b1) вёл к поражению. После хода a2 была бы ничья."]
    );
    // A player who was not in the game cannot review it.
    let other = table.new_game(table.oksana).await;
    assert!(!table.toast(&table.press_data(table.oksana, &other, &review)).await.is_empty());
    table.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_game_that_is_searched_it_is_told_how_far() {
    let table = Table::new().await;
    let anna = table.anna;
    // A record goes on at the level of its game.
    table.ask(anna, anna, "/new gomoku perfect x").await;
    table.ask(anna, anna, "/resign").await;
    // She ignores an open three, and an open four is lost. Moves made before she took over are not hers.
    let told = table.ask(anna, anna, "zerosum record 1 15x15x5 1. h8 h7 2. a1 i7 3. a3 j7 *").await;
    let moved = table.ask(anna, anna, "a5").await;
    let is_answered = |now: &MessageView| now.text.contains("Last move: ⚪");
    assert!(!is_answered(&moved) && told.has_photo, "{moved:?}");
    let answered = table.until(&moved, is_answered).await;
    table.ask(anna, anna, "/resign").await;
    let review = "🧭 Review";
    let over = table
        .until(&answered, |now| now.keyboard.iter().flatten().any(|button| button.text == review))
        .await;
    table.toast(&table.press(anna, &over, review)).await;
    let page = table.read(anna).await;
    let sentence = "⚫\u{fe0f}’s move 4 (a5) was a losing one. ";
    assert!(lines(&page)[1].starts_with(sentence), "{}", page.text);
    let is_chance = |text: &str| text.contains(" was better (chances of about ");
    assert!(is_chance(lines(&page)[1]), "{}", page.text);
    // A slow machine shows the first finding before the rest.
    let is_whole = |now: &MessageView| !now.text.contains("A first look");
    // A page that is turned meanwhile stays where it is, and is completed too.
    let first = place(&page);
    table.toast(&table.press(anna, &page, "◀️")).await;
    let is_turned = |now: &MessageView| place(now) != first;
    let turned = table.until(&page, |now| is_turned(now) && is_whole(now)).await;
    table.toast(&table.press(anna, &turned, "▶️")).await;
    let page = table.until(&turned, |now| !is_turned(now)).await;
    assert!(lines(&page).iter().any(|line| line.starts_with("Looked ")), "{}", page.text);
    // Five are made on one side of the four or on the other.
    let follows = lines(&page).into_iter().find(|line| line.starts_with("What follows: ⚪"));
    assert!(follows.is_some_and(|line| line.contains("7")), "{}", page.text);
    let third = step(&table, anna, &page, "◀️").await;
    let third = step(&table, anna, &third, "◀️").await;
    assert_eq!(lines(&third).len(), 4, "nothing is said of that move: {third:?}");
    table.finish().await;
}
