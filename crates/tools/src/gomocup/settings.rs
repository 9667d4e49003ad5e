//! Settings of the manager for time, memory and rules, and the limits of a search that follow from them.

use std::time::Duration;

use zerosum_games::mnk::MnkSpec;
use zerosum_games::mnk::rule::Rule;
use zerosum_search::limits::Limits;

use crate::engine::options::Options;
use crate::engine::timing::{Clock, allowance, paced};
use crate::gomocup::protocol::Info;

/// Time for a move if the manager names none: the shortest of the tournament.
const TURN_DEFAULT: Duration = Duration::from_secs(5);

/// Maximum time for a move, however much the manager allows.
const TURN_MAX: Duration = Duration::from_secs(86_400);

/// Value of `time_left` without a limit.
const UNLIMITED_MILLIS: i64 = 2_147_483_647;

/// The bits of `rule`: exactly five win, the board is kept for the next game, renju, and caro. Managers set caro with or
/// without the first.
const EXACT: i64 = 1;
const CONTINUOUS: i64 = 2;
const RENJU: i64 = 4;
const CARO: i64 = 8;

/// Memory of the program beside the tables of a search.
const BYTES_BESIDE_TABLES: u64 = 32 << 20;

/// Minimum memory for the tables of a search.
pub(crate) const TABLE_BYTES_MIN: usize = 1 << 20;

/// Maximum memory for the tables of a search, however much the manager allows.
const TABLE_BYTES_MAX: usize = 1 << 30;

/// One part in this many of the memory is for tables: they take half as much again while they grow, and those of
/// another kind of search may still be there.
const TABLES_SHARE: u64 = 2;

/// Settings of a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// `None` for as fast as possible.
    turn: Option<Duration>,
    /// Time for a whole game; `None` without a limit.
    game: Option<Duration>,
    /// Time left for this game; `None` without a limit.
    left: Option<Duration>,
    /// Bytes for the whole process; `None` without a limit.
    memory: Option<u64>,
    /// `None` for that of the board at the start.
    rule: Option<i64>,
    limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            turn: Some(TURN_DEFAULT),
            game: None,
            left: None,
            memory: None,
            rule: None,
            limits: Limits::NONE,
        }
    }
}

impl Settings {
    /// Follows the manager. What cannot be followed is kept, and told by [`Settings::obstacle`].
    pub(crate) fn note(&mut self, info: Info) {
        let millis = |value: i64| Duration::from_millis(u64::try_from(value).unwrap_or(0));
        let limit = |value: i64| u64::try_from(value).ok().filter(|value| *value > 0);
        match info {
            Info::TimeoutTurn(value) => {
                self.turn = limit(value).map(|millis| Duration::from_millis(millis).min(TURN_MAX));
            }
            Info::TimeoutMatch(value) => {
                self.game = limit(value).map(Duration::from_millis);
                self.left = self.game;
            }
            Info::TimeLeft(value) => self.left = (value < UNLIMITED_MILLIS).then(|| millis(value)),
            Info::MaxMemory(value) => self.memory = limit(value),
            Info::Rule(value) => self.rule = Some(value),
            Info::MaxNode(value) => self.limits.nodes_max = limit(value).unwrap_or(u64::MAX),
            Info::MaxDepth(value) => {
                let depth = limit(value).map(|depth| u16::try_from(depth).unwrap_or(u16::MAX));
                self.limits.depth_max = depth.unwrap_or(u16::MAX);
            }
            Info::Other => {}
        }
    }

    /// Begins another game: its clock is full, if the manager has told how much that is.
    pub(crate) fn begin_game(&mut self) {
        self.left = self.game.or(self.left);
    }

    /// Counts time that a move has taken, for managers that do not tell what is left.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(time));
    }

    /// Returns the reason why the engine cannot play under these settings.
    pub(crate) fn obstacle(&self) -> Option<String> {
        if let Some(rule) = self.rule.filter(|rule| rule_of(*rule).is_none()) {
            return Some(format!("rule {rule} is not played, only 0, 1, 4, 8 and 9"));
        }
        let tables = u64::try_from(TABLE_BYTES_MIN).unwrap_or(u64::MAX);
        let least = BYTES_BESIDE_TABLES + TABLES_SHARE * tables;
        let memory = self.memory.filter(|memory| *memory < least)?;
        Some(format!("max_memory must be {least} bytes or more, not {memory}"))
    }

    /// The board with the rule that the manager has named. Boards of other lengths than five keep theirs.
    pub(crate) fn with_rule(&self, spec: MnkSpec) -> MnkSpec {
        let rule = self.rule.and_then(rule_of);
        rule.and_then(|rule| spec.with_rule(rule).ok()).unwrap_or(spec)
    }

    /// Memory for the tables of a search.
    pub(crate) fn table_bytes(&self) -> usize {
        let Some(memory) = self.memory else { return Options::default().table_bytes() };
        let bytes = memory.saturating_sub(BYTES_BESIDE_TABLES) / TABLES_SHARE;
        usize::try_from(bytes).unwrap_or(usize::MAX).clamp(TABLE_BYTES_MIN, TABLE_BYTES_MAX)
    }

    /// Returns the limits of the next search, and its time; `None` if nodes alone limit it.
    pub(crate) fn pace(&self) -> (Limits, Option<Duration>) {
        let clock =
            self.left.map(|left| Clock { left, increment: Duration::ZERO, moves_to_go: None });
        let time = self.turn.and_then(|turn| allowance(Some(turn), clock));
        // Without a time it answers at once.
        paced(self.limits, Some(time.unwrap_or_default()))
    }
}

/// The rule of a number of the protocol.
fn rule_of(number: i64) -> Option<Rule> {
    let is_named = |rule: &Rule| {
        let number = number & !CONTINUOUS;
        number == number_of(*rule) || *rule == Rule::Caro && number == CARO
    };
    Rule::ALL.into_iter().find(is_named)
}

/// The number of a rule in the protocol.
pub(crate) fn number_of(rule: Rule) -> i64 {
    match rule {
        Rule::Free => 0,
        Rule::Exact => EXACT,
        Rule::Caro => CARO | EXACT,
        Rule::Renju => RENJU,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use zerosum_search::limits::Limits;

    use crate::engine::timing::NODES_AT_ONCE;
    use crate::gomocup::protocol::Info;
    use crate::gomocup::settings::{
        BYTES_BESIDE_TABLES, Settings, TABLE_BYTES_MAX, TURN_DEFAULT, TURN_MAX, UNLIMITED_MILLIS,
    };

    fn settings(infos: &[Info]) -> Settings {
        let mut settings = Settings::default();
        infos.iter().for_each(|info| settings.note(*info));
        settings
    }

    fn time(infos: &[Info]) -> Option<Duration> {
        settings(infos).pace().1
    }

    #[test]
    fn no_move_takes_more_than_its_time_or_what_is_left() {
        for turn in [25, 100, 5_000, 30_000, 1_000_000] {
            for left in [0, 1, 50, 1_000, 100_000, 1_000_000_000] {
                let time = time(&[Info::TimeoutTurn(turn), Info::TimeLeft(left)]);
                let millis =
                    time.map_or(0, |time| i64::try_from(time.as_millis()).unwrap_or(i64::MAX));
                assert!(millis <= turn && millis <= left, "{turn}, {left}: {millis}");
                // Where there is plenty, it is used.
                assert!(left / 100 < turn || millis == turn, "{turn}, {left}: {millis}");
            }
        }
    }

    #[test]
    fn missing_settings_mean_no_limit() {
        assert_eq!(time(&[]), Some(TURN_DEFAULT));
        let unlimited = [Info::TimeoutMatch(0), Info::TimeLeft(UNLIMITED_MILLIS)];
        assert_eq!(time(&unlimited), Some(TURN_DEFAULT));
        assert_eq!(time(&[Info::TimeoutTurn(i64::MAX)]), Some(TURN_MAX));
        assert_eq!(settings(&[Info::MaxNode(0), Info::MaxDepth(0)]).pace().0, Limits::NONE);
    }

    #[test]
    fn without_time_a_move_is_limited_by_nodes() {
        for infos in [
            [Info::TimeoutTurn(0), Info::Other],
            [Info::TimeoutTurn(-5), Info::Other],
            [Info::TimeoutTurn(1), Info::Other],
            [Info::TimeLeft(-7), Info::Other],
            [Info::TimeoutMatch(1), Info::TimeoutTurn(1_000)],
        ] {
            assert_eq!(settings(&infos).pace(), (Limits::of_nodes(NODES_AT_ONCE), None));
        }
    }

    #[test]
    fn a_clock_that_no_one_reads_out_runs_and_is_full_in_the_next_game() {
        let mut settings = settings(&[Info::TimeoutMatch(60_000), Info::TimeoutTurn(60_000)]);
        let full = settings.pace().1.expect("there is time");
        settings.spend(Duration::from_secs(30));
        assert_eq!(settings.pace().1, Some(full / 2));
        settings.spend(Duration::from_secs(31));
        assert_eq!(settings.pace().1, None);
        settings.note(Info::TimeLeft(60_000));
        assert_eq!(settings.pace().1, Some(full));
        settings.spend(Duration::from_secs(61));
        settings.begin_game();
        assert_eq!(settings.pace().1, Some(full));
    }

    #[test]
    fn tables_leave_room_for_the_program_and_for_their_growth() {
        for memory in [1 << 26, 350_000_000, 1 << 30, 1 << 40] {
            let settings = settings(&[Info::MaxMemory(memory)]);
            assert_eq!(settings.obstacle(), None);
            assert!(settings.table_bytes() <= TABLE_BYTES_MAX);
            let tables = u64::try_from(settings.table_bytes()).expect("it is a size");
            assert!(tables * 2 + BYTES_BESIDE_TABLES <= memory.unsigned_abs(), "{memory}");
        }
        let reason = settings(&[Info::MaxMemory(1)]).obstacle().expect("it is too little");
        let least =
            reason.split(' ').find_map(|word| word.parse().ok()).expect("it names a number");
        assert_eq!(settings(&[Info::MaxMemory(least)]).obstacle(), None);
        assert!(settings(&[Info::MaxMemory(least - 1)]).obstacle().is_some());
    }
}
