//! Limits the files that are made, sent or fetched at once, in total and per person and group.
//!
//! The limit exists because of memory, so no file counts while it waits for a chat's budget.

use std::sync::Arc;

use tokio::sync::Notify;
use zerosum_session::UserId;
use zerosum_session::board::ChatId;

use crate::bounded::shares::{Holder, Share, Shares};

/// Maximum files of one person at once.
const FILES_PER_PERSON_MAX: usize = 1;

/// Maximum files in one group at once.
const FILES_PER_GROUP_MAX: usize = 2;

/// Permits for files in memory.
#[derive(Debug)]
pub(crate) struct FilePermits {
    files_max: usize,
    shares: Arc<Shares<Holder>>,
    released: Notify,
}

/// Permit for one file in memory. Dropping it releases the permit.
#[derive(Debug)]
pub(crate) struct FilePermit {
    permits: Arc<FilePermits>,
    shares: [Option<Share<Holder>>; 3],
}

impl FilePermits {
    /// Creates permits for this many files at once.
    pub(crate) fn new(files_max: usize) -> Arc<FilePermits> {
        Arc::new(FilePermits { files_max, shares: Shares::new(), released: Notify::new() })
    }

    /// Takes a permit for a file of a person in a chat, if one is free.
    pub(crate) fn try_take(
        self: &Arc<FilePermits>,
        user: UserId,
        chat: ChatId,
    ) -> Option<FilePermit> {
        let group =
            (!chat.is_private()).then_some((Holder::Group(chat.into()), FILES_PER_GROUP_MAX));
        let person = Some((Holder::Person(user), FILES_PER_PERSON_MAX));
        let holders = [person, group, Some((Holder::Everybody, self.files_max))];
        let mut shares = [None, None, None];
        for (share, holder) in shares.iter_mut().zip(holders) {
            let Some((holder, share_max)) = holder else { continue };
            *share = Some(self.shares.take(holder, share_max)?);
        }
        Some(FilePermit { permits: Arc::clone(self), shares })
    }

    /// Waits for a permit for a file of a person in a chat.
    pub(crate) async fn take(self: &Arc<FilePermits>, user: UserId, chat: ChatId) -> FilePermit {
        loop {
            // Created before the check, so that no release is missed.
            let released = self.released.notified();
            if let Some(permit) = self.try_take(user, chat) {
                return permit;
            }
            released.await;
        }
    }
}

impl Drop for FilePermit {
    fn drop(&mut self) {
        self.shares = [None, None, None];
        self.permits.released.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_person_and_one_group_leave_files_to_others() {
        let permits = FilePermits::new(4);
        let (anna, boris, oksana) = (UserId(1), UserId(2), UserId(3));
        let own = |user: UserId| ChatId::of_person(user);
        let first = permits.try_take(anna, own(anna)).expect("there is room");
        assert!(permits.try_take(anna, ChatId(-1)).is_none(), "a second one of the same person");
        let here: Vec<FilePermit> =
            (10..20).filter_map(|user| permits.try_take(UserId(user), ChatId(-1))).collect();
        assert_eq!(here.len(), FILES_PER_GROUP_MAX);
        let second = permits.try_take(boris, own(boris)).expect("a group has left room");
        assert!(permits.try_take(oksana, own(oksana)).is_none(), "all of them are taken");
        let waiting = tokio::spawn({
            let permits = Arc::clone(&permits);
            async move { permits.take(oksana, own(oksana)).await }
        });
        tokio::task::yield_now().await;
        drop(first);
        drop(waiting.await.expect("it does not panic"));
        drop((here, second));
        assert!(permits.try_take(anna, ChatId(-1)).is_some());
    }
}
