//! Pages of a search for an opponent.

use zerosum_games::any::GameSpec;
use zerosum_games::side::Side;
use zerosum_session::SessionId;
use zerosum_session::choice::Choice;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::people::seeker::{Seeker, SeekerWish};

use crate::board::clock;
use crate::board::sides;
use crate::board::titles;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::row_layout::option_label;
use crate::tap::{SeekerCard, SeekingOrder, Tap};
use crate::view::{Button, View};

/// All names of the time controls on buttons and in texts.
pub const CLOCKS: [(Phrase<'static>, TimeControl); 11] = [
    (Phrase::TimeNone, TimeControl::Unlimited),
    (Phrase::SeekingNoClock, TimeControl::Unlimited),
    (Phrase::SeekingTimeNone, TimeControl::Unlimited),
    (Phrase::TimeDay, TimeControl::Day),
    (Phrase::ClockDay, TimeControl::Day),
    (Phrase::SeekingTimeDay, TimeControl::Day),
    (Phrase::TimeThreeMinutes, TimeControl::ThreeMinutes),
    (Phrase::ClockThreeMinutes, TimeControl::ThreeMinutes),
    (Phrase::SeekingTimeThreeMinutes, TimeControl::ThreeMinutes),
    (Phrase::TimeFiveAndThree, TimeControl::FiveAndThree),
    (Phrase::ClockFiveAndThree, TimeControl::FiveAndThree),
];

/// Renders a running search, with its options, and a game against the bot for the meantime.
pub fn waiting(seeker: &Seeker, meanwhile: Choice, localizer: Localizer) -> View {
    let page = Page { id: seeker.game, wish: seeker.wish, localizer };
    let game = wanted(seeker.wish, localizer);
    let clock = localizer.say(clock::rule(seeker.wish.time).unwrap_or(Phrase::SeekingNoClock));
    let text = localizer.say(Phrase::Seeking { game: &game, clock: &clock });
    let button = |phrase, tap| Button { label: localizer.say(phrase), tap };
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

/// Renders the question for the game and the clock, among the offered games and the one played last; and
/// for the side, if the user has named one.
pub fn asking(card: SeekerCard, last: GameSpec, localizer: Localizer) -> View {
    let say = |phrase| localizer.say(phrase);
    let option = |name: String, chosen: SeekerCard| Button {
        label: option_label(name, chosen == card),
        tap: Tap::Seeker(chosen),
    };
    let mut specs = GameSpec::offered_first();
    for spec in [Some(last), card.spec].into_iter().flatten() {
        if !specs.contains(&spec) {
            specs.push(spec);
        }
    }
    let game = |spec: &GameSpec| {
        let name = titles::short(*spec, localizer);
        option(name, SeekerCard { spec: Some(*spec), ..card })
    };
    let mut games: Vec<Button> = specs.iter().map(game).collect();
    games.push(option(say(Phrase::SeekingAnyGame), SeekerCard { spec: None, ..card }));
    let mut keyboard: Vec<Vec<Button>> = games.chunks(2).map(<[Button]>::to_vec).collect();
    let times = [
        (TimeControl::ThreeMinutes, Phrase::TimeThreeMinutes),
        (TimeControl::FiveAndThree, Phrase::TimeFiveAndThree),
        (TimeControl::Day, Phrase::TimeDay),
        (TimeControl::Unlimited, Phrase::TimeNone),
    ];
    let clocks = times.map(|(time, phrase)| option(say(phrase), SeekerCard { time, ..card }));
    keyboard.extend(clocks.chunks(2).map(<[Button]>::to_vec));
    if card.side.is_some() {
        let sides = sides(card.spec, localizer);
        let side = |(name, side)| option(name, SeekerCard { side, ..card });
        let [either, first, second] = sides.map(side);
        keyboard.extend([vec![either], vec![first, second]]);
    }
    let tap = Tap::Seeker(SeekerCard { is_chosen: true, ..card });
    keyboard.push(vec![Button { label: say(Phrase::SeekingStart), tap }]);
    View { text: say(Phrase::SeekingQuestion), keyboard, picture: None }
}

/// Renders the end of a search for this reason, with buttons to try again.
pub fn over(wish: SeekerWish, reason: Phrase<'_>, localizer: Localizer) -> View {
    let text = localizer.say(reason);
    let button = |phrase, tap| Button { label: localizer.say(phrase), tap };
    let SeekerWish { spec, side, time, .. } = wish;
    let again = SeekerCard { spec: wish.fixed(), side, time, is_chosen: true };
    let keyboard = vec![vec![
        button(Phrase::AskOpponent, Tap::Seeker(again)),
        button(Phrase::AskInvite, Tap::Offer { spec, side: side.unwrap_or(Side::First) }),
    ]];
    View { text, keyboard, picture: None }
}

/// Names of the sides to choose from. Marks differ between games.
fn sides(spec: Option<GameSpec>, localizer: Localizer) -> [(String, Option<Side>); 3] {
    let [first, second] = match spec.map(sides::before_game) {
        Some(marks) => {
            [Phrase::SideFirst { mark: marks.first }, Phrase::SideSecond { mark: marks.second }]
                .map(|phrase| localizer.say(phrase))
        }
        None => [Phrase::SeekingFirst, Phrase::SeekingSecond].map(|phrase| localizer.say(phrase)),
    };
    let either = localizer.say(Phrase::SeekingAnySide);
    [(either, None), (first, Some(Side::First)), (second, Some(Side::Second))]
}

/// Name of the wanted game, or that any will do.
fn wanted(wish: SeekerWish, localizer: Localizer) -> String {
    match wish.fixed() {
        Some(spec) => titles::title(spec, localizer),
        None => localizer.say(Phrase::SeekingAnyGame),
    }
}

#[derive(Clone, Copy)]
struct Page<'a> {
    id: SessionId,
    wish: SeekerWish,
    localizer: Localizer<'a>,
}

impl Page<'_> {
    fn games(self) -> Vec<Button> {
        let this = titles::short(self.wish.spec, self.localizer);
        let any = self.localizer.say(Phrase::SeekingAnyGame);
        [(this, false), (any, true)]
            .map(|(name, is_any)| {
                self.option(name, self.wish.is_any == is_any, SeekingOrder::AnyGame(is_any))
            })
            .to_vec()
    }

    fn sides(self) -> Vec<Button> {
        sides(self.wish.fixed(), self.localizer)
            .map(|(name, side)| self.option(name, self.wish.side == side, SeekingOrder::Play(side)))
            .to_vec()
    }

    fn times(self, times: &[TimeControl]) -> Vec<Button> {
        let option = |time: &TimeControl| {
            let name = match time {
                TimeControl::Unlimited => self.localizer.say(Phrase::SeekingTimeNone),
                TimeControl::Day => self.localizer.say(Phrase::SeekingTimeDay),
                TimeControl::ThreeMinutes => self.localizer.say(Phrase::SeekingTimeThreeMinutes),
                TimeControl::FiveAndThree => format!("⏳ {}", time.name()),
            };
            self.option(name, self.wish.time == *time, SeekingOrder::Time(*time))
        };
        times.iter().map(option).collect()
    }

    fn option(self, name: String, is_chosen: bool, order: SeekingOrder) -> Button {
        let label = option_label(name, is_chosen);
        Button { label, tap: Tap::Seeking { id: self.id, order } }
    }
}
