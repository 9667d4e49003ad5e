//! The rules that a game can be set up with: [`StrategicRules`] in a form small enough to be handed
//! around like a number.

use crate::strategic::numbers::lists::Lists;
use crate::strategic::numbers::{FunctionalSet, HyperSet, NumberSet, RuleSet};
use crate::strategic::rules::StrategicRules;

/// Rules whose set of numbers has a name, is functional, or is hyperfunctional and stays the same when
/// fields are shifted (see [`HyperSet::of_shifts`]). Any other hyperfunctional set of 729 numbers can be
/// analysed and printed; the game itself is not set up with it.
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
    /// The non-default options, as an index into [`StrategicRules::variants`].
    options: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Numbers {
    /// The tactical rule set has none.
    None,
    /// An index into [`NumberSet::names`].
    Named(u8),
    /// A functional set without a name, by strategic cell and row.
    Rows(Lists),
    /// A hyperfunctional set without a name, by shift and strategic cell.
    Shifts(Lists),
}

/// The sets that are usually played, map34 and hmap2.
const USUAL_FUNCTIONAL: u8 = 19;
const USUAL_HYPER: u8 = 65;

/// Prefix of the codes of rules.
const CODE_HEAD: &str = "strategic.";

/// Prefix of the code of rules whose numbers are too many to be written as digits, and the letters
/// that mark either kind of numbers.
const SHORT_CODE_HEAD: &str = "s.";
const ROWS: char = 'f';
const SHIFTS: char = 'h';

/// Stands for the absence of numbers in a code.
const NO_NUMBERS: &str = "-";

impl StrategicSpec {
    /// The three rule sets as they are usually played.
    pub(crate) const USUAL: [StrategicSpec; 3] = [
        StrategicSpec::usual(Numbers::None),
        StrategicSpec::usual(Numbers::Named(USUAL_FUNCTIONAL)),
        StrategicSpec::usual(Numbers::Named(USUAL_HYPER)),
    ];

    /// `StrategicSpec::USUAL`, and each of these with every option changed.
    pub const READY: [StrategicSpec; 6] = {
        let [tactical, functional, hyper] = StrategicSpec::USUAL;
        [tactical, functional, hyper, tactical.varied(), functional.varied(), hyper.varied()]
    };

    const fn usual(numbers: Numbers) -> StrategicSpec {
        StrategicSpec { numbers, options: 0 }
    }

    const fn varied(self) -> StrategicSpec {
        StrategicSpec { options: StrategicRules::VARIANTS - 1, ..self }
    }

    /// The form of these rules; `None` if they have more numbers of their own than fit.
    pub fn of(rules: &StrategicRules) -> Option<StrategicSpec> {
        let numbers = rules.numbers.as_ref().map_or(Some(Numbers::None), Numbers::of)?;
        Some(StrategicSpec { numbers, options: rules.variant() })
    }

    pub fn rules(self) -> StrategicRules {
        StrategicRules::of_variant(self.numbers.set(), self.options)
    }

    pub(crate) fn rule_set(self) -> RuleSet {
        self.rules().rule_set()
    }

    /// The rule set, if these are its usual rules.
    pub fn usual_rule_set(self) -> Option<RuleSet> {
        StrategicSpec::USUAL.contains(&self).then(|| self.rule_set())
    }

    /// A code of the rules in at most 48 letters: the non-default options as a number of two
    /// hexadecimal digits, and the set of numbers.
    pub fn code(self) -> String {
        let options = self.options;
        match self.numbers.letters() {
            Some(letters) => format!("{SHORT_CODE_HEAD}{options:02x}{letters}"),
            None => {
                let numbers = self.numbers.set();
                let numbers = numbers.map_or(NO_NUMBERS.to_owned(), |set| set.to_string());
                format!("{CODE_HEAD}{options:02x}.{numbers}")
            }
        }
    }

    /// The rules of that code.
    pub(crate) fn from_code(code: &str) -> Option<StrategicSpec> {
        let (options, numbers) = match code.strip_prefix(SHORT_CODE_HEAD) {
            Some(short) => {
                let (options, letters) = short.split_at_checked(2)?;
                (options, Numbers::from_letters(letters)?.set())
            }
            None => match code.strip_prefix(CODE_HEAD)?.split_once('.')? {
                (options, NO_NUMBERS) => (options, None),
                (options, numbers) => (options, Some(numbers.parse().ok()?)),
            },
        };
        let options = u8::from_str_radix(options, 16).ok()?;
        let is_variant = options < StrategicRules::VARIANTS;
        let rules = is_variant.then(|| StrategicRules::of_variant(numbers, options))?;
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
            (None, NumberSet::Functional(set)) => Some(Numbers::Rows(Lists::of(set.rows()))),
            (None, NumberSet::Hyper(set)) => {
                set.shifts().map(|shifts| Numbers::Shifts(Lists::of(&shifts)))
            }
        }
    }

    fn set(self) -> Option<NumberSet> {
        match self {
            Numbers::None => None,
            Numbers::Named(place) => {
                NumberSet::names().nth(place.into()).and_then(NumberSet::named)
            }
            Numbers::Rows(rows) => FunctionalSet::new(rows.numbers()).ok().map(NumberSet::from),
            Numbers::Shifts(shifts) => {
                HyperSet::of_shifts(shifts.numbers()).ok().map(NumberSet::from)
            }
        }
    }

    /// The numbers in letters, if they have no name and are more than three lists.
    fn letters(self) -> Option<String> {
        match self {
            Numbers::Rows(rows) => {
                let is_long = FunctionalSet::new(rows.numbers()).ok()?.columns().is_none();
                is_long.then(|| format!("{ROWS}{}", rows.letters()))
            }
            Numbers::Shifts(shifts) => Some(format!("{SHIFTS}{}", shifts.letters())),
            Numbers::None | Numbers::Named(_) => None,
        }
    }

    fn from_letters(letters: &str) -> Option<Numbers> {
        match letters.strip_prefix(ROWS) {
            Some(rows) => Lists::from_letters(rows).map(Numbers::Rows),
            None => Lists::from_letters(letters.strip_prefix(SHIFTS)?).map(Numbers::Shifts),
        }
    }
}
