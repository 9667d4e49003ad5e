//! The mind for the ultimate game: its exact results are those of plain minimax, and it keeps what
//! every mind promises under all 32 rule sets.

use zerosum::games::ultimate::{Ultimate, UltimateRules};
use zerosum::games::{Game, MoveCode, Symmetry};
use zerosum::search::minimax;
use zerosum::search::opinion::{Candidate, Opinion, Prospects};
use zerosum::search::score::Score;
use zerosum::search::thought::{
    Distance, Limits, NODES_BETWEEN_LOOKS, Thinker, Thought, Unwatched, Watch,
};
use zerosum::search::ultimate::judge::{Judge, LineJudge};
use zerosum::search::ultimate::opinion::Judged;
use zerosum::search::ultimate::{EXACT_EMPTY_MAX, UltimateThinker, empty_cells};
use zerosum::search::{RankedMove, Seed, Verdict};

use support::moves::{after, legal_moves};

mod support {
    pub mod moves;
}

type Mind = UltimateThinker<LineJudge>;

const TABLE_BYTES: usize = 1 << 20;

/// How many games of each rule set have their end compared with plain minimax.
const GAMES: u64 = 16;

/// Plain minimax reads so many empty cells to the end in a moment.
const EMPTY_MAX: u32 = 5;

/// Deep enough for reductions, and soon searched without.
const DEPTH_SEEN: u16 = 5;

/// The positions of a random game.
fn random_game(rules: UltimateRules, number: u64) -> Vec<Ultimate> {
    let mut positions = vec![Ultimate::new(rules)];
    for ply in 0.. {
        let position = positions.last().expect("a game begins with a position");
        let seed = Seed((number + 500) << 32 | ply);
        let Some(code) = seed.pick(legal_moves(position).into_iter()) else { break };
        positions.push(after(position, code));
    }
    positions
}

/// The late positions of random games that are still in play.
fn endgames(rules: UltimateRules) -> impl Iterator<Item = Ultimate> {
    (0..GAMES)
        .flat_map(move |number| random_game(rules, number))
        .filter(|position| position.outcome().is_none() && empty_cells(position) <= EMPTY_MAX)
}

#[test]
fn endgames_of_all_32_rule_sets_have_the_verdict_of_plain_minimax() {
    let mut compared = 0;
    for rules in UltimateRules::ALL {
        let mut mind = Mind::new(rules, TABLE_BYTES);
        for position in endgames(rules) {
            let thought = mind.think(&position, Limits::NONE, &mut Unwatched);
            let ranking = minimax::rank(&position).moves;
            let best = ranking.iter().map(|ranked| ranked.verdict).max();
            let verdict = best.expect("the game is in play");
            assert_eq!(thought.score, Score::from(verdict), "{rules}: {position}: {thought:?}");
            assert!(thought.is_exact, "{rules}: {position}: {thought:?}");
            let is_best = |ranked: &RankedMove| {
                Some(ranked.code) == thought.best && ranked.verdict == verdict
            };
            assert!(ranking.into_iter().any(|ranked| is_best(&ranked)), "{rules}: {position}");
            compared += 1;
        }
    }
    assert!(compared > 300, "only {compared} positions");
}

/// The textbook to a fixed depth. Everything is judged anew, and nothing is carried along.
fn score_by_textbook(judge: &LineJudge, position: &Ultimate, depth: u16, plies: u16) -> Score {
    let opinion = Judged::new(judge, position);
    let prospects = opinion.prospects();
    if prospects.worst == prospects.best {
        return Score::from(prospects.best).delayed(plies);
    }
    if depth == 0 {
        return prospects.estimate(opinion.worth());
    }
    let score = |code| -score_by_textbook(judge, &after(position, code), depth - 1, plies + 1);
    legal_moves(position).into_iter().map(score).max().expect("the game is in play")
}

/// What a level that looks so far ahead knows of each move is all there is to know so far, whatever
/// its mind remembers.
#[test]
fn rankings_of_all_32_rule_sets_are_those_of_plain_minimax() {
    for (number, rules) in (0..).zip(UltimateRules::ALL) {
        let judge = LineJudge::of(rules);
        let mut old = Mind::new(rules, TABLE_BYTES);
        for position in random_game(rules, number).into_iter().skip(1).step_by(5) {
            old.think(&position, Limits::of_nodes(5_000), &mut Unwatched);
            let depth = if position.target().is_some() { 4 } else { 2 };
            let expected: Vec<(MoveCode, Score)> = legal_moves(&position)
                .into_iter()
                .map(|code| {
                    let next = after(&position, code);
                    (code, -score_by_textbook(&judge, &next, depth - 1, 1))
                })
                .collect();
            let mut fresh = Mind::new(rules, 0);
            for mind in [&mut old, &mut fresh] {
                let ranking = mind.rank(&position, Limits::of_depth(depth), &mut Unwatched);
                let found: Vec<(MoveCode, Score)> =
                    ranking.iter().map(|scored| (scored.code, scored.score)).collect();
                assert_eq!(found, expected, "{rules}: {position}");
            }
        }
    }
}

/// What an opinion says of its position: what is certain, what it is worth, and what each move promises.
fn said_by(opinion: &Judged<'_, LineJudge>) -> (Prospects, i32, Vec<Candidate>) {
    let mut candidates = Vec::new();
    opinion.candidates(&mut Vec::new(), |candidate| candidates.push(candidate));
    (opinion.prospects(), opinion.worth(), candidates)
}

#[test]
fn an_opinion_that_was_carried_along_is_the_one_that_is_formed_anew() {
    for rules in UltimateRules::ALL {
        let judge = LineJudge::of(rules);
        for number in 0..8 {
            let start = Ultimate::new(rules);
            let mut opinion = Judged::new(&judge, &start);
            for ply in 0.. {
                let position = *opinion.position();
                assert_eq!(
                    said_by(&opinion),
                    said_by(&Judged::new(&judge, &position)),
                    "{position}"
                );
                let moves = legal_moves(&position);
                let (_, _, candidates) = said_by(&opinion);
                let codes: Vec<MoveCode> =
                    candidates.iter().map(|candidate| candidate.code).collect();
                assert_eq!(codes, moves, "{position}");
                let seed = Seed((number + 900) << 32 | ply);
                let Some(code) = seed.pick(moves.into_iter()) else { break };
                opinion.play(code);
            }
        }
    }
}

/// What an opinion is certain of is so.
#[test]
fn no_endgame_is_better_or_worse_than_its_prospects() {
    let mut certain = 0;
    for rules in UltimateRules::ALL {
        let judge = LineJudge::of(rules);
        for position in endgames(rules) {
            let prospects = Judged::new(&judge, &position).prospects();
            let ranking = minimax::rank(&position).moves;
            let verdict = ranking.iter().map(|ranked| ranked.verdict).max();
            let verdict = verdict.expect("the game is in play");
            assert!(prospects.worst <= verdict, "{rules}: {position}: {prospects:?}");
            assert!(verdict <= prospects.best, "{rules}: {position}: {prospects:?}");
            certain += u32::from(prospects.worst == prospects.best);
        }
    }
    assert!(certain > 30, "only {certain} certain positions");
}

/// Where a search with reductions has found the end, the mind goes on to the true distance.
#[test]
fn wins_are_the_fastest_and_defences_the_longest_if_there_is_time() {
    let (mut wins, mut losses) = (0, 0);
    for rules in UltimateRules::NAMED {
        let mut mind = Mind::new(rules, TABLE_BYTES / 16);
        let ends = (0..400).flat_map(|number| random_game(rules, number).into_iter().rev().take(8));
        for position in ends {
            if position.outcome().is_some() || empty_cells(&position) <= EXACT_EMPTY_MAX {
                continue;
            }
            mind.forget();
            let limits = Limits::of_depth(DEPTH_SEEN);
            let thought = mind.think(&position, limits, &mut Unwatched);
            if !thought.score.is_decided() {
                continue;
            }
            let ranking = Mind::new(rules, 0).rank(&position, limits, &mut Unwatched);
            let best = ranking.iter().map(|scored| scored.score).max();
            assert_eq!(Some(thought.score), best, "{rules}: {position}: {thought:?}");
            let is_seen = thought.score.is_decided_within(DEPTH_SEEN);
            assert_eq!(is_seen, thought.distance == Distance::Exact, "{position}: {thought:?}");
            match thought.score.verdict() {
                Verdict::Win { plies } if plies > 2 => wins += 1,
                Verdict::Loss { plies } if plies > 2 => losses += 1,
                Verdict::Win { .. } | Verdict::Loss { .. } | Verdict::Draw => {}
            }
        }
    }
    assert!(wins > 8 && losses > 8, "only {wins} wins and {losses} losses");
}

/// Has had enough after some looks.
struct Patience(u32);

impl Watch for Patience {
    fn is_over(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }

    fn progress(&mut self, _: &Thought) {}
}

#[test]
fn whatever_the_limits_there_is_a_legal_move_and_line() {
    for rules in UltimateRules::ALL {
        let mut mind = Mind::new(rules, TABLE_BYTES);
        for position in random_game(rules, 3).into_iter().step_by(7) {
            for (limits, looks) in [
                (Limits::NONE, 1),
                (Limits::NONE, 2),
                (Limits::of_nodes(1), 100),
                (Limits::of_nodes(700), 100),
                (Limits::of_depth(2), 100),
                (Limits::of_depth(0), 100),
            ] {
                let thought = mind.think(&position, limits, &mut Patience(looks));
                assert_eq!(thought.best, thought.line.first().copied(), "{position}");
                assert_eq!(thought.best.is_none(), position.outcome().is_some(), "{position}");
                thought.line.iter().fold(position, |position, code| after(&position, *code));
                let nodes_max = limits.nodes_max.saturating_add(NODES_BETWEEN_LOOKS);
                assert!(thought.statistics.nodes <= nodes_max, "{position}");
            }
        }
    }
}

#[test]
fn equal_limits_make_equal_thoughts() {
    for rules in UltimateRules::NAMED {
        for position in random_game(rules, 4).into_iter().step_by(9) {
            let think = || {
                Mind::new(rules, TABLE_BYTES).think(
                    &position,
                    Limits::of_nodes(5_000),
                    &mut Unwatched,
                )
            };
            assert_eq!(think(), think(), "{position}");
            let mut mind = Mind::new(rules, TABLE_BYTES);
            let thought = mind.think(&position, Limits::of_nodes(5_000), &mut Unwatched);
            mind.forget();
            let again = mind.think(&position, Limits::of_nodes(5_000), &mut Unwatched);
            assert_eq!(thought, again, "{position}");
        }
    }
}

#[test]
fn a_mind_may_be_asked_about_other_rules() {
    let mut mind = Mind::new(UltimateRules::STANDARD, TABLE_BYTES);
    for rules in UltimateRules::ALL {
        for position in endgames(rules).take(3) {
            let thought = mind.think(&position, Limits::NONE, &mut Unwatched);
            let alone =
                Mind::new(rules, TABLE_BYTES).think(&position, Limits::NONE, &mut Unwatched);
            assert_eq!(thought.score, alone.score, "{rules}: {position}");
        }
    }
}

#[test]
fn mirrored_endgames_have_the_same_score() {
    for rules in UltimateRules::NAMED {
        let mut mind = Mind::new(rules, TABLE_BYTES);
        for position in endgames(rules).take(10) {
            let score = mind.think(&position, Limits::NONE, &mut Unwatched).score;
            for symmetry in (0..position.symmetries()).map(Symmetry) {
                let image = position.image(symmetry);
                let thought = mind.think(&image, Limits::NONE, &mut Unwatched);
                assert_eq!(thought.score, score, "{position}, {symmetry:?}");
            }
        }
    }
}
