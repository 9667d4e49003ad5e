//! Players for searches so short that whoever asks makes them on the spot.

// The lock is held to take one thing or to put it back.
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use zerosum_games::MoveCode;
use zerosum_games::any::GameSpec;
use zerosum_search::level::Plan;
use zerosum_search::limits::{Limits, Unwatched};
use zerosum_search::player::Player;
use zerosum_search::solutions::Solutions;

use crate::engine::pool::SearchOrder;

/// Players that are kept for the next short search, each a fraction of a megabyte.
const SPARE_PLAYERS_MAX: usize = 8;

pub struct QuickPlayers {
    solutions: Arc<Solutions>,
    /// Those that nobody uses now. To make one takes longer than to ask it.
    spare: Mutex<Vec<Player>>,
}

impl QuickPlayers {
    pub fn new(solutions: Arc<Solutions>) -> QuickPlayers {
        QuickPlayers { solutions, spare: Mutex::default() }
    }

    /// The move of a plan that is instant.
    pub fn choose(&self, order: &SearchOrder) -> Option<MoveCode> {
        if let Plan::Known { horizon } = order.plan {
            return self.solutions.choose(&order.position, horizon, order.seed);
        }
        let mut player = self.take(order.spec);
        let asked = (order.spec, &order.position);
        let best = player.choose(asked, order.plan, order.seed, Limits::NONE, &mut Unwatched).best;
        let mut spare = self.spare();
        if spare.len() >= SPARE_PLAYERS_MAX {
            // The one that was not asked for longest.
            spare.remove(0);
        }
        spare.push(player);
        best
    }

    /// One that has thought about this game before, if there is one.
    fn take(&self, spec: GameSpec) -> Player {
        let mut spare = self.spare();
        match spare.iter().position(|player| player.last_game() == Some(spec)) {
            Some(place) => spare.remove(place),
            // Without a table: so short a search meets few positions twice.
            None => Player::new(Arc::clone(&self.solutions), 0),
        }
    }

    fn spare(&self) -> MutexGuard<'_, Vec<Player>> {
        // Nothing panics while it is held.
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
