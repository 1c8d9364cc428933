//! Servers, and the questions that they are being asked.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, VecDeque};
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;

use rondo_loop::Loop;
use rondo_loop::work::entropy;

use super::config::{self, Config};
use super::message::{Question, Reply};
use super::query::Query;
use super::{Failure, config::PORT};

/// So many questions are under way at a time; the others wait.
const MOST_AT_ONCE: usize = 256;
/// How long an answer is waited for at first, in milliseconds, if nothing else is said.
const USUAL_TIMEOUT: u64 = 2000;

/// Less patience is not shown, unless there is a limit.
const LEAST_TIMEOUT: u64 = 250;

/// What is called with an answer, or with why there is none.
pub(crate) type Done = Box<dyn FnOnce(Result<Reply, Failure>)>;

/// How patient a channel is.
#[derive(Clone, Copy)]
pub(crate) struct Patience {
    /// Milliseconds to wait at first; none for what is usual
    pub(crate) timeout: Option<u64>,
    /// How often each server is asked
    pub(crate) tries: usize,
    /// Milliseconds to wait at most; none if there is no limit
    pub(crate) max_timeout: Option<u64>,
}

/// A server, and how often in a row it has failed.
struct Server {
    address: SocketAddr,
    failures: u32,
}

/// Asks servers.
pub(crate) struct Channel {
    patience: Patience,
    servers: RefCell<Vec<Server>>,
    /// Whether there was no set-up yet, and the servers are a guess.
    is_guess: Cell<bool>,
    rotate: Cell<bool>,
    configured_timeout: Cell<Option<u64>>,
    /// Where questions are asked from: version 4 and 6.
    local: Cell<(Option<IpAddr>, Option<IpAddr>)>,
    queries: RefCell<BTreeMap<u64, Rc<Query>>>,
    waiting: RefCell<VecDeque<Rc<Query>>>,
    last_number: Cell<u64>,
}

impl Channel {
    /// A channel to the servers that the system is set up for. How that is, is read when it is first needed.
    pub(crate) fn new(patience: Patience) -> Rc<Channel> {
        Rc::new(Channel {
            patience,
            servers: RefCell::default(),
            is_guess: Cell::new(true),
            rotate: Cell::new(false),
            configured_timeout: Cell::new(None),
            local: Cell::new((None, None)),
            queries: RefCell::default(),
            waiting: RefCell::default(),
            last_number: Cell::new(0),
        })
    }

    /// Reads how the system is set up, if that was not known.
    fn configure(&self) {
        if !self.is_guess.get() {
            return;
        }
        let config = Config::read();
        self.rotate.set(config.rotate);
        self.configured_timeout.set(config.timeout);
        let mut addresses = config.servers;
        self.is_guess.set(addresses.is_empty());
        if addresses.is_empty() {
            addresses.push(config::local_server());
        }
        self.replace_servers(addresses);
    }

    fn replace_servers(&self, addresses: Vec<SocketAddr>) {
        let mut servers = self.servers.borrow_mut();
        let before = std::mem::take(&mut *servers);
        for address in addresses {
            if servers.iter().any(|server| server.address == address) {
                continue;
            }
            let known = before.iter().find(|server| server.address == address);
            servers.push(Server {
                address,
                failures: known.map_or(0, |server| server.failures),
            });
        }
    }

    /// The addresses of the servers.
    pub(crate) fn servers(&self) -> Vec<SocketAddr> {
        self.configure();
        let servers = self.servers.borrow();
        servers.iter().map(|server| server.address).collect()
    }

    /// Has other servers asked from now on. Addresses that hold only on a link are left out if the link is not told.
    pub(crate) fn set_servers(&self, mut addresses: Vec<SocketAddr>) {
        addresses.retain(|address| match address {
            SocketAddr::V6(address) => {
                !address.ip().is_unicast_link_local() || address.scope_id() != 0
            }
            SocketAddr::V4(_) => true,
        });
        for address in &mut addresses {
            if address.port() == 0 {
                address.set_port(PORT);
            }
        }
        self.configure();
        self.is_guess.set(false);
        self.replace_servers(addresses);
    }

    /// Sets where questions are asked from; none for wherever the system likes.
    pub(crate) fn set_local(&self, v4: Option<IpAddr>, v6: Option<IpAddr>) {
        self.local.set((v4, v6));
    }

    /// Where questions to a server are asked from.
    pub(super) fn local_for(&self, server: SocketAddr) -> Option<IpAddr> {
        let (v4, v6) = self.local.get();
        if server.is_ipv6() { v6 } else { v4 }
    }

    /// Whether somebody waits for an answer.
    pub(crate) fn is_busy(&self) -> bool {
        !self.queries.borrow().is_empty()
    }

    /// Asks a question.
    pub(crate) fn ask(self: &Rc<Channel>, lp: &Loop, question: Question, done: Done) {
        self.configure();
        if self.servers.borrow().is_empty() {
            done(Err(Failure::NoServers));
            return;
        }
        let number = self.last_number.get() + 1;
        self.last_number.set(number);
        let query = Query::new(lp, self, number, question, done);
        let count = {
            let mut queries = self.queries.borrow_mut();
            queries.insert(number, query.clone());
            queries.len() - self.waiting.borrow().len()
        };
        if count > MOST_AT_ONCE {
            self.waiting.borrow_mut().push_back(query);
        } else {
            query.try_next(lp);
        }
    }

    /// A question has its answer, or will have none.
    pub(super) fn remove(&self, lp: &Loop, number: u64) {
        self.queries.borrow_mut().remove(&number);
        let next = self.waiting.borrow_mut().pop_front();
        if let Some(query) = next {
            query.try_next(lp);
        }
    }

    /// Calls all questions off, in the order in which they were asked.
    pub(crate) fn cancel(&self, lp: &Loop) {
        self.waiting.borrow_mut().clear();
        let queries = std::mem::take(&mut *self.queries.borrow_mut());
        for query in queries.into_values() {
            query.finish(lp, Err(Failure::Cancelled));
        }
    }

    /// How often a question is tried in all.
    pub(super) fn most_tries(&self) -> usize {
        let servers = self.servers.borrow().len();
        self.patience.tries.saturating_mul(servers)
    }

    /// How long the answer to a try is waited for, in milliseconds. With each round it is twice as long.
    pub(super) fn timeout(&self, tries_before: usize) -> u64 {
        let servers = self.servers.borrow().len().max(1);
        let first = self
            .patience
            .timeout
            .or(self.configured_timeout.get())
            .unwrap_or(USUAL_TIMEOUT)
            .max(LEAST_TIMEOUT);
        let round = u32::try_from(tries_before / servers).unwrap_or(u32::MAX);
        let timeout = first.saturating_mul(1_u64.checked_shl(round).unwrap_or(u64::MAX));
        timeout.min(self.patience.max_timeout.unwrap_or(u64::MAX))
    }

    /// The server to ask next: the first of those that have failed least in a row.
    pub(super) fn next_server(&self) -> Option<SocketAddr> {
        let servers = self.servers.borrow();
        let least = servers.iter().map(|server| server.failures).min()?;
        let mut best = servers.iter().filter(|server| server.failures == least);
        if self.rotate.get() {
            let count = best.clone().count();
            return best
                .nth(usize::from(random()) % count)
                .map(|server| server.address);
        }
        best.next().map(|server| server.address)
    }

    /// Notes how a server did.
    pub(super) fn note(&self, address: SocketAddr, failed: bool) {
        let mut servers = self.servers.borrow_mut();
        if let Some(server) = servers.iter_mut().find(|server| server.address == address) {
            server.failures = if failed {
                server.failures.saturating_add(1)
            } else {
                0
            };
        }
    }
}

/// A number that nobody can foresee.
pub(super) fn random() -> u16 {
    let mut bytes = [0; 2];
    // It fails on no system that has it.
    let _ = entropy::fill(&mut bytes);
    u16::from_ne_bytes(bytes)
}
