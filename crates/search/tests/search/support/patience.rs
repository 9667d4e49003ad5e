//! A watch that ends a search after some looks.

use zerosum_search::limits::Watch;
use zerosum_search::searcher::SearchResult;

/// Ends a search at its look of this number: the first ends it at once.
pub(crate) struct Patience(pub u32);

impl Watch for Patience {
    fn is_over(&mut self) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 == 0
    }

    fn progress(&mut self, _: &SearchResult) {}
}
