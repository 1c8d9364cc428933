//! Futures on the loop: several wait at the same time, for timers, for the pool and for each other.
//!
//! `cargo run -p rondo-loop --example futures`

use std::io;

use rondo_loop::{Loop, Mode, completion};

/// A job of the pool as a future.
async fn sum(lp: &Loop, up_to: u64) -> u64 {
    let (complete, result) = completion();
    lp.queue_work(
        move || (1..=up_to).sum(),
        move |_, result: Result<u64, _>| {
            if let Ok(sum) = result {
                complete.set(sum);
            }
        },
    );
    result.await.unwrap_or(0)
}

fn main() -> io::Result<()> {
    let lp = Loop::new()?;
    let sums = [1_000, 1_000_000, 100_000_000].map(|up_to| {
        let lp2 = lp.clone();
        lp.spawn(async move { sum(&lp2, up_to).await })
    });
    let lp2 = lp.clone();
    lp.spawn(async move {
        for task in sums {
            println!("{:?}", task.await);
        }
        lp2.sleep(100).await;
        println!("a tenth of a second later");
    });
    lp.run(Mode::Default);
    Ok(())
}
