//! The command line of `rondo see`.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rondo_command::{Interrupt, Words};
use rondo_record::model::model_of;
use rondo_record::{MAGIC, Recording};

use crate::live;
use crate::{pack, page};

/// What the command line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    output: Option<PathBuf>,
    is_live: bool,
    port: u16,
    opens: bool,
    /// A recording, or options, a script and its arguments
    rest: Vec<String>,
}

/// How `rondo see` is used.
pub const USAGE: &str = "\
Usage: rondo see [-o PAGE.html] FILE.rondo
       rondo see [-o PAGE.html] [options] script.js [arguments]
       rondo see --live [--port N] [options] script.js [arguments]

Makes a page that shows a recording: one file, which can be mailed. A script is run and recorded first.
  -o, --output FILE  where the page goes; otherwise NAME.rondo.html in this folder
  --live             show the page while the program runs, from this machine alone
  --port N           where --live listens (a free port)
  --no-open          open no browser
";

/// Reads the words after `see`. Gives none if they ask how it is used.
pub fn parse(arguments: &[String]) -> Result<Option<Request>, String> {
    let mut request = Request {
        output: None,
        is_live: false,
        port: 0,
        opens: true,
        rest: Vec::new(),
    };
    let mut words = Words::new(arguments, USAGE);
    while let Some(name) = words.next_name() {
        match name {
            "-o" | "--output" => request.output = Some(words.value()?.into()),
            "-h" | "--help" => return Ok(None),
            "--live" => request.is_live = true,
            "--no-open" => request.opens = false,
            "--port" => request.port = words.parsed("a port")?,
            _ => {
                request.rest = words.rest();
                break;
            }
        }
    }
    if request.rest.is_empty() {
        return Err(USAGE.into());
    }
    Ok(Some(request))
}

/// Makes the page, shows it, and gives the exit code. `rondo` is the program that runs scripts. A signal ends the script; what it
/// did until then is shown.
pub fn see(request: &Request, rondo: &Path, interrupt: &Interrupt) -> io::Result<i32> {
    let first = Path::new(&request.rest[0]);
    if is_recording(first) {
        return write_page(request, &rondo_command::read(first)?, first);
    }
    let folder = std::env::temp_dir().join(format!("rondo-see-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let file = folder.join("run.rondo");
    let result = interrupt.during(|| run_and_see(request, rondo, &file, interrupt));
    let _ = std::fs::remove_dir_all(&folder);
    result
}

fn run_and_see(
    request: &Request,
    rondo: &Path,
    file: &Path,
    interrupt: &Interrupt,
) -> io::Result<i32> {
    let mut command = Command::new(rondo);
    command.arg(format!("--record={}", file.display()));
    command.args(&request.rest);
    let page = request
        .is_live
        .then(|| live::Server::listen(request.port, file))
        .transpose()?;
    let mut child = command.spawn()?;
    interrupt.pass_on_to(child.id());
    if let Some(page) = &page {
        show(request, &page.address());
    }
    let status = child.wait()?;
    interrupt.pass_on_to(0);
    interrupt.take();
    if !file.exists() {
        // It has said why it did not begin.
        return Ok(status.code().unwrap_or(70));
    }
    if let Some(page) = page {
        page.finish(status, interrupt);
    }
    if !status.success() {
        writeln!(io::stderr(), "rondo: the program has ended with {status}")?;
    }
    if request.is_live && request.output.is_none() {
        return Ok(0);
    }
    let bytes = rondo_command::read(file)?;
    // Of `-e` the program is no file but code.
    let recording = Recording::parse(&bytes).map_err(io::Error::other)?;
    let program = Path::new(recording.about("program").unwrap_or_default());
    let is_file = program.is_file();
    let name = if is_file {
        program
    } else {
        Path::new("recording")
    };
    write_page(request, &bytes, name)
}

/// By its name or by how it begins.
fn is_recording(path: &Path) -> bool {
    use io::Read as _;
    if path.extension().is_some_and(|ending| ending == "rondo") {
        return true;
    }
    let mut magic = [0; MAGIC.len()];
    let file = std::fs::File::open(path);
    file.and_then(|mut file| file.read_exact(&mut magic))
        .is_ok_and(|()| magic[..5] == MAGIC[..5])
}

fn write_page(request: &Request, bytes: &[u8], name: &Path) -> io::Result<i32> {
    let recording = Recording::parse(bytes).map_err(io::Error::other)?;
    let data = pack(&model_of(&recording))?;
    let stem = name.file_stem().unwrap_or_default().to_string_lossy();
    let output = match &request.output {
        Some(output) => output.clone(),
        None => format!("{stem}.rondo.html").into(),
    };
    let title = name.file_name().unwrap_or_default().to_string_lossy();
    std::fs::write(&output, page(&title, &data)).map_err(|error| {
        io::Error::new(
            error.kind(),
            format!("cannot write {}: {error}", output.display()),
        )
    })?;
    let output = std::fs::canonicalize(&output).unwrap_or(output);
    show(request, &output.to_string_lossy());
    Ok(0)
}

/// Opens a browser where there is a display, and says where the page is.
fn show(request: &Request, address: &str) {
    let has_display = ["DISPLAY", "WAYLAND_DISPLAY"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()));
    if request.opens && has_display {
        let quiet = || Stdio::null();
        let mut command = Command::new("xdg-open");
        let command = command.arg(address).stdin(quiet());
        let _ = command.stdout(quiet()).stderr(quiet()).spawn();
    }
    let _ = writeln!(io::stderr(), "rondo: the page is {address}");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(String::from).collect()
    }

    #[test]
    fn options_stand_before_the_script() {
        let request = parse(&words("-o a.html --live --port=80 --seed=1 a.js -o b"))
            .unwrap()
            .unwrap();
        assert_eq!(request.output, Some("a.html".into()));
        assert_eq!((request.is_live, request.port), (true, 80));
        assert_eq!(request.rest, ["--seed=1", "a.js", "-o", "b"]);
        assert!(parse(&words("-o")).is_err());
        assert!(parse(&words("--live")).is_err());
        assert!(parse(&words("--port many a.js")).is_err());
        assert_eq!(parse(&words("--live --help")), Ok(None));
    }
}
