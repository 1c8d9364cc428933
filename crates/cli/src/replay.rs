//! The command line of `rondo replay`.

use rondo_runtime::replay::{Request, Until};

use crate::options::Command;

const HELP: &str = "\
Usage: rondo replay [options] FILE

Runs what `rondo --record=FILE script.js` recorded once more: the same output in the same order.
The system is asked nothing: no file, socket, child or clock is touched, and nothing is waited for.

Options:
  --until EVENT    stop after that event of the recording, by its number or its time
                   (120, 15ms, 1.5s), and tell where the run is and what waits
  --changed        read the sources of modules from their files, as they are now: tells
                   where the changed program first departs from the recording, and stops
  -h, --help       print this

The exit code is that of the recorded run; 3 if the run departs from the recording.
";

/// Reads what follows `rondo replay`.
pub fn parse(arguments: &[String]) -> Result<Command, String> {
    let mut request = Request {
        file: String::new(),
        until: None,
        is_changed: false,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let (name, value) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (argument.as_str(), None),
        };
        match name {
            "-h" | "--help" => return Ok(Command::Say(HELP.into())),
            "--changed" => request.is_changed = true,
            "--until" => {
                let text = value.or_else(|| rest.next().map(String::as_str));
                let until = text.and_then(parse_until);
                request.until =
                    Some(until.ok_or("--until takes the number or the time of an event")?);
            }
            _ if argument.starts_with('-') => return Err(format!("bad option: {argument}")),
            _ if !request.file.is_empty() => return Err("replay takes one recording".into()),
            _ => request.file = argument.clone(),
        }
    }
    if request.file.is_empty() {
        return Err("replay takes a recording: rondo replay FILE".into());
    }
    Ok(Command::Replay(request))
}

/// The number of an event, or a time with its unit.
fn parse_until(text: &str) -> Option<Until> {
    if let Ok(number) = text.parse() {
        return Some(Until::Event(number));
    }
    let units = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
    let (number, unit) = units
        .iter()
        .find_map(|(name, unit)| Some((text.strip_suffix(name)?, unit)))?;
    let number: f64 = number.parse().ok()?;
    (number >= 0.0).then_some(Until::Time((number * unit) as u64))
}
