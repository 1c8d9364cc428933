//! The time zone of dates.

use std::ffi::CString;

use mozjs::jsapi::{GetCurrentRealmOrNull, JS::SetRealmTimezoneOverride};

use crate::Scope;

impl Scope<'_> {
    /// Sets the zone of local times, by its IANA name; `None` stands for the system's. Dates that
    /// exist show the new one, too.
    pub fn set_time_zone(&mut self, name: Option<&str>) {
        let name = name.and_then(|name| CString::new(name).ok());
        let text = name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr());
        // SAFETY: a scope is always in a realm; the engine copies the text.
        unsafe { SetRealmTimezoneOverride(GetCurrentRealmOrNull(self.cx()), text) };
    }
}
