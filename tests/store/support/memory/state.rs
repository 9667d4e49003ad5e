//! Contents of the store in memory.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use zerosum::session::board::{Board, ChatId, Place, Placement, Surface};
use zerosum::session::broadcast;
use zerosum::session::broadcast::{Broadcast, BroadcastId};
use zerosum::session::game::agreement;
use zerosum::session::game::ballot;
use zerosum::session::game::clock;
use zerosum::session::game::clock::PlayTime;
use zerosum::session::game::help;
use zerosum::session::game::leaving::Departure;
use zerosum::session::game::record;
use zerosum::session::game::reservation::Reservation;
use zerosum::session::game::times;
use zerosum::session::people::group_settings::GroupSettings;
use zerosum::session::people::invitation::{Invitation, InvitationCode};
use zerosum::session::people::results::StoredResult;
use zerosum::session::people::seeker::Seeker;
use zerosum::session::{Awaiting, Revision, Session, SessionId, UserId};
use zerosum::store::games::screens::ProcessId;
use zerosum::store::host::operations::Switch;
use zerosum::store::people::blocks::Blocked;
use zerosum::store::people::deletion::Deletion;
use zerosum::store::{OpenGames, Person, StoreError, StoredBoard};
use zerosum_games::side::BySide;

#[derive(Debug, Default)]
pub(super) struct State {
    pub(super) boards: BTreeMap<SessionId, Entry>,
    /// The boards of owners and guests.
    pub(super) by_person: HashMap<UserId, BTreeSet<SessionId>>,
    pub(super) people: BTreeMap<UserId, Person>,
    /// Results by person and session.
    pub(super) results: BTreeMap<(UserId, SessionId), StoredResult>,
    /// Blocks by the person who blocks and the person blocked.
    pub(super) blocks: BTreeMap<(UserId, UserId), Blocked>,
    /// Blocks against people whose data was deleted since, with the time of the block.
    pub(super) kept_blocks: BTreeMap<(UserId, UserId), i64>,
    /// Times at which challenges were declined, by challenger and challenged person.
    pub(super) declined: BTreeMap<(UserId, UserId), i64>,
    /// People who want to be reminded.
    pub(super) reminded: BTreeSet<UserId>,
    pub(super) groups: BTreeMap<ChatId, GroupSettings>,
    pub(super) absences: BTreeMap<ChatId, Absence>,
    pub(super) rated: Rated,
    pub(super) invitations: BTreeMap<InvitationCode, Invitation>,
    pub(super) seekers: BTreeMap<UserId, Seeker>,
    pub(super) broadcasts: BTreeMap<BroadcastId, Broadcast>,
    pub(super) switches: HashSet<Switch>,
    pub(super) deletions: u64,
    /// Play time.
    pub(super) played: i64,
    /// The store's own time at which the latest purge was begun.
    pub(super) purged: i64,
    /// Amounts of data still to be deleted, by person. No query finds it, so the data itself is not kept.
    pub(super) departed: BTreeMap<UserId, Left>,
    /// Times of the latest sign of life of each process.
    pub(super) leases: BTreeMap<ProcessId, i64>,
    pub(super) is_closed: bool,
}

use crate::memory_store::absences::Absence;
use crate::memory_store::ratings::Rated;

/// The remainder of a deletion.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Left {
    boards: u64,
    /// Number of seats in games of others.
    seats: u64,
}

/// A board as a row of a table would hold it.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) id: SessionId,
    pub(super) owner: UserId,
    pub(super) guest: Option<UserId>,
    pub(super) revision: Revision,
    pub(super) record: String,
    pub(super) help: Option<String>,
    pub(super) agreement: Option<String>,
    pub(super) clock: Option<String>,
    pub(super) times: Option<String>,
    pub(super) due: Option<i64>,
    pub(super) ballot: Option<String>,
    pub(super) reservation: Option<Reservation>,
    pub(super) departure: Option<Departure>,
    /// True if it counts although one of its people has switched counting off.
    pub(super) counts_on: bool,
    pub(super) reminded: Option<i64>,
    pub(super) is_over: bool,
    pub(super) awaits_engine: bool,
    pub(super) home: Spot,
    pub(super) elsewhere: BTreeMap<Surface, Spot>,
    /// Time of the latest change of the game, in microseconds since 1970. No two games have the same.
    pub(super) touched: i64,
    /// Time at which the turn of its engine was last claimed.
    pub(super) turn_claimed: i64,
    /// Times at which the people on both sides were last active.
    pub(super) acted: BySide<Option<i64>>,
}

/// A placement, with the times at which it was last claimed and sent.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) placement: Placement,
    pub(super) claimed: i64,
    /// Time at which its message was sent.
    pub(super) placed: Option<i64>,
}

impl Spot {
    pub(super) fn new(placement: Placement) -> Spot {
        Spot { placement, claimed: 0, placed: None }
    }
}

impl Entry {
    pub(super) fn new(board: &Board, chat: ChatId, touched: i64) -> Entry {
        let Board { session, owner, surface: _, topic, message, shown, elsewhere } = board;
        let (topic, message, shown) = (*topic, *message, *shown);
        let elsewhere = elsewhere.iter().map(|placement| {
            let surface = placement.surface();
            (surface, Spot::new(kept_of(placement.clone())))
        });
        Entry {
            id: session.id(),
            owner: *owner,
            guest: board.guest(),
            revision: session.revision(),
            record: record::encode(session),
            help: session.is_helped().then(|| help::encode(&session.help())),
            agreement: session.agreement().map(agreement::encode),
            clock: session.clock().map(clock::encode),
            times: session.times().map(|times| times::encode(times, session.revision())),
            due: session.due().map(|PlayTime(due)| due),
            ballot: session.kept_ballot().map(ballot::encode),
            reservation: session.reservation(),
            departure: session.departure(),
            counts_on: false,
            reminded: None,
            is_over: session.outcome().is_some(),
            awaits_engine: matches!(session.awaiting(), Awaiting::Engine { .. }),
            home: Spot::new(Placement { message, shown, ..Placement::new(chat, topic) }),
            elsewhere: elsewhere.collect(),
            touched,
            turn_claimed: 0,
            acted: BySide { first: None, second: None },
        }
    }

    pub(super) fn board(&self) -> Result<Board, StoreError> {
        let Placement { surface, topic, message, shown } = self.home.placement.clone();
        let session = record::decode(self.id, self.revision, &self.record);
        let session = session.map_err(|error| StoreError::Record(self.id, error))?;
        let session = match &self.help {
            Some(text) => session.with_help(help::decode(text).expect("help as it was written")),
            None => session,
        };
        let session = match &self.agreement {
            Some(text) => {
                session.with_agreement(agreement::decode(text).expect("it is as it was written"))
            }
            None => session,
        };
        let session = match &self.clock {
            Some(text) => {
                session.with_clock(clock::decode(text).expect("a clock as it was written"))
            }
            None => session,
        };
        let session = match &self.times {
            Some(text) => session.with_times(
                times::decode(text, self.revision).expect("times as they were written"),
            ),
            None => session,
        };
        let session = match &self.ballot {
            Some(text) => session.with_ballot(ballot::decode(text).expect("as it was written")),
            None => session,
        };
        let session = match self.reservation {
            Some(reservation) => session.with_reservation(reservation),
            None => session,
        };
        let session = match self.departure {
            Some(departure) => session.ended_by_leaving(departure),
            None => session,
        };
        let elsewhere = self.elsewhere.values().map(|spot| spot.placement.clone()).collect();
        Ok(Board { session, owner: self.owner, surface, topic, message, shown, elsewhere })
    }

    /// Returns whether its record is that of this session, regardless of greetings and offers.
    pub(super) fn tells(&self, session: &Session) -> bool {
        self.record == record::encode(session)
    }

    pub(super) fn replace(&mut self, session: Session, touched: i64) -> Result<(), StoreError> {
        let touched = if session.is_between_people() && self.tells(&session) {
            self.touched
        } else {
            touched
        };
        let board = Board { session, ..self.board()? };
        let next = Entry::new(&board, self.home_chat(), touched);
        *self = Entry {
            home: self.home.clone(),
            elsewhere: std::mem::take(&mut self.elsewhere),
            turn_claimed: self.turn_claimed,
            counts_on: self.counts_on,
            acted: self.acted,
            ..next
        };
        Ok(())
    }

    /// Removes one of two people; from then on it is a game of the other one.
    fn leave(&mut self, UserId(user): UserId) {
        let guest = self.guest.filter(|guest| guest.0 != user);
        if let Some(guest) = guest {
            self.owner = guest;
            let theirs = ChatId(guest.0.cast_signed());
            let there = self.elsewhere.remove(&theirs.into());
            if self.home_chat() == ChatId(user.cast_signed()) {
                let gone = Placement { shown: Revision::LAST, ..Placement::new(theirs, None) };
                self.home = there.unwrap_or(Spot::new(gone));
            }
        }
        self.record = self.record.replace(&format!(" u{user} "), " gone ");
        self.guest = None;
        self.agreement = None;
        self.due = None;
        self.is_over = true;
        self.awaits_engine = false;
        self.revision = Revision(self.revision.0 + 1);
        if let Ok(chat) = i64::try_from(user) {
            self.elsewhere.remove(&ChatId(chat).into());
        }
    }

    pub(super) fn spots(&self) -> impl Iterator<Item = &Spot> {
        std::iter::once(&self.home).chain(self.elsewhere.values())
    }

    pub(super) fn spot_on(&mut self, surface: impl Into<Surface>) -> Option<&mut Spot> {
        let surface = surface.into();
        if self.home.placement.surface() == surface {
            Some(&mut self.home)
        } else {
            self.elsewhere.get_mut(&surface)
        }
    }

    pub(super) fn home_chat(&self) -> ChatId {
        self.home.placement.surface().chat().expect("a board begins in a chat")
    }

    pub(super) fn is_shown_in(&self, chat: ChatId) -> bool {
        self.spots().any(|spot| spot.placement.surface() == chat.into())
    }

    pub(super) fn stored(&self, person: UserId) -> StoredBoard {
        // The claims of processes are no data about the person.
        let Placement { message, shown, .. } = self.home.placement;
        StoredBoard {
            id: self.id,
            chat: self.home_chat(),
            message,
            shown,
            revision: self.revision,
            record: self.record.clone(),
            touched: self.touched,
            is_guest: self.owner != person,
            elsewhere: self.elsewhere.values().map(|spot| spot.placement.clone()).collect(),
            help: self.help.clone(),
            agreement: self.agreement.clone(),
            clock: self.clock.clone(),
            times: self.times.clone(),
            ballot: self.ballot.clone(),
            departure: self.departure,
            reminded: self.reminded,
            reserved_since: self.reservation.map(|kept| kept.since),
            counts_on: self.counts_on,
        }
    }
}

/// A placement as it is stored: an inline message has neither a topic nor a message.
pub(super) fn kept_of(placement: Placement) -> Placement {
    match placement.surface() {
        Surface::Chat(_) => placement,
        Surface::Inline(_) => Placement { topic: None, message: None, ..placement },
    }
}

impl State {
    /// The placement that this message shows.
    pub(super) fn shown_by(&mut self, id: SessionId, place: Place) -> Option<&mut Placement> {
        let spot = self.boards.get_mut(&id)?.spot_on(place.surface())?;
        (spot.placement.place() == Some(place)).then_some(&mut spot.placement)
    }

    /// Boards of which this person is the owner or a guest.
    pub(super) fn of_person(&self, person: UserId) -> impl Iterator<Item = &Entry> {
        let ids = self.by_person.get(&person).into_iter().flatten();
        ids.filter_map(|id| self.boards.get(id))
    }

    pub(super) fn finished_of(&self, owner: UserId) -> impl Iterator<Item = &Entry> {
        self.of_person(owner).filter(move |entry| entry.owner == owner && entry.is_over)
    }

    pub(super) fn in_play(&self, chat: ChatId, person: UserId) -> impl Iterator<Item = &Entry> {
        self.of_person(person).filter(move |entry| entry.is_shown_in(chat) && !entry.is_over)
    }

    pub(super) fn insert(&mut self, entry: Entry) {
        for person in [Some(entry.owner), entry.guest].into_iter().flatten() {
            self.by_person.entry(person).or_default().insert(entry.id);
        }
        self.boards.insert(entry.id, entry);
    }

    /// Removes a board.
    pub(super) fn remove(&mut self, id: SessionId) -> Option<Entry> {
        let entry = self.boards.remove(&id)?;
        for person in [Some(entry.owner), entry.guest].into_iter().flatten() {
            if let Some(ids) = self.by_person.get_mut(&person) {
                ids.remove(&id);
            }
        }
        Some(entry)
    }

    /// Removes all boards of a person and their seats in others.
    pub(super) fn depart(&mut self, user: UserId) {
        let mut left = Left::default();
        for id in self.by_person.remove(&user).unwrap_or_default() {
            let Some(mut entry) = self.remove(id) else { continue };
            if entry.owner == user && entry.guest.is_none() {
                left.boards += 1;
            } else {
                left.seats += 1;
                entry.leave(user);
                self.insert(entry);
            }
        }
        let known = self.departed.entry(user).or_default();
        known.boards += left.boards;
        known.seats += left.seats;
    }

    pub(super) fn delete_departed(&mut self, user: UserId, limit: u32) -> Deletion {
        let Left { boards, seats } = self.departed.remove(&user).unwrap_or_default();
        let deleted = boards.min(limit.into());
        let left = Left { boards: boards - deleted, seats: seats.saturating_sub(limit.into()) };
        let is_complete = left.boards == 0 && left.seats == 0;
        if !is_complete {
            self.departed.insert(user, left);
        }
        Deletion { boards: deleted, is_complete }
    }

    /// Number of games in play of this person.
    pub(super) fn open_games(&self, chat: ChatId, person: UserId) -> OpenGames {
        let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
        OpenGames {
            in_chat: count(self.in_play(chat, person).count()),
            in_all: count(self.of_person(person).filter(|entry| !entry.is_over).count()),
        }
    }

    pub(super) fn has_room(&self, chat: ChatId, owner: UserId, max: OpenGames) -> bool {
        let open = self.open_games(chat, owner);
        open.in_chat < max.in_chat && open.in_all < max.in_all
    }

    /// The broadcast, if it runs.
    pub(super) fn running(&mut self, id: BroadcastId) -> Option<&mut Broadcast> {
        let broadcast = self.broadcasts.get_mut(&id)?;
        (broadcast.state == broadcast::State::Running).then_some(broadcast)
    }
}

pub(super) fn count_of(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}
