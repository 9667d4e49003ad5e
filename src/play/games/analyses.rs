//! Analyses of positions: the value of every move, for a player of an engine who asks. Nothing is
//! written: results are cached while they may be asked for again, and are computed again if missing.

use std::borrow::Cow;
use std::slice;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;
use zerosum_games::{Game, MoveCode};
use zerosum_session::{Action, Awaiting, Revision, Session, SessionId, UserId};
use zerosum_store::StoreError;

use crate::bounded::BoundedMap;
use crate::engine::Analysis;
use crate::engine::pool::SearchError;
use crate::play::Play;

/// Maximum number of cached analyses. Each takes some kilobytes, and 100 KB with the largest number of
/// moves.
const ANALYSES_KEPT_MAX: usize = 32;

/// Maximum wait for an analysis, including the queue. No board update waits longer.
const ANALYSIS_PATIENCE: Duration = Duration::from_secs(4);

/// Maximum number of plies kept of the line that follows each move.
const LINE_PLIES_MAX: usize = 7;

/// The last analysis of each game.
pub(crate) struct Analyses(BoundedMap<SessionId, Option<Arc<Kept>>>);

struct Kept {
    /// The moves that led to the position.
    moves: Box<[MoveCode]>,
    analysis: Arc<Analysis>,
}

impl Default for Analyses {
    fn default() -> Analyses {
        Analyses(BoundedMap::new(ANALYSES_KEPT_MAX))
    }
}

impl Analyses {
    pub(crate) fn age(&self) {
        self.0.age();
    }

    fn kept(&self, session: &Session) -> Option<Arc<Analysis>> {
        let kept = self.0.read(session.id(), Clone::clone).flatten()?;
        let is_same = *kept.moves == *session.moves();
        is_same.then(|| Arc::clone(&kept.analysis))
    }

    fn keep(&self, session: &Session, mut analysis: Analysis) -> Arc<Analysis> {
        for scored in &mut analysis.moves {
            scored.line.truncate(LINE_PLIES_MAX);
            scored.line.shrink_to_fit();
        }
        let analysis = Arc::new(analysis);
        let kept = Kept { moves: session.moves().into(), analysis: Arc::clone(&analysis) };
        self.0.change_or_insert(session.id(), |entry| *entry = Some(Arc::new(kept)));
        analysis
    }
}

/// State of the advice for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Advice {
    Ready,
    /// It would help them in a game against another person.
    Unfair,
    /// There are too many searches.
    Crowded,
}

/// Returns whether an action asks for advice.
pub(crate) fn is_advice(action: Action) -> bool {
    matches!(action, Action::Hint | Action::Explain | Action::Xray { is_on: true })
}

/// Returns whether an action asks for advice that a person who saw this revision may be given.
pub(crate) fn asks_for_advice(
    session: &Session,
    user: UserId,
    seen: Revision,
    action: Action,
) -> bool {
    let is_theirs =
        matches!(session.awaiting(), Awaiting::Human { user: awaited, .. } if awaited == user);
    is_advice(action) && is_theirs && session.revision() == seen && session.has_help()
}

impl Play {
    /// Computes the advice for a person before it is counted, so that advice that cannot be given is not
    /// counted.
    pub(crate) async fn prepare_advice(
        &self,
        user: UserId,
        session: &Session,
    ) -> Result<Advice, StoreError> {
        if self.helps_in_game_in_play(user, slice::from_ref(session)).await? {
            return Ok(Advice::Unfair);
        }
        let analysis = self.analysis(session).await;
        Ok(if analysis.is_some() { Advice::Ready } else { Advice::Crowded })
    }

    /// Returns the session as its board shows it to a person, and the analysis that it shows. The help of an
    /// engine is hidden at a position that they also have in a game against another person.
    pub(crate) async fn advised<'a>(
        &self,
        user: UserId,
        session: &'a Session,
    ) -> Result<(Cow<'a, Session>, Option<Arc<Analysis>>), StoreError> {
        if !session.shows_analysis() {
            return Ok((Cow::Borrowed(session), None));
        }
        if self.helps_in_game_in_play(user, slice::from_ref(session)).await? {
            let hidden = session.clone().with_help(session.help().out_of_sight());
            return Ok((Cow::Owned(hidden), None));
        }
        Ok((Cow::Borrowed(session), self.analysis(session).await))
    }

    /// Returns the value of every move available to the player of an engine; `None` if they are not to
    /// move, or if the analysis cannot be made now.
    pub(crate) async fn analysis(&self, session: &Session) -> Option<Arc<Analysis>> {
        let Awaiting::Human { user, .. } = session.awaiting() else { return None };
        if !session.has_help() {
            return None;
        }
        if let Some(at_hand) = self.analysis_at_hand(session) {
            return Some(at_hand);
        }
        let found = timeout(ANALYSIS_PATIENCE, self.analyze(session, user)).await.ok().flatten()?;
        Some(self.analyses.keep(session, found))
    }

    /// Returns the value of every move of a position in which this person tries moves; `None` if the game is
    /// over there, or if the analysis cannot be made now.
    pub(crate) async fn analysis_of_trial(&self, copy: &Session, user: UserId) -> Option<Analysis> {
        if copy.position().outcome().is_some() {
            return None;
        }
        if let Some(known) = self.engine.known_analysis(copy) {
            return Some(known);
        }
        timeout(ANALYSIS_PATIENCE, self.analyze(copy, user)).await.ok().flatten()
    }

    /// Returns the value of every move of the position after this many plies of a game, for this person;
    /// `None` if the analysis cannot be made now.
    pub(crate) async fn analysis_after(
        &self,
        session: &Session,
        plies: usize,
        user: UserId,
    ) -> Option<Arc<Analysis>> {
        let copy = session.with_moves(plies, &[])?;
        if let Some(at_hand) = self.analysis_at_hand(&copy) {
            return Some(at_hand);
        }
        let found = timeout(ANALYSIS_PATIENCE, self.analyze(&copy, user)).await.ok().flatten()?;
        Some(self.analyses.keep(&copy, found))
    }

    /// Returns the analysis if it is available without a search.
    pub(crate) fn analysis_at_hand(&self, session: &Session) -> Option<Arc<Analysis>> {
        let known = self.engine.known_analysis(session).map(Arc::new);
        known.or_else(|| self.analyses.kept(session))
    }

    /// Analyses of one person are made one after the other; the more people ask, the smaller the search.
    async fn analyze(&self, session: &Session, user: UserId) -> Option<Analysis> {
        let asked = self.engine.analyze(session, user).ok()?;
        match asked.found().await {
            Ok(found) => found,
            Err(error @ (SearchError::Panicked | SearchError::Closed)) => {
                log::error!("session {:x}: cannot analyse the moves: {error}", session.id().0);
                None
            }
        }
    }
}
