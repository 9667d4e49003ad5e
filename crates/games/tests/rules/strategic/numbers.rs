//! The sets of numbers of strategic tic-tac-toe, and their notation.

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use zerosum_games::strategic::numbers::{
    FunctionalSet, HyperSet, NumberPlace, NumberSet, NumberSetError, RuleSet,
};

/// The sets that are not in the list of its authors.
const FOUND: [&str; 2] = ["short", "hshort"];

/// The sets as their authors list them: name and digits.
fn listed() -> Vec<(String, String)> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/strategic/numbers.txt");
    let text = fs::read_to_string(file).expect("the list is there");
    let rows = text.lines().filter(|row| !row.starts_with('#'));
    let rows = rows.map(|row| row.split_once(' ').expect("a row is a name and digits"));
    rows.map(|(name, digits)| (name.to_owned(), digits.to_owned())).collect()
}

#[test]
fn every_named_set_is_the_one_its_authors_list() {
    let listed = listed();
    let is_theirs = |name: &&str| !FOUND.contains(name);
    let names: Vec<&str> = NumberSet::names().filter(is_theirs).collect();
    assert_eq!(names, listed.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>());
    assert_eq!((names.len(), NumberSet::names().count()), (65, 65 + FOUND.len()));
    for (name, digits) in &listed {
        let named = NumberSet::named(name).expect("it is a name");
        let digits: Vec<u8> = digits.bytes().filter(u8::is_ascii_digit).collect();
        let number = |strategic: usize, row: usize, column: usize| match named.rule_set() {
            RuleSet::Tactical => panic!("the tactical rule set has no numbers"),
            RuleSet::Functional => digits[strategic % 3 * 9 + row] - b'1',
            RuleSet::Hyperfunctional => digits[strategic * 81 + row * 9 + column] - b'1',
        };
        for (strategic, row, column) in places() {
            let [s, r, c] = [strategic, row, column].map(|at| u8::try_from(at).expect("below 9"));
            assert_eq!(named.number(s, r, c), number(strategic, row, column), "{name} {s} {r} {c}");
        }
    }
}

#[test]
fn a_named_set_has_one_value_however_it_is_made() {
    for (name, digits) in listed() {
        let named = NumberSet::named(&name).expect("it is a name");
        assert_eq!(named.name(), Some(name.as_str()));
        assert_eq!(named.to_string(), name);
        assert_eq!(name.parse(), Ok(named.clone()));
        assert_eq!(digits.parse(), Ok(named.clone()), "{name}");
        if let NumberSet::Functional(numbers) = &named {
            let columns = numbers.columns().expect("the authors' sets have three lists");
            let set = FunctionalSet::of_columns(columns).expect("they are numbers");
            assert_eq!(NumberSet::from(set), named);
        }
    }
    assert_eq!(NumberSet::named("map19"), None);
    assert_eq!(NumberSet::usual(RuleSet::Tactical), None);
    assert_eq!(NumberSet::usual(RuleSet::Functional), NumberSet::named("map34"));
    assert_eq!(NumberSet::usual(RuleSet::Hyperfunctional), NumberSet::named("hmap2"));
}

#[test]
fn an_error_says_which_number_is_wrong_and_where() {
    let error = |text: &str| text.parse::<NumberSet>().expect_err("it is no set").to_string();
    let wrong = |count: usize, at: usize| {
        let digits = (0..count).map(|index| if index == at { 'x' } else { '5' });
        error(&digits.collect::<String>())
    };
    let end = "a number is from 1 to 9, found 'x'";
    assert_eq!(wrong(27, 13), format!("column 2 of strategic cells, row 5: {end}"));
    assert_eq!(wrong(81, 80), format!("strategic cell 9, row 9: {end}"));
    assert_eq!(wrong(729, 100), format!("strategic cell 2, row 3, column 2: {end}"));
    let shifts = format!("s{}x{}", "1".repeat(40), "9".repeat(40));
    let place = "shift 1 down and 1 right, strategic cell 5";
    assert_eq!(error(&shifts), format!("{place}: {end}"));
    assert!(error(&shifts[..80]).ends_with("found 79"), "{}", error(&shifts[..80]));
    assert!(error("123").ends_with("found 3"), "{}", error("123"));
    assert!(error(&"1".repeat(1_000_000)).ends_with("found 1458"));
    let far = format!("{}{}1", "1".repeat(27), " ".repeat(10_000));
    assert!(error(&far).ends_with("found 28"));

    let mut rows = [[0; 9]; 9];
    rows[2][3] = 9;
    let place = NumberPlace::Row { strategic: 2, row: 3 };
    assert_eq!(FunctionalSet::new(rows), Err(NumberSetError::TooLarge { place, found: 9 }));
    let place = NumberPlace::RowOfColumn { column: 2, row: 3 };
    let columns = [rows[0], rows[1], rows[2]];
    assert_eq!(
        FunctionalSet::of_columns(columns),
        Err(NumberSetError::TooLarge { place, found: 9 })
    );
    let mut cells = [[[0; 9]; 9]; 9];
    cells[8] = rows;
    let place = NumberPlace::Cell { strategic: 8, row: 2, column: 3 };
    assert_eq!(HyperSet::new(cells), Err(NumberSetError::TooLarge { place, found: 9 }));
    assert_eq!(place.ordinal(), 8 * 81 + 2 * 9 + 4);
    let place = NumberPlace::Shift { shift: 2, strategic: 3 };
    assert_eq!(HyperSet::of_shifts(rows), Err(NumberSetError::TooLarge { place, found: 9 }));
}

proptest! {
    #[test]
    fn a_set_of_ones_own_is_read_as_it_is_printed(
        numbers in proptest::collection::vec(0_u8..9, 729),
        count in prop_oneof![Just(27), Just(81), Just(729)],
        separator in "[ ,;/|.\n]{0,2}",
        step in 1_usize..28,
    ) {
        let digits: String = numbers[..count].iter().map(|number| (number + 1).to_string()).collect();
        let parts: Vec<&str> = (0..count)
            .step_by(step)
            .map(|start| &digits[start..count.min(start + step)])
            .collect();
        let divided = parts.join(&separator);
        let set: NumberSet = divided.parse().expect("they are numbers");
        prop_assert_eq!(set.to_string(), digits);
        prop_assert_eq!(set.name(), None);
        for (strategic, row, column) in places() {
            let expected = match count {
                27 => numbers[strategic % 3 * 9 + row],
                81 => numbers[strategic * 9 + row],
                _ => numbers[strategic * 81 + row * 9 + column],
            };
            let [s, r, c] = [strategic, row, column].map(|at| u8::try_from(at).expect("below 9"));
            prop_assert_eq!(set.number(s, r, c), expected);
        }
    }

    /// A number depends on the way from the tactical cell to the operational one, round the edges of 3x3.
    #[test]
    fn a_set_of_shifts_is_the_same_from_every_tactical_cell(
        numbers in proptest::collection::vec(0_u8..9, 81),
    ) {
        let digits: String = numbers.iter().map(|number| (number + 1).to_string()).collect();
        let set: NumberSet = format!("s{digits}").parse().expect("they are numbers");
        for (strategic, row, column) in places() {
            let (tactical, cell) = ((row / 3, column / 3), (row % 3, column % 3));
            let down = (0..3).find(|down| (tactical.0 + down) % 3 == cell.0).expect("one of three");
            let right = (0..3).find(|right| (tactical.1 + right) % 3 == cell.1).expect("the same");
            let [s, r, c] = [strategic, row, column].map(|at| u8::try_from(at).expect("below 9"));
            prop_assert_eq!(set.number(s, r, c), numbers[(down * 3 + right) * 9 + strategic]);
        }
        prop_assert_eq!(set.to_string(), format!("s{digits}"));
        let NumberSet::Hyper(set) = set else { panic!("a number for each cell") };
        prop_assert_eq!(set.digits().len(), 729);
        prop_assert_eq!(set.digits().parse(), Ok(NumberSet::Hyper(set)));
    }

    #[test]
    fn a_text_is_a_set_or_an_error_and_no_panic(text in "(map|hmap|s)?[0-9x ,é]{0,90}") {
        if let Ok(set) = text.parse::<NumberSet>() {
            prop_assert_eq!(set.to_string().parse(), Ok(set));
        }
    }
}

fn places() -> impl Iterator<Item = (usize, usize, usize)> {
    (0..729).map(|index| (index / 81, index / 9 % 9, index % 9))
}
