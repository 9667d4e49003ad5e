//! Reminders, in memory.

use async_trait::async_trait;
use zerosum::session::UserId;
use zerosum::session::game::clock::PlayTime;
use zerosum::store::games::clocks::TimedBoard;
use zerosum::store::games::reminders::Reminders;
use zerosum::store::{Commit, StoreError};

use super::clocks::page;
use crate::memory_store::MemoryStore;

#[async_trait]
impl Reminders for MemoryStore {
    async fn set_reminders(&self, person: UserId, is_on: bool) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let is_known = state.people.contains_key(&person);
        let is_changed = match is_on {
            true => is_known && state.reminded.insert(person),
            false => state.reminded.remove(&person),
        };
        Ok(if is_changed { Commit::Done } else { Commit::Conflict })
    }

    async fn has_reminders(&self, person: UserId) -> Result<bool, StoreError> {
        Ok(self.state()?.reminded.contains(&person))
    }

    async fn to_remind(
        &self,
        PlayTime(now): PlayTime,
        PlayTime(by): PlayTime,
        after: Option<TimedBoard>,
        limit: u32,
    ) -> Result<Vec<TimedBoard>, StoreError> {
        let state = self.state()?;
        let due = state.boards.values().filter_map(|entry| {
            let is_of_day = entry.clock.as_ref().is_some_and(|clock| clock.starts_with("day "));
            let due = entry.due.filter(|due| now < *due && *due <= by && is_of_day)?;
            (entry.reminded != Some(due)).then_some(TimedBoard { at: due, id: entry.id })
        });
        Ok(page(due.collect(), after, limit))
    }

    async fn claim_reminder(
        &self,
        TimedBoard { at, id }: TimedBoard,
    ) -> Result<Commit, StoreError> {
        let mut state = self.state()?;
        let entry = state.boards.get_mut(&id).filter(|entry| entry.due == Some(at));
        match entry.filter(|entry| entry.reminded != Some(at)) {
            Some(entry) => {
                entry.reminded = Some(at);
                Ok(Commit::Done)
            }
            None => Ok(Commit::Conflict),
        }
    }
}
