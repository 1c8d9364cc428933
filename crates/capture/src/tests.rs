//! What becomes of which text.

use crate::{AFTER, BEFORE, rewrite, snapshot};

fn no_files(_: &str) -> Option<String> {
    None
}

/// The rewritten text, without what stands around it.
fn rewritten(text: &str) -> String {
    let result = rewrite(text, &no_files)
        .expect("nothing is wrong with it")
        .text;
    let inner = result.strip_prefix(BEFORE).unwrap();
    inner.strip_suffix(AFTER).unwrap().to_string()
}

fn problems(text: &str) -> Vec<(usize, String)> {
    let problems = rewrite(text, &no_files).expect_err("something is wrong with it");
    problems
        .into_iter()
        .map(|problem| (problem.line, problem.message))
        .collect()
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (before, after) in cases {
        assert_eq!(rewritten(before), *after);
    }
}

#[test]
fn globals_and_their_functions() {
    check(&[
        (
            "exports.a = class extends Error {};",
            "exports.a = class extends $.Error {};",
        ),
        (
            "exports.a = Object.keys(1);",
            "exports.a = $.Object_keys(1);",
        ),
        (
            "exports.a = Symbol.iterator;",
            "exports.a = $.Symbol.iterator;",
        ),
        (
            "exports.a = { Map, b: Map };",
            "exports.a = { Map: $.Map, b: $.Map };",
        ),
        (
            "const Map = {}; exports.a = Map;",
            "const Map = {}; exports.a = Map;",
        ),
        (
            "exports.a = Array.prototype.push;",
            "exports.a = $.Array_prototype_push;",
        ),
        ("Error.stackTraceLimit = 0;", "$.Error.stackTraceLimit = 0;"),
    ]);
}

#[test]
fn collections_of_the_library() {
    check(&[
        ("exports.a = new Map();", "exports.a = new $.OwnMap();"),
        (
            "exports.a = new Set([1]);",
            "exports.a = new $.OwnSet($.each([1]));",
        ),
        (
            "exports.a = Reflect.construct(Map, []);",
            "exports.a = $.Reflect_construct($.Map, []);",
        ),
        (
            "exports.a = new Uint8Array(4);",
            "exports.a = new $.Uint8Array(4);",
        ),
    ]);
}

#[test]
fn methods() {
    check(&[
        ("let l; l.push(1);", "let l; $.push(l).push(1);"),
        (
            "let l; l.slice().map(f => f);",
            "let l; $.map($.slice(l).slice()).map(f => f);",
        ),
        (
            "let l; l.push(1, ...l);",
            "let l; $.push(l).push(1, ...$.each(l));",
        ),
        (
            "let l; (l || 1).slice(1);",
            "let l; $.slice((l || 1)).slice(1);",
        ),
        (
            "let l; l.b\n  .join('.');",
            "let l; $.join(l.b)\n  .join('.');",
        ),
        ("let l; l.then(1);", "let l; $.then(l).then(1);"),
        ("let l; /a/.test(l);", "let l; $.test(/a/).test(l);"),
        ("let l; l.unknown(1);", "let l; l.unknown(1);"),
    ]);
}

#[test]
fn methods_that_are_not_those_of_built_ins() {
    check(&[
        ("this.push(1);", "this.push(1);"),
        (
            "const path = require('path'); path.join(1);",
            "const path = require('path'); path.join(1);",
        ),
        ("require('path').join(1);", "require('path').join(1);"),
        (
            "const { Buffer } = require('b'); Buffer.concat(1);",
            "const { Buffer } = require('b'); Buffer.concat(1);",
        ),
        (
            "class A extends require('a') { b() { super.push(1); } }",
            "class A extends require('a') { b() { super.push(1); } }",
        ),
    ]);
}

#[test]
fn calls_that_are_checked_first() {
    check(&[
        (
            "const A = 1; exports.f = (f, a) => f.call(a.b, A + 1, a[0]);",
            " const $call = $.Function_prototype_call;const A = 1; exports.f = (f, a) => (f.call === $call ? f.call(a.b, (1) + 1, a[0]) : $.call(f).call(a.b, A + 1, a[0]));",
        ),
        (
            "let f; f.call(f, Math.abs(1));",
            "let f; $.call(f).call(f, $.Math_abs(1));",
        ),
        (
            "let f; f.g.call(f); f.call(\nf);",
            "let f; $.call(f.g).call(f); $.call(f).call(\nf);",
        ),
        ("let f; f?.call(f);", "let f; $.call(f)?.call(f);"),
    ]);
}

#[test]
fn optional_chains() {
    check(&[
        ("let l; l?.push(1);", "let l; $.push(l)?.push(1);"),
        ("let l; l?.a.push(1);", "let l; $.push(l?.a)?.push(1);"),
        (
            "let l; l?.slice(1).length;",
            "let l; $.slice(l)?.slice(1).length;",
        ),
        (
            "let l; l?.a.slice(1)[0];",
            "let l; $.slice(l?.a)?.slice(1)[0];",
        ),
        (
            "let l; l?.slice(1).slice(2);",
            "let l; $.slice($.slice(l)?.slice(1))?.slice(2);",
        ),
        ("let l; l.slice?.(1);", "let l; l.slice?.(1);"),
        (
            "let l; l?.[Object.keys(l.slice(1))];",
            "let l; l?.[$.Object_keys($.slice(l).slice(1))];",
        ),
    ]);
}

#[test]
fn calls_with_a_receiver() {
    check(&[
        (
            "let f; f.call(this, 1);",
            " const $call = $.Function_prototype_call;let f; (f.call === $call ? f.call(this, 1) : $.call(f).call(this, 1));",
        ),
        (
            "let f; f.call(1, 2, ...f);",
            "let f; $.apply(f).apply(1, [2, ...$.each(f)]);",
        ),
        (
            "let f; f.apply(this, arguments);",
            "let f; $.apply(f).apply(this, arguments);",
        ),
        ("let f; f.bind(null, 1);", "let f; $.bind(f).bind(null, 1);"),
        (
            "Array.prototype.slice.call(1, 2);",
            "$.call($.Array_prototype_slice).call(1, 2);",
        ),
    ]);
}

#[test]
fn iteration() {
    check(&[
        (
            "let l; for (const a of l) ;",
            "let l; for (const a of $.each(l)) ;",
        ),
        (
            "let l; for (const [a, b] of l) ;",
            "let l; for (const [a, b] of $.eachList(l)) ;",
        ),
        ("let l; const [a] = l;", "let l; const [a] = $.each(l);"),
        (
            "let a, b; [a, b] = [b, a];",
            "let a, b; [a, b] = $.each([b, a]);",
        ),
        (
            "let l; l = [...l, ...l];",
            "let l; l = [...$.each(l), ...$.each(l)];",
        ),
        ("let l; l = { ...l };", "let l; l = { ...l };"),
        ("let l; Array.from(l);", "let l; $.Array_from($.each(l));"),
    ]);
}

#[test]
fn patterns_that_take_indexes() {
    check(&[
        (
            "exports.a = ([b, c]) => b;",
            "exports.a = ({0: b, 1: c}) => b;",
        ),
        (
            "exports.a = (d, [, b = 1, , c]) => b;",
            "exports.a = (d, { 1: b = 1,  3: c}) => b;",
        ),
    ]);
    assert_eq!(problems("exports.a = ([b, ...c]) => b;")[0].0, 1);
}

#[test]
fn descriptors_do_not_inherit() {
    check(&[
        (
            "Object.defineProperty(exports, 'a', { value: 1 });",
            "$.Object_defineProperty(exports, 'a', { __proto__: null, value: 1 });",
        ),
        (
            "Object.defineProperty(exports, 'a', { __proto__: null, value: 1 });",
            "$.Object_defineProperty(exports, 'a', { __proto__: null, value: 1 });",
        ),
        (
            "let d; Object.create(null, { a: { value: 1 }, b: d });",
            "let d; $.Object_create(null, { __proto__: null, a: { __proto__: null, value: 1 }, b: $.sealed(d) });",
        ),
        (
            "let d; exports.a = new Proxy(d, {});",
            "let d; exports.a = new $.Proxy(d, { __proto__: null});",
        ),
    ]);
}

#[test]
fn what_cannot_be_captured() {
    let setter =
        "the library must not use the global setTimeout, which scripts can replace: require it";
    assert_eq!(problems("1;\nsetTimeout(1);"), [(2, setter.to_string())]);
    assert_eq!(problems("let l;\n\nfor (const a in l) ;")[0].0, 3);
    assert_eq!(problems("const $ = 1;").len(), 1);
    assert_eq!(problems("const = 1;").len(), 1);
}

#[test]
fn lines_stay_where_they_are() {
    let text = "'use strict';\nlet l;\nl\n  .map((x) => x)\n  .join(\n    ',',\n  );\n";
    assert_eq!(rewritten(text).lines().count(), text.lines().count());
}

#[test]
fn the_snapshot_has_what_files_use() {
    let text = "let l; l.push(1); l?.slice(2); l.call(1, 2); exports.a = [new Map(), Object.keys(l), Math];";
    let made = snapshot(&rewrite(text, &no_files).unwrap().uses);
    for line in [
        "const { push: A_push, slice: A_slice } = arrays;",
        "push: (r) => (arrays.push === A_push ? r : around('push', r, undefined, A_push, undefined, undefined)),",
        "OwnMap: own(ofMap),",
        "Object_keys: Object.keys,",
        "const V_Math = Math;",
    ] {
        assert!(made.start.contains(line), "no {line} in {}", made.start);
    }
    for line in ["const apply = kept[0];", "Math: V_Math,"] {
        assert!(made.late.contains(line), "no {line} in {}", made.late);
    }
}

#[test]
fn constants_that_are_numbers() {
    check(&[
        (
            "const A = 1 << 4; const B = A | ~2; exports.f = (x) => x & (A | B);",
            "const A = 1 << 4; const B = (16) | ~2; exports.f = (x) => x & ((16) | (-3));",
        ),
        (
            "const A = 3; exports.f = { A, b: A }; exports.g = (A) => A;",
            "const A = 3; exports.f = { A: (3), b: (3) }; exports.g = (A) => A;",
        ),
        (
            "let A = 3; const B = A; const C = -0; exports.f = [A, B, C];",
            "let A = 3; const B = A; const C = -0; exports.f = [A, B, C];",
        ),
    ]);
}

#[test]
fn constants_of_other_files() {
    let load = |id: &str| {
        match id {
        "bits" => Some("const FIRST = 2 ** 20; const next = FIRST * 2;\nmodule.exports = { FIRST, NEXT: next };".into()),
        "more" => Some("const { NEXT } = require('bits'); module.exports = { NEXT };".to_string()),
        _ => None,
    }
    };
    let text = "const { FIRST, NEXT: N } = require('bits'); const { NEXT } = require('more'); \
                const { OTHER } = require('elsewhere'); exports.a = FIRST + N + NEXT + OTHER;";
    let result = rewrite(text, &load).expect("nothing is wrong with it").text;
    assert!(
        result.contains("exports.a = (1048576) + (2097152) + (2097152) + OTHER;"),
        "{result}"
    );
}

#[test]
fn the_original_call_is_declared_behind_the_directive() {
    check(&[(
        "'use strict'; exports.f = (f) => f.call(1);",
        "'use strict'; const $call = $.Function_prototype_call; exports.f = (f) => (f.call === $call ? f.call(1) : $.call(f).call(1));",
    )]);
}
