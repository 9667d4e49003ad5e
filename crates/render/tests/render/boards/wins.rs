//! Marks of won lines, and the count of won boards.

use std::collections::HashSet;

use zerosum_games::MoveCode;
use zerosum_games::any::AnyGame;
use zerosum_games::family::Family;
use zerosum_games::side::BySide;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::tap::Tap;
use zerosum_session::{Action, Actor};

use crate::boards::laws::{seen, sessions, specs};
use crate::support::presses::buttons;
use crate::support::sessions::ANNA;

#[test]
fn a_winning_line_on_buttons_is_ticked_and_nothing_else_is() {
    let locales = Locales::load();
    let mut won = 0;
    // In Connect Four cells are buttons of their columns.
    for spec in specs().into_iter().filter(|spec| spec.family() != Family::ConnectFour) {
        for session in sessions(spec) {
            let is_winning = |code: MoveCode| match session.position() {
                AnyGame::TicTacToe(game) => game.is_winning_cell(code),
                AnyGame::Mnk(game) => game.is_winning_cell(code),
                AnyGame::ConnectFour(_)
                | AnyGame::Ultimate(_)
                | AnyGame::Strategic(_)
                | AnyGame::Sheep(_) => false,
            };
            for button in buttons(&session, Focus::Suggested, &locales) {
                if let Tap::Act { action: Action::Play(code), .. } = button.tap {
                    assert_eq!(
                        button.label.starts_with("✅"),
                        is_winning(code),
                        "{button:?} of {spec:?}"
                    );
                    won += usize::from(is_winning(code));
                }
            }
        }
    }
    assert!(won > 20, "{won}");
}

#[test]
fn boards_that_are_won_are_counted_above_the_board() {
    let locales = Locales::load();
    let count = |won: &BySide<u16>| (won.first.count_ones(), won.second.count_ones());
    let line = |(first, second): (u32, u32)| format!("❌ {first} : {second} ⭕");
    let mut scores = HashSet::new();
    for spec in specs() {
        for session in sessions(spec) {
            let expected = match session.position() {
                AnyGame::Ultimate(game) => match count(&game.won_boards()) {
                    (0, 0) => None,
                    won => Some(format!("Boards: {}", line(won))),
                },
                AnyGame::Strategic(game) => {
                    let tactical = (0..9).map(|strategic| count(&game.won_tactical(strategic)));
                    let tactical = tactical.fold((0, 0), |sum, won| (sum.0 + won.0, sum.1 + won.1));
                    match (count(&game.won_strategic()), tactical) {
                        (_, (0, 0)) => None,
                        ((0, 0), won) => Some(format!("Tactical cells: {}", line(won))),
                        (large, won) => {
                            let (large, won) = (line(large), line(won));
                            Some(format!("Strategic cells: {large}, tactical: {won}"))
                        }
                    }
                }
                AnyGame::TicTacToe(_)
                | AnyGame::Mnk(_)
                | AnyGame::ConnectFour(_)
                | AnyGame::Sheep(_) => None,
            };
            let text = seen(&session, Focus::Suggested, &locales).text;
            // An end is told first.
            let line = if session.outcome().is_some() { 2 } else { 1 };
            let told = text.lines().nth(line).filter(|line| line.contains(" : "));
            assert_eq!(told, expected.as_deref(), "{text}");
            // With a hint as well, and the level above it.
            if let Ok(helped) = session.apply(Actor::User(ANNA), session.revision(), Action::Hint) {
                let text = seen(&helped, Focus::Suggested, &locales).text;
                let told = text.lines().find(|line| line.contains(" : "));
                assert_eq!(told, expected.as_deref(), "{text}");
                assert!(
                    text.lines().next().is_some_and(|line| line.contains("(casual)")),
                    "{text}"
                );
            }
            scores.extend(expected);
        }
    }
    assert!(scores.len() > 20, "{scores:?}");
}
