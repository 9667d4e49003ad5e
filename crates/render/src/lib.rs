//! Renders sessions as views: a text and a keyboard, in the language of the viewer or the group.
//!
//! A view is a function of the session and of the part of it to look at, so any process can draw any
//! board at any time.
//!
//! That part is a [`board::buttons::focus`]: a local board, a piece, or the `window` of a board with more than eight
//! columns or rows, seven by five cells of which are buttons. Without one the session suggests it: the
//! place where the next move has to be made, or is most likely made. A board is complete without its
//! focus, and the focus is not stored. A board whose buttons do not show all of it also has a scene for
//! a picture, and the same in characters where pictures are not shown.

pub mod locales;
pub mod board;
pub mod pages;
pub mod study;
pub mod page;
mod view;
pub mod row_layout;
pub mod tap;
pub mod games;

use zerosum_search::searcher::SearchResult;
use zerosum_session::Session;

use crate::board::buttons::focus::Focus;
use crate::board::endings;
use crate::board::insight::Insight;
use crate::board::scenes::pictures;
use crate::games::appearance::BoardRenderer;
use crate::locales::localizer::Localizer;

pub use view::{Audience, Button, CAPTION_UNITS_MAX, Look, Page, View, with_words};

/// Renders the board of a session, with the analysis that the player has asked for (see
/// [`Session::shows_analysis`]).
pub fn of(
    session: &Session,
    focus: Focus,
    analysis: Option<&SearchResult>,
    audience: Audience,
    localizer: Localizer,
) -> View {
    let insight = Insight::of(session, analysis);
    let game = games::of(session.position());
    let focus = insight.focus(game, session, focus);
    let renderer = BoardRenderer { session, focus, insight, audience, localizer };
    let mut keyboard = game.keyboard(&renderer);
    keyboard.extend(renderer.opening_row());
    keyboard.extend(renderer.help_row());
    keyboard.extend(renderer.vote_row());
    keyboard.extend(renderer.agreement_row());
    if session.outcome().is_some() {
        keyboard.extend(endings::buttons(session, audience, localizer));
    } else if session.open_side().is_some() {
        keyboard.extend(renderer.open_seat_rows());
    }
    let picture =
        pictures::beside(session, focus).map(|scene| insight.on(scene, game, focus).into());
    View { text: renderer.board(), keyboard, picture }
}
