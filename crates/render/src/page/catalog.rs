//! The games that the page offers, with their levels and rules.

use serde::Serialize;
use zerosum_games::any::GameSpec;
use zerosum_games::family::Family;
use zerosum_games::mnk::opening::Opening;
use zerosum_games::mnk::{LENGTH_MAX, MnkSpec, SIZE_MAX, SIZE_MIN};
use zerosum_search::level::Level;

use crate::board::sides;
use crate::board::titles;
use crate::games;
use crate::locales::localizer::Localizer;
use crate::locales::phrase::Phrase;
use crate::page::FORMAT_VERSION;
use crate::pages::rules;

/// Every game on offer, and how others are named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Catalog {
    v: u32,
    groups: Vec<GroupView>,
}

/// The games of a family.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct GroupView {
    title: String,
    games: Vec<GameView>,
    /// Bounds of the numbers in the name of any other board: `10x8x5`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sizes: Option<SizesView>,
}

/// A game that the page offers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct GameView {
    game: String,
    title: String,
    sentence: String,
    rules: String,
    /// The side offered to a visitor, from 1.
    side: u8,
    /// The labels of both sides.
    sides: [String; 2],
    levels: Vec<LevelView>,
    /// True for a game of the group with other rules, which only its code names.
    is_variant: bool,
}

/// A level of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct LevelView {
    level: &'static str,
    label: String,
    sentence: String,
}

/// Boards of any size. Their marks depend on it, so the sides have none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct SizesView {
    min: u16,
    max: u16,
    /// Bound of the number in a row.
    length_max: u16,
    side: u8,
    sides: [String; 2],
    levels: Vec<LevelView>,
}

impl Catalog {
    pub fn of(localizer: Localizer) -> Catalog {
        let groups = Family::ALL.iter().map(|family| {
            let games = specs_of(*family).into_iter();
            GroupView {
                title: titles::family(*family, localizer),
                games: games.map(|spec| game_view(spec, localizer)).collect(),
                sizes: (*family == Family::Mnk).then(|| sizes_view(localizer)),
            }
        });
        Catalog { v: FORMAT_VERSION, groups: groups.collect() }
    }
}

fn sizes_view(localizer: Localizer) -> SizesView {
    let spec = GameSpec::Mnk(MnkSpec::GOMOKU);
    let sides = [Phrase::SeekingFirst, Phrase::SeekingSecond];
    SizesView {
        min: SIZE_MIN,
        max: SIZE_MAX,
        length_max: LENGTH_MAX,
        side: titles::side_offered(spec).number(),
        sides: sides.map(|phrase| localizer.say(phrase)),
        levels: levels(spec, localizer),
    }
}

/// The offered games of a family before its others.
fn specs_of(family: Family) -> Vec<GameSpec> {
    let mut specs: Vec<GameSpec> = GameSpec::offered();
    for spec in GameSpec::ALL {
        if !specs.contains(&spec) {
            specs.push(spec);
        }
    }
    // Colours are chosen between two players, not against oneself.
    specs.retain(|spec| spec.family() == family && spec.opening() == Opening::Plain);
    specs
}

fn game_view(spec: GameSpec, localizer: Localizer) -> GameView {
    let marks = sides::of(spec);
    let first_title = titles::title(spec, localizer);
    // Starting positions of a game share its title.
    let is_titled = GameSpec::offered().contains(&spec) || first_title.contains(&spec.name());
    let is_unlike = spec.family() == Family::Mnk;
    let is_variant = !GameSpec::offered().contains(&spec) && !is_unlike;
    let title = match is_titled || is_unlike {
        true => first_title,
        false => format!("{first_title} ({})", spec.name()),
    };
    let start = spec.start();
    let rules = rules::of(spec, localizer);
    // The title stands above the rules in the chat.
    let rules = rules.split_once("\n\n").map_or(rules.as_str(), |(_, rules)| rules).to_owned();
    GameView {
        game: spec.name(),
        title,
        sentence: localizer.say(games::of(&start).sentence()),
        rules,
        side: titles::side_offered(spec).number(),
        sides: [
            localizer.say(Phrase::SideFirst { mark: marks.first }),
            localizer.say(Phrase::SideSecond { mark: marks.second }),
        ],
        levels: levels(spec, localizer),
        is_variant,
    }
}

fn levels(spec: GameSpec, localizer: Localizer) -> Vec<LevelView> {
    let view = |level: &Level| LevelView {
        level: level.name(),
        label: titles::level(spec, *level, localizer),
        sentence: titles::sight(spec, *level, localizer),
    };
    Level::of_game(spec).iter().map(view).collect()
}
