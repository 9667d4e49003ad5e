//! The board of a game put to the vote.

use zerosum_games::MoveCode;
use zerosum_games::side::{BySide, Side};
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::{BotNames, DisplayName};
use zerosum_render::tap::{Tap, decode as tap_of};
use zerosum_render::{Audience, View};
use zerosum_session::language::Language;
use zerosum_session::{Action, Actor, Session};

use crate::support::voting::{after_votes, vote, voted};

fn drawn(session: &Session, language: Language) -> View {
    let locales = Locales::load();
    let (anna, nobody) = (BotNames::default().name_beside("Anna"), DisplayName::default());
    let audience =
        Audience::Group { names: BySide { first: &anna, second: &nobody }, is_of_group: true };
    zerosum_render::of(session, Focus::Suggested, None, audience, locales.localizer(language))
}

#[test]
fn a_board_tells_what_people_vote_for() {
    let session = after_votes(&[(1, 8), (2, 4), (3, 4)]);
    let view = drawn(&session, Language::English);
    let label = |code: u16| {
        let buttons = view.keyboard.iter().flatten();
        let is_it = |tap: &Tap| matches!(tap, Tap::Act { action: Action::Play(MoveCode(at)), .. } if *at == code);
        buttons.filter(|button| is_it(&button.tap)).map(|button| button.label.clone()).next()
    };
    assert_eq!((label(4).as_deref(), label(8).as_deref()), (Some("✓2"), Some("✓1")));
    assert!(!label(0).expect("a cell").contains('✓'));
    assert!(view.text.starts_with("❌ Everyone  ·  ⭕ zerosum (perfect)"), "{}", view.text);
    assert!(view.text.contains("Votes: 3 of 5. Move b2 leads."), "{}", view.text);
    assert!(!view.text.contains("Anna"), "{}", view.text);
    for language in Language::ALL {
        let text = drawn(&voted(Side::First), language).text;
        assert!(text.contains("60") && text.contains('5'), "{text}");
    }
    for button in view.keyboard.iter().flatten() {
        let data = zerosum_render::tap::encode(button.tap);
        assert_eq!(tap_of(&data), Ok(button.tap));
    }
}

#[test]
fn a_game_that_people_have_won_together_is_won_by_the_group() {
    let mut session = voted(Side::First);
    for (code, answer) in [(0, Some(3)), (1, Some(4)), (2, None)] {
        for person in 1..=5 {
            session = vote(&session, person, code).expect("it is a vote");
        }
        if let Some(answer) = answer {
            let action = Action::Play(MoveCode(answer));
            let answered = session.apply(Actor::Engine, session.revision(), action);
            session = answered.expect("the cell is empty");
        }
    }
    for (language, told) in [
        (Language::English, "🎉 The group won – three in a row!"),
        (Language::Russian, "🎉 Группа победила: три в ряд!"),
        (Language::Ukrainian, "🎉 Група перемогла: три в ряд!"),
    ] {
        assert_eq!(drawn(&session, language).text.lines().nth(1), Some(told));
    }
}
