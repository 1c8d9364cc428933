//! What the engine has for its host: promises settled by other threads, registries, parts of collections.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rondo_engine::{Context, Scope, Thrown};

use crate::{Test, context, context_without_zeal, text};

pub const TESTS: &[Test] = &[
    (
        "modules_are_compiled_elsewhere",
        modules_are_compiled_elsewhere,
    ),
    ("waits_end_in_time", waits_end_in_time),
    ("registries_are_cleaned_up", registries_are_cleaned_up),
    (
        "a_cleanup_that_throws_goes_on",
        a_cleanup_that_throws_goes_on,
    ),
    ("collections_have_parts", collections_have_parts),
    (
        "a_context_ends_with_tasks_open",
        a_context_ends_with_tasks_open,
    ),
    ("bytes_outside_are_counted", bytes_outside_are_counted),
];

/// An empty module.
const MODULE: &str = "new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])";

/// Runs tasks and microtasks until `done`.
fn serve(context: &Context, mut done: impl FnMut(&mut Scope<'_>) -> bool) {
    let start = Instant::now();
    loop {
        context.wait_for_background_work();
        let is_done = context.enter(|scope| {
            for task in scope.take_host_tasks() {
                if let Some(due) = task.due() {
                    std::thread::sleep(due.saturating_duration_since(Instant::now()));
                }
                if let Err(thrown) = task.run(scope) {
                    scope.catch(thrown);
                }
            }
            scope.run_microtasks(&mut |_: &mut Scope<'_>, _: Thrown| true);
            done(scope)
        });
        if is_done {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "nothing came");
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn modules_are_compiled_elsewhere() {
    let context = context();
    let woken = Arc::new(AtomicUsize::new(0));
    let counter = woken.clone();
    context.on_host_task(move || {
        counter.fetch_add(1, Ordering::Relaxed);
    });
    context.enter(|scope| {
        let source = format!(
            "WebAssembly.compile({MODULE}).then(() => globalThis.first = 'compiled');
             WebAssembly.instantiate({MODULE}).then(() => globalThis.second = 'made');
             WebAssembly.compile(new Uint8Array(3)).catch((error) => globalThis.third = error.name); 0"
        );
        assert_eq!(text(scope, &source), "0");
    });
    let all = "`${globalThis.first} ${globalThis.second} ${globalThis.third}`";
    serve(&context, |scope| {
        text(scope, all) == "compiled made CompileError"
    });
    assert!(woken.load(Ordering::Relaxed) > 0);
}

fn waits_end_in_time() {
    let context = context();
    context.enter(|scope| {
        let source = "globalThis.cells = new Int32Array(new SharedArrayBuffer(8));
             Atomics.waitAsync(cells, 0, 0, 20).value.then((how) => globalThis.timed = how);
             Atomics.waitAsync(cells, 1, 0).value.then((how) => globalThis.woken = how);
             Atomics.notify(cells, 1) + Atomics.wait(cells, 0, 0, 1)";
        assert_eq!(text(scope, source), "1timed-out");
    });
    serve(&context, |scope| {
        text(scope, "`${globalThis.timed} ${globalThis.woken}`") == "timed-out ok"
    });
}

fn registries_are_cleaned_up() {
    let context = context();
    context.enter(|scope| {
        let source = "globalThis.gone = [];
             globalThis.registry = new FinalizationRegistry((held) => gone.push(held));
             for (let i = 0; i < 5; i++) registry.register({}, i); 0";
        text(scope, source);
    });
    serve(&context, |scope| {
        scope.collect_garbage();
        text(scope, "gone.sort().join()") == "0,1,2,3,4"
    });
}

/// (A debug engine takes amiss that the rest is asked for.)
fn a_cleanup_that_throws_goes_on() {
    if cfg!(feature = "debugmozjs") {
        return;
    }
    let context = context();
    context.enter(|scope| {
        let source = "globalThis.count = 0;
             globalThis.registry = new FinalizationRegistry(() => { count++; throw 'no'; });
             for (let i = 0; i < 5; i++) registry.register({}, i); 0";
        text(scope, source);
        scope.collect_garbage();
    });
    serve(&context, |scope| text(scope, "count") == "5");
}

/// A collection of a large heap is done in parts; the host's tasks bring it to its end.
fn collections_have_parts() {
    let context = context_without_zeal();
    let mut parts = 0;
    context.enter(|scope| {
        text(scope, "globalThis.kept = []; 0");
        for _ in 0..200 {
            text(
                scope,
                "for (let i = 0; i < 20000; i++) kept.push({ i, more: [i] }); 0",
            );
            let mut tasks = scope.take_host_tasks();
            while let Some(task) = tasks.pop() {
                parts += 1;
                task.run(scope).unwrap();
                tasks.extend(scope.take_host_tasks());
            }
            if parts > 3 {
                break;
            }
        }
    });
    assert!(parts > 3, "{parts} parts");
}

fn a_context_ends_with_tasks_open() {
    let context = context();
    context.enter(|scope| {
        let source = format!(
            "globalThis.cells = new Int32Array(new SharedArrayBuffer(8));
             Atomics.waitAsync(cells, 0, 0, 1000000);
             Atomics.waitAsync(cells, 1, 0);
             WebAssembly.compile({MODULE}); WebAssembly.instantiate({MODULE}); 0"
        );
        assert_eq!(text(scope, &source), "0");
    });
    drop(context);
}

fn bytes_outside_are_counted() {
    const MB: usize = 1_000_000;
    context_without_zeal().enter(|scope| {
        let before = scope.heap_statistics().outside;
        text(
            scope,
            "globalThis.kept = [new ArrayBuffer(3e6), new Uint8Array(4e6)]; 0",
        );
        let full = scope.heap_statistics().outside;
        text(scope, "kept = null; 0");
        scope.collect_garbage();
        let after = scope.heap_statistics().outside;
        assert!(
            (7 * MB..8 * MB).contains(&(full - before)),
            "{before} {full}"
        );
        assert!(after < before + MB, "{before} {after}");
    });
}
