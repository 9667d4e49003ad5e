//! Strategic tic-tac-toe: its rules compared with a second implementation, the names of the rules,
//! and the symmetries that sets of numbers keep.

use std::collections::HashSet;
use std::mem::size_of;

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::seed::Seed;
use zerosum_games::side::Side;
use zerosum_games::strategic::names::{StrategicRulesError, fault_of};
use zerosum_games::strategic::numbers::{HyperSet, NumberSet, RuleSet};
use zerosum_games::strategic::rules::{Restrictions, StrategicRules};
use zerosum_games::strategic::{Strategic, Target, code_of_square};
use zerosum_games::ultimate::{Closure, Draws, LocalStatus};
use zerosum_games::{Game, MoveCode, Outcome};

use crate::support::moves::{after, legal_moves};
use crate::support::naive_strategic::{NaiveStrategic, Triple};

/// Number of random games of each rule set with each choice of parameters: 1,152 in all.
const GAMES: u64 = 6;

/// A set of one's own without any order.
fn disordered(seed: u64) -> NumberSet {
    let number = |place: usize| Seed(seed).mixed().rotate_left(7) ^ Seed(place as u64).mixed();
    let mut places = 0..;
    let mut next = || {
        let place = places.next().expect("there are enough");
        u8::try_from(number(place) % 9).expect("below 9")
    };
    let mut cells = [[[0; 9]; 9]; 9];
    cells.as_flattened_mut().as_flattened_mut().iter_mut().for_each(|cell| *cell = next());
    HyperSet::new(cells).expect("they are numbers").into()
}

/// All choices of parameters of the three rule sets.
pub(crate) fn all_rules() -> impl Iterator<Item = StrategicRules> {
    let usual = RuleSet::ALL.into_iter().map(StrategicRules::usual);
    usual.flat_map(|rules| rules.variants().collect::<Vec<_>>())
}

fn code_of([strategic, tactical, cell]: Triple) -> MoveCode {
    MoveCode(u16::try_from((strategic * 9 + tactical) * 9 + cell).expect("below 729"))
}

fn letter(side: Side) -> char {
    if side == Side::First { 'X' } else { 'O' }
}

fn letter_of(status: LocalStatus) -> char {
    match status {
        LocalStatus::InPlay => '.',
        LocalStatus::Won(side) => letter(side),
        LocalStatus::Drawn => '=',
    }
}

fn assert_same(position: &Strategic, naive: &NaiveStrategic, expected: &[Triple]) {
    let at = || format!("{}: {position}\n{}", naive.rules, position.board());
    let expected: Vec<MoveCode> = expected.iter().copied().map(code_of).collect();
    assert_eq!(legal_moves(position), expected, "{}", at());
    assert_eq!(letter(position.turn()), naive.turn(), "{}", at());
    let result = match position.outcome() {
        Some(Outcome::Win(side)) => letter(side),
        Some(Outcome::Draw) => '=',
        None => '.',
    };
    assert_eq!(result, naive.result, "{}", at());
    let target = match position.target() {
        Target::Anywhere => (None, None),
        Target::Strategic(strategic) => (Some(usize::from(strategic)), None),
        Target::Tactical(strategic, tactical) => {
            (Some(usize::from(strategic)), Some(usize::from(tactical)))
        }
    };
    assert_eq!(target, naive.target(), "{}", at());
    let Some(&[strategic, tactical, cell]) = naive.moves.last() else { return };
    let [s, t] = [strategic, tactical].map(|cell| u8::try_from(cell).expect("below 9"));
    let mark = position.mark(code_of([strategic, tactical, cell])).expect("it is marked");
    assert_eq!(letter(mark), naive.cells[strategic * 81 + tactical * 9 + cell], "{}", at());
    let status = letter_of(position.tactical_status(s, t));
    assert_eq!(status, naive.tactical[strategic * 9 + tactical], "{}", at());
    assert_eq!(letter_of(position.strategic_status(s)), naive.strategic[strategic], "{}", at());
}

/// A random game by both implementations; gives its last position.
fn compare_game(rules: &StrategicRules, number: u64) -> Strategic {
    let mut position = Strategic::new(rules.clone());
    let mut naive = NaiveStrategic::new(rules.clone());
    for ply in 0.. {
        let moves = naive.legal_moves();
        assert_same(&position, &naive, &moves);
        let Some(triple) = Seed(number << 32 | ply).pick(moves.into_iter()) else { break };
        position.play(code_of(triple)).expect("the move is legal");
        naive.play(triple);
    }
    position
}

#[test]
fn all_rules_play_like_the_plain_second_implementation() {
    let mut ends: HashSet<Option<Outcome>> = HashSet::new();
    let mut games = 0;
    for rules in all_rules() {
        for number in 0..GAMES {
            ends.insert(compare_game(&rules, number << 8 | games).outcome());
            games += 1;
        }
    }
    assert_eq!(games, 1_152);
    // Without this the comparison could be one of games that all end alike.
    let wins = Side::ALL.map(|side| Some(Outcome::Win(side)));
    assert_eq!(ends, HashSet::from([wins[0], wins[1], Some(Outcome::Draw)]));
}

#[test]
fn sets_of_ones_own_play_like_the_plain_second_implementation() {
    for seed in 0..4 {
        let numbers = Some(disordered(seed));
        let rules = StrategicRules { numbers, ..StrategicRules::usual(RuleSet::Hyperfunctional) };
        for rules in rules.variants().step_by(5) {
            compare_game(&rules, seed);
        }
    }
    for name in NumberSet::names() {
        let numbers = NumberSet::named(name);
        compare_game(&StrategicRules { numbers, ..StrategicRules::usual(RuleSet::Functional) }, 1);
    }
}

#[test]
fn both_implementations_have_the_known_perft() {
    fn lines(position: &Strategic, plies: u32) -> u64 {
        let moves = legal_moves(position);
        match plies {
            1 => moves.len().try_into().expect("a position has few moves"),
            _ => moves.into_iter().map(|code| lines(&after(position, code), plies - 1)).sum(),
        }
    }
    fn plain_lines(position: &NaiveStrategic, plies: u32) -> u64 {
        let moves = position.legal_moves();
        let after = |triple| {
            let mut next = position.clone();
            next.play(triple);
            next
        };
        match plies {
            1 => moves.len().try_into().expect("a position has few moves"),
            _ => moves.into_iter().map(|triple| plain_lines(&after(triple), plies - 1)).sum(),
        }
    }
    for (rule_set, expected) in [
        (RuleSet::Tactical, [729, 6_552, 58_824, 527_472]),
        (RuleSet::Functional, [729, 6_561, 59_049, 529_254]),
        (RuleSet::Hyperfunctional, [729, 6_561, 59_049, 530_496]),
    ] {
        let (closure, draws) = (Closure::Decided, Draws::Neutral);
        let rules = StrategicRules { closure, draws, ..StrategicRules::usual(rule_set) };
        let start = Strategic::new(rules.clone());
        assert_eq!([1, 2, 3, 4].map(|plies| lines(&start, plies)), expected, "{rules}");
        let plain = NaiveStrategic::new(rules.clone());
        assert_eq!([1, 2, 3, 4].map(|plies| plain_lines(&plain, plies)), expected, "{rules}");
    }
}

#[test]
fn a_position_fits_into_512_bytes() {
    assert!(size_of::<Strategic>() <= 512, "{} bytes", size_of::<Strategic>());
}

/// The position after moves from the start.
fn played(name: &str, moves: &str) -> Strategic {
    let rules = name.parse().expect("the rules have this name");
    moves.split_whitespace().fold(Strategic::new(rules), |position, text| {
        after(&position, position.read_move(text).expect("the text is a move"))
    })
}

#[test]
fn a_move_leads_where_the_rule_set_says() {
    assert_eq!(played("strategic", "541").target(), Target::Tactical(3, 0));
    // Row 4 of strategic cell 5, in which map34 has 4 and map67 has 5.
    assert_eq!(played("strategic-functional", "541").target(), Target::Tactical(3, 0));
    assert_eq!(played("strategic-functional-map67", "541").target(), Target::Tactical(4, 0));
    // Row 4, column 1 of strategic cell 5, in which hmap2 has 7.
    assert_eq!(played("strategic-hyper", "541").target(), Target::Tactical(6, 0));
}

#[test]
fn a_player_may_not_be_sent_back_unless_there_is_no_other_move() {
    let may = |rules: &str, moves: &str, text: &str| {
        let position = played(rules, moves);
        position.is_legal(position.read_move(text).expect("the text is a move"))
    };
    // X has moved in 1 1 and is sent to 2 1, where each cell leads to the one of its number in 1.
    assert!(may("strategic", "112 121", "211"));
    assert!(!may("strategic-tb", "112 121", "211"));
    assert!(may("strategic-tb", "112 121", "213"));
    // As every move leads to strategic cell 1, only the bar for tactical cells holds.
    assert!(may("strategic-sb", "112 121", "211"));
    assert!(!may("strategic-tb-sb", "112 121", "211"));
    assert!(may("strategic-tb-sb", "112 121", "213"));
    // X has moved in 2 and is sent to 3 1, the rows of which lead to 1, 3 and 2.
    assert!(may("strategic-functional", "271 811", "317"));
    assert!(!may("strategic-functional-sb", "271 811", "317"));
    assert!(may("strategic-functional-sb", "271 811", "311"));
    assert!(may("strategic-functional-tb", "271 811", "318"));
    assert!(!may("strategic-functional-tb", "271 811", "317"));
}

#[test]
fn rules_have_one_name_and_are_read_from_it() {
    let names: HashSet<String> = all_rules().map(|rules| rules.to_string()).collect();
    assert_eq!(names.len(), 192);
    let own = StrategicRules {
        numbers: Some(disordered(7)),
        ..StrategicRules::usual(RuleSet::Hyperfunctional)
    };
    let named = NumberSet::names().map(|name| {
        let numbers = NumberSet::named(name).expect("it is a name");
        StrategicRules {
            numbers: Some(numbers.clone()),
            ..StrategicRules::usual(numbers.rule_set())
        }
    });
    for rules in all_rules().chain(own.variants()).chain(named) {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    let digits = format!("strategic-functional-{}-neutral-sa", "1".repeat(27));
    let rules: StrategicRules = digits.parse().expect("27 numbers are a set");
    assert_eq!(rules.to_string(), digits);
    assert_eq!(
        rules.strategic,
        Restrictions { does_decided_target_free: true, bars_return: false }
    );
    let wrong = "Strategic strategic- strategic-map34 strategic-tb-ta strategic-hyper-map67 \
                 strategic-functional-map99 strategic-functional-hmap2 strategic-hyper-neutral-hmap2 \
                 strategic-functional-hyper strategicfunctional strategic-functional-map34-map34";
    for wrong in wrong.split_whitespace() {
        assert!(wrong.parse::<StrategicRules>().is_err(), "{wrong:?}");
    }
}

#[test]
fn a_game_has_one_name_and_is_known_by_others() {
    let shifts: String =
        (0..81_u8).map(|place| char::from(b'1' + (place % 9 * 7 + place / 9) % 9)).collect();
    let numbers: NumberSet = format!("s{shifts}").parse().expect("they are numbers");
    let NumberSet::Hyper(all) = &numbers else { panic!("a number for each cell") };
    for (alias, name) in [
        ("strategic-functional-map34-ta".to_owned(), "strategic-functional-ta".to_owned()),
        (
            "strategic-functional-213654798321465879132546987".to_owned(),
            "strategic-functional".to_owned(),
        ),
        (
            format!("strategic-functional-{}-sb", "213654798".repeat(9)),
            format!("strategic-functional-{}-sb", "213654798".repeat(3)),
        ),
        (format!("strategic-hyper-{}", all.digits()), format!("strategic-hyper-s{shifts}")),
    ] {
        let spec = GameSpec::from_name(&name).expect("it is a name");
        assert_eq!(spec.name(), name);
        assert_eq!(GameSpec::from_name(&alias), None, "{alias}");
        assert_eq!(GameSpec::from_alias(&alias), Some((spec, None)), "{alias}");
        let AnyGame::Strategic(start) = spec.start() else { panic!("{name}") };
        assert_eq!(start.rules().to_string(), name);
    }
}

#[test]
fn why_there_is_no_such_game_is_told() {
    let NumberSet::Hyper(all) = disordered(1) else { panic!("a number for each cell") };
    assert_eq!(all.shifts(), None);
    let too_many = format!("strategic-hyper-{}", all.digits());
    assert_eq!(GameSpec::from_alias(&too_many), None);
    assert_eq!(fault_of(&too_many), Some(StrategicRulesError::TooMany));
    let wrong = format!("strategic-functional-{}0", "1".repeat(80));
    let fault = fault_of(&wrong).expect("0 is no number").to_string();
    assert_eq!(fault, "strategic cell 9, row 9: a number is from 1 to 9, found '0'");
    assert_eq!(fault_of("strategic-hyper-map34"), Some(StrategicRulesError::OtherRuleSet));
    assert_eq!(fault_of("strategic-fast"), Some(StrategicRulesError::Form));
    for name in ["strategic-hyper-hshort-decided", "ultimate", ""] {
        assert_eq!(fault_of(name), None, "{name}");
    }
}

#[test]
fn rules_keep_the_symmetries_that_their_numbers_leave() {
    let symmetries = |rules: &StrategicRules| Strategic::new(rules.clone()).symmetries();
    assert_eq!(symmetries(&StrategicRules::usual(RuleSet::Tactical)), 8);
    assert_eq!(symmetries(&StrategicRules::usual(RuleSet::Functional)), 2);
    assert_eq!(symmetries(&StrategicRules::usual(RuleSet::Hyperfunctional)), 2);
    let numbers = Some(disordered(1));
    assert_eq!(
        symmetries(&StrategicRules { numbers, ..StrategicRules::usual(RuleSet::Hyperfunctional) }),
        1
    );
    // Numbers that all are 5 do not notice any way to turn a strategic cell in itself, nor the
    // field around its middle.
    let numbers = "5".repeat(27).parse().ok();
    assert_eq!(
        symmetries(&StrategicRules { numbers, ..StrategicRules::usual(RuleSet::Functional) }),
        64
    );
}

#[test]
fn moves_are_three_numbers_with_or_without_space() {
    let start = Strategic::new(StrategicRules::usual(RuleSet::Tactical));
    for code in (0..729).map(MoveCode) {
        let text = start.move_text(code);
        assert_eq!(start.read_move(&text), Ok(code));
        assert_eq!(start.read_move(&text.replace(' ', "")), Ok(code));
    }
    assert_eq!(start.read_move("5 4 1"), Ok(MoveCode((4 * 9 + 3) * 9)));
    for wrong in ["", "54", "5 4 1 1", "541x", "a1b", "501", "5-4-1", "٥٤١"] {
        assert!(start.read_move(wrong).is_err(), "{wrong:?}");
    }
    for (column, row, text) in
        [(0, 0, "1 1 1"), (26, 0, "3 3 3"), (9, 12, "5 4 1"), (26, 26, "9 9 9")]
    {
        assert_eq!(start.move_text(code_of_square(column, row)), text);
    }
}
