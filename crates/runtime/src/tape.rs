//! What JavaScript has from the world beside the loop and the bindings, at the seam: dates, random numbers, the environment.

use std::cell::Cell;
use std::time::{SystemTime, UNIX_EPOCH};

use rondo_engine::{Args, JsResult, Scope};
use rondo_loop::seam;

thread_local! {
    /// The state of `Math.random`
    static RANDOM: Cell<u64> = const { Cell::new(0) };
}

/// Has the thread's dates and random numbers pass the seam.
pub(crate) fn take_over(has_chance: bool) {
    rondo_crypto::random::set_source(fill);
    if has_chance {
        return;
    }
    let mut seed = [0; 8];
    // Where the system has none to give, zeroes will do for this.
    let _ = rondo_loop::work::entropy::fill(&mut seed);
    RANDOM.set(u64::from_le_bytes(seed));
    rondo_engine::set_clock(Some(Box::new(|| {
        seam::ask("date", || {
            let since = SystemTime::now().duration_since(UNIX_EPOCH);
            since.unwrap_or_default().as_micros() as f64
        })
    })));
}

/// Random bytes for keys and the like, by way of the seam.
fn fill(buffer: &mut [u8], fill: &mut dyn FnMut(&mut [u8]) -> bool) -> bool {
    let filled = seam::ask_into("random", buffer, |buffer| match fill(buffer) {
        true => Ok(buffer.len()),
        false => Err(()),
    });
    filled.is_ok()
}

/// Puts another `Math.random` in place of the engine's, whose seed nobody knows.
pub(crate) fn install(scope: &mut Scope<'_>) -> JsResult<()> {
    let random = scope.function("random", 0, math_random)?;
    let math = scope.global().get_property(scope, "Math")?;
    math.define_property(scope, "random", random, false)
}

/// `Math.random()`
fn math_random<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    let (state, number) = crate::chance::draw(RANDOM.get());
    RANDOM.set(state);
    Ok(number)
}
