//! Where a recording goes, and when: as it goes, at the end, on a signal, when the loop was held for too long.

use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use rondo_loop::last_words;
use rondo_record::{Recording, Writer};
use rustix::fs::{Mode, OFlags};

use super::Recorder;

/// What is not written after so many nanoseconds is written before the loop sleeps.
const WRITE_AFTER: u64 = 50_000_000;

/// Where the recording goes.
pub(super) enum Goal {
    /// Into the file, as it goes
    Stream,
    /// Into a file at the end, or when asked for
    AtEnd(File),
    /// Into a file in Chrome's format, at the end
    Chrome(PathBuf),
}

/// A file by its names, ready for the moment when nothing may be allocated.
#[derive(Default)]
pub(super) struct File {
    path: PathBuf,
    name: CString,
    other: CString,
}

impl File {
    pub(super) fn new(path: PathBuf) -> File {
        let text = |path: &Path| CString::new(path.as_os_str().as_bytes()).unwrap_or_default();
        File {
            name: text(&path),
            other: text(&other_name(&path)),
            path,
        }
    }
}

/// Whoever reads a file while it is written finds the one before: it has another name meanwhile.
fn other_name(path: &Path) -> PathBuf {
    let mut other = path.as_os_str().to_owned();
    other.push(".new");
    other.into()
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let other = other_name(path);
    std::fs::write(&other, bytes)?;
    std::fs::rename(&other, path)
}

fn create(name: &CStr) -> io::Result<std::fs::File> {
    let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::TRUNC | OFlags::CLOEXEC;
    let file = rustix::fs::open(name, flags, Mode::from_raw_mode(0o666))?;
    Ok(file.into())
}

impl Recorder {
    /// Changes the recording. If a signal came that ends the process, it does now.
    #[inline]
    pub(super) fn write<T>(&self, change: impl FnOnce(&mut Writer) -> T) -> T {
        let (value, signal) = last_words::busy(|| change(&mut self.writer.borrow_mut()));
        if let Some(signum) = signal {
            // Whoever has last words can say no more than that.
            let _ = self.save();
            last_words::end_by(signum);
        }
        value
    }

    /// Writes what there is.
    pub(super) fn save(&self) -> io::Result<()> {
        let mut writer = self.writer.borrow_mut();
        let (saved, _) = last_words::busy(|| match &self.goal {
            Goal::Stream => writer.flush(),
            Goal::AtEnd(file) => replace(&file.path, &writer.to_bytes()),
            Goal::Chrome(path) => {
                let bytes = writer.to_bytes();
                let recording = Recording::parse(&bytes).map_err(io::Error::other)?;
                replace(path, rondo_record::to_chrome(&recording).as_bytes())
            }
        });
        saved
    }

    /// Writes what would be lost, in a handler of a signal. Another format takes more than may be done there.
    pub(super) fn write_last_words(&self) -> bool {
        let Ok(writer) = self.writer.try_borrow() else {
            return false;
        };
        // Nobody is left to be told what fails.
        match &self.goal {
            Goal::Stream => {
                let _ = writer.write_last(|| Err(io::ErrorKind::NotFound.into()));
            }
            Goal::AtEnd(file) => {
                let written = writer.write_last(|| create(&file.other));
                let _ = written.and_then(|()| {
                    Ok(rustix::fs::rename(
                        file.other.as_c_str(),
                        file.name.as_c_str(),
                    )?)
                });
            }
            Goal::Chrome(_) => return false,
        }
        true
    }

    /// Writes what memory has, if a call has held the loop for too long; not more often than once a second.
    pub(super) fn write_if_blocked(&self, nanos: u64) {
        let now = self.now();
        let was_told = self.told_blocked.get();
        if self.blocked.is_some_and(|most| nanos >= most)
            && was_told.is_none_or(|before| now - before > 1_000_000_000)
        {
            self.told_blocked.set(Some(now));
            // What fails is told at the end.
            let _ = self.save();
        }
    }

    /// Writes what waits, if it has waited for long.
    pub(super) fn write_sometimes(&self) {
        let now = self.now();
        let is_late = now - self.written.get() > WRITE_AFTER;
        if is_late && self.writer.borrow().has_unwritten() {
            // What fails is told at the end.
            let _ = self.save();
            self.written.set(now);
        }
    }
}
