//! What every handler needs, in parts of which each does one thing.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use zerosum_search::course::Lessons;
use zerosum_search::puzzle::collection::{Collection, Day};

use crate::admin::Admin;
use crate::bot::boards::BoardMessages;
use crate::bot::exclusive::InHand;
use crate::bot::keyed::KeyedNumbers;
use crate::bot::new_game_limit::NewGameLimit;
use crate::bot::people::KnownPeople;
use crate::bot::quiet::QuietGroups;
use crate::bot::router::Admitted;
use crate::bot::speaker_queue::SpeakerQueue;
use crate::bot::vocabulary::Vocabulary;
use crate::locales::Locales;
use crate::metrics::levels::Levels;
use crate::metrics::{Metrics, labels};
use crate::play::Play;
use crate::session::board::ChatId;
use crate::session::choice::Setup;
use crate::session::{SessionId, UserId};
use crate::telegram::administrators::Administrators;
use crate::telegram::admission::Admission;
use crate::telegram::client::Client;
use crate::telegram::deep_links::DeepLinks;
use crate::telegram::messenger::{Means, Messenger};

const MICROS_PER_DAY: i64 = 86_400 * 1_000_000;

/// Files being made and sent at once. Each takes some megabytes at most.
const FILES_AT_ONCE_MAX: usize = 8;

/// Sheets and animations being drawn at once. Each keeps a thread busy for some
/// milliseconds, or after a long game for about a second.
const DRAWINGS_AT_ONCE_MAX: usize = 2;

/// Files of people being fetched at once. Each takes no more than a record may.
const DOWNLOADS_AT_ONCE_MAX: usize = 32;

/// How long leaving waits for what is in flight. What is not done by then is durable or was never
/// accepted; the next start brings all boards up to date.
const LEAVE_PATIENCE: Duration = Duration::from_secs(4);

/// For how many days games are kept after they have changed last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptDays {
    pub(crate) finished: u32,
    pub(crate) unfinished: u32,
}

/// How much may be asked of the bot and of Telegram, and for how long it is kept.
pub(crate) struct Terms {
    pub(crate) new_games: NewGameLimit,
    pub(crate) means: Means,
    pub(crate) kept_days: KeptDays,
}

/// See the module.
pub(crate) struct Services {
    pub(crate) links: DeepLinks,
    pub(crate) keyed: KeyedNumbers,
    pub(crate) play: Arc<Play>,
    pub(crate) admin: Arc<Admin>,
    pub(crate) people: KnownPeople,
    pub(crate) boards: Arc<BoardMessages>,
    pub(crate) messenger: Arc<Messenger>,
    pub(crate) administrators: Administrators,
    pub(crate) locales: Arc<Locales>,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) puzzles: Collection,
    pub(crate) lessons: Lessons,
    pub(crate) limits: FairUse,
    pub(crate) speaker_queue: Arc<SpeakerQueue<Admitted>>,
    pub(crate) kept_days: KeptDays,
    /// Notified when there is a new broadcast.
    pub(crate) broadcast_begun: Notify,
    /// Notified when somebody waits for an opponent, or for something else than before.
    pub(crate) somebody_seeks: Notify,
    pub(crate) waiting: Waiting,
    /// Cancelled when what runs beside the updates has to end.
    pub(crate) leaving: CancellationToken,
    tasks: TaskTracker,
}

/// What keeps one person from taking what is there for all, or from getting something twice.
pub(crate) struct FairUse {
    pub(crate) admission: Arc<Admission>,
    pub(crate) new_games: NewGameLimit,
    /// Who is being set up which game by a button right now, by chat.
    pub(crate) starting: InHand<(ChatId, UserId, Setup)>,
    /// Who asks for an opponent right now.
    pub(crate) seeking: InHand<UserId>,
    /// The games after which another one is being set up right now.
    pub(crate) going_on: InHand<SessionId>,
    /// Who has a game looked back on right now.
    pub(crate) reviewing: InHand<UserId>,
    /// Who has a game drawn that they share right now.
    pub(crate) sharing: InHand<UserId>,
    /// Who is being sent another puzzle right now.
    pub(crate) posing: InHand<UserId>,
    /// Which groups have just heard what concerns one person only.
    pub(crate) quiet_groups: QuietGroups,
    /// As many files may be made and sent at once.
    pub(crate) files: Semaphore,
    /// As many sheets and animations may be drawn at once.
    pub(crate) drawings: Arc<Semaphore>,
    /// As many files of people may be fetched at once.
    pub(crate) downloads: Semaphore,
}

/// How many were waiting for other people when that was last looked at.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    pub(crate) seekers: AtomicUsize,
    pub(crate) invitations: AtomicUsize,
}

impl Services {
    pub(crate) fn new(
        client: Client,
        links: DeepLinks,
        play: Arc<Play>,
        admin: Arc<Admin>,
        terms: Terms,
    ) -> Services {
        let tasks = TaskTracker::new();
        let Terms { new_games, means, kept_days } = terms;
        let capacity = means.capacity;
        let locales = Arc::new(Locales::load());
        let administrators = Administrators::new(client.clone());
        let boards = Arc::new_cyclic(|boards: &Weak<BoardMessages>| {
            let messenger = Messenger::new(
                client,
                Arc::clone(&play),
                Weak::<BoardMessages>::clone(boards),
                Arc::clone(&locales),
                tasks.clone(),
                means,
            );
            let showings = Arc::new(Semaphore::new(capacity.edits_in_flight));
            let (play, messenger) = (Arc::clone(&play), Arc::new(messenger));
            BoardMessages::new(Weak::clone(boards), play, messenger, tasks.clone(), showings)
        });
        play.subscribe(&boards);
        let limits = FairUse {
            admission: Arc::new(Admission::new(capacity.updates_in_flight)),
            new_games,
            starting: InHand::default(),
            seeking: InHand::default(),
            going_on: InHand::default(),
            reviewing: InHand::default(),
            sharing: InHand::default(),
            posing: InHand::default(),
            quiet_groups: QuietGroups::new(),
            files: Semaphore::new(FILES_AT_ONCE_MAX),
            drawings: Arc::new(Semaphore::new(DRAWINGS_AT_ONCE_MAX)),
            downloads: Semaphore::new(DOWNLOADS_AT_ONCE_MAX),
        };
        Services {
            keyed: KeyedNumbers::of(&links),
            links,
            admin,
            people: KnownPeople::new(Arc::clone(&play)),
            messenger: Arc::clone(boards.messenger()),
            administrators,
            boards,
            play,
            vocabulary: Vocabulary::of(&locales),
            puzzles: Collection::read(),
            lessons: Lessons::read(),
            locales,
            limits,
            speaker_queue: SpeakerQueue::new(),
            kept_days,
            broadcast_begun: Notify::new(),
            somebody_seeks: Notify::new(),
            waiting: Waiting::default(),
            leaving: CancellationToken::new(),
            tasks,
        }
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        self.messenger.metrics()
    }

    /// The day it is, the same for all processes that share a store.
    pub(crate) fn today(&self) -> Day {
        let days = self.play.now().div_euclid(MICROS_PER_DAY);
        Day(u32::try_from(days).unwrap_or_default())
    }

    /// Counts what became of a press, once for each.
    pub(crate) fn note_press(&self, result: labels::Press) {
        self.metrics().play.presses.count(result);
    }

    /// Works on something beside its caller. Leaving waits for it.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(work);
    }

    /// Has everything come to its end, and waits for what is in flight.
    pub(crate) async fn leave(&self) {
        self.leaving.cancel();
        self.play.stop_thinking();
        self.tasks.close();
        if timeout(LEAVE_PATIENCE, self.tasks.wait()).await.is_err() {
            log::warn!("{} tasks are left unfinished; the next start redraws", self.tasks.len());
        }
    }

    /// Looks at everything here that goes up and down.
    pub(crate) fn look(&self, levels: &Levels) {
        let cached = self.play.live_counts();
        levels.live_games.set(cached.boards);
        levels.live_people.set(cached.people);
        let admission = &self.limits.admission;
        levels.updates_in_flight.set(admission.in_flight());
        levels.updates_in_flight_limit.set(admission.updates_in_flight_max());
        levels.words_waiting.set(self.speaker_queue.waiting());
        self.messenger.look(levels);
        let thinking = self.play.thinking();
        levels.searches_waiting.set(thinking.waiting);
        levels.searches_running.set(thinking.running);
        levels.tasks.set(self.tasks.len());
        let Waiting { seekers, invitations } = &self.waiting;
        levels.people_seeking.set(seekers.load(Ordering::Relaxed));
        levels.invitations_open.set(invitations.load(Ordering::Relaxed));
    }

    /// Lets go of what was not used lately.
    pub(crate) fn age(&self) {
        self.play.age();
        self.messenger.age();
        self.limits.new_games.age();
        self.limits.quiet_groups.age();
        self.administrators.age();
        self.boards.age();
    }
}
