//! Random bytes, numbers and UUIDs.

use std::cell::RefCell;
use std::time::{SystemTime, UNIX_EPOCH};

use rondo_crypto::random::Stock;
use rondo_crypto::{Result, random};
use rondo_engine::{Args, JsResult, Local, Persistent, Scope};

use crate::binding::define;
use crate::request::{Failed, perform};
use crate::runtime::runtime;

#[derive(Default)]
pub(super) struct State {
    stock: RefCell<Option<Stock>>,
}

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "randomFill", fill)?;
    define(scope, object, "randomBelow", below)?;
    define(scope, object, "uuid", uuid)
}

fn from_stock<T>(scope: &mut Scope<'_>, take: impl FnOnce(&mut Stock) -> Result<T>) -> JsResult<T> {
    let mut stock = runtime(scope).state.crypto.random.stock.borrow_mut();
    let taken = take(stock.get_or_insert_default());
    drop(stock);
    taken.map_err(|error| error.throw(scope))
}

/// `randomBelow(range)`: an integer from 0 to below `range`.
fn below<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    let range = args.get(scope, 0).as_number().unwrap_or(0.0) as u64;
    Ok(from_stock(scope, |stock| stock.below(range))? as f64)
}

/// `uuid(hasTime, isFresh)`: the text of a UUID of version 7 or 4; of bytes that were not had in advance, if fresh.
fn uuid<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let bytes = match args.get(scope, 1).truthy() {
        true => from_stock(scope, |_| {
            let mut bytes = [0; 16];
            random::fill(&mut bytes).map(|()| bytes)
        })?,
        false => from_stock(scope, Stock::take)?,
    };
    let time = args.get(scope, 0).truthy().then(|| {
        rondo_loop::seam::ask("date", || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.unwrap_or_default().as_millis() as u64
        })
    });
    scope.string_latin1(&random::uuid(bytes, time))
}

/// `randomFill(buffer, offset, size, callback)`: fills a part of a buffer, at once if there is no callback.
///
/// What the pool makes is put into the buffer when it is there: it may be detached until then.
fn fill<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let buffer = args.get(scope, 0);
    let number = |at| args.get(scope, at).as_number().unwrap_or(0.0) as usize;
    let (offset, size) = (number(1), number(2));
    let callback = args.get(scope, 3);
    if callback.is_undefined() {
        let mut stock = runtime(scope).state.crypto.random.stock.borrow_mut();
        let source = stock.get_or_insert_default();
        let filled = buffer.with_bytes_mut(scope, |bytes| source.fill(part(bytes, offset, size)));
        drop(stock);
        return match filled {
            Some(Err(error)) => Err(error.throw(scope)),
            _ => Ok(None),
        };
    }
    let target = Persistent::new(scope, buffer);
    perform(
        scope,
        callback,
        move || random::bytes(size),
        move |scope, bytes: Vec<u8>| {
            let target = target.get(scope);
            target.with_bytes_mut(scope, |target| {
                let target = part(target, offset, size);
                let count = target.len();
                target.copy_from_slice(&bytes[..count]);
            });
            Ok(None)
        },
    )
}

/// As much of the bytes from `offset` on as there is.
fn part(bytes: &mut [u8], offset: usize, size: usize) -> &mut [u8] {
    let end = offset.saturating_add(size).min(bytes.len());
    &mut bytes[offset.min(end)..end]
}
