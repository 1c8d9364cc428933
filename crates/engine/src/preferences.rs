//! How the engine is set: features of the language, its compilers, limits.

use mozjs::jsapi::{
    ContextOptionsRef, JS_SetFutexCanWait, JS_SetGCParameter, JS_SetGlobalJitCompilerOption,
    JS_SetNativeStackQuota, JSContext, JSGCParamKey, JSJitCompilerOption,
};

use crate::memory;
use crate::stack_size::RESERVE;

unsafe extern "C" {
    #[link_name = "_ZN2JS5Prefs37experimental_error_stack_trace_limit_E"]
    static mut PREF_STACK_TRACE_LIMIT: bool;
    #[link_name = "_ZN2JS5Prefs27experimental_error_iserror_E"]
    static mut PREF_ERROR_IS_ERROR: bool;
    #[link_name = "_ZN2JS5Prefs42experimental_explicit_resource_management_E"]
    static mut PREF_USING: bool;
    #[link_name = "_ZN2JS5Prefs37experimental_symbols_as_weakmap_keys_E"]
    static mut PREF_SYMBOLS_AS_WEAKMAP_KEYS: bool;
    #[link_name = "_ZN2JS5Prefs31experimental_self_hosted_cache_E"]
    static mut PREF_SELF_HOSTED_CACHE: bool;
    /// The beginning of `js::jit::JitOptions`: flags, then numbers.
    #[link_name = "_ZN2js3jit10JitOptionsE"]
    static mut JIT_OPTIONS: [u32; 32];
}

/// Turns on language features that Node has and this engine has behind a preference, and off what costs a start.
///
/// # Safety
/// The engine has not started yet.
pub(crate) unsafe fn set_features() {
    // SAFETY: plain flags of the engine, set before it starts.
    unsafe {
        PREF_STACK_TRACE_LIMIT = true;
        PREF_ERROR_IS_ERROR = true;
        PREF_USING = true;
        PREF_SYMBOLS_AS_WEAKMAP_KEYS = true;
        // It would compile each of the engine's own functions in JavaScript when it is first called: at a start
        // nothing is called often enough for that.
        PREF_SELF_HOSTED_CACHE = false;
    }
}

/// How often a function runs before the engine remembers what its operations met. That costs an allocation
/// and some machine code for each: nothing that runs a few times at a start is worth it (the engine's own
/// figure is 10, and a start takes 0.3 ms longer with it).
const RUNS_BEFORE_CACHES: u32 = 80;

/// How long a function may be, in bytes of bytecode, for the optimizing compiler to inline it. The
/// engine's own limit of 130 leaves out nearly everything with a check or two in it, `emit` of an
/// emitter for one.
const LONGEST_INLINED_FUNCTION: u32 = 800;

/// How often a function runs before what it calls is tried as a part of it. The engine's own figure is 500: it then
/// inlines several levels of functions before the first is compiled, and what has been run a thousand times, a
/// connection's life from end to end, spends more on that than it gains. docs/engine-speed.md has the figures.
const RUNS_BEFORE_INLINING: u32 = 900;

/// The engine's own figures around that one, which has no function that sets it: how often a function runs before it is
/// compiled at all, how many wait for that, the figure, and with how many runs an inlined function begins.
const RUNS_BEFORE_CODE: u32 = 100;
const CODE_QUEUE: u32 = 8;
const RUNS_BEFORE_INLINING_AT_FIRST: u32 = 500;
const RUNS_WHEN_INLINED: u32 = 250;

/// Where the engine has that figure, if it is what is said and those around it are as they should be.
///
/// # Safety
/// Nobody changes the engine's settings meanwhile.
unsafe fn runs_before_inlining(figure: u32) -> Option<*mut u32> {
    let wanted = [
        RUNS_BEFORE_CACHES,
        RUNS_BEFORE_CODE,
        CODE_QUEUE,
        figure,
        RUNS_WHEN_INLINED,
    ];
    let start = (&raw mut JIT_OPTIONS).cast::<u32>();
    // SAFETY: all of it lies within the engine's settings, which are longer.
    let options = unsafe { std::slice::from_raw_parts(start, 32) };
    let at = options
        .windows(wanted.len())
        .position(|part| part == wanted)?;
    // SAFETY: as above.
    Some(unsafe { start.add(at + 3) })
}

/// Sets up a fresh context.
///
/// # Safety
/// `cx` is a context of this thread in which nothing has run.
pub(crate) unsafe fn configure(cx: *mut JSContext, heap_limit: Option<u32>, stack_size: usize) {
    // Of a small stack less is kept back, or nothing would be left for scripts.
    let reserve = RESERVE.min(stack_size / 8);
    // SAFETY: plain settings of a fresh context.
    unsafe {
        JS_SetGCParameter(
            cx,
            JSGCParamKey::JSGC_MAX_BYTES,
            heap_limit.unwrap_or(u32::MAX),
        );
        memory::configure(cx);
        JS_SetNativeStackQuota(
            cx,
            stack_size,
            stack_size - reserve,
            stack_size - 2 * reserve,
        );
        // `Atomics.wait` may block the main thread, as in Node: there is no page that would freeze.
        JS_SetFutexCanWait(cx);
        // Async stacks make a promise job eight times as dear.
        (*ContextOptionsRef(cx)).set_asyncStack_(false);
        // Spectre mitigations are for browsers, where foreign scripts share a process.
        for option in [
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_INDEX_MASKING,
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_OBJECT_MITIGATIONS,
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_STRING_MITIGATIONS,
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_VALUE_MASKING,
            JSJitCompilerOption::JSJITCOMPILER_SPECTRE_JIT_TO_CXX_CALLS,
            // Code pages that are never both writable and executable cost two system calls for every
            // little stub: a third of a start. Other runtimes do without, too.
            JSJitCompilerOption::JSJITCOMPILER_WRITE_PROTECT_CODE,
        ] {
            JS_SetGlobalJitCompilerOption(cx, option, 0);
        }
        JS_SetGlobalJitCompilerOption(
            cx,
            JSJitCompilerOption::JSJITCOMPILER_INLINING_BYTECODE_MAX_LENGTH,
            LONGEST_INLINED_FUNCTION,
        );
        JS_SetGlobalJitCompilerOption(
            cx,
            JSJitCompilerOption::JSJITCOMPILER_BASELINE_INTERPRETER_WARMUP_TRIGGER,
            RUNS_BEFORE_CACHES,
        );
        // Not if it was set from outside.
        if let Some(figure) = runs_before_inlining(RUNS_BEFORE_INLINING_AT_FIRST) {
            figure.write(RUNS_BEFORE_INLINING);
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_engine_has_our_figures() {
        let _context = crate::Context::new(crate::Options::default()).unwrap();
        // SAFETY: the context was set up, and others set the same.
        let found = unsafe { super::runs_before_inlining(super::RUNS_BEFORE_INLINING) };
        assert!(found.is_some());
    }
}
