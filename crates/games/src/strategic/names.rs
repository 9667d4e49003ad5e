//! The names of the rules.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::strategic::numbers::{NumberSet, NumberSetError, RuleSet};
use crate::strategic::rules::{Restrictions, StrategicRules};
use crate::ultimate::{Closure, Draws};

/// The name of the game, with which the names of its rules begin.
pub const NAME: &str = "strategic";

impl fmt::Display for StrategicRules {
    /// `strategic`, then `-functional` or `-hyper` and the set of numbers, if it is not the usual
    /// one, by its name or its digits; then a suffix for each departure from what is usual, as in
    /// `strategic-functional-map67-decided-tb`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAME)?;
        f.write_str(suffix_of(self.rule_set()))?;
        if let Some(numbers) = &self.numbers
            && NumberSet::usual(self.rule_set()).as_ref() != Some(numbers)
        {
            write!(f, "-{numbers}")?;
        }
        f.write_str(match self.closure {
            Closure::Filled => "",
            Closure::Decided => "-decided",
        })?;
        f.write_str(match self.draws {
            Draws::Both => "",
            Draws::Neutral => "-neutral",
        })?;
        for (Restrictions { does_decided_target_free, bars_return }, free, bar) in
            [(self.tactical, "-ta", "-tb"), (self.strategic, "-sa", "-sb")]
        {
            f.write_str(if does_decided_target_free { free } else { "" })?;
            f.write_str(if bars_return { bar } else { "" })?;
        }
        Ok(())
    }
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
}

impl FromStr for StrategicRules {
    type Err = StrategicRulesError;

    /// The rules of that name; all have exactly one.
    fn from_str(name: &str) -> Result<StrategicRules, StrategicRulesError> {
        let parts = name.strip_prefix(NAME).ok_or(StrategicRulesError::Form)?;
        let mut rules = StrategicRules::usual(RuleSet::Tactical);
        let mut is_number_awaited = false;
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
                numbers if is_number_awaited => {
                    let numbers: NumberSet = numbers.parse()?;
                    if numbers.rule_set() != rules.rule_set() {
                        return Err(StrategicRulesError::OtherRuleSet);
                    }
                    rules.numbers = Some(numbers);
                }
                _ => return Err(StrategicRulesError::Form),
            }
            is_number_awaited = matches!(part, "functional" | "hyper");
        }
        if rules.to_string() == name { Ok(rules) } else { Err(StrategicRulesError::Form) }
    }
}

fn suffix_of(rule_set: RuleSet) -> &'static str {
    match rule_set {
        RuleSet::Tactical => "",
        RuleSet::Functional => "-functional",
        RuleSet::Hyperfunctional => "-hyper",
    }
}
