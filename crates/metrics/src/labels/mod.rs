//! The labels: closed lists, each with its words. User input never becomes a label.

use crate::series::Labels;

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

            /// Returns its word in the metrics.
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
                // An enum without fields: its discriminant is its index in the list.
                self as usize
            }
        }
    };
}

mod page;

pub use self::page::PageAnswer;

label! {
    /// The kind of an update.
    Update, "kind":
    Press = "press",
    /// A query from a message field.
    InlineQuery = "inline_query",
    Command = "command",
    /// Text in private, or addressed to the bot in a group, that is not a command.
    SmallTalk = "small_talk",
    /// The bot was added to a group.
    Added = "added",
    /// A member has left a group.
    Left = "left",
    ChatMoved = "chat_moved",
    /// An update that needs no reaction.
    Ignored = "ignored",
    /// Not an update in Telegram's format.
    Unreadable = "unreadable",
}

label! {
    /// The result of a press. Every press has exactly one.
    Press, "result":
    /// A move or a resignation was accepted and stored.
    Changed = "changed",
    NotSeated = "refused_not_seated",
    Over = "refused_over",
    InPlay = "refused_in_play",
    Stale = "refused_stale",
    /// The open seat is reserved for another person, or is not reserved at all.
    Reserved = "refused_reserved",
    NotYourTurn = "refused_not_your_turn",
    Illegal = "refused_illegal",
    /// A new game was started.
    Started = "started",
    /// An invitation was changed or withdrawn.
    InvitationChanged = "invitation_changed",
    /// An invitation is no longer pending, or belongs to another person.
    InvitationOver = "refused_invitation_over",
    /// A search for an opponent was changed or withdrawn.
    SeekingChanged = "seeking_changed",
    /// The user no longer waits for an opponent.
    SeekingOver = "refused_seeking_over",
    /// Another part of a board, another piece, or the list of games was viewed.
    Looked = "looked",
    RemindersSet = "reminders_set",
    /// The answer to a puzzle was right.
    PuzzleSolved = "puzzle_solved",
    /// The answer to a puzzle was wrong.
    PuzzleMissed = "puzzle_missed",
    /// The step of a course was passed.
    LessonPassed = "lesson_passed",
    /// The step of a course was failed.
    LessonMissed = "lesson_missed",
    /// The press asked for something that a command asks for, too.
    Asked = "asked",
    /// The game was started before.
    StartedBefore = "refused_started_before",
    TooManyGames = "refused_too_many_games",
    /// There is no help, or none that was not given before.
    NoHelp = "refused_no_help",
    /// There is no opponent or no matter to agree on, or the user has made too many offers or sent too
    /// many messages.
    NoAgreement = "refused_no_agreement",
    NoVote = "refused_no_vote",
    /// The user starts games faster than allowed.
    TooManyNewGames = "refused_too_many_new_games",
    LanguageSet = "language_set",
    ThemeSet = "theme_set",
    CountingSet = "counting_set",
    /// A person was added to a leaderboard, or removed from it.
    ListingSet = "listing_set",
    /// A person was blocked or unblocked.
    BlockSet = "block_set",
    /// One of the two has blocked the other.
    Apart = "refused_apart",
    /// A setting of a group was changed.
    GroupSet = "group_set",
    /// Only administrators of the group may do that.
    NotAdministrator = "refused_not_administrator",
    /// The settings of the group do not allow it.
    GroupForbids = "refused_group_forbids",
    /// All data of the person was deleted as they asked, or counts as gone and is being deleted.
    DataDeleted = "data_deleted",
    /// The person was asked to confirm the deletion, and declined.
    DataKept = "data_kept",
    /// An owner has started, discarded or stopped a broadcast.
    Ordered = "broadcast_ordered",
    /// The press came during maintenance.
    Maintenance = "refused_maintenance",
    /// The data is not the bot's, or its message is too old.
    UnknownButton = "unknown_button",
    UnknownGame = "unknown_game",
    /// The store failed.
    Failed = "failed",
    /// The user has too many presses in flight and is told so.
    TooFast = "refused_too_fast",
    /// The user has too many presses in flight, and too many users are being told so.
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
    GetChatMember = "getChatMember",
    GetChatMemberCount = "getChatMemberCount",
    GetMe = "getMe",
    GetMyCommands = "getMyCommands",
    GetMyDescription = "getMyDescription",
    GetMyShortDescription = "getMyShortDescription",
    GetChatMenuButton = "getChatMenuButton",
    SetChatMenuButton = "setChatMenuButton",
    GetUpdates = "getUpdates",
    GetWebhookInfo = "getWebhookInfo",
    SendAnimation = "sendAnimation",
    SendChatAction = "sendChatAction",
    SendDocument = "sendDocument",
    /// Also the download of the file's content, which has no method of its own.
    GetFile = "getFile",
    SendMessage = "sendMessage",
    SendPhoto = "sendPhoto",
    SetMessageReaction = "setMessageReaction",
    SetMyCommands = "setMyCommands",
    SetMyDescription = "setMyDescription",
    SetMyShortDescription = "setMyShortDescription",
    SetWebhook = "setWebhook",
    Other = "other",
}

impl Method {
    /// Returns the method of this name, ignoring case.
    pub fn of(name: &str) -> Method {
        let is_named = |method: &&Method| method.word().eq_ignore_ascii_case(name);
        Method::ALL.iter().find(is_named).copied().unwrap_or(Method::Other)
    }
}

label! {
    /// The outcome of a call of the Bot API.
    CallOutcome, "outcome":
    Ok = "ok",
    /// Sent with the answer to the update it belongs to. Its outcome is unknown.
    HandedOver = "handed_over",
    NotModified = "not_modified",
    /// The message, the chat or the right to write there is gone.
    Gone = "gone",
    /// Telegram's 429, and any other response that asks to wait.
    TooManyRequests = "too_many_requests",
    WrongToken = "wrong_token",
    /// Any other 4xx.
    Refused = "refused",
    /// Telegram's own 5xx.
    ServerError = "server_error",
    /// The connection failed, or a proxy answered.
    NoAnswer = "no_answer",
}

label! {
    /// The reason a request to the webhook was rejected.
    Rejection, "reason":
    OtherPath = "other_path",
    OtherMethod = "other_method",
    WrongSecret = "wrong_secret",
    NotJson = "not_json",
    TooLarge = "too_large",
    TooSlow = "too_slow",
    /// The connection ended in the middle of the request.
    Broken = "broken",
    NotAnUpdate = "not_an_update",
    /// Too many updates are in flight; Telegram delivers it again.
    Full = "full",
    /// It was not decided in time; Telegram delivers it again.
    Undecided = "undecided",
}

label! {
    /// The reason a view did not reach its message.
    Lost, "reason":
    /// The message, the chat or the right to write there is gone.
    Gone = "gone",
    /// Telegram will never accept it.
    Refused = "refused",
    /// Telegram failed for too long; the sweep draws it.
    Trouble = "trouble",
    /// Too many messages are being edited; it is drawn later.
    Crowded = "crowded",
}

label! {
    /// The histogram of a store call: those that people wait for most often have one of their own.
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
    /// All calls on games that a player or the bot has left.
    Absences = "absences",
    AcceptInvitation = "accept_invitation",
    AddPlacement = "add_placement",
    AdvanceBroadcast = "advance_broadcast",
    /// Listening for changes by other processes, and telling them of ours.
    Announce = "announce",
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
    ClaimNotice = "claim_notice",
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
    DropLease = "drop_lease",
    EndedLeases = "ended_leases",
    FinishedBehind = "finished_behind",
    GamesWithPeople = "games_with_people",
    GroupSettings = "group_settings",
    HasReminders = "has_reminders",
    Invitation = "invitation",
    InvitationsOf = "invitations_of",
    Invite = "invite",
    IsOn = "is_on",
    IsUntouched = "is_untouched",
    LatestOver = "latest_over",
    Load = "load",
    NoteShown = "note_shown",
    OpenBoards = "open_boards",
    Overdue = "overdue",
    /// The bot that owns the database.
    Owner = "owner",
    PeopleAfter = "people_after",
    /// Notes of messages that resign games.
    Resignation = "resignation",
    /// Results of games, and rating histories.
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
    PurgeGuests = "purge_guests",
    PurgeSeekers = "purge_seekers",
    PutPerson = "put_person",
    /// All calls that change ratings between people or leaderboards.
    Ratings = "ratings",
    Reach = "reach",
    Recall = "recall",
    RenewClaim = "renew_claim",
    RenewLease = "renew_lease",
    Seek = "seek",
    SeekersApart = "seekers_apart",
    SeekingOf = "seeking_of",
    SetReachable = "set_reachable",
    SetReminders = "set_reminders",
    SetSwitch = "set_switch",
    StartClock = "start_clock",
    StopClock = "stop_clock",
    StopBroadcast = "stop_broadcast",
    TallyBroadcast = "tally_broadcast",
    TimedBehind = "timed_behind",
    ToRemind = "to_remind",
    Trim = "trim",
    Unblock = "unblock",
    WaitingSeekers = "waiting_seekers",
    WithdrawInvitation = "withdraw_invitation",
    WithdrawSeeking = "withdraw_seeking",
}

label! {
    /// The outcome of a call of the store.
    StoreOutcome, "outcome":
    Done = "done",
    /// Another writer was faster, and nothing was written.
    Conflict = "conflict",
    Failed = "failed",
    /// The caller has stopped waiting.
    Abandoned = "abandoned",
}

label! {
    /// The reason a call of the store failed.
    StoreFault, "reason":
    Overloaded = "overloaded",
    Closed = "closed",
    Record = "record",
    Database = "database",
    Away = "away",
}

label! {
    /// The reason games that seem old enough to be deleted are kept for now.
    HeldBack, "reason":
    /// Only the clock says so, or only the store's own time: the two are too far apart.
    Clock = "clock",
    /// They would be too large a share of all games at once.
    Share = "share",
}

label! {
    /// The outcome of a message of a broadcast.
    Delivery, "outcome":
    Sent = "sent",
    /// Not sent, or not confirmed.
    Failed = "failed",
}

label! {
    /// A game that is played.
    Game, "game":
    TicTacToe = "3x3",
    Mnk = "mnk",
    ConnectFour = "connect_four",
    Ultimate = "ultimate",
    Strategic = "strategic",
    Sheep = "sheep",
}

label! {
    /// The ending of a game.
    GameEnd, "result":
    PersonWon = "person_won",
    /// The person won with hints, or after taking moves back.
    PersonWonHelped = "person_won_helped",
    /// The person beat the best level in a game played from its start: at 3x3 this never happens.
    BestBeaten = "best_beaten",
    EngineWon = "engine_won",
    Draw = "draw",
    /// Agreed before the moves led to one.
    DrawAgreed = "draw_agreed",
    Resigned = "resigned",
    /// A player has left the group in which it was played.
    Left = "left",
    /// A player has run out of time.
    Time = "time",
    /// No player has moved for long.
    Abandoned = "abandoned",
}

label! {
    /// The source of an engine's move.
    ReplySource, "source":
    /// At once, by a table or a search of a moment.
    Table = "table",
    Search = "search",
    /// From the rules alone, because the search has failed.
    Glance = "glance",
}

label! {
    /// The outcome of an engine's search.
    SearchEnd, "outcome":
    Done = "done",
    /// The game has changed, or the process is shutting down.
    Cancelled = "cancelled",
    /// Too many searches are waiting; the sweep finds the turn.
    Crowded = "crowded",
    /// A bug; the engine moves without a search.
    Panicked = "panicked",
}

label! {
    /// A condition of the bot's readiness.
    Part, "part":
    /// The bot has started and is not shutting down.
    Phase = "phase",
    Store = "store",
    Telegram = "telegram",
    /// Updates can arrive.
    Updates = "updates",
}
