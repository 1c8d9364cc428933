//! `--live`: the page while the program runs, from a server that only this machine can reach.
//!
//! The program writes its recording as it goes; when the file has grown, the page gets the data anew. A page that asks
//! waits for its answer until there is something to tell.

use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rondo_record::Recording;
use rondo_record::model::model_of;

use crate::pack;
use crate::page::live_page;

/// How often the file is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// A question is answered after so long, whatever there is.
const PATIENCE: Duration = Duration::from_secs(20);
/// After the program's end a page that is open has so long to fetch the rest.
const GRACE: Duration = Duration::from_secs(2);

/// Serves until the program has ended and pages have been told; `ready` is given the address.
pub(crate) fn serve(
    child: &mut Child,
    file: &Path,
    port: u16,
    ready: impl FnOnce(&str),
) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    let port = listener.local_addr()?.port();
    ready(&format!("http://127.0.0.1:{port}/"));
    let state = Arc::new(State::default());
    let (shared, path) = (state.clone(), file.to_path_buf());
    // It ends with the process.
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let (state, path) = (shared.clone(), path.clone());
            std::thread::spawn(move || {
                // Whoever hangs up is not missed.
                let _ = answer(stream, port, &path, &state);
            });
        }
    });
    child.wait()?;
    state.ended.store(true, Ordering::Release);
    let end = Instant::now();
    while !state.told.load(Ordering::Acquire) && end.elapsed() < GRACE {
        std::thread::sleep(LOOK);
    }
    // For further pages, if there are some.
    std::thread::sleep(2 * LOOK);
    Ok(())
}

/// What those who answer have to know, and to tell.
#[derive(Default)]
struct State {
    /// The program has ended
    ended: AtomicBool,
    /// A page has all of it
    told: AtomicBool,
}

/// Reads a question and answers it. A page elsewhere that has a name for this address is none of ours.
fn answer(stream: TcpStream, port: u16, file: &Path, state: &State) -> io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(&stream).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    let mut is_ours = false;
    for line in lines {
        let line = line?;
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("host")
        {
            let value = value.trim();
            is_ours = value == format!("127.0.0.1:{port}") || value == format!("localhost:{port}");
        }
    }
    let target = first.strip_prefix("GET ").unwrap_or_default();
    let target = target.split(' ').next().unwrap_or_default();
    match target.split_once("?have=") {
        _ if !is_ours => reply(&stream, "403 Forbidden", "text/plain", "", b"not from here"),
        Some(("/run", have)) => answer_run(&stream, have, file, state),
        _ if target == "/" => {
            let page = live_page("live");
            let kind = "text/html; charset=utf-8";
            reply(&stream, "200 OK", kind, "", page.as_bytes())
        }
        _ => reply(&stream, "404 Not Found", "text/plain", "", b"nothing here"),
    }
}

/// Answers with the data, when the file is larger than what the page has.
fn answer_run(stream: &TcpStream, have: &str, file: &Path, state: &State) -> io::Result<()> {
    let have: u64 = have.parse().unwrap_or(0);
    let start = Instant::now();
    loop {
        let is_over = state.ended.load(Ordering::Acquire);
        let size = std::fs::metadata(file).map_or(0, |metadata| metadata.len());
        if size > have || is_over || start.elapsed() > PATIENCE {
            let bytes = std::fs::read(file)?;
            let recording = Recording::parse(&bytes).map_err(io::Error::other)?;
            let data = pack(&model_of(&recording))?;
            let word = if is_over { "over" } else { "runs" };
            let more = format!("x-size: {}\r\nx-state: {word}\r\n", bytes.len());
            reply(stream, "200 OK", "application/octet-stream", &more, &data)?;
            state.told.fetch_or(is_over, Ordering::AcqRel);
            return Ok(());
        }
        std::thread::sleep(LOOK);
    }
}

fn reply(
    mut stream: &TcpStream,
    status: &str,
    kind: &str,
    more: &str,
    body: &[u8],
) -> io::Result<()> {
    let size = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {size}\r\ncache-control: no-store\r\n\
         {more}connection: close\r\n\r\n"
    )?;
    stream.write_all(body)
}
