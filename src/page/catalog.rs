//! The games on offer, as JSON made once for each language.

use serde::Serialize;
use zerosum_render::locales::Locales;
use zerosum_render::locales::localizer::Localizer;
use zerosum_render::page::catalog::Catalog;
use zerosum_render::page::words::PageWords;
use zerosum_session::language::Language;

use crate::page::answers::JSON;
use crate::page::assets::Content;

pub(crate) struct Catalogs(Vec<(Language, Content)>);

/// Everything that depends on the language.
#[derive(Serialize)]
struct CatalogAndWords {
    words: PageWords,
    #[serde(flatten)]
    catalog: Catalog,
}

impl Catalogs {
    pub(crate) fn of(locales: &Locales) -> Catalogs {
        let rendered = |language| (language, catalog(locales.localizer(language)));
        Catalogs(Language::ALL.map(rendered).into())
    }

    pub(crate) fn of_language(&self, language: Language) -> &Content {
        let own = self.0.iter().find(|(own, _)| *own == language);
        &own.expect("there is one for every language").1
    }
}

fn catalog(localizer: Localizer<'_>) -> Content {
    let catalog =
        CatalogAndWords { words: PageWords::of(localizer), catalog: Catalog::of(localizer) };
    let json = serde_json::to_vec(&catalog).expect("strings and numbers can be written");
    Content::new(JSON, json)
}
