//! The bounded map: it never grows beyond its bound, keeps entries in use, and allows concurrent use.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;

use zerosum::bounded::BoundedMap;

const ENTRIES_MAX: usize = 100;

/// A map that counts its live values.
struct Counted {
    map: BoundedMap<usize, Option<Arc<()>>>,
    token: Arc<()>,
}

impl Counted {
    fn new(entries_max: usize) -> Counted {
        Counted { map: BoundedMap::new(entries_max), token: Arc::new(()) }
    }

    fn put(&self, key: usize) {
        self.map.change_or_insert(key, |value| *value = Some(Arc::clone(&self.token)));
    }

    fn has(&self, key: usize) -> bool {
        self.map.read(key, |_| ()).is_some()
    }

    /// Number of live entries.
    fn count(&self) -> usize {
        Arc::strong_count(&self.token) - 1
    }
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
fn the_map_never_holds_more_than_its_bound() {
    let counted = Counted::new(ENTRIES_MAX);
    for key in 0..10_000 {
        counted.put(key);
        assert!(counted.count() <= ENTRIES_MAX + 1, "{} after {key}", counted.count());
        assert!(counted.count() > key.min(ENTRIES_MAX / 2 - 1), "{} after {key}", counted.count());
    }
}

/// Fills the young half of the map, uses every entry that was ever in it, and turns it, repeatedly.
fn check_bound_in_use(touch: impl Fn(&Counted, usize)) {
    let counted = Counted::new(ENTRIES_MAX);
    let mut keys = 0;
    for _ in 0..20 {
        for _ in 0..ENTRIES_MAX / 2 {
            counted.put(keys);
            keys += 1;
        }
        (0..keys).for_each(|key| touch(&counted, key));
        assert!(counted.count() <= ENTRIES_MAX + 1, "{} of {keys}", counted.count());
        counted.put(keys);
        keys += 1;
    }
}

#[test]
fn the_bound_holds_even_if_everything_is_read() {
    check_bound_in_use(|counted, key| _ = counted.has(key));
}

#[test]
fn the_bound_holds_even_if_everything_is_changed() {
    check_bound_in_use(|counted, key| counted.map.change(key, |_| ()));
}

#[test]
fn entries_in_use_survive_a_flood_of_others() {
    let counted = Counted::new(ENTRIES_MAX);
    counted.put(0);
    for key in 1..10_000 {
        counted.put(key);
        if key % (ENTRIES_MAX / 4) == 0 {
            assert!(counted.has(0), "after {key}");
        }
    }
}

#[test]
fn of_old_and_young_entries_only_those_to_be_kept_are_left() {
    let counted = Counted::new(ENTRIES_MAX);
    (1..=4).for_each(|key| counted.put(key));
    counted.map.age();
    (5..=8).for_each(|key| counted.put(key));
    counted.map.sweep(|key, _| key % 2 == 0);
    assert_eq!(counted.count(), 4);
    assert!((1..=8).all(|key| counted.has(key) == (key % 2 == 0)));
}

#[test]
fn what_is_unused_between_two_agings_is_dropped() {
    let counted = Counted::new(ENTRIES_MAX);
    (1..=4).for_each(|key| counted.put(key));
    counted.map.age();
    counted.map.change(1, |_| ());
    counted.map.change_or_insert(2, |_| ());
    assert!(counted.has(3));
    counted.map.age();
    assert_eq!(counted.count(), 3);
    assert_eq!([1, 2, 3, 4].map(|key| counted.has(key)), [true, true, true, false]);
    counted.map.age();
    counted.map.age();
    assert_eq!(counted.count(), 0);
}

#[test]
fn a_map_of_next_to_nothing_still_works() {
    for entries_max in [0, 1, 2] {
        let counted = Counted::new(entries_max);
        (0..100).for_each(|key| counted.put(key));
        assert!(counted.has(99));
        assert!(counted.count() <= entries_max + 1);
    }
}

#[test]
fn changes_made_at_once_are_all_kept_while_generations_turn() {
    const THREADS: usize = 3;
    const TURNS: usize = 15_000;
    let map: BoundedMap<u8, usize> = BoundedMap::new(ENTRIES_MAX);
    let (start, is_over) = (Barrier::new(THREADS + 1), AtomicBool::new(false));
    let made: usize = thread::scope(|scope| {
        let change = || {
            start.wait();
            let mut made = 0;
            while !is_over.load(Ordering::Relaxed) {
                map.change_or_insert(0, |value| *value += 1);
                made += 1;
            }
            made
        };
        let changers: Vec<_> = (0..THREADS).map(|_| scope.spawn(change)).collect();
        start.wait();
        for _ in 0..TURNS {
            map.age();
            // The entry is used between any two agings, so it is never dropped.
            map.read(0, |_| ());
        }
        is_over.store(true, Ordering::Relaxed);
        changers.into_iter().map(|changer| changer.join().expect("it counts")).sum()
    });
    assert_eq!(map.read(0, |value| *value), Some(made));
}
