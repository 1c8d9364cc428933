//! A server that sends back whatever it gets.
//!
//!     cargo run --release -p rondo-loop --example echo_server -- 127.0.0.1:7000
//!     nc 127.0.0.1 7000

use std::io;
use std::net::SocketAddr;

use rondo_loop::{Handle, Loop, Mode, Read, Signal, Stream, Tcp};

fn main() -> io::Result<()> {
    let address = std::env::args().nth(1).unwrap_or("127.0.0.1:7000".into());
    let address: SocketAddr = address.parse().map_err(io::Error::other)?;

    let lp = Loop::new()?;
    let server = Tcp::new(&lp);
    server.bind(&lp, address)?;
    server.listen(&lp, 511, |lp, _, client| match client {
        Ok(client) => serve(lp, client).unwrap_or_else(|error| eprintln!("{error}")),
        Err(error) => eprintln!("a connection failed: {error}"),
    })?;
    println!("listening on {}, until Ctrl-C", server.local_address(&lp)?);

    // Closing the server is enough: the loop ends with its last connection.
    let interrupt = Signal::new(&lp, move |lp, signal, _| {
        println!("no more connections");
        server.close(lp, |_| {});
        signal.close(lp, |_| {});
    });
    interrupt.start(&lp, 2)?;
    lp.run(Mode::Default);
    Ok(())
}

/// Sends back what comes, and closes when the other side is done.
fn serve(lp: &Loop, client: Tcp) -> io::Result<()> {
    client.set_no_delay(lp, true)?;
    client.read_start(lp, |lp, client, read| match read {
        Read::Data(bytes) => {
            // What cannot be sent because the other side is gone shows in the next read.
            let _ = client.write(lp, bytes.to_vec(), |_, _| {});
        }
        Read::End => {
            let closed = client.shutdown(lp, move |lp, _| client.close(lp, |_| {}));
            if closed.is_err() {
                client.close(lp, |_| {});
            }
        }
        Read::Failed(_) => client.close(lp, |_| {}),
    })
}
