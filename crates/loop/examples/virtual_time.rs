//! A day passes in no time. `cargo run --example virtual_time`

use std::io;
use std::time::Duration;

use rondo_loop::{Handle, Loop, Mode, Timer};

const HOUR: Duration = Duration::from_secs(3600);

fn main() -> io::Result<()> {
    let lp = Loop::with_virtual_clock()?;
    let mut hours = 0;
    let clock = Timer::new(&lp, move |lp, clock| {
        hours += 1;
        println!("{hours} o'clock, after {} ms", lp.now());
        if hours == 24 {
            clock.close(lp, |_| {});
        }
    });
    clock.start(&lp, HOUR, HOUR);
    lp.run(Mode::Default);
    Ok(())
}
