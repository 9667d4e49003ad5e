//! Boards of retries: what the first move has kept is told in no more lines than fit below a picture.

use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::study::retry;
use zerosum_render::{Audience, View};
use zerosum_search::level::Level;
use zerosum_search::review::Kept;
use zerosum_session::language::Language;
use zerosum_session::{Session, SessionId, UserId};

/// The board of a record, and the same with what its last move but one has kept.
fn before_and_after(record: &str, kept: Kept) -> [Vec<String>; 2] {
    let locales = Locales::load();
    let record = Record::decode(record).expect("it is a record");
    let session = Session::resumed(SessionId(1), UserId(1_001), &record, Level::Best);
    let language = Language::English;
    let (focus, audience) = (Focus::Suggested, Audience::Owner);
    let view = zerosum_render::of(&session, focus, None, audience, locales.localizer(language));
    let code = session.moves()[session.moves().len() - 2];
    let told = retry::solved(view.clone(), &session, (code, kept), locales.localizer(language));
    let lines = |View { text, .. }: View| text.lines().map(str::to_owned).collect();
    [lines(view), lines(told)]
}

#[test]
fn below_a_picture_the_last_move_gives_way_and_elsewhere_a_line_is_added() {
    let sheep = GameSpec::ALL.into_iter().find(|spec| spec.name().starts_with("sheep"));
    let mut record = Record::new(sheep.expect("it is a game"));
    let mut moves = Vec::new();
    for _ in 0..2 {
        moves.clear();
        record.position().legal_moves(&mut moves);
        record.play(moves[0]).expect("it is legal");
    }
    let first = record.position().move_text(record.moves()[0]);
    let pictures = [
        ("zerosum record 1 15x15x5 1. h8 g8 *".to_owned(), "h8".to_owned()),
        (record.encode(), first),
    ];
    for (record, text) in pictures {
        let [before, after] = before_and_after(&record, Kept::Chances);
        let solved = format!("✅ The move {text} keeps the chances.");
        let (last, others) = before.split_last().expect("it has lines");
        assert!(last.starts_with("Last move: "), "{before:?}");
        assert_eq!(after, [others, &[solved]].concat());
    }
    let [before, after] = before_and_after("zerosum record 1 3x3 1. b2 a1 *", Kept::Draw);
    assert_eq!(after, [before, vec!["✅ The move b2 holds the draw.".to_owned()]].concat());
    // At the end there is room.
    let won = "zerosum record 1 15x15x5 1. h8 h7 2. i8 i7 3. j8 j7 4. k8 k7 5. a1 l7 0-1";
    let [before, after] = before_and_after(won, Kept::Win);
    assert_eq!(after, [before, vec!["✅ The move a1 keeps the win.".to_owned()]].concat());
}
