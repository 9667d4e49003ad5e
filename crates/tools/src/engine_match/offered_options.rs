//! Options that a UGI engine lists before a match, and whether those that it is given are among them.

use crate::engine_match::engine::plain_name;
use crate::engine_match::process::EngineFault;

/// Maximum number of options kept of an engine. It is taken to have no others.
const OPTIONS_MAX: usize = 1_000;

/// The options that an engine has listed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct OfferedOptions(Vec<OfferedOption>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct OfferedOption {
    name: String,
    /// The values of a choice; empty if the list does not tell them.
    values: Vec<String>,
}

impl OfferedOptions {
    /// Keeps the option that a line lists. Other lines are skipped.
    pub(crate) fn note(&mut self, line: &str) {
        if let Some(option) = read_option(line)
            && self.0.len() < OPTIONS_MAX
        {
            self.0.push(option);
        }
    }

    /// Checks that the engine has an option, and the value if that is one of a list. An engine that lists no options
    /// may have any.
    pub(crate) fn check(&self, name: &str, value: &str) -> Result<(), EngineFault> {
        let OfferedOptions(options) = self;
        if options.is_empty() {
            return Ok(());
        }
        let Some(option) = options.iter().find(|option| is_same(&option.name, name)) else {
            let names = options.iter().map(|option| option.name.as_str());
            return Err(EngineFault::NoOption { name: name.to_owned(), offered: listed(names) });
        };
        let values = || option.values.iter().map(String::as_str);
        if option.values.is_empty() || values().any(|offered| is_same(offered, value)) {
            return Ok(());
        }
        Err(EngineFault::NoValue { name: plain_name(&option.name), offered: listed(values()) })
    }
}

/// Names and values are the same in capitals or not, and however wide the spaces between their words are.
fn is_same(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(str::split_whitespace);
    one.map(str::to_ascii_lowercase).eq(other.map(str::to_ascii_lowercase))
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.map(plain_name).collect::<Vec<_>>().join(", ")
}

/// Parses `option name Level type combo default best var novice var best`. Names and values may have several words.
fn read_option(line: &str) -> Option<OfferedOption> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let ["option", "name", rest @ ..] = words.as_slice() else { return None };
    let type_at = rest.iter().position(|word| *word == "type").filter(|index| *index > 0)?;
    let values = match &rest[type_at + 1..] {
        ["combo", details @ ..] => values_of(details),
        _ => Vec::new(),
    };
    Some(OfferedOption { name: rest[..type_at].join(" "), values })
}

/// The values of a choice, each of which follows the word `var`.
fn values_of(details: &[&str]) -> Vec<String> {
    let parts = details.split(|word| *word == "var").skip(1);
    let value = |part: &[&str]| {
        // The default may come last.
        let default_at = part.iter().skip(1).position(|word| *word == "default");
        part[..default_at.map_or(part.len(), |index| index + 1)].join(" ")
    };
    parts.map(value).filter(|value| !value.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(lines: &[&str]) -> OfferedOptions {
        let mut options = OfferedOptions::default();
        lines.iter().for_each(|line| options.note(line));
        options
    }

    /// The complaint about an option; empty without one.
    fn complaint(options: &OfferedOptions, name: &str, value: &str) -> String {
        options.check(name, value).err().map(|fault| fault.to_string()).unwrap_or_default()
    }

    #[test]
    fn an_option_is_known_in_any_case_and_spacing() {
        let options = offered(&[
            "id name it",
            "option name Hash type spin default 64 min 1 max 4096",
            "option  name Style of  Play type combo default Solid var Solid var Very Risky",
            "option name Book type combo var own var none default own",
            "option name Log type string default",
        ]);
        for (name, value) in [
            ("hash", "2"),
            ("STYLE of play", "very  risky"),
            ("Style of Play", "solid"),
            ("book", "NONE"),
            ("Log", "a file"),
        ] {
            assert_eq!(complaint(&options, name, value), "", "{name}");
        }
        let names = "Hash, Style of Play, Book, Log";
        assert_eq!(
            complaint(&options, "Style", "x"),
            format!("it has no option Style; it has {names}")
        );
        assert_eq!(
            complaint(&options, "Style of Play", "Risky"),
            "Style of Play is one of Solid, Very Risky"
        );
        assert_eq!(complaint(&options, "Book", "default own"), "Book is one of own, none");
    }

    #[test]
    fn an_engine_that_lists_nothing_may_have_any_option() {
        for line in
            ["", "option", "option name", "option name type spin", "info option name A type b"]
        {
            assert_eq!(complaint(&offered(&[line]), "levl", "beginer"), "", "{line}");
        }
    }
}
