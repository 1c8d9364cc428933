//! Text and bytes from one place of the heap to another.

use rondo_engine::Text;

use crate::{Test, context};

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
