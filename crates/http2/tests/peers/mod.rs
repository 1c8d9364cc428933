//! Peers that send anything: bytes changed on the way, and frames made up.

use rondo_http2::{Event, Field, Options, Session};
use rondo_leaks::random::{self, Random};

/// How many connections are tried.
pub fn rounds() -> usize {
    random::rounds(2_000)
}

const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

fn request() -> Vec<Field<'static>> {
    let pairs: [(&[u8], &[u8]); 4] = [
        (b":method", b"POST"),
        (b":scheme", b"http"),
        (b":path", b"/"),
        (b":authority", b"a"),
    ];
    pairs
        .iter()
        .map(|(name, value)| Field::new(name, value))
        .collect()
}

/// A field that no table keeps.
fn literal(name: &[u8], value: &[u8], block: &mut Vec<u8>) {
    block.extend([0, name.len() as u8]);
    block.extend_from_slice(name);
    block.push(value.len() as u8);
    block.extend_from_slice(value);
}

/// Fields that are right, nearly right, or bytes.
fn block(random: &mut Random, is_request: bool) -> Vec<u8> {
    let mut block = Vec::new();
    if random.below(12) == 0 {
        return random.bytes(60);
    }
    let usual: &[(&[u8], &[u8])] = match is_request {
        true => &[
            (b":method", b"POST"),
            (b":scheme", b"http"),
            (b":path", b"/"),
            (b":authority", b"a"),
        ],
        false => &[(b":status", b"200")],
    };
    let odd: &[(&[u8], &[u8])] = &[
        (b"content-length", b"3"),
        (b"content-length", b"x"),
        (b":status", b"103"),
        (b":path", b"*"),
        (b":protocol", b"websocket"),
        (b"Upper", b"case"),
        (b"te", b"trailers"),
        (b"connection", b"close"),
        (b"", b""),
        (b"host", b"b"),
        (b"name", b"va\nlue"),
        (b":method", b"CONNECT"),
    ];
    for &(name, value) in usual {
        if random.below(15) > 0 {
            literal(name, value, &mut block);
        }
    }
    for _ in 0..random.below(4) {
        let (name, value) = random.among(odd);
        literal(name, value, &mut block);
    }
    block
}

/// A frame of any type, with a payload that suits it more or less.
fn frame(random: &mut Random, is_request: bool) -> Vec<u8> {
    let kind = random.among(&[0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 200]);
    let mut payload = match kind {
        0 => random.bytes(40),
        1 | 9 => block(random, is_request),
        5 => [vec![0, 0, 0, random.among(&[2, 4, 1])], block(random, true)].concat(),
        3 | 8 => (random.next() as u32 >> random.below(32))
            .to_be_bytes()
            .to_vec(),
        4 => (0..random.below(4))
            .flat_map(|_| {
                let value = (random.next() as u32 >> random.below(32)).to_be_bytes();
                [vec![0, random.below(10) as u8], value.to_vec()].concat()
            })
            .collect(),
        6 | 7 => random.next().to_be_bytes().to_vec(),
        _ => random.bytes(20),
    };
    if random.below(25) == 0 {
        payload.truncate(random.below(payload.len() + 1));
    }
    let flags = random.among(&[0, 1, 4, 4, 5, 5, 5, 8, 12, 0x25]);
    let stream = random.among(&[0, 1, 1, 1, 2, 3, 5, 7, 0x7fff_ffff_u32]);
    let mut frame = (payload.len() as u32).to_be_bytes()[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend(payload);
    frame
}

/// Does what a script might, about what has come.
fn react(random: &mut Random, session: &mut Session, is_server: bool) {
    while let Some(event) = session.next_event() {
        match event {
            Event::Headers(head) if is_server && random.below(3) > 0 => {
                let fields = [Field::new(b":status", b"200")];
                let _ = session.submit_response(head.stream, &fields, random.below(2) > 0);
                session.write(head.stream, vec![7; random.below(30_000)]);
                session.end(head.stream, random.below(4) == 0);
            }
            Event::Headers(head) if random.below(4) == 0 => {
                let _ = session.submit_reset(head.stream, 8);
            }
            Event::Data { stream, bytes } if random.below(5) > 0 => {
                let _ = session.consume(stream, bytes.len());
            }
            Event::WantsTrailers { stream } => {
                let _ = session.submit_trailers(stream, &[Field::new(b"a", b"b")]);
            }
            Event::Drained { stream } if random.below(10) == 0 => {
                session.write(stream, vec![1; 10]);
            }
            _ => {}
        }
    }
    if random.below(40) == 0 {
        let _ = session.submit_goaway(0, 0, b"bye");
    }
    if random.below(80) == 0 {
        let _ = session.terminate(2);
    }
}

/// Gives bytes in pieces, and has what comes of them sent to nobody.
fn feed(random: &mut Random, session: &mut Session, mut bytes: &[u8], is_server: bool) {
    while !bytes.is_empty() {
        let (piece, rest) = bytes.split_at((1 + random.below(200)).min(bytes.len()));
        bytes = rest;
        let is_over = session.receive(piece).is_err();
        react(random, session, is_server);
        if session.take_output(&mut Vec::new()).is_err() || is_over {
            return;
        }
    }
}

/// So many connections on which frames of all kinds come.
pub fn frames_that_are_made_up(rounds: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..rounds {
        let is_server = random.below(2) == 0;
        let options = Options {
            max_memory: random.among(&[1_000, 10_000_000]),
            max_invalid_frames: random.among(&[3, 1_000]),
            max_rejected_streams: random.among(&[1, 100]),
            ..Options::default()
        };
        let mut session = match is_server {
            true => Session::server(&options),
            false => Session::client(&options),
        };
        let settings = [(8, 1)];
        session
            .submit_settings(&settings[..random.below(2)])
            .unwrap();
        let mut bytes = Vec::new();
        if is_server {
            bytes.extend_from_slice(PREFACE);
        } else {
            let stream = session.submit_request(&request(), true).unwrap();
            session.write(stream, vec![1; random.below(100_000)]);
        }
        bytes.extend([0, 0, 0, 4, 0, 0, 0, 0, 0]);
        for _ in 0..random.below(30) {
            bytes.extend(frame(&mut random, is_server));
        }
        feed(&mut random, &mut session, &bytes, is_server);
    }
}

/// So many connections with a request of which bytes have changed.
pub fn bytes_that_change_on_the_way(rounds: usize) {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for _ in 0..rounds {
        let mut client = Session::client(&Options::default());
        client.submit_settings(&[]).unwrap();
        let stream = client.submit_request(&request(), true).unwrap();
        client.write(stream, vec![1; 300]);
        client.end(stream, false);
        client.submit_ping(b"12345678").unwrap();
        let mut bytes = Vec::new();
        client.take_output(&mut bytes).unwrap();
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len());
            bytes[at] = random.next() as u8;
        }
        let mut server = Session::server(&Options::default());
        server.submit_settings(&[]).unwrap();
        feed(&mut random, &mut server, &bytes, true);
    }
}
