//! Texts on the screen of a phone: paragraphs are short, and pages fit.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_games::ultimate::UltimateRules;
use zerosum_render::Audience;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::board::titles;
use zerosum_render::locales::Locales;
use zerosum_render::pages::menus::Menu;
use zerosum_render::pages::rules;
use zerosum_render::tap::GamesPage;
use zerosum_search::level::Level;
use zerosum_session::choice::Choice;
use zerosum_session::language::Language;
use zerosum_session::{Session, SessionId, UserId};

use crate::support::people_phrases::ABOUT_PRIVACY;
use crate::words::locales::phrases;

/// Open games that a chat may have.
const OPEN_GAMES_MAX: u32 = 50;

/// Characters in a line of a phone that is 390 pixels wide.
const LINE_CHARS: usize = 45;

/// Maximum lines of a paragraph.
const PARAGRAPH_LINES_MAX: usize = 5;

/// Lines of text on a screen. A row of buttons is as high as two of them.
const SCREEN_LINES: usize = 32;
const LINES_OF_A_ROW: usize = 2;

/// Lines of the text about stored data before its items are unfolded.
const PRIVACY_LINES_MAX: usize = 8;

/// Number of lines of a paragraph, broken between words.
fn lines_of(paragraph: &str) -> usize {
    let mut lines = 1;
    let mut used = 0;
    for word in paragraph.split(' ') {
        let length = word.chars().count();
        match used {
            0 => used = length,
            _ if used + 1 + length <= LINE_CHARS => used += 1 + length,
            _ => (lines, used) = (lines + 1, length),
        }
    }
    lines
}

fn assert_short(text: &str, language: Language) {
    for paragraph in text.lines() {
        let lines = lines_of(paragraph);
        assert!(lines <= PARAGRAPH_LINES_MAX, "{language:?}, {lines} lines: {paragraph}");
    }
}

#[test]
fn no_paragraph_is_longer_than_five_lines() {
    let locales = Locales::load();
    for language in Language::ALL {
        for phrase in phrases().filter(|phrase| phrase.id() != ABOUT_PRIVACY.id()) {
            assert_short(&locales.say(language, phrase), language);
        }
        let ultimate = UltimateRules::ALL.map(GameSpec::Ultimate);
        for spec in GameSpec::ALL.into_iter().chain(ultimate) {
            assert_short(&rules::of(spec, locales.localizer(language)), language);
        }
    }
}

#[test]
fn help_and_the_games_fit_one_screen_and_the_items_of_privacy_are_folded() {
    let locales = Locales::load();
    for language in Language::ALL {
        let menu = Menu { localizer: locales.localizer(language) };
        let choice = |spec| Choice { spec, ..Choice::default() };
        let help = menu.help(Choice::default(), OPEN_GAMES_MAX, Some("zerosum_bot"));
        let pages = [GamesPage::First, GamesPage::More].map(|page| menu.games(page, choice));
        for view in [help].into_iter().chain(pages) {
            let text: usize = view.text.lines().map(lines_of).sum();
            let lines = text + LINES_OF_A_ROW * view.keyboard.len();
            assert!(lines <= SCREEN_LINES, "{language:?}, {lines} lines: {view:?}");
        }
        let page = menu.privacy(ABOUT_PRIVACY);
        let units: Vec<u16> = page.view.text.encode_utf16().collect();
        let shown = String::from_utf16(&units[..page.folded_from.expect("a part is folded")])
            .expect("a part of a text");
        let lines: usize = shown.lines().filter(|line| !line.is_empty()).map(lines_of).sum();
        assert!(lines <= PRIVACY_LINES_MAX, "{language:?}, {lines} lines: {shown}");
        assert!(page.view.text.chars().count() > 4 * shown.chars().count(), "the rest is folded");
    }
}

/// Every choice of a game that is offered.
fn choices() -> impl Iterator<Item = Choice> {
    let of_game = |spec| {
        let levels = Level::of_game(spec).iter();
        levels.flat_map(move |level| Side::ALL.map(|side| Choice { spec, side, level: *level }))
    };
    GameSpec::offered().into_iter().flat_map(of_game)
}

#[test]
fn the_level_of_the_engine_is_named_above_every_board_in_at_most_two_lines() {
    let locales = Locales::load();
    for (language, choice) in
        Language::ALL.into_iter().flat_map(|it| choices().map(move |c| (it, c)))
    {
        let session = Session::against_engine(SessionId(1), UserId(1), choice);
        let owner = Audience::Owner;
        let localizer = locales.localizer(language);
        let view = zerosum_render::of(&session, Focus::Suggested, None, owner, localizer);
        let heading = view.text.lines().next().expect("a board has a text");
        let level = titles::level(choice.spec, choice.level, localizer);
        assert!(heading.contains(&format!("zerosum ({level})")), "{language:?}: {heading}");
        let lines = lines_of(heading);
        assert!(lines <= 2, "{language:?}, {lines} lines: {heading}");
    }
}
