//! A watch that ends each search at once.

use zerosum_search::limits::Watch;
use zerosum_search::searcher::SearchResult;

/// Ends the search at once.
pub(crate) struct Impatient;

impl Watch for Impatient {
    fn is_over(&mut self) -> bool {
        true
    }

    fn progress(&mut self, _: &SearchResult) {}
}
