//! References that do not keep their objects.

use std::cell::Cell;
use std::ffi::CStr;
use std::rc::Rc;

use rondo_engine::{HostObject, Persistent, WeakPersistent};

use crate::{Test, context, context_without_zeal, text};

pub const TESTS: &[Test] = &[
    ("weak_is_empty_when_collected", empty_when_collected),
    ("weak_follows_its_object", follows_its_object),
    ("weak_read_amid_a_collection_keeps", read_amid_a_collection),
    ("weak_of_primitives_is_none", of_primitives),
    ("weak_places_are_used_again", places_are_used_again),
    ("weak_outlives_its_context", outlives_its_context),
    ("weak_dropped_by_the_collector", dropped_by_the_collector),
];

fn empty_when_collected() {
    context().enter(|scope| {
        let (weak, kept) = scope.nested(|scope| {
            let object = scope.eval("({ name: 'x' })", "test.js").unwrap();
            let weak = WeakPersistent::new(scope, object).unwrap();
            (weak, Persistent::new(scope, object))
        });
        scope.collect_garbage();
        let object = weak.get(scope).expect("somebody has it");
        let other = kept.get(scope);
        assert!(object.same(other, scope).unwrap());
        drop(kept);
        // The local has it, too.
        scope.collect_garbage();
        assert!(weak.get(scope).is_some());
    });
    let context = context();
    let weak = context.enter(|scope| {
        let object = scope.object().unwrap();
        WeakPersistent::new(scope, object).unwrap()
    });
    context.enter(|scope| {
        scope.collect_garbage();
        assert!(weak.get(scope).is_none());
    });
}

fn follows_its_object() {
    context_without_zeal().enter(|scope| {
        let source = "globalThis.all = []; for (let i = 0; i < 1000; i++) all.push({ i }); all";
        let list = scope.eval(source, "test.js").unwrap();
        let mut weak = Vec::new();
        for index in 0..1000 {
            let object = list.get_index(scope, index).unwrap();
            weak.push(WeakPersistent::new(scope, object).unwrap());
        }
        // Out of the nursery, and then together.
        text(
            scope,
            "for (let i = 0; i < 1e6; i++) globalThis.last = { i }; 0",
        );
        scope.collect_garbage();
        for (index, weak) in weak.iter().enumerate() {
            let object = weak.get(scope).unwrap();
            let number = object.get_property(scope, "i").unwrap().as_number();
            assert_eq!(number, Some(index as f64));
        }
    });
}

/// Much garbage and many parts: whenever a collection is under way, what was read is not freed by it.
fn read_amid_a_collection() {
    let context = context_without_zeal();
    let weak = context.enter(|scope| {
        let source =
            "globalThis.heap = []; for (let i = 0; i < 300000; i++) heap.push({ i, next: [i] });
            globalThis.object = { inner: { text: 'here' } }; object";
        let object = scope.eval(source, "test.js").unwrap();
        WeakPersistent::new(scope, object).unwrap()
    });
    for round in 0..200 {
        context.enter(|scope| {
            // The only other reference goes and comes back.
            let object = weak.get(scope).expect("it was in use all the time");
            let work = format!(
                "globalThis.object = null; for (let i = 0; i < 20000; i++) heap[(i * 7 + {round}) % 300000] = {{ i, next: [i] }}; 0"
            );
            text(scope, &work);
            let global = scope.global();
            global.set_property(scope, "object", object).unwrap();
            assert_eq!(text(scope, "object.inner.text"), "here");
        });
    }
}

fn of_primitives() {
    context().enter(|scope| {
        let number = scope.number(1.0);
        let string = scope.string("text").unwrap();
        assert!(WeakPersistent::new(scope, number).is_none());
        assert!(WeakPersistent::new(scope, string).is_none());
    });
}

fn places_are_used_again() {
    context().enter(|scope| {
        let first = scope.object().unwrap();
        let second = scope.object().unwrap();
        drop(WeakPersistent::new(scope, first));
        let weak = WeakPersistent::new(scope, second).unwrap();
        let found = weak.get(scope).unwrap();
        assert!(found.same(second, scope).unwrap());
    });
}

fn outlives_its_context() {
    let context = context();
    let weak = context.enter(|scope| {
        let global = scope.global();
        WeakPersistent::new(scope, global).unwrap()
    });
    drop(context);
    drop(weak);
}

struct HasWeak(WeakPersistent, Rc<Cell<bool>>);

impl HostObject for HasWeak {
    const NAME: &'static CStr = c"HasWeak";
}

impl Drop for HasWeak {
    fn drop(&mut self) {
        self.1.set(true);
    }
}

fn dropped_by_the_collector() {
    let context = context();
    let dropped = Rc::new(Cell::new(false));
    context.enter(|scope| {
        let target = scope.object().unwrap();
        let weak = WeakPersistent::new(scope, target).unwrap();
        let owner = HasWeak(weak, dropped.clone());
        let owner = scope.host_object(owner, None).unwrap();
        assert!(
            owner
                .host_data::<HasWeak>(scope)
                .unwrap()
                .0
                .get(scope)
                .is_some()
        );
    });
    context.enter(|scope| scope.collect_garbage());
    assert!(dropped.get());
}
