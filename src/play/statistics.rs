//! Statistics of games: the numbers begun, their endings, and the sources of engines' moves.

use std::sync::Arc;

use zerosum_games::Outcome;
use zerosum_games::any::GameSpec;
use zerosum_metrics::Metrics;
use zerosum_metrics::labels::{self, GameEnd, ReplySource};
use zerosum_session::game::clock::ClockEnd;
use zerosum_session::{Seat, Session};

use crate::play::announcements::{Announcement, Cause, Subscriber};

/// A subscriber that counts games in the metrics.
pub(crate) struct Statistics {
    metrics: Arc<Metrics>,
}

impl Statistics {
    pub(crate) fn new(metrics: Arc<Metrics>) -> Statistics {
        Statistics { metrics }
    }
}

impl Subscriber for Statistics {
    fn on_change(&self, announcement: &Announcement) {
        let session = &announcement.board.session;
        if session.is_replay() {
            return;
        }
        let (game, figures) = (label_of(session.spec()), &self.metrics.play);
        let reply = match announcement.cause {
            Cause::Created { is_answered } => {
                figures.games_started.count(game);
                is_answered.then_some(ReplySource::Table)
            }
            Cause::Person { is_answered, .. } => is_answered.then_some(ReplySource::Table),
            Cause::Engine(source) => Some(source),
            Cause::Clock => None,
            Cause::AfterGame { .. } | Cause::Wanted => return,
        };
        if let Some(source) = reply {
            figures.engine_replies.count((game, source));
        }
        if let Some(end) = end_of(session) {
            figures.games_finished.count((game, end));
            // The seat of a person who has deleted their data is gone.
            let is_left_alone = session.seats().find(|seat| *seat == Seat::Gone).is_some();
            if session.is_between_people() || is_left_alone {
                figures.games_between_people_finished.count(end);
            }
        }
    }
}

/// Returns the label of a game in the metrics.
pub(crate) fn label_of(spec: GameSpec) -> labels::Game {
    match spec {
        GameSpec::TicTacToe => labels::Game::TicTacToe,
        GameSpec::Mnk(_) => labels::Game::Mnk,
        GameSpec::ConnectFour(_) => labels::Game::ConnectFour,
        GameSpec::Ultimate(_) => labels::Game::Ultimate,
        GameSpec::Strategic(_) => labels::Game::Strategic,
        GameSpec::Sheep(_) => labels::Game::Sheep,
    }
}

/// Returns the ending of a game; `None` while it is in play.
fn end_of(session: &Session) -> Option<GameEnd> {
    let outcome = session.outcome()?;
    match session.clock_end() {
        Some(ClockEnd::Time) => return Some(GameEnd::Time),
        Some(ClockEnd::Abandoned) => return Some(GameEnd::Abandoned),
        None => {}
    }
    Some(match outcome {
        _ if session.is_left() => GameEnd::Left,
        _ if session.resigned().is_some() => GameEnd::Resigned,
        Outcome::Draw if session.is_drawn_by_agreement() => GameEnd::DrawAgreed,
        Outcome::Draw => GameEnd::Draw,
        Outcome::Win(side) => match session.seats().get(side) {
            Seat::Engine(_) => GameEnd::EngineWon,
            Seat::Human(_) if session.is_best_beaten() => GameEnd::BestBeaten,
            Seat::Human(_) if session.is_helped() => GameEnd::PersonWonHelped,
            Seat::Human(_) | Seat::Open | Seat::Gone => GameEnd::PersonWon,
        },
    })
}
