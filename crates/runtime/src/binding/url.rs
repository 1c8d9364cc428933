//! `binding('url')`: URLs of the web.

use rondo_engine::{Args, JsResult, Local, Scope, Text};

use super::define;
use crate::text::url::{self, Part};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "parse", parse)?;
    define(scope, object, "set", set)?;
    define(scope, object, "domainToASCII", domain_to_ascii)?;
    define(scope, object, "domainToUnicode", domain_to_unicode)?;
    define(scope, object, "idnaToASCII", idna_to_ascii)
}

/// Reads an argument as a Rust string, without a copy where it is ASCII. What is no string is empty.
fn with_text<'s, R>(
    scope: &Scope<'s>,
    args: &Args<'s>,
    at: usize,
    mut read: impl FnMut(&str) -> R,
) -> JsResult<R> {
    let result = args.get(scope, at).with_text(scope, |text| match text {
        Text::Latin1(bytes) if bytes.is_ascii() => {
            read(std::str::from_utf8(bytes).unwrap_or_default())
        }
        text => read(&text.to_string_lossy()),
    });
    Ok(result?.unwrap_or_else(|| read("")))
}

/// `parse(input, base)`: the serialized URL; null if it is not valid. `base` may be undefined.
fn parse<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let parsed = if args.get(scope, 1).is_undefined() {
        with_text(scope, &args, 0, |input| url::parse(input, None))?
    } else {
        match with_text(scope, &args, 1, |base| url::parse(base, None))? {
            Some(base) => with_text(scope, &args, 0, |input| url::parse(input, Some(&base)))?,
            None => None,
        }
    };
    match parsed {
        Some(url) => scope.string(&url.href()),
        None => Ok(scope.null()),
    }
}

/// The parts of a URL, by the numbers that JavaScript uses for them.
const PARTS: [Part; 9] = [
    Part::Protocol,
    Part::Username,
    Part::Password,
    Part::Host,
    Part::Hostname,
    Part::Port,
    Part::Pathname,
    Part::Search,
    Part::Hash,
];

/// `set(href, part, value)`: the URL with a part changed, or as it was where the value does not fit.
fn set<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let part = args
        .get(scope, 1)
        .as_u32()
        .and_then(|number| PARTS.get(number as usize));
    let parsed = with_text(scope, &args, 0, |href| url::parse(href, None))?;
    match (parsed, part) {
        (Some(mut parsed), Some(&part)) => {
            with_text(scope, &args, 2, |value| url::set(&mut parsed, part, value))?;
            scope.string(&parsed.href())
        }
        _ => Ok(args.get(scope, 0)),
    }
}

/// `domainToASCII(domain)`: empty if the domain is not valid.
fn domain_to_ascii<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let ascii = with_text(scope, &args, 0, url::to_ascii)?;
    scope.string(&ascii)
}

/// `domainToUnicode(domain)`: empty if the domain is not valid.
fn domain_to_unicode<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let unicode = with_text(scope, &args, 0, url::to_unicode)?;
    scope.string(&unicode)
}

/// `idnaToASCII(domain)`: by the rules for international names alone; empty if it is not valid.
fn idna_to_ascii<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let ascii = with_text(scope, &args, 0, url::idna_to_ascii)?;
    scope.string(&ascii)
}
