//! Verifies facts about a move in ultimate or strategic tic-tac-toe by playing on and comparing the
//! statuses of every area.

use zerosum_games::any::AnyGame;
use zerosum_games::lines::LINES_3X3;
use zerosum_games::side::Side;
use zerosum_games::strategic::{Strategic, Target};
use zerosum_games::ultimate::{Draws, LocalStatus};
use zerosum_games::{Game, MoveCode, Outcome};
use zerosum_search::reasons::{Area, Fault, Merit};

use super::moves::{after, legal_moves};

/// Every area of a game.
fn areas(position: &AnyGame) -> Vec<Area> {
    match position {
        AnyGame::Ultimate(_) => (0..9).map(Area::Local).collect(),
        AnyGame::Strategic(_) => {
            let tactical = (0..81).map(|cell| Area::Tactical(cell / 9, cell % 9));
            tactical.chain((0..9).map(Area::Strategic)).collect()
        }
        _ => panic!("a game without areas"),
    }
}

fn status(position: &AnyGame, area: Area) -> LocalStatus {
    match (position, area) {
        (AnyGame::Ultimate(game), Area::Local(board)) => game.status(board),
        (AnyGame::Strategic(game), Area::Tactical(strategic, tactical)) => {
            game.tactical_status(strategic, tactical)
        }
        (AnyGame::Strategic(game), Area::Strategic(strategic)) => game.strategic_status(strategic),
        _ => panic!("an area of another game"),
    }
}

fn mark(position: &AnyGame, code: MoveCode) -> Option<Side> {
    match position {
        AnyGame::Ultimate(game) => game.mark(code),
        AnyGame::Strategic(game) => game.mark(code),
        _ => panic!("a game without areas"),
    }
}

fn draws_count(position: &AnyGame) -> bool {
    match position {
        AnyGame::Ultimate(game) => game.rules().draws == Draws::Both,
        AnyGame::Strategic(game) => game.rules().draws == Draws::Both,
        _ => false,
    }
}

/// Returns whether a cell is in an area.
fn is_in(MoveCode(code): MoveCode, area: Area) -> bool {
    let (strategic, tactical) = (code / 81, code / 9 % 9);
    match area {
        Area::Local(board) => code / 9 == u16::from(board),
        Area::Strategic(cell) => strategic == u16::from(cell),
        Area::Tactical(of, cell) => (strategic, tactical) == (of.into(), cell.into()),
    }
}

/// The areas that a move wins, found by comparing the positions before and after it.
fn won_areas(position: &AnyGame, code: MoveCode) -> Vec<Area> {
    let (next, won) = (after(position, code), LocalStatus::Won(position.turn()));
    let is_new = |area: &Area| status(position, *area) != won && status(&next, *area) == won;
    areas(position).into_iter().filter(is_new).collect()
}

fn is_strategic(area: &Area) -> bool {
    matches!(area, Area::Strategic(_))
}

/// Returns whether a side lacks nothing but this cell for a line in its nine.
fn completes(position: &AnyGame, side: Side, code: MoveCode) -> bool {
    let own = |cell: u16| mark(position, MoveCode(code.0 / 9 * 9 + cell)) == Some(side);
    let cells = |line: u16| (0..9).filter(move |cell| line & 1 << cell != 0);
    let is_line = |line: u16| cells(line).all(|cell| own(cell) != (cell == code.0 % 9));
    let through = LINES_3X3.into_iter().filter(|line| line & 1 << (code.0 % 9) != 0);
    mark(position, code).is_none() && through.into_iter().any(is_line)
}

/// Number of lines of its nine that go through a cell without a mark of the side.
fn lines_without(position: &AnyGame, side: Side, code: MoveCode) -> u16 {
    let is_theirs = |cell: u16| mark(position, MoveCode(code.0 / 9 * 9 + cell)) == Some(side);
    let is_open = |line: &u16| {
        line & 1 << (code.0 % 9) != 0
            && (0..9).all(|cell| line & 1 << cell == 0 || !is_theirs(cell))
    };
    u16::try_from(LINES_3X3.into_iter().filter(is_open).count()).expect("there are eight")
}

/// Returns whether two areas of a line count for the side and the third one is in play.
fn is_third(position: &AnyGame, side: Side, won: Area, third: Area) -> bool {
    let number = |area: Area| match area {
        Area::Local(number) | Area::Tactical(_, number) | Area::Strategic(number) => number,
    };
    let beside = |number: u8| match third {
        Area::Local(_) => Area::Local(number),
        Area::Tactical(strategic, _) => Area::Tactical(strategic, number),
        Area::Strategic(_) => Area::Strategic(number),
    };
    let counts = |number: u8| match status(position, beside(number)) {
        LocalStatus::Won(winner) => winner == side,
        LocalStatus::Drawn => draws_count(position),
        LocalStatus::InPlay => false,
    };
    let is_line = |line: u16| {
        let cells = (0..9_u8).filter(|cell| line & 1 << cell != 0);
        let has = |area: Area| line & 1 << number(area) != 0;
        has(won) && has(third) && cells.filter(|cell| *cell != number(third)).all(counts)
    };
    beside(number(won)) == won
        && status(position, third) == LocalStatus::InPlay
        && LINES_3X3.into_iter().any(is_line)
}

/// Returns whether the side to move is bound to no area.
fn is_free(position: &AnyGame) -> bool {
    match position {
        AnyGame::Ultimate(game) => game.target().is_none() && game.outcome().is_none(),
        AnyGame::Strategic(game) => game.target() == Target::Anywhere && game.outcome().is_none(),
        _ => false,
    }
}

/// Returns whether a player who is sent to an area may choose another one.
fn is_closed(position: &AnyGame, area: Area) -> bool {
    let is_decided = status(position, area) != LocalStatus::InPlay;
    let is_open = |game: &Strategic, strategic| game.open_in(strategic) != 0;
    match (position, area) {
        (AnyGame::Ultimate(game), Area::Local(board)) => {
            is_decided && game.binding_boards() & 1 << board == 0
        }
        (AnyGame::Strategic(game), Area::Strategic(strategic)) => {
            let frees = game.rules().strategic.does_decided_target_free;
            is_decided && (frees || !is_open(game, strategic))
        }
        _ => false,
    }
}

/// Returns whether a merit is one of those that are told together, `None` if it is none of these games.
pub(crate) fn is_merit(
    position: &AnyGame,
    code: MoveCode,
    merit: Merit,
    together: &[Merit],
) -> Option<bool> {
    let (mover, opponent) = (position.turn(), !position.turn());
    let next = after(position, code);
    Some(match merit {
        Merit::WinsArea { area } => won_areas(position, code).contains(&area),
        Merit::MakesTwo { third } => together.iter().any(|other| match other {
            Merit::WinsArea { area } => is_third(&next, mover, *area, third),
            _ => false,
        }),
        Merit::BlocksArea { area } => {
            status(position, area) == LocalStatus::InPlay
                && is_in(code, area)
                && completes(position, opponent, code)
        }
        Merit::ThreatensArea { area, cell } => {
            status(&next, area) == LocalStatus::InPlay
                && is_in(cell, area)
                && completes(&next, mover, cell)
                && !completes(position, mover, cell)
        }
        Merit::Sends { area } => {
            let replies = legal_moves(&next);
            let is_harmless = |reply: MoveCode| {
                let won = after(&next, reply).outcome() == Some(Outcome::Win(opponent));
                is_in(reply, area) && won_areas(&next, reply).is_empty() && !won
            };
            !replies.is_empty() && replies.into_iter().all(is_harmless)
        }
        Merit::MostLinesIn { area, lines } => {
            let beside = (0..9).map(|cell| MoveCode(code.0 / 9 * 9 + cell));
            let empty = beside.filter(|cell| mark(position, *cell).is_none());
            let most = empty.map(|cell| lines_without(position, opponent, cell)).max();
            is_in(code, area)
                && lines > 0
                && lines == lines_without(position, opponent, code)
                && most == Some(lines)
        }
        _ => return None,
    })
}

/// Returns whether a fault is one beside this best move, `None` if it is none of these games.
pub(crate) fn is_fault(
    position: &AnyGame,
    (code, best): (MoveCode, MoveCode),
    fault: Fault,
) -> Option<bool> {
    let (next, instead) = (after(position, code), after(position, best));
    Some(match fault {
        Fault::GivesArea { area, reply } => {
            let is_kind = |other: &Area| is_strategic(other) || !is_strategic(&area);
            let gains = |reply| won_areas(&instead, reply).iter().any(is_kind);
            won_areas(&next, reply).contains(&area) && !legal_moves(&instead).into_iter().any(gains)
        }
        Fault::Frees { area } => is_free(&next) && !is_free(&instead) && is_closed(&next, area),
        _ => return None,
    })
}
