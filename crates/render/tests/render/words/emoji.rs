//! Emoji: each has one meaning in the whole bot, in every language.

use std::collections::{BTreeMap, BTreeSet};

use zerosum_render::locales::source_of;
use zerosum_session::language::Language;

/// Every emoji at the beginning of a phrase, its meaning, and the phrases that begin with it.
const MEANINGS: [(&str, &str, &[&str]); 74] = [
    (
        "▶️",
        "go on",
        &["play-on", "play-here", "start-game", "ask-new", "play-it-now", "play-it-yourself"],
    ),
    ("◀️", "go back", &["back", "back-to-board", "back-to-games", "another-board", "another-cell"]),
    ("📍", "a part of the field", &["closer"]),
    ("🗺", "the whole field", &["whole-field"]),
    ("🎉", "a person has won", &["you-won", "you-beat-best", "somebody-won", "group-won"]),
    (
        "🌟",
        "a milestone",
        &["first-win", "first-win-of", "wins-in-a-row", "first-perfect-draw", "milestones-tell"],
    ),
    (
        "⏳",
        "time to think",
        &[
            "clock-day",
            "clock-three-minutes",
            "clock-five-and-three",
            "reminder",
            "seeking-no-clock",
            "seeking-time-none",
            "seeking-time-day",
            "seeking-time-three-minutes",
        ],
    ),
    (
        "⏱",
        "choice of a time",
        &["time-none", "time-day", "time-three-minutes", "time-five-and-three", "vote-seconds"],
    ),
    ("🔔", "reminders", &["reminders-on", "remind-me"]),
    ("🔕", "no reminders", &["reminders-off", "remind-no-more"]),
    ("❌", "the side", &["rules-tic-tac-toe"]),
    ("⚫\u{fe0f}", "black", &["opening-black"]),
    ("⚪\u{fe0f}", "white", &["opening-white"]),
    ("🐑", "the sheep", &["rules-sheep"]),
    (
        "🔁",
        "the same again",
        &["play-again", "offers-rematch", "you-offer-rematch", "puzzle-same-game"],
    ),
    (
        "🔄",
        "sides switched",
        &["switch-sides", "offers-switched-rematch", "you-offer-switched-rematch"],
    ),
    ("🎞", "a game move by move", &["look-through"]),
    ("🔗", "a link to share", &["share", "share-offer-unnamed"]),
    ("📤", "a message to send on", &["invitation-share"]),
    ("🙋", "one's own name", &["share-named", "share-offer-named"]),
    (
        "💡",
        "what to play",
        &[
            "hint-best",
            "hint-best-of-all",
            "hint-best-of-some",
            "hint-best-seen",
            "hint-best-within",
            "show-hint",
            "puzzle-given-up",
            "puzzle-give-up",
            "lesson-show",
        ],
    ),
    (
        "🔎",
        "X-ray",
        &["xray-legend", "xray-legend-seen", "xray-legend-within", "show-xray", "tried-worth"],
    ),
    ("❓", "why", &["show-why", "review-loss"]),
    ("🧪", "trial moves", &["try-moves-out"]),
    ("⋯", "more below this board", &["more-help"]),
    (
        "↩️",
        "a move back",
        &[
            "undo",
            "asks-to-take-back",
            "you-ask-to-take-back",
            "asks-to-take-back-rated",
            "you-ask-to-take-back-rated",
            "review-try-again",
        ],
    ),
    ("🏳️", "resign", &["ask-resign"]),
    ("🤝", "a draw", &["offers-draw", "you-offer-draw", "offer-draw"]),
    ("🤖", "zerosum plays", &["play-the-bot", "seeking-meanwhile"]),
    ("🗳", "votes", &["vote-together", "vote-rules", "votes-cast"]),
    ("👋", "a friend", &["ask-invite"]),
    ("🆚", "an opponent who is found", &["ask-opponent", "seeking", "seeking-start"]),
    (
        "👥",
        "people, whoever they are",
        &["play-with-somebody", "results-standings", "open-seat-to-all"],
    ),
    ("👤", "alone", &["play-both-sides"]),
    ("⚔️", "a challenge", &["challenge-sharer", "challenge-unnamed", "challenged-by-sharing"]),
    (
        "✅",
        "yes, or right",
        &[
            "accept-rematch",
            "top-list-me",
            "puzzle-solved",
            "puzzle-solved-again",
            "puzzle-solved-here",
            "retry-won",
            "retry-drawn",
            "retry-kept",
            "puzzle-shared",
            "puzzle-shared-again",
            "challenge-accept",
        ],
    ),
    (
        "✖️",
        "no, or no longer",
        &[
            "invitation-withdraw",
            "seeking-withdraw",
            "unblock",
            "top-take-me-off",
            "top-take-me-off-everywhere",
            "results-stop",
            "milestones-hide",
            "challenge-decline",
        ],
    ),
    ("🚫", "block a person", &["ask-blocked", "block-opponent"]),
    ("💪", "harder", &["harder", "puzzle-harder"]),
    ("🙂", "easy", &["easier", "play-easy", "puzzle-easier"]),
    ("💎", "perfect play", &["play-perfect"]),
    ("🎲", "games", &["seeking-any-game", "all-games"]),
    ("➕", "more games", &["more-games"]),
    ("⚙️", "variants", &["more-variants"]),
    ("📋", "open games", &["ask-my-games"]),
    ("📌", "the board", &["ask-board"]),
    ("🎚", "levels", &["ask-level"]),
    ("📖", "rules", &["ask-rules"]),
    ("🧾", "the record", &["ask-record"]),
    ("📝", "paper", &["ask-sheet"]),
    (
        "🧩",
        "puzzles",
        &[
            "ask-puzzle",
            "results-puzzles",
            "puzzle-of-day",
            "puzzle-number",
            "puzzle-another",
            "puzzle-today",
        ],
    ),
    ("🔥", "puzzles of the day in a row", &["puzzle-streak"]),
    ("🎓", "lessons", &["ask-learn", "lesson-courses", "lesson-all-courses"]),
    ("🏁", "the end", &["lesson-last"]),
    (
        "📊",
        "results",
        &[
            "ask-me",
            "results-first-games",
            "results-first-wins",
            "results-heading",
            "results-start",
        ],
    ),
    ("🟢", "won games", &["results-numbers"]),
    ("🎯", "rating against the levels", &["results-ratings"]),
    ("📈", "rating over time", &["rating-over-time"]),
    ("🏆", "tables of ratings", &["ask-top", "top-in-group", "top-worldwide"]),
    ("🧭", "review", &["review-game"]),
    ("🎨", "board style", &["ask-theme"]),
    ("☀️", "light", &["theme-light"]),
    ("🌙", "dark", &["theme-dark"]),
    ("🔤", "text", &["share-offer-text", "theme-text"]),
    ("🌐", "language", &["ask-language"]),
    ("▦", "the page", &["open-here"]),
    ("🖥", "the page in a browser", &["ask-web", "open-in-browser"]),
    ("🔒", "privacy", &["ask-privacy"]),
    ("📄", "stored data", &["ask-my-data"]),
    ("🗑", "deletion", &["ask-deletion"]),
    ("📣", "announcements", &["broadcast-send", "broadcast-running", "broadcast-going"]),
    ("ℹ️", "help", &["ask-help"]),
    ("🏠", "the greeting", &["ask-start"]),
    ("🛠", "settings", &["ask-settings"]),
];

/// Returns the sign at the beginning of a text: a first word without letters or digits that is not
/// punctuation.
fn sign_of(text: &str) -> Option<&str> {
    let word = text.split(' ').next()?;
    let is_sign = |letter: char| {
        !letter.is_ascii() && !letter.is_alphanumeric() && !"«“„–—−…•".contains(letter)
    };
    (!word.is_empty() && word.chars().all(is_sign) || word == "ℹ️").then_some(word)
}

/// Ids of the phrases that begin with each sign. A phrase with plural forms has several beginnings.
fn signs_in(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut signs = BTreeMap::<String, BTreeSet<String>>::new();
    let mut id = "";
    for line in source_of(language).lines().filter(|line| !line.starts_with('#')) {
        let mut text = line.trim_start();
        if let Some((begun, said)) = line.split_once(" =").filter(|_| !line.starts_with(' ')) {
            (id, text) = (begun, said.trim_start());
        } else if let Some((_, said)) = text.split_once("] ").filter(|_| text.contains('[')) {
            text = said;
        }
        if let Some(sign) = sign_of(text) {
            signs.entry(sign.to_owned()).or_default().insert(id.to_owned());
        }
    }
    signs
}

#[test]
fn each_emoji_has_one_meaning_in_every_language() {
    let meanings: BTreeSet<&str> = MEANINGS.iter().map(|(_, meaning, _)| *meaning).collect();
    assert_eq!(meanings.len(), MEANINGS.len(), "a meaning has two emoji");
    let expected: BTreeMap<String, BTreeSet<String>> = MEANINGS
        .iter()
        .map(|(sign, _, ids)| ((*sign).to_owned(), ids.iter().map(|id| (*id).to_owned()).collect()))
        .collect();
    assert_eq!(expected.len(), MEANINGS.len(), "an emoji has two meanings");
    for language in Language::ALL {
        let mut signs = signs_in(language);
        for (sign, ids) in &expected {
            assert_eq!(signs.remove(sign).as_ref(), Some(ids), "{language:?}: {sign}");
        }
        assert_eq!(signs, BTreeMap::new(), "{language:?}: give these a meaning");
    }
}
