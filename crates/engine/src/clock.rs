//! The time that `Date` tells: the system's, unless somebody else's is put in.

use std::cell::RefCell;

use mozjs::jsapi::JS::{RTPCallerTypeToken, SetReduceMicrosecondTimePrecisionCallback};
use mozjs::jsapi::JSContext;

/// Gives the microseconds since 1970.
pub type WallClock = Box<dyn Fn() -> f64>;

thread_local! {
    static CLOCK: RefCell<Option<WallClock>> = const { RefCell::new(None) };
}

/// Has scripts of the calling thread told the time of this clock from now on, or the system's.
pub fn set_clock(clock: Option<WallClock>) {
    let before = CLOCK.replace(clock);
    drop(before);
    // SAFETY: a function of the right type, which stays; what it does is for its thread alone.
    unsafe { SetReduceMicrosecondTimePrecisionCallback(Some(tell_time)) };
}

/// The engine asks this of every time that it is about to tell, so that browsers can blur it.
unsafe extern "C" fn tell_time(real: f64, _: RTPCallerTypeToken, _: *mut JSContext) -> f64 {
    CLOCK.with_borrow(|clock| clock.as_ref().map_or(real, |clock| clock()))
}
