//! The offer of the next game as each of the two sees it.

use zerosum_games::side::Side;
use zerosum_render::board::buttons::focus::Focus;
use zerosum_render::locales::Locales;
use zerosum_render::locales::names::BotNames;
use zerosum_render::{Audience, View};
use zerosum_session::Session;
use zerosum_session::choice::Next;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;

use crate::support::rematching::{NOON, offered, over};
use crate::support::sessions::{ANNA, BORIS};

#[test]
fn each_reads_who_wants_what_and_the_one_who_is_asked_accepts_it() {
    let seen = |session: &Session, side, language| {
        let other = &BotNames::default().name_beside(if side == Side::First {
            "Борис"
        } else {
            "Anna"
        });
        let audience = Audience::Person { side, other, is_of_group: false };
        let locales = Locales::load();
        let localizer = locales.localizer(language);
        zerosum_render::of(session, Focus::Suggested, None, audience, localizer)
    };
    let labels = |view: &View| {
        let row = view.keyboard[3].iter();
        row.map(|button| button.label.clone()).collect::<Vec<String>>()
    };
    let same = offered(&over(TimeControl::Day), ANNA, Next::Same, NOON);
    let own = seen(&same, Side::First, Language::English);
    assert!(own.text.ends_with("You asked for another game. It begins when your opponent agrees."));
    assert_eq!(labels(&own), ["🔁 Play again", "🔄 Swap sides"]);
    let asked = seen(&same, Side::Second, Language::Russian);
    assert!(asked.text.ends_with("\n🔁 Anna предлагает сыграть ещё раз."), "{}", asked.text);
    assert_eq!(labels(&asked), ["✅ Принять", "🔄 Поменяться"]);
    let switched = offered(&same, BORIS, Next::OtherSide, NOON);
    let asked = seen(&switched, Side::First, Language::Ukrainian);
    let expected = "\n🔄 Борис пропонує зіграти ще раз, помінявшись сторонами.";
    assert!(asked.text.ends_with(expected), "{}", asked.text);
    assert_eq!(labels(&asked), ["🔁 Ще раз", "✅ Прийняти"]);
}
