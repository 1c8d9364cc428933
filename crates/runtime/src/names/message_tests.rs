use super::{Data, Heard, Question, Reply, hear, kind};

fn question() -> Question {
    Question::new("a.example", kind::A).unwrap()
}

/// An answer to a question, with records as they are in messages.
fn answer(question: &Question, flags: u16, records: &[&[u8]]) -> Vec<u8> {
    let mut message = question.message(7);
    message[2..4].copy_from_slice(&(0x8000 | flags).to_be_bytes());
    message[7] = records.len() as u8;
    for record in records {
        message.extend_from_slice(record);
    }
    message
}

/// A record whose owner is the name that was asked for.
fn record(kind: u16, content: &[u8]) -> Vec<u8> {
    let mut record = vec![0xc0, 12];
    record.extend(kind.to_be_bytes());
    record.extend([0, 1, 0, 0, 0, 60]);
    record.extend((content.len() as u16).to_be_bytes());
    record.extend_from_slice(content);
    record
}

fn reply(message: &[u8]) -> Reply {
    match hear(message, &question(), 7) {
        Heard::Answer(reply) => reply,
        other => panic!("{other:?}"),
    }
}

#[test]
fn questions_are_written() {
    let message = question().message(0x1234);
    let expected =
        b"\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01a\x07example\x00\x00\x01\x00\x01";
    assert_eq!(message, expected);
}

#[test]
fn records_are_read() {
    let naptr = b"\x00\x01\x00\x02\x01s\x02ab\x00\xc0\x0c";
    let soa = b"\x01n\xc0\x0c\x01h\xc0\x0c\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x05";
    let records = [
        record(kind::A, &[1, 2, 3, 4]),
        record(kind::AAAA, &[0; 16]),
        record(kind::CNAME, b"\x01c\xc0\x0e"),
        record(kind::MX, b"\x00\x05\x00"),
        record(kind::TXT, b"\x01a\x00\x02bc"),
        record(kind::SRV, b"\x00\x01\x00\x02\x00\x03\x01s\x00"),
        record(kind::SOA, soa),
        record(kind::NAPTR, naptr),
        record(kind::TLSA, &[1, 2, 3, 9]),
        record(kind::CAA, b"\x80\x05issueca"),
        record(999, b"whatever"),
    ];
    let records: Vec<_> = records.iter().map(Vec::as_slice).collect();
    let reply = reply(&answer(&question(), 0, &records));
    let name = || "a.example".to_string();
    let expected = [
        Data::A([1, 2, 3, 4].into()),
        Data::Aaaa([0u8; 16].into()),
        Data::Cname("c.example".into()),
        Data::Mx {
            priority: 5,
            exchange: String::new(),
        },
        Data::Txt(vec![b"a".to_vec(), vec![], b"bc".to_vec()]),
        Data::Srv {
            priority: 1,
            weight: 2,
            port: 3,
            name: "s".into(),
        },
        Data::Soa {
            nsname: "n.a.example".into(),
            hostmaster: "h.a.example".into(),
            numbers: [1, 2, 3, 4, 5],
        },
        Data::Naptr {
            order: 1,
            preference: 2,
            texts: [b"s".to_vec(), b"ab".to_vec(), vec![]],
            replacement: name(),
        },
        Data::Tlsa {
            numbers: [1, 2, 3],
            data: vec![9],
        },
        Data::Caa {
            critical: 128,
            tag: b"issue".to_vec(),
            value: b"ca".to_vec(),
        },
    ];
    assert_eq!((reply.code, reply.count), (0, 11));
    let found: Vec<_> = reply
        .records
        .into_iter()
        .map(|record| record.data)
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn what_is_longer_than_it_need_be_is_read() {
    let long = record(kind::A, &[1, 2, 3, 4, 5]);
    let mut message = answer(&question(), 0, &[&long]);
    message.extend(b"and more");
    assert_eq!(
        reply(&message).records[0].data,
        Data::A([1, 2, 3, 4].into())
    );
}

#[test]
fn others_are_not_heard() {
    let other = Question::new("b.example", kind::A).unwrap();
    let other_kind = Question::new("a.example", kind::AAAA).unwrap();
    assert_eq!(
        hear(&answer(&question(), 0, &[]), &question(), 8),
        Heard::Unrelated
    );
    assert_eq!(
        hear(&answer(&other, 0, &[]), &question(), 7),
        Heard::Unrelated
    );
    assert_eq!(
        hear(&answer(&other_kind, 0, &[]), &question(), 7),
        Heard::Unrelated
    );
    let large = Question::new("A.EXAMPLE", kind::A).unwrap();
    assert!(matches!(
        hear(&answer(&large, 0, &[]), &question(), 7),
        Heard::Answer(_)
    ));
}

#[test]
fn what_is_cut_off_is_told() {
    assert_eq!(
        hear(&answer(&question(), 0x200, &[]), &question(), 7),
        Heard::Truncated
    );
}

#[test]
fn malformed_answers_are_refused() {
    for (kind, content) in [
        (kind::A, &b"\x01\x02\x03"[..]),
        (kind::AAAA, b"\x01"),
        (kind::CNAME, b"\xc0\x29"),
        (kind::CNAME, b"\x05abc"),
        (kind::MX, b"\x00"),
        (kind::TXT, b""),
        (kind::TXT, b"\x05a"),
        (kind::SOA, b"\x00\x00\x00"),
        (kind::TLSA, b"\x01\x02\x03"),
        (kind::CAA, b"\x00\x05issue"),
    ] {
        let record = record(kind, content);
        let message = answer(&question(), 0, &[&record]);
        assert_eq!(
            hear(&message, &question(), 7),
            Heard::Malformed,
            "{kind} {content:?}"
        );
    }
    let mut message = answer(&question(), 0, &[]);
    message[7] = 1;
    assert_eq!(hear(&message, &question(), 7), Heard::Malformed);
    message[5] = 0;
    assert_eq!(hear(&message, &question(), 7), Heard::Malformed);
    assert_eq!(hear(b"\x00\x07\x00", &question(), 7), Heard::Malformed);
}

/// Whatever comes, reading ends, and what was cut off anywhere is not taken for whole.
#[test]
fn changed_and_cut_messages_do_no_harm() {
    let soa = b"\x01n\xc0\x0c\x01h\xc0\x0c\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x05";
    let records = [
        record(kind::CNAME, b"\x01c\xc0\x0e"),
        record(kind::SOA, soa),
        record(kind::TXT, b"\x01a\x00\x02bc"),
        record(kind::NAPTR, b"\x00\x01\x00\x02\x01s\x02ab\x00\xc0\x0c"),
    ];
    let records: Vec<_> = records.iter().map(Vec::as_slice).collect();
    let whole = answer(&question(), 0, &records);
    for end in 0..whole.len() {
        assert!(
            !matches!(hear(&whole[..end], &question(), 7), Heard::Answer(_)),
            "{end}"
        );
    }
    // A generator of numbers that need not be good, but the same in each run.
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..200_000 {
        let mut message = whole.clone();
        for _ in 0..=next() % 4 {
            let at = (next() % message.len() as u64) as usize;
            message[at] = match next() % 3 {
                0 => next() as u8,
                1 => 0xc0 | (next() & 1) as u8,
                _ => message[at] ^ (1 << (next() % 8)),
            };
        }
        let end = message.len() - (next() % 8) as usize;
        let _ = hear(&message[..end], &question(), 7);
    }
}
