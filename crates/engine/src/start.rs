//! The engine's start, once in a process, and the process's end.

use std::sync::OnceLock;

use mozjs::glue::SetBuildId;
use mozjs::jsapi::{BuildIdCharVector, SetProcessBuildIdOp, glue};

use crate::version::engine_version;
use crate::{allocator, helper_threads, messages, preferences};

static STARTED: OnceLock<bool> = OnceLock::new();

/// Starts the engine, if nobody has, and says whether it runs.
pub(crate) fn engine_has_started() -> bool {
    *STARTED.get_or_init(start_engine)
}

fn start_engine() -> bool {
    // SAFETY: called once in the process, before anything else of the engine.
    unsafe {
        allocator::configure();
        SetProcessBuildIdOp(Some(build_id));
        preferences::set_features();
        messages::install();
        if !init_without_uptime() {
            return false;
        }
        helper_threads::install();
    }
    true
}

/// Initializes the engine. It would find out first how long the process has been running, for which it
/// starts a thread and reads files of the system; only Firefox wants to know. This variable says that
/// the time of the call will do.
unsafe fn init_without_uptime() -> bool {
    const NO_UPTIME: &str = "MOZ_APP_RESTART";
    let before = std::env::var_os(NO_UPTIME);
    // SAFETY: called once, by the process's first use of the engine; an embedder makes its first
    // context before it has threads that use the environment (see `Context::new`).
    unsafe {
        std::env::set_var(NO_UPTIME, "1");
        let started = glue::JS_Init();
        match before {
            Some(value) => std::env::set_var(NO_UPTIME, value),
            None => std::env::remove_var(NO_UPTIME),
        }
        started
    }
}

/// Tells the engine which build its compiled code belongs to.
unsafe extern "C" fn build_id(buffer: *mut BuildIdCharVector) -> bool {
    let id = concat!("rondo-", env!("CARGO_PKG_VERSION"), "-", engine_version!());
    // SAFETY: the engine passes an empty vector of its own.
    unsafe { SetBuildId(buffer, id.as_ptr().cast(), id.len()) }
}

/// Ends the process at once, without the engine's teardown, which costs time and may crash.
pub fn exit_now(code: i32) -> ! {
    unsafe extern "C" {
        fn _exit(code: i32) -> !;
    }
    // SAFETY: `_exit` takes any number and never returns.
    unsafe { _exit(code) }
}
