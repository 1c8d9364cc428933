//! Where a script is, in the engine's own terms: quick to find out, and good for a key.
//!
//! A stack that is captured becomes objects and strings, and a script's name and line have to be looked up. Whoever asks thousands
//! of times a second asks for a [`Site`] instead, and for the words only if he has not met it before.

// What only the walk over frames uses.
#![cfg_attr(
    not(all(
        target_arch = "x86_64",
        target_os = "linux",
        not(feature = "debugmozjs")
    )),
    allow(dead_code)
)]

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use mozjs::jsapi::{JS_GetFunctionScript, JS_GetObjectFunction};
use mozjs::rooted;

use crate::{Local, Scope};

/// A place in the code of a script: good until the next collection ([`Scope::collections`]), after which it may be another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Site {
    script: usize,
    at: usize,
}

/// What came of looking for a script on the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Caller {
    /// It is here
    Site(Site),
    /// No script that is wanted runs
    None,
    /// This build cannot tell: capture the stack
    Unknown,
}

#[cfg(all(
    target_arch = "x86_64",
    target_os = "linux",
    not(feature = "debugmozjs")
))]
mod walk;

/// What is known of a row of return addresses on the stack.
#[derive(Clone, Copy, Debug)]
enum Known {
    /// Where the script is, whatever lies further out
    Here(Caller),
    /// That depends on the frame further out
    Deeper,
}

/// Rows are mixed already.
#[derive(Default)]
struct Plain(u64);

impl Hasher for Plain {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes
            .iter()
            .for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}

/// So many rows are known at most.
const MOST_KNOWN: usize = 1 << 16;

/// Rows of return addresses that were looked at since the last collection: code stays where it is meanwhile.
#[derive(Default)]
pub(crate) struct KnownCallers {
    rows: RefCell<HashMap<u64, Known, BuildHasherDefault<Plain>>>,
    collections: Cell<u64>,
}

impl KnownCallers {
    /// Forgets what may have changed.
    fn refresh(&self, collections: u64) {
        let mut rows = self.rows.borrow_mut();
        if self.collections.replace(collections) != collections || rows.len() > MOST_KNOWN {
            rows.clear();
        }
    }
}

impl<'s> Scope<'s> {
    /// How often it may have happened that a [`Site`] changed its meaning.
    pub fn collections(&self) -> u64 {
        self.state().weak.updates()
    }

    /// The innermost of at most `limit` frames that run now whose script's name does not begin with `unwanted`.
    pub fn caller(&mut self, limit: u32, unwanted: &[u8]) -> Caller {
        #[cfg(all(
            target_arch = "x86_64",
            target_os = "linux",
            not(feature = "debugmozjs")
        ))]
        // SAFETY: a scope is proof of both.
        return unsafe {
            let known = &self.state().known_callers;
            known.refresh(self.collections());
            walk::caller(self.cx(), known, limit, unwanted)
        };
        #[cfg(not(all(
            target_arch = "x86_64",
            target_os = "linux",
            not(feature = "debugmozjs")
        )))]
        {
            let _ = (limit, unwanted);
            Caller::Unknown
        }
    }

    /// What stands for the code of a function of a script; none for natives, bound functions and others that have no source.
    pub fn function_site(&mut self, function: Local<'_>) -> Option<Site> {
        let object = function.is_function().then(|| function.object_ptr())??;
        // SAFETY: everything is rooted; what is no plain function gives null, and so does one without a script.
        unsafe {
            rooted!(in(self.cx()) let object = object);
            rooted!(in(self.cx()) let function = JS_GetObjectFunction(object.get()));
            if function.is_null() {
                return None;
            }
            let script = JS_GetFunctionScript(self.cx(), function.handle().into());
            (!script.is_null()).then_some(Site {
                script: script as usize,
                at: 0,
            })
        }
    }
}
