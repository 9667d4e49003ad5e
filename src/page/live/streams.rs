//! Streams of the states of a game, as server-sent events.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use dashmap::DashMap;
use futures::stream;
use serde::Serialize;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;
use zerosum_session::board::Board;
use zerosum_session::language::Language;
use zerosum_session::{Revision, Session, UserId};

use crate::bounded::shares::{Share, Shares};
use crate::page::Page;
use crate::page::limits::Origin;
use crate::page::live::Live;
use crate::page::live::hub::Watching;
use crate::page::refusal::Refusal;
use crate::passes::Pass;

/// Time after which an idle stream shows that it is alive, and tells a clock once more: it may stand while the one in
/// the browser runs.
const ALIVE_PERIOD: Duration = Duration::from_secs(15);

/// Time between two states.
const STATES_PERIOD: Duration = Duration::from_millis(100);

/// Maximum streams of one client address.
const STREAMS_PER_ADDRESS_MAX: usize = 64;

/// One in this many streams may belong to one client address.
const PART_PER_ADDRESS: usize = 4;

/// One in this many streams may belong to watchers without a pass and guests, whose passes can be made at will. The rest
/// is reserved for people of Telegram.
const PART_OF_WATCHERS: usize = 2;

/// One in this many streams of watchers may belong to one wider network.
const PART_PER_NETWORK: usize = 4;

/// Maximum streams of one person.
const STREAMS_PER_PERSON_MAX: usize = 6;

/// Age from which a stream makes room for another one of its person. That of a lost connection looks alive for a
/// quarter of an hour.
const GIVES_WAY_AFTER: Duration = Duration::from_mins(2);

/// Limits on streams.
pub(crate) struct StreamLimits {
    all_max: usize,
    all: Arc<Shares<()>>,
    watchers: Arc<Shares<()>>,
    /// Of watchers, by their wider networks.
    networks: Arc<Shares<UserId>>,
    addresses: Arc<Shares<UserId>>,
    people: Arc<DashMap<UserId, Vec<PersonalStream>>>,
}

/// A stream of a person, the oldest first in their list.
struct PersonalStream {
    since: Instant,
    end: CancellationToken,
}

/// Guard for a stream.
pub(crate) struct StreamGuard {
    _all: Share<()>,
    _watcher: Option<WatcherGuard>,
    _address: Share<UserId>,
    _person: Option<PersonalStreamGuard>,
    /// Tells the stream to make room.
    end: CancellationToken,
}

/// Guard for a stream of a watcher without a pass, or of a guest.
struct WatcherGuard {
    _watcher: Share<()>,
    _network: Option<Share<UserId>>,
}

/// Guard for a stream of a person.
struct PersonalStreamGuard {
    people: Arc<DashMap<UserId, Vec<PersonalStream>>>,
    user: UserId,
    end: CancellationToken,
}

impl Drop for PersonalStreamGuard {
    fn drop(&mut self) {
        // Cancelling marks the entry; the stream has ended.
        self.end.cancel();
        self.people.remove_if_mut(&self.user, |_, streams| {
            streams.retain(|stream| !stream.end.is_cancelled());
            streams.is_empty()
        });
    }
}

impl StreamLimits {
    pub(crate) fn new(all_max: usize) -> StreamLimits {
        StreamLimits {
            all_max,
            all: Shares::new(),
            watchers: Shares::new(),
            networks: Shares::new(),
            addresses: Shares::new(),
            people: Arc::new(DashMap::new()),
        }
    }

    /// Takes a place for a stream of an address, and perhaps of a person.
    pub(crate) fn place(
        &self,
        origin: Origin,
        person: Option<UserId>,
    ) -> Result<StreamGuard, Refusal> {
        self.place_at(origin, person, Instant::now())
    }

    fn place_at(
        &self,
        origin: Origin,
        person: Option<UserId>,
        now: Instant,
    ) -> Result<StreamGuard, Refusal> {
        let end = CancellationToken::new();
        let address = self.addresses.take(origin.address, self.per_address_max());
        let _address = address.ok_or(Refusal::TooFast)?;
        let _watcher = match person.filter(|user| !user.is_guest()) {
            Some(_) => None,
            None => Some(self.watcher(origin).ok_or(Refusal::Full)?),
        };
        let _all = self.all.take((), self.all_max).ok_or(Refusal::Full)?;
        // No stream makes room for one that is refused.
        let _person = person.map(|user| self.personal(user, &end, now)).transpose()?;
        Ok(StreamGuard { _all, _watcher, _address, _person, end })
    }

    fn per_address_max(&self) -> usize {
        STREAMS_PER_ADDRESS_MAX.min(self.all_max / PART_PER_ADDRESS)
    }

    fn watchers_max(&self) -> usize {
        self.all_max / PART_OF_WATCHERS
    }

    /// Takes a place among the streams of watchers.
    fn watcher(&self, origin: Origin) -> Option<WatcherGuard> {
        let _network = match origin.network {
            Some(network) => {
                Some(self.networks.take(network, self.watchers_max() / PART_PER_NETWORK)?)
            }
            None => None,
        };
        Some(WatcherGuard { _watcher: self.watchers.take((), self.watchers_max())?, _network })
    }

    /// Takes a place among the streams of a person, whose oldest one makes room if there are too many.
    fn personal(
        &self,
        user: UserId,
        end: &CancellationToken,
        now: Instant,
    ) -> Result<PersonalStreamGuard, Refusal> {
        let mut streams = self.people.entry(user).or_default();
        if streams.len() >= STREAMS_PER_PERSON_MAX {
            let is_old = |stream: &&PersonalStream| {
                now.saturating_duration_since(stream.since) >= GIVES_WAY_AFTER
            };
            streams.first().filter(is_old).ok_or(Refusal::TooFast)?;
            streams.remove(0).end.cancel();
        }
        streams.push(PersonalStream { since: now, end: end.clone() });
        drop(streams);
        Ok(PersonalStreamGuard { people: Arc::clone(&self.people), user, end: end.clone() })
    }
}

/// A game being sent to a viewer.
struct Sending {
    page: Arc<Page>,
    live: Arc<Live>,
    watching: Watching,
    /// The game after this one, until it has begun.
    following: Option<Watching>,
    pass: Option<Pass>,
    language: Language,
    shown: Option<Shown>,
    /// True once the game was shown in play.
    has_shown_play: bool,
    /// Earliest moment of the next state.
    next_at: Instant,
    is_over: bool,
    place: StreamGuard,
}

/// State of a game as it was last sent to a viewer.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Shown {
    revision: Revision,
    has_next: bool,
    /// Whether the clock waits for its start; `None` if there is none.
    is_clock_waiting: Option<bool>,
}

impl Shown {
    fn of(session: &Session, has_next: bool) -> Shown {
        let is_clock_waiting = session.timed_side().map(|_| session.is_clock_waiting());
        Shown { revision: session.revision(), has_next, is_clock_waiting }
    }
}

/// Returns the states of a game for a viewer, from now on.
pub(crate) fn body(
    (page, live): (Arc<Page>, Arc<Live>),
    watching: Watching,
    (pass, language): (Option<Pass>, Language),
    place: StreamGuard,
) -> Body {
    let sending = Sending {
        page,
        live,
        watching,
        following: None,
        pass,
        language,
        shown: None,
        has_shown_play: false,
        next_at: Instant::now(),
        is_over: false,
        place,
    };
    Body::from_stream(stream::unfold(sending, |mut sending| async {
        let event = sending.next().await?;
        Some((Ok::<Bytes, Infallible>(event), sending))
    }))
}

impl Sending {
    /// The next event; `None` after the last one.
    async fn next(&mut self) -> Option<Bytes> {
        if self.is_over {
            return None;
        }
        // The browser comes back and is told that its pass has expired.
        if self.pass.is_some_and(|pass| pass.is_over(self.live.play.now())) {
            return Some(self.last("bye"));
        }
        let (leaving, end) = (self.live.leaving.clone(), self.place.end.clone());
        let quiet_until = Instant::now() + ALIVE_PERIOD;
        tokio::select! {
            () = leaving.cancelled() => Some(self.last("bye")),
            () = end.cancelled() => Some(self.last("bye")),
            state = self.state() => Some(state),
            () = sleep_until(quiet_until) => {
                self.shown = self.shown.filter(|shown| shown.is_clock_waiting.is_none());
                Some(Bytes::from_static(b":\n\n"))
            }
        }
    }

    /// Waits for a state that was not sent yet.
    async fn state(&mut self) -> Bytes {
        loop {
            sleep_until(self.next_at).await;
            // A board that cannot be loaded now is loaded at the next change or look.
            match self.watching.board().await {
                Ok(None) => return self.last("gone"),
                Ok(Some(board)) => {
                    let shown = Some(Shown::of(&board.session, self.has_next(&board).await));
                    if shown != self.shown
                        && let Ok(state) = self.rendered(&board).await
                    {
                        self.shown = shown;
                        self.has_shown_play |= board.session.outcome().is_none();
                        self.next_at = Instant::now() + STATES_PERIOD;
                        self.page.metrics.page.states.count(());
                        return state;
                    }
                }
                Err(_) => {}
            }
            self.changed().await;
        }
    }

    /// Waits for a change of the game, or for the one after it.
    async fn changed(&mut self) {
        match &mut self.following {
            Some(following) => tokio::select! {
                () = self.watching.changed() => {}
                () = following.changed() => {}
            },
            None => self.watching.changed().await,
        }
    }

    /// Returns whether a game has followed one that is over, for its players. Watches for it until then.
    async fn has_next(&mut self, board: &Board) -> bool {
        let session = &board.session;
        let is_seated = self.pass.is_some_and(|pass| session.seat_of(pass.user).is_some());
        if session.outcome().is_none() || !is_seated {
            self.following = None;
            return false;
        }
        if self.shown.is_some_and(|shown| shown.has_next) {
            return true;
        }
        if self.following.is_none() {
            self.following = self.live.hub.watch(self.live.ids.next_id(session), true).ok();
        }
        let Some(following) = &mut self.following else { return false };
        let has_begun = matches!(following.board().await, Ok(Some(_)));
        if has_begun {
            self.following = None;
        }
        has_begun
    }

    async fn rendered(&self, board: &Board) -> Result<Bytes, Refusal> {
        let (session, language) = (&board.session, self.language);
        let user = self.pass.map(|pass| pass.user);
        let is_seated = user.is_some_and(|user| session.seat_of(user).is_some());
        // A clock is told as it stands now, and an open seat is not on offer to all.
        let is_alike = !is_seated && session.clock().is_none() && session.open_side().is_none();
        let revision = session.revision();
        if is_alike && let Some(view) = self.watching.shared(revision, language).await {
            return Ok(view);
        }
        let localizer = self.page.localizer(language);
        if let Some(user) = user.filter(|_| is_seated && self.has_shown_play) {
            self.live.note_milestones(board, user).await;
        }
        let snapshot = self.live.snapshot(board, user, localizer).await?;
        let view = event("state", &snapshot);
        if is_alike {
            self.watching.share(revision, language, view.clone()).await;
        }
        Ok(view)
    }

    fn last(&mut self, name: &str) -> Bytes {
        self.is_over = true;
        #[derive(Serialize)]
        struct Nothing {}
        event(name, &Nothing {})
    }
}

/// An event. JSON has no line breaks.
fn event(name: &str, data: &impl Serialize) -> Bytes {
    let json = serde_json::to_string(data).expect("strings and numbers can be written");
    format!("event: {name}\ndata: {json}\n\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: UserId = UserId(1_001);

    fn at(number: u64) -> Origin {
        Origin { address: UserId(number), network: None }
    }

    #[test]
    fn the_oldest_stream_of_a_person_makes_room_once_it_may_be_lost() {
        let limits = StreamLimits::new(100);
        let begin = Instant::now();
        let place = |number, now| limits.place_at(at(number), Some(ANNA), now);
        let mut places: Vec<StreamGuard> = (0..6).filter_map(|at| place(at, begin).ok()).collect();
        assert_eq!(places.len(), STREAMS_PER_PERSON_MAX);
        assert_eq!(place(6, begin).err(), Some(Refusal::TooFast));
        let later = begin + GIVES_WAY_AFTER;
        places.push(place(6, later).expect("the first one makes room"));
        let ended: Vec<bool> = places.iter().map(|place| place.end.is_cancelled()).collect();
        assert_eq!(ended, [true, false, false, false, false, false, false]);
        // It takes no other one's place when it is gone, and a place that is given back is free.
        places.remove(0);
        assert_eq!(limits.people.get(&ANNA).map(|streams| streams.len()), Some(6));
        places.pop();
        places.push(place(7, later).expect("there is room"));
        assert!(places.iter().all(|place| !place.end.is_cancelled()));
        drop(places);
        assert!(limits.people.is_empty(), "people without streams are forgotten");
    }

    #[test]
    fn watchers_and_addresses_leave_streams_for_players() {
        let limits = StreamLimits::new(96);
        let now = Instant::now();
        let watch = |address| limits.place_at(at(address), None, now);
        let of_one: Vec<StreamGuard> = (0..96).filter_map(|_| watch(1).ok()).collect();
        assert_eq!(of_one.len(), 96 / PART_PER_ADDRESS);
        assert_eq!(watch(1).err(), Some(Refusal::TooFast));
        let of_others: Vec<StreamGuard> = (2..98).filter_map(|at| watch(at).ok()).collect();
        assert_eq!(of_one.len() + of_others.len(), 96 / PART_OF_WATCHERS);
        assert_eq!(watch(98).err(), Some(Refusal::Full));
        let guest = limits.place_at(at(99), Some(UserId::guest(99)), now);
        assert_eq!(guest.err(), Some(Refusal::Full), "a pass of a guest is made at will");
        let play = |number| limits.place_at(at(number), Some(UserId(number)), now);
        let players: Vec<StreamGuard> = (100..196).filter_map(|number| play(number).ok()).collect();
        assert_eq!(players.len(), 96 - 96 / PART_OF_WATCHERS);
        assert_eq!(play(200).err(), Some(Refusal::Full));
        // A watcher who leaves makes room for another one.
        drop((of_others, players));
        assert!(watch(98).is_ok());
    }

    #[test]
    fn an_address_has_so_many_streams_however_many_there_are() {
        let limits = StreamLimits::new(10_000);
        let now = Instant::now();
        let watch = || limits.place_at(at(1), None, now);
        let places: Vec<StreamGuard> = (0..100).filter_map(|_| watch().ok()).collect();
        assert_eq!(places.len(), STREAMS_PER_ADDRESS_MAX);
    }

    #[test]
    fn watchers_of_a_wider_network_leave_streams_for_those_of_others() {
        let limits = StreamLimits::new(400);
        let now = Instant::now();
        let within = |number| Origin { network: Some(UserId(1)), ..at(number) };
        let watch = |number| limits.place_at(within(number), None, now);
        let places: Vec<StreamGuard> = (0..200).filter_map(|number| watch(number).ok()).collect();
        assert_eq!(places.len(), 200 / PART_PER_NETWORK);
        assert_eq!(watch(200).err(), Some(Refusal::Full));
        assert!(limits.place_at(at(201), None, now).is_ok());
        // Its players are none of them.
        assert!(limits.place_at(within(202), Some(ANNA), now).is_ok());
        drop(places);
        assert!(watch(200).is_ok());
    }
}
