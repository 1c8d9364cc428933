//! From a string to a URL. The functions are the states of the Standard's basic URL parser, in order.

use std::borrow::Cow;

use super::percent::{self, CONTROLS, FRAGMENT, PATH, QUERY, SPECIAL_QUERY, USERINFO};
use super::{
    Path, Url, default_port, host, is_drive_letter, is_normalized_drive_letter, is_special,
};

/// Parses a URL, relative to `base` if there is one. `None` if it is not valid.
pub fn parse(input: &str, base: Option<&Url>) -> Option<Url> {
    let trimmed = input.trim_matches(|character| character <= ' ');
    let input = remove_tabs_and_newlines(trimmed);
    match split_scheme(&input) {
        Some((scheme, rest)) => parse_after_scheme(&scheme, rest, base),
        None => parse_without_scheme(&input, base?),
    }
}

/// These may stand anywhere in a URL and mean nothing.
pub fn remove_tabs_and_newlines(input: &str) -> Cow<'_, [u8]> {
    let is_skipped = |byte: &u8| matches!(byte, b'\t' | b'\n' | b'\r');
    let bytes = input.as_bytes();
    if bytes.iter().any(is_skipped) {
        Cow::Owned(
            bytes
                .iter()
                .copied()
                .filter(|byte| !is_skipped(byte))
                .collect(),
        )
    } else {
        Cow::Borrowed(bytes)
    }
}

/// The scheme in small letters, and what comes after its colon.
pub fn split_scheme(input: &[u8]) -> Option<(String, &[u8])> {
    let end = input
        .iter()
        .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')))?;
    if input[end] != b':' || !input[0].is_ascii_alphabetic() {
        return None;
    }
    let scheme = String::from_utf8_lossy(&input[..end]).to_ascii_lowercase();
    Some((scheme, &input[end + 1..]))
}

fn parse_after_scheme(scheme: &str, rest: &[u8], base: Option<&Url>) -> Option<Url> {
    let url = Url::new(scheme);
    if scheme == "file" {
        return parse_file(url, rest, base.filter(|base| base.scheme == "file"));
    }
    if is_special(scheme) {
        if let Some(base) = base.filter(|base| base.scheme == scheme && !rest.starts_with(b"//")) {
            return parse_relative(url, rest, base);
        }
        return parse_authority(url, skip_slashes(rest));
    }
    match rest {
        [b'/', b'/', rest @ ..] => parse_authority(url, rest),
        [b'/', rest @ ..] => parse_path_and_rest(url, rest),
        _ => parse_opaque_path(url, rest),
    }
}

fn parse_without_scheme(input: &[u8], base: &Url) -> Option<Url> {
    if base.has_opaque_path() {
        let fragment = input.strip_prefix(b"#")?;
        let mut url = base.clone();
        url.set_fragment(fragment);
        return Some(url);
    }
    let url = Url::new(&base.scheme);
    if base.scheme == "file" {
        parse_file(url, input, Some(base))
    } else {
        parse_relative(url, input, base)
    }
}

fn skip_slashes(input: &[u8]) -> &[u8] {
    let start = input.iter().position(|byte| !matches!(byte, b'/' | b'\\'));
    &input[start.unwrap_or(input.len())..]
}

fn parse_relative(mut url: Url, input: &[u8], base: &Url) -> Option<Url> {
    let is_slash = |byte: u8| byte == b'/' || (byte == b'\\' && base.is_special());
    match input {
        [first, second, ..] if is_slash(*first) && is_slash(*second) && base.is_special() => {
            return parse_authority(url, skip_slashes(&input[2..]));
        }
        [b'/', b'/', rest @ ..] => return parse_authority(url, rest),
        _ => {}
    }
    url.username.clone_from(&base.username);
    url.password.clone_from(&base.password);
    url.host.clone_from(&base.host);
    url.port = base.port;
    match input {
        [first, rest @ ..] if is_slash(*first) => parse_path_and_rest(url, rest),
        _ => {
            url.path.clone_from(&base.path);
            parse_below_base(url, input, base)
        }
    }
}

/// What is left of a reference without slashes: a query, a fragment, or a path below the base's.
fn parse_below_base(mut url: Url, input: &[u8], base: &Url) -> Option<Url> {
    match input.first() {
        Some(b'?') => parse_query_and_fragment(url, input),
        None | Some(b'#') => {
            url.query.clone_from(&base.query);
            parse_query_and_fragment(url, input)
        }
        Some(_) => {
            url.shorten_path();
            parse_path_and_rest(url, input)
        }
    }
}

fn parse_authority(mut url: Url, input: &[u8]) -> Option<Url> {
    let (authority, rest) = input.split_at(end_of_authority(input, url.is_special()));
    let host_and_port = match authority.iter().rposition(|&byte| byte == b'@') {
        Some(at) => {
            url.set_credentials(&authority[..at]);
            if at + 1 == authority.len() {
                return None;
            }
            &authority[at + 1..]
        }
        None => authority,
    };
    match find_port_colon(host_and_port) {
        Some(0) => return None,
        Some(colon) => {
            url.host = Some(host::parse(&host_and_port[..colon], url.is_special())?);
            let digits = &host_and_port[colon + 1..];
            if !digits.iter().all(u8::is_ascii_digit) {
                return None;
            }
            url.set_port(digits)?;
        }
        None if host_and_port.is_empty() && url.is_special() => return None,
        None => url.host = Some(host::parse(host_and_port, url.is_special())?),
    }
    parse_path_start(url, rest)
}

/// Where an authority or a host ends.
pub fn end_of_authority(input: &[u8], is_special: bool) -> usize {
    let is_end = |byte: &u8| matches!(byte, b'/' | b'?' | b'#') || (*byte == b'\\' && is_special);
    input.iter().position(is_end).unwrap_or(input.len())
}

/// The first colon that is not within the brackets of an IPv6 address.
pub fn find_port_colon(host_and_port: &[u8]) -> Option<usize> {
    let mut is_inside_brackets = false;
    host_and_port.iter().position(|byte| {
        match byte {
            b'[' => is_inside_brackets = true,
            b']' => is_inside_brackets = false,
            _ => {}
        }
        *byte == b':' && !is_inside_brackets
    })
}

fn parse_file(mut url: Url, input: &[u8], base: Option<&Url>) -> Option<Url> {
    url.host = Some(String::new());
    let is_slash = |byte: u8| byte == b'/' || byte == b'\\';
    match (input, base) {
        ([first, second, rest @ ..], _) if is_slash(*first) && is_slash(*second) => {
            parse_file_host(url, rest)
        }
        ([first, rest @ ..], _) if is_slash(*first) => {
            if let Some(base) = base {
                url.host.clone_from(&base.host);
                let drive = base
                    .path
                    .first_segment()
                    .filter(|first| is_normalized_drive_letter(first));
                if let (Some(drive), false) = (drive, starts_with_drive_letter(rest)) {
                    url.push_segment(drive);
                }
            }
            parse_path_and_rest(url, rest)
        }
        (_, Some(base)) => {
            url.host.clone_from(&base.host);
            if starts_with_drive_letter(input) {
                return parse_path_and_rest(url, input);
            }
            url.path.clone_from(&base.path);
            parse_below_base(url, input, base)
        }
        (_, None) => parse_path_and_rest(url, input),
    }
}

/// A drive letter with nothing, or a path, a query or a fragment after it.
fn starts_with_drive_letter(input: &[u8]) -> bool {
    input.get(..2).is_some_and(is_drive_letter)
        && matches!(input.get(2), None | Some(b'/' | b'\\' | b'?' | b'#'))
}

fn parse_file_host(mut url: Url, input: &[u8]) -> Option<Url> {
    let (name, rest) = input.split_at(end_of_authority(input, true));
    if is_drive_letter(name) {
        return parse_path_and_rest(url, input);
    }
    url.set_file_host(name)?;
    parse_path_start(url, rest)
}

fn parse_path_start(url: Url, input: &[u8]) -> Option<Url> {
    match input {
        [b'/', rest @ ..] => parse_path_and_rest(url, rest),
        [b'\\', rest @ ..] if url.is_special() => parse_path_and_rest(url, rest),
        [] | [b'?' | b'#', ..] if !url.is_special() => parse_query_and_fragment(url, input),
        _ => parse_path_and_rest(url, input),
    }
}

/// Parses a path whose first slash is gone already, and what follows it.
fn parse_path_and_rest(mut url: Url, input: &[u8]) -> Option<Url> {
    let end = input
        .iter()
        .position(|byte| matches!(byte, b'?' | b'#'))
        .unwrap_or(input.len());
    url.append_path(&input[..end]);
    parse_query_and_fragment(url, &input[end..])
}

fn parse_opaque_path(mut url: Url, input: &[u8]) -> Option<Url> {
    let end = input
        .iter()
        .position(|byte| matches!(byte, b'?' | b'#'))
        .unwrap_or(input.len());
    let (path, rest) = input.split_at(end);
    let mut encoded = String::with_capacity(path.len());
    match path.strip_suffix(b" ") {
        // A space at the end would be lost when the URL is parsed again without query and fragment.
        Some(path) if !rest.is_empty() => {
            percent::encode(path, CONTROLS, &mut encoded);
            encoded.push_str("%20");
        }
        _ => percent::encode(path, CONTROLS, &mut encoded),
    }
    url.path = Path::Opaque(encoded);
    parse_query_and_fragment(url, rest)
}

/// What may stand after the path: `?query`, `#fragment`, both or nothing.
fn parse_query_and_fragment(mut url: Url, input: &[u8]) -> Option<Url> {
    let hash = input.iter().position(|&byte| byte == b'#');
    if let Some(query) = input[..hash.unwrap_or(input.len())].strip_prefix(b"?") {
        url.set_query(query);
    }
    if let Some(hash) = hash {
        url.set_fragment(&input[hash + 1..]);
    }
    Some(url)
}

impl Url {
    fn set_credentials(&mut self, userinfo: &[u8]) {
        let colon = userinfo.iter().position(|&byte| byte == b':');
        percent::encode(
            &userinfo[..colon.unwrap_or(userinfo.len())],
            USERINFO,
            &mut self.username,
        );
        if let Some(colon) = colon {
            percent::encode(&userinfo[colon + 1..], USERINFO, &mut self.password);
        }
    }

    /// Sets the port from digits; nothing, and the scheme's own port, mean no port.
    pub(super) fn set_port(&mut self, digits: &[u8]) -> Option<()> {
        let mut port = 0u32;
        for digit in digits {
            port = 10 * port + u32::from(digit - b'0');
            if port > u32::from(u16::MAX) {
                return None;
            }
        }
        let port = (!digits.is_empty()).then_some(port as u16);
        self.port = port.filter(|_| port != default_port(&self.scheme));
        Some(())
    }

    pub(super) fn set_file_host(&mut self, name: &[u8]) -> Option<()> {
        let host = if name.is_empty() {
            String::new()
        } else {
            host::parse(name, true)?
        };
        self.host = Some(if host == "localhost" {
            String::new()
        } else {
            host
        });
        Some(())
    }

    pub(super) fn set_query(&mut self, query: &[u8]) {
        let set = if self.is_special() {
            SPECIAL_QUERY
        } else {
            QUERY
        };
        let mut encoded = String::with_capacity(query.len());
        percent::encode(query, set, &mut encoded);
        self.query = Some(encoded);
    }

    pub(super) fn set_fragment(&mut self, fragment: &[u8]) {
        let mut encoded = String::with_capacity(fragment.len());
        percent::encode(fragment, FRAGMENT, &mut encoded);
        self.fragment = Some(encoded);
    }

    /// Adds the segments of a path, resolving `.` and `..`.
    pub(super) fn append_path(&mut self, path: &[u8]) {
        if self.is_plain_path(path) {
            self.push_segment(str::from_utf8(path).unwrap_or_default());
            return;
        }
        let is_special = self.is_special();
        let is_slash = |byte: &u8| *byte == b'/' || (*byte == b'\\' && is_special);
        let mut rest = path;
        loop {
            let end = rest.iter().position(is_slash);
            let mut segment = String::new();
            percent::encode(&rest[..end.unwrap_or(rest.len())], PATH, &mut segment);
            self.append_segment(segment, end.is_none());
            match end {
                Some(end) => rest = &rest[end + 1..],
                None => return,
            }
        }
    }

    /// Whether a path is made of nothing but characters that stay as they are, and no dots: then its
    /// segments need not be looked at one by one.
    fn is_plain_path(&self, path: &[u8]) -> bool {
        let is_plain = |&byte: &u8| !PATH.contains(byte) && !matches!(byte, b'.' | b'%' | b'\\');
        self.scheme != "file" && path.iter().all(is_plain)
    }

    fn append_segment(&mut self, mut segment: String, is_last: bool) {
        if is_double_dot(&segment) {
            self.shorten_path();
            if is_last {
                self.push_segment("");
            }
        } else if is_single_dot(&segment) {
            if is_last {
                self.push_segment("");
            }
        } else {
            let is_first = self.path.as_str().is_empty();
            if self.scheme == "file" && is_first && is_drive_letter(segment.as_bytes()) {
                segment.replace_range(1.., ":");
            }
            self.push_segment(&segment);
        }
    }
}

fn is_single_dot(segment: &str) -> bool {
    segment == "." || segment.eq_ignore_ascii_case("%2e")
}

fn is_double_dot(segment: &str) -> bool {
    segment == ".."
        || [".%2e", "%2e.", "%2e%2e"]
            .iter()
            .any(|dots| segment.eq_ignore_ascii_case(dots))
}
