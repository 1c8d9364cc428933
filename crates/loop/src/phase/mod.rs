//! The phases of a turn, a file each.

pub(crate) mod check;
pub(crate) mod closing;
pub(crate) mod idle;
pub(crate) mod pending;
pub(crate) mod poll;
pub(crate) mod prepare;
pub(crate) mod timers;
