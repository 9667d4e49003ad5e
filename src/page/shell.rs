//! The HTML of the page, with the first game and the words in it, so that nothing else is asked for before the
//! first move.

use serde::Serialize;
use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_render::board::titles;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::page::PageLabel;
use zerosum_render::locales::phrase::Phrase;
use zerosum_render::page::game;
use zerosum_render::page::live::LiveSnapshot;
use zerosum_render::page::solo::{self, Snapshot, SoloSetup};
use zerosum_render::page::words::PageWords;
use zerosum_session::Session;
use zerosum_session::choice::Level;
use zerosum_session::language::Language;

use crate::page::answers::HTML;
use crate::page::assets::{Assets, Content};
use crate::page::live::guests::InvitationView;

/// Template of the page.
const TEMPLATE: &str = include_str!("front/index.html");

/// Template of the page in place of one that is refused.
const REFUSED: &str = include_str!("front/refused.html");

/// Has the browser ask again after five seconds.
const AGAIN: &str = "<meta http-equiv=\"refresh\" content=\"5\">\n";

/// Data that the page begins with.
#[derive(Serialize)]
struct Start {
    lang: &'static str,
    languages: Vec<(&'static str, &'static str)>,
    words: PageWords,
    #[serde(flatten)]
    first: FirstView,
}

/// The game that the page begins with.
pub(crate) enum First {
    /// A visitor's own, of this kind if one was asked for. What the path names instead, the analysis board or a puzzle,
    /// is asked for by the browser.
    Solo(Option<GameSpec>),
    /// The courses, or a step of one, which the browser asks for.
    Lessons,
    /// One of the chat, with its board in characters.
    Live(Box<LiveSnapshot>, String),
    /// A visitor's own of the kind to which they are invited.
    Invited(GameSpec, InvitationView),
}

#[derive(Serialize)]
#[serde(untagged)]
enum FirstView {
    Solo {
        game: Box<Snapshot>,
        /// It was asked for by the address of the page.
        is_asked: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        invitation: Option<InvitationView>,
    },
    Live {
        live: Box<LiveSnapshot>,
    },
}

/// Pages that are the same for all visitors of a language.
pub(crate) struct Shells {
    games: [Content; Language::ALL.len()],
    lessons: [Content; Language::ALL.len()],
}

impl Shells {
    pub(crate) fn of(assets: &Assets, locales: &Locales) -> Shells {
        let rendered = |language, first| render(assets, locales.localizer(language), first);
        Shells {
            games: Language::ALL.map(|language| rendered(language, First::Solo(None))),
            lessons: Language::ALL.map(|language| rendered(language, First::Lessons)),
        }
    }

    /// The page with a game of 3x3, in place of which the browser may show what it has kept.
    pub(crate) fn game(&self, language: Language) -> &Content {
        of_language(&self.games, language)
    }

    /// The page of the courses.
    pub(crate) fn lessons(&self, language: Language) -> &Content {
        of_language(&self.lessons, language)
    }
}

fn of_language(contents: &[Content], language: Language) -> &Content {
    let mut own = Language::ALL.into_iter().zip(contents);
    let own = own.find_map(|(other, content)| (other == language).then_some(content));
    own.expect("there is one for every language")
}

/// Renders a page that says why another one is refused. It costs so little that it needs no limit.
pub(crate) fn refused(
    assets: &Assets,
    localizer: Localizer<'_>,
    say: &str,
    is_tried_again: bool,
) -> String {
    filled(
        REFUSED,
        &[
            ("lang", localizer.language.code()),
            ("hash", &assets.hash),
            ("again", if is_tried_again { AGAIN } else { "" }),
            ("say", &escaped(say)),
            ("new", &escaped(&localizer.say(Phrase::AskNew))),
        ],
    )
}

/// Renders the page with a game.
pub(crate) fn render(assets: &Assets, localizer: Localizer<'_>, first: First) -> Content {
    let (title, board, first) = match first {
        First::Live(live, board) => (live.title().to_owned(), board, FirstView::Live { live }),
        First::Solo(asked) => solo_view(asked, None, localizer),
        First::Lessons => {
            let (_, board, first) = solo_view(None, None, localizer);
            (localizer.say(Phrase::AskLearn), board, first)
        }
        First::Invited(spec, view) => solo_view(Some(spec), Some(view), localizer),
    };
    let start = Start {
        lang: localizer.language.code(),
        languages: Language::ALL.map(|own| (own.code(), own.own_name())).into(),
        words: PageWords::of(localizer),
        first,
    };
    let json = serde_json::to_string(&start).expect("strings and numbers can be written");
    // No text in the JSON ends the element that it stands in.
    let json = json.replace('<', "\\u003c");
    let label = |label| escaped(&localizer.page_label(label));
    let preloads: String = Assets::scripts()
        .map(|name| format!("<link rel=\"modulepreload\" href=\"/x/{}/{name}\">\n", assets.hash))
        .collect();
    let values = [
        ("lang", localizer.language.code()),
        ("hash", &assets.hash),
        ("preloads", &preloads),
        ("title", &escaped(&title)),
        ("summary", &label(PageLabel::Summary)),
        ("needs-script", &label(PageLabel::NeedsScript)),
        ("board", &escaped(&board)),
        ("start", &json),
    ];
    let html = filled(TEMPLATE, &values);
    Content::new(HTML, html.into_bytes())
}

/// The title, the board in characters and the data of a game of a visitor.
fn solo_view(
    asked: Option<GameSpec>,
    invitation: Option<InvitationView>,
    localizer: Localizer<'_>,
) -> (String, String, FirstView) {
    let session = first_game(asked.unwrap_or(GameSpec::TicTacToe));
    let game = Box::new(Snapshot::of(&session, localizer));
    let title = titles::title(session.spec(), localizer);
    // A game that the browser keeps is not replaced by an invitation.
    let is_asked = asked.is_some() && invitation.is_none();
    let first = FirstView::Solo { game, is_asked, invitation };
    (title, game::board_text(&session), first)
}

/// A new game of a visitor.
fn first_game(spec: GameSpec) -> Session {
    // The visitor begins, so the board is the same with any seed.
    let against = Some((Side::First, first_level(spec)));
    let setup = SoloSetup { spec, against, seed: 0 };
    solo::session::<&str>(setup, &[]).expect("a game without moves is legal")
}

/// Level at which a game begins, as in a chat: 3x3 without an error, others at the lowest.
fn first_level(spec: GameSpec) -> Level {
    match spec {
        GameSpec::TicTacToe => Level::Best,
        GameSpec::Mnk(_)
        | GameSpec::ConnectFour(_)
        | GameSpec::Ultimate(_)
        | GameSpec::Strategic(_)
        | GameSpec::Sheep(_) => Level::floor_of(spec),
    }
}

/// Puts values into a template in place of their names in double braces, each in one pass, so that a value
/// is never taken for a name.
fn filled(template: &str, values: &[(&str, &str)]) -> String {
    let mut html = String::with_capacity(template.len() * 2);
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once("{{") {
        html.push_str(before);
        let (name, behind) = behind.split_once("}}").unwrap_or((behind, ""));
        let value = values.iter().find(|(own, _)| *own == name).map_or("", |(_, value)| value);
        html.push_str(value);
        rest = behind;
    }
    html.push_str(rest);
    html
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
