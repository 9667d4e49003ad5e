//! The games of the chat on the page: seen by a sealed link, and played by their people.
//!
//! The page is one more place that shows a game, and its presses pass through `Play::press` like those of the
//! chat. A link lets anyone watch; to act, a browser shows a pass of a person with a seat. A stream sends the
//! whole state after each change, so a lost one costs nothing.

pub mod acts;
pub mod next_game;
pub mod entering;
pub mod games;
pub mod guests;
pub mod hub;
pub mod init_data;
pub mod lessons;
pub mod progress;
pub mod puzzles;
pub mod reviews;
pub mod routes;
pub mod seats;
pub mod streams;

use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;
use zerosum_games::side::{BySide, Side};
use zerosum_render::board::endings;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::names::{BotNames, DisplayName};
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::game;
use zerosum_render::page::lessons::Courses;
use zerosum_render::page::live::{GameLinks, InChat, LiveSnapshot, LiveViewer};
use zerosum_render::page::puzzle::Puzzles;
use zerosum_session::board::{Board, ChatId};
use zerosum_session::game::clock::PlayTime;
use zerosum_session::people::milestones::Milestone;
use zerosum_session::{Revision, SessionId, UserId};

use crate::admin::Admin;
use crate::bounded::shares::Shares;
use crate::config::secret::{Seal, Token};
use crate::engine::pool::SearchAsker;
use crate::ids::DerivedIds;
use crate::links::{self, DeepLinks};
use crate::page::limits::{RequestGuard, RequestLimits};
use crate::page::live::hub::Hub;
use crate::page::live::streams::StreamLimits;
use crate::page::refusal::Refusal;
use crate::page::shell::First;
use crate::passes::{Pass, Passes};
use crate::play::Play;
use crate::play::games::new_game_limit::NewGameLimit;

/// Scheme of the header that shows a pass.
const BEARER: &str = "Bearer ";

/// Number of people whose requests are counted.
const PEOPLE_COUNTED_MAX: usize = 16_384;

/// Tells whether a person is a member of a group; `None` if that cannot be known now.
pub(crate) trait Membership: Send + Sync {
    fn is_member(&self, group: ChatId, user: UserId) -> BoxFuture<'_, Option<bool>>;
}

/// Parts of the bot that live games need.
pub(crate) struct LiveConfig {
    pub play: Arc<Play>,
    pub membership: Box<dyn Membership>,
    pub admin: Arc<Admin>,
    pub token: Token,
    pub links: Arc<DeepLinks>,
    pub bot: BotNames,
    pub new_games: Arc<NewGameLimit>,
    pub streams_max: usize,
}

/// The games of the chat on the page.
pub(crate) struct Live {
    play: Arc<Play>,
    membership: Box<dyn Membership>,
    admin: Arc<Admin>,
    token: Token,
    seal: Seal,
    links: Arc<DeepLinks>,
    passes: Passes,
    bot: BotNames,
    ids: DerivedIds,
    new_games: Arc<NewGameLimit>,
    hub: Arc<Hub>,
    streams: StreamLimits,
    people: RequestLimits,
    reviewing: Arc<Shares<SearchAsker>>,
    puzzles: Puzzles,
    courses: Courses,
    leaving: CancellationToken,
    /// The log has said that the clock of this machine is behind.
    clock_warning_logged: AtomicBool,
}

impl Live {
    pub(crate) fn new(config: LiveConfig) -> Live {
        let LiveConfig { play, membership, admin, token, links, bot, new_games, streams_max } =
            config;
        let hub = Arc::new(Hub::new(Arc::clone(&play)));
        play.subscribe(&hub);
        let seal = Seal::of(&token);
        let ids = DerivedIds::of(&seal);
        Live {
            play,
            membership,
            admin,
            token,
            links,
            passes: Passes::new(seal.clone()),
            seal,
            bot,
            ids,
            new_games,
            hub,
            streams: StreamLimits::new(streams_max),
            people: RequestLimits::new(PEOPLE_COUNTED_MAX),
            reviewing: Shares::new(),
            puzzles: Puzzles::read(),
            courses: Courses::read(),
            leaving: CancellationToken::new(),
            clock_warning_logged: AtomicBool::new(false),
        }
    }

    /// Ends all streams; their browsers come back to the next process.
    pub(crate) fn leave(&self) {
        self.leaving.cancel();
    }

    /// The pass that a request shows, if it shows one; refused if it has expired or cannot be read. It may not be
    /// valid: the store is not asked.
    fn shown_pass(&self, headers: &HeaderMap) -> Result<Option<Pass>, Refusal> {
        let Some(shown) = headers.get(AUTHORIZATION) else { return Ok(None) };
        let text = shown.to_str().ok().and_then(|text| text.strip_prefix(BEARER));
        let pass = text.and_then(|text| self.passes.read(text, self.play.now()));
        pass.map(Some).ok_or(Refusal::NoPass)
    }

    /// The person whose pass a request shows; `None` for a guest, as guests are made at will. The store is not asked.
    pub(crate) fn shown_person(&self, headers: &HeaderMap) -> Option<UserId> {
        let pass = self.shown_pass(headers).ok().flatten();
        progress::known(pass.map(|pass| pass.user))
    }

    /// Admits a request of a known person by themselves, because people share addresses; `None` for one of others.
    pub(crate) fn admit(&self, headers: &HeaderMap) -> Option<Result<RequestGuard, Refusal>> {
        self.shown_person(headers).map(|person| self.people.admit(person))
    }

    /// Refuses a pass whose person has deleted their data since, also if they have come back.
    async fn counting(&self, pass: Pass) -> Result<Pass, Refusal> {
        let counts = self.play.has_epoch(pass.user, pass.epoch).await.map_err(Refusal::away)?;
        counts.then_some(pass).ok_or(Refusal::NoPass)
    }

    /// Issues a pass for a person who is stored.
    async fn issue_pass(&self, user: UserId) -> Result<(Pass, String), Refusal> {
        let epoch = self.play.epoch_of(user).await.map_err(Refusal::away)?;
        // Without one they have deleted their data meanwhile.
        let epoch = epoch.ok_or(Refusal::NoPass)?;
        Ok(self.passes.issue(user, epoch, self.play.now()))
    }

    /// The person of a pass that a request shows and that is valid.
    pub(crate) async fn person_of(&self, headers: &HeaderMap) -> Option<UserId> {
        let pass = self.shown_pass(headers).ok().flatten()?;
        self.counting(pass).await.ok().map(|pass| pass.user)
    }

    /// Returns the link to the chat with the bot.
    pub(crate) fn chat_link(&self) -> String {
        self.links.to_chat()
    }

    fn link_to(&self, id: SessionId) -> String {
        links::for_page(&self.seal, id)
    }

    /// Refuses a request that changes something during maintenance.
    fn check_maintenance(
        &self,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<(), Refusal> {
        let is_refused = match user {
            Some(user) => self.admin.refuses(user),
            None => self.admin.is_in_maintenance(),
        };
        match is_refused {
            true => Err(Refusal::denied(localizer.say(Phrase::Maintenance))),
            false => Ok(()),
        }
    }

    async fn board(&self, link: &str) -> Result<Board, Refusal> {
        let id = links::read_for_page(&self.seal, link).ok_or(Refusal::NotFound)?;
        self.play.board_anywhere(id).await.map_err(Refusal::away)?.ok_or(Refusal::NotFound)
    }

    /// The game of a link for a viewer without a seat, as the page begins with it.
    pub(crate) async fn first(
        &self,
        link: &str,
        localizer: Localizer<'_>,
    ) -> Result<First, Refusal> {
        let board = self.board(link).await?;
        let state = self.snapshot(&board, None, localizer).await?;
        Ok(First::Live(Box::new(state), game::board_text(&board.session)))
    }

    /// Renders a game for a viewer.
    async fn snapshot(
        &self,
        board: &Board,
        user: Option<UserId>,
        localizer: Localizer<'_>,
    ) -> Result<LiveSnapshot, Refusal> {
        let session = &board.session;
        let (shown, analysis) = match user.filter(|user| session.seat_of(*user).is_some()) {
            Some(user) => self.play.advised(user, session).await.map_err(Refusal::away)?,
            None => (Cow::Borrowed(session), None),
        };
        let now = match session.clock() {
            Some(_) => self.play.play_time().await.map_err(Refusal::away)?,
            None => PlayTime::default(),
        };
        let names = self.names(board, localizer).await?;
        let names = BySide { first: &names.first, second: &names.second };
        let in_chat = user.map_or(InChat::Elsewhere, |user| in_chat_of(board, user));
        let is_of_group = endings::is_of_group(board);
        let is_kept_from = user.is_some_and(|user| session.is_kept_from(user, self.play.now()));
        let viewer = LiveViewer { user, names, in_chat, is_of_group, is_kept_from, localizer };
        // Viewers without a seat are not shown the next game.
        let is_seated = user.is_some_and(|user| session.seat_of(user).is_some());
        let next = if is_seated { self.next_of(board).await? } else { None };
        let link_to = |next: Board| self.link_to(next.session.id());
        let links = GameLinks { link: self.link_to(session.id()), next: next.map(link_to) };
        let snapshot = LiveSnapshot::of(&shown, links, viewer, analysis.as_deref(), now);
        let player = user.filter(|_| is_seated && session.outcome().is_some());
        Ok(match self.milestone_of(player, session.id()).await? {
            Some(milestone) => snapshot.with_milestone(milestone, localizer),
            None => snapshot,
        })
    }

    /// The milestone that a person has passed with this game.
    async fn milestone_of(
        &self,
        player: Option<UserId>,
        id: SessionId,
    ) -> Result<Option<Milestone>, Refusal> {
        let Some(player) = player else { return Ok(None) };
        let person = self.play.person(player).await.map_err(Refusal::away)?;
        Ok(person.and_then(|person| person.habits.milestones().told_at(id)))
    }

    /// The game after a finished one, if it has begun.
    async fn next_of(&self, board: &Board) -> Result<Option<Board>, Refusal> {
        match board.session.outcome() {
            Some(_) => self
                .play
                .board_anywhere(self.ids.next_id(&board.session))
                .await
                .map_err(Refusal::away),
            None => Ok(None),
        }
    }

    /// Names of the players; empty for one without a name.
    async fn names(
        &self,
        board: &Board,
        localizer: Localizer<'_>,
    ) -> Result<BySide<DisplayName>, Refusal> {
        let mut names = BySide { first: DisplayName::default(), second: DisplayName::default() };
        for side in Side::ALL {
            let Some(user) = board.session.user_on(side) else { continue };
            if let Some(number) = user.guest_number() {
                *names.get_mut(side) = localizer.guest_name(number);
            } else if let Some(person) = self.play.player(user).await.map_err(Refusal::away)? {
                *names.get_mut(side) = self.bot.name_beside(&person.name);
            }
        }
        Ok(names)
    }
}

/// Display of a board in the private chat of a person. A guest has no chat, and needs none.
fn in_chat_of(board: &Board, user: UserId) -> InChat {
    if user.is_guest() {
        return InChat::Shown;
    }
    match board.seen_in(ChatId::of_person(user)) {
        Some(own) if own.place().is_some() || own.shown == Revision::NONE => InChat::Shown,
        Some(_) => InChat::Unsent,
        None => InChat::Elsewhere,
    }
}
