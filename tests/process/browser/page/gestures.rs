//! Fingers and mice on the page.

use std::time::Duration;

use fantoccini::Client;
use fantoccini::actions::{
    ActionSequence, InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction, TouchActions,
};
use serde_json::json;

/// Duration of a movement, as slow as a person's.
const MOVEMENT: Duration = Duration::from_millis(100);

/// A place in the window, in pixels.
pub(super) type Point = (f64, f64);

/// The middle of an element.
pub(super) async fn middle(browser: &Client, css: &str, place: usize) -> Point {
    let script = "
        const box = document.querySelectorAll(arguments[0])[arguments[1]].getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];";
    let found = browser.execute(script, vec![json!(css), json!(place)]).await;
    let found = found.expect("the page answers");
    let number = |place: usize| found[place].as_f64().expect("a number").round();
    (number(0), number(1))
}

/// A finger that goes down, along these points, and up.
pub(super) fn finger(name: &str, points: &[Point]) -> ActionSequence {
    along(TouchActions::new(name.to_owned()), points)
}

/// A mouse whose button is held along these points.
pub(super) fn mouse(points: &[Point]) -> ActionSequence {
    along(MouseActions::new("mouse".to_owned()), points)
}

/// A finger that taps twice.
pub(super) fn double_tap(at: Point) -> ActionSequence {
    let down = PointerAction::Down { button: MOUSE_BUTTON_LEFT };
    let up = PointerAction::Up { button: MOUSE_BUTTON_LEFT };
    let tapped = TouchActions::new("finger".to_owned()).then(step(at, Duration::ZERO));
    tapped.then(down.clone()).then(up.clone()).then(down).then(up).into()
}

fn along<S: InputSource<Action = PointerAction>>(source: S, points: &[Point]) -> ActionSequence {
    let (first, others) = points.split_first().expect("it begins somewhere");
    let source = source.then(step(*first, Duration::ZERO));
    let held = source.then(PointerAction::Down { button: MOUSE_BUTTON_LEFT });
    let moved = others.iter().fold(held, |source, point| source.then(step(*point, MOVEMENT)));
    moved.then(PointerAction::Up { button: MOUSE_BUTTON_LEFT }).into()
}

fn step((x, y): Point, duration: Duration) -> PointerAction {
    PointerAction::MoveTo { duration: Some(duration), x, y }
}

/// Makes gestures at the same time.
pub(super) async fn gesture(browser: &Client, sequences: Vec<ActionSequence>) {
    browser.perform_actions(sequences).await.expect("the page takes gestures");
    browser.release_actions().await.expect("nothing is held any more");
}
