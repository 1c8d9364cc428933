//! The right to use the engine, and the owner of the locals made meanwhile.

use std::cell::Cell;
use std::marker::PhantomData;

use mozjs::jsapi::{JSContext, Value};

use crate::Local;
use crate::handles::Mark;
use crate::state::State;

/// Whoever has `&mut Scope<'s>` may call the engine. Every [`Local<'s>`](Local) made through it is
/// valid until the scope closes, whatever the collector does.
pub struct Scope<'s> {
    cx: *mut JSContext,
    state: *const State,
    depth: u32,
    // Invariant in 's: a local of one scope can never pass for a local of another.
    brand: PhantomData<Cell<&'s ()>>,
}

/// What has to be put back when a scope closes.
struct Opened<'a> {
    state: &'a State,
    mark: Mark,
    depth: u32,
}

impl Drop for Opened<'_> {
    fn drop(&mut self) {
        self.state.handles.release(self.mark);
        self.state.depth.set(self.depth);
    }
}

impl<'s> Scope<'s> {
    /// Runs `body` in a fresh scope on top of the handle stack.
    ///
    /// # Safety
    /// `cx` is the context that `state` belongs to, and this is its thread.
    #[inline]
    pub(crate) unsafe fn open<R>(
        cx: *mut JSContext,
        state: &State,
        body: impl for<'i> FnOnce(&mut Scope<'i>) -> R,
    ) -> R {
        let opened = Opened {
            state,
            mark: state.handles.mark(),
            depth: state.depth.get(),
        };
        let depth = opened.depth + 1;
        state.depth.set(depth);
        body(&mut Scope {
            cx,
            state,
            depth,
            brand: PhantomData,
        })
    }

    /// Runs `body` in a nested scope: the locals it makes are let go when it returns.
    #[inline]
    pub fn nested<R>(&mut self, body: impl for<'i> FnOnce(&mut Scope<'i>) -> R) -> R {
        // SAFETY: this scope is proof that the context is valid and this is its thread.
        unsafe { Scope::open(self.cx, self.state(), body) }
    }

    /// The engine's context, for calls that may collect, run script or change the heap.
    ///
    /// # Panics
    /// If memory of the heap is lent out, or in a destructor that the collector calls.
    #[inline]
    pub(crate) fn cx(&self) -> *mut JSContext {
        self.state().memory.assert_free();
        self.cx
    }

    /// The engine's context, for calls that do none of that.
    #[inline]
    pub(crate) fn quiet_cx(&self) -> *mut JSContext {
        self.cx
    }

    #[inline]
    pub(crate) fn state(&self) -> &'s State {
        // SAFETY: the state lives as long as the context, which outlives every scope.
        unsafe { &*self.state }
    }

    /// Puts a value on the handle stack.
    #[inline]
    pub(crate) fn local(&self, value: Value) -> Local<'s> {
        let state = self.state();
        // Only the innermost scope may take places: the outer one's would be released under it.
        assert_eq!(
            self.depth,
            state.depth.get(),
            "a scope was used while another was open in it"
        );
        // SAFETY: the place belongs to this scope until it closes.
        unsafe { Local::from_place(state.handles.push(value)) }
    }

    /// What the embedder stored in the context (see [`Context::set_host`](crate::Context::set_host)).
    ///
    /// # Panics
    /// If nothing of type `T` was stored.
    #[inline]
    pub fn host<T: 'static>(&self) -> &'s T {
        self.state()
            .host()
            .and_then(|host| host.downcast_ref::<T>())
            .expect("the context has no host data of this type")
    }
}
