//! Two connections in memory that talk to one another.

use std::sync::Arc;

use rondo_crypto::tls::{Connection, Context, Deaf, Progress, Received, Side, Version};

const KEY: &[u8] = include_bytes!("../../../../tests/modules/fixtures/tls/server.key");
const CERTIFICATE: &[u8] = include_bytes!("../../../../tests/modules/fixtures/tls/server.pem");
const CA: &[u8] = include_bytes!("../../../../tests/modules/fixtures/tls/ca.pem");

pub const TLS12: Version = Version(0x0303);
pub const TLS13: Version = Version(0x0304);

pub fn contexts(version: Version) -> (Arc<Context>, Arc<Context>) {
    let client = Context::new(version, version).unwrap();
    client.trust_pem(CA).unwrap();
    let server = Context::new(version, version).unwrap();
    server.set_certificates_pem(CERTIFICATE).unwrap();
    server.set_key_pem(KEY, None).unwrap();
    (Arc::new(client), Arc::new(server))
}

pub fn pair(contexts: &(Arc<Context>, Arc<Context>)) -> (Connection, Connection) {
    let mut client = Connection::new(contexts.0.clone(), Side::Client).unwrap();
    client.set_verify(1);
    let server = Connection::new(contexts.1.clone(), Side::Server).unwrap();
    (client, server)
}

/// Goes on, and says whether the connection has not failed.
pub fn go(connection: &mut Connection) -> bool {
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
pub fn talk(
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
