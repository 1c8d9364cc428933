//! UDP sockets, with the real system.

mod journal;

use std::cell::{Cell, RefCell};
use std::io::IoSlice;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixDatagram;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

use journal::Journal;
use rondo_loop::{
    Family, Handle, Interface, Kind, Loop, Message, Mode, Observer, Outgoing, RecvError, Timer,
    Udp, UdpOptions,
};

const PLAIN: UdpOptions = UdpOptions {
    reuse_addr: false,
    reuse_port: false,
    ipv6_only: false,
    report_errors: false,
};

fn here(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// A socket that is bound to this machine.
fn bound(lp: &Loop) -> (Udp, SocketAddr) {
    let udp = Udp::new(lp);
    udp.bind(lp, here(0)).unwrap();
    let address = udp.local_addr(lp).unwrap();
    (udp, address)
}

/// An address at which nobody listens.
fn nobody() -> SocketAddr {
    let socket = UdpSocket::bind(here(0)).unwrap();
    socket.local_addr().unwrap()
}

/// A handle with one end of a pair of sockets, for which the system keeps only some messages.
fn pair(lp: &Loop) -> (Udp, UnixDatagram) {
    let (one, other) = UnixDatagram::pair().unwrap();
    let udp = Udp::new(lp);
    udp.open(lp, OwnedFd::from(one)).unwrap();
    (udp, other)
}

/// Sends messages until the system takes no more, so that the rest waits; gives how many were sent.
fn fill(lp: &Loop, udp: Udp) -> usize {
    (0..10_000)
        .take_while(|_| udp.try_send(lp, b"full", None).is_ok())
        .count()
}

fn code<T: std::fmt::Debug>(result: std::io::Result<T>) -> i32 {
    result.unwrap_err().raw_os_error().unwrap()
}

fn text(received: Result<Message<'_>, RecvError>) -> String {
    match received {
        Ok(message) => String::from_utf8_lossy(message.data).into_owned(),
        Err(error) => format!("error {}", error.error.raw_os_error().unwrap()),
    }
}

#[test]
fn messages_go_back_and_forth() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (server, address) = bound(&lp);
    server
        .recv_start(&lp, |lp, server, received| {
            let message = received.unwrap();
            let back = message.from;
            server
                .send(lp, message.data, back, |_, sent| sent.unwrap())
                .unwrap();
        })
        .unwrap();
    let client = Udp::new(&lp);
    let log = journal.clone();
    client.try_send(&lp, b"0", Some(address)).unwrap();
    client
        .recv_start(&lp, move |lp, client, received| {
            let message = received.unwrap();
            assert_eq!(message.from, Some(address));
            assert!(!message.is_truncated);
            let number: u32 = str::from_utf8(message.data).unwrap().parse().unwrap();
            log.add(number.to_string());
            if number == 4 {
                client.close(lp, |_| {});
                return server.close(lp, |_| {});
            }
            let next = (number + 1).to_string();
            let sent = client.send(lp, next.as_bytes(), Some(address), |_, sent| sent.unwrap());
            sent.unwrap();
        })
        .unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["0", "1", "2", "3", "4"]);
}

#[test]
fn empty_and_large_messages_arrive_whole() {
    let lp = Loop::new().unwrap();
    let (server, address) = bound(&lp);
    let seen = Rc::new(RefCell::new(Vec::new()));
    let lens = seen.clone();
    server
        .recv_start(&lp, move |lp, server, received| {
            let message = received.unwrap();
            assert!(message.data.iter().all(|&byte| byte == 7) && !message.is_truncated);
            lens.borrow_mut().push(message.data.len());
            if lens.borrow().len() == 3 {
                server.close(lp, |_| {});
            }
        })
        .unwrap();
    let client = Udp::new(&lp);
    for len in [0, 65507, 1] {
        let data = vec![7; len];
        assert_eq!(client.try_send(&lp, &data, Some(address)).unwrap(), len);
    }
    assert_eq!(
        code(client.try_send(&lp, &[0; 65508], Some(address))),
        libc::EMSGSIZE
    );
    lp.run(Mode::Default);
    assert_eq!(*seen.borrow(), [0, 65507, 1]);
}

#[test]
fn what_is_longer_than_the_limit_is_truncated() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (server, address) = bound(&lp);
    server.set_message_limit(&lp, 4);
    let log = journal.clone();
    server
        .recv_start(&lp, move |lp, server, received| {
            let message = received.unwrap();
            log.add(format!("{:?} {}", message.data, message.is_truncated));
            if message.data.is_empty() {
                server.close(lp, |_| {});
            }
        })
        .unwrap();
    let client = Udp::new(&lp);
    for data in [&b"abcde"[..], b"abcd", b""] {
        client.try_send(&lp, data, Some(address)).unwrap();
    }
    lp.run(Mode::Default);
    let expected = [
        "[97, 98, 99, 100] true",
        "[97, 98, 99, 100] false",
        "[] false",
    ];
    assert_eq!(journal.take(), expected);
}

#[test]
fn a_batch_comes_as_a_whole() {
    let lp = Loop::new().unwrap();
    let (server, address) = bound(&lp);
    let client = Udp::new(&lp);
    let numbers: Vec<[u8; 2]> = (0..200u16).map(u16::to_be_bytes).collect();
    let outgoing: Vec<Outgoing<'_>> = numbers
        .iter()
        .map(|data| Outgoing {
            data,
            to: Some(address),
        })
        .collect();
    client.try_send_many(&lp, &outgoing[..1]).unwrap();
    assert_eq!(client.try_send_many(&lp, &outgoing[1..]).unwrap(), 199);
    let seen = Rc::new(RefCell::new(Vec::new()));
    let calls = Rc::new(Cell::new(0));
    let (all, count) = (seen.clone(), calls.clone());
    server
        .recv_start_batch(&lp, move |lp, server, received| {
            count.set(count.get() + 1);
            for message in received.unwrap() {
                all.borrow_mut().push(message.data.to_vec());
            }
            if all.borrow().len() == 200 {
                server.close(lp, |_| {});
            }
        })
        .unwrap();
    lp.run(Mode::Default);
    assert!(seen.borrow().iter().eq(&numbers));
    assert!(calls.get() < 20, "{} calls", calls.get());
}

#[test]
fn many_messages_leave_others_their_turn() {
    let lp = Loop::new().unwrap();
    let (flooded, address) = bound(&lp);
    let client = Udp::new(&lp);
    let seen = Rc::new(Cell::new(0));
    let count = seen.clone();
    flooded
        .recv_start(&lp, move |_, _, received| {
            received.unwrap();
            count.set(count.get() + 1);
        })
        .unwrap();
    for _ in 0..200 {
        client.try_send(&lp, b"x", Some(address)).unwrap();
    }
    lp.run(Mode::Once);
    let first = seen.get();
    assert!(first > 0 && first < 200, "{first} in one turn");
    assert_eq!(lp.time_to_wait(), Some(Duration::ZERO), "the rest waits");
    while seen.get() < 200 {
        lp.run(Mode::Once);
    }
}

#[test]
fn stopping_loses_nothing() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (server, address) = bound(&lp);
    let client = Udp::new(&lp);
    for text in ["a", "b", "c", "d"] {
        client
            .try_send(&lp, text.as_bytes(), Some(address))
            .unwrap();
    }
    for _ in 0..4 {
        let log = journal.clone();
        server
            .recv_start(&lp, move |lp, server, received| {
                log.add(text(received));
                server.recv_stop(lp);
            })
            .unwrap();
        assert_eq!(code(server.recv_start(&lp, |_, _, _| {})), libc::EALREADY);
        assert!(!lp.run(Mode::Default));
    }
    assert_eq!(journal.take(), ["a", "b", "c", "d"]);
    // What comes while nobody receives waits as well.
    client.try_send(&lp, b"e", Some(address)).unwrap();
    lp.run(Mode::NoWait);
    assert!(!server.is_active(&lp));
    let log = journal.clone();
    server
        .recv_start_batch(&lp, move |lp, server, received| {
            log.add(received.unwrap().len().to_string());
            server.close(lp, |_| {});
        })
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["1"]);
}

#[test]
fn a_callback_can_be_replaced_by_itself() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (server, address) = bound(&lp);
    let client = Udp::new(&lp);
    for text in ["a", "b", "c"] {
        client
            .try_send(&lp, text.as_bytes(), Some(address))
            .unwrap();
    }
    let log = journal.clone();
    server
        .recv_start(&lp, move |lp, server, received| {
            log.add(text(received));
            server.recv_stop(lp);
            let log = log.clone();
            let second = move |lp: &Loop, server: Udp, received: Result<Message<'_>, RecvError>| {
                let text = text(received);
                if text == "c" {
                    server.close(lp, |_| {});
                }
                log.add(format!("second {text}"));
            };
            server.recv_start(lp, second).unwrap();
        })
        .unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["a", "second b", "second c"]);
}

#[test]
fn a_connected_socket_hears_only_of_its_peer() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (server, address) = bound(&lp);
    let (client, _) = bound(&lp);
    assert_eq!(code(client.disconnect(&lp)), libc::ENOTCONN);
    assert_eq!(code(client.peer_addr(&lp)), libc::ENOTCONN);
    assert_eq!(code(client.try_send(&lp, b"x", None)), libc::EDESTADDRREQ);
    let unsent = client.send(&lp, b"x", None, |_, _| panic!("there is no address"));
    assert_eq!(code(unsent), libc::EDESTADDRREQ);
    client.connect(&lp, address).unwrap();
    assert_eq!(code(client.connect(&lp, address)), libc::EISCONN);
    assert_eq!(
        code(client.try_send(&lp, b"x", Some(address))),
        libc::EISCONN
    );
    assert_eq!(client.peer_addr(&lp).unwrap(), address);

    let to_client = client.local_addr(&lp).unwrap();
    let stranger = Udp::new(&lp);
    stranger
        .try_send(&lp, b"stranger", Some(to_client))
        .unwrap();
    server.try_send(&lp, b"peer", Some(to_client)).unwrap();
    client.try_send(&lp, b"x", None).unwrap();
    let log = journal.clone();
    client
        .recv_start(&lp, move |_, _, received| log.add(text(received)))
        .unwrap();
    lp.run(Mode::Once);
    assert_eq!(journal.take(), ["peer"]);

    client.disconnect(&lp).unwrap();
    assert_eq!(code(client.peer_addr(&lp)), libc::ENOTCONN);
    assert_eq!(code(client.try_send(&lp, b"x", None)), libc::EDESTADDRREQ);
    client.try_send(&lp, b"x", Some(address)).unwrap();
    // The system may have given it another port.
    let to_client = here(client.local_addr(&lp).unwrap().port());
    stranger
        .try_send(&lp, b"stranger", Some(to_client))
        .unwrap();
    lp.run(Mode::Once);
    assert_eq!(journal.take(), ["stranger"]);
}

#[test]
fn a_refused_message_is_reported() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let client = Udp::new(&lp);
    client.connect(&lp, nobody()).unwrap();
    let log = journal.clone();
    client
        .recv_start(&lp, move |lp, client, received| {
            log.add(text(received));
            client.close(lp, |_| {});
        })
        .unwrap();
    client
        .send(&lp, b"x", None, |_, sent| sent.unwrap())
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), [format!("error {}", libc::ECONNREFUSED)]);
}

#[test]
fn with_reports_errors_name_the_destination() {
    let lp = Loop::new().unwrap();
    for any in [here(0), "[::1]:0".parse().unwrap()] {
        let nobody = UdpSocket::bind(any).unwrap().local_addr().unwrap();
        let options = UdpOptions {
            report_errors: true,
            ..PLAIN
        };
        let client = Udp::new(&lp);
        client.bind_with(&lp, any, options).unwrap();
        let reported = Rc::new(Cell::new(false));
        let seen = reported.clone();
        client
            .recv_start(&lp, move |lp, client, received| {
                let error = received.unwrap_err();
                assert_eq!(error.error.raw_os_error(), Some(libc::ECONNREFUSED));
                // The system may tell twice: of the socket, and of the message.
                if error.to.is_some() {
                    assert_eq!(error.to, Some(nobody));
                    assert_eq!(error.reporter.unwrap().ip(), nobody.ip());
                    assert!(error.to_string().contains(&nobody.to_string()));
                    seen.set(true);
                    client.close(lp, |_| {});
                }
            })
            .unwrap();
        client.try_send(&lp, b"x", Some(nobody)).unwrap();
        lp.run(Mode::Default);
        assert!(reported.get());
    }
}

#[test]
fn sends_call_back_in_order_and_never_from_inside() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (server, address) = bound(&lp);
    let client = Udp::new(&lp);
    for name in ["a", "b", "c"] {
        let log = journal.clone();
        client
            .send(&lp, name.as_bytes(), Some(address), move |lp, sent| {
                sent.unwrap();
                log.add(name);
                if name == "b" {
                    let log = log.clone();
                    let again = move |_: &Loop, _: std::io::Result<()>| log.add("d");
                    client.send(lp, b"d", Some(address), again).unwrap();
                }
            })
            .unwrap();
    }
    assert_eq!(
        (client.send_queue_count(&lp), client.send_queue_size(&lp)),
        (3, 3)
    );
    assert_eq!(
        code(client.try_send(&lp, b"x", Some(address))),
        libc::EAGAIN
    );
    let one = [Outgoing {
        data: b"x",
        to: Some(address),
    }];
    assert_eq!(code(client.try_send_many(&lp, &one)), libc::EAGAIN);
    assert!(journal.take().is_empty() && client.is_active(&lp) && lp.active_requests() == 3);
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["a", "b", "c", "d"]);
    assert_eq!(
        (client.send_queue_count(&lp), client.send_queue_size(&lp)),
        (0, 0)
    );
    assert!(!client.is_active(&lp) && lp.active_requests() == 0);

    let log = journal.clone();
    server
        .recv_start(&lp, move |lp, server, received| {
            let text = text(received);
            if text == "d" {
                server.close(lp, |_| {});
            }
            log.add(text);
        })
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["a", "b", "c", "d"]);
}

#[test]
fn a_message_in_pieces_arrives_in_one() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (server, address) = bound(&lp);
    let client = Udp::new(&lp);
    let pieces = [&b"one "[..], b"", b"two"].map(IoSlice::new);
    let sent = client.try_send_vectored(&lp, &pieces, Some(address));
    assert_eq!(sent.unwrap(), 7);
    // The second one waits, and goes out from the queue.
    for _ in 0..2 {
        client
            .send_vectored(&lp, &pieces, Some(address), |_, sent| sent.unwrap())
            .unwrap();
    }
    let log = journal.clone();
    let mut left = 3;
    server
        .recv_start(&lp, move |lp, server, received| {
            log.add(text(received));
            left -= 1;
            if left == 0 {
                server.close(lp, |_| {});
            }
        })
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["one two"; 3]);
}

#[test]
fn an_error_of_a_send_comes_to_its_callback_and_the_next_ones_go_on() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (_server, address) = bound(&lp);
    let client = Udp::new(&lp);
    let large = vec![0; 70_000];
    for data in [&large[..], b"a", &large[..], b"b"] {
        let log = journal.clone();
        client
            .send(&lp, data, Some(address), move |_, sent| {
                let code = sent.err().and_then(|error| error.raw_os_error());
                log.add(code.map_or("sent".to_string(), |code| code.to_string()));
            })
            .unwrap();
    }
    lp.run(Mode::Default);
    let failed = libc::EMSGSIZE.to_string();
    assert_eq!(journal.take(), [&failed, "sent", &failed, "sent"]);
}

#[test]
fn messages_wait_until_the_system_takes_them() {
    let lp = Loop::new().unwrap();
    let (udp, other) = pair(&lp);
    let filled = fill(&lp, udp);
    let sent = Rc::new(Cell::new(0));
    for number in 0..100u8 {
        let count = sent.clone();
        udp.send(&lp, &[number; 100], None, move |_, result| {
            result.unwrap();
            count.set(count.get() + 1);
        })
        .unwrap();
    }
    lp.run(Mode::NoWait);
    assert_eq!((sent.get(), udp.send_queue_size(&lp)), (0, 10_000));
    let reader = std::thread::spawn(move || {
        let mut room = [0; 200];
        for _ in 0..filled {
            assert_eq!(other.recv(&mut room).unwrap(), 4);
        }
        for number in 0..100u8 {
            assert_eq!(other.recv(&mut room).unwrap(), 100);
            assert_eq!(room[..100], [number; 100]);
        }
    });
    assert!(!lp.run(Mode::Default));
    reader.join().unwrap();
    assert_eq!((sent.get(), udp.send_queue_count(&lp)), (100, 0));
}

#[test]
fn closing_cancels_what_waits_before_it_calls_back() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (udp, _other) = pair(&lp);
    fill(&lp, udp);
    for name in ["a", "b"] {
        let log = journal.clone();
        udp.send(&lp, b"waits", None, move |_, result| {
            log.add(format!(
                "{name} {}",
                result.unwrap_err().raw_os_error().unwrap()
            ));
        })
        .unwrap();
    }
    let log = journal.clone();
    udp.close(&lp, move |_| log.add("closed"));
    assert!(journal.take().is_empty());
    assert!(!lp.run(Mode::Default));
    assert_eq!(journal.take(), ["a 125", "b 125", "closed"]);
    assert_eq!(lp.active_requests(), 0);
}

#[test]
fn a_message_sent_before_the_close_was_sent() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (_server, address) = bound(&lp);
    let client = Udp::new(&lp);
    for _ in 0..2 {
        let log = journal.clone();
        client
            .send(&lp, b"x", Some(address), move |_, sent| {
                log.add(format!("{:?}", sent.map_err(|error| error.raw_os_error())));
            })
            .unwrap();
    }
    let log = journal.clone();
    client.close(&lp, move |_| log.add("closed"));
    lp.run(Mode::Default);
    assert_eq!(journal.take(), ["Ok(())", "Err(Some(125))", "closed"]);
}

#[test]
fn a_closed_handle_answers_with_errors() {
    let lp = Loop::new().unwrap();
    let (udp, address) = bound(&lp);
    udp.close(&lp, |_| {});
    for _ in 0..2 {
        let group = IpAddr::from([224, 0, 0, 200]);
        let results = [
            udp.bind(&lp, here(0)),
            udp.connect(&lp, address),
            udp.disconnect(&lp),
            udp.recv_start(&lp, |_, _, _| {}),
            udp.send(&lp, b"x", Some(address), |_, _| panic!("was closed")),
            udp.try_send(&lp, b"x", Some(address)).map(drop),
            udp.try_send_many(&lp, &[]).map(drop),
            udp.local_addr(&lp).map(drop),
            udp.peer_addr(&lp).map(drop),
            udp.join(&lp, group, Interface::Any),
            udp.set_ttl(&lp, 3),
            udp.recv_buffer_size(&lp).map(drop),
            udp.open(&lp, UdpSocket::bind(here(0)).unwrap()),
        ];
        for result in results {
            assert_eq!(code(result), libc::EBADF);
        }
        udp.recv_stop(&lp);
        udp.set_message_limit(&lp, 1);
        assert_eq!((udp.send_queue_count(&lp), udp.fd(&lp)), (0, None));
        lp.run(Mode::Default);
    }
}

#[test]
fn without_a_socket_there_is_nothing_to_ask() {
    let lp = Loop::new().unwrap();
    let udp = Udp::new(&lp);
    assert_eq!(code(udp.local_addr(&lp)), libc::EBADF);
    assert_eq!(code(udp.set_broadcast(&lp, true)), libc::EBADF);
    assert_eq!(code(udp.set_ttl(&lp, 0)), libc::EINVAL);
    assert_eq!(udp.fd(&lp), None);
    udp.recv_start(&lp, |_, _, _| {}).unwrap();
    assert_ne!(udp.local_addr(&lp).unwrap().port(), 0, "receiving binds it");
}

#[test]
fn sockets_can_share_a_port_if_they_say_so() {
    let lp = Loop::new().unwrap();
    for options in [
        UdpOptions {
            reuse_addr: true,
            ..PLAIN
        },
        UdpOptions {
            reuse_port: true,
            ..PLAIN
        },
    ] {
        let first = Udp::new(&lp);
        first.bind_with(&lp, here(0), options).unwrap();
        let address = first.local_addr(&lp).unwrap();
        Udp::new(&lp).bind_with(&lp, address, options).unwrap();
        let unwilling = Udp::new(&lp);
        assert_eq!(
            code(unwilling.bind_with(&lp, address, PLAIN)),
            libc::EADDRINUSE
        );
    }
    let twice = bound(&lp).0;
    assert_eq!(code(twice.bind(&lp, here(0))), libc::EINVAL);
}

#[test]
fn version_6_takes_version_4_unless_told_not_to() {
    let lp = Loop::new().unwrap();
    let only = UdpOptions {
        ipv6_only: true,
        ..PLAIN
    };
    assert_eq!(
        code(Udp::new(&lp).bind_with(&lp, here(0), only)),
        libc::EINVAL
    );
    for (options, reaches) in [(PLAIN, true), (only, false)] {
        let server = Udp::with_family(&lp, Family::V6).unwrap();
        server
            .bind_with(&lp, "[::]:0".parse().unwrap(), options)
            .unwrap();
        let port = server.local_addr(&lp).unwrap().port();
        let seen = Rc::new(Cell::new(false));
        let (found, stop) = (seen.clone(), Timer::new(&lp, |lp, _| lp.stop()));
        server
            .recv_start(&lp, move |lp, _, received| {
                assert_eq!(received.unwrap().data, b"four");
                found.set(true);
                lp.stop();
            })
            .unwrap();
        let client = Udp::new(&lp);
        client.try_send(&lp, b"four", Some(here(port))).unwrap();
        stop.start(&lp, if reaches { 60_000 } else { 20 }, 0);
        lp.run(Mode::Default);
        assert_eq!(seen.get(), reaches);
        stop.close(&lp, |_| {});
        server.close(&lp, |_| {});
        lp.run(Mode::Default);
    }
}

#[test]
fn options_reach_the_socket() {
    use rustix::net::sockopt;
    let lp = Loop::new().unwrap();
    for any in ["127.0.0.1:0", "[::1]:0"] {
        let socket = UdpSocket::bind(any).unwrap();
        let fd = socket.try_clone().unwrap();
        let udp = Udp::new(&lp);
        udp.open(&lp, socket).unwrap();
        udp.set_ttl(&lp, 17).unwrap();
        udp.set_multicast_ttl(&lp, 18).unwrap();
        udp.set_multicast_loop(&lp, false).unwrap();
        udp.set_broadcast(&lp, true).unwrap();
        udp.set_multicast_interface(&lp, Interface::Index(1))
            .unwrap();
        assert!(sockopt::socket_broadcast(&fd).unwrap());
        if any.starts_with('1') {
            assert_eq!(sockopt::ip_ttl(&fd).unwrap(), 17);
            assert_eq!(sockopt::ip_multicast_ttl(&fd).unwrap(), 18);
            assert!(!sockopt::ip_multicast_loop(&fd).unwrap());
        } else {
            assert_eq!(sockopt::ipv6_unicast_hops(&fd).unwrap(), 17);
            assert_eq!(sockopt::ipv6_multicast_hops(&fd).unwrap(), 18);
            assert!(!sockopt::ipv6_multicast_loop(&fd).unwrap());
            assert_eq!(sockopt::ipv6_multicast_if(&fd).unwrap(), 1);
        }
        udp.set_multicast_interface(&lp, Interface::Any).unwrap();
        udp.set_recv_buffer_size(&lp, 20_000).unwrap();
        udp.set_send_buffer_size(&lp, 30_000).unwrap();
        assert_eq!(udp.recv_buffer_size(&lp).unwrap(), 40_000);
        assert_eq!(udp.send_buffer_size(&lp).unwrap(), 60_000);
        for wrong in [0, 256] {
            assert_eq!(code(udp.set_ttl(&lp, wrong)), libc::EINVAL);
        }
        assert_eq!(code(udp.set_multicast_ttl(&lp, 256)), libc::EINVAL);
    }
}

#[test]
fn messages_to_a_group_reach_its_members() {
    let lp = Loop::new().unwrap();
    let group = Ipv4Addr::new(239, 255, 0, 77);
    let local = Interface::Address(Ipv4Addr::LOCALHOST);
    let shared = UdpOptions {
        reuse_addr: true,
        ..PLAIN
    };
    let count = Rc::new(Cell::new(0));
    let first = Udp::new(&lp);
    first
        .bind_with(&lp, (Ipv4Addr::UNSPECIFIED, 0).into(), shared)
        .unwrap();
    let port = first.local_addr(&lp).unwrap().port();
    let second = Udp::new(&lp);
    second
        .bind_with(&lp, (Ipv4Addr::UNSPECIFIED, port).into(), shared)
        .unwrap();
    first.join(&lp, group.into(), local).unwrap();
    second
        .join_source(&lp, group.into(), Ipv4Addr::LOCALHOST.into(), local)
        .unwrap();
    for member in [first, second] {
        let count = count.clone();
        member
            .recv_start(&lp, move |lp, member, received| {
                assert_eq!(received.unwrap().data, b"to all");
                count.set(count.get() + 1);
                member.recv_stop(lp);
            })
            .unwrap();
    }
    let sender = Udp::new(&lp);
    sender.bind(&lp, here(0)).unwrap();
    sender.set_multicast_interface(&lp, local).unwrap();
    sender
        .try_send(&lp, b"to all", Some((group, port).into()))
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(count.get(), 2);
    first.leave(&lp, group.into(), local).unwrap();
    second
        .leave_source(&lp, group.into(), Ipv4Addr::LOCALHOST.into(), local)
        .unwrap();
    assert_eq!(
        code(first.leave(&lp, group.into(), local)),
        libc::EADDRNOTAVAIL
    );
    assert_eq!(code(first.join(&lp, here(0).ip(), local)), libc::EINVAL);
}

#[test]
fn groups_of_version_6_are_joined_by_interface_number() {
    let lp = Loop::new().unwrap();
    let udp = Udp::new(&lp);
    let group: IpAddr = "ff01::77".parse().unwrap();
    let source: IpAddr = "::1".parse().unwrap();
    let local = Interface::Index(1);
    udp.join(&lp, group, local).unwrap();
    assert!(udp.local_addr(&lp).unwrap().is_ipv6(), "joining binds it");
    assert_eq!(code(udp.join(&lp, group, local)), libc::EADDRINUSE);
    udp.leave(&lp, group, local).unwrap();
    udp.join_source(&lp, group, source, local).unwrap();
    udp.leave_source(&lp, group, source, local).unwrap();
    let again = udp.leave_source(&lp, group, source, local);
    assert!(again.is_err(), "it was left");
    let by_address = Interface::Address(Ipv4Addr::LOCALHOST);
    assert_eq!(code(udp.join(&lp, group, by_address)), libc::EINVAL);
    let mixed = udp.join_source(&lp, group, here(0).ip(), local);
    assert_eq!(code(mixed), libc::EINVAL);
}

#[test]
fn a_socket_from_elsewhere_is_taken_over() {
    let lp = Loop::new().unwrap();
    let (server, address) = bound(&lp);
    let outside = UdpSocket::bind(here(0)).unwrap();
    outside.connect(address).unwrap();
    let fd = outside.as_raw_fd();
    let udp = Udp::new(&lp);
    udp.open(&lp, outside).unwrap();
    assert_eq!(udp.fd(&lp), Some(fd));
    assert_eq!(udp.peer_addr(&lp).unwrap(), address);
    udp.try_send(&lp, b"it is connected", None).unwrap();
    let another = UdpSocket::bind(here(0)).unwrap();
    assert_eq!(code(udp.open(&lp, another)), libc::EBUSY);
    let file = std::fs::File::open("/proc/self/exe").unwrap();
    assert_eq!(code(Udp::new(&lp).open(&lp, file)), libc::ENOTSOCK);
    server
        .recv_start(&lp, |lp, server, received| {
            assert_eq!(received.unwrap().data, b"it is connected");
            server.close(lp, |_| {});
        })
        .unwrap();
    lp.run(Mode::Default);
}

#[test]
fn a_panic_leaves_no_message_behind() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (server, address) = bound(&lp);
    let client = Udp::new(&lp);
    for number in 0..40 {
        let text = number.to_string();
        client
            .try_send(&lp, text.as_bytes(), Some(address))
            .unwrap();
    }
    let log = journal.clone();
    server
        .recv_start(&lp, move |lp, server, received| {
            let text = text(received);
            log.add(&text);
            if text == "39" {
                server.close(lp, |_| {});
            }
            assert!(
                !text.ends_with('1') && text != "31" && text != "39",
                "it is a bad number"
            );
        })
        .unwrap();
    let mut panics = 0;
    while catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).is_err() {
        panics += 1;
    }
    assert_eq!(panics, 5);
    let expected: Vec<String> = (0..40).map(|number| number.to_string()).collect();
    assert_eq!(journal.take(), expected);
}

#[test]
fn a_panic_leaves_no_send_behind() {
    let lp = Loop::new().unwrap();
    let journal = Journal::default();
    let (_server, address) = bound(&lp);
    let (client, (blocked, _other)) = (Udp::new(&lp), pair(&lp));
    fill(&lp, blocked);
    for udp in [client, blocked] {
        let to = (udp == client).then_some(address);
        for name in ["a", "b", "c"] {
            let log = journal.clone();
            udp.send(&lp, b"x", to, move |_, sent| {
                log.add(format!("{name} {}", sent.is_ok()));
                panic!("in a callback");
            })
            .unwrap();
        }
    }
    let log = journal.clone();
    blocked.close(&lp, move |_| log.add("closed"));
    let mut panics = 0;
    while catch_unwind(AssertUnwindSafe(|| lp.run(Mode::Default))).is_err() {
        panics += 1;
    }
    assert_eq!((panics, lp.active_requests()), (6, 0));
    let mut seen = journal.take();
    assert_eq!(seen.pop().unwrap(), "closed");
    seen.sort();
    let expected = [
        "a false", "a true", "b false", "b true", "c false", "c true",
    ];
    assert_eq!(seen, expected);
    assert!(!client.is_active(&lp));
}

#[test]
fn a_handle_can_be_closed_in_every_state() {
    let lp = Loop::new().unwrap();
    let closed = Rc::new(Cell::new(0));
    let close = |udp: Udp, lp: &Loop| {
        let closed = closed.clone();
        udp.close(lp, move |_| closed.set(closed.get() + 1));
    };
    close(Udp::new(&lp), &lp);
    close(Udp::with_family(&lp, Family::V6).unwrap(), &lp);
    close(bound(&lp).0, &lp);
    let (connected, (_, address)) = (Udp::new(&lp), bound(&lp));
    connected.connect(&lp, address).unwrap();
    close(connected, &lp);
    let receiving = bound(&lp).0;
    receiving.recv_start(&lp, |_, _, _| {}).unwrap();
    close(receiving, &lp);
    let stopped = bound(&lp).0;
    stopped.recv_start(&lp, |_, _, _| {}).unwrap();
    stopped.recv_stop(&lp);
    close(stopped, &lp);
    let (waiting, _other) = pair(&lp);
    fill(&lp, waiting);
    waiting.send(&lp, b"x", None, |_, _| {}).unwrap();
    waiting.recv_start(&lp, |_, _, _| {}).unwrap();
    close(waiting, &lp);
    let sender = Udp::new(&lp);
    let inside = closed.clone();
    sender
        .send(&lp, b"x", Some(address), move |lp, _| {
            sender.close(lp, move |_| inside.set(inside.get() + 1));
        })
        .unwrap();
    assert!(!lp.run(Mode::Default));
    assert_eq!(closed.get(), 8);
}

#[test]
fn an_unreferenced_socket_does_not_keep_the_loop_alive() {
    let lp = Loop::new().unwrap();
    let (server, _) = bound(&lp);
    server.recv_start(&lp, |_, _, _| {}).unwrap();
    assert!(server.is_active(&lp) && lp.is_alive());
    server.unref(&lp);
    assert!(!lp.run(Mode::Default));
}

#[test]
fn an_observer_sees_what_caused_what() {
    #[derive(Default)]
    struct Seen(RefCell<Vec<(Kind, u64, u64)>>);
    impl Observer for Seen {
        fn callback_begin(&self, kind: Kind, id: u64, by: u64) {
            self.0.borrow_mut().push((kind, id, by));
        }
    }
    let lp = Loop::new().unwrap();
    let seen = Rc::new(Seen::default());
    lp.set_observer(Some(seen.clone()));
    let (server, address) = bound(&lp);
    lp.defer(move |lp| {
        server
            .recv_start(lp, |lp, server, _| server.close(lp, |_| {}))
            .unwrap();
        let client = Udp::new(lp);
        client.send(lp, b"x", Some(address), |_, _| {}).unwrap();
    });
    lp.run(Mode::Default);
    let mut seen = seen.0.take();
    seen.retain(|(kind, _, _)| matches!(kind, Kind::Udp | Kind::Send));
    seen.sort_by_key(|&(kind, _, _)| kind == Kind::Send);
    let causes: Vec<(Kind, u64)> = seen.into_iter().map(|(kind, _, by)| (kind, by)).collect();
    assert_eq!(causes, [(Kind::Udp, 1), (Kind::Send, 1)]);
}
