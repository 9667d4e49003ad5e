//! Labels and sentences that only the page in a browser has.

use zerosum_session::language::Language;

use crate::locales::Locales;

/// Declares the labels with their ids in the `.ftl` files.
macro_rules! labels {
    ($($label:ident => $id:literal),+ $(,)?) => {
        /// A text without placeholders of the page in a browser.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum PageLabel {
            $($label,)+
        }

        impl PageLabel {
            pub const ALL: &[PageLabel] = &[$(PageLabel::$label,)+];

            /// Returns its id in the `.ftl` files.
            pub fn id(self) -> &'static str {
                match self {
                    $(PageLabel::$label => $id,)+
                }
            }
        }
    };
}

labels! {
    Summary => "page-summary",
    NeedsScript => "page-needs-script",
    Board => "page-board",
    Game => "page-game",
    Rules => "page-rules",
    Opponent => "page-opponent",
    TwoHere => "page-two-here",
    Side => "page-side",
    Columns => "page-columns",
    Rows => "page-rows",
    InARow => "page-in-a-row",
    OwnBoard => "page-own-board",
    Language => "page-language",
    Close => "page-close",
    Restart => "page-restart",
    TakeBack => "page-take-back",
    Move => "page-move",
    Play => "page-play",
    WholeBoard => "page-whole-board",
    NoConnection => "page-no-connection",
    Retry => "page-retry",
    Busy => "page-busy",
    Away => "page-away",
    TooFast => "page-too-fast",
    Lost => "page-lost",
    Failed => "page-failed",
    Empty => "page-empty",
    CanPlay => "page-can-play",
    LastMove => "page-last-move",
    Chosen => "page-chosen",
    Pick => "page-pick",
    Destination => "page-destination",
    Cross => "page-cross",
    Nought => "page-nought",
    Black => "page-black",
    White => "page-white",
    Red => "page-red",
    Yellow => "page-yellow",
    Sheep => "page-sheep",
    Wolf => "page-wolf",
    Waiting => "page-waiting",
    ZoomIn => "page-zoom-in",
    ZoomOut => "page-zoom-out",
    LocalBoard => "page-local-board",
    BoardWon => "page-board-won",
    BoardDrawn => "page-board-drawn",
    Keys => "page-keys",
    KeysWhen => "page-keys-when",
    KeyArrows => "page-key-arrows",
    KeyRow => "page-key-row",
    KeyCorners => "page-key-corners",
    KeyBoards => "page-key-boards",
    KeyPath => "page-key-path",
    KeyPlay => "page-key-play",
    KeyField => "page-key-field",
    NoPass => "page-no-pass",
    NotFound => "page-not-found",
    Votes => "page-votes",
    TooManyGames => "page-too-many-games",
    Games => "page-games",
    NoGames => "page-no-games",
    YourTurn => "page-your-turn",
    Watching => "page-watching",
    Say => "page-say",
    No => "page-no",
    AsOf => "page-as-of",
    Gone => "page-gone",
    SignOut => "page-sign-out",
    CopyLink => "page-copy-link",
    Copied => "page-copied",
    ToChat => "page-to-chat",
    NextGame => "page-next-game",
    Join => "page-join",
    Friend => "page-friend",
    FriendAbout => "page-friend-about",
    FriendLinks => "page-friend-links",
    ForTelegram => "page-for-telegram",
    ForBrowser => "page-for-browser",
    FriendAwaited => "page-friend-awaited",
    NotKept => "page-not-kept",
    Analysis => "page-analysis",
    StepFirst => "page-step-first",
    StepBack => "page-step-back",
    StepOn => "page-step-on",
    StepLast => "page-step-last",
    Curve => "page-curve",
    Chances => "page-chances",
    BestMove => "page-best-move",
    BestLine => "page-best-line",
    Values => "page-values",
    PlayFromHere => "page-play-from-here",
    MainLine => "page-main-line",
    OpenRecord => "page-open-record",
    Open => "page-open",
    Passed => "page-passed",
    PuzzlesSolved => "page-puzzles-solved",
    Scheme => "page-scheme",
    Moves => "page-moves",
    OpenChat => "page-open-chat",
    Accept => "page-accept",
    InvitationTaken => "page-invitation-taken",
    InvitationWithdrawn => "page-invitation-withdrawn",
    InvitationOld => "page-invitation-old",
    SeatFree => "page-seat-free",
    TryAgain => "page-try-again",
}

/// Returns the labels of the page in Fluent's format.
pub fn source_of(language: Language) -> &'static str {
    match language {
        Language::English => include_str!("../../../../locales/page/en.ftl"),
        Language::Russian => include_str!("../../../../locales/page/ru.ftl"),
        Language::Ukrainian => include_str!("../../../../locales/page/uk.ftl"),
    }
}

impl Locales {
    /// Returns the label in this language.
    pub(crate) fn page_label(&self, language: Language, label: PageLabel) -> String {
        self.format(language, label.id(), None)
    }
}
