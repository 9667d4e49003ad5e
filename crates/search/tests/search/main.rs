//! Tests of the searches against plain minimax and the rules alone.

mod connect_four;
mod course;
mod iterative_deepening;
mod levels;
mod minimax;
mod mnk_distances;
mod mnk_patterns;
mod mnk_rules;
mod mnk_search;
mod mnk_vcf;
mod mnk_vct;
mod people;
mod puzzles;
mod reasons;
mod review;
mod searchers;
mod sheep_solution;
mod sheep_tutorial;
mod signature;
mod strategic_search;
mod trace;
mod transposition;
mod ultimate_evaluator;
mod ultimate_parameters;
mod ultimate_search;
mod support {
    pub(crate) mod descent;
    pub(crate) mod falling_facts;
    pub(crate) mod falling_values;
    pub(crate) mod impatient;
    pub(crate) mod mnk_force;
    pub(crate) mod mnk_positions;
    pub(crate) mod mnk_threat_positions;
    pub(crate) mod mnk_values;
    #[path = "../../../../games/tests/rules/support/moves.rs"]
    pub(crate) mod moves;
    pub(crate) mod forced_wins;
    #[path = "../../../../games/tests/rules/support/positions.rs"]
    pub(crate) mod positions;
    pub(crate) mod area_facts;
    pub(crate) mod lesson_facts;
    pub(crate) mod line_facts;
    pub(crate) mod sheep_facts;
    pub(crate) mod strategic_games;
}
