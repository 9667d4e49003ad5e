//! What somebody waits for who wants an opponent, as they see it.

use zerosum_games::side::Side;

use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::render::tap::{SeekingOrder, Tap};
use crate::render::{Button, View, marks, titles};
use crate::session::SessionId;
use crate::session::choice::Choice;
use crate::session::clock::TimeControl;
use crate::session::seeker::{Seeker, SeekerWish};

/// A wait, with what can be changed of it, and a game against the bot for the meantime.
pub fn waiting(seeker: &Seeker, meanwhile: Choice, locales: &Locales, language: Language) -> View {
    let page = Page { id: seeker.game, wish: seeker.wish, locales, language };
    let game = wanted(seeker.wish, locales, language);
    let clock = page.say(clock_phrase(seeker.wish.time));
    let text = page.say(Phrase::Seeking { game: &game, clock: &clock });
    let button = |phrase, tap| Button { label: page.say(phrase), tap };
    let withdraw = Tap::Seeking { id: seeker.game, order: SeekingOrder::Withdraw };
    let keyboard = vec![
        page.games(),
        page.sides(),
        page.times(&[TimeControl::ThreeMinutes, TimeControl::FiveAndThree]),
        page.times(&[TimeControl::Day, TimeControl::Unlimited]),
        vec![button(Phrase::SeekingMeanwhile, Tap::Start(meanwhile))],
        vec![button(Phrase::SeekingWithdraw, withdraw)],
    ];
    View { text, keyboard, picture: None }
}

/// What somebody sees who waits no more for this reason, with ways to try again.
pub fn over(wish: SeekerWish, reason: Phrase<'_>, locales: &Locales, language: Language) -> View {
    let text = locales.say(language, reason);
    let button = |phrase, tap| Button { label: locales.say(language, phrase), tap };
    let (spec, side) = (wish.spec, wish.side.unwrap_or(Side::First));
    let keyboard = vec![vec![
        button(Phrase::AskOpponent, Tap::Seek(spec)),
        button(Phrase::AskInvite, Tap::Offer { spec, side }),
    ]];
    View { text, keyboard, picture: None }
}

/// The game that somebody wants, or that any will do.
fn wanted(wish: SeekerWish, locales: &Locales, language: Language) -> String {
    match wish.fixed() {
        Some(spec) => titles::title(spec, locales, language),
        None => locales.say(language, Phrase::SeekingAnyGame),
    }
}

fn clock_phrase(time: TimeControl) -> Phrase<'static> {
    match time {
        TimeControl::Unlimited => Phrase::SeekingNoClock,
        TimeControl::Day => Phrase::ClockDay,
        TimeControl::ThreeMinutes => Phrase::ClockThreeMinutes,
        TimeControl::FiveAndThree => Phrase::ClockFiveAndThree,
    }
}

#[derive(Clone, Copy)]
struct Page<'a> {
    id: SessionId,
    wish: SeekerWish,
    locales: &'a Locales,
    language: Language,
}

impl Page<'_> {
    fn games(self) -> Vec<Button> {
        let this = titles::short(self.wish.spec, self.locales, self.language);
        let any = self.say(Phrase::SeekingAnyGame);
        [(this, false), (any, true)]
            .map(|(name, is_any)| {
                self.option(name, self.wish.is_any == is_any, SeekingOrder::AnyGame(is_any))
            })
            .to_vec()
    }

    /// Marks differ from game to game.
    fn sides(self) -> Vec<Button> {
        let [first, second] = match self.wish.fixed() {
            Some(spec) => {
                let marks = marks::of(spec);
                [Phrase::SideFirst { mark: marks.first }, Phrase::SideSecond { mark: marks.second }]
                    .map(|phrase| self.say(phrase))
            }
            None => [Phrase::SeekingFirst, Phrase::SeekingSecond].map(|phrase| self.say(phrase)),
        };
        let either = self.say(Phrase::SeekingAnySide);
        [(either, None), (first, Some(Side::First)), (second, Some(Side::Second))]
            .map(|(name, side)| self.option(name, self.wish.side == side, SeekingOrder::Play(side)))
            .to_vec()
    }

    fn times(self, times: &[TimeControl]) -> Vec<Button> {
        let option = |time: &TimeControl| {
            let name = match time {
                TimeControl::Unlimited => self.say(Phrase::SeekingTimeNone),
                TimeControl::Day => self.say(Phrase::SeekingTimeDay),
                TimeControl::ThreeMinutes => self.say(Phrase::SeekingTimeThreeMinutes),
                TimeControl::FiveAndThree => format!("⏳ {}", time.name()),
            };
            self.option(name, self.wish.time == *time, SeekingOrder::Time(*time))
        };
        times.iter().map(option).collect()
    }

    fn option(self, name: String, is_chosen: bool, order: SeekingOrder) -> Button {
        let label = if is_chosen { format!("✓ {name}") } else { name };
        Button { label, tap: Tap::Seeking { id: self.id, order } }
    }

    fn say(self, phrase: Phrase) -> String {
        self.locales.say(self.language, phrase)
    }
}
