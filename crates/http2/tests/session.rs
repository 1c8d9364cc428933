//! Two sessions that talk to each other.

use rondo_http2::{Error, Event, Field, HeadersEvent, Options, Session};

struct Pair {
    client: Session,
    server: Session,
}

impl Pair {
    fn new(options: &Options) -> Pair {
        let mut pair = Pair {
            client: Session::client(&Options::default()),
            server: Session::server(options),
        };
        pair.client.submit_settings(&[]).unwrap();
        pair.server.submit_settings(&[]).unwrap();
        pair.exchange().unwrap();
        events(&mut pair.client);
        events(&mut pair.server);
        pair
    }

    /// Carries bytes to and fro until both are silent.
    fn exchange(&mut self) -> Result<(), Error> {
        loop {
            let (mut there, mut back) = (Vec::new(), Vec::new());
            self.client.take_output(&mut there)?;
            self.server.receive(&there)?;
            self.server.take_output(&mut back)?;
            self.client.receive(&back)?;
            if there.is_empty() && back.is_empty() {
                return Ok(());
            }
        }
    }
}

fn events(session: &mut Session) -> Vec<Event> {
    std::iter::from_fn(|| session.next_event()).collect()
}

fn request<'a>(path: &'a [u8]) -> [Field<'a>; 4] {
    [
        Field::new(b":method", b"POST"),
        Field::new(b":scheme", b"http"),
        Field::new(b":authority", b"localhost"),
        Field::new(b":path", path),
    ]
}

fn heads<'a>(events: &'a [Event]) -> Vec<&'a HeadersEvent> {
    let head = |event: &'a Event| match event {
        Event::Headers(head) => Some(head),
        _ => None,
    };
    events.iter().filter_map(head).collect()
}

#[test]
fn a_request_with_a_body_and_its_answer_with_trailers() {
    let mut pair = Pair::new(&Options::default());
    let stream = pair.client.submit_request(&request(b"/a"), true).unwrap();
    pair.client.write(stream, vec![7; 40_000]);
    pair.client.end(stream, false);
    pair.exchange().unwrap();

    let seen = events(&mut pair.server);
    assert_eq!(
        Field::all_of(&heads(&seen)[0].fields)[3],
        Field::new(b":path", b"/a")
    );
    let length: usize = seen
        .iter()
        .map(|event| match event {
            Event::Data { bytes, .. } => bytes.len(),
            _ => 0,
        })
        .sum();
    assert_eq!(length, 40_000);
    assert!(seen.contains(&Event::Ended { stream }));

    pair.server
        .submit_response(stream, &[Field::new(b":status", b"200")], true)
        .unwrap();
    pair.server.write(stream, b"body".to_vec());
    pair.server.end(stream, true);
    pair.exchange().unwrap();
    assert!(events(&mut pair.server).contains(&Event::WantsTrailers { stream }));
    pair.server
        .submit_trailers(stream, &[Field::new(b"sum", b"4")])
        .unwrap();
    pair.exchange().unwrap();
    let seen = events(&mut pair.client);
    let heads = heads(&seen);
    assert_eq!(heads.len(), 2);
    assert_eq!(Field::all_of(&heads[1].fields), [Field::new(b"sum", b"4")]);
    assert_eq!(seen.last(), Some(&Event::Closed { stream, code: 0 }));
}

#[test]
fn the_window_opens_when_the_script_has_read() {
    let mut pair = Pair::new(&Options::default());
    let stream = pair.client.submit_request(&request(b"/"), true).unwrap();
    pair.client.write(stream, vec![0; 200_000]);
    pair.exchange().unwrap();
    let received = |session: &mut Session| -> usize {
        events(session)
            .iter()
            .map(|event| match event {
                Event::Data { bytes, .. } => bytes.len(),
                _ => 0,
            })
            .sum()
    };
    assert_eq!(received(&mut pair.server), 65_535);
    pair.server.consume(stream, 65_535).unwrap();
    pair.exchange().unwrap();
    assert_eq!(received(&mut pair.server), 65_535);
    assert_eq!(pair.client.waiting(), 200_000 - 2 * 65_535);
}

#[test]
fn too_many_fields_reset_the_stream() {
    let mut pair = Pair::new(&Options {
        max_header_pairs: 6,
        ..Options::default()
    });
    let mut fields = request(b"/").to_vec();
    fields.extend(vec![Field::new(b"a", b"1"); 3]);
    let stream = pair.client.submit_request(&fields, false).unwrap();
    pair.exchange().unwrap();
    assert!(heads(&events(&mut pair.server)).is_empty());
    assert!(events(&mut pair.client).contains(&Event::Closed { stream, code: 11 }));
}

#[test]
fn empty_frames_end_the_session() {
    let mut pair = Pair::new(&Options {
        max_invalid_frames: 10,
        ..Options::default()
    });
    let stream = pair.client.submit_request(&request(b"/"), true).unwrap();
    pair.exchange().unwrap();
    let mut frame = vec![0, 0, 0, 0, 0];
    frame.extend(stream.to_be_bytes());
    assert_eq!(pair.server.receive(&frame.repeat(11)), Ok(()));
    assert_eq!(
        pair.server.receive(&frame),
        Err(Error::TooManyInvalidFrames)
    );
}
