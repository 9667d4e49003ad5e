//! A strict parser of Prometheus' text format, which also checks the naming conventions.

use std::collections::{BTreeMap, BTreeSet};

/// The metrics of a bot at one moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Exposition {
    /// The type of every metric by its name.
    pub types: BTreeMap<String, String>,
    /// The values by name and labels, as they stand in the text.
    samples: BTreeMap<String, f64>,
}

impl Exposition {
    /// The value of a series, such as `a_total{b="c"}`.
    pub(crate) fn value(&self, series: &str) -> f64 {
        *self.samples.get(series).unwrap_or_else(|| panic!("there is no {series}"))
    }

    /// All series of a sample name with a value other than zero.
    pub(crate) fn counted(&self, name: &str) -> BTreeMap<&str, f64> {
        let of_name = |series: &str| series.split('{').next() == Some(name);
        let counted =
            self.samples.iter().filter(|(series, value)| of_name(series) && **value != 0.0);
        counted.map(|(series, value)| (series.as_str(), *value)).collect()
    }

    pub(crate) fn sum(&self, name: &str) -> f64 {
        self.counted(name).values().sum()
    }

    /// All series, regardless of their values.
    pub(crate) fn series(&self) -> BTreeSet<&str> {
        self.samples.keys().map(String::as_str).collect()
    }

    /// The names a query may use: histograms have three.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let names = self.samples.keys().map(|series| series.split('{').next().unwrap_or(series));
        names.map(str::to_owned).collect()
    }
}

/// Reads all of it or panics with the line that breaks a rule.
pub(crate) fn parse(text: &str) -> Exposition {
    assert!(text.ends_with('\n'), "the last line is not ended");
    let mut exposition = Exposition { types: BTreeMap::new(), samples: BTreeMap::new() };
    let mut helped = String::new();
    let mut current: Option<(String, String)> = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, help) = rest.split_once(' ').expect("a help has words");
            assert!(is_name(name) && help.ends_with('.'), "{line}");
            helped = name.to_owned();
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a type has a name");
            assert!(["counter", "gauge", "histogram"].contains(&kind), "{line}");
            assert_eq!(name, helped, "every metric has its help: {line}");
            assert_eq!(kind == "counter", name.ends_with("_total"), "{line}");
            assert!(kind != "histogram" || name.ends_with("_seconds"), "{line}");
            let before = exposition.types.insert(name.to_owned(), kind.to_owned());
            assert_eq!(before, None, "a metric stands in one place: {line}");
            current = Some((name.to_owned(), kind.to_owned()));
        } else {
            let (series, value) = line.rsplit_once(' ').expect("a sample has a value");
            let (name, kind) = current.as_ref().expect("a sample has a type");
            check_series(series, name, kind);
            let value = value.parse().unwrap_or_else(|_| panic!("no number: {line}"));
            let before = exposition.samples.insert(series.to_owned(), value);
            assert_eq!(before, None, "a series stands once: {line}");
        }
    }
    check_histograms(&exposition, text);
    exposition
}

fn is_name(name: &str) -> bool {
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter == '_';
    name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// Checks the name and the labels of a series of this metric.
fn check_series(series: &str, metric: &str, kind: &str) {
    let (name, labels) = match series.split_once('{') {
        Some((name, rest)) => (name, rest.strip_suffix('}').expect("labels are closed")),
        None => (series, ""),
    };
    let ending = name.strip_prefix(metric).unwrap_or_else(|| panic!("{series} in {metric}"));
    let endings: &[&str] = if kind == "histogram" { &["_bucket", "_sum", "_count"] } else { &[""] };
    assert!(endings.contains(&ending), "{series} in {metric}");
    let mut seen = BTreeSet::new();
    for label in labels.split(',').filter(|label| !label.is_empty()) {
        let (key, value) = label.split_once('=').expect("a label has a value");
        assert!(is_name(key) && seen.insert(key.to_owned()), "{series}");
        assert_eq!(key == "le", ending == "_bucket" && key == "le", "{series}");
        let value = value.strip_prefix('"').and_then(|value| value.strip_suffix('"'));
        // The words are the bot's own, so nothing in them has to be escaped.
        assert!(value.is_some_and(|value| !value.contains(['"', '\\'])), "{series}");
    }
}

/// Checks that buckets ascend, add up and end with everything.
fn check_histograms(exposition: &Exposition, text: &str) {
    let mut last: Option<(String, f64, f64)> = None;
    for line in text.lines().filter(|line| line.contains("_bucket{")) {
        let (series, value) = line.rsplit_once(' ').expect("a sample has a value");
        let (rest, le) = series.rsplit_once("le=\"").expect("a bucket has a bound");
        let bound: f64 = le.trim_end_matches("\"}").parse().expect("a bound is a number");
        let value: f64 = value.parse().expect("a value is a number");
        if let Some((same, lower, fewer)) = &last
            && same == rest
        {
            assert!(*lower < bound && *fewer <= value, "{line}");
        }
        if bound.is_infinite() {
            let count = rest.replace("_bucket{", "_count{").trim_end_matches([',', '{']).to_owned();
            let count = if count.contains('{') { count + "}" } else { count };
            assert_eq!(exposition.value(&count), value, "{line}");
        }
        last = Some((rest.to_owned(), bound, value));
    }
}
