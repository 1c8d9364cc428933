//! How contexts end: torn down, terminated from outside or from within, or with a full heap. One test after the
//! other, as they look at the memory of the process.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use libtest_mimic::{Arguments, Trial};
use rondo_engine::{Args, CodeCache, Context, EngineError, HostObject, JsResult, Options, Scope};

fn main() {
    let tests: [(&str, fn()); 7] = [
        ("a_thousand_contexts_leave_nothing", leave_nothing),
        ("one_after_the_other_on_a_thread", one_after_the_other),
        ("finalizers_run_at_the_end", finalizers_run),
        ("tasks_that_were_not_run_end", tasks_end),
        ("an_endless_loop_is_terminated", terminated_from_outside),
        ("a_native_terminates_its_caller", terminated_from_within),
        ("a_full_heap_ends_its_context", full_heap),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::test(name, move || {
            let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test);
            thread.unwrap().join().map_err(|_| "it panicked".into())
        })
    });
    let arguments = Arguments {
        test_threads: Some(1),
        ..Arguments::from_args()
    };
    libtest_mimic::run(&arguments, trials.into()).exit()
}

fn resident_bytes() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = text.split(' ').nth(1).unwrap().parse().unwrap();
    pages * rustix::param::page_size()
}

/// The text of what a script gives.
fn text(scope: &mut Scope<'_>, script: &str) -> String {
    let value = scope.eval(script, "test.js").unwrap();
    value.to_text(scope).unwrap()
}

fn make_and_drop(count: usize, cache: &std::path::Path) {
    for _ in 0..count {
        let path = cache.to_path_buf();
        let work = move || {
            let context = Context::new(Options {
                code_cache: Some(CodeCache::open(path, 1)),
                ..Options::default()
            })
            .unwrap();
            let script = "let list = []; for (let i = 0; i < 20000; i++) list.push({ i });
                Promise.resolve().then(() => list); new Uint8Array(1 << 20).fill(1); `${list.length}`";
            context.enter(|scope| assert_eq!(text(scope, script), "20000"));
            if let Some(cache) = context.code_cache()
                && cache.was_absent()
            {
                cache.save().unwrap();
            }
        };
        std::thread::spawn(work).join().unwrap();
    }
}

fn leave_nothing() {
    let cache = std::env::temp_dir().join(format!("rondo-ends-{}", std::process::id()));
    make_and_drop(100, &cache);
    let before = resident_bytes();
    make_and_drop(900, &cache);
    let grown = resident_bytes().saturating_sub(before);
    std::fs::remove_file(cache).unwrap();
    println!("{} KiB after 900 contexts", grown / 1024);
    assert!(grown < 8 << 20, "{grown} bytes are left of 900 contexts");
}

fn one_after_the_other() {
    for round in 0..3 {
        let context = Context::new(Options::default()).unwrap();
        let second = Context::new(Options::default());
        assert_eq!(second.err(), Some(EngineError::ThreadHasContext));
        let script = format!("globalThis.seen = (globalThis.seen ?? 0) + 1; `${{seen}} {round}`");
        context.enter(|scope| assert_eq!(text(scope, &script), format!("1 {round}")));
    }
}

/// Counts how often it is dropped.
struct Counted(Rc<Cell<u32>>);

impl HostObject for Counted {
    const NAME: &'static std::ffi::CStr = c"Counted";
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.set(self.0.get() + 1);
    }
}

fn finalizers_run() {
    let dropped = Rc::new(Cell::new(0));
    let context = Context::new(Options::default()).unwrap();
    let kept = context.enter(|scope| {
        for _ in 0..3 {
            let object = scope.host_object(Counted(dropped.clone()), None).unwrap();
            let global = scope.global();
            global.set_property(scope, "last", object).unwrap();
        }
        let object = scope.host_object(Counted(dropped.clone()), None).unwrap();
        rondo_engine::Persistent::new(scope, object)
    });
    drop(context);
    assert_eq!(dropped.get(), 4);
    // Of no use any more, but it does no harm.
    drop(kept);
}

fn tasks_end() {
    let context = Context::new(Options::default()).unwrap();
    context.on_host_task(|| {});
    let script = "const cells = new Int32Array(new SharedArrayBuffer(8));
        Atomics.waitAsync(cells, 0, 0, 60000); Atomics.waitAsync(cells, 1, 0); ''";
    let tasks = context.enter(|scope| {
        text(scope, script);
        scope.take_host_tasks()
    });
    assert_eq!(tasks.len(), 1);
    drop(context);
    let other = Context::new(Options::default()).unwrap();
    for task in tasks {
        other.enter(|scope| task.run(scope)).unwrap();
    }
}

fn terminated_from_outside() {
    let context = Context::new(Options::default()).unwrap();
    let interrupter = context.interrupter();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(50));
        interrupter.terminate();
        interrupter
    });
    context.enter(|scope| {
        let script = "for (;;) try { for (;;); } catch {} finally { continue; }";
        let thrown = scope.eval(script, "test.js").err().unwrap();
        assert!(scope.catch(thrown).is_none());
        let function = scope.eval("(function f() { return 1 })", "test.js");
        // Nothing runs any more, neither scripts nor functions.
        if let Ok(function) = function {
            let undefined = scope.undefined();
            assert!(scope.call(function, undefined, &[]).is_err());
        }
    });
    assert!(context.is_terminated() && !context.heap_was_exhausted());
    let interrupter = other.join().unwrap();
    drop(context);
    interrupter.terminate();
}

fn end<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    Err(scope.terminate())
}

fn terminated_from_within() {
    let context = Context::new(Options::default()).unwrap();
    context.enter(|scope| {
        let global = scope.global();
        global.define_function(scope, "end", 0, end).unwrap();
        let script = "globalThis.after = false;
            const f = () => { try { end() } catch { after = true } finally { after = true } };
            [1].forEach(f); after = true;";
        let thrown = scope.eval(script, "test.js").err().unwrap();
        assert!(scope.catch(thrown).is_none());
        let after = global.get_property(scope, "after").unwrap();
        assert_eq!(after.to_text(scope).unwrap(), "false");
    });
}

fn full_heap() {
    let context = Context::new(Options {
        heap_limit: Some(48 << 20),
        heap_exhausted: Some(|_, _| {}),
        ..Options::default()
    })
    .unwrap();
    context.enter(|scope| {
        let script = "const all = []; for (;;) try { for (;;) all.push({ all: [all] }) } catch {}";
        let thrown = scope.eval(script, "test.js").err().unwrap();
        assert!(scope.catch(thrown).is_none());
    });
    assert!(context.is_terminated() && context.heap_was_exhausted());
}
