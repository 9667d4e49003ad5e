//! Files by which a browser installs the page and opens it without a connection: a manifest, icons and a service
//! worker.

use std::sync::LazyLock;

use serde::Serialize;
use zerosum_picture::scene::{Lattice, Line, Mark, Scene, Spot};
use zerosum_picture::theme::Theme;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::locales::page::PageLabel;
use zerosum_session::language::Language;

use crate::page::assets::{Assets, Content, JAVASCRIPT};

/// Template of the service worker.
const WORKER: &str = include_str!("front/sw.js");

/// Sides of the icons that browsers ask for, in pixels.
const ICON_SIDES: [u16; 2] = [192, 512];

/// Colour of the page by night, shown while it opens.
const BACKGROUND: &str = "#1b2027";

pub(crate) struct Offline {
    worker: Content,
    manifests: [Content; Language::ALL.len()],
    /// Drawn when they are asked for, which is once for most visitors.
    icons: [LazyLock<Content>; ICON_SIDES.len()],
}

#[derive(Serialize)]
struct Manifest<'a> {
    id: &'static str,
    name: &'static str,
    short_name: &'static str,
    description: &'a str,
    lang: &'static str,
    start_url: &'static str,
    scope: &'static str,
    display: &'static str,
    background_color: &'static str,
    theme_color: &'static str,
    icons: Vec<Icon>,
}

#[derive(Serialize)]
struct Icon {
    src: String,
    sizes: String,
    r#type: &'static str,
}

impl Offline {
    pub(crate) fn of(assets: &Assets, locales: &Locales) -> Offline {
        Offline {
            worker: worker(assets),
            manifests: Language::ALL.map(|language| manifest(locales.localizer(language))),
            icons: [LazyLock::new(|| icon(ICON_SIDES[0])), LazyLock::new(|| icon(ICON_SIDES[1]))],
        }
    }

    /// The file at a path after the top of the page, and whether it may be kept.
    pub(crate) fn at(&self, path: &str, language: Language) -> Option<(&Content, bool)> {
        if path == "sw.js" {
            return Some((&self.worker, false));
        }
        if path == "manifest.webmanifest" {
            let place = Language::ALL.into_iter().position(|own| own == language)?;
            return Some((self.manifests.get(place)?, false));
        }
        let place = ICON_SIDES.iter().position(|side| path == icon_name(*side))?;
        Some((self.icons.get(place)?, true))
    }
}

/// The service worker, which differs between builds and so takes the place of an older one.
fn worker(assets: &Assets) -> Content {
    let files: Vec<String> = assets.paths().chain(["/favicon.svg".to_owned()]).collect();
    let files = serde_json::to_string(&files).expect("strings can be written");
    let text = WORKER.replace("{{build}}", &assets.hash).replace("{{files}}", &files);
    Content::new(JAVASCRIPT, text.into_bytes())
}

fn manifest(localizer: Localizer<'_>) -> Content {
    let vector =
        Icon { src: "/favicon.svg".to_owned(), sizes: "any".to_owned(), r#type: "image/svg+xml" };
    let drawn = ICON_SIDES.map(|side| Icon {
        src: format!("/{}", icon_name(side)),
        sizes: format!("{side}x{side}"),
        r#type: "image/png",
    });
    let manifest = Manifest {
        id: "/",
        name: "zerosum",
        short_name: "zerosum",
        description: &localizer.page_label(PageLabel::Summary),
        lang: localizer.language.code(),
        start_url: "/",
        scope: "/",
        display: "standalone",
        background_color: BACKGROUND,
        theme_color: BACKGROUND,
        icons: drawn.into_iter().chain([vector]).collect(),
    };
    let text = serde_json::to_vec(&manifest).expect("strings can be written");
    Content::new("application/manifest+json", text)
}

fn icon_name(side: u16) -> String {
    format!("icon-{side}.png")
}

/// A won game of tic-tac-toe. Should it not be drawn, the page has the other icon.
fn icon(side: u16) -> Content {
    let spot = |cell: u8| Spot::new(cell % 3, cell / 3);
    let marks = [(0, Mark::Cross), (4, Mark::Cross), (8, Mark::Cross)].into_iter().chain([
        (1, Mark::Nought),
        (5, Mark::Nought),
        (6, Mark::Nought),
    ]);
    let empty = Scene::new(Lattice::Cells, 3, 3).in_theme(Theme::Dark);
    let scene = marks.fold(empty, |scene, (cell, mark)| scene.with_mark(spot(cell), mark));
    let scene = scene.with_line(Line::Spots(spot(0), spot(8)));
    let drawn = zerosum_picture::draw(&scene, side);
    Content::new("image/png", drawn.map(|picture| picture.file).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::catalog::Catalogs;

    #[test]
    fn every_file_that_the_page_is_kept_with_is_there() {
        let locales = Locales::load();
        let assets = Assets::load(&Catalogs::of(&locales));
        let offline = Offline::of(&assets, &locales);
        let (worker, _) = offline.at("sw.js", Language::English).expect("there is a worker");
        let text = String::from_utf8(worker.plain.to_vec()).expect("it is text");
        assert!(!text.contains("{{") && text.contains(&assets.hash), "{text}");
        for path in assets.paths() {
            assert!(assets.at(path.trim_start_matches('/')).is_some(), "{path}");
            assert!(text.contains(&format!("{path:?}")), "{path}");
        }
    }

    #[test]
    fn icons_have_the_sizes_of_the_manifest() {
        let locales = Locales::load();
        let offline = Offline::of(&Assets::load(&Catalogs::of(&locales)), &locales);
        let (manifest, _) = offline.at("manifest.webmanifest", Language::Ukrainian).expect("one");
        let manifest: serde_json::Value = serde_json::from_slice(&manifest.plain).expect("JSON");
        assert_eq!(manifest["lang"], "uk");
        for icon in manifest["icons"].as_array().expect("icons") {
            let source = icon["src"].as_str().expect("a path").trim_start_matches('/');
            if let Some((content, true)) = offline.at(source, Language::English) {
                let at = |from: usize| {
                    let bytes = content.plain[from..from + 4].try_into().expect("four bytes");
                    u32::from_be_bytes(bytes)
                };
                assert_eq!(icon["sizes"], format!("{}x{}", at(16), at(20)), "{source}");
            } else {
                assert_eq!((source, &icon["sizes"]), ("favicon.svg", &"any".into()));
            }
        }
    }
}
