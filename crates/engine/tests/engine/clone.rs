//! Structured clone in two halves, from one heap to another.

use std::ffi::CStr;
use std::sync::mpsc;

use rondo_engine::{
    CloneHooks, ErrorKind, HostObject, JsResult, Local, Parcel, PlainData, Scope, Serialized,
    Thrown,
};

use crate::{Test, context, show, text};

pub const TESTS: &[Test] = &[
    (
        "values_go_from_thread_to_thread",
        values_go_from_thread_to_thread,
    ),
    ("transferred_memory_moves", transferred_memory_moves),
    ("shared_memory_stays_shared", shared_memory_stays_shared),
    (
        "host_objects_go_along_as_parcels",
        host_objects_go_along_as_parcels,
    ),
    ("what_cannot_be_cloned_throws", what_cannot_be_cloned_throws),
    (
        "a_message_that_nobody_reads_frees_what_it_holds",
        a_message_that_nobody_reads_frees_what_it_holds,
    ),
];

/// A thing with a number, which can be cloned and handed over.
struct Thing(f64);

impl HostObject for Thing {
    const NAME: &'static CStr = c"Thing";
}

struct Things;

impl Things {
    fn number(scope: &mut Scope<'_>, object: Local<'_>) -> JsResult<f64> {
        match object.host_data::<Thing>(scope) {
            Some(thing) => Ok(thing.0),
            None => Err(scope.throw_error(ErrorKind::RangeError, "no thing")),
        }
    }
}

impl CloneHooks for Things {
    fn write<'s>(&mut self, scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Parcel> {
        Ok(Box::new(Things::number(scope, object)?))
    }

    fn transfer<'s>(&mut self, scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Parcel> {
        Ok(Box::new(Things::number(scope, object)? + 0.5))
    }

    fn read<'s>(&mut self, scope: &mut Scope<'s>, parcel: Parcel) -> JsResult<Local<'s>> {
        let number = parcel.downcast::<f64>().unwrap();
        scope.host_object(Thing(*number), None)
    }

    fn refuse(&mut self, scope: &mut Scope<'_>, message: &str) -> Thrown {
        scope.throw_error(ErrorKind::SyntaxError, message)
    }
}

/// Serializes what the script makes: an array of the value and what is handed over.
fn send(scope: &mut Scope<'_>, source: &str) -> Serialized {
    let pair = scope.eval(source, "sender.js").unwrap();
    let value = pair.get_index(scope, 0).unwrap();
    let transfer = pair.get_index(scope, 1).unwrap();
    scope.serialize(value, transfer, &mut PlainData).unwrap()
}

/// Deserializes on a thread of its own and says what `show` makes of the value.
fn receive(serialized: Serialized, show_it: &'static str) -> String {
    let thread = std::thread::spawn(move || {
        context().enter(|scope| {
            let value = scope.deserialize(serialized, &mut PlainData).unwrap();
            let global = scope.global();
            global.set_property(scope, "it", value).unwrap();
            text(scope, show_it)
        })
    });
    thread.join().unwrap()
}

fn values_go_from_thread_to_thread() {
    let serialized = context().enter(|scope| {
        send(
            scope,
            "const a = { n: 1, s: 'lone \\ud800', l: [1, , 3], m: new Map([[1n, new Date(5)]]) }; a.self = a; [a]",
        )
    });
    let seen = receive(
        serialized,
        "[it.self === it, it.n, it.s.charCodeAt(5).toString(16), 1 in it.l, +it.m.get(1n)].join()",
    );
    assert_eq!(seen, "true,1,d800,false,5");
}

fn transferred_memory_moves() {
    let serialized = context().enter(|scope| {
        let serialized = send(
            scope,
            "globalThis.b = new Uint8Array([1, 2, 3]).buffer; [{ b }, [b]]",
        );
        assert_eq!(text(scope, "[b.detached, b.byteLength].join()"), "true,0");
        serialized
    });
    assert_eq!(receive(serialized, "new Uint8Array(it.b).join()"), "1,2,3");
}

fn shared_memory_stays_shared() {
    context().enter(|scope| {
        let serialized = send(
            scope,
            "globalThis.s = new Int32Array(new SharedArrayBuffer(8)); [s]",
        );
        assert_eq!(receive(serialized, "Atomics.store(it, 1, 42)"), "42");
        assert_eq!(text(scope, "Atomics.load(s, 1)"), "42");
    });
}

fn host_objects_go_along_as_parcels() {
    let (sender, receiver) = mpsc::channel();
    context().enter(|scope| {
        let copied = scope.host_object(Thing(1.0), None).unwrap();
        let given = scope.host_object(Thing(2.0), None).unwrap();
        let value = scope.array(&[copied, given, copied]).unwrap();
        let transfer = scope.array(&[given]).unwrap();
        sender
            .send(scope.serialize(value, transfer, &mut Things).unwrap())
            .unwrap();
    });
    let seen = std::thread::spawn(move || {
        context().enter(|scope| {
            let value = scope
                .deserialize(receiver.recv().unwrap(), &mut Things)
                .unwrap();
            let [first, second, third] = [0, 1, 2].map(|index| {
                let thing = value.get_index(scope, index).unwrap();
                (thing.host_data::<Thing>(scope).unwrap().0, thing)
            });
            assert!(first.1.same(third.1, scope).unwrap());
            (first.0, second.0)
        })
    });
    assert_eq!(seen.join().unwrap(), (1.0, 2.5));
}

fn what_cannot_be_cloned_throws() {
    context().enter(|scope| {
        for (source, error) in [
            ("[() => 1]", "RangeError: no thing"),
            ("[Promise.resolve()]", "RangeError: no thing"),
            ("[[Symbol()]]", "SyntaxError: "),
            ("[1, [new SharedArrayBuffer(1)]]", "SyntaxError: "),
            ("const b = new ArrayBuffer(1); [b, [b, b]]", "SyntaxError: "),
            (
                "[{ get a() { throw new URIError('mine') } }]",
                "URIError: mine",
            ),
        ] {
            let pair = scope.eval(source, "sender.js").unwrap();
            let value = pair.get_index(scope, 0).unwrap();
            let transfer = pair.get_index(scope, 1).unwrap();
            let Err(thrown) = scope.serialize(value, transfer, &mut Things) else {
                panic!("{source} was cloned");
            };
            let thrown = scope.catch(thrown).unwrap();
            let message = show(scope, thrown);
            assert!(message.starts_with(error), "{source}: {message}");
        }
    });
}

fn a_message_that_nobody_reads_frees_what_it_holds() {
    struct Watched(mpsc::Sender<()>);
    impl Drop for Watched {
        fn drop(&mut self) {
            self.0.send(()).unwrap();
        }
    }
    struct Watching(mpsc::Sender<()>);
    impl CloneHooks for Watching {
        fn write<'s>(&mut self, _: &mut Scope<'s>, _: Local<'s>) -> JsResult<Parcel> {
            Ok(Box::new(Watched(self.0.clone())))
        }
        fn transfer<'s>(&mut self, scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<Parcel> {
            self.write(scope, object)
        }
        fn read<'s>(&mut self, scope: &mut Scope<'s>, _: Parcel) -> JsResult<Local<'s>> {
            scope.object()
        }
        fn refuse(&mut self, scope: &mut Scope<'_>, message: &str) -> Thrown {
            scope.throw_error(ErrorKind::Error, message)
        }
    }
    let (sender, receiver) = mpsc::channel();
    context().enter(|scope| {
        let value = scope.host_object(Thing(1.0), None).unwrap();
        let buffer = scope.eval("new ArrayBuffer(1 << 20)", "t.js").unwrap();
        let given = scope.host_object(Thing(2.0), None).unwrap();
        let transfer = scope.array(&[buffer, given]).unwrap();
        let serialized = scope
            .serialize(value, transfer, &mut Watching(sender))
            .unwrap();
        assert!(receiver.try_recv().is_err());
        drop(serialized);
        assert_eq!(receiver.try_iter().count(), 2);
    });
}
