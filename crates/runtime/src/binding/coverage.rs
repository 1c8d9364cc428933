//! `binding('coverage')`: how often the parts of files have run.

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_syntax::coverage::{self, Entry, Script};

use super::define;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "watch", watch)?;
    define(scope, object, "rangesOf", ranges_of)
}

/// `watch()`: from now on it is counted; a function that tells what was.
fn watch<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    scope.watch_coverage()
}

/// `rangesOf(text, numbers)`: the functions of a text as V8 tells of them, as JSON. `numbers` is an Int32Array: for each
/// script its start and end, how many entries it has, and their lines, columns and counts.
fn ranges_of<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let text = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let numbers = args.get(scope, 1).with_bytes(scope, read_numbers);
    let numbers = numbers.unwrap_or_default();
    let scripts = scripts_of(&numbers);
    scope.string(&coverage::to_json(&coverage::functions(&text, &scripts)))
}

fn read_numbers(bytes: &[u8]) -> Vec<u32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|word| u32::from_ne_bytes([word[0], word[1], word[2], word[3]]))
        .collect()
}

fn scripts_of(numbers: &[u32]) -> Vec<Script> {
    let mut scripts = Vec::new();
    let mut rest = numbers;
    while let [start, end, count, behind @ ..] = rest {
        let (entries, others) = behind.split_at(behind.len().min(*count as usize * 3));
        let entries = entries.chunks_exact(3).map(|entry| Entry {
            line: entry[0],
            column: entry[1],
            count: entry[2],
        });
        scripts.push(Script {
            start: *start,
            end: *end,
            entries: entries.collect(),
        });
        rest = others;
    }
    scripts
}
