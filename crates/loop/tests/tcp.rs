//! TCP sockets: connections, data both ways, options.

mod journal;
mod talk;

use std::cell::{Cell, RefCell};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::rc::Rc;

use journal::Journal;
use rondo_loop::{BindOptions, Chunk, Handle, KeepAlive, Loop, Mode, Read, Stream, Tcp};
use talk::{any_port, code, collect, connected};

fn echo_between(address: &str) {
    let lp = Loop::new().unwrap();
    let server = Tcp::new(&lp);
    server.bind(&lp, address.parse().unwrap()).unwrap();
    server
        .listen(&lp, 16, |lp, server, connection| {
            let connection = connection.unwrap();
            connection
                .read_start(lp, |lp, connection, read| match read {
                    Read::Data(bytes) => connection
                        .write(lp, bytes.to_vec(), |_, result| result.unwrap())
                        .unwrap(),
                    Read::End => connection.close(lp, |_| {}),
                    Read::Failed(error) => panic!("{error}"),
                })
                .unwrap();
            server.close(lp, |_| {});
        })
        .unwrap();
    let client = Tcp::new(&lp);
    let target = server.local_address(&lp).unwrap();
    let heard = Rc::new(RefCell::new(Vec::new()));
    let hears = heard.clone();
    client
        .connect(&lp, target, move |lp, result| {
            result.unwrap();
            assert_eq!(client.peer_address(lp).unwrap(), target);
            *hears.borrow_mut() = vec![collect(lp, client)];
            client
                .write(lp, "echo", |_, result| result.unwrap())
                .unwrap();
            client.shutdown(lp, |_, result| result.unwrap()).unwrap();
        })
        .unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(*heard.borrow()[0].borrow(), b"echo");
    assert_eq!(lp.active_requests(), 0);
}

#[test]
fn data_goes_there_and_back_over_ipv4() {
    echo_between("127.0.0.1:0");
}

#[test]
fn data_goes_there_and_back_over_ipv6() {
    echo_between("[::1]:0");
}

#[test]
fn callbacks_never_run_inside_the_call() {
    let lp = Loop::new().unwrap();
    let (tcp, _peer) = connected(&lp);
    let journal = Journal::default();
    for name in ["write", "empty write"] {
        let log = journal.clone();
        let data = if name == "write" { &b"x"[..] } else { b"" };
        tcp.write(&lp, data, move |_, result| {
            result.unwrap();
            log.add(name);
        })
        .unwrap();
    }
    let log = journal.clone();
    tcp.shutdown(&lp, move |lp, result| {
        result.unwrap();
        log.add("shutdown");
        tcp.close(lp, |_| {});
    })
    .unwrap();
    assert_eq!(lp.active_requests(), 3);
    journal.add("calls are over");
    lp.run(Mode::Default);
    let expected = ["calls are over", "write", "empty write", "shutdown"];
    assert_eq!(journal.take(), expected);
}

#[test]
fn much_data_arrives_whole_and_in_order() {
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    let part: Rc<[u8]> = (0..100_003u32).map(|n| (n % 251) as u8).collect();
    let written = Rc::new(Cell::new(0));
    for round in 0..200 {
        let counts = written.clone();
        let done = move |_: &Loop, result: std::io::Result<()>| {
            result.unwrap();
            assert_eq!(counts.replace(counts.get() + 1), round, "in order");
        };
        if round % 3 == 0 {
            let pieces = part.chunks(997).map(|piece| Chunk::from(piece.to_vec()));
            tcp.write_vectored(&lp, pieces.collect(), done).unwrap();
        } else {
            tcp.write(&lp, part.clone(), done).unwrap();
        }
    }
    assert!(tcp.write_queue_size(&lp) > 10_000_000);
    assert_eq!(code(tcp.try_write(&lp, b"not yet")), 11);
    tcp.shutdown(&lp, move |lp, _| tcp.close(lp, |_| {}))
        .unwrap();
    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        peer.read_to_end(&mut all).unwrap();
        all
    });
    lp.run(Mode::Default);
    assert_eq!(written.get(), 200);
    let all = reader.join().unwrap();
    assert_eq!(all.len(), 200 * part.len());
    assert!(all.chunks(part.len()).all(|chunk| *chunk == *part));
}

/// Reads once, stops, and starts again in the next check phase.
fn read_in_steps(lp: &Loop, tcp: Tcp, count: Rc<Cell<usize>>) {
    tcp.read_start(lp, move |lp, tcp, read| match read {
        Read::Data(bytes) => {
            count.set(count.get() + bytes.len());
            tcp.read_stop(lp);
            assert!(!tcp.is_active(lp));
            let count = count.clone();
            lp.set_immediate(move |lp| read_in_steps(lp, tcp, count));
        }
        Read::End => tcp.close(lp, |_| {}),
        Read::Failed(error) => panic!("{error}"),
    })
    .unwrap();
}

#[test]
fn reading_can_be_stopped_and_started() {
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    let writer = std::thread::spawn(move || peer.write_all(&vec![7; 3_000_000]).unwrap());
    let count = Rc::new(Cell::new(0));
    read_in_steps(&lp, tcp, count.clone());
    lp.run(Mode::Default);
    writer.join().unwrap();
    assert_eq!(count.get(), 3_000_000);
}

#[test]
fn what_comes_while_nobody_reads_waits() {
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    let all = collect(&lp, tcp);
    tcp.read_stop(&lp);
    peer.write_all(b"early").unwrap();
    drop(peer);
    lp.run(Mode::NoWait);
    lp.set_immediate(|_| {});
    lp.run(Mode::NoWait);
    assert!(all.borrow().is_empty());
    let all = collect(&lp, tcp);
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"early");
}

#[test]
fn an_address_in_use_is_told_by_listen() {
    let lp = Loop::new().unwrap();
    let other = TcpListener::bind(any_port()).unwrap();
    let tcp = Tcp::new(&lp);
    tcp.bind(&lp, other.local_addr().unwrap()).unwrap();
    assert_eq!(code(tcp.local_address(&lp)), 98);
    assert_eq!(code(tcp.listen(&lp, 1, |_, _, _| {})), 98);
    tcp.close(&lp, |_| {});
    lp.run(Mode::Default);
}

#[test]
fn a_refused_connection_is_told_and_cancels_writes() {
    let lp = Loop::new().unwrap();
    let free = TcpListener::bind(any_port()).unwrap().local_addr().unwrap();
    let journal = Journal::default();
    let tcp = Tcp::new(&lp);
    let log = journal.clone();
    tcp.connect(&lp, free, move |_, result| {
        log.add(format!("connect {}", code(result)))
    })
    .unwrap();
    assert_eq!(code(tcp.connect(&lp, free, |_, _| {})), 114);
    let log = journal.clone();
    tcp.write(&lp, "x", move |lp, result| {
        log.add(format!("write {}", code(result)));
        tcp.close(lp, |_| {});
    })
    .unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["connect 111", "write 125"]);
}

#[test]
fn options_can_be_set() {
    let lp = Loop::new().unwrap();
    let tcp = Tcp::new(&lp);
    tcp.set_no_delay(&lp, true).unwrap();
    tcp.set_keep_alive(&lp, Some(KeepAlive::after(30))).unwrap();
    let only = BindOptions {
        ipv6_only: true,
        ..BindOptions::default()
    };
    assert_eq!(code(tcp.bind_with(&lp, any_port(), only)), 22);
    tcp.bind(&lp, any_port()).unwrap();
    tcp.set_no_delay(&lp, false).unwrap();
    let never = KeepAlive::after(0);
    assert_eq!(code(tcp.set_keep_alive(&lp, Some(never))), 22);
}
