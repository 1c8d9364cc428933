//! TCP sockets: connections, data both ways, options.

mod journal;
mod talk;

use std::cell::{Cell, RefCell};
use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::rc::Rc;

use journal::Journal;
use rondo_loop::{
    BindOptions, Chunk, Family, Handle, KeepAlive, Loop, Mode, Read, ReadInto, Reader, Stream, Tcp,
};
use rustix::net::sockopt;
use talk::{any_port, code, collect, connected};

/// Whether this machine has IPv6; says so if not.
fn has_ipv6() -> bool {
    let has = TcpListener::bind("[::1]:0").is_ok();
    if !has {
        eprintln!("SKIPPED: there is no IPv6");
    }
    has
}

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
    if has_ipv6() {
        echo_between("[::1]:0");
    }
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
fn options_can_be_set_before_there_is_a_socket_and_after() {
    let lp = Loop::new().unwrap();
    let tcp = Tcp::new(&lp);
    tcp.set_no_delay(&lp, true).unwrap();
    let probes = KeepAlive {
        idle: 30,
        interval: 5,
        count: 3,
    };
    tcp.set_keep_alive(&lp, Some(probes)).unwrap();
    tcp.bind(&lp, any_port()).unwrap();
    let socket = tcp.duplicate(&lp).unwrap();
    assert!(sockopt::tcp_nodelay(&socket).unwrap());
    assert!(sockopt::socket_keepalive(&socket).unwrap());
    assert_eq!(sockopt::tcp_keepidle(&socket).unwrap().as_secs(), 30);
    assert_eq!(sockopt::tcp_keepintvl(&socket).unwrap().as_secs(), 5);
    assert_eq!(sockopt::tcp_keepcnt(&socket).unwrap(), 3);

    tcp.set_no_delay(&lp, false).unwrap();
    assert!(!sockopt::tcp_nodelay(&socket).unwrap());
    let after = Some(KeepAlive::after(40));
    tcp.set_keep_alive(&lp, after).unwrap();
    assert_eq!(sockopt::tcp_keepidle(&socket).unwrap().as_secs(), 40);
    tcp.set_keep_alive(&lp, None).unwrap();
    assert!(!sockopt::socket_keepalive(&socket).unwrap());
    let never = Some(KeepAlive::after(0));
    assert_eq!(code(tcp.set_keep_alive(&lp, never)), 22);
    tcp.set_send_buffer_size(&lp, 50_000).unwrap();
    assert_eq!(tcp.send_buffer_size(&lp).unwrap(), 100_000);
    tcp.set_recv_buffer_size(&lp, 60_000).unwrap();
    assert_eq!(tcp.recv_buffer_size(&lp).unwrap(), 120_000);
}

#[test]
fn an_early_socket_has_its_family() {
    if !has_ipv6() {
        return;
    }
    let lp = Loop::new().unwrap();
    let tcp = Tcp::with_socket(&lp, Family::V6).unwrap();
    assert!(tcp.local_address(&lp).unwrap().is_ipv6());
    assert!(tcp.fileno(&lp).unwrap() > 2);
    assert_eq!(code(tcp.bind(&lp, any_port())), 22);
    let late = Tcp::new(&lp);
    assert_eq!(code(late.fileno(&lp)), 9);
    assert_eq!(code(late.local_address(&lp)), 9);
}

#[test]
fn a_port_can_be_shared_if_all_agree() {
    let lp = Loop::new().unwrap();
    let shared = BindOptions {
        reuse_port: true,
        ..BindOptions::default()
    };
    let first = Tcp::new(&lp);
    first.bind_with(&lp, any_port(), shared).unwrap();
    let address = first.local_address(&lp).unwrap();
    let second = Tcp::new(&lp);
    second.bind_with(&lp, address, shared).unwrap();
    first.listen(&lp, 1, |_, _, _| {}).unwrap();
    second.listen(&lp, 1, |_, _, _| {}).unwrap();
    let third = Tcp::new(&lp);
    third.bind(&lp, address).unwrap();
    assert_eq!(code(third.listen(&lp, 1, |_, _, _| {})), 98);
}

#[test]
fn ipv6_can_be_alone_or_take_ipv4_along() {
    if !has_ipv6() {
        return;
    }
    let lp = Loop::new().unwrap();
    let any: std::net::SocketAddr = "[::]:0".parse().unwrap();
    for ipv6_only in [true, false] {
        let server = Tcp::new(&lp);
        let options = BindOptions {
            ipv6_only,
            ..BindOptions::default()
        };
        assert_eq!(
            server.bind_with(&lp, any_port(), options).is_err(),
            ipv6_only
        );
        let server = Tcp::new(&lp);
        server.bind_with(&lp, any, options).unwrap();
        server.listen(&lp, 1, |_, _, _| {}).unwrap();
        let port = server.local_address(&lp).unwrap().port();
        let connected = std::net::TcpStream::connect(("127.0.0.1", port));
        assert_eq!(connected.is_err(), ipv6_only);
    }
}

#[test]
fn connections_can_be_accepted_one_a_turn() {
    let lp = Loop::new().unwrap();
    for simultaneous in [true, false] {
        let server = Tcp::new(&lp);
        server.bind(&lp, any_port()).unwrap();
        server.set_simultaneous_accepts(&lp, simultaneous);
        let turns = Rc::new(RefCell::new(Vec::new()));
        let notes = turns.clone();
        server
            .listen(&lp, 8, move |lp, server, connection| {
                connection.unwrap().close(lp, |_| {});
                let mut turns = notes.borrow_mut();
                turns.push(lp.metrics().turns);
                if turns.len() == 4 {
                    server.close(lp, |_| {});
                }
            })
            .unwrap();
        let address = server.local_address(&lp).unwrap();
        let connect = |_| std::net::TcpStream::connect(address).unwrap();
        let _clients: Vec<_> = (0..4).map(connect).collect();
        lp.run(Mode::Default);
        let mut turns = turns.take();
        turns.dedup();
        assert_eq!(turns.len(), if simultaneous { 1 } else { 4 });
    }
}

#[test]
fn a_listener_without_a_bind_gets_a_port() {
    let lp = Loop::new().unwrap();
    let server = Tcp::new(&lp);
    server.listen(&lp, 1, |_, _, _| {}).unwrap();
    assert!(server.local_address(&lp).unwrap().port() > 0);
    assert_eq!(code(server.peer_address(&lp)), 107);
}

#[test]
fn a_stream_that_is_not_connected_cannot_talk() {
    let lp = Loop::new().unwrap();
    let tcp = Tcp::new(&lp);
    assert_eq!(code(tcp.read_start(&lp, |_, _, _| {})), 107);
    assert_eq!(code(tcp.write(&lp, "x", |_, _| {})), 9);
    tcp.bind(&lp, any_port()).unwrap();
    assert_eq!(code(tcp.write(&lp, "x", |_, _| {})), 32);
    assert_eq!(code(tcp.shutdown(&lp, |_, _| {})), 107);
    let (tcp, _peer) = connected(&lp);
    tcp.read_start(&lp, |_, _, _| {}).unwrap();
    assert_eq!(code(tcp.read_start(&lp, |_, _, _| {})), 114);
}

#[test]
fn one_busy_stream_does_not_starve_the_others() {
    let lp = Loop::new().unwrap();
    let (busy, mut flood) = connected(&lp);
    let turns = Rc::new(Cell::new(0));
    let checks = turns.clone();
    let check = rondo_loop::Check::new(&lp, move |_, _| checks.set(checks.get() + 1));
    check.start(&lp);
    check.unref(&lp);
    let writer = std::thread::spawn(move || flood.write_all(&vec![0; 20_000_000]).unwrap());
    let all = collect(&lp, busy);
    lp.run(Mode::Default);
    writer.join().unwrap();
    assert_eq!(all.borrow().len(), 20_000_000);
    // A share is 2 MiB; two of them, if more comes in the same turn.
    assert!(turns.get() >= 20_000_000 / (2 * 32 * 65_536));
}

#[test]
fn small_buffers_read_all_although_nothing_more_comes() {
    struct Small(Rc<Cell<usize>>);
    impl Reader<Tcp> for Small {
        type Buffer = [u8; 16];
        fn buffer(&mut self, _: &Loop, _: Tcp) -> [u8; 16] {
            [0; 16]
        }
        fn read(&mut self, lp: &Loop, tcp: Tcp, _: [u8; 16], what: ReadInto) {
            let ReadInto::Data(count) = what else {
                panic!("{what:?}");
            };
            self.0.set(self.0.get() + count);
            if self.0.get() == 10_000 {
                tcp.close(lp, |_| {});
            }
        }
    }
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    peer.write_all(&[7; 10_000]).unwrap();
    let count = Rc::new(Cell::new(0));
    tcp.read_start_into(&lp, Small(count.clone())).unwrap();
    lp.run(Mode::Default);
    assert_eq!(count.get(), 10_000);
    // 32 reads of 16 bytes a turn.
    assert!(lp.metrics().turns >= 10);
}

#[test]
fn urgent_data_does_not_hold_up_the_rest() {
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    let all = Rc::new(RefCell::new(Vec::new()));
    let into = all.clone();
    tcp.read_start(&lp, move |lp, tcp, read| {
        let Read::Data(bytes) = read else {
            panic!("{read:?}");
        };
        into.borrow_mut().extend_from_slice(bytes);
        if into.borrow().len() == 12 {
            tcp.close(lp, |_| {});
        }
    })
    .unwrap();
    for _ in 0..2 {
        peer.write_all(b"abc").unwrap();
        rustix::net::send(&peer, b"!", rustix::net::SendFlags::OOB).unwrap();
        peer.write_all(b"def").unwrap();
        lp.run(Mode::NoWait);
    }
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"abcdefabcdef");
}

#[test]
fn tiny_pieces_are_written_a_share_a_turn() {
    let lp = Loop::new().unwrap();
    let (tcp, mut peer) = connected(&lp);
    let pieces: Vec<Chunk> = (0..20_000).map(|n: u32| vec![n as u8].into()).collect();
    tcp.write_vectored(&lp, pieces, move |lp, result| {
        result.unwrap();
        tcp.close(lp, |_| {});
    })
    .unwrap();
    // 32 times 256 of them, though the system would take all.
    assert_eq!(tcp.write_queue_size(&lp), 20_000 - 32 * 256);
    lp.run(Mode::Default);
    let mut all = Vec::new();
    peer.read_to_end(&mut all).unwrap();
    assert!(all.iter().zip(0u32..).all(|(byte, n)| *byte == n as u8));
    assert_eq!(all.len(), 20_000);
}

#[test]
fn a_blocked_write_lets_the_loop_sleep() {
    let lp = Loop::new().unwrap();
    let (tcp, _peer) = connected(&lp);
    tcp.write(&lp, vec![0; 20_000_000], |_, _| {}).unwrap();
    assert!(tcp.write_queue_size(&lp) > 0);
    lp.update_time();
    rondo_loop::Timer::new(&lp, move |lp, _| tcp.close(lp, |_| {})).start(&lp, 50, 0);
    lp.run(Mode::Default);
    assert!(lp.metrics().turns < 100, "{} turns", lp.metrics().turns);
}

#[test]
fn observers_see_who_asked_for_what() {
    struct Witness(Journal);
    impl rondo_loop::Observer for Witness {
        fn callback_begin(&self, kind: rondo_loop::Kind, id: u64, by: u64) {
            self.0.add(format!("{kind:?} {id} by {by}"));
        }
    }
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    lp.set_observer(Some(Rc::new(Witness(journal.clone()))));
    let (tcp, mut peer) = connected(&lp);
    peer.write_all(b"hi").unwrap();
    peer.shutdown(std::net::Shutdown::Write).unwrap();
    lp.defer(move |lp| {
        collect(lp, tcp);
        tcp.write(lp, "x", |_, result| result.unwrap()).unwrap();
        tcp.shutdown(lp, |_, result| result.unwrap()).unwrap();
    });
    lp.run(Mode::Default);
    // The end has a phase of its own, after that of the data.
    let expected = [
        "Pending 1 by 0",
        "Tcp 2 by 1",
        "Write 3 by 1",
        "Shutdown 4 by 1",
        "Tcp 5 by 1",
        "Close 6 by 5",
    ];
    assert_eq!(journal.take(), expected);

    let listener = TcpListener::bind(any_port()).unwrap();
    let address = listener.local_addr().unwrap();
    let client = Tcp::new(&lp);
    lp.set_immediate(move |lp| {
        let close = move |lp: &Loop, _| client.close(lp, |_| {});
        client.connect(lp, address, close).unwrap();
    });
    lp.run(Mode::Default);
    let expected = ["Immediate 7 by 0", "Connect 8 by 7", "Close 9 by 8"];
    assert_eq!(journal.take(), expected);
}

#[test]
fn an_unreferenced_reader_does_not_keep_the_loop_alive_but_a_write_does() {
    let lp = Loop::new().unwrap();
    let (tcp, _peer) = connected(&lp);
    tcp.read_start(&lp, |_, _, _| {}).unwrap();
    assert!(tcp.is_active(&lp) && lp.is_alive());
    tcp.unref(&lp);
    assert!(!lp.is_alive());
    let written = Rc::new(Cell::new(false));
    let notes = written.clone();
    tcp.write(&lp, "x", move |_, _| notes.set(true)).unwrap();
    assert!(lp.is_alive());
    lp.run(Mode::Default);
    assert!(written.get());
}
