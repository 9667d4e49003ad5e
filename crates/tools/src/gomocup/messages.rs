//! Messages about the engine and its searches.

use std::time::Instant;

use zerosum_games::mnk::Mnk;
use zerosum_search::Verdict;
use zerosum_search::searcher::SearchResult;

use crate::gomocup::board::cell_of;

/// Maximum number of plies of a line in a message.
const LINE_PLIES_MAX: usize = 12;

/// Describes the engine to a manager.
pub(crate) fn about_text() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "name=\"zerosum\", version=\"{version}\", author=\"the zerosum project\", \
         country=\"international\""
    )
}

/// Describes a search in a message, in the form of Rapfi, which programs with a board read.
pub(crate) fn thought_text(position: &Mnk, result: &SearchResult, asked: Instant) -> String {
    let SearchResult { score, depth, statistics, line, .. } = result;
    let worth = match score.verdict() {
        Verdict::Win { plies } => format!("+M{plies}"),
        Verdict::Loss { plies } => format!("-M{plies}"),
        Verdict::Draw => score.value().to_string(),
    };
    let nodes = statistics.nodes;
    let millis = asked.elapsed().as_millis();
    let per_milli = u128::from(nodes) / millis.max(1);
    let cells: String = line
        .iter()
        .take(LINE_PLIES_MAX)
        .map(|code| format!(" {}", cell_of(position.spec(), *code)))
        .collect();
    format!("depth {depth}-{depth} ev {worth} n {nodes} n/ms {per_milli} tm {millis} pv{cells}")
}
