//! Reading a descriptor that others may share: standard input, a terminal.
//!
//! The descriptor is left as it is, blocking or not: it is read only when the loop says that there is
//! something to read, once each time. A file, which is always ready, is read by the pool.

use std::cell::{Cell, RefCell};
use std::ffi::CStr;
use std::rc::{Rc, Weak};

use rondo_engine::{Args, HostObject, JsResult, Local, Persistent, Scope};
use rondo_loop::work::fs::{self, FsError, FsResult};
use rondo_loop::{Cancelled, Handle, Io, Loop, Ready, errors};

use crate::binding::define;
use crate::descriptor;
use crate::runtime::{Runtime, runtime};
use crate::turn::{Arguments, Callback};

/// How much is read at once.
const CHUNK: usize = 64 * 1024;

pub(super) fn build<'s>(scope: &mut Scope<'s>, object: Local<'s>) -> JsResult<()> {
    let prototype = scope.object()?;
    define(scope, prototype, "readStart", read_start)?;
    define(scope, prototype, "readStop", read_stop)?;
    define(scope, prototype, "ref", ref_)?;
    define(scope, prototype, "unref", unref)?;
    define(scope, prototype, "hasRef", has_ref)?;
    define(scope, prototype, "close", close)?;
    let kept = Persistent::new(scope, prototype);
    let _ = runtime(scope).state.stdio.reader_prototype.set(kept);
    define(scope, object, "openReader", open_reader)
}

/// How the descriptor is read.
#[derive(Clone, Copy)]
enum Way {
    /// When the loop says that it is ready
    Ready(Io),
    /// By the pool, one piece after the other
    Pool,
    /// No more: it was closed
    Closed,
}

struct Reader {
    fd: i32,
    owner: Weak<Runtime>,
    way: Cell<Way>,
    is_reading: Cell<bool>,
    /// Whether the pool has a piece in work.
    is_in_pool: Cell<bool>,
    /// Let go of when it is closed: what it calls may in turn hold the reader.
    callback: RefCell<Option<Rc<Callback>>>,
    buffer: RefCell<Vec<u8>>,
}

/// What stands behind a reader in JavaScript.
struct ReaderObject(Rc<Reader>);

impl HostObject for ReaderObject {
    const NAME: &'static CStr = c"Reader";
}

/// `openReader(fd, onread)`: an object with readStart(), readStop(), ref(), unref(), hasRef() and
/// close(callback). While it reads, `onread(count, bytes)` is called with a Uint8Array for what was
/// read, `onread(-4095)` at the end, or with another negative error number; either ends the reading.
fn open_reader<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
    let fd = args.get(scope, 0).as_i32().unwrap_or(-1);
    let callback = Callback::new(scope, args.get(scope, 1));
    let owner = runtime(scope);
    let reader = Rc::new(Reader {
        fd,
        owner: Rc::downgrade(owner),
        way: Cell::new(Way::Closed),
        is_reading: Cell::new(false),
        is_in_pool: Cell::new(false),
        callback: RefCell::new(Some(Rc::new(callback))),
        buffer: RefCell::default(),
    });
    let weak = Rc::downgrade(&reader);
    let io = Io::new(&owner.event_loop, descriptor::borrow(fd), move |_, _, _| {
        if let Some(reader) = weak.upgrade() {
            reader.read_when_ready();
        }
    });
    reader.way.set(Way::Ready(io));
    let prototype = owner
        .state
        .stdio
        .reader_prototype
        .get()
        .map(|kept| kept.get(scope));
    scope.host_object(ReaderObject(reader), prototype)
}

impl Reader {
    fn start(self: &Rc<Reader>) -> i32 {
        let Some(owner) = self.owner.upgrade() else {
            return 0;
        };
        self.is_reading.set(true);
        if let Way::Ready(io) = self.way.get()
            && let Err(error) = io.start(&owner.event_loop, Ready::READABLE)
        {
            let code = error.raw_os_error().unwrap_or(1);
            if code != rustix::io::Errno::PERM.raw_os_error() {
                self.is_reading.set(false);
                return -code;
            }
            // It is a file or the like, which cannot be waited for.
            io.close(&owner.event_loop, |_| {});
            self.way.set(Way::Pool);
        }
        if let Way::Pool = self.way.get() {
            self.read_by_pool(&owner);
        }
        0
    }

    fn stop(&self) {
        self.is_reading.set(false);
        if let (Way::Ready(io), Some(owner)) = (self.way.get(), self.owner.upgrade()) {
            io.stop(&owner.event_loop);
        }
    }

    fn read_when_ready(&self) {
        let mut buffer = self.buffer.take();
        buffer.resize(CHUNK, 0);
        let result = fs::read(descriptor::borrow(self.fd), &mut buffer, None);
        if let Err(FsError { code, .. }) = result
            && code == rustix::io::Errno::AGAIN.raw_os_error()
        {
            return;
        }
        self.deliver(result, &buffer);
        self.buffer.replace(buffer);
    }

    fn read_by_pool(self: &Rc<Reader>, owner: &Rc<Runtime>) {
        if self.is_in_pool.replace(true) {
            return;
        }
        let fd = self.fd;
        let reader = self.clone();
        let read = move || {
            let mut buffer = vec![0; CHUNK];
            fs::read(descriptor::borrow(fd), &mut buffer, None).map(|count| (count, buffer))
        };
        owner
            .event_loop
            .queue_work(read, move |_, result| reader.pool_has_read(result));
    }

    fn pool_has_read(self: &Rc<Reader>, result: Result<FsResult<(usize, Vec<u8>)>, Cancelled>) {
        self.is_in_pool.set(false);
        let (Some(owner), Ok(result)) = (self.owner.upgrade(), result) else {
            return;
        };
        if let Way::Closed = self.way.get() {
            return;
        }
        let (count, buffer) = match result {
            Ok((count, buffer)) => (Ok(count), buffer),
            Err(error) => (Err(error), Vec::new()),
        };
        self.deliver(count, &buffer);
        if self.is_reading.get() {
            self.read_by_pool(&owner);
        }
    }

    /// Hands on what was read. The end, or an error, ends the reading.
    fn deliver(&self, result: FsResult<usize>, buffer: &[u8]) {
        let (number, bytes) = match result {
            Ok(0) => (errors::code("EOF").unwrap_or(-1), None),
            Ok(count) => (count as i32, Some(&buffer[..count])),
            Err(error) => (-error.code, None),
        };
        if bytes.is_none() {
            self.stop();
        }
        let callback = self.callback.borrow().clone();
        if let Some(callback) = callback {
            callback.call(|scope| arguments(scope, number, bytes));
        }
    }
}

fn arguments<'s>(
    scope: &mut Scope<'s>,
    number: i32,
    bytes: Option<&[u8]>,
) -> JsResult<Arguments<'s>> {
    let number = scope.number(f64::from(number));
    match bytes {
        Some(bytes) => {
            let bytes = scope.uint8_array(bytes)?;
            Ok([number, bytes].into())
        }
        None => Ok([number].into()),
    }
}

fn reader<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<&'s Rc<Reader>> {
    args.this()
        .host_data::<ReaderObject>(scope)
        .map(|object| &object.0)
}

/// The loop's handle, if there is one.
fn handle<'s>(scope: &Scope<'s>, args: &Args<'s>) -> Option<Io> {
    match reader(scope, args)?.way.get() {
        Way::Ready(io) => Some(io),
        Way::Pool | Way::Closed => None,
    }
}

/// `readStart()`: 0 or a negative error number.
fn read_start<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    Ok(reader(scope, &args).map_or(0, Reader::start))
}

/// `readStop()`: what the pool has begun to read is still delivered.
fn read_stop<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(reader) = reader(scope, &args) {
        reader.stop();
    }
    Ok(())
}

/// `ref()`
fn ref_<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(io) = handle(scope, &args) {
        io.ref_(&runtime(scope).event_loop);
    }
    Ok(())
}

/// `unref()`: the loop may end although this reads. (A file's reads end by themselves.)
fn unref<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    if let Some(io) = handle(scope, &args) {
        io.unref(&runtime(scope).event_loop);
    }
    Ok(())
}

/// `hasRef()`
fn has_ref<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(handle(scope, &args).is_some_and(|io| io.has_ref(&runtime(scope).event_loop)))
}

/// `close(callback)`: ends it for good, and calls back in the closing phase. The descriptor is closed,
/// too, unless it is one of the three standard ones.
fn close<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let Some(reader) = reader(scope, &args) else {
        return Ok(());
    };
    let owner = runtime(scope);
    reader.stop();
    let way = reader.way.replace(Way::Closed);
    if let Way::Closed = way {
        return Ok(());
    }
    reader.callback.take();
    if reader.fd > 2 {
        // An error can only mean that it was closed already.
        let _ = fs::close(descriptor::own(reader.fd));
    }
    let function = args.get(scope, 0);
    let callback = function
        .is_function()
        .then(|| Callback::new(scope, function));
    let closed = move |_: &Loop| {
        if let Some(callback) = &callback {
            callback.call(|_| Ok([].into()));
        }
    };
    match way {
        Way::Ready(io) => io.close(&owner.event_loop, closed),
        Way::Pool | Way::Closed => owner.event_loop.defer(closed),
    }
    Ok(())
}
