//! The options that the library obeys: which there are, and how one is read from a command line or from
//! `NODE_OPTIONS`.

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
    /// There is one, but it was given wrongly, in Node's words
    Misused(String),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Text,
    WholeNumber,
    /// A value that `is_rejection_mode` accepts
    RejectionMode,
}

/// Those that `NODE_OPTIONS` can have, too.
const KNOWN: [(&str, Takes); 31] = [
    ("--abort-on-uncaught-exception", Takes::Nothing),
    ("--conditions", Takes::Text),
    ("--deprecation", Takes::Nothing),
    ("--disable-proto", Takes::Text),
    ("--disable-warning", Takes::Text),
    ("--dns-result-order", Takes::Text),
    ("--enable-source-maps", Takes::Nothing),
    ("--experimental-stream-iter", Takes::Nothing),
    ("--expose-gc", Takes::Nothing),
    ("--insecure-http-parser", Takes::Nothing),
    ("--max-http-header-size", Takes::WholeNumber),
    ("--max-old-space-size", Takes::WholeNumber),
    ("--max-semi-space-size", Takes::WholeNumber),
    ("--network-family-autoselection", Takes::Nothing),
    (
        "--network-family-autoselection-attempt-timeout",
        Takes::WholeNumber,
    ),
    ("--pending-deprecation", Takes::Nothing),
    ("--preserve-symlinks", Takes::Nothing),
    ("--preserve-symlinks-main", Takes::Nothing),
    ("--redirect-warnings", Takes::Text),
    ("--require", Takes::Text),
    ("--stack-trace-limit", Takes::WholeNumber),
    ("--test-udp-no-try-send", Takes::Nothing),
    ("--throw-deprecation", Takes::Nothing),
    ("--title", Takes::Text),
    ("--trace-deprecation", Takes::Nothing),
    ("--trace-uncaught", Takes::Nothing),
    ("--trace-warnings", Takes::Nothing),
    ("--unhandled-rejections", Takes::RejectionMode),
    ("--use-env-proxy", Takes::Nothing),
    ("--warnings", Takes::Nothing),
    ("--zero-fill-buffers", Takes::Nothing),
];

/// Those that only a command line can have.
const ON_LINE_ONLY: [(&str, Takes); 2] = [
    ("--expose-internals", Takes::Nothing),
    ("--stack-size", Takes::WholeNumber),
];

/// Where an option stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the command line
    Line,
    /// In `NODE_OPTIONS`
    Environment,
}

/// Short names, and the long ones that they stand for.
const SHORT: [(&str, &str); 2] = [("-C", "--conditions"), ("-r", "--require")];

/// The names of all options as they can be given in `NODE_OPTIONS`.
pub(crate) fn environment_flags() -> Vec<String> {
    let mut names: Vec<String> = SHORT.iter().map(|(short, _)| short.to_string()).collect();
    for (name, takes) in KNOWN {
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
        if takes == Takes::Nothing {
            let value = OptionValue::Flag(true);
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

/// The most bytes that the heap may take, if `--max-old-space-size` limits it. With less than the smallest
/// the library alone would not fit.
pub(crate) fn heap_limit(given: &[GivenOption]) -> Option<u32> {
    const SMALLEST: u32 = 16 << 20;
    let last = given
        .iter()
        .rfind(|option| option.name == "--max-old-space-size")?;
    let OptionValue::Text(text) = &last.value else {
        return None;
    };
    let megabytes = text.parse::<i64>().ok().filter(|&number| number > 0)?;
    let bytes = u32::try_from(megabytes).ok()?.checked_mul(1 << 20)?;
    Some(bytes.max(SMALLEST))
}

/// The most bytes of stack that scripts may use, if `--stack-size` limits them. With less than the smallest the library
/// alone would not run.
pub(crate) fn stack_limit(given: &[GivenOption]) -> Option<usize> {
    const SMALLEST: usize = 1 << 20;
    let last = given.iter().rfind(|option| option.name == "--stack-size")?;
    let OptionValue::Text(text) = &last.value else {
        return None;
    };
    let kilobytes = text.parse::<usize>().ok()?;
    Some(kilobytes.saturating_mul(1 << 10).max(SMALLEST))
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
    let of_line = match place {
        Place::Line => &ON_LINE_ONLY[..],
        Place::Environment => &[],
    };
    let mut all = KNOWN.iter().chain(of_line);
    all.find(|(known, _)| *known == name).copied()
}

fn check(name: &str, takes: Takes, text: &str, argument: &str) -> Result<(), Refusal> {
    match takes {
        Takes::WholeNumber if text.parse::<i64>().is_err() => {
            Err(Refusal::Misused(format!("bad option: {argument}")))
        }
        Takes::RejectionMode if !is_rejection_mode(text) => {
            Err(Refusal::Misused(format!("invalid value for {name}")))
        }
        _ => Ok(()),
    }
}

fn is_rejection_mode(text: &str) -> bool {
    matches!(
        text,
        "strict" | "warn" | "none" | "throw" | "warn-with-error-code"
    )
}
