//! Rewrites the library's JavaScript so that scripts which change built-ins cannot trip it.
//!
//! A script may replace `Array.prototype.push`, `globalThis.Promise` or `Object.keys`, and the library
//! runs after it. So every library file gets one more parameter, `$`: what it uses of the language, as
//! it was before any script ran. [`rewrite`] turns `list.push(x)` into `$.push(list).push(x)`, `Object.keys(o)`
//! into `$.Object_keys(o)` and so on, by edits that keep every line where it is; [`snapshot`] makes the
//! function that builds `$`, with exactly what the files ask of it.

mod builtins;
mod constants;
mod edits;
mod rewrite;
mod shapes;
mod snapshot;

#[cfg(test)]
mod tests;

pub use constants::Load;
pub use rewrite::{Problem, Rewritten, rewrite, rewrite_script};
pub use snapshot::{Snapshot, snapshot};

/// What stands before the text of a library file: the function that it is the body of.
pub const BEFORE: &str = "(function (exports, require, module, process, binding, $) {";

/// What stands after it.
pub const AFTER: &str = "\n})";
