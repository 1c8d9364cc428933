//! Which ranges of a text are told of, given the counts of an engine.

use rondo_syntax::coverage::{CoveredFunction, Entry, Script, functions, to_json};

/// A script with entries at places of its text: `(offset, count)`, all in the first line.
fn script(start: u32, end: u32, counts: &[(u32, u32)]) -> Script {
    let entries = counts.iter().map(|(offset, count)| Entry {
        line: 1,
        column: offset + 1,
        count: *count,
    });
    Script {
        start,
        end,
        entries: entries.collect(),
    }
}

fn ranges(function: &CoveredFunction) -> Vec<(u32, u32, u32)> {
    let ranges = function.ranges.iter();
    ranges
        .map(|range| (range.start, range.end, range.count))
        .collect()
}

#[test]
fn a_branch_that_did_not_run() {
    let source = "if (a) { b(); } else { c(); } d();";
    let counts = [(4, 1), (9, 1), (23, 0), (30, 1)];
    let found = functions(source, &[script(0, 34, &counts)]);
    assert_eq!(found.len(), 1);
    assert_eq!(ranges(&found[0]), [(0, 34, 1), (15, 29, 0)]);
}

#[test]
fn branches_that_ran_as_often_are_one() {
    let source = "if (a) { b(); } else { c(); } d();";
    let counts = [(4, 2), (9, 1), (23, 1), (30, 2)];
    let found = functions(source, &[script(0, 34, &counts)]);
    assert_eq!(ranges(&found[0]), [(0, 34, 2), (7, 29, 1)]);
}

#[test]
fn nothing_runs_behind_a_return() {
    let source = "function f() { return 1; g(); } f();";
    let scripts = [
        script(0, 36, &[(32, 1)]),
        // The engine takes the call for a part of what is before it.
        script(10, 31, &[(15, 3), (25, 3)]),
    ];
    let found = functions(source, &scripts);
    assert_eq!(found[1].name, "f");
    assert_eq!(ranges(&found[1]), [(0, 31, 3), (24, 30, 0)]);
}

#[test]
fn functions_within_one_that_never_ran_are_not_told_of() {
    let source = "function f() { return () => 1; } const o = { m() {} };";
    let scripts = [
        script(0, 54, &[(43, 1)]),
        script(10, 32, &[]),
        script(22, 29, &[]),
        script(46, 51, &[]),
    ];
    let found = functions(source, &scripts);
    let names: Vec<&str> = found.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["", "f", "m"]);
    assert!(found.iter().skip(1).all(|function| !function.is_block));
}

#[test]
fn arrows_that_end_together_are_told_apart() {
    let source = "const f = (a) => (b) => g(b); f(1);";
    let scripts = [
        script(0, 35, &[(30, 1)]),
        script(10, 28, &[(17, 1)]),
        script(17, 28, &[]),
    ];
    let found = functions(source, &scripts);
    assert_eq!(ranges(&found[1]), [(10, 28, 1)]);
    assert_eq!(ranges(&found[2]), [(17, 28, 0)]);
}

#[test]
fn places_are_utf_16_units() {
    let source = "const s = '\u{1F600}\u{e4}'; if (a) b();";
    // The face is two units, and four bytes.
    let counts = [(10, 1), (24, 0)];
    let found = functions(source, &[script(0, 28, &counts)]);
    assert_eq!(ranges(&found[0]), [(0, 28, 1), (24, 28, 0)]);
}

#[test]
fn a_text_that_cannot_be_parsed_has_no_functions() {
    assert!(functions("function (", &[script(0, 10, &[(0, 1)])]).is_empty());
}

#[test]
fn counts_of_places_that_are_not_there_do_no_harm() {
    let wild = Script {
        start: 7,
        end: 3,
        entries: vec![Entry {
            line: 900,
            column: 0,
            count: u32::MAX,
        }],
    };
    let found = functions("a && b", &[wild.clone(), wild]);
    assert_eq!(found.len(), 1);
    let start = "[{\"functionName\":\"\",\"ranges\":[{\"startOffset\":0,\"endOffset\":6,";
    assert!(to_json(&found).starts_with(start));
}
