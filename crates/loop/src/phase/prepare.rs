//! The prepare phase: prepare handles, right before the poll phase.

use crate::Loop;
use crate::handle::{Hook, hook};

pub(crate) fn run(lp: &Loop) {
    hook::run(lp, Hook::Prepare);
}
