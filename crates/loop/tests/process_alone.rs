//! What is left of child processes, in the parent and in other children. Alone in its program, for it
//! counts descriptors and children.

mod children;

mod numbers;

use std::os::fd::AsRawFd;
use std::process::Stdio as Std;

use children::{errno, exited, output, sh, state_of};
use numbers::at;
use rondo_loop::process::{Command, Stdio, disable_stdio_inheritance};
use rondo_loop::{Handle, Loop, Mode};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

fn descriptors() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// All children of this process, zombies too.
fn children_left() -> Vec<i32> {
    let mut pids = Vec::new();
    for task in std::fs::read_dir("/proc/self/task").unwrap() {
        // A thread may end meanwhile; its children then are another thread's.
        if let Ok(list) = std::fs::read_to_string(task.unwrap().path().join("children")) {
            pids.extend(
                list.split_whitespace()
                    .map(|pid| pid.parse::<i32>().unwrap()),
            );
        }
    }
    pids
}

fn start_some() {
    let lp = Loop::new().unwrap();
    for _ in 0..5 {
        let stdio = [Stdio::Pipe, Stdio::output(), Stdio::Ignore, Stdio::Pipe];
        Command::new("true")
            .stdio(stdio)
            .spawn(&lp, exited)
            .unwrap();
        assert_eq!(errno(Command::new("/none").stdio(stdio)), libc::ENOENT);
        assert_eq!(
            errno(Command::new("true").stdio([Stdio::Pipe, Stdio::Inherit(at(i32::MAX))])),
            libc::EBADF
        );
        // Not waited for.
        Command::new("true")
            .stdio(stdio)
            .spawn(&lp, |_, _, _| {})
            .unwrap()
            .process
            .close(&lp, |_| {});
    }
    lp.run(Mode::Default);
    // And one that the loop does not wait for.
    Command::new("true").spawn(&lp, exited).unwrap();
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = std::time::Instant::now();
    while !is_so() {
        assert!(start.elapsed().as_secs() < 20, "{what}");
        std::thread::yield_now();
    }
}

fn nothing_is_left() {
    start_some();
    wait_until("children are left", || children_left().is_empty());
    // The thread that waited for them has gone too, with its descriptor.
    let threads = || std::fs::read_dir("/proc/self/task").unwrap().count();
    wait_until("a thread is left", || threads() <= 2);
    let before = descriptors();
    for _ in 0..10 {
        start_some();
    }
    wait_until("zombies are left", || {
        children_left()
            .into_iter()
            .all(|pid| state_of(pid).is_none())
    });
    wait_until("a thread is left", || threads() <= 2);
    assert_eq!(descriptors(), before);
}

/// However many nobody watches any more: one thread waits for them all.
fn one_thread_waits_for_all() {
    let lp = Loop::new().unwrap();
    let running: Vec<_> = (0..60)
        .map(|_| {
            let child = Command::new("cat")
                .stdio([Stdio::Pipe])
                .spawn(&lp, |_, _, _| panic!("closed"));
            let child = child.unwrap();
            child.process.close(&lp, |_| {});
            child
        })
        .collect();
    drop(lp);
    assert_eq!(children_left().len(), 60);
    let waiting = || {
        let tasks = std::fs::read_dir("/proc/self/task").unwrap();
        let names = tasks.map(|task| std::fs::read_to_string(task.unwrap().path().join("comm")));
        names
            .flatten()
            .filter(|name| name == "rondo-reaper\n")
            .count()
    };
    wait_until("one thread waits", || waiting() == 1);
    // The last first: it is not the order that counts.
    running.into_iter().rev().for_each(drop);
    wait_until("children are left", || children_left().is_empty());
    wait_until("the thread is left", || waiting() == 0);
}

fn children_get_no_more_than_they_should() {
    // The list itself is read by a descriptor of the one that reads it: 3, if that is free.
    let list = || output(Command::new("ls").args(["-1", "/proc/self/fd"])).1;
    let _open = [(); 10].map(|()| std::fs::File::open("/dev/null").unwrap());
    let _pair = std::os::unix::net::UnixStream::pair().unwrap();
    let lp = Loop::new().unwrap();
    let _other = Command::new("cat")
        .stdio([Stdio::Pipe; 8])
        .spawn(&lp, exited)
        .unwrap();
    // What this program got from its own parent is passed on.
    let first = list();
    let passed_on = rustix::io::dup(&_open[0]).unwrap();
    assert_eq!(list().lines().count(), first.lines().count() + 1);
    disable_stdio_inheritance();
    assert_eq!(list(), "0\n1\n2\n3\n");
    drop(passed_on);
    let (_, text) = output(&mut sh("echo it can still write"));
    assert_eq!(text, "it can still write\n");
}

fn statuses_are_known_although_this_program_was_started_to_ignore_them() {
    let exe = std::env::current_exe().unwrap();
    let inner = std::process::Command::new("env")
        .arg("--ignore-signal=CHLD")
        .arg(exe)
        .args(["--ignored", "--exact", "statuses"])
        .stdout(Std::piped())
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&inner.stdout);
    assert!(
        inner.status.success() && text.contains("1 passed"),
        "{text}"
    );
}

/// Run by the test below, in a process that ignores the end of its children.
#[test]
#[ignore = "another test starts it"]
fn statuses() {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:\t"))
        .unwrap();
    let bit = 1 << (libc::SIGCHLD - 1);
    assert_ne!(
        u64::from_str_radix(ignored, 16).unwrap() & bit,
        0,
        "it does ignore it"
    );
    for code in [0, 3] {
        assert_eq!(
            output(&mut sh(&format!("exit {code}"))).0.code(),
            Some(code)
        );
    }
}

fn without_descriptors_it_says_so() {
    let lp = Loop::new().unwrap();
    let limit = getrlimit(Resource::Nofile);
    // The next one would be this.
    let lowest = std::fs::File::open("/dev/null").unwrap().as_raw_fd();
    let lower = Rlimit {
        current: Some(lowest as u64),
        ..limit
    };
    setrlimit(Resource::Nofile, lower).unwrap();
    let results = [vec![], vec![Stdio::Pipe; 3]].map(|stdio| {
        let started = Command::new("true").stdio(stdio).spawn(&lp, exited);
        started.map(drop).map_err(|error| error.raw_os_error())
    });
    setrlimit(Resource::Nofile, limit).unwrap();
    assert_eq!(results, [Err(Some(libc::EMFILE)); 2]);
    assert!(!lp.is_alive() && children_left().is_empty());
    assert_eq!(output(&mut sh("echo fine")).1, "fine\n");
}

#[test]
fn alone() {
    nothing_is_left();
    one_thread_waits_for_all();
    without_descriptors_it_says_so();
    children_get_no_more_than_they_should();
    statuses_are_known_although_this_program_was_started_to_ignore_them();
}
