//! The files of the page, which are part of the program and compressed once at start.

use std::io::Write;

use axum::body::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};
use zerosum_session::language::Language;

use crate::page::catalog::Catalogs;

/// Media type of scripts.
pub(crate) const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// Names of the files, their media types and texts.
const FILES: [(&str, &str, &str); 27] = [
    ("style.css", "text/css; charset=utf-8", include_str!("front/style.css")),
    ("app.js", JAVASCRIPT, include_str!("front/app.js")),
    ("dom.js", JAVASCRIPT, include_str!("front/dom.js")),
    ("exercise.js", JAVASCRIPT, include_str!("front/exercise.js")),
    ("friend.js", JAVASCRIPT, include_str!("front/friend.js")),
    ("gestures.js", JAVASCRIPT, include_str!("front/gestures.js")),
    ("geometry.js", JAVASCRIPT, include_str!("front/geometry.js")),
    ("grid.js", JAVASCRIPT, include_str!("front/grid.js")),
    ("keys.js", JAVASCRIPT, include_str!("front/keys.js")),
    ("lessons.js", JAVASCRIPT, include_str!("front/lessons.js")),
    ("live.js", JAVASCRIPT, include_str!("front/live.js")),
    ("menu.js", JAVASCRIPT, include_str!("front/menu.js")),
    ("moves.js", JAVASCRIPT, include_str!("front/moves.js")),
    ("net.js", JAVASCRIPT, include_str!("front/net.js")),
    ("offline.js", JAVASCRIPT, include_str!("front/offline.js")),
    ("pass.js", JAVASCRIPT, include_str!("front/pass.js")),
    ("play.js", JAVASCRIPT, include_str!("front/play.js")),
    ("puzzle.js", JAVASCRIPT, include_str!("front/puzzle.js")),
    ("replay.js", JAVASCRIPT, include_str!("front/replay.js")),
    ("scene.js", JAVASCRIPT, include_str!("front/scene.js")),
    ("scheme.js", JAVASCRIPT, include_str!("front/scheme.js")),
    ("store.js", JAVASCRIPT, include_str!("front/store.js")),
    ("stream.js", JAVASCRIPT, include_str!("front/stream.js")),
    ("study.js", JAVASCRIPT, include_str!("front/study.js")),
    ("telegram.js", JAVASCRIPT, include_str!("front/telegram.js")),
    ("zoom.js", JAVASCRIPT, include_str!("front/zoom.js")),
    ("favicon.svg", ICON_TYPE, ICON),
];

/// Scripts that are loaded when they are wanted.
const LATER: [&str; 6] =
    ["exercise.js", "friend.js", "lessons.js", "puzzle.js", "replay.js", "study.js"];

/// Script that loads the page again without files of its build, and so has an address that all builds share.
const AGAIN: &str = include_str!("front/again.js");

const ICON: &str = include_str!("front/favicon.svg");
const ICON_TYPE: &str = "image/svg+xml";

/// Digits of the name of the folder.
const HASH_DIGITS: usize = 16;

/// A text as it is sent.
#[derive(Clone)]
pub(crate) struct Content {
    pub media: &'static str,
    pub plain: Bytes,
    pub gzip: Bytes,
    /// Quoted hash of the text.
    pub etag: String,
}

impl Content {
    pub(crate) fn new(media: &'static str, text: Vec<u8>) -> Content {
        let etag = format!("\"{}\"", hash_of([text.as_slice()].into_iter()));
        Content { media, gzip: compressed(&text), plain: text.into(), etag }
    }
}

pub(crate) struct Assets {
    /// Hash of all files and words, which is the name of the folder: another version is in another one.
    pub hash: String,
    files: Vec<(&'static str, Content)>,
    pub again: Content,
    pub icon: Content,
}

impl Assets {
    pub(crate) fn load(catalogs: &Catalogs) -> Assets {
        let content = |media, text: &str| Content::new(media, text.as_bytes().to_vec());
        let catalogs = Language::ALL.map(|language| &*catalogs.of_language(language).plain);
        Assets {
            hash: hash_of_all(catalogs),
            files: FILES.iter().map(|(name, media, text)| (*name, content(media, text))).collect(),
            again: content(JAVASCRIPT, AGAIN),
            icon: content(ICON_TYPE, ICON),
        }
    }

    /// The file at a path after the top of the page: `x/HASH/NAME`.
    pub(crate) fn at(&self, path: &str) -> Option<&Content> {
        let name = path.strip_prefix("x/")?.strip_prefix(self.hash.as_str())?.strip_prefix('/')?;
        self.files.iter().find_map(|(own, content)| (*own == name).then_some(content))
    }

    /// Paths of all files from the top of the page.
    pub(crate) fn paths(&self) -> impl Iterator<Item = String> {
        self.files.iter().map(|(name, _)| format!("/x/{}/{name}", self.hash))
    }

    /// Names of the scripts that are loaded at once.
    pub(crate) fn scripts() -> impl Iterator<Item = &'static str> {
        let names = FILES.iter().map(|(name, _, _)| *name);
        names.filter(|name| name.ends_with(".js") && !LATER.contains(name))
    }
}

fn compressed(text: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to a vector does not fail.
    let written = encoder.write_all(text).and_then(|()| encoder.finish());
    written.unwrap_or_default().into()
}

/// Hash of everything that a browser keeps: files, templates, and the catalogs with the words of the page.
fn hash_of_all(catalogs: [&[u8]; Language::ALL.len()]) -> String {
    let templates = [
        include_str!("front/index.html"),
        include_str!("front/refused.html"),
        include_str!("front/sw.js"),
    ];
    let texts = FILES.iter().map(|(_, _, text)| *text).chain(templates);
    hash_of(texts.map(str::as_bytes).chain(catalogs))
}

fn hash_of<'a>(texts: impl Iterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    for text in texts {
        digest.update(text.len().to_be_bytes());
        digest.update(text);
    }
    let digits = digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    digits[..HASH_DIGITS].to_owned()
}

#[cfg(test)]
mod tests {
    use zerosum_render::locales::Locales;

    use super::*;
    use crate::page::shell::{self, First};

    /// Maximum size of everything that is loaded before the first move, compressed.
    const FIRST_LOAD_BYTES_MAX: usize = 60_000;

    #[test]
    fn the_first_load_is_small() {
        let locales = Locales::load();
        let catalogs = Catalogs::of(&locales);
        let assets = Assets::load(&catalogs);
        let at_once = assets.files.iter().filter(|(name, _)| !LATER.contains(name));
        let files: usize = at_once.map(|(_, content)| content.gzip.len()).sum();
        for language in Language::ALL {
            let localizer = locales.localizer(language);
            let shell = shell::render(&assets, localizer, First::Solo(None));
            let catalog = catalogs.of_language(language).gzip.len();
            let bytes = files + assets.again.gzip.len() + shell.gzip.len();
            println!("{language:?}: {bytes} bytes, {files} of them files; catalog {catalog}");
            assert!(bytes + catalog <= FIRST_LOAD_BYTES_MAX, "{language:?}: {bytes}");
        }
    }

    #[test]
    fn no_script_makes_markup_of_text_or_code_of_strings() {
        let scripts = FILES.iter().filter(|(name, _, _)| name.ends_with(".js"));
        for (name, _, text) in scripts.chain(&[("again.js", JAVASCRIPT, AGAIN)]) {
            for word in
                ["innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "Function("]
            {
                assert!(!text.contains(word), "{name}: {word}");
            }
            assert!(text.lines().count() <= 500, "{name} is too long");
        }
        let html = include_str!("front/index.html");
        for word in ["style=", "onclick", "onload", "javascript:", "http:", "https:"] {
            let allowed = word == "http:" && html.matches(word).count() == 0;
            assert!(allowed || !html.contains(word), "{word}");
        }
    }

    #[test]
    fn every_script_that_is_imported_is_there() {
        for (name, _, text) in FILES.iter().filter(|(name, _, _)| name.ends_with(".js")) {
            let imports = ["from \"./", "import(\"./"].map(|import| text.split(import).skip(1));
            for part in imports.into_iter().flatten() {
                let other = part.split('"').next().unwrap_or_default();
                assert!(FILES.iter().any(|(own, _, _)| *own == other), "{name} imports {other}");
            }
        }
    }

    #[test]
    fn another_word_of_a_game_is_another_version() {
        let catalogs = Catalogs::of(&Locales::load());
        let plain = Language::ALL.map(|language| &*catalogs.of_language(language).plain);
        assert_eq!(hash_of_all(plain), Assets::load(&catalogs).hash);
        for changed in 0..plain.len() {
            let mut other = plain;
            other[changed] = b"{}";
            assert_ne!(hash_of_all(other), hash_of_all(plain), "language {changed}");
        }
    }

    #[test]
    fn files_of_another_version_are_not_found() {
        let assets = Assets::load(&Catalogs::of(&Locales::load()));
        assert!(assets.at(&format!("x/{}/app.js", assets.hash)).is_some());
        assert!(assets.at(&format!("x/{}/other.js", assets.hash)).is_none());
        assert!(assets.at("x/0123456789abcdef/app.js").is_none());
        assert!(assets.at("app.js").is_none() && assets.at("").is_none());
    }
}
