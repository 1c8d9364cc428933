//! A server that ends well: on SIGINT or SIGTERM it takes no more connections and closes when the last one
//! has gone. `cargo run --example graceful`

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use rondo_loop::{Handle, Loop, Mode, Read, Signal, Stream, Tcp};

fn main() -> io::Result<()> {
    let lp = Loop::new()?;
    let server = Tcp::new(&lp);
    server.bind(&lp, "127.0.0.1:0".parse().expect("an address"))?;
    println!("listening on {}", server.local_address(&lp)?);
    let open = Rc::new(Cell::new(0u32));
    server.listen(&lp, 128, move |lp, _, connection| {
        let Ok(connection) = connection else { return };
        open.set(open.get() + 1);
        let open = open.clone();
        let started = connection.read_start(lp, move |lp, connection, read| match read {
            Read::Data(bytes) => drop(connection.write(lp, bytes.to_vec(), |_, _| {})),
            Read::End | Read::Failed(_) => {
                open.set(open.get() - 1);
                println!("{} connections are open", open.get());
                connection.close(lp, |_| {});
            }
        });
        if started.is_err() {
            connection.close(lp, |_| {});
        }
    })?;
    for signum in [2, 15] {
        let signal = Signal::new(&lp, move |lp, signal, _| {
            println!("no more connections");
            server.close(lp, |_| {});
            signal.close(lp, |_| {});
        });
        signal.start(&lp, signum)?;
        // The server, not the signal, is what keeps the loop going.
        signal.unref(&lp);
    }
    lp.run(Mode::Default);
    Ok(())
}
