//! Tests of the engine's API, each on a thread of its own with a context of its own.
//!
//! With the feature `debugmozjs` they run under GC zeal: the engine then collects every few
//! allocations, and a pointer that was held across a collection shows.

mod borrowing;
mod byte_class;
mod calls;
mod clone;
mod compiled;
mod errors;
mod heap;
mod host_objects;
mod host_tasks;
mod inspect;
mod json;
mod lazy_globals;
mod modules;
mod promises;
mod sites;
mod transfer;
mod values;
mod weak;

use libtest_mimic::{Arguments, Failed, Trial};
use rondo_engine::{Context, Local, Options, Scope};

type Test = (&'static str, fn());

fn main() {
    let tests = [
        values::TESTS,
        byte_class::TESTS,
        calls::TESTS,
        clone::TESTS,
        compiled::TESTS,
        errors::TESTS,
        heap::TESTS,
        host_objects::TESTS,
        host_tasks::TESTS,
        inspect::TESTS,
        json::TESTS,
        lazy_globals::TESTS,
        promises::TESTS,
        modules::TESTS,
        transfer::TESTS,
        borrowing::TESTS,
        sites::TESTS,
        weak::TESTS,
    ];
    let trials = tests
        .concat()
        .into_iter()
        .map(|(name, test)| Trial::test(name, move || run_on_own_thread(test)));
    let conclusion = libtest_mimic::run(&Arguments::from_args(), trials.collect());
    // Not by returning: the contexts are still there, and the engine's own end would trip over them.
    rondo_engine::exit_now(if conclusion.has_failed() { 101 } else { 0 })
}

fn run_on_own_thread(test: fn()) -> Result<(), Failed> {
    let thread = std::thread::Builder::new()
        .stack_size(16 << 20)
        .spawn(test)
        .unwrap();
    thread.join().map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        Failed::from(text.unwrap_or_default())
    })
}

/// A fresh context without zeal, for tests that fill the heap: a collection costs as much as there is.
pub fn context_without_zeal() -> Context {
    Context::new(Options::default()).unwrap()
}

/// A fresh context, under zeal if the engine can do that.
pub fn context() -> Context {
    let context = context_without_zeal();
    #[cfg(feature = "debugmozjs")]
    context.enter(|scope| scope.set_gc_zeal(14, 211));
    context
}

/// Runs a script and gives its result as text.
pub fn text(scope: &mut Scope<'_>, source: &str) -> String {
    match scope.eval(source, "test.js") {
        Ok(value) => show(scope, value),
        Err(thrown) => {
            let error = scope.catch(thrown);
            format!(
                "threw {}",
                error.map_or("nothing".into(), |error| show(scope, error))
            )
        }
    }
}

/// A value as `String(value)` shows it.
pub fn show(scope: &mut Scope<'_>, value: Local<'_>) -> String {
    value
        .to_text(scope)
        .unwrap_or_else(|_| "unprintable".into())
}
