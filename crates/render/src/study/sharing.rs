//! Shares a finished game: its last position or all of them, its result, and a link to it.

use zerosum_games::Game;
use zerosum_picture::gif::Shot;
use zerosum_picture::theme::Theme;
use zerosum_session::Session;
use zerosum_session::language::Language;

use crate::board::focus::Focus;
use crate::board::pictures;
use crate::board::titles;
use crate::games;
use crate::locales::Locales;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::study::replay;
use crate::tap::{ShareToken, Tap};
use crate::view::{Button, View};

/// Maximum positions shown before the end. Some of a longer game are left out.
const POSITIONS_MAX: usize = 60;

/// Display times of the end, and of each position before it.
const END_HUNDREDTHS: u16 = 250;
const POSITION_HUNDREDTHS: u16 = 70;

/// Button that shares a game again, with the user's name.
pub fn named_button(session: &Session, locales: &Locales, language: Language) -> Button {
    let label = locales.say(language, Phrase::ShareNamed);
    Button { label, tap: Tap::ShareNamed(session.id()) }
}

/// Button that challenges the user of this name who has shared a game.
pub fn challenge_button(
    token: ShareToken,
    name: &DisplayName,
    locales: &Locales,
    language: Language,
) -> Button {
    let label = locales.say(language, Phrase::ChallengeSharer { name });
    Button { label, tap: Tap::Challenge(token) }
}

/// Button that shares a game.
pub fn button(session: &Session, locales: &Locales, language: Language) -> Button {
    Button { label: locales.say(language, Phrase::Share), tap: Tap::Share(session.id()) }
}

/// Renders the message to share. It does not name the players, except for the user who shares it, if
/// they want that.
pub fn page(
    session: &Session,
    link: &str,
    name: Option<&DisplayName>,
    locales: &Locales,
    language: Language,
) -> View {
    let title = titles::title(session.spec(), locales, language);
    let result = replay::result(session, locales, language);
    let link = locales.say(language, Phrase::ShareLink { link });
    let named = name.map(|name| locales.say(language, Phrase::SharedBy { name }));
    let lines: Vec<String> = [title].into_iter().chain(result).chain(named).chain([link]).collect();
    let scene = pictures::of(session, Focus::Suggested);
    View { text: lines.join("\n"), keyboard: Vec::new(), picture: Some(scene.into()) }
}

/// Returns the positions of a game. They begin with its end, which is shown where animations do not
/// play.
pub fn shots(session: &Session, theme: Theme) -> Vec<Shot> {
    let plies = session.moves().len();
    let step = plies.div_ceil(POSITIONS_MAX).max(1);
    let end = pictures::of(session, Focus::Suggested).in_theme(theme);
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
