//! Which part of a board its buttons offer. It is a matter of looking, not of the game: nobody
//! writes it down, and a board that is drawn anew shows what its session suggests.

use crate::games::any::AnyGame;
use crate::games::mnk::MnkSpec;
use crate::games::sheep::Sheep;
use crate::games::sheep::square::Square;
use crate::games::ultimate::Ultimate;
use crate::games::{Game, MoveCode};
use crate::session::Session;
use crate::tap::Part;

/// Columns and rows of the parts that a wide board of cells is divided into.
pub const BLOCK_SIZE: u16 = 5;

/// What the person who looks at a board has asked to see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Focus {
    /// Nothing yet: the session suggests a part.
    #[default]
    Suggested,
    /// All parts, to choose one.
    Parts,
    On(Part),
}

impl From<Option<Part>> for Focus {
    fn from(part: Option<Part>) -> Focus {
        part.map_or(Focus::Parts, Focus::On)
    }
}

/// Part of a wide board: columns and rows counted from 0, the ends not included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub columns: (u16, u16),
    pub rows: (u16, u16),
}

/// The parts of a wide board, row by row.
pub fn blocks(spec: MnkSpec) -> Vec<Vec<Block>> {
    let cuts = |size: u16| {
        let starts = (0..size).step_by(usize::from(BLOCK_SIZE));
        starts.map(move |start| (start, (start + BLOCK_SIZE).min(size))).collect::<Vec<_>>()
    };
    let columns = cuts(spec.columns());
    let row = |rows| columns.iter().map(|columns| Block { columns: *columns, rows }).collect();
    cuts(spec.rows()).into_iter().map(row).collect()
}

/// The part of a wide board that is offered: the one asked for, or else the one of the last move,
/// since most answers are near. `None` offers all parts.
pub fn block_of(session: &Session, spec: MnkSpec, focus: Focus) -> Option<Block> {
    let blocks: Vec<Block> = blocks(spec).concat();
    match focus {
        Focus::Parts => None,
        Focus::On(Part(part)) => blocks.get(usize::from(part)).copied(),
        Focus::Suggested => {
            let middle = MoveCode(spec.rows() / 2 * spec.columns() + spec.columns() / 2);
            let MoveCode(cell) = session.moves().last().copied().unwrap_or(middle);
            let (column, row) = (cell % spec.columns(), cell / spec.columns());
            let is_in = |(start, end): (u16, u16), at: u16| start <= at && at < end;
            blocks.into_iter().find(|part| is_in(part.columns, column) && is_in(part.rows, row))
        }
    }
}

/// The local board that is offered; `None` offers all that may be moved in.
pub fn local_board_of(game: &Ultimate, focus: Focus) -> Option<u8> {
    let playable = playable_boards(game);
    match (focus, &playable[..]) {
        (_, [only]) => Some(*only),
        (Focus::On(Part(board)), _) if playable.contains(&board) => Some(board),
        _ => None,
    }
}

/// The local boards in which the side to move may move.
pub fn playable_boards(game: &Ultimate) -> Vec<u8> {
    let mut moves = Vec::new();
    game.legal_moves(&mut moves);
    let mut boards: Vec<u8> =
        moves.iter().filter_map(|code| u8::try_from(code.0 / 9).ok()).collect();
    boards.dedup();
    boards
}

/// The piece whose targets are offered: the one asked for, or the only one that can move.
pub fn piece_of(game: &Sheep, focus: Focus) -> Option<Square> {
    let movable = movable_pieces(game);
    match (focus, &movable[..]) {
        (_, [only]) => Some(*only),
        (Focus::On(Part(number)), _) => {
            movable.into_iter().find(|square| square.number() == number)
        }
        _ => None,
    }
}

/// The pieces of the side to move that can move.
pub fn movable_pieces(game: &Sheep) -> Vec<Square> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let is_theirs = |square: &Square| {
        let side = game.piece(*square).map(|piece| piece.side());
        side == Some(game.turn()) && game.targets(*square).next().is_some()
    };
    Square::all().filter(is_theirs).collect()
}

/// Whether a part can be asked for on this board at all.
pub fn is_part(position: &AnyGame, part: Part) -> bool {
    match position {
        AnyGame::TicTacToe(_) => false,
        AnyGame::Mnk(game) => usize::from(part.0) < blocks(game.spec()).concat().len(),
        AnyGame::Ultimate(game) => playable_boards(game).contains(&part.0),
        AnyGame::Sheep(game) => movable_pieces(game).iter().any(|at| at.number() == part.0),
    }
}
