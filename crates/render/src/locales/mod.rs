//! Texts of the bot in all supported languages.
//!
//! A [`phrase::Phrase`] is a value of a closed list; [`Locales::say`] turns it into text.
//! `tests/render/words/locales.rs` checks that every language has every phrase with the same placeholders.

#[macro_use]
mod declaring;
#[macro_use]
mod people;
#[macro_use]
mod teaching;
#[macro_use]
mod links;
pub mod phrase;
pub mod localizer;
pub mod names;
pub mod lessons;
pub mod page;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource};
use unic_langid::LanguageIdentifier;
use zerosum_session::language::Language;

use crate::locales::phrase::Phrase;

/// Returns the phrases of a language in Fluent's format.
pub fn source_of(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../../../locales/en.ftl"),
        Language::Russian => include_str!("../../../../locales/ru.ftl"),
        Language::Ukrainian => include_str!("../../../../locales/uk.ftl"),
    }
}

/// Returns the identifier by which Fluent selects plural forms.
fn identifier_of(language: Language) -> LanguageIdentifier {
    language.code().parse().expect("a two-letter code is a language identifier")
}

/// All phrases, parsed.
pub struct Locales {
    english: FluentBundle<FluentResource>,
    russian: FluentBundle<FluentResource>,
    ukrainian: FluentBundle<FluentResource>,
}

impl Locales {
    pub fn load() -> Locales {
        Locales {
            english: bundle(Language::English),
            russian: bundle(Language::Russian),
            ukrainian: bundle(Language::Ukrainian),
        }
    }

    /// Formats the phrase in this language.
    pub fn say(&self, language: Language, phrase: Phrase<'_>) -> String {
        self.format(language, phrase.id(), Some(&phrase.arguments()))
    }

    fn format(&self, language: Language, id: &str, arguments: Option<&FluentArgs<'_>>) -> String {
        let bundle = self.bundle(language);
        let pattern = bundle.get_message(id).and_then(|message| message.value());
        let Some(pattern) = pattern else {
            // Tests check that no text is missing; the id is the best fallback.
            return id.to_owned();
        };
        // Errors name placeholders without a value; Fluent leaves those visible in the text.
        let mut errors = Vec::new();
        bundle.format_pattern(pattern, arguments, &mut errors).into_owned()
    }

    fn bundle(&self, language: Language) -> &FluentBundle<FluentResource> {
        match language {
            Language::English => &self.english,
            Language::Russian => &self.russian,
            Language::Ukrainian => &self.ukrainian,
        }
    }
}

fn bundle(language: Language) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(vec![identifier_of(language)]);
    // Direction isolates would put invisible characters around every name and number.
    bundle.set_use_isolating(false);
    for source in [source_of(language), lessons::source_of(language), page::source_of(language)] {
        // A faulty entry affects only itself; tests check that there is none.
        let resource = match FluentResource::try_new(source.to_owned()) {
            Ok(resource) | Err((resource, _)) => resource,
        };
        bundle.add_resource_overriding(resource);
    }
    bundle
}
