//! A program is started with a pipe for its output; when it has ended, the next one is.

use std::ffi::CStr;
use std::ptr;
use std::time::{Duration, Instant};

use rondo_loop::process::{Command, Stdio};
use rondo_loop::{Handle, Loop, Mode};

use crate::Case;
use crate::uv::{self, *};

const SPAWNS: u32 = 1000;
const PROGRAM: &CStr = c"/bin/true";

pub const CASE: Case = Case {
    name: "spawn",
    title: "a program started 1000 times, one after the other",
    rondo,
    libuv,
};

fn rondo() -> Duration {
    let lp = Loop::new().expect("a loop");
    let start = Instant::now();
    spawn(&lp, SPAWNS);
    lp.run(Mode::Default);
    start.elapsed()
}

fn spawn(lp: &Loop, left: u32) {
    if left == 0 {
        return;
    }
    Command::new(PROGRAM.to_str().expect("it is ASCII"))
        .stdio([Stdio::Ignore, Stdio::Pipe])
        .spawn(lp, move |lp, process, status| {
            assert!(status.expect("it has ended").success());
            process.close(lp, move |lp| spawn(lp, left - 1));
        })
        .expect("the program can be started");
}
