//! Metrics of users' actions and their results.

use crate::WAIT_BUCKETS;
use crate::labels::{Game, GameEnd, Press, ReplySource, SearchEnd, Update};
use crate::series::{Counters, Histograms, Registrar, Total};

/// Buckets for searches, in seconds.
const SEARCH_BUCKETS: [f64; 8] = [0.000_1, 0.001, 0.01, 0.1, 0.5, 1.0, 5.0, 30.0];

/// Metrics of games and presses; the help texts describe each field.
pub struct PlayMetrics {
    pub updates: Counters<Update>,
    pub updates_turned_away: Counters<Update>,
    pub presses: Counters<Press>,
    pub press_to_answer: Histograms<()>,
    pub press_to_edit: Histograms<()>,
    pub games_started: Counters<Game>,
    pub games_finished: Counters<(Game, GameEnd)>,
    pub games_between_people_finished: Counters<GameEnd>,
    pub pairs_made: Total,
    pub engine_replies: Counters<(Game, ReplySource)>,
    pub turns_found: Total,
    pub searches: Counters<(Game, SearchEnd)>,
    pub search_wait: Histograms<()>,
    pub search_seconds: Histograms<Game>,
    pub search_positions: Counters<Game>,
}

impl PlayMetrics {
    pub(crate) fn new(make: &Registrar<'_>) -> PlayMetrics {
        PlayMetrics {
            updates: make
                .counters("zerosum_updates_total", "Updates that Telegram has delivered, by kind."),
            updates_turned_away: make.counters(
                "zerosum_updates_turned_away_total",
                "Updates rejected because the sender had too many in flight.",
            ),
            presses: make
                .counters("zerosum_presses_total", "Presses of buttons, by result."),
            press_to_answer: make.histograms(
                "zerosum_press_to_answer_seconds",
                "From the arrival of a press to its answered callback.",
                &WAIT_BUCKETS,
            ),
            press_to_edit: make.histograms(
                "zerosum_press_to_edit_seconds",
                "From the arrival of a press to the edit that shows what came of it.",
                &WAIT_BUCKETS,
            ),
            games_started: make.counters("zerosum_games_started_total", "Games that were started."),
            games_finished: make.counters(
                "zerosum_games_finished_total",
                "Games that have ended, by result. A perfect engine is never beaten.",
            ),
            games_between_people_finished: make.counters(
                "zerosum_games_between_people_finished_total",
                "Games between two people that have ended, by result.",
            ),
            pairs_made: make.total(
                "zerosum_pairs_made_total",
                "Games between people paired by matchmaking.",
            ),
            engine_replies: make.counters(
                "zerosum_engine_replies_total",
                "Moves of engines, by their source: at once (a table or a search of a moment), or a search.",
            ),
            turns_found: make.total(
                "zerosum_engine_turns_found_total",
                "Moves of engines whose turn had been left behind and was found in the store.",
            ),
            searches: make.counters(
                "zerosum_engine_searches_total",
                "Searches that engines have asked for, by how they ended.",
            ),
            search_wait: make.histograms(
                "zerosum_engine_search_wait_seconds",
                "Wait of searches for a thread.",
                &WAIT_BUCKETS,
            ),
            search_seconds: make.histograms(
                "zerosum_engine_search_seconds",
                "Duration of engine searches, the making of solved tables at the start included.",
                &SEARCH_BUCKETS,
            ),
            search_positions: make.counters(
                "zerosum_engine_search_positions_total",
                "Positions that engines have searched, those of solved tables included.",
            ),
        }
    }
}
