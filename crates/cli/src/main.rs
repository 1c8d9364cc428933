//! The `rondo` program.
#![no_main]

mod config_file;
mod env_file;
mod environment;
mod files;
mod help;
mod json;
mod options;
mod replay;

use std::ffi::c_int;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};

use options::Command;
use rondo_loop::{Loop, Signal};
use rondo_runtime::{Runtime, Settings};

/// Called by the C library. Before a `main` of Rust's the standard library would read the map of the process's
/// memory, to know an overflow of the stack from other faults, and set up a stack for telling of it: a fortieth
/// of a start. The engine looks after the stack.
#[unsafe(no_mangle)]
extern "C" fn main() -> c_int {
    rondo_runtime::prepare_process();
    let code = match options::parse(std::env::args_os().collect()) {
        Command::Say(text) => {
            // As Node: whoever cannot be told goes without.
            let _ = std::io::stdout().write_all(text.as_bytes());
            0
        }
        Command::Refuse { message, code } => {
            let _ = writeln!(std::io::stderr(), "{message}");
            code
        }
        Command::Explore(request) => {
            with_program(|program| rondo_explore::explore(&request, program))
        }
        Command::See(request) => with_program(|program| see(&request, &program)),
        Command::Step(request) => with_program(|program| rondo_step::step(&request, &program)),
        Command::Replay(request) => match rondo_runtime::replay::replay(&request) {
            Ok(code) => code,
            Err(error) => {
                let _ = writeln!(std::io::stderr(), "rondo: {error}");
                70
            }
        },
        Command::Run(settings) => run(settings),
    };
    let _ = std::io::stdout().flush();
    rondo_engine::exit_now(code)
}

fn run(settings: Settings) -> i32 {
    if let Err(refusal) = rondo_runtime::configure_openssl(&settings.options) {
        let _ = writeln!(io::stderr(), "{}: {}", settings.argv0, refusal.message);
        return refusal.code;
    }
    match Runtime::start(settings) {
        // Never dropped: the process ends, which is quicker than tearing down.
        Ok(runtime) => ManuallyDrop::new(runtime).run(),
        Err(error) => {
            let _ = writeln!(io::stderr(), "rondo: {error}");
            70
        }
    }
}

/// Ctrl+C ends the program that is looked at; what it did until then is shown.
fn see(request: &rondo_see::Request, program: &Path) -> io::Result<i32> {
    const SIGINT: i32 = 2;
    let event_loop = Loop::new()?;
    let signal = Signal::new(&event_loop, |_, _, _| {});
    signal.start(&event_loop, SIGINT)?;
    rondo_see::see(request, program)
}

/// Does something for which this program is run again, and gives the exit code.
fn with_program(act: impl FnOnce(PathBuf) -> io::Result<i32>) -> i32 {
    match std::env::current_exe().and_then(act) {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "rondo: {error}");
            70
        }
    }
}
