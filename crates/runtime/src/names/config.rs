//! How the system is set up: which servers to ask, and the names of addresses that a file has.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::Path;

use rondo_loop::work::fs;

/// The port of name servers.
pub(super) const PORT: u16 = 53;

/// Files of more bytes are not read.
const LONGEST: u64 = 1 << 20;

/// What resolv.conf says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Config {
    pub(super) servers: Vec<SocketAddr>,
    /// Milliseconds to wait for an answer
    pub(super) timeout: Option<u64>,
    /// Whether the servers are to be asked in turn
    pub(super) rotate: bool,
}

fn read_text(path: &str) -> String {
    let bytes = fs::read_file(Path::new(path), 0, LONGEST).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Config {
    pub(super) fn read() -> Config {
        Config::parse(&read_text("/etc/resolv.conf"))
    }

    fn parse(text: &str) -> Config {
        let mut config = Config::default();
        for line in lines(text) {
            let mut words = line.split_ascii_whitespace();
            match words.next() {
                Some("nameserver") => {
                    let address = words.next().and_then(|word| word.parse::<IpAddr>().ok());
                    let server = address.map(|address| SocketAddr::new(address, PORT));
                    config.servers.extend(server);
                }
                Some("options") => words.for_each(|word| config.set_option(word)),
                _ => {}
            }
        }
        config
    }

    fn set_option(&mut self, word: &str) {
        match word.split_once(':') {
            Some(("timeout", seconds)) => {
                let seconds = seconds.parse::<u64>().ok().filter(|&seconds| seconds > 0);
                self.timeout = seconds.map(|seconds| seconds.saturating_mul(1000));
            }
            None if word == "rotate" => self.rotate = true,
            _ => {}
        }
    }
}

/// The lines of a file without comments.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(|line| line.split(['#', ';']).next().unwrap_or_default())
}

/// Where a server is looked for if none is set up.
pub(super) fn local_server() -> SocketAddr {
    SocketAddr::new(Ipv4Addr::LOCALHOST.into(), PORT)
}

/// The names that the hosts file has for an address; none if it does not have it.
pub(crate) fn names_in_hosts(address: IpAddr) -> Option<Vec<String>> {
    names_of(&read_text("/etc/hosts"), address)
}

fn names_of(hosts: &str, address: IpAddr) -> Option<Vec<String>> {
    let mut names: Vec<String> = Vec::new();
    for line in lines(hosts) {
        let mut words = line.split_ascii_whitespace();
        let is_it = words.next().and_then(|word| word.parse().ok()) == Some(address);
        for word in words.filter(|_| is_it) {
            if !names.iter().any(|name| name.eq_ignore_ascii_case(word)) {
                names.push(word.to_string());
            }
        }
    }
    (!names.is_empty()).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::{Config, names_of};

    #[test]
    fn servers_and_options_are_read() {
        let config = Config::parse(
            "# comment\nnameserver 1.2.3.4\n nameserver ::1 # and more\nnameserver x\nsearch a b\n\
             options ndots:2 timeout:3 rotate\noptions attempts:5 timeout:x\n",
        );
        assert_eq!(
            config.servers,
            ["1.2.3.4:53", "[::1]:53"].map(|text| text.parse().unwrap())
        );
        assert!(config.rotate);
        assert_eq!(config.timeout, None);
        assert_eq!(Config::parse("options timeout:3").timeout, Some(3000));
        assert_eq!(Config::parse(""), Config::default());
    }

    #[test]
    fn the_names_of_an_address_are_found() {
        let hosts = "127.0.0.1 localhost\n127.0.0.1\tb c # d\n::1 six\n127.0.0.1 LOCALHOST\nx y\n";
        let names = names_of(hosts, "127.0.0.1".parse().unwrap());
        assert_eq!(names.unwrap(), ["localhost", "b", "c"]);
        assert_eq!(names_of(hosts, "::1".parse().unwrap()).unwrap(), ["six"]);
        assert_eq!(names_of(hosts, "1.1.1.1".parse().unwrap()), None);
    }
}
