//! A game that is over, to be shown to others: its last position or all of them, how it has ended, and a link
//! to it.

use zerosum_games::Game;
use zerosum_picture::gif::Shot;
use zerosum_picture::theme::Theme;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::focus::Focus;
use crate::render::tap::Tap;
use crate::render::{Button, View, games, replay, scenes, titles};
use crate::session::Session;

/// So many positions of a game are shown before its end. Of a longer game some are left out.
const POSITIONS_MAX: usize = 60;

/// For how long the end is seen, and each position before it.
const END_HUNDREDTHS: u16 = 250;
const POSITION_HUNDREDTHS: u16 = 70;

/// The button that shares a game.
pub fn button(session: &Session, locales: &Locales, language: Language) -> Button {
    Button { label: locales.say(language, Phrase::Share), tap: Tap::Share(session.id()) }
}

/// The message that is passed on. It does not say who has played.
pub fn page(session: &Session, link: &str, locales: &Locales, language: Language) -> View {
    let title = titles::title(session.spec(), locales, language);
    let result = replay::result(session, locales, language);
    let link = locales.say(language, Phrase::ShareLink { link });
    let lines: Vec<String> = [title].into_iter().chain(result).chain([link]).collect();
    let scene = scenes::of(session, Focus::Suggested);
    View { text: lines.join("\n"), keyboard: Vec::new(), picture: Some(scene.into()) }
}

/// The same game move by move. It begins with its end, which is what is seen where nothing moves.
pub fn shots(session: &Session, theme: Theme) -> Vec<Shot> {
    let plies = session.moves().len();
    let step = plies.div_ceil(POSITIONS_MAX).max(1);
    let end = scenes::of(session, Focus::Suggested).in_theme(theme);
    let mut shots = vec![Shot { scene: end, hundredths: END_HUNDREDTHS }];
    let (mut position, mut last) = (session.spec().start(), None);
    for (ply, code) in session.moves().iter().enumerate() {
        if (plies - ply).is_multiple_of(step) {
            let scene = games::of(&position).scene(last, Focus::Suggested);
            let scene = scene.without_offers().in_theme(theme);
            shots.push(Shot { scene, hundredths: POSITION_HUNDREDTHS });
        }
        position.play(*code).expect("the moves of a session are legal");
        last = Some(*code);
    }
    shots
}
