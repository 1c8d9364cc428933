//! Options: how one is read from a command line or from `NODE_OPTIONS`, and what those of Rust say.

mod in_file;
mod table;

use table::{
    KNOWN, MISSING, MISSING_ON_LINE, OF_TESTS, OF_TESTS_ON_LINE, OF_V8, ON_LINE_ONLY, SHORT, Takes,
    WITHOUT_EFFECT,
};

pub use in_file::{FileKind, Namespace, in_file};

use rondo_loop::system;

use crate::order::Order;

pub mod node_options;
pub(crate) mod of_workers;

/// The option that names a file of options.
pub const CONFIG_FILE: &str = "--experimental-config-file";
/// The one for such a file of the usual name.
pub const DEFAULT_CONFIG_FILE: &str = "--experimental-default-config-file";

/// An option that was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenOption {
    /// Its long name without `no-`: `--warnings` for `--no-warnings`
    pub name: &'static str,
    /// What it was set to
    pub value: OptionValue,
}

/// What an option was set to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// For an option without a value: `false` if it was given with `no-`
    Flag(bool),
    /// For the others
    Text(String),
}

/// Why an option cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no such option
    Unknown,
    /// There is one, but it was given wrongly, in Node's words; or Node has one that rondo has not
    Misused(String),
}

/// Where an option stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the command line
    Line,
    /// In `NODE_OPTIONS`
    Environment,
}

/// The names of all options as they can be given in `NODE_OPTIONS`.
pub(crate) fn environment_flags() -> Vec<String> {
    let mut names: Vec<String> = SHORT.iter().map(|(short, _)| short.to_string()).collect();
    for &(name, takes) in KNOWN.iter().chain(WITHOUT_EFFECT).chain(OF_TESTS) {
        names.push(name.into());
        if takes == Takes::Nothing {
            names.push(format!("--no-{}", &name[2..]));
        }
    }
    names
}

/// The name in an argument as it is compared, and the value after `=`. Underscores count as dashes.
pub fn split(argument: &str) -> (String, Option<&str>) {
    if !argument.starts_with("--") {
        return (argument.into(), None);
    }
    match argument.split_once('=') {
        Some((name, value)) => (name.replace('_', "-"), Some(value)),
        None => (argument.replace('_', "-"), None),
    }
}

/// Reads the option that an argument names. `next` gives the argument after it, if that can be a value.
pub fn read(
    argument: &str,
    place: Place,
    next: impl FnOnce() -> Option<String>,
) -> Result<GivenOption, Refusal> {
    let (name, value) = split(argument);
    let misused = |what: &str| Refusal::Misused(format!("{argument} {what}"));
    if let Some((name, takes)) = find(&name, place) {
        if matches!(takes, Takes::Nothing | Takes::Ignored) {
            let value = OptionValue::Flag(true);
            return Ok(GivenOption { name, value });
        }
        if takes == Takes::NoValue {
            if value.is_some() {
                return Err(Refusal::Misused(format!(
                    "{name} does not take an argument"
                )));
            }
            let value = OptionValue::Flag(true);
            return Ok(GivenOption { name, value });
        }
        if takes == Takes::ConfigFile {
            if value == Some("") {
                return Err(misused("requires an argument"));
            }
            let value = OptionValue::Text(value.unwrap_or_default().into());
            return Ok(GivenOption { name, value });
        }
        if takes == Takes::OptionalMillis && value.is_some_and(|text| !is_millis(text)) {
            return Err(misused("takes milliseconds, at least 1"));
        }
        if matches!(takes, Takes::OptionalText | Takes::OptionalMillis) {
            let value = OptionValue::Text(value.unwrap_or_default().into());
            return Ok(GivenOption { name, value });
        }
        let text = value.map(String::from);
        let text = text.or_else(|| next().map(unescaped));
        let text = text.filter(|text| !text.is_empty());
        let text = text.ok_or_else(|| misused("requires an argument"))?;
        check(name, takes, &text, argument)?;
        let value = OptionValue::Text(text);
        return Ok(GivenOption { name, value });
    }
    let positive = name.strip_prefix("--no-").map(|rest| format!("--{rest}"));
    if is_missing(&name, place) {
        return Err(Refusal::Misused(format!(
            "{name} is not implemented in rondo"
        )));
    }
    if place == Place::Line && is_of_v8(&name)
        || positive
            .as_deref()
            .is_some_and(|name| is_missing(name, place))
    {
        // Whether it is given or taken back, nothing changes.
        let value = OptionValue::Flag(true);
        return Ok(GivenOption {
            name: "--without-effect",
            value,
        });
    }
    match positive.and_then(|name| find(&name, place)) {
        Some((name, Takes::Nothing)) => Ok(GivenOption {
            name,
            value: OptionValue::Flag(false),
        }),
        Some(_) => Err(misused(
            "is an invalid negation because it is not a boolean option",
        )),
        None => Err(Refusal::Unknown),
    }
}

/// Arguments but those that ask for a recording: a script is not to know, and a child that is given them would write to the
/// same file.
pub(crate) fn without_recording(arguments: &[String]) -> Vec<String> {
    let mut kept = Vec::with_capacity(arguments.len());
    let mut is_value = false;
    for argument in arguments {
        let is_number = matches!(&**argument, "--record-last" | "--record-limit");
        if !is_value && !argument.starts_with("--record") {
            kept.push(argument.clone());
        }
        is_value = is_number;
    }
    kept
}

/// Whether an option without a value was given, and not taken back.
pub fn is_set(given: &[GivenOption], name: &str) -> bool {
    let last = given.iter().rfind(|option| option.name == name);
    last.is_some_and(|option| option.value == OptionValue::Flag(true))
}

/// The most bytes that the heap may take, if `--max-old-space-size-percentage`, `--max-old-space-size` or `--max-heap-size`
/// limits it. With less than the smallest the library alone would not fit.
pub(crate) fn heap_limit(given: &[GivenOption]) -> Option<u32> {
    const SMALLEST: u32 = 16 << 20;
    if let Some(share) = text(given, "--max-old-space-size-percentage").and_then(percentage) {
        let memory = system::constrained_memory().unwrap_or_else(system::total_memory);
        return Some(
            (memory as f64 * share / 100.0).clamp(SMALLEST as f64, u32::MAX as f64) as u32,
        );
    }
    let limits = ["--max-old-space-size", "--max-heap-size"].map(|name| number(given, name));
    let megabytes = limits
        .into_iter()
        .flatten()
        .filter(|&number| number > 0)
        .min()?;
    let bytes = u32::try_from(megabytes).ok()?.checked_mul(1 << 20)?;
    Some(bytes.max(SMALLEST))
}

/// The most bytes of stack that scripts may use, if `--stack-size` limits them. With less than the smallest the library
/// alone would not run.
pub(crate) fn stack_limit(given: &[GivenOption]) -> Option<usize> {
    const SMALLEST: usize = 1 << 20;
    let kilobytes = usize::try_from(number(given, "--stack-size")?).ok()?;
    Some(kilobytes.saturating_mul(1 << 10).max(SMALLEST))
}

/// The sizes of the heap for secrets, and the least that is allocated from it, if `--secure-heap` asks for one.
pub(crate) fn secure_heap(given: &[GivenOption]) -> Option<(usize, usize)> {
    let number = |name| number(given, name).and_then(|number| usize::try_from(number).ok());
    let size = number("--secure-heap").filter(|&size| size >= 2)?;
    Some((size, number("--secure-heap-min").unwrap_or(2)))
}

/// Options of which only one can be given.
const EXCLUSIVE: [(&str, &str); 3] = [
    ("--tls-min-v1.3", "--tls-max-v1.2"),
    ("--use-openssl-ca", "--use-bundled-ca"),
    ("--use-openssl-ca", "--use-system-ca"),
];

/// What is wrong with options that could be read, in Node's words.
pub fn complaints(given: &[GivenOption]) -> Vec<String> {
    let is_bad = |name: &&str| {
        number(given, name).is_some_and(|number| number != 0 && number.count_ones() != 1)
    };
    let names = ["--secure-heap", "--secure-heap-min"].into_iter();
    let sizes = names
        .filter(is_bad)
        .map(|name| format!("{name} must be a power of 2"));
    let both = EXCLUSIVE
        .iter()
        .filter(|(one, other)| is_set(given, one) && is_set(given, other))
        .map(|(one, other)| format!("either {one} or {other} can be used, not both"));
    both.chain(sizes).collect()
}

/// The text that an option was last set to.
pub(crate) fn text<'a>(given: &'a [GivenOption], name: &str) -> Option<&'a str> {
    let last = given.iter().rfind(|option| option.name == name)?;
    match &last.value {
        OptionValue::Text(text) => Some(text),
        OptionValue::Flag(_) => None,
    }
}

/// The number that an option was last set to.
pub(crate) fn number(given: &[GivenOption], name: &str) -> Option<i64> {
    let last = given.iter().rfind(|option| option.name == name)?;
    match &last.value {
        OptionValue::Text(text) => text.parse().ok(),
        OptionValue::Flag(_) => None,
    }
}

/// A backslash lets a value of its own argument begin with a dash.
pub fn unescaped(text: String) -> String {
    match text.strip_prefix("\\-") {
        Some(rest) => format!("-{rest}"),
        None => text,
    }
}

fn find(name: &str, place: Place) -> Option<(&'static str, Takes)> {
    let long = SHORT.iter().find(|(short, _)| *short == name);
    let name = long.map_or(name, |(_, long)| long);
    let (of_line, of_tests): (&[_], &[_]) = match place {
        Place::Line => (ON_LINE_ONLY, OF_TESTS_ON_LINE),
        Place::Environment => (&[], &[]),
    };
    let mut all = [KNOWN, WITHOUT_EFFECT, OF_TESTS, of_line, of_tests]
        .into_iter()
        .flatten();
    all.find(|(known, _)| *known == name).copied()
}

fn is_missing(name: &str, place: Place) -> bool {
    MISSING.contains(&name) || place == Place::Line && MISSING_ON_LINE.contains(&name)
}

/// Whether an option is one of V8's that a script cannot notice.
fn is_of_v8(name: &str) -> bool {
    let bare = name.strip_prefix("--").unwrap_or_default();
    let bare = bare
        .strip_prefix("no-")
        .or(bare.strip_prefix("no"))
        .unwrap_or(bare);
    OF_V8.iter().any(|start| bare.starts_with(start))
}

fn check(name: &str, takes: Takes, text: &str, argument: &str) -> Result<(), Refusal> {
    match takes {
        Takes::WholeNumber if text.parse::<i64>().is_err() => {
            Err(Refusal::Misused(format!("bad option: {argument}")))
        }
        Takes::Percentage if percentage(text).is_none() => Err(Refusal::Misused(format!(
            "{name} must be greater than 0 and up to 100. Got: {text}"
        ))),
        Takes::RejectionMode if !is_rejection_mode(text) => {
            Err(Refusal::Misused(format!("invalid value for {name}")))
        }
        Takes::Order if Order::named(text).is_none() => {
            Err(Refusal::Misused(format!("{name} is node, node10 or html")))
        }
        _ => Ok(()),
    }
}

fn is_millis(text: &str) -> bool {
    text.parse::<u32>().is_ok_and(|millis| millis > 0)
}

fn percentage(text: &str) -> Option<f64> {
    let number = text.parse::<f64>().ok()?;
    (number > 0.0 && number <= 100.0).then_some(number)
}

fn is_rejection_mode(text: &str) -> bool {
    matches!(
        text,
        "strict" | "warn" | "none" | "throw" | "warn-with-error-code"
    )
}
