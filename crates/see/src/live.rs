//! `--live`: the page while the program runs, from a server that only this machine can reach.
//!
//! The program writes its recording as it goes; when the file has grown, the page gets the data anew. A page that asks
//! waits for its answer until there is something to tell.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rondo_command::Interrupt;
use rondo_record::Recording;
use rondo_record::model::model_of;

use crate::pack;
use crate::page::live_page;

/// How often the file is looked at.
const LOOK: Duration = Duration::from_millis(100);
/// A question is answered after so long, whatever there is.
const PATIENCE: Duration = Duration::from_secs(20);
/// After the program's end somebody has so long to open a page.
const FIRST: Duration = Duration::from_secs(5);
/// A page that was fetched has so long to say that it stays.
const STAY: Duration = Duration::from_secs(2);

/// Serves the page.
pub(crate) struct Server {
    port: u16,
    state: Arc<State>,
}

impl Server {
    /// Begins to answer, with what is in the file then. It ends with the process.
    pub(crate) fn listen(port: u16, file: &Path) -> io::Result<Server> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| {
            io::Error::new(
                error.kind(),
                format!("cannot listen on port {port}: {error}"),
            )
        })?;
        let port = listener.local_addr()?.port();
        let state = Arc::new(State::default());
        let (shared, path) = (state.clone(), file.to_path_buf());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (state, path) = (shared.clone(), path.clone());
                thread::spawn(move || state.hear(stream, port, &path));
            }
        });
        Ok(Server { port, state })
    }

    /// Where the page is.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// The program has ended: waits until the pages that are open have all of it, or until somebody does not want to wait.
    pub(crate) fn finish(self, status: ExitStatus, interrupt: &Interrupt) {
        self.state.ended.store(true, Ordering::Release);
        // Who stops a program that nobody looks at does not want to wait.
        let first = match status.code() {
            Some(_) => FIRST,
            None => Duration::ZERO,
        };
        let end = Instant::now();
        while self.state.is_wanted(end, first) && !interrupt.has_come() {
            thread::sleep(LOOK);
        }
        // For further pages, if there are some.
        thread::sleep(2 * LOOK);
    }
}

/// What those who answer have to know, and to tell.
#[derive(Default)]
struct State {
    /// The program has ended
    ended: AtomicBool,
    pages: Mutex<Pages>,
}

/// The pages that are open.
#[derive(Default)]
struct Pages {
    /// How many wait for an answer, or hold a connection as long as they want more
    open: usize,
    /// When somebody last went
    gone: Option<Instant>,
    /// One has all of it
    told: bool,
}

impl State {
    /// Answers one question. Whoever hangs up is not missed.
    fn hear(&self, stream: TcpStream, port: u16, file: &Path) {
        // Browsers open connections that they may need later: only who asks is waited for.
        let Ok((is_ours, target)) = read_question(&stream, port) else {
            return;
        };
        self.pages().open += 1;
        let told = answer(&stream, is_ours, &target, file, self);
        let mut pages = self.pages();
        pages.open -= 1;
        pages.gone = Some(Instant::now());
        pages.told |= told.unwrap_or(false);
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether somebody has not seen all of it; the program has ended at `end`.
    fn is_wanted(&self, end: Instant, first: Duration) -> bool {
        let pages = self.pages();
        let may_come = match pages.gone {
            Some(gone) => !pages.told && gone.elapsed() < STAY,
            None => end.elapsed() < first,
        };
        may_come || pages.open > 0
    }
}

/// Reads a question: whether it is for us, and what it asks for. A page elsewhere that has a name for this address is none of ours.
fn read_question(stream: &TcpStream, port: u16) -> io::Result<(bool, String)> {
    stream.set_read_timeout(Some(PATIENCE))?;
    let mut lines = BufReader::new(stream).lines();
    let first = lines.next().transpose()?;
    let first = first.ok_or(io::ErrorKind::UnexpectedEof)?;
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
    Ok((is_ours, target.into()))
}

/// Answers a question; gives whether all is told now.
fn answer(
    stream: &TcpStream,
    is_ours: bool,
    target: &str,
    file: &Path,
    state: &State,
) -> io::Result<bool> {
    match target.split_once("?have=") {
        _ if !is_ours => reply(stream, "403 Forbidden", "text/plain", "", b"not from here"),
        Some(("/run", have)) => return answer_run(stream, have, file, state),
        _ if target == "/stay" => wait_for_end(stream),
        _ if target == "/" => {
            let page = live_page("live");
            let kind = "text/html; charset=utf-8";
            reply(stream, "200 OK", kind, "", page.as_bytes())
        }
        _ => reply(stream, "404 Not Found", "text/plain", "", b"nothing here"),
    }?;
    Ok(false)
}

/// A page can take long to take in what it was given: as long as it is open, it has a connection that nothing comes on.
fn wait_for_end(mut stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    while stream.read(&mut [0; 64])? > 0 {}
    Ok(())
}

/// Answers with the data, when the file is larger than what the page has; gives whether that is all.
fn answer_run(stream: &TcpStream, have: &str, file: &Path, state: &State) -> io::Result<bool> {
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
            return Ok(is_over);
        }
        thread::sleep(LOOK);
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
