//! Calls, both ways: Rust functions that JavaScript can call, and JavaScript functions from Rust.

use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::NonNull;

use mozjs::jsapi::{
    HandleValueArray, JS_GetFunctionObject, JS_NewFunction, JSContext, JSNative, Value,
};
use mozjs::jsval::{BooleanValue, Int32Value, UndefinedValue};
use mozjs::rooted;

use crate::error::{Thrown, c_string};
use crate::state::State;
use crate::value::{count_value, number_value};
use crate::{ErrorKind, JsResult, Local, Scope};

const JSFUN_CONSTRUCTOR: u32 = mozjs::jsapi::JSFUN_CONSTRUCTOR;

/// The arguments of a call from JavaScript, where the engine has them: nothing is copied.
#[derive(Clone, Copy)]
pub struct Args<'s> {
    vp: *mut Value,
    count: u32,
    brand: PhantomData<&'s ()>,
}

impl<'s> Args<'s> {
    /// How many arguments were passed.
    #[inline]
    pub fn len(&self) -> usize {
        self.count as usize
    }

    /// Whether none was passed.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// An argument; `undefined` past the last.
    #[inline]
    pub fn get(&self, scope: &Scope<'s>, index: usize) -> Local<'s> {
        if index < self.count as usize {
            // SAFETY: the engine roots the arguments for the length of the call, which is `'s`.
            unsafe { Local::from_place(NonNull::new_unchecked(self.vp.add(2 + index))) }
        } else {
            scope.undefined()
        }
    }

    /// `this`
    #[inline]
    pub fn this(&self) -> Local<'s> {
        // SAFETY: as in `get`; `this` stands before the arguments.
        unsafe { Local::from_place(NonNull::new_unchecked(self.vp.add(1))) }
    }

    /// Whether the function was called with `new`.
    #[inline]
    pub fn is_construct(&self) -> bool {
        // SAFETY: as in `get`. The engine marks a construct call by a magic `this`.
        unsafe { (*self.vp.add(1)).is_magic() }
    }

    /// All arguments.
    pub fn to_vec(&self, scope: &Scope<'s>) -> Vec<Local<'s>> {
        (0..self.len())
            .map(|index| self.get(scope, index))
            .collect()
    }
}

/// What a native function may return.
pub trait IntoReturn<'s> {
    /// The value in the engine's form; stored by the caller at once.
    #[doc(hidden)]
    fn into_value(self) -> RawReturn;
}

/// A value on its way to the engine.
#[doc(hidden)]
pub struct RawReturn(Value);

macro_rules! into_return {
    ($($type:ty, $self:ident => $value:expr;)*) => {$(
        impl<'s> IntoReturn<'s> for $type {
            #[inline]
            fn into_value($self) -> RawReturn {
                RawReturn($value)
            }
        }
    )*};
}

into_return! {
    (), self => UndefinedValue();
    bool, self => BooleanValue(self);
    i32, self => Int32Value(self);
    u32, self => number_value(self as f64);
    i64, self => i32::try_from(self).map_or_else(|_| number_value(self as f64), Int32Value);
    f64, self => number_value(self);
    usize, self => count_value(self);
    Local<'s>, self => self.get();
    Option<Local<'s>>, self => self.map_or(UndefinedValue(), Local::get);
}

/// A Rust function that JavaScript can call: `fn(&mut Scope<'s>, Args<'s>) -> JsResult<R>`.
pub trait NativeFn<'s>: Copy + 'static {
    /// Calls the function.
    #[doc(hidden)]
    fn call(self, scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<RawReturn>;
}

impl<'s, F, R> NativeFn<'s> for F
where
    F: Fn(&mut Scope<'s>, Args<'s>) -> JsResult<R> + Copy + 'static,
    R: IntoReturn<'s>,
{
    #[inline]
    fn call(self, scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<RawReturn> {
        self(scope, args).map(R::into_value)
    }
}

/// The C function that the engine calls for `F`. One is compiled for every native function, so the
/// call needs no table and no data.
pub(crate) fn trampoline<F: for<'s> NativeFn<'s>>() -> JSNative {
    const {
        assert!(
            size_of::<F>() == 0,
            "a native function cannot capture anything"
        )
    };
    Some(enter_native::<F>)
}

/// Likewise for functions that may be used with `new`. What they return then must be an object: the engine takes
/// it for one.
fn constructor_trampoline<F: for<'s> NativeFn<'s>>() -> JSNative {
    trampoline::<F>();
    Some(enter_constructor::<F>)
}

unsafe extern "C" fn enter_constructor<F: for<'s> NativeFn<'s>>(
    cx: *mut JSContext,
    count: u32,
    vp: *mut Value,
) -> bool {
    // SAFETY: as the engine calls us. The return value's place is where the callee was, and is rooted.
    unsafe {
        let is_construct = (*vp.add(1)).is_magic();
        if !enter_native::<F>(cx, count, vp) {
            return false;
        }
        if is_construct && !(*vp).is_object() {
            let _ = Scope::open(cx, State::of(cx), |scope| {
                scope.throw_error(ErrorKind::TypeError, "a constructor must return an object")
            });
            return false;
        }
    }
    true
}

unsafe extern "C" fn enter_native<F: for<'s> NativeFn<'s>>(
    cx: *mut JSContext,
    count: u32,
    vp: *mut Value,
) -> bool {
    // SAFETY: `F` has no size, so any well-aligned pointer is a pointer to it.
    let function: F = unsafe { std::ptr::read(NonNull::<F>::dangling().as_ptr()) };
    // SAFETY: the engine calls natives on the thread of the context, with its own arguments, and
    // the context was made by this crate.
    let outcome = catch_unwind(AssertUnwindSafe(|| unsafe {
        Scope::open(cx, State::of(cx), |scope| {
            function.call(
                scope,
                Args {
                    vp,
                    count,
                    brand: PhantomData,
                },
            )
        })
    }));
    match outcome {
        Ok(Ok(RawReturn(value))) => {
            // SAFETY: the return value's place is where the callee was.
            unsafe { *vp = value };
            true
        }
        Ok(Err(_)) => false,
        Err(panic) => {
            unsafe { throw_panic(cx, panic) };
            false
        }
    }
}

/// A panic in a binding is our bug: the script gets an error instead of a dead process.
#[cold]
unsafe fn throw_panic(cx: *mut JSContext, panic: Box<dyn std::any::Any + Send>) {
    let reason = panic
        .downcast_ref::<&str>()
        .map(|text| text.to_string())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_default();
    // SAFETY: as in `enter_native`.
    unsafe {
        Scope::open(cx, State::of(cx), |scope| {
            let _ = scope.throw_error(ErrorKind::Error, &format!("internal error: {reason}"));
        })
    };
}

impl<'s> Scope<'s> {
    /// A JavaScript function that calls `native`. It cannot be used with `new`.
    pub fn function<F: for<'f> NativeFn<'f>>(
        &mut self,
        name: &str,
        length: u32,
        native: F,
    ) -> JsResult<Local<'s>> {
        let _ = native;
        self.native_function(name, length, trampoline::<F>(), 0)
    }

    /// A JavaScript function that calls `native` and may be used with `new`, which throws unless `native` returns an
    /// object.
    pub fn constructor<F: for<'f> NativeFn<'f>>(
        &mut self,
        name: &str,
        length: u32,
        native: F,
    ) -> JsResult<Local<'s>> {
        let _ = native;
        let native = constructor_trampoline::<F>();
        self.native_function(name, length, native, JSFUN_CONSTRUCTOR)
    }

    pub(crate) fn native_function(
        &mut self,
        name: &str,
        length: u32,
        native: JSNative,
        flags: u32,
    ) -> JsResult<Local<'s>> {
        let name = c_string(name);
        // SAFETY: the name outlives the call; the result is stored at once.
        unsafe {
            let function = JS_NewFunction(self.cx(), native, length, flags, name.as_ptr());
            if function.is_null() {
                return Err(Thrown::pending());
            }
            self.new_object(JS_GetFunctionObject(function))
        }
    }

    /// Calls a function. Ticks and microtasks are not run: that is the caller's business.
    pub fn call(
        &mut self,
        function: Local<'_>,
        this: Local<'_>,
        arguments: &[Local<'_>],
    ) -> JsResult<Local<'s>> {
        const FEW: usize = 6;
        if self.state().is_terminated() {
            return Err(self.terminate());
        }
        rooted!(in(self.cx()) let mut result = UndefinedValue());
        let done = if arguments.len() <= FEW {
            rooted!(in(self.cx()) let mut values = mozjs::rust::ValueArray::new([UndefinedValue(); FEW]));
            let mut plain = [UndefinedValue(); FEW];
            for (place, argument) in plain.iter_mut().zip(arguments) {
                *place = argument.get();
            }
            values.set(mozjs::rust::ValueArray::new(plain));
            let mut array = HandleValueArray::from(&values);
            array.length_ = arguments.len();
            // SAFETY: everything passed is in a place known to the collector.
            unsafe {
                mozjs::jsapi::Call(
                    self.cx(),
                    this.handle(),
                    function.handle(),
                    &array,
                    result.handle_mut().into(),
                )
            }
        } else {
            rooted!(in(self.cx()) let values: Vec<Value> =
                arguments.iter().map(|argument| argument.get()).collect());
            let array = HandleValueArray::from(&values);
            // SAFETY: as above.
            unsafe {
                mozjs::jsapi::Call(
                    self.cx(),
                    this.handle(),
                    function.handle(),
                    &array,
                    result.handle_mut().into(),
                )
            }
        };
        Thrown::unless(done)?;
        Ok(self.local(result.get()))
    }

    /// Calls a constructor, as `new` does.
    pub fn construct(
        &mut self,
        constructor: Local<'_>,
        arguments: &[Local<'_>],
    ) -> JsResult<Local<'s>> {
        rooted!(in(self.cx()) let values: Vec<Value> =
            arguments.iter().map(|argument| argument.get()).collect());
        rooted!(in(self.cx()) let mut object = std::ptr::null_mut::<mozjs::jsapi::JSObject>());
        let array = HandleValueArray::from(&values);
        // SAFETY: all rooted.
        let done = unsafe {
            mozjs::jsapi::Construct1(
                self.cx(),
                constructor.handle(),
                &array,
                object.handle_mut().into(),
            )
        };
        Thrown::unless(done)?;
        self.new_object(object.get())
    }
}

impl<'s> Local<'s> {
    /// Defines a method: a function property that calls `native`, writable and configurable.
    pub fn define_function<F: for<'f> NativeFn<'f>>(
        self,
        scope: &mut Scope<'_>,
        name: &str,
        length: u32,
        native: F,
    ) -> JsResult<()> {
        scope.nested(|scope| {
            let function = scope.function(name, length, native)?;
            self.define_property(scope, name, function, true)
        })
    }
}
