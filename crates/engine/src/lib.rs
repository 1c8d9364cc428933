//! SpiderMonkey behind a small, safe API: the only room of rondo that touches engine pointers.
//!
//! The engine's collector moves objects, so nothing outside this crate ever holds a pointer to one.
//! What it holds are [`Local`]s: places on a handle stack that the collector knows and updates. A
//! [`Scope`] owns the places taken while it is open, and the type system keeps a `Local` from
//! outliving its scope. What must live longer is a [`Persistent`].
//!
//! ```
//! use rondo_engine::{Context, Options};
//!
//! let context = Context::new(Options::default()).unwrap();
//! let answer = context.enter(|scope| {
//!     let value = scope.eval("6 * 7", "example.js").unwrap();
//!     value.as_number()
//! });
//! assert_eq!(answer, Some(42.0));
//! rondo_engine::exit_now(0);
//! ```

mod allocator;
mod awaiting;
mod byte_class;
mod bytes;
mod class;
mod clock;
mod clone;
mod code_cache;
mod code_generation;
mod collections;
mod compiled;
mod context;
mod coverage;
mod error;
mod external_string;
mod finalizer;
mod fixed_prototype;
mod fulfilled;
mod function;
mod growth;
mod handles;
mod heap_guard;
mod held_bytes;
mod helper_threads;
mod host_tasks;
mod inspect;
mod interrupt;
mod iterator;
mod job_contexts;
mod json;
mod lazy_globals;
mod memory;
mod messages;
mod microtask;
mod module;
mod module_imports;
mod module_state;
mod noted;
mod object;
mod own_keys;
mod plain_promises;
mod preferences;
mod preview;
mod promise;
mod promise_watch;
mod raw_bytes;
mod realm;
mod running_source;
mod scope;
mod script;
mod shape;
mod shared_cells;
mod shared_memory;
mod site;
mod skip_await;
mod source_of;
mod source_units;
mod stack;
mod stack_size;
mod start;
mod state;
mod string;
mod syntax_words;
mod time_zone;
mod top_frame;
mod typed_array_length;
mod use_of_memory;
mod value;
mod version;
mod wasm_module;
mod weak;

pub use bytes::BufferKind;
pub use class::HostObject;
pub use clock::{WallClock, set_clock};
pub use clone::{CloneHooks, Parcel, PlainData, Serialized};
pub use code_cache::CodeCache;
pub use code_generation::CodeGeneration;
pub use collections::{Collection, CollectionObserver};
pub use compiled::{Compiled, Form, Found};
pub use context::{Context, EngineError, Options};
pub use error::{ErrorKind, Thrown};
pub use function::{Args, IntoReturn, NativeFn};
pub use handles::Persistent;
pub use heap_guard::HeapExhausted;
pub use held_bytes::{HeldBuffer, SystemBytes};
pub use helper_threads::start_helper_threads;
pub use host_tasks::HostTask;
pub use inspect::ObjectKind;
pub use interrupt::{Interrupter, Onlooker};
pub use iterator::IteratorKind;
pub use memory::HeapStatistics;
pub use microtask::MicrotaskHost;
pub use module::{Module, ModuleHost, ModuleKind, ModuleRequest, PersistentModule};
pub use module_imports::RequestedModule;
pub use module_state::ModuleStatus;
pub use promise::{PromiseState, Rejection};
pub use promise_watch::JobObserver;
pub use realm::Origin;
pub use scope::Scope;
pub use shared_cells::SharedCells;
pub use site::{Caller, Site};
pub use stack::{Frame, HIDDEN_SCRIPT, MAX_FRAMES, SourcePosition};
pub use start::exit_now;
pub use string::Text;
pub use value::{Kind, Local};
pub use weak::WeakPersistent;

/// The result of anything that runs JavaScript or may throw.
pub type JsResult<T> = Result<T, Thrown>;
