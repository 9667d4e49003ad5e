//! Calls of the bot that the playground refuses.

use zerosum_playground::calls::Call;

use crate::support::harness::Table;

impl Table {
    /// Allows refusals with these words in this test, each of which must occur at least once.
    pub(crate) fn expect_refusals(&mut self, words: &[&'static str]) {
        self.refusals.extend(words);
    }

    /// Allows refusals with these words in this test, which may occur.
    pub(crate) fn allow_refusals(&mut self, words: &'static str) {
        self.allowed_refusals.push(words);
    }

    /// Checks that all of the expected ones occurred and no other but allowed ones.
    pub(crate) fn check_refusals(&self) {
        let mut missing = self.refusals.clone();
        for call in self.refused_calls() {
            let description = call.error.as_ref().map_or("", |error| error.description.as_str());
            // A press at an old board some time after the last edit has the board drawn again.
            let is_of_flood = self.flooder.is_some() && call.chat_id == self.flooder;
            let is_allowed = self.allowed_refusals.iter().any(|words| description.contains(words));
            if is_allowed || is_of_flood && description.contains("message is not modified") {
                continue;
            }
            let expected = self.refusals.iter().find(|words| description.contains(**words));
            let Some(expected) = expected else {
                panic!("an unexpected refusal, {description}, of {call:?}");
            };
            missing.retain(|words| words != expected);
        }
        assert_eq!(missing, Vec::<&str>::new(), "these refusals were expected");
    }

    /// The refused calls, without the long poll that a stopping bot ends itself.
    pub(crate) fn refused_calls(&self) -> Vec<Call> {
        let mut calls = self.playground.rejected_calls();
        calls.retain(|call| {
            let description = call.error.as_ref().map_or("", |error| error.description.as_str());
            !description.contains("terminated by other getUpdates request")
        });
        calls
    }
}
