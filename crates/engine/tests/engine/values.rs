//! Values, strings, objects, bytes.

use rondo_engine::{BufferKind, Kind, Persistent, Text};

use crate::{Test, context, show, text};

pub const TESTS: &[Test] = &[
    ("kinds", kinds),
    ("numbers", numbers),
    ("strings_both_ways", strings_both_ways),
    ("strings_external", strings_external),
    ("properties", properties),
    ("arrays", arrays),
    ("locals_survive_collections", locals_survive_collections),
    ("more_locals_than_a_chunk", more_locals_than_a_chunk),
    ("persistents", persistents),
    ("bytes_both_ways", bytes_both_ways),
    ("shared_cells", shared_cells),
    (
        "outer_scope_is_refused_inside",
        outer_scope_is_refused_inside,
    ),
    ("memory_lock", memory_lock),
];

fn kinds() {
    context().enter(|scope| {
        for (source, kind) in [
            ("undefined", Kind::Undefined),
            ("null", Kind::Null),
            ("true", Kind::Boolean),
            ("1.5", Kind::Number),
            ("1n", Kind::BigInt),
            ("'x'", Kind::String),
            ("Symbol()", Kind::Symbol),
            ("() => 1", Kind::Function),
            ("[]", Kind::Object),
        ] {
            let value = scope.eval(source, "kinds.js").unwrap();
            assert_eq!(value.kind(), kind, "{source}");
        }
    });
}

fn numbers() {
    context().enter(|scope| {
        for number in [0.0, -0.0, 1.0, -1.5, 2147483648.0, f64::INFINITY, 1e300] {
            let value = scope.number(number);
            assert_eq!(
                value.as_number().map(f64::to_bits),
                Some(f64::to_bits(number))
            );
        }
        assert!(scope.number(f64::NAN).as_number().unwrap().is_nan());
        assert_eq!(scope.number(7.0).as_i32(), Some(7));
        assert_eq!(scope.number(7.5).as_i32(), None);
        assert_eq!(scope.number(-1.0).as_u32(), None);
        assert_eq!(
            scope.number(9007199254740991.0).as_i64(),
            Some(9007199254740991)
        );
        assert_eq!(scope.bigint(-5).unwrap().as_bigint_i64(), Some(-5));
        let large = scope.bigint_u64(u64::MAX).unwrap();
        assert_eq!(show(scope, large), "18446744073709551615");
    });
}

fn strings_both_ways() {
    context().enter(|scope| {
        for sample in [
            "",
            "plain",
            "caf\u{e9}",
            "\u{4f60}\u{597d}",
            "\u{1f600} smile",
            "a\0b",
        ] {
            let value = scope.string(sample).unwrap();
            assert_eq!(value.as_string(scope).unwrap().as_deref(), Some(sample));
            assert_eq!(value.string_length(), Some(sample.encode_utf16().count()));
        }
        let latin = scope.string_latin1(&[0x61, 0xff]).unwrap();
        assert_eq!(latin.as_string(scope).unwrap().unwrap(), "a\u{ff}");
        let lone = scope.string_utf16(&[0x61, 0xd800]).unwrap();
        assert_eq!(lone.as_string(scope).unwrap().unwrap(), "a\u{fffd}");
        let units = lone.with_text(scope, |text| matches!(text, Text::Utf16([0x61, 0xd800])));
        assert_eq!(units.unwrap(), Some(true));
        assert_eq!(scope.number(1.0).as_string(scope).unwrap(), None);
        // A rope is flattened when it is read.
        let rope = scope
            .eval("'x'.repeat(100) + 'y'.repeat(100)", "rope.js")
            .unwrap();
        assert_eq!(rope.as_string(scope).unwrap().unwrap().len(), 200);
    });
}

fn strings_external() {
    context().enter(|scope| {
        let value = scope.string_latin1_owned(vec![b'z'; 100_000]).unwrap();
        scope.collect_garbage();
        assert_eq!(value.string_length(), Some(100_000));
        assert!(
            value
                .as_string(scope)
                .unwrap()
                .unwrap()
                .bytes()
                .all(|byte| byte == b'z')
        );
    });
}

fn properties() {
    context().enter(|scope| {
        let object = scope.object().unwrap();
        let one = scope.number(1.0);
        object.set_property(scope, "a", one).unwrap();
        object.define_property(scope, "hidden", one, false).unwrap();
        object.define_constant(scope, "fixed", one).unwrap();
        let global = scope.global();
        global.set_property(scope, "it", object).unwrap();
        assert_eq!(text(scope, "Object.keys(it).join()"), "a,fixed");
        assert_eq!(
            text(scope, "'use strict'; it.fixed = 2").split(':').next(),
            Some("threw TypeError")
        );
        assert!(object.has_property(scope, "toString").unwrap());
        assert!(!object.has_own_property(scope, "toString").unwrap());
        object.delete_property(scope, "a").unwrap();
        assert!(!object.has_property(scope, "a").unwrap());
        let number = scope.number(3.0);
        let thrown = number.get_property(scope, "x").unwrap_err();
        let error = scope.catch(thrown).unwrap();
        assert_eq!(show(scope, error), "TypeError: value is not an object");
    });
}

fn arrays() {
    context().enter(|scope| {
        let values = [
            scope.number(1.0),
            scope.boolean(true),
            scope.string("x").unwrap(),
        ];
        let array = scope.array(&values).unwrap();
        assert_eq!(array.array_length(scope).unwrap(), Some(3));
        let last = array.get_index(scope, 2).unwrap();
        assert_eq!(last.as_string(scope).unwrap().as_deref(), Some("x"));
        let none = scope.object().unwrap();
        assert_eq!(none.array_length(scope).unwrap(), None);
    });
}

fn locals_survive_collections() {
    context().enter(|scope| {
        let mut locals = Vec::new();
        for number in 0..200 {
            let source = format!("({{ n: {number}, s: 'text{number}' }})");
            locals.push(scope.eval(&source, "locals.js").unwrap());
            if number % 50 == 0 {
                scope.collect_garbage();
            }
        }
        text(
            scope,
            "let waste = []; for (let i = 0; i < 1e5; i++) waste = [waste, i].slice(1); 0",
        );
        scope.collect_garbage();
        for (number, local) in locals.iter().enumerate() {
            let value = local.get_property(scope, "n").unwrap();
            assert_eq!(value.as_number(), Some(number as f64));
        }
    });
}

fn more_locals_than_a_chunk() {
    context().enter(|scope| {
        scope.nested(|scope| {
            let locals: Vec<_> = (0..5000).map(|n| scope.number(n as f64)).collect();
            scope.collect_garbage();
            assert!(
                locals
                    .iter()
                    .enumerate()
                    .all(|(n, it)| it.as_number() == Some(n as f64))
            );
        });
        assert_eq!(scope.number(1.0).as_number(), Some(1.0));
    });
}

fn persistents() {
    let context = context();
    let kept = context.enter(|scope| {
        let object = scope.eval("({ name: 'kept' })", "persistent.js").unwrap();
        Persistent::new(scope, object)
    });
    let copy = kept.clone();
    drop(kept);
    context.enter(|scope| {
        scope.collect_garbage();
        let name = copy.get(scope).get_property(scope, "name").unwrap();
        assert_eq!(name.as_string(scope).unwrap().as_deref(), Some("kept"));
        let other = scope.number(5.0);
        copy.set(other);
        assert_eq!(copy.get(scope).as_number(), Some(5.0));
    });
}

fn bytes_both_ways() {
    context().enter(|scope| {
        for size in [0, 3, 5000, 100_000] {
            let bytes: Vec<u8> = (0..size).map(|n| n as u8).collect();
            for array in [
                scope.uint8_array(&bytes).unwrap(),
                scope.uint8_array_owned(bytes.clone()).unwrap(),
            ] {
                scope.collect_garbage();
                assert_eq!(array.buffer_kind(), Some(BufferKind::View));
                assert_eq!(array.to_bytes(scope).unwrap(), bytes);
            }
        }
        let array = scope
            .eval("new Uint8Array([1, 2, 3]).subarray(1)", "bytes.js")
            .unwrap();
        array.with_bytes_mut(scope, |bytes| bytes[0] = 9).unwrap();
        assert_eq!(array.to_bytes(scope).unwrap(), [9, 3]);
        let buffer = scope.eval("new ArrayBuffer(4)", "bytes.js").unwrap();
        assert_eq!(buffer.buffer_kind(), Some(BufferKind::ArrayBuffer));
        assert_eq!(buffer.to_bytes(scope).unwrap(), [0; 4]);
        let shared = scope.eval("new SharedArrayBuffer(2)", "bytes.js").unwrap();
        assert_eq!(shared.buffer_kind(), Some(BufferKind::SharedArrayBuffer));
        let object = scope.object().unwrap();
        assert_eq!(object.to_bytes(scope), None);
    });
}

fn shared_cells() {
    context().enter(|scope| {
        let (cells, view) = scope.shared_int32(2).unwrap();
        let (floats, float_view) = scope.shared_float64(1).unwrap();
        let global = scope.global();
        global.set_property(scope, "cells", view).unwrap();
        global.set_property(scope, "floats", float_view).unwrap();
        cells.set(0, 41);
        floats.set(0, 0.5);
        assert_eq!(
            text(
                scope,
                "cells[1] = cells[0] + 1; floats[0] *= 3; cells.length"
            ),
            "2"
        );
        assert_eq!((cells.get(1), floats.get(0)), (42, 1.5));
    });
}

fn outer_scope_is_refused_inside() {
    let context = context();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        context.enter(|outer| {
            context.enter(|_inner| {
                let _ = outer.number(1.0);
            });
        });
    }));
    assert!(
        outcome.is_err(),
        "a place of the outer scope would have been released under it"
    );
}

fn memory_lock() {
    let context = context();
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        context.enter(|scope| {
            let array = scope.uint8_array(&[1]).unwrap();
            array.with_bytes(scope, |_| context.enter(|scope| scope.collect_garbage()));
        });
    }));
    assert!(
        outcome.is_err(),
        "the engine must not be entered while its memory is borrowed"
    );
}
