//! Threads send closures to the loop, which prints what they found. `cargo run --example remote`

use std::io;

use rondo_loop::{Handle, Loop, Mode, Remote};

fn main() -> io::Result<()> {
    let lp = Loop::new()?;
    let (inlet, remote) = Remote::new(&lp);
    for number in 1..=3u64 {
        let remote = remote.clone();
        std::thread::spawn(move || {
            let sum: u64 = (1..=number * 1000).sum();
            remote.send(move |_| println!("thread {number}: {sum}"));
        });
    }
    rondo_loop::Timer::new(&lp, move |lp, timer| {
        inlet.close(lp, |_| {});
        timer.close(lp, |_| {});
    })
    .start(&lp, std::time::Duration::from_millis(100), 0);
    lp.run(Mode::Default);
    Ok(())
}
