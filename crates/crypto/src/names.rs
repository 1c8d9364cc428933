//! What there is, by name.

use std::collections::BTreeSet;

use crate::{Algorithm, sys};

/// The names of all digests that can be used, in order.
pub fn digests() -> Vec<String> {
    sys::init();
    let (known, provided) = sys::md::all_names();
    let known = known
        .into_iter()
        .filter(|name| matches!(Algorithm::find(name), Ok(Some(found)) if found.md().is_ok()));
    let mut names = known.chain(readable(provided)).collect::<BTreeSet<_>>();
    // One that gives nothing.
    names.remove("null");
    names.into_iter().collect()
}

/// The names of all ciphers that can be used, in order.
pub fn ciphers() -> Vec<String> {
    sys::init();
    // Those for TLS alone, and the one that does nothing, are nobody's business.
    let is_usual = |name: &String| !name.contains("hmac") && name != "null";
    let names = readable(sys::cipher::all_names())
        .filter(is_usual)
        .collect::<BTreeSet<_>>();
    let is_there = |name: &String| sys::cipher::is_provided(name);
    names.into_iter().filter(is_there).collect()
}

/// The names of all elliptic curves, in order.
pub fn curves() -> Vec<String> {
    sys::init();
    let mut names = sys::curve::all();
    names.sort();
    names
}

/// Names of providers in small letters, without those that are numbers.
fn readable(names: Vec<String>) -> impl Iterator<Item = String> {
    let is_number = |name: &String| {
        name.bytes()
            .all(|byte| byte == b'.' || byte.is_ascii_digit())
    };
    names
        .into_iter()
        .filter(move |name| !is_number(name))
        .map(|name| name.to_ascii_lowercase())
}
