//! Resource usage of the process as reported by Linux, under the names that all Prometheus clients use.

use std::time::{SystemTime, UNIX_EPOCH};

use procfs::WithCurrentSystemInfo;
use procfs::process::Process;
use prometheus::{Counter, Gauge};

use crate::series::Registrar;

/// Metrics of resource usage.
pub(super) struct ProcessMetrics {
    cpu_seconds: Counter,
    resident_bytes: Gauge,
    open_files: Gauge,
    files_max: Gauge,
    threads: Gauge,
}

impl ProcessMetrics {
    pub(super) fn new(make: &Registrar<'_>) -> ProcessMetrics {
        let cpu_seconds = Counter::new("process_cpu_seconds_total", "User and system CPU time.")
            .expect("the name is lawful");
        make.enter(cpu_seconds.clone());
        // The kernel counts from boot, but a host may hide the boot time from a service.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        make.float_gauge("process_start_time_seconds", "Start, in Unix seconds.")
            .set(now.as_secs_f64());
        ProcessMetrics {
            cpu_seconds,
            resident_bytes: make.float_gauge("process_resident_memory_bytes", "Resident memory."),
            open_files: make.float_gauge("process_open_fds", "Open file descriptors."),
            files_max: make.float_gauge("process_max_fds", "File descriptors that may be open."),
            threads: make.float_gauge("process_threads", "Threads."),
        }
    }

    /// Updates the values. A value that cannot be read is left unchanged.
    pub(super) fn read(&self) {
        let Ok(process) = Process::myself() else { return };
        if let Ok(stat) = process.stat() {
            // Numbers of ticks, bytes and seconds are far below 2^53.
            let seconds = (stat.utime + stat.stime) as f64 / procfs::ticks_per_second() as f64;
            self.cpu_seconds.inc_by((seconds - self.cpu_seconds.get()).max(0.0));
            self.resident_bytes.set(stat.rss_bytes().get() as f64);
            self.threads.set(stat.num_threads as f64);
        }
        if let Ok(count) = process.fd_count() {
            self.open_files.set(count as f64);
        }
        if let Ok(limits) = process.limits()
            && let procfs::process::LimitValue::Value(max) = limits.max_open_files.soft_limit
        {
            self.files_max.set(max as f64);
        }
    }
}
