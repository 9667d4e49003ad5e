//! The rules of a game, in words.

use zerosum_games::any::GameSpec;
use zerosum_session::language::Language;

use crate::games::{self, Voice};
use crate::locales::Locales;

/// Returns all rules of a game, after its name.
pub fn of(spec: GameSpec, locales: &Locales, language: Language) -> String {
    let voice = Voice { locales, language };
    let start = spec.start();
    let game = games::of(&start);
    let rules = game.rules_told().into_iter().map(|phrase| voice.say(phrase));
    format!("{}\n\n{}", game.title(voice), rules.collect::<Vec<String>>().join(" "))
}
