//! Those who wait for an opponent are brought together: each is called by a board in their own chat and
//! language, and the message that showed the wait says who has come.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::bot::new_game;
use crate::bot::services::Services;
use crate::locales::Language;
use crate::locales::phrase::Phrase;
use crate::render::{View, opponents, pages, titles};
use crate::session::board::{Board, ChatId, ChatMessage};
use crate::session::matching::{self, Match};
use crate::session::seeker::Seeker;
use crate::store::seekers::{SeekerPlace, is_recent};
use crate::store::{Commit, StoreError};
use crate::telegram::frame::Frame;
use crate::telegram::messenger::report_unsent;
use crate::telegram::outbox::Outgoing;
use crate::telegram::rate_limit::Class;
use crate::telegram::sendings::Sending;

/// People who wait that are read at once.
const READ_BATCH: u32 = 1_000;

/// People who wait among whom is looked for pairs at once. Of more, the next ones are looked at next.
const MATCHED_AT_ONCE_MAX: usize = 10_000;

/// Pairs who are being sent their boards at once. More are not brought together before.
const SEATED_AT_ONCE_MAX: usize = 64;

/// Room for pairs who are being sent their boards.
struct Seats {
    free: Semaphore,
    /// Whether somebody was left waiting because there was none.
    are_missed: AtomicBool,
}

/// The room of one pair, as long as it lives.
struct TakenSeat {
    services: Arc<Services>,
    seats: Arc<Seats>,
}

/// Brings people together, as one process does it.
pub(crate) struct Pairing {
    services: Arc<Services>,
    seats: Arc<Seats>,
    /// Behind whom the next ones stand who are to be looked at.
    after: Option<SeekerPlace>,
}

impl Pairing {
    pub(crate) fn new(services: Arc<Services>) -> Pairing {
        let free = Semaphore::new(SEATED_AT_ONCE_MAX);
        let seats = Arc::new(Seats { free, are_missed: AtomicBool::new(false) });
        Pairing { services, seats, after: None }
    }

    /// Looks at those who wait, and seats whoever fits. Whose time is over waits no more: it is over by both
    /// the clock and the time that the store has lived through.
    pub(crate) async fn look(&mut self) -> Result<(), StoreError> {
        if self.services.admin.is_in_maintenance() {
            return Ok(());
        }
        let play = &self.services.play;
        let (now, lived) = (play.now(), play.lived());
        let (waiting, after) = self.waiting().await?;
        self.after = after;
        self.services.waiting.seekers.store(waiting.len(), Ordering::Relaxed);
        let (waiting, late): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|seeker| is_recent(seeker, now.min(lived)));
        let mut trouble = Ok(());
        for seeker in &late {
            go_on_after(end(&self.services, seeker, Phrase::SeekingNobody).await, &mut trouble)?;
        }
        if waiting.len() < 2 {
            return trouble;
        }
        let apart = play.seekers_apart().await?;
        for found in matching::pairs(&waiting, &apart, now) {
            let Some(seat) = self.seat() else { return trouble };
            go_on_after(begin(&self.services, found, seat).await, &mut trouble)?;
        }
        trouble
    }

    /// Room for one more pair. If there is none, those who wait are looked at again when there is.
    fn seat(&self) -> Option<TakenSeat> {
        let take = || {
            let free = self.seats.free.try_acquire().ok()?;
            free.forget();
            Some(TakenSeat { services: Arc::clone(&self.services), seats: Arc::clone(&self.seats) })
        };
        take().or_else(|| {
            self.seats.are_missed.store(true, Ordering::SeqCst);
            // The last of them may have become free before that was known.
            take()
        })
    }

    /// Those who wait, as many as are looked at together, and where the others begin if there are more.
    async fn waiting(&self) -> Result<(Vec<Seeker>, Option<SeekerPlace>), StoreError> {
        let (mut waiting, mut after) = (Vec::new(), self.after);
        loop {
            let batch = self.services.play.waiting_seekers(after, READ_BATCH).await?;
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

impl Drop for TakenSeat {
    fn drop(&mut self) {
        self.seats.free.add_permits(1);
        if self.seats.are_missed.swap(false, Ordering::SeqCst) {
            self.services.somebody_seeks.notify_one();
        }
    }
}

/// Goes on with the others where one could not be seated, and keeps the first reason. Where the store does
/// not answer at all, nobody else is tried.
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

/// Begins the game of two who fit, unless one of them has too many games going, who then waits no more.
async fn begin(
    services: &Arc<Services>,
    found: Match<'_>,
    seat: TakenSeat,
) -> Result<(), StoreError> {
    let seekers = [found.elder, found.younger];
    for seeker in seekers {
        let (person, chat) = (seeker.person, ChatId::of_person(seeker.person));
        if let Some(too_many) = services.play.too_many(chat, person).await? {
            return end(services, seeker, new_game::reason(services, too_many)).await;
        }
    }
    // Noted before the board is there, so that a sweep never finds it as one nobody sends.
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

/// Ends a wait for this reason.
async fn end(
    services: &Services,
    seeker: &Seeker,
    reason: Phrase<'static>,
) -> Result<(), StoreError> {
    let play = &services.play;
    // The message may have come since the wait was read.
    let now = play.seeking_of(seeker.person).await?.filter(|now| now.game == seeker.game);
    if play.withdraw_seeking(seeker.person, seeker.game).await? == Commit::Done {
        let seeker = now.as_ref().unwrap_or(seeker);
        let language = language_of(services, seeker).await;
        let view = opponents::over(seeker.wish, reason, &services.locales, language);
        show(services, seeker, view);
    }
    Ok(())
}

/// Two who have been brought together.
struct Seated {
    board: Board,
    seekers: [Seeker; 2],
}

impl Seated {
    /// Sends both their boards, and tells each of the other if that one cannot be reached.
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
        let language = language_of(services, seeker).await;
        let person = services.play.person(other.person).await.ok().flatten();
        let name = person.map(|person| person.name).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| services.locales.say(language, Phrase::Somebody));
        let game = titles::title(self.board.session.spec(), &services.locales, language);
        note(services, seeker, language, Phrase::SeekingFound { game: &game, name: &name });
        if let Some(board) = self.board.seen_in(ChatId::of_person(seeker.person)) {
            services.boards.send(board, sending, Class::Reply, None).await;
        }
    }
}

/// Tells somebody that the other one does not see their game.
async fn tell_if_away(services: &Services, seeker: &Seeker, other: &Seeker) {
    let person = services.play.person(other.person).await.ok().flatten();
    if person.is_none_or(|person| person.is_reachable) {
        return;
    }
    let (chat, class) = (ChatId::of_person(seeker.person), Class::Reply);
    let language = language_of(services, seeker).await;
    let view = &pages::note(&services.locales, language, Phrase::OpponentAway);
    let needless = &CancellationToken::new();
    let outgoing = Outgoing { chat, view, class, reply_to: None, topic: None, needless };
    if let Err(error) = services.messenger.send(outgoing).await {
        report_unsent(chat, &error);
    }
}

/// Says this in the place of the message that showed a wait.
fn note(services: &Services, seeker: &Seeker, language: Language, phrase: Phrase<'_>) {
    show(services, seeker, pages::note(&services.locales, language, phrase));
}

/// Shows somebody this in the message that has shown what they wait for.
fn show(services: &Services, seeker: &Seeker, view: View) {
    let Some(message) = seeker.message else { return };
    let at = ChatMessage { chat: ChatId::of_person(seeker.person), message };
    services.messenger.show(at.into(), Frame::page(view, seeker.person, Class::Edit));
}

async fn language_of(services: &Services, seeker: &Seeker) -> Language {
    let person = services.play.person(seeker.person).await.ok().flatten();
    person.map_or(Language::English, |person| person.language)
}
