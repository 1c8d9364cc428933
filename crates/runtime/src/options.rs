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
    /// A value that may be left out, and is empty then
    OptionalText,
    WholeNumber,
    /// A value that `is_rejection_mode` accepts
    RejectionMode,
}

/// Those that `NODE_OPTIONS` can have, too.
const KNOWN: [(&str, Takes); 52] = [
    ("--abort-on-uncaught-exception", Takes::Nothing),
    ("--addons", Takes::Nothing),
    ("--conditions", Takes::Text),
    ("--deprecation", Takes::Nothing),
    ("--disable-proto", Takes::Text),
    ("--disable-warning", Takes::Text),
    ("--dns-result-order", Takes::Text),
    ("--enable-source-maps", Takes::Nothing),
    ("--experimental-addon-modules", Takes::Nothing),
    ("--experimental-detect-module", Takes::Nothing),
    ("--experimental-import-meta-resolve", Takes::Nothing),
    ("--experimental-import-text", Takes::Nothing),
    ("--experimental-loader", Takes::Text),
    ("--experimental-print-required-tla", Takes::Nothing),
    ("--experimental-stream-iter", Takes::Nothing),
    ("--experimental-vm-modules", Takes::Nothing),
    ("--experimental-wasm-modules", Takes::Nothing),
    ("--expose-gc", Takes::Nothing),
    ("--global-search-paths", Takes::Nothing),
    ("--import", Takes::Text),
    ("--input-type", Takes::Text),
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
    ("--require-module", Takes::Nothing),
    ("--secure-heap", Takes::WholeNumber),
    ("--secure-heap-min", Takes::WholeNumber),
    ("--stack-trace-limit", Takes::WholeNumber),
    ("--strip-types", Takes::Nothing),
    ("--test-udp-no-try-send", Takes::Nothing),
    ("--throw-deprecation", Takes::Nothing),
    ("--title", Takes::Text),
    ("--trace-deprecation", Takes::Nothing),
    ("--trace-require-module", Takes::OptionalText),
    ("--trace-uncaught", Takes::Nothing),
    ("--trace-warnings", Takes::Nothing),
    ("--unhandled-rejections", Takes::RejectionMode),
    ("--use-env-proxy", Takes::Nothing),
    ("--warnings", Takes::Nothing),
    ("--watch", Takes::Nothing),
    ("--watch-kill-signal", Takes::Text),
    ("--watch-path", Takes::Text),
    ("--watch-preserve-output", Takes::Nothing),
    ("--zero-fill-buffers", Takes::Nothing),
];

/// Those of the test runner that `NODE_OPTIONS` can have, too.
const OF_TESTS: [(&str, Takes); 18] = [
    ("--experimental-test-isolation", Takes::Text),
    ("--test-coverage-branches", Takes::WholeNumber),
    ("--test-coverage-exclude", Takes::Text),
    ("--test-coverage-functions", Takes::WholeNumber),
    ("--test-coverage-include", Takes::Text),
    ("--test-coverage-include-all", Takes::Nothing),
    ("--test-coverage-lines", Takes::WholeNumber),
    ("--test-global-setup", Takes::Text),
    ("--test-isolation", Takes::Text),
    ("--test-name-pattern", Takes::Text),
    ("--test-only", Takes::Nothing),
    ("--test-random-seed", Takes::Text),
    ("--test-randomize", Takes::Nothing),
    ("--test-reporter", Takes::Text),
    ("--test-reporter-destination", Takes::Text),
    ("--test-rerun-failures", Takes::Text),
    ("--test-shard", Takes::Text),
    ("--test-skip-pattern", Takes::Text),
];

/// Those of the test runner that only a command line can have.
const OF_TESTS_ON_LINE: [(&str, Takes); 8] = [
    ("--experimental-test-coverage", Takes::Nothing),
    ("--experimental-test-module-mocks", Takes::Nothing),
    ("--experimental-test-tag-filter", Takes::Text),
    ("--test", Takes::Nothing),
    ("--test-concurrency", Takes::WholeNumber),
    ("--test-force-exit", Takes::Nothing),
    ("--test-timeout", Takes::WholeNumber),
    ("--test-update-snapshots", Takes::Nothing),
];

/// Those that only a command line can have.
const ON_LINE_ONLY: [(&str, Takes); 7] = [
    ("--check", Takes::Nothing),
    ("--record", Takes::OptionalText),
    ("--record-last", Takes::WholeNumber),
    ("--record-limit", Takes::WholeNumber),
    ("--run", Takes::Text),
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

/// Short and old names, and the ones that they stand for.
const SHORT: [(&str, &str); 6] = [
    ("-C", "--conditions"),
    ("-c", "--check"),
    ("-r", "--require"),
    ("--experimental-require-module", "--require-module"),
    ("--experimental-strip-types", "--strip-types"),
    ("--loader", "--experimental-loader"),
];

/// The names of all options as they can be given in `NODE_OPTIONS`.
pub(crate) fn environment_flags() -> Vec<String> {
    let mut names: Vec<String> = SHORT.iter().map(|(short, _)| short.to_string()).collect();
    for &(name, takes) in KNOWN.iter().chain(&OF_TESTS) {
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
        if takes == Takes::OptionalText {
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

/// Whether an option without a value was given, and not taken back.
pub fn is_set(given: &[GivenOption], name: &str) -> bool {
    let last = given.iter().rfind(|option| option.name == name);
    last.is_some_and(|option| option.value == OptionValue::Flag(true))
}

/// The most bytes that the heap may take, if `--max-old-space-size` limits it. With less than the smallest
/// the library alone would not fit.
pub(crate) fn heap_limit(given: &[GivenOption]) -> Option<u32> {
    const SMALLEST: u32 = 16 << 20;
    let megabytes = number(given, "--max-old-space-size").filter(|&number| number > 0)?;
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

/// What is wrong with options that could be read, in Node's words.
pub fn complaints(given: &[GivenOption]) -> Vec<String> {
    let is_bad = |name: &&str| {
        number(given, name).is_some_and(|number| number != 0 && number.count_ones() != 1)
    };
    let names = ["--secure-heap", "--secure-heap-min"].into_iter();
    names
        .filter(is_bad)
        .map(|name| format!("{name} must be a power of 2"))
        .collect()
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
        Place::Line => (&ON_LINE_ONLY, &OF_TESTS_ON_LINE),
        Place::Environment => (&[], &[]),
    };
    let mut all = KNOWN.iter().chain(&OF_TESTS).chain(of_line).chain(of_tests);
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
