//! `binding('zlib')`: streams of compressed bytes.
//!
//! A codec is made by one of the functions of `make.rs` and takes input by those of `work.rs`, at once or by the pool. The
//! library sees to it that one codec has one thing to do at a time.

mod failure;
mod make;
mod work;

use std::ffi::CStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rondo_compress::Codec;
use rondo_engine::{Args, HostObject, JsResult, Local, Scope};

use super::define;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    make::define_all(scope, object)?;
    work::define_all(scope, object)?;
    define(scope, object, "crc32", crc32)
}

/// A codec, until it is closed. What is under way keeps it alive, too.
type Shared = Arc<Mutex<Option<Codec>>>;

/// A codec as the library has it.
struct CodecHandle(Shared);

impl HostObject for CodecHandle {
    const NAME: &'static CStr = c"Codec";
}

/// The codec behind an object of the library's.
fn codec(scope: &Scope<'_>, value: Local<'_>) -> Option<Shared> {
    let handle = value.host_data::<CodecHandle>(scope)?;
    Some(handle.0.clone())
}

/// The codec itself, for a thread that works with it.
fn lock(codec: &Mutex<Option<Codec>>) -> MutexGuard<'_, Option<Codec>> {
    codec.lock().unwrap_or_else(PoisonError::into_inner)
}

/// `crc32(bytes or string, before)`
fn crc32<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let data = args.get(scope, 0);
    let before = args.get(scope, 1).as_number().unwrap_or(0.0) as u32;
    let sum = data.with_bytes(scope, |bytes| rondo_compress::crc32(before, bytes));
    Ok(f64::from(sum.unwrap_or(before)))
}
