//! Sessions as people see them: boards, texts, keyboards, pages and phrases in every language.

mod agreements;
mod boards;
mod cards;
mod connect_four;
mod departures;
mod emoji;
mod endings;
mod languages;
mod lessons;
mod lists;
mod locales;
mod looks;
mod mnk_perfect;
mod page;
mod page_lessons;
mod page_study;
mod people_names;
mod puzzles;
mod rematches;
mod results;
mod retries;
mod reviews;
mod screens;
mod sharing;
mod sheep;
mod sheets;
mod standings;
mod strategic;
mod taps;
mod votes;
mod why;
mod wins;
mod support {
    #[path = "../../../../session/tests/session/support/rematching.rs"]
    pub(crate) mod rematching;
    #[path = "../../../../session/tests/session/support/voting.rs"]
    pub(crate) mod voting;
    #[path = "../../../../session/tests/session/support/actions.rs"]
    pub(crate) mod actions;
    pub(crate) mod link_phrases;
    pub(crate) mod people_phrases;
    pub(crate) mod phrases;
    pub(crate) mod presses;
    pub(crate) mod source_texts;
    pub(crate) mod seeking_taps;
    #[path = "../../../../session/tests/session/support/sessions.rs"]
    pub(crate) mod sessions;
}
