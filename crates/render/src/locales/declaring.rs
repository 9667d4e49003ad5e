//! Declaration of the list of phrases, in which each is listed once. A file that adds phrases defines a
//! macro that passes the extended list on to the next macro; this is the last one.

/// Declares the phrases once: variant, id in the `.ftl` files, and placeholders with their types.
macro_rules! phrases {
    (; $($variant:ident $({ $($field:ident: $kind:ty),+ })? => $id:literal),+ $(,)?) => {
        /// A phrase of the bot.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Phrase<'a> {
            $($variant $({ $($field: $kind),+ })?,)+
        }

        impl<'a> Phrase<'a> {
            /// Every phrase by its id in the `.ftl` files, with the names of its placeholders.
            pub const ALL: &'static [(&'static str, &'static [&'static str])] =
                &[$(($id, &[$($(stringify!($field)),+)?])),+];

            /// Returns its id in the `.ftl` files, which identifies the kind of phrase.
            pub fn id(&self) -> &'static str {
                match self {
                    $(Phrase::$variant $({ $($field: _),+ })? => $id,)+
                }
            }

            pub(in crate::locales) fn arguments(&self) -> fluent_bundle::FluentArgs<'a> {
                let mut arguments = fluent_bundle::FluentArgs::new();
                match *self {
                    $(Phrase::$variant $({ $($field),+ })? => {
                        $($(arguments.set(stringify!($field), fluent_bundle::FluentValue::from($field));)+)?
                    })+
                }
                arguments
            }
        }
    };
}
