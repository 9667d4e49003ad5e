//! What the picture of a board shows: marks, the last move, where the next one goes, and what has
//! won.

use crate::games::any::{AnyGame, GameSpec};
use crate::games::lines::LINES_3X3;
use crate::games::mnk::Mnk;
use crate::games::sheep::Sheep;
use crate::games::sheep::square::{Square, Step};
use crate::games::side::Side;
use crate::games::tictactoe::{self, TicTacToe};
use crate::games::ultimate::{LocalStatus, Ultimate};
use crate::games::{Game, MoveCode};
use crate::picture::scene::{Block, Fate, Lattice, Line, Mark, Scene, Spot};
use crate::session::Session;
use crate::view::focus::{self, Focus};
use crate::view::marks;

/// The picture that a board is sent with, if it is too large to be seen on its buttons.
pub fn beside(session: &Session, focus: Focus) -> Option<Scene> {
    match session.position() {
        AnyGame::TicTacToe(_) | AnyGame::Sheep(_) => None,
        AnyGame::Mnk(game) if !is_wide(game) => None,
        AnyGame::Mnk(_) | AnyGame::Ultimate(_) => Some(of(session, focus)),
    }
}

/// The picture of any board.
pub fn of(session: &Session, focus: Focus) -> Scene {
    of_position(session.position(), session.moves().last().copied(), focus)
}

/// The picture of a game that nobody has moved in.
pub fn of_start(spec: GameSpec) -> Scene {
    of_position(&spec.start(), None, Focus::Suggested)
}

fn of_position(position: &AnyGame, last: Option<MoveCode>, focus: Focus) -> Scene {
    match position {
        AnyGame::TicTacToe(game) => tictactoe(game, last),
        AnyGame::Mnk(game) => mnk(game, last),
        AnyGame::Ultimate(game) => ultimate(game, last),
        AnyGame::Sheep(game) => sheep(game, last, focus),
    }
}

fn is_wide(game: &Mnk) -> bool {
    marks::is_wide(game.spec().columns(), game.spec().rows())
}

fn tictactoe(game: &TicTacToe, last: Option<MoveCode>) -> Scene {
    let spot = |code| spot_of(3, code);
    let scene = Scene::new(Lattice::Cells, 3, 3).with_coordinates();
    let scene = tictactoe::cells().fold(scene, |scene, code| match game.mark(code) {
        Some(side) => scene.with_mark(spot(code), cross_or_nought(side)),
        None => scene,
    });
    let winning = tictactoe::cells().filter(|code| game.is_winning_cell(*code)).map(spot);
    with_last(with_lines(scene, 3, winning), last.map(spot))
}

fn mnk(game: &Mnk, last: Option<MoveCode>) -> Scene {
    let spec = game.spec();
    let spot = |code| spot_of(spec.columns(), code);
    let lattice = if is_wide(game) { Lattice::Crossings } else { Lattice::Cells };
    let scene = Scene::new(lattice, small(spec.columns()), small(spec.rows())).with_coordinates();
    let scene = spec.cells().fold(scene, |scene, code| match game.mark(code) {
        Some(side) if is_wide(game) => scene.with_mark(spot(code), stone(side)),
        Some(side) => scene.with_mark(spot(code), cross_or_nought(side)),
        None => scene,
    });
    let winning = spec.cells().filter(|code| game.is_winning_cell(*code)).map(spot);
    with_last(with_lines(scene, spec.k(), winning), last.map(spot))
}

fn ultimate(game: &Ultimate, last: Option<MoveCode>) -> Scene {
    let spot = |code: MoveCode| Spot::of_path(&[small(code.0 / 9), small(code.0 % 9)]);
    let board = |number| Block::of_path(&[number]);
    let mut scene = Scene::nested(1).with_coordinates();
    for code in (0..81).map(MoveCode) {
        if let Some(side) = game.mark(code) {
            scene = scene.with_mark(spot(code), cross_or_nought(side));
        }
    }
    for number in 0..9 {
        let is_open = game.open_boards() & 1 << number != 0;
        scene = match game.status(number) {
            LocalStatus::InPlay => scene,
            LocalStatus::Drawn => scene.with_fate(board(number), Fate::Drawn),
            LocalStatus::Won(side) if is_open => {
                scene.with_fate(board(number), Fate::Held(cross_or_nought(side)))
            }
            LocalStatus::Won(side) => {
                scene.with_fate(board(number), Fate::Won(cross_or_nought(side)))
            }
        };
    }
    if game.outcome().is_none() {
        let targets = focus::playable_boards(game).into_iter().map(board);
        scene = targets.fold(scene, Scene::with_target);
    }
    for line in LINES_3X3.into_iter().filter(|line| game.winning_boards() & line == *line) {
        let mut boards = (0..9).filter(|at| line & 1 << at != 0);
        if let (Some(first), Some(end)) = (boards.next(), boards.next_back()) {
            scene = scene.with_line(Line::Blocks(board(first), board(end)));
        }
    }
    with_last(scene, last.map(spot))
}

fn sheep(game: &Sheep, last: Option<MoveCode>, focus: Focus) -> Scene {
    let spot = |square: Square| Spot::new(square.column(), square.row());
    let mut scene = Scene::new(Lattice::Checkered, 8, 8).with_coordinates();
    for square in Square::all() {
        if let Some(piece) = game.piece(square) {
            let mark = match piece.side() {
                Side::First => Mark::Sheep,
                Side::Second => Mark::Wolf,
            };
            scene = scene.with_mark(spot(square), mark);
        }
    }
    if let Some(chosen) = focus::piece_of(game, focus) {
        scene = scene.with_chosen(spot(chosen));
        scene = game.targets(chosen).fold(scene, |scene, target| scene.with_hint(spot(target)));
    }
    let step = last.and_then(Step::of);
    let ends = step.into_iter().flat_map(|step| [step.from, step.to]);
    ends.fold(scene, |scene, square| scene.with_last_move(spot(square)))
}

fn cross_or_nought(side: Side) -> Mark {
    match side {
        Side::First => Mark::Cross,
        Side::Second => Mark::Nought,
    }
}

fn stone(side: Side) -> Mark {
    match side {
        Side::First => Mark::BlackStone,
        Side::Second => Mark::WhiteStone,
    }
}

fn spot_of(columns: u16, MoveCode(cell): MoveCode) -> Spot {
    Spot::new(small(cell % columns), small(cell / columns))
}

/// A column or a row, of which no board has more than 27.
fn small(number: u16) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn with_last(scene: Scene, last: Option<Spot>) -> Scene {
    match last {
        Some(spot) => scene.with_last_move(spot),
        None => scene,
    }
}

/// Lines of `k` or more through the cells that have won: for every cell and direction, the run that
/// begins there.
fn with_lines(scene: Scene, k: u16, winning: impl Iterator<Item = Spot>) -> Scene {
    let cells: Vec<Spot> = winning.collect();
    let step = |spot: Spot, (right, down): (i8, i8)| {
        let column = spot.column.checked_add_signed(right)?;
        Some(Spot::new(column, spot.row.checked_add_signed(down)?))
            .filter(|next| cells.contains(next))
    };
    let mut lines = Vec::new();
    for direction in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
        let (right, down): (i8, i8) = direction;
        for start in &cells {
            if step(*start, (-right, -down)).is_some() {
                continue;
            }
            let mut end = *start;
            let mut length = 1_u16;
            while let Some(next) = step(end, direction) {
                end = next;
                length += 1;
            }
            // Where two lines cross, there are short runs, too.
            if length >= k {
                lines.push(Line::Spots(*start, end));
            }
        }
    }
    lines.into_iter().fold(scene, Scene::with_line)
}
