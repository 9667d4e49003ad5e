//! The rules of a game, in words.

use crate::games::any::GameSpec;
use crate::games::ultimate::{Closure, Draws, End, UltimateRules};
use crate::locales::phrase::Phrase;
use crate::locales::{Language, Locales};
use crate::view::titles;

/// All rules of a game, its name first.
pub fn of(spec: GameSpec, locales: &Locales, language: Language) -> String {
    let say = |phrase| locales.say(language, phrase);
    let rules = match spec {
        GameSpec::TicTacToe => say(Phrase::RulesMnk { columns: 3, rows: 3, k: 3 }),
        GameSpec::Mnk(board) => say(Phrase::RulesMnk {
            columns: u32::from(board.columns()),
            rows: u32::from(board.rows()),
            k: u32::from(board.k()),
        }),
        GameSpec::Ultimate(rules) => {
            let sentences: Vec<String> = ultimate(rules).into_iter().map(say).collect();
            sentences.join(" ")
        }
        GameSpec::Sheep(_) => say(Phrase::RulesSheep),
    };
    format!("{}\n\n{rules}", titles::title(spec, locales, language))
}

fn ultimate(rules: UltimateRules) -> Vec<Phrase<'static>> {
    let UltimateRules { closure, draws, end, does_decided_target_free, bars_return } = rules;
    let mut phrases = vec![
        Phrase::RulesUltimate,
        match closure {
            Closure::Decided => Phrase::RulesClosedDecided,
            Closure::Filled => Phrase::RulesClosedFilled,
        },
        match draws {
            Draws::Neutral => Phrase::RulesDrawsNeutral,
            Draws::Both => Phrase::RulesDrawsBoth,
        },
        match end {
            End::Line => Phrase::RulesEndLine,
            End::Count => Phrase::RulesEndCount,
        },
    ];
    if does_decided_target_free && closure == Closure::Filled {
        phrases.push(Phrase::RulesDecidedFrees);
    }
    if bars_return {
        phrases.push(Phrase::RulesBarsReturn);
    }
    phrases
}
