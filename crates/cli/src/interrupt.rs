//! Signals that come while `rondo see`, `step` and `explore` run programs.

use std::io;
use std::sync::mpsc;
use std::thread;

use rondo_command::{Act, Interrupt};
use rondo_loop::process::kill;
use rondo_loop::{Loop, Mode, Signal};

static INTERRUPT: Interrupt = Interrupt::new();
/// SIGHUP, SIGINT and SIGTERM.
const SIGNALS: [i32; 3] = [1, 2, 15];

/// Has a thread hear of signals.
pub(crate) fn listen() -> io::Result<&'static Interrupt> {
    let (ready, is_ready) = mpsc::channel();
    thread::spawn(move || match watch() {
        Ok(event_loop) => {
            let _ = ready.send(Ok(()));
            event_loop.run(Mode::Default);
        }
        Err(error) => {
            let _ = ready.send(Err(error));
        }
    });
    match is_ready.recv() {
        Ok(watched) => watched.map(|()| &INTERRUPT),
        Err(_) => Err(io::Error::other("signals cannot be watched")),
    }
}

fn watch() -> io::Result<Loop> {
    let event_loop = Loop::new()?;
    for number in SIGNALS {
        let signal = Signal::new(&event_loop, |_, _, number| hear(number));
        signal.start(&event_loop, number)?;
    }
    Ok(event_loop)
}

fn hear(number: i32) {
    match INTERRUPT.arrived(number) {
        Act::Keep => {}
        Act::PassOn(program) => {
            // It may have ended just now.
            let _ = kill(program, number);
        }
        Act::End => rondo_engine::exit_now(128 + number),
    }
}
