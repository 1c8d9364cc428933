//! Values that host objects hold, and finalizers.

use std::cell::RefCell;
use std::ffi::CStr;
use std::rc::Rc;

use rondo_engine::{HostObject, Local, Scope};

use crate::{Test, context, text};

pub const TESTS: &[Test] = &[
    ("held_values_are_there", held_values_are_there),
    (
        "cycles_through_host_objects_are_collected",
        cycles_through_host_objects_are_collected,
    ),
    (
        "finalizers_can_be_added_to_any_object",
        finalizers_can_be_added_to_any_object,
    ),
];

/// Tells when it is dropped.
struct Holder(Rc<RefCell<Vec<u32>>>);

impl HostObject for Holder {
    const NAME: &'static CStr = c"Holder";
    const SLOTS: u32 = 2;
}

impl Drop for Holder {
    fn drop(&mut self) {
        self.0.borrow_mut().push(0);
    }
}

fn held_values_are_there() {
    context().enter(|scope| {
        let holder = scope.host_object(Holder(Rc::default()), None).unwrap();
        assert!(
            holder
                .host_value::<Holder>(scope, 1)
                .unwrap()
                .is_undefined()
        );
        scope.nested(|scope| {
            let value = scope.eval("({ name: 'held' })", "held.js").unwrap();
            assert!(holder.set_host_value::<Holder>(scope, 1, value));
        });
        scope.collect_garbage();
        text(scope, "for (let i = 0; i < 1e5; i++) [i, {}]; 1");
        let value = holder.host_value::<Holder>(scope, 1).unwrap();
        let name = value.get_property(scope, "name").unwrap();
        assert_eq!(name.to_text(scope).unwrap(), "held");
        let other = scope.object().unwrap();
        assert!(other.host_value::<Holder>(scope, 0).is_none());
        assert!(!other.set_host_value::<Holder>(scope, 0, value));
    });
}

fn cycles_through_host_objects_are_collected() {
    let dropped = Rc::new(RefCell::new(Vec::new()));
    context().enter(|scope| {
        for _ in 0..100 {
            scope.nested(|scope| {
                let holder = scope.host_object(Holder(dropped.clone()), None).unwrap();
                let callback = scope.eval("(function () {})", "cycle.js").unwrap();
                callback.set_property(scope, "owner", holder).unwrap();
                holder.set_host_value::<Holder>(scope, 0, callback);
            });
        }
        scope.collect_garbage();
        // One or two may still lie on the stack.
        assert!(dropped.borrow().len() > 90);
    });
}

fn finalizers_can_be_added_to_any_object() {
    let ran = Rc::new(RefCell::new(Vec::new()));
    let watch = |scope: &mut Scope<'_>, object: Local<'_>, number| {
        let ran = ran.clone();
        scope
            .on_collected(object, move || ran.borrow_mut().push(number))
            .unwrap();
    };
    context().enter(|scope| {
        let kept = scope.object().unwrap();
        watch(scope, kept, 9);
        for _ in 0..50 {
            scope.nested(|scope| {
                let object = scope.object().unwrap();
                watch(scope, object, 1);
                watch(scope, object, 2);
            });
        }
        scope.collect_garbage();
        assert!(ran.borrow().len() > 90);
        assert!(ran.borrow().chunks(2).all(|pair| pair == [1, 2]));
        let number = scope.number(1.0);
        assert!(scope.on_collected(number, || ()).is_err());
    });
}
