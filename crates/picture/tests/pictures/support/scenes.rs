//! A board of every family as it is seen in the middle of a game, and the fullest ones.

use zerosum_picture::scene::{Block, Fate, Lattice, Line, Mark, Scene, Spot};

/// All of them by name.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("3x3, won", three_by_three()),
        ("4x3", wide()),
        ("8x8", eight_by_eight()),
        ("gomoku, begun", gomoku()),
        ("gomoku, framed", gomoku().with_window(Spot::new(4, 4), Spot::new(10, 8))),
        ("gomoku, full", full_gomoku()),
        ("ultimate, in play", ultimate()),
        ("ultimate, won", won_ultimate()),
        ("sheep", sheep()),
        ("27x27, empty", Scene::nested(2)),
        ("27x27, in play", strategic()),
        ("27x27, half full", scattered(Scene::nested(2).with_coordinates(), 4)),
        ("27x27, full", full_strategic()),
        ("27x27, numbers", numbered()),
        ("27x27, functional", functional()),
        ("27x27, hyperfunctional", hyperfunctional()),
        ("9x9 of 27x27", closer()),
    ]
}

/// Crosses have won along a diagonal.
pub(crate) fn three_by_three() -> Scene {
    let scene = Scene::new(Lattice::Cells, 3, 3);
    let scene = marked(scene, Mark::Cross, &[(0, 0), (1, 1), (2, 2)]);
    let scene = marked(scene, Mark::Nought, &[(1, 0), (2, 1)]);
    let line = Line::Spots(Spot::new(0, 0), Spot::new(2, 2));
    scene.with_last_move(Spot::new(2, 2)).with_line(line)
}

/// A board that is not square.
pub(crate) fn wide() -> Scene {
    let scene = Scene::new(Lattice::Cells, 4, 3).with_coordinates();
    let scene = marked(scene, Mark::Cross, &[(1, 1)]);
    marked(scene, Mark::Nought, &[(2, 1)]).with_last_move(Spot::new(2, 1))
}

pub(crate) fn eight_by_eight() -> Scene {
    let scene = Scene::new(Lattice::Cells, 8, 8).with_coordinates();
    let scene = marked(scene, Mark::Cross, &[(3, 3), (3, 4), (3, 5), (5, 5), (6, 2)]);
    let scene = marked(scene, Mark::Nought, &[(4, 4), (4, 3), (2, 2), (3, 6)]);
    scene.with_last_move(Spot::new(6, 2))
}

pub(crate) fn gomoku() -> Scene {
    let scene = Scene::new(Lattice::Crossings, 15, 15).with_coordinates();
    let black = [(7, 7), (8, 8), (6, 8), (8, 6), (9, 5), (7, 9), (5, 9), (10, 4), (6, 6)];
    let white = [(7, 8), (9, 7), (6, 7), (8, 7), (5, 7), (9, 6), (6, 10), (11, 3)];
    let scene = marked(scene, Mark::BlackStone, &black);
    marked(scene, Mark::WhiteStone, &white).with_last_move(Spot::new(6, 6))
}

/// The most that can be drawn on a board of crossings.
pub(crate) fn full_gomoku() -> Scene {
    let mut scene = Scene::new(Lattice::Crossings, 15, 15).with_coordinates();
    for spot in scene.spots() {
        let is_black = (spot.column / 2 + spot.row) % 2 == 0;
        scene = scene.with_mark(spot, if is_black { Mark::BlackStone } else { Mark::WhiteStone });
    }
    scene.with_line(Line::Spots(Spot::new(2, 2), Spot::new(6, 6)))
}

/// Boards that are won, held and drawn, and the one where the next move must go.
pub(crate) fn ultimate() -> Scene {
    let board = |number| Block::of_path(&[number]);
    scattered(Scene::nested(1), 5)
        .with_coordinates()
        .with_mark(Spot::of_path(&[3, 4]), Mark::Cross)
        .with_last_move(Spot::of_path(&[3, 4]))
        .with_fate(board(0), Fate::Won(Mark::Cross))
        .with_fate(board(2), Fate::Drawn)
        .with_fate(board(6), Fate::Held(Mark::Nought))
        .with_fate(board(8), Fate::Won(Mark::Nought))
        .with_target(board(4))
}

pub(crate) fn won_ultimate() -> Scene {
    let board = |number| Block::of_path(&[number]);
    let scene = [0, 3, 6]
        .into_iter()
        .fold(ultimate(), |scene, number| scene.with_fate(board(number), Fate::Won(Mark::Cross)));
    scene.with_line(Line::Blocks(board(0), board(6)))
}

/// The sheep is about to move, and a wolf has just done so.
pub(crate) fn sheep() -> Scene {
    let scene = Scene::new(Lattice::Checkered, 8, 8).with_coordinates();
    let scene = marked(scene, Mark::Wolf, &[(1, 0), (3, 0), (5, 2), (7, 0)]);
    let scene = marked(scene, Mark::Sheep, &[(4, 5)]).with_chosen(Spot::new(4, 5));
    let scene = scene.with_last_move(Spot::new(4, 1)).with_last_move(Spot::new(5, 2));
    [(3, 4), (5, 4), (3, 6), (5, 6)]
        .into_iter()
        .fold(scene, |scene, (column, row)| scene.with_hint(Spot::new(column, row)))
}

/// Boards of either size that are won, held and drawn, and the one where the next move must go.
pub(crate) fn strategic() -> Scene {
    let board = Block::of_path;
    scattered(Scene::nested(2), 9)
        .with_coordinates()
        .with_fate(board(&[0]), Fate::Won(Mark::Cross))
        .with_fate(board(&[2]), Fate::Held(Mark::Nought))
        .with_fate(board(&[0, 4]), Fate::Won(Mark::Nought))
        .with_fate(board(&[2, 3]), Fate::Held(Mark::Nought))
        .with_fate(board(&[4, 1]), Fate::Won(Mark::Nought))
        .with_fate(board(&[4, 3]), Fate::Held(Mark::Cross))
        .with_fate(board(&[5, 3]), Fate::Held(Mark::Nought))
        .with_fate(board(&[8, 0]), Fate::Won(Mark::Cross))
        .with_fate(board(&[3, 8]), Fate::Drawn)
        .with_target(board(&[4, 5]))
        .with_mark(Spot::of_path(&[8, 3, 5]), Mark::Cross)
        .with_last_move(Spot::of_path(&[8, 3, 5]))
}

/// Like [`strategic`], but with a number in each empty cell; the next move may go to one of the largest
/// boards.
pub(crate) fn hyperfunctional() -> Scene {
    let scene = strategic().without_offers().with_target(Block::of_path(&[4]));
    let scene = scene.spots().fold(scene, |scene, spot| {
        scene.with_number(spot, (spot.column * 2 + spot.row / 9 + spot.row % 3) % 9 + 1)
    });
    with_row_numbers(scene)
}

/// Nothing but numbers, as many as there can be.
pub(crate) fn numbered() -> Scene {
    let scene = Scene::nested(2).with_coordinates();
    let scene = scene.spots().fold(scene, |scene, spot| {
        scene.with_number(spot, (spot.column * 2 + spot.row / 9 + spot.row % 3) % 9 + 1)
    });
    (0..9).map(|number| Block::of_path(&[number])).fold(scene, Scene::with_target)
}

/// A number beside each row of each of the largest boards, and a choice among many.
pub(crate) fn functional() -> Scene {
    let scene = strategic().without_offers();
    let scene = [[5, 0], [5, 4], [5, 6], [6, 1], [6, 2], [6, 5], [7, 7], [7, 8]]
        .iter()
        .fold(scene, |scene, path| scene.with_target(Block::of_path(path)));
    with_row_numbers(scene)
}

/// The most that can be drawn: every cell is taken, and every board is decided.
pub(crate) fn full_strategic() -> Scene {
    let fates = [
        Fate::Won(Mark::Cross),
        Fate::Held(Mark::Nought),
        Fate::Drawn,
        Fate::Won(Mark::Nought),
        Fate::Held(Mark::Cross),
    ];
    let mut scene = scattered(Scene::nested(2), 2).with_coordinates();
    let numbers = (0..9).flat_map(|large| (0..9).map(move |small| [large, small]));
    for (path, fate) in numbers.zip(fates.into_iter().cycle()) {
        scene = scene.with_fate(Block::of_path(&path), fate);
    }
    for (large, fate) in
        [0, 4, 8, 1, 6].into_iter().zip([fates[0], fates[0], fates[0], fates[3], fates[2]])
    {
        scene = scene.with_fate(Block::of_path(&[large]), fate);
    }
    let line = Line::Blocks(Block::of_path(&[0]), Block::of_path(&[8]));
    scene.with_line(line).with_last_move(Spot::of_path(&[8, 4, 4]))
}

/// One of the largest boards of such a game, shown large, with numbers in cells and beside rows.
pub(crate) fn closer() -> Scene {
    let scene = scattered(Scene::nested(1), 6).with_target(Block::of_path(&[4]));
    let scene = scene
        .spots()
        .fold(scene, |scene, spot| scene.with_number(spot, (spot.column * 2 + spot.row) % 9 + 1));
    let scene = scene.with_fate(Block::of_path(&[2]), Fate::Held(Mark::Cross));
    (0..9).fold(scene, |scene, row| scene.with_row_number(Spot::new(0, row), (row * 2) % 9 + 1))
}

fn with_row_numbers(scene: Scene) -> Scene {
    let firsts = (0..27).flat_map(|row| [0, 9, 18].map(|column| Spot::new(column, row)));
    firsts.fold(scene, |scene, first| {
        scene.with_row_number(first, (first.row * 2 + first.column / 9) % 9 + 1)
    })
}

fn marked(scene: Scene, mark: Mark, spots: &[(u8, u8)]) -> Scene {
    let put =
        |scene: Scene, (column, row): &(u8, u8)| scene.with_mark(Spot::new(*column, *row), mark);
    spots.iter().fold(scene, put)
}

/// Crosses and noughts in two cells of this many.
fn scattered(mut scene: Scene, of: u32) -> Scene {
    let mut state = 12_345_u32;
    for spot in scene.spots() {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        match (state >> 24) % of {
            0 => scene = scene.with_mark(spot, Mark::Cross),
            1 => scene = scene.with_mark(spot, Mark::Nought),
            _ => {}
        }
    }
    scene
}
