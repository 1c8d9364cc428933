//! Pipes and Unix sockets.

use std::ffi::{OsStr, OsString};
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::rc::Rc;

use rustix::fs::{FileType, Mode, OFlags, chmod, fcntl_getfl, fstat};
use rustix::io::{Errno, ioctl_fionbio, retry_on_intr};
use rustix::net::{
    AddressFamily, SocketAddrAny, SocketAddrUnix, SocketFlags, SocketType, getpeername,
    getsockname, socket_with, socketpair,
};
use rustix::pipe::{PipeFlags, pipe_with};

use super::stream::{Chunk, Done, FromKey, Stream, StreamState, flag, state};
use super::{Key, handle};
use crate::Loop;
use crate::observe::Kind;
use crate::seam;
use crate::tty::{self, DescriptorKind};

/// A Unix socket, that listens or is connected, or an end of a pipe.
///
/// A name that begins with a zero byte is an abstract one, which is no file. With
/// [`set_passing`](Pipe::set_passing), descriptors can be sent along with data.
///
/// ```
/// use rondo_loop::{Handle, Loop, Mode, Pipe, Read, Stream};
///
/// let lp = Loop::new()?;
/// let name = format!("\0example-{}", std::process::id());
/// let server = Pipe::new(&lp);
/// server.bind(&lp, &name)?;
/// server.listen(&lp, 16, |lp, server, connection| {
///     connection.unwrap().close(lp, |_| {});
///     server.close(lp, |_| {});
/// })?;
/// let client = Pipe::new(&lp);
/// client.connect(&lp, &name, move |lp, result| {
///     result.unwrap();
///     client.close(lp, |_| {});
/// })?;
/// lp.run(Mode::Default);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pipe(Key);

handle!(Pipe);

impl Pipe {
    /// Makes a handle. Its socket is made when it is bound or connected.
    pub fn new(lp: &Loop) -> Pipe {
        add(lp, StreamState::new(Kind::Pipe, flag::SOCKET))
    }

    /// Makes a handle of a pipe or Unix socket that exists.
    pub fn open(lp: &Loop, pipe: impl Into<OwnedFd>) -> io::Result<Pipe> {
        let fd = pipe.into();
        let flags = seam::ask("pipe.open", || flags_of(fd.as_fd()))? | flag::SHARED;
        Ok(add(lp, StreamState::with_fd(Kind::Pipe, flags, fd)))
    }

    /// Makes two sockets that are connected with each other.
    pub fn pair(lp: &Loop) -> io::Result<(Pipe, Pipe)> {
        let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
        let (left, right) = seam::ask("pipe.pair", || {
            socketpair(AddressFamily::UNIX, SocketType::STREAM, flags, None)
        })?;
        Ok((Pipe::own(lp, left), Pipe::own(lp, right)))
    }

    /// Makes a handle of a connected socket that does not block and that nobody else has.
    pub(crate) fn own(lp: &Loop, fd: OwnedFd) -> Pipe {
        let flags = flag::SOCKET | flag::READABLE | flag::WRITABLE;
        add(lp, StreamState::with_fd(Kind::Pipe, flags, fd))
    }

    /// Makes a pipe: what is written to the second can be read from the first.
    pub fn one_way(lp: &Loop) -> io::Result<(Pipe, Pipe)> {
        let (reader, writer) = seam::ask("pipe.make", || {
            pipe_with(PipeFlags::NONBLOCK | PipeFlags::CLOEXEC)
        })?;
        Ok((
            add(lp, StreamState::with_fd(Kind::Pipe, flag::READABLE, reader)),
            add(lp, StreamState::with_fd(Kind::Pipe, flag::WRITABLE, writer)),
        ))
    }

    /// Binds to a name: a path, where a file is made that goes away when the handle is closed, or an
    /// abstract name. An empty name stands for an abstract one that the system chooses.
    ///
    /// `EINVAL` if the name is too long or the handle has a socket, `EACCES` if a folder of the path does
    /// not exist.
    pub fn bind(self, lp: &Loop, name: impl AsRef<OsStr>) -> io::Result<()> {
        let name = name.as_ref();
        let stream = state(lp, self).ok_or(Errno::INVAL)?;
        let address = match name.as_bytes() {
            [] => SocketAddrUnix::new_unnamed(),
            bytes => address(bytes)?,
        };
        if stream.has_fd() {
            return Err(Errno::INVAL.into());
        }
        let fd = new_socket()?;
        let bound = seam::ask("pipe.bind", || rustix::net::bind(&fd, &address));
        bound.map_err(|error| match error {
            Errno::NOENT => Errno::ACCESS,
            error => error,
        })?;
        stream.set_fd(fd);
        if !matches!(name.as_bytes(), [] | [0, ..]) {
            stream.extra().path = Some(PathBuf::from(name));
        }
        Ok(())
    }

    /// Connects, and calls back when that is done or has failed.
    ///
    /// `EINVAL` if the name is empty or too long, `EALREADY` if the socket is connecting.
    pub fn connect(
        self,
        lp: &Loop,
        name: impl AsRef<OsStr>,
        done: impl FnOnce(&Loop, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::INVAL)?;
        let address = match name.as_ref().as_bytes() {
            [] => return Err(Errno::INVAL.into()),
            bytes => address(bytes)?,
        };
        if stream.has(flag::CONNECTING) {
            return Err(Errno::ALREADY.into());
        }
        lp.lets_in("connections");
        let begun = ensure_socket(&stream).and_then(|()| {
            stream.ask("pipe.connect", |fd| {
                retry_on_intr(|| rustix::net::connect(fd, &address))
            })
        });
        if matches!(begun, Ok(()) | Err(Errno::INPROGRESS)) {
            stream.set(flag::READABLE | flag::WRITABLE, true);
        }
        stream.connecting(lp, self.0, begun, Done::new(lp, done));
        Ok(())
    }

    /// The name that the socket is bound to; empty if it has none.
    pub fn local_name(self, lp: &Loop) -> io::Result<OsString> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        Ok(stream.ask("pipe.name", |fd| name_of(getsockname(fd)?))?)
    }

    /// The name that the socket is connected to; empty if that has none.
    pub fn peer_name(self, lp: &Loop) -> io::Result<OsString> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        let name = stream.ask("pipe.peer", |fd| {
            getpeername(fd)?.map_or_else(|| Ok(OsString::new()), name_of)
        });
        Ok(name?)
    }

    /// Lets all users of the system read or write the file that the socket is bound to, and nothing else.
    pub fn chmod(self, lp: &Loop, readable: bool, writable: bool) -> io::Result<()> {
        if !readable && !writable {
            return Err(Errno::INVAL.into());
        }
        let name = self.local_name(lp)?;
        if matches!(name.as_bytes(), [] | [0, ..]) {
            return Err(Errno::INVAL.into());
        }
        let mut mode = Mode::empty();
        if readable {
            mode |= Mode::RUSR | Mode::RGRP | Mode::ROTH;
        }
        if writable {
            mode |= Mode::WUSR | Mode::WGRP | Mode::WOTH;
        }
        Ok(seam::ask("pipe.chmod", || chmod(&*name, mode))?)
    }

    /// Whether descriptors can be sent and received along with data. At first they cannot: those that
    /// come are closed.
    pub fn set_passing(self, lp: &Loop, on: bool) {
        if let Some(stream) = state(lp, self) {
            stream.set(flag::PASSES, on);
        }
    }

    /// Writes bytes, of which there must be some, and passes a descriptor along with the first. To pass a
    /// stream's, take a [`duplicate`](Stream::duplicate) of it.
    ///
    /// `EINVAL` unless [`set_passing`](Pipe::set_passing) allows it.
    ///
    /// ```
    /// use std::io::Write;
    /// use rondo_loop::{Handle, Loop, Mode, Pipe, Read, Stream};
    ///
    /// let lp = Loop::new()?;
    /// let (left, right) = Pipe::pair(&lp)?;
    /// left.set_passing(&lp, true);
    /// right.set_passing(&lp, true);
    /// let (reader, mut writer) = std::io::pipe()?;
    /// left.write_passing(&lp, "a pipe", reader, |_, result| result.unwrap())?;
    /// right.read_start(&lp, |lp, right, _| {
    ///     let reader = Pipe::open(lp, right.take_pending(lp).unwrap()).unwrap();
    ///     reader.read_start(lp, |lp, _, read| {
    ///         assert!(matches!(read, Read::Data(b"through it")));
    ///         lp.stop();
    ///     }).unwrap();
    /// })?;
    /// writer.write_all(b"through it")?;
    /// lp.run(Mode::Default);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_passing(
        self,
        lp: &Loop,
        data: impl Into<Chunk>,
        descriptor: impl Into<OwnedFd>,
        done: impl FnOnce(&Loop, io::Result<()>) + 'static,
    ) -> io::Result<()> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        stream.check_passing()?;
        let (data, descriptor) = (data.into(), descriptor.into());
        if data.as_slice().is_empty() {
            return Err(Errno::INVAL.into());
        }
        stream.write_passing(lp, self.0, data, descriptor, Done::new(lp, done));
        Ok(())
    }

    /// Writes what the system takes at once, and passes a descriptor along with it.
    pub fn try_write_passing(
        self,
        lp: &Loop,
        bytes: &[u8],
        descriptor: impl AsFd,
    ) -> io::Result<usize> {
        let stream = state(lp, self).ok_or(Errno::BADF)?;
        stream.check_passing()?;
        if bytes.is_empty() {
            return Err(Errno::INVAL.into());
        }
        Ok(stream.try_write_passing(bytes, descriptor.as_fd())?)
    }

    /// How many descriptors have come and were not taken.
    pub fn pending_count(self, lp: &Loop) -> usize {
        let count = state(lp, self).and_then(|stream| stream.look(|it| Some(it.received.len())));
        count.unwrap_or(0)
    }

    /// What the first descriptor is that has come and was not taken.
    pub fn pending_kind(self, lp: &Loop) -> Option<DescriptorKind> {
        let stream = state(lp, self)?;
        stream.look(|it| it.received.front().map(tty::kind))
    }

    /// Takes the first descriptor that has come, to make a handle of it: [`Tcp::open`](crate::Tcp::open),
    /// [`Pipe::open`].
    pub fn take_pending(self, lp: &Loop) -> Option<OwnedFd> {
        state(lp, self)?.look(|extra| extra.received.pop_front())
    }
}

impl Stream for Pipe {}

impl FromKey for Pipe {
    fn from_key(key: Key) -> Pipe {
        Pipe(key)
    }

    fn prepare_to_listen(self, stream: &StreamState) -> Result<(), Errno> {
        if stream.has_fd() && !stream.has(flag::PASSES) {
            Ok(())
        } else {
            Err(Errno::INVAL)
        }
    }
}

fn add(lp: &Loop, stream: StreamState) -> Pipe {
    Pipe(lp.add_source(Kind::Pipe, Rc::new(stream)))
}

fn new_socket() -> Result<OwnedFd, Errno> {
    let flags = SocketFlags::NONBLOCK | SocketFlags::CLOEXEC;
    seam::ask("pipe.socket", || {
        socket_with(AddressFamily::UNIX, SocketType::STREAM, flags, None)
    })
}

/// What can be done with a descriptor, which does not block from now on.
fn flags_of(fd: BorrowedFd<'_>) -> Result<u32, Errno> {
    let mode = fcntl_getfl(fd)?;
    ioctl_fionbio(fd, true)?;
    let kind = match FileType::from_raw_mode(fstat(fd)?.st_mode) {
        FileType::Socket => flag::SOCKET,
        _ => 0,
    };
    Ok(kind
        | match mode & OFlags::RWMODE {
            OFlags::RDONLY => flag::READABLE,
            OFlags::WRONLY => flag::WRITABLE,
            _ => flag::READABLE | flag::WRITABLE,
        })
}

fn ensure_socket(stream: &StreamState) -> Result<(), Errno> {
    if !stream.has_fd() {
        stream.set_fd(new_socket()?);
    }
    Ok(())
}

fn address(name: &[u8]) -> Result<SocketAddrUnix, Errno> {
    let address = match name {
        [0, name @ ..] => SocketAddrUnix::new_abstract_name(name),
        path => SocketAddrUnix::new(path),
    };
    address.map_err(|_| Errno::INVAL)
}

fn name_of(address: SocketAddrAny) -> Result<OsString, Errno> {
    let address = SocketAddrUnix::try_from(address)?;
    if let Some(name) = address.abstract_name()
        && !name.is_empty()
    {
        return Ok(OsString::from_vec([&[0], name].concat()));
    }
    let path = address.path_bytes().unwrap_or_default();
    Ok(OsStr::from_bytes(path).to_owned())
}
