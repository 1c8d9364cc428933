//! `rondo see`: a page that shows a recording.
//!
//! | part | what |
//! | --- | --- |
//! | [`rondo_record::model`] | what a recording tells: callbacks, what made them, queues |
//! | [`pack`] | that as columns, deflated |
//! | [`page`] | the page, with the scripts of `page/` |
//! | [`see`] | the command |
//!
//! Scripts on the page only show: what follows from what is found out before.
#![forbid(unsafe_code)]

mod command;
mod json;
mod live;
mod pack;
mod page;

pub use command::{Request, USAGE, parse, see};
pub use pack::pack;
pub use page::page;
