//! The words after the name of a command (`rondo see`, `rondo step`, `rondo explore`): its own options, then those of the program, a
//! script, and what is the script's.
//!
//! ```
//! use rondo_command::Words;
//!
//! let given = ["--runs=5", "--first", "app.js", "--runs", "7"].map(String::from);
//! let mut words = Words::new(&given, "Usage: ...");
//! assert_eq!(words.next_name(), Some("--runs"));
//! assert_eq!(words.parsed("a whole number"), Ok(5));
//! assert_eq!(words.next_name(), Some("--first"));
//! // Not an option of the command: it is the first of what is left.
//! assert_eq!(words.next_name(), Some("app.js"));
//! assert_eq!(words.rest(), ["app.js", "--runs", "7"]);
//! ```
#![forbid(unsafe_code)]

mod interrupt;

use std::io;
use std::path::Path;
use std::str::FromStr;

pub use interrupt::{Act, Interrupt, SIGINT};

/// Words that are read one by one.
pub struct Words<'a> {
    words: &'a [String],
    /// Where the word is that was read last, and whether its value was the next one
    at: usize,
    next: usize,
    usage: &'static str,
}

impl<'a> Words<'a> {
    /// Begins to read; `usage` is told to whoever forgets a value.
    pub fn new(words: &'a [String], usage: &'static str) -> Words<'a> {
        Words {
            words,
            at: 0,
            next: 0,
            usage,
        }
    }

    /// The next word, without the value that may stand after a `=` in it; none after the last.
    pub fn next_name(&mut self) -> Option<&'a str> {
        self.at = self.next;
        self.next += 1;
        let word = self.words.get(self.at)?;
        Some(split(word).0)
    }

    /// The value of the option that was read last: after its `=`, or the next word.
    pub fn value(&mut self) -> Result<&'a str, String> {
        let word = self.words.get(self.at).map_or("", String::as_str);
        let (name, value) = split(word);
        if let Some(value) = value {
            return Ok(value);
        }
        let value = self.words.get(self.next);
        self.next += 1;
        let value = value.ok_or_else(|| format!("{name} requires an argument\n{}", self.usage))?;
        Ok(value)
    }

    /// The same as something else; `what` says what it must be.
    pub fn parsed<T: FromStr>(&mut self, what: &str) -> Result<T, String> {
        let name = split(self.words.get(self.at).map_or("", String::as_str)).0;
        let text = self.value()?;
        let value = text.parse();
        value.map_err(|_| format!("{name} takes {what}, not {text}"))
    }

    /// The word that was read last, and all after it.
    pub fn rest(&self) -> Vec<String> {
        self.words.get(self.at..).unwrap_or_default().to_vec()
    }
}

/// The bytes of a file; an error says which one it is.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    std::fs::read(path).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("cannot read {}: {error}", path.display()),
        )
    })
}

/// The name of an option, and the value after its `=`.
fn split(word: &str) -> (&str, Option<&str>) {
    match word.split_once('=') {
        Some((name, value)) if name.starts_with("--") => (name, Some(value)),
        _ => (word, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn values_stand_after_their_names() {
        let given = words("-o a=b --port 80 --x= last");
        let mut read = Words::new(&given, "usage");
        assert_eq!(read.next_name(), Some("-o"));
        assert_eq!(read.value(), Ok("a=b"));
        assert_eq!(read.next_name(), Some("--port"));
        assert_eq!(read.parsed::<u16>("a port"), Ok(80));
        assert_eq!(read.next_name(), Some("--x"));
        assert_eq!(read.value(), Ok(""));
        assert_eq!(read.next_name(), Some("last"));
        assert_eq!(read.rest(), ["last"]);
        assert_eq!(read.next_name(), None);
        assert!(read.rest().is_empty());
    }

    #[test]
    fn a_file_that_is_missing_is_named() {
        let told = read(Path::new("no/such file")).unwrap_err().to_string();
        assert!(told.starts_with("cannot read no/such file: "), "{told}");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let given = words("--runs five --runs");
        let mut read = Words::new(&given, "usage");
        read.next_name();
        let told = read.parsed::<u64>("a whole number").unwrap_err();
        assert_eq!(told, "--runs takes a whole number, not five");
        read.next_name();
        assert_eq!(
            read.value().unwrap_err(),
            "--runs requires an argument\nusage"
        );
    }
}
