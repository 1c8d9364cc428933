//! The `rondo` program.
#![no_main]

mod config_file;
mod env_file;
mod environment;
mod files;
mod help;
mod interrupt;
mod json;
mod options;
mod replay;

use std::ffi::c_int;
use std::io::{self, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;

use options::Command;
use rondo_command::Interrupt;
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
            with_program(|program, interrupt| rondo_explore::explore(&request, program, interrupt))
        }
        Command::See(request) => {
            with_program(|program, interrupt| rondo_see::see(&request, &program, interrupt))
        }
        Command::Step(request) => {
            with_program(|program, interrupt| rondo_step::step(&request, &program, interrupt))
        }
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

/// Does something for which this program is run again, and gives the exit code.
fn with_program(act: impl FnOnce(PathBuf, &Interrupt) -> io::Result<i32>) -> i32 {
    let program = std::env::current_exe();
    let done = program.and_then(|program| act(program, interrupt::listen()?));
    match done {
        Ok(code) => code,
        Err(error) => {
            let _ = writeln!(io::stderr(), "rondo: {error}");
            70
        }
    }
}
