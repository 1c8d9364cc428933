//! Functions that run when an object has been collected, added to any object at any time.

use std::cell::RefCell;
use std::ffi::CStr;

use mozjs::jsapi::{GetWeakMapEntry, NewWeakMapObject, SetWeakMapEntry};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;

use crate::error::Thrown;
use crate::{ErrorKind, HostObject, JsResult, Local, Persistent, Scope};

/// What is to run for an object. The only one to hold it is a weak map, so it dies with its key.
struct Finalizers(RefCell<Vec<Box<dyn FnOnce()>>>);

impl HostObject for Finalizers {
    const NAME: &'static CStr = c"Finalizers";
}

impl Drop for Finalizers {
    fn drop(&mut self) {
        for finalizer in self.0.take() {
            finalizer();
        }
    }
}

impl<'s> Scope<'s> {
    /// Has a function run when an object has been collected: during a collection, so whatever reaches the engine from
    /// there panics. Those of one object run in the order in which they were added.
    pub fn on_collected(
        &mut self,
        object: Local<'_>,
        finalizer: impl FnOnce() + 'static,
    ) -> JsResult<()> {
        if !object.is_object() {
            return Err(self.throw_error(ErrorKind::TypeError, "not an object"));
        }
        let map = self.watched_objects()?;
        rooted!(in(self.cx()) let map = map.get().to_object());
        rooted!(in(self.cx()) let mut known = UndefinedValue());
        // SAFETY: the map is one, and rooted, as is the place for the value.
        Thrown::unless(unsafe {
            GetWeakMapEntry(
                self.cx(),
                map.handle().into(),
                object.handle(),
                known.handle_mut().into(),
            )
        })?;
        let known = self.local(known.get());
        if let Some(finalizers) = known.host_data::<Finalizers>(self) {
            finalizers.0.borrow_mut().push(Box::new(finalizer));
            return Ok(());
        }
        let list: Vec<Box<dyn FnOnce()>> = vec![Box::new(finalizer)];
        let value = self.host_object(Finalizers(RefCell::new(list)), None)?;
        // SAFETY: as above; key and value are in places known to the collector.
        Thrown::unless(unsafe {
            SetWeakMapEntry(
                self.cx(),
                map.handle().into(),
                object.handle(),
                value.handle(),
            )
        })
    }

    fn watched_objects(&mut self) -> JsResult<Local<'s>> {
        if let Some(map) = self.state().watched_objects.get() {
            return Ok(map.get(self));
        }
        // SAFETY: the result is stored at once.
        let map = unsafe { NewWeakMapObject(self.cx()) };
        let map = self.new_object(map)?;
        let kept = Persistent::new(self, map);
        let _ = self.state().watched_objects.set(kept);
        Ok(map)
    }
}
