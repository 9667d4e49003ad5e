//! Pictures of boards: marks, the last move, the place of the next one, and the winning lines.

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_picture::scene::{Lattice, Scene, Spot};
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::board::scenes::small;
use crate::games;
use crate::games::appearance::Appearance;

/// Returns the picture of a board that is too large to be shown by its buttons.
pub(crate) fn beside(session: &Session, focus: Focus) -> Option<Scene> {
    let game = games::of(session.position());
    if !game.has_picture() {
        return None;
    }
    let scene = of(session, focus);
    let is_over = session.outcome().is_some();
    Some(match game.window(session, focus) {
        Some(window) if !is_over => {
            let (columns, rows) = (window.columns(), window.rows());
            let first = Spot::new(small(columns.start), small(rows.start));
            let last = Spot::new(small(columns.end - 1), small(rows.end - 1));
            scene.with_window(first, last)
        }
        Some(_) | None => scene,
    })
}

/// Returns the picture of any board, without the window of a wide one.
pub fn of(session: &Session, focus: Focus) -> Scene {
    let last = session.moves().last().copied();
    let scene = games::of(session.position()).scene(last, focus);
    if session.outcome().is_some() { scene.without_offers() } else { scene }
}

/// Returns the picture of a game as records are printed.
pub(crate) fn of_record(session: &Session) -> Scene {
    let game = games::of(session.position());
    with_turns(of(session, Focus::Suggested), game, session.moves())
}

/// Writes on the stones of a board the numbers of the moves that have led to it.
pub(crate) fn with_turns(scene: Scene, game: &dyn Appearance, moves: &[MoveCode]) -> Scene {
    let turns = moves.iter().filter_map(|code| game.spot(*code, Focus::Suggested));
    match scene.lattice() {
        Lattice::Crossings => scene.with_turns(turns),
        Lattice::Cells | Lattice::Checkered => scene,
    }
}

/// Returns the picture for the rules of a game.
pub fn of_rules(spec: GameSpec) -> Scene {
    games::of(&spec.start()).rules_scene()
}
