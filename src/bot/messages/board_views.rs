//! Renders boards, with the names, languages and themes of their people.

use std::sync::Arc;

use zerosum_games::side::{BySide, Side};
use zerosum_games::{Game, MoveCode};
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::endings;
use zerosum_render::board::panels;
use zerosum_render::board::presentation::Presentation;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::names::{BotNames, DisplayName};
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::pages;
use zerosum_render::pages::blocks;
use zerosum_render::study::retry;
use zerosum_render::{Audience, Look, View};
use zerosum_search::review;
use zerosum_session::board::{Board, Surface};
use zerosum_session::language::Language;
use zerosum_session::people::marks::MarkPair;
use zerosum_session::{Seat, Session, UserId};
use zerosum_store::{Person, StoreError};

use crate::bot::account::people::look_of;
use crate::ids::DerivedIds;
use crate::play::Play;
use crate::telegram::client::identity::Identity;
use crate::telegram::outgoing::rate_limit::Priority;

/// The view of a board in its chat, unless another part is asked for.
pub(crate) const SUGGESTED: Presentation = Presentation::Focus(Focus::Suggested);

/// Renders boards, with names, languages and themes from the store.
pub(crate) struct BoardViews {
    play: Arc<Play>,
    locales: Arc<Locales>,
    ids: DerivedIds,
    bot: BotNames,
    has_inline_mode: bool,
    has_page: bool,
}

impl BoardViews {
    /// Offers to post a game again if the bot has an inline mode.
    pub(crate) fn new(
        play: Arc<Play>,
        locales: Arc<Locales>,
        ids: DerivedIds,
        identity: &Identity,
    ) -> BoardViews {
        let (bot, has_inline_mode) = (identity.names(), identity.has_inline_mode);
        BoardViews { play, locales, ids, bot, has_inline_mode, has_page: identity.page.is_some() }
    }

    /// Returns whether the next game of a board has been created and still exists.
    pub(crate) async fn is_left(&self, board: &Board) -> Result<bool, StoreError> {
        if board.session.outcome().is_none() {
            return Ok(false);
        }
        Ok(self.play.board(board.surface(), self.ids.next_id(&board.session)).await?.is_some())
    }

    /// Renders a part of a board.
    pub(crate) async fn view(
        &self,
        board: &Board,
        presentation: Presentation,
    ) -> Result<View, StoreError> {
        if presentation == Presentation::Moved {
            return Ok(self.moved_note(board).await);
        }
        let viewer = board.viewer();
        let person = self.play.person(viewer).await?;
        let language = self.language_of(board, person.as_ref()).await?;
        let (opponent, surface) = (board.session.opponent_of(viewer), board.surface());
        let names = self.names_shown(board, (opponent.is_none(), language)).await?;
        let is_of_group = endings::is_of_group(board);
        let audience = match (surface.is_private(), board.session.seat_of(viewer)) {
            (false, _) => {
                let names = BySide { first: &names.first, second: &names.second };
                Audience::Group { names, is_of_group }
            }
            (true, Some(side)) if opponent.is_some() => {
                Audience::Person { side, other: names.get(!side), is_of_group }
            }
            (true, _) => Audience::Owner,
        };
        let look = person.as_ref().map(look_of).unwrap_or_default();
        // Several people read the other boards.
        let marks = if surface.is_private() { look.marks } else { MarkPair::default() };
        let (session, analysis) = self.play.advised(viewer, &board.session).await?;
        let (session, analysis): (&Session, _) = (&session, analysis.as_deref());
        let focus = match presentation {
            Presentation::Focus(focus) => focus,
            Presentation::Panel(..)
            | Presentation::OutOfTime
            | Presentation::Left
            | Presentation::Moved => Focus::Suggested,
        };
        let localizer = self.locales.localizer(language);
        let view = match presentation {
            Presentation::Panel(panel, side) if session.has_panels() => {
                panels::panel(session, (panel, side), analysis, audience, localizer)
            }
            Presentation::Left => {
                // The rematch on offer has begun.
                let session = &session.clone().without_rematch();
                zerosum_render::of(session, focus, analysis, audience, localizer)
            }
            Presentation::OutOfTime => {
                let view = zerosum_render::of(session, focus, analysis, audience, localizer);
                endings::out_of_time(view)
            }
            Presentation::Panel(..) | Presentation::Focus(_) | Presentation::Moved => {
                zerosum_render::of(session, focus, analysis, audience, localizer)
            }
        };
        let is_offered = person.as_ref().is_some_and(|it| it.habits.is_offered_at(session.id()));
        let view = self.with_milestone(view, board, person.as_ref(), localizer);
        let view = self.with_solution(view, board, localizer).await?;
        let view =
            self.with_ending(view, (session, surface), (presentation, is_offered), localizer);
        let view = self.with_ways_on(view, board, localizer).await;
        Ok(view.in_look(Look { marks, ..look }, session.spec()))
    }

    /// Adds what stands below a board in this presentation, or removes what cannot be used there.
    fn with_ending(
        &self,
        view: View,
        (session, surface): (&Session, Surface),
        (presentation, is_offered): (Presentation, bool),
        localizer: Localizer<'_>,
    ) -> View {
        // The next game is sent to a chat, and the chat of an inline message is unknown.
        let is_inline = surface.chat().is_none();
        let view = match presentation {
            _ if is_inline && self.has_inline_mode => {
                endings::posted(endings::inline(view), session, localizer)
            }
            _ if is_inline => endings::inline(view),
            Presentation::Left => endings::left(view),
            Presentation::Focus(_) | Presentation::Panel(..) if is_offered => {
                endings::offered(view, session, localizer)
            }
            Presentation::Focus(_)
            | Presentation::Panel(..)
            | Presentation::OutOfTime
            | Presentation::Moved => view,
        };
        match presentation {
            Presentation::Focus(_) if self.has_page => {
                endings::on_page(view, session, surface.is_private(), localizer)
            }
            _ => view,
        }
    }

    /// The names on a board. A game against the bot shows none in private.
    async fn names_shown(
        &self,
        board: &Board,
        (is_alone, language): (bool, Language),
    ) -> Result<BySide<DisplayName>, StoreError> {
        match board.surface().is_private() && is_alone {
            true => Ok(BySide { first: DisplayName::default(), second: DisplayName::default() }),
            false => self.names(board, language).await,
        }
    }

    /// Adds a line about the milestone that the person of a private chat has passed with this game.
    fn with_milestone(
        &self,
        view: View,
        board: &Board,
        person: Option<&Person>,
        localizer: Localizer<'_>,
    ) -> View {
        let told_at = |person: &Person| person.habits.milestones().told_at(board.session.id());
        // Below a picture and the buttons of two people there is no room for another line on a phone.
        let has_room = view.picture.is_none() || board.session.side_against_engine().is_some();
        match person.and_then(told_at).filter(|_| board.surface().is_private() && has_room) {
            Some(milestone) => endings::with_milestone(view, milestone, localizer),
            None => view,
        }
    }

    /// Says on a retry of a mistake that its first move is as good as the better one, until the next move.
    async fn with_solution(
        &self,
        view: View,
        board: &Board,
        localizer: Localizer<'_>,
    ) -> Result<View, StoreError> {
        let (session, user) = (&board.session, board.viewer());
        let Some((plies, code)) = self.retried(session, user) else { return Ok(view) };
        let is_unfair = self.play.tells_of_game_in_play(user, session).await?;
        if is_unfair || session.shows_analysis() {
            return Ok(view);
        }
        let analysis = self.play.analysis_after(session, plies, user).await;
        let kept = analysis.and_then(|analysis| review::kept(session.spec(), code, &analysis));
        Ok(match kept {
            Some(kept) => retry::solved(view, session, (code, kept), localizer),
            None => view,
        })
    }

    /// The first move of a retry of a mistake, other than that one, and the number of plies before it, as
    /// long as it was answered by one move or has ended the game.
    fn retried(&self, session: &Session, user: UserId) -> Option<(usize, MoveCode)> {
        let plies = session.plies_elsewhere();
        let is_over = session.position().outcome().is_some();
        let (before, made) = session.moves().split_at_checked(plies)?;
        let code = match *made {
            [code] if is_over => code,
            [code, _] => code,
            _ => return None,
        };
        let mut moves = Vec::new();
        session.with_moves(plies, &[])?.position().legal_moves(&mut moves);
        let mistake = self.ids.mistake_of(session.id(), user, before, moves)?;
        (code != mistake).then_some((plies, code))
    }

    /// Renders the note that replaces a board once another message shows it.
    async fn moved_note(&self, board: &Board) -> View {
        // If the store fails, the note is shown in English.
        let viewer = self.play.person(board.viewer()).await.unwrap_or_default();
        let language = self.language_of(board, viewer.as_ref()).await.unwrap_or(Language::English);
        pages::note(self.locales.localizer(language), Phrase::MovedBoard)
    }

    /// Adds the ways on from a finished game: to an inline message a link to its review, and in a
    /// private chat a button that blocks the opponent, unless they are blocked already.
    async fn with_ways_on(&self, view: View, board: &Board, localizer: Localizer<'_>) -> View {
        let (session, surface) = (&board.session, board.surface());
        if surface.chat().is_none() {
            return endings::linked(view, session, localizer);
        }
        let is_over = session.outcome().is_some() && surface.is_private();
        let other = session.opponent_of(board.viewer()).filter(|other| !other.is_guest());
        let Some(other) = other.filter(|_| is_over) else { return view };
        // If the lookup fails, the opponent counts as not blocked.
        if self.play.has_blocked(board.viewer(), other).await.unwrap_or(false) {
            return blocks::parted(view);
        }
        let view = if board.is_private() { view } else { endings::brought(view) };
        blocks::offered(view, session, localizer)
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
    pub(crate) async fn names(
        &self,
        board: &Board,
        language: Language,
    ) -> Result<BySide<DisplayName>, StoreError> {
        let mut names = BySide { first: DisplayName::default(), second: DisplayName::default() };
        for side in Side::ALL {
            let user = board.session.user_on(side);
            if let Some(number) = user.and_then(UserId::guest_number) {
                *names.get_mut(side) = self.locales.guest_name(language, number);
            } else if let Some(user) = user
                && let Some(person) = self.play.player(user).await?
            {
                *names.get_mut(side) = self.bot.name_beside(&person.name);
            }
        }
        Ok(names)
    }
}

/// Returns the priority of an edit of a board: the end of a game is the most urgent.
pub(crate) fn priority_of(board: &Board) -> Priority {
    if board.session.outcome().is_some() { Priority::Final } else { Priority::Edit }
}

/// Returns the user whose quota an edit of a board uses.
pub(crate) fn payer_of(board: &Board) -> UserId {
    mover(board).unwrap_or(board.viewer())
}

/// Returns the player whose quota an edit in a group uses: the one who has moved last, if any. A
/// player's moves never use up the quota of the opponent.
fn mover(board: &Board) -> Option<UserId> {
    match *board.session.seats().get(board.session.last_mover()) {
        Seat::Human(user) if !board.surface().is_private() => Some(user),
        Seat::Human(_) | Seat::Engine(_) | Seat::Open | Seat::Gone => None,
    }
}
