//! What JSON needs to know of objects that share a shape: which properties they have, as text, and where the values are.

use std::cell::Cell;
use std::rc::Rc;

use mozjs::jsapi::JS::shadow;
use mozjs::jsapi::{JSContext, JSObject};

use super::inside::{Classes, Property, class_of, fixed_slots, properties, prototype_of};
use super::text::Output;
use super::walk::write_string;
use crate::shape::shape_of;

/// A table of so many places. One shape takes another's.
const PLACES: usize = 256;

/// The lowest bits of a shape's address say nothing.
const ADDRESS_SHIFT: usize = 5;

/// How long the names of a shape's properties may be, all in all, to be kept.
const LONGEST_TEXT: usize = 8 << 10;

/// How many prototypes are followed.
const LONGEST_CHAIN: usize = 8;

/// To learn a shape costs as much as to write some objects: who has nothing but new ones is better off without.
const COST_OF_LEARNING: u32 = 4;
const MOST_CREDIT: u32 = 4096;

/// What is known of a shape.
pub(super) struct Known {
    pub(super) shape: *const shadow::Shape,
    pub(super) is_array: bool,
    /// How many slots such an object has in itself
    pub(super) fixed: u32,
    pub(super) fields: Vec<Field>,
    /// The names of all fields, each with a comma before it and a colon behind it
    pub(super) text: Vec<u8>,
    /// Whether there are other characters than those of ASCII in it
    pub(super) is_wide: bool,
    /// The shapes of the prototypes, none of which has a `toJSON`
    chain: Vec<*const shadow::Shape>,
    /// The last call in which the prototypes were found to have them
    checked: Cell<u64>,
}

pub(super) struct Field {
    pub(super) slot: u32,
    /// Where its name ends in the text
    pub(super) end: u32,
}

enum Place {
    Empty,
    Known(Rc<Known>),
    /// Objects of this shape are left to the engine
    Other(*const shadow::Shape),
}

pub(super) struct Shapes {
    classes: Classes,
    places: Vec<Place>,
    credit: u32,
    call: u64,
}

impl Shapes {
    pub(super) fn new(classes: Classes) -> Shapes {
        Shapes {
            classes,
            places: (0..PLACES).map(|_| Place::Empty).collect(),
            credit: MOST_CREDIT / 4,
            call: 0,
        }
    }

    /// Shapes may be gone, or elsewhere.
    pub(super) fn forget(&mut self) {
        self.places.fill_with(|| Place::Empty);
    }

    /// From here on no script runs until the next call: what is found out about prototypes holds.
    pub(super) fn begin(&mut self) {
        self.call += 1;
    }

    /// What is known of an object's shape. None if it is one for the engine.
    ///
    /// # Safety
    /// The object is alive.
    #[inline]
    pub(super) unsafe fn find(
        &mut self,
        cx: *mut JSContext,
        object: *mut JSObject,
    ) -> Option<Rc<Known>> {
        // SAFETY: as promised.
        let shape = unsafe { shape_of(object) };
        let place = (shape.addr() >> ADDRESS_SHIFT) % PLACES;
        let known = match &self.places[place] {
            Place::Known(known) if known.shape == shape => known.clone(),
            Place::Other(other) if *other == shape => return None,
            // SAFETY: as promised.
            _ => unsafe { self.learn(cx, shape, place) }?,
        };
        self.credit = (self.credit + 1).min(MOST_CREDIT);
        // SAFETY: as promised.
        unsafe { self.has_its_chain(&known) }.then_some(known)
    }

    /// # Safety
    /// The shape is alive.
    unsafe fn has_its_chain(&self, known: &Known) -> bool {
        if known.checked.get() == self.call {
            return true;
        }
        // SAFETY: a shape keeps its prototype alive; what has the same shape as before is a native object.
        let is_same = unsafe {
            let mut shape = known.shape;
            known.chain.iter().all(|&wanted| {
                shape = shape_of(prototype_of(shape));
                shape == wanted
            })
        };
        if is_same {
            known.checked.set(self.call);
        }
        is_same
    }

    /// # Safety
    /// The shape is alive.
    #[cold]
    unsafe fn learn(
        &mut self,
        cx: *mut JSContext,
        shape: *const shadow::Shape,
        place: usize,
    ) -> Option<Rc<Known>> {
        self.credit = self.credit.checked_sub(COST_OF_LEARNING)?;
        // SAFETY: as promised.
        let known = unsafe { self.look_at(cx, shape) }.map(Rc::new);
        self.places[place] = match &known {
            Some(known) => Place::Known(known.clone()),
            None => Place::Other(shape),
        };
        known
    }

    /// # Safety
    /// The shape is alive.
    unsafe fn look_at(&self, cx: *mut JSContext, shape: *const shadow::Shape) -> Option<Known> {
        // SAFETY: as promised; plain objects and arrays are native ones.
        unsafe {
            let class = class_of(shape);
            let is_array = class == self.classes.array;
            if !is_array && class != self.classes.plain {
                return None;
            }
            let properties = properties(shape)?;
            let mut known = Known {
                shape,
                is_array,
                fixed: fixed_slots(shape),
                fields: Vec::new(),
                text: Vec::new(),
                is_wide: false,
                chain: self.chain(cx, shape)?,
                checked: Cell::new(self.call),
            };
            if is_array {
                return has_no_own_way(cx, &properties).then_some(known);
            }
            let mut output = Output::default();
            for property in &properties {
                if let Some(field) = field(cx, property, &mut output)? {
                    known.fields.push(field);
                }
            }
            known.text = output.bytes;
            known.is_wide = output.is_wide;
            (known.text.len() <= LONGEST_TEXT).then_some(known)
        }
    }

    /// The shapes of the prototypes. None if one of them is nothing plain, or has a `toJSON`.
    ///
    /// # Safety
    /// The shape is alive, and that of a native object.
    unsafe fn chain(
        &self,
        cx: *mut JSContext,
        shape: *const shadow::Shape,
    ) -> Option<Vec<*const shadow::Shape>> {
        let mut chain = Vec::new();
        // SAFETY: as promised; an object of one of the two classes is native.
        unsafe {
            let mut prototype = prototype_of(shape);
            while !prototype.is_null() {
                let shape = shape_of(prototype);
                let class = class_of(shape);
                let is_plain = class == self.classes.plain || class == self.classes.array;
                if !is_plain
                    || chain.len() == LONGEST_CHAIN
                    || !has_no_own_way(cx, &properties(shape)?)
                {
                    return None;
                }
                chain.push(shape);
                prototype = prototype_of(shape);
            }
        }
        // The end of the chain is looked for, too.
        chain.push(std::ptr::null());
        Some(chain)
    }
}

/// Whether there is no `toJSON`.
///
/// # Safety
/// The keys are alive.
unsafe fn has_no_own_way(cx: *mut JSContext, properties: &[Property]) -> bool {
    let mut keys = properties.iter().filter_map(|property| property.key);
    // SAFETY: as promised.
    !keys.any(|key| unsafe { is_own_way(&quoted(cx, key)) })
}

fn is_own_way(name: &Output) -> bool {
    name.bytes == b"\"toJSON\""
}

/// # Safety
/// The string is alive.
unsafe fn quoted(cx: *mut JSContext, string: *mut mozjs::jsapi::JSString) -> Output {
    let mut output = Output::default();
    // SAFETY: as promised. What has no text here is no key.
    unsafe { write_string(cx, string, &mut output) };
    output
}

/// Adds the name of a property to the text. `Some(None)` if the property does not count, none if objects that have it are for
/// the engine.
///
/// # Safety
/// The key is alive.
unsafe fn field(
    cx: *mut JSContext,
    property: &Property,
    output: &mut Output,
) -> Option<Option<Field>> {
    let Some(key) = property.key else {
        // A symbol does not count; an index would have to come first.
        return property.is_symbol.then_some(None);
    };
    // SAFETY: as promised.
    let name = unsafe { quoted(cx, key) };
    if is_own_way(&name) || may_be_index(&name.bytes) {
        return None;
    }
    if !property.is_enumerable {
        return Some(None);
    }
    let slot = property.slot?;
    output.bytes.push(b',');
    output.append(&name.bytes);
    output.bytes.push(b':');
    output.is_wide |= name.is_wide;
    let end = output.bytes.len() as u32;
    Some(Some(Field { slot, end }))
}

/// Whether the quoted name is a number: properties that are named so come before all others.
fn may_be_index(quoted: &[u8]) -> bool {
    quoted.len() > 2 && quoted[1..quoted.len() - 1].iter().all(u8::is_ascii_digit)
}
