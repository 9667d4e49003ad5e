//! Reviews tell the same of neighbouring plies: what is proven of one holds for the other.

use zerosum_games::Game;
use zerosum_games::any::GameSpec;
use zerosum_games::record::Record;
use zerosum_games::side::Side;
use zerosum_search::Verdict;
use zerosum_search::limits::Unwatched;
use zerosum_search::review::chance::Chance;
use zerosum_search::review::{Quality, Review, Reviewed, Scope, proven};
use zerosum_search::searcher::{Distance, ScoredMove};

use crate::study::review::{player, random_moves, result};

/// Games of which some are reviewed, and their number.
const GAMES: [(&str, u64); 9] = [
    ("3x3", 20),
    ("sheep", 5),
    ("4x4x3", 5),
    ("5x5x4", 3),
    ("15x15x5", 1),
    ("connect-four-5x5", 2),
    ("connect-four", 3),
    ("ultimate", 2),
    ("strategic", 1),
];

/// The chance of a move that is not proven to win in a position that is.
const NEARLY_CERTAIN: u16 = 950;

/// Numbers of positions: proven ones, and won ones of which no winning move is known.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    proven: usize,
    unknown: usize,
}

/// Compares the plies of a review with those before them.
fn compare(name: &str, review: &Review, plies: usize) -> Counted {
    let mut counted = Counted::default();
    for ply in 1..plies {
        let [before, here] = [ply - 1, ply].map(|ply| review.of_ply(ply).expect("it was seen"));
        let told = format!("{name} {ply}: {before:?}, {here:?}");
        assert!(here.played.score <= here.best.score, "{told}");
        match (proven(&before.played), proven(&here.best)) {
            (played, Some(worth)) => {
                counted.proven += 1;
                assert_eq!(played.map(result), Some(-result(worth)), "{told}");
                if are_exact(before, here) {
                    assert_eq!(played, Some(worth.before_move()), "{told}");
                }
            }
            (Some(Verdict::Loss { .. }), None) => {
                counted.unknown += 1;
                assert_eq!(here.before.thousandths(), NEARLY_CERTAIN, "{told}");
            }
            (Some(Verdict::Draw), None) => {
                // An estimate is rounded.
                let off = here.before.thousandths().abs_diff(Chance::EVEN.thousandths());
                assert!(off <= 1, "{told}");
            }
            (Some(Verdict::Win { .. }), None) => panic!("every move loses: {told}"),
            (None, None) => {}
        }
    }
    counted
}

fn are_exact(before: &Reviewed, here: &Reviewed) -> bool {
    let is_exact = |scored: &ScoredMove| scored.distance == Distance::Exact;
    is_exact(&before.played) && is_exact(&here.best)
}

#[test]
fn a_position_is_worth_the_same_to_the_move_that_led_there_and_to_the_next_one() {
    let (mut player, mut all) = (player(), Counted::default());
    for (name, games) in GAMES {
        let spec = GameSpec::from_name(name).expect("it is a game");
        for number in 0..games {
            let moves = random_moves(spec, number);
            let review = player.review((spec, &moves), Scope::ALL, &mut Unwatched);
            let counted = compare(&format!("{name} {number}"), &review, moves.len());
            all.proven += counted.proven;
            all.unknown += counted.unknown;
        }
    }
    assert!(all.proven > 300 && all.unknown * 50 < all.proven, "{all:?}");
}

#[test]
fn a_move_that_has_lost_by_the_search_of_the_next_one_is_named_with_a_better_one() {
    let text = "zerosum record 1 connect-four 2 4 7 6 4 4 4 3 1 5 0-1";
    let record = Record::decode(text).expect("it is a record");
    let (spec, moves) = (record.spec(), record.moves());
    let review = player().review((spec, moves), Scope::ALL, &mut Unwatched);
    assert_eq!(compare("connect-four", &review, moves.len()).unknown, 0);
    let named: Vec<usize> =
        review.findings(Side::First, false).into_iter().map(|(ply, _)| ply).collect();
    assert_eq!(named, [0, 2, 8]);
    for (ply, better) in [(0, "4"), (8, "5")] {
        let reviewed = review.of_ply(ply).expect("it was seen");
        assert_eq!(reviewed.quality, Quality::Losing, "{reviewed:?}");
        assert!(matches!(proven(&reviewed.best), Some(Verdict::Win { .. })), "{reviewed:?}");
        assert_eq!(spec.start().move_text(reviewed.best.code), better);
        assert_eq!((reviewed.before, reviewed.after), (Chance::CERTAIN, Chance::NONE));
    }
}
