//! What a parser finds in input, in words.

use rondo_http::{Event, Head, Kind, Lenient, Parser};

/// How a case is read.
#[derive(Clone, Copy)]
pub struct Setting {
    pub kind: Kind,
    pub lenient: u16,
    /// 0: as it comes
    pub head_limit: usize,
    pub skips_body: bool,
    pub ends: bool,
}

/// What is found in pieces of input, a line for each thing. With `places`, errors say where.
pub fn describe(setting: Setting, pieces: &[&[u8]], places: bool) -> Vec<String> {
    let mut parser = Parser::new(setting.kind);
    parser.set_lenient(Lenient(setting.lenient));
    if setting.head_limit > 0 {
        parser.set_head_limit(setting.head_limit);
    }
    let mut seen = Vec::new();
    let mut start = 0;
    for piece in pieces {
        if !feed(&mut parser, setting, piece, start, places, &mut seen) {
            return seen;
        }
        start += piece.len();
    }
    if setting.ends {
        match parser.finish() {
            Ok(Some(_)) => seen.push("done".into()),
            Ok(None) => {}
            Err(error) => seen.push(format!("ERR {} | {}", error.code, error.reason)),
        }
    }
    seen
}

fn feed(
    parser: &mut Parser,
    setting: Setting,
    piece: &[u8],
    start: usize,
    places: bool,
    seen: &mut Vec<String>,
) -> bool {
    let mut at = 0;
    loop {
        match parser.next(piece, &mut at) {
            Ok(Event::Begin) => seen.push("begin".into()),
            Ok(Event::Head) => {
                seen.push(shown(&parser.head(piece)));
                if setting.skips_body {
                    parser.skip_body();
                }
            }
            Ok(Event::Body(range)) => {
                let text = quoted(&piece[range]);
                match seen.last_mut() {
                    Some(last) if last.starts_with("body ") => last.push_str(&text),
                    _ => seen.push(format!("body {text}")),
                }
            }
            Ok(Event::End) => seen.push(match parser.trailers(piece) {
                Some(head) => format!("done {}", fields(&head)),
                None => "done".into(),
            }),
            Ok(Event::Upgrade) => {
                seen.push("upgraded".into());
                return false;
            }
            Ok(Event::More) => return true,
            Err(error) => {
                let place = match places {
                    true => format!(" | {}", start + error.at),
                    false => String::new(),
                };
                seen.push(format!("ERR {} | {}{place}", error.code, error.reason));
                return false;
            }
        }
    }
}

fn shown(head: &Head<'_>) -> String {
    let (major, minor) = head.version();
    let target = quoted(head.target());
    let first = match head.method() {
        Some(method) => format!("{} {target}", method.name()),
        None => format!("{} {target}", head.status()),
    };
    let upgrade = if head.upgrades() { " upgrade" } else { "" };
    let keep = if head.keeps_alive() { "keep" } else { "close" };
    format!(
        "head {major}.{minor} {first}{upgrade} {keep} {}",
        fields(head)
    )
}

fn fields(head: &Head<'_>) -> String {
    let list = head.fields().map(|(name, value)| {
        let value: Vec<u8> = value
            .iter()
            .copied()
            .filter(|byte| !b"\r\n".contains(byte))
            .collect();
        format!("{}={}", quoted(name), quoted(&value))
    });
    format!("[{}]", list.collect::<Vec<String>>().join("|"))
}

/// Printable characters as they are, others, and backslashes, as `\xNN`.
fn quoted(bytes: &[u8]) -> String {
    let one = |&byte: &u8| match byte {
        b' '..=b'~' if byte != b'\\' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    };
    bytes.iter().map(one).collect()
}

/// The bytes that [`quoted`] shows.
pub fn unquoted(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let digits = (bytes[at] == b'\\')
            .then(|| text.get(at + 2..at + 4))
            .flatten();
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                found.push(byte);
                at += 4;
            }
            None => {
                found.push(bytes[at]);
                at += 1;
            }
        }
    }
    found
}

/// The kind, lenient bits, limit of heads, and two flags that a line of numbers gives.
pub fn setting(words: &[&str]) -> Setting {
    let number = |index: usize| words[index].parse::<usize>().unwrap_or(0);
    Setting {
        kind: match number(0) {
            1 => Kind::Request,
            _ => Kind::Response,
        },
        lenient: number(1) as u16,
        head_limit: number(2),
        skips_body: number(3) == 1,
        ends: number(4) == 1,
    }
}
