//! The table that is printed.

use std::time::Duration;

use crate::bots::Setup;
use crate::load::Played;
use crate::process::Usage;

pub(crate) fn head() {
    println!(
        "{:<22} {:>6} {:>9} {:>24} {:>24} {:>9} {:>9} {:>8} {:>7}",
        "set-up",
        "loop",
        "presses/s",
        "answer ms p50/p95/p99",
        "edit ms p50/p95/p99",
        "CPU s/1k",
        "RSS MB",
        "peak MB",
        "calls"
    );
}

/// One measurement.
pub(crate) struct Row {
    name: String,
    kind: &'static str,
    pub presses_per_second: f64,
    answers: String,
    edits: String,
    cpu_seconds_per_thousand: f64,
    used: Usage,
    calls_per_press: f64,
    late: usize,
    refused: usize,
}

impl Row {
    pub(crate) fn new(
        setup: &Setup,
        kind: &'static str,
        played: &Played,
        before: Usage,
        after: Usage,
    ) -> Row {
        // So few presses and calls are exact as a float.
        let presses = played.edits.len() as f64;
        let used = after - before;
        Row {
            name: setup.name(),
            kind,
            presses_per_second: presses / played.took.as_secs_f64(),
            answers: shares(&played.answers),
            edits: shares(&played.edits),
            cpu_seconds_per_thousand: used.cpu_seconds * 1_000.0 / presses,
            used,
            calls_per_press: played.calls as f64 / presses,
            late: played.skipped,
            refused: played.refused,
        }
    }

    pub(crate) fn print(&self) {
        println!(
            "{:<22} {:>6} {:>9.0} {:>24} {:>24} {:>9.3} {:>9.1} {:>8.1} {:>7.2}{}{}",
            self.name,
            self.kind,
            self.presses_per_second,
            self.answers,
            self.edits,
            self.cpu_seconds_per_thousand,
            self.used.resident_mb,
            self.used.peak_mb,
            self.calls_per_press,
            remark(self.late, "not pressed in time"),
            remark(self.refused, "refused"),
        );
    }
}

fn remark(count: usize, what: &str) -> String {
    if count > 0 { format!("  ({count} {what})") } else { String::new() }
}

/// The times within which a half, 95 and 99 in a hundred were done.
fn shares(times: &[Duration]) -> String {
    let mut times = times.to_vec();
    times.sort_unstable();
    let at = |percent: usize| {
        let index = (times.len() * percent / 100).min(times.len().saturating_sub(1));
        times.get(index).map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
    };
    format!("{:.1} / {:.1} / {:.1}", at(50), at(95), at(99))
}
