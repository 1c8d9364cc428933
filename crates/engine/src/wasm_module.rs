//! Compiled modules of WebAssembly, which any thread may have: what goes along in place of an object that is one.

use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering, fence};

use mozjs::jsapi::{HandleObject, IsWasmModuleObject, JSContext, JSObject};

use crate::error::Thrown;
use crate::{JsResult, Local, Scope};

/// `JS::WasmModule`: a table of virtual functions, and how many have it.
#[repr(C)]
struct Raw {
    functions: *const Functions,
    count: AtomicUsize,
}

/// The destructor, and the one that frees the memory as well.
#[repr(C)]
struct Functions {
    destroy: unsafe extern "C" fn(*mut Raw),
    delete: unsafe extern "C" fn(*mut Raw),
}

const _: () = assert!(size_of::<mozjs::jsapi::WasmModule>() == size_of::<Raw>());

/// What a debug engine wants to see in place of the count when a module goes.
const DEAD: usize = 0xffff_dead;

unsafe extern "C" {
    /// `JS::GetWasmModule`. Its result has a destructor, so it is returned through memory, which the bindings do not say.
    #[link_name = "_ZN2JS13GetWasmModuleENS_6HandleIP8JSObjectEE"]
    fn GetWasmModuleIn(result: *mut *mut Raw, object: HandleObject);
    /// `js::wasm::Module::createObject`
    #[link_name = "_ZNK2js4wasm6Module12createObjectEP9JSContext"]
    fn CreateObject(module: *const Raw, cx: *mut JSContext) -> *mut JSObject;
}

/// A share of a compiled module.
pub(crate) struct WasmModule(NonNull<Raw>);

// SAFETY: the engine makes modules for use from any thread, and counts who has one by atomic operations.
unsafe impl Send for WasmModule {}

impl WasmModule {
    /// The module behind an object, if it has one.
    ///
    /// # Safety
    /// The object is rooted and alive.
    pub(crate) unsafe fn of(object: HandleObject) -> Option<WasmModule> {
        let mut module = std::ptr::null_mut();
        // SAFETY: the place is for the result, which is null or counted for us.
        unsafe {
            if IsWasmModuleObject(object) {
                GetWasmModuleIn(&mut module, object);
            }
        }
        NonNull::new(module).map(WasmModule)
    }

    /// An object of this heap for it.
    pub(crate) fn object<'s>(&self, scope: &mut Scope<'s>) -> JsResult<Local<'s>> {
        // SAFETY: the module is alive; the object is put into a place of the scope at once.
        let object = unsafe { CreateObject(self.0.as_ptr(), scope.cx()) };
        match object.is_null() {
            true => Err(Thrown::pending()),
            false => scope.new_object(object),
        }
    }
}

impl Drop for WasmModule {
    fn drop(&mut self) {
        // SAFETY: this share is ours; whoever has the last one lets the module go.
        unsafe {
            let raw = self.0.as_ref();
            if raw.count.fetch_sub(1, Ordering::Release) == 1 {
                fence(Ordering::Acquire);
                raw.count.store(DEAD, Ordering::Relaxed);
                ((*raw.functions).delete)(self.0.as_ptr());
            }
        }
    }
}
