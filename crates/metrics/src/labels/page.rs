//! Labels of the page in a browser.

use crate::series::Labels;

label! {
    /// The answer to a request of the page.
    PageAnswer, "answer":
    /// The page itself or one of its files.
    File = "file",
    /// The browser has the newest version.
    NotModified = "not_modified",
    Catalog = "catalog",
    /// A game, opened or after a move.
    Game = "game",
    /// A game of the chat, as it is or after an action.
    Live = "live",
    /// A position with the values of its moves.
    Analysis = "analysis",
    /// A puzzle, or the answer to a try.
    Puzzle = "puzzle",
    /// A step of a course, or the answer to a move there.
    Lesson = "lesson",
    /// A finished game after some of its plies.
    Step = "step",
    /// The review of a finished game.
    Review = "review",
    /// A stream of the states of a game of the chat.
    Stream = "stream",
    /// The open games of a person.
    Games = "games",
    Entered = "entered",
    /// An invitation of a person to a friend.
    Invited = "invited",
    /// A move or another action that is not possible.
    Denied = "denied",
    /// An invitation that is taken, withdrawn or old.
    Gone = "gone",
    /// Without a pass, or with one that does not count.
    NoPass = "no_pass",
    /// The bot is not at work yet.
    Starting = "starting",
    /// The store does not answer.
    Away = "away",
    NotFound = "not_found",
    OtherMethod = "other_method",
    /// Addressed to a host that is not the page's.
    OtherHost = "other_host",
    NotJson = "not_json",
    Malformed = "malformed",
    TooLarge = "too_large",
    TooSlow = "too_slow",
    /// The connection ended during the request.
    Broken = "broken",
    /// More requests of an address than allowed.
    TooFast = "too_fast",
    /// More requests or searches of all visitors than there is room for.
    Full = "full",
    /// A search has failed.
    Failed = "failed",
}
