//! Streams that are closed in every state, and callbacks that panic: nothing is lost, nothing is stuck.

mod journal;
mod talk;

use std::cell::{Cell, RefCell};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use journal::Journal;
use rondo_loop::{
    Chunk, Family, Handle, Loop, Mode, Pipe, Read, ReadInto, Reader, Stream, Tcp, Timer,
};
use talk::{any_port, code, collect, connected};

fn result_of(
    name: &'static str,
    journal: &Journal,
) -> impl FnOnce(&Loop, std::io::Result<()>) + 'static {
    let log = journal.clone();
    move |_, result| match result {
        Ok(()) => log.add(name),
        Err(error) => log.add(format!("{name} {}", error.raw_os_error().unwrap())),
    }
}

/// Closes a stream, twice, and runs the loop until it is over.
fn close_and_run(lp: &Loop, stream: impl Stream, journal: &Journal) {
    let log = journal.clone();
    stream.close(lp, move |_| log.add("closed"));
    stream.close(lp, |_| panic!("it is closed already"));
    assert!(stream.is_closing(lp));
    assert!(!lp.run(Mode::Default));
    assert_eq!(lp.active_requests(), 0);
}

#[test]
fn a_fresh_stream_can_be_closed() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    close_and_run(&lp, Tcp::new(&lp), &journal);
    close_and_run(&lp, Tcp::with_socket(&lp, Family::V4).unwrap(), &journal);
    close_and_run(&lp, Pipe::new(&lp), &journal);
    assert_eq!(journal.take(), ["closed"; 3]);
}

#[test]
fn a_bound_or_listening_stream_can_be_closed() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let bound = Tcp::new(&lp);
    bound.bind(&lp, any_port()).unwrap();
    close_and_run(&lp, bound, &journal);
    let listening = Tcp::new(&lp);
    listening.bind(&lp, any_port()).unwrap();
    listening
        .listen(&lp, 8, |_, _, _| panic!("it is closed"))
        .unwrap();
    let client = TcpStream::connect(listening.local_address(&lp).unwrap()).unwrap();
    close_and_run(&lp, listening, &journal);
    drop(client);
    assert_eq!(journal.take(), ["closed"; 2]);
}

#[test]
fn a_connecting_stream_can_be_closed() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let listener = std::net::TcpListener::bind(any_port()).unwrap();
    let tcp = Tcp::new(&lp);
    tcp.connect(
        &lp,
        listener.local_addr().unwrap(),
        result_of("connect", &journal),
    )
    .unwrap();
    tcp.write(&lp, "x", result_of("write", &journal)).unwrap();
    tcp.shutdown(&lp, result_of("shutdown", &journal)).unwrap();
    close_and_run(&lp, tcp, &journal);
    let expected = ["connect 125", "write 125", "shutdown 125", "closed"];
    assert_eq!(journal.take(), expected);

    let pipe = Pipe::new(&lp);
    pipe.connect(&lp, "\0rondo nobody", result_of("connect", &journal))
        .unwrap();
    close_and_run(&lp, pipe, &journal);
    assert_eq!(journal.take(), ["connect 125", "closed"]);
}

#[test]
fn a_reading_stream_can_be_closed() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (tcp, mut peer) = connected(&lp);
    tcp.read_start(&lp, |_, _, _| panic!("it is closed"))
        .unwrap();
    peer.write_all(b"too late").unwrap();
    close_and_run(&lp, tcp, &journal);
    assert_eq!(journal.take(), ["closed"]);
    assert!(matches!(peer.read(&mut [0]), Ok(0) | Err(_)));
}

#[test]
fn requests_end_before_the_close_callback() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (pipe, _peer) = Pipe::pair(&lp).unwrap();
    pipe.write(&lp, "taken at once", result_of("small", &journal))
        .unwrap();
    pipe.write(&lp, vec![0; 5_000_000], result_of("large", &journal))
        .unwrap();
    pipe.write_vectored(
        &lp,
        vec![Chunk::from("waits")],
        result_of("queued", &journal),
    )
    .unwrap();
    pipe.shutdown(&lp, result_of("shutdown", &journal)).unwrap();
    // In a timer, before the first turn: the pending phase finds the stream closed.
    let log = journal.clone();
    Timer::new(&lp, move |lp, timer| {
        timer.close(lp, |_| {});
        let log = log.clone();
        pipe.close(lp, move |_| log.add("closed"));
    })
    .start(&lp, 0, 0);
    lp.run(Mode::Default);
    assert_eq!(lp.active_requests(), 0);
    let expected = ["small", "large 125", "queued 125", "shutdown 125", "closed"];
    assert_eq!(journal.take(), expected);
}

#[test]
fn a_stream_can_be_closed_in_each_of_its_callbacks() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let closes = |stream: Tcp| {
        let log = journal.clone();
        move |lp: &Loop| {
            let log = log.clone();
            stream.close(lp, move |_| log.add("closed"));
            stream.close(lp, |_| panic!("it is closed already"));
        }
    };
    // In read, with more to come.
    let (tcp, mut peer) = connected(&lp);
    peer.write_all(&vec![0; 200_000]).unwrap();
    let close = closes(tcp);
    tcp.read_start(&lp, move |lp, _, _| close(lp)).unwrap();
    // In write, with more finished behind it.
    let (tcp, _peer) = connected(&lp);
    let (close, log) = (closes(tcp), journal.clone());
    tcp.write(&lp, "x", move |lp, _| close(lp)).unwrap();
    tcp.write(&lp, "y", move |_, result| {
        result.unwrap();
        log.add("second write");
    })
    .unwrap();
    // In shutdown.
    let (tcp, _other_peer) = connected(&lp);
    let close = closes(tcp);
    tcp.shutdown(&lp, move |lp, _| close(lp)).unwrap();
    // In listen, with more waiting; and in connect.
    let server = Tcp::new(&lp);
    server.bind(&lp, any_port()).unwrap();
    let close = closes(server);
    server
        .listen(&lp, 8, move |lp, _, connection| {
            close(lp);
            connection.unwrap().close(lp, |_| {});
        })
        .unwrap();
    let _waiting = TcpStream::connect(server.local_address(&lp).unwrap()).unwrap();
    let client = Tcp::new(&lp);
    let close = closes(client);
    let address = server.local_address(&lp).unwrap();
    client
        .connect(&lp, address, move |lp, _| close(lp))
        .unwrap();
    lp.run(Mode::Default);
    let mut seen = journal.take();
    seen.sort();
    assert_eq!(seen, [&["closed"; 5][..], &["second write"]].concat());
}

#[test]
fn a_closed_stream_gives_errors() {
    let lp = Loop::new().unwrap();
    let (tcp, _peer) = connected(&lp);
    tcp.close(&lp, |_| {});
    for _ in 0..2 {
        assert_eq!(code(tcp.read_start(&lp, |_, _, _| {})), 22);
        assert_eq!(code(tcp.write(&lp, "x", |_, _| {})), 9);
        assert_eq!(code(tcp.try_write(&lp, b"x")), 9);
        assert_eq!(code(tcp.shutdown(&lp, |_, _| {})), 107);
        assert_eq!(code(tcp.listen(&lp, 1, |_, _, _| {})), 22);
        assert_eq!(code(tcp.bind(&lp, any_port())), 22);
        assert_eq!(code(tcp.connect(&lp, any_port(), |_, _| {})), 22);
        assert_eq!(code(tcp.local_address(&lp)), 9);
        assert_eq!(code(tcp.peer_address(&lp)), 9);
        assert_eq!(code(tcp.fileno(&lp)), 9);
        assert_eq!(code(tcp.duplicate(&lp)), 9);
        assert_eq!(code(tcp.set_no_delay(&lp, true)), 9);
        assert_eq!(code(tcp.set_keep_alive(&lp, None)), 9);
        assert_eq!(code(tcp.set_blocking(&lp, true)), 9);
        assert_eq!(code(tcp.close_reset(&lp, |_| {})), 9);
        tcp.read_stop(&lp);
        tcp.set_simultaneous_accepts(&lp, false);
        assert!(!tcp.is_readable(&lp) && !tcp.is_writable(&lp));
        assert_eq!(tcp.write_queue_size(&lp), 0);
        lp.run(Mode::Default);
    }
}

/// Runs the loop until it is over, however often callbacks panic; says how often they did.
fn run_through_panics(lp: &Loop) -> usize {
    let mut panics = 0;
    while catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).is_err() {
        panics += 1;
        assert!(panics < 1000, "the same panic again and again");
    }
    assert_eq!(lp.active_requests(), 0);
    panics
}

#[test]
fn data_after_a_panic_is_still_read() {
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    peer.write_all(&vec![1; 200_000]).unwrap();
    drop(peer);
    let count = Rc::new(Cell::new(0));
    let counts = count.clone();
    tcp.read_start(&lp, move |lp, tcp, read| {
        match read {
            Read::Data(bytes) => counts.set(counts.get() + bytes.len()),
            Read::End => tcp.close(lp, |_| {}),
            Read::Failed(error) => unreachable!("{error}"),
        }
        panic!("on purpose");
    })
    .unwrap();
    assert!(run_through_panics(&lp) >= 2);
    assert_eq!(count.get(), 200_000);
}

#[test]
fn a_reader_without_a_buffer_may_panic() {
    struct Hesitant(bool, Rc<Cell<usize>>);
    impl Reader<Tcp> for Hesitant {
        type Buffer = Box<[u8]>;
        fn buffer(&mut self, _: &Loop, _: Tcp) -> Box<[u8]> {
            assert!(std::mem::replace(&mut self.0, true), "on purpose");
            vec![0; 16].into()
        }
        fn read(&mut self, lp: &Loop, tcp: Tcp, _: Box<[u8]>, what: ReadInto) {
            match what {
                ReadInto::Data(count) => self.1.set(self.1.get() + count),
                _ => tcp.close(lp, |_| {}),
            }
        }
    }
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    peer.write_all(&[1; 100]).unwrap();
    drop(peer);
    let count = Rc::new(Cell::new(0));
    tcp.read_start_into(&lp, Hesitant(false, count.clone()))
        .unwrap();
    assert_eq!(run_through_panics(&lp), 1);
    assert_eq!(count.get(), 100);
}

#[test]
fn every_write_and_shutdown_calls_back_although_others_panic() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (left, right) = Pipe::pair(&lp).unwrap();
    let all = collect(&lp, right);
    for size in [1, 300_000, 1, 300_000] {
        let log = journal.clone();
        left.write(&lp, vec![0; size], move |_, result| {
            result.unwrap();
            log.add("written");
            panic!("on purpose");
        })
        .unwrap();
    }
    let log = journal.clone();
    left.shutdown(&lp, move |lp, result| {
        result.unwrap();
        log.add("shut down");
        left.close(lp, |_| panic!("on purpose"));
        panic!("on purpose");
    })
    .unwrap();
    assert_eq!(run_through_panics(&lp), 6);
    assert_eq!(all.borrow().len(), 600_002);
    let expected = ["written", "written", "written", "written", "shut down"];
    assert_eq!(journal.take(), expected);
}

#[test]
fn requests_that_end_at_once_all_call_back_although_others_panic() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (left, _right) = Pipe::pair(&lp).unwrap();
    for _ in 0..3 {
        let log = journal.clone();
        left.write(&lp, "x", move |_, _| {
            log.add("written");
            panic!("on purpose");
        })
        .unwrap();
    }
    let log = journal.clone();
    left.shutdown(&lp, move |_, _| log.add("shut down"))
        .unwrap();
    assert_eq!(run_through_panics(&lp), 3);
    assert_eq!(
        journal.take(),
        ["written", "written", "written", "shut down"]
    );
}

#[test]
fn every_cancelled_request_calls_back_although_others_panic() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (pipe, _peer) = Pipe::pair(&lp).unwrap();
    for _ in 0..3 {
        let log = journal.clone();
        pipe.write(&lp, vec![0; 1_000_000], move |_, result| {
            log.add(format!("write {}", code(result)));
            panic!("on purpose");
        })
        .unwrap();
    }
    let log = journal.clone();
    pipe.shutdown(&lp, move |_, result| {
        log.add(format!("shutdown {}", code(result)));
        panic!("on purpose");
    })
    .unwrap();
    let log = journal.clone();
    pipe.close(&lp, move |_| log.add("closed"));
    assert_eq!(run_through_panics(&lp), 4);
    let expected = [
        "write 125",
        "write 125",
        "write 125",
        "shutdown 125",
        "closed",
    ];
    assert_eq!(journal.take(), expected);
}

#[test]
fn connections_come_and_are_made_although_callbacks_panic() {
    let lp = Loop::new().unwrap();
    let server = Tcp::new(&lp);
    server.bind(&lp, any_port()).unwrap();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hears = heard.clone();
    server
        .listen(&lp, 8, move |lp, server, connection| {
            let all = collect(lp, connection.unwrap());
            hears.borrow_mut().push(all);
            if hears.borrow().len() == 3 {
                server.close(lp, |_| {});
            }
            panic!("on purpose");
        })
        .unwrap();
    let address = server.local_address(&lp).unwrap();
    for _ in 0..3 {
        let client = Tcp::new(&lp);
        client
            .connect(&lp, address, |_, _| panic!("on purpose"))
            .unwrap();
        client
            .write(&lp, "hello", move |lp, result| {
                result.unwrap();
                client.close(lp, |_| {});
            })
            .unwrap();
    }
    assert_eq!(run_through_panics(&lp), 6);
    for all in heard.borrow().iter() {
        assert_eq!(*all.borrow(), b"hello");
    }
}
