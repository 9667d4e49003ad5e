//! The closed list of everything the bot can say, with what each phrase needs to know.

use fluent_bundle::{FluentArgs, FluentValue};

/// Declares the phrases once: variant, id in the `.ftl` files, and placeholders with their types.
macro_rules! phrases {
    ($($variant:ident $({ $($field:ident: $kind:ty),+ })? => $id:literal),+ $(,)?) => {
        /// Something the bot can say.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Phrase<'a> {
            $($variant $({ $($field: $kind),+ })?,)+
        }

        impl<'a> Phrase<'a> {
            /// Every phrase by its id in the `.ftl` files, with the names of its placeholders.
            pub const ALL: &'static [(&'static str, &'static [&'static str])] =
                &[$(($id, &[$($(stringify!($field)),+)?])),+];

            pub(super) fn id(&self) -> &'static str {
                match self {
                    $(Phrase::$variant $({ $($field: _),+ })? => $id,)+
                }
            }

            pub(super) fn arguments(&self) -> FluentArgs<'a> {
                let mut arguments = FluentArgs::new();
                match *self {
                    $(Phrase::$variant $({ $($field),+ })? => {
                        $($(arguments.set(stringify!($field), FluentValue::from($field));)+)?
                    })+
                }
                arguments
            }
        }
    };
}

phrases! {
    You => "you",
    Somebody => "somebody",
    Players { crosses: &'a str, noughts: &'a str } => "players",

    YourTurn { mark: &'a str } => "your-turn",
    TurnOf { name: &'a str, mark: &'a str } => "turn-of",
    BotTurn => "bot-turn",
    YouWon => "you-won",
    SomebodyWon { name: &'a str } => "somebody-won",
    BotWon { moves: u32 } => "bot-won",
    Draw => "draw",
    YouResigned => "you-resigned",
    SomebodyResigned { name: &'a str } => "somebody-resigned",
    MovedBoard => "moved-board",

    PlayCrosses => "play-crosses",
    PlayNoughts => "play-noughts",
    PlayAgain => "play-again",
    SwitchSides => "switch-sides",

    NotYourBoard => "not-your-board",
    GameOver => "game-over",
    StillInPlay => "still-in-play",
    StaleBoard => "stale-board",
    NotYourTurn => "not-your-turn",
    CellTaken => "cell-taken",
    UnknownButton => "unknown-button",
    UnknownGame => "unknown-game",
    StoreAway => "store-away",
    TooFast => "too-fast",
    AlreadyOpen => "already-open",

    Welcome => "welcome",
    Help { games: u32 } => "help",
    Hint => "hint",
    NoOpenGame => "no-open-game",
    TooManyGames { games: u32 } => "too-many-games",
    CommandFailed => "command-failed",
    WhichLanguage => "which-language",
    LanguageSet => "language-set",

    CommandNew => "command-new",
    CommandBoard => "command-board",
    CommandResign => "command-resign",
    CommandHelp => "command-help",
    CommandLanguage => "command-language",
    CommandStart => "command-start",
    About => "about",
    Description => "description",
}
