//! `binding('os')`: what the operating system tells of itself.

use std::io;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_loop::system;

use crate::asked::define_asking;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    define_asking(scope, object, "uname", uname)?;
    define_asking(scope, object, "hostname", hostname)?;
    define_asking(scope, object, "homedir", homedir)?;
    define_asking(scope, object, "userInfo", user_info)?;
    define_asking(scope, object, "uptime", uptime)?;
    define_asking(scope, object, "loadavg", loadavg)?;
    define_asking(scope, object, "freemem", freemem)?;
    define_asking(scope, object, "totalmem", totalmem)?;
    define_asking(scope, object, "availableParallelism", available_parallelism)?;
    define_asking(scope, object, "getPriority", get_priority)?;
    define_asking(scope, object, "setPriority", set_priority)?;
    define_asking(scope, object, "cpus", cpus)?;
    define_asking(scope, object, "networkInterfaces", network_interfaces)
}

fn set_text(scope: &mut Scope<'_>, object: Local<'_>, name: &str, text: &str) -> JsResult<()> {
    let text = scope.string(text)?;
    object.set_property(scope, name, text)
}

fn set_number(scope: &mut Scope<'_>, object: Local<'_>, name: &str, number: f64) -> JsResult<()> {
    let number = scope.number(number);
    object.set_property(scope, name, number)
}

/// The number of an error, negative.
fn code(error: &io::Error) -> i32 {
    -error.raw_os_error().unwrap_or(5)
}

fn failed<'s>(scope: &mut Scope<'s>, error: &io::Error) -> JsResult<Local<'s>> {
    Ok(scope.number(f64::from(code(error))))
}

/// `uname()`: `{ sysname, release, version, machine }`
fn uname<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let names = system::uname();
    let object = scope.object()?;
    set_text(scope, object, "sysname", &names.sysname)?;
    set_text(scope, object, "release", &names.release)?;
    set_text(scope, object, "version", &names.version)?;
    set_text(scope, object, "machine", &names.machine)?;
    Ok(object)
}

/// `hostname()`
fn hostname<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    scope.string(&system::hostname())
}

/// `homedir()`: the user's home folder as the system knows it, or a negative error number.
fn homedir<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    match system::current_user() {
        Ok(user) => scope.string(&user.home.to_string_lossy()),
        Err(error) => failed(scope, &error),
    }
}

/// `userInfo()`: `{ uid, gid, username, homedir, shell }`, or a negative error number.
fn user_info<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let user = match system::current_user() {
        Ok(user) => user,
        Err(error) => return failed(scope, &error),
    };
    let object = scope.object()?;
    set_number(scope, object, "uid", f64::from(user.uid))?;
    set_number(scope, object, "gid", f64::from(user.gid))?;
    set_text(scope, object, "username", &user.name.to_string_lossy())?;
    set_text(scope, object, "homedir", &user.home.to_string_lossy())?;
    set_text(scope, object, "shell", &user.shell.to_string_lossy())?;
    Ok(object)
}

/// `uptime()`: seconds since the system started.
fn uptime<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(system::uptime())
}

/// `loadavg()`: of one, five and fifteen minutes.
fn loadavg<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let list = system::load_average().map(|load| scope.number(load));
    scope.array(&list)
}

/// `freemem()`: bytes that programs could still have.
fn freemem<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(system::free_memory() as f64)
}

/// `totalmem()`
fn totalmem<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<f64> {
    Ok(system::total_memory() as f64)
}

/// `availableParallelism()`
fn available_parallelism<'s>(_: &mut Scope<'s>, _: Args<'s>) -> JsResult<usize> {
    Ok(system::available_parallelism())
}

/// `getPriority(pid)`: `{ priority }`, or `{ errno }` with a negative error number.
fn get_priority<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let pid = args.get(scope, 0).as_i32().unwrap_or(0);
    let result = scope.object()?;
    match system::priority(pid) {
        Ok(priority) => set_number(scope, result, "priority", f64::from(priority))?,
        Err(error) => set_number(scope, result, "errno", f64::from(code(&error)))?,
    }
    Ok(result)
}

/// `setPriority(pid, priority)`: 0 or a negative error number.
fn set_priority<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    let pid = args.get(scope, 0).as_i32().unwrap_or(0);
    let priority = args.get(scope, 1).as_i32().unwrap_or(0);
    Ok(system::set_priority(pid, priority).map_or_else(|error| code(&error), |()| 0))
}

/// `cpus()`: `[{ model, speed, times: { user, nice, sys, idle, irq } }, ...]`; speed in MHz, times in
/// milliseconds.
fn cpus<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let mut list = Vec::new();
    for cpu in system::cpus().unwrap_or_default() {
        let object = scope.object()?;
        set_text(scope, object, "model", &cpu.model)?;
        set_number(scope, object, "speed", cpu.speed as f64)?;
        let times = scope.object()?;
        for (name, millis) in [
            ("user", cpu.times.user),
            ("nice", cpu.times.nice),
            ("sys", cpu.times.sys),
            ("idle", cpu.times.idle),
            ("irq", cpu.times.irq),
        ] {
            set_number(scope, times, name, millis as f64)?;
        }
        object.set_property(scope, "times", times)?;
        list.push(object);
    }
    scope.array(&list)
}

/// `networkInterfaces()`: `[{ name, address, netmask, family, mac, internal, scopeid }, ...]`, or a
/// negative error number.
fn network_interfaces<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let all = match system::interface_addresses() {
        Ok(all) => all,
        Err(error) => return failed(scope, &error),
    };
    let mut list = Vec::new();
    for entry in all {
        let object = scope.object()?;
        let family = if entry.ip.is_ipv6() { "IPv6" } else { "IPv4" };
        let mac = entry.mac.map(|byte| format!("{byte:02x}")).join(":");
        set_text(scope, object, "name", &entry.name)?;
        set_text(scope, object, "address", &entry.ip.to_string())?;
        set_text(scope, object, "netmask", &entry.netmask.to_string())?;
        set_text(scope, object, "family", family)?;
        set_text(scope, object, "mac", &mac)?;
        let internal = scope.boolean(entry.is_internal);
        object.set_property(scope, "internal", internal)?;
        set_number(scope, object, "scopeid", f64::from(entry.scope_id))?;
        list.push(object);
    }
    scope.array(&list)
}
