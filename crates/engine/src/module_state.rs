//! How far a module is, and what else the engine knows of one.

use mozjs::jsapi::{GetModuleForNamespace, JSObject};
use mozjs::rooted;
use mozjs::rust::get_object_class;

use crate::{HostObject, Local, Module, Scope};

/// How far a module is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleStatus {
    /// It is compiled.
    Unlinked,
    /// It is linked, and can be run.
    Linked,
    /// It runs.
    Evaluating,
    /// It has begun to run, and waits for what it imports or awaits.
    Waiting,
    /// It is through.
    Evaluated,
    /// It has failed.
    Failed,
}

unsafe extern "C" {
    /// `js::ModuleObject::class_`, which the bindings leave out, as they do the next three.
    #[link_name = "_ZN2js12ModuleObject6class_E"]
    static MODULE_CLASS: mozjs::jsapi::JSClass;
    #[link_name = "_ZNK2js12ModuleObject6statusEv"]
    fn StatusOf(module: *const JSObject) -> i8;
    #[link_name = "_ZNK2js12ModuleObject18hadEvaluationErrorEv"]
    fn HasFailed(module: *const JSObject) -> bool;
    #[link_name = "_ZNK2js12ModuleObject16hasTopLevelAwaitEv"]
    fn HasTopLevelAwait(module: *const JSObject) -> bool;
}

/// `js::ModuleStatus`
mod engine_status {
    pub(super) const LINKED: i8 = 3;
    pub(super) const EVALUATING: i8 = 4;
    pub(super) const EVALUATING_ASYNC: i8 = 5;
    pub(super) const EVALUATED: i8 = 6;
}

impl<'s> Module<'s> {
    /// How far it is.
    pub fn status(self) -> ModuleStatus {
        // SAFETY: it is a module; reading does not collect.
        unsafe {
            if HasFailed(self.object()) {
                return ModuleStatus::Failed;
            }
            match StatusOf(self.object()) {
                engine_status::LINKED => ModuleStatus::Linked,
                engine_status::EVALUATING => ModuleStatus::Evaluating,
                engine_status::EVALUATING_ASYNC => ModuleStatus::Waiting,
                engine_status::EVALUATED => ModuleStatus::Evaluated,
                _ => ModuleStatus::Unlinked,
            }
        }
    }

    /// Whether it has an `await` outside of functions.
    pub fn has_top_level_await(self) -> bool {
        // SAFETY: as above.
        unsafe { HasTopLevelAwait(self.object()) }
    }

    /// Has a host object hold the module in one of its slots: false if the object is no `T`.
    pub fn keep_in<T: HostObject>(self, scope: &Scope<'_>, object: Local<'_>, slot: u32) -> bool {
        object.set_host_value::<T>(scope, slot, self.0)
    }

    /// The module that a host object holds.
    pub fn kept_in<T: HostObject>(
        scope: &Scope<'s>,
        object: Local<'_>,
        slot: u32,
    ) -> Option<Module<'s>> {
        let held = object.host_value::<T>(scope, slot)?;
        // SAFETY: the pointer is fresh; classes live for ever.
        let is_module = held.object_ptr().is_some_and(|object| unsafe {
            std::ptr::eq(get_object_class(object), &raw const MODULE_CLASS)
        });
        is_module.then_some(Module(held))
    }

    /// The module whose namespace object this is.
    pub fn of_namespace(scope: &Scope<'s>, namespace: Local<'_>) -> Option<Module<'s>> {
        if !namespace.is_module_namespace() {
            return None;
        }
        rooted!(in(scope.cx()) let object = namespace.object_ptr()?);
        // SAFETY: it is a namespace object, and rooted; the result is stored at once.
        let module = unsafe { GetModuleForNamespace(scope.cx(), object.handle().into()) };
        scope.new_object(module).ok().map(Module)
    }
}
