//! The bounded map: it never grows beyond its bound, keeps what is in use, and may be used by
//! everybody at once.

use std::sync::Barrier;
use std::thread;

use zerosum::bounded::BoundedMap;

const ENTRIES_MAX: usize = 100;

/// How many of these keys are there. To look is to use, so this is the last thing asked of a map.
fn count(map: &BoundedMap<usize, usize>, keys: impl Iterator<Item = usize>) -> usize {
    keys.filter(|key| map.read(*key, |_| ()).is_some()).count()
}

fn put(map: &BoundedMap<usize, usize>, key: usize) {
    map.change_or_insert(key, |value| *value = key);
}

#[test]
fn a_value_is_read_and_changed_where_it_is() {
    let map = BoundedMap::new(ENTRIES_MAX);
    assert_eq!(map.read(1, |value: &usize| *value), None);
    map.change(1, |_| panic!("there is nothing to change"));
    map.change_or_insert(1, |value| *value += 2);
    map.change_or_insert(1, |value| *value += 3);
    map.change(1, |value| *value *= 2);
    assert_eq!(map.read(1, |value| *value), Some(10));
}

#[test]
fn the_map_never_holds_more_than_its_bound_by_much() {
    let map = BoundedMap::new(ENTRIES_MAX);
    (0..10_000).for_each(|key| put(&map, key));
    let kept = count(&map, 0..10_000);
    assert!((ENTRIES_MAX / 2..=ENTRIES_MAX + 1).contains(&kept), "{kept}");
}

#[test]
fn the_bound_holds_even_if_everything_is_in_use() {
    let map = BoundedMap::new(ENTRIES_MAX);
    for key in 0..1_000 {
        put(&map, key);
        (0..key).for_each(|key| map.change(key, |_| ()));
    }
    let kept = count(&map, 0..1_000);
    assert!(kept <= ENTRIES_MAX + 2, "{kept}");
}

#[test]
fn what_is_in_use_survives_whatever_comes() {
    let map = BoundedMap::new(ENTRIES_MAX);
    put(&map, 0);
    for key in 1..10_000 {
        put(&map, key);
        if key % (ENTRIES_MAX / 4) == 0 {
            assert_eq!(map.read(0, |value| *value), Some(0), "after {key}");
        }
    }
}

#[test]
fn what_is_unused_between_two_agings_is_dropped() {
    let map = BoundedMap::new(ENTRIES_MAX);
    (1..=3).for_each(|key| put(&map, key));
    map.age();
    map.change(1, |_| ());
    map.change_or_insert(2, |_| ());
    map.age();
    let kept = [1, 2, 3].map(|key| map.read(key, |value| *value));
    assert_eq!(kept, [Some(1), Some(2), None]);
    map.age();
    map.age();
    assert_eq!(count(&map, 1..=3), 0);
}

#[test]
fn a_map_of_next_to_nothing_still_works() {
    for entries_max in [0, 1, 2] {
        let map = BoundedMap::new(entries_max);
        (0..100).for_each(|key| put(&map, key));
        assert!(count(&map, 0..100) <= entries_max + 2);
    }
}

#[test]
fn changes_made_at_once_are_all_kept_while_generations_turn() {
    const THREADS: usize = 4;
    const CHANGES: usize = 5_000;
    let map: BoundedMap<usize, usize> = BoundedMap::new(ENTRIES_MAX);
    let start = Barrier::new(THREADS + 1);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                start.wait();
                for _ in 0..CHANGES {
                    // In use all the time, so it is never dropped and no change is lost.
                    map.change_or_insert(usize::MAX, |value| *value += 1);
                }
            });
        }
        scope.spawn(|| {
            start.wait();
            (0..20_000).for_each(|key| {
                put(&map, key);
                map.read(usize::MAX, |_| ());
            });
        });
    });
    assert_eq!(map.read(usize::MAX, |value| *value), Some(THREADS * CHANGES));
}
