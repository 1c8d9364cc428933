//! Characters of ours that a string of the engine's refers to, and their end.

use std::ffi::c_void;

use mozjs::glue::{
    CreateJSExternalStringCallbacks, DeleteJSExternalStringCallbacks,
    JSExternalStringCallbacksTraps,
};
use mozjs::jsapi::{JSExternalStringCallbacks, JSString, MallocSizeOf};

/// Characters on their way into a string, with the object by which the engine frees them. Dropped, it frees both.
pub(crate) struct External<T>(*mut Kept<T>);

/// What the engine's object refers to.
struct Kept<T> {
    characters: *mut [T],
    callbacks: *mut JSExternalStringCallbacks,
}

impl<T> External<T> {
    pub(crate) fn new(characters: Box<[T]>) -> External<T> {
        let kept = Box::into_raw(Box::new(Kept {
            characters: Box::into_raw(characters),
            callbacks: std::ptr::null_mut(),
        }));
        // SAFETY: the traps are copied; what they are given, `kept`, lives as long as the object.
        unsafe { (*kept).callbacks = CreateJSExternalStringCallbacks(&TRAPS, kept.cast()) };
        External(kept)
    }

    pub(crate) fn characters(&self) -> *mut T {
        // SAFETY: alive until `self` is dropped.
        unsafe { (*self.0).characters.cast() }
    }

    pub(crate) fn length(&self) -> usize {
        // SAFETY: as above.
        unsafe { (*self.0).characters.len() }
    }

    pub(crate) fn callbacks(&self) -> *mut JSExternalStringCallbacks {
        // SAFETY: as above.
        unsafe { (*self.0).callbacks }
    }

    /// The string has it now, if there is one: the engine takes nothing otherwise.
    pub(crate) fn given_to(self, string: *mut JSString) -> *mut JSString {
        if !string.is_null() {
            std::mem::forget(self);
        }
        string
    }
}

impl<T> Drop for External<T> {
    fn drop(&mut self) {
        // SAFETY: made by `new`, and no string has it.
        unsafe { free::<T>(self.0) };
    }
}

/// # Safety
/// Made by [`External::new`], and used by nobody from here on.
unsafe fn free<T>(kept: *mut Kept<T>) {
    // SAFETY: as promised.
    unsafe {
        let kept = Box::from_raw(kept);
        drop(Box::from_raw(kept.characters));
        DeleteJSExternalStringCallbacks(kept.callbacks);
    }
}

static TRAPS: JSExternalStringCallbacksTraps = JSExternalStringCallbacksTraps {
    latin1Finalize: Some(finalize::<u8>),
    utf16Finalize: Some(finalize::<u16>),
    latin1SizeOfBuffer: Some(size_of::<u8>),
    utf16SizeOfBuffer: Some(size_of::<u16>),
};

/// The last thing that the engine, and its callbacks object, do with it (`JSExternalString::finalize`).
unsafe extern "C" fn finalize<T>(kept: *const c_void, _: *mut T) {
    // SAFETY: the string that had it is gone.
    unsafe { free::<T>(kept.cast_mut().cast()) };
}

unsafe extern "C" fn size_of<T>(kept: *const c_void, _: *const T, _: MallocSizeOf) -> usize {
    // SAFETY: the string is alive.
    unsafe { size_of_val(&*(*kept.cast::<Kept<T>>()).characters) }
}
