//! Input made at random: no panic, and no difference however it is cut. `RONDO_FUZZ_SECONDS` makes it longer.

#[expect(dead_code, reason = "others of these tests use the rest")]
mod describe;

use std::time::{Duration, Instant};

use describe::{Setting, describe};
use rondo_http::Kind;

const REQUESTS: &[&str] = &[
    "GET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "POST /a?b#c HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello",
    "GET http://u:p@h:80/p?q#f HTTP/1.1\r\nA: b\r\n\r\n",
    "CONNECT a:80 HTTP/1.1\r\nHost: a\r\n\r\nabc",
    "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n5;a=b;c=\"d\\\"e\"\r\nhello\r\n0\r\nX: y\r\n\r\n",
    "GET / HTTP/1.1\r\nConnection: upgrade, close\r\nUpgrade: x\r\n\r\nabc",
    "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\nM-SEARCH * HTTP/1.1\r\nA:\r\nB: \r\n c\r\n\r\n",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
];
const RESPONSES: &[&str] = &[
    "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
    "HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
    "HTTP/1.1 204 No\r\n\r\nHTTP/1.0 200 OK\r\n\r\nabc",
    "HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nabc",
];
const BITS: &[&str] = &[
    "\r",
    "\n",
    "\r\n",
    " ",
    "\t",
    "\0",
    ":",
    ";",
    "=",
    "\"",
    "\\",
    "/",
    "?",
    "#",
    "@",
    ",",
    "0",
    "9",
    "f",
    "x",
    "close",
    "chunked",
    "upgrade",
    "Content-Length: 5\r\n",
    "Transfer-Encoding: chunked\r\n",
    "99999999999999999999",
    "\r\n\r\n",
];

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a [u8] {
        list[self.below(list.len())].as_bytes()
    }

    fn input(&mut self, samples: &[&str]) -> Vec<u8> {
        let mut input = self.pick(samples).to_vec();
        if self.below(3) == 0 {
            input.extend_from_slice(self.pick(samples));
        }
        for _ in 0..=self.below(4) {
            let at = self.below(input.len() + 1);
            let end = (at + self.below(3)).min(input.len());
            match self.below(3) {
                0 => drop(input.splice(at..end, [])),
                1 => drop(input.splice(at..at, self.pick(BITS).iter().copied())),
                _ => drop(input.splice(at..end, [self.below(256) as u8])),
            }
        }
        input
    }

    fn pieces<'a>(&mut self, input: &'a [u8]) -> Vec<&'a [u8]> {
        let longest = [1, 2, 9, 40][self.below(4)];
        let mut rest = input;
        let mut pieces = Vec::new();
        while !rest.is_empty() {
            let (piece, after) = rest.split_at((1 + self.below(longest)).min(rest.len()));
            pieces.push(piece);
            rest = after;
        }
        pieces
    }
}

#[test]
fn nothing_depends_on_cuts() {
    let seconds = std::env::var("RONDO_FUZZ_SECONDS").ok();
    let seconds = seconds.and_then(|text| text.parse().ok()).unwrap_or(2);
    let end = Instant::now() + Duration::from_secs(seconds);
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    while Instant::now() < end {
        for _ in 0..1000 {
            let kind = [Kind::Request, Kind::Response][random.below(2)];
            let setting = Setting {
                kind,
                lenient: [0, 0, 1023, 1024][random.below(4)],
                head_limit: [0, 60][random.below(2)],
                skips_body: random.below(10) == 0,
                ends: random.below(2) == 0,
            };
            let input = match kind {
                Kind::Request => random.input(REQUESTS),
                Kind::Response => random.input(RESPONSES),
            };
            let whole = describe(setting, &[&input], false);
            let cut = describe(setting, &random.pieces(&input), false);
            let text = String::from_utf8_lossy(&input);
            assert_eq!(cut, whole, "{text:?}");
        }
    }
}
