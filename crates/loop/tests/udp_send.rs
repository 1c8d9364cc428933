//! UDP sockets: sending, with the real system.

mod datagrams;
mod journal;

use std::cell::Cell;
use std::io::IoSlice;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;

use datagrams::{bound, code, fill, pair, text};
use journal::Journal;
use rondo_loop::{Handle, Loop, Mode, Outgoing, Udp};

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
        let data = vec![number; usize::from(number) * 3];
        udp.send(&lp, &data, None, move |_, result| {
            result.unwrap();
            count.set(count.get() + 1);
        })
        .unwrap();
    }
    lp.run(Mode::NoWait);
    assert_eq!(
        (sent.get(), udp.send_queue_size(&lp)),
        (0, 99 * 100 / 2 * 3)
    );
    let reader = std::thread::spawn(move || {
        let mut room = [0; 400];
        for _ in 0..filled {
            assert_eq!(other.recv(&mut room).unwrap(), 4);
        }
        for number in 0..100u8 {
            let len = other.recv(&mut room).unwrap();
            assert_eq!(room[..len], vec![number; usize::from(number) * 3]);
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
