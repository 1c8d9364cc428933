//! Keys out of passwords and of other keys, at once or by the pool.

use rondo_crypto::kdf::{self, Argon2, Argon2Kind, ScryptCost};
use rondo_engine::{Args, JsResult, Local, Scope};

use super::data::{copied, size};
use super::hash::numbered;
use crate::binding::define;
use crate::request::{Failed, perform};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "pbkdf2", pbkdf2)?;
    define(scope, object, "checkScrypt", check_scrypt)?;
    define(scope, object, "scrypt", scrypt)?;
    define(scope, object, "hkdf", hkdf)?;
    define(scope, object, "argon2", argon2)
}

type Returned<'s> = JsResult<Option<Local<'s>>>;

/// The bytes as a Uint8Array.
fn bytes<'s>(scope: &mut Scope<'s>, bytes: Vec<u8>) -> Returned<'s> {
    scope.uint8_array_owned(bytes).map(Some)
}

fn number<'s>(scope: &Scope<'s>, args: &Args<'s>, at: usize) -> u64 {
    args.get(scope, at).as_number().unwrap_or(0.0) as u64
}

/// `pbkdf2(algorithm, password, salt, iterations, length, callback)`
fn pbkdf2<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let algorithm = args.get(scope, 0);
    let algorithm = numbered(scope, algorithm)?;
    let password = copied(scope, args.get(scope, 1))?;
    let salt = copied(scope, args.get(scope, 2))?;
    let iterations = number(scope, &args, 3) as u32;
    let length = size(args.get(scope, 4));
    let job = move || kdf::pbkdf2(&algorithm, &password, &salt, iterations, length);
    perform(scope, args.get(scope, 5), job, bytes)
}

/// The cost of scrypt: four arguments.
fn scrypt_cost<'s>(scope: &Scope<'s>, args: &Args<'s>, at: usize) -> ScryptCost {
    ScryptCost {
        cost: number(scope, args, at),
        block_size: number(scope, args, at + 1),
        parallelization: number(scope, args, at + 2),
        most_memory: number(scope, args, at + 3),
    }
}

/// `checkScrypt(cost, blockSize, parallelization, maxmem)`: throws if these do not go together.
fn check_scrypt<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let checked = scrypt_cost(scope, &args, 0).check();
    checked.map_err(|error| error.throw(scope))
}

/// `scrypt(password, salt, length, cost, blockSize, parallelization, maxmem, callback)`
fn scrypt<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let password = copied(scope, args.get(scope, 0))?;
    let salt = copied(scope, args.get(scope, 1))?;
    let length = size(args.get(scope, 2));
    let cost = scrypt_cost(scope, &args, 3);
    let job = move || kdf::scrypt(&password, &salt, &cost, length);
    perform(scope, args.get(scope, 7), job, bytes)
}

/// `hkdf(algorithm, key, salt, info, length, callback)`: an ArrayBuffer.
fn hkdf<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let algorithm = args.get(scope, 0);
    let algorithm = numbered(scope, algorithm)?;
    let key = copied(scope, args.get(scope, 1))?;
    let salt = copied(scope, args.get(scope, 2))?;
    let info = copied(scope, args.get(scope, 3))?;
    let length = size(args.get(scope, 4));
    let job = move || kdf::hkdf(&algorithm, &key, &salt, &info, length);
    perform(scope, args.get(scope, 5), job, |scope, bytes| {
        scope.array_buffer_owned(bytes).map(Some)
    })
}

/// `argon2(kind, message, nonce, secret, associatedData, parallelism, memory, passes, length, callback)`: the kinds are
/// `d`, `i` and `id`, in that order.
fn argon2<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> Returned<'s> {
    let kind = match number(scope, &args, 0) {
        0 => Argon2Kind::D,
        1 => Argon2Kind::I,
        _ => Argon2Kind::Id,
    };
    let job = Argon2 {
        kind,
        message: copied(scope, args.get(scope, 1))?,
        nonce: copied(scope, args.get(scope, 2))?,
        secret: copied(scope, args.get(scope, 3))?,
        associated_data: copied(scope, args.get(scope, 4))?,
        parallelism: number(scope, &args, 5) as u32,
        memory: number(scope, &args, 6) as u32,
        passes: number(scope, &args, 7) as u32,
        length: size(args.get(scope, 8)),
    };
    perform(scope, args.get(scope, 9), move || kdf::argon2(&job), bytes)
}
