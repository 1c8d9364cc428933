//! `binding('os')`: what the operating system tells of itself.

mod cpus;
mod interfaces;

use nix::unistd::{Uid, User};
use rondo_engine::{Args, JsResult, Local, Scope};
use rustix::io::Errno;
use rustix::process::Pid;

use super::define;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define(scope, object, "uname", uname)?;
    define(scope, object, "hostname", hostname)?;
    define(scope, object, "homedir", homedir)?;
    define(scope, object, "userInfo", user_info)?;
    define(scope, object, "uptime", uptime)?;
    define(scope, object, "loadavg", loadavg)?;
    define(scope, object, "freemem", freemem)?;
    define(scope, object, "totalmem", totalmem)?;
    define(scope, object, "availableParallelism", available_parallelism)?;
    define(scope, object, "getPriority", get_priority)?;
    define(scope, object, "setPriority", set_priority)?;
    define(scope, object, "cpus", cpus::cpus)?;
    define(
        scope,
        object,
        "networkInterfaces",
        interfaces::network_interfaces,
    )
}

fn set_text(scope: &mut Scope<'_>, object: Local<'_>, name: &str, text: &str) -> JsResult<()> {
    let text = scope.string(text)?;
    object.set_property(scope, name, text)
}

fn set_number(scope: &mut Scope<'_>, object: Local<'_>, name: &str, number: f64) -> JsResult<()> {
    let number = scope.number(number);
    object.set_property(scope, name, number)
}

/// `uname()`: `{ sysname, release, version, machine }`
fn uname<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let names = rustix::system::uname();
    let object = scope.object()?;
    set_text(scope, object, "sysname", &names.sysname().to_string_lossy())?;
    set_text(scope, object, "release", &names.release().to_string_lossy())?;
    set_text(scope, object, "version", &names.version().to_string_lossy())?;
    set_text(scope, object, "machine", &names.machine().to_string_lossy())?;
    Ok(object)
}

/// `hostname()`
fn hostname<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let names = rustix::system::uname();
    scope.string(&names.nodename().to_string_lossy())
}

/// The user whose rights the process has, or a negative error number.
fn user() -> Result<User, i32> {
    match User::from_uid(Uid::effective()) {
        Ok(Some(user)) => Ok(user),
        Ok(None) => Err(-Errno::NOENT.raw_os_error()),
        Err(error) => Err(-(error as i32)),
    }
}

/// `homedir()`: the user's home folder as the system knows it, or a negative error number.
fn homedir<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    match user() {
        Ok(user) => scope.string(&user.dir.to_string_lossy()),
        Err(errno) => Ok(scope.number(f64::from(errno))),
    }
}

/// `userInfo()`: `{ uid, gid, username, homedir, shell }`, or a negative error number.
fn user_info<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let user = match user() {
        Ok(user) => user,
        Err(errno) => return Ok(scope.number(f64::from(errno))),
    };
    let object = scope.object()?;
    set_number(scope, object, "uid", f64::from(user.uid.as_raw()))?;
    set_number(scope, object, "gid", f64::from(user.gid.as_raw()))?;
    set_text(scope, object, "username", &user.name)?;
    set_text(scope, object, "homedir", &user.dir.to_string_lossy())?;
    set_text(scope, object, "shell", &user.shell.to_string_lossy())?;
    Ok(object)
}

/// The numbers that a file of the system's begins with.
fn numbers(file: &str) -> impl Iterator<Item = f64> {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let numbers: Vec<f64> = text
        .split_whitespace()
        .map_while(|word| word.parse().ok())
        .collect();
    numbers.into_iter()
}

/// `uptime()`: seconds since the system started.
fn uptime<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(numbers("/proc/uptime").next().unwrap_or(0.0))
}

/// `loadavg()`: of one, five and fifteen minutes.
fn loadavg<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let mut found = numbers("/proc/loadavg");
    let list = [(); 3].map(|()| scope.number(found.next().unwrap_or(0.0)));
    scope.array(&list)
}

/// A line of /proc/meminfo, in bytes.
fn memory(name: &str) -> f64 {
    let text = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
    let kilobytes: f64 = line
        .and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0.0);
    kilobytes * 1024.0
}

/// `freemem()`: bytes that programs could still have.
fn freemem<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(memory("MemAvailable"))
}

/// `totalmem()`
fn totalmem<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(memory("MemTotal"))
}

/// `availableParallelism()`
fn available_parallelism<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<usize> {
    Ok(std::thread::available_parallelism().map_or(1, usize::from))
}

/// The process of a number; 0 is this one.
fn process(pid: i32) -> Result<Option<Pid>, Errno> {
    if pid < 0 {
        Err(Errno::SRCH)
    } else {
        Ok(Pid::from_raw(pid))
    }
}

/// `getPriority(pid)`: `{ priority }`, or `{ errno }` with a negative error number.
fn get_priority<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let pid = process(args.get(scope, 0).as_i32().unwrap_or(0));
    let result = scope.object()?;
    match pid.and_then(rustix::process::getpriority_process) {
        Ok(priority) => set_number(scope, result, "priority", f64::from(priority))?,
        Err(errno) => set_number(scope, result, "errno", -f64::from(errno.raw_os_error()))?,
    }
    Ok(result)
}

/// `setPriority(pid, priority)`: 0 or a negative error number.
fn set_priority<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let pid = process(args.get(scope, 0).as_i32().unwrap_or(0));
    let priority = args.get(scope, 1).as_i32().unwrap_or(0);
    Ok(
        match pid.and_then(|pid| rustix::process::setpriority_process(pid, priority)) {
            Ok(()) => 0,
            Err(errno) => -errno.raw_os_error(),
        },
    )
}
