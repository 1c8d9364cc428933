//! Objects of a class that extends `Uint8Array`, made out of plain ones.

use rondo_engine::{Args, JsResult, Local, Scope};

use crate::{Test, context, text};

pub const TESTS: &[Test] = &[
    ("plain_arrays_become_others", plain_arrays_become_others),
    ("parts_are_views", parts_are_views),
    ("parts_outlive_collections", parts_outlive_collections),
    (
        "what_is_not_known_is_left_alone",
        what_is_not_known_is_left_alone,
    ),
    (
        "classes_that_tell_their_objects",
        classes_that_tell_their_objects,
    ),
    ("pinned_memory_has_parts", pinned_memory_has_parts),
];

fn makers<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let class = args.get(scope, 0);
    scope.fix_prototype(class)?;
    let (convert, part) = scope.byte_class_makers(class)?;
    scope.array(&[convert, part])
}

fn pin<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let buffer = args.get(scope, 0);
    scope.pin_for_good(buffer);
    Ok(())
}

fn collect<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    scope.collect_garbage();
    Ok(())
}

/// What a script prints that has `Bytes`, `convert` and `part`.
fn run(source: &str) -> String {
    let mut result = String::new();
    context().enter(|scope| {
        let global = scope.global();
        global.define_function(scope, "makers", 1, makers).unwrap();
        global.define_function(scope, "pin", 1, pin).unwrap();
        global.define_function(scope, "collect", 0, collect).unwrap();
        text(scope, "class Bytes extends Uint8Array {} globalThis.Bytes = Bytes; [globalThis.convert, globalThis.part] = makers(Bytes); 1");
        result = text(scope, source);
    });
    result
}

fn plain_arrays_become_others() {
    let source = "
        const found = [];
        for (let i = 0; i < 2000; i++) {
          const made = convert(new Uint8Array(i % 90));
          made.fill(i);
          if (!(made instanceof Bytes) || made.length !== i % 90) found.push(i);
          if (i % 90 > 0 && new Uint8Array(made.buffer)[i % 90 - 1] !== (i & 255)) found.push(-i);
        }
        const large = convert(new Uint8Array(1 << 20));
        found.join() + [large.length, large.constructor.name, Object.prototype.toString.call(large)]";
    assert_eq!(run(source), "1048576,Bytes,[object Uint8Array]");
}

fn parts_are_views() {
    let source = "
        const all = new Bytes(new ArrayBuffer(40), 4, 20).map((_, i) => i);
        const whole = new Bytes(all.buffer, 2, 10);
        const places = [undefined, -30, -10, -3, -1, 0, 1, 2, 5, 9, 10, 11, 2 ** 31, 2 ** 40, 1.5, NaN, '3'];
        const wrong = [];
        let made = 0;
        for (const start of places) {
          for (const end of places) {
            const view = part(new Uint8Array(0), whole, start, end);
            if (view === undefined) continue;
            made++;
            const right = new Uint8Array(whole.buffer, whole.byteOffset, whole.length).subarray(start, end);
            if (!(view instanceof Bytes) || view.buffer !== whole.buffer || view.byteOffset !== right.byteOffset ||
              view.length !== right.length || view.join() !== right.join()) wrong.push([start, end]);
          }
        }
        const view = part(new Uint8Array(0), whole, 1, 4);
        view[0] = 77;
        const detached = whole.buffer.transfer();
        [wrong.join('|'), made > 60, new Uint8Array(detached)[3], view.length, view[0], whole.length].join()";
    assert_eq!(run(source), ",true,77,0,,0");
}

fn parts_outlive_collections() {
    let source = "
        const kept = [];
        const wholes = [];
        for (let i = 0; i < 300; i++) {
          const whole = new Bytes(new ArrayBuffer(64));
          whole.fill(i);
          wholes.push(new WeakRef(whole));
          for (let k = 0; k < 20; k++) kept.push(part(new Uint8Array(0), whole, k, k + 3), new Array(k));
          if (i % 60 === 0) collect();
        }
        collect();
        const views = kept.filter((one) => one instanceof Bytes);
        [views.length, views.every((view, i) => view.length === 3 && view[2] === (Math.floor(i / 20) & 255)),
          views.every((view, i) => view.byteOffset === i % 20)].join()";
    assert_eq!(run(source), "6000,true,true");
}

fn what_is_not_known_is_left_alone() {
    let source = "
        const plain = () => new Uint8Array(0);
        const own = Object.assign(new Uint8Array(4), { own: 1 });
        const frozen = Object.preventExtensions(new Uint8Array(4));
        class Other extends Uint8Array {}
        const gone = new Bytes(new ArrayBuffer(8));
        gone.buffer.transfer();
        const long = new Bytes(new ArrayBuffer(8));
        const results = [
          ...[undefined, null, 5, 'text', {}, own, frozen, new Other(2), new Bytes(2), new Uint16Array(2), new DataView(new ArrayBuffer(2)),
            new Proxy(new Uint8Array(2), {}), new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 }))].map((one) => convert(one)),
          convert(),
          ...[undefined, 5, {}, own, frozen, new Other(8), new Uint16Array(8), new Uint8Array(8), new Bytes(8), gone,
            new Bytes(new SharedArrayBuffer(8)), new Bytes(new ArrayBuffer(8, { maxByteLength: 16 })), new Proxy(long, {})]
            .map((one) => part(plain(), one, 0, 4)),
          ...[undefined, 5, {}, new Uint8Array(3), new Uint8Array(new ArrayBuffer(0)), new Bytes(0), new Uint16Array(0)].map((one) => part(one, long, 0, 4)),
          ...[[0, 0], [4, 4], [5, 4], [8], [9, 12], [0.5, 4], [0, 4.5], ['0', 4], [0, null], [NaN, 4], [0, Infinity]].map((places) => part(plain(), long, ...places)),
          part(),
        ];
        results.filter((one) => one !== undefined).length + ':' + part(plain(), long, 0, 4).length";
    assert_eq!(run(source), "0:4");
}

/// A constructor that lets others have its object, and one whose objects have a property more.
fn classes_that_tell_their_objects() {
    let source = "
        const told = [];
        class Telling extends Uint8Array { constructor(...args) { super(...args); told.push(this); } }
        let [convert, part] = makers(Telling);
        for (const one of told) one.more = 1;
        const first = convert(new Uint8Array(3));
        class Having extends Uint8Array { more = 1; }
        [convert, part] = makers(Having);
        const second = convert(new Uint8Array(3));
        [first.constructor.name, first.more, Object.keys(first), second === undefined].join()";
    assert_eq!(run(source), "Telling,,0,1,2,true");
    assert_eq!(
        run(
            "[convert, part] = makers(class extends Uint16Array {}); convert(new Uint8Array(3)) === undefined"
        ),
        "true"
    );
}

fn pinned_memory_has_parts() {
    let source = "
        const memory = new ArrayBuffer(8192);
        pin(memory);
        const whole = new Uint8Array(memory).fill(9);
        const kept = [];
        for (let i = 0; i < 4000; i++) {
          kept.push(part(new Uint8Array(0), whole, i, i + 8));
          if (i % 1000 === 0) collect();
        }
        let refused = '';
        try { memory.transfer(); } catch (error) { refused = error.name; }
        const small = new ArrayBuffer(8);
        pin(small);
        const piece = part(new Uint8Array(0), new Uint8Array(small), 2, 4);
        collect();
        piece[0] = 5;
        pin({}); pin(); pin(new SharedArrayBuffer(4096));
        [refused, kept.every((view, i) => view.byteOffset === i && view[7] === 9), new Uint8Array(small)[2]].join()";
    assert_eq!(run(source), "RangeError,true,5");
}
