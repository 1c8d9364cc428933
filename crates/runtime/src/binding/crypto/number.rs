//! Prime numbers, at once or by the pool.

use rondo_crypto::prime::{self, Candidate, PrimePlan};
use rondo_engine::{Args, JsResult, Local, Scope};

use super::data::{Encoding, copied, with_data};
use crate::binding::define;
use crate::request::{Failed, perform};

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "generatePrime", generate)?;
    define(scope, object, "checkPrime", check)
}

/// `generatePrime(bits, isSafe, add, rem, callback)`: an ArrayBuffer. Numbers are bytes, the highest first, or undefined.
fn generate<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let number = |scope: &Scope<'s>, at| {
        let value = args.get(scope, at);
        match value.is_undefined() {
            true => Ok(None),
            false => copied(scope, value).map(Some),
        }
    };
    let plan = PrimePlan {
        bits: args.get(scope, 0).as_i32().unwrap_or(0),
        is_safe: args.get(scope, 1).truthy(),
        multiple_of: number(scope, 2)?,
        remainder: number(scope, 3)?,
    };
    match plan.check() {
        Ok(plan) => perform(
            scope,
            args.get(scope, 4),
            move || prime::generate(&plan),
            |scope, bytes| scope.array_buffer_owned(bytes).map(Some),
        ),
        Err(error) => Err(error.throw(scope)),
    }
}

/// `checkPrime(candidate, rounds, callback)`: whether the bytes are those of a prime.
fn check<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Option<Local<'s>>> {
    let candidate = with_data(scope, args.get(scope, 0), Encoding::Utf8, Candidate::new)?;
    let candidate = candidate.map_err(|error| error.throw(scope))?;
    let rounds = args.get(scope, 1).as_i32().unwrap_or(0);
    perform(
        scope,
        args.get(scope, 2),
        move || candidate.is_prime(rounds),
        |scope, is_prime| Ok(Some(scope.boolean(is_prime))),
    )
}
