//! The heap, interrupts, the code cache, structured clone, looking into objects.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use rondo_engine::{CodeCache, Context, Frame, ObjectKind, Options, Scope};

use crate::{Test, context, context_without_zeal, text};

pub const TESTS: &[Test] = &[
    ("out_of_memory_is_an_error", out_of_memory_is_an_error),
    ("heap_statistics", heap_statistics),
    ("endless_loop_can_be_stopped", endless_loop_can_be_stopped),
    (
        "a_running_script_can_be_looked_at",
        a_running_script_can_be_looked_at,
    ),
    (
        "code_cache_is_filled_and_used",
        code_cache_is_filled_and_used,
    ),
    (
        "damaged_code_cache_is_ignored",
        damaged_code_cache_is_ignored,
    ),
    (
        "foreign_code_cache_is_ignored",
        foreign_code_cache_is_ignored,
    ),
    ("structured_clone", structured_clone),
    ("object_kinds", object_kinds),
    ("proxies", proxies),
];

fn out_of_memory_is_an_error() {
    context_without_zeal().enter(|scope| {
        scope.set_heap_limit(40 << 20);
        let source = "let all; try { for (;;) all = { all } } catch (e) { all = null; String(e) }";
        assert!(text(scope, source).contains("out of memory"));
        scope.set_heap_limit(u32::MAX);
        scope.collect_garbage();
        assert_eq!(text(scope, "1 + 1"), "2");
    });
}

fn heap_statistics() {
    context_without_zeal().enter(|scope| {
        let before = scope.heap_statistics();
        text(
            scope,
            "globalThis.kept = Array.from({ length: 200000 }, (_, i) => ({ i })); 0",
        );
        scope.collect_garbage();
        let after = scope.heap_statistics();
        assert!(after.used > before.used && after.total >= after.used / 2);
    });
}

fn endless_loop_can_be_stopped() {
    context().enter(|scope| {
        let interrupter = scope.interrupter();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            interrupter.stop();
        });
        let source = "try { for (;;) ; } catch { 'caught' } finally { globalThis.ran = true }";
        let thrown = scope.eval(source, "endless.js").unwrap_err();
        assert!(scope.catch(thrown).is_none(), "the script could catch it");
        thread.join().unwrap();
        assert_eq!(text(scope, "String(globalThis.ran)"), "undefined");
    });
}

/// How often somebody has looked, and found the function that runs.
static LOOKS: AtomicU32 = AtomicU32::new(0);

fn look(scope: &mut Scope<'_>) {
    let frames = scope.current_frames(8);
    let is_there = |frame: &Frame| frame.function.as_deref() == Some("wait") && frame.line == 2;
    if frames.iter().any(is_there) {
        LOOKS.fetch_add(1, Ordering::SeqCst);
    }
}

fn a_running_script_can_be_looked_at() {
    let context = context();
    context.set_onlooker(look);
    let interrupter = context.interrupter();
    context.enter(|scope| {
        let stopper = interrupter.clone();
        let thread = std::thread::spawn(move || {
            while LOOKS.load(Ordering::SeqCst) < 3 {
                interrupter.look();
                std::thread::sleep(Duration::from_millis(10));
            }
            stopper.stop();
        });
        let source = "globalThis.ran = 0;\n(function wait() { for (;;) ran++; })();";
        let thrown = scope.eval(source, "endless.js").unwrap_err();
        assert!(scope.catch(thrown).is_none());
        thread.join().unwrap();
        assert_eq!(text(scope, "String(ran > 0)"), "true");
    });
}

fn cache_path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("rondo-engine-test-{}-{name}", std::process::id()))
}

fn with_cache(path: &PathBuf, key: u64) -> Context {
    let code_cache = Some(CodeCache::open(path, key));
    Context::new(Options {
        code_cache,
        ..Options::default()
    })
    .unwrap()
}

const LIBRARY: &str = "(function (a) { function inner() { return a * 2 } return inner() + 1 })";

fn run_library(context: &Context) -> Option<f64> {
    context.enter(|scope| {
        let function = scope.eval_cached(LIBRARY, "library").unwrap();
        let (this, four) = (scope.undefined(), scope.number(4.0));
        scope.call(function, this, &[four]).unwrap().as_number()
    })
}

/// Runs in a thread of its own, as a thread has one context.
fn start(path: &std::path::Path, key: u64) -> (bool, Option<f64>) {
    let path = path.to_path_buf();
    let thread = std::thread::Builder::new()
        .stack_size(16 << 20)
        .spawn(move || {
            let context = with_cache(&path, key);
            let absent = context.code_cache().unwrap().was_absent();
            let result = run_library(&context);
            if context.code_cache().unwrap().is_incomplete() {
                context.code_cache().unwrap().save().unwrap();
            }
            (absent, result)
        });
    thread.unwrap().join().unwrap()
}

fn code_cache_is_filled_and_used() {
    let path = cache_path("used");
    assert_eq!(start(&path, 1), (true, Some(9.0)));
    assert_eq!(start(&path, 1), (false, Some(9.0)));
    std::fs::remove_file(path).unwrap();
}

fn damaged_code_cache_is_ignored() {
    let path = cache_path("damaged");
    start(&path, 1);
    let sound = std::fs::read(&path).unwrap();
    for position in [3, 12, 40, 200, sound.len() / 2, sound.len() - 9] {
        let mut damaged = sound.clone();
        damaged[position] ^= 0x55;
        std::fs::write(&path, &damaged).unwrap();
        assert_eq!(start(&path, 1).1, Some(9.0), "byte {position}");
    }
    std::fs::write(&path, &sound[..sound.len() / 3]).unwrap();
    assert_eq!(start(&path, 1).1, Some(9.0), "cut off");
    std::fs::write(&path, b"").unwrap();
    assert_eq!(start(&path, 1), (true, Some(9.0)));
    std::fs::remove_file(path).unwrap();
}

fn foreign_code_cache_is_ignored() {
    let path = cache_path("foreign");
    start(&path, 1);
    assert_eq!(start(&path, 2), (true, Some(9.0)));
    std::fs::remove_file(path).unwrap();
}

fn structured_clone() {
    context().enter(|scope| {
        let source = "const it = { d: new Date(5), m: new Map([[1, { x: 2 }]]), a: [1n, /x/g] };
            it.self = it; it";
        let value = scope.eval(source, "clone.js").unwrap();
        let copy = scope.structured_clone(value).unwrap();
        assert!(!copy.same(value, scope).unwrap());
        let global = scope.global();
        global.set_property(scope, "copy", copy).unwrap();
        let check = "copy.self === copy && copy.m.get(1).x === 2 && copy.d.getTime() === 5 && copy.a[0] === 1n";
        assert_eq!(text(scope, check), "true");
        let function = scope.eval("() => 1", "clone.js").unwrap();
        assert!(scope.structured_clone(function).map_err(|thrown| scope.catch(thrown)).is_err());
    });
}

fn object_kinds() {
    context().enter(|scope| {
        for (source, kind) in [
            ("({})", ObjectKind::Plain),
            ("[]", ObjectKind::Array),
            ("new Map()", ObjectKind::Map),
            ("new Set().values()", ObjectKind::SetIterator),
            ("Promise.resolve()", ObjectKind::Promise),
            ("new Date()", ObjectKind::Date),
            ("new Error()", ObjectKind::Error),
            ("/x/", ObjectKind::RegExp),
            (
                "(function () { return arguments })()",
                ObjectKind::Arguments,
            ),
            ("new Proxy([], {})", ObjectKind::Other),
            ("Object(1n)", ObjectKind::BigInt),
        ] {
            let value = scope.eval(source, "kinds.js").unwrap();
            assert_eq!(value.object_kind(scope), Some(kind), "{source}");
        }
        assert_eq!(scope.number(1.0).object_kind(scope), None);
    });
}

fn proxies() {
    context().enter(|scope| {
        let proxy = scope
            .eval("new Proxy([1], { get() { return 'trap' } })", "proxy.js")
            .unwrap();
        assert!(proxy.is_proxy());
        let (target, handler) = proxy.proxy_parts(scope).unwrap();
        assert_eq!(target.array_length(scope).unwrap(), Some(1));
        assert!(handler.has_own_property(scope, "get").unwrap());
        let callable = scope.eval("new Proxy(() => 1, {})", "proxy.js").unwrap();
        assert!(callable.is_proxy() && callable.is_function());
        let object = scope.object().unwrap();
        assert!(!object.is_proxy() && object.proxy_parts(scope).is_none());
    });
}
