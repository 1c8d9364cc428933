//! Ten thousand idle connections in one process. Alone in its program, for it raises a limit and looks at
//! the memory of all.

use std::process::Command;

#[path = "../examples/idle_connections.rs"]
#[allow(dead_code, reason = "the example's main is not used")]
mod example;

const CONNECTIONS: usize = 10_000;

#[test]
#[ignore = "run by another test, in a process of its own"]
fn others() {
    let address = std::env::var("RONDO_ROLE").expect("this is no test by itself");
    assert!(example::allow_connections(CONNECTIONS));
    example::be_the_others(CONNECTIONS, address.parse().unwrap()).unwrap();
}

#[test]
fn ten_thousand_connections_are_cheap() {
    if !example::allow_connections(CONNECTIONS) {
        eprintln!("SKIPPED: the limit of descriptors is too low, see `ulimit -Hn`");
        return;
    }
    let start = |address: std::net::SocketAddr| {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command
            .args(["--exact", "others", "--ignored", "--nocapture"])
            .env("RONDO_ROLE", address.to_string());
        command
    };
    let bytes = example::hold(CONNECTIONS, start).unwrap();
    println!("{CONNECTIONS} connections, {bytes} bytes each");
    assert!(bytes < 1_000, "{bytes} bytes a connection");
}
