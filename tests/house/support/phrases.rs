//! Phrases with something in each of their placeholders.

use zerosum::locales::phrase::Phrase;

/// What is said about records of games.
pub(crate) static ABOUT_RECORDS: [Phrase<'static>; 13] = [
    Phrase::RecordFile,
    Phrase::RecordNoBoard,
    Phrase::RecordTooLong,
    Phrase::RecordNotFetched,
    Phrase::RecordHead,
    Phrase::RecordMove { number: 17, mark: "⭕", text: "c3", reason: "no" },
    Phrase::RecordNoMove,
    Phrase::RecordMoveAfterEnd,
    Phrase::RecordNumber { number: 17, mark: "⭕", found: "16" },
    Phrase::RecordCut { number: 17, mark: "⭕" },
    Phrase::RecordResult { found: "1-0", expected: "*" },
    Phrase::RecordBehind { text: "c3" },
    Phrase::RecordOver { result: "1-0" },
];
