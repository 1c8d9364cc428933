//! The script that makes `$`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::builtins::{COLLECTIONS, GLOBALS, LATE, NEED_OWNER, is_static, kinds_of};

/// What is written by hand; the rest is put in at its two marks.
const FRAME: &str = include_str!("snapshot.js");
const METHODS_MARK: &str = "/* captured methods */";
const BUILTINS_MARK: &str = "/* captured built-ins */";

/// The kinds of receivers: letter, prototype in `snapshot.js`.
const KINDS: [(char, &str); 4] = [
    ('S', "strings"),
    ('A', "arrays"),
    ('T', "typedArrays"),
    ('N', "numbers"),
];

/// A script whose value is a function that makes `$`, with all that `uses` names. It gets a function that
/// gives the language's class of a name.
pub fn snapshot(uses: &BTreeSet<String>) -> String {
    let mut methods: BTreeMap<char, BTreeSet<&str>> = BTreeMap::new();
    let mut builtins = String::new();
    for name in uses {
        let (plain, maybe) = match name.strip_suffix("_maybe") {
            Some(plain) => (plain, true),
            None => (name.as_str(), false),
        };
        if !is_written(plain) && (!maybe || !uses.contains(plain)) {
            let owner = owner_of(plain);
            let value = definition(plain, &mut methods);
            if LATE.contains(&owner) {
                let value = value.replacen(owner, &format!("original('{owner}')"), 1);
                writeln!(
                    builtins,
                    "    get {plain}() {{ return keep('{plain}', {value}); }},"
                )
                .unwrap();
            } else {
                writeln!(builtins, "    {plain}: {value},").unwrap();
            }
        }
        if maybe {
            writeln!(
                builtins,
                "    {name}: (r, a, b, c, d) => (r === undefined || r === null ? undefined : $.{plain}(r, a, b, c, d)),"
            )
            .unwrap();
        }
    }
    FRAME
        .replace(METHODS_MARK, &captured_methods(&methods))
        .replace(BUILTINS_MARK, builtins.trim_start())
}

/// Whether `snapshot.js` has it anyway.
fn is_written(name: &str) -> bool {
    FRAME.contains(&format!("\n    {name},")) || FRAME.contains(&format!("\n    {name}: "))
}

/// The global that something belongs to.
fn owner_of(name: &str) -> &str {
    let name = name.strip_prefix("Own").unwrap_or(name);
    name.split_once('_').map_or(name, |(owner, _)| owner)
}

/// `const { slice: S_slice } = strings;` and so on.
fn captured_methods(methods: &BTreeMap<char, BTreeSet<&str>>) -> String {
    let mut result = String::new();
    for (letter, prototype) in KINDS {
        let Some(names) = methods.get(&letter) else {
            continue;
        };
        let names: Vec<String> = names
            .iter()
            .map(|name| format!("{name}: {letter}_{name}"))
            .collect();
        write!(
            result,
            "const {{ {} }} = {prototype};\n  ",
            names.join(", ")
        )
        .unwrap();
    }
    result
}

fn definition<'n>(name: &'n str, methods: &mut BTreeMap<char, BTreeSet<&'n str>>) -> String {
    if GLOBALS.contains(&name) {
        return name.to_string();
    }
    if let Some(class) = name.strip_prefix("Own")
        && COLLECTIONS.contains(&class)
    {
        return format!("own({class})");
    }
    if let Some((owner, method)) = name.split_once("_prototype_") {
        return format!("{owner}.prototype.{method}");
    }
    let (first, last) = name
        .rsplit_once('_')
        .expect("a name of this crate's making");
    if is_static(first, last) {
        return if NEED_OWNER.contains(&first) && last != "isArray" {
            format!("{first}.{last}.bind({first})")
        } else {
            format!("{first}.{last}")
        };
    }
    if first == "call" {
        return call_helper(last.parse().expect("a number of arguments"));
    }
    let kinds = kinds_of(first).expect("a method of a built-in");
    for kind in kinds.chars() {
        methods.entry(kind).or_default().insert(first);
    }
    method_helper(first, last, kinds)
}

/// The names of parameters.
fn parameters(count: usize) -> Vec<String> {
    (1..=count).map(|index| format!("a{index}")).collect()
}

/// `fn.call(self, ..)`, for functions that have no such method or another one.
fn call_helper(count: usize) -> String {
    let names = parameters(count);
    let all = names.join(", ");
    let comma = if count == 0 { "" } else { ", " };
    let this = names.first().map_or("undefined", String::as_str);
    let list = names.get(1..).unwrap_or_default().join(", ");
    format!(
        "(f{comma}{all}) => (f.call === functionCall || typeof f !== 'function' ? f.call({all}) : apply(f, {this}, [{list}]))"
    )
}

/// `receiver.name(..)`, with as many arguments as `count` says, or with a list of them.
fn method_helper(name: &str, count: &str, kinds: &str) -> String {
    let intact: Vec<String> = KINDS
        .iter()
        .filter(|(letter, _)| kinds.contains(*letter))
        .map(|(letter, prototype)| format!("{prototype}.{name} === {letter}_{name}"))
        .collect();
    let captured: Vec<String> = KINDS
        .iter()
        .map(|(letter, _)| match kinds.contains(*letter) {
            true => format!("{letter}_{name}"),
            false => "undefined".to_string(),
        })
        .collect();
    let (intact, captured) = (intact.join(" && "), captured.join(", "));
    if count == "list" {
        return format!(
            "(r, list) => ({intact} ? apply(r.{name}, r, list) : other('{name}', r, list, {captured}))"
        );
    }
    let names = parameters(count.parse().expect("a number of arguments"));
    let all = names.join(", ");
    let comma = if names.is_empty() { "" } else { ", " };
    format!(
        "(r{comma}{all}) => ({intact} ? r.{name}({all}) : other('{name}', r, [{all}], {captured}))"
    )
}
