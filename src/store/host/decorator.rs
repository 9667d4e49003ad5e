//! A store that wraps another one, with a single method through which every call passes.
//!
//! It works on calls rather than statements, because the two do not map one to one: some calls run
//! several statements, some share one, only the call knows whether no changed row is a conflict, and test
//! stores have no statements.

use std::num::NonZeroU32;
use std::time::Duration;

use async_trait::async_trait;
use futures::future::BoxFuture;
use zerosum_games::family::Family;
use zerosum_games::side::{BySide, Side};

use crate::metrics::labels::StoreCall;
use crate::session::board::{
    Board, ChatId, ChatMessage, MessageId, Place, Placement, Surface, TopicId,
};
use crate::session::broadcast::{Broadcast, BroadcastId, Step, Tally};
use crate::session::choice::Setup;
use crate::session::game::clock::PlayTime;
use crate::session::people::group_settings::{GroupChange, GroupSettings};
use crate::session::people::invitation::{Invitation, InvitationCode};
use crate::session::people::results::StoredResult;
use crate::session::people::seeker::{Points, Seeker, SeekerWish};
use crate::session::people::standings::{Listed, Listing, PastPoints, RatedGame, Standing};
use crate::session::{Revision, Session, SessionId, UserId};
use crate::store::announcements::{Announced, Announcements, Change};
use crate::store::contract::Store;
use crate::store::games::absences::Absences;
use crate::store::games::boards::Boards;
use crate::store::games::clocks::{Clocks, TimedBoard};
use crate::store::games::reminders::Reminders;
use crate::store::games::screens::{EndedLease, ProcessId, Screens};
use crate::store::host::operations::{Counts, Operations, Switch};
use crate::store::host::upkeep::{Purge, StoreTime, Upkeep};
use crate::store::people::People;
use crate::store::people::blocks::{Blocked, Blocks};
use crate::store::people::challenges::{ChallengeCounts, Challenges};
use crate::store::people::deletion::Deletion;
use crate::store::people::groups::Groups;
use crate::store::people::invitations::Invitations;
use crate::store::people::ratings::{RatingTurn, Ratings, UnratedGame};
use crate::store::people::results::Results;
use crate::store::people::seekers::{SeekerPlace, Seekers};
use crate::store::types::Count;
use crate::store::types::FinishedBoard;
use crate::store::types::{Commit, Grace, OpenGames, Person, StoreError, StoredBoard};

/// Implements [`Store`] by wrapping another store.
#[async_trait]
pub trait Decorator: Send + Sync {
    fn inner(&self) -> &dyn Store;

    /// Awaits the call on the inner store, or does something else. `person` is the person that the call
    /// is about, if it is a call of [`People`].
    async fn around<T: Send + 'static>(
        &self,
        call: StoreCall,
        person: Option<UserId>,
        asked: BoxFuture<'_, Result<T, StoreError>>,
    ) -> Result<T, StoreError>;

    /// Called before a shown mark is recorded, which no caller awaits at once.
    fn before_note(&self) {}

    fn now(&self) -> i64 {
        self.inner().now()
    }

    fn uptime(&self) -> i64 {
        self.inner().uptime()
    }

    async fn close(&self) {
        self.inner().close().await;
    }
}

/// Routes all calls of one trait through [`Decorator::around`], and adds the methods given after it.
macro_rules! decorate {
    (
        $group:ident:
        $($call:ident $(of $person:ident)?: $method:ident($($name:ident: $type:ty),*) -> $answer:ty;)+
        $({ $($rest:tt)+ })?
    ) => {
        #[async_trait]
        impl<D: Decorator> $group for D {
            $(
                async fn $method(&self, $($name: $type),*) -> Result<$answer, StoreError> {
                    let person = None$(.or(Some($person)))?;
                    let asked = self.inner().$method($($name),*);
                    self.around(StoreCall::$call, person, asked).await
                }
            )+

            $($($rest)+)?
        }
    };
}

decorate! {
    Boards:
    Create: create(board: &Board, max: OpenGames) -> Commit;
    Load: load(id: SessionId) -> Option<Board>;
    Commit: commit_by(session: &Session, seen: Revision, by: Option<UserId>) -> Commit;
    AddPlacement: add_placement(id: SessionId, placement: Placement) -> Commit;
    Place:
        place(id: SessionId, at: ChatMessage, topic: Option<TopicId>, shown: Revision) -> ();
    MoveChat: move_chat(from: ChatId, to: ChatId) -> u64;
    Displace: displace(id: SessionId, place: Place) -> ();
    OpenBoards: open_boards(chat: ChatId, person: UserId, limit: u32) -> Vec<Board>;
    GamesWithPeople: games_with_people(person: UserId, limit: u32) -> Vec<Board>;
    LatestOver: latest_over(chat: ChatId, person: UserId) -> Option<Board>;
    CountOpen: count_open(chat: ChatId, person: UserId) -> OpenGames;
    BoardsOf: boards_of(person: UserId, after: Option<SessionId>, limit: u32) -> Vec<StoredBoard>;
    Behind: behind(after: Option<SessionId>, limit: u32, grace: Grace) -> Vec<Board>;
    Claim: claim(id: SessionId, surface: Surface, grace: Grace) -> Commit;
    AwaitingEngine:
        awaiting_engine(after: Option<SessionId>, limit: u32, grace: Duration) -> Vec<Board>;
    ClaimTurn: claim_turn(id: SessionId, seen: Revision, grace: Duration) -> Commit;
    {
        fn note_shown(
            &self,
            id: SessionId,
            place: Place,
            shown: Revision,
        ) -> BoxFuture<'static, Option<Commit>> {
            self.before_note();
            self.inner().note_shown(id, place, shown)
        }
    }
}

decorate! {
    Screens:
    TimedBehind: timed_behind(after: Option<SessionId>, limit: u32, grace: Grace) -> Vec<Board>;
    Recall: recall(id: SessionId, chat: ChatId, gone: Option<MessageId>) -> Commit;
    RenewClaim: renew_claim(id: SessionId, chat: ChatId) -> Commit;
    ClaimNotice:
        claim_notice(
            id: SessionId, chat: ChatId, side: Side, quiet_for: Duration, claimed_for: Duration
        ) -> Commit;
    RenewLease: renew_lease(process: ProcessId) -> ();
    EndedLeases: ended_leases(silent_for: Duration) -> Vec<EndedLease>;
    DropLease: drop_lease(lease: EndedLease) -> ();
}

decorate! {
    People:
    Person of user: person(user: UserId) -> Option<Person>;
    PutPerson of user: put_person(user: UserId, seen: Option<&Person>, person: &Person) -> Commit;
    SetReachable of user: set_reachable(user: UserId, is_reachable: bool) -> ();
    DeletePerson of user: delete_person(user: UserId, limit: u32) -> Deletion;
    Departed: departed(limit: u32) -> Vec<UserId>;
    DeleteBoardsLeft of user: delete_boards_left(user: UserId, limit: u32) -> Deletion;
    Deletions: deletions() -> u64;
    PeopleAfter: people_after(after: Option<UserId>, limit: u32) -> Vec<UserId>;
}

decorate! {
    Clocks:
    Beat: beat(reached: PlayTime) -> PlayTime;
    Played: played() -> PlayTime;
    Overdue:
        overdue(by: PlayTime, after: Option<TimedBoard>, limit: u32) -> Vec<TimedBoard>;
    StartClock: start_clock(started: &Session) -> Commit;
    StopClock: stop_clock(board: TimedBoard) -> Commit;
    Abandoned:
        abandoned(untouched: Duration, after: Option<TimedBoard>, limit: u32) -> Vec<TimedBoard>;
    IsUntouched: is_untouched(board: TimedBoard) -> bool;
    {
        fn start_clock_soon(&self, started: &Session) -> BoxFuture<'static, Option<Commit>> {
            self.before_note();
            self.inner().start_clock_soon(started)
        }
    }
}

decorate! {
    Reminders:
    SetReminders of person: set_reminders(person: UserId, is_on: bool) -> Commit;
    HasReminders of person: has_reminders(person: UserId) -> bool;
    ToRemind:
        to_remind(now: PlayTime, by: PlayTime, after: Option<TimedBoard>, limit: u32)
            -> Vec<TimedBoard>;
    ClaimReminder: claim_reminder(board: TimedBoard) -> Commit;
}

decorate! {
    Results:
    Results of person: results(person: UserId) -> Vec<StoredResult>;
}

decorate! {
    Ratings:
    Results: unrated_games(after: Option<UnratedGame>, limit: u32) -> (RatingTurn, Vec<UnratedGame>);
    Ratings: rate(seen: RatingTurn, game: &RatedGame, standings: BySide<Standing>) -> Commit;
    Results of person: standings(person: UserId) -> Vec<(Family, Standing)>;
    Results of person: rating_history(person: UserId, family: Family) -> Vec<PastPoints>;
    Ratings of person: list(person: UserId, listing: Listing) -> Commit;
    Ratings of person: unlist(person: UserId, listing: Listing) -> Commit;
    Results of person: listings_of(person: UserId) -> Vec<Listing>;
    Results: best(listing: Listing, family: Family, limit: u32) -> Vec<Listed>;
    Ratings: purge_rated_games(before: i64, limit: u32) -> u64;
    Ratings: purge_rated_pairs(before: i64, limit: u32) -> u64;
}

decorate! {
    Blocks:
    Block of person: block(person: UserId, blocked: &Blocked) -> Commit;
    Unblock of person: unblock(person: UserId, since: i64) -> Commit;
    BlockedBy of person: blocked_by(person: UserId) -> Vec<Blocked>;
    AreApart: are_apart(one: UserId, other: UserId) -> bool;
}

decorate! {
    Challenges:
    Challenges of person: challenges(person: UserId) -> ChallengeCounts;
    Challenges of person: challenges_between(person: UserId, other: UserId) -> u32;
    Challenges of person: seats_kept_since(person: UserId, limit: u32) -> Vec<i64>;
    Challenges of person: note_declined(person: UserId, other: UserId, at: i64) -> ();
    Challenges of person: declined_at(person: UserId, other: UserId) -> Option<i64>;
    Challenges: purge_declined(before: i64, limit: u32) -> u64;
}

decorate! {
    Absences:
    Absences of person:
        games_with_others(person: UserId, after: Option<SessionId>, limit: u32) -> Vec<Board>;
    Absences: timed_games_in(chat: ChatId, after: Option<SessionId>, limit: u32) -> Vec<Board>;
    Absences of person: seats_kept_in(chat: ChatId, person: UserId, limit: u32) -> Vec<Board>;
    Absences: note_absence(chat: ChatId, since: PlayTime) -> Commit;
    Absences: absent_since(chat: ChatId) -> Option<PlayTime>;
    Absences: end_absence(chat: ChatId) -> Commit;
    Absences: purge_absences() -> u64;
}

decorate! {
    Groups:
    GroupSettings: group_settings(chat: ChatId) -> Option<GroupSettings>;
    ChangeGroup: change_group(chat: ChatId, change: GroupChange) -> ();
}

decorate! {
    Invitations:
    Invite of owner:
        invite(code: InvitationCode, game: SessionId, owner: UserId, setup: Setup) -> Commit;
    Invitation: invitation(code: InvitationCode) -> Option<Invitation>;
    InvitationsOf of person: invitations_of(person: UserId) -> Vec<Invitation>;
    PlaceInvitation of owner:
        place_invitation(code: InvitationCode, owner: UserId, message: MessageId) -> ();
    ChangeInvitation of owner:
        change_invitation(code: InvitationCode, owner: UserId, seen: Setup, setup: Setup) -> Commit;
    WithdrawInvitation of owner:
        withdraw_invitation(code: InvitationCode, owner: UserId) -> Commit;
    AcceptInvitation of guest:
        accept_invitation(code: InvitationCode, guest: UserId, seen: Setup, board: &Board) -> Commit;
    Counts: waiting_invitations() -> Count;
    PurgeInvitations: purge_invitations(before: i64, limit: u32) -> u64;
}

decorate! {
    Seekers:
    Seek of person:
        seek(person: UserId, game: SessionId, wish: SeekerWish, points: Points) -> Commit;
    SeekingOf of person: seeking_of(person: UserId) -> Option<Seeker>;
    PlaceSeeking of person:
        place_seeking(person: UserId, game: SessionId, message: MessageId) -> Commit;
    ChangeSeeking of person:
        change_seeking(person: UserId, game: SessionId, wish: SeekerWish, points: Points) -> Commit;
    WithdrawSeeking of person: withdraw_seeking(person: UserId, game: SessionId) -> Commit;
    WaitingSeekers: waiting_seekers(after: Option<SeekerPlace>, limit: u32) -> Vec<Seeker>;
    SeekersApart: seekers_apart(limit: u32) -> Vec<(UserId, UserId)>;
    Pair: pair(one: &Seeker, other: &Seeker, board: &Board) -> Commit;
    PurgeSeekers: purge_seekers(before: i64, limit: u32) -> u64;
}

decorate! {
    Operations:
    Counts: counts() -> Counts;
    IsOn: is_on(switch: Switch) -> bool;
    SetSwitch: set_switch(switch: Switch, is_on: bool) -> ();
    CreateBroadcast: create_broadcast(broadcast: &Broadcast) -> Commit;
    Broadcast: broadcast(id: BroadcastId) -> Option<Broadcast>;
    BroadcastsBy:
        broadcasts_by(author: UserId, after: Option<BroadcastId>, limit: u32) -> Vec<Broadcast>;
    BroadcastsUnfinished: broadcasts_unfinished() -> Vec<Broadcast>;
    AdvanceBroadcast:
        advance_broadcast(id: BroadcastId, seen: Option<UserId>, step: Step, tally: Tally) -> Commit;
    TallyBroadcast: tally_broadcast(id: BroadcastId, tally: Tally) -> ();
    StopBroadcast: stop_broadcast(id: BroadcastId) -> Commit;
}

decorate! {
    Upkeep:
    Reach: advance_uptime() -> StoreTime;
    ClaimPurge: claim_purge(period: Duration) -> Commit;
    Purge: purge(purge: Purge) -> u64;
    FinishedBehind:
        finished_behind(board: Option<FinishedBoard>, steps: NonZeroU32) -> Option<FinishedBoard>;
    Trim: trim(owner: UserId, kept: u32, limit: u32) -> u64;
    CountStale: count_stale(purge: Purge) -> u64;
}

decorate! {
    Store:
    Ping: ping() -> ();
    {
        fn kind(&self) -> &'static str {
            self.inner().kind()
        }

        fn is_shared(&self) -> bool {
            self.inner().is_shared()
        }

        fn now(&self) -> i64 {
            Decorator::now(self)
        }

        fn uptime(&self) -> i64 {
            Decorator::uptime(self)
        }

        async fn close(&self) {
            Decorator::close(self).await;
        }
    }
}

impl<D: Decorator> Announcements for D {
    fn announce(&self, changes: &[Change]) {
        self.inner().announce(changes);
    }

    fn announced(&self) -> Announced {
        self.inner().announced()
    }
}
