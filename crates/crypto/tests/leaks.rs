//! Nothing of keys, certificates and connections is lost, whatever they are made of.

mod spoiled;
mod talk;

use talk::{TLS12, TLS13, contexts, pair, talk};

/// Connections that come to their end, that fail in the middle, and that go on with a session.
fn connections() {
    for version in [TLS12, TLS13] {
        let contexts = contexts(version);
        let (mut client, mut server) = pair(&contexts);
        assert!(talk(&mut client, &mut server, |_, _| {}));
        if let Some(session) = client.session() {
            let (mut client, mut server) = pair(&contexts);
            client.set_session(&session);
            client.set_session(&session[..session.len() / 2]);
            talk(&mut client, &mut server, |_, _| {});
        }
        for flight in 0..3 {
            for at in (0..1500).step_by(97) {
                let (mut client, mut server) = pair(&contexts);
                talk(&mut client, &mut server, |current, bytes| {
                    if current == flight && at < bytes.len() {
                        bytes[at] ^= 1 << (at % 8);
                    }
                });
                let (mut client, mut server) = pair(&contexts);
                talk(&mut client, &mut server, |current, bytes| {
                    bytes.truncate(if current >= flight { at } else { usize::MAX });
                });
            }
        }
    }
}

#[test]
fn nothing_is_lost() {
    let rounds = spoiled::rounds() / 15;
    rondo_leaks::check(&[
        ("files", &|| spoiled::spoiled_files(rounds)),
        ("parts", &|| spoiled::spoiled_parts(rounds)),
        ("certificates", &|| {
            spoiled::spoiled_certificates_and_bundles(rounds * 10);
        }),
        ("connections", &connections),
    ]);
}
