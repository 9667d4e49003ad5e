//! Reviews beside other work of the engines.

use std::sync::Arc;
use std::time::Duration;

use zerosum::engine::pool::{
    AnalysisRequest, MoveSearcher, Pool, ReviewRequest, SearchAsker, SearchRequest,
};
use zerosum_games::any::GameSpec;
use zerosum_search::limits::{Unwatched, Watch};
use zerosum_search::player::Player;
use zerosum_search::review::Scope;
use zerosum_search::review::work::ReviewWork;
use zerosum_search::searcher::SearchResult;
use zerosum_search::solutions::Solutions;
use zerosum_session::UserId;

use crate::support::sessions::ANNA;

fn player() -> Player {
    Player::new(Arc::new(Solutions::compute()), 1 << 20)
}

/// Searches until told to stop.
struct Endless;

impl MoveSearcher for Endless {
    fn think(&mut self, order: &SearchRequest, _: &mut dyn Watch) -> SearchResult {
        player().analyze((order.spec, &order.position), &mut Unwatched)
    }

    fn review(&mut self, _: &mut ReviewWork, watch: &mut dyn Watch) {
        while !watch.is_over() {}
    }

    fn analyze(&mut self, order: &AnalysisRequest, _: &mut dyn Watch) -> Option<SearchResult> {
        Some(player().analyze((order.spec, &order.position), &mut Unwatched))
    }
}

#[tokio::test]
async fn a_review_gives_way_to_the_moves_of_others_and_keeps_what_is_done() {
    let pool = Pool::new(1, Arc::new(|| Box::new(Endless)));
    let (spec, hour) = (GameSpec::TicTacToe, Duration::from_secs(3_600));
    let work = ReviewWork::new((spec, &[]), Scope::ALL);
    let review = ReviewRequest { asker: ANNA.into(), work: work.clone(), time: hour };
    let review = pool.review(review).expect("there is room");
    let order = AnalysisRequest {
        asker: SearchAsker::Person(UserId(1002)),
        spec,
        position: spec.start(),
        time: hour,
    };
    let analysis = pool.analyze(order).expect("there is room").found().await;
    assert_eq!(analysis.expect("it was found").expect("it was found").moves.len(), 9);
    assert_eq!(review.found().await.expect("it has ended").work, work);
}
