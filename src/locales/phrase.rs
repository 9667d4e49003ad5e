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
    Players {
        first_mark: &'a str,
        first: &'a str,
        second_mark: &'a str,
        second: &'a str
    } => "players",

    YourTurn { mark: &'a str } => "your-turn",
    YourPiece { mark: &'a str } => "your-piece",
    YourTarget { mark: &'a str } => "your-target",
    ChosenPiece { mark: &'a str, square: &'a str } => "chosen-piece",
    LastMove { mark: &'a str, code: &'a str } => "last-move",
    PartOnOffer { part: &'a str } => "part-on-offer",
    ChoosePart => "choose-part",
    SentTo { cell: &'a str, board: &'a str, part: &'a str } => "sent-to",
    FreeBoard { cell: &'a str } => "free-board",
    AnyBoard => "any-board",
    TurnOf { name: &'a str, mark: &'a str } => "turn-of",
    BotTurn => "bot-turn",
    YouWon => "you-won",
    SomebodyWon { name: &'a str } => "somebody-won",
    BotWon { moves: u32 } => "bot-won",
    Draw => "draw",
    PlainDraw => "plain-draw",
    YouResigned => "you-resigned",
    SomebodyResigned { name: &'a str } => "somebody-resigned",
    MovedBoard => "moved-board",

    TitleTicTacToe => "title-tic-tac-toe",
    TitleMnk { columns: u32, rows: u32, k: u32 } => "title-mnk",
    TitleGomoku => "title-gomoku",
    TitleUltimate => "title-ultimate",
    TitleUltimateCount => "title-ultimate-count",
    TitleTactical => "title-tactical",
    TitleUltimateOther { rules: &'a str } => "title-ultimate-other",
    TitleSheep => "title-sheep",

    GamesPage { level: &'a str } => "games-page",
    WordTicTacToe => "word-tic-tac-toe",
    WordFirstWins => "word-first-wins",
    WordDraw => "word-draw",
    WordLikelyDraw => "word-likely-draw",
    WordGomoku => "word-gomoku",
    WordUltimate => "word-ultimate",
    WordUltimateCount => "word-ultimate-count",
    WordTactical => "word-tactical",
    WordSheep => "word-sheep",
    UnknownGameName { word: &'a str } => "unknown-game-name",

    LevelsPage { game: &'a str } => "levels-page",
    LevelBeginner => "level-beginner",
    LevelCasual => "level-casual",
    LevelStrong => "level-strong",
    LevelBest => "level-best",
    LevelPerfect => "level-perfect",
    Sight { plies: u32 } => "sight",
    SightBest => "sight-best",
    SightPerfect => "sight-perfect",

    RulesMnk { columns: u32, rows: u32, k: u32 } => "rules-mnk",
    RulesUltimate => "rules-ultimate",
    RulesClosedDecided => "rules-closed-decided",
    RulesClosedFilled => "rules-closed-filled",
    RulesDrawsNeutral => "rules-draws-neutral",
    RulesDrawsBoth => "rules-draws-both",
    RulesEndLine => "rules-end-line",
    RulesEndCount => "rules-end-count",
    RulesDecidedFrees => "rules-decided-frees",
    RulesBarsReturn => "rules-bars-return",
    RulesSheep => "rules-sheep",

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
    NoSuchMove => "no-such-move",
    UnknownButton => "unknown-button",
    UnknownGame => "unknown-game",
    StoreAway => "store-away",
    TooFast => "too-fast",
    AlreadyOpen => "already-open",
    Maintenance => "maintenance",
    DeletionFailed => "deletion-failed",
    BroadcastFailed => "broadcast-failed",

    Welcome => "welcome",
    Help { games: u32 } => "help",
    Hint => "hint",
    NoOpenGame => "no-open-game",
    Anonymous => "anonymous",
    TooManyGames { games: u32 } => "too-many-games",
    TooManyGamesInAll { games: u32 } => "too-many-games-in-all",
    TooManyNewGames { games: u32 } => "too-many-new-games",
    CommandFailed => "command-failed",
    WhichLanguage => "which-language",
    LanguageSet => "language-set",
    WhichTheme => "which-theme",
    ThemeLight => "theme-light",
    ThemeDark => "theme-dark",
    ThemeSet => "theme-set",

    Privacy { finished: u32, unfinished: u32, games: u32 } => "privacy",
    PrivateOnly => "private-only",
    MyData => "my-data",
    MyDataTooMuch => "my-data-too-much",
    MyDataFailed => "my-data-failed",
    DeleteQuestion => "delete-question",
    DeleteYes => "delete-yes",
    DeleteNo => "delete-no",
    DataDeleted => "data-deleted",
    DataBeingDeleted => "data-being-deleted",
    DataKept => "data-kept",

    Stats {
        version: &'a str,
        state: &'a str,
        database: &'a str,
        people: &'a str,
        reachable: &'a str,
        playing: &'a str,
        over: &'a str,
        broadcasts: &'a str,
        uptime: &'a str,
        live: &'a str,
        updates: &'a str,
        presses: &'a str
    } => "stats",
    StatsOpen => "stats-open",
    StatsClosed => "stats-closed",
    MaintenanceOn => "maintenance-on",
    MaintenanceOff => "maintenance-off",
    BroadcastUsage => "broadcast-usage",
    BroadcastRefused => "broadcast-refused",
    BroadcastSend { people: u64 } => "broadcast-send",
    BroadcastDiscard => "broadcast-discard",
    BroadcastStop => "broadcast-stop",
    BroadcastDiscarded => "broadcast-discarded",
    BroadcastRunning { sent: u64, failed: u64, total: u64 } => "broadcast-running",
    BroadcastGoing { sent: u64, failed: u64 } => "broadcast-going",
    BroadcastStopped { sent: u64, failed: u64 } => "broadcast-stopped",
    BroadcastDone { sent: u64, failed: u64 } => "broadcast-done",

    CommandNew => "command-new",
    CommandGames => "command-games",
    CommandLevel => "command-level",
    CommandRules => "command-rules",
    CommandBoard => "command-board",
    CommandResign => "command-resign",
    CommandHelp => "command-help",
    CommandLanguage => "command-language",
    CommandTheme => "command-theme",
    CommandPrivacy => "command-privacy",
    CommandStart => "command-start",
    About => "about",
    Description => "description",
}
