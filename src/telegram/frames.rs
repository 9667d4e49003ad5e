//! What messages are to look like: sessions as frames for the screen.

use std::sync::Arc;

use zerosum_games::Game;
use zerosum_games::side::{BySide, Side};

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::play::Play;
use crate::render::agreement::{self, Panel};
use crate::render::focus::Focus;
use crate::render::{self, Audience, View, blocks, endings, help, pages};
use crate::session::board::Board;
use crate::session::{Seat, UserId};
use crate::store::{Person, StoreError};
use crate::telegram::frame::Frame;
use crate::telegram::rate_limit::Class;

/// What of a board is to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Showing {
    /// The buttons of this part.
    Focus(Focus),
    /// What the person on this side has asked for in the place of its buttons.
    Panel(Panel, Side),
    /// What is left once its owner has gone on to another game.
    Left,
}

/// See the module.
pub struct Frames {
    play: Arc<Play>,
    locales: Arc<Locales>,
    has_inline_mode: bool,
}

impl Frames {
    /// Boards can be posted anew where the bot has an inline mode.
    pub fn new(play: Arc<Play>, locales: Arc<Locales>, has_inline_mode: bool) -> Frames {
        Frames { play, locales, has_inline_mode }
    }

    /// The board as it is to be seen in its chat.
    pub async fn board(&self, board: &Board) -> Result<Frame, StoreError> {
        self.board_showing(board, Showing::Focus(Focus::Suggested)).await
    }

    /// The same with what somebody wants to see of it.
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
        let session = &board.session;
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
                // What was on offer has begun.
                let session = &session.clone().without_rematch();
                render::of(session, focus, analysis, audience, locales, language)
            }
            Showing::Panel(..) | Showing::Focus(_) => {
                render::of(session, focus, analysis, audience, locales, language)
            }
        };
        let id = board.session.id();
        let is_offered = person.as_ref().is_some_and(|person| person.habits.is_offered_at(id));
        // A game that follows is sent to a chat, and nobody knows that of an inline message.
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
        let view = self.with_ways_on(view, board, language).in_theme(theme);
        let class = if session.outcome().is_some() { Class::Final } else { Class::Edit };
        let shown = Some((board.session.id(), board.session.revision()));
        let person = mover(board).unwrap_or(viewer);
        Ok(Frame { view, board: shown, person, class, since: None, is_catching_up: false })
    }

    /// The same view with what leads on from a game that is over: from an inline message a link to where it is
    /// looked back on, and in private a way never to play the other one again.
    fn with_ways_on(&self, view: View, board: &Board, language: Language) -> View {
        let (session, surface) = (&board.session, board.surface());
        if surface.chat().is_none() {
            return endings::linked(view, session, &self.locales, language);
        }
        let is_over = session.outcome().is_some() && surface.is_private();
        if !is_over || session.opponent_of(board.viewer()).is_none() {
            return view;
        }
        let view = if board.is_private() { view } else { endings::brought(view) };
        blocks::offered(view, session, &self.locales, language)
    }

    /// The language in which a board is shown to somebody, which a group may have chosen for itself.
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

    /// What people on the board are called; nothing for whoever has no name here.
    async fn names(&self, board: &Board) -> Result<BySide<String>, StoreError> {
        let mut names = BySide { first: String::new(), second: String::new() };
        for side in Side::ALL {
            let user = match *board.session.seats().get(side) {
                Seat::Human(user) => Some(user),
                Seat::Open => board.session.reservation().map(|kept| kept.user),
                Seat::Engine(_) | Seat::Gone => None,
            };
            if let Some(user) = user
                && let Some(person) = self.play.person(user).await?
            {
                *names.get_mut(side) = person.name;
            }
        }
        Ok(names)
    }

    /// What takes the place of the board where another message shows it now.
    pub async fn moved_board(&self, board: &Board) -> Frame {
        // The note is worth showing in another language if the store is away.
        let viewer = self.play.person(board.viewer()).await.unwrap_or_default();
        let language = self.language_of(board, viewer.as_ref()).await.unwrap_or(Language::English);
        let view = pages::note(&self.locales, language, Phrase::MovedBoard);
        Frame::page(view, board.viewer(), Class::Edit)
    }
}

/// Whose edit it is where others look on: that of the person who has moved last, if one has. Nobody's limits are
/// used up by those whom they play.
fn mover(board: &Board) -> Option<UserId> {
    let last = !board.session.position().turn();
    match *board.session.seats().get(last) {
        Seat::Human(user) if !board.surface().is_private() => Some(user),
        Seat::Human(_) | Seat::Engine(_) | Seat::Open | Seat::Gone => None,
    }
}
