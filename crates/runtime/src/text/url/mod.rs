//! URLs, as the WHATWG URL Standard defines them: parsing, serializing, and the setters of class URL.

use std::fmt::Write;

mod host;
mod parser;
mod percent;
mod setters;

pub use host::{idna_to_ascii, to_ascii, to_unicode};
pub use parser::parse;
pub use setters::{Part, set};

/// A parsed URL: what the Standard calls a URL record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Url {
    scheme: String,
    username: String,
    password: String,
    /// Serialized; empty for `file:///`, `None` for `mailto:x`.
    host: Option<String>,
    port: Option<u16>,
    path: Path,
    query: Option<String>,
    fragment: Option<String>,
}

/// The path of a URL.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Path {
    /// One that has no segments, as in `mailto:x`
    Opaque(String),
    /// Segments, each after its `/`
    Segments(String),
}

impl Path {
    fn as_str(&self) -> &str {
        match self {
            Path::Opaque(path) | Path::Segments(path) => path,
        }
    }

    /// The first segment, if there is one.
    fn first_segment(&self) -> Option<&str> {
        match self {
            Path::Opaque(_) => None,
            Path::Segments(path) => path.strip_prefix('/')?.split('/').next(),
        }
    }
}

impl Url {
    fn new(scheme: &str) -> Self {
        Self {
            scheme: scheme.to_owned(),
            username: String::new(),
            password: String::new(),
            host: None,
            port: None,
            path: Path::Segments(String::new()),
            query: None,
            fragment: None,
        }
    }

    fn is_special(&self) -> bool {
        is_special(&self.scheme)
    }

    fn has_opaque_path(&self) -> bool {
        matches!(self.path, Path::Opaque(_))
    }

    fn has_credentials(&self) -> bool {
        !self.username.is_empty() || !self.password.is_empty()
    }

    /// Whether there can be a user name, password and port: not without a host.
    fn can_have_credentials(&self) -> bool {
        self.scheme != "file" && self.host.as_ref().is_some_and(|host| !host.is_empty())
    }

    /// The host name, empty where there is none.
    pub fn hostname(&self) -> &str {
        self.host.as_deref().unwrap_or_default()
    }

    fn push_segment(&mut self, segment: &str) {
        if let Path::Segments(path) = &mut self.path {
            path.push('/');
            path.push_str(segment);
        }
    }

    /// Takes the last segment off the path, but never the drive letter of a file URL.
    fn shorten_path(&mut self) {
        let is_drive = self.scheme == "file"
            && self
                .path
                .first_segment()
                .is_some_and(is_normalized_drive_letter)
            && self.path.as_str().len() == "/C:".len();
        if let (Path::Segments(path), false) = (&mut self.path, is_drive) {
            path.truncate(path.rfind('/').unwrap_or(0));
        }
    }

    /// How long the URL can be as a string.
    fn longest_href(&self) -> usize {
        let optional = |part: &Option<String>| part.as_ref().map_or(0, String::len);
        let delimiters_and_port = "://:@:65535/.?#".len();
        let texts: [&str; 4] = [
            &self.scheme,
            &self.username,
            &self.password,
            self.path.as_str(),
        ];
        texts.iter().map(|text| text.len()).sum::<usize>()
            + optional(&self.host)
            + optional(&self.query)
            + optional(&self.fragment)
            + delimiters_and_port
    }

    /// The URL as a string.
    pub fn href(&self) -> String {
        let mut href = String::with_capacity(self.longest_href());
        href.push_str(&self.scheme);
        href.push(':');
        if let Some(host) = &self.host {
            href.push_str("//");
            if self.has_credentials() {
                href.push_str(&self.username);
                if !self.password.is_empty() {
                    href.push(':');
                    href.push_str(&self.password);
                }
                href.push('@');
            }
            href.push_str(host);
            if let Some(port) = self.port {
                let _ = write!(href, ":{port}");
            }
        } else if !self.has_opaque_path() && self.path.as_str().starts_with("//") {
            // Else the path would read as a host.
            href.push_str("/.");
        }
        href.push_str(self.path.as_str());
        if let Some(query) = &self.query {
            href.push('?');
            href.push_str(query);
        }
        if let Some(fragment) = &self.fragment {
            href.push('#');
            href.push_str(fragment);
        }
        href
    }
}

fn is_special(scheme: &str) -> bool {
    matches!(scheme, "http" | "https" | "ws" | "wss" | "ftp" | "file")
}

fn default_port(scheme: &str) -> Option<u16> {
    match scheme {
        "http" | "ws" => Some(80),
        "https" | "wss" => Some(443),
        "ftp" => Some(21),
        _ => None,
    }
}

/// `C:` or `C|`
fn is_drive_letter(text: &[u8]) -> bool {
    matches!(text, [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}

/// `C:`
fn is_normalized_drive_letter(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, b':'] if letter.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn href(input: &str, base: Option<&str>) -> Option<String> {
        let base = base.map(|base| parse(base, None).unwrap());
        parse(input, base.as_ref()).map(|url| url.href())
    }

    #[test]
    fn normalizes() {
        for (input, expected) in [
            (
                "HTTP://User:Pa%20ss@EXAMPLE.com:80/a/./b/../c?q=é#f f",
                "http://User:Pa%20ss@example.com/a/c?q=%C3%A9#f%20f",
            ),
            ("  https:\\\\x\\y\n", "https://x/y"),
            ("file:////foo", "file:////foo"),
            ("file:c|/x/../..", "file:///c:/"),
            ("file://localhost/x", "file:///x"),
            ("mailto:a b ?x", "mailto:a b%20?x"),
            ("web+demo:/.//not-a-host/", "web+demo:/.//not-a-host/"),
            ("http://0x7f.1:443/%2e%2E/", "http://127.0.0.1:443/"),
            ("http://[1:0::0:2]:8080", "http://[1::2]:8080/"),
            ("foo://h%41é:0099", "foo://h%41%C3%A9:99"),
            ("http://日本語.jp", "http://xn--wgv71a119e.jp/"),
            ("http://a@b@c:d@e/", "http://a%40b%40c:d@e/"),
        ] {
            assert_eq!(href(input, None).as_deref(), Some(expected), "{input}");
        }
    }

    #[test]
    fn refuses() {
        for input in [
            "",
            "/x",
            "http://",
            "http://a b",
            "http://a:65536",
            "http://a:x",
            "http://:80",
            "http://u@",
            "http://1.2.3.256",
            "http://[::1",
            "http://a%00b",
            "foo://a b",
            "http://%",
        ] {
            assert_eq!(href(input, None), None, "{input}");
        }
    }

    #[test]
    fn resolves() {
        for (input, base, expected) in [
            ("../d?x", "http://h/a/b/c?q#f", "http://h/a/d?x"),
            ("", "http://h/a?q#f", "http://h/a?q"),
            ("#g", "mailto:x", "mailto:x#g"),
            ("//other/x", "https://h/a", "https://other/x"),
            ("https:x", "https://h/a/b", "https://h/a/x"),
            ("/..//x", "file:///C:/a", "file:///C://x"),
            ("?y", "foo:/a/b", "foo:/a/b?y"),
        ] {
            assert_eq!(
                href(input, Some(base)).as_deref(),
                Some(expected),
                "{input} on {base}"
            );
        }
        assert_eq!(href("x", Some("mailto:y")), None);
    }
}
