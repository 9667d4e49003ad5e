//! Services shared by all handlers.

use std::future::Future;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use zerosum_metrics::gauges::Gauges;
use zerosum_metrics::{Metrics, labels};
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_search::course::Lessons;
use zerosum_search::puzzle::collection::{Collection, Day};
use zerosum_session::board::ChatId;
use zerosum_session::choice::Setup;
use zerosum_session::language::Language;
use zerosum_session::{SessionId, UserId};

use crate::admin::Admin;
use crate::bot::account::people::KnownPeople;
use crate::bot::messages::board_views::BoardViews;
use crate::bot::messages::boards::BoardMessages;
use crate::bot::messages::open_chats::OpenChats;
use crate::bot::single_flight::SingleFlight;
use crate::bot::vocabulary::Vocabulary;
use crate::bounded::recent_counts::RecentCounts;
use crate::bounded::shares::{Holder, Shares};
use crate::capacity::Capacity;
use crate::config::secret::Seal;
use crate::drawing::DrawingThreads;
use crate::ids::DerivedIds;
use crate::links::DeepLinks;
use crate::play::Play;
use crate::play::games::new_game_limit::NewGameLimit;
use crate::telegram::client::Client;
use crate::telegram::client::administrators::Administrators;
use crate::telegram::incoming::acknowledgement::Deliveries;
use crate::telegram::incoming::admission::Admission;
use crate::telegram::incoming::message_order::MessageOrder;
use crate::telegram::incoming::press_order::PressOrder;
use crate::telegram::outgoing::file_permits::FilePermits;
use crate::telegram::outgoing::messenger::{Messenger, MessengerConfig};

const MICROS_PER_DAY: i64 = 86_400 * 1_000_000;

/// Time for which the same kind of notice is not repeated to a person in a group.
pub(super) const QUIET_FOR: Duration = Duration::from_secs(600);

/// Number of notices in groups that are remembered.
const HEARD_KEPT_MAX: usize = 20_000;

/// Period in which challenges by share links are counted.
pub(super) const CHALLENGES_COUNTED_FOR: Duration = Duration::from_secs(3_600);

/// Number of people whose challenges by share links are counted.
const CHALLENGED_KEPT_MAX: usize = 10_000;

/// Maximum number of users' files being fetched at once. Each is no larger than a record may be.
const DOWNLOADS_AT_ONCE_MAX: usize = 32;

/// Maximum time for which shutdown waits for the work in flight. Work that is not done by then is durable
/// or was never accepted; the next start brings all boards up to date.
const LEAVE_PATIENCE: Duration = Duration::from_secs(4);

/// Number of days for which games are kept after their last change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct KeptDays {
    pub(crate) finished: u32,
    pub(crate) unfinished: u32,
}

/// Texts, limits on the use of the bot and of Telegram, and retention periods.
pub(crate) struct ServiceConfig {
    pub(crate) locales: Arc<Locales>,
    pub(crate) new_games: Arc<NewGameLimit>,
    pub(crate) messenger: MessengerConfig,
    pub(crate) kept_days: KeptDays,
    pub(crate) sweep_period: Duration,
}

/// Services shared by all handlers; one value for each process.
pub(crate) struct Services {
    pub(crate) links: Arc<DeepLinks>,
    pub(crate) ids: DerivedIds,
    pub(crate) play: Arc<Play>,
    pub(crate) admin: Arc<Admin>,
    pub(crate) people: KnownPeople,
    pub(crate) boards: Arc<BoardMessages>,
    pub(crate) messenger: Arc<Messenger>,
    /// Threads that draw pictures and files.
    pub(crate) drawing: Arc<DrawingThreads>,
    pub(crate) administrators: Administrators,
    pub(crate) locales: Arc<Locales>,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) puzzles: Collection,
    pub(crate) lessons: Lessons,
    pub(crate) limits: UserLimits,
    pub(crate) message_order: Arc<MessageOrder>,
    pub(crate) press_order: Arc<PressOrder>,
    /// Updates that have arrived and are not yet decided.
    pub(crate) deliveries: Arc<Deliveries>,
    pub(crate) kept_days: KeptDays,
    pub(crate) sweep_period: Duration,
    /// Notified when there is a new broadcast.
    pub(crate) broadcast_begun: Notify,
    /// Notified when a person starts to wait for an opponent, or changes their search.
    pub(crate) seekers_changed: Notify,
    pub(crate) waiting: Waiting,
    /// Cancelled when background work has to end.
    pub(crate) leaving: CancellationToken,
    tasks: TaskTracker,
}

/// Limits that keep one person from using up shared resources, or from getting something twice.
pub(crate) struct UserLimits {
    pub(crate) admission: Arc<Admission>,
    pub(crate) new_games: Arc<NewGameLimit>,
    /// Games being set up by a button, by chat and user.
    pub(crate) starting: SingleFlight<(ChatId, UserId, Setup)>,
    /// Reports of Telegram that wait for the store.
    pub(crate) late_reports: Arc<Shares<Holder>>,
    /// People whose request for an opponent is being handled.
    pub(crate) seeking: SingleFlight<UserId>,
    /// Finished games whose next game is being set up.
    pub(crate) starting_next: SingleFlight<SessionId>,
    /// People whose game is being reviewed.
    pub(crate) reviewing: SingleFlight<UserId>,
    /// People whose shared game is being drawn.
    pub(crate) sharing: SingleFlight<UserId>,
    /// People who are being sent another puzzle.
    pub(crate) posing: SingleFlight<UserId>,
    /// Notices to one person that were sent to a group, by phrase.
    pub(crate) heard_in_groups: RecentCounts<(ChatId, UserId, &'static str)>,
    pub(crate) open_chats: Arc<OpenChats>,
    /// Challenges reported to people who have shared a game.
    pub(crate) sharers_told: RecentCounts<UserId>,
    /// The people who have shared a game, and those whose challenge they were told of: once in a while for each pair.
    pub(crate) challengers_told_of: RecentCounts<(UserId, UserId)>,
    /// Limits the number of sheets and animations drawn at once.
    pub(crate) drawings: Arc<Semaphore>,
    /// Limits the number of users' files fetched at once.
    pub(crate) downloads: Arc<FilePermits>,
}

/// Number of people waiting for others, at the last count.
#[derive(Debug, Default)]
pub(crate) struct Waiting {
    pub(crate) seekers: AtomicUsize,
    pub(crate) invitations: AtomicUsize,
}

impl Services {
    pub(crate) fn new(
        client: Client,
        seal: Seal,
        play: Arc<Play>,
        admin: Arc<Admin>,
        config: ServiceConfig,
    ) -> Services {
        let tasks = TaskTracker::new();
        let ServiceConfig { locales, new_games, kept_days, sweep_period, .. } = config;
        let messenger_config = config.messenger;
        let capacity = messenger_config.capacity;
        let drawing = DrawingThreads::new(capacity.pictures_painted);
        let administrators = Administrators::new(client.clone());
        let (bot, username) = (client.identity.names(), client.identity.username.clone());
        let boards = Arc::new_cyclic(|boards: &Weak<BoardMessages>| {
            let (locales, ids) = (Arc::clone(&locales), DerivedIds::of(&seal));
            let views = BoardViews::new(Arc::clone(&play), locales, ids, &client.identity);
            let messenger = Messenger::new(
                client,
                Weak::<BoardMessages>::clone(boards),
                tasks.clone(),
                messenger_config,
                Arc::clone(&drawing),
            );
            let (play, messenger) = (Arc::clone(&play), Arc::new(messenger));
            BoardMessages::new(Weak::clone(boards), play, messenger, views, tasks.clone())
        });
        play.subscribe(&boards);
        let limits = UserLimits::new(new_games, &capacity);
        Services {
            ids: DerivedIds::of(&seal),
            links: Arc::new(DeepLinks::new(username, seal)),
            admin,
            people: KnownPeople::new(Arc::clone(&play), bot, Arc::clone(&limits.open_chats)),
            messenger: Arc::clone(&boards.messenger),
            drawing,
            administrators,
            boards,
            play,
            vocabulary: Vocabulary::of(&locales),
            puzzles: Collection::read(),
            lessons: Lessons::read(),
            locales,
            limits,
            message_order: Arc::default(),
            press_order: Arc::default(),
            deliveries: Arc::default(),
            kept_days,
            sweep_period,
            broadcast_begun: Notify::new(),
            seekers_changed: Notify::new(),
            waiting: Waiting::default(),
            leaving: CancellationToken::new(),
            tasks,
        }
    }

    /// Returns the texts in this language.
    pub(crate) fn localizer(&self, language: Language) -> Localizer<'_> {
        self.locales.localizer(language)
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        self.messenger.metrics()
    }

    /// The current day, equal for all processes that share a store.
    pub(crate) fn today(&self) -> Day {
        let days = self.play.now().div_euclid(MICROS_PER_DAY);
        Day(u32::try_from(days).unwrap_or_default())
    }

    /// Counts the result of a press, once for each press.
    pub(crate) fn note_press(&self, result: labels::Press) {
        self.metrics().play.presses.count(result);
    }

    /// Spawns a task. Shutdown waits for it.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.tasks.spawn(work);
    }

    /// Stops all work and waits for what is in flight.
    pub(crate) async fn leave(&self) {
        self.leaving.cancel();
        self.play.stop_thinking();
        self.tasks.close();
        if timeout(LEAVE_PATIENCE, self.tasks.wait()).await.is_err() {
            log::warn!("{} tasks are left unfinished; the next start redraws", self.tasks.len());
        }
    }

    /// Updates all gauges.
    pub(crate) fn set_gauges(&self, gauges: &Gauges) {
        let cached = self.play.live_counts();
        gauges.live_games.set(cached.boards);
        gauges.live_people.set(cached.people);
        let admission = &self.limits.admission;
        gauges.updates_in_flight.set(admission.in_flight());
        gauges.updates_in_flight_limit.set(admission.updates_in_flight_max());
        gauges.updates_undecided.set(self.deliveries.undecided());
        gauges.messages_waiting.set(self.message_order.waiting());
        self.messenger.set_gauges(gauges);
        let thinking = self.play.thinking();
        gauges.searches_waiting.set(thinking.waiting);
        gauges.searches_running.set(thinking.running);
        gauges.tasks.set(self.tasks.len());
        let Waiting { seekers, invitations } = &self.waiting;
        gauges.people_seeking.set(seekers.load(Ordering::Relaxed));
        gauges.invitations_open.set(invitations.load(Ordering::Relaxed));
    }

    /// Drops cached entries that were not used recently.
    pub(crate) fn age(&self) {
        self.play.age();
        self.messenger.edits.age();
        self.limits.new_games.age();
        self.limits.heard_in_groups.age();
        self.limits.open_chats.age();
        self.limits.sharers_told.age();
        self.limits.challengers_told_of.age();
        self.administrators.age();
        self.boards.age();
    }
}

impl UserLimits {
    fn new(new_games: Arc<NewGameLimit>, capacity: &Capacity) -> UserLimits {
        UserLimits {
            admission: Arc::new(Admission::new(capacity)),
            new_games,
            starting: SingleFlight::default(),
            late_reports: Shares::new(),
            seeking: SingleFlight::default(),
            starting_next: SingleFlight::default(),
            reviewing: SingleFlight::default(),
            sharing: SingleFlight::default(),
            posing: SingleFlight::default(),
            heard_in_groups: RecentCounts::new(QUIET_FOR, HEARD_KEPT_MAX),
            open_chats: Arc::new(OpenChats::new()),
            sharers_told: RecentCounts::new(CHALLENGES_COUNTED_FOR, CHALLENGED_KEPT_MAX),
            challengers_told_of: RecentCounts::new(CHALLENGES_COUNTED_FOR, CHALLENGED_KEPT_MAX),
            drawings: Arc::new(Semaphore::new(capacity.files_drawn)),
            downloads: FilePermits::new(DOWNLOADS_AT_ONCE_MAX),
        }
    }
}
