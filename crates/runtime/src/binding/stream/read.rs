//! Reading: for the script, into memory that the script gave, or for another binding that takes it over.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use rondo_engine::{Args, HeldBuffer, JsResult, Local, Scope, SystemBytes};
use rondo_loop::{AnyStream, Error, Loop, Read, ReadInto, ReadTake, Reader, Stream, errors};

use super::{Event, StreamHandle, on_open, this};
use crate::binding::define;
use crate::runtime::{Runtime, runtime};

/// Fewer bytes are copied: the buffer that they were read into has room for more.
const LEAST_TAKEN: usize = 24 * 1024;

/// Fewer bytes are inside their array, whoever makes it.
const LEAST_YOUNG: usize = 65;
/// More bytes than that are outside of the nursery, and freed with the array that has them.
const MOST_IN_NURSERY: usize = 1024;

/// Takes over what is read from a handle: a parser of a protocol, say.
pub(crate) trait Consumer {
    /// Gets what was read. The bytes are the loop's, and used again after the call.
    fn read(&self, owner: &Rc<Runtime>, handle: &Rc<StreamHandle>, what: Read<'_>);
    /// A write through a layer that had to wait is over. Gives the outcome back if the write was not its own.
    fn written(&self, outcome: std::io::Result<()>) -> Option<std::io::Result<()>> {
        Some(outcome)
    }
}

/// What a handle knows of its reading.
#[derive(Default)]
pub(super) struct State {
    is_on: Cell<bool>,
    bytes: Cell<u64>,
    pub(super) consumer: RefCell<Option<Rc<dyn Consumer>>>,
    own_buffer: RefCell<Option<Rc<OwnBuffer>>>,
}

impl State {
    /// Whether what is read goes into the script's own memory.
    pub(super) fn has_own_buffer(&self) -> bool {
        self.own_buffer.borrow().is_some()
    }

    /// Nobody reads any more.
    pub(super) fn let_go(&self) {
        self.is_on.set(false);
        self.consumer.take();
        self.own_buffer.take();
    }
}

pub(super) fn methods<'s>(scope: &mut Scope<'s>, prototype: Local<'s>) -> JsResult<()> {
    define(scope, prototype, "readStart", read_start)?;
    define(scope, prototype, "readStop", read_stop)?;
    define(scope, prototype, "useBuffer", use_buffer)?;
    let getter = scope.function("bytesRead", 0, bytes_read)?;
    prototype.define_accessor(scope, "bytesRead", getter, None)?;
    let getter = scope.function("reading", 0, is_reading)?;
    prototype.define_accessor(scope, "reading", getter, None)
}

/// `readStart()`
fn read_start<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    on_open(scope, &args, |lp, handle| handle.read_start(lp))
}

/// `readStop()`
fn read_stop<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<i32> {
    on_open(scope, &args, |lp, handle| {
        handle.read_stop(lp);
        Ok(())
    })
}

/// `useBuffer(view)`: what is read goes into the script's own memory, and 'read' is told with the count alone.
/// False if that memory cannot be held still.
fn use_buffer<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    let view = args.get(scope, 0);
    let Some(handle) = this(scope, &args).filter(|handle| !handle.is_closing()) else {
        return Ok(false);
    };
    let length = view.byte_length().unwrap_or(0);
    let Some((held, bytes)) = scope.hold_bytes(view, 0, length)? else {
        return Ok(false);
    };
    let lp = &runtime(scope).event_loop;
    let before = handle.reading.own_buffer.replace(Some(Rc::new(OwnBuffer {
        held: Cell::new(Some(held)),
        bytes: Cell::new(Some(bytes)),
    })));
    let is_on = handle.reading.is_on.get();
    if is_on {
        handle.read_stop(lp);
    }
    if let Some(before) = before {
        before.release(scope);
    }
    if is_on {
        let _ = handle.read_start(lp);
    }
    Ok(true)
}

/// `bytesRead`
fn bytes_read<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<f64> {
    Ok(this(scope, &args).map_or(0, |handle| handle.reading.bytes.get()) as f64)
}

/// `reading`: whether it is being read from.
fn is_reading<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<bool> {
    Ok(this(scope, &args).is_some_and(|handle| handle.reading.is_on.get()))
}

impl StreamHandle {
    /// Reads what comes from now on.
    pub(crate) fn read_start(self: &Rc<StreamHandle>, lp: &Loop) -> std::io::Result<()> {
        if self.reading.is_on.get() {
            return Ok(());
        }
        let handle = self.clone();
        let own_buffer = self.reading.own_buffer.borrow().clone();
        // What a layer makes of the bytes is copied there later.
        match own_buffer.filter(|_| self.layer.borrow().is_none()) {
            Some(buffer) => self
                .stream()
                .read_start_into(lp, IntoOwn { handle, buffer })?,
            None => self
                .stream()
                .read_start_taking(lp, move |_, _, what| handle.has_read(what))?,
        }
        self.reading.is_on.set(true);
        Ok(())
    }

    /// Leaves what comes to whoever reads next.
    pub(crate) fn read_stop(&self, lp: &Loop) {
        if self.reading.is_on.replace(false) {
            self.stream().read_stop(lp);
        }
    }

    /// Hands all that is read to somebody else than the script, or to the script again.
    pub(crate) fn set_consumer(&self, consumer: Option<Rc<dyn Consumer>>) {
        self.reading.consumer.replace(consumer);
    }

    fn has_read(self: &Rc<StreamHandle>, what: ReadTake<'_>) {
        if !matches!(what, ReadTake::Data(_)) {
            self.reading.is_on.set(false);
        }
        if let Some(layer) = self.layer() {
            if let Some(owner) = self.owner.upgrade() {
                layer.received(&owner, self, what);
            }
            return;
        }
        if let ReadTake::Data(bytes) = &what {
            self.count_read(bytes.len());
        }
        self.hand_on(what);
    }

    /// Hands what was read to whoever reads.
    pub(super) fn hand_on(self: &Rc<StreamHandle>, what: ReadTake<'_>) {
        let consumer = self.reading.consumer.borrow().clone();
        if let Some(consumer) = consumer {
            if let Some(owner) = self.owner.upgrade() {
                consumer.read(&owner, self, what.into());
            }
            return;
        }
        match what {
            // Much is not copied: the script gets the memory that it was read into.
            ReadTake::Data(bytes) if bytes.len() >= LEAST_TAKEN => {
                let bytes = std::mem::take(bytes);
                self.tell(Event::Read, |scope| {
                    let count = scope.number(bytes.len() as f64);
                    Ok([count, scope.uint8_array_owned(bytes)?])
                });
            }
            ReadTake::Data(bytes) => self.tell_of_bytes(bytes),
            ReadTake::End => self.tell_of_count(end_of_file()),
            ReadTake::Failed(error) => self.tell_of_count(Error::from(error).code()),
        }
    }

    /// Tells the script of bytes that a consumer had and did not need.
    pub(crate) fn tell_of_bytes(&self, bytes: &[u8]) {
        self.tell(Event::Read, |scope| {
            let count = scope.number(bytes.len() as f64);
            Ok([count, young_bytes(scope, bytes)?])
        });
    }

    /// Tells the script of a count of bytes in its own memory, or by an error's number that no more comes.
    pub(crate) fn tell_of_count(&self, status: i32) {
        self.tell(Event::Read, |scope| {
            Ok([scope.number(f64::from(status)), scope.undefined()])
        });
    }

    /// Copies bytes into the script's own memory, a piece at a time.
    pub(super) fn deliver_into_own(self: &Rc<StreamHandle>, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let buffer = self.reading.own_buffer.borrow().clone();
            let Some(buffer) = buffer else {
                return;
            };
            let Some(mut room) = buffer.bytes.take() else {
                return;
            };
            let count = room.for_system().len().min(bytes.len());
            room.for_system()[..count].copy_from_slice(&bytes[..count]);
            buffer.bytes.set(Some(room));
            if count == 0 {
                return;
            }
            bytes = &bytes[count..];
            self.tell_of_count(count as i32);
        }
    }

    pub(super) fn count_read(&self, count: usize) {
        let bytes = &self.reading.bytes;
        bytes.set(bytes.get() + count as u64);
    }
}

/// A Uint8Array with a copy of bytes that come often and are soon forgotten. Code of the library makes it: what the engine
/// compiles of that makes an array that goes with the next minor collection, bytes and all, where its own functions make a
/// buffer that only a full collection frees.
pub(crate) fn young_bytes<'s>(scope: &mut Scope<'s>, bytes: &[u8]) -> JsResult<Local<'s>> {
    let maker = runtime(scope).state.stream.events.get();
    let Some(maker) = maker.filter(|_| bytes.len() >= LEAST_YOUNG) else {
        return scope.uint8_array(bytes);
    };
    if bytes.len() > MOST_IN_NURSERY {
        scope.note_young_bytes(bytes.len());
    }
    let maker = maker.bytes.get(scope);
    let (undefined, length) = (scope.undefined(), scope.number(bytes.len() as f64));
    let array = scope.call(maker, undefined, &[length])?;
    array.with_bytes_mut(scope, |room| {
        if room.len() == bytes.len() {
            room.copy_from_slice(bytes);
        }
    });
    Ok(array)
}

/// The number that says that no more comes.
pub(crate) fn end_of_file() -> i32 {
    errors::code("EOF").unwrap_or(-1)
}

/// Memory of a script's that is read into again and again.
struct OwnBuffer {
    held: Cell<Option<HeldBuffer>>,
    /// Not there while the system has it.
    bytes: Cell<Option<SystemBytes>>,
}

impl OwnBuffer {
    fn release(&self, scope: &Scope<'_>) {
        self.bytes.take();
        if let Some(held) = self.held.take() {
            held.release(scope);
        }
    }
}

/// Reads into a script's own memory.
struct IntoOwn {
    handle: Rc<StreamHandle>,
    buffer: Rc<OwnBuffer>,
}

/// The memory while the system has it.
struct Lent(Option<SystemBytes>);

impl AsMut<[u8]> for Lent {
    fn as_mut(&mut self) -> &mut [u8] {
        self.0.as_mut().map_or(&mut [], SystemBytes::for_system)
    }
}

impl Reader<AnyStream> for IntoOwn {
    type Buffer = Lent;

    fn buffer(&mut self, _: &Loop, _: AnyStream) -> Lent {
        Lent(self.buffer.bytes.take())
    }

    fn read(&mut self, _: &Loop, _: AnyStream, buffer: Lent, what: ReadInto) {
        self.buffer.bytes.set(buffer.0);
        match what {
            ReadInto::Data(count) => {
                self.handle.count_read(count);
                self.handle.tell_of_count(count as i32);
            }
            ReadInto::End => {
                self.handle.reading.is_on.set(false);
                self.handle.tell_of_count(end_of_file());
            }
            ReadInto::Failed(error) => {
                self.handle.reading.is_on.set(false);
                self.handle.tell_of_count(Error::from(error).code());
            }
        }
    }

    fn unused(&mut self, _: &Loop, _: AnyStream, buffer: Lent) {
        self.buffer.bytes.set(buffer.0);
    }
}
