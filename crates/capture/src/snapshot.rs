//! The scripts that make `$`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use oxc_allocator::Allocator;
use oxc_ast::ast::{ArrowFunctionBody, BindingPattern, Expression, Statement};
use oxc_parser::Parser;
use oxc_span::SourceType;

use crate::builtins::{AT_START, COLLECTIONS, GLOBALS, LATE, NEED_OWNER, kinds_of};
use crate::shapes::bare;

/// What is written by hand; the rest is put in at its marks.
const START_FRAME: &str = include_str!("snapshot.js");
const LATE_FRAME: &str = include_str!("late_snapshot.js");
const METHODS_MARK: &str = "/* captured methods */";
const VALUES_MARK: &str = "/* captured values */";
const NAMES_MARK: &str = "/* names */";
const START_MARK: &str = "/* built-ins at the start */";
const LATE_MARK: &str = "/* built-ins for later */";

/// The kinds of receivers: letter, prototype in `snapshot.js`.
const KINDS: [(char, &str); 4] = [
    ('S', "strings"),
    ('A', "arrays"),
    ('T', "typedArrays"),
    ('N', "numbers"),
];

/// The scripts that make `$`, with all that the library uses.
pub struct Snapshot {
    /// Its value is a function that makes `$`. It gets a function that gives the language's class of a name,
    /// and one that gives the value of the other script.
    pub start: String,
    /// What a start does not need
    pub late: String,
}

/// The scripts for what `uses` names.
pub fn snapshot(uses: &BTreeSet<String>) -> Snapshot {
    let mut methods: BTreeMap<char, BTreeSet<&str>> = BTreeMap::new();
    let (mut values, mut at_start, mut later) = (String::new(), String::new(), String::new());
    for name in uses {
        if kinds_of(name).is_none() && is_written(name) {
            continue;
        }
        let owner = owner_of(name);
        let value = definition(name, &mut methods);
        if AT_START.contains(&name.as_str()) {
            writeln!(at_start, "    {name}: {value},").unwrap();
        } else if kinds_of(name).is_some() {
            writeln!(later, "    {name}: {value},").unwrap();
        } else if LATE.contains(&owner) {
            let value = value.replacen(owner, &format!("original('{owner}')"), 1);
            writeln!(
                later,
                "    get {name}() {{ return keep('{name}', {value}); }},"
            )
            .unwrap();
        } else if value.starts_with("own(") {
            writeln!(
                later,
                "    get {name}() {{ return keep('{name}', {value}); }},"
            )
            .unwrap();
        } else {
            writeln!(values, "  const V_{name} = {value};").unwrap();
            writeln!(later, "    {name}: {},", later_value(name, owner)).unwrap();
        }
    }
    let start = START_FRAME
        .replace(METHODS_MARK, &captured_methods(&methods))
        .replace(VALUES_MARK, values.trim_start())
        .replace(START_MARK, at_start.trim_start());
    let names = names_at_top(&start);
    let mut taken = String::new();
    for (index, name) in names.iter().enumerate() {
        writeln!(taken, "  const {name} = kept[{index}];").unwrap();
    }
    Snapshot {
        start: start.replace(NAMES_MARK, &names.join(", ")),
        late: LATE_FRAME
            .replace(NAMES_MARK, taken.trim_start())
            .replace(LATE_MARK, later.trim_start()),
    }
}

/// Whether one of the frames has it anyway.
fn is_written(name: &str) -> bool {
    [START_FRAME, LATE_FRAME].iter().any(|frame| {
        frame.contains(&format!("\n    {name},")) || frame.contains(&format!("\n    {name}: "))
    })
}

/// What the function that a script consists of declares, but for its result.
fn names_at_top(script: &str) -> Vec<String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, script, SourceType::script()).parse();
    let Some(Statement::ExpressionStatement(statement)) = parsed.program.body.first() else {
        return Vec::new();
    };
    let Expression::ArrowFunctionExpression(function) = bare(&statement.expression) else {
        return Vec::new();
    };
    let ArrowFunctionBody::FunctionBody(body) = &function.body else {
        return Vec::new();
    };
    let mut names = Vec::new();
    for statement in &body.statements {
        match statement {
            Statement::FunctionDeclaration(function) => {
                names.extend(function.name().map(|name| name.to_string()));
            }
            Statement::VariableDeclaration(declaration) if declaration.kind.is_const() => {
                for declarator in &declaration.declarations {
                    collect_names(&declarator.id, &mut names);
                }
            }
            _ => {}
        }
    }
    names.retain(|name| name != "$");
    names
}

fn collect_names(pattern: &BindingPattern<'_>, names: &mut Vec<String>) {
    match pattern {
        BindingPattern::BindingIdentifier(name) => names.push(name.name.to_string()),
        BindingPattern::ObjectPattern(object) => {
            for property in &object.properties {
                collect_names(&property.value, names);
            }
        }
        _ => {}
    }
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
        return match LATE.contains(&class) {
            true => format!("own(partsOf({class}))"),
            false => format!("own(of{class})"),
        };
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
    name.replacen('_', ".", 1)
}

/// What a start has read, as `$` has it. Some statics want the class they belong to as `this`; they are not
/// bound to it at the start, since that makes the engine compile them.
fn later_value(name: &str, owner: &str) -> String {
    if NEED_OWNER.contains(&owner) && name != owner {
        format!("(...list) => apply(V_{name}, The{owner}, list)")
    } else {
        format!("V_{name}")
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
