//! Tests of the searches against plain minimax and the rules alone.

mod any_game;
mod games;
mod mnk;
mod study;
mod support {
    pub(crate) mod descent;
    pub(crate) mod falling_facts;
    pub(crate) mod falling_values;
    pub(crate) mod patience;
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
