//! File operations as requests: done by the pool, with a callback on the loop.

use std::io::{IoSlice, IoSliceMut};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use super::cached::{StatTask, Target};
use super::{Dir, DirEntry, FsError, FsResult, ReadError, RemoveOptions, Stat, StatFs};
use crate::Loop;
use crate::sys::uring::Lent;
use crate::work::request::Task;
use crate::work::uring::Outcome;
use crate::work::{WorkId, fs};

/// File operations of a loop: [`Loop::fs`].
///
/// Every method does in a thread of the pool what the function of the same name in [`fs`] does, and
/// calls back with the same result in the poll phase. Small reads are done by the kernel's io_uring, if
/// it has that and [`LoopOptions`](crate::LoopOptions) allow it. One that was [cancelled](Loop::cancel) before it
/// began gives `ECANCELED`.
#[derive(Clone, Copy)]
pub struct FileRequests<'a>(&'a Loop);

impl Loop {
    /// File operations that do not block the loop.
    ///
    /// ```
    /// use rondo_loop::{Loop, Mode};
    ///
    /// let lp = Loop::new()?;
    /// lp.fs().open("/dev/zero", 0, 0, |lp, fd| {
    ///     // The request keeps the file open, and closes it when it is done.
    ///     lp.fs().read(fd.unwrap(), vec![1; 100], None, move |_, result| {
    ///         assert_eq!(result, Ok((100, vec![0; 100])));
    ///     });
    /// });
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn fs(&self) -> FileRequests<'_> {
        FileRequests(self)
    }
}

/// Defines methods that copy their paths and pass everything on: name, name of the call in errors,
/// paths, other arguments, result.
macro_rules! requests {
    ($($name:ident, $syscall:literal: [$($path:ident),*] [$($arg:ident: $type:ty),*] $result:ty;)*) => {
        impl FileRequests<'_> {
            $(
                #[doc = concat!("See [`fs::", stringify!($name), "`].")]
                pub fn $name(
                    self,
                    $($path: impl AsRef<Path>,)*
                    $($arg: $type,)*
                    done: impl FnOnce(&Loop, FsResult<$result>) + 'static,
                ) -> WorkId {
                    $(let $path = $path.as_ref().to_path_buf();)*
                    self.queue($syscall, move || fs::$name($(&$path,)* $($arg),*), done)
                }
            )*
        }
    };
}

requests! {
    access, "access": [path] [mode: u32] ();
    chmod, "chmod": [path] [mode: u32] ();
    chown, "chown": [path] [uid: u32, gid: u32] ();
    close, "close": [] [fd: impl Into<OwnedFd> + Send + 'static] ();
    copy_file, "copyfile": [from, to] [flags: u32] ();
    fchmod, "fchmod": [] [fd: impl AsFd + Send + 'static, mode: u32] ();
    fchown, "fchown": [] [fd: impl AsFd + Send + 'static, uid: u32, gid: u32] ();
    fdatasync, "fdatasync": [] [fd: impl AsFd + Send + 'static] ();
    fsync, "fsync": [] [fd: impl AsFd + Send + 'static] ();
    ftruncate, "ftruncate": [] [fd: impl AsFd + Send + 'static, length: u64] ();
    futimes, "futime": [] [fd: impl AsFd + Send + 'static, atime: f64, mtime: f64] ();
    lchown, "lchown": [path] [uid: u32, gid: u32] ();
    link, "link": [existing, path] [] ();
    lutimes, "lutime": [path] [atime: f64, mtime: f64] ();
    mkdir, "mkdir": [path] [mode: u32] ();
    mkdir_all, "mkdir": [path] [mode: u32] Option<PathBuf>;
    mkdtemp, "mkdtemp": [prefix] [] PathBuf;
    mkstemp, "mkstemp": [prefix] [] (OwnedFd, PathBuf);
    open, "open": [path] [flags: i32, mode: u32] OwnedFd;
    open_dir, "opendir": [path] [] Dir;
    read_dir, "scandir": [path] [] Vec<DirEntry>;
    readlink, "readlink": [path] [] PathBuf;
    realpath, "realpath": [path] [] PathBuf;
    remove, "rm": [path] [options: RemoveOptions] ();
    rename, "rename": [from, to] [] ();
    rmdir, "rmdir": [path] [] ();
    send_file, "sendfile": [] [to: impl AsFd + Send + 'static, from: impl AsFd + Send + 'static, position: u64, count: usize] usize;
    statfs, "statfs": [path] [] StatFs;
    symlink, "symlink": [target, path] [] ();
    truncate, "ftruncate": [path] [length: u64] ();
    unlink, "unlink": [path] [] ();
    utimes, "utime": [path] [atime: f64, mtime: f64] ();
}

/// Those that the loop does itself if the kernel knows the answer and nothing else is to be done.
impl FileRequests<'_> {
    /// See [`fs::stat`].
    pub fn stat(
        self,
        path: impl AsRef<Path>,
        done: impl FnOnce(&Loop, FsResult<Stat>) + 'static,
    ) -> WorkId {
        let task = StatTask::new(Target::Path(path.as_ref().to_path_buf()));
        self.queue("stat", task, done)
    }

    /// See [`fs::lstat`].
    pub fn lstat(
        self,
        path: impl AsRef<Path>,
        done: impl FnOnce(&Loop, FsResult<Stat>) + 'static,
    ) -> WorkId {
        let task = StatTask::new(Target::Link(path.as_ref().to_path_buf()));
        self.queue("lstat", task, done)
    }

    /// See [`fs::fstat`].
    pub fn fstat(
        self,
        fd: impl AsFd + Send + 'static,
        done: impl FnOnce(&Loop, FsResult<Stat>) + 'static,
    ) -> WorkId {
        self.queue("fstat", StatTask::new(Target::Open(Box::new(fd))), done)
    }
}

/// Those that take memory along, and give it back.
impl FileRequests<'_> {
    /// See [`fs::read`]. The buffer comes back with the number of bytes that were read into it.
    pub fn read<B: AsMut<[u8]> + Send + 'static>(
        self,
        fd: impl AsFd + Send + 'static,
        mut buffer: B,
        position: Option<u64>,
        done: impl FnOnce(&Loop, FsResult<(usize, B)>) + 'static,
    ) -> WorkId {
        let len = buffer.as_mut().len();
        if self.0.core.uring.takes(self.0, fd.as_fd(), len, position) {
            return self.read_by_ring(fd, buffer, position, done);
        }
        let job = move || {
            let count = fs::read(&fd, buffer.as_mut(), position)?;
            Ok((count, buffer))
        };
        self.queue("read", job, done)
    }

    /// Has the kernel read, with the same result.
    fn read_by_ring<B: AsMut<[u8]> + 'static>(
        self,
        file: impl AsFd + 'static,
        buffer: B,
        position: Option<u64>,
        done: impl FnOnce(&Loop, FsResult<(usize, B)>) + 'static,
    ) -> WorkId {
        let number = file.as_fd().as_raw_fd();
        let done = move |lp: &Loop, outcome: Outcome| {
            // It was to stay open until now.
            drop(file);
            let failed = |errno| FsError::new(errno, "read");
            let result = match outcome {
                Some((Ok(count), buffer)) => {
                    let buffer = buffer.downcast().expect("it is what was lent");
                    Ok((count, *buffer))
                }
                Some((Err(errno), _)) => Err(failed(errno)),
                None => Err(failed(Errno::CANCELED)),
            };
            done(lp, result);
        };
        let uring = &self.0.core.uring;
        let id = uring.read(self.0, number, Lent::new(buffer), position, done);
        id.expect("it takes reads")
    }

    /// See [`fs::read_vectored`]. The buffers come back with the number of bytes that were read into them.
    pub fn read_vectored<B: AsMut<[u8]> + Send + 'static>(
        self,
        fd: impl AsFd + Send + 'static,
        mut buffers: Vec<B>,
        position: Option<u64>,
        done: impl FnOnce(&Loop, FsResult<(usize, Vec<B>)>) + 'static,
    ) -> WorkId {
        let job = move || {
            let parts = buffers
                .iter_mut()
                .map(|part| IoSliceMut::new(part.as_mut()));
            let count = fs::read_vectored(&fd, &mut Vec::from_iter(parts), position)?;
            Ok((count, buffers))
        };
        self.queue("read", job, done)
    }

    /// See [`fs::write`]. The bytes come back with the number of those that were written.
    pub fn write<B: AsRef<[u8]> + Send + 'static>(
        self,
        fd: impl AsFd + Send + 'static,
        bytes: B,
        position: Option<u64>,
        done: impl FnOnce(&Loop, FsResult<(usize, B)>) + 'static,
    ) -> WorkId {
        let job = move || {
            let count = fs::write(&fd, bytes.as_ref(), position)?;
            Ok((count, bytes))
        };
        self.queue("write", job, done)
    }

    /// See [`fs::write_vectored`]. The buffers come back with the number of bytes that were written.
    pub fn write_vectored<B: AsRef<[u8]> + Send + 'static>(
        self,
        fd: impl AsFd + Send + 'static,
        buffers: Vec<B>,
        position: Option<u64>,
        done: impl FnOnce(&Loop, FsResult<(usize, Vec<B>)>) + 'static,
    ) -> WorkId {
        let job = move || {
            let parts = buffers.iter().map(|part| IoSlice::new(part.as_ref()));
            let count = fs::write_vectored(&fd, &Vec::from_iter(parts), position)?;
            Ok((count, buffers))
        };
        self.queue("write", job, done)
    }

    /// See [`Dir::read`](fs::Dir::read). The directory comes back with the entries, unless there is an
    /// error, which closes it.
    pub fn read_entries(
        self,
        mut dir: Dir,
        max: usize,
        done: impl FnOnce(&Loop, FsResult<(Vec<DirEntry>, Dir)>) + 'static,
    ) -> WorkId {
        let job = move || {
            let entries = dir.read(max)?;
            Ok((entries, dir))
        };
        self.queue("scandir", job, done)
    }

    /// See [`Dir::close`](fs::Dir::close).
    pub fn close_dir(self, dir: Dir, done: impl FnOnce(&Loop, FsResult<()>) + 'static) -> WorkId {
        self.queue("closedir", move || dir.close(), done)
    }

    /// See [`fs::read_file`].
    pub fn read_file(
        self,
        path: impl AsRef<Path>,
        flags: i32,
        limit: u64,
        done: impl FnOnce(&Loop, Result<Vec<u8>, ReadError>) + 'static,
    ) -> WorkId {
        let path = path.as_ref().to_path_buf();
        self.queue("open", move || fs::read_file(&path, flags, limit), done)
    }

    /// See [`fs::write_file`].
    pub fn write_file(
        self,
        path: impl AsRef<Path>,
        bytes: impl AsRef<[u8]> + Send + 'static,
        flags: i32,
        mode: u32,
        flush: bool,
        done: impl FnOnce(&Loop, FsResult<()>) + 'static,
    ) -> WorkId {
        let path = path.as_ref().to_path_buf();
        let job = move || fs::write_file(&path, bytes.as_ref(), flags, mode, flush);
        self.queue("open", job, done)
    }

    /// Has a job done by the pool. If it is cancelled, that is an error of the call it would have made.
    fn queue<T: Send + 'static, E: From<FsError> + Send + 'static>(
        self,
        syscall: &'static str,
        task: impl Task<Output = Result<T, E>>,
        done: impl FnOnce(&Loop, Result<T, E>) + 'static,
    ) -> WorkId {
        self.0.submit(1, false, task, move |lp, result| {
            let cancelled = || {
                Err(E::from(FsError {
                    code: libc::ECANCELED,
                    syscall,
                }))
            };
            done(lp, result.unwrap_or_else(|_| cancelled()));
        })
    }
}
