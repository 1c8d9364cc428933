//! Bindings: what the library's JavaScript can ask of Rust. A binding, a file.
//!
//! Arguments are checked in JavaScript, so a binding trusts their types; what it cannot use it
//! treats as absent, and it never panics on what a script can pass.

mod buffer;
mod child;
mod clone;
mod coverage;
mod credentials;
mod crypto;
mod dns;
mod encoding;
mod env;
pub(crate) mod errors;
pub(crate) mod esm;
mod fs;
mod globals;
mod health;
mod http;
mod http2;
mod keeps_alive;
mod locks;
mod messaging;
mod module_files;
mod os;
pub(crate) mod permission;
pub(crate) mod process;
mod process_title;
mod record;
mod signals;
mod stdio;
pub(crate) mod stream;
mod syntax;
mod task_queue;
mod timers;
mod tls;
mod trace_events;
mod turn_samples;
mod types;
mod udp;
mod url;
mod util;
mod vm;
mod worker;
mod zlib;

use rondo_engine::{Args, ErrorKind, JsResult, Local, NativeFn, Persistent, Scope};

pub(crate) use env::{Environment, TIME_ZONE};
pub(crate) use stdio::write_all;

use crate::library;
use crate::runtime::runtime;

/// What bindings keep between calls.
#[derive(Default)]
pub(crate) struct States {
    pub(crate) child: child::process::State,
    pub(crate) crypto: crypto::State,
    pub(crate) dns: dns::State,
    pub(crate) environment: env::Environment,
    pub(crate) esm: esm::State,
    pub(crate) fs: fs::State,
    pub(crate) http: http::State,
    pub(crate) http2: http2::State,
    pub(crate) locks: locks::State,
    pub(crate) messaging: messaging::State,
    pub(crate) permission: permission::State,
    pub(crate) signals: signals::State,
    pub(crate) stream: stream::State,
    pub(crate) timers: timers::State,
    pub(crate) tls: tls::State,
    pub(crate) turn_samples: turn_samples::State,
    pub(crate) udp: udp::State,
    pub(crate) worker: worker::State,
    pub(crate) title: std::cell::RefCell<Option<String>>,
    pub(crate) rejection_tracker: std::cell::OnceCell<Persistent>,
}

type Build = for<'s> fn(&mut Scope<'s>, Local<'s>) -> JsResult<()>;

/// All bindings by name.
const BINDINGS: &[(&str, Build)] = &[
    ("buffer", buffer::build),
    ("child", child::build),
    ("clone", clone::build),
    ("dns", dns::build),
    ("credentials", credentials::build),
    ("crypto", crypto::build),
    ("encoding", encoding::build),
    ("errors", errors::build),
    ("esm", esm::build),
    ("fs", fs::build),
    ("globals", globals::build),
    ("health", health::build),
    ("http", http::build),
    ("http2", http2::build),
    ("locks", locks::build),
    ("messaging", messaging::build),
    ("modules", module_files::build),
    ("os", os::build),
    ("permission", permission::build),
    ("process", process::build),
    ("record", record::build),
    ("signals", signals::build),
    ("stdio", stdio::build),
    ("coverage", coverage::build),
    ("syntax", syntax::build),
    ("stream", stream::build),
    ("task_queue", task_queue::build),
    ("timers", timers::build),
    ("tls", tls::build),
    ("trace_events", trace_events::build),
    ("types", types::build),
    ("udp", udp::build),
    ("url", url::build),
    ("util", util::build),
    ("uv", errors::build_uv),
    ("vm", vm::build),
    ("worker", worker::build),
    ("zlib", zlib::build),
];

/// `binding(name)`: the binding's object, made when first asked for.
pub(crate) fn get<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let name = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let Some((name, build)) = BINDINGS.iter().find(|(known, _)| *known == name) else {
        let message = format!("No such binding: {name}");
        return Err(scope.throw_error(ErrorKind::Error, &message));
    };
    if let Some(known) = runtime(scope).bindings.borrow().get(name) {
        return Ok(known.get(scope));
    }
    let object = scope.object()?;
    build(scope, object)?;
    let kept = Persistent::new(scope, object);
    runtime(scope).bindings.borrow_mut().insert(name, kept);
    Ok(object)
}

/// `compile(id)`: a library file as a function.
pub(crate) fn compile_library<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let id = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    match library::compile(scope, &id) {
        Some(function) => function,
        None => {
            let message = format!("No such library file: {id}");
            Err(scope.throw_error(ErrorKind::Error, &message))
        }
    }
}

/// Shorthand for defining a function on a binding's object.
pub(crate) fn define<F: for<'f> NativeFn<'f>>(
    scope: &mut Scope<'_>,
    object: Local<'_>,
    name: &str,
    native: F,
) -> JsResult<()> {
    object.define_function(scope, name, 0, native)
}
