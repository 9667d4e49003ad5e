//! Links to games: each link reads as the game it was made from, and nothing else is read.

use proptest::prelude::{Strategy, any, prop_oneof, proptest};
use proptest::sample::select;
use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::strategic::numbers::HyperSet;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::strategic::spec::StrategicSpec;

use crate::every_game::record::{game, games};
use crate::support::moves::legal_moves;

/// Maximum number of letters that Telegram allows in a link.
const LETTERS_MAX: usize = 64;

fn link(record: &Record) -> String {
    record.encode_link(usize::MAX).expect("no game has too many plies")
}

#[test]
fn games_of_three_in_a_row_have_short_links() {
    let record = Record::decode("zerosum record 1 3x3 a1 b1 c1 a2 c2 b2 a3 c3 b3 1/2-1/2");
    let record = record.expect("it is a game");
    assert_eq!(link(&record).len(), 11);
    assert_eq!(record.encode_link(11), Some(link(&record)));
    assert_eq!(record.encode_link(10), None);
}

#[test]
fn a_link_tells_who_has_given_up() {
    let mut links = Vec::new();
    for given_up in [None, Some(Side::First), Some(Side::Second)] {
        let mut record = Record::new(GameSpec::from_name("sheep-2").expect("it is a game"));
        given_up.into_iter().for_each(|side| record.give_up(side));
        links.push(link(&record));
        assert_eq!(Record::decode_link(&link(&record)), Some(record));
    }
    assert_eq!(links, ["1Hsheep-2AA", "1Hsheep-2BA", "1Hsheep-2CA"]);
}

#[test]
fn a_link_tells_that_a_draw_was_agreed() {
    let mut record = Record::new(GameSpec::TicTacToe);
    record.agree_to_draw();
    assert_eq!(link(&record), "1D3x3DA");
    assert_eq!(Record::decode_link("1D3x3DA"), Some(record));
}

#[test]
fn rules_with_numbers_of_ones_own_have_room_in_a_link() {
    let usual: StrategicRules = "strategic-hyper".parse().expect("it is a name");
    for seed in 0..200 {
        let number = |place: usize| Seed(seed << 8 | place as u64).mixed() % 9;
        let shift = |shift| std::array::from_fn(|cell| number(shift * 9 + cell) as u8);
        let numbers = HyperSet::of_shifts(std::array::from_fn(shift)).expect("they are below 9");
        let rules = StrategicRules { numbers: Some(numbers.into()), ..usual.clone() };
        let spec = StrategicSpec::of(&rules).expect("there is room for shifts");
        let record = game(GameSpec::Strategic(spec), seed, 1);
        let link = record.encode_link(LETTERS_MAX).expect("there is room for a move");
        assert_eq!(Record::decode_link(&link), Some(record));
    }
}

#[test]
fn invalid_links_are_refused() {
    for text in [
        "",
        "1",
        "1D",
        "1D3x3",
        "1D3x3A",
        "1E3x3AA",
        "1D4x4AA",
        "2D3x3AA",
        "1D3x3AA ",
        "1D3x3AAA",
        // A draw was agreed of a game that the moves have won.
        "1D3x3fAUQHA",
        // A move, and there is none; a ply, and no move; a bit after the last one.
        "1D3x3AAB",
        "1D3x3EA",
        "1D3x3EAJ",
        "1D3x3EAg",
        "1D3х3AA",
        "1éé3x3AA",
    ] {
        assert_eq!(Record::decode_link(text), None, "{text:?}");
    }
    let one_move = Record::decode_link("1D3x3EAI").expect("it is one of nine moves");
    assert_eq!(one_move.encode(), "zerosum record 1 3x3\n1. c3\n*\n");
}

proptest! {
    #[test]
    fn a_link_is_read_as_the_game_it_was_made_of(record in games()) {
        let link = link(&record);
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        assert!(link.bytes().all(is_sign), "{link}");
        assert_eq!(record.encode_link(link.len() - 1), None);
        assert_eq!(Record::decode_link(&link), Some(record));
    }

    #[test]
    fn a_link_that_is_cut_or_goes_on_is_refused(record in games(), cut in any::<usize>()) {
        let link = link(&record);
        assert_eq!(Record::decode_link(&link[..cut % link.len()]), None);
        assert_eq!(Record::decode_link(&format!("{link}A")), None);
    }

    #[test]
    fn any_text_is_the_one_link_to_a_game_or_is_refused(text in texts()) {
        if let Some(record) = Record::decode_link(&text) {
            assert_eq!(record.encode_link(text.len()), Some(text));
            let moves = legal_moves(record.position());
            assert_eq!(moves.is_empty(), record.position().outcome().is_some());
        }
    }
}

/// Any text, and texts that begin as links do, some of them with few plies.
fn texts() -> impl Strategy<Value = String> {
    let rest = prop_oneof!["[A-Za-z0-9_-]{0,20}", "[A-Z]A[A-Za-z0-9_-]{0,8}"];
    let begun = (select(GameSpec::ALL.to_vec()), rest).prop_map(|(spec, rest)| {
        let empty = link(&Record::new(spec));
        format!("{}{rest}", empty.strip_suffix("AA").expect("no side has done anything"))
    });
    prop_oneof![any::<String>(), "1[A-Za-z0-9_-]{0,30}", begun]
}
