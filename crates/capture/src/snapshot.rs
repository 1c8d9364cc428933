//! The script that makes `$`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::builtins::{COLLECTIONS, GLOBALS, LATE, NEED_OWNER, kinds_of};

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
        if kinds_of(name).is_none() && is_written(name) {
            continue;
        }
        let owner = owner_of(name);
        let value = definition(name, &mut methods);
        if LATE.contains(&owner) {
            let value = value.replacen(owner, &format!("original('{owner}')"), 1);
            writeln!(
                builtins,
                "    get {name}() {{ return keep('{name}', {value}); }},"
            )
            .unwrap();
        } else {
            writeln!(builtins, "    {name}: {value},").unwrap();
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
    if let Some(kinds) = kinds_of(name) {
        for kind in kinds.chars() {
            methods.entry(kind).or_default().insert(name);
        }
        return receiver_check(name, kinds);
    }
    let (owner, function) = name.split_once('_').expect("a name of this crate's making");
    if NEED_OWNER.contains(&owner) && function != "isArray" {
        format!("{owner}.{function}.bind({owner})")
    } else {
        format!("{owner}.{function}")
    }
}

/// The receiver itself as long as `receiver.name(..)` is what it was.
fn receiver_check(name: &str, kinds: &str) -> String {
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
    format!(
        "(r) => ({} ? r : around('{name}', r, {}))",
        intact.join(" && "),
        captured.join(", ")
    )
}
