//! What to start, and how.

use std::cell::{Cell, RefCell};
use std::ffi::{CString, OsStr, OsString};
use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, OwnedFd, RawFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::rc::Rc;

use rustix::fs::OFlags;
use rustix::io::{Errno, ioctl_fionbio};
use rustix::net::{AddressFamily, SocketFlags, SocketType, socketpair};
use rustix::process::Pid;

use super::{Process, State, Watch, by_signal, kill, reaper};
use crate::Loop;
use crate::handle::Pipe;
use crate::observe::Kind;
use crate::seam;
use crate::signal_inbox::keep_exit_statuses;
use crate::sys::spawn::{Plan, spawn};

/// Where programs are looked for if the environment has no `PATH`.
const DEFAULT_PATH: &str = "/usr/bin:/bin";

/// What a child gets as one of its descriptors.
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub enum Stdio<'a> {
    /// Nothing; for 0, 1 and 2 `/dev/null`.
    #[default]
    Ignore,
    /// One of the parent's. As 0, 1 or 2 it is made to block, for both.
    Inherit(BorrowedFd<'a>),
    /// One end of a new connection, by which both sides can read and write. It blocks; the parent's end
    /// does not.
    Pipe,
    /// The same, but the child's end does not block either.
    NonblockingPipe,
}

impl Stdio<'static> {
    /// The parent's standard input.
    pub fn input() -> Self {
        Stdio::Inherit(rustix::stdio::stdin())
    }

    /// The parent's standard output.
    pub fn output() -> Self {
        Stdio::Inherit(rustix::stdio::stdout())
    }

    /// The parent's standard error.
    pub fn error() -> Self {
        Stdio::Inherit(rustix::stdio::stderr())
    }
}

/// A program to start as a child process.
///
/// Unless told otherwise the child gets the parent's environment and directory, and `/dev/null` as its
/// standard input, output and error. No signal is blocked or ignored in it.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Read, Stream, process::{Command, Stdio}};
///
/// let lp = Loop::new()?;
/// let mut child = Command::new("echo")
///     .arg("hello")
///     .stdio([Stdio::Ignore, Stdio::Pipe, Stdio::error()])
///     .spawn(&lp, |lp, process, _| process.close(lp, |_| {}))?;
/// let output = child.pipe(&lp, 1).unwrap();
/// output.read_start(&lp, |lp, output, read| match read {
///     Read::Data(bytes) => assert_eq!(bytes, b"hello\n"),
///     _ => output.close(lp, |_| {}),
/// })?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Command<'a> {
    file: OsString,
    arg0: Option<OsString>,
    args: Vec<OsString>,
    /// None: the parent's.
    env: Option<Vec<(OsString, OsString)>>,
    cwd: Option<PathBuf>,
    stdio: Vec<Stdio<'a>>,
    detached: bool,
    uid: Option<u32>,
    gid: Option<u32>,
}

/// A child that was started.
#[derive(Debug)]
#[non_exhaustive]
pub struct Child {
    /// The handle of the process.
    pub process: Process,
    /// The parent's ends of the child's pipes, in the places that they have in the child; none for what
    /// is no pipe. They do not block, and are not passed on to other children.
    pub stdio: Vec<Option<OwnedFd>>,
}

impl Child {
    /// Takes the parent's end of a pipe as a stream; none if there is none, or not any more.
    pub fn pipe(&mut self, lp: &Loop, place: usize) -> Option<Pipe> {
        let end = self.stdio.get_mut(place)?.take()?;
        Some(Pipe::own(lp, end))
    }
}

impl<'a> Command<'a> {
    /// A program, by its path or, if that has no slash, by its name in one of the directories of the
    /// child's `PATH`.
    pub fn new(file: impl AsRef<OsStr>) -> Command<'a> {
        Command {
            file: file.as_ref().into(),
            arg0: None,
            args: Vec::new(),
            env: None,
            cwd: None,
            stdio: Vec::new(),
            detached: false,
            uid: None,
            gid: None,
        }
    }

    /// Sets how the program is told it was called, instead of what it was started by.
    pub fn arg0(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        self.arg0 = Some(name.as_ref().into());
        self
    }

    /// Adds an argument.
    pub fn arg(&mut self, arg: impl AsRef<OsStr>) -> &mut Self {
        self.args([arg])
    }

    /// Adds arguments.
    pub fn args(&mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> &mut Self {
        let args = args.into_iter().map(|arg| arg.as_ref().into());
        self.args.extend(args);
        self
    }

    /// Sets a variable of the child's environment, which is the parent's otherwise.
    pub fn env(&mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> &mut Self {
        let (name, value) = (name.as_ref(), value.as_ref().into());
        let env = self
            .env
            .get_or_insert_with(|| std::env::vars_os().collect());
        match env.iter_mut().find(|(other, _)| other == name) {
            Some((_, place)) => *place = value,
            None => env.push((name.into(), value)),
        }
        self
    }

    /// Removes a variable from the child's environment.
    pub fn env_remove(&mut self, name: impl AsRef<OsStr>) -> &mut Self {
        let env = self
            .env
            .get_or_insert_with(|| std::env::vars_os().collect());
        env.retain(|(other, _)| other != name.as_ref());
        self
    }

    /// Sets the child's whole environment.
    pub fn env_exactly<N: AsRef<OsStr>, V: AsRef<OsStr>>(
        &mut self,
        env: impl IntoIterator<Item = (N, V)>,
    ) -> &mut Self {
        let pairs = env.into_iter();
        let pairs = pairs.map(|(name, value)| (name.as_ref().into(), value.as_ref().into()));
        self.env = Some(pairs.collect());
        self
    }

    /// Sets the child's directory. A program that is given by a relative path is looked for from there.
    pub fn current_dir(&mut self, path: impl AsRef<Path>) -> &mut Self {
        self.cwd = Some(path.as_ref().into());
        self
    }

    /// Sets what the child gets as its descriptors 0, 1, 2 and so on.
    pub fn stdio(&mut self, stdio: impl IntoIterator<Item = Stdio<'a>>) -> &mut Self {
        self.stdio = stdio.into_iter().collect();
        self
    }

    /// Lets the child lead a session and process group of its own, so that it does not end with the
    /// parent's terminal.
    pub fn detached(&mut self, detached: bool) -> &mut Self {
        self.detached = detached;
        self
    }

    /// Sets the user that the child runs as. The parent's further groups are not passed on.
    pub fn uid(&mut self, uid: u32) -> &mut Self {
        self.uid = Some(uid);
        self
    }

    /// Sets the group that the child runs as. The parent's further groups are not passed on.
    pub fn gid(&mut self, gid: u32) -> &mut Self {
        self.gid = Some(gid);
        self
    }

    /// Starts the program, and calls `exited` when it has ended. All that can go wrong until the program
    /// runs is reported by this call: no such program or directory, no permission, too many arguments.
    ///
    /// `exited` gets an error only if another part of the program has waited for the child.
    pub fn spawn(
        &self,
        lp: &Loop,
        exited: impl FnOnce(&Loop, Process, io::Result<ExitStatus>) + 'static,
    ) -> io::Result<Child> {
        self.spawn_watched(lp, Box::new(exited), true)
    }

    fn spawn_watched(
        &self,
        lp: &Loop,
        exited: super::Exited,
        with_pidfd: bool,
    ) -> io::Result<Child> {
        let mut wiring = Wiring::new(&self.stdio)?;
        let env = self.environment()?;
        let cwd = self.cwd.as_ref().map(|path| c_string(path.as_os_str()));
        if !seam::is_played() {
            keep_exit_statuses();
        }
        let (programs, args, cwd) = (self.programs()?, self.arguments()?, cwd.transpose()?);
        lp.lets_in("child processes");
        let (pid, pidfd) = seam::ask("process.spawn", || {
            let (pid, pidfd) = spawn(Plan {
                programs: &programs,
                args: &args,
                env: env.as_deref(),
                cwd: cwd.as_deref(),
                descriptors: &mut wiring.child,
                new_session: self.detached,
                uid: self.uid,
                gid: self.gid,
                with_pidfd,
            })?;
            io::Result::Ok((pid.as_raw_pid(), pidfd))
        })?;
        let pid = Pid::from_raw(pid).ok_or(Errno::SRCH)?;
        Ok(Child {
            process: watch(lp, pid, pidfd, exited)?,
            stdio: wiring.parent,
        })
    }

    /// The paths where the program may be.
    fn programs(&self) -> io::Result<Vec<CString>> {
        let file = self.file.as_bytes();
        if file.is_empty() || file.contains(&b'/') {
            return Ok(vec![c_string(&self.file)?]);
        }
        let path = self.path().unwrap_or_else(|| DEFAULT_PATH.into());
        let dirs = path.as_bytes().split(|byte| *byte == b':');
        let dirs = dirs.filter(|dir| dir.len() < libc::PATH_MAX as usize);
        let full = |dir: &[u8]| match dir {
            // The current directory.
            b"" => file.to_vec(),
            _ => [dir, b"/", file].concat(),
        };
        dirs.map(|dir| c_string(&OsString::from_vec(full(dir))))
            .collect()
    }

    fn path(&self) -> Option<OsString> {
        match &self.env {
            None => seam::ask("process.path", || std::env::var_os("PATH")),
            Some(env) => {
                let found = env.iter().find(|(name, _)| name == "PATH");
                found.map(|(_, value)| value.clone())
            }
        }
    }

    fn arguments(&self) -> io::Result<Vec<CString>> {
        let name = self.arg0.as_ref().unwrap_or(&self.file);
        let all = [name].into_iter().chain(&self.args);
        all.map(|arg| c_string(arg)).collect()
    }

    fn environment(&self) -> io::Result<Option<Vec<CString>>> {
        let Some(env) = &self.env else {
            return Ok(None);
        };
        let line = |(name, value): &(OsString, OsString)| {
            let bytes = [name.as_bytes(), b"=", value.as_bytes()].concat();
            c_string(&OsString::from_vec(bytes))
        };
        env.iter().map(line).collect::<io::Result<_>>().map(Some)
    }
}

/// A string as the system takes it. One with a zero byte in it cannot be told to it.
fn c_string(string: &OsStr) -> io::Result<CString> {
    CString::new(string.as_bytes()).map_err(|_| Errno::INVAL.into())
}

/// The descriptors that connect the two processes.
struct Wiring {
    /// What the child gets, by number.
    child: Vec<Option<RawFd>>,
    parent: Vec<Option<OwnedFd>>,
    /// The child's ends of pipes, which the parent closes when the child has them.
    _child_ends: Vec<OwnedFd>,
}

impl Wiring {
    fn new(stdio: &[Stdio<'_>]) -> io::Result<Wiring> {
        let mut wiring = Wiring {
            child: vec![None; stdio.len().max(3)],
            parent: Vec::with_capacity(stdio.len()),
            _child_ends: Vec::new(),
        };
        for (number, kind) in stdio.iter().enumerate() {
            let place = &mut wiring.child[number];
            let mut parent = None;
            match *kind {
                Stdio::Ignore => {}
                Stdio::Inherit(fd) => {
                    if number <= 2 {
                        make_blocking(fd)?;
                    }
                    *place = Some(fd.as_raw_fd());
                }
                Stdio::Pipe | Stdio::NonblockingPipe => {
                    let (ours, theirs) = pair(matches!(kind, Stdio::NonblockingPipe))?;
                    *place = Some(theirs.as_raw_fd());
                    wiring._child_ends.push(theirs);
                    parent = Some(ours);
                }
            }
            wiring.parent.push(parent);
        }
        Ok(wiring)
    }
}

/// Programs do not expect their standard descriptors to refuse to wait.
fn make_blocking(fd: BorrowedFd<'_>) -> io::Result<()> {
    seam::ask("process.stdio", || {
        let flags = rustix::fs::fcntl_getfl(fd)?;
        if flags.contains(OFlags::NONBLOCK) {
            rustix::fs::fcntl_setfl(fd, flags - OFlags::NONBLOCK)?;
        }
        Ok(())
    })
}

/// The parent's end, which never blocks, and the child's.
fn pair(nonblocking: bool) -> io::Result<(OwnedFd, OwnedFd)> {
    seam::ask("process.pipe", || {
        let mut flags = SocketFlags::CLOEXEC;
        if nonblocking {
            flags |= SocketFlags::NONBLOCK;
        }
        let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)?;
        if !nonblocking {
            ioctl_fionbio(&ours, true)?;
        }
        Ok((ours, theirs))
    })
}

/// Makes the handle of a child that was just started.
fn watch(
    lp: &Loop,
    pid: Pid,
    pidfd: Option<OwnedFd>,
    exited: super::Exited,
) -> io::Result<Process> {
    let state = Rc::new(State {
        pid,
        watch: RefCell::new(Watch::Over),
        exited: Cell::new(Some(exited)),
    });
    let key = lp.add_source(Kind::Process, state.clone());
    let interest = mio::Interest::READABLE;
    let registered = pidfd.filter(|pidfd| {
        let registered = lp
            .core
            .poller
            .register(pidfd.as_raw_fd(), key, interest, false);
        registered.is_ok()
    });
    let watch = match registered {
        Some(pidfd) => Ok(Watch::Pidfd(pidfd)),
        None => by_signal::watch(lp, key),
    };
    match watch {
        Ok(watch) => {
            state.watch.replace(watch);
            lp.set_active(key, true);
            Ok(Process(key))
        }
        Err(error) => {
            // A child whose end nobody would hear of is no use.
            let _ = kill(pid.as_raw_pid(), libc::SIGKILL);
            reaper::adopt(pid, None);
            crate::Handle::close(Process(key), lp, |_| {});
            Err(error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Handle, Mode};

    #[test]
    fn children_are_watched_by_signal_where_there_are_no_descriptors_for_them() {
        let lp = Loop::new().unwrap();
        let ended = Rc::new(RefCell::new(Vec::new()));
        for code in 0..20 {
            let ended = ended.clone();
            let exited = move |lp: &Loop, process: Process, status: io::Result<ExitStatus>| {
                assert!(!process.is_active(lp));
                ended.borrow_mut().push(status.unwrap().code().unwrap());
                process.close(lp, |_| {});
            };
            let child = Command::new("sh")
                .args(["-c", &format!("exit {code}")])
                .spawn_watched(&lp, Box::new(exited), false)
                .unwrap();
            assert!(child.process.is_active(&lp));
        }
        assert!(!lp.run(Mode::Default));
        ended.borrow_mut().sort_unstable();
        assert_eq!(*ended.borrow(), Vec::from_iter(0..20));
    }

    #[test]
    fn one_that_is_closed_early_is_waited_for() {
        let lp = Loop::new().unwrap();
        let child = Command::new("cat")
            .stdio([Stdio::Pipe])
            .spawn_watched(&lp, Box::new(|_, _, _| panic!("closed")), false)
            .unwrap();
        let pid = child.process.pid(&lp).unwrap();
        child.process.close(&lp, |_| {});
        assert!(!lp.run(Mode::Default));
        assert_eq!(kill(pid, 0).map_err(|error| error.kind()), Ok(()));
        drop(child);
        while kill(pid, 0).is_ok() {
            std::thread::yield_now();
        }
    }
}
