//! Properties of the global object that are made when they are first looked at.
//!
//! To scripts they are plain data properties: the engine asks for one (`resolve`) before anybody can notice that it is
//! not there yet, and for the names of all when they are listed.

use std::cell::{Cell, RefCell};

use mozjs::glue::AppendToIdVector;
use mozjs::jsapi::{
    HandleId, HandleObject, JS_DefinePropertyById2, JS_GlobalObjectTraceHook, JS_IdToValue,
    JS_MayResolveStandardClass, JS_NewEnumerateStandardClasses, JS_ResolveStandardClass,
    JSAtomState, JSClass, JSClassOps, JSContext, JSObject, JSPROP_ENUMERATE, JSPROP_RESOLVING,
    MutableHandleIdVector, jsid,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;
use mozjs::rust::SIMPLE_GLOBAL_CLASS;

use crate::error::Thrown;
use crate::object::Key;
use crate::state::State;
use crate::{JsResult, Local, Persistent, Scope};

/// A property that is not there from the beginning.
#[derive(Clone, Copy)]
struct Name {
    /// An atom that stays where it is: [`LazyGlobals::kept`] has it.
    id: jsid,
    enumerable: bool,
    /// It was looked at, and is there, or was.
    is_made: bool,
}

/// The properties of a context's first global object that are made later.
#[derive(Default)]
pub(crate) struct LazyGlobals {
    names: RefCell<Vec<Name>>,
    /// Gives the value of a name.
    load: RefCell<Option<Persistent>>,
    /// Keeps the names alive.
    kept: RefCell<Vec<Persistent>>,
}

thread_local! {
    /// Those of this thread's context, for when the engine asks without saying for which context.
    static OF_THIS_THREAD: Cell<Option<*const LazyGlobals>> = const { Cell::new(None) };
}

impl LazyGlobals {
    /// Whether the name is on the list. It stays there: what the engine was told once must hold for good, as it compiles
    /// code by it.
    fn has(&self, id: jsid) -> bool {
        self.names.borrow().iter().any(|name| same(name.id, id))
    }

    /// A name that is not made yet: it is now.
    fn take(&self, id: jsid) -> Option<Name> {
        let mut names = self.names.borrow_mut();
        let found = names
            .iter_mut()
            .find(|name| same(name.id, id) && !name.is_made)?;
        found.is_made = true;
        Some(*found)
    }

    /// It could not be made after all.
    fn put_back(&self, id: jsid) {
        let mut names = self.names.borrow_mut();
        if let Some(name) = names.iter_mut().find(|name| same(name.id, id)) {
            name.is_made = false;
        }
    }
}

impl Drop for LazyGlobals {
    fn drop(&mut self) {
        OF_THIS_THREAD.set(None);
    }
}

fn same(one: jsid, other: jsid) -> bool {
    one.asBits_ == other.asBits_
}

impl Scope<'_> {
    /// Says which properties the global object has besides those that are there: `load` is called with the name when
    /// one is first looked at, and gives its value. They are writable and configurable.
    pub fn add_lazy_globals(&mut self, names: &[(&str, bool)], load: Local<'_>) -> JsResult<()> {
        let lazy = &self.state().lazy_globals;
        lazy.load.replace(Some(Persistent::new(self, load)));
        for &(name, enumerable) in names {
            self.nested(|scope| {
                let atom = scope.interned(name)?;
                let id = atom.to_id(scope)?.0;
                lazy.kept.borrow_mut().push(Persistent::new(scope, atom));
                lazy.names.borrow_mut().push(Name {
                    id,
                    enumerable,
                    is_made: false,
                });
                Ok(())
            })?;
        }
        OF_THIS_THREAD.set(Some(lazy));
        Ok(())
    }
}

static CLASS_OPS: JSClassOps = JSClassOps {
    addProperty: None,
    delProperty: None,
    enumerate: None,
    newEnumerate: Some(enumerate),
    resolve: Some(resolve),
    mayResolve: Some(may_resolve),
    finalize: None,
    call: None,
    construct: None,
    trace: Some(JS_GlobalObjectTraceHook),
};

/// The class of a context's first global object.
pub(crate) static FIRST_GLOBAL_CLASS: JSClass = JSClass {
    cOps: &CLASS_OPS,
    ..SIMPLE_GLOBAL_CLASS
};

/// A property was looked for that is not there.
unsafe extern "C" fn resolve(
    cx: *mut JSContext,
    global: HandleObject,
    id: HandleId,
    resolved: *mut bool,
) -> bool {
    // SAFETY: the engine calls this on the context's thread, with rooted places.
    unsafe {
        let state = State::of(cx);
        let Some(name) = state.lazy_globals.take(id.get()) else {
            return JS_ResolveStandardClass(cx, global, id, resolved);
        };
        let made = Scope::open(cx, state, |scope| make(scope, global, id, name)).is_ok();
        if !made {
            // Whoever asks next may have more luck: the stack may have been full.
            state.lazy_globals.put_back(name.id);
        }
        *resolved = made;
        made
    }
}

/// # Safety
/// As for [`resolve`].
unsafe fn make(
    scope: &mut Scope<'_>,
    global: HandleObject,
    id: HandleId,
    name: Name,
) -> JsResult<()> {
    let load = {
        let load = scope.state().lazy_globals.load.borrow();
        load.as_ref().map(|load| load.get(scope))
    };
    let Some(load) = load else {
        return Ok(());
    };
    // SAFETY: all places are rooted.
    unsafe {
        rooted!(in(scope.cx()) let mut key = UndefinedValue());
        Thrown::unless(JS_IdToValue(scope.cx(), id.get(), key.handle_mut().into()))?;
        let (key, undefined) = (scope.local(key.get()), scope.undefined());
        let value = scope.call(load, undefined, &[key])?;
        let enumerable = if name.enumerable { JSPROP_ENUMERATE } else { 0 };
        Thrown::unless(JS_DefinePropertyById2(
            scope.cx(),
            global,
            id,
            value.handle(),
            u32::from(enumerable) | JSPROP_RESOLVING,
        ))
    }
}

/// Whether looking for a property may make it. The engine asks from other threads, too: these are told that it may.
unsafe extern "C" fn may_resolve(
    names: *const JSAtomState,
    id: jsid,
    global: *mut JSObject,
) -> bool {
    // SAFETY: the list belongs to the context of this thread, and takes itself off here when it goes.
    unsafe {
        let may = match OF_THIS_THREAD.get() {
            Some(lazy) => (*lazy).has(id),
            None => true,
        };
        may || JS_MayResolveStandardClass(names, id, global)
    }
}

/// The names that are not there yet are added to those that are.
unsafe extern "C" fn enumerate(
    cx: *mut JSContext,
    global: HandleObject,
    properties: MutableHandleIdVector,
    enumerable_only: bool,
) -> bool {
    // SAFETY: as for `resolve`.
    unsafe {
        if !JS_NewEnumerateStandardClasses(cx, global, properties, enumerable_only) {
            return false;
        }
        let names = State::of(cx).lazy_globals.names.borrow();
        names.iter().all(|name| {
            rooted!(in(cx) let id = name.id);
            name.is_made
                || (enumerable_only && !name.enumerable)
                || AppendToIdVector(properties, id.handle().into())
        })
    }
}
