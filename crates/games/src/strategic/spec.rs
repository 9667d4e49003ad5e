//! The rules that a game can be set up with: [`StrategicRules`] in a form small enough to be handed
//! around like a number.

use crate::strategic::numbers::{FunctionalSet, NumberSet, RuleSet};
use crate::strategic::rules::{Restrictions, StrategicRules};
use crate::ultimate::{Closure, Draws};

/// Rules whose set of numbers has a name, or is of three lists, one for each column of strategic
/// cells. Others can be analysed and printed; the game itself is not set up with them.
///
/// ```
/// use zerosum_games::strategic::spec::StrategicSpec;
///
/// let spec = StrategicSpec::of(&"strategic-functional-map67".parse()?).expect("it has a name");
/// assert_eq!(spec.code(), "strategic.00.map67");
/// assert_eq!(spec.rules().to_string(), "strategic-functional-map67");
/// # Ok::<(), zerosum_games::strategic::names::StrategicRulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StrategicSpec {
    numbers: Numbers,
    closure: Closure,
    draws: Draws,
    tactical: Restrictions,
    strategic: Restrictions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Numbers {
    /// The tactical rule set has none.
    None,
    /// By the place of the name among [`NumberSet::names`].
    Named(u8),
    /// Three lists without a name; all numbers are below 9.
    Own([[u8; 9]; 3]),
}

/// The sets that are usually played, map34 and hmap2.
const USUAL_FUNCTIONAL: u8 = 19;
const USUAL_HYPER: u8 = 65;

/// What the codes of rules begin with.
const CODE_HEAD: &str = "strategic.";

/// What stands for no numbers in a code.
const NO_NUMBERS: &str = "-";

impl StrategicSpec {
    /// The three rule sets as they are usually played.
    pub const USUAL: [StrategicSpec; 3] = [
        StrategicSpec::usual(Numbers::None),
        StrategicSpec::usual(Numbers::Named(USUAL_FUNCTIONAL)),
        StrategicSpec::usual(Numbers::Named(USUAL_HYPER)),
    ];

    /// Those, and each again with everything that can be chosen otherwise.
    pub const READY: [StrategicSpec; 6] = {
        let [tactical, functional, hyper] = StrategicSpec::USUAL;
        [tactical, functional, hyper, tactical.varied(), functional.varied(), hyper.varied()]
    };

    const fn usual(numbers: Numbers) -> StrategicSpec {
        StrategicSpec {
            numbers,
            closure: Closure::Filled,
            draws: Draws::Both,
            tactical: Restrictions::NONE,
            strategic: Restrictions::NONE,
        }
    }

    const fn varied(self) -> StrategicSpec {
        StrategicSpec {
            closure: Closure::Decided,
            draws: Draws::Neutral,
            tactical: Restrictions::ALL,
            strategic: Restrictions::ALL,
            ..self
        }
    }

    /// The form of these rules; `None` if they have more numbers of their own than fit.
    pub fn of(rules: &StrategicRules) -> Option<StrategicSpec> {
        let StrategicRules { numbers, closure, draws, tactical, strategic } = rules;
        let numbers = match numbers {
            None => Numbers::None,
            Some(numbers) => Numbers::of(numbers)?,
        };
        Some(StrategicSpec {
            numbers,
            closure: *closure,
            draws: *draws,
            tactical: *tactical,
            strategic: *strategic,
        })
    }

    pub fn rules(self) -> StrategicRules {
        let StrategicSpec { numbers, closure, draws, tactical, strategic } = self;
        StrategicRules { numbers: numbers.set(), closure, draws, tactical, strategic }
    }

    pub fn rule_set(self) -> RuleSet {
        self.rules().rule_set()
    }

    /// Which of the three it is as it is usually played.
    pub fn usual_rule_set(self) -> Option<RuleSet> {
        StrategicSpec::USUAL.contains(&self).then(|| self.rule_set())
    }

    /// The rules in at most 40 letters, where there is no room for their name: what is chosen
    /// otherwise than usual as a number of two hexadecimal digits, and the set of numbers.
    pub fn code(self) -> String {
        let options = u8::from(self.closure == Closure::Decided)
            | u8::from(self.draws == Draws::Neutral) << 1
            | self.tactical.bits() << 2
            | self.strategic.bits() << 4;
        let numbers = self.numbers.set().map_or(NO_NUMBERS.to_owned(), |set| set.to_string());
        format!("{CODE_HEAD}{options:02x}.{numbers}")
    }

    /// The rules of that code.
    pub fn from_code(code: &str) -> Option<StrategicSpec> {
        let (options, numbers) = code.strip_prefix(CODE_HEAD)?.split_once('.')?;
        let options = u8::from_str_radix(options, 16).ok()?;
        let numbers: Option<NumberSet> = match numbers {
            NO_NUMBERS => None,
            numbers => Some(numbers.parse().ok()?),
        };
        let usual = StrategicRules { numbers, ..StrategicRules::usual(RuleSet::Tactical) };
        let rules = usual.variants().nth(options.into())?;
        StrategicSpec::of(&rules).filter(|spec| spec.code() == code)
    }
}

impl Numbers {
    fn of(numbers: &NumberSet) -> Option<Numbers> {
        match (numbers.name(), numbers) {
            (Some(name), _) => {
                let place = NumberSet::names().position(|known| known == name)?;
                u8::try_from(place).ok().map(Numbers::Named)
            }
            (None, NumberSet::Functional(set)) => set.columns().map(Numbers::Own),
            (None, NumberSet::Hyper(_)) => None,
        }
    }

    fn set(self) -> Option<NumberSet> {
        match self {
            Numbers::None => None,
            Numbers::Named(place) => {
                NumberSet::names().nth(place.into()).and_then(NumberSet::named)
            }
            Numbers::Own(columns) => {
                Some(NumberSet::from(FunctionalSet::of_checked_columns(columns)))
            }
        }
    }
}
