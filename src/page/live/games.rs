//! The open games of a person, and new ones against an engine.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};
use siphasher::sip::SipHasher24;
use zerosum_games::any::GameSpec;
use zerosum_games::side::{BySide, Side};
use zerosum_render::board::endings;
use zerosum_render::board::titles;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::page::FORMAT_VERSION;
use zerosum_render::page::live::{self, InChat, LiveSnapshot, LiveViewer};
use zerosum_session::board::{Board, ChatId};
use zerosum_session::choice::{Choice, Level, Setup};
use zerosum_session::{Awaiting, SessionId, UserId};

use crate::page::live::Live;
use crate::page::refusal::Refusal;
use crate::play::games::transitions::OPEN_GAMES_MAX;

/// Maximum length of the random text by which a repeated request is known.
const ONCE_BYTES_MAX: usize = 32;

/// The games of a person, those that wait for them first.
#[derive(Debug, Serialize)]
pub(crate) struct GamesView {
    v: u32,
    games: Vec<OpenGameView>,
}

#[derive(Debug, Serialize)]
struct OpenGameView {
    link: String,
    title: String,
    /// The other player.
    opponent: String,
    is_your_turn: bool,
}

/// A request for a game against an engine. Unknown fields are ignored.
#[derive(Debug, Deserialize)]
pub(crate) struct NewGameRequest {
    v: u32,
    /// Random text, the same when the request is repeated.
    once: String,
    game: String,
    side: u8,
    level: String,
}

impl NewGameRequest {
    fn choice(&self) -> Option<Choice> {
        let spec = GameSpec::from_name(&self.game)?;
        let side = Side::from_number(self.side)?;
        let level = Level::from_name(&self.level).filter(|it| Level::of_game(spec).contains(it))?;
        (self.v == FORMAT_VERSION).then_some(Choice { spec, side, level })
    }
}

impl Live {
    /// Lists the games in play of a person, in their private chat and with other people.
    pub(super) async fn games(
        &self,
        user: UserId,
        localizer: Localizer<'_>,
    ) -> Result<GamesView, Refusal> {
        let chat = ChatId::of_person(user);
        let own = self.play.open_boards(chat, user, OPEN_GAMES_MAX).await;
        let shared = self.play.open_games_with_people(user, OPEN_GAMES_MAX).await;
        let boards = own.map_err(Refusal::away)?.into_iter();
        let mut seen = HashSet::new();
        let mut boards: Vec<Board> = boards
            .chain(shared.map_err(Refusal::away)?)
            .filter(|board| seen.insert(board.session.id()))
            .collect();
        // The stable order keeps those first that have changed last.
        boards.sort_by_key(|board| Reverse(is_turn_of(board, user)));
        let mut games = Vec::new();
        for board in boards {
            games.push(self.open_game(&board, user, localizer).await?);
        }
        Ok(GamesView { v: FORMAT_VERSION, games })
    }

    /// The id of a game that a person asks for; a repeated request finds the same one.
    pub(super) fn id_of_request(
        &self,
        purpose: &str,
        user: UserId,
        once: &str,
    ) -> Result<SessionId, Refusal> {
        if once.len() > ONCE_BYTES_MAX {
            return Err(Refusal::Malformed);
        }
        let mut hasher = SipHasher24::new_with_key(&self.seal.key(purpose));
        (user, once).hash(&mut hasher);
        Ok(SessionId(hasher.finish()))
    }

    async fn open_game(
        &self,
        board: &Board,
        user: UserId,
        localizer: Localizer<'_>,
    ) -> Result<OpenGameView, Refusal> {
        let session = &board.session;
        let names = self.names(board, localizer).await?;
        let names = BySide { first: &names.first, second: &names.second };
        let viewer = LiveViewer {
            user: Some(user),
            names,
            in_chat: InChat::Shown,
            is_of_group: endings::is_of_group(board),
            is_kept_from: false,
            localizer,
        };
        Ok(OpenGameView {
            link: self.link_to(session.id()),
            title: titles::title(session.spec(), localizer),
            opponent: live::opponent_of(session, viewer),
            is_your_turn: is_turn_of(board, user),
        })
    }

    /// Starts a game against an engine; a repeated request finds the same game. It is in the list of the chat, and
    /// is sent there when it is asked for.
    pub(super) async fn begin(
        &self,
        user: UserId,
        request: &NewGameRequest,
        localizer: Localizer<'_>,
    ) -> Result<LiveSnapshot, Refusal> {
        let choice = request.choice().ok_or(Refusal::Malformed)?;
        if user.is_guest() {
            return Err(Refusal::NoPass);
        }
        let id = self.id_of_request("games of the page", user, &request.once)?;
        if let Some(begun) = self.play.board_anywhere(id).await.map_err(Refusal::away)? {
            return self.snapshot(&begun, Some(user), localizer).await;
        }
        self.count_new_game(user, localizer)?;
        self.play
            .remember_visitor(user, (None, false), localizer.language)
            .await
            .map_err(Refusal::away)?;
        let board = self.create(id, user, Setup::from(choice), localizer).await?;
        self.snapshot(&board, Some(user), localizer).await
    }
}

fn is_turn_of(board: &Board, person: UserId) -> bool {
    matches!(board.session.awaiting(), Awaiting::Human { user, .. } if user == person)
}
