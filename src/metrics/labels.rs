//! The labels: closed lists, each with the words for it. Nothing that somebody sends becomes a label.

use crate::metrics::series::Labels;

/// Declares a closed list of values of one label.
macro_rules! label {
    ($(#[$doc:meta])* $name:ident, $label:literal: $($(#[$value_doc:meta])* $value:ident = $word:literal,)+) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$value_doc])* $value,)+
        }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$value,)+];

            /// Its word in the metrics.
            pub fn word(self) -> &'static str {
                match self {
                    $($name::$value => $word,)+
                }
            }
        }

        impl Labels for $name {
            const COUNT: usize = $name::ALL.len();

            fn names() -> Vec<&'static str> {
                vec![$label]
            }

            fn all_words() -> Vec<Vec<&'static str>> {
                $name::ALL.iter().map(|value| vec![value.word()]).collect()
            }

            fn index(self) -> usize {
                // An enum without fields: its number is its place in the list.
                self as usize
            }
        }
    };
}

label! {
    /// What an update is.
    Update, "kind":
    Press = "press",
    /// What is asked for in a message field.
    InlineQuery = "inline_query",
    Command = "command",
    /// Words in private, or to the bot in a group, that are no command.
    SmallTalk = "small_talk",
    /// The bot was added to a group.
    Added = "added",
    /// Somebody has left a group.
    Left = "left",
    ChatMoved = "chat_moved",
    /// Whatever asks for no reaction.
    Ignored = "ignored",
    /// What is not an update as Telegram makes them.
    Unreadable = "unreadable",
}

label! {
    /// What became of a press. Every press has one of these.
    Press, "result":
    /// A move or a resignation was accepted and kept.
    Changed = "changed",
    NotSeated = "refused_not_seated",
    Over = "refused_over",
    InPlay = "refused_in_play",
    Stale = "refused_stale",
    /// The open seat is kept for somebody else, or for nobody.
    Reserved = "refused_reserved",
    NotYourTurn = "refused_not_your_turn",
    Illegal = "refused_illegal",
    /// A new game was started.
    Started = "started",
    /// An invitation was changed or withdrawn.
    InvitationChanged = "invitation_changed",
    /// An invitation does not wait any more, or is not of its person.
    InvitationOver = "refused_invitation_over",
    /// What somebody waits for was changed or withdrawn.
    SeekingChanged = "seeking_changed",
    /// Whoever presses does not wait any more.
    SeekingOver = "refused_seeking_over",
    /// Another part of a board, another piece, or what there is to play was looked at.
    Looked = "looked",
    RemindersSet = "reminders_set",
    /// The answer to a puzzle was right.
    PuzzleSolved = "puzzle_solved",
    /// It was not.
    PuzzleMissed = "puzzle_missed",
    /// The step of a course was passed.
    LessonPassed = "lesson_passed",
    /// It was not.
    LessonMissed = "lesson_missed",
    /// Something was asked for that a command asks for, too.
    Asked = "asked",
    /// That game was started before.
    StartedBefore = "refused_started_before",
    TooManyGames = "refused_too_many_games",
    /// There is no help, or none that has not been given.
    NoHelp = "refused_no_help",
    /// There is nobody to agree with or nothing to agree on, or they have offered or said too much.
    NoAgreement = "refused_no_agreement",
    NoVote = "refused_no_vote",
    /// Its person starts games faster than they may.
    TooManyNewGames = "refused_too_many_new_games",
    LanguageSet = "language_set",
    ThemeSet = "theme_set",
    CountingSet = "counting_set",
    /// Somebody was put into a table of ratings, or taken out of it.
    ListingSet = "listing_set",
    /// Somebody was blocked, or is no longer.
    BlockSet = "block_set",
    /// One of the two has blocked the other.
    Apart = "refused_apart",
    /// Something was chosen for a group.
    GroupSet = "group_set",
    /// That is for administrators of the group.
    NotAdministrator = "refused_not_administrator",
    /// What was chosen for the group does not allow it.
    GroupForbids = "refused_group_forbids",
    /// All about the person was deleted as they asked, or counts as gone and is being deleted.
    DataDeleted = "data_deleted",
    /// They were asked about that, and did not want it.
    DataKept = "data_kept",
    /// An owner has begun, discarded or stopped a broadcast.
    Ordered = "broadcast_ordered",
    /// It came during maintenance.
    Maintenance = "refused_maintenance",
    /// The data is none of the bot's, or its message is too old.
    UnknownButton = "unknown_button",
    UnknownGame = "unknown_game",
    /// The store failed.
    Failed = "failed",
    /// Its person has too many presses in flight and is told so.
    TooFast = "refused_too_fast",
    /// The same, and too many are being told so.
    Unanswered = "unanswered",
}

label! {
    /// A method of the Bot API.
    Method, "method":
    AnswerCallbackQuery = "answerCallbackQuery",
    AnswerInlineQuery = "answerInlineQuery",
    DeleteMessage = "deleteMessage",
    DeleteWebhook = "deleteWebhook",
    EditMessageCaption = "editMessageCaption",
    EditMessageMedia = "editMessageMedia",
    EditMessageReplyMarkup = "editMessageReplyMarkup",
    EditMessageText = "editMessageText",
    GetChatAdministrators = "getChatAdministrators",
    GetChatMemberCount = "getChatMemberCount",
    GetMe = "getMe",
    GetMyCommands = "getMyCommands",
    GetMyDescription = "getMyDescription",
    GetMyShortDescription = "getMyShortDescription",
    GetUpdates = "getUpdates",
    GetWebhookInfo = "getWebhookInfo",
    SendAnimation = "sendAnimation",
    SendChatAction = "sendChatAction",
    SendDocument = "sendDocument",
    /// Also of the content of the file, which has no method of its own.
    GetFile = "getFile",
    SendMessage = "sendMessage",
    SendPhoto = "sendPhoto",
    SetMyCommands = "setMyCommands",
    SetMyDescription = "setMyDescription",
    SetMyShortDescription = "setMyShortDescription",
    SetWebhook = "setWebhook",
    Other = "other",
}

impl Method {
    /// The method of this name, in any case.
    pub fn of(name: &str) -> Method {
        let is_named = |method: &&Method| method.word().eq_ignore_ascii_case(name);
        Method::ALL.iter().find(is_named).copied().unwrap_or(Method::Other)
    }
}

label! {
    /// What became of a call of the Bot API.
    CallOutcome, "outcome":
    Ok = "ok",
    /// It travels with the answer to the update it belongs to. What becomes of it, nobody learns.
    HandedOver = "handed_over",
    NotModified = "not_modified",
    /// The message, the chat or the right to write there is gone.
    Gone = "gone",
    /// Telegram's 429, and whatever else asks to wait.
    TooManyRequests = "too_many_requests",
    WrongToken = "wrong_token",
    /// Any other 4xx.
    Refused = "refused",
    /// Telegram's own 5xx.
    ServerError = "server_error",
    /// The connection fails, or something in between answers.
    NoAnswer = "no_answer",
}

label! {
    /// Why a request to the webhook was not taken in.
    Rejection, "reason":
    OtherPath = "other_path",
    OtherMethod = "other_method",
    WrongSecret = "wrong_secret",
    NotJson = "not_json",
    TooLarge = "too_large",
    TooSlow = "too_slow",
    /// The connection has ended in the middle of it.
    Broken = "broken",
    NotAnUpdate = "not_an_update",
    /// Too much is in flight; Telegram delivers it again.
    Full = "full",
    /// It was not decided in time; Telegram delivers it again.
    Undecided = "undecided",
}

label! {
    /// Why a view was not brought to its message.
    Lost, "reason":
    /// The message, the chat or the right to write there is gone.
    Gone = "gone",
    /// Telegram will never accept it.
    Refused = "refused",
    /// Telegram was in trouble for too long; the sweep draws it.
    Trouble = "trouble",
    /// Too many messages are being edited; it is drawn later.
    Crowded = "crowded",
}

label! {
    /// What calls of the store are timed as: those for which people wait most often by themselves.
    StoreTiming, "operation":
    Commit = "commit",
    Create = "create",
    Load = "load",
    Other = "other",
}

label! {
    /// A call of the store.
    StoreCall, "operation":
    Abandoned = "abandoned",
    AcceptInvitation = "accept_invitation",
    AddPlacement = "add_placement",
    AdvanceBroadcast = "advance_broadcast",
    AreApart = "are_apart",
    AwaitingEngine = "awaiting_engine",
    Beat = "beat",
    Behind = "behind",
    Block = "block",
    BlockedBy = "blocked_by",
    BoardsOf = "boards_of",
    Broadcast = "broadcast",
    BroadcastsBy = "broadcasts_by",
    BroadcastsUnfinished = "broadcasts_unfinished",
    Challenges = "challenges",
    ChangeGroup = "change_group",
    ChangeInvitation = "change_invitation",
    ChangeSeeking = "change_seeking",
    Claim = "claim",
    ClaimPurge = "claim_purge",
    ClaimReminder = "claim_reminder",
    ClaimTurn = "claim_turn",
    Commit = "commit",
    CountOpen = "count_open",
    CountStale = "count_stale",
    Counts = "counts",
    Create = "create",
    CreateBroadcast = "create_broadcast",
    DeleteBoardsLeft = "delete_boards_left",
    DeletePerson = "delete_person",
    Deletions = "deletions",
    Departed = "departed",
    Displace = "displace",
    FinishedBehind = "finished_behind",
    GroupSettings = "group_settings",
    HasReminders = "has_reminders",
    Invitation = "invitation",
    InvitationsOf = "invitations_of",
    Invite = "invite",
    IsOn = "is_on",
    IsUntouched = "is_untouched",
    Load = "load",
    OpenBoards = "open_boards",
    Overdue = "overdue",
    PeopleAfter = "people_after",
    /// How games have gone, and what ratings they came to.
    Results = "results",
    Person = "person",
    Ping = "ping",
    Place = "place",
    Played = "played",
    PlaceInvitation = "place_invitation",
    PlaceSeeking = "place_seeking",
    Pair = "pair",
    MoveChat = "move_chat",
    Purge = "purge",
    PurgeInvitations = "purge_invitations",
    PurgeSeekers = "purge_seekers",
    PutPerson = "put_person",
    /// Whatever changes ratings between people and their tables.
    Ratings = "ratings",
    Reach = "reach",
    Seek = "seek",
    SeekersApart = "seekers_apart",
    SeekingOf = "seeking_of",
    SetReachable = "set_reachable",
    SetReminders = "set_reminders",
    SetSwitch = "set_switch",
    StopClock = "stop_clock",
    StopBroadcast = "stop_broadcast",
    TallyBroadcast = "tally_broadcast",
    ToRemind = "to_remind",
    Trim = "trim",
    Unblock = "unblock",
    WaitingSeekers = "waiting_seekers",
    WithdrawInvitation = "withdraw_invitation",
    WithdrawSeeking = "withdraw_seeking",
}

label! {
    /// What became of a call of the store.
    StoreOutcome, "outcome":
    Done = "done",
    /// Somebody else was faster, and nothing was written.
    Conflict = "conflict",
    Failed = "failed",
    /// Whoever asked has given up waiting.
    Abandoned = "abandoned",
}

label! {
    /// Why a call of the store failed.
    StoreFault, "reason":
    Overloaded = "overloaded",
    Closed = "closed",
    Record = "record",
    Database = "database",
    Away = "away",
}

label! {
    /// Why games that seem old enough to be deleted are kept for now.
    HeldBack, "reason":
    /// Only the clock says so, or only the store's own time: they are too far apart.
    Clock = "clock",
    /// They would be too large a share of all at a time.
    Share = "share",
}

label! {
    /// What became of a message of a broadcast.
    Delivery, "outcome":
    Sent = "sent",
    Failed = "failed",
}

label! {
    /// A game that is played.
    Game, "game":
    TicTacToe = "3x3",
    Mnk = "mnk",
    Ultimate = "ultimate",
    Strategic = "strategic",
    Sheep = "sheep",
}

label! {
    /// How a game ended.
    GameEnd, "result":
    PersonWon = "person_won",
    /// The same with hints, or with moves taken back.
    PersonWonHelped = "person_won_helped",
    /// The same against the best level in a game that began at its start: at 3x3 this never happens.
    BestBeaten = "best_beaten",
    EngineWon = "engine_won",
    Draw = "draw",
    /// Before the moves have led to one.
    DrawAgreed = "draw_agreed",
    Resigned = "resigned",
    /// Somebody has left the group in which it was played.
    Left = "left",
    /// Somebody has run out of time.
    Time = "time",
    /// Nobody has moved for long.
    Abandoned = "abandoned",
}

label! {
    /// Where an engine's move came from.
    ReplySource, "source":
    Table = "table",
    Search = "search",
    /// From the rules alone, because the search has failed.
    Glance = "glance",
}

label! {
    /// How a search has ended that an engine was to make.
    SearchEnd, "outcome":
    Done = "done",
    /// The game has moved on, or the process leaves.
    Cancelled = "cancelled",
    /// Too many others wait; the sweep finds the turn.
    Crowded = "crowded",
    /// A defect of ours; the engine moves by a glance.
    Panicked = "panicked",
}

label! {
    /// What the bot needs to be ready.
    Part, "part":
    /// It has started and does not leave.
    Phase = "phase",
    Store = "store",
    Telegram = "telegram",
}
