//! Help that would be cheating, about a game in play against another person.
//!
//! Until that game is over, no record is opened and no game reviewed that has had the position of that game,
//! or whose position that game has had, also rotated or mirrored, or by another rule of the same board. At that
//! position, and in a game that has passed it, there is no analysis in a game against an engine, no trial of moves, no
//! puzzle and no step of a course.

use zerosum_session::{Session, UserId};
use zerosum_store::StoreError;

use crate::play::Play;

impl Play {
    /// Returns whether a game that a person opens, to replay it or to continue it against an engine,
    /// passes through a position of a game that they are playing with another person.
    pub(crate) async fn tells_of_game_in_play(
        &self,
        user: UserId,
        opened: &Session,
    ) -> Result<bool, StoreError> {
        let played = self.played_with_people(user).await?;
        Ok(played.iter().any(|session| opened.comes_by(session)))
    }

    /// Returns whether help in any of these positions would help in a game that a person is playing with
    /// another one.
    pub(crate) async fn helps_in_game_in_play(
        &self,
        user: UserId,
        helped: &[Session],
    ) -> Result<bool, StoreError> {
        if helped.iter().all(|helped| helped.moves().is_empty()) {
            return Ok(false);
        }
        let played = self.played_with_people(user).await?;
        let is_played = |helped: &Session| played.iter().any(|session| helped.helps_in(session));
        Ok(helped.iter().any(is_played))
    }

    async fn played_with_people(&self, user: UserId) -> Result<Vec<Session>, StoreError> {
        let boards = self.store.games_with_people(user, self.open_games_in_all_max).await?;
        let sessions = boards.into_iter().map(|board| board.session);
        Ok(sessions.filter(Session::is_in_play_between_people).collect())
    }
}
