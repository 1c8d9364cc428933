//! Work for other threads: the pool, requests to it, and what they most often do.

pub mod dns;
pub mod entropy;
pub mod fs;
pub(crate) mod pool;
pub(crate) mod request;
pub(crate) mod trial;
pub(crate) mod uring;

pub use pool::{Pool, PoolFigures};
pub(crate) use request::Requests;
pub use request::{Cancelled, WorkId};
