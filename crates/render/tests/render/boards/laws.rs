//! Invariants of the boards of all games, in many positions: the text above, the buttons, and where they
//! lead.

use std::collections::HashSet;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::{BySide, Side};
use zerosum_games::ultimate::{LocalStatus, UltimateRules};
use zerosum_games::{Game, MoveCode};
use zerosum_picture::theme::Theme;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::buttons::parts;
use zerosum_render::games::{mnk, ultimate};
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::tap::{self, Part, Tap};
use zerosum_render::{Audience, Button, CAPTION_UNITS_MAX, View};
use zerosum_search::level::Level;
use zerosum_session::choice::{Opponent, Setup};
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Awaiting, Seat, Session, SessionId, UserId};

use crate::support::presses::{buttons, presses};

const ANNA: UserId = UserId(7);

/// Upper bound on the lines of text while a game is in play, without the score of the boards won.
const LINES_MAX: usize = 3;

/// A name of the greatest length that is shown.
const LONG_NAME: &DisplayName =
    &DisplayName::written("Оксана Соломія Вікторія Анастасія Маргарита Катерина Єлизавета Яна");

/// A group in which every player has that name.
const LONG_NAMES: Audience =
    Audience::Group { names: BySide { first: LONG_NAME, second: LONG_NAME }, is_of_group: true };

/// Number of random games of each kind of board.
const GAMES_EACH: u64 = 3;

/// Boards that are not offered as ready choices: wide ones, high ones, and narrow ones that do not fit
/// either.
const OTHER_BOARDS: [&str; 7] =
    ["10x10x5", "9x9x5", "15x3x3", "3x15x3", "8x10x4", "9x7x4", "12x6x5"];

pub(crate) fn specs() -> Vec<GameSpec> {
    let others = OTHER_BOARDS.map(|name| GameSpec::from_name(name).expect("it is a game"));
    GameSpec::ALL.into_iter().chain(others).collect()
}

fn wide_specs() -> Vec<GameSpec> {
    let is_wide = |spec: &GameSpec| match spec.start() {
        AnyGame::Mnk(game) => mnk::is_wide(&game),
        _ => false,
    };
    specs().into_iter().filter(is_wide).collect()
}

fn is_high(spec: &GameSpec) -> bool {
    matches!(spec.start(), AnyGame::Mnk(game) if game.spec().rows() > 6)
}

fn after(session: &Session, code: MoveCode) -> Session {
    let actor = match session.awaiting() {
        Awaiting::Engine { .. } => Actor::Engine,
        _ => Actor::User(ANNA),
    };
    session.apply(actor, session.revision(), Action::Play(code)).expect("the move is legal")
}

fn legal_moves(session: &Session) -> Vec<MoveCode> {
    let mut moves = Vec::new();
    session.position().legal_moves(&mut moves);
    moves
}

/// In games longer than the largest board of k in a row, only every `LONG_STEP`th session is checked.
const LONG_PLIES_MIN: u16 = 226;
const LONG_STEP: usize = 23;

/// All sessions of random games in which Anna plays either side.
pub(crate) fn sessions(spec: GameSpec) -> Vec<Session> {
    let (anna, engine) = (Seat::Human(ANNA), Seat::Engine(Level::Casual));
    let mut sessions = Vec::new();
    let name = spec.name().bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(31) ^ u64::from(byte));
    for number in 0..GAMES_EACH {
        let seats = match number % 2 {
            0 => BySide { first: anna, second: engine },
            _ => BySide { first: engine, second: anna },
        };
        let mut session = Session::new(SessionId(number), spec, seats);
        sessions.push(session.clone());
        while session.outcome().is_none() {
            let seed = Seed(name << 34 ^ number << 32 ^ u64::from(session.revision().0));
            let code = seed.pick(legal_moves(&session).into_iter()).expect("it is in play");
            session = after(&session, code);
            sessions.push(session.clone());
        }
    }
    let is_long = spec.start().max_plies() >= LONG_PLIES_MIN;
    sessions.into_iter().step_by(if is_long { LONG_STEP } else { 1 }).collect()
}

/// Up to `max` of the views that the buttons of a board lead to, beginning with the suggested one.
fn views(session: &Session, locales: &Locales, max: usize) -> Vec<Focus> {
    let mut views = vec![Focus::Suggested];
    let mut next = 0;
    while let Some(&focus) = views.get(next)
        && views.len() < max
    {
        for button in buttons(session, focus, locales) {
            if let Tap::Focus { part, .. } = button.tap
                && !views.contains(&Focus::from(part))
            {
                views.push(Focus::from(part));
            }
        }
        next += 1;
    }
    views.truncate(max);
    views
}

pub(crate) fn seen(session: &Session, focus: Focus, locales: &Locales) -> View {
    zerosum_render::of(session, focus, None, Audience::Owner, locales.localizer(Language::English))
}

#[test]
fn a_board_in_play_has_few_lines_above_it_in_every_language() {
    let locales = Locales::load();
    for spec in specs() {
        let in_play = |session: &&Session| session.outcome().is_none();
        for session in sessions(spec).iter().filter(in_play).step_by(13) {
            for focus in views(session, &locales, 2) {
                for language in Language::ALL {
                    for audience in [Audience::Owner, LONG_NAMES] {
                        let localizer = locales.localizer(language);
                        let view = zerosum_render::of(session, focus, None, audience, localizer);
                        let scores = view.text.matches(" : ").count().min(1);
                        assert!(view.text.lines().count() <= LINES_MAX + scores, "{}", view.text);
                        assert!(!view.text.contains("\n\n"), "{}", view.text);
                        let text = view.clone().in_theme(Theme::Text);
                        let units = text.text.encode_utf16().count();
                        assert!(text.picture.is_none() && units <= CAPTION_UNITS_MAX, "{units}");
                        // What the picture shows is told.
                        let is_told = text.text.starts_with(&format!("{}\n\n", view.text));
                        assert_eq!(is_told, view.picture.is_some(), "{}", text.text);
                    }
                }
            }
        }
    }
}

/// With more columns, a button on a phone has room for only a mark and one thin sign.
const ROOMY_COLUMNS_MAX: usize = 5;

/// Labels of the buttons that mark the last move.
fn marked_last(view: &View) -> Vec<&str> {
    let labels = view.keyboard.iter().flatten().map(|button| button.label.as_str());
    labels.filter(|label| label.contains(['‹', '•'])).collect()
}

#[test]
fn the_last_move_is_marked_once_wherever_its_cell_is_a_button() {
    let locales = Locales::load();
    for spec in specs() {
        let in_play = |session: &&Session| session.outcome().is_none();
        for session in sessions(spec).iter().filter(in_play).step_by(3) {
            let marks = zerosum_render::board::sides::of(spec);
            let mark = marks.get(!session.position().turn());
            for focus in views(session, &locales, 4) {
                let view = seen(session, focus, &locales);
                let offers = |last: MoveCode| {
                    let play = Action::Play(last);
                    let is_it = |tap| matches!(tap, Tap::Act { action, .. } if action == play);
                    view.keyboard.iter().flatten().any(|button| is_it(button.tap))
                };
                let is_there = |last: MoveCode| match session.position() {
                    // There each cell is a button of its column, and a pop leaves no piece.
                    AnyGame::ConnectFour(game) => {
                        view.picture.is_none() && last.0 < game.spec().cell_count()
                    }
                    _ => offers(last),
                };
                let is_there = session.moves().last().is_some_and(|last| is_there(*last));
                let marked = marked_last(&view);
                assert_eq!(marked.len(), usize::from(is_there), "{spec:?} {:?}", session.moves());
                assert!(marked.iter().all(|label| label.contains(mark)), "{marked:?}");
                let is_narrow = view.keyboard.iter().any(|row| row.len() > ROOMY_COLUMNS_MAX);
                let signs_max = if is_narrow { 1 } else { 2 };
                let signs = |label: &&str| label.chars().count() - mark.chars().count();
                assert!(marked.iter().all(|label| signs(label) <= signs_max), "{marked:?}");
            }
        }
    }
}

#[test]
fn every_cell_that_is_taken_shows_whose_it_is() {
    let locales = Locales::load();
    for spec in specs() {
        let marks = zerosum_render::board::sides::of(spec);
        for session in sessions(spec).iter().rev().step_by(3) {
            let owner = |code: MoveCode| match session.position() {
                AnyGame::TicTacToe(game) => game.mark(code),
                AnyGame::Mnk(game) => game.mark(code),
                AnyGame::Ultimate(game) => game.mark(code),
                AnyGame::Strategic(game) => game.mark(code),
                AnyGame::ConnectFour(_) | AnyGame::Sheep(_) => None,
            };
            for button in buttons(session, Focus::Suggested, &locales) {
                if let Tap::Act { action: Action::Play(code), .. } = button.tap
                    && !matches!(spec, GameSpec::ConnectFour(_) | GameSpec::Sheep(_))
                {
                    let sign = owner(code).map(|side| *marks.get(side));
                    // A winning line has a sign of its own.
                    let is_over = session.outcome().is_some();
                    let is_won = is_over && button.label.starts_with("✅");
                    let leads = matches!(spec, GameSpec::Strategic(_));
                    let is_forbidden = match session.position() {
                        AnyGame::Mnk(game) => !is_over && game.fault_of(code).is_some(),
                        _ => false,
                    };
                    let sign_of_empty = if is_forbidden { "✕" } else { "·" };
                    let is_empty =
                        button.label == sign_of_empty || leads && button.label.starts_with("→ ");
                    let is_as_it_should = sign.map_or(is_empty, |sign| {
                        is_won || button.label.contains(sign) && button.label.chars().count() <= 4
                    });
                    assert!(is_as_it_should, "{button:?}");
                }
            }
        }
    }
}

#[test]
fn every_move_can_be_reached_from_every_view() {
    let locales = Locales::load();
    for spec in specs() {
        let sessions = sessions(spec);
        let in_play = |session: &&Session| session.outcome().is_none();
        for session in sessions.iter().filter(in_play).step_by(29) {
            for focus in views(session, &locales, 3) {
                let found = presses(session, focus, &locales);
                for code in legal_moves(session) {
                    let presses = found.get(&code);
                    assert!(presses.is_some_and(|presses| *presses <= 8), "{spec:?} {focus:?}");
                }
            }
        }
    }
}

#[test]
fn a_window_lies_on_its_board_and_arrows_lead_somewhere_else() {
    let locales = Locales::load();
    for spec in wide_specs() {
        let AnyGame::Mnk(game) = spec.start() else { panic!("it is a board of cells") };
        let (columns, rows) = (game.spec().columns(), game.spec().rows());
        let in_play = |session: &&Session| session.outcome().is_none();
        for session in sessions(spec).iter().filter(in_play).step_by(5) {
            for focus in views(session, &locales, usize::MAX) {
                let view = seen(session, focus, &locales);
                let (help, board) = view.keyboard.split_last().expect("there are buttons");
                let asks =
                    |button: &Button| matches!(button.tap, Tap::Act { action: Action::Hint, .. });
                assert!(help.iter().any(asks), "{help:?}");
                let (arrows, cells) = board.split_last().expect("there are buttons");
                assert!(cells.len() <= 5 && cells.iter().all(|row| row.len() <= 8), "{cells:?}");
                let codes: Vec<u16> = cells
                    .iter()
                    .flatten()
                    .map(|button| match button.tap {
                        Tap::Act { action: Action::Play(MoveCode(code)), .. } => code,
                        other => panic!("it is no cell: {other:?}"),
                    })
                    .collect();
                let width = u16::try_from(cells[0].len()).expect("a row is short");
                let first = codes[0];
                assert!(first % columns + width <= columns, "{codes:?}");
                for (row, cells) in (0..).zip(codes.chunks(cells[0].len())) {
                    let expected: Vec<u16> =
                        (0..width).map(|column| first + row * columns + column).collect();
                    assert_eq!(cells, expected);
                }
                assert!(codes.iter().all(|code| *code < columns * rows));
                for arrow in arrows {
                    let Tap::Focus { part: Some(part), .. } = arrow.tap else {
                        panic!("it is no arrow: {arrow:?}")
                    };
                    assert_ne!(part.0, first, "{} leads nowhere", arrow.label);
                    assert!(parts::is_part(session.position(), part));
                }
                let labels: HashSet<&str> =
                    arrows.iter().map(|arrow| arrow.label.as_str()).collect();
                assert_eq!(labels.len(), arrows.len());
                assert!(labels.iter().all(|label| ["⬅️", "⬆️", "⬇️", "➡️"].contains(label)));
                // The picture marks the same cells.
                let scene = view
                    .picture
                    .as_ref()
                    .and_then(|picture| picture.board())
                    .expect("a wide board has a picture");
                let (from, to) = scene.window().expect("it has a frame");
                let ends =
                    [from, to].map(|spot| u16::from(spot.row) * columns + u16::from(spot.column));
                assert_eq!(ends, [first, *codes.last().expect("there are cells")]);
            }
        }
    }
}

#[test]
fn a_wide_board_with_an_open_seat_is_no_higher_than_one_in_play() {
    let locales = Locales::load();
    // Where there are few rows, one more does not matter.
    for spec in wide_specs().into_iter().filter(is_high) {
        let board_for = |opponent| {
            let setup = Setup { spec, side: Side::Second, opponent, time: TimeControl::Unlimited };
            seen(&Session::set_up(SessionId(5), ANNA, setup), Focus::Suggested, &locales)
        };
        let open = board_for(Opponent::Anybody);
        let in_play = board_for(Opponent::Person(UserId(8)));
        assert!(open.keyboard.len() <= in_play.keyboard.len(), "{spec:?}: {open:?}");
    }
}

#[test]
fn any_number_on_an_old_button_shows_a_window_or_is_refused() {
    let locales = Locales::load();
    for spec in specs() {
        let sessions = sessions(spec);
        let session = &sessions[sessions.len() / 2];
        for part in (0..=u16::from(u8::MAX)).chain([399, 400, u16::MAX]).map(Part) {
            let view = seen(session, Focus::On(part), &locales);
            assert!(!view.keyboard.is_empty());
            for button in view.keyboard.iter().flatten() {
                assert_eq!(tap::decode(&tap::encode(button.tap)), Ok(button.tap));
            }
        }
        if wide_specs().contains(&spec) {
            let all = seen(session, Focus::Parts, &locales);
            assert_eq!(all, seen(session, Focus::Suggested, &locales));
        }
    }
}

#[test]
fn a_board_that_may_be_chosen_is_chosen_alone_and_can_be_left() {
    let locales = Locales::load();
    let (mut free, mut sent, mut reasons) = (0, 0, HashSet::new());
    for rules in UltimateRules::ALL {
        let sessions = sessions(GameSpec::Ultimate(rules));
        for session in sessions.iter().filter(|session| session.outcome().is_none()) {
            let AnyGame::Ultimate(game) = session.position() else { panic!("it is this game") };
            let playable = ultimate::playable_boards(game);
            let view = seen(session, Focus::Suggested, &locales);
            let targets = |view: &View| {
                view.picture
                    .as_ref()
                    .and_then(|picture| picture.board())
                    .expect("a picture")
                    .targets()
                    .len()
            };
            assert_eq!(targets(&view), playable.len());
            let is_yours = matches!(session.awaiting(), Awaiting::Human { .. });
            if let Some(board) = game.target() {
                sent += 1;
                let arrow = ultimate::arrow(board);
                let sentence = match is_yours {
                    true => format!("I played {arrow}, so you play in board {arrow} (green)."),
                    false => format!("The move {arrow} leads to board {arrow} (green)."),
                };
                assert!(view.text.ends_with(&sentence), "{}", view.text);
            } else if playable.len() > 1 {
                free += 1;
                assert!(!is_yours || view.text.contains("choose a board"), "{}", view.text);
                if let Some(MoveCode(last)) = session.moves().last() {
                    let board = u8::try_from(last % 9).expect("nine cells");
                    let is_open = game.open_boards() & 1 << board != 0;
                    let word = match game.status(board) {
                        LocalStatus::Drawn => "already drawn",
                        LocalStatus::Won(_)
                            if is_open || rules.closure == UltimateRules::STANDARD.closure =>
                        {
                            "already won"
                        }
                        LocalStatus::Won(_) | LocalStatus::InPlay => "already full",
                    };
                    assert!(view.text.contains(word), "{word}: {}", view.text);
                    reasons.insert(word);
                }
                let chosen = seen(session, Focus::On(Part(playable[1].into())), &locales);
                assert_eq!(targets(&chosen), 1);
                let back = &chosen.keyboard[3][0];
                assert_eq!(back.label, "◀️ Another board");
                assert!(matches!(back.tap, Tap::Focus { part: None, .. }));
                let arrow = ultimate::arrow(playable[1]);
                assert!(!is_yours || chosen.text.contains(&format!("in board {arrow} (green)")));
            }
        }
    }
    assert!(free > 100 && sent > 100, "{free} {sent}");
    assert_eq!(reasons.len(), 3, "{reasons:?}");
}

#[test]
fn a_board_as_text_lists_its_marks_and_says_which_cells_the_buttons_are() {
    let locales = Locales::load();
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Human(ANNA) };
    let gomoku = GameSpec::from_name("15x15x5").expect("it is a game");
    let mut session = Session::new(SessionId(1), gomoku, seats);
    for text in ["h8", "i8", "g7"] {
        let code = session.position().read_move(text).expect("it is a cell");
        session = after(&session, code);
    }
    let view = seen(&session, Focus::Suggested, &locales).in_theme(Theme::Text);
    assert_eq!(view.picture, None);
    let lines: Vec<&str> = view.text.lines().collect();
    assert_eq!(lines[4..6], ["⚫\u{fe0f} ‹g7›, h8", "⚪\u{fe0f} i8"]);
    let cells =
        buttons(&session, Focus::Suggested, &locales).into_iter().filter_map(|button| match button
            .tap
        {
            Tap::Act { action: Action::Play(code), .. } => Some(session.position().move_text(code)),
            _ => None,
        });
    let cells: Vec<String> = cells.collect();
    assert_eq!(lines[6], format!("🟩 {}–{}", cells[0], cells[cells.len() - 1]));
}

/// Games of the engine against itself and against its beginner level: the board, and the moves.
const WIDE_GAMES: &str = include_str!("../data/wide_games.txt");

/// `cargo bench --bench taps` measures this more precisely, with more games.
#[test]
fn a_move_on_a_wide_board_takes_little_more_than_one_press() {
    let locales = Locales::load();
    let seats = BySide { first: Seat::Human(ANNA), second: Seat::Human(ANNA) };
    let (mut moves, mut pressed) = (0, 0);
    for line in WIDE_GAMES.lines() {
        let mut words = line.split(' ');
        let spec = words.next().and_then(GameSpec::from_name).expect("it is a game");
        let mut session = Session::new(SessionId(1), spec, seats);
        for text in words {
            let code = session.position().read_move(text).expect("it is a cell");
            let found = presses(&session, Focus::Suggested, &locales);
            pressed += found.get(&code).expect("every move can be reached");
            moves += 1;
            session = after(&session, code);
        }
        assert!(session.outcome().is_some(), "the game is whole: {line}");
    }
    assert!(moves > 300 && 10 * pressed <= 13 * moves, "{pressed} presses for {moves} moves");
}
