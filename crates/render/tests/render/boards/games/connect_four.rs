//! Boards of Connect Four: a button for each column, and cells that are buttons of their column.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::connect_four::{ColumnMove, ConnectFour};
use zerosum_games::{Game, MoveCode};
use zerosum_picture::scene::Spot;
use zerosum_picture::subject::Subject;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::tap::Tap;
use zerosum_render::{Button, View};
use zerosum_session::{Action, Session};

use crate::boards::laws::{seen, sessions};

/// Columns of the widest board that is shown as a keyboard.
const KEYBOARD_COLUMNS_MAX: u16 = 7;

fn boards() -> impl Iterator<Item = (ConnectFour, Session)> {
    let specs = GameSpec::ALL.into_iter().filter(|spec| matches!(spec, GameSpec::ConnectFour(_)));
    specs.flat_map(sessions).map(|session| match session.position() {
        AnyGame::ConnectFour(game) => (**game, session.clone()),
        other => panic!("{other:?}"),
    })
}

fn code_of(button: &Button) -> MoveCode {
    match button.tap {
        Tap::Act { action: Action::Play(code), .. } => code,
        tap => panic!("{tap:?}"),
    }
}

/// The rows of buttons of a board in play, without those below it.
fn rows_of_board(view: &View, count: usize) -> &[Vec<Button>] {
    &view.keyboard[..count]
}

#[test]
fn every_cell_shows_its_piece_and_drops_into_its_column() {
    let locales = Locales::load();
    for (game, session) in boards() {
        let (columns, rows) = (game.spec().columns(), game.spec().rows());
        let is_over = session.outcome().is_some();
        if columns > KEYBOARD_COLUMNS_MAX {
            continue;
        }
        let view = seen(&session, Focus::Suggested, &locales);
        let above = usize::from(!is_over);
        let board = rows_of_board(&view, above + usize::from(rows));
        for (row, buttons) in (0_u16..).zip(&board[above..]) {
            assert_eq!(buttons.len(), usize::from(columns));
            for (column, button) in (0_u16..).zip(buttons) {
                let cell = MoveCode(row * columns + column);
                let sign = game.mark(cell).map_or("·", |side| *game_marks().get(side));
                let is_won = game.is_winning_cell(cell);
                let label = if is_won { "✅" } else { sign };
                assert!(button.label.starts_with(label), "{button:?} at {row}, {column}");
                assert_eq!(game.column_move(code_of(button)), Some(ColumnMove::Drop { column }));
                let lands = game.landing_cell(column);
                assert!(lands.is_none_or(|lands| lands == code_of(button)));
            }
        }
        for (column, button) in (0_u16..).zip(board[..above].iter().flatten()) {
            let lands = game.landing_cell(column);
            assert_eq!(button.label == "·", lands.is_none(), "{button:?}");
            assert!(lands.is_none_or(|lands| lands == code_of(button)));
        }
    }
}

fn game_marks() -> zerosum_games::side::BySide<&'static str> {
    zerosum_games::side::BySide { first: "🔴", second: "🟡" }
}

#[test]
fn a_wide_board_is_a_picture_with_the_number_of_each_column_where_its_next_piece_rests() {
    let locales = Locales::load();
    let mut wide = 0;
    for (game, session) in boards() {
        let view = seen(&session, Focus::Suggested, &locales);
        let is_wide = game.spec().columns() > KEYBOARD_COLUMNS_MAX;
        assert_eq!(view.picture.is_some(), is_wide);
        let Some(scene) = view.picture.as_deref().and_then(Subject::board) else { continue };
        wide += 1;
        for spot in scene.spots() {
            let column = u16::from(spot.column);
            let lands = game.landing_cell(column).map(|MoveCode(cell)| {
                let row = cell / game.spec().columns();
                Spot::new(spot.column, u8::try_from(row).expect("it is small"))
            });
            let number = (lands == Some(spot)).then_some(spot.column + 1);
            assert_eq!(scene.number(spot), number.filter(|_| session.outcome().is_none()));
        }
    }
    assert!(wide > 20, "{wide}");
}

#[test]
fn pops_are_offered_where_they_are_legal() {
    let locales = Locales::load();
    let popping = boards().filter(|(game, _)| game.spec().has_pops());
    let mut pops = 0;
    for (game, session) in popping.filter(|(_, session)| session.outcome().is_none()) {
        let view = seen(&session, Focus::Suggested, &locales);
        if !(0..game.spec().columns()).any(|column| game.can_pop(column)) {
            continue;
        }
        let row = &view.keyboard[1 + usize::from(game.spec().rows())];
        for (column, button) in (0_u16..).zip(row) {
            assert_eq!(code_of(button), game.pop_code(column));
            assert_eq!(button.label != "·", game.is_legal(code_of(button)), "{button:?}");
            pops += usize::from(game.can_pop(column));
        }
    }
    assert!(pops > 20, "{pops}");
}
