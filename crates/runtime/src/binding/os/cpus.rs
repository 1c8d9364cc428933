//! `cpus()`: the processors, their speed and what they spent their time on.

use std::fs::read_to_string;

use rondo_engine::{Args, JsResult, Local, Scope};

use super::{set_number, set_text};

/// `cpus()`: `[{ model, speed, times: { user, nice, sys, idle, irq } }, ...]`; speed in MHz, times in
/// milliseconds.
pub(super) fn cpus<'s>(scope: &mut Scope<'s>, _: Args<'s>) -> JsResult<Local<'s>> {
    let info = read_to_string("/proc/cpuinfo").unwrap_or_default();
    let stat = read_to_string("/proc/stat").unwrap_or_default();
    let millis_per_tick = 1000.0 / rustix::param::clock_ticks_per_second() as f64;
    let mut list = Vec::new();
    for (number, ticks) in stat.lines().filter_map(times) {
        let cpu = scope.object()?;
        set_text(
            scope,
            cpu,
            "model",
            field(&info, number, "model name").unwrap_or("unknown"),
        )?;
        set_number(scope, cpu, "speed", speed(number))?;
        let times = scope.object()?;
        // The system's order is user, nice, sys, idle, iowait, irq.
        for (name, place) in [
            ("user", 0),
            ("nice", 1),
            ("sys", 2),
            ("idle", 3),
            ("irq", 5),
        ] {
            let ticks = ticks.get(place).copied().unwrap_or(0.0);
            set_number(scope, times, name, ticks * millis_per_tick)?;
        }
        cpu.set_property(scope, "times", times)?;
        list.push(cpu);
    }
    scope.array(&list)
}

/// A line such as `cpu3 1 2 3 ...`: the processor's number and its ticks.
fn times(line: &str) -> Option<(usize, Vec<f64>)> {
    let (number, ticks) = line.strip_prefix("cpu")?.split_once(' ')?;
    let ticks = ticks
        .split_whitespace()
        .filter_map(|ticks| ticks.parse().ok())
        .collect();
    Some((number.parse().ok()?, ticks))
}

/// A field of the paragraph that is about a processor.
fn field<'a>(info: &'a str, number: usize, name: &str) -> Option<&'a str> {
    let mut is_about_it = false;
    for line in info.lines() {
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        match key.trim() {
            "processor" => is_about_it = value.trim().parse() == Ok(number),
            key if is_about_it && key == name => return Some(value.trim()),
            _ => {}
        }
    }
    None
}

/// In MHz, rounded down; 0 if the system does not say.
fn speed(number: usize) -> f64 {
    let file = format!("/sys/devices/system/cpu/cpu{number}/cpufreq/scaling_cur_freq");
    let kilohertz = read_to_string(file)
        .ok()
        .and_then(|text| text.trim().parse::<f64>().ok());
    (kilohertz.unwrap_or(0.0) / 1000.0).floor()
}
