//! Texts of a source file of phrases, of which each is a line without placeholders.

use fluent_syntax::ast::{Entry, PatternElement};
use fluent_syntax::parser;

/// The texts of a file with their names, in its order.
pub(crate) fn texts(source: &str) -> Vec<(String, String)> {
    let resource = parser::parse(source).expect("the file has no fault");
    let entries = resource.body.into_iter().filter_map(|entry| match entry {
        Entry::Message(message) => {
            let elements = message.value.expect("a message has a text").elements;
            let [PatternElement::TextElement { value }] = elements[..] else {
                panic!("{} is more than a line without placeholders", message.id.name)
            };
            Some((message.id.name.to_owned(), value.to_owned()))
        }
        Entry::Comment(_) => None,
        entry => panic!("there is something that is no message: {entry:?}"),
    });
    entries.collect()
}
