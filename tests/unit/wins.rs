//! What is marked where a line is won.

use zerosum_games::MoveCode;
use zerosum_games::any::AnyGame;
use zerosum_render::board::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::tap::Tap;
use zerosum_session::Action;

use crate::boards::{sessions, specs};
use crate::support::presses::buttons;

#[test]
fn a_winning_line_on_buttons_is_ticked_and_nothing_else_is() {
    let locales = Locales::load();
    let mut won = 0;
    for spec in specs() {
        for session in sessions(spec) {
            let is_winning = |code: MoveCode| match session.position() {
                AnyGame::TicTacToe(game) => game.is_winning_cell(code),
                AnyGame::Mnk(game) => game.is_winning_cell(code),
                AnyGame::Ultimate(_) | AnyGame::Strategic(_) | AnyGame::Sheep(_) => false,
            };
            for button in buttons(&session, Focus::Suggested, &locales) {
                if let Tap::Act { action: Action::Play(code), .. } = button.tap {
                    assert_eq!(button.label == "✅", is_winning(code), "{button:?} of {spec:?}");
                    won += usize::from(is_winning(code));
                }
            }
        }
    }
    assert!(won > 20, "{won}");
}
