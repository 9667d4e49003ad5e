//! Cost of a picture of each kind of board: the time, and the size of the file beside the name.

use divan::Bencher;
use zerosum_picture::scene::Scene;
use zerosum_picture::{SIDE_PIXELS, draw};

#[path = "../tests/pictures/support/scenes.rs"]
mod scenes;

/// A board by its place in the list of all, shown by its name.
struct Kind {
    name: &'static str,
    scene: Scene,
    bytes: usize,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}, {} bytes", self.name, self.bytes)
    }
}

fn kinds() -> Vec<Kind> {
    let kind = |(name, scene): (&'static str, Scene)| {
        let picture = draw(&scene, SIDE_PIXELS).expect("a board can be drawn");
        Kind { name, scene, bytes: picture.file.len() }
    };
    scenes::all().into_iter().map(kind).collect()
}

fn main() {
    divan::main();
}

#[divan::bench(args = kinds())]
fn draw_at_full_size(bencher: Bencher<'_, '_>, kind: &Kind) {
    bencher.bench_local(|| draw(&kind.scene, SIDE_PIXELS).expect("a board can be drawn"));
}
