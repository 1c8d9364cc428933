//! What is said of a loop, in plain words.

use std::fmt::Write as _;

use rondo_engine::Frame;
use rondo_loop::Kind;

use crate::stack::name_of;

/// The most frames that are shown.
const FRAMES: usize = 10;

/// `312 ms`, `1.2 s`
pub(crate) fn time(nanos: u64) -> String {
    match nanos {
        0..1_000 => format!("{nanos} ns"),
        1_000..1_000_000 => format!("{:.0} µs", nanos as f64 / 1e3),
        1_000_000..10_000_000 => format!("{:.1} ms", nanos as f64 / 1e6),
        10_000_000..10_000_000_000 => format!("{} ms", grouped(nanos / 1_000_000)),
        _ => format!("{:.1} s", nanos as f64 / 1e9),
    }
}

/// `12,345`
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 turn`, `12 turns`
pub(crate) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// What calls back.
pub(crate) fn caller(kind: Option<Kind>) -> &'static str {
    match kind {
        Some(Kind::Timer) => "a timer",
        Some(Kind::Check | Kind::Immediate) => "an immediate",
        Some(Kind::Work) => "the callback of a job of the pool",
        Some(Kind::Tcp) => "an event of a TCP socket",
        Some(Kind::Pipe) => "an event of a pipe",
        Some(Kind::Tty) => "input of a terminal",
        Some(Kind::Udp) => "a datagram",
        Some(Kind::Process) => "the end of a child process",
        Some(Kind::Signal) => "a signal",
        Some(Kind::Wakeup) => "a message",
        Some(Kind::Watch | Kind::StatPoll) => "a change of a file",
        Some(Kind::Close) => "a close callback",
        Some(Kind::Connect | Kind::Write | Kind::Shutdown | Kind::Send) => {
            "the callback of a socket"
        }
        _ => "a callback",
    }
}

/// Whether a frame is of the program, not of the library.
pub(crate) fn is_of_script(frame: &Frame) -> bool {
    !frame.file.starts_with("node:") && !frame.file.is_empty()
}

/// Frames for people: what is below the script's own is left out, if there is any of these.
pub(crate) fn shown(frames: &[Frame]) -> &[Frame] {
    let end = frames.iter().rposition(is_of_script);
    let end = end.map_or(frames.len(), |last| last + 1);
    // The innermost, and in any case the first of the script.
    let first = frames.iter().position(is_of_script).unwrap_or(0);
    &frames[..end.min(FRAMES.max(first + 1))]
}

/// The lines of a stack.
pub(crate) fn lines(frames: &[Frame]) -> String {
    let mut text = String::new();
    for frame in shown(frames) {
        let Frame {
            file, line, column, ..
        } = frame;
        // Texts take whatever is written to them.
        let _ = match name_of(frame) {
            Some(name) => write!(text, "\n    at {name} ({file}:{line}:{column})"),
            None => write!(text, "\n    at {file}:{line}:{column}"),
        };
    }
    text
}

/// The place that a stack is known by: where in the script it is.
pub(crate) fn place(frames: &[Frame]) -> String {
    let frame = frames.iter().find(|frame| is_of_script(frame));
    match frame.or(frames.first()) {
        Some(Frame { file, line, .. }) => format!("{file}:{line}"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{grouped, lines, place, time};
    use rondo_engine::Frame;

    fn frame(file: &str, line: u32) -> Frame {
        Frame {
            function: None,
            file: file.into(),
            line,
            column: 1,
            is_async: false,
        }
    }

    #[test]
    fn times_and_numbers() {
        let times = [
            7,
            7_000,
            1_234_567,
            312_000_000,
            1_500_000_000,
            61_000_000_000,
        ];
        let told: Vec<_> = times.iter().map(|&nanos| time(nanos)).collect();
        assert_eq!(
            told,
            ["7 ns", "7 µs", "1.2 ms", "312 ms", "1,500 ms", "61.0 s"]
        );
        let numbers = [0, 999, 1000, 1234567].map(grouped);
        assert_eq!(numbers, ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn the_library_below_the_script_is_left_out() {
        let frames = [
            frame("node:fs", 1),
            frame("/a.js", 2),
            frame("node:events", 3),
            frame("/a.js", 4),
            frame("node:internal/timers", 5),
        ];
        assert_eq!(lines(&frames).lines().count(), 5);
        assert_eq!(place(&frames), "/a.js:2");
        assert_eq!(lines(&frames[4..]), "\n    at node:internal/timers:5:1");
        assert_eq!(lines(&[]), "");
    }
}
