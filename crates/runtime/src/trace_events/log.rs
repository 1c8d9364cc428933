//! The files that events are written to, one after the other.

use std::fs::File;
use std::io::{self, Write as _};

/// Bytes that are kept back, to be written together.
const TOGETHER: usize = 64 << 10;
/// Microseconds that something is kept back at most, while more comes.
const PATIENCE: u64 = 1_000_000;
/// Events that a file has, before there is another one.
const MOST: usize = 1 << 19;

const HEAD: &str = "{\"traceEvents\":[";
const FOOT: &str = "]}";

/// A row of files, of which the last is open.
pub(super) struct Log {
    pattern: String,
    is_silent: bool,
    /// How many files there were
    rotation: u32,
    file: Option<File>,
    /// What is not written yet
    kept: Vec<u8>,
    /// Events of the file
    count: usize,
    /// When something was last written
    written: u64,
}

impl Log {
    pub(super) fn new(pattern: String, is_silent: bool) -> Log {
        Log {
            pattern,
            is_silent,
            rotation: 0,
            file: None,
            kept: HEAD.into(),
            count: 0,
            written: 0,
        }
    }

    /// Adds an event of this microsecond.
    pub(super) fn add(&mut self, event: &str, now: u64) {
        if self.count > 0 {
            self.kept.push(b',');
        }
        self.kept.extend_from_slice(event.as_bytes());
        self.count += 1;
        let is_late = self.written != 0 && now.saturating_sub(self.written) > PATIENCE;
        if self.kept.len() >= TOGETHER || is_late {
            self.flush();
            self.written = now;
        } else if self.written == 0 {
            self.written = now;
        }
    }

    /// Whether another file is to follow.
    pub(super) fn is_full(&self) -> bool {
        self.count >= MOST
    }

    /// Writes what was kept back.
    pub(super) fn flush(&mut self) {
        let kept = std::mem::take(&mut self.kept);
        if self.is_silent {
            return;
        }
        if self.file.is_none() {
            self.rotation += 1;
            self.open();
        }
        // A disk that is full is no reason to end a program.
        if let Some(file) = &mut self.file {
            let _ = file.write_all(&kept);
        }
    }

    fn open(&mut self) {
        let name = file_name(&self.pattern, self.rotation);
        match File::create(&name) {
            Ok(file) => self.file = Some(file),
            Err(error) => {
                self.is_silent = true;
                let _ = writeln!(
                    io::stderr(),
                    "Could not open trace file {name}: {}",
                    words(&error)
                );
            }
        }
    }

    /// Ends the file with these events; what comes then goes to the next one.
    pub(super) fn close(&mut self, events: &[String]) {
        for event in events {
            self.add(event, self.written);
        }
        self.kept.extend_from_slice(FOOT.as_bytes());
        self.flush();
        self.file = None;
        self.count = 0;
        self.kept = HEAD.into();
    }
}

/// As the system says it, in small letters and without its number.
fn words(error: &io::Error) -> String {
    let text = error.to_string().to_lowercase();
    match text.rfind(" (os error") {
        Some(end) => text[..end].into(),
        None => text,
    }
}

/// The name of the file of that number.
pub(super) fn file_name(pattern: &str, rotation: u32) -> String {
    pattern
        .replace("${pid}", &std::process::id().to_string())
        .replace("${rotation}", &rotation.to_string())
}

#[cfg(test)]
mod tests {
    use super::{Log, MOST, file_name};

    fn texts(pattern: &str) -> Vec<String> {
        let names = (1..).map(|rotation| file_name(pattern, rotation));
        names
            .map_while(|name| std::fs::read_to_string(name).ok())
            .collect()
    }

    #[test]
    fn a_file_that_is_full_is_followed_by_another() {
        let folder = std::env::temp_dir().join(format!("rondo-trace-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let pattern = folder.join("${rotation}.log").display().to_string();
        let mut log = Log::new(pattern.clone(), false);
        for _ in 0..MOST {
            log.add("1", 1);
        }
        assert!(log.is_full());
        log.close(&["2".into()]);
        log.add("3", 1);
        log.close(&["4".into()]);
        let texts = texts(&pattern);
        std::fs::remove_dir_all(folder).unwrap();
        assert_eq!(texts.len(), 2);
        assert!(texts[0].starts_with("{\"traceEvents\":[1,1,") && texts[0].ends_with(",1,2]}"));
        assert_eq!(texts[1], "{\"traceEvents\":[3,4]}");
    }

    #[test]
    fn names_have_the_process_and_the_number() {
        let pid = std::process::id();
        assert_eq!(
            file_name("${pid}-${rotation}-${pid}", 3),
            format!("{pid}-3-{pid}")
        );
    }
}
