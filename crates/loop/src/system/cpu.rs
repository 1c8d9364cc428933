//! The processors, and how busy they are.

use std::collections::HashMap;
use std::fs::read_to_string;
use std::io;
use std::thread;

/// What a processor spent its time on since the system was started, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CpuTimes {
    /// On programs.
    pub user: u64,
    /// On programs of low priority.
    pub nice: u64,
    /// On the system itself.
    pub sys: u64,
    /// On nothing.
    pub idle: u64,
    /// On interrupts.
    pub irq: u64,
}

/// A processor.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cpu {
    /// Its name, `unknown` if the system does not say.
    pub model: String,
    /// Its present speed in MHz, 0 if the system does not say.
    pub speed: u64,
    /// What it spent its time on.
    pub times: CpuTimes,
}

/// The system counts times in hundredths of a second, whatever the machine.
const MILLIS_PER_TICK: u64 = 10;

/// The processors, in the system's order.
pub fn cpus() -> io::Result<Vec<Cpu>> {
    let stat = read_to_string("/proc/stat")?;
    let models = models(&read_to_string("/proc/cpuinfo").unwrap_or_default());
    let all = stat.lines().filter_map(|line| {
        let (number, times) = times(line)?;
        let model = models.get(&number).map_or("unknown", |model| model);
        Some(Cpu {
            model: model.to_string(),
            speed: speed(number),
            times,
        })
    });
    Ok(all.collect())
}

/// A line such as `cpu3 1 2 3 ...`: the processor's number and its times.
fn times(line: &str) -> Option<(usize, CpuTimes)> {
    let (number, ticks) = line.strip_prefix("cpu")?.split_once(' ')?;
    let mut millis = ticks
        .split_whitespace()
        .map(|ticks| ticks.parse().map(|ticks: u64| ticks * MILLIS_PER_TICK));
    let mut next = || millis.next()?.ok();
    let times = CpuTimes {
        user: next()?,
        nice: next()?,
        sys: next()?,
        idle: next()?,
        irq: {
            let _waiting_for_disks = next()?;
            next()?
        },
    };
    Some((number.parse().ok()?, times))
}

/// The names of the processors, by number.
fn models(info: &str) -> HashMap<usize, String> {
    let mut number = None;
    let mut models = HashMap::new();
    for (key, value) in info.lines().filter_map(|line| line.split_once(':')) {
        match (key.trim(), number) {
            ("processor", _) => number = value.trim().parse().ok(),
            ("model name", Some(number)) => {
                models.insert(number, value.trim().to_string());
            }
            _ => {}
        }
    }
    models
}

fn speed(number: usize) -> u64 {
    let file = format!("/sys/devices/system/cpu/cpu{number}/cpufreq/scaling_cur_freq");
    let text = read_to_string(file).unwrap_or_default();
    text.trim()
        .parse()
        .map_or(0, |kilohertz: u64| kilohertz / 1000)
}

/// How many threads of this process can run at the same time; at least 1. Minds what the process is
/// confined to.
pub fn available_parallelism() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// How many threads wanted to run, on the average of the last 1, 5 and 15 minutes.
pub fn load_average() -> [f64; 3] {
    from_file().unwrap_or_else(|| {
        let info = rustix::system::sysinfo();
        info.loads.map(|load| load as f64 / 65536.0)
    })
}

fn from_file() -> Option<[f64; 3]> {
    let text = read_to_string("/proc/loadavg").ok()?;
    let mut numbers = text.split(' ').map(|number| number.parse().ok());
    let mut next = || numbers.next()?;
    Some([next()?, next()?, next()?])
}

#[cfg(test)]
mod tests {
    use super::{CpuTimes, models, times};

    #[test]
    fn lines_about_a_processor_are_read() {
        let expected = CpuTimes {
            user: 10,
            nice: 20,
            sys: 30,
            idle: 40,
            irq: 60,
        };
        assert_eq!(times("cpu12 1 2 3 4 5 6 7 8"), Some((12, expected)));
        assert_eq!(times("cpu  1 2 3 4 5 6"), None);
        assert_eq!(times("cpu1 1 2 3"), None);
        assert_eq!(times("intr 1 2 3 4 5 6"), None);
        let models = models("processor\t: 3\nmodel name\t: A: b\n\nprocessor : 5\nother: x\n");
        assert_eq!(models.len(), 1);
        assert_eq!(models[&3], "A: b");
    }
}
