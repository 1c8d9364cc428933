//! Text and bytes from one place of the heap to another.

use rondo_engine::Text;

use crate::{Test, context, text};

pub const TESTS: &[Test] = &[
    ("text_is_written_into_bytes", text_is_written_into_bytes),
    (
        "bytes_are_copied_and_may_overlap",
        bytes_are_copied_and_may_overlap,
    ),
    (
        "uninitialized_buffers_have_their_size",
        uninitialized_buffers_have_their_size,
    ),
    ("pinned_buffers_stay", pinned_buffers_stay),
    ("held_bytes_stay_in_place", held_bytes_stay_in_place),
    ("young_bytes_do_not_pile_up", young_bytes_do_not_pile_up),
    (
        "only_memory_that_keeps_still_is_held",
        only_memory_that_keeps_still_is_held,
    ),
    (
        "a_heap_outlives_the_bytes_that_are_in_use",
        a_heap_outlives_the_bytes_that_are_in_use,
    ),
    (
        "memory_that_is_still_used_is_never_let_go",
        memory_that_is_still_used_is_never_let_go,
    ),
];

fn text_is_written_into_bytes() {
    context().enter(|scope| {
        let target = scope.eval("new Uint8Array(4)", "transfer.js").unwrap();
        let string = scope.string("abc").unwrap();
        let length = string.with_text_into(scope, target, |text, bytes| {
            let Text::Latin1(characters) = text else {
                return 0;
            };
            bytes[1..].copy_from_slice(characters);
            characters.len()
        });
        assert_eq!(length.unwrap(), Some(3));
        assert_eq!(target.to_bytes(scope).unwrap(), b"\0abc");
        let number = scope.number(1.0);
        assert_eq!(
            number.with_text_into(scope, target, |_, _| ()).unwrap(),
            None
        );
        assert_eq!(
            string.with_text_into(scope, number, |_, _| ()).unwrap(),
            None
        );
    });
}

fn bytes_are_copied_and_may_overlap() {
    context().enter(|scope| {
        let array = scope
            .eval("new Uint8Array([1, 2, 3, 4, 5])", "transfer.js")
            .unwrap();
        assert_eq!(scope.copy_bytes((array, 0), (array, 1), 4), 4);
        assert_eq!(array.to_bytes(scope).unwrap(), [1, 1, 2, 3, 4]);
        assert_eq!(scope.copy_bytes((array, 3), (array, 0), 99), 2);
        assert_eq!(scope.copy_bytes((array, 0), (array, 99), 1), 0);
        assert_eq!(array.to_bytes(scope).unwrap(), [3, 4, 2, 3, 4]);
        let other = scope.eval("'no bytes'", "transfer.js").unwrap();
        assert_eq!(scope.copy_bytes((other, 0), (array, 0), 1), 0);
    });
}

fn uninitialized_buffers_have_their_size() {
    context().enter(|scope| {
        for size in [0, 1, 100, 100_000] {
            let buffer = scope.array_buffer_uninitialized(size).unwrap();
            assert_eq!(buffer.with_bytes(scope, <[u8]>::len), Some(size));
            let array = scope.uint8_array_over(buffer).unwrap();
            assert_eq!(array.with_bytes(scope, <[u8]>::len), Some(size));
        }
        let thrown = scope.array_buffer_uninitialized(1 << 50).unwrap_err();
        assert!(scope.catch(thrown).is_some());
    });
}

fn pinned_buffers_stay() {
    context().enter(|scope| {
        let buffer = scope
            .eval("globalThis.buffer = new ArrayBuffer(8)", "transfer.js")
            .unwrap();
        assert!(buffer.pin_length());
        let thrown = scope.eval("buffer.transfer()", "transfer.js").unwrap_err();
        assert!(scope.catch(thrown).is_some());
        assert_eq!(buffer.with_bytes(scope, <[u8]>::len), Some(8));
    });
}

/// An array that compiled code makes: it has no ArrayBuffer, and is young.
const YOUNG: &str = "globalThis.make = (n) => new Uint8Array(n); for (let i = 0; i < 500; i++) make(2000); make(1 << 16)";

fn held_bytes_stay_in_place() {
    context().enter(|scope| {
        for source in ["new Uint8Array(8)", "new Uint8Array(1 << 16)", YOUNG] {
            let view = scope.eval(source, "held.js").unwrap();
            let global = scope.global();
            global.set_property(scope, "view", view).unwrap();
            let (held, mut bytes) = scope.hold_bytes(view, 2, 3).unwrap().unwrap();
            let (again, other) = scope.hold_bytes(view, 0, 1).unwrap().unwrap();
            let written = std::thread::spawn(move || {
                bytes.for_system().copy_from_slice(b"abc");
                bytes
            });
            assert_eq!(
                text(scope, "view.buffer.transfer()").split(':').next(),
                Some("threw RangeError")
            );
            // The collector moves what is young.
            text(scope, "for (let i = 0; i < 1e5; i++) [i, {}]; 1");
            drop(written.join().unwrap());
            held.release(scope);
            assert!(text(scope, "view.buffer.transfer()").starts_with("threw RangeError"));
            drop(other);
            again.release(scope);
            assert_eq!(text(scope, "view.subarray(0, 6).join()"), "0,0,97,98,99,0");
            assert_eq!(text(scope, "view.buffer.transfer(); view.length"), "0");
        }
    });
}

fn only_memory_that_keeps_still_is_held() {
    context().enter(|scope| {
        for source in [
            "new Uint8Array(new SharedArrayBuffer(8))",
            "new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 }))",
            "new Uint8Array(2)",
            "'text'",
        ] {
            let view = scope.eval(source, "held.js").unwrap();
            assert!(scope.hold_bytes(view, 1, 2).unwrap().is_none(), "{source}");
        }
    });
}

fn memory_that_is_still_used_is_never_let_go() {
    context().enter(|scope| {
        for source in ["new Uint8Array(1 << 16)", YOUNG] {
            let view = scope.eval(source, "held.js").unwrap();
            let global = scope.global();
            global.set_property(scope, "kept", view).unwrap();
            let (held, mut bytes) = scope.hold_bytes(view, 0, 1 << 16).unwrap().unwrap();
            held.release(scope);
            assert!(text(scope, "kept.buffer.transfer()").starts_with("threw RangeError"));
            text(scope, "delete globalThis.kept");
            scope.collect_garbage();
            bytes.for_system().fill(1);
        }
    });
}

fn young_bytes_do_not_pile_up() {
    context().enter(|scope| {
        scope.eval(YOUNG, "held.js").unwrap();
        scope.eval("globalThis.list = []", "held.js").unwrap();
        let mut most = 0;
        for turn in 0..1500 {
            scope.nested(|scope| {
                // Half of what is young when that is collected is in use, and becomes old.
                let source = "if (list.push(make(1 << 16)) > 64) list.shift(); list.at(-1)";
                let view = scope.eval(source, "held.js").unwrap();
                let (held, bytes) = scope.hold_bytes(view, 0, 1 << 16).unwrap().unwrap();
                drop(bytes);
                held.release(scope);
            });
            if turn % 100 == 0 {
                most = most.max(scope.heap_statistics().outside);
            }
        }
        // 94 MB were made.
        assert!(most < 40 << 20, "{most}");
    });
}

fn a_heap_outlives_the_bytes_that_are_in_use() {
    let context = context();
    let mut bytes = context.enter(|scope| {
        let view = scope.eval("new Uint8Array(1 << 16)", "held.js").unwrap();
        scope.hold_bytes(view, 0, 1 << 16).unwrap().unwrap().1
    });
    drop(context);
    bytes.for_system().fill(1);
    assert_eq!(bytes.for_system()[65535], 1);
}
