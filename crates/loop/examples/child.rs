//! Runs a program, reads what it prints, and ends it if it takes too long. `cargo run --example child`

use std::io;
use std::time::Duration;

use rondo_loop::process::{Command, Stdio};
use rondo_loop::{Handle, Loop, Mode, Read, Stream, Timer};

fn main() -> io::Result<()> {
    let lp = Loop::new()?;
    let watchdog = Timer::new(&lp, |_, _| {});
    let mut child = Command::new("sh")
        .args(["-c", "echo one; sleep 0.1; echo two"])
        .stdio([Stdio::Ignore, Stdio::Pipe, Stdio::error()])
        .spawn(&lp, move |lp, process, status| {
            println!("it has ended: {status:?}");
            process.close(lp, |_| {});
            watchdog.close(lp, |_| {});
        })?;
    let process = child.process;
    let limit = Timer::new(&lp, move |lp, limit| {
        let _ = process.kill(lp, 15);
        limit.close(lp, |_| {});
    });
    limit.start(&lp, Duration::from_secs(5), 0);
    limit.unref(&lp);
    if let Some(output) = child.pipe(&lp, 1) {
        output.read_start(&lp, |lp, output, read| match read {
            Read::Data(bytes) => print!("{}", String::from_utf8_lossy(bytes)),
            Read::End | Read::Failed(_) => output.close(lp, |_| {}),
        })?;
    }
    lp.run(Mode::Default);
    Ok(())
}
