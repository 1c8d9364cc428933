//! Node on top of rondo's loop and engine: the way into JavaScript, the bindings, the library.
#![deny(unsafe_code)]

mod asked;
mod binding;
mod chance;
mod channel;
mod descriptor;
mod health;
mod host_tasks;
mod library;
mod modules;
mod names;
mod openssl_config;
pub mod options;
mod order;
mod permission;
mod recorder;
pub mod replay;
mod request;
mod runtime;
mod settings_text;
mod stack;
mod sync_io;
mod tape;
mod text;
mod trace_events;
mod turn;
mod worker;
#[cfg(feature = "debugmozjs")]
mod zeal;

pub use openssl_config::{Misconfigured, configure as configure_openssl};
pub use runtime::{OwnedRuntime, Program, Role, Runtime, Settings, Terminator, prepare_process};
