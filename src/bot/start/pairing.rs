//! Pairs people who wait for an opponent: each gets a board in their own chat and language, and the message
//! that showed the wait tells who has come.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Semaphore;
use zerosum_games::family::Family;
use zerosum_render::View;
use zerosum_render::board::titles;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::pages::opponents;
use zerosum_session::UserId;
use zerosum_session::board::{Board, ChatId, ChatMessage};
use zerosum_session::language::Language;
use zerosum_session::people::matching::{self, Match, PointsByFamily};
use zerosum_session::people::seeker::{Points, Seeker};
use zerosum_store::people::seekers::{SeekerPlace, is_recent};
use zerosum_store::{Commit, StoreError};

use crate::bot::denial::Denial;
use crate::bot::messages::private_notices;
use crate::bot::services::Services;
use crate::telegram::outgoing::edit::Edit;
use crate::telegram::outgoing::in_flight_sends::Sending;
use crate::telegram::outgoing::rate_limit::Priority;

/// Number of seekers read at once.
const READ_BATCH: u32 = 1_000;

/// Maximum number of seekers matched at once. The others are matched in the next rounds.
const MATCHED_AT_ONCE_MAX: usize = 10_000;

/// Maximum number of people whose points are read in one round.
const POINTS_READ_MAX: usize = 500;

/// Maximum number of pairs whose boards are being sent at once. No more are paired until then.
const SEATED_AT_ONCE_MAX: usize = 64;

/// Limits the number of pairs whose boards are being sent.
struct Seats {
    free: Semaphore,
    /// True if a pair was left waiting because no seat was free.
    are_missed: AtomicBool,
}

/// Guard for the seat of one pair; dropping it frees the seat.
struct PairGuard {
    services: Arc<Services>,
    seats: Arc<Seats>,
}

/// Pairs seekers; one process does so at a time.
pub(crate) struct Pairing {
    services: Arc<Services>,
    seats: Arc<Seats>,
    /// Cursor of the next page.
    after: Option<SeekerPlace>,
    /// Points of the seekers who accept any game, by family.
    points: HashMap<UserId, Vec<(Family, Points)>>,
}

impl Pairing {
    pub(crate) fn new(services: Arc<Services>) -> Pairing {
        let free = Semaphore::new(SEATED_AT_ONCE_MAX);
        let seats = Arc::new(Seats { free, are_missed: AtomicBool::new(false) });
        Pairing { services, seats, after: None, points: HashMap::new() }
    }

    /// Runs one round: pairs the seekers who match. A search that is too old, by both the clock and the
    /// store's own time, is ended.
    pub(crate) async fn look(&mut self) -> Result<(), StoreError> {
        if self.services.admin.is_in_maintenance() {
            return Ok(());
        }
        let play = &self.services.play;
        let (now, uptime) = (play.now(), play.uptime());
        let (waiting, after) = self.waiting().await?;
        self.after = after;
        self.services.waiting.seekers.store(waiting.len(), Ordering::Relaxed);
        let (mut waiting, late): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|seeker| is_recent(seeker, now.min(uptime)));
        let mut trouble = Ok(());
        for seeker in &late {
            go_on_after(end(&self.services, seeker, Phrase::SeekingNobody).await, &mut trouble)?;
        }
        if waiting.len() < 2 {
            return trouble;
        }
        let apart = play.seekers_apart().await?;
        self.learn_points(&waiting).await?;
        let is_known =
            |seeker: &Seeker| !seeker.wish.is_any || self.points.contains_key(&seeker.person);
        waiting.retain(is_known);
        let points: PointsByFamily = self
            .points
            .iter()
            .flat_map(|(person, known)| {
                known.iter().map(|(family, points)| ((*person, *family), *points))
            })
            .collect();
        for found in matching::pairs(&waiting, &points, &apart, now) {
            let Some(seat) = self.seat() else { return trouble };
            go_on_after(begin(&self.services, found, seat).await, &mut trouble)?;
        }
        trouble
    }

    /// Reads the points of the seekers who accept any game, once for each search. If there are very many,
    /// the rest is read in the next round.
    async fn learn_points(&mut self, waiting: &[Seeker]) -> Result<(), StoreError> {
        let any = || waiting.iter().filter(|seeker| seeker.wish.is_any);
        let waits: HashSet<UserId> = any().map(|seeker| seeker.person).collect();
        self.points.retain(|person, _| waits.contains(person));
        let unknown: Vec<UserId> = waits
            .into_iter()
            .filter(|person| !self.points.contains_key(person))
            .take(POINTS_READ_MAX)
            .collect();
        for person in unknown {
            let points = self.services.play.points_of(person).await?;
            self.points.insert(person, points);
        }
        Ok(())
    }

    /// Takes a seat for one more pair. If none is free, the next round starts as soon as one is.
    fn seat(&self) -> Option<PairGuard> {
        let take = || {
            let free = self.seats.free.try_acquire().ok()?;
            free.forget();
            Some(PairGuard { services: Arc::clone(&self.services), seats: Arc::clone(&self.seats) })
        };
        take().or_else(|| {
            self.seats.are_missed.store(true, Ordering::SeqCst);
            // The last seat may have been freed before the flag was set.
            take()
        })
    }

    /// Seekers matched in this round, and the cursor of the next round if there are more.
    async fn waiting(&self) -> Result<(Vec<Seeker>, Option<SeekerPlace>), StoreError> {
        let (mut waiting, mut after) = (Vec::new(), self.after);
        loop {
            let batch = self.services.play.store().waiting_seekers(after, READ_BATCH).await?;
            let is_last = u32::try_from(batch.len()).is_ok_and(|length| length < READ_BATCH);
            after = batch
                .last()
                .map(|Seeker { since, person, .. }| SeekerPlace { since: *since, person: *person });
            waiting.extend(batch);
            if is_last {
                return Ok((waiting, None));
            }
            if waiting.len() >= MATCHED_AT_ONCE_MAX {
                return Ok((waiting, after));
            }
        }
    }
}

impl Drop for PairGuard {
    fn drop(&mut self) {
        self.seats.free.add_permits(1);
        if self.seats.are_missed.swap(false, Ordering::SeqCst) {
            self.services.seekers_changed.notify_one();
        }
    }
}

/// Continues with the other seekers after a failure, and keeps the first error. If the store does not
/// answer at all, the round stops.
fn go_on_after(
    done: Result<(), StoreError>,
    trouble: &mut Result<(), StoreError>,
) -> Result<(), StoreError> {
    match done {
        Err(error @ (StoreError::Database(_) | StoreError::Record(..))) => {
            if trouble.is_ok() {
                *trouble = Err(error);
            }
            Ok(())
        }
        done => done,
    }
}

/// Begins the game of a pair, unless one of them has too many games, whose search then ends.
async fn begin(
    services: &Arc<Services>,
    found: Match<'_>,
    seat: PairGuard,
) -> Result<(), StoreError> {
    let seekers = [found.elder, found.younger];
    for seeker in seekers {
        let (person, chat) = (seeker.person, ChatId::of_person(seeker.person));
        if let Err(too_many) = services.play.check_games(chat, person).await? {
            return end(services, seeker, Box::<Denial>::from(too_many).phrase).await;
        }
    }
    // Begun before the board exists, so that no sweep takes it for a board that is not being sent.
    let sendings = seekers.map(|seeker| {
        services.boards.begin_sending(ChatId::of_person(seeker.person), found.elder.game)
    });
    let Some(board) = services.play.pair(found).await? else { return Ok(()) };
    services.metrics().play.pairs_made.add(1);
    let seated = Seated { board, seekers: seekers.map(Seeker::clone) };
    let sender = Arc::clone(services);
    services.spawn(async move {
        seated.call(&sender, sendings).await;
        drop(seat);
    });
    Ok(())
}

/// Ends a search for this reason.
async fn end(
    services: &Services,
    seeker: &Seeker,
    reason: Phrase<'static>,
) -> Result<(), StoreError> {
    let play = &services.play;
    // The message may have been recorded since the search was read.
    let now = play.store().seeking_of(seeker.person).await?.filter(|now| now.game == seeker.game);
    if play.store().withdraw_seeking(seeker.person, seeker.game).await? == Commit::Done {
        let seeker = now.as_ref().unwrap_or(seeker);
        let language = services.people.stored_language_of(seeker.person).await;
        let view = opponents::over(seeker.wish, reason, services.localizer(language));
        show(services, seeker, view);
    }
    Ok(())
}

/// Two players who have been paired.
struct Seated {
    board: Board,
    seekers: [Seeker; 2],
}

impl Seated {
    /// Sends the boards of both, and tells each player if the other cannot be reached.
    async fn call(self, services: &Services, [own, other]: [Option<Sending>; 2]) {
        let [elder, younger] = &self.seekers;
        futures::join!(
            self.call_one(services, elder, younger, own),
            self.call_one(services, younger, elder, other),
        );
        futures::join!(
            tell_if_away(services, elder, younger),
            tell_if_away(services, younger, elder)
        );
    }

    async fn call_one(
        &self,
        services: &Services,
        seeker: &Seeker,
        other: &Seeker,
        sending: Option<Sending>,
    ) {
        let language = services.people.stored_language_of(seeker.person).await;
        let person = services.play.person(other.person).await.ok().flatten();
        let name = services.people.name_of(&person.map(|person| person.name).unwrap_or_default());
        let localizer = services.localizer(language);
        let name = localizer.name_or_player(&name);
        let game = titles::title(self.board.session.spec(), localizer);
        note(services, seeker, language, Phrase::SeekingFound { game: &game, name: &name });
        if let Some(board) = self.board.seen_in(ChatId::of_person(seeker.person)) {
            services.boards.send(board, sending, Priority::Reply, None).await;
        }
    }
}

/// Tells a player that their opponent does not see the game.
async fn tell_if_away(services: &Services, seeker: &Seeker, other: &Seeker) {
    let person = services.play.person(other.person).await.ok().flatten();
    if person.is_none_or(|person| person.is_reachable) {
        return;
    }
    let language = services.people.stored_language_of(seeker.person).await;
    private_notices::send(services, seeker.person, language, Phrase::OpponentAway).await;
}

/// Replaces the message that showed a search with this phrase.
fn note(services: &Services, seeker: &Seeker, language: Language, phrase: Phrase<'_>) {
    show(services, seeker, pages::note(services.localizer(language), phrase));
}

/// Replaces the message that showed a search with this view.
fn show(services: &Services, seeker: &Seeker, view: View) {
    let Some(message) = seeker.message else { return };
    let at = ChatMessage { chat: ChatId::of_person(seeker.person), message };
    services.messenger.edits.show(at.into(), Edit::page(view, seeker.person, Priority::Edit));
}
