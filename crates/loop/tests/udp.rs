//! UDP sockets: receiving, and what all handles do; with the real system.

mod datagrams;
mod journal;

use std::cell::{Cell, RefCell};
use std::net::{IpAddr, UdpSocket};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::time::Duration;

use datagrams::{PLAIN, bound, code, fill, here, here_in_all_families, nobody, pair, text};
use journal::{Callbacks, Journal};
use rondo_loop::{
    Family, Handle, Interface, Kind, Loop, Message, Mode, Outgoing, RecvError, Udp, UdpOptions,
};

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
    assert_eq!(code(client.peer_address(&lp)), libc::ENOTCONN);
    assert_eq!(code(client.try_send(&lp, b"x", None)), libc::EDESTADDRREQ);
    let unsent = client.send(&lp, b"x", None, |_, _| panic!("there is no address"));
    assert_eq!(code(unsent), libc::EDESTADDRREQ);
    client.connect(&lp, address).unwrap();
    assert_eq!(code(client.connect(&lp, address)), libc::EISCONN);
    assert_eq!(
        code(client.try_send(&lp, b"x", Some(address))),
        libc::EISCONN
    );
    assert_eq!(client.peer_address(&lp).unwrap(), address);

    let to_client = client.local_address(&lp).unwrap();
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
    assert_eq!(code(client.peer_address(&lp)), libc::ENOTCONN);
    assert_eq!(code(client.try_send(&lp, b"x", None)), libc::EDESTADDRREQ);
    client.try_send(&lp, b"x", Some(address)).unwrap();
    // The system may have given it another port.
    let to_client = here(client.local_address(&lp).unwrap().port());
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
    for any in here_in_all_families() {
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
            udp.local_address(&lp).map(drop),
            udp.peer_address(&lp).map(drop),
            udp.join(&lp, group, Interface::Any),
            udp.set_ttl(&lp, 3),
            udp.recv_buffer_size(&lp).map(drop),
        ];
        for result in results {
            assert_eq!(code(result), libc::EBADF);
        }
        udp.recv_stop(&lp);
        udp.set_message_limit(&lp, 1);
        assert_eq!(udp.send_queue_count(&lp), 0);
        assert_eq!(code(udp.fileno(&lp)), libc::EBADF);
        lp.run(Mode::Default);
    }
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
    let lp = Loop::new().unwrap();
    let seen = Callbacks::watch(&lp);
    let (server, address) = bound(&lp);
    lp.defer(move |lp| {
        server
            .recv_start(lp, |lp, server, _| server.close(lp, |_| {}))
            .unwrap();
        let client = Udp::new(lp);
        client.send(lp, b"x", Some(address), |_, _| {}).unwrap();
    });
    lp.run(Mode::Default);
    let mut seen = seen.take();
    seen.retain(|(kind, _, _)| matches!(kind, Kind::Udp | Kind::Send));
    seen.sort_by_key(|&(kind, _, _)| kind == Kind::Send);
    let causes: Vec<(Kind, u64)> = seen.into_iter().map(|(kind, _, by)| (kind, by)).collect();
    assert_eq!(causes, [(Kind::Udp, 1), (Kind::Send, 1)]);
}
