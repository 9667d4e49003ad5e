//! Large boards on a phone: enlarged by buttons, fingers and keys, moved by drags and the small map; and pieces,
//! which are dragged.

use fantoccini::Client;
use serde_json::{Value, json};

use super::gestures::{Point, double_tap, finger, gesture, middle, mouse};
use super::{MOVES, PHONE, SAY, moves, open_game, text};
use crate::browser::{Driver, Table, Wishes, click, find, once, screenshot};

/// Place and width of the first cell.
const FIRST_CELL: &str = "
    const { x, y, width } = document.querySelector('#board .cell').getBoundingClientRect();
    return [x, y, width];";

/// Waits until the first cell is wider or narrower, as the sign of the second argument says.
const WIDTH_CHANGES: &str = "
    const { width } = document.querySelector('#board .cell').getBoundingClientRect();
    return (width - arguments[0]) * arguments[1] > 1 ? width : null;";

async fn first_cell(browser: &Client) -> (Point, f64) {
    let found = browser.execute(FIRST_CELL, Vec::new()).await.expect("the page answers");
    let number = |place: usize| found[place].as_f64().expect("a number");
    ((number(0), number(1)), number(2))
}

/// Returns whether two points are the same but for fractions of a pixel.
fn is_near(one: Point, other: Point) -> bool {
    (one.0 - other.0).abs() < 1.0 && (one.1 - other.1).abs() < 1.0
}

async fn widens(browser: &Client, from: f64) -> f64 {
    let found = once(browser, WIDTH_CHANGES, &[json!(from), json!(1)]).await;
    found.as_f64().expect("a number")
}

async fn narrows(browser: &Client, from: f64) -> f64 {
    let found = once(browser, WIDTH_CHANGES, &[json!(from), json!(-1)]).await;
    found.as_f64().expect("a number")
}

#[tokio::test]
async fn a_large_board_is_enlarged_and_moved_in_every_way_and_a_tap_stays_a_move() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table, "15x15x5", &["h8".to_owned()]).await;
    let (_, whole) = first_cell(&phone).await;
    find(&phone, "#map[hidden]").await;
    // Buttons, beginning at the chosen cell in the middle.
    click(&phone, "#zoom-in").await;
    let once_more = widens(&phone, whole).await;
    click(&phone, "#zoom-in").await;
    let wide = widens(&phone, once_more).await;
    find(&phone, "#map:not([hidden]) .seen").await;
    screenshot(&phone, "page-phone-15x15x5-zoomed.png").await;
    // A drag moves the board and plays nothing, and so does a tap on the map.
    let centre = middle(&phone, "#board", 0).await;
    let (before, _) = first_cell(&phone).await;
    gesture(&phone, vec![finger("one", &[centre, (centre.0 + 60.0, centre.1 + 40.0)])]).await;
    let (after, _) = first_cell(&phone).await;
    assert!(is_near(after, (before.0 + 60.0, before.1 + 40.0)), "{before:?} {after:?}");
    gesture(&phone, vec![mouse(&[centre, (centre.0 - 60.0, centre.1 - 40.0)])]).await;
    let (after, _) = first_cell(&phone).await;
    assert!(is_near(after, before), "{before:?} {after:?}");
    let map = middle(&phone, "#map", 0).await;
    gesture(&phone, vec![mouse(&[(map.0 - 28.0, map.1 - 28.0)])]).await;
    let ((left, _), _) = first_cell(&phone).await;
    assert!(left >= 0.0, "the corner is seen: {left}");
    assert_eq!(moves(&phone).await, 1);
    // A cell of which only a part is seen is played as well, where it lies.
    let edge = (middle(&phone, "#board", 0).await.0 * 2.0 - 12.0, centre.1);
    let under = "const cell = document.elementFromPoint(arguments[0], arguments[1]);
        return [...document.querySelectorAll('.cell')].indexOf(cell)";
    let cell = phone.execute(under, vec![json!(edge.0), json!(edge.1)]).await.expect("a cell");
    gesture(&phone, vec![finger("one", &[edge])]).await;
    once(&phone, MOVES, &[json!(2)]).await;
    let last = "const last = document.querySelector('.cell.last');
        return [...document.querySelectorAll('.cell')].indexOf(last)";
    assert_eq!(phone.execute(last, Vec::new()).await.expect("a cell"), cell);
    assert_eq!(first_cell(&phone).await.1, wide, "a move leaves the board enlarged");
    click(&phone, "#zoom-out").await;
    narrows(&phone, wide).await;
    click(&phone, "#whole").await;
    find(&phone, "#board:not(.zoomed)").await;
    // Two fingers, and back by a key.
    let apart = |by: f64| {
        let side = |sign: f64| [20.0, by].map(|far| (centre.0 + sign * far, centre.1));
        vec![finger("one", &side(-1.0)), finger("two", &side(1.0))]
    };
    gesture(&phone, apart(60.0)).await;
    let pinched = widens(&phone, whole * 2.5).await;
    assert!(pinched < whole * 3.5, "three times as wide: {whole} and {pinched}");
    let focused = phone.execute("return document.querySelector('.cell[tabindex=\"0\"]')", vec![]);
    let focused: Value = focused.await.expect("a cell");
    phone.execute("arguments[0].focus()", vec![focused]).await.expect("it takes the focus");
    phone.active_element().await.expect("a cell").send_keys("\u{E00C}").await.expect("a key");
    find(&phone, "#board:not(.zoomed)").await;
    taps_in_pairs(&phone).await;
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

/// Two quick taps enlarge where they play nothing; they are never two moves.
async fn taps_in_pairs(phone: &Client) {
    // Two taps on a stone.
    let stone = middle(phone, "#board .cell", 112).await;
    gesture(phone, vec![double_tap(stone)]).await;
    find(phone, "#board.zoomed").await;
    assert_eq!(moves(phone).await, 2);
    // Two taps on a free cell are one move, and none that is refused.
    click(phone, "#whole").await;
    let free = middle(phone, "#board .cell", 48).await;
    gesture(phone, vec![double_tap(free)]).await;
    once(phone, MOVES, &[json!(3)]).await;
    assert!(text(phone, SAY).await.starts_with("Your move"), "{}", text(phone, SAY).await);
}

#[tokio::test]
async fn a_board_of_boards_of_boards_is_enlarged_by_its_steps() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table, "strategic", &["5 5 5".to_owned()]).await;
    let (_, large) = first_cell(&phone).await;
    click(&phone, "#zoom-in").await;
    let larger = widens(&phone, large).await;
    find(&phone, "#zoom-in[aria-disabled=true]").await;
    screenshot(&phone, "page-phone-strategic-local.png").await;
    click(&phone, "#zoom-out").await;
    assert_eq!(narrows(&phone, larger).await, large);
    click(&phone, "#zoom-out").await;
    let whole = narrows(&phone, large).await;
    find(&phone, "#zoom-out[aria-disabled=true]").await;
    assert!(whole < 20.0, "too small to be tapped: {whole}");
    // Two quick taps enlarge, and play nothing.
    let target = middle(&phone, "#board .cell", 12 * 27 + 12).await;
    gesture(&phone, vec![double_tap(target)]).await;
    find(&phone, "#board.zoomed").await;
    assert_eq!(moves(&phone).await, 1);
    click(&phone, "#whole").await;
    // Movements are shown, unless the visitor wants none.
    let moving = "document.getElementById('zoom-in').click();
        return document.querySelector('.field').getAnimations().length";
    let count = phone.execute(moving, Vec::new()).await.expect("the page answers");
    assert_eq!(count, 0, "nothing moves for a person who wants less motion");
    let asks = "return matchMedia('(prefers-reduced-motion: reduce)').matches";
    assert_eq!(phone.execute(asks, Vec::new()).await.expect("the page answers"), true);
    phone.close().await.expect("the browser closes");
    table.clear().await;
}

#[tokio::test]
async fn a_piece_is_dragged_to_its_square_and_back_home_from_elsewhere() {
    let Some(driver) = Driver::start() else { return };
    let table = Table::lay().await;
    let phone = driver.open_in(PHONE, Wishes::default()).await;
    open_game(&phone, &table, "sheep", &[]).await;
    let at = async |cell: usize| middle(&phone, "#board .cell", cell).await;
    // The sheep from e8 to d7 by a finger, a wolf from b1 to a2 by a mouse.
    let (from, to) = (at(60).await, at(51).await);
    gesture(&phone, vec![finger("one", &[from, (from.0, to.1), to])]).await;
    once(&phone, MOVES, &[json!(1)]).await;
    let (from, to) = (at(1).await, at(8).await);
    gesture(&phone, vec![mouse(&[from, to])]).await;
    once(&phone, MOVES, &[json!(2)]).await;
    // Dropped beside the board, it stays.
    let sheep = at(51).await;
    gesture(&phone, vec![finger("one", &[sheep, (sheep.0, 4.0)])]).await;
    find(&phone, "#board .cell.piece:not(.carried) .mark").await;
    assert_eq!(moves(&phone).await, 2);
    // Dropped where it cannot go, it is told so.
    gesture(&phone, vec![finger("one", &[sheep, at(35).await])]).await;
    let refused = "return document.getElementById('say').textContent.startsWith('Your move')
        ? null : document.getElementById('say').textContent";
    once(&phone, refused, &[]).await;
    assert_eq!(moves(&phone).await, 2);
    phone.close().await.expect("the browser closes");
    table.clear().await;
}
