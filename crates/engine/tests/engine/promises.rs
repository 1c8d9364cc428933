//! Promises, microtasks, the async context, rejections.

use std::cell::RefCell;

use rondo_engine::{Args, JsResult, Local, PromiseState, Rejection, Scope, Thrown};

use crate::{Test, context, show, text};

pub const TESTS: &[Test] = &[
    ("made_and_settled_from_rust", made_and_settled_from_rust),
    ("fulfilled_from_the_start", fulfilled_from_the_start),
    (
        "nothing_runs_before_the_drain",
        nothing_runs_before_the_drain,
    ),
    (
        "queued_functions_keep_their_turn",
        queued_functions_keep_their_turn,
    ),
    (
        "errors_of_microtasks_reach_the_host",
        errors_of_microtasks_reach_the_host,
    ),
    ("jobs_carry_their_context", jobs_carry_their_context),
    (
        "contexts_of_jobs_queued_at_once",
        contexts_of_jobs_queued_at_once,
    ),
    ("rejections_are_tracked", rejections_are_tracked),
    ("awaits_keep_the_order", awaits_keep_the_order),
    ("reactions", reactions),
];

fn drain(scope: &mut Scope<'_>) {
    scope.run_microtasks(&mut |scope: &mut Scope<'_>, thrown: Thrown| {
        let error = scope.catch(thrown).unwrap();
        panic!("a microtask threw {}", show(scope, error))
    });
}

fn make_fulfilled<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let value = args.get(scope, 0);
    scope.fulfilled_promise(value)
}

fn fulfilled_from_the_start() {
    context().enter(|scope| {
        let global = scope.global();
        global
            .define_function(scope, "made", 1, make_fulfilled)
            .unwrap();
        let source = "globalThis.log = [];
            for (let i = 0; i < 3; i++) {
              const promise = made({ i });
              log.push(promise instanceof Promise, Promise.resolve(promise) === promise);
              promise.then((value) => { log.push(value.i); });
              promise.finally(() => { log.push('finally'); });
            }
            const thenable = { then(resolve) { resolve('followed'); } };
            made(thenable).then((value) => { log.push(value === thenable); });
            (async () => { log.push(await made('awaited')); })();
            0";
        text(scope, source);
        drain(scope);
        assert_eq!(
            text(scope, "log.join()"),
            "true,true,true,true,true,true,0,finally,1,finally,2,finally,true,awaited"
        );
    });
}

fn made_and_settled_from_rust() {
    context().enter(|scope| {
        let promise = scope.promise().unwrap();
        assert_eq!(promise.promise_state(), Some(PromiseState::Pending));
        assert!(promise.promise_result(scope).is_none());
        let value = scope.number(5.0);
        promise.resolve(scope, value).unwrap();
        assert_eq!(promise.promise_state(), Some(PromiseState::Fulfilled));
        assert_eq!(
            promise.promise_result(scope).unwrap().as_number(),
            Some(5.0)
        );
        let other = scope.promise().unwrap();
        other.reject(scope, value).unwrap();
        assert_eq!(other.promise_state(), Some(PromiseState::Rejected));
        let plain = scope.object().unwrap();
        assert_eq!(plain.promise_state(), None);
        let thrown = plain.resolve(scope, value).unwrap_err();
        scope.catch(thrown);
    });
}

fn nothing_runs_before_the_drain() {
    context().enter(|scope| {
        text(
            scope,
            "globalThis.log = []; Promise.resolve().then(() => log.push('ran')); 0",
        );
        assert!(scope.has_microtasks());
        assert_eq!(text(scope, "log.length"), "0");
        drain(scope);
        assert!(!scope.has_microtasks());
        assert_eq!(text(scope, "log.join()"), "ran");
    });
}

fn queue<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let function = args.get(scope, 0);
    scope.queue_microtask(function)
}

fn queued_functions_keep_their_turn() {
    context().enter(|scope| {
        let global = scope.global();
        global.define_function(scope, "queue", 1, queue).unwrap();
        let source = "globalThis.log = []; queue(() => { log.push(1); queue(() => log.push(4)) });
            Promise.resolve().then(() => log.push(2)); queue(() => log.push(3)); 0";
        text(scope, source);
        drain(scope);
        assert_eq!(text(scope, "log.join()"), "1,2,3,4");
        assert!(text(scope, "queue(5)").starts_with("threw TypeError"));
    });
}

fn errors_of_microtasks_reach_the_host() {
    context().enter(|scope| {
        let global = scope.global();
        global.define_function(scope, "queue", 1, queue).unwrap();
        text(
            scope,
            "globalThis.log = []; queue(() => { throw 'a' }); queue(() => log.push(1)); 0",
        );
        let mut seen = Vec::new();
        scope.run_microtasks(&mut |scope: &mut Scope<'_>, thrown: Thrown| {
            let error = scope.catch(thrown).unwrap();
            seen.push(show(scope, error));
            true
        });
        assert_eq!(
            (seen, text(scope, "log.join()")),
            (vec!["a".to_string()], "1".to_string())
        );
    });
}

fn current<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    Ok(scope.async_context())
}

fn set_current<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let context = args.get(scope, 0);
    scope.set_async_context(context);
    Ok(())
}

fn jobs_carry_their_context() {
    context().enter(|scope| {
        let global = scope.global();
        global.define_function(scope, "queue", 1, queue).unwrap();
        global
            .define_function(scope, "current", 0, current)
            .unwrap();
        global
            .define_function(scope, "setCurrent", 1, set_current)
            .unwrap();
        let source = "globalThis.log = [];
            setCurrent({ id: 'a' });
            Promise.resolve().then(() => log.push(current().id));
            queue(() => log.push(current().id));
            (async () => { await null; await null; log.push('await ' + current().id) })();
            setCurrent({ id: 'b' });
            Promise.resolve().then(() => log.push(current().id));
            queue(() => log.push(current().id));
            setCurrent(undefined);
            Promise.resolve().then(() => log.push(current())); queue(() => log.push(current())); 0";
        assert_eq!(text(scope, source), "0");
        scope.collect_garbage();
        drain(scope);
        assert_eq!(text(scope, "log.join()"), "a,a,b,b,,,await a");
        assert!(scope.async_context().is_undefined());
    });
}

/// The engine has no place for the contexts of such jobs: they must not get mixed up.
fn contexts_of_jobs_queued_at_once() {
    context().enter(|scope| {
        let global = scope.global();
        global
            .define_function(scope, "current", 0, current)
            .unwrap();
        global
            .define_function(scope, "setCurrent", 1, set_current)
            .unwrap();
        let source = "globalThis.log = [];
            const done = Promise.resolve(); let settle;
            const later = new Promise((resolve) => { settle = resolve; });
            const note = () => log.push(current()?.id);
            setCurrent({ id: 'a' }); later.then(note);
            setCurrent({ id: 'b' }); done.then(note);
            // These ask for a context, too, but queue nothing.
            new FinalizationRegistry(() => {}); new FinalizationRegistry(() => {});
            setCurrent(undefined); done.then(note); later.then(note);
            setCurrent({ id: 'c' }); new FinalizationRegistry(() => {});
            setCurrent({ id: 'd' }); done.then(() => { note(); done.then(note); });
            Promise.resolve({ then(f) { note(); f(); } }).then(note);
            setCurrent({ id: 'e' }); settle(); done.then(note).then(note);
            setCurrent(undefined); 0";
        text(scope, source);
        scope.collect_garbage();
        drain(scope);
        assert_eq!(text(scope, "log.join()"), "b,,d,d,a,,e,d,d,e");
    });
}

thread_local!(static SEEN: RefCell<Vec<Rejection>> = RefCell::default());

fn rejections_are_tracked() {
    context().enter(|scope| {
        scope.track_rejections(|_, promise, rejection| {
            assert!(promise.is_promise());
            SEEN.with(|seen| seen.borrow_mut().push(rejection));
        });
        text(scope, "globalThis.p = Promise.reject(1); 0");
        text(
            scope,
            "p.catch(() => {}); Promise.resolve(Promise.reject(2)).catch(() => {}); 0",
        );
        drain(scope);
        let seen = SEEN.with(|seen| seen.borrow().clone());
        assert_eq!(
            seen,
            [
                Rejection::Unhandled,
                Rejection::HandledLate,
                Rejection::Unhandled,
                Rejection::HandledLate
            ]
        );
    });
}

fn awaits_keep_the_order() {
    context().enter(|scope| {
        let source = "globalThis.log = [];
            async function f() { log.push('f1'); await null; log.push('f2'); await 1; log.push('f3') }
            Promise.resolve().then(() => { f(); log.push('after') }).then(() => log.push('then')); 0";
        text(scope, source);
        drain(scope);
        assert_eq!(text(scope, "log.join()"), "f1,after,f2,then,f3");
    });
}

fn note<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let global = scope.global();
    let value = args.get(scope, 0);
    global.set_property(scope, "noted", value)
}

fn reactions() {
    context().enter(|scope| {
        let promise = scope.promise().unwrap();
        let function = scope.function("note", 1, note).unwrap();
        promise.react(scope, function, function).unwrap();
        let value = scope.string("settled").unwrap();
        promise.resolve(scope, value).unwrap();
        drain(scope);
        assert_eq!(text(scope, "noted"), "settled");
    });
}
