//! Memory that is lent to Rust: nothing reaches the engine meanwhile, whatever scope is at hand. And what else safe
//! code could do wrong.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rondo_engine::{Context, EngineError, Options, Scope};

use crate::{Test, context, context_without_zeal, show, text};

pub const TESTS: &[Test] = &[
    ("outer_scope_while_lent", outer_scope_while_lent),
    ("reading_while_lent", reading_while_lent),
    ("shared_memory", shared_memory),
    ("one_context_a_thread", one_context_a_thread),
    ("rope_without_memory", rope_without_memory),
    ("lengths_and_sameness", lengths_and_sameness),
    ("recursion_on_a_small_stack", recursion_on_a_small_stack),
];

/// Whether a call was refused.
fn refused<R>(call: impl FnOnce() -> R) -> bool {
    catch_unwind(AssertUnwindSafe(call)).is_err()
}

fn outer_scope_while_lent() {
    let context = context_without_zeal();
    context.enter(|outer| {
        let string = outer.string("some text that is long enough").unwrap();
        let bytes = outer.uint8_array(&[1, 2, 3]).unwrap();
        context.enter(|inner| {
            let kept = string.with_text(inner, |text| {
                let before = text.to_string_lossy();
                assert!(refused(|| outer.collect_garbage()));
                assert!(refused(|| outer.eval("new Array(9)", "x.js").is_ok()));
                assert!(refused(|| outer.object().is_ok()));
                assert!(refused(|| outer.structured_clone(bytes).is_ok()));
                assert!(refused(|| outer.queue_microtask(bytes).is_ok()));
                assert!(refused(|| outer.compile_module("1", "x.js").is_ok()));
                assert!(refused(|| outer.nested(|scope| scope.string("abc").is_ok())));
                assert!(refused(|| string.get_property(outer, "length").is_ok()));
                assert!(refused(|| context.enter(|_| ())));
                before == text.to_string_lossy()
            });
            assert_eq!(kept.unwrap(), Some(true));
            bytes.with_bytes_mut(inner, |_| {
                assert!(refused(|| outer.eval("1", "x.js").is_ok()));
                assert!(refused(|| bytes.set_index(outer, 0, bytes).is_ok()));
            });
        });
        assert_eq!(text(outer, "1 + 1"), "2");
    });
}

fn reading_while_lent() {
    context().enter(|scope| {
        let (one, two) = (scope.string("one").unwrap(), scope.string("two").unwrap());
        let scope: &Scope<'_> = scope;
        let lengths = one.with_text(scope, |one| {
            let two = two.with_text(scope, |two| two.len()).unwrap();
            (one.len(), two, scope.undefined().is_undefined())
        });
        assert_eq!(lengths.unwrap(), Some((3, Some(3), true)));
    });
}

fn shared_memory() {
    context().enter(|scope| {
        let view = scope.eval("new Uint8Array(new SharedArrayBuffer(64), 3, 40)", "x.js");
        let view = view.unwrap();
        scope.global().set_property(scope, "view", view).unwrap();
        text(scope, "view.forEach((_, i) => { view[i] = i })");
        let lent = view.with_bytes(scope, |bytes| bytes.to_vec()).unwrap();
        assert_eq!(lent, (0..40).collect::<Vec<u8>>());
        // Only what was changed is written.
        let other = view.bytes_address().unwrap();
        let elsewhere = view.with_bytes_mut(scope, |bytes| {
            bytes[7] = 70;
            bytes[20..30].fill(9);
            bytes.as_ptr().addr() != other
        });
        assert_eq!(elsewhere, Some(true), "shared memory was lent itself");
        assert_eq!(
            text(
                scope,
                "[view[6], view[7], view[8], view[29], view[30]].join()"
            ),
            "6,70,8,9,30"
        );
        let string = scope.string("abc").unwrap();
        string
            .with_text_into(scope, view, |_, bytes| bytes[..3].copy_from_slice(b"abc"))
            .unwrap();
        assert_eq!(scope.copy_bytes((view, 0), (view, 1), 3), 3);
        assert_eq!(text(scope, "view.slice(0, 5).join()"), "97,97,98,99,4");
    });
}

fn one_context_a_thread() {
    let first = context();
    let second = Context::new(Options::default());
    assert_eq!(second.err(), Some(EngineError::ThreadHasContext));
    drop(first);
    assert!(Context::new(Options::default()).is_ok());
}

/// Runs in a process of its own, whose memory is limited.
fn rope_without_memory() {
    const ALONE: &str = "RONDO_TEST_ALONE";
    if std::env::var_os(ALONE).is_none() {
        let mut test = std::process::Command::new(std::env::current_exe().unwrap());
        test.args(["--exact", "rope_without_memory"])
            .env(ALONE, "1");
        let output = test.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}: {said}", output.status);
        return;
    }
    context_without_zeal().enter(|scope| {
        // The longest string, many times: the ropes are small, their characters would not be.
        let source = "var ropes = []; for (let i = 0; i < 8; i++) {
            let text = String.fromCharCode(0x3b1) + i;
            while (text.length < 2 ** 29 - 16) text += text;
            ropes.push(text);
        } ropes.length";
        assert_eq!(text(scope, source), "8");
        let limit = rustix::process::Rlimit {
            current: Some(address_space() + (600 << 20)),
            maximum: None,
        };
        rustix::process::setrlimit(rustix::process::Resource::As, limit).unwrap();
        let rope = scope.eval("ropes[0]", "x.js").unwrap();
        let read = rope.with_text(scope, |text| text.len());
        let unlimited = rustix::process::Rlimit {
            current: None,
            maximum: None,
        };
        rustix::process::setrlimit(rustix::process::Resource::As, unlimited).unwrap();
        let thrown = read.expect_err("there was memory");
        let error = scope.catch(thrown).unwrap();
        assert!(show(scope, error).contains("out of memory"));
        assert_eq!(text(scope, "1 + 1"), "2");
    });
}

/// Bytes of address space that this process has.
fn address_space() -> u64 {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: u64 = pages.split(' ').next().unwrap().parse().unwrap();
    pages * 4096
}

fn lengths_and_sameness() {
    context().enter(|scope| {
        for source in [
            "Proxy.revocable([], {}).proxy",
            "new Proxy([], { get() { throw new RangeError('no') } })",
        ] {
            let proxy = scope.eval(source, "x.js").unwrap();
            assert_eq!(proxy.array_length(scope).unwrap(), None);
        }
        let rope = scope.eval("'a'.repeat(1000) + Math.random()", "x.js");
        let rope = rope.unwrap();
        assert!(rope.same(rope, scope).unwrap());
        assert!(
            scope
                .object()
                .unwrap()
                .array_length(scope)
                .unwrap()
                .is_none()
        );
    });
}

fn recursion_on_a_small_stack() {
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    let result = thread.spawn(|| {
        context_without_zeal().enter(|scope| {
            let source = "(function deep() { return [1].map(deep) })()";
            text(scope, source)
        })
    });
    let result = result.unwrap().join().unwrap();
    assert!(
        result.contains("call stack") || result.contains("recursion"),
        "{result}"
    );
}
