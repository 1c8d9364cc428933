//! Open directories, read some entries at a time.

use std::ffi::{CStr, OsStr};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use rondo_engine::{Args, HostObject, JsResult, Local, Scope};
use rondo_loop::seam;
use rondo_loop::work::fs::{self, FileKind, FsError};
use rustix::fs::{Dir, FileType, Mode, OFlags};
use rustix::io::Errno;

use super::arguments::{Use, path, unsigned};
use super::define;
use super::failure::{Failure, Outcome};
use super::request::perform;
use super::value::{Encoding, nothing};
use crate::binding::permission::define_guarded;

pub(super) fn define_all(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<()> {
    define_guarded(scope, object, "opendir", opendir)?;
    define(scope, object, "readDir", read_dir)?;
    define(scope, object, "closeDir", close_dir)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// An open directory. It is closed with `closeDir`, at the latest when the script has forgotten it.
struct DirHandle(Arc<Mutex<Option<OpenDir>>>);

impl HostObject for DirHandle {
    const NAME: &'static CStr = c"DirHandle";
}

struct OpenDir {
    dir: Dir,
    path: PathBuf,
}

/// `opendir(path, callback)`: the handle that the other two functions take
fn opendir<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let path = path(scope, args.get(scope, 0), Use::Read)?;
    let callback = args.get(scope, 1);
    // The error names the path only to a callback.
    let names_path = !callback.is_undefined();
    let job = move || match open(&path) {
        Ok(dir) => Ok(OpenDir { dir, path }),
        Err(errno) => {
            let failure = failure(errno, "opendir");
            Err(if names_path {
                failure.at(path)
            } else {
                failure
            })
        }
    };
    perform(scope, callback, job, |scope, open| {
        let handle = DirHandle(Arc::new(Mutex::new(Some(open))));
        scope.host_object(handle, None).map(Some)
    })
}

fn open(path: &std::path::Path) -> Result<Dir, Errno> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    // Of a descriptor that a tape tells of nothing is ever read.
    Dir::new(seam::ask("opendir", || {
        rustix::fs::open(path, flags, Mode::empty())
    })?)
}

/// `readDir(handle, encoding, count, callback)`: `[names, types]` of at most so many entries, null
/// after the last
fn read_dir<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let shared = handle(scope, args.get(scope, 0));
    let encoding = Encoding::of(args.get(scope, 1));
    let count = unsigned(args.get(scope, 2)) as usize;
    let callback = args.get(scope, 3);
    let job = move || {
        let mut open = shared.lock().unwrap_or_else(PoisonError::into_inner);
        match open.as_mut() {
            Some(open) => read_entries(open, count),
            None => Err(failure(Errno::BADF, "scandir")),
        }
    };
    perform(scope, callback, job, move |scope, entries| {
        if entries.is_empty() {
            return Ok(Some(scope.null()));
        }
        let mut names = Vec::with_capacity(entries.len());
        let mut kinds = Vec::with_capacity(entries.len());
        for (name, kind) in entries {
            names.push(encoding.decode(scope, name)?);
            kinds.push(scope.number(f64::from(kind as u8)));
        }
        let names = scope.array(&names)?;
        let kinds = scope.array(&kinds)?;
        scope.array(&[names, kinds]).map(Some)
    })
}

fn read_entries(open: &mut OpenDir, count: usize) -> Outcome<Vec<(Vec<u8>, FileKind)>> {
    let entries = seam::ask("readdir", || read_entries_now(open, count));
    entries.map_err(|errno| failure(errno, "scandir"))
}

fn read_entries_now(open: &mut OpenDir, count: usize) -> Result<Vec<(Vec<u8>, FileKind)>, Errno> {
    let mut entries = Vec::new();
    while entries.len() < count {
        let entry = match open.dir.read() {
            None => break,
            Some(Err(Errno::INTR)) => continue,
            Some(entry) => entry?,
        };
        let name = entry.file_name().to_bytes();
        if name != b"." && name != b".." {
            entries.push((name.to_vec(), kind(&open.path, name, entry.file_type())));
        }
    }
    Ok(entries)
}

fn kind(folder: &std::path::Path, name: &[u8], file_type: FileType) -> FileKind {
    match file_type {
        FileType::RegularFile => FileKind::File,
        FileType::Directory => FileKind::Dir,
        FileType::Symlink => FileKind::Link,
        FileType::Fifo => FileKind::Fifo,
        FileType::Socket => FileKind::Socket,
        FileType::CharacterDevice => FileKind::Char,
        FileType::BlockDevice => FileKind::Block,
        // The file system does not tell.
        FileType::Unknown => {
            let path = folder.join(OsStr::from_bytes(name));
            fs::lstat(&path).map_or(FileKind::Unknown, |stat| stat.kind())
        }
    }
}

/// `closeDir(handle, callback)`
fn close_dir<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let shared = handle(scope, args.get(scope, 0));
    let callback = args.get(scope, 1);
    let job = move || {
        *shared.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    };
    perform(scope, callback, job, nothing)
}

/// The directory behind a handle; a closed one if it is no handle.
fn handle(scope: &Scope<'_>, value: Local<'_>) -> Arc<Mutex<Option<OpenDir>>> {
    value
        .host_data::<DirHandle>(scope)
        .map_or_else(Arc::default, |handle| handle.0.clone())
}

fn failure(errno: Errno, syscall: &'static str) -> Failure {
    FsError {
        code: errno.raw_os_error(),
        syscall,
    }
    .into()
}
