//! The board of Catch the Sheep: buttons for pieces and their moves below a picture.

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::sheep::Sheep;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};
use zerosum_picture::scene::{Note, Scene, Spot};
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::DisplayName;
use zerosum_render::tap::{Part, Tap};
use zerosum_render::{Audience, View};
use zerosum_search::level::Level;
use zerosum_search::solutions::Solutions;
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};

use crate::boards::laws::{seen, sessions};
use crate::support::presses::presses;

const ANNA: UserId = UserId(7);

fn spec() -> GameSpec {
    GameSpec::from_name("sheep").expect("it is a game")
}

/// A game of Anna, on this side, after these moves.
fn played(side: Side, moves: &[&str]) -> Session {
    let (anna, engine) = (Seat::Human(ANNA), Seat::Engine(Level::Casual));
    let seats = match side {
        Side::First => BySide { first: anna, second: engine },
        Side::Second => BySide { first: engine, second: anna },
    };
    moves.iter().fold(Session::new(SessionId(1), spec(), seats), |session, text| {
        let mut legal = Vec::new();
        session.position().legal_moves(&mut legal);
        let is_it = |code: &MoveCode| session.position().move_text(*code) == *text;
        let code = legal.into_iter().find(is_it).expect("the move is legal");
        let is_annas = session.position().turn() == side;
        let actor = if is_annas { Actor::User(ANNA) } else { Actor::Engine };
        session.apply(actor, session.revision(), Action::Play(code)).expect("it is legal")
    })
}

fn game(session: &Session) -> &Sheep {
    match session.position() {
        AnyGame::Sheep(game) => game,
        other => panic!("it is another game: {other}"),
    }
}

/// Labels of the buttons that move or choose a piece, row by row.
fn labels(view: &View) -> Vec<Vec<&str>> {
    let is_of_board =
        |tap| matches!(tap, Tap::Focus { .. } | Tap::Act { action: Action::Play(_), .. });
    let rows = view.keyboard.iter().filter(|row| row.iter().all(|button| is_of_board(button.tap)));
    rows.map(|row| row.iter().map(|button| button.label.as_str()).collect()).collect()
}

fn scene(view: &View) -> &Scene {
    view.picture.as_ref().and_then(|picture| picture.board()).expect("it has a picture")
}

fn is_in_play(session: &&Session) -> bool {
    session.outcome().is_none()
}

#[test]
fn wolves_stand_from_left_to_right_and_the_chosen_one_shows_its_moves() {
    let locales = Locales::load();
    let session = played(Side::Second, &["e8d7"]);
    let view = seen(&session, Focus::Suggested, &locales);
    assert_eq!(labels(&view), [["🐺 b1", "🐺 d1", "🐺 f1", "🐺 h1"]]);
    assert_eq!((scene(&view).chosen(), scene(&view).hints()), (None, &[][..]));
    assert_eq!(scene(&view).last_moves(), [Spot::new(4, 7), Spot::new(3, 6)]);
    assert!(scene(&view).has_coordinates());
    let chosen = seen(&session, Focus::On(Part(1)), &locales);
    let expected = [vec!["🐺 b1", "✓ d1", "🐺 f1", "🐺 h1"], vec!["↙️ c2", "↘️ e2"]];
    assert_eq!(labels(&chosen), expected);
    assert_eq!(scene(&chosen).chosen(), Some(Spot::new(3, 0)));
    assert_eq!(scene(&chosen).hints(), [Spot::new(2, 1), Spot::new(4, 1)]);
    assert!(
        chosen
            .text
            .ends_with("where does the wolf d1 go? Or pick another one.\nLast move: 🐑 e8d7")
    );
    // At the edge there is one way, and it stays on its side.
    let at_edge = seen(&session, Focus::On(Part(3)), &locales);
    assert_eq!(labels(&at_edge)[1], ["↙️ g2", "·"]);
}

#[test]
fn the_sheep_shows_its_moves_at_once_as_they_lie_on_the_board() {
    let locales = Locales::load();
    let view = seen(&played(Side::First, &[]), Focus::Suggested, &locales);
    assert_eq!(labels(&view), [["↖️ d7", "↗️ f7"], ["·", "·"]]);
    let view = seen(&played(Side::First, &["e8d7", "b1a2"]), Focus::Suggested, &locales);
    assert_eq!(labels(&view), [["↖️ c6", "↗️ e6"], ["↙️ c8", "↘️ e8"]]);
    assert!(view.text.contains("Your move: where does the sheep 🐑 go?"), "{}", view.text);
}

#[test]
fn a_move_takes_two_taps_and_one_where_only_one_piece_can_move() {
    let locales = Locales::load();
    for session in sessions(spec()).iter().filter(is_in_play) {
        let mut legal = Vec::new();
        session.position().legal_moves(&mut legal);
        let mut pieces: Vec<u16> = legal.iter().map(|MoveCode(code)| code / 32).collect();
        pieces.dedup();
        let most = if pieces.len() == 1 { 1 } else { 2 };
        let found = presses(session, Focus::Suggested, &locales);
        assert_eq!(found.len(), legal.len());
        for code in legal {
            assert_eq!(found.get(&code), Some(&most), "{}", session.position());
        }
    }
}

#[test]
fn the_rows_have_the_same_columns_throughout_a_game_and_none_are_left_after_it() {
    let locales = Locales::load();
    for session in sessions(spec()) {
        let focus = game(&session).wolves().trailing_zeros();
        let focus = Focus::On(Part(u16::try_from(focus).expect("it is a square")));
        for focus in [Focus::Suggested, focus] {
            let view = seen(&session, focus, &locales);
            let columns: Vec<usize> = labels(&view).iter().map(Vec::len).collect();
            let expected: &[&[usize]] = match session.position().turn() {
                _ if session.outcome().is_some() => &[&[]],
                Side::First => &[&[2, 2]],
                Side::Second => &[&[4], &[4, 2]],
            };
            assert!(expected.contains(&&columns[..]), "{columns:?}");
        }
    }
}

/// The board with the value of every move, as Anna sees it.
fn seen_through(session: &Session, focus: Focus) -> View {
    seen_by(Audience::Owner, session, focus)
}

/// The board with the value of every move, as this reader sees it.
fn seen_by(audience: Audience, session: &Session, focus: Focus) -> View {
    let on = Action::Xray { is_on: true };
    let session = session.apply(Actor::User(ANNA), session.revision(), on).expect("it is hers");
    let analysis = Solutions::compute().analysis(session.position()).expect("it is solved");
    let (locales, language) = (Locales::load(), Language::English);
    zerosum_render::of(&session, focus, Some(&analysis), audience, locales.localizer(language))
}

#[test]
fn the_value_of_a_move_stands_at_the_piece_until_it_is_chosen_and_then_at_its_target() {
    let session = played(Side::Second, &["e8d7"]);
    let view = seen_through(&session, Focus::Suggested);
    let wolves = labels(&view).concat();
    assert_eq!(wolves.len(), 4);
    assert!(wolves.iter().any(|label| label.contains('+')), "{wolves:?}");
    assert!(wolves.iter().all(|label| label.contains(['+', '−'])), "{wolves:?}");
    let places: Vec<Spot> = scene(&view).notes().iter().map(|(spot, _)| *spot).collect();
    let squares = [1, 3, 5, 7].map(|column| Spot::new(column, 0));
    assert_eq!(places.len(), 4);
    assert!(squares.iter().all(|square| places.contains(square)), "{places:?}");
    // The better of both moves of a wolf is noted at it.
    let chosen = seen_through(&session, Focus::On(Part(1)));
    let note = |view: &View, at: Spot| {
        scene(view).notes().iter().find(|(spot, _)| *spot == at).map(|(_, note)| *note)
    };
    let both = [Spot::new(2, 1), Spot::new(4, 1)].map(|to| note(&chosen, to).expect("a note"));
    assert!(both.contains(&note(&view, squares[1]).expect("a note")), "{both:?}");
    assert_eq!(note(&chosen, squares[1]), None);
    assert!(note(&chosen, squares[0]).is_some());
    let is_won = |note: &Note| matches!(note, Note::Good(_));
    if both.iter().any(is_won) {
        assert!(note(&view, squares[1]).is_some_and(|note| is_won(&note)));
    }
    let moves = &labels(&chosen)[1];
    assert!(moves.iter().all(|label| label.contains(" +") || label.contains(" −")), "{moves:?}");
}

#[test]
fn beside_help_the_players_stay_named_with_the_level_in_as_many_lines() {
    for side in Side::ALL {
        let moves: &[&str] = if side == Side::Second { &["e8d7"] } else { &["e8d7", "b1a2"] };
        let view = seen_through(&played(side, moves), Focus::Suggested);
        let expected = match side {
            Side::First => "🐑 You  ·  🐺 zerosum (casual)\n🔎 +",
            Side::Second => "🐑 zerosum (casual)  ·  🐺 You\n🔎 +",
        };
        assert!(view.text.starts_with(expected), "{}", view.text);
        assert_eq!(view.text.lines().count(), 2, "{}", view.text);
        // A group reads who plays, too.
        let [anna, bot] = [DisplayName::written("Anna"), DisplayName::default()];
        let names = match side {
            Side::First => BySide { first: &anna, second: &bot },
            Side::Second => BySide { first: &bot, second: &anna },
        };
        let of_group = seen_by(
            Audience::Group { names, is_of_group: true },
            &played(side, moves),
            Focus::Suggested,
        );
        assert_eq!(of_group.text, view.text.replace("You", "Anna"));
    }
}
