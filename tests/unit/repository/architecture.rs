//! Architecture rules: the imports that each module may have, and the shape of every file.

use std::path::{Path, PathBuf};
use std::{fmt, fs};

use crate::support::sources::{Import, code_of, imports_of, line_at, words_of};

/// Imports allowed to each module. An entry allows that path and everything below it.
const DOORS: &[(&str, &[&str])] = &[
    ("admin", &["play"]),
    (
        "bot",
        &[
            "admin",
            "bounded",
            "capacity",
            "config::secret",
            "drawing",
            "health",
            "ids",
            "links",
            "personal_data",
            "play",
            "telegram",
        ],
    ),
    ("bounded", &[]),
    ("capacity", &[]),
    ("cli", &["telegram::incoming::registration"]),
    ("config", &[]),
    ("drawing", &[]),
    ("engine", &[]),
    ("health", &[]),
    ("ids", &["config::secret"]),
    ("jobs", &["admin", "bot", "bounded", "health", "play", "telegram"]),
    ("links", &["config::secret"]),
    ("logging", &[]),
    (
        "page",
        &[
            "admin",
            "bounded",
            "capacity",
            "config::secret",
            "engine",
            "ids",
            "links",
            "passes",
            "play",
            "web::body",
            "web::listener",
        ],
    ),
    ("open_files", &[]),
    ("passes", &["config::secret"]),
    ("personal_data", &[]),
    ("play", &["bounded", "engine", "health"]),
    (
        "telegram",
        &[
            "bounded",
            "capacity",
            "config::secret",
            "drawing",
            "health",
            "links",
            "passes",
            "web::body",
            "web::listener",
        ],
    ),
    ("threads", &["capacity", "config", "engine"]),
    ("web", &["health"]),
];

/// Modules that put the parts together and may import all of them.
const OPEN_ROOMS: [&str; 3] = ["app", "lib", "main"];

/// Foreign crates and those of the workspace, and the only modules, or files of a module, that may use each.
const ROOFS: &[(&str, &[&str])] = &[
    ("axum", &["page", "telegram", "web"]),
    ("clap", &["cli", "main"]),
    ("dotenvy", &["config"]),
    ("flate2", &["page"]),
    ("hyper", &["web"]),
    ("hyper_util", &["web"]),
    ("pretty_env_logger", &["logging"]),
    ("reqwest", &["app", "telegram"]),
    ("rustix", &["engine", "open_files"]),
    ("teloxide", &["app", "bot::dispatcher", "telegram"]),
    ("zerosum_metrics", &["app", "bot", "jobs", "page", "play", "telegram", "web"]),
    ("zerosum_picture", &["bot", "page::offline", "telegram"]),
    ("zerosum_playground", &["app"]),
    ("zerosum_render", &["app", "bot", "cli", "ids", "links", "page", "telegram"]),
    ("zerosum_search", &["bot", "engine"]),
    ("zerosum_sheets", &["cli"]),
    (
        "zerosum_store",
        &["admin", "app", "bot", "cli", "jobs", "main", "personal_data", "play", "threads"],
    ),
    ("zerosum_tools", &["cli", "main"]),
];

/// Folders of pure code, which reads no clock, logs nothing, does not wait and has no side effects.
const PURE_FOLDERS: [&str; 6] = [
    "crates/games/src",
    "crates/picture/src",
    "crates/render/src",
    "crates/search/src",
    "crates/session/src",
    "crates/sheets/src",
];

/// Folders whose style is checked.
const WRITTEN_FOLDERS: [&str; 4] = ["src", "crates", "tests", "benches"];

/// Words that pure code must not use.
const IMPURE_WORDS: [&str; 16] = [
    "Instant",
    "Mutex",
    "RwLock",
    "SystemTime",
    "async",
    "await",
    "env",
    "eprintln",
    "fastrand",
    "log",
    "net",
    "println",
    "process",
    "static",
    "thread",
    "tokio",
];

/// Paths of the standard library that pure code must not use either.
const IMPURE_PATHS: [&str; 3] = ["std::fs", "std::io", "std::time"];

const FILE_LINES_MAX: usize = 500;
const FUNCTION_LINES_MAX: usize = 70;

/// A source file of the project.
struct Source {
    /// Path relative to the project.
    path: PathBuf,
    text: String,
}

impl Source {
    /// Top-level module that the file belongs to.
    fn room(&self) -> String {
        let path = self.path.strip_prefix("src").expect("the file is under src");
        let first = path.components().next().expect("a file has a name");
        let name = Path::new(first.as_os_str()).file_stem().expect("a file has a name");
        name.to_string_lossy().into_owned()
    }

    /// Path of the file's module from the crate root.
    fn module(&self) -> String {
        let path = self.path.strip_prefix("src").expect("the file is under src").with_extension("");
        let names: Vec<_> = path.iter().map(|name| name.to_string_lossy()).collect();
        names.join("::")
    }
}

/// A line that breaks a rule.
struct Breach {
    path: PathBuf,
    line: usize,
    rule: String,
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.path.display(), self.line, self.rule)
    }
}

fn sources_under(folder: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join(folder)];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).expect("a source is text");
                let path = path.strip_prefix(root).expect("the path is in the project").to_owned();
                sources.push(Source { path, text });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(!sources.is_empty(), "no sources under {folder}");
    sources
}

/// Checks every file under `src` and fails with all breaches.
fn check(rule: impl Fn(&Source, &mut Vec<Breach>)) {
    check_in(&["src"], rule);
}

/// Checks the program and the crates that it is made of, and fails with all breaches.
fn check_shipped(rule: impl Fn(&Source, &mut Vec<Breach>)) {
    check_in(&["src", "crates"], |source, breaches| {
        if !source
            .path
            .components()
            .any(|part| ["tests", "benches"].iter().any(|name| part.as_os_str() == *name))
        {
            rule(source, breaches);
        }
    });
}

fn check_in(folders: &[&str], rule: impl Fn(&Source, &mut Vec<Breach>)) {
    let mut breaches = Vec::new();
    for source in folders.iter().flat_map(|folder| sources_under(folder)) {
        rule(&source, &mut breaches);
    }
    let lines: Vec<String> = breaches.iter().map(Breach::to_string).collect();
    assert!(lines.is_empty(), "\n{}\n", lines.join("\n"));
}

fn breach(source: &Source, line: usize, rule: impl Into<String>) -> Breach {
    Breach { path: source.path.clone(), line, rule: rule.into() }
}

fn is_within(path: &str, door: &str) -> bool {
    path.strip_prefix(door).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[test]
fn no_import_runs_against_the_table_of_rooms() {
    check(|source, breaches| {
        let room = source.room();
        if OPEN_ROOMS.contains(&room.as_str()) {
            return;
        }
        let Some((_, doors)) = DOORS.iter().find(|(name, _)| *name == room) else {
            return breaches.push(breach(
                source,
                1,
                format!("{room} is not in the table of rooms"),
            ));
        };
        for Import { path, line } in imports_of(&code_of(&source.text)) {
            let is_open =
                is_within(&path, &room) || doors.iter().any(|door| is_within(&path, door));
            if !is_open {
                breaches.push(breach(source, line, format!("{room} may not import {path}")));
            }
        }
    });
}

#[test]
fn imports_are_written_from_the_top() {
    check_shipped(|source, breaches| {
        let code = code_of(&source.text);
        for (offset, _) in code.match_indices("super::") {
            if !code[offset..].starts_with("super::*") {
                breaches.push(breach(source, line_at(&code, offset), "imports begin with crate::"));
            }
        }
    });
}

#[test]
fn each_foreign_name_lives_under_its_roof() {
    check(|source, breaches| {
        let module = source.module();
        for (word, line) in words_of(&code_of(&source.text)) {
            let roof = ROOFS.iter().find(|(name, _)| *name == word);
            if let Some((name, roofs)) = roof
                && !roofs.iter().any(|roof| is_within(&module, roof))
            {
                breaches.push(breach(source, line, format!("{module} may not name {name}")));
            }
        }
    });
}

#[test]
fn rooms_of_values_name_nothing_that_acts() {
    check_shipped(|source, breaches| {
        let Some(room) = PURE_FOLDERS.iter().find(|folder| source.path.starts_with(folder)) else {
            return;
        };
        let code = code_of(&source.text).replace("'static", "");
        for (word, line) in words_of(&code) {
            if IMPURE_WORDS.contains(&word.as_str()) {
                breaches.push(breach(source, line, format!("{room} is pure: no {word}")));
            }
        }
        for path in IMPURE_PATHS {
            for (offset, _) in code.match_indices(path) {
                let line = line_at(&code, offset);
                breaches.push(breach(source, line, format!("{room} is pure: no {path}")));
            }
        }
    });
}

#[test]
fn nothing_is_left_undone_or_taken_for_granted() {
    let marks = [".unwrap()", "todo!", "unimplemented!", "dbg!", "#[allow("];
    check_shipped(|source, breaches| {
        let code = code_of(&source.text);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for mark in marks {
            for (offset, _) in code.match_indices(mark) {
                let line = line_at(code, offset);
                breaches.push(breach(source, line, format!("{mark} has no place here")));
            }
        }
    });
}

#[test]
fn every_module_says_what_it_is_for() {
    check_shipped(|source, breaches| {
        let first = source.text.lines().find(|line| !line.starts_with("#!["));
        if !first.is_some_and(|line| line.starts_with("//! ")) {
            breaches.push(breach(source, 1, "a file begins with its //! documentation"));
        }
    });
}

#[test]
fn no_file_is_longer_than_can_be_read() {
    check_in(&WRITTEN_FOLDERS, |source, breaches| {
        let lines = source.text.lines().count();
        if lines > FILE_LINES_MAX {
            let rule = format!("a file has at most {FILE_LINES_MAX} lines, not {lines}");
            breaches.push(breach(source, lines, rule));
        }
    });
}

#[test]
fn no_function_is_longer_than_can_be_seen() {
    check_in(&WRITTEN_FOLDERS, |source, breaches| {
        let lines: Vec<&str> = source.text.lines().collect();
        for (first, line) in lines.iter().enumerate().filter(|(_, line)| is_function(line)) {
            let indent = line.len() - line.trim_start().len();
            let end = format!("{}}}", " ".repeat(indent));
            // The sources are formatted, so a body ends at the indentation of its function.
            let is_end = |line: &&str| {
                **line == end || is_one_line(line, indent) || ends_declaration(line, indent)
            };
            let length = lines[first..].iter().position(is_end).unwrap_or(0) + 1;
            if length > FUNCTION_LINES_MAX {
                let rule =
                    format!("a function has at most {FUNCTION_LINES_MAX} lines, not {length}");
                breaches.push(breach(source, first + 1, rule));
            }
        }
    });
}

fn is_function(line: &str) -> bool {
    let qualifiers = ["pub ", "pub(super) ", "pub(crate) ", "const ", "async "];
    let mut line = line.trim_start();
    while let Some(rest) = qualifiers.iter().find_map(|word| line.strip_prefix(word)) {
        line = rest;
    }
    line.starts_with("fn ")
}

/// Returns whether a function ends on the line it begins on: `fn a();`, `fn a() {}`.
fn is_one_line(line: &str, indent: usize) -> bool {
    let is_beside = line.len() - line.trim_start().len() == indent;
    is_beside && is_function(line) && (line.ends_with(';') || line.ends_with('}'))
}

/// Returns whether a function without a body ends on this line, which is not its first: `) -> u8;`.
fn ends_declaration(line: &str, indent: usize) -> bool {
    let text = line.trim_start();
    line.len() - text.len() == indent
        && (text.starts_with(')') || text.starts_with("->"))
        && text.ends_with(';')
}

#[test]
fn the_table_names_only_rooms_that_are_there() {
    let rooms: Vec<String> = sources_under("src").iter().map(Source::room).collect();
    let is_there = |name: &str| rooms.iter().any(|room| room == name);
    for (room, doors) in DOORS {
        assert!(is_there(room), "there is no room {room}");
        for door in *doors {
            let name = door.split("::").next().unwrap_or_default();
            assert!(is_there(name), "{room} has a door to {name}, which is not there");
        }
    }
    let modules: Vec<String> = sources_under("src").iter().map(Source::module).collect();
    for (name, roofs) in ROOFS {
        for roof in *roofs {
            let is_there = modules.iter().any(|module| is_within(module, roof));
            assert!(is_there, "{name} has a roof {roof}, which is not there");
        }
    }
}

#[test]
fn imports_are_found_in_every_form() {
    let text = "use crate::{a, b::{self, C, d::{E as F, G}}};\n\
        // crate::comment::Only\n\
        fn f() { crate::h::i(); }\n\
        use crate::j::*;\n\
        pub(in crate::k) struct L;\n";
    let found: Vec<(String, usize)> =
        imports_of(&code_of(text)).into_iter().map(|Import { path, line }| (path, line)).collect();
    let expected = [
        ("a", 1),
        ("b", 1),
        ("b::C", 1),
        ("b::d::E", 1),
        ("b::d::G", 1),
        ("h::i", 3),
        ("j::*", 4),
        ("k", 5),
    ];
    assert_eq!(found, expected.map(|(path, line)| (path.to_owned(), line)));
}
