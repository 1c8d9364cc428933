//! What a program may do, if `--permission` or `--permission-audit` limits it.
//!
//! Who does something for a script asks [`crate::binding::permission`] first; here is what was granted, and how that changes.

mod files;

use std::cell::{Cell, RefCell};
use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

use rondo_loop::seam;

use crate::options::{self, GivenOption, OptionValue};
use crate::runtime::{Program, Settings};
use files::Files;

/// Something that a program may or may not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    FileSystem,
    FileSystemRead,
    FileSystemWrite,
    ChildProcess,
    WorkerThreads,
    Net,
    Wasi,
    Addon,
    Inspector,
    Ffi,
    OpenSslStore,
}

/// What a permission is called.
pub(crate) struct Words {
    /// By scripts that ask for it
    pub(crate) scope: &'static str,
    /// In errors
    pub(crate) name: &'static str,
    /// The last part of the channel that tells of refusals
    pub(crate) channel: &'static str,
    /// The option that grants it
    pub(crate) option: &'static str,
}

const fn words(
    scope: &'static str,
    name: &'static str,
    channel: &'static str,
    option: &'static str,
) -> Words {
    Words {
        scope,
        name,
        channel,
        option,
    }
}

/// The script that the command line names
static ENTRY: OnceLock<String> = OnceLock::new();

const READ: &str = "--allow-fs-read";
const WRITE: &str = "--allow-fs-write";

impl Permission {
    const ALL: [Permission; 11] = [
        Permission::FileSystem,
        Permission::FileSystemRead,
        Permission::FileSystemWrite,
        Permission::ChildProcess,
        Permission::WorkerThreads,
        Permission::Net,
        Permission::Wasi,
        Permission::Addon,
        Permission::Inspector,
        Permission::Ffi,
        Permission::OpenSslStore,
    ];

    pub(crate) fn words(self) -> Words {
        match self {
            Permission::FileSystem => words("fs", "FileSystem", "fs", READ),
            Permission::FileSystemRead => words("fs.read", "FileSystemRead", "fs", READ),
            Permission::FileSystemWrite => words("fs.write", "FileSystemWrite", "fs", WRITE),
            Permission::ChildProcess => {
                words("child", "ChildProcess", "child", "--allow-child-process")
            }
            Permission::WorkerThreads => {
                words("worker", "WorkerThreads", "worker", "--allow-worker")
            }
            Permission::Net => words("net", "Net", "net", "--allow-net"),
            Permission::Wasi => words("wasi", "WASI", "wasi", "--allow-wasi"),
            Permission::Addon => words("addon", "Addon", "addon", "--allow-addons"),
            Permission::Inspector => {
                words("inspector", "Inspector", "inspector", "--allow-inspector")
            }
            Permission::Ffi => words("ffi", "FFI", "ffi", "--allow-ffi"),
            Permission::OpenSslStore => words(
                "openssl.store",
                "OpenSSLStore",
                "openssl-store",
                "--allow-openssl-store",
            ),
        }
    }

    /// The permission that scripts call so.
    pub(crate) fn of_scope(scope: &str) -> Option<Permission> {
        let mut all = Permission::ALL.into_iter();
        all.find(|permission| permission.words().scope == scope)
    }
}

/// What a program may do.
pub(crate) struct Permissions {
    /// What is not granted is done all the same, and told
    pub(crate) only_audits: bool,
    /// Something was refused, and whoever asked for it has not been told
    pub(crate) has_refused: Cell<bool>,
    read: RefCell<Files>,
    write: RefCell<Files>,
    /// A bit for each other permission
    others: Cell<u16>,
}

impl Permissions {
    /// What the options grant; none if they do not limit the program.
    pub(crate) fn of(settings: &Settings) -> Option<Permissions> {
        let given = &settings.options;
        let is_enforced = options::is_set(given, "--permission");
        if !is_enforced && !options::is_set(given, "--permission-audit") {
            return None;
        }
        let mut read = Files::granted(texts(given, READ));
        // A program may read itself, and what is loaded before it; its workers may read it, too.
        if let Program::File(file) = &settings.program {
            let _ = ENTRY.set(file.clone());
        }
        if let Some(file) = ENTRY.get() {
            read.grant(file);
        }
        texts(given, "--require").for_each(|file| read.grant(file));
        let is_granted =
            |permission: &Permission| options::is_set(given, permission.words().option);
        let others = Permission::ALL.into_iter().filter(is_granted);
        Some(Permissions {
            only_audits: !is_enforced,
            has_refused: Cell::new(false),
            read: RefCell::new(read),
            write: RefCell::new(Files::granted(texts(given, WRITE))),
            others: Cell::new(others.map(bit).sum()),
        })
    }

    /// Whether something is granted: for files with the path, or for all of them.
    pub(crate) fn has(&self, permission: Permission, path: Option<&OsStr>) -> bool {
        let has = |files: &RefCell<Files>| match path {
            Some(path) => files.borrow().has(path),
            None => files.borrow().has_all(),
        };
        match permission {
            Permission::FileSystem => self.read.borrow().has_all() && self.write.borrow().has_all(),
            Permission::FileSystemRead => has(&self.read),
            Permission::FileSystemWrite => has(&self.write),
            other => self.others.get() & bit(other) != 0,
        }
    }

    /// Whether everything in a folder and below it is granted.
    pub(crate) fn has_tree(&self, permission: Permission, folder: &Path) -> bool {
        self.has(permission, Some(folder.join("*").as_os_str()))
    }

    /// Takes something back for good. Of files, what was granted by this very path, or everything.
    pub(crate) fn drop(&self, permission: Permission, path: Option<&OsStr>) {
        let drop = |files: &RefCell<Files>| files.borrow_mut().drop(path);
        match permission {
            Permission::FileSystem => {
                drop(&self.read);
                drop(&self.write);
            }
            Permission::FileSystemRead => drop(&self.read),
            Permission::FileSystemWrite => drop(&self.write),
            other => self.others.set(self.others.get() & !bit(other)),
        }
    }
}

fn bit(permission: Permission) -> u16 {
    1 << permission as u16
}

/// All texts that an option was given.
fn texts<'a>(given: &'a [GivenOption], name: &'a str) -> impl Iterator<Item = &'a str> {
    given.iter().filter_map(move |option| match &option.value {
        OptionValue::Text(text) if option.name == name => Some(&**text),
        _ => None,
    })
}

/// The options by which a child is limited as this program is, as they stand in `NODE_OPTIONS`.
pub(crate) fn for_children(given: &[GivenOption]) -> String {
    let mut text = String::new();
    for option in given {
        if !option.name.starts_with("--permission") && !option.name.starts_with("--allow-") {
            continue;
        }
        let word = match &option.value {
            OptionValue::Flag(true) => option.name.to_owned(),
            OptionValue::Flag(false) => continue,
            OptionValue::Text(value) => format!("{}={value}", option.name),
        };
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&quoted(word));
    }
    text
}

/// A word of `NODE_OPTIONS`, which spaces and quotes do not take apart.
fn quoted(word: String) -> String {
    if !word.contains([' ', '"', '\\']) {
        return word;
    }
    let inner = word.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{inner}\"")
}

/// Whether arguments, or the text of `NODE_OPTIONS`, limit a program by themselves.
pub(crate) fn limits<'a>(mut words: impl Iterator<Item = &'a str>) -> bool {
    words.any(|word| {
        let (name, _) = options::split(word);
        name == "--permission" || name == "--permission-audit"
    })
}

/// Whether there is a folder of this name.
fn is_folder(path: &Path) -> bool {
    seam::ask("permission.folder", || path.is_dir())
}
