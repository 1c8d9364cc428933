//! `binding('signals')`: watching signals.

use std::cell::RefCell;
use std::collections::HashMap;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::{Handle, Signal};

use super::define;
use crate::runtime::{Runtime, runtime};
use crate::turn::Callback;

/// The handles that watch, by the signal's number.
#[derive(Default)]
pub(crate) struct State(RefCell<HashMap<i32, Signal>>);

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "start", start)?;
    define(scope, object, "stop", stop)
}

/// `start(signum, callback)`: calls back with the number whenever the signal comes, without keeping
/// the loop alive. 0 or a negative error number.
fn start<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let signum = args.get(scope, 0).as_i32().unwrap_or(0);
    let callback = Callback::new(scope, args.get(scope, 1));
    let owner = runtime(scope);
    let event_loop = &owner.event_loop;
    let signal = Signal::new(event_loop, move |_, _, signum| {
        callback.call(|scope| {
            let signum = scope.number(f64::from(signum));
            Ok([signum].into())
        });
    });
    if let Err(error) = signal.start(event_loop, signum) {
        signal.close(event_loop, |_| {});
        return Ok(-error.raw_os_error().unwrap_or(1));
    }
    signal.unref(event_loop);
    if let Some(before) = owner.state.signals.0.borrow_mut().insert(signum, signal) {
        before.close(event_loop, |_| {});
    }
    Ok(0)
}

/// `stop(signum)`: the signal does again what it does by default.
fn stop<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let signum = args.get(scope, 0).as_i32().unwrap_or(0);
    let owner = runtime(scope);
    let watcher = owner.state.signals.0.borrow_mut().remove(&signum);
    if let Some(signal) = watcher {
        signal.close(&owner.event_loop, |_| {});
    }
    Ok(())
}

/// Has those who watch the signal hear nothing of it until [`resume`].
pub(crate) fn pause(owner: &Runtime, signum: i32) {
    if let Some(signal) = owner.state.signals.0.borrow().get(&signum) {
        signal.stop(&owner.event_loop);
    }
}

/// The end of [`pause`].
pub(crate) fn resume(owner: &Runtime, signum: i32) {
    if let Some(signal) = owner.state.signals.0.borrow().get(&signum) {
        // It could be watched before.
        let _ = signal.start(&owner.event_loop, signum);
    }
}
