//! The command line.

use std::ffi::OsString;
use std::iter::Peekable;

use rondo_runtime::options::{self, GivenOption, Place, Refusal};
use rondo_runtime::{Program, Role, Settings};

use crate::files::{self, Files};
use crate::{environment, help, replay};

/// In the environment of a program that a watch has started, which wants to know what it loads.
const WATCHED: &str = "WATCH_REPORT_DEPENDENCIES";

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
    /// Try schedules of a program
    Explore(rondo_explore::Request),
    /// Make the page of a recording
    See(rondo_see::Request),
    /// Walk through a recording
    Step(rondo_step::Request),
    /// Run a recorded program again
    Replay(rondo_runtime::replay::Request),
    /// Run a program
    Run(Settings),
}

/// The Node release that rondo follows.
const VERSION: &str = "v26.10.0\n";

/// Node's exit code for an option that it does not know.
const BAD_OPTION: i32 = 9;

/// Node's exit code for a fix that cannot be taken back. Of those that can there are none here.
const UNKNOWN_REVERT: i32 = 12;

/// Reads the command line, and the options of the environment.
pub fn parse(arguments: Vec<OsString>) -> Command {
    let mut arguments = arguments
        .into_iter()
        .map(|text| text.to_string_lossy().into_owned());
    let argv0 = arguments.next().unwrap_or_else(|| "rondo".into());
    read(&argv0, arguments).unwrap_or_else(|complaint| Command::Refuse {
        message: format!("{argv0}: {complaint}"),
        code: BAD_OPTION,
    })
}

/// What a command's words ask for; without a request, how the command is used.
fn asked<R>(request: Option<R>, command: impl FnOnce(R) -> Command, usage: &str) -> Command {
    request.map_or_else(|| Command::Say(usage.into()), command)
}

fn read(argv0: &str, arguments: impl Iterator<Item = String>) -> Result<Command, String> {
    let arguments: Vec<String> = arguments.collect();
    match arguments
        .split_first()
        .map(|(first, rest)| (&**first, rest))
    {
        Some(("explore", rest)) => {
            let request = rondo_explore::parse(rest)?;
            return Ok(asked(request, Command::Explore, rondo_explore::USAGE));
        }
        Some(("see", rest)) => {
            let request = rondo_see::parse(rest)?;
            return Ok(asked(request, Command::See, rondo_see::USAGE));
        }
        Some(("step", rest)) => {
            let request = rondo_step::parse(rest)?;
            return Ok(asked(request, Command::Step, rondo_step::USAGE));
        }
        Some(("replay", rest)) => return replay::parse(rest),
        _ => {}
    }
    let Files {
        variables,
        options: mut given,
    } = files::read(&arguments)?;
    // What a watch has started is not a watch itself, whatever a configuration file says.
    if std::env::var_os(WATCHED).is_some() {
        given.retain(|option| !is_of_watch(option.name));
    }
    given.extend(environment::read(&variables)?);
    let mut rest = arguments.into_iter().peekable();
    let mut exec_arguments = Vec::new();
    let mut code = None;
    let mut print = false;
    while let Some(argument) = rest.next_if(|text| text.starts_with('-') && text != "-") {
        if argument == "--" {
            break;
        }
        exec_arguments.push(argument.clone());
        let mut next = || {
            let text = separate_value(&mut rest)?;
            exec_arguments.push(text.clone());
            Some(text)
        };
        let (name, value) = options::split(&argument);
        match name.as_str() {
            "-v" | "--version" => return Ok(Command::Say(VERSION.into())),
            "-h" | "--help" => return Ok(Command::Say(help::text())),
            "--security-revert" => {
                let name = value.map(String::from).or_else(next).unwrap_or_default();
                return Ok(Command::Refuse {
                    message: format!("{argv0}: Error: Attempt to revert an unknown CVE [{name}]"),
                    code: UNKNOWN_REVERT,
                });
            }
            "-i" | "--interactive" => return Err("the REPL is not implemented in rondo".into()),
            "--env-file" | "--env-file-if-exists" => {
                let file = value.map(String::from).or_else(next);
                file.ok_or_else(|| format!("{argument} requires an argument"))?;
            }
            "-p" | "--print" => {
                print = true;
                // What another option or standard input gives is printed.
                let text = if value.is_none() { next() } else { None };
                code = text.map(options::unescaped).or(code);
            }
            "-e" | "--eval" | "-pe" => {
                print |= name == "-pe";
                let text = value.map(String::from);
                let text = text.or_else(|| next().map(options::unescaped));
                code = Some(text.ok_or_else(|| format!("{argument} requires an argument"))?);
            }
            _ => given.push(
                options::read(&argument, Place::Line, next).map_err(|refusal| match refusal {
                    Refusal::Unknown => format!("bad option: {argument}"),
                    Refusal::Misused(message) => message,
                })?,
            ),
        }
    }
    let tests = options::is_set(&given, "--test");
    let mut complaints = contradictions(&given, code.is_some());
    complaints.extend(options::complaints(&given));
    if !complaints.is_empty() {
        return Err(complaints.join(&format!("\n{argv0}: ")));
    }
    // A watch has its program read the variables, each time anew.
    let variables = match is_watch(&given) && !tests {
        true => Vec::new(),
        false => variables,
    };
    let program = match tests {
        true => Program::Tests,
        false => program(code, print, &mut rest),
    };
    Ok(Command::Run(Settings {
        program,
        arguments: rest.collect(),
        exec_arguments,
        options: given,
        variables,
        argv0: argv0.into(),
        role: Role::Main,
    }))
}

fn is_watch(given: &[GivenOption]) -> bool {
    options::is_set(given, "--watch") || given.iter().any(|option| option.name == "--watch-path")
}

fn is_of_watch(name: &str) -> bool {
    name.starts_with("--watch") && name != "--watch-loop"
}

/// Options that ask for different programs, in Node's words.
fn contradictions(given: &[GivenOption], has_code: bool) -> Vec<String> {
    let checks = options::is_set(given, "--check");
    let tests = options::is_set(given, "--test");
    let watches = is_watch(given);
    let pairs = [
        ("--test", "--check", tests && checks),
        ("--test", "--eval", tests && has_code),
        ("--check", "--eval", checks && has_code),
        ("--watch", "--check", watches && checks),
        ("--watch", "--eval", watches && has_code),
    ];
    let both = pairs.into_iter().filter(|(_, _, both)| *both);
    both.map(|(one, other, _)| format!("either {one} or {other} can be used, not both"))
        .collect()
}

/// What is to be run, by the options and the argument after them.
fn program(
    code: Option<String>,
    print: bool,
    rest: &mut Peekable<impl Iterator<Item = String>>,
) -> Program {
    match code {
        Some(text) if print => return Program::Print(text),
        Some(text) => return Program::Eval(text),
        None => {}
    }
    match rest.next() {
        Some(path) if path != "-" && !path.is_empty() => Program::File(path),
        _ if print => Program::PrintStdin,
        _ => Program::Stdin,
    }
}

/// The value of an option that stands in an argument of its own.
pub fn separate_value(rest: &mut Peekable<impl Iterator<Item = String>>) -> Option<String> {
    rest.next_if(|text| !text.starts_with('-'))
}
