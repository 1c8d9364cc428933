//! The engine's version, and what depends on it.

/// The version of the engine that this was built with, as a literal.
macro_rules! engine_version {
    () => {
        env!("RONDO_ENGINE_VERSION")
    };
}
pub(crate) use engine_version;

/// Changes with the engine and with the scripts of this crate: code compiled with another is of no use.
pub(crate) const ENGINE_KEY: &str = env!("RONDO_ENGINE_KEY");

/// What `byte_class.rs`, `json/inside.rs`, `inspect.rs`, `preview.rs`, `awaiting.rs`, `top_frame.rs`, `plain_promises.rs`, `fulfilled.rs`, `host_tasks.rs` and the mangled names elsewhere know of the inside of the engine was read in the
/// source of this version. With another: look there again, then change this.
const LOOKED_INTO: &str = "153.6.0-2";

const _: () = assert!(
    same(LOOKED_INTO.as_bytes(), engine_version!().as_bytes()),
    "another version of the engine: see LOOKED_INTO in crates/engine/src/version.rs"
);

// It was read for words of eight bytes.
const _: () = assert!(
    size_of::<usize>() == 8,
    "offsets into the engine's structures are of 64 bits"
);

const fn same(one: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < one.len() && index < other.len() && one[index] == other[index] {
        index += 1;
    }
    index == one.len() && index == other.len()
}
