//! Properties of the global object that are made when they are first looked at.

use crate::{Test, context, text};

pub const TESTS: &[Test] = &[
    ("lazy_globals_are_made_once", made_once),
    ("lazy_globals_that_fail_are_tried_again", tried_again),
    ("lazy_globals_are_listed_before_they_are_made", listed),
];

const NAMES: &[(&str, bool)] = &[("shown", true), ("hidden", false)];

const LOAD: &str = "globalThis.calls = [];
    (name) => {
      calls.push(name);
      if (calls.length === 1 && globalThis.fails) throw new Error('not yet');
      return { name };
    }";

/// What a script gives after the names were added.
fn after(prepare: &str, script: &str) -> String {
    context().enter(|scope| {
        scope.eval(prepare, "prepare.js").unwrap();
        let load = scope.eval(LOAD, "load.js").unwrap();
        scope.add_lazy_globals(NAMES, load).unwrap();
        scope.collect_garbage();
        text(scope, script)
    })
}

fn made_once() {
    let script = "[shown.name, shown === globalThis.shown, typeof hidden, calls].join()";
    assert_eq!(after("", script), "shown,true,object,shown,hidden");
    let script = "shown = 1; delete globalThis.hidden; [shown, typeof hidden].join()";
    assert_eq!(after("", script), "1,undefined");
}

fn tried_again() {
    let script = "let message; try { shown } catch (error) { message = error.message }
        [message, shown.name].join()";
    assert_eq!(after("globalThis.fails = true", script), "not yet,shown");
}

fn listed() {
    let script = "const all = Object.getOwnPropertyNames(globalThis), some = Object.keys(globalThis);
        [all.includes('shown'), all.includes('hidden'), some.includes('shown'), some.includes('hidden'), calls.length].join()";
    assert_eq!(after("", script), "true,true,true,false,0");
}
