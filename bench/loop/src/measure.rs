//! Time of the clock and of the processors, and times of single rounds.

use std::fmt;
use std::ops::Add;
use std::time::{Duration, Instant};

use rondo_loop::system::resource_usage;

/// When something began.
pub struct Start {
    wall: Instant,
    cpu: Duration,
}

/// How long something took.
pub struct Took {
    wall: Duration,
    cpu: Duration,
}

impl Start {
    pub fn now() -> Start {
        let cpu = cpu_time();
        let wall = Instant::now();
        Start { wall, cpu }
    }

    pub fn elapsed(&self) -> Took {
        let wall = self.wall.elapsed();
        let cpu = cpu_time() - self.cpu;
        Took { wall, cpu }
    }
}

impl Add for Took {
    type Output = Took;

    fn add(self, other: Took) -> Took {
        Took {
            wall: self.wall + other.wall,
            cpu: self.cpu + other.cpu,
        }
    }
}

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [wall, cpu] = [self.wall, self.cpu].map(|time| time.as_secs_f64() * 1000.0);
        write!(f, "{wall} {cpu}")
    }
}

/// Of all threads, the system's work for them included.
fn cpu_time() -> Duration {
    let usage = resource_usage();
    usage.user_time + usage.system_time
}

/// Times of single rounds.
pub mod laps {
    use std::sync::Mutex;
    use std::time::Instant;

    static LAPS: Mutex<(Option<Instant>, Vec<u32>)> = Mutex::new((None, Vec::new()));

    /// A round is over, and the next one begins.
    pub fn lap() {
        let now = Instant::now();
        let mut laps = LAPS.lock().expect("no case panics");
        if let Some(before) = laps.0.replace(now) {
            let nanos = (now - before).as_nanos();
            laps.1.push(u32::try_from(nanos).unwrap_or(u32::MAX));
        }
    }

    /// The percentiles, each after a space; nothing if there were no rounds.
    pub fn summary() -> String {
        let mut laps = std::mem::take(&mut LAPS.lock().expect("no case panics").1);
        laps.sort_unstable();
        let at = |part: f64| {
            let index = (laps.len() as f64 * part) as usize;
            let nanos = laps.get(index)?;
            Some(format!(" {}", f64::from(*nanos) / 1000.0))
        };
        [0.5, 0.99, 0.999].into_iter().filter_map(at).collect()
    }
}
