//! Where a script is, told quickly: the same as a captured stack tells.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use rondo_engine::{Args, Caller, Frame, JsResult, Scope, Site};

use crate::{Test, context_without_zeal};

pub const TESTS: &[Test] = &[("site_is_where_the_stack_says", as_captured)];

const FRAMES: u32 = 24;

thread_local! {
    /// What captured stacks said of sites since the last collection, and all lines that were met.
    static MET: RefCell<(u64, HashMap<Site, Option<Frame>>)> = RefCell::default();
    static LINES: RefCell<HashSet<Option<u32>>> = RefCell::default();
}

fn probe<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    let caller = scope.caller(FRAMES, b"node:");
    let frame = scope.first_frame(FRAMES, |file| !file.starts_with("node:"));
    LINES.with_borrow_mut(|lines| lines.insert(frame.as_ref().map(|frame| frame.line)));
    match caller {
        Caller::Unknown => {}
        Caller::None => assert_eq!(frame, None),
        Caller::Site(site) => MET.with_borrow_mut(|(collections, met)| {
            if *collections != scope.collections() {
                met.clear();
                *collections = scope.collections();
            }
            let before = met.entry(site).or_insert_with(|| frame.clone());
            assert_eq!(*before, frame);
        }),
    }
    Ok(())
}

/// A library whose functions are inlined into those of scripts, some of which are the same but for their lines.
const LIBRARY: &str = "
globalThis.inner = (x) => { probe(); return x + 1; };
globalThis.middle = (x) => (x % 2 ? inner(x) : inner(x + 2));
globalThis.outer = function outer(x) { let r = 0; for (const y of [x, x]) r += middle(y); return r; };
globalThis.fromLibrary = (n) => { for (let i = 0; i < n; i++) outer(i); };
";

const SCRIPT: &str = "{
function one(x) { return outer(x); }
function two(x) { return outer(x); }
function three(x) { return one(x) +
  two(x) +
  middle(x); }
const closures = [1, 2, 3].map((k) => (x) => three(x + k));
for (let i = 0; i < 4000; i++) {
  one(i);
  three(i);
  closures[i % 3](i);
  [i].forEach(two);
  if (i % 1500 === 700) eval('one(1);\\n\\ntwo(2)');
  for (const c of 'ab'.replace(/a/, () => { inner(1); return 'c'; })) middle(i);
}
}";

fn as_captured() {
    context_without_zeal().enter(|scope| {
        let global = scope.global();
        global.define_function(scope, "probe", 0, probe).unwrap();
        scope.eval(LIBRARY, "node:library").unwrap();
        for round in 0..3 {
            scope.eval(SCRIPT, &format!("script{round}.js")).unwrap();
            scope.eval("fromLibrary(2000)", "node:caller").unwrap();
            scope.collect_garbage();
        }
        let lines = LINES.take();
        for line in [None, Some(2), Some(3), Some(6), Some(14)] {
            assert!(lines.contains(&line), "{line:?} is not among {lines:?}");
        }
    });
}
