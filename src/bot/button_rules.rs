//! Rules of each kind of button: where a press of it counts, whether it counts during maintenance, and the
//! answer where it does not count.

use zerosum_render::tap::puzzles::PuzzleTap;
use zerosum_render::tap::{RatingTap, Tap};
use zerosum_session::board::Surface;
use zerosum_session::{Action, SessionId};

use crate::bot::commands;
use crate::bot::study::lessons;
use crate::bot::study::puzzles;
use crate::telegram::incoming::command;
use crate::telegram::incoming::event::ButtonPress;

/// Rules of a button.
#[derive(Clone, Copy, Debug)]
pub(super) struct ButtonRules {
    chats: Chats,
    shown: Shown,
    /// True if only owners of the bot may press it.
    pub(super) is_for_owners: bool,
    /// True if a press does more than show something, so that it is refused during maintenance.
    pub(super) changes_something: bool,
    /// True if a press is answered by a message of its own, other than the board of a new game.
    pub(super) sends_something: bool,
    /// The game whose board a press shows the user to be at.
    pub(super) board: Option<SessionId>,
    /// Command for the page that has such a button; `None` if it belongs to no page.
    command: Option<&'static str>,
}

/// Kinds of chats in which a button counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Chats {
    All,
    Private,
    /// Groups and inline messages.
    Shared,
    Inline,
    None,
}

/// Requirement that the pressed message shows the button. A press that cannot be undone, or changes its
/// message, counts only where its question is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Anyway,
    Required,
    RequiredInPrivate,
    /// Required of messages whose buttons Telegram reports.
    RequiredIfKnown,
}

/// Rules of a button that changes something and counts at every message.
const ANYWHERE: ButtonRules = ButtonRules {
    chats: Chats::All,
    shown: Shown::Anyway,
    is_for_owners: false,
    changes_something: true,
    sends_something: false,
    board: None,
    command: None,
};

/// Rules of a button that changes something and counts where it is shown, on a page that this command shows.
const fn on_page(command: &'static str) -> ButtonRules {
    ButtonRules { shown: Shown::Required, command: Some(command), ..ANYWHERE }
}

impl ButtonRules {
    /// Rules of this button.
    pub(super) fn of(tap: &Tap) -> ButtonRules {
        match *tap {
            Tap::Act { id, action, .. } => ANYWHERE.at_board(id).sending(action == Action::Explain),
            Tap::Focus { id, .. } | Tap::Panel { id, .. } | Tap::Again { id, .. } => {
                ANYWHERE.at_board(id)
            }
            Tap::ResignSurely { id, .. } => ANYWHERE.at_board(id),
            Tap::Clock(id) => ANYWHERE.at_board(id).changing(false),
            Tap::Start(_) | Tap::PlayOn { .. } | Tap::TryAgain { .. } => ANYWHERE,
            Tap::Speak(_) | Tap::Paint(_) | Tap::Mark(_) => ANYWHERE,
            Tap::Ask(request) => {
                ANYWHERE.changing(commands::changes_something(&command::of_request(request)))
            }
            Tap::Bring(_) | Tap::LookThrough(_) | Tap::Review(_) | Tap::Share(_) => {
                ANYWHERE.changing(false).sending(true)
            }
            Tap::TryOut(_) | Tap::Rules(_) | Tap::Record(_) => {
                ANYWHERE.changing(false).sending(true)
            }
            Tap::Posted(_) => ANYWHERE.in_chats(Chats::Inline),
            Tap::Link(_) => ANYWHERE.in_chats(Chats::None),
            Tap::ShareNamed(_) => ANYWHERE.in_private().changing(false),
            Tap::Challenge(_) | Tap::Remind { .. } => ANYWHERE.in_private(),
            Tap::Block(_) => {
                // A block changes no message, and can be taken back.
                ButtonRules { shown: Shown::RequiredIfKnown, ..ANYWHERE }.in_private()
            }
            Tap::Games { .. } | Tap::Card { .. } => on_page("/games").changing(false),
            Tap::GiveUp { .. } => on_page("/resign"),
            Tap::Step { .. } | Tap::ReviewStep { .. } | Tap::Try { .. } => {
                on_page("/me").changing(false)
            }
            Tap::TrySeen { .. } => on_page("/me"),
            Tap::Puzzle(puzzle) => on_page("/puzzle")
                .changing(puzzles::changes_something(puzzle))
                .sending(matches!(puzzle, PuzzleTap::Share(_) | PuzzleTap::Next { .. })),
            Tap::Lesson(lesson) => {
                let rules = on_page("/learn").changing(lessons::changes_something(lesson));
                match lessons::is_of_any_message(lesson) {
                    true => ButtonRules { shown: Shown::Anyway, ..rules },
                    false => rules,
                }
            }
            Tap::Rating(RatingTap::Table(_)) => on_page("/top").changing(false),
            Tap::Rating(RatingTap::List { .. }) => on_page("/top"),
            Tap::Rating(RatingTap::Chart(_)) => on_page("/me").in_private().changing(false),
            Tap::Rating(RatingTap::Leave(_)) => on_page("/top").in_private(),
            Tap::Count(_) => on_page("/me").in_private(),
            Tap::Offer { .. } => {
                ButtonRules { shown: Shown::RequiredInPrivate, ..on_page("/invite") }
            }
            Tap::Invitation { .. } => on_page("/invite").in_private(),
            Tap::Seek(_) => on_page("/opponent").in_private().changing(false),
            Tap::Seeker(card) => on_page("/opponent").in_private().changing(card.is_chosen),
            Tap::Seeking { .. } => on_page("/opponent").in_private(),
            Tap::Unblock(_) => on_page("/blocked").in_private(),
            Tap::Group(_) => on_page("/settings").in_chats(Chats::Shared),
            Tap::Delete { .. } => on_page("/deletemydata").in_private(),
            Tap::Broadcast { .. } => {
                ButtonRules { is_for_owners: true, ..on_page("/broadcast") }.in_private()
            }
        }
    }

    /// Returns whether a press at this place counts.
    pub(super) fn allow(&self, press: &ButtonPress, surface: Surface) -> bool {
        let is_shown = || press.data.as_ref().is_some_and(|data| press.buttons.contains(data));
        let is_shown_enough = match self.shown {
            Shown::Anyway => true,
            Shown::Required => is_shown(),
            Shown::RequiredInPrivate => !surface.is_private() || is_shown(),
            Shown::RequiredIfKnown => !press.is_accessible || is_shown(),
        };
        self.chats.include(surface) && is_shown_enough
    }

    /// Command that shows the page of the button in such a chat.
    pub(super) fn command_in(&self, surface: Surface) -> Option<&'static str> {
        self.command.filter(|_| self.chats.include(surface))
    }

    const fn changing(self, changes_something: bool) -> ButtonRules {
        ButtonRules { changes_something, ..self }
    }

    const fn sending(self, sends_something: bool) -> ButtonRules {
        ButtonRules { sends_something, ..self }
    }

    const fn at_board(self, id: SessionId) -> ButtonRules {
        ButtonRules { board: Some(id), ..self }
    }

    const fn in_private(self) -> ButtonRules {
        self.in_chats(Chats::Private)
    }

    const fn in_chats(self, chats: Chats) -> ButtonRules {
        ButtonRules { chats, ..self }
    }
}

impl Chats {
    fn include(self, surface: Surface) -> bool {
        match self {
            Chats::All => true,
            Chats::Private => surface.is_private(),
            Chats::Shared => !surface.is_private(),
            Chats::Inline => surface.chat().is_none(),
            Chats::None => false,
        }
    }
}
