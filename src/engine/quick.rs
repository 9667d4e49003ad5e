//! Players for searches that are short enough to run on the caller's thread.

// The lock is held only to take a player or to put it back.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_search::level::Plan;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::player::Player;
use zerosum_search::solutions::Solutions;

use crate::engine::pool::SearchRequest;

/// Maximum players kept for the next short search, each a fraction of a megabyte.
const SPARE_PLAYERS_MAX: usize = 8;

pub(crate) struct QuickPlayers {
    solutions: Arc<Solutions>,
    /// Unused players. Creating one takes longer than a search with it.
    spare: Mutex<Vec<Player>>,
}

impl QuickPlayers {
    pub(crate) fn new(solutions: Arc<Solutions>) -> QuickPlayers {
        QuickPlayers { solutions, spare: Mutex::default() }
    }

    /// Returns the move of an instant plan.
    pub(crate) fn choose(&self, request: &SearchRequest) -> Option<MoveCode> {
        if let Plan::Known { horizon } = request.plan {
            return self.solutions.choose(&request.position, horizon, request.seed);
        }
        let mut player = self.take(request.spec);
        let asked = (request.spec, &request.position);
        let found = match request.is_choice {
            true => player.choose_colour(asked, request.plan, &mut Unwatched),
            false => player.choose(asked, request.plan, request.seed, Limits::NONE, &mut Unwatched),
        };
        let mut spare = self.spare();
        if spare.len() >= SPARE_PLAYERS_MAX {
            // The one unused for longest.
            spare.remove(0);
        }
        spare.push(player);
        found.best
    }

    /// Takes a player that has played this game before, or creates one.
    fn take(&self, spec: GameSpec) -> Player {
        let mut spare = self.spare();
        match spare.iter().position(|player| player.last_game() == Some(spec)) {
            Some(place) => spare.remove(place),
            // Without a table: such a short search meets few positions twice.
            None => Player::new(Arc::clone(&self.solutions), 0),
        }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Player>> {
        // No code panics while the lock is held.
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
