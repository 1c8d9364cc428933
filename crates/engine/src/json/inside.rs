//! What is looked at inside of the engine's objects: their class, properties, elements and prototypes.
//!
//! The engine's headers say where everything is (`vm/Shape.h`, `vm/PropMap.h`, `vm/NativeObject.h`); [`Scope::json_classes`] compares
//! that with what its functions say, before anything relies on it.

use std::ptr;

use mozjs::jsapi::JS::shadow;
use mozjs::jsapi::{JSClass, JSObject, JSString, Value};

use crate::shape::shape_of;
use crate::{JsResult, Local, Scope};

/// How a property is, besides where its value is.
const ENUMERABLE: u32 = 1 << 1;
const ACCESSOR: u32 = 1 << 3;
const CUSTOM: u32 = 1 << 4;
const PROPERTY_FLAGS: u32 = 0xff;
const SLOT_SHIFT: u32 = 8;

/// A key is the address of a string unless one of the lowest bits is set.
const KEY_KIND: usize = 0b111;
/// What a removed property leaves behind.
const NO_KEY: usize = 0b010;
const SYMBOL: usize = 0b100;

const IS_COMPACT: usize = 1 << 3;
const HAS_PREVIOUS: usize = 1 << 4;

/// So many of a shape's properties are in its last map; all others are full.
const IN_LAST_MAP: u32 = 0b1111;
const IN_MAP: usize = 8;
/// Shapes with more properties are not looked at.
const MOST_MAPS: usize = 32;

/// Elements of which some may be missing.
const NOT_PACKED: u32 = 0x80;

/// The beginning of a `NativeShape`.
#[repr(C)]
struct NativeShape {
    base: *const BaseShape,
    immutable_flags: u32,
    object_flags: u32,
    cache: usize,
    map: *const PropMap,
}

#[repr(C)]
struct BaseShape {
    class: *const JSClass,
    realm: usize,
    prototype: *mut JSObject,
}

#[repr(C)]
struct PropMap {
    flags: usize,
    keys: [usize; IN_MAP],
}

#[repr(C)]
struct CompactPropMap {
    map: PropMap,
    properties: [u16; IN_MAP],
}

#[repr(C)]
struct LinkedPropMap {
    map: PropMap,
    previous: *const PropMap,
    table: usize,
    properties: [u32; IN_MAP],
}

/// What stands before the elements of an object.
#[repr(C)]
struct Elements {
    flags: u32,
    initialized: u32,
    capacity: u32,
    length: u32,
}

/// A property of a shape.
pub(super) struct Property {
    /// The address of a string; none if the key is another
    pub(super) key: Option<*mut JSString>,
    pub(super) is_symbol: bool,
    pub(super) is_enumerable: bool,
    /// Where its value is; none if it has to be asked for
    pub(super) slot: Option<u32>,
}

/// The engine's classes of plain objects and of arrays.
#[derive(Clone, Copy)]
pub(super) struct Classes {
    pub(super) plain: *const JSClass,
    pub(super) array: *const JSClass,
}

/// # Safety
/// The shape is alive.
#[inline]
pub(super) unsafe fn class_of(shape: *const shadow::Shape) -> *const JSClass {
    // SAFETY: as promised.
    unsafe { (*(*shape).base).clasp }
}

/// The prototype of objects of a shape; null if they have none.
///
/// # Safety
/// The shape is alive, and that of a native object.
#[inline]
pub(super) unsafe fn prototype_of(shape: *const shadow::Shape) -> *mut JSObject {
    // SAFETY: as promised.
    unsafe { (*(*shape.cast::<NativeShape>()).base).prototype }
}

/// The properties that are no elements, in the order of their making. None if there are very many.
///
/// # Safety
/// The shape is alive, and that of a native object.
pub(super) unsafe fn properties(shape: *const shadow::Shape) -> Option<Vec<Property>> {
    // SAFETY: as promised; a map has what its flags say.
    unsafe {
        let shape = shape.cast::<NativeShape>();
        let mut maps = Vec::new();
        let mut map = (*shape).map;
        while !map.is_null() {
            if maps.len() == MOST_MAPS {
                return None;
            }
            maps.push(map);
            map = match (*map).flags & HAS_PREVIOUS {
                0 => ptr::null(),
                _ => (*map.cast::<LinkedPropMap>()).previous,
            };
        }
        let mut found = Vec::new();
        for (index, &map) in maps.iter().enumerate().rev() {
            let count = match index {
                0 => ((*shape).immutable_flags & IN_LAST_MAP) as usize,
                _ => IN_MAP,
            };
            found.extend((0..count).filter_map(|index| property(map, index)));
        }
        Some(found)
    }
}

/// # Safety
/// The map is alive, and has so many places.
unsafe fn property(map: *const PropMap, index: usize) -> Option<Property> {
    // SAFETY: as promised; the flags say which of the two it is.
    let (key, packed) = unsafe {
        let packed = match (*map).flags & IS_COMPACT {
            0 => (*map.cast::<LinkedPropMap>()).properties[index],
            _ => (*map.cast::<CompactPropMap>()).properties[index].into(),
        };
        ((*map).keys[index], packed)
    };
    let flags = packed & PROPERTY_FLAGS;
    (key != NO_KEY).then(|| Property {
        key: (key & KEY_KIND == 0).then(|| ptr::with_exposed_provenance_mut(key)),
        is_symbol: key & KEY_KIND == SYMBOL,
        is_enumerable: flags & ENUMERABLE != 0,
        slot: (flags & (ACCESSOR | CUSTOM) == 0).then_some(packed >> SLOT_SHIFT),
    })
}

/// How many slots objects of the shape have in themselves.
///
/// # Safety
/// The shape is alive.
pub(super) unsafe fn fixed_slots(shape: *const shadow::Shape) -> u32 {
    // SAFETY: as promised.
    let flags = unsafe { (*shape).immutableFlags };
    (flags & shadow::Shape_FIXED_SLOTS_MASK) >> shadow::Shape_FIXED_SLOTS_SHIFT
}

/// The value in a slot.
///
/// # Safety
/// The object is a native one, alive, has the slot, and has `fixed` of them in itself.
#[inline]
pub(super) unsafe fn slot(object: *mut JSObject, fixed: u32, slot: u32) -> Value {
    // SAFETY: as promised. The first come right after what all native objects have.
    unsafe {
        let native = object.cast::<shadow::NativeObject>();
        if slot < fixed {
            *native.add(1).cast::<Value>().add(slot as usize)
        } else {
            *(*native).slots.add((slot - fixed) as usize)
        }
    }
}

/// The elements of a native object that has no gap among them; none if it may have.
///
/// # Safety
/// The object is a native one, alive, and nobody changes it while the elements are in use.
#[inline]
pub(super) unsafe fn elements<'a>(object: *mut JSObject, is_array: bool) -> Option<&'a [Value]> {
    // SAFETY: as promised; the header stands before the first element.
    unsafe {
        let first = (*object.cast::<shadow::NativeObject>())._1.cast::<Value>();
        let header = &*first.cast::<Elements>().sub(1);
        let is_whole =
            header.flags & NOT_PACKED == 0 && (!is_array || header.initialized == header.length);
        is_whole.then(|| std::slice::from_raw_parts(first, header.initialized as usize))
    }
}

impl Scope<'_> {
    /// The classes, if the inside of the engine's objects is as this file takes it.
    pub(super) fn json_classes(&mut self) -> JsResult<Option<Classes>> {
        self.nested(|scope| {
            let object = scope.object()?;
            let numbers = [scope.number(5.0), scope.number(6.0)];
            let array = scope.array(&numbers)?;
            let length = scope.number(3.0);
            let longer = scope.array(&[])?;
            longer.set_property(scope, "length", length)?;
            let is_known = scope.knows_elements(object, array, longer)?
                && scope.knows_prototypes(object)?
                && scope.knows_properties(object)?;
            // SAFETY: both are alive.
            let class = |of: Local<'_>| unsafe { class_of(shape_of(of.get().to_object())) };
            Ok(is_known.then(|| Classes {
                plain: class(object),
                array: class(array),
            }))
        })
    }

    /// Looks at an object of no elements, an array of 5 and 6, and one of nothing but a length.
    fn knows_elements(
        &mut self,
        object: Local<'_>,
        array: Local<'_>,
        longer: Local<'_>,
    ) -> JsResult<bool> {
        // SAFETY: all are native objects, and nothing is changed while elements are looked at.
        let found = |of: Local<'_>, is_array| unsafe {
            let elements = elements(of.get().to_object(), is_array)?;
            Some(elements.iter().map(|value| value.asBits_).collect())
        };
        let wanted = [5.0, 6.0].map(|number| self.number(number).get().asBits_);
        let is_known = found(object, false) == Some(Vec::new())
            && found(array, true) == Some(wanted.to_vec())
            && found(longer, true).is_none();
        array.delete_property(self, "0")?;
        Ok(is_known && found(array, true).is_none())
    }

    fn knows_prototypes(&mut self, object: Local<'_>) -> JsResult<bool> {
        // SAFETY: all are native objects.
        let found = |of: Local<'_>| unsafe { prototype_of(shape_of(of.get().to_object())) };
        let prototype = object.prototype(self)?;
        let bare = self.bare_object()?;
        Ok(prototype.object_ptr() == Some(found(object)) && found(bare).is_null())
    }

    /// Gives the object more properties than a map has room for, and than it has slots in itself, every third of which is not
    /// enumerable, and looks for them, also when there are but three.
    fn knows_properties(&mut self, object: Local<'_>) -> JsResult<bool> {
        const FEW: u32 = 3;
        const MANY: u32 = 40;
        for number in 0..MANY {
            let value = self.number(number.into());
            let is_enumerable = is_enumerable_sample(number);
            object.define_property(self, format!("p{number}").as_str(), value, is_enumerable)?;
            // SAFETY: it is a native object.
            let has_all = || unsafe { has_samples(object.get().to_object(), number + 1) };
            if (number == FEW || number == MANY - 1) && !has_all() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn is_enumerable_sample(number: u32) -> bool {
    number % 3 != 2
}

/// # Safety
/// The object is a native one, alive.
unsafe fn has_samples(object: *mut JSObject, count: u32) -> bool {
    // SAFETY: as promised.
    unsafe {
        let shape = shape_of(object);
        let fixed = fixed_slots(shape);
        let Some(found) = properties(shape) else {
            return false;
        };
        found.len() == count as usize
            && found.iter().zip(0..).all(|(property, number)| {
                let value = property.slot.map(|place| slot(object, fixed, place));
                property.key.is_some()
                    && property.is_enumerable == is_enumerable_sample(number)
                    && value
                        .is_some_and(|value| value.is_int32() && value.to_int32() == number as i32)
            })
    }
}
