//! Idle, prepare and check handles: they call back once a turn, each in its phase.

use super::{Callback, Detail, Key, handle, shared};
use crate::Loop;
use crate::observe::Kind;

/// Which phase a hook belongs to.
#[derive(Clone, Copy)]
pub(crate) enum Hook {
    Idle,
    Prepare,
    Check,
}

impl Hook {
    fn kind(self) -> Kind {
        match self {
            Hook::Idle => Kind::Idle,
            Hook::Prepare => Kind::Prepare,
            Hook::Check => Kind::Check,
        }
    }
}

/// The started hooks of each phase, in the order in which they were started.
#[derive(Default)]
pub(crate) struct Hooks([Started; 3]);

#[derive(Default)]
struct Started {
    /// One that is stopped while its phase runs leaves a hole.
    keys: Vec<Option<Key>>,
    has_holes: bool,
    is_running: bool,
}

impl Hooks {
    #[inline]
    pub(crate) fn is_empty(&self, hook: Hook) -> bool {
        self.0[hook as usize].keys.is_empty()
    }
}

/// Runs a phase of hooks. One that is started meanwhile waits for the next turn; one that is stopped
/// does not run.
#[inline]
pub(crate) fn run(lp: &Loop, hook: Hook) {
    if !lp.core.hooks.borrow().is_empty(hook) {
        run_all(lp, hook);
    }
}

// Apart, so that the check before it is cheap: most turns have few hooks.
#[inline(never)]
fn run_all(lp: &Loop, hook: Hook) {
    let mut hooks = lp.core.hooks.borrow_mut();
    let started = &mut hooks.0[hook as usize];
    let count = started.keys.len();
    started.is_running = true;
    drop(hooks);
    let _end = AtEnd(lp, hook);
    for index in 0..count {
        let key = lp.core.hooks.borrow().0[hook as usize].keys[index];
        if let Some(key) = key {
            lp.fire(key, hook.kind(), 0);
        }
    }
}

/// Closes the holes when the phase ends, also by a panic.
struct AtEnd<'a>(&'a Loop, Hook);

impl Drop for AtEnd<'_> {
    fn drop(&mut self) {
        let mut hooks = self.0.core.hooks.borrow_mut();
        let started = &mut hooks.0[self.1 as usize];
        started.is_running = false;
        if std::mem::take(&mut started.has_holes) {
            started.keys.retain(Option::is_some);
        }
    }
}

fn start(lp: &Loop, key: Key, hook: Hook) {
    let is_stopped = lp
        .core
        .handles
        .borrow()
        .get(key)
        .is_some_and(|entry| !entry.is_active());
    if is_stopped && lp.set_active(key, true) {
        lp.core.hooks.borrow_mut().0[hook as usize]
            .keys
            .push(Some(key));
    }
}

pub(crate) fn stop(lp: &Loop, key: Key, hook: Hook) {
    if !lp.set_active(key, false) {
        return;
    }
    let mut hooks = lp.core.hooks.borrow_mut();
    let started = &mut hooks.0[hook as usize];
    if let Some(index) = started.keys.iter().rposition(|&other| other == Some(key)) {
        if started.is_running {
            started.keys[index] = None;
            started.has_holes = true;
        } else {
            started.keys.remove(index);
        }
    }
}

fn make(lp: &Loop, hook: Hook, callback: impl FnOnce(Key) -> Callback) -> Key {
    lp.core
        .handles
        .borrow_mut()
        .add(hook.kind(), Detail::None, callback)
}

/// Defines the three kinds, which differ in their phase only.
macro_rules! hooks {
    ($($name:ident: $about:expr;)*) => {$(
        #[doc = $about]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name(Key);

        impl $name {
            /// Makes a handle with the callback that it will run. It is not started yet.
            pub fn new(lp: &Loop, mut callback: impl FnMut(&Loop, $name) + 'static) -> $name {
                $name(make(lp, Hook::$name, |key| shared(move |lp, _| callback(lp, $name(key)))))
            }

            /// Starts the handle. Does nothing if it is started already.
            pub fn start(self, lp: &Loop) {
                start(lp, self.0, Hook::$name);
            }

            /// Stops the handle; it can be started again.
            pub fn stop(self, lp: &Loop) {
                stop(lp, self.0, Hook::$name);
            }
        }

        handle!($name);
    )*};
}

hooks! {
    Idle: "Calls back once a turn, before [`Prepare`] handles. While one is started the loop does not sleep.";
    Prepare: "Calls back once a turn, right before the poll phase.";
    Check: "Calls back once a turn, right after the poll phase.";
}
