//! A part of a nested board as a board of its own.

use crate::scene::{Block, Line, Scene, Spot};

impl Scene {
    /// Returns one of the boards within this one as a scene, with everything visible on it. The scene
    /// of a board that is not within this one is empty. A board that is not nested as deep as the block,
    /// such as a plain one, is returned unchanged.
    #[must_use]
    pub fn closer(&self, block: Block) -> Scene {
        let base = block.path();
        let Some(depth) = self.depth().checked_sub(block.depth()) else { return self.clone() };
        let spot =
            |spot: Spot| rest(&spot.path(self.depth()), &base).map(|path| Spot::of_path(&path));
        let part = |part: Block| rest(&part.path(), &base).map(|path| Block::of_path(&path));
        let mut scene = Scene::nested(depth).in_theme(self.theme());
        for (place, at) in self.spots().filter_map(|place| Some((place, spot(place)?))) {
            if let Some(mark) = self.mark(place) {
                scene = scene.with_mark(at, mark);
            }
            if let Some(number) = self.number(place) {
                scene = scene.with_number(at, number);
            }
        }
        for (place, number) in self.row_numbers() {
            scene = spot(*place)
                .into_iter()
                .fold(scene, |scene, at| scene.with_row_number(at, *number));
        }
        for (of, fate) in self.fates() {
            scene = part(*of).into_iter().fold(scene, |scene, of| scene.with_fate(of, *fate));
        }
        scene = self
            .last_moves()
            .iter()
            .filter_map(|place| spot(*place))
            .fold(scene, Scene::with_last_move);
        scene = self.hints().iter().filter_map(|place| spot(*place)).fold(scene, Scene::with_hint);
        let noted = self.notes().iter();
        scene = noted
            .filter_map(|(place, note)| Some((spot(*place)?, *note)))
            .fold(scene, |scene, (at, note)| scene.with_note(at, note));
        scene = self.targets().iter().filter_map(|of| part(*of)).fold(scene, Scene::with_target);
        let lines = self.lines().iter().filter_map(|line| match line {
            Line::Spots(from, to) => Some(Line::Spots(spot(*from)?, spot(*to)?)),
            Line::Blocks(from, to) => Some(Line::Blocks(part(*from)?, part(*to)?)),
        });
        scene = lines.fold(scene, Scene::with_line);
        self.chosen().and_then(spot).into_iter().fold(scene, Scene::with_chosen)
    }
}

/// Returns the rest of a path after its beginning; `None` if it begins otherwise, or nothing is left.
fn rest(path: &[u8], beginning: &[u8]) -> Option<Vec<u8>> {
    path.strip_prefix(beginning).filter(|rest| !rest.is_empty()).map(<[u8]>::to_vec)
}
