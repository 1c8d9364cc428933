//! Two connections in memory that talk to one another, and what becomes of them if the bytes between them are damaged.

use std::sync::Arc;

use rondo_crypto::tls::{Connection, Context, Deaf, Progress, Received, Side, Version};

const KEY: &[u8] = include_bytes!("../../../tests/modules/fixtures/tls/server.key");
const CERTIFICATE: &[u8] = include_bytes!("../../../tests/modules/fixtures/tls/server.pem");
const CA: &[u8] = include_bytes!("../../../tests/modules/fixtures/tls/ca.pem");

const TLS12: Version = Version(0x0303);
const TLS13: Version = Version(0x0304);

fn contexts(version: Version) -> (Arc<Context>, Arc<Context>) {
    let client = Context::new(version, version).unwrap();
    client.trust_pem(CA).unwrap();
    let server = Context::new(version, version).unwrap();
    server.set_certificates_pem(CERTIFICATE).unwrap();
    server.set_key_pem(KEY, None).unwrap();
    (Arc::new(client), Arc::new(server))
}

fn pair(contexts: &(Arc<Context>, Arc<Context>)) -> (Connection, Connection) {
    let mut client = Connection::new(contexts.0.clone(), Side::Client).unwrap();
    client.set_verify(1);
    let server = Connection::new(contexts.1.clone(), Side::Server).unwrap();
    (client, server)
}

/// Goes on, and says whether the connection has not failed.
fn go(connection: &mut Connection) -> bool {
    if !connection.is_established()
        && let Progress::Failed(_) = connection.handshake(&mut Deaf)
    {
        return false;
    }
    let mut room = Vec::new();
    for _ in 0..8 {
        if let Received::Failed(_) = connection.read(&mut room, 1 << 14, &mut Deaf) {
            return false;
        }
    }
    true
}

/// Carries bytes to and fro, each flight as `damage` leaves it; whether both sides have come to their end.
fn talk(
    client: &mut Connection,
    server: &mut Connection,
    mut damage: impl FnMut(usize, &mut Vec<u8>),
) -> bool {
    let mut is_well = go(client);
    for flight in 0..8 {
        let (from, to) = match flight % 2 {
            0 => (&mut *client, &mut *server),
            _ => (&mut *server, &mut *client),
        };
        let mut bytes = from.take_output();
        damage(flight, &mut bytes);
        to.receive(&bytes);
        is_well &= go(to);
    }
    is_well && client.is_established() && server.is_established()
}

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
