//! Shares a finished game: its last position or all of them, its result, and a link to it.

use zerosum_games::{Game, Outcome};
use zerosum_picture::gif::Shot;
use zerosum_picture::theme::Theme;
use zerosum_session::{Seat, Session};

use crate::board::buttons::focus::Focus;
use crate::board::scenes::pictures;
use crate::board::titles;
use crate::board::words::BESIDE;
use crate::games;
use crate::locales::localizer::Localizer;
use crate::locales::names::DisplayName;
use crate::locales::phrase::Phrase;
use crate::pages::link_button::LinkButton;
use crate::pages::posted::Card;
use crate::study::replay;
use crate::tap::{ShareToken, Tap};
use crate::view::{Button, View};

/// Word in an inline query that asks for a finished game, before its sealed id.
const QUERY: &str = "share";

/// Maximum positions shown before the end. Some of a longer game are left out.
const POSITIONS_MAX: usize = 60;

/// Display times of the end, and of each position before it.
const END_HUNDREDTHS: u16 = 200;
const POSITION_HUNDREDTHS: u16 = 70;

/// Button that shares a game again, with the user's name.
pub fn named_button(session: &Session, localizer: Localizer) -> Button {
    let label = localizer.say(Phrase::ShareNamed);
    Button { label, tap: Tap::ShareNamed(session.id()) }
}

/// Button that challenges the user who has shared a game, by their name if it is known.
pub fn challenge_button(
    token: ShareToken,
    name: Option<&DisplayName>,
    localizer: Localizer,
) -> Button {
    let phrase = name.map_or(Phrase::ChallengeUnnamed, |name| Phrase::ChallengeSharer { name });
    Button { label: localizer.say(phrase), tap: Tap::Challenge(token) }
}

/// Returns the inline query that the button of a game sends, which has this sealed id.
pub fn query(sealed: &str) -> String {
    format!("{QUERY} {sealed}")
}

/// Parses an inline query for a game, and returns the sealed id; `None` if it asks for something else.
pub fn wanted(words: &str) -> Option<&str> {
    words.trim().strip_prefix(QUERY)?.strip_prefix(' ').map(str::trim)
}

/// Ways in which a game is offered to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareOffer {
    /// With the name of the sender, so that others can challenge them.
    Named,
    Unnamed,
    /// Without the name and the animation.
    Text,
}

/// Renders a way to send a game as an inline result, whose message is this view.
pub fn card(offer: ShareOffer, view: &View, localizer: Localizer) -> Card {
    let title = match offer {
        ShareOffer::Named => Phrase::ShareOfferNamed,
        ShareOffer::Unnamed => Phrase::ShareOfferUnnamed,
        ShareOffer::Text => Phrase::ShareOfferText,
    };
    let description = match offer {
        ShareOffer::Named => localizer.say(Phrase::SharedWithName),
        ShareOffer::Unnamed | ShareOffer::Text => {
            view.text.lines().take(2).collect::<Vec<_>>().join(BESIDE)
        }
    };
    Card { title: localizer.say(title), description }
}

/// Button that opens a chat of the user's choice with the link to a shared game.
pub fn send_button(link: LinkButton, localizer: Localizer) -> Button {
    Button { label: localizer.say(Phrase::InvitationShare), tap: Tap::Link(link) }
}

/// Button that shares a game.
pub(crate) fn button(session: &Session, localizer: Localizer) -> Button {
    Button { label: localizer.say(Phrase::Share), tap: Tap::Share(session.id()) }
}

/// Renders the message to share. It does not name the players, except for the user who shares it, if
/// they want that. A win against the bot is a dare to others.
pub fn page(
    session: &Session,
    link: &str,
    name: Option<&DisplayName>,
    localizer: Localizer,
) -> View {
    let title = titles::title(session.spec(), localizer);
    let result = replay::result(session, localizer);
    let link = localizer.say(Phrase::ShareLink { link });
    let named = name.map(|name| localizer.say(Phrase::SharedBy { name }));
    let dare = dare(session, name, localizer);
    let lines = [title].into_iter().chain(result).chain(dare).chain(named).chain([link]);
    let lines: Vec<String> = lines.collect();
    let scene = pictures::of_record(session);
    View { text: lines.join("\n"), keyboard: Vec::new(), picture: Some(scene.into()) }
}

/// Returns the lines of the title above an animation: the game, and its result with the bot's level and name.
pub fn title(session: &Session, bot: &str, localizer: Localizer) -> Vec<String> {
    let game = games::of(session.position());
    let how = match session.outcome() {
        Some(Outcome::Win(_)) if session.resigned().is_some() => None,
        Some(Outcome::Win(winner)) => Some(game.how_won(winner)),
        Some(Outcome::Draw) => Some(Phrase::Draw),
        None => None,
    };
    let how = how.map(|how| localizer.say(how).trim_end_matches('.').to_owned());
    let engine = session.seats().find(|seat| matches!(seat, Seat::Engine(_)));
    let level = engine.and_then(|side| match *session.seats().get(side) {
        Seat::Engine(level) => Some(titles::level(session.spec(), level, localizer)),
        Seat::Human(_) | Seat::Open | Seat::Gone => None,
    });
    let result = [how, level, Some(format!("@{bot}"))];
    let result: Vec<String> = result.into_iter().flatten().collect();
    vec![titles::title(session.spec(), localizer), result.join(" · ")]
}

/// Says at which level and in how many moves the bot was beaten, if it was.
pub(crate) fn dare(
    session: &Session,
    name: Option<&DisplayName>,
    localizer: Localizer,
) -> Option<String> {
    let (winner, engine) = session.played_engine().filter(|(_, engine)| engine.is_dare)?;
    let level = &titles::level(session.spec(), engine.level, localizer);
    let moves = replay::moves_of(session, winner);
    Some(localizer.say(match name {
        Some(name) => Phrase::SharedWinOf { name, level, moves },
        None => Phrase::SharedWin { level, moves },
    }))
}

/// Says to people who have not played a game which level of the bot played it, and dares them if it was beaten;
/// `None` if that is not known.
pub(crate) fn head(session: &Session, localizer: Localizer) -> Option<String> {
    let (_, engine) = session.played_engine().filter(|_| session.outcome().is_some())?;
    let level = titles::level(session.spec(), engine.level, localizer);
    let dare = dare(session, None, localizer);
    Some(dare.unwrap_or_else(|| localizer.say(Phrase::SharedAgainst { level: &level })))
}

/// Returns the positions of a game, from its start to its end.
pub fn shots(session: &Session, theme: Theme) -> Vec<Shot> {
    let plies = session.moves().len();
    let step = plies.div_ceil(POSITIONS_MAX).max(1);
    let mut shots = Vec::new();
    let (mut position, mut last) = (session.spec().start(), None);
    for (ply, code) in session.moves().iter().enumerate() {
        if ply.is_multiple_of(step) {
            let scene = games::of(&position).scene(last, Focus::Suggested);
            let scene = scene.without_offers().in_theme(theme);
            shots.push(Shot { scene, hundredths: POSITION_HUNDREDTHS });
        }
        position.play(*code).expect("the moves of a session are legal");
        last = Some(*code);
    }
    let end = pictures::of(session, Focus::Suggested).in_theme(theme);
    shots.push(Shot { scene: end, hundredths: END_HUNDREDTHS });
    shots
}
