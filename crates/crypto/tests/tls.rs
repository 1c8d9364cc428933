//! Two connections in memory that talk to one another, and what becomes of them if the bytes between them are damaged.

mod talk;

use rondo_crypto::tls::{Deaf, Received};
use talk::{TLS12, TLS13, contexts, pair, talk};

/// Whether a byte is of a record's version, which nobody has to look at.
fn is_version(flight: &[u8], at: usize) -> bool {
    let mut start = 0;
    while let Some(head) = flight.get(start..start + 5) {
        if (start + 1..start + 3).contains(&at) {
            return true;
        }
        start += 5 + usize::from(u16::from_be_bytes([head[3], head[4]]));
    }
    false
}

#[test]
fn bytes_go_both_ways() {
    for version in [TLS12, TLS13] {
        let contexts = contexts(version);
        let (mut client, mut server) = pair(&contexts);
        assert!(talk(&mut client, &mut server, |_, _| {}));
        assert!(client.verdict().is_none());
        let message = vec![7; 100_000];
        assert_eq!(client.write(&message, &mut Deaf).unwrap(), message.len());
        server.receive(&client.take_output());
        let mut room = Vec::new();
        while let Received::Data(_) = server.read(&mut room, 1 << 14, &mut Deaf) {}
        assert_eq!(room, message);
        client.shut_down(&mut Deaf);
        server.receive(&client.take_output());
        assert!(matches!(
            server.read(&mut room, 1, &mut Deaf),
            Received::End
        ));
    }
}

#[test]
fn a_session_is_gone_on_with() {
    let contexts = contexts(TLS12);
    let (mut client, mut server) = pair(&contexts);
    assert!(talk(&mut client, &mut server, |_, _| {}));
    let session = client.session().unwrap();
    let (mut client, mut server) = pair(&contexts);
    assert!(client.set_session(&session));
    assert!(talk(&mut client, &mut server, |_, _| {}));
    assert!(client.is_session_reused());
    assert!(!client.set_session(&session[..session.len() / 2]));
}

#[test]
fn damaged_flights_never_establish_both_sides() {
    for version in [TLS12, TLS13] {
        let contexts = contexts(version);
        for flight in 0..3 {
            for at in (0..1500).step_by(13) {
                let (mut client, mut server) = pair(&contexts);
                let mut was_damaged = false;
                let is_well = talk(&mut client, &mut server, |current, bytes| {
                    if current == flight && at < bytes.len() && !is_version(bytes, at) {
                        bytes[at] ^= 1 << (at % 8);
                        was_damaged = true;
                    }
                });
                assert!(!(is_well && was_damaged), "flight {flight}, byte {at}");
            }
        }
    }
}

#[test]
fn a_flight_that_is_cut_off_only_waits() {
    for version in [TLS12, TLS13] {
        let contexts = contexts(version);
        for length in (0..900).step_by(11) {
            let (mut client, mut server) = pair(&contexts);
            let mut was_cut = false;
            let is_well = talk(&mut client, &mut server, |current, bytes| {
                if current >= 1 {
                    was_cut |= bytes.len() > length;
                    bytes.truncate(if current == 1 { length } else { 0 });
                }
            });
            assert!(!is_well || !was_cut);
            assert!(!client.is_established());
        }
    }
}

#[test]
fn spoiled_sessions_and_tickets_do_no_harm() {
    for version in [TLS12, TLS13] {
        let contexts = contexts(version);
        let (mut client, mut server) = pair(&contexts);
        assert!(talk(&mut client, &mut server, |_, _| {}));
        let session = client.session().unwrap();
        for at in (0..session.len()).step_by(5) {
            let mut spoiled = session.to_vec();
            spoiled[at] ^= 1 << (at % 8);
            let (mut client, mut server) = pair(&contexts);
            client.set_session(&spoiled);
            talk(&mut client, &mut server, |_, _| {});
            let (mut client, _) = pair(&contexts);
            assert!(!client.set_session(&session[..at]), "{at} bytes of it");
        }
        // Who has the right one still gets on.
        let (mut client, mut server) = pair(&contexts);
        assert!(client.set_session(&session));
        assert!(talk(&mut client, &mut server, |_, _| {}));
        assert!(client.is_session_reused());
    }
}

#[test]
fn changed_records_are_never_taken_for_data() {
    let message = vec![7; 300];
    for version in [TLS12, TLS13] {
        let contexts = contexts(version);
        for at in 0..300 {
            let (mut client, mut server) = pair(&contexts);
            assert!(talk(&mut client, &mut server, |_, _| {}));
            client.write(&message, &mut Deaf).unwrap();
            let mut record = client.take_output();
            if is_version(&record, at) {
                continue;
            }
            record[at] ^= 1 << (at % 8);
            server.receive(&record);
            let mut room = Vec::new();
            let received = server.read(&mut room, 1 << 14, &mut Deaf);
            assert!(!matches!(received, Received::Data(_)), "byte {at}");
            assert!(room.is_empty(), "byte {at}");
        }
    }
}
