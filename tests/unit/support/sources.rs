//! A parser of Rust sources, just complete enough for the architecture rules.

/// A path after `crate::`, and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    pub path: String,
    pub line: usize,
}

/// A source with its comment lines emptied, so that line numbers stay the same.
pub(crate) fn code_of(text: &str) -> String {
    let lines = text.lines().map(|line| match line.find("//") {
        Some(start) if line[..start].trim().is_empty() => "",
        // A comment after code; two slashes within a string belong to an address.
        Some(start) if !line[..start].contains('"') => &line[..start],
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Line number of an offset, counted from one.
pub(crate) fn line_at(text: &str, offset: usize) -> usize {
    text[..offset].matches('\n').count() + 1
}

/// Every word of the code that is not within quotation marks on its line, with its line.
pub(crate) fn words_of(code: &str) -> Vec<(String, usize)> {
    let mut words = Vec::new();
    for (index, line) in code.lines().enumerate() {
        for outside in line.split('"').step_by(2) {
            let split = outside.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let line = index + 1;
            words.extend(split.filter(|word| !word.is_empty()).map(|word| (word.to_owned(), line)));
        }
    }
    words
}

/// Every path of the crate that the code names, with groups in braces expanded.
pub(crate) fn imports_of(code: &str) -> Vec<Import> {
    let mut imports = Vec::new();
    for (offset, start) in code.match_indices("crate::") {
        let is_whole = !code[..offset].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_whole {
            let line = line_at(code, offset);
            let mut paths = Vec::new();
            expand(&code[offset + start.len()..], "", &mut paths);
            imports.extend(paths.into_iter().map(|path| Import { path, line }));
        }
    }
    imports
}

/// Reads one path or one group in braces, and returns the text after it.
fn expand<'a>(text: &'a str, prefix: &str, paths: &mut Vec<String>) -> &'a str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        loop {
            rest = rest.trim_start().trim_start_matches(',').trim_start();
            if rest.is_empty() {
                return rest;
            }
            if let Some(rest) = rest.strip_prefix('}') {
                return rest;
            }
            rest = expand(rest, prefix, paths);
        }
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '*';
    let end = text.find(|c: char| !is_word(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    let path = match (prefix, word) {
        (_, "self") => prefix.to_owned(),
        ("", _) => word.to_owned(),
        _ => format!("{prefix}::{word}"),
    };
    if let Some(rest) = rest.strip_prefix("::") {
        return expand(rest, &path, paths);
    }
    paths.push(path);
    let rest = rest.trim_start();
    match rest.strip_prefix("as ") {
        Some(alias) => alias.trim_start().trim_start_matches(is_word),
        // Any other text ends here, so that a group always advances.
        None if end == 0 => text.get(1..).unwrap_or_default(),
        None => rest,
    }
}
