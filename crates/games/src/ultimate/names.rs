//! The names of the 32 rule sets.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::ultimate::{Closure, Draws, End, UltimateRules};

impl fmt::Display for UltimateRules {
    /// The name of the rule set: `ultimate`, then a suffix for each departure from the standard, as
    /// in `ultimate-tactical-count-a-b`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ultimate")?;
        f.write_str(match (self.closure, self.draws) {
            (Closure::Decided, Draws::Neutral) => "",
            (Closure::Filled, Draws::Neutral) => "-filled",
            (Closure::Decided, Draws::Both) => "-both",
            (Closure::Filled, Draws::Both) => "-tactical",
        })?;
        f.write_str(match self.end {
            End::Line => "",
            End::Count => "-count",
        })?;
        f.write_str(if self.does_decided_target_free { "-a" } else { "" })?;
        f.write_str(if self.bars_return { "-b" } else { "" })
    }
}

/// No rule set has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "rules are named 'ultimate', then '-tactical', '-filled' or '-both', '-count', '-a' and '-b' \
     as wanted and in this order"
)]
pub struct UltimateRulesError;

impl FromStr for UltimateRules {
    type Err = UltimateRulesError;

    /// The rule set of that name; each has exactly one.
    fn from_str(name: &str) -> Result<UltimateRules, UltimateRulesError> {
        let mut all = UltimateRules::ALL.into_iter();
        all.find(|rules| rules.to_string() == name).ok_or(UltimateRulesError)
    }
}
