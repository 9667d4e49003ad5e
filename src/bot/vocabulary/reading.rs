//! Combines the meanings of words: which ones a command takes, and which ones contradict each other.

use zerosum_games::any::GameSpec;
use zerosum_games::connect_four::spec::{ConnectFourSpec, FOUR};
use zerosum_games::mnk::opening::Opening;
use zerosum_games::mnk::rule::{FIVE, Rule};
use zerosum_games::mnk::{LENGTH_MAX, MnkSpec, MnkSpecError, SIZE_MAX, SIZE_MIN};
use zerosum_games::side::Side;
use zerosum_picture::theme::Theme;
use zerosum_search::level::Level;
use zerosum_session::game::clock::TimeControl;
use zerosum_session::language::Language;

use crate::bot::vocabulary::{NotUnderstood, Takes, Understood, synonyms};

/// Meaning of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// A game, and its side if the name includes one.
    Game(GameSpec, Option<Side>),
    AnyGame,
    /// Length of the line that wins.
    InARow(u16),
    Side(Side),
    AnySide,
    Level(Level),
    Time(TimeControl),
    Theme(Theme),
    Language(Language),
}

/// Combined meanings of the words so far.
#[derive(Default)]
pub(super) struct Reader {
    said: Understood,
    in_a_row: Option<u16>,
    /// The last word says that a side comes next.
    is_before_side: bool,
}

impl Reader {
    /// Passes over a word without a meaning of its own.
    pub(super) fn pass(&mut self, word: &str) {
        self.is_before_side = word == synonyms::FOR;
    }

    /// Returns the meaning of a name where it stands: it may be a side instead of a game.
    pub(super) fn meaning_here(&self, name: &[String], meaning: Meaning, takes: Takes) -> Meaning {
        let is_crosses = matches!(name, [word] if synonyms::CROSSES.contains(&word.as_str()));
        let is_side = is_crosses && (self.is_before_side || self.said.wanted.spec.is_some());
        let side = Meaning::Side(Side::First);
        if is_side && takes.is_taken(side) { side } else { meaning }
    }

    /// Adds a meaning, unless it contradicts an earlier one. The next word of its family, or the size of
    /// its board, may name a game more precisely.
    pub(super) fn take(&mut self, meaning: Meaning) -> bool {
        self.is_before_side = false;
        let wanted = &mut self.said.wanted;
        match meaning {
            Meaning::Game(spec, side) => {
                let is_kept = side.is_some()
                    && wanted.spec.is_some_and(|before| before.family() == spec.family());
                let is_same_kind = wanted.spec.is_none_or(|before| are_alike(before, spec));
                let Some(spec) = with_rule_of_either(wanted.spec, spec)
                    .and_then(|spec| with_size_of_either(wanted.spec, spec))
                else {
                    return false;
                };
                if !is_kept {
                    wanted.spec = Some(spec);
                }
                is_same_kind && side.is_none_or(|side| set(&mut wanted.side, side))
            }
            Meaning::InARow(k) => set(&mut self.in_a_row, k),
            Meaning::Side(side) => set(&mut wanted.side, side),
            Meaning::Level(level) => set(&mut wanted.level, level),
            Meaning::Time(time) => set(&mut wanted.time, time),
            Meaning::Theme(theme) => set(&mut self.said.theme, theme),
            Meaning::Language(language) => set(&mut self.said.language, language),
            Meaning::AnyGame => {
                self.said.is_any_game = true;
                true
            }
            Meaning::AnySide => {
                self.said.is_any_side = true;
                true
            }
        }
    }

    pub(super) fn said(self) -> Result<Understood, NotUnderstood> {
        let Reader { mut said, in_a_row, .. } = self;
        let contradiction = |word: String| Err(NotUnderstood::Contradiction { word });
        if let Some(k) = in_a_row {
            let (columns, rows, (rule, opening)) = match said.wanted.spec {
                None | Some(GameSpec::ConnectFour(_)) if k == FOUR => {
                    let usual = GameSpec::ConnectFour(ConnectFourSpec::USUAL);
                    said.wanted.spec.get_or_insert(usual);
                    return Ok(said);
                }
                None => {
                    let (columns, rows) = size_for(k);
                    (columns, rows, (Rule::Free, Opening::Plain))
                }
                Some(GameSpec::TicTacToe) => (SIZE_MIN, SIZE_MIN, (Rule::Free, Opening::Plain)),
                Some(GameSpec::Mnk(spec)) => {
                    (spec.columns(), spec.rows(), (spec.rule(), spec.opening()))
                }
                Some(_) => return contradiction(k.to_string()),
            };
            let max = columns.max(rows).min(LENGTH_MAX);
            let spec = MnkSpec::new(columns, rows, k)
                .map_err(|_| NotUnderstood::Length { min: SIZE_MIN, max })?;
            let ruled = spec.with_rule(rule).and_then(|spec| spec.with_opening(opening));
            let Ok(spec) = ruled else { return contradiction(k.to_string()) };
            said.wanted.spec = Some(GameSpec::Mnk(spec).canonical());
        }
        if said.is_any_game && said.wanted.spec.is_some() {
            let spec = said.wanted.spec.map(GameSpec::name).unwrap_or_default();
            return contradiction(spec);
        }
        Ok(said)
    }
}

/// Sets a value, and returns false if it was set to another one before.
fn set<T: PartialEq>(place: &mut Option<T>, said: T) -> bool {
    let is_same = place.as_ref().is_none_or(|before| *before == said);
    *place = Some(said);
    is_same
}

/// Returns whether the names of both may mean one game: boards by their names and sizes, and rules of one
/// game.
fn are_alike(one: GameSpec, other: GameSpec) -> bool {
    let is_board =
        |spec| matches!(spec, GameSpec::TicTacToe | GameSpec::Mnk(_) | GameSpec::ConnectFour(_));
    one.family() == other.family() || is_board(one) && is_board(other)
}

/// The game that a word names after another one: a rule, an opening and the size of a board go together, whichever comes
/// first. `None` if they are not played on such a board.
fn with_rule_of_either(before: Option<GameSpec>, named: GameSpec) -> Option<GameSpec> {
    let board_of = |spec| match spec {
        GameSpec::TicTacToe => MnkSpec::new(SIZE_MIN, SIZE_MIN, SIZE_MIN).ok(),
        GameSpec::Mnk(board) => Some(board),
        _ => None,
    };
    let (Some(before), Some(board)) = (before.and_then(board_of), board_of(named)) else {
        return Some(named);
    };
    let rule = of_either(before.rule(), board.rule())?;
    let opening = of_either(before.opening(), board.opening())?;
    if (rule, opening) == (Rule::Free, Opening::Plain) {
        return Some(named);
    }
    // A word for a rule or an opening names the usual board with it.
    let usual = MnkSpec::GOMOKU.with_rule(board.rule()).ok()?;
    let is_size_meant =
        board != usual.with_opening(board.opening()).ok()? || board == MnkSpec::GOMOKU;
    let sized = if is_size_meant { board } else { before };
    // A size alone may stand for a board of another length.
    let five = MnkSpec::new(sized.columns(), sized.rows(), FIVE);
    let ruled = five.and_then(|board| board.with_rule(rule)?.with_opening(opening));
    ruled.ok().map(GameSpec::Mnk)
}

/// The one of two values that is not the default, or both if they are equal; `None` if they differ and neither is the
/// default.
fn of_either<T: Default + PartialEq>(one: T, other: T) -> Option<T> {
    if one == other || other == T::default() {
        Some(one)
    } else {
        Some(other).filter(|_| one == T::default())
    }
}

/// The game that a word names after another one: Connect Four and the size of a board go together, whichever comes
/// first. `None` if there is no such board.
fn with_size_of_either(before: Option<GameSpec>, named: GameSpec) -> Option<GameSpec> {
    let (falling, board) = match (before, named) {
        (Some(GameSpec::ConnectFour(falling)), GameSpec::Mnk(board))
        | (Some(GameSpec::Mnk(board)), GameSpec::ConnectFour(falling)) => (falling, board),
        (Some(GameSpec::TicTacToe), GameSpec::ConnectFour(_))
        | (Some(GameSpec::ConnectFour(_)), GameSpec::TicTacToe) => return None,
        _ => return Some(named),
    };
    let sized = ConnectFourSpec::new(board.columns(), board.rows()).ok()?;
    let sized = if falling.has_pops() { sized.with_pops() } else { sized };
    let is_plain = board.rule() == Rule::Free && board.opening() == Opening::Plain;
    is_plain.then_some(GameSpec::ConnectFour(sized))
}

/// The board for lines of this length, if no other board is named.
fn size_for(k: u16) -> (u16, u16) {
    match k {
        ..=3 => (SIZE_MIN, SIZE_MIN),
        _ => (MnkSpec::GOMOKU.columns(), MnkSpec::GOMOKU.rows()),
    }
}

/// The size of a board whose sides stand apart, as in "3 x 3" and "10 by 8".
pub(super) fn size_in_words(name: &str) -> Option<String> {
    let [columns, by, rows] = name.split('-').collect::<Vec<&str>>()[..] else { return None };
    let is_size = synonyms::BY.contains(&by)
        && [columns, rows].map(str::parse::<u16>).iter().all(Result::is_ok);
    is_size.then(|| format!("{columns}x{rows}"))
}

/// A number in digits or in words.
pub(super) fn number_called(name: &str) -> Option<u16> {
    let called = synonyms::NUMBERS.into_iter().find(|(_, words)| words.contains(&name));
    called.map(|(number, _)| number).or_else(|| name.parse().ok())
}

/// Returns whether words are a clock with numbers that are not supported.
pub(super) fn is_clock(word: &str, unit: &str) -> bool {
    let digits = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let has_number = digits.len() < word.len();
    let increment = digits.strip_prefix(['+', '|']);
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|sign| sign.is_ascii_digit());
    let has_unit = synonyms::UNITS.contains(&digits.trim_start_matches('-'));
    let has_unit_behind = digits.is_empty() && synonyms::UNITS.contains(&unit);
    has_number && (increment.is_some_and(is_number) || has_unit || has_unit_behind)
}

/// Returns whether two words of three letters differ only by an exchange of neighbours.
pub(super) fn is_exchange(one: &str, other: &str) -> bool {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    match (one.as_slice(), other.as_slice()) {
        ([a, b, c], [x, y, z]) => a == y && b == x && c == z || a == x && b == z && c == y,
        _ => false,
    }
}

/// Reason why there is no board of the size given by a word.
pub(super) fn fault_of_size(word: &str) -> Option<NotUnderstood> {
    let number = |digits: &str| {
        let number: u64 = digits.parse().ok()?;
        Some(u16::try_from(number).unwrap_or(u16::MAX))
    };
    let numbers: Option<Vec<u16>> = word.split('x').map(number).collect();
    let error = match numbers.as_deref() {
        Some([columns, rows]) => MnkSpec::new(*columns, *rows, SIZE_MIN).err(),
        Some([columns, rows, k]) => MnkSpec::new(*columns, *rows, *k).err(),
        _ => None,
    };
    match error? {
        MnkSpecError::Columns { .. } | MnkSpecError::Rows { .. } => {
            Some(NotUnderstood::Size { min: SIZE_MIN, max: SIZE_MAX })
        }
        MnkSpecError::Length { max, .. } => Some(NotUnderstood::Length { min: SIZE_MIN, max }),
        // No size has a rule.
        MnkSpecError::Form { .. } | MnkSpecError::Rule { .. } => None,
    }
}
