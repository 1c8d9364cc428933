//! What streams and watched descriptors tell at their edges: after the end, and when closed early.

use std::cell::{Cell, RefCell};
use std::net::{TcpListener, TcpStream};
use std::rc::Rc;

use rondo_loop::{Handle, Io, Loop, Mode, Pipe, Read, ReadInto, Reader, Ready, Stream, Tcp, Timer};

fn tcp_pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
    (client, listener.accept().unwrap().0)
}

/// Ends a test that would hang.
fn limit(lp: &Loop) {
    let timer = Timer::new(lp, |_, _| panic!("nothing has happened"));
    timer.start(lp, 10_000, 0);
    timer.unref(lp);
}

#[test]
fn who_reads_again_after_the_end_is_told_of_it_again() {
    let lp = Loop::new().unwrap();
    limit(&lp);
    let (client, server) = tcp_pair();
    drop(client);
    let tcp = Tcp::open(&lp, server).unwrap();
    let ends = Rc::new(Cell::new(0));
    fn read(lp: &Loop, tcp: Tcp, ends: Rc<Cell<u32>>) {
        tcp.read_start(lp, move |lp, tcp, read| {
            assert!(matches!(read, Read::End));
            ends.set(ends.get() + 1);
            if ends.get() < 3 {
                super_read(lp, tcp, ends.clone());
            } else {
                tcp.close(lp, |_| {});
            }
        })
        .unwrap();
    }
    fn super_read(lp: &Loop, tcp: Tcp, ends: Rc<Cell<u32>>) {
        lp.set_immediate(move |lp| read(lp, tcp, ends));
    }
    read(&lp, tcp, ends.clone());
    lp.run(Mode::Default);
    assert_eq!(ends.get(), 3);
}

/// Does something when it is asked for a buffer.
struct WhenAsked<F> {
    act: F,
    told: Rc<RefCell<Vec<&'static str>>>,
}

impl<F: FnMut(&Loop, Pipe) + 'static> Reader<Pipe> for WhenAsked<F> {
    type Buffer = Vec<u8>;

    fn buffer(&mut self, lp: &Loop, pipe: Pipe) -> Vec<u8> {
        (self.act)(lp, pipe);
        vec![0; 10]
    }

    fn read(&mut self, _: &Loop, _: Pipe, _: Vec<u8>, what: ReadInto) {
        self.told.borrow_mut().push(match what {
            ReadInto::Data(_) => "data",
            ReadInto::End => "end",
            ReadInto::Failed(_) => "failed",
        });
    }

    fn unused(&mut self, _: &Loop, _: Pipe, _: Vec<u8>) {
        self.told.borrow_mut().push("unused");
    }
}

#[test]
fn a_stream_that_is_closed_when_asked_for_a_buffer_gives_it_back() {
    let lp = Loop::new().unwrap();
    limit(&lp);
    let (left, right) = Pipe::pair(&lp).unwrap();
    left.try_write(&lp, b"x").unwrap();
    let told = Rc::new(RefCell::new(Vec::new()));
    let reader = WhenAsked {
        act: |lp: &Loop, pipe: Pipe| pipe.close(lp, |_| {}),
        told: told.clone(),
    };
    right.read_start_into(&lp, reader).unwrap();
    lp.run(Mode::Default);
    assert_eq!(*told.borrow(), ["unused"]);
}

#[test]
fn a_stream_that_is_stopped_when_asked_for_a_buffer_keeps_the_data() {
    let lp = Loop::new().unwrap();
    limit(&lp);
    let (left, right) = Pipe::pair(&lp).unwrap();
    left.try_write(&lp, b"x").unwrap();
    let told = Rc::new(RefCell::new(Vec::new()));
    let reader = WhenAsked {
        act: |lp: &Loop, pipe: Pipe| {
            pipe.read_stop(lp);
            lp.set_immediate(move |lp| {
                let read = |lp: &Loop, pipe: Pipe, read: Read<'_>| {
                    assert!(matches!(read, Read::Data(b"x")));
                    pipe.close(lp, |_| {});
                };
                pipe.read_start(lp, read).unwrap();
            });
        },
        told: told.clone(),
    };
    right.read_start_into(&lp, reader).unwrap();
    lp.run(Mode::Default);
    assert_eq!(*told.borrow(), ["unused"]);
}

#[test]
fn io_tells_of_a_disconnect_alone() {
    let lp = Loop::new().unwrap();
    limit(&lp);
    let (mut client, server) = tcp_pair();
    std::io::Write::write_all(&mut client, b"data that nobody asks for").unwrap();
    let calls = Rc::new(Cell::new(0));
    let counted = calls.clone();
    let io = Io::new(&lp, server, move |lp, io, ready| {
        assert!(ready.has(Ready::READ_CLOSED) && !ready.has(Ready::READABLE));
        counted.set(counted.get() + 1);
        io.close(lp, |_| {});
    });
    io.start(&lp, Ready::READ_CLOSED).unwrap();
    assert!(io.is_active(&lp));
    let client = RefCell::new(Some(client));
    let before = calls.clone();
    Timer::new(&lp, move |_, _| {
        assert_eq!(before.get(), 0, "data is no disconnect");
        client.take();
    })
    .start(&lp, 20, 0);
    lp.run(Mode::Default);
    assert_eq!(calls.get(), 1);
}
