//! Objects of a class that extends `Uint8Array`, made out of plain ones in a few nanoseconds.
//!
//! Compiled code makes a plain `new Uint8Array(n)` in place, but calls the engine for one of a class that extends it, and for
//! each view of other memory: a view takes four times as long there. Both differ from the plain one in little: the class is
//! another shape, a view has other values in its four slots (which the engine itself changes likewise when a plain one gets
//! its ArrayBuffer late). So the plain one is made by compiled code, and becomes the other here. What of the engine's inside is
//! used for that is compared with what its constructors make before anything is done; where it is not as thought, and for
//! every array that is not a plain one, the answer is `undefined`, and the caller asks the constructor.

use std::cell::Cell;
use std::ptr::{NonNull, with_exposed_provenance_mut};

use mozjs::glue::CallValueRootTracer;
use mozjs::jsapi::JS::shadow;
use mozjs::jsapi::js::gc::ChunkBase;
use mozjs::jsapi::{
    JS_NewUint8Array, JS_SetReservedSlot, JSClass, JSContext, JSObject, JSTracer, NewArrayBuffer,
    PinArrayBufferOrViewLength, Value,
};
use mozjs::jsval::{ObjectValue, UndefinedValue};

use crate::bytes::own_bytes;
use crate::shape::shape_of;
use crate::state::State;
use crate::{JsResult, Local, Scope};

unsafe extern "C" {
    /// `js::ArrayBufferObject::addView`: a buffer knows its views, to take its memory from them when it is detached.
    /// Does not collect.
    #[link_name = "_ZN2js17ArrayBufferObject7addViewEP9JSContextPNS_21ArrayBufferViewObjectE"]
    fn AddView(buffer: *mut JSObject, cx: *mut JSContext, view: *mut JSObject) -> bool;
}

/// The slots of a typed array: its ArrayBuffer (or false, as long as its bytes are its own), its length and the offset in the
/// buffer, and where the bytes are. The last three are numbers of the machine, nothing that is collected.
const BUFFER: usize = 0;
const LENGTH: usize = 1;
const OFFSET: usize = 2;
const DATA: usize = 3;

/// Farther places are not asked for, and could overflow.
const FARTHEST: f64 = (1_u64 << 53) as f64;

/// No object of the engine takes so many bytes.
const LARGEST_OBJECT: usize = 1024;

/// The engine's memory for objects comes in aligned pieces of so many bytes.
const CHUNK: usize = 1 << 20;

/// The class whose objects are made so: one for a context, the last that was named. Values are undefined if none is.
pub(crate) struct ByteClass {
    /// A plain Uint8Array of no bytes, and one of the class, which scripts never see: what others are compared with
    plain: Cell<Value>,
    extended: Cell<Value>,
    /// The engine's class of an ArrayBuffer; null if none is known
    buffers: Cell<*const JSClass>,
    /// An ArrayBuffer that stays as it is for good
    pinned: Cell<Value>,
}

impl ByteClass {
    pub(crate) fn new() -> ByteClass {
        ByteClass {
            plain: Cell::new(UndefinedValue()),
            extended: Cell::new(UndefinedValue()),
            buffers: Cell::new(std::ptr::null()),
            pinned: Cell::new(UndefinedValue()),
        }
    }

    /// # Safety
    /// The collector calls it.
    pub(crate) unsafe fn trace(&self, tracer: *mut JSTracer) {
        for place in [&self.plain, &self.extended, &self.pinned] {
            // SAFETY: as promised; the place holds a value.
            unsafe { CallValueRootTracer(tracer, place.as_ptr(), c"sample".as_ptr()) };
        }
    }

    /// Whether it is a plain array of no bytes that has no ArrayBuffer yet.
    ///
    /// # Safety
    /// The value is alive.
    #[inline(always)]
    unsafe fn is_blank(&self, value: Value) -> bool {
        // SAFETY: the sample is an object if one is known. What has its shape is a typed array.
        unsafe {
            self.is_plain(value) && {
                let object = value.to_object();
                (*slot(object, BUFFER)).is_boolean() && number(object, LENGTH) == 0
            }
        }
    }

    /// # Safety
    /// The value is alive.
    #[inline(always)]
    unsafe fn is_plain(&self, value: Value) -> bool {
        // SAFETY: the sample is an object if one is known.
        unsafe {
            value.is_object()
                && self.plain.get().is_object()
                && shape_of(value.to_object()) == shape_of(self.plain.get().to_object())
        }
    }

    /// Makes an object of the class out of a plain one. False if it is none.
    ///
    /// # Safety
    /// The value is alive.
    #[inline(always)]
    unsafe fn convert(&self, value: Value) -> bool {
        // SAFETY: the samples are objects if one of them is. They have as many slots, and keep both shapes: so the collector
        // need not hear that one takes the place of the other.
        unsafe {
            let is_plain = self.is_plain(value);
            if is_plain {
                let shape = shape_of(self.extended.get().to_object());
                (*value.to_object().cast::<shadow::Object>()).shape = shape.cast_mut();
            }
            is_plain
        }
    }

    /// The array, and its buffer unless its bytes are its own, if it is a plain one or one of the class, and no other thread
    /// has its memory.
    ///
    /// # Safety
    /// The value is alive.
    #[inline(always)]
    unsafe fn known(&self, array: Value) -> Option<(*mut JSObject, Option<*mut JSObject>)> {
        // SAFETY: the samples are objects if one of them is. An array of one of these two shapes has the four slots; what
        // is no boolean in the first is an object.
        unsafe {
            if !array.is_object() || !self.plain.get().is_object() {
                return None;
            }
            let object = array.to_object();
            let shape = shape_of(object);
            let is_known = shape == shape_of(self.extended.get().to_object())
                || shape == shape_of(self.plain.get().to_object());
            if !is_known {
                return None;
            }
            let buffer = *slot(object, BUFFER);
            if !buffer.is_object() {
                return Some((object, None));
            }
            // Memory that is shared between threads, or that may be resized, is not of this class.
            let buffer = buffer.to_object();
            (class_of(buffer) == self.buffers.get()).then_some((object, Some(buffer)))
        }
    }

    /// The bytes of an array; none if it is not known well enough.
    ///
    /// # Safety
    /// The value is alive.
    #[inline(always)]
    pub(crate) unsafe fn bytes(&self, array: Value) -> Option<NonNull<[u8]>> {
        // SAFETY: as promised.
        unsafe {
            let (object, _) = self.known(array)?;
            let data = with_exposed_provenance_mut(number(object, DATA));
            Some(own_bytes(data, number(object, LENGTH)))
        }
    }

    /// The memory that a view of another array's bytes from `start` to `end` has, and its buffer. None if the
    /// array is not known well enough, or if there are no such bytes.
    ///
    /// # Safety
    /// The value is alive.
    #[inline(always)]
    unsafe fn part(&self, source: Value, start: i64, end: Option<i64>) -> Option<Part> {
        // SAFETY: what is known has the four slots.
        unsafe {
            let (object, buffer) = self.known(source)?;
            let buffer = buffer?;
            let length = number(object, LENGTH);
            let first = clamp(start, length);
            let last = end.map_or(length, |end| clamp(end, length));
            // One that is detached has no bytes, and a view of none is left to the engine.
            if first >= last {
                return None;
            }
            Some(Part {
                buffer,
                length: last - first,
                offset: number(object, OFFSET) + first,
                data: number(object, DATA) + first,
            })
        }
    }
}

struct Part {
    buffer: *mut JSObject,
    length: usize,
    offset: usize,
    data: usize,
}

/// A place in a list of that length. What is below 0 counts from the end.
#[inline]
fn clamp(place: i64, length: usize) -> usize {
    let length = length as i64;
    let place = if place < 0 { place + length } else { place };
    place.clamp(0, length) as usize
}

impl<'s> Scope<'s> {
    /// Two functions that make objects of a class which extends `Uint8Array`:
    ///
    /// - `convert(array)` makes an object of the class out of a plain Uint8Array without properties of its own,
    /// - `part(blank, source, start, end)` makes a view of a part of `source` out of a plain, empty one. Places count from the
    ///   end if they are below 0; without `end` the view ends where `source` does.
    ///
    /// Both return what they were given, or `undefined` if it has to be made by the constructor. The class has to
    /// be one whose prototype is fixed, the last that was given to [`Scope::fix_prototype`].
    pub fn byte_class_makers(&mut self, class: Local<'_>) -> JsResult<(Local<'s>, Local<'s>)> {
        let samples = self.byte_class_samples(class)?;
        let known = &self.state().byte_class;
        match samples {
            Some([plain, extended, buffer]) => {
                known.plain.set(plain.get());
                known.extended.set(extended.get());
                // SAFETY: it is an object.
                known
                    .buffers
                    .set(unsafe { class_of(buffer.get().to_object()) });
            }
            None => known.plain.set(UndefinedValue()),
        }
        let convert = self.native_function("convert", 1, Some(convert), 0)?;
        let part = self.native_function("part", 4, Some(part), 0)?;
        Ok((convert, part))
    }

    /// Keeps an ArrayBuffer from ever being detached or transferred. Views of the last one that was given here are made
    /// without that the buffer hears of them: it would only have to move or to leave them.
    pub fn pin_for_good(&mut self, buffer: Local<'_>) {
        let known = &self.state().byte_class;
        let (Some(object), Some(bytes)) = (buffer.object_ptr(), buffer.bytes_address()) else {
            return;
        };
        // Bytes within the object itself move with it.
        let is_elsewhere = object.addr().abs_diff(bytes) > LARGEST_OBJECT;
        // SAFETY: the pointers are fresh; the engine only sets a flag. If that was not set before nobody is about to clear it.
        unsafe {
            let was_set = PinArrayBufferOrViewLength(object, true);
            if was_set && class_of(object) == known.buffers.get() && is_elsewhere {
                known.pinned.set(buffer.get());
            }
        }
    }

    /// The samples, if all is as this file takes it. No script sees one of them, not even the constructor of the class:
    /// their shapes stay what they are.
    fn byte_class_samples(&mut self, class: Local<'_>) -> JsResult<Option<[Local<'s>; 3]>> {
        const ROOM: usize = 24;
        const FIRST: usize = 8;
        const COUNT: usize = 5;
        // SAFETY: what is made is stored at once.
        let [plain, extended, buffer] = unsafe {
            let plain = JS_NewUint8Array(self.cx(), 0);
            let plain = self.new_object(plain)?;
            let extended = JS_NewUint8Array(self.cx(), 0);
            let extended = self.new_object(extended)?;
            let buffer = NewArrayBuffer(self.cx(), ROOM);
            [plain, extended, self.new_object(buffer)?]
        };
        let prototype = class.get_property(self, "prototype")?;
        if !prototype.is_object() {
            return Ok(None);
        }
        extended.set_prototype(self, prototype)?;
        let first = self.number(FIRST as f64);
        let count = self.number(COUNT as f64);
        let part = self.construct(class, &[buffer, first, count])?;
        let Some(bytes) = buffer.bytes_address() else {
            return Ok(None);
        };
        // SAFETY: all are objects. The first two are typed arrays, which have the four slots; what has the shape of one
        // of them is one, too.
        let is_as_thought = unsafe {
            let object = |local: Local<'_>| local.get().to_object();
            let is_empty = |local: Local<'_>| {
                let buffer = *slot(object(local), BUFFER);
                buffer.is_boolean() && !buffer.to_boolean() && number(object(local), LENGTH) == 0
            };
            let part = object(part);
            shape_of(part) == shape_of(object(extended))
                && shape_of(part) != shape_of(object(plain))
                && is_empty(plain)
                && is_empty(extended)
                && (*slot(part, BUFFER)).asBits_ == buffer.get().asBits_
                && number(part, LENGTH) == COUNT
                && number(part, OFFSET) == FIRST
                && number(part, DATA) == bytes + FIRST
        };
        Ok(is_as_thought.then_some([plain, extended, buffer]))
    }
}

/// `convert(array)`
unsafe extern "C" fn convert(cx: *mut JSContext, count: u32, vp: *mut Value) -> bool {
    // SAFETY: as the engine calls us; the return value's place is where the callee was.
    unsafe {
        let array = argument(vp, count, 0);
        let is_done = State::of(cx).byte_class.convert(array);
        *vp = if is_done { array } else { UndefinedValue() };
    }
    true
}

/// `part(blank, source, start, end)`
unsafe extern "C" fn part(cx: *mut JSContext, count: u32, vp: *mut Value) -> bool {
    // SAFETY: as above. Nothing here collects, so what was looked at stays where it is.
    unsafe {
        let known = &State::of(cx).byte_class;
        let blank = argument(vp, count, 0);
        let end = argument(vp, count, 3);
        let end = match end.is_undefined() {
            true => Some(None),
            false => place(end).map(Some),
        };
        let part = match (place(argument(vp, count, 2)), end) {
            (Some(start), Some(end)) => known.part(argument(vp, count, 1), start, end),
            _ => None,
        };
        *vp = UndefinedValue();
        if let Some(part) = part
            && known.is_blank(blank)
        {
            let object = blank.to_object();
            let buffer = ObjectValue(part.buffer);
            if buffer.asBits_ != known.pinned.get().asBits_ && !AddView(part.buffer, cx, object) {
                return false;
            }
            match is_young(object) {
                true => *slot(object, BUFFER) = buffer,
                false => JS_SetReservedSlot(object, BUFFER as u32, &buffer),
            }
            *slot(object, LENGTH) = raw(part.length);
            *slot(object, OFFSET) = raw(part.offset);
            *slot(object, DATA) = raw(part.data);
            known.convert(blank);
            *vp = blank;
        }
    }
    true
}

/// # Safety
/// The engine has called a function with these.
#[inline]
unsafe fn argument(vp: *mut Value, count: u32, index: usize) -> Value {
    if index < count as usize {
        // SAFETY: as promised; arguments stand after the callee and `this`.
        unsafe { *vp.add(2 + index) }
    } else {
        UndefinedValue()
    }
}

/// A whole number. To compiled code some of them are doubles.
#[inline]
fn place(value: Value) -> Option<i64> {
    if value.is_int32() {
        return Some(value.to_int32().into());
    }
    place_of_double(value)
}

#[cold]
fn place_of_double(value: Value) -> Option<i64> {
    let number = value.is_double().then(|| value.to_double())?;
    let is_whole = number as i64 as f64 == number && number.abs() <= FARTHEST;
    is_whole.then_some(number as i64)
}

/// A number of the machine as the engine keeps it in a slot.
#[inline]
fn raw(number: usize) -> Value {
    Value {
        asBits_: number as u64,
    }
}

/// Whether it is among the youngest objects: what is stored in those the collector need not be told.
///
/// # Safety
/// The object is alive.
#[inline]
unsafe fn is_young(object: *mut JSObject) -> bool {
    let chunk = object.map_addr(|address| address & !(CHUNK - 1));
    // SAFETY: every object lies in a chunk, which begins so.
    unsafe { !(*chunk.cast::<ChunkBase>()).storeBuffer.is_null() }
}

/// # Safety
/// The object is alive, and a native one that has so many slots in itself.
#[inline]
unsafe fn slot(object: *mut JSObject, index: usize) -> *mut Value {
    // SAFETY: they come right after what all native objects have.
    unsafe {
        object
            .cast::<shadow::NativeObject>()
            .add(1)
            .cast::<Value>()
            .add(index)
    }
}

/// # Safety
/// The object is a typed array, alive.
#[inline]
unsafe fn number(object: *mut JSObject, index: usize) -> usize {
    // SAFETY: as promised.
    unsafe { (*slot(object, index)).asBits_ as usize }
}

/// # Safety
/// The object is alive.
#[inline]
unsafe fn class_of(object: *mut JSObject) -> *const JSClass {
    // SAFETY: all objects begin so.
    unsafe { (*(*shape_of(object)).base).clasp }
}
