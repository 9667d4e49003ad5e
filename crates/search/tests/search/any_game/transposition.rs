//! The transposition table: its entries, their replacement, and the distances in them.

use zerosum_games::MoveCode;
use zerosum_search::Verdict;
use zerosum_search::deepening::table::{Bound, SearchEntry, Table};
use zerosum_search::score::Score;

const BUCKET_BYTES: usize = 64;

fn entry(depth: u8) -> SearchEntry {
    let (score, bound, code) = (Score::of_estimate(i32::from(depth)), Bound::Exact, MoveCode(7));
    SearchEntry { score, bound, is_proven: false, depth, code }
}

#[test]
fn what_is_kept_is_found_as_it_was() {
    let scores = [
        Score::LOWEST,
        Score::HIGHEST,
        Score::of_estimate(i32::MIN),
        Score::of_estimate(-1),
        Score::from(Verdict::Draw),
        Score::from(Verdict::Win { plies: 65_535 }),
        Score::from(Verdict::Loss { plies: 3 }),
    ];
    let mut table = Table::new(1 << 20);
    for (key, score) in (0..).zip(scores) {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            for is_proven in [false, true] {
                for (depth, code) in [(0, 0), (255, u16::MAX), (3, 728)] {
                    let entry =
                        SearchEntry { score, bound, is_proven, depth, code: MoveCode(code) };
                    table.keep(key, entry);
                    assert_eq!(table.find(key), Some(entry));
                }
            }
        }
    }
    table.clear();
    assert_eq!(table.find(0), None);
}

#[test]
fn a_table_without_room_keeps_nothing() {
    let mut table = Table::new(BUCKET_BYTES - 1);
    table.keep(1, entry(1));
    assert_eq!((table.find(1), table.bytes()), (None, 0));
}

#[test]
fn a_table_never_takes_more_than_it_may_and_all_of_it_when_needed() {
    for bytes_max in [64, 100, 4_096, 1 << 18, 1_000_000] {
        let mut table = Table::new(bytes_max);
        for key in 0..200_000 {
            table.keep(key, entry(9));
            assert!(table.bytes() <= bytes_max);
        }
        assert!(2 * table.bytes() > bytes_max, "{} of {bytes_max}", table.bytes());
    }
}

#[test]
fn a_table_that_grows_loses_nothing_of_what_it_has() {
    let mut table = Table::new(1 << 24);
    let mut before = table.clone();
    let mut key = 0;
    while table.bytes() == before.bytes() {
        before = table.clone();
        key += 1;
        table.keep(key, entry(9));
    }
    let has =
        |table: &Table<SearchEntry>| (1..key).filter(|key| table.find(*key).is_some()).count();
    // The entry that made it grow has replaced another one.
    assert_eq!(has(&table), has(&before) - 1);
    assert_eq!(table.find(key), Some(entry(9)));
}

#[test]
fn deep_entries_stay_and_shallow_ones_make_room() {
    let mut table = Table::new(BUCKET_BYTES);
    for (key, depth) in [(1, 9), (2, 1), (3, 8), (4, 7)] {
        table.keep(key, entry(depth));
    }
    table.keep(5, entry(2));
    let depth_of = |table: &Table<SearchEntry>, key| table.find(key).map(|entry| entry.depth);
    let depths: Vec<Option<u8>> = (1..=5).map(|key| depth_of(&table, key)).collect();
    assert_eq!(depths, [Some(9), None, Some(8), Some(7), Some(2)]);
}

#[test]
fn entries_of_earlier_searches_make_room_first() {
    let mut table = Table::new(BUCKET_BYTES);
    for key in 1..=4 {
        table.keep(key, entry(200));
    }
    table.begin();
    for key in 5..=7 {
        table.keep(key, entry(1));
    }
    assert!((5..=7).all(|key| table.find(key).is_some()));
    assert_eq!((1..=4).filter(|key| table.find(*key).is_some()).count(), 1);
}

#[test]
fn a_position_has_one_entry_the_latest() {
    let mut table = Table::new(BUCKET_BYTES);
    table.keep(1, entry(9));
    table.keep(1, entry(2));
    for key in 2..=4 {
        table.keep(key, entry(9));
    }
    assert!((2..=4).all(|key| table.find(key) == Some(entry(9))));
    assert_eq!(table.find(1), Some(entry(2)));
}

#[test]
fn a_decided_score_moves_with_the_distance_and_others_stay() {
    for plies in [0, 1, 7, 300] {
        let score = |verdict| Score::from(verdict);
        let win = score(Verdict::Win { plies: 5 });
        let loss = score(Verdict::Loss { plies: 5 });
        assert_eq!(win.delayed(plies), score(Verdict::Win { plies: 5 + plies }));
        assert_eq!(loss.delayed(plies), score(Verdict::Loss { plies: 5 + plies }));
        for score in [win, loss, score(Verdict::Draw), Score::of_estimate(-900_000)] {
            assert_eq!(score.delayed(plies).hastened(plies), score);
            assert_eq!((-score).delayed(plies), -score.delayed(plies));
        }
        assert_eq!(Score::of_estimate(123).delayed(plies), Score::of_estimate(123));
    }
    assert!(Score::from(Verdict::Win { plies: 5 }).is_decided_within(5));
    assert!(!Score::from(Verdict::Loss { plies: 5 }).is_decided_within(4));
    assert!(!Score::of_estimate(900_000).is_decided_within(u16::MAX));
}
