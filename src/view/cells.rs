//! The buttons of a board: its cells, squares and parts.
//!
//! Every cell on offer is a button, whatever is in it: a press that makes no move is answered with
//! the reason.

use crate::games::any::AnyGame;
use crate::games::mnk::{Mnk, MnkSpec};
use crate::games::notation::cell_text;
use crate::games::sheep::Sheep;
use crate::games::sheep::square::{Square, Step, WIDTH};
use crate::games::side::Side;
use crate::games::tictactoe::{self, TicTacToe};
use crate::games::ultimate::{LocalStatus, Ultimate};
use crate::games::{Game, MoveCode};
use crate::session::{Action, Session};
use crate::tap::{Part, Tap};
use crate::view::focus::{self, Block, Focus};
use crate::view::{Button, act, marks};

/// An empty cell. Telegram refuses labels that are empty.
const EMPTY: &str = "·";

/// Leads from a part of a board back to all of them.
const BACK: &str = "◀️";

/// The squares of a board of two colours, and where a piece can go.
const LIGHT: &str = "⬜";
const DARK: &str = "⬛";
const TARGET: &str = "🟩";

/// The board of a session as buttons.
pub fn keyboard(session: &Session, focus: Focus) -> Vec<Vec<Button>> {
    match session.position() {
        AnyGame::TicTacToe(game) => tictactoe(session, game),
        AnyGame::Mnk(game) if marks::is_wide(game.spec().columns(), game.spec().rows()) => {
            wide(session, game, focus)
        }
        AnyGame::Mnk(game) => {
            let spec = game.spec();
            block(session, game, Block { columns: (0, spec.columns()), rows: (0, spec.rows()) })
        }
        AnyGame::Ultimate(game) => ultimate(session, game, focus),
        AnyGame::Sheep(game) => sheep(session, game, focus),
    }
}

fn play(session: &Session, label: impl Into<String>, code: MoveCode) -> Button {
    Button { label: label.into(), tap: act(session, Action::Play(code)) }
}

fn look(session: &Session, label: impl Into<String>, part: Option<Part>) -> Button {
    let tap = Tap::Focus { id: session.id(), seen: session.revision(), part };
    Button { label: label.into(), tap }
}

fn tictactoe(session: &Session, game: &TicTacToe) -> Vec<Vec<Button>> {
    let label = |code: MoveCode| match game.mark(code) {
        None => EMPTY.to_owned(),
        Some(side) if game.is_winning_cell(code) => format!("[{}]", mark(session, side)),
        Some(side) => mark(session, side).to_owned(),
    };
    let cells: Vec<Button> =
        tictactoe::cells().map(|code| play(session, label(code), code)).collect();
    cells.chunks(tictactoe::WIDTH).map(<[Button]>::to_vec).collect()
}

fn mark(session: &Session, side: Side) -> &'static str {
    marks::mark(session.spec(), side)
}

/// Part of a board of cells.
fn block(session: &Session, game: &Mnk, part: Block) -> Vec<Vec<Button>> {
    let columns = game.spec().columns();
    let cell = |row: u16, column: u16| {
        let code = MoveCode(row * columns + column);
        let label = match game.mark(code) {
            None => EMPTY,
            Some(side) if game.is_winning_cell(code) => marks::won(side),
            Some(side) => mark(session, side),
        };
        play(session, label, code)
    };
    let row = |row| (part.columns.0..part.columns.1).map(|column| cell(row, column)).collect();
    (part.rows.0..part.rows.1).map(row).collect()
}

/// A board too large for a keyboard: one of its parts with a way back, or all parts to choose from.
fn wide(session: &Session, game: &Mnk, focus: Focus) -> Vec<Vec<Button>> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    match focus::block_of(session, game.spec(), focus) {
        Some(part) => {
            let mut rows = block(session, game, part);
            rows.push(vec![look(session, format!("{BACK} {}", range(part)), None)]);
            rows
        }
        None => all_blocks(session, game.spec()),
    }
}

fn all_blocks(session: &Session, spec: MnkSpec) -> Vec<Vec<Button>> {
    let mut numbers = 0..;
    let mut button = |part: Block| look(session, range(part), numbers.next().map(Part));
    let blocks = focus::blocks(spec);
    blocks.into_iter().map(|row| row.into_iter().map(&mut button).collect()).collect()
}

/// The first and the last cell of a part.
pub fn range(part: Block) -> String {
    let first = cell_text(part.columns.0, part.rows.0);
    let last = cell_text(part.columns.1 - 1, part.rows.1 - 1);
    format!("{first}–{last}")
}

/// The one local board that may be moved in, or that was chosen; else all to choose from.
fn ultimate(session: &Session, game: &Ultimate, focus: Focus) -> Vec<Vec<Button>> {
    if game.outcome().is_some() {
        return Vec::new();
    }
    let Some(board) = focus::local_board_of(game, focus) else {
        return local_boards(session, game);
    };
    let cell = |cell: u8| {
        let code = MoveCode(u16::from(board) * 9 + u16::from(cell));
        let label = match game.mark(code) {
            None => EMPTY,
            Some(side) if game.is_winning_cell(code) => marks::won(side),
            Some(side) => mark(session, side),
        };
        play(session, label, code)
    };
    let mut rows = three_by_three(cell);
    if focus::playable_boards(game).len() > 1 {
        rows.push(vec![look(session, format!("{BACK} {}", marks::arrow(board)), None)]);
    }
    rows
}

fn local_boards(session: &Session, game: &Ultimate) -> Vec<Vec<Button>> {
    let playable = focus::playable_boards(game);
    three_by_three(|board| {
        let label = match game.status(board) {
            _ if playable.contains(&board) => marks::arrow(board),
            LocalStatus::Won(side) => mark(session, side),
            LocalStatus::Drawn => "➖",
            LocalStatus::InPlay => EMPTY,
        };
        look(session, label, Some(Part(board)))
    })
}

fn three_by_three(button: impl Fn(u8) -> Button) -> Vec<Vec<Button>> {
    (0..3).map(|row| (0..3).map(|column| button(row * 3 + column)).collect()).collect()
}

/// All squares. A piece is chosen first, unless there is only one that can move, and then one of
/// its targets.
fn sheep(session: &Session, game: &Sheep, focus: Focus) -> Vec<Vec<Button>> {
    let chosen = focus::piece_of(game, focus);
    let square = |row: u8, column: u8| match Square::at(row, column) {
        Some(square) => square_button(session, game, chosen, square),
        None => look(session, LIGHT, None),
    };
    let row = |row| (0..WIDTH).map(|column| square(row, column)).collect();
    (0..WIDTH).map(row).collect()
}

fn square_button(session: &Session, game: &Sheep, chosen: Option<Square>, at: Square) -> Button {
    if let Some(piece) = game.piece(at) {
        let mark = mark(session, piece.side());
        let is_chosen = chosen == Some(at);
        let label = if is_chosen { format!("[{mark}]") } else { mark.to_owned() };
        // A second tap lets the piece go.
        let part = (!is_chosen).then_some(Part(at.number()));
        return look(session, label, part);
    }
    match chosen {
        Some(from) if game.targets(from).any(|target| target == at) => {
            play(session, TARGET, Step { from, to: at }.code())
        }
        _ => look(session, DARK, None),
    }
}
