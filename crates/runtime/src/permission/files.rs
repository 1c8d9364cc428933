//! Which files a program may read or write.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf};

use rondo_loop::seam;

use super::is_folder;

/// The files that were granted.
pub(super) enum Files {
    All,
    Some(Vec<Rule>),
}

/// A path that was granted.
pub(super) struct Rule {
    /// As it was given, made absolute: by this it can be taken back
    text: PathBuf,
    reach: Reach,
}

enum Reach {
    /// One file
    One,
    /// A folder, and what is in it
    Folder,
    /// Everything that begins so: what stands before a `*`
    Beginning(OsString),
}

impl Files {
    /// What texts such as those of `--allow-fs-read` grant.
    pub(super) fn granted<'a>(texts: impl Iterator<Item = &'a str>) -> Files {
        let mut files = Files::Some(Vec::new());
        texts.for_each(|text| files.grant(text));
        files
    }

    /// Grants what a text says: `*`, a path, or the beginning of one before a `*`.
    pub(super) fn grant(&mut self, text: &str) {
        let Files::Some(rules) = self else { return };
        if text == "*" {
            *self = Files::All;
            return;
        }
        let path = absolute(OsStr::new(text));
        let bytes = path.as_os_str().as_bytes();
        let star = bytes.iter().position(|&byte| byte == b'*');
        let reach = match star {
            Some(end) => Reach::Beginning(OsStr::from_bytes(&bytes[..end]).into()),
            None if is_folder(&path) => Reach::Folder,
            None => Reach::One,
        };
        rules.push(Rule { text: path, reach });
    }

    pub(super) fn has_all(&self) -> bool {
        matches!(self, Files::All)
    }

    /// Whether a path is granted.
    pub(super) fn has(&self, path: &OsStr) -> bool {
        match self {
            Files::All => true,
            Files::Some(_) if path.is_empty() => false,
            Files::Some(rules) => {
                let path = absolute(path);
                rules.iter().any(|rule| rule.covers(&path))
            }
        }
    }

    /// Takes back what was granted by this very path, or everything.
    pub(super) fn drop(&mut self, path: Option<&OsStr>) {
        match (self, path) {
            (Files::Some(rules), Some(path)) => {
                let path = absolute(path);
                rules.retain(|rule| rule.text != path);
            }
            // Who may use all files may use this one.
            (Files::All, Some(_)) => {}
            (files, None) => *files = Files::Some(Vec::new()),
        }
    }
}

impl Rule {
    fn covers(&self, path: &Path) -> bool {
        match &self.reach {
            Reach::One => path == self.text,
            Reach::Folder => path.starts_with(&self.text),
            Reach::Beginning(start) => {
                let (start, path) = (start.as_bytes(), path.as_os_str().as_bytes());
                // Before `/*`, the folder itself is meant as well.
                path.starts_with(start) || start.strip_suffix(b"/") == Some(path)
            }
        }
    }
}

/// A path from the root on, without `.` and `..`. Links are not looked at.
fn absolute(path: &OsStr) -> PathBuf {
    let path = Path::new(path);
    let mut whole = match path.is_absolute() {
        true => PathBuf::new(),
        false => working_folder(),
    };
    for component in path.components() {
        match component {
            Component::ParentDir => {
                whole.pop();
            }
            Component::CurDir => {}
            other => whole.push(other),
        }
    }
    whole
}

fn working_folder() -> PathBuf {
    let folder = seam::ask("permission.cwd", || {
        let folder = std::env::current_dir().unwrap_or_default();
        seam::Bytes(folder.into_os_string().into_vec())
    });
    OsString::from_vec(folder.0).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(granted: &[&str], path: &str) -> bool {
        Files::granted(granted.iter().copied()).has(OsStr::new(path))
    }

    #[test]
    fn a_file_is_granted_by_its_name_alone() {
        assert!(has(&["/none/a"], "/none/a"));
        assert!(has(&["/none/a"], "/none/a/"));
        assert!(has(&["/none/a"], "/none/./b/../a"));
        assert!(!has(&["/none/a"], "/none/a/b"));
        assert!(!has(&["/none/a"], "/none/ab"));
        assert!(!has(&["/none/a"], ""));
    }

    #[test]
    fn a_folder_grants_what_is_in_it() {
        assert!(has(&["/usr"], "/usr"));
        assert!(has(&["/usr"], "/usr/any/thing"));
        assert!(!has(&["/usr"], "/usr/../etc"));
        assert!(!has(&["/usr"], "/usrs"));
    }

    #[test]
    fn what_stands_before_a_star_is_a_beginning() {
        assert!(has(&["/a/foo*"], "/a/foobar/x"));
        assert!(has(&["/a/*"], "/a"));
        assert!(has(&["/a/*.js"], "/a/b.md"));
        assert!(!has(&["/a/b.*"], "/a/b"));
        assert!(!has(&["/a/foo*"], "/a/fo"));
    }

    #[test]
    fn only_the_same_path_takes_back() {
        let mut files = Files::granted(["/usr", "/a/*"].into_iter());
        files.drop(Some(OsStr::new("/usr/bin")));
        assert!(files.has(OsStr::new("/usr/bin")));
        files.drop(Some(OsStr::new("/usr/")));
        assert!(!files.has(OsStr::new("/usr/bin")));
        files.drop(Some(OsStr::new("/a/*")));
        assert!(!files.has(OsStr::new("/a/b")));
        let mut all = Files::granted(["*"].into_iter());
        all.drop(Some(OsStr::new("/usr")));
        assert!(all.has(OsStr::new("/usr")));
        all.drop(None);
        assert!(!all.has(OsStr::new("/usr")));
    }
}
