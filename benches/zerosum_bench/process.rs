//! A bot in a process of its own, and its resource usage.

use std::fs;
use std::ops::{Add, Sub};
use std::process::{Child, Command, Stdio};

/// Resource usage of processes, by the kernel's account.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Usage {
    pub cpu_seconds: f64,
    pub resident_mb: f64,
    pub peak_mb: f64,
}

/// A running process; it does not outlive this.
pub(crate) struct Process(Child);

impl Process {
    pub(crate) fn start(command: &mut Command) -> Process {
        let command = command.stdin(Stdio::null()).stdout(Stdio::null());
        Process(command.spawn().expect("the program starts"))
    }

    pub(crate) fn usage(&self) -> Usage {
        /// The kernel counts processor time in hundredths of a second.
        const TICKS_PER_SECOND: f64 = 100.0;
        let folder = format!("/proc/{}", self.0.id());
        let stat = fs::read_to_string(format!("{folder}/stat")).unwrap_or_default();
        // The name of the program stands in brackets and may hold anything.
        let after_name = stat.rsplit(')').next().unwrap_or_default();
        let ticks: f64 = after_name
            .split_whitespace()
            .skip(11)
            .take(2)
            .filter_map(|field| field.parse::<f64>().ok())
            .sum();
        let status = fs::read_to_string(format!("{folder}/status")).unwrap_or_default();
        let megabytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            let kilobytes =
                line.and_then(|line| line.split_whitespace().next()?.parse::<f64>().ok());
            kilobytes.unwrap_or_default() / 1_024.0
        };
        Usage {
            cpu_seconds: ticks / TICKS_PER_SECOND,
            resident_mb: megabytes("VmRSS:"),
            peak_mb: megabytes("VmHWM:"),
        }
    }

    /// Asks it to end, as a host does, and waits.
    pub(crate) fn stop(mut self) {
        let asked = Command::new("kill").arg(self.0.id().to_string()).status();
        asked.expect("kill is there");
        self.0.wait().expect("the process ends");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Add for Usage {
    type Output = Usage;

    fn add(self, other: Usage) -> Usage {
        Usage {
            cpu_seconds: self.cpu_seconds + other.cpu_seconds,
            resident_mb: self.resident_mb + other.resident_mb,
            peak_mb: self.peak_mb + other.peak_mb,
        }
    }
}

impl Sub for Usage {
    type Output = Usage;

    /// Usage since an earlier account; memory stays as it is now.
    fn sub(self, earlier: Usage) -> Usage {
        Usage { cpu_seconds: self.cpu_seconds - earlier.cpu_seconds, ..self }
    }
}
