//! The idle phase: idle handles, every turn. While one is active the poll phase does not sleep.

use crate::Loop;
use crate::handle::{Hook, hook};

pub(crate) fn is_empty(lp: &Loop) -> bool {
    lp.core.hooks.borrow().is_empty(Hook::Idle)
}

pub(crate) fn run(lp: &Loop) {
    hook::run(lp, Hook::Idle);
}
