//! Builds frames from sessions.

use std::borrow::Cow;
use std::slice;
use std::sync::Arc;

use zerosum_games::Game;
use zerosum_games::side::{BySide, Side};

use crate::locales::names::{BotNames, DisplayName};
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::play::Play;
use crate::render::agreement;
use crate::render::focus::Focus;
use crate::render::tap::Panel;
use crate::render::{self, Audience, View, blocks, endings, help, pages};
use crate::session::board::Board;
use crate::session::{Seat, Session, UserId};
use crate::store::{Person, StoreError};
use crate::telegram::Identity;
use crate::telegram::frame::Frame;
use crate::telegram::rate_limit::Priority;

/// Part of a board to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// The board with the buttons of this part.
    Focus(Focus),
    /// A panel that the player on this side has opened in place of the buttons.
    Panel(Panel, Side),
    /// The remains of a board whose owner has gone on to another game.
    Left,
}

/// Builds the frames of boards, with names, languages and themes from the store.
pub struct Frames {
    play: Arc<Play>,
    locales: Arc<Locales>,
    bot: BotNames,
    has_inline_mode: bool,
}

impl Frames {
    /// Offers to post a game anew if the bot has an inline mode.
    pub fn new(play: Arc<Play>, locales: Arc<Locales>, identity: &Identity) -> Frames {
        let (bot, has_inline_mode) = (identity.names(), identity.has_inline_mode);
        Frames { play, locales, bot, has_inline_mode }
    }

    /// Builds the default view of a board in its chat.
    pub async fn board(&self, board: &Board) -> Result<Frame, StoreError> {
        self.board_showing(board, Showing::Focus(Focus::Suggested)).await
    }

    /// Like [`Frames::board`], but shows the given part.
    pub async fn board_showing(
        &self,
        board: &Board,
        showing: Showing,
    ) -> Result<Frame, StoreError> {
        let viewer = board.viewer();
        let person = self.play.person(viewer).await?;
        let language = self.language_of(board, person.as_ref()).await?;
        let names = self.names(board).await?;
        let opponent = board.session.opponent_of(viewer);
        let surface = board.surface();
        let audience = match (surface.is_private(), board.session.seat_of(viewer)) {
            (false, _) => {
                Audience::Group { names: BySide { first: &names.first, second: &names.second } }
            }
            (true, Some(side)) if opponent.is_some() => {
                Audience::Person { side, other: names.get(!side) }
            }
            (true, _) => Audience::Owner,
        };
        let theme = person.as_ref().map(|person| person.theme).unwrap_or_default();
        let session = self.without_unfair_help(viewer, &board.session).await?;
        let session: &Session = &session;
        let analysis = match help::is_analysis_shown(session) {
            true => self.play.analysis(session).await,
            false => None,
        };
        let analysis = analysis.as_deref();
        let focus = match showing {
            Showing::Focus(focus) => focus,
            Showing::Panel(..) | Showing::Left => Focus::Suggested,
        };
        let locales = &self.locales;
        let view = match showing {
            Showing::Panel(panel, side) if session.can_agree() || session.can_greet() => {
                agreement::panel(session, (panel, side), audience, locales, language)
            }
            Showing::Left => {
                // The rematch on offer has begun.
                let session = &session.clone().without_rematch();
                render::of(session, focus, analysis, audience, locales, language)
            }
            Showing::Panel(..) | Showing::Focus(_) => {
                render::of(session, focus, analysis, audience, locales, language)
            }
        };
        let id = board.session.id();
        let is_offered = person.as_ref().is_some_and(|person| person.habits.is_offered_at(id));
        // The next game is sent to a chat, and the chat of an inline message is unknown.
        let is_inline = surface.chat().is_none();
        let view = match showing {
            _ if is_inline && self.has_inline_mode => {
                endings::posted(endings::inline(view), session, locales, language)
            }
            _ if is_inline => endings::inline(view),
            Showing::Left => endings::left(view),
            Showing::Focus(_) | Showing::Panel(..) if is_offered => {
                endings::offered(view, session, locales, language)
            }
            Showing::Focus(_) | Showing::Panel(..) => view,
        };
        let view = self.with_ways_on(view, board, language).await.in_theme(theme);
        let priority = if session.outcome().is_some() { Priority::Final } else { Priority::Edit };
        let shown = Some((board.session.id(), board.session.revision()));
        let person = mover(board).unwrap_or(viewer);
        Ok(Frame { view, board: shown, person, priority, since: None, is_catching_up: false })
    }

    /// Returns the session as it may be shown: engine help is hidden at a position that the viewer also
    /// has in a game against another person.
    async fn without_unfair_help<'a>(
        &self,
        viewer: UserId,
        session: &'a Session,
    ) -> Result<Cow<'a, Session>, StoreError> {
        let is_unfair = help::is_analysis_shown(session)
            && self.play.helps_in_game_in_play(viewer, slice::from_ref(session)).await?;
        Ok(match is_unfair {
            true => Cow::Owned(session.clone().with_help(session.help().out_of_sight())),
            false => Cow::Borrowed(session),
        })
    }

    /// Adds the ways on from a finished game: to an inline message a link to its review, and in a
    /// private chat a button that blocks the opponent, unless they are blocked already.
    async fn with_ways_on(&self, view: View, board: &Board, language: Language) -> View {
        let (session, surface) = (&board.session, board.surface());
        if surface.chat().is_none() {
            return endings::linked(view, session, &self.locales, language);
        }
        let is_over = session.outcome().is_some() && surface.is_private();
        let Some(other) = session.opponent_of(board.viewer()).filter(|_| is_over) else {
            return view;
        };
        // If the lookup fails, the opponent counts as not blocked.
        if self.play.has_blocked(board.viewer(), other).await.unwrap_or(false) {
            return blocks::parted(view);
        }
        let view = if board.is_private() { view } else { endings::brought(view) };
        blocks::offered(view, session, &self.locales, language)
    }

    /// Language of a board: that of the group if it has chosen one, else that of the viewer.
    async fn language_of(
        &self,
        board: &Board,
        viewer: Option<&Person>,
    ) -> Result<Language, StoreError> {
        let of_group = match board.surface().chat() {
            Some(chat) => self.play.group_settings(chat).await?.language,
            None => None,
        };
        let of_viewer = viewer.map_or(Language::English, |viewer| viewer.language);
        Ok(of_group.unwrap_or(of_viewer))
    }

    /// Names of the players on the board; empty for a player without a name.
    async fn names(&self, board: &Board) -> Result<BySide<DisplayName>, StoreError> {
        let mut names = BySide { first: DisplayName::default(), second: DisplayName::default() };
        for side in Side::ALL {
            let user = match *board.session.seats().get(side) {
                Seat::Human(user) => Some(user),
                Seat::Open => board.session.reservation().map(|kept| kept.user),
                Seat::Engine(_) | Seat::Gone => None,
            };
            if let Some(user) = user
                && let Some(person) = self.play.person(user).await?
            {
                *names.get_mut(side) = self.bot.name_beside(&person.name);
            }
        }
        Ok(names)
    }

    /// Builds the note that replaces a board once another message shows it.
    pub async fn moved_board(&self, board: &Board) -> Frame {
        // If the store fails, the note is shown in English.
        let viewer = self.play.person(board.viewer()).await.unwrap_or_default();
        let language = self.language_of(board, viewer.as_ref()).await.unwrap_or(Language::English);
        let view = pages::note(&self.locales, language, Phrase::MovedBoard);
        Frame::page(view, board.viewer(), Priority::Edit)
    }
}

/// Returns the player whose quota an edit in a group uses: the one who has moved last, if any. A
/// player's moves never use up the quota of the opponent.
fn mover(board: &Board) -> Option<UserId> {
    let last = !board.session.position().turn();
    match *board.session.seats().get(last) {
        Seat::Human(user) if !board.surface().is_private() => Some(user),
        Seat::Human(_) | Seat::Engine(_) | Seat::Open | Seat::Gone => None,
    }
}
