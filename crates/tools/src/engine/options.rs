//! Options of an engine, and their values.

use std::io::{self, Write};

use thiserror::Error;
use zerosum_search::level::Level;
use zerosum_search::people::reference::ReferencePlayer;

/// Default memory of a searcher, in megabytes.
const HASH_MB_DEFAULT: u32 = 64;

/// Maximum memory of a searcher, in megabytes.
const HASH_MB_MAX: u32 = 4_096;

/// Strength of an engine: a level that people play against, or a player to measure them by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    Level(Level),
    Reference(ReferencePlayer),
}

/// Settings of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Between 1 and 4096.
    pub hash_mb: u32,
    /// The option `Level`.
    pub strength: Strength,
    /// Chooses among moves where a level leaves a choice. Each new game adds 1.
    pub seed: u64,
}

impl Strength {
    /// The name in the option `Level`.
    fn name(self) -> &'static str {
        match self {
            Strength::Level(level) => level.name(),
            Strength::Reference(player) => player.name(),
        }
    }

    /// The strength of that name.
    fn from_name(name: &str) -> Option<Strength> {
        let level = Level::from_name(name).map(Strength::Level);
        level.or_else(|| ReferencePlayer::from_name(name).map(Strength::Reference))
    }

    fn names() -> Vec<&'static str> {
        let references = ReferencePlayer::ALL.into_iter().map(Strength::Reference);
        Level::ALL.into_iter().map(Strength::Level).chain(references).map(Strength::name).collect()
    }
}

impl Default for Options {
    fn default() -> Options {
        Options { hash_mb: HASH_MB_DEFAULT, strength: Strength::Level(Level::Best), seed: 0 }
    }
}

/// Reason why an option is not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum OptionError {
    #[error("there is no option {0:?}")]
    UnknownName(String),
    #[error("{name} is a whole number between {min} and {max}")]
    OutOfRange { name: &'static str, min: u64, max: u64 },
    #[error("Level is one of {}", Strength::names().join(", "))]
    UnknownLevel,
}

impl Options {
    /// These options with one of them changed. Names may be written in capitals or not.
    pub(crate) fn with(self, name: &str, value: &str) -> Result<Options, OptionError> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let hash_mb = number("Hash", value, 1, u64::from(HASH_MB_MAX))?;
                let hash_mb = u32::try_from(hash_mb).unwrap_or(HASH_MB_MAX);
                Ok(Options { hash_mb, ..self })
            }
            "seed" => Ok(Options { seed: number("Seed", value, 0, u64::MAX)?, ..self }),
            "level" => {
                let strength = Strength::from_name(&value.to_ascii_lowercase());
                Ok(Options { strength: strength.ok_or(OptionError::UnknownLevel)?, ..self })
            }
            _ => Err(OptionError::UnknownName(name.chars().take(24).collect())),
        }
    }

    pub(crate) fn table_bytes(self) -> usize {
        usize::try_from(u64::from(self.hash_mb) << 20).unwrap_or(usize::MAX)
    }
}

/// Writes the options with their defaults.
pub(crate) fn write_options(out: &mut impl Write) -> io::Result<()> {
    let Options { hash_mb, strength, seed } = Options::default();
    writeln!(out, "option name Hash type spin default {hash_mb} min 1 max {HASH_MB_MAX}")?;
    let levels: String = Strength::names().iter().map(|name| format!(" var {name}")).collect();
    writeln!(out, "option name Level type combo default {}{levels}", strength.name())?;
    writeln!(out, "option name Seed type spin default {seed} min 0 max {}", u64::MAX)
}

fn number(name: &'static str, value: &str, min: u64, max: u64) -> Result<u64, OptionError> {
    let number = value.parse().ok().filter(|number| (min..=max).contains(number));
    number.ok_or(OptionError::OutOfRange { name, min, max })
}
