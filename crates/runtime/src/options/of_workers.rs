//! Which options a worker obeys: those of its `execArgv` and environment, and those that are the whole process's.

use super::table::OF_V8_ALONE;
use super::{GivenOption, Place, node_options, read};

/// Options that are the process's: every thread has them, and none can have others.
const OF_PROCESS: [&str; 15] = [
    "--abort-on-uncaught-exception",
    "--check",
    "--disable-proto",
    "--expose-gc",
    "--max-old-space-size",
    "--max-semi-space-size",
    "--order",
    "--run",
    "--secure-heap",
    "--secure-heap-min",
    "--stack-size",
    "--test",
    "--title",
    "--watch",
    "--watch-loop",
];

fn is_of_process(option: &GivenOption) -> bool {
    OF_PROCESS.contains(&option.name)
}

/// The options in a list of arguments, and the arguments that are none that a worker can have.
fn split(arguments: &[String]) -> (Vec<GivenOption>, Vec<String>) {
    let (mut given, mut refused) = (Vec::new(), Vec::new());
    let mut rest = arguments.iter().cloned().peekable();
    while let Some(argument) = rest.next() {
        let next = || rest.next_if(|text| !text.starts_with('-'));
        match read(&argument, Place::Line, next) {
            Ok(option) if !is_of_process(&option) => given.push(option),
            _ => refused.push(argument),
        }
    }
    (given, refused)
}

/// The arguments among these that no worker can have.
pub(crate) fn refused(arguments: &[String]) -> Vec<String> {
    split(arguments).1
}

/// What is wrong with a worker's `NODE_OPTIONS`, if anything is.
pub(crate) fn refused_variable(text: &str) -> Option<String> {
    match node_options::read(text) {
        Err(message) => Some(message),
        Ok(given) => given
            .iter()
            // V8's are for the process alone, too, but Node lets them pass.
            .find(|option| is_of_process(option) && !OF_V8_ALONE.contains(&option.name))
            .map(|option| option.name.to_owned()),
    }
}

/// The options of a worker with these arguments and this `NODE_OPTIONS`, of a thread with those.
pub(crate) fn read_all(
    of_parent: &[GivenOption],
    arguments: &[String],
    variable: &str,
) -> Vec<GivenOption> {
    let of_process = of_parent.iter().filter(|option| is_of_process(option));
    let mut all: Vec<_> = of_process.cloned().collect();
    let of_variable = node_options::read(variable).unwrap_or_default();
    all.extend(
        of_variable
            .into_iter()
            .filter(|option| !is_of_process(option)),
    );
    all.extend(split(arguments).0);
    all
}
