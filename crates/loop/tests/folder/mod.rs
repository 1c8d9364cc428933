//! A directory that goes with the test.
#![allow(dead_code, reason = "each test program uses what it needs")]

use std::path::PathBuf;

use rondo_loop::work::fs::{self, FsError};

pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new() -> Self {
        Folder(fs::mkdtemp(&std::env::temp_dir().join("rondo-loop-")).unwrap())
    }

    pub fn at(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Makes a file.
    pub fn with(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.at(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).unwrap();
    }
}

#[track_caller]
pub fn assert_error<T: std::fmt::Debug>(result: Result<T, FsError>, name: &str, syscall: &str) {
    let error = result.unwrap_err();
    assert_eq!((error.name(), error.syscall), (name, syscall));
}
