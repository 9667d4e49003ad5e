//! How the list of phrases is declared, so that each stands in it once. A file that adds some to it has a
//! macro, which hands the longer list on to the next one; this is the last.

/// Declares the phrases once: variant, id in the `.ftl` files, and placeholders with their types.
macro_rules! phrases {
    (; $($variant:ident $({ $($field:ident: $kind:ty),+ })? => $id:literal),+ $(,)?) => {
        /// Something the bot can say.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Phrase<'a> {
            $($variant $({ $($field: $kind),+ })?,)+
        }

        impl<'a> Phrase<'a> {
            /// Every phrase by its id in the `.ftl` files, with the names of its placeholders.
            pub const ALL: &'static [(&'static str, &'static [&'static str])] =
                &[$(($id, &[$($(stringify!($field)),+)?])),+];

            pub(in crate::locales) fn id(&self) -> &'static str {
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
