//! The command line.

use std::ffi::OsString;
use std::iter::Peekable;

use rondo_runtime::options::{self, Place, Refusal};
use rondo_runtime::{Program, Role, Settings};

use crate::{env_file, environment, replay};

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

const HELP: &str = "\
Usage: rondo [options] [script.js] [arguments]
       rondo -e \"code\" [arguments]
       rondo -             read the script from standard input
       rondo explore script.js
                           try other orders: rondo explore --help
       rondo see FILE.rondo | script.js
                           look at a recording, or a run: rondo see --help
       rondo step script.js, rondo step FILE.rondo
                           walk through a run, forward and back: rondo step --help
       rondo replay FILE   run what a recording tells of again, without the world:
                           rondo replay --help

Options:
  -e, --eval CODE       run CODE
  -p, --print [CODE]    run CODE and print its result
  -r, --require MODULE  load MODULE first; can be repeated
  --import MODULE       the same for an ES module
  --input-type TYPE     what CODE is: commonjs, module, or either with -typescript
  -c, --check           compile the script, and do not run it
  --env-file FILE, --env-file-if-exists FILE
                        set variables of the environment from FILE
  --run NAME            run a script of the package.json
  --watch, --watch-path PATH, --watch-preserve-output
                        run the script anew when a file has changed
  -v, --version         print the Node version that rondo follows
  -h, --help            print this
  -C, --conditions NAME use this condition of a package's exports, too
  --loop-summary        say at the end where the time of the loop went: docs/health.md
  --order ORDER         run callbacks in the order of node, of node10 (before Node 11) or of
                        html (a browser): docs/orders.md
  --record[=FILE]       write down what the loop does: docs/recording.md; FILE.json is
                        in Chrome's trace format
  --record-last SECONDS, --record-limit MB, --record-blocked MS
                        keep the last seconds only, at most so much; write them when a
                        callback took so long, too
  --test [FILES]        run tests; --test-reporter NAME, --test-name-pattern TEXT,
                        --test-only, --test-timeout MS, --test-shard N/M and others
                        say how
  --max-old-space-size MB
                        end the program when its objects take more than so much
  --no-warnings, --disable-warning CODE, --redirect-warnings FILE,
  --trace-warnings, --throw-deprecation, --pending-deprecation
                        what becomes of warnings
  --permission          let the program do only what these grant: --allow-fs-read PATH,
                        --allow-fs-write PATH, --allow-net, --allow-child-process,
                        --allow-worker and others; --permission-audit only tells
  --preserve-symlinks, --preserve-symlinks-main
                        know files by the links that lead to them
  --seed N              virtual time, and everything that is left to chance drawn from N:
                        the same run each time
  --stack-trace-limit N show so many frames of an error
  --experimental-stream-iter
                        have the module stream/iter
  --watch-loop[=MS]     say what holds the loop for longer than MS milliseconds (100), and
                        where: docs/health.md
  --zero-fill-buffers   let no Buffer show what was in memory before
  --unhandled-rejections MODE
                        strict, warn, none, throw or warn-with-error-code
  --                    end of the options

The environment variable NODE_OPTIONS can hold options, too.

rondo runs scripts written for Node.js. See docs/differences.md for what is not there yet.
";

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
    let variables = variables_from_files(&arguments)?;
    let mut given = environment::read(&variables)?;
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
            "-h" | "--help" => return Ok(Command::Say(HELP.into())),
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
    if tests && code.is_some() {
        return Err("either --test or --eval can be used, not both".into());
    }
    if code.is_some() && options::is_set(&given, "--check") {
        return Err("either --check or --eval can be used, not both".into());
    }
    let program = match tests {
        true => Program::Tests,
        false => program(code, print, &mut rest),
    };
    let complaints = options::complaints(&given);
    if !complaints.is_empty() {
        return Err(complaints.join(&format!("\n{argv0}: ")));
    }
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

/// The variables of the files that `--env-file` names: of one name the last counts.
fn variables_from_files(arguments: &[String]) -> Result<Vec<(String, String)>, String> {
    let mut variables: Vec<(String, String)> = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--" || !argument.starts_with('-') {
            break;
        }
        let (name, value) = options::split(argument);
        let is_optional = match name.as_str() {
            "--env-file" => false,
            "--env-file-if-exists" => true,
            // The values of others are not files.
            "-e" | "--eval" | "-p" | "--print" | "-pe" | "-r" | "--require" | "--import" | "-C"
            | "--conditions"
                if value.is_none() =>
            {
                rest.next();
                continue;
            }
            _ => continue,
        };
        let file = value.or_else(|| rest.next().map(String::as_str));
        for (name, value) in env_file::read(file.unwrap_or_default(), is_optional)? {
            variables.retain(|(known, _)| *known != name);
            variables.push((name, value));
        }
    }
    Ok(variables)
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
