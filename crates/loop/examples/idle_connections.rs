//! Holds many idle TCP connections in one process, and prints what one costs. The other ends are in a
//! process of their own.
//!
//! `cargo run --release --example idle_connections [COUNT]`

use std::cell::Cell;
use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::rc::Rc;

use rondo_loop::{Handle, Loop, Mode, Read, Stream, Tcp};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Lets the process have so many connections; says whether it may.
pub fn allow_connections(count: usize) -> bool {
    // Some descriptors are for other things.
    let count = count as u64 + 64;
    let limit = getrlimit(Resource::Nofile);
    if limit.current.is_none_or(|current| current >= count) {
        return true;
    }
    let wanted = Rlimit {
        current: Some(count),
        maximum: limit.maximum,
    };
    limit.maximum.is_none_or(|maximum| maximum >= count)
        && setrlimit(Resource::Nofile, wanted).is_ok()
}

/// Has a process make connections, holds them until all are there, uses each of them once, and closes
/// them. Gives the bytes of resident memory that one costs.
///
/// The process is to run [`be_the_others`] with the address that `start` is given.
pub fn hold(count: usize, start: impl FnOnce(SocketAddr) -> Command) -> io::Result<usize> {
    let lp = Loop::new()?;
    let server = Tcp::new(&lp);
    server.bind(&lp, ([127, 0, 0, 1], 0).into())?;
    let connections: Rc<Cell<Vec<Tcp>>> = Rc::new(Cell::new(Vec::with_capacity(count)));
    let accepted = connections.clone();
    server.listen(&lp, 1024, move |lp, _, connection| {
        let connection = connection.expect("there are descriptors");
        connection
            .read_start(lp, answered)
            .expect("it is connected");
        let mut all = accepted.take();
        all.push(connection);
        if all.len() == count {
            lp.stop();
        }
        accepted.set(all);
    })?;
    let before = resident()?;
    let address = server.local_address(&lp)?;
    let mut others = start(address).stdin(Stdio::piped()).spawn()?;
    lp.run(Mode::Default);
    let bytes = resident()?.saturating_sub(before) / count;

    server.close(&lp, |_| {});
    for connection in connections.take() {
        connection.write(&lp, "?", |_, result| result.expect("it is connected"))?;
    }
    drop(others.stdin.take());
    lp.run(Mode::Default);
    if others.wait()?.success() {
        Ok(bytes)
    } else {
        Err(io::Error::other("the other side failed"))
    }
}

/// Closes a connection when the other side has answered.
fn answered(lp: &Loop, connection: Tcp, read: Read<'_>) {
    assert!(matches!(read, Read::Data(b"!")), "{read:?}");
    // So that no port is kept busy.
    connection.close_reset(lp, |_| {}).expect("it is open");
}

/// Makes connections, and answers on each when standard input ends.
pub fn be_the_others(count: usize, address: SocketAddr) -> io::Result<()> {
    let connections: io::Result<Vec<TcpStream>> =
        (0..count).map(|_| TcpStream::connect(address)).collect();
    let mut connections = connections?;
    io::stdin().read_to_end(&mut Vec::new())?;
    for connection in &mut connections {
        connection.read_exact(&mut [0])?;
        connection.write_all(b"!")?;
    }
    Ok(())
}

/// The resident memory of the process in bytes.
fn resident() -> io::Result<usize> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<usize>().ok());
    Ok(1024 * kilobytes.ok_or(io::ErrorKind::InvalidData)?)
}

fn main() -> io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count = match arguments.next() {
        Some(text) => text.parse().map_err(io::Error::other)?,
        None => 10_000,
    };
    if !allow_connections(count) {
        return Err(io::Error::other("the limit of descriptors is too low"));
    }
    if let Some(address) = arguments.next() {
        return be_the_others(count, address.parse().map_err(io::Error::other)?);
    }
    let program = std::env::current_exe()?;
    let bytes = hold(count, |address| {
        let mut command = Command::new(program);
        command.args([count.to_string(), address.to_string()]);
        command
    })?;
    println!("{count} connections, {bytes} bytes of resident memory each");
    Ok(())
}
