//! The `rondo` program.

mod environment;
mod options;

use options::Command;
use rondo_runtime::Runtime;

fn main() {
    rondo_runtime::prepare_process();
    let code = match options::parse(std::env::args_os().collect()) {
        Command::Say(text) => {
            print!("{text}");
            0
        }
        Command::Refuse { message, code } => {
            eprintln!("{message}");
            code
        }
        Command::Run(settings) => match Runtime::new(settings) {
            Ok(runtime) => runtime.run(),
            Err(error) => {
                eprintln!("rondo: {error}");
                70
            }
        },
    };
    use std::io::Write;
    let _ = std::io::stdout().flush();
    rondo_engine::exit_now(code)
}
