//! The command line.

use std::ffi::OsString;
use std::iter::Peekable;

use rondo_runtime::{Program, Settings};

/// What the command line asks for.
pub enum Command {
    /// Print this and end
    Say(String),
    /// Complain and end
    Refuse {
        /// What is wrong
        message: String,
        /// The exit code
        code: i32,
    },
    /// Run a program
    Run(Settings),
}

const HELP: &str = "\
Usage: rondo [options] [script.js] [arguments]
       rondo -e \"code\" [arguments]
       rondo -             read the script from standard input

Options:
  -e, --eval CODE       run CODE
  -p, --print [CODE]    run CODE and print its result
  -r, --require MODULE  load MODULE first; can be repeated
  -v, --version         print the Node version that rondo follows
  -h, --help            print this
  --                    end of the options

rondo runs scripts written for Node.js. See docs/differences.md for what is not there yet.
";

/// The Node release that rondo follows.
const VERSION: &str = "v26.10.0\n";

/// Node's exit code for an option that it does not know.
const BAD_OPTION: i32 = 9;

/// Reads the command line.
pub fn parse(arguments: Vec<OsString>) -> Command {
    let mut arguments = arguments
        .into_iter()
        .map(|text| text.to_string_lossy().into_owned());
    let argv0 = arguments.next().unwrap_or_else(|| "rondo".into());
    let mut rest = arguments.peekable();
    let mut exec_arguments = Vec::new();
    let mut code = None;
    let mut print = false;
    while let Some(argument) = rest.next_if(|text| text.starts_with('-') && text != "-") {
        exec_arguments.push(argument.clone());
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
            _ => (argument.as_str(), None),
        };
        match name {
            "--" => {
                exec_arguments.pop();
                break;
            }
            "-v" | "--version" => return Command::Say(VERSION.into()),
            "-h" | "--help" => return Command::Say(HELP.into()),
            "-e" | "--eval" | "-p" | "--print" | "-pe" => {
                print |= !matches!(name, "-e" | "--eval");
                match value.or_else(|| separate_value(&mut rest, &mut exec_arguments)) {
                    Some(text) => code = Some(text),
                    // What another option or standard input gives is printed.
                    None if matches!(name, "-p" | "--print") => {}
                    None => return refuse(&argv0, &format!("{argument} requires an argument")),
                }
            }
            _ if is_flag(name) => {}
            _ if takes_value(name) => {
                match value.or_else(|| separate_value(&mut rest, &mut exec_arguments)) {
                    Some(text) if name == "--unhandled-rejections" && !is_rejection_mode(&text) => {
                        return refuse(&argv0, &format!("invalid value for {name}"));
                    }
                    Some(_) => {}
                    None => return refuse(&argv0, &format!("{argument} requires an argument")),
                }
            }
            _ => return refuse(&argv0, &format!("bad option: {argument}")),
        }
    }
    let program = match code {
        Some(text) if print => Program::Print(text),
        Some(text) => Program::Eval(text),
        None if print => {
            rest.next_if_eq("-");
            Program::PrintStdin
        }
        None => match rest.next() {
            Some(path) if path == "-" => Program::Stdin,
            Some(path) => Program::File(path),
            None => Program::Stdin,
        },
    };
    Command::Run(Settings {
        program,
        arguments: rest.collect(),
        exec_arguments,
        argv0,
    })
}

/// The value of an option that stands in an argument of its own.
fn separate_value(
    rest: &mut Peekable<impl Iterator<Item = String>>,
    exec_arguments: &mut Vec<String>,
) -> Option<String> {
    let text = rest.next_if(|text| !text.starts_with('-'))?;
    exec_arguments.push(text.clone());
    Some(text)
}

fn refuse(argv0: &str, what: &str) -> Command {
    Command::Refuse {
        message: format!("{argv0}: {what}"),
        code: BAD_OPTION,
    }
}

/// Options of Node's without a value; the library obeys them.
fn is_flag(name: &str) -> bool {
    matches!(
        name,
        "--abort-on-uncaught-exception"
            | "--enable-source-maps"
            | "--no-deprecation"
            | "--no-warnings"
            | "--pending-deprecation"
            | "--throw-deprecation"
            | "--trace-deprecation"
            | "--trace-uncaught"
            | "--trace-warnings"
    )
}

/// Options of Node's with a value.
fn takes_value(name: &str) -> bool {
    matches!(
        name,
        "-r" | "--require" | "--disable-warning" | "--title" | "--unhandled-rejections"
    )
}

fn is_rejection_mode(text: &str) -> bool {
    matches!(text, "strict" | "warn" | "none" | "throw")
}
