//! Terminals, with pseudo-terminals of our own; and standard streams of every kind.

mod talk;

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{Read as _, Write as _};
use std::os::fd::{AsFd, AsRawFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use rondo_loop::tty::{self, TtyMode};
use rondo_loop::{Handle, Loop, Mode, Read, StandardStream, Stream, Tty};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};
use talk::code;

/// Held by tests that change modes: `reset` gives back those of the whole process.
static MODES: Mutex<()> = Mutex::new(());

/// The two sides of a pseudo-terminal: the user's, and the program's.
fn pseudo_terminal() -> (File, OwnedFd) {
    let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
    let user = openpt(flags).unwrap();
    grantpt(&user).unwrap();
    unlockpt(&user).unwrap();
    let name = ptsname(&user, Vec::new()).unwrap();
    let program = OpenOptions::new()
        .read(true)
        .write(true)
        .open(std::ffi::OsStr::from_bytes(name.as_bytes()))
        .unwrap();
    (File::from(user), program.into())
}

fn has_echo(fd: impl AsFd) -> bool {
    let modes = tcgetattr(fd).unwrap().local_modes;
    modes.contains(LocalModes::ECHO)
}

/// Notes what is typed, piece by piece, until there is an `x`.
fn typed(lp: &Loop, tty: Tty) -> Rc<RefCell<Vec<String>>> {
    let pieces = Rc::new(RefCell::new(Vec::new()));
    let into = pieces.clone();
    tty.read_start(lp, move |lp, tty, read| match read {
        Read::Data(bytes) => {
            into.borrow_mut()
                .push(String::from_utf8_lossy(bytes).into_owned());
            if bytes.contains(&b'x') {
                tty.close(lp, |_| {});
            }
        }
        what => panic!("{what:?}"),
    })
    .unwrap();
    pieces
}

#[test]
fn lines_come_one_by_one_however_they_were_typed() {
    let lp = Loop::new().unwrap();
    let (mut user, program) = pseudo_terminal();
    let tty = Tty::open(&lp, &program).unwrap();
    user.write_all(b"first\nsecond\nx\n").unwrap();
    let pieces = typed(&lp, tty);
    lp.run(Mode::Default);
    assert_eq!(*pieces.borrow(), ["first\n", "second\n", "x\n"]);
}

#[test]
fn raw_mode_passes_on_keys_and_ends_with_the_handle() {
    let _alone = MODES.lock().unwrap_or_else(PoisonError::into_inner);
    let lp = Loop::new().unwrap();
    let (mut user, program) = pseudo_terminal();
    assert!(has_echo(&program));
    for mode in [TtyMode::Raw, TtyMode::Binary] {
        let tty = Tty::open(&lp, &program).unwrap();
        tty.set_mode(&lp, mode).unwrap();
        assert!(!has_echo(&program));
        tty.set_mode(&lp, TtyMode::Normal).unwrap();
        assert!(has_echo(&program));
        tty.set_mode(&lp, mode).unwrap();
        let pieces = typed(&lp, tty);
        // Without a line end, and with what would be an interrupt.
        user.write_all(b"a\x03\rx").unwrap();
        lp.run(Mode::Default);
        assert_eq!(pieces.borrow().concat(), "a\u{3}\rx");
        assert!(has_echo(&program), "the mode was given back");
    }
}

#[test]
fn modes_are_given_back_at_exit() {
    let _alone = MODES.lock().unwrap_or_else(PoisonError::into_inner);
    let lp = Loop::new().unwrap();
    let (_user, program) = pseudo_terminal();
    let tty = Tty::open(&lp, &program).unwrap();
    tty.set_mode(&lp, TtyMode::Raw).unwrap();
    tty::reset();
    assert!(has_echo(&program));
}

#[test]
fn the_size_of_the_window_is_known() {
    let lp = Loop::new().unwrap();
    let (user, program) = pseudo_terminal();
    let size = Winsize {
        ws_row: 33,
        ws_col: 111,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    tcsetwinsize(&user, size).unwrap();
    let tty = Tty::open(&lp, &program).unwrap();
    assert_eq!(tty.window_size(&lp).unwrap(), (111, 33));
    tty.close(&lp, |_| {});
    assert_eq!(code(tty.window_size(&lp)), 9);
    assert_eq!(code(tty.set_mode(&lp, TtyMode::Raw)), 9);
}

#[test]
fn much_output_arrives_although_the_user_is_slow() {
    let _alone = MODES.lock().unwrap_or_else(PoisonError::into_inner);
    let lp = Loop::new().unwrap();
    let (mut user, program) = pseudo_terminal();
    let tty = Tty::open(&lp, &program).unwrap();
    tty.set_mode(&lp, TtyMode::Binary).unwrap();
    let sent: Vec<u8> = (0..200_000u32).map(|n| (n % 251) as u8).collect();
    let expected = sent.clone();
    tty.write(&lp, sent, move |lp, result| {
        result.unwrap();
        tty.close(lp, |_| {});
    })
    .unwrap();
    assert!(tty.write_queue_size(&lp) > 0, "it does not block");
    let reader = std::thread::spawn(move || {
        let mut all = vec![0; expected.len()];
        user.read_exact(&mut all).unwrap();
        assert!(all == expected);
    });
    lp.run(Mode::Default);
    reader.join().unwrap();
}

#[test]
fn the_other_side_can_be_a_handle_too() {
    let lp = Loop::new().unwrap();
    let (user, program) = pseudo_terminal();
    let (user, program) = (
        Tty::open(&lp, &user).unwrap(),
        Tty::open(&lp, &program).unwrap(),
    );
    let heard = typed(&lp, program);
    let echo = typed(&lp, user);
    user.write(&lp, "typed x\n", |_, result| result.unwrap())
        .unwrap();
    lp.run(Mode::Default);
    assert_eq!(*heard.borrow(), ["typed x\n"]);
    assert_eq!(echo.borrow().concat(), "typed x\r\n");
}

#[test]
fn the_descriptor_of_others_still_blocks() {
    let lp = Loop::new().unwrap();
    let (_user, program) = pseudo_terminal();
    let tty = Tty::open(&lp, &program).unwrap();
    tty.read_start(&lp, |_, _, _| {}).unwrap();
    let flags = rustix::fs::fcntl_getfl(&program).unwrap();
    assert!(!flags.contains(rustix::fs::OFlags::NONBLOCK));
    assert_eq!(code(tty.listen(&lp, 1, |_, _, _| {})), 22);
}

#[test]
fn either_side_can_leave() {
    let lp = Loop::new().unwrap();
    let (user, program) = pseudo_terminal();
    let tty = Tty::open(&lp, &user).unwrap();
    let all = talk::collect(&lp, tty);
    let mut output = File::from(program);
    output.write_all(b"bye").unwrap();
    drop((output, user));
    lp.run(Mode::Default);
    assert_eq!(*all.borrow(), b"bye");

    let (user, program) = pseudo_terminal();
    let tty = Tty::open(&lp, &program).unwrap();
    let all = talk::collect(&lp, tty);
    drop(user);
    lp.run(Mode::Default);
    assert!(all.borrow().is_empty());
}

#[test]
fn what_is_no_terminal_is_refused() {
    let lp = Loop::new().unwrap();
    let (reader, _writer) = std::io::pipe().unwrap();
    assert_eq!(code(Tty::open(&lp, &reader)), 22);
    assert_eq!(code(Tty::open(&lp, File::open("/dev/null").unwrap())), 22);
}

/// The child of the test below: it writes to its standard output what that is.
#[test]
#[ignore = "run by another test, in a process of its own"]
fn standard_streams_child() {
    std::env::var("RONDO_ROLE").expect("this is no test by itself");
    let lp = Loop::new().unwrap();
    assert_eq!(code(lp.standard_stream(3)), 22);
    let name = match lp.standard_stream(1).unwrap() {
        StandardStream::Tty(output) => greet(&lp, output, "tty"),
        StandardStream::Pipe(output) => greet(&lp, output, "pipe"),
        StandardStream::Tcp(output) => greet(&lp, output, "tcp"),
        StandardStream::File(output) => {
            File::from(output).write_all(b"file").unwrap();
            "file"
        }
        _ => "other",
    };
    eprintln!("{name}");
    // Nothing of the test harness goes to the output.
    std::process::exit(0);
}

fn greet(lp: &Loop, output: impl Stream, name: &'static str) -> &'static str {
    let greeting = format!("<{name}>");
    output
        .write(lp, greeting, |_, result| result.unwrap())
        .unwrap();
    lp.run(Mode::Default);
    output.close(lp, |_| {});
    lp.run(Mode::Default);
    name
}

/// Runs the child with a standard output of some kind.
fn output_is(kind: &str, output: impl Into<Stdio>) {
    let child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--exact",
            "standard_streams_child",
            "--ignored",
            "--nocapture",
        ])
        .env("RONDO_ROLE", "child")
        .stdout(output)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let result = child.wait_with_output().unwrap();
    let errors = String::from_utf8(result.stderr).unwrap();
    assert_eq!(errors.lines().last(), Some(kind), "{errors}");
    assert!(result.status.success());
}

/// Reads until the child's greeting has come.
fn expect(mut from: impl std::io::Read, text: &str) {
    let mut all = Vec::new();
    while !String::from_utf8_lossy(&all).contains(text) {
        let mut part = [0; 256];
        let count = from.read(&mut part).unwrap();
        assert!(count > 0, "{:?}", String::from_utf8_lossy(&all));
        all.extend(&part[..count]);
    }
}

#[test]
fn standard_output_can_be_anything() {
    let (user, program) = pseudo_terminal();
    output_is("tty", program);
    expect(user, "<tty>");

    let (reader, writer) = std::io::pipe().unwrap();
    output_is("pipe", writer);
    expect(reader, "<pipe>");

    let (ours, theirs) = std::os::unix::net::UnixStream::pair().unwrap();
    output_is("pipe", OwnedFd::from(theirs));
    expect(ours, "<pipe>");

    let listener = std::net::TcpListener::bind(talk::any_port()).unwrap();
    let ours = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    let (theirs, _) = listener.accept().unwrap();
    output_is("tcp", OwnedFd::from(theirs));
    expect(ours, "<tcp>");

    let path = std::env::temp_dir().join(format!("rondo-standard-{}", std::process::id()));
    output_is("file", File::create(&path).unwrap());
    assert!(std::fs::read_to_string(&path).unwrap().ends_with("file"));
    std::fs::remove_file(path).unwrap();

    let socket = std::net::UdpSocket::bind(talk::any_port()).unwrap();
    socket.connect(socket.local_addr().unwrap()).unwrap();
    assert!(socket.as_raw_fd() > 2);
    output_is("other", OwnedFd::from(socket));
    output_is("file", Stdio::null());
}
