//! Pipes and Unix sockets: names, data, descriptors that go along.

mod journal;
mod talk;

use std::cell::{Cell, RefCell};
use std::io::{IoSlice, Read as _, Write as _};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::rc::Rc;

use journal::Journal;
use rondo_loop::tty::DescriptorKind;
use rondo_loop::{Chunk, Handle, Loop, Mode, Pipe, Read, ReadInto, Reader, Stream, Tcp, Timer};
use talk::{code, collect};

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("rondo-pipe-{}-{name}", std::process::id()))
}

/// A handle that is connected with a socket of the standard library.
fn connected(lp: &Loop) -> (Pipe, UnixStream) {
    let (ours, theirs) = UnixStream::pair().unwrap();
    (Pipe::open(lp, ours).unwrap(), theirs)
}

fn listen_and_talk(name: &std::ffi::OsStr) {
    let lp = Loop::new().unwrap();
    let server = Pipe::new(&lp);
    server.bind(&lp, name).unwrap();
    assert_eq!(server.local_name(&lp).unwrap(), name);
    assert_eq!(code(server.bind(&lp, name)), 22);
    let heard = Rc::new(RefCell::new(None));
    let hears = heard.clone();
    server
        .listen(&lp, 8, move |lp, server, connection| {
            *hears.borrow_mut() = Some(collect(lp, connection.unwrap()));
            server.close(lp, |_| {});
        })
        .unwrap();
    let client = Pipe::new(&lp);
    let expected = name.to_owned();
    client
        .connect(&lp, name, move |lp, result| {
            result.unwrap();
            assert_eq!(client.peer_name(lp).unwrap(), expected);
            assert_eq!(client.local_name(lp).unwrap(), "");
            client
                .shutdown(lp, move |lp, _| client.close(lp, |_| {}))
                .unwrap();
        })
        .unwrap();
    client
        .write(&lp, "early", |_, result| result.unwrap())
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(*heard.take().unwrap().borrow(), b"early");
}

#[test]
fn a_name_can_be_a_path() {
    let path = path("listen");
    listen_and_talk(path.as_os_str());
    assert!(!path.exists(), "it goes with the handle");
}

#[test]
fn a_name_can_be_abstract() {
    let name = format!("\0rondo-{}\0with zero", std::process::id());
    listen_and_talk(std::ffi::OsStr::new(&name));
}

#[test]
fn the_system_can_choose_a_name() {
    let lp = Loop::new().unwrap();
    let pipe = Pipe::new(&lp);
    pipe.bind(&lp, "").unwrap();
    assert_eq!(pipe.local_name(&lp).unwrap().as_bytes()[0], 0);
}

#[test]
fn names_that_cannot_be_are_refused() {
    let lp = Loop::new().unwrap();
    let pipe = Pipe::new(&lp);
    let long = "x".repeat(109);
    assert_eq!(code(pipe.bind(&lp, &long)), 22);
    assert_eq!(code(pipe.connect(&lp, &long, |_, _| {})), 22);
    assert_eq!(code(pipe.connect(&lp, "", |_, _| {})), 22);
    assert_eq!(code(pipe.bind(&lp, "zero\0inside")), 22);
    assert_eq!(code(pipe.bind(&lp, path("none").join("x"))), 13);
    assert_eq!(code(pipe.listen(&lp, 1, |_, _, _| {})), 22);
    assert_eq!(code(pipe.local_name(&lp)), 9);
    let taken = path("taken");
    let _listener = UnixListener::bind(&taken).unwrap();
    assert_eq!(code(pipe.bind(&lp, &taken)), 98);
    std::fs::remove_file(taken).unwrap();
}

#[test]
fn a_name_where_nobody_listens_is_told_later() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let pipe = Pipe::new(&lp);
    let log = journal.clone();
    pipe.connect(&lp, path("nobody"), move |lp, result| {
        log.add(format!("{}", code(result)));
        pipe.close(lp, |_| {});
    })
    .unwrap();
    assert!(journal.take().is_empty());
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["2"]);
}

#[test]
fn all_users_can_be_let_in() {
    let lp = Loop::new().unwrap();
    let path = path("chmod");
    let pipe = Pipe::new(&lp);
    assert_eq!(code(pipe.chmod(&lp, true, true)), 9);
    pipe.bind(&lp, &path).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o700)).unwrap();
    assert_eq!(code(pipe.chmod(&lp, false, false)), 22);
    let mode = || std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    pipe.chmod(&lp, true, false).unwrap();
    assert_eq!(mode(), 0o444);
    pipe.chmod(&lp, true, true).unwrap();
    assert_eq!(mode(), 0o666);
    pipe.close(&lp, |_| {});
    lp.run(Mode::Default);
    assert!(!path.exists());
}

#[test]
fn a_one_way_pipe_goes_one_way() {
    let lp = Loop::new().unwrap();
    let (reader, writer) = Pipe::one_way(&lp).unwrap();
    assert!(reader.is_readable(&lp) && !reader.is_writable(&lp));
    assert!(writer.is_writable(&lp) && !writer.is_readable(&lp));
    assert_eq!(code(reader.write(&lp, "x", |_, _| {})), 32);
    assert_eq!(code(writer.read_start(&lp, |_, _, _| {})), 107);
    let all = collect(&lp, reader);
    let mut expected = Vec::new();
    for part in 0..50u8 {
        let pieces = (0..20).map(|piece| vec![part ^ piece; 1013]);
        expected.extend(pieces.clone().flatten());
        writer
            .write_vectored(&lp, pieces.map(Chunk::from).collect(), |_, result| {
                result.unwrap()
            })
            .unwrap();
    }
    assert!(writer.write_queue_size(&lp) > 500_000);
    let closes = move |lp: &Loop, result: std::io::Result<()>| {
        assert_eq!(code(result), 88, "only sockets have two sides");
        writer.close(lp, |_| {});
    };
    writer.shutdown(&lp, closes).unwrap();
    lp.run(Mode::Default);
    assert!(*all.borrow() == expected);
}

#[test]
fn a_pipe_that_keeps_messages_apart_is_read_to_its_end() {
    let lp = Loop::new().unwrap();
    let flags = rustix::pipe::PipeFlags::DIRECT | rustix::pipe::PipeFlags::CLOEXEC;
    let (reader, writer) = rustix::pipe::pipe_with(flags).unwrap();
    for message in ["one", "two", "end"] {
        rustix::io::write(&writer, message.as_bytes()).unwrap();
    }
    let journal = Journal::default();
    let log = journal.clone();
    let pipe = Pipe::open(&lp, reader).unwrap();
    pipe.read_start(&lp, move |lp, pipe, read| {
        let Read::Data(bytes) = read else {
            panic!("{read:?}");
        };
        log.add(String::from_utf8_lossy(bytes));
        if bytes == b"end" {
            pipe.close(lp, |_| {});
        }
    })
    .unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["one", "two", "end"]);
}

#[test]
fn an_opened_pipe_is_what_it_was() {
    let lp = Loop::new().unwrap();
    let (reader, writer) = std::io::pipe().unwrap();
    let reader = Pipe::open(&lp, reader).unwrap();
    let writer = Pipe::open(&lp, writer).unwrap();
    assert!(reader.is_readable(&lp) && !reader.is_writable(&lp));
    let all = collect(&lp, reader);
    assert_eq!(writer.try_write(&lp, b"one ").unwrap(), 4);
    let pieces = [IoSlice::new(b"two "), IoSlice::new(b"three")];
    assert_eq!(writer.try_write_vectored(&lp, &pieces).unwrap(), 9);
    writer.close(&lp, |_| {});
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"one two three");
}

#[test]
fn a_reader_can_have_buffers_of_its_own() {
    struct Own {
        free: Vec<Vec<u8>>,
        all: Rc<RefCell<Vec<u8>>>,
        journal: Journal,
    }
    impl Reader<Pipe> for Own {
        type Buffer = Vec<u8>;
        fn buffer(&mut self, _: &Loop, _: Pipe) -> Vec<u8> {
            self.free.pop().unwrap_or_default()
        }
        fn read(&mut self, lp: &Loop, pipe: Pipe, buffer: Vec<u8>, what: ReadInto) {
            match what {
                ReadInto::Data(count) => {
                    self.all.borrow_mut().extend(&buffer[..count]);
                    self.free.push(buffer);
                }
                ReadInto::End => pipe.close(lp, |_| {}),
                ReadInto::Failed(error) => {
                    self.journal
                        .add(format!("{}", error.raw_os_error().unwrap()));
                    pipe.read_stop(lp);
                }
            }
        }
        fn unused(&mut self, _: &Loop, _: Pipe, buffer: Vec<u8>) {
            self.free.push(buffer);
        }
    }
    let lp = Loop::new().unwrap();
    let (pipe, mut peer) = connected(&lp);
    peer.write_all(b"0123456789").unwrap();
    drop(peer);
    let (all, journal) = (Rc::new(RefCell::new(Vec::new())), Journal::default());
    let own = |free| Own {
        free,
        all: all.clone(),
        journal: journal.clone(),
    };
    pipe.read_start_into(&lp, own(Vec::new())).unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["105"], "there is no room");
    pipe.read_start_into(&lp, own(vec![vec![0; 3]])).unwrap();
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"0123456789");
}

#[test]
fn descriptors_go_along_with_data() {
    let lp = Loop::new().unwrap();
    let (left, right) = Pipe::pair(&lp).unwrap();
    let (reader, mut writer) = std::io::pipe().unwrap();
    let refused = left.write_passing(&lp, "x", reader.try_clone().unwrap(), |_, _| {});
    assert_eq!(code(refused), 22);
    left.set_passing(&lp, true);
    right.set_passing(&lp, true);
    let tcp = Tcp::new(&lp);
    tcp.bind(&lp, "127.0.0.1:0".parse().unwrap()).unwrap();
    let address = tcp.local_address(&lp).unwrap();

    let no_data = left.write_passing(&lp, "", reader.try_clone().unwrap(), |_, _| {});
    assert_eq!(code(no_data), 22);
    let done = |_: &Loop, result: std::io::Result<()>| result.unwrap();
    left.write(&lp, "plain,", done).unwrap();
    let duplicate = tcp.duplicate(&lp).unwrap();
    left.write_passing(&lp, "tcp,", duplicate, done).unwrap();
    left.write(&lp, "plain,", done).unwrap();
    assert_eq!(left.try_write_passing(&lp, b"pipe", &reader).unwrap(), 4);
    left.close(&lp, |_| {});
    tcp.close(&lp, |_| {});
    drop(reader);

    let all = Rc::new(RefCell::new(Vec::new()));
    let taken = Rc::new(RefCell::new(Vec::new()));
    let (into, takes) = (all.clone(), taken.clone());
    right
        .read_start(&lp, move |lp, right, read| match read {
            Read::Data(bytes) => {
                into.borrow_mut().extend_from_slice(bytes);
                while let Some(kind) = right.pending_kind(lp) {
                    assert_eq!(right.pending_count(lp), 1);
                    takes
                        .borrow_mut()
                        .push((kind, right.take_pending(lp).unwrap()));
                }
            }
            Read::End => right.close(lp, |_| {}),
            Read::Failed(error) => panic!("{error}"),
        })
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"plain,tcp,plain,pipe");

    let mut taken = taken.take().into_iter();
    let (kind, fd) = taken.next().unwrap();
    assert_eq!(kind, DescriptorKind::Tcp);
    let opened = Tcp::open(&lp, fd).unwrap();
    assert_eq!(opened.local_address(&lp).unwrap(), address);
    let (kind, fd) = taken.next().unwrap();
    assert_eq!((kind, taken.next().is_none()), (DescriptorKind::Pipe, true));
    writer.write_all(b"through").unwrap();
    drop(writer);
    let mut text = String::new();
    std::io::PipeReader::from(fd)
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, "through");
}

#[test]
fn queued_descriptors_stay_with_their_data() {
    let lp = Loop::new().unwrap();
    let (left, right) = Pipe::pair(&lp).unwrap();
    left.set_passing(&lp, true);
    right.set_passing(&lp, true);
    let count = 40;
    for number in 0..count {
        let (reader, mut writer) = std::io::pipe().unwrap();
        writer.write_all(&[number]).unwrap();
        let data = vec![number; 50_000];
        left.write_passing(&lp, data, reader, |_, result| result.unwrap())
            .unwrap();
    }
    assert!(left.write_queue_size(&lp) > 0);
    left.shutdown(&lp, move |lp, _| left.close(lp, |_| {}))
        .unwrap();
    let (seen, bytes) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let (sees, counts) = (seen.clone(), bytes.clone());
    right
        .read_start(&lp, move |lp, right, read| match read {
            Read::Data(data) => {
                counts.set(counts.get() + data.len());
                while let Some(fd) = right.take_pending(lp) {
                    let mut number = [0];
                    std::io::PipeReader::from(fd)
                        .read_exact(&mut number)
                        .unwrap();
                    assert_eq!(number, [sees.get()]);
                    assert!(data.contains(&sees.get()), "it came with its data");
                    sees.set(sees.get() + 1);
                }
            }
            Read::End => right.close(lp, |_| {}),
            Read::Failed(error) => panic!("{error}"),
        })
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!((seen.get(), bytes.get()), (count, 50_000 * 40));
}

#[test]
fn descriptors_that_nobody_asked_for_do_not_hold_up_data() {
    let lp = Loop::new().unwrap();
    let (left, right) = Pipe::pair(&lp).unwrap();
    left.set_passing(&lp, true);
    let (reader, _writer) = std::io::pipe().unwrap();
    for _ in 0..3 {
        left.try_write_passing(&lp, b"with ", &reader).unwrap();
        left.try_write(&lp, b"without ").unwrap();
    }
    left.close(&lp, |_| {});
    let all = collect(&lp, right);
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"with without ".repeat(3));
}

#[test]
fn a_blocking_stream_writes_all_at_once_and_still_reads() {
    let lp = Loop::new().unwrap();
    let (pipe, mut peer) = connected(&lp);
    pipe.set_blocking(&lp, true).unwrap();
    let reader = std::thread::spawn(move || {
        let mut all = vec![0; 3_000_000];
        peer.read_exact(&mut all).unwrap();
        peer.write_all(b"thanks").unwrap();
        all
    });
    let pieces = (0..3_000).map(|_| Chunk::from(vec![5; 1_000]));
    pipe.write_vectored(&lp, pieces.collect(), |_, result| result.unwrap())
        .unwrap();
    assert_eq!(pipe.write_queue_size(&lp), 0);
    let all = collect(&lp, pipe);
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"thanks");
    assert_eq!(reader.join().unwrap().len(), 3_000_000);
}

#[test]
fn reads_of_a_blocking_stream_do_not_block() {
    struct Small;
    impl Reader<Pipe> for Small {
        type Buffer = [u8; 3];
        fn buffer(&mut self, _: &Loop, _: Pipe) -> [u8; 3] {
            [0; 3]
        }
        fn read(&mut self, _: &Loop, _: Pipe, buffer: [u8; 3], what: ReadInto) {
            assert!(matches!(what, ReadInto::Data(3)));
            assert!(matches!(&buffer, b"abc" | b"def"));
        }
    }
    let lp = Loop::new().unwrap();
    let (pipe, mut peer) = connected(&lp);
    pipe.set_blocking(&lp, true).unwrap();
    // Each read fills the buffer, so that only another one tells that there is no more.
    peer.write_all(b"abcdef").unwrap();
    pipe.read_start_into(&lp, Small).unwrap();
    Timer::new(&lp, move |lp, _| pipe.close(lp, |_| {})).start(&lp, 10, 0);
    lp.run(Mode::Default);
    assert!(pipe.is_closing(&lp));
}

#[test]
fn buffer_sizes_can_be_set() {
    let lp = Loop::new().unwrap();
    let (pipe, _peer) = connected(&lp);
    pipe.set_send_buffer_size(&lp, 20_000).unwrap();
    pipe.set_recv_buffer_size(&lp, 30_000).unwrap();
    assert_eq!(pipe.send_buffer_size(&lp).unwrap(), 40_000);
    assert_eq!(pipe.recv_buffer_size(&lp).unwrap(), 60_000);
    let (reader, _) = Pipe::one_way(&lp).unwrap();
    assert_eq!(code(reader.send_buffer_size(&lp)), 88);
}

#[test]
fn data_that_nobody_reads_keeps_the_loop_asleep() {
    let lp = Loop::new().unwrap();
    let (pipe, mut peer) = connected(&lp);
    collect(&lp, pipe);
    pipe.read_stop(&lp);
    peer.write_all(b"waits").unwrap();
    drop(peer);
    Timer::new(&lp, |_, _| {}).start(&lp, 30, 0);
    lp.run(Mode::Default);
    assert!(lp.metrics().turns < 10, "{} turns", lp.metrics().turns);
    let all = collect(&lp, pipe);
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"waits");
}

#[test]
fn the_end_is_told_once_and_then_the_loop_sleeps() {
    let lp = Loop::new().unwrap();
    let (pipe, peer) = connected(&lp);
    drop(peer);
    let ends = Rc::new(Cell::new(0));
    let counts = ends.clone();
    pipe.read_start(&lp, move |_, _, read| {
        assert!(matches!(read, Read::End));
        counts.set(counts.get() + 1);
    })
    .unwrap();
    Timer::new(&lp, |_, _| {}).start(&lp, 30, 0);
    lp.run(Mode::Default);
    assert!(lp.metrics().turns < 10, "{} turns", lp.metrics().turns);
    assert_eq!(ends.get(), 1);
}

#[test]
fn reading_goes_on_in_steps_while_writes_wait() {
    let lp = Loop::new().unwrap();
    let (left, right) = Pipe::pair(&lp).unwrap();
    left.set_passing(&lp, true);
    let (reader, _writer) = std::io::pipe().unwrap();
    // The other way is blocked, so that the poller watches both.
    right.write(&lp, vec![0; 5_000_000], |_, _| {}).unwrap();
    for _ in 0..3 {
        left.try_write_passing(&lp, b"with ", &reader).unwrap();
        left.try_write(&lp, b"without ").unwrap();
    }
    let all = Rc::new(RefCell::new(Vec::new()));
    fn read(lp: &Loop, pipe: Pipe, all: Rc<RefCell<Vec<u8>>>) {
        pipe.read_start(lp, move |lp, pipe, what| {
            let Read::Data(bytes) = what else {
                panic!("{what:?}")
            };
            all.borrow_mut().extend_from_slice(bytes);
            pipe.read_stop(lp);
            if all.borrow().len() == 39 {
                return pipe.close(lp, |_| {});
            }
            let all = all.clone();
            lp.set_immediate(move |lp| read(lp, pipe, all));
        })
        .unwrap();
    }
    read(&lp, right, all.clone());
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"with without ".repeat(3));
}
