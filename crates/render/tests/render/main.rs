//! Sessions as people see them: boards, texts, keyboards, pages and phrases in every language.

mod boards;
mod page_json;
mod pages;
mod words;
mod support {
    #[path = "../../../../session/tests/session/support/rematching.rs"]
    pub(crate) mod rematching;
    #[path = "../../../../session/tests/session/support/voting.rs"]
    pub(crate) mod voting;
    #[path = "../../../../session/tests/session/support/actions.rs"]
    pub(crate) mod actions;
    pub(crate) mod link_phrases;
    pub(crate) mod people_phrases;
    pub(crate) mod study_phrases;
    pub(crate) mod phrases;
    pub(crate) mod presses;
    pub(crate) mod source_texts;
    pub(crate) mod seeking_taps;
    #[path = "../../../../session/tests/session/support/sessions.rs"]
    pub(crate) mod sessions;
    #[path = "../../../../search/tests/search/support/patience.rs"]
    pub(crate) mod patience;
}
