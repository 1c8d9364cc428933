//! Runtimes that end without the process: many on threads, by `process.exit`, from outside, with a full heap.
//! One test after the other, as they look at the memory of the process.

use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};
use rondo_runtime::options::{GivenOption, Place};
use rondo_runtime::{OwnedRuntime, Program, Role, Runtime, Settings};

fn main() {
    rondo_runtime::prepare_process();
    let tests: [(&str, fn()); 6] = [
        ("two_hundred_runtimes_leave_nothing", leave_nothing),
        ("three_hundred_workers_leave_nothing", workers_leave_nothing),
        ("exit_gives_its_code", exit_gives_its_code),
        ("an_endless_loop_is_terminated", || terminate("for (;;) {}")),
        ("a_sleeping_loop_is_terminated", || {
            terminate("setTimeout(() => {}, 1e6); process.on('exit', () => process.abort())")
        }),
        ("a_full_heap_ends_its_runtime", full_heap),
    ];
    let trials = tests.map(|(name, test)| {
        Trial::test(name, move || {
            let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(test);
            thread.unwrap().join().map_err(|_| "it panicked".into())
        })
    });
    let arguments = Arguments {
        test_threads: Some(1),
        ..Arguments::from_args()
    };
    libtest_mimic::run(&arguments, trials.into()).exit()
}

fn start(script: &str, options: Vec<GivenOption>) -> OwnedRuntime {
    Runtime::start(Settings {
        program: Program::Eval(script.into()),
        arguments: Vec::new(),
        exec_arguments: Vec::new(),
        options,
        argv0: "rondo".into(),
        variables: Vec::new(),
        role: Role::Worker,
    })
    .unwrap()
}

fn resident_bytes() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap();
    let pages: usize = text.split(' ').nth(1).unwrap().parse().unwrap();
    pages * rustix::param::page_size()
}

/// Timers, files, promises, and things that are still open at the end.
const SMALL_SCRIPT: &str = "
    const fs = require('fs');
    const { AsyncLocalStorage } = require('async_hooks');
    new AsyncLocalStorage().run({}, () => setTimeout(() => {
        fs.readFile('Cargo.toml', async (error, data) => {
            if (error) process.exit(3);
            await fs.promises.stat('.');
            setImmediate(() => { setInterval(() => {}, 1000); process.exit(data.length > 100 ? 42 : 4); });
            fs.readFile('Cargo.toml', () => process.exit(5));
        });
    }, 1));
";

fn make_and_drop(count: usize) {
    for _ in 0..count {
        let work = || assert_eq!(start(SMALL_SCRIPT, Vec::new()).run(), 42);
        std::thread::spawn(work).join().unwrap();
    }
}

fn leave_nothing() {
    make_and_drop(40);
    let before = resident_bytes();
    make_and_drop(160);
    let grown = resident_bytes().saturating_sub(before);
    println!("{} KiB after 160 runtimes", grown / 1024);
    assert!(grown < 16 << 20, "{grown} bytes are left of 160 runtimes");
}

/// Workers one after the other, four at a time: some end by themselves, some amid something, some are terminated.
const WORKERS: &str = "
    const { Worker } = require('worker_threads');
    let left = COUNT;
    const scripts = [
        `require('worker_threads').parentPort.postMessage({ list: new Array(100).fill('text') })`,
        `require('worker_threads').parentPort.on('message', () => process.exit())`,
        `setInterval(() => {}, 1000); require('fs').readFile('Cargo.toml', () => process.exit())`,
        `for (;;) {}`,
    ];
    function next() {
        if (left === 0) return;
        left--;
        const worker = new Worker(scripts[left % 4], { eval: true, workerData: { bytes: new Uint8Array(1000) } });
        const isBusy = left % 4 === 3;
        worker.postMessage('go');
        if (isBusy) worker.on('online', () => worker.terminate());
        worker.on('error', () => process.exit(3));
        worker.on('exit', (code) => {
            if (code !== (isBusy ? 1 : 0)) process.exit(4);
            next();
        });
    }
    for (let i = 0; i < 4; i++) next();
";

fn workers_leave_nothing() {
    let run = |count: &str| {
        let script = WORKERS.replace("COUNT", count);
        let work = move || assert_eq!(start(&script, Vec::new()).run(), 0);
        std::thread::Builder::new()
            .stack_size(8 << 20)
            .spawn(work)
            .unwrap()
            .join()
            .unwrap();
    };
    run("60");
    let before = resident_bytes();
    run("240");
    let grown = resident_bytes().saturating_sub(before);
    println!("{} KiB after 240 workers", grown / 1024);
    assert!(grown < 24 << 20, "{grown} bytes are left of 240 workers");
}

fn exit_gives_its_code() {
    for (script, code) in [
        ("", 0),
        ("process.exitCode = 7", 7),
        ("try { process.exit(3) } finally { process.exit(4) }", 3),
        (
            "process.nextTick(() => process.exit(5)); process.nextTick(() => process.exit(6))",
            5,
        ),
        (
            "Promise.resolve().then(() => process.exit(5)); queueMicrotask(() => process.exit(6))",
            5,
        ),
        (
            "setTimeout(() => process.exit(5), 1); setTimeout(() => process.exit(6), 1)",
            5,
        ),
        (
            "setImmediate(() => process.exit(5)); setImmediate(() => process.exit(6))",
            5,
        ),
        ("process.on('exit', () => process.exit(8))", 8),
        (
            "process.on('uncaughtException', () => process.exit(9)); throw 1",
            9,
        ),
    ] {
        assert_eq!(start(script, Vec::new()).run(), code, "{script}");
    }
}

fn terminate(script: &str) {
    let runtime = start(script, Vec::new());
    let terminator = runtime.terminator();
    let started = Instant::now();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        terminator.terminate();
        terminator
    });
    assert_eq!(runtime.run(), 1);
    assert!(started.elapsed() < Duration::from_secs(10));
    drop(runtime);
    other.join().unwrap().terminate();
}

fn full_heap() {
    let option = rondo_runtime::options::read("--max-old-space-size=64", Place::Line, || None);
    let script = "const all = []; for (;;) try { for (;;) all.push({ all: [all] }) } catch {}";
    let runtime = start(script, vec![option.ok().unwrap()]);
    assert_eq!(runtime.run(), 1);
    assert!(runtime.heap_was_exhausted());
}
