//! Tests of the comparison that the runner of the scripts relies on.

#[path = "scripts/compare.rs"]
mod compare;

use compare::difference;

fn matches(expected: &str, actual: &str) -> bool {
    difference(expected, actual).is_none()
}

#[test]
fn equal_texts_match() {
    assert!(matches("", ""));
    assert!(matches("a\nb\n", "a\nb\n"));
    assert!(matches("a\nb\n", "a\nb"));
}

#[test]
fn missing_extra_and_moved_lines_do_not() {
    assert!(!matches("a\n", ""));
    assert!(!matches("", "a\n"));
    assert!(!matches("a\nb\n", "b\na\n"));
    assert!(!matches("a\n\n", "a\n"));
    assert!(!matches("a\n", "a \n"));
}

#[test]
fn dots_stand_for_lines() {
    assert!(matches("...\n", ""));
    assert!(matches("a\n...\nb\n", "a\nb\n"));
    assert!(matches("a\n...\nb\n", "a\n1\n2\nb\n3\nb\n"));
    assert!(matches("...\nb\n...\n", "a\nb\nc\n"));
    assert!(!matches("a\n...\nb\n", "a\n1\n2\n"));
    assert!(!matches("a\n...\n", "x\na\n"));
}

#[test]
fn brackets_stand_for_text() {
    assert!(matches("[..]\n", "anything\n"));
    assert!(matches("at [..]:3:[..]\n", "at file.js:3:14)\n"));
    assert!(matches("a[..]b[..]b\n", "a1b2b3b\n"));
    assert!(!matches("at [..]:3:[..]\n", "at file.js:4:14\n"));
    assert!(!matches("[..]\n", "one\ntwo\n"));
    assert!(!matches("ab[..]ba\n", "aba\n"));
    assert!(!matches("a[..]b[..]b\n", "ab\n"));
}

#[test]
fn a_difference_shows_what_is_missing_and_what_is_too_much() {
    let shown = difference("a\n...\nb\nc\n", "a\n1\nb\nx\n").expect("they differ");
    assert_eq!(shown, "    a\n    1\n    b\n  + x\n  - c\n");
}
