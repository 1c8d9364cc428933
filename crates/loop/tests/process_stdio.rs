//! What child processes get as their descriptors.

mod children;
mod journal;

mod numbers;

use std::cell::Cell;
use std::io::{Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::net::UnixStream;

use children::{exited, sh, stream};
use journal::Journal;
use numbers::at;
use rondo_loop::process::{Command, Stdio};
use rondo_loop::{Handle, Loop, Mode, Read as StreamRead, Stream};

#[test]
fn input_and_output_by_pipes() {
    let lp = Loop::new().unwrap();
    let mut child = sh("tr a-z A-Z; echo error >&2; cat <&3 >&3")
        .stdio([Stdio::Pipe; 4])
        .spawn(&lp, exited)
        .unwrap();
    let [mut input, mut text, mut error, mut both] = [0, 1, 2, 3].map(|i| stream(&mut child, i));
    input.write_all(b"shout").unwrap();
    drop(input);
    both.write_all(b"and back").unwrap();
    both.shutdown(std::net::Shutdown::Write).unwrap();
    lp.run(Mode::Default);
    let read = |stream: &mut UnixStream| {
        let mut all = String::new();
        stream.read_to_string(&mut all).unwrap();
        all
    };
    assert_eq!(read(&mut text), "SHOUT");
    assert_eq!(read(&mut error), "error\n");
    assert_eq!(read(&mut both), "and back");
}

#[test]
fn pipes_are_streams_of_the_loop() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let log = journal.clone();
    let mut child = sh("tr a-z A-Z; exit 3")
        .stdio([Stdio::Pipe, Stdio::Pipe])
        .spawn(&lp, move |lp, process, status| {
            log.add(format!("exit {:?}", status.unwrap().code()));
            process.close(lp, |_| {});
        })
        .unwrap();
    let input = child.pipe(&lp, 0).unwrap();
    let output = child.pipe(&lp, 1).unwrap();
    assert!(child.pipe(&lp, 0).is_none() && child.pipe(&lp, 2).is_none());
    input
        .write(&lp, vec![b'x'; 300_000], |_, result| result.unwrap())
        .unwrap();
    input
        .shutdown(&lp, move |lp, result| {
            result.unwrap();
            input.close(lp, |_| {});
        })
        .unwrap();
    let (log, received) = (journal.clone(), Cell::new(0));
    output
        .read_start(&lp, move |lp, output, read| match read {
            StreamRead::Data(bytes) => {
                assert!(bytes.iter().all(|byte| *byte == b'X'));
                received.set(received.get() + bytes.len());
            }
            end => {
                log.add(format!("{end:?} after {}", received.get()));
                output.close(lp, |_| {});
            }
        })
        .unwrap();
    assert!(!lp.run(Mode::Default));
    let mut lines = journal.take();
    lines.sort();
    assert_eq!(lines, ["End after 300000", "exit Some(3)"]);
}

#[test]
fn a_stream_can_be_given_to_a_child() {
    let lp = Loop::new().unwrap();
    let (ours, theirs) = rondo_loop::Pipe::pair(&lp).unwrap();
    sh("echo hello")
        .stdio([
            Stdio::Ignore,
            Stdio::Inherit(at(theirs.fileno(&lp).unwrap())),
        ])
        .spawn(&lp, exited)
        .unwrap();
    theirs.close(&lp, |_| {});
    let journal = Journal::default();
    let log = journal.clone();
    ours.read_start(&lp, move |lp, ours, read| match read {
        StreamRead::Data(bytes) => log.add(String::from_utf8_lossy(bytes)),
        _ => ours.close(lp, |_| {}),
    })
    .unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["hello\n"]);
}

#[test]
fn the_parents_ends_do_not_block_and_the_childs_do() {
    let lp = Loop::new().unwrap();
    let mut child = sh("grep -h flags /proc/self/fdinfo/0 /proc/self/fdinfo/2 >&3")
        .stdio([
            Stdio::Pipe,
            Stdio::Ignore,
            Stdio::NonblockingPipe,
            Stdio::Pipe,
        ])
        .spawn(&lp, exited)
        .unwrap();
    assert_eq!(child.stdio.len(), 4);
    assert!(child.stdio[1].is_none());
    for end in [0, 2, 3] {
        let end = child.stdio[end].as_ref().unwrap();
        let flags = rustix::fs::fcntl_getfl(end).unwrap();
        assert!(flags.contains(rustix::fs::OFlags::NONBLOCK));
        let flags = rustix::io::fcntl_getfd(end).unwrap();
        assert!(flags.contains(rustix::io::FdFlags::CLOEXEC));
    }
    lp.run(Mode::Default);
    let mut text = String::new();
    stream(&mut child, 3).read_to_string(&mut text).unwrap();
    let flags = text.lines().map(|line| {
        let number = line.split_whitespace().nth(1).unwrap();
        i32::from_str_radix(number, 8).unwrap() & libc::O_NONBLOCK != 0
    });
    assert_eq!(Vec::from_iter(flags), [false, true]);
}

#[test]
fn what_is_ignored_goes_nowhere() {
    let show = "all=$(readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2); echo \"$all\" >&3; test -e /proc/$$/fd/4; echo $? >&3; echo x && echo y >&2";
    let lp = Loop::new().unwrap();
    let mut child = sh(show)
        .stdio([
            Stdio::Ignore,
            Stdio::Ignore,
            Stdio::Ignore,
            Stdio::Pipe,
            Stdio::Ignore,
        ])
        .spawn(&lp, |lp, process, status| {
            assert!(
                status.unwrap().success(),
                "what is written to nowhere is taken"
            );
            process.close(lp, |_| {});
        })
        .unwrap();
    lp.run(Mode::Default);
    let mut text = String::new();
    stream(&mut child, 3).read_to_string(&mut text).unwrap();
    assert_eq!(text, "/dev/null\n/dev/null\n/dev/null\n1\n");
}

/// Files are told apart by their content: each child reads them all by number.
#[test]
fn descriptors_get_where_they_belong() {
    let dir = children::Dir::new();
    let files: Vec<_> = (0..12)
        .map(|number| {
            let path = dir.at(&format!("{number}"));
            std::fs::write(&path, format!("<{number}>")).unwrap();
            std::fs::File::open(&path).unwrap()
        })
        .collect();
    let fds: Vec<_> = files.iter().map(|file| file.as_raw_fd()).collect();
    let lowest = *fds.iter().min().unwrap();
    // By place in the child: 1 is the output, the others are numbers of files.
    let orders: [Vec<usize>; 4] = [
        (0..12).collect(),
        (0..12).rev().collect(),
        vec![3; 12],
        [5, 9, 0, 1, 2, 3, 4, 6, 7, 8, 11, 10].into(),
    ];
    for order in orders {
        // Enough places that they and the parent's numbers overlap in every way.
        let count = lowest as usize + 12;
        let mut stdio = vec![Stdio::Ignore; count];
        for place in 2..count {
            stdio[place] = Stdio::Inherit(at(fds[order[place % 12]]));
        }
        let expected: String = (2..count)
            .map(|place| format!("<{}>", order[place % 12]))
            .collect();
        stdio[1] = Stdio::Pipe;
        let lp = Loop::new().unwrap();
        let mut child = Command::new("bash")
            .args([
                "-c",
                &format!("for i in `seq 2 {}`; do cat /dev/fd/$i; done", count - 1),
            ])
            .stdio(stdio)
            .spawn(&lp, exited)
            .unwrap();
        lp.run(Mode::Default);
        let mut text = String::new();
        stream(&mut child, 1).read_to_string(&mut text).unwrap();
        assert_eq!(text, expected);
    }
}

#[test]
fn output_and_error_can_be_swapped_or_the_same() {
    let lp = Loop::new().unwrap();
    let (ours, theirs) = UnixStream::pair().unwrap();
    let mut child = sh("echo out; echo error >&2")
        .stdio([
            Stdio::Ignore,
            Stdio::Inherit(theirs.as_fd()),
            Stdio::Inherit(theirs.as_fd()),
        ])
        .spawn(&lp, exited)
        .unwrap();
    assert!(child.stdio.iter().all(Option::is_none));
    lp.run(Mode::Default);
    drop(theirs);
    let mut text = String::new();
    (&ours).read_to_string(&mut text).unwrap();
    assert_eq!(text, "out\nerror\n");
    // In the child, the inner one swaps what it has as 3 and 4.
    child = sh("exec 3>&1 4>&2; (echo out; echo error >&2) 1>&4 2>&3")
        .stdio([Stdio::Ignore, Stdio::Pipe, Stdio::Pipe])
        .spawn(&lp, exited)
        .unwrap();
    lp.run(Mode::Default);
    for (end, expected) in [(1, "error\n"), (2, "out\n")] {
        text.clear();
        stream(&mut child, end).read_to_string(&mut text).unwrap();
        assert_eq!(text, expected);
    }
}

#[test]
fn an_inherited_standard_descriptor_is_made_to_block() {
    let (ours, _theirs) = UnixStream::pair().unwrap();
    ours.set_nonblocking(true).unwrap();
    let lp = Loop::new().unwrap();
    Command::new("true")
        .stdio([Stdio::Inherit(ours.as_fd())])
        .spawn(&lp, exited)
        .unwrap();
    let flags = rustix::fs::fcntl_getfl(&ours).unwrap();
    assert!(!flags.contains(rustix::fs::OFlags::NONBLOCK));
    lp.run(Mode::Default);
}

/// If a child got the other end of another one's pipe, that one would wait for ever for the end of its
/// input.
#[test]
fn several_threads_start_children_that_do_not_see_each_others_pipes() {
    let threads = [(); 4].map(|()| {
        std::thread::spawn(|| {
            for _ in 0..25 {
                let lp = Loop::new().unwrap();
                let mut child = Command::new("cat")
                    .stdio([Stdio::Pipe; 2])
                    .spawn(&lp, exited)
                    .unwrap();
                stream(&mut child, 0).write_all(b"x").unwrap();
                drop(child);
                assert!(!lp.run(Mode::Default));
            }
        })
    });
    for thread in threads {
        thread.join().unwrap();
    }
}
