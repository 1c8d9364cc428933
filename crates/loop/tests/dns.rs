//! Names to addresses and back. No name here is looked for outside of the machine.

use std::cell::{Cell, RefCell};
use std::net::{IpAddr, SocketAddr};
use std::rc::Rc;
use std::sync::{Arc, Barrier, Mutex, mpsc};

use rondo_loop::work::dns::{self, DnsError, Hints};
use rondo_loop::{Clock, Family, Loop, Mode, Pool};

const STREAM: i32 = libc::SOCK_STREAM;

fn numeric() -> Hints {
    Hints {
        flags: dns::AI_NUMERICHOST | dns::AI_NUMERICSERV,
        socktype: STREAM,
        ..Hints::default()
    }
}

fn addresses(host: &str, service: &str, hints: Hints) -> Vec<SocketAddr> {
    let found = dns::resolve(Some(host), Some(service), hints).unwrap();
    found.into_iter().map(|found| found.address).collect()
}

fn failure(host: Option<&str>, service: Option<&str>, hints: Hints) -> &'static str {
    dns::resolve(host, service, hints).unwrap_err().name()
}

#[test]
fn numbers_are_what_they_say() {
    for (host, service, address) in [
        ("127.0.0.1", "80", "127.0.0.1:80"),
        ("::1", "65535", "[::1]:65535"),
        ("::ffff:1.2.3.4", "0", "[::ffff:1.2.3.4]:0"),
    ] {
        assert_eq!(
            addresses(host, service, numeric()),
            [address.parse().unwrap()]
        );
    }
}

#[test]
fn names_of_this_machine_are_found() {
    let found = dns::resolve(Some("localhost"), None, Hints::default()).unwrap();
    assert!(!found.is_empty());
    assert!(found.iter().all(|found| found.address.ip().is_loopback()));
    let only = Hints {
        family: Some(Family::V4),
        socktype: STREAM,
        flags: dns::AI_CANONNAME,
        protocol: libc::IPPROTO_TCP,
    };
    let found = dns::resolve(Some("localhost"), None, only).unwrap();
    assert_eq!(found[0].address, "127.0.0.1:0".parse().unwrap());
    assert_eq!((found[0].socktype, found[0].protocol), (STREAM, 6));
    assert!(found[0].canonical_name.is_some());
}

#[test]
fn without_a_host_there_are_two_answers() {
    for (flags, ip) in [(dns::AI_PASSIVE, "0.0.0.0"), (0, "127.0.0.1")] {
        let hints = Hints {
            family: Some(Family::V4),
            flags,
            ..numeric()
        };
        let found = dns::resolve(None, Some("4711"), hints).unwrap();
        assert_eq!(found[0].address.ip(), ip.parse::<IpAddr>().unwrap());
        assert_eq!(found[0].address.port(), 4711);
    }
}

#[test]
fn services_have_ports() {
    // Not every machine has the list.
    let list = std::fs::read_to_string("/etc/services").unwrap_or_default();
    let services = list.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let (name, port) = (words.next()?, words.next()?.strip_suffix("/tcp")?);
        Some((name, port.parse::<u16>().ok()?))
    });
    for (name, port) in services.take(3) {
        let hints = Hints {
            flags: dns::AI_NUMERICHOST,
            ..numeric()
        };
        let found = addresses("127.0.0.1", name, hints);
        assert_eq!(found[0].port(), port, "{name}");
        let address = SocketAddr::new(found[0].ip(), port);
        let (_, service) = dns::name_of(&address, dns::NI_NUMERICHOST).unwrap();
        assert_eq!(service, name);
    }
}

#[test]
fn errors_have_libuvs_names() {
    assert_eq!(failure(None, None, Hints::default()), "EINVAL");
    assert_eq!(failure(Some(""), None, Hints::default()), "EINVAL");
    assert_eq!(failure(Some(&"a".repeat(300)), None, numeric()), "EINVAL");
    assert_eq!(failure(Some("1.2.3.4.5"), None, numeric()), "EAI_NONAME");
    assert_eq!(failure(Some("localhost"), None, numeric()), "EAI_NONAME");
    assert_eq!(
        failure(Some("127.0.0.1"), Some("no number"), numeric()),
        "EAI_NONAME"
    );
    assert_eq!(failure(None, Some("a\0b"), Hints::default()), "EAI_NONAME");
    let unknown_kind = Hints {
        socktype: 77,
        ..Hints::default()
    };
    assert_eq!(
        failure(Some("127.0.0.1"), None, unknown_kind),
        "EAI_SOCKTYPE"
    );
    let unknown_flag = Hints {
        flags: 1 << 30,
        ..Hints::default()
    };
    assert_eq!(
        failure(Some("127.0.0.1"), None, unknown_flag),
        "EAI_BADFLAGS"
    );
    let other_version = Hints {
        family: Some(Family::V6),
        ..numeric()
    };
    assert_eq!(
        failure(Some("127.0.0.1"), None, other_version),
        "EAI_ADDRFAMILY"
    );
    let error = DnsError::CANCELED;
    assert_eq!(error.to_string(), "EAI_CANCELED: request canceled");
}

#[test]
fn addresses_have_names() {
    let numbers = dns::NI_NUMERICHOST | dns::NI_NUMERICSERV;
    for (address, host) in [("127.0.0.1:80", "127.0.0.1"), ("[::1]:80", "::1")] {
        let names = dns::name_of(&address.parse().unwrap(), numbers).unwrap();
        assert_eq!(names, (host.to_string(), "80".to_string()));
    }
    let address = "127.0.0.1:1".parse().unwrap();
    let (host, _) = dns::name_of(&address, dns::NI_NAMEREQD).unwrap();
    let back = dns::resolve(Some(&host), None, Hints::default()).unwrap();
    assert!(back[0].address.ip().is_loopback());
    let error = dns::name_of(&address, 1 << 20).unwrap_err();
    assert_eq!(error.name(), "EAI_BADFLAGS");
}

#[test]
fn the_pool_looks_for_names_too() {
    let lp = Loop::new().unwrap();
    let results = Rc::new(RefCell::new(Vec::new()));
    let all = results.clone();
    lp.resolve(Some("::1"), Some("9"), numeric(), move |_, found| {
        let address = found.unwrap()[0].address;
        all.borrow_mut().push(address.to_string());
    });
    let all = results.clone();
    let numbers = dns::NI_NUMERICHOST | dns::NI_NUMERICSERV;
    lp.name_of("127.0.0.1:9".parse().unwrap(), numbers, move |_, names| {
        all.borrow_mut().push(names.unwrap().0);
    });
    let all = results.clone();
    lp.resolve(Some("nobody"), None, numeric(), move |_, found| {
        all.borrow_mut().push(found.unwrap_err().name().to_string());
    });
    assert_eq!(lp.active_requests(), 3);
    assert!(!lp.run(Mode::Default));
    let mut results = results.take();
    results.sort();
    assert_eq!(results, ["127.0.0.1", "EAI_NONAME", "[::1]:9"]);
}

/// Slow work that takes until the sender goes.
fn hang(lp: &Loop, count: usize) -> mpsc::Sender<()> {
    let (sender, receiver) = mpsc::channel::<()>();
    let receiver = Arc::new(Mutex::new(receiver));
    for _ in 0..count {
        let receiver = receiver.clone();
        lp.queue_slow_work(
            move || {
                let _ = receiver.lock().unwrap().recv();
            },
            |_, _| {},
        );
    }
    sender
}

#[test]
fn a_request_that_waits_can_be_cancelled() {
    let lp = Loop::with(Clock::real(), Pool::new(1)).unwrap();
    let release = hang(&lp, 1);
    let cancelled = Rc::new(Cell::new(0));
    let count = cancelled.clone();
    let first = lp.resolve(Some("127.0.0.1"), None, numeric(), move |_, found| {
        assert_eq!(found, Err(DnsError::CANCELED));
        count.set(count.get() + 1);
    });
    let count = cancelled.clone();
    let second = lp.name_of("127.0.0.1:9".parse().unwrap(), 0, move |_, names| {
        assert_eq!(names, Err(DnsError::CANCELED));
        count.set(count.get() + 1);
    });
    assert!(lp.cancel(first) && lp.cancel(second) && !lp.cancel(first));
    drop(release);
    assert!(!lp.run(Mode::Default));
    assert_eq!(cancelled.get(), 2);
}

#[test]
fn names_that_hang_leave_threads_to_others() {
    let lp = Loop::with(Clock::real(), Pool::new(4)).unwrap();
    let release = hang(&lp, 20);
    let late = Rc::new(Cell::new(false));
    let found = late.clone();
    lp.resolve(Some("127.0.0.1"), None, numeric(), move |_, result| {
        found.set(result.is_ok());
    });
    // Two threads are left: neither of these can go on without the other.
    let both = Arc::new(Barrier::new(2));
    let done = Rc::new(Cell::new(0));
    for _ in 0..2 {
        let (both, done) = (both.clone(), done.clone());
        lp.queue_work(
            move || both.wait(),
            move |lp, _| {
                done.set(done.get() + 1);
                if done.get() == 2 {
                    lp.stop();
                }
            },
        );
    }
    assert!(lp.run(Mode::Default));
    assert!(!late.get(), "it waits behind those that hang");
    drop(release);
    assert!(!lp.run(Mode::Default));
    assert!(late.get());
}
