//! The setters of class URL: each changes a part of a URL, or nothing where the value does not fit.

use super::parser::{end_of_authority, find_port_colon, remove_tabs_and_newlines, split_scheme};
use super::percent::{self, USERINFO};
use super::{Path, Url, default_port, host, is_special};

/// A part of a URL that can be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Part {
    Protocol,
    Username,
    Password,
    Host,
    Hostname,
    Port,
    Pathname,
    Search,
    Hash,
}

/// Sets a part of a URL.
pub fn set(url: &mut Url, part: Part, value: &str) {
    match part {
        Part::Protocol => set_protocol(url, value),
        Part::Username => set_credential(url, value, |url| &mut url.username),
        Part::Password => set_credential(url, value, |url| &mut url.password),
        Part::Host => set_host(url, value, true),
        Part::Hostname => set_host(url, value, false),
        Part::Port => set_port(url, value),
        Part::Pathname => set_pathname(url, value),
        Part::Search => set_search(url, value),
        Part::Hash => set_hash(url, value),
    }
}

fn set_protocol(url: &mut Url, value: &str) {
    let value = format!("{value}:");
    let Some((scheme, _)) = split_scheme(&remove_tabs_and_newlines(&value)) else {
        return;
    };
    let loses_parts = scheme == "file" && (url.has_credentials() || url.port.is_some());
    let lacks_host = url.scheme == "file" && url.hostname().is_empty();
    if is_special(&scheme) != url.is_special() || loses_parts || lacks_host {
        return;
    }
    if url.port == default_port(&scheme) {
        url.port = None;
    }
    url.scheme = scheme;
}

fn set_credential(url: &mut Url, value: &str, part: impl Fn(&mut Url) -> &mut String) {
    if url.can_have_credentials() {
        let mut encoded = String::new();
        percent::encode(value.as_bytes(), USERINFO, &mut encoded);
        *part(url) = encoded;
    }
}

fn set_host(url: &mut Url, value: &str, with_port: bool) {
    if url.has_opaque_path() {
        return;
    }
    let value = remove_tabs_and_newlines(value);
    let value = &value[..end_of_authority(&value, url.is_special())];
    if url.scheme == "file" {
        url.set_file_host(value);
        return;
    }
    let colon = find_port_colon(value);
    let name = &value[..colon.unwrap_or(value.len())];
    let needs_name =
        url.is_special() || colon.is_some() || url.has_credentials() || url.port.is_some();
    if (name.is_empty() && needs_name) || (colon.is_some() && !with_port) {
        return;
    }
    let Some(host) = host::parse(name, url.is_special()) else {
        return;
    };
    url.host = Some(host);
    if let Some(colon) = colon {
        set_leading_port(url, &value[colon + 1..]);
    }
}

fn set_port(url: &mut Url, value: &str) {
    if !url.can_have_credentials() {
        return;
    }
    if value.is_empty() {
        url.port = None;
    } else {
        set_leading_port(url, &remove_tabs_and_newlines(value));
    }
}

/// Sets the port from the digits at the start of a text, if there are any.
fn set_leading_port(url: &mut Url, text: &[u8]) {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    if end > 0 {
        url.set_port(&text[..end]);
    }
}

fn set_pathname(url: &mut Url, value: &str) {
    if url.has_opaque_path() {
        return;
    }
    url.path = Path::Segments(String::new());
    let value = remove_tabs_and_newlines(value);
    match &*value {
        [] if !url.is_special() => {
            if url.host.is_none() {
                url.push_segment("");
            }
        }
        [b'/', rest @ ..] => url.append_path(rest),
        [b'\\', rest @ ..] if url.is_special() => url.append_path(rest),
        path => url.append_path(path),
    }
}

fn set_search(url: &mut Url, value: &str) {
    if value.is_empty() {
        url.query = None;
    } else {
        let value = remove_tabs_and_newlines(value.strip_prefix('?').unwrap_or(value));
        url.set_query(&value);
    }
}

fn set_hash(url: &mut Url, value: &str) {
    if value.is_empty() {
        url.fragment = None;
    } else {
        let value = remove_tabs_and_newlines(value.strip_prefix('#').unwrap_or(value));
        url.set_fragment(&value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(href: &str, part: Part, value: &str) -> String {
        let mut url = super::super::parse(href, None).unwrap();
        set(&mut url, part, value);
        url.href()
    }

    #[test]
    fn parts_are_set() {
        for (href, part, value, expected) in [
            ("http://h:443/", Part::Protocol, "https:x", "https://h/"),
            ("http://h/", Part::Protocol, "foo", "http://h/"),
            ("http://h/", Part::Username, "a b", "http://a%20b@h/"),
            ("http://a@h/", Part::Username, "", "http://h/"),
            ("http://h/", Part::Password, "p:", "http://:p%3A@h/"),
            ("http://h:1/", Part::Host, "x:2y", "http://x:2/"),
            ("http://h:1/", Part::Host, "", "http://h:1/"),
            ("http://h:1/", Part::Hostname, "x:2", "http://h:1/"),
            ("file:///x", Part::Host, "localhost", "file:///x"),
            ("foo://h/", Part::Hostname, "", "foo:///"),
            ("http://h/", Part::Port, "80", "http://h/"),
            ("http://h/", Part::Port, "81x", "http://h:81/"),
            ("http://h:1/", Part::Port, "x", "http://h:1/"),
            ("http://h:1/", Part::Port, "65536", "http://h:1/"),
            ("http://h/a", Part::Pathname, "b/../c?#", "http://h/c%3F%23"),
            ("foo:/a", Part::Pathname, "//p", "foo:/.//p"),
            ("foo://h/a", Part::Pathname, "", "foo://h"),
            ("mailto:a", Part::Pathname, "b", "mailto:a"),
            ("http://h/?a", Part::Search, "", "http://h/"),
            ("http://h/", Part::Search, "?#", "http://h/?%23"),
            ("http://h/", Part::Hash, "#a b", "http://h/#a%20b"),
        ] {
            assert_eq!(
                changed(href, part, value),
                expected,
                "{href} {part:?} {value}"
            );
        }
    }
}
