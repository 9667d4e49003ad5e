//! Games as animations: every kind of game has one, and it shows the whole game.

use fastrand::Rng;
use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, Outcome};
use zerosum_picture::gif::{ANIMATION_BYTES_MAX, ANIMATION_SIDE_PIXELS, animate};
use zerosum_picture::scene::Lattice;
use zerosum_picture::subject::Subject;
use zerosum_picture::theme::Theme;
use zerosum_render::locales::Locales;
use zerosum_render::study::{replay, sharing};
use zerosum_render::tap::Ply;
use zerosum_session::choice::{Choice, Level};
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Seat, Session, SessionId, UserId};

const ANNA: UserId = UserId(1_001);

/// Number of positions that are shown before the end.
const POSITIONS_MAX: usize = 60;

/// A game that both sides have played at random to its end.
fn played(spec: GameSpec, seed: u64) -> Session {
    let mut random = Rng::with_seed(seed);
    let mut record = Record::new(spec);
    let mut moves = Vec::new();
    loop {
        moves.clear();
        record.position().legal_moves(&mut moves);
        let Some(code) = random.choice(&moves) else { break };
        record.play(*code).expect("it is legal");
    }
    Session::from_record(SessionId(seed), UserId(1), &record, Choice::default().level)
}

#[test]
fn every_game_is_a_small_animation_from_the_empty_board_to_its_end() {
    let locales = Locales::load();
    for (seed, name) in (0..).zip(["3x3", "8x8x5", "15x15x5", "ultimate", "strategic", "sheep"]) {
        let session = played(GameSpec::from_name(name).expect("it is a game"), seed);
        let plies = session.moves().len();
        let shots = sharing::shots(&session, Theme::Dark);
        let step = plies.div_ceil(POSITIONS_MAX);
        assert_eq!(shots.len(), 1 + plies.div_ceil(step), "{name}");
        assert!(shots.len() <= 1 + POSITIONS_MAX, "{name}");
        let [positions @ .., end] = &shots[..] else { panic!("{name} has no end") };
        assert!(end.hundredths >= 200, "{name}: the end can be looked at");
        assert!(positions.iter().all(|shot| shot.hundredths < end.hundredths), "{name}");
        let first = &positions[0].scene;
        let marks = first.spots().filter(|spot| first.mark(*spot).is_some()).count();
        assert_eq!(marks, if name == "sheep" { 5 } else { 0 }, "{name}");
        let different = shots.windows(2).filter(|pair| pair[0].scene != pair[1].scene).count();
        assert_eq!(different, shots.len() - 1, "{name}");
        let title = sharing::title(&session, "zerosum_bot", locales.localizer(Language::Ukrainian));
        assert_eq!(title.len(), 2, "{title:?}");
        let file = animate(&title, shots, ANIMATION_SIDE_PIXELS).expect("it can be drawn");
        let bytes = file.expect("it is small").len();
        println!("{name}: {plies} plies, {bytes} bytes");
        assert!(bytes <= ANIMATION_BYTES_MAX, "{name}: {bytes}");
    }
}

#[test]
fn a_shared_game_of_stones_shows_the_number_of_each_move() {
    let locales = Locales::load();
    for (seed, name) in
        (0..).zip(["15x15x5", "15x15x5-renju", "8x8x5", "3x3", "connect-four", "sheep"])
    {
        let session = played(GameSpec::from_name(name).expect("it is a game"), seed);
        let view =
            sharing::page(&session, "https://t.me/x", None, locales.localizer(Language::English));
        let picture = view.picture.expect("a shared game has a picture");
        let Subject::Board(scene) = &*picture else { panic!("{name}: {picture:?}") };
        let marked = scene.turns().iter().filter(|spot| scene.mark(**spot).is_some()).count();
        let is_of_stones = scene.lattice() == Lattice::Crossings;
        let expected = if is_of_stones { session.moves().len() } else { 0 };
        assert_eq!(marked, expected, "{name}");
        // Stepping through the game, the moves that have been played are numbered.
        let half = u16::try_from(session.moves().len() / 2).expect("a game of some moves");
        let view = replay::page(&session, Ply(half), locales.localizer(Language::English));
        let picture = view.picture.expect("a game is looked back on with a picture");
        let Subject::Board(scene) = &*picture else { panic!("{name}: {picture:?}") };
        let expected = if is_of_stones { usize::from(half) } else { 0 };
        assert_eq!(scene.turns().len(), expected, "{name}");
    }
}

#[test]
fn a_record_that_ends_before_its_moves_do_tells_the_result_and_not_its_cause() {
    let locales = Locales::load();
    let text = "zerosum record 1 3x3 1. b2 a1 1-0";
    let record = Record::decode(text).expect("it is a record");
    let session = Session::from_record(SessionId(1), ANNA, &record, Level::Best);
    for (language, sentence) in [
        (Language::English, "Result of the record: ❌ wins."),
        (Language::Ukrainian, "Результат за записом: перемога ❌."),
        (Language::Russian, "Результат по записи: победа ❌."),
    ] {
        let page = replay::page(&session, Ply(2), locales.localizer(language));
        assert_eq!(page.text.lines().last(), Some(sentence), "{}", page.text);
        let shared = sharing::page(&session, "https://t.me/x", None, locales.localizer(language));
        assert_eq!(shared.text.lines().nth(1), Some(sentence), "{}", shared.text);
    }
    // In a game that was played here, the cause is known.
    let begun = Record::decode("zerosum record 1 3x3 1. b2 a1 *").expect("it is a record");
    let session = Session::from_record(SessionId(1), ANNA, &begun, Level::Best);
    let session = session.apply(Actor::User(ANNA), session.revision(), Action::Resign);
    let page =
        replay::page(&session.expect("it is hers"), Ply(2), locales.localizer(Language::English));
    assert_eq!(page.text.lines().last(), Some("❌ resigned."), "{}", page.text);
}

#[test]
fn a_win_by_a_piece_that_the_engine_took_out_is_told_with_the_moves_of_the_winner() {
    let locales = Locales::load();
    let spec = GameSpec::from_name("connect-four-pop").expect("it is a game");
    let seats = BySide { first: Seat::Engine(Level::Beginner), second: Seat::Human(ANNA) };
    let mut session = Session::new(SessionId(1), spec, seats);
    // The engine takes out the piece below the one that then stands beside three others.
    for text in ["4", "4", "7", "1", "7", "2", "6", "3", "p4"] {
        let code = session.position().read_move(text).expect("it is a move");
        let actor = match session.position().turn() {
            Side::First => Actor::Engine,
            Side::Second => Actor::User(ANNA),
        };
        let next = session.apply(actor, session.revision(), Action::Play(code));
        session = next.expect("it is legal");
    }
    assert_eq!(session.outcome(), Some(Outcome::Win(Side::Second)));
    let view =
        sharing::page(&session, "https://t.me/x", None, locales.localizer(Language::English));
    assert!(view.text.contains(" was beaten in 4 moves. "), "{}", view.text);
}
