//! UDP sockets: their options, with the real system.

mod datagrams;

use std::cell::Cell;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};
use std::os::fd::AsRawFd;
use std::rc::Rc;

use datagrams::{PLAIN, bound, code, here, here_in_all_families};
use rondo_loop::{Family, Handle, Interface, Loop, Mode, Timer, Udp, UdpOptions};

#[test]
fn sockets_can_share_a_port_if_they_say_so() {
    let lp = Loop::new().unwrap();
    for options in [
        UdpOptions {
            reuse_addr: true,
            ..PLAIN
        },
        UdpOptions {
            reuse_port: true,
            ..PLAIN
        },
    ] {
        let first = Udp::new(&lp);
        first.bind_with(&lp, here(0), options).unwrap();
        let address = first.local_address(&lp).unwrap();
        Udp::new(&lp).bind_with(&lp, address, options).unwrap();
        let unwilling = Udp::new(&lp);
        assert_eq!(
            code(unwilling.bind_with(&lp, address, PLAIN)),
            libc::EADDRINUSE
        );
    }
    let twice = bound(&lp).0;
    assert_eq!(code(twice.bind(&lp, here(0))), libc::EINVAL);
}

#[test]
fn version_6_takes_version_4_unless_told_not_to() {
    let lp = Loop::new().unwrap();
    let only = UdpOptions {
        ipv6_only: true,
        ..PLAIN
    };
    assert_eq!(
        code(Udp::new(&lp).bind_with(&lp, here(0), only)),
        libc::EINVAL
    );
    for (options, reaches) in [(PLAIN, true), (only, false)] {
        let server = Udp::with_family(&lp, Family::V6).unwrap();
        server
            .bind_with(&lp, "[::]:0".parse().unwrap(), options)
            .unwrap();
        let port = server.local_address(&lp).unwrap().port();
        let seen = Rc::new(Cell::new(false));
        let (found, stop) = (seen.clone(), Timer::new(&lp, |lp, _| lp.stop()));
        server
            .recv_start(&lp, move |lp, _, received| {
                assert_eq!(received.unwrap().data, b"four");
                found.set(true);
                lp.stop();
            })
            .unwrap();
        let client = Udp::new(&lp);
        client.try_send(&lp, b"four", Some(here(port))).unwrap();
        stop.start(&lp, if reaches { 60_000 } else { 20 }, 0);
        lp.run(Mode::Default);
        assert_eq!(seen.get(), reaches);
        stop.close(&lp, |_| {});
        server.close(&lp, |_| {});
        lp.run(Mode::Default);
    }
}

#[test]
fn options_reach_the_socket() {
    use rustix::net::sockopt;
    let lp = Loop::new().unwrap();
    for any in here_in_all_families() {
        let socket = UdpSocket::bind(any).unwrap();
        let fd = socket.try_clone().unwrap();
        let udp = Udp::open(&lp, socket).unwrap();
        udp.set_ttl(&lp, 17).unwrap();
        udp.set_multicast_ttl(&lp, 18).unwrap();
        udp.set_multicast_loop(&lp, false).unwrap();
        udp.set_broadcast(&lp, true).unwrap();
        udp.set_multicast_interface(&lp, Interface::Index(1))
            .unwrap();
        assert!(sockopt::socket_broadcast(&fd).unwrap());
        if any.is_ipv4() {
            assert_eq!(sockopt::ip_ttl(&fd).unwrap(), 17);
            assert_eq!(sockopt::ip_multicast_ttl(&fd).unwrap(), 18);
            assert!(!sockopt::ip_multicast_loop(&fd).unwrap());
        } else {
            assert_eq!(sockopt::ipv6_unicast_hops(&fd).unwrap(), 17);
            assert_eq!(sockopt::ipv6_multicast_hops(&fd).unwrap(), 18);
            assert!(!sockopt::ipv6_multicast_loop(&fd).unwrap());
            assert_eq!(sockopt::ipv6_multicast_if(&fd).unwrap(), 1);
        }
        udp.set_multicast_interface(&lp, Interface::Any).unwrap();
        udp.set_recv_buffer_size(&lp, 20_000).unwrap();
        udp.set_send_buffer_size(&lp, 30_000).unwrap();
        assert_eq!(udp.recv_buffer_size(&lp).unwrap(), 40_000);
        assert_eq!(udp.send_buffer_size(&lp).unwrap(), 60_000);
        for wrong in [0, 256] {
            assert_eq!(code(udp.set_ttl(&lp, wrong)), libc::EINVAL);
        }
        assert_eq!(code(udp.set_multicast_ttl(&lp, 256)), libc::EINVAL);
    }
}

#[test]
fn messages_to_a_group_reach_its_members() {
    let lp = Loop::new().unwrap();
    let group = Ipv4Addr::new(239, 255, 0, 77);
    let local = Interface::Address(Ipv4Addr::LOCALHOST);
    let shared = UdpOptions {
        reuse_addr: true,
        ..PLAIN
    };
    let count = Rc::new(Cell::new(0));
    let first = Udp::new(&lp);
    first
        .bind_with(&lp, (Ipv4Addr::UNSPECIFIED, 0).into(), shared)
        .unwrap();
    let port = first.local_address(&lp).unwrap().port();
    let second = Udp::new(&lp);
    second
        .bind_with(&lp, (Ipv4Addr::UNSPECIFIED, port).into(), shared)
        .unwrap();
    first.join(&lp, group.into(), local).unwrap();
    second
        .join_source(&lp, group.into(), Ipv4Addr::LOCALHOST.into(), local)
        .unwrap();
    for member in [first, second] {
        let count = count.clone();
        member
            .recv_start(&lp, move |lp, member, received| {
                assert_eq!(received.unwrap().data, b"to all");
                count.set(count.get() + 1);
                member.recv_stop(lp);
            })
            .unwrap();
    }
    let sender = Udp::new(&lp);
    sender.bind(&lp, here(0)).unwrap();
    sender.set_multicast_interface(&lp, local).unwrap();
    sender
        .try_send(&lp, b"to all", Some((group, port).into()))
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(count.get(), 2);
    first.leave(&lp, group.into(), local).unwrap();
    second
        .leave_source(&lp, group.into(), Ipv4Addr::LOCALHOST.into(), local)
        .unwrap();
    assert_eq!(
        code(first.leave(&lp, group.into(), local)),
        libc::EADDRNOTAVAIL
    );
    assert_eq!(code(first.join(&lp, here(0).ip(), local)), libc::EINVAL);
}

#[test]
fn groups_of_version_6_are_joined_by_interface_number() {
    let lp = Loop::new().unwrap();
    let udp = Udp::new(&lp);
    let group: IpAddr = "ff01::77".parse().unwrap();
    let source: IpAddr = "::1".parse().unwrap();
    let local = Interface::Index(1);
    udp.join(&lp, group, local).unwrap();
    assert!(
        udp.local_address(&lp).unwrap().is_ipv6(),
        "joining binds it"
    );
    assert_eq!(code(udp.join(&lp, group, local)), libc::EADDRINUSE);
    udp.leave(&lp, group, local).unwrap();
    udp.join_source(&lp, group, source, local).unwrap();
    udp.leave_source(&lp, group, source, local).unwrap();
    let again = udp.leave_source(&lp, group, source, local);
    assert!(again.is_err(), "it was left");
    let by_address = Interface::Address(Ipv4Addr::LOCALHOST);
    assert_eq!(code(udp.join(&lp, group, by_address)), libc::EINVAL);
    let mixed = udp.join_source(&lp, group, here(0).ip(), local);
    assert_eq!(code(mixed), libc::EINVAL);
}

#[test]
fn a_socket_from_elsewhere_is_taken_over() {
    let lp = Loop::new().unwrap();
    let (server, address) = bound(&lp);
    let outside = UdpSocket::bind(here(0)).unwrap();
    outside.connect(address).unwrap();
    let fd = outside.as_raw_fd();
    let udp = Udp::open(&lp, outside).unwrap();
    assert_eq!(udp.fileno(&lp).unwrap(), fd);
    assert_eq!(udp.peer_address(&lp).unwrap(), address);
    udp.try_send(&lp, b"it is connected", None).unwrap();
    let file = std::fs::File::open("/proc/self/exe").unwrap();
    assert_eq!(code(Udp::open(&lp, file)), libc::ENOTSOCK);
    let stream = std::net::TcpListener::bind(here(0)).unwrap();
    assert_eq!(code(Udp::open(&lp, stream)), libc::EINVAL);
    server
        .recv_start(&lp, |lp, server, received| {
            assert_eq!(received.unwrap().data, b"it is connected");
            server.close(lp, |_| {});
        })
        .unwrap();
    lp.run(Mode::Default);
}

#[test]
fn without_a_socket_there_is_nothing_to_ask() {
    let lp = Loop::new().unwrap();
    let udp = Udp::new(&lp);
    assert_eq!(code(udp.local_address(&lp)), libc::EBADF);
    assert_eq!(code(udp.set_broadcast(&lp, true)), libc::EBADF);
    assert_eq!(code(udp.set_ttl(&lp, 0)), libc::EINVAL);
    assert_eq!(code(udp.fileno(&lp)), libc::EBADF);
    udp.recv_start(&lp, |_, _, _| {}).unwrap();
    assert_ne!(
        udp.local_address(&lp).unwrap().port(),
        0,
        "receiving binds it"
    );
}

#[test]
fn what_one_of_two_handles_leaves_the_other_gets() {
    let lp = Loop::new().unwrap();
    let socket = UdpSocket::bind(here(0)).unwrap();
    let address = socket.local_addr().unwrap();
    let first = Udp::open(&lp, socket.try_clone().unwrap()).unwrap();
    let sender = UdpSocket::bind(here(0)).unwrap();
    for number in 0..5u8 {
        sender.send_to(&[number], address).unwrap();
    }
    first
        .recv_start(&lp, |lp, first, received| {
            assert_eq!(received.unwrap().data, [0]);
            first.close(lp, |_| {});
        })
        .unwrap();
    lp.run(Mode::Default);
    // As another process would, that has the same socket.
    socket.set_nonblocking(true).unwrap();
    let mut room = [0; 8];
    for number in 1..5u8 {
        assert_eq!(socket.recv(&mut room).unwrap(), 1);
        assert_eq!(room[0], number);
    }
}
