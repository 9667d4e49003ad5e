//! Names and short descriptions of games and levels.

use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::side::Side;
use zerosum_search::level::{Level, Plan};

use crate::games;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;

/// The name of a game.
pub fn title(spec: GameSpec, localizer: Localizer) -> String {
    games::of(&spec.start()).title(localizer)
}

/// The name of a game for a button of half the width of a phone.
pub fn short(spec: GameSpec, localizer: Localizer) -> String {
    games::of(&spec.start()).short_title(localizer)
}

/// The name of a family of games.
pub(crate) fn family(family: Family, localizer: Localizer) -> String {
    match family {
        Family::Mnk => localizer.say(Phrase::FamilyRow),
        Family::TicTacToe
        | Family::ConnectFour
        | Family::Ultimate
        | Family::Strategic
        | Family::Sheep => {
            let spec = GameSpec::offered().into_iter().find(|spec| spec.family() == family);
            short(spec.expect("a game of each family is offered"), localizer)
        }
    }
}

/// Name of a game in play, where there is little room.
pub(crate) fn in_play(spec: GameSpec, localizer: Localizer) -> String {
    let start = spec.start();
    let game = games::of(&start);
    game.heading(localizer).unwrap_or_else(|| game.short_title(localizer))
}

/// Name of a variant among its variants.
pub(crate) fn variant(spec: GameSpec, localizer: Localizer) -> String {
    games::of(&spec.start()).variant(localizer)
}

/// Describes a game in a sentence, for a player who chooses one.
pub(crate) fn sentence(spec: GameSpec, localizer: Localizer) -> String {
    localizer.say(games::of(&spec.start()).sentence())
}

/// Default side of a player: the one that can win, if only one can.
pub fn side_offered(spec: GameSpec) -> Side {
    games::of(&spec.start()).side_offered()
}

/// Returns whether the best level of a game is proven perfect.
pub fn is_perfect(spec: GameSpec) -> bool {
    games::of(&spec.start()).is_perfect()
}

/// Returns whether a draw against the best level of a game is the best result that is possible.
pub fn is_perfect_draw(spec: GameSpec) -> bool {
    let start = spec.start();
    let game = games::of(&start);
    game.is_perfect() && game.is_worth_a_draw()
}

/// The name of a level.
pub fn level(spec: GameSpec, level: Level, localizer: Localizer) -> String {
    localizer.say(match level {
        Level::Novice => Phrase::LevelNovice,
        Level::Beginner => Phrase::LevelBeginner,
        Level::Casual => Phrase::LevelCasual,
        Level::Strong => Phrase::LevelStrong,
        Level::Best if is_perfect(spec) => Phrase::LevelPerfect,
        Level::Best => Phrase::LevelBest,
    })
}

/// Describes in a sentence how far a level looks ahead.
pub(crate) fn sight(spec: GameSpec, level: Level, localizer: Localizer) -> String {
    let phrase = match level.horizon(spec) {
        Some(_) if level == Level::Novice => Phrase::SightNovice,
        // Beyond its horizon it sees nothing.
        Some(1) if matches!(Plan::of(spec, level), Plan::Known { .. }) => Phrase::SightOwn,
        Some(1) => Phrase::SightThreat,
        Some(2) => Phrase::SightAnswer,
        Some(plies) => Phrase::Sight { plies: plies.into() },
        None if is_perfect(spec) => Phrase::SightPerfect,
        None => Phrase::SightBest,
    };
    localizer.say(phrase)
}
