//! A game looked through move by move, in a message of its own, and the end of one that was only told.

use zerosum_games::{Game, MoveCode, Outcome};

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::focus::Focus;
use crate::render::games::{self, Voice};
use crate::render::tap::{Ply, Tap};
use crate::render::{Button, View};
use crate::session::clock::ClockEnd;
use crate::session::{Session, SessionId};

/// In games of more plies than this there are buttons for longer steps as well.
const SHORT_PLIES_MAX: u16 = 30;

/// How many plies a longer step has.
const LONG_STEP: u16 = 10;

/// What is told on a page besides the move it shows.
pub(super) struct Telling {
    /// Below the title.
    pub(super) heading: Vec<String>,
    /// Behind the move.
    pub(super) sign: &'static str,
    /// Below it.
    pub(super) note: Vec<String>,
    /// What leads to another ply.
    pub(super) step: fn(SessionId, Ply) -> Tap,
}

/// The game after so many plies, or after its last one if it has fewer.
pub fn page(session: &Session, ply: Ply, locales: &Locales, language: Language) -> View {
    let step = |id, ply| Tap::Step { id, ply };
    let telling = Telling { heading: Vec::new(), sign: "", note: Vec::new(), step };
    shown(session, ply, telling, locales, language)
}

/// The same with more to be told.
pub(super) fn shown(
    session: &Session,
    Ply(ply): Ply,
    telling: Telling,
    locales: &Locales,
    language: Language,
) -> View {
    let Telling { heading, sign, note, step } = telling;
    let plies = length(session);
    let ply = ply.min(plies);
    let (played, _) = session.moves().split_at(ply.into());
    let mut position = session.spec().start();
    let mut last = None;
    for code in played {
        last = Some((position.turn(), position.move_text(*code), *code));
        position.play(*code).expect("the moves of a session are legal");
    }
    let game = games::of(&position);
    let counted = format!("{ply} / {plies}");
    let line = match &last {
        Some((side, text, _)) => {
            let number = ply.div_ceil(2);
            format!("{number}. {} {text}{sign}  ·  {counted}", game.marks().get(*side))
        }
        None => counted,
    };
    let end = (ply == plies).then(|| result(session, locales, language)).flatten();
    let title = game.title(Voice { locales, language });
    let lines: Vec<String> =
        [title].into_iter().chain(heading).chain([line]).chain(note).chain(end).collect();
    let scene = game.scene(last.map(|(_, _, code): (_, _, MoveCode)| code), Focus::Suggested);
    let mut keyboard = vec![steps(session.id(), ply, plies, step)];
    if position.outcome().is_none() {
        let tap = Tap::PlayOn { id: session.id(), ply: Ply(ply) };
        keyboard.push(vec![Button { label: locales.say(language, Phrase::PlayOn), tap }]);
    }
    View { text: lines.join("\n"), keyboard, picture: Some(scene.without_offers().into()) }
}

/// The button that opens the page of a game after its last move.
pub fn button(session: &Session, locales: &Locales, language: Language) -> Button {
    let label = locales.say(language, Phrase::LookThrough);
    Button { label, tap: Tap::LookThrough(session.id()) }
}

/// How many plies a game has had.
pub fn length(session: &Session) -> u16 {
    u16::try_from(session.moves().len()).unwrap_or(u16::MAX)
}

/// How a game has ended, in a sentence that does not say who has played it; `None` if it has not.
pub(super) fn result(session: &Session, locales: &Locales, language: Language) -> Option<String> {
    let game = games::of(session.position());
    let say = |phrase| locales.say(language, phrase);
    Some(match (session.outcome()?, session.resigned()) {
        (_, Some(loser)) => {
            let mark = *game.marks().get(loser);
            say(match session.clock_end() {
                Some(ClockEnd::Time) => Phrase::ToldTimeUp { mark },
                Some(ClockEnd::Abandoned) => Phrase::ToldAbandoned { mark },
                None if session.is_left() => Phrase::ToldAbandoned { mark },
                None => Phrase::ToldGivenUp { mark },
            })
        }
        // Whoever has left for good has given up, as in the record.
        (Outcome::Win(winner), None) if session.position().outcome().is_none() => {
            say(Phrase::ToldGivenUp { mark: game.marks().get(!winner) })
        }
        (Outcome::Win(winner), None) => {
            let how = say(game.how_won(winner));
            say(Phrase::ToldWon { mark: game.marks().get(winner), how: &how })
        }
        (Outcome::Draw, None) if session.is_drawn_by_agreement() => say(Phrase::DrawAgreed),
        (Outcome::Draw, None) => say(game.how_drawn()),
    })
}

/// The buttons that lead to other plies. They stay in their places, so that they can be tapped one
/// time after the other.
fn steps(id: SessionId, ply: u16, plies: u16, step: fn(SessionId, Ply) -> Tap) -> Vec<Button> {
    let is_long = plies > SHORT_PLIES_MAX;
    let [far_back, far_on] = [ply.saturating_sub(LONG_STEP), ply + LONG_STEP];
    [
        (true, "⏮", 0),
        (is_long, "⏪", far_back),
        (true, "◀️", ply.saturating_sub(1)),
        (true, "▶️", ply + 1),
        (is_long, "⏩", far_on),
        (true, "⏭", plies),
    ]
    .into_iter()
    .filter(|(is_there, ..)| *is_there)
    .map(|(_, label, to)| Button { label: label.to_owned(), tap: step(id, Ply(to.min(plies))) })
    .collect()
}
