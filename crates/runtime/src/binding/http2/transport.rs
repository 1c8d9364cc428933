//! How bytes come to a session and leave it.

use std::io;
use std::rc::Rc;

use rondo_engine::{Args, JsResult, Local, Scope};
use rondo_http2::Error as Http2Error;
use rondo_loop::{Error, Loop, Read, Stream};

use super::tell::Kind;
use super::{Http2Session, this};
use crate::binding::define;
use crate::binding::stream::{Consumer, Outcome, StreamHandle, end_of_file, status};
use crate::runtime::{Runtime, runtime};

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "consume", consume)?;
    define(scope, prototype, "receive", receive)?;
    define(scope, prototype, "written", written)?;
    define(scope, prototype, "flush", flush)?;
    define(scope, prototype, "destroy", destroy)?;
    let getter = scope.function("bytesRead", 0, bytes_read)?;
    prototype.define_accessor(scope, "bytesRead", getter, None)?;
    let getter = scope.function("bytesWritten", 0, bytes_written)?;
    prototype.define_accessor(scope, "bytesWritten", getter, None)
}

/// Who gets what is read from a handle.
struct Consuming(Rc<Http2Session>);

/// `consume(handle)`: reads and writes by a handle of `binding('stream')`. False if it is no open one.
fn consume<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let handle = args.get(scope, 0);
    let handle = StreamHandle::of(scope, handle).filter(|handle| !handle.is_closing());
    let (Some(handle), Some(session)) = (handle, this(scope, &args)) else {
        return Ok(false);
    };
    handle.set_consumer(Some(Rc::new(Consuming(session.clone()))));
    session.handle.replace(Some(handle.clone()));
    Ok(true)
}

/// `receive(bytes)`: takes what came over a stream of the library's.
fn receive<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let Some(session) = this(scope, &args) else {
        return Ok(());
    };
    let bytes = args.get(scope, 0).to_bytes(scope).unwrap_or_default();
    let outcome = session.take_in(&bytes);
    session.tell_all(scope)?;
    session.tell_failure(scope, outcome)?;
    session.send(scope)
}

/// `written()`: what was to be sent by the library has left.
fn written<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let Some(session) = this(scope, &args) else {
        return Ok(());
    };
    session.is_writing.set(false);
    session.tell_all(scope)?;
    session.send(scope)
}

/// `flush()`: has what is to be sent leave now. False if a part of it has to wait.
fn flush<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let Some(session) = this(scope, &args) else {
        return Ok(true);
    };
    session.send(scope)?;
    Ok(!session.is_writing.get())
}

/// `destroy()`: the session is gone, and nothing more is told of it.
fn destroy<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(session) = this(scope, &args) {
        session.leave_handle();
        session.owner.take();
        // The library's functions may be running further up: they have what they need.
        if let Ok(mut session) = session.session.try_borrow_mut() {
            session.take();
        }
    }
    Ok(())
}

/// `bytesRead`
fn bytes_read<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(this(scope, &args).map_or(0.0, |session| session.bytes_read.get()))
}

/// `bytesWritten`
fn bytes_written<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(this(scope, &args).map_or(0.0, |session| session.bytes_written.get()))
}

impl Consumer for Consuming {
    fn read(&self, owner: &Rc<Runtime>, handle: &Rc<StreamHandle>, what: Read<'_>) {
        match what {
            Read::Data(bytes) => {
                let outcome = self.0.take_in(bytes);
                self.0.tell_from_loop();
                if outcome.is_err() {
                    owner.enter(|scope| self.0.tell_failure(scope, outcome));
                }
                // What answers it leaves at once: the socket may be gone in the next phase.
                owner.enter(|scope| self.0.send(scope));
            }
            Read::End => handle.tell_of_count(end_of_file()),
            Read::Failed(error) => handle.tell_of_count(Error::from(error).code()),
        }
    }

    fn written(&self, outcome: io::Result<()>) -> Option<io::Result<()>> {
        if !self.0.is_writing.get() {
            return Some(outcome);
        }
        self.0.has_written(outcome);
        None
    }
}

impl Http2Session {
    fn leave_handle(&self) {
        if let Some(handle) = self.handle.take() {
            handle.set_consumer(None);
        }
    }

    fn take_in(&self, bytes: &[u8]) -> Result<(), Http2Error> {
        self.bytes_read
            .set(self.bytes_read.get() + bytes.len() as f64);
        match &mut *self.session.borrow_mut() {
            Some(session) => session.receive(bytes),
            None => Ok(()),
        }
    }

    fn tell_failure(&self, scope: &mut Scope<'_>, outcome: Result<(), Http2Error>) -> JsResult<()> {
        let Err(error) = outcome else {
            return Ok(());
        };
        let code = scope.number(f64::from(error.code()));
        let too_many = scope.boolean(error == Http2Error::TooManyInvalidFrames);
        self.tell(scope, Kind::Failed, 0, &[code, too_many])
    }

    /// Has what is to be sent leave in the next check phase.
    pub(super) fn schedule(self: &Rc<Http2Session>) {
        let Some(owner) = self.runtime.upgrade() else {
            return;
        };
        if self.is_scheduled.replace(true) {
            return;
        }
        let session = self.clone();
        owner.before_immediates(move |scope| {
            session.is_scheduled.set(false);
            session.send(scope)
        });
    }

    /// Sends what there is, as long as the other side takes it, and tells what comes of that.
    fn send(self: &Rc<Http2Session>, scope: &mut Scope<'_>) -> JsResult<()> {
        loop {
            let mut bytes = Vec::new();
            let outcome = match &mut *self.session.borrow_mut() {
                Some(session) if !self.is_writing.get() => session.take_output(&mut bytes),
                _ => return Ok(()),
            };
            let length = bytes.len();
            if length > 0 {
                self.bytes_written
                    .set(self.bytes_written.get() + length as f64);
                self.put_out(scope, bytes)?;
            }
            if self.is_writing.get() {
                // What comes of it is told when it has left.
                return self.tell_failure(scope, outcome.map(drop));
            }
            self.tell_all(scope)?;
            self.tell_failure(scope, outcome.map(drop))?;
            if length == 0 {
                return self.tell(scope, Kind::Flushed, 0, &[]);
            }
        }
    }

    fn put_out(self: &Rc<Http2Session>, scope: &mut Scope<'_>, bytes: Vec<u8>) -> JsResult<()> {
        let handle = self.handle.borrow().clone();
        let Some(handle) = handle else {
            self.is_writing.set(true);
            let bytes = scope.uint8_array_owned(bytes)?;
            return self.tell(scope, Kind::Output, 0, &[bytes]);
        };
        if handle.is_closing() {
            return Ok(());
        }
        handle.count_written(bytes.len());
        let lp = &runtime(scope).event_loop;
        match self.write(lp, &handle, bytes) {
            Ok(()) => Ok(()),
            Err(error) => {
                let status = scope.number(f64::from(status(Err(error))));
                self.tell(scope, Kind::WriteFailed, 0, &[status])
            }
        }
    }

    /// Writes what the system takes at once, and leaves the rest to the loop.
    fn write(
        self: &Rc<Http2Session>,
        lp: &Loop,
        handle: &Rc<StreamHandle>,
        mut bytes: Vec<u8>,
    ) -> io::Result<()> {
        if let Some(layer) = handle.layer() {
            match layer.write(lp, handle, &[&bytes], true) {
                Outcome::Written => {}
                Outcome::Pending => self.is_writing.set(true),
                Outcome::Failed(number) => return Err(io::Error::from_raw_os_error(-number)),
            }
            return Ok(());
        }
        let stream = handle.stream();
        let taken = match stream.try_write(lp, &bytes) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => 0,
            outcome => outcome?,
        };
        if taken == bytes.len() {
            return Ok(());
        }
        bytes.drain(..taken);
        let session = self.clone();
        stream.write_vectored(lp, vec![bytes.into()], move |_, outcome| {
            session.has_written(outcome)
        })?;
        self.is_writing.set(true);
        Ok(())
    }

    fn has_written(self: &Rc<Http2Session>, outcome: io::Result<()>) {
        self.is_writing.set(false);
        let Some(owner) = self.runtime.upgrade() else {
            return;
        };
        owner.enter(|scope| match outcome {
            Ok(()) => {
                self.tell_all(scope)?;
                self.send(scope)
            }
            Err(error) => {
                let status = scope.number(f64::from(status(Err(error))));
                self.tell(scope, Kind::WriteFailed, 0, &[status])
            }
        });
    }
}
