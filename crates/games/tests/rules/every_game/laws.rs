//! The laws of `Game`, on random play of every game and on all positions of the small one.

use std::collections::{HashMap, HashSet};

use zerosum_games::any::{AnyGame, GameSpec};
use zerosum_games::family::{Family, Longest};
use zerosum_games::seed::Seed;
use zerosum_games::strategic::Strategic;
use zerosum_games::strategic::numbers::RuleSet;
use zerosum_games::strategic::rules::StrategicRules;
use zerosum_games::{Game, IllegalMove, MoveCode, Symmetry};

use crate::strategic::rules::all_rules;
use crate::support::moves::{after, legal_moves};
use crate::support::positions::every_position;

/// Number of random games of the small game, of each of the others, and of each of those of 729
/// cells.
const GAMES: u64 = 100;
const LONG_GAMES: u64 = 4;
const LONGEST_GAMES: u64 = 2;

/// Interval between the positions that are turned and mirrored, in long games and in games longer
/// than the 225 cells of the largest other board.
const IMAGE_STEP: usize = 7;
const LONGEST_IMAGE_STEP: usize = 97;

fn games_of(spec: GameSpec) -> u64 {
    match spec {
        GameSpec::TicTacToe => GAMES,
        GameSpec::Mnk(_)
        | GameSpec::ConnectFour(_)
        | GameSpec::Ultimate(_)
        | GameSpec::Sheep(_) => LONG_GAMES,
        GameSpec::Strategic(_) => LONGEST_GAMES,
    }
}

/// Maximum number of positions of a game in which all possible codes are tried: all positions of
/// the small one.
const POSITIONS_OF_ALL_CODES: usize = 10;
const LONG_POSITIONS_OF_ALL_CODES: usize = 3;

/// A game from start to end.
struct Line<G> {
    moves: Vec<MoveCode>,
    /// The position before each of the moves, and the last one.
    positions: Vec<G>,
}

/// A random game; equal numbers give equal games.
fn random_line<G: Game>(start: G, number: u64) -> Line<G> {
    let mut line = Line { moves: Vec::new(), positions: vec![start] };
    for ply in 0.. {
        let position = line.positions.last().expect("a line begins with a position");
        let seed = Seed(number << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        let next = after(position, code);
        line.moves.push(code);
        line.positions.push(next);
    }
    line
}

fn random_lines() -> impl Iterator<Item = Line<AnyGame>> {
    GameSpec::ALL
        .into_iter()
        .flat_map(|spec| (0..games_of(spec)).map(move |game| random_line(spec.start(), game)))
}

fn random_positions() -> impl Iterator<Item = AnyGame> {
    random_lines().flat_map(|line| line.positions)
}

#[test]
fn there_is_a_legal_move_exactly_when_there_is_no_outcome() {
    random_positions().for_each(|position| assert_moves_until_outcome(&position));
}

fn assert_moves_until_outcome<G: Game>(position: &G) {
    assert_eq!(legal_moves(position).is_empty(), position.outcome().is_some(), "{position:?}");
}

#[test]
fn legal_moves_ascend_and_are_appended() {
    random_positions().for_each(|position| assert_moves_ascend(&position));
}

fn assert_moves_ascend<G: Game>(position: &G) {
    let mut moves = vec![MoveCode(u16::MAX)];
    position.legal_moves(&mut moves);
    assert_eq!(moves.remove(0), MoveCode(u16::MAX), "{position:?}");
    assert!(moves.is_sorted_by(|one, other| one < other), "{position:?}: {moves:?}");
}

#[test]
fn of_all_codes_the_legal_ones_are_played_and_the_others_change_nothing() {
    for spec in GameSpec::ALL {
        let positions = random_line(spec.start(), 0).positions;
        let tried = match spec {
            GameSpec::TicTacToe => POSITIONS_OF_ALL_CODES,
            GameSpec::Mnk(_)
            | GameSpec::ConnectFour(_)
            | GameSpec::Ultimate(_)
            | GameSpec::Strategic(_)
            | GameSpec::Sheep(_) => LONG_POSITIONS_OF_ALL_CODES,
        };
        let step = positions.len().div_ceil(tried);
        positions.iter().step_by(step).for_each(assert_all_codes);
    }
}

fn assert_all_codes<G: Game>(position: &G) {
    let legal = legal_moves(position);
    for code in (0..=u16::MAX).map(MoveCode) {
        let is_legal = legal.binary_search(&code).is_ok();
        assert_eq!(position.is_legal(code), is_legal, "{position:?}, {code:?}");
        let mut next = position.clone();
        let answer = next.play(code);
        assert_eq!(answer, if is_legal { Ok(()) } else { Err(IllegalMove(code)) });
        assert_eq!(next == *position, !is_legal, "{position:?}, {code:?}");
    }
}

#[test]
fn a_clone_and_its_original_play_alike_and_apart() {
    random_lines().for_each(|line| assert_clones_play_apart(&line));
}

fn assert_clones_play_apart<G: Game>(line: &Line<G>) {
    let mut original = line.positions[0].clone();
    for (&code, expected) in line.moves.iter().zip(&line.positions) {
        let mut clone = original.clone();
        clone.play(code).expect("the move is legal");
        assert_eq!(original, *expected);
        original.play(code).expect("the move is legal");
        assert_eq!(clone, original);
    }
}

#[test]
fn sides_alternate() {
    random_lines().for_each(|line| assert_sides_alternate(&line));
}

fn assert_sides_alternate<G: Game>(line: &Line<G>) {
    for pair in line.positions.windows(2) {
        assert_eq!(pair[1].turn(), !pair[0].turn(), "{pair:?}");
    }
}

#[test]
fn every_line_ends_within_its_limit() {
    random_lines().for_each(|line| assert_limit(&line));
}

fn assert_limit<G: Game>(line: &Line<G>) {
    assert!(line.moves.len() <= usize::from(line.positions[0].max_plies()));
    assert!(line.positions.iter().all(|at| at.max_plies() == line.positions[0].max_plies()));
}

#[test]
fn positions_of_random_games_are_equal_exactly_when_their_keys_are() {
    for spec in GameSpec::ALL {
        let lines: Vec<Line<AnyGame>> =
            (0..games_of(spec)).map(|number| random_line(spec.start(), number)).collect();
        assert_keys(&lines);
    }
}

/// Checks the keys of the positions in lines of one game.
fn assert_keys<G: Game>(lines: &[Line<G>]) {
    let longest = lines.iter().map(|line| line.positions.len()).max().unwrap_or(0);
    for ply in 0..longest {
        let met: Vec<&G> = lines.iter().filter_map(|line| line.positions.get(ply)).collect();
        for one in &met {
            for other in &met {
                assert_eq!(one == other, one.key() == other.key(), "{one:?}, {other:?}");
            }
        }
    }
    let mut met = HashMap::new();
    for position in lines.iter().flat_map(|line| &line.positions) {
        let other = met.insert(position.key(), position);
        assert!(other.is_none_or(|other| other == position), "{other:?}, {position:?}");
    }
}

#[test]
fn the_5478_positions_of_tic_tac_toe_have_as_many_keys() {
    let positions = every_position();
    let keys: HashSet<u64> = positions.iter().map(Game::key).collect();
    assert_eq!((positions.len(), keys.len()), (5478, 5478));
    assert_eq!(positions.iter().filter(|position| position.outcome().is_some()).count(), 958);
}

#[test]
fn the_image_of_a_position_is_the_same_game_seen_otherwise() {
    for line in random_lines() {
        let step = match line.positions[0].max_plies() {
            ..=9 => 1,
            10..=225 => IMAGE_STEP,
            226.. => LONGEST_IMAGE_STEP,
        };
        for position in line.positions.iter().step_by(step) {
            assert_images_are_faithful(position);
        }
    }
    for position in every_position() {
        assert_images_are_faithful(&position);
    }
}

fn assert_images_are_faithful<G: Game>(position: &G) {
    for symmetry in symmetries(position) {
        let image = position.image(symmetry);
        assert_eq!(image.outcome(), position.outcome(), "{position:?}, {symmetry:?}");
        assert_eq!(image.turn(), position.turn(), "{position:?}, {symmetry:?}");
        let moves = legal_moves(position);
        let mut images: Vec<MoveCode> =
            moves.iter().map(|code| position.image_of_move(*code, symmetry)).collect();
        for (code, image_code) in moves.iter().zip(&images) {
            let image_after = after(position, *code).image(symmetry);
            assert_eq!(after(&image, *image_code), image_after, "{position:?}, {symmetry:?}");
        }
        images.sort_unstable();
        assert_eq!(images, legal_moves(&image), "{position:?}, {symmetry:?}");
    }
}

#[test]
fn the_first_symmetry_is_the_identity_and_the_others_differ() {
    GameSpec::ALL.into_iter().for_each(|spec| assert_symmetries_differ(&spec.start()));
    for position in random_positions() {
        assert_eq!(position.image(Symmetry(0)), position);
    }
}

fn assert_symmetries_differ<G: Game>(start: &G) {
    let moves = legal_moves(start);
    let images: HashSet<Vec<MoveCode>> = symmetries(start)
        .map(|symmetry| moves.iter().map(|at| start.image_of_move(*at, symmetry)).collect())
        .collect();
    assert_eq!(images.len(), usize::from(start.symmetries()), "{start:?}");
    for code in &moves {
        assert_eq!(start.image_of_move(*code, Symmetry(0)), *code);
    }
}

fn symmetries<G: Game>(position: &G) -> impl Iterator<Item = Symmetry> + use<G> {
    (0..position.symmetries()).map(Symmetry)
}

/// Steps through the rules of strategic tic-tac-toe and the positions of a game: the tested rules
/// have all choices of parameters, but not all combinations.
const STRATEGIC_RULES_STEP: usize = 5;
const STRATEGIC_STEP: usize = 97;

#[test]
fn strategic_tic_tac_toe_keeps_the_laws() {
    for rules in all_rules().step_by(STRATEGIC_RULES_STEP) {
        let start = Strategic::new(rules.clone());
        assert_symmetries_differ(&start);
        let lines = [1, 2].map(|number| random_line(start.clone(), number));
        assert_keys(&lines);
        let [line, _] = lines;
        assert_clones_play_apart(&line);
        assert_sides_alternate(&line);
        assert_limit(&line);
        for position in line.positions.iter().step_by(STRATEGIC_STEP).chain(line.positions.last()) {
            assert_moves_until_outcome(position);
            assert_moves_ascend(position);
            assert_eq!(position.image(Symmetry(0)), *position);
        }
        // Positions with either side to move.
        for position in line.positions.iter().skip(50).step_by(STRATEGIC_STEP) {
            assert_images_are_faithful(position);
        }
    }
    for rule_set in RuleSet::ALL {
        let line = random_line(Strategic::new(StrategicRules::usual(rule_set)), 0);
        line.positions.iter().step_by(200).for_each(assert_all_codes);
    }
}

/// The largest games of free choice, which no list has.
fn largest_of_free_choice() -> [GameSpec; 6] {
    let numbers: String =
        (0..81_u8).map(|place| char::from(b'1' + (place % 9 * 7 + place / 9) % 9)).collect();
    let rows = format!("strategic-functional-{numbers}-decided-neutral-ta-tb-sa-sb");
    let shifts = format!("strategic-hyper-s{numbers}-decided-neutral-ta-tb-sa-sb");
    ["20x20x15", "20x19x10", "20x20x5-renju-swap2", "connect-four-9x9-pop", &rows, &shifts]
        .map(|name| GameSpec::from_name(name).expect("it is a game"))
}

#[test]
fn no_game_its_name_or_a_move_of_it_is_longer_than_its_family_says() {
    for spec in GameSpec::ALL.into_iter().chain(largest_of_free_choice()) {
        let Longest { name_bytes, plies, code } = spec.family().longest();
        assert!(spec.name().len() <= name_bytes, "{}", spec.name());
        assert!(spec.start().max_plies() <= plies, "{}", spec.name());
        let line = random_line(spec.start(), 1);
        let moves = line.positions.iter().flat_map(legal_moves);
        assert!(moves.max() <= Some(code), "{}", spec.name());
    }
}

#[test]
fn every_family_has_games_and_offers_one_of_them_at_first() {
    for family in Family::ALL {
        let is_of_family = |spec: &GameSpec| spec.family() == *family;
        assert!(GameSpec::ALL.iter().any(is_of_family), "{family:?}");
        assert!(GameSpec::offered_first().iter().any(is_of_family), "{family:?}");
    }
    let offered = GameSpec::offered();
    let all: HashSet<GameSpec> = offered.iter().copied().collect();
    assert_eq!(all.len(), offered.len(), "no game is offered twice");
}
