//! What messages are to look like: sessions as frames for the screen.

use std::sync::Arc;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::referee::Referee;
use crate::session::Awaiting;
use crate::session::board::Board;
use crate::store::{Person, StoreError};
use crate::telegram::pace::Class;
use crate::telegram::screen::Frame;
use crate::view::focus::Focus;
use crate::view::{self, Audience, pages};

/// See the module.
pub struct Frames {
    referee: Arc<Referee>,
    locales: Arc<Locales>,
}

impl Frames {
    pub fn new(referee: Arc<Referee>, locales: Arc<Locales>) -> Frames {
        Frames { referee, locales }
    }

    /// The board as its owner is to see it.
    pub async fn board(&self, board: &Board) -> Result<Frame, StoreError> {
        self.board_in_focus(board, Focus::Suggested).await
    }

    /// The same with the buttons of the part that they want to look at.
    pub async fn board_in_focus(&self, board: &Board, focus: Focus) -> Result<Frame, StoreError> {
        let owner = self.referee.person(board.owner).await?;
        let language = language_of(owner.as_ref());
        let owner_name = owner.as_ref().map_or("", |owner| &owner.name);
        let audience =
            if board.chat.is_private() { Audience::Owner } else { Audience::Group { owner_name } };
        let theme = owner.as_ref().map(|owner| owner.theme).unwrap_or_default();
        let view = view::of(&board.session, focus, audience, &self.locales, language);
        let view = view.in_theme(theme);
        let class = match board.session.awaiting() {
            Awaiting::Nothing => Class::Final,
            Awaiting::Human { .. } | Awaiting::Engine { .. } => Class::Edit,
        };
        let shown = Some((board.session.id(), board.session.revision()));
        Ok(Frame { view, board: shown, person: board.owner, class, since: None })
    }

    /// What takes the place of the board where another message shows it now.
    pub async fn moved_board(&self, board: &Board) -> Frame {
        // The note is worth showing in another language if the store is away.
        let owner = self.referee.person(board.owner).await.unwrap_or_default();
        let language = language_of(owner.as_ref());
        let view = pages::note(&self.locales, language, Phrase::MovedBoard);
        Frame::page(view, board.owner, Class::Edit)
    }
}

/// The language in which boards are shown to their owner.
fn language_of(owner: Option<&Person>) -> Language {
    owner.map_or(Language::English, |owner| owner.language)
}
