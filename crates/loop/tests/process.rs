//! Child processes, real ones.

mod children;
mod journal;

mod numbers;

use std::cell::{Cell, RefCell};
use std::ffi::OsStr;
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use children::{assert_gone, errno, exited, is_running, output, sh, state_of, stream};
use journal::{Callbacks, Journal};
use numbers::at;
use rondo_loop::process::{Command, Stdio, kill};
use rondo_loop::{Handle, Kind, Loop, Mode, Process, Read as StreamRead, Stream, Timer};
use rustix::process::{Pid, WaitOptions, waitpid};

#[test]
fn how_it_ended_is_told() {
    for (script, code, signal) in [
        ("exit 0", Some(0), None),
        ("exit 7", Some(7), None),
        ("exit 255", Some(255), None),
        ("kill -TERM $$", None, Some(15)),
        ("kill -KILL $$", None, Some(9)),
    ] {
        let (status, _) = output(&mut sh(script));
        assert_eq!((status.code(), status.signal()), (code, signal), "{script}");
    }
}

#[test]
fn arguments_and_what_it_was_called() {
    let show = "tr '\\0' '|' </proc/$$/cmdline";
    let (_, text) = output(
        Command::new("sh")
            .arg0("-other")
            .args(["-c", show, "a b", ""]),
    );
    assert_eq!(text, format!("-other|-c|{show}|a b||"));
    let (_, text) = output(Command::new("echo").arg("one").args(["two", "*"]));
    assert_eq!(text, "one two *\n");
}

#[test]
fn the_environment() {
    let (_, text) = output(Command::new("/usr/bin/env").env_exactly([("A", "1"), ("B", "x=y")]));
    assert_eq!(text, "A=1\nB=x=y\n");
    let (_, text) = output(Command::new("env").env_exactly([("A", "1")]));
    assert_eq!(text, "A=1\n", "it is found without a PATH");
    let nothing: [(&str, &str); 0] = [];
    let (_, text) = output(Command::new("env").env_exactly(nothing));
    assert_eq!(text, "");
    let mut with = Command::new("env");
    with.env("RONDO_NEW", "1")
        .env("RONDO_NEW", "2")
        .env("HOME", "/there")
        .env("RONDO_OLD", "1")
        .env_remove("RONDO_OLD");
    let (_, text) = output(&mut with);
    let lines: Vec<_> = text.lines().collect();
    assert!(!text.contains("RONDO_OLD"));
    assert!(lines.contains(&"RONDO_NEW=2") && lines.contains(&"HOME=/there"));
    assert!(
        lines.iter().any(|line| line.starts_with("PATH=")),
        "the rest is the parent's"
    );
    assert_eq!(
        lines
            .iter()
            .filter(|line| line.starts_with("HOME="))
            .count(),
        1
    );
}

#[test]
fn the_program_is_looked_for_in_the_childs_path_and_directory() {
    let dir = children::Dir::new();
    dir.script("first/tool", "echo first");
    dir.script("second/tool", "echo second");
    dir.script("second/only", "echo only");
    dir.file("denied/only", 0o644);
    dir.file("denied/never", 0o644);
    let path = ["denied", "missing", "first/tool", "first", "second"]
        .map(|name| dir.at(name).into_os_string().into_string().unwrap())
        .join(":");
    let with_path = |name: &str| {
        let mut command = Command::new(name);
        command.env("PATH", &path);
        command
    };
    assert_eq!(output(&mut with_path("tool")).1, "first\n");
    assert_eq!(
        output(&mut with_path("only")).1,
        "only\n",
        "a file that cannot be run is passed by"
    );
    assert_eq!(errno(&mut with_path("never")), libc::EACCES);
    assert_eq!(errno(&mut with_path("absent")), libc::ENOENT);
    assert_eq!(
        output(Command::new("./tool").current_dir(dir.at("second"))).1,
        "second\n"
    );
    let (_, text) = output(
        Command::new("tool")
            .env("PATH", ":/none")
            .current_dir(dir.at("first")),
    );
    assert_eq!(text, "first\n", "an empty entry is the current directory");
    let (_, text) = output(Command::new("pwd").current_dir("/usr"));
    assert_eq!(text, "/usr\n");
}

#[test]
fn what_cannot_be_started_is_told_at_once() {
    let dir = children::Dir::new();
    dir.file("plain", 0o644);
    dir.file("no-format", 0o755);
    let plain = dir.at("plain");
    let start = |path: &dyn AsRef<OsStr>| Command::new(path.as_ref());
    let cases = [
        ("no file", start(&"/none/at/all"), libc::ENOENT),
        ("no name", start(&"rondo-no-such-program"), libc::ENOENT),
        ("empty name", start(&""), libc::ENOENT),
        ("not executable", start(&plain), libc::EACCES),
        ("a directory", start(&dir.0), libc::EACCES),
        ("below a file", start(&plain.join("x")), libc::ENOTDIR),
        ("no program", start(&dir.at("no-format")), libc::ENOEXEC),
        ("long name", start(&"x".repeat(300)), libc::ENAMETOOLONG),
    ];
    for (name, mut command, expected) in cases {
        // Not the parent's, which may have directories that it may not look into.
        command.env("PATH", "/usr/bin:/bin");
        assert_eq!(errno(&mut command), expected, "{name}");
    }
    let start = || Command::new("true");
    assert_eq!(errno(start().arg("x".repeat(1 << 22))), libc::E2BIG);
    assert_eq!(errno(start().arg("a\0b")), libc::EINVAL);
    assert_eq!(errno(start().current_dir("/none")), libc::ENOENT);
    assert_eq!(errno(start().current_dir(&plain)), libc::ENOTDIR);
    assert_eq!(
        errno(start().stdio([Stdio::Inherit(at(99_999))])),
        libc::EBADF
    );
}

#[test]
fn signals_are_neither_ignored_nor_blocked_in_the_child() {
    let ignored = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap();
        u64::from_str_radix(line.split_whitespace().nth(1).unwrap(), 16).unwrap()
    };
    let own = std::fs::read_to_string("/proc/self/status").unwrap();
    assert_ne!(ignored(&own, "SigIgn"), 0, "this program ignores SIGPIPE");
    let (_, text) = output(Command::new("cat").arg("/proc/self/status"));
    assert_eq!((ignored(&text, "SigIgn"), ignored(&text, "SigBlk")), (0, 0));
    assert_eq!(ignored(&text, "SigCgt"), 0);
}

#[test]
fn one_that_ignores_a_signal_is_ended_by_another() {
    let lp = Loop::new().unwrap();
    let signal = Rc::new(Cell::new(None));
    let seen = signal.clone();
    let mut child = sh("trap '' TERM; echo ready; read line; echo still $line; read line")
        .stdio([Stdio::Pipe, Stdio::Pipe])
        .spawn(&lp, move |_, _, status| seen.set(status.unwrap().signal()))
        .unwrap();
    let (mut input, mut text) = (stream(&mut child, 0), stream(&mut child, 1));
    let mut expect = |expected: &str| {
        let mut bytes = vec![0; expected.len()];
        text.read_exact(&mut bytes).unwrap();
        assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    };
    expect("ready\n");
    let process = child.process;
    process.kill(&lp, 0).unwrap();
    process.kill(&lp, libc::SIGTERM).unwrap();
    input.write_all(b"here\n").unwrap();
    expect("still here\n");
    assert!(process.is_active(&lp));
    process.kill(&lp, libc::SIGKILL).unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(signal.get(), Some(9));
    assert!(!process.is_active(&lp) && !process.is_closing(&lp));
    assert_eq!(
        process.kill(&lp, 0).unwrap_err().raw_os_error(),
        Some(libc::ESRCH)
    );
    assert!(process.pid(&lp).is_some(), "its number is still known");
    process.close(&lp, |_| {});
    assert_eq!(
        process.kill(&lp, 9).unwrap_err().raw_os_error(),
        Some(libc::ESRCH)
    );
    assert_eq!(process.pid(&lp), None);
}

#[test]
fn signals_that_there_are_not_are_refused() {
    let lp = Loop::new().unwrap();
    let child = Command::new("cat")
        .stdio([Stdio::Pipe])
        .spawn(&lp, exited)
        .unwrap();
    for signum in [-1, 65, 1000] {
        let error = child.process.kill(&lp, signum).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::EINVAL));
    }
    let own = std::process::id() as i32;
    assert!(kill(own, 0).is_ok());
    assert_eq!(
        kill(i32::MAX, 0).unwrap_err().raw_os_error(),
        Some(libc::ESRCH)
    );
    drop(child);
    lp.run(Mode::Default);
}

/// What /proc says of a process. In a container both can be 0, for leaders
/// that live outside of it: `rustix::process::getsid` does not expect that.
fn group_and_session(pid: i32) -> (i32, i32) {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let (_, after_name) = stat.rsplit_once(") ").unwrap();
    let mut numbers = after_name
        .split(' ')
        .skip(2)
        .map(|field| field.parse().unwrap());
    (numbers.next().unwrap(), numbers.next().unwrap())
}

#[test]
fn a_detached_one_leads_a_session_and_group_of_its_own() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let start = |detached: bool| {
        let log = journal.clone();
        let mut child = sh("echo ready; sleep 1000 & wait")
            .stdio([Stdio::Ignore, Stdio::Pipe])
            .detached(detached)
            .spawn(&lp, move |_, _, status| {
                log.add(format!("{:?}", status.unwrap().signal()))
            })
            .unwrap();
        let mut output = stream(&mut child, 1);
        output.read_exact(&mut [0; 6]).unwrap();
        (
            child.process,
            Pid::from_raw(child.process.pid(&lp).unwrap()).unwrap(),
            output,
        )
    };
    let (_, leader, mut output) = start(true);
    let own = leader.as_raw_pid();
    assert_eq!(group_and_session(own), (own, own));
    kill(-leader.as_raw_pid(), libc::SIGTERM).unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["Some(15)"]);
    // Its own child was in the group too: nobody has the pipe any more.
    assert_eq!(output.read(&mut [0]).unwrap(), 0);

    let (process, member, _output) = start(false);
    assert_eq!(
        group_and_session(member.as_raw_pid()),
        group_and_session(std::process::id() as i32)
    );
    children::kill_tree(member);
    assert!(!lp.run(Mode::Default) && !process.is_active(&lp));
}

#[test]
fn user_and_group() {
    if !rustix::process::getuid().is_root() {
        eprintln!("SKIPPED in part: only root can become another user");
        assert_eq!(errno(Command::new("true").uid(0)), libc::EPERM);
        assert_eq!(errno(Command::new("true").gid(0)), libc::EPERM);
        return;
    }
    let show = "id -u; id -g; id -G";
    assert_eq!(
        output(sh(show).uid(65534).gid(65533)).1,
        "65534\n65533\n65533\n"
    );
    assert_eq!(output(sh(show).gid(65533)).1, "0\n65533\n65533\n");
    assert_eq!(output(sh("id -u").uid(65534)).1, "65534\n");
    let dir = children::Dir::new();
    dir.script("mine", "true");
    std::fs::set_permissions(
        dir.at("mine"),
        std::os::unix::fs::PermissionsExt::from_mode(0o700),
    )
    .unwrap();
    assert_eq!(errno(Command::new(dir.at("mine")).uid(65534)), libc::EACCES);
    let dumpable = rustix::process::dumpable_behavior().unwrap();
    assert_eq!(
        dumpable,
        rustix::process::DumpableBehavior::Dumpable,
        "the parent is as before"
    );
    assert!(rustix::process::getuid().is_root() && rustix::process::geteuid().is_root());
}

#[test]
fn many_at_once() {
    let lp = Loop::new().unwrap();
    let ended = Rc::new(RefCell::new(Vec::new()));
    let mut pids = Vec::new();
    for code in 0..150 {
        let ended = ended.clone();
        let child = sh(&format!("exit {code}"))
            .spawn(&lp, move |lp, process, status| {
                ended.borrow_mut().push(status.unwrap().code().unwrap());
                process.close(lp, |_| {});
            })
            .unwrap();
        pids.push(child.process.pid(&lp).unwrap());
    }
    assert!(!lp.run(Mode::Default));
    ended.borrow_mut().sort_unstable();
    assert_eq!(*ended.borrow(), Vec::from_iter(0..150));
    for pid in pids {
        assert_ne!(state_of(pid), Some('Z'));
    }
}

#[test]
fn it_can_be_closed_at_any_time() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    // While it runs: no call, and yet it is waited for.
    let child = Command::new("cat")
        .stdio([Stdio::Pipe])
        .spawn(&lp, |_, _, _| panic!("closed"))
        .unwrap();
    let pid = child.process.pid(&lp).unwrap();
    let log = journal.clone();
    child.process.close(&lp, move |_| log.add("closed"));
    child.process.close(&lp, |_| panic!("closed twice"));
    assert!(!child.process.is_active(&lp) && child.process.is_closing(&lp));
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["closed"]);
    assert!(is_running(pid), "it goes on");
    drop(child);
    assert_gone(pid);
    // When it has ended, and the loop does not know yet.
    let child = Command::new("true")
        .spawn(&lp, |_, _, _| panic!("closed"))
        .unwrap();
    let pid = child.process.pid(&lp).unwrap();
    while state_of(pid) != Some('Z') {
        std::thread::yield_now();
    }
    child.process.close(&lp, |_| {});
    assert_eq!(state_of(pid), None);
    // In another callback of the turn in which its end is known, in its own, and afterwards.
    let both: [_; 2] = [(); 2].map(|()| Command::new("true").spawn(&lp, exited).unwrap().process);
    lp.run(Mode::Default);
    assert!(both.iter().all(|process| process.is_closing(&lp)));
    let child = Command::new("true").spawn(&lp, |_, _, _| {}).unwrap();
    assert!(!lp.run(Mode::Default));
    child.process.close(&lp, |_| {});
    assert!(!lp.run(Mode::Default));
}

#[test]
fn one_callback_closes_another_child() {
    let lp = Loop::new().unwrap();
    let all: Rc<RefCell<Vec<Process>>> = Rc::default();
    let calls = Rc::new(Cell::new(0));
    for _ in 0..10 {
        let (others, calls) = (all.clone(), calls.clone());
        let child = Command::new("true")
            .spawn(&lp, move |lp, _, _| {
                calls.set(calls.get() + 1);
                others
                    .borrow()
                    .iter()
                    .for_each(|process| process.close(lp, |_| {}));
            })
            .unwrap();
        all.borrow_mut().push(child.process);
    }
    let pids: Vec<_> = all
        .borrow()
        .iter()
        .map(|process| process.pid(&lp).unwrap())
        .collect();
    assert!(!lp.run(Mode::Default));
    assert_eq!(calls.get(), 1);
    pids.into_iter().for_each(assert_gone);
}

#[test]
fn it_is_waited_for_when_the_loop_is_gone() {
    let mut kept = Vec::new();
    for _ in 0..3 {
        let lp = Loop::new().unwrap();
        let child = Command::new("cat")
            .stdio([Stdio::Pipe])
            .spawn(&lp, |_, _, _| panic!("no loop"))
            .unwrap();
        kept.push((child.process.pid(&lp).unwrap(), child));
    }
    for (pid, child) in kept {
        assert!(is_running(pid));
        drop(child);
        assert_gone(pid);
    }
}

#[test]
fn it_keeps_the_loop_alive_unless_told_otherwise() {
    let lp = Loop::new().unwrap();
    let called = Rc::new(Cell::new(false));
    let seen = called.clone();
    let child = Command::new("cat")
        .stdio([Stdio::Pipe])
        .spawn(&lp, move |_, _, _| seen.set(true))
        .unwrap();
    assert!(lp.is_alive());
    child.process.unref(&lp);
    assert!(!lp.run(Mode::Default) && !called.get());
    child.process.ref_(&lp);
    drop(child);
    assert!(!lp.run(Mode::Default) && called.get());
}

#[test]
fn a_panic_in_a_callback_loses_nothing() {
    let lp = Loop::new().unwrap();
    let count = Rc::new(Cell::new(0));
    for _ in 0..3 {
        let count = count.clone();
        Command::new("true")
            .spawn(&lp, move |lp, process, _| {
                process.close(lp, |_| {});
                count.set(count.get() + 1);
                panic!("on purpose");
            })
            .unwrap();
    }
    for so_far in 1..=3 {
        assert!(catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).is_err());
        assert_eq!(count.get(), so_far);
    }
    assert!(!lp.run(Mode::Default));
    assert_eq!(output(Command::new("echo").arg("fine")).1, "fine\n");
}

#[test]
fn one_that_somebody_else_waited_for_is_reported() {
    let lp = Loop::new().unwrap();
    let code = Rc::new(Cell::new(None));
    let seen = code.clone();
    let child = Command::new("true")
        .spawn(&lp, move |_, _, status| {
            seen.set(status.unwrap_err().raw_os_error())
        })
        .unwrap();
    let pid = Pid::from_raw(child.process.pid(&lp).unwrap());
    waitpid(pid, WaitOptions::empty()).unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(code.get(), Some(libc::ECHILD));
}

#[test]
fn observers_see_who_started_it() {
    let lp = Loop::new().unwrap();
    let seen = Callbacks::watch(&lp);
    let timer = Timer::new(&lp, |lp, _| {
        Command::new("true").spawn(lp, |_, _, _| {}).unwrap();
    });
    timer.start(&lp, 1, 0);
    lp.run(Mode::Default);
    assert_eq!(seen.take(), [(Kind::Timer, 1, 0), (Kind::Process, 2, 1)]);
}

#[test]
fn what_a_child_wrote_is_read_before_its_end_is_told() {
    let lp = Loop::new().unwrap();
    let journal = Rc::new(RefCell::new(Vec::new()));
    let told = journal.clone();
    let mut child = sh("echo words")
        .stdio([Stdio::Ignore, Stdio::Pipe, Stdio::Ignore])
        .spawn(&lp, move |lp, process, _| {
            told.borrow_mut().push("ended");
            process.close(lp, |_| {});
        })
        .unwrap();
    let output = child.pipe(&lp, 1).unwrap();
    let read = journal.clone();
    output
        .read_start(&lp, move |lp, output, what| match what {
            StreamRead::Data(_) => read.borrow_mut().push("data"),
            _ => {
                read.borrow_mut().push("end of output");
                output.close(lp, |_| {});
            }
        })
        .unwrap();
    // By the time the loop looks, both are to be told.
    let pid = child.process.pid(&lp).unwrap();
    while state_of(pid) != Some('Z') {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    lp.run(Mode::Default);
    assert_eq!(*journal.borrow(), ["data", "ended", "end of output"]);
}
