//! Progress reports of a command that takes long: their text and their times.

use std::time::Duration;

use zerosum_tools::progress::{Progress, Reporter, Style, words};

/// Returns the output of a reporter that is called at these times, in milliseconds.
fn written(style: Style, times: &[u64]) -> String {
    let mut out = Vec::new();
    let mut reporter = Reporter::new(&mut out, style);
    for (time, number) in times.iter().zip(1..) {
        reporter.tell(Duration::from_millis(*time), format_args!("step {number}"));
    }
    reporter.clear();
    String::from_utf8(out).expect("it writes text")
}

#[test]
fn what_takes_less_than_a_second_says_nothing() {
    for style in [Style::Live, Style::Lines] {
        assert_eq!(written(style, &[]), "");
        assert_eq!(written(style, &[0, 500, 999]), "");
    }
}

#[test]
fn in_a_file_a_line_follows_every_five_seconds() {
    let text = written(Style::Lines, &[999, 1_000, 1_001, 5_999, 6_000, 6_001, 30_000, 30_500]);
    assert_eq!(text, "step 2, 1 s\nstep 5, 6 s\nstep 7, 30 s\n");
}

#[test]
fn on_a_terminal_one_line_changes_in_place_and_is_taken_away() {
    let text = written(Style::Live, &[999, 1_000, 1_100, 1_200, 3_500]);
    let expected = "\r\u{1b}[Kstep 2, 1 s\r\u{1b}[Kstep 4, 1 s\r\u{1b}[Kstep 5, 3 s\r\u{1b}[K";
    assert_eq!(text, expected);
}

#[test]
fn a_reporter_says_when_it_has_something_to_say() {
    let mut reporter = Reporter::new(Vec::new(), Style::Lines);
    assert_eq!(reporter.due(), Duration::from_secs(1));
    reporter.tell(Duration::from_secs(3), "late");
    assert_eq!(reporter.due(), Duration::from_secs(8));
}

#[test]
fn a_line_that_is_taken_away_is_gone_until_it_is_told_again() {
    let mut out = Vec::new();
    let mut reporter = Reporter::new(&mut out, Style::Live);
    reporter.tell(Duration::from_secs(1), "one");
    reporter.clear();
    reporter.clear();
    reporter.tell(Duration::from_secs(2), "two");
    assert_eq!(out, b"\r\x1b[Kone, 1 s\r\x1b[K\r\x1b[Ktwo, 2 s");
}

#[test]
fn positions_are_told_where_they_are_counted() {
    assert_eq!(words("solving sheep", 0), "solving sheep");
    assert_eq!(words("solving sheep", 1_234_567), "solving sheep: 1,234,567 positions");
}

#[test]
fn what_is_quick_ends_without_waiting_for_its_progress() {
    let progress = Progress::start("nothing at all");
    progress.add(1);
    assert_eq!(progress.above(|| 7), 7);
}
