//! `binding('process')`: facts about the process, and how it ends.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::seam;
use rondo_loop::system::{self, ResourceUsage};

use super::define;
use super::permission::{Wording, check_path};
use crate::asked::define_asking;
use crate::chance;
use crate::options::{self, OptionValue};
use crate::permission::Permission;
use crate::runtime::{Program, runtime};
use crate::trace_events;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "program", program)?;
    define(scope, object, "argv0", argv0)?;
    define(scope, object, "arguments", arguments)?;
    define(scope, object, "execArguments", exec_arguments)?;
    define(scope, object, "hasOptions", has_options)?;
    define(scope, object, "isTraced", is_traced)?;
    define(scope, object, "options", given_options)?;
    define(scope, object, "environmentFlags", environment_flags)?;
    define(scope, object, "collectGarbage", collect_garbage)?;
    define_asking(scope, object, "execPath", exec_path)?;
    define_asking(scope, object, "cwd", cwd)?;
    define_asking(scope, object, "chdir", chdir)?;
    define_asking(scope, object, "pid", pid)?;
    define_asking(scope, object, "ppid", ppid)?;
    define(scope, object, "hrtime", hrtime)?;
    define_asking(scope, object, "uptime", uptime)?;
    define(scope, object, "timeOrigin", time_origin)?;
    define(scope, object, "reallyExit", really_exit)?;
    define(scope, object, "setExitCode", set_exit_code)?;
    define(scope, object, "abort", abort)?;
    define(scope, object, "arch", arch)?;
    define(scope, object, "versions", versions)?;
    super::process_title::build(scope, object)?;
    define_asking(scope, object, "umask", umask)?;
    define(scope, object, "hrtimeBigint", hrtime_bigint)?;
    define_asking(scope, object, "memoryUsage", memory_usage)?;
    define_asking(scope, object, "cpuUsage", cpu_usage)?;
    define_asking(scope, object, "threadCpuUsage", thread_cpu_usage)?;
    define_asking(scope, object, "resourceUsage", resource_usage)?;
    define_asking(scope, object, "constrainedMemory", constrained_memory)?;
    define_asking(scope, object, "availableMemory", available_memory)?;
    define_asking(scope, object, "groups", groups)?;
    define_asking(scope, object, "ids", ids)?;
    define(scope, object, "kill", kill)?;
    define(
        scope,
        object,
        "markBootstrapComplete",
        mark_bootstrap_complete,
    )?;
    define(scope, object, "forbidCodeFromText", forbid_code_from_text)?;
    define(scope, object, "forceStrictCode", force_strict_code)?;
    define_asking(scope, object, "milestones", milestones)?;
    define_asking(scope, object, "loopMetrics", loop_metrics)?;
    define(scope, object, "activeRequests", active_requests)?;
    super::env::build(scope, object)
}

/// `forbidCodeFromText()`: from now on `eval` and `Function` throw.
fn forbid_code_from_text<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    scope.forbid_code_from_text();
    Ok(())
}

/// `forceStrictCode()`: what is compiled from now on is strict, whatever it says.
fn force_strict_code<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    scope.force_strict_code();
    Ok(())
}

/// `activeRequests()`: how many requests the loop has in work.
fn active_requests<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(runtime(scope).event_loop.active_requests() as f64)
}

/// `markBootstrapComplete()`: the program comes next.
fn mark_bootstrap_complete<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    let owner = runtime(scope);
    let now = Instant::now();
    owner.milestones.bootstrap_complete.set(Some(now));
    owner.trace_milestone("bootstrapComplete", now);
    Ok(())
}

/// `milestones()`: `[nodeStart, v8Start, environment, loopStart, loopExit, bootstrapComplete]`, in
/// milliseconds since the start; -1 for what has not come yet.
fn milestones<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let owner = runtime(scope);
    let reached = &owner.milestones;
    let times = [
        Some(reached.runtime_start),
        Some(reached.engine_start),
        Some(reached.environment),
        reached.loop_start.get(),
        reached.loop_exit.get(),
        reached.bootstrap_complete.get(),
    ];
    let numbers = times.map(|time| {
        let since = time.map(|time| time.duration_since(owner.started).as_secs_f64() * 1e3);
        scope.number(since.unwrap_or(-1.0))
    });
    scope.array(&numbers)
}

/// `loopMetrics()`: `[turns, events, events that waited, milliseconds asleep]`
fn loop_metrics<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let metrics = runtime(scope).event_loop.metrics();
    let numbers = [
        metrics.turns as f64,
        metrics.events as f64,
        metrics.events_waiting as f64,
        metrics.idle_nanos as f64 / 1e6,
    ]
    .map(|number| scope.number(number));
    scope.array(&numbers)
}

/// `program()`: `[kind, text]` of what is to be run.
fn program<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let (kind, text) = match &runtime(scope).settings.program {
        Program::File(path) => ("file", path.as_str()),
        Program::Eval(source) => ("eval", source.as_str()),
        Program::Print(source) => ("print", source.as_str()),
        Program::Stdin => ("stdin", ""),
        Program::PrintStdin => ("printStdin", ""),
        Program::Tests => ("tests", ""),
        Program::Worker(file) => ("worker", file.as_str()),
    };
    let kind = scope.string(kind)?;
    let text = scope.string(text)?;
    scope.array(&[kind, text])
}

/// `argv0()`: the program's name as it was called.
fn argv0<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let name = &runtime(scope).settings.argv0;
    scope.string(name)
}

pub(super) fn strings<'s>(scope: &mut Scope<'s>, texts: &[String]) -> JsResult<Local<'s>> {
    let mut list = Vec::with_capacity(texts.len());
    for text in texts {
        list.push(scope.string(text)?);
    }
    scope.array(&list)
}

/// `arguments()`: those after the script's name.
fn arguments<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let list = &runtime(scope).settings.arguments;
    strings(scope, list)
}

/// `execArguments()`: the options before the script's name.
fn exec_arguments<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let list = &runtime(scope).settings.exec_arguments;
    strings(scope, &options::without_recording(list))
}

/// `isTraced()`: whether any category of trace events is on.
fn is_traced<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<bool> {
    Ok(trace_events::is_on())
}

/// `hasOptions()`: whether any option was given.
fn has_options<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<bool> {
    Ok(!runtime(scope).settings.options.is_empty())
}

/// `options()`: a name, then its value, of each option that was given. Values are texts or booleans.
fn given_options<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let mut list = Vec::new();
    for option in &runtime(scope).settings.options {
        list.push(scope.string(option.name)?);
        list.push(match &option.value {
            OptionValue::Flag(is_on) => scope.boolean(*is_on),
            OptionValue::Text(text) => scope.string(text)?,
        });
    }
    scope.array(&list)
}

/// `environmentFlags()`: the options that `NODE_OPTIONS` may have.
fn environment_flags<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    strings(scope, &options::environment_flags())
}

/// `collectGarbage()`, for `--expose-gc`
fn collect_garbage<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    scope.collect_garbage();
    Ok(())
}

/// `execPath()`: where the program itself is.
fn exec_path<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let path = std::env::current_exe().unwrap_or_default();
    let path = as_node(&path, &runtime(scope).settings.argv0).unwrap_or(path);
    scope.string(&path.to_string_lossy())
}

/// The link by which the program was run, if that is called `node`: programs look at the name.
fn as_node(program: &Path, argv0: &str) -> Option<PathBuf> {
    if Path::new(argv0).file_name()? != "node" {
        return None;
    }
    let beside = program.with_file_name("node");
    let named = std::path::absolute(argv0)
        .ok()
        .filter(|_| argv0.contains('/'));
    let is_this = |link: &PathBuf| std::fs::canonicalize(link).is_ok_and(|real| real == program);
    named.into_iter().chain([beside]).find(is_this)
}

/// `cwd()`: the working folder, or a negative error number.
fn cwd<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    match std::env::current_dir() {
        Ok(folder) => scope.string(&folder.to_string_lossy()),
        Err(error) => Ok(scope.number(-f64::from(error.raw_os_error().unwrap_or(1)))),
    }
}

/// `chdir(folder)`: 0 or a negative error number.
fn chdir<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let folder = args.get(scope, 0).as_string(scope)?.unwrap_or_default();
    let read = Permission::FileSystemRead;
    check_path(scope, read, Path::new(&folder), Wording::Option)?;
    Ok(match std::env::set_current_dir(folder) {
        Ok(()) => 0,
        Err(error) => -error.raw_os_error().unwrap_or(1),
    })
}

fn pid<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<u32> {
    Ok(match runtime(scope).chance {
        Some(_) => chance::PID,
        None => std::process::id(),
    })
}

fn ppid<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<u32> {
    Ok(std::os::unix::process::parent_id())
}

/// `hrtime()`: nanoseconds of a clock that never goes back, as a number (exact up to 104 days).
fn hrtime<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(runtime(scope).event_loop.hrtime() as f64)
}

/// `uptime()`: seconds since the start.
fn uptime<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    let owner = runtime(scope);
    Ok(match owner.chance {
        Some(_) => owner.event_loop.hrtime() as f64 / 1e9,
        None => owner.started.elapsed().as_secs_f64(),
    })
}

/// `timeOrigin(time)`: the time that the first thread of the process gave.
fn time_origin<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    static FIRST: OnceLock<f64> = OnceLock::new();
    let time = args.get(scope, 0).as_number().unwrap_or(0.0);
    Ok(*FIRST.get_or_init(|| time))
}

/// `reallyExit(code)`: ends the script; handlers have run.
fn really_exit<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let code = args.get(scope, 0).as_i32().unwrap_or(0);
    runtime(scope).end(code);
    Err(scope.terminate())
}

/// `abort()`
fn abort<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<()> {
    abort_process()
}

/// Ends the process with SIGABRT.
pub(crate) fn abort_process() -> ! {
    rondo_loop::seam::ending();
    // The engine catches what `abort()` of the C library raises; a plain signal it does not.
    let _ =
        rustix::process::kill_process(rustix::process::getpid(), rustix::process::Signal::ABORT);
    rondo_engine::exit_now(134)
}

/// Ends the process by a signal.
fn raise(signal: i32) {
    if let Some(signal) = rustix::process::Signal::from_named_raw(signal) {
        let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
    }
}

/// `setExitCode(code)`: what the process will end with.
fn set_exit_code<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let code = args.get(scope, 0).as_i32().unwrap_or(0);
    runtime(scope).exit_code.set(Some(code));
    Ok(())
}

/// `arch()`: Node's name of the processor.
fn arch<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    scope.string(match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    })
}

/// `versions()`: of the parts that are ours.
fn versions<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let object = scope.object()?;
    let openssl = rondo_crypto::version();
    for (name, version) in [
        ("rondo", env!("CARGO_PKG_VERSION")),
        ("spidermonkey", "153.6.0"),
        ("openssl", &openssl),
    ] {
        let version = scope.string(version)?;
        object.set_property(scope, name, version)?;
    }
    Ok(object)
}

/// `umask(mask?)`: sets the mask if there is one, and gives the one before.
fn umask<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<u32> {
    use rustix::fs::Mode;
    use rustix::process::umask;
    if let Some(mask) = args.get(scope, 0).as_u32() {
        return Ok(umask(Mode::from_bits_truncate(mask & 0o777)).bits());
    }
    // The system cannot be asked without setting it.
    let mask = umask(Mode::empty());
    umask(mask);
    Ok(mask.bits())
}

/// `hrtimeBigint()`: nanoseconds, exactly.
fn hrtime_bigint<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let now = runtime(scope).event_loop.hrtime();
    scope.bigint_u64(now)
}

/// `memoryUsage()`: `[rss, heapTotal, heapUsed, external, arrayBuffers]` in bytes.
fn memory_usage<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let heap = scope.heap_statistics();
    let numbers = [
        system::resident_memory().unwrap_or(0) as f64,
        heap.total as f64,
        heap.used as f64,
        heap.outside as f64,
        // The engine does not tell buffers from the rest.
        heap.outside as f64,
    ];
    scope.float64_array(&numbers)
}

/// `cpuUsage()`: `[user, system]` in microseconds.
fn cpu_usage<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    processor_time(scope, system::resource_usage())
}

/// `threadCpuUsage()`: the same of the thread alone.
fn thread_cpu_usage<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    processor_time(scope, system::thread_resource_usage())
}

fn processor_time<'s>(scope: &mut Scope<'s>, usage: ResourceUsage) -> JsResult<Local<'s>> {
    let times = [usage.user_time, usage.system_time];
    scope.float64_array(&times.map(|time| time.as_micros() as f64))
}

/// `resourceUsage()`: `[user, system, max_rss, minor and major faults, blocks in and out, voluntary and
/// involuntary switches]`, times in microseconds.
fn resource_usage<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let usage = system::resource_usage();
    let counts = [
        usage.max_rss,
        usage.minor_faults,
        usage.major_faults,
        usage.blocks_in,
        usage.blocks_out,
        usage.voluntary_switches,
        usage.involuntary_switches,
    ];
    let times = [usage.user_time, usage.system_time].map(|time| time.as_micros() as f64);
    let numbers: Vec<f64> = times
        .into_iter()
        .chain(counts.map(|count| count as f64))
        .collect();
    scope.float64_array(&numbers)
}

/// `constrainedMemory()`: bytes; the largest number there is if there is no limit.
fn constrained_memory<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(system::constrained_memory().unwrap_or(u64::MAX) as f64)
}

/// `availableMemory()`: bytes.
fn available_memory<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(system::available_memory() as f64)
}

/// `groups()`: the numbers of the user's further groups.
fn groups<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let groups = rustix::process::getgroups().unwrap_or_default();
    let numbers: Vec<f64> = groups.iter().map(|gid| f64::from(gid.as_raw())).collect();
    scope.float64_array(&numbers)
}

/// `ids()`: `[uid, euid, gid, egid]`
fn ids<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    use rustix::process::{getegid, geteuid, getgid, getuid};
    let numbers = [
        getuid().as_raw() as f64,
        geteuid().as_raw() as f64,
        getgid().as_raw() as f64,
        getegid().as_raw() as f64,
    ];
    scope.float64_array(&numbers)
}

/// `kill(pid, signal)`: 0 or a negative error number.
fn kill<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let pid = args.get(scope, 0).as_i32().unwrap_or(0);
    let signal = args.get(scope, 1).as_i32().unwrap_or(0);
    // A number that only scripts are told stands for this process.
    let pid = match runtime(scope).chance {
        Some(_) if pid == chance::PID as i32 => std::process::id() as i32,
        _ => pid,
    };
    if seam::is_in_use() {
        let own = seam::ask("process.self", || pid == std::process::id() as i32);
        match (own, seam::is_at_end()) {
            // It did not live to tell.
            (true, true) => raise(signal),
            // The same may be true of this one.
            (true, false) if seam::is_recorded() => seam::ending(),
            _ => {}
        }
    }
    Ok(match rondo_loop::process::kill(pid, signal) {
        Ok(()) => 0,
        Err(error) => -error.raw_os_error().unwrap_or(0),
    })
}
