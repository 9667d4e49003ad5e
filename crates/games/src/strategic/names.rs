//! The names of the rules.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::strategic::numbers::{NumberSet, NumberSetError, RuleSet};
use crate::strategic::rules::{Restrictions, StrategicRules};
use crate::strategic::spec::StrategicSpec;
use crate::ultimate::{Closure, Draws};

/// The name of the game, with which the names of its rules begin.
pub(crate) const NAME: &str = "strategic";

impl fmt::Display for StrategicRules {
    /// `strategic`, then `-functional` or `-hyper` and the set of numbers, if it is not the usual
    /// one, by its name or its digits; then a suffix for each departure from what is usual, as in
    /// `strategic-functional-map67-decided-tb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = NumberSet::usual(self.rule_set());
        let numbers = self.numbers.as_ref().filter(|numbers| usual.as_ref() != Some(numbers));
        f.write_str(&name_of(self, numbers.map(NumberSet::to_string).as_deref()))
    }
}

/// The name of rules whose numbers are written so, or left out.
fn name_of(rules: &StrategicRules, numbers: Option<&str>) -> String {
    let mut name = format!("{NAME}{}", suffix_of(rules.rule_set()));
    if let Some(numbers) = numbers {
        name.push('-');
        name.push_str(numbers);
    }
    name.push_str(match rules.closure {
        Closure::Filled => "",
        Closure::Decided => "-decided",
    });
    name.push_str(match rules.draws {
        Draws::Both => "",
        Draws::Neutral => "-neutral",
    });
    for (Restrictions { does_decided_target_free, bars_return }, free, bar) in
        [(rules.tactical, "-ta", "-tb"), (rules.strategic, "-sa", "-sb")]
    {
        name.push_str(if does_decided_target_free { free } else { "" });
        name.push_str(if bars_return { bar } else { "" });
    }
    name
}

/// No rules have this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StrategicRulesError {
    #[error(
        "rules are named 'strategic', 'strategic-functional' or 'strategic-hyper', then the \
         numbers, '-decided', '-neutral', '-ta', '-tb', '-sa' and '-sb' as wanted and in this order"
    )]
    Form,
    #[error(transparent)]
    Numbers(#[from] NumberSetError),
    #[error("these numbers belong to other rules")]
    OtherRuleSet,
    #[error(
        "numbers for every cell are for sheets and analysis; a game is played with a hyperfunctional \
         set that has a name, or stays the same when fields are shifted ('s' and 81 numbers)"
    )]
    TooMany,
}

impl FromStr for StrategicRules {
    type Err = StrategicRulesError;

    /// The rules of that name; all have exactly one, but numbers may be written in any form.
    fn from_str(name: &str) -> Result<StrategicRules, StrategicRulesError> {
        let parts = name.strip_prefix(NAME).ok_or(StrategicRulesError::Form)?;
        let mut rules = StrategicRules::usual(RuleSet::Tactical);
        let (mut is_number_awaited, mut written) = (false, None);
        for part in parts.split('-').skip(1) {
            match part {
                "functional" => rules.numbers = NumberSet::usual(RuleSet::Functional),
                "hyper" => rules.numbers = NumberSet::usual(RuleSet::Hyperfunctional),
                "decided" => rules.closure = Closure::Decided,
                "neutral" => rules.draws = Draws::Neutral,
                "ta" => rules.tactical.does_decided_target_free = true,
                "tb" => rules.tactical.bars_return = true,
                "sa" => rules.strategic.does_decided_target_free = true,
                "sb" => rules.strategic.bars_return = true,
                text if is_number_awaited => {
                    let numbers: NumberSet = text.parse()?;
                    if numbers.rule_set() != rules.rule_set() {
                        return Err(StrategicRulesError::OtherRuleSet);
                    }
                    rules.numbers = Some(numbers);
                    written = Some(text);
                }
                _ => return Err(StrategicRulesError::Form),
            }
            is_number_awaited = matches!(part, "functional" | "hyper");
        }
        if name_of(&rules, written) == name { Ok(rules) } else { Err(StrategicRulesError::Form) }
    }
}

/// Returns the error in a name that belongs to this game but names no rules; `None` for other
/// names.
pub fn fault_of(name: &str) -> Option<StrategicRulesError> {
    if !name.starts_with(NAME) {
        return None;
    }
    match name.parse::<StrategicRules>() {
        Ok(rules) => StrategicSpec::of(&rules).is_none().then_some(StrategicRulesError::TooMany),
        Err(error) => Some(error),
    }
}

fn suffix_of(rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::Tactical => "",
        RuleSet::Functional => "-functional",
        RuleSet::Hyperfunctional => "-hyper",
    }
}
