//! Ultimate tic-tac-toe: its rules, their names, and the positions people write.

use std::collections::HashSet;
use std::mem::size_of;

use zerosum::games::ultimate::{Ultimate, UltimateRules};

#[test]
fn a_position_fits_into_64_bytes() {
    assert!(size_of::<Ultimate>() <= 64, "{} bytes", size_of::<Ultimate>());
}

#[test]
fn every_rule_set_has_one_name_and_is_read_from_it() {
    let names: HashSet<String> = UltimateRules::ALL.iter().map(UltimateRules::to_string).collect();
    assert_eq!(names.len(), 32);
    for rules in UltimateRules::ALL {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    let named = UltimateRules::NAMED.map(|rules| rules.to_string());
    assert_eq!(named, ["ultimate", "ultimate-count", "ultimate-tactical"]);
    for wrong in ["", "Ultimate", "ultimate-", "ultimate-b-a", "ultimate-filled-both", "ultimate "]
    {
        assert!(wrong.parse::<UltimateRules>().is_err(), "{wrong:?}");
    }
}
