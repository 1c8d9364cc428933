//! Starting programs: a child that borrows the parent's memory until it has become the new program.
//!
//! The child is made as `vfork` would make it, on a stack of its own: nothing is copied, and the thread
//! that makes it waits until the program runs or could not be run. What the child does meanwhile is
//! limited: it allocates nothing, takes no lock and calls nothing that thinks of threads.
//!
//! Where a system only pretends to be Linux (an emulator, valgrind) the child may get a copy of the memory
//! instead. Then the parent learns by a pipe what came of it.
#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::io;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{Mode, OFlags};
use rustix::io::{Errno, FdFlags, retry_on_intr};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, WaitOptions, waitpid};

use super::{borrow_fd, last_errno};

/// Enough for a few small frames; the rest happens in the kernel.
const STACK_SIZE: usize = 64 * 1024;
/// Signals are numbered from 1 to this.
const LAST_SIGNAL: c_int = 64;

/// What child is to be made.
pub(crate) struct Plan<'a> {
    /// Paths of the program, to be tried in turn.
    pub(crate) programs: &'a [CString],
    /// All arguments, the program's name for itself first.
    pub(crate) args: &'a [CString],
    /// The environment; none is the parent's.
    pub(crate) env: Option<&'a [CString]>,
    pub(crate) cwd: Option<&'a CStr>,
    /// What the child gets as descriptors 0, 1, 2 and so on; none is `/dev/null` for these three and
    /// nothing for others.
    pub(crate) descriptors: &'a mut [Option<RawFd>],
    pub(crate) new_session: bool,
    pub(crate) uid: Option<u32>,
    pub(crate) gid: Option<u32>,
    pub(crate) with_pidfd: bool,
}

/// What the child is told, and what it tells.
struct Order<'a> {
    plan: Plan<'a>,
    programs: Vec<*const c_char>,
    args: Vec<*const c_char>,
    env: *const *const c_char,
    /// Whether the child has begun, as far as can be seen from the parent.
    has_begun: bool,
    /// Why the program could not be run; 0 if it could.
    error: c_int,
    /// Where to write that too.
    report: Option<RawFd>,
}

/// Whether a child was seen to use the parent's memory.
static SHARES_MEMORY: AtomicBool = AtomicBool::new(false);

unsafe extern "C" {
    static environ: *const *const c_char;
}

/// Starts a child and gives its number and, if it is wanted and the system knows such a thing, a
/// descriptor for it. Fails with the child's error if that could not become the program.
pub(crate) fn spawn(plan: Plan<'_>) -> io::Result<(Pid, Option<OwnedFd>)> {
    let is_other_user = plan.uid.is_some() || plan.gid.is_some();
    let _restored = is_other_user.then(Dumpable::keep);
    spawn_with(plan, libc::CLONE_VM)
}

/// Starts a child that shares the memory, or, without the flag, gets a copy.
fn spawn_with(plan: Plan<'_>, memory: c_int) -> io::Result<(Pid, Option<OwnedFd>)> {
    let is_sure = memory != 0 && SHARES_MEMORY.load(Ordering::Relaxed);
    let report = if is_sure {
        None
    } else {
        Some(pipe_with(PipeFlags::CLOEXEC)?)
    };
    let env = plan.env.map(pointers);
    let mut order = Order {
        programs: pointers(plan.programs),
        args: pointers(plan.args),
        // SAFETY: a plain read of a pointer. Programs may change the environment only while no other
        // thread looks at it, which is the rule of `std::env::set_var`.
        env: env.as_ref().map_or(unsafe { environ }, |env| env.as_ptr()),
        has_begun: false,
        error: 0,
        report: report.as_ref().map(|(_, writer)| writer.as_raw_fd()),
        plan,
    };
    let (pid, pidfd) = match clone_vfork(&mut order, memory) {
        // Some systems say so that they know no descriptors for processes.
        Err(error) if order.plan.with_pidfd && error.raw_os_error() == Some(libc::EINVAL) => {
            order.plan.with_pidfd = false;
            clone_vfork(&mut order, memory)
        }
        made => made,
    }?;
    let error = match report {
        Some((reader, writer)) if !order.has_begun => {
            drop(writer);
            read_report(&reader)
        }
        _ => {
            SHARES_MEMORY.store(true, Ordering::Relaxed);
            order.error
        }
    };
    if error == 0 {
        return Ok((pid, pidfd));
    }
    // It has ended, or does at once.
    let _ = retry_on_intr(|| waitpid(Some(pid), WaitOptions::empty()));
    Err(io::Error::from_raw_os_error(error))
}

/// Waits until the child's end of the pipe is closed, and gives the error that it wrote.
fn read_report(reader: &OwnedFd) -> c_int {
    let mut error = [0; size_of::<c_int>()];
    match retry_on_intr(|| rustix::io::read(reader, &mut error)) {
        Ok(4) => c_int::from_ne_bytes(error),
        _ => 0,
    }
}

/// Pointers to strings, and the null that ends them.
fn pointers(strings: &[CString]) -> Vec<*const c_char> {
    let all = strings.iter().map(|string| string.as_ptr());
    all.chain([ptr::null()]).collect()
}

/// Makes the child and waits until it runs its program or has ended.
fn clone_vfork(order: &mut Order<'_>, memory: c_int) -> io::Result<(Pid, Option<OwnedFd>)> {
    let mut stack = Vec::<MaybeUninit<u128>>::with_capacity(STACK_SIZE / size_of::<u128>());
    let mut pidfd: c_int = -1;
    let mut flags = memory | libc::CLONE_VFORK | libc::SIGCHLD;
    if order.plan.with_pidfd {
        flags |= libc::CLONE_PIDFD;
    }
    let _blocked = Blocked::all_signals();
    // SAFETY: the stack grows down from the end of a block that is aligned for it and lives until the
    // child no longer uses it: with CLONE_VFORK, `clone` returns only then. Until then too, nobody else
    // uses `order`. Signals are blocked, so no handler of the parent runs in the child. A system that
    // does not know CLONE_PIDFD leaves `pidfd` alone.
    let (pid, error) = unsafe {
        let top = stack.as_mut_ptr().add(stack.capacity());
        let order: *mut Order<'_> = order;
        let pid = libc::clone(child, top.cast(), flags, order.cast(), &raw mut pidfd);
        (pid, io::Error::last_os_error())
    };
    let Some(pid) = Pid::from_raw(pid.max(0)) else {
        return Err(error);
    };
    // SAFETY: the system has just opened it, for us alone.
    let pidfd = (pidfd >= 0).then(|| unsafe { OwnedFd::from_raw_fd(pidfd) });
    Ok((pid, pidfd))
}

/// Where the child begins. It ends here only if its program cannot be run.
extern "C" fn child(order: *mut c_void) -> c_int {
    // SAFETY: it is the `Order` that `clone_vfork` gave, which waits meanwhile.
    let order = unsafe { &mut *order.cast::<Order<'_>>() };
    order.has_begun = true;
    let errno = match prepare(order) {
        Ok(()) => execute(order),
        Err(errno) => errno,
    };
    order.error = errno.raw_os_error();
    if let Some(Ok(report)) = order.report.map(borrow_fd) {
        // If nobody reads it, nobody needs it.
        let _ = rustix::io::write(report, &order.error.to_ne_bytes());
    }
    127
}

/// Makes the child what it is to be, in the order in which libuv does it.
fn prepare(order: &mut Order<'_>) -> Result<(), Errno> {
    let plan = &mut order.plan;
    reset_signals();
    if let Some(report) = &mut order.report {
        // Out of the way of the descriptors that the program gets.
        *report = duplicate_above(*report, plan.descriptors.len())?;
    }
    if plan.new_session {
        // Fails only for a leader of a group, which a new child is not.
        let _ = rustix::process::setsid();
    }
    place_descriptors(plan.descriptors)?;
    if let Some(cwd) = plan.cwd {
        rustix::process::chdir(cwd)?;
    }
    set_user(plan.uid, plan.gid)?;
    unblock_signals();
    Ok(())
}

/// Lets every signal do what it does by default: a program keeps what its parent ignores. By the system's
/// own call, as the C library does not let one near the signals that it uses itself.
fn reset_signals() {
    // All zeroes: no handler, no flags, no mask. The system reads at most so much.
    let action = [0_u64; 4];
    for signum in 1..=LAST_SIGNAL {
        // SAFETY: the system only reads `action`, and the child has a table of its own. Those signals
        // that cannot be changed are refused.
        unsafe {
            libc::syscall(
                libc::SYS_rt_sigaction,
                signum,
                action.as_ptr(),
                ptr::null_mut::<c_void>(),
                size_of::<u64>(),
            );
        }
    }
}

fn unblock_signals() {
    let mut none = MaybeUninit::uninit();
    // SAFETY: the set is filled by the first call. No handler is left that could run.
    unsafe {
        libc::sigemptyset(none.as_mut_ptr());
        libc::pthread_sigmask(libc::SIG_SETMASK, none.as_ptr(), ptr::null_mut());
    }
}

/// Puts every descriptor where it belongs.
fn place_descriptors(descriptors: &mut [Option<RawFd>]) -> Result<(), Errno> {
    let count = descriptors.len();
    // One that another will have taken the place of by its turn moves out of the way first.
    for (descriptor, place) in descriptors.iter_mut().zip(0..) {
        if let Some(fd) = descriptor
            && *fd < place
        {
            *fd = duplicate_above(*fd, count)?;
        }
    }
    for (descriptor, place) in descriptors.iter().zip(0..) {
        match *descriptor {
            Some(fd) => place_descriptor(fd, place)?,
            None if place <= 2 => place_null(place)?,
            None => {}
        }
    }
    Ok(())
}

/// Another descriptor for the same, which the program does not get, with a number of at least this.
fn duplicate_above(fd: RawFd, least: usize) -> Result<RawFd, Errno> {
    let copy = rustix::io::fcntl_dupfd_cloexec(borrow_fd(fd)?, least as RawFd)?;
    Ok(copy.into_raw_fd())
}

/// Makes a descriptor one that the program gets, under the given number.
fn place_descriptor(fd: RawFd, place: RawFd) -> Result<(), Errno> {
    if fd == place {
        return rustix::io::fcntl_setfd(borrow_fd(fd)?, FdFlags::empty());
    }
    loop {
        // SAFETY: only numbers are passed, and what was at `place` is the child's own copy.
        if unsafe { libc::dup2(fd, place) } >= 0 {
            return Ok(());
        }
        match last_errno() {
            Errno::INTR | Errno::BUSY => {}
            errno => return Err(errno),
        }
    }
}

fn place_null(place: RawFd) -> Result<(), Errno> {
    let access = if place == 0 {
        OFlags::RDONLY
    } else {
        OFlags::RDWR
    };
    let null = rustix::fs::open(c"/dev/null", access | OFlags::CLOEXEC, Mode::empty())?;
    // It stays open until the program is run, which closes it.
    place_descriptor(null.into_raw_fd(), place)
}

/// Makes the child another user's. By the system's own calls: those of the C library would do the same
/// to all threads of the parent.
fn set_user(uid: Option<u32>, gid: Option<u32>) -> Result<(), Errno> {
    if uid.is_none() && gid.is_none() {
        return Ok(());
    }
    // Groups of the parent could allow the child too much. Only root can and need give them up.
    // SAFETY: a list of length 0 is not read.
    let _ = unsafe { libc::syscall(libc::SYS_setgroups, 0, ptr::null::<libc::gid_t>()) };
    for (call, id) in [(libc::SYS_setgid, gid), (libc::SYS_setuid, uid)] {
        // SAFETY: only numbers are passed.
        if let Some(id) = id
            && unsafe { libc::syscall(call, id) } != 0
        {
            return Err(last_errno());
        }
    }
    Ok(())
}

/// Becomes the first program that can be run, or says why none can.
fn execute(order: &Order<'_>) -> Errno {
    let mut last = Errno::NOENT;
    let mut was_denied = false;
    for program in order.programs.iter().take_while(|path| !path.is_null()) {
        // SAFETY: all are strings that end with a zero byte, and lists that end with a null.
        unsafe { libc::execve(*program, order.args.as_ptr(), order.env) };
        last = last_errno();
        match last {
            Errno::ACCESS => was_denied = true,
            Errno::NOENT | Errno::NOTDIR => {}
            errno => return errno,
        }
    }
    if was_denied { Errno::ACCESS } else { last }
}

/// All signals are blocked in this thread as long as it lives.
struct Blocked(libc::sigset_t);

impl Blocked {
    fn all_signals() -> Self {
        let mut all = MaybeUninit::uninit();
        let mut before = MaybeUninit::uninit();
        // SAFETY: the calls fill both sets, and do not fail with these arguments.
        unsafe {
            libc::sigfillset(all.as_mut_ptr());
            libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
            Blocked(before.assume_init())
        }
    }
}

impl Drop for Blocked {
    fn drop(&mut self) {
        // SAFETY: the set is the one that was in force before.
        unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, &self.0, ptr::null_mut()) };
    }
}

/// A child that becomes another user's while it has the parent's memory makes that memory secret: no
/// core dump, no debugger. This undoes it when the child has its own, one child at a time.
struct Dumpable {
    before: c_int,
    _turn: std::sync::MutexGuard<'static, ()>,
}

impl Dumpable {
    fn keep() -> Self {
        static TURN: Mutex<()> = Mutex::new(());
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        Dumpable {
            // SAFETY: asks for a number.
            before: unsafe { libc::prctl(libc::PR_GET_DUMPABLE) },
            _turn: turn,
        }
    }
}

impl Drop for Dumpable {
    fn drop(&mut self) {
        if self.before == 1 {
            // SAFETY: sets a number.
            unsafe { libc::prctl(libc::PR_SET_DUMPABLE, 1) };
        }
    }
}

/// Sends a signal to a process, or to a group of them if the number is negative; 0 sends nothing and
/// says whether one could.
pub(crate) fn kill(pid: i32, signum: i32) -> io::Result<()> {
    // SAFETY: only numbers are passed.
    if unsafe { libc::kill(pid, signum) } == 0 {
        return Ok(());
    }
    Err(io::Error::last_os_error())
}

/// Marks every open descriptor to be closed when a program is run.
pub(crate) fn close_all_on_exec() -> io::Result<()> {
    // SAFETY: marks, and closes nothing.
    let result = unsafe { libc::close_range(0, u32::MAX, libc::CLOSE_RANGE_CLOEXEC as c_int) };
    if result == 0 {
        return Ok(());
    }
    Err(io::Error::last_os_error())
}

/// Marks a descriptor, given by its number, to be closed when a program is run.
pub(crate) fn close_on_exec(number: RawFd) -> io::Result<()> {
    // SAFETY: marks, and closes nothing; what is not open is refused.
    let result = unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
    if result == 0 {
        return Ok(());
    }
    Err(io::Error::last_os_error())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(program: &CStr, memory: c_int) -> Result<i32, Option<i32>> {
        let null = std::fs::File::open("/dev/null").unwrap();
        let (pid, pidfd) = spawn_with(
            Plan {
                programs: &[program.into()],
                args: &[program.into()],
                env: None,
                cwd: None,
                // Many, so that the pipe has to get out of their way.
                descriptors: &mut [Some(null.as_raw_fd()); 100],
                new_session: false,
                uid: None,
                gid: None,
                with_pidfd: true,
            },
            memory,
        )
        .map_err(|error| error.raw_os_error())?;
        assert!(pidfd.is_some());
        let (_, status) = waitpid(Some(pid), WaitOptions::empty()).unwrap().unwrap();
        Ok(status.exit_status().unwrap())
    }

    #[test]
    fn errors_are_told_whether_or_not_memory_is_shared() {
        for memory in [0, libc::CLONE_VM, 0, libc::CLONE_VM] {
            assert_eq!(start(c"/bin/true", memory), Ok(0));
            assert_eq!(start(c"/none", memory), Err(Some(libc::ENOENT)));
            assert_eq!(start(c"/", memory), Err(Some(libc::EACCES)));
        }
    }
}
