//! Hostile and odd input, and what Node makes of it. `verdicts.txt` was recorded from Node by `tools/http_verdicts.js`.

mod describe;

use describe::{describe, setting, unquoted};

const TABLE: &str = include_str!("verdicts.txt");

struct Case {
    title: String,
    setting: describe::Setting,
    input: Vec<u8>,
    expected: Vec<String>,
}

fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for block in TABLE.split("\n\n").filter(|block| block.starts_with("> ")) {
        let mut lines = block.lines();
        let title = lines.next().unwrap_or_default();
        let words: Vec<&str> = title[2..].splitn(6, ' ').collect();
        cases.push(Case {
            title: title.into(),
            setting: setting(&words),
            input: unquoted(words[5]),
            expected: lines.map(String::from).collect(),
        });
    }
    cases
}

#[test]
fn verdicts_are_nodes() {
    let cases = cases();
    assert!(cases.len() >= 60);
    for case in cases {
        let found = describe(case.setting, &[&case.input], true);
        assert_eq!(found, case.expected, "{}", case.title);
    }
}

#[test]
fn cuts_make_no_difference() {
    for case in cases() {
        let whole = describe(case.setting, &[&case.input], false);
        let bytes: Vec<&[u8]> = case.input.chunks(1).collect();
        assert_eq!(
            describe(case.setting, &bytes, false),
            whole,
            "{}",
            case.title
        );
        for cut in 0..case.input.len() {
            let (first, second) = case.input.split_at(cut);
            let found = describe(case.setting, &[first, second], false);
            assert_eq!(found, whole, "{} cut at {cut}", case.title);
        }
    }
}
