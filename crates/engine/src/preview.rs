//! What collections hold, told without disturbing them: Maps, Sets, their iterators (which are not
//! advanced), WeakMaps and WeakSets (whose order means nothing).

use mozjs::glue::JS_GetReservedSlot;
use mozjs::jsapi::{
    GetWeakMapEntry, HandleObject, HandleValue, JS_NondeterministicGetWeakMapKeys,
    JS_NondeterministicGetWeakSetKeys, JSContext, JSObject, MapForEach, SetForEach,
};
use mozjs::jsval::UndefinedValue;
use mozjs::rooted;

use crate::error::Thrown;
use crate::inspect::ObjectKind;
use crate::{Args, JsResult, Local, Scope};

/// The slots of an iterator of a Map or Set: `TableIteratorObject::Slots`.
mod slot {
    /// The collection; undefined when the iterator is done
    pub(super) const TARGET: u32 = 0;
    /// Whether keys, values or both come out
    pub(super) const KIND: u32 = 1;
    /// How many entries of the collection lie behind
    pub(super) const COUNT: u32 = 3;
}

/// `TableIteratorObject::Kind`, and how a list of keys and values in turn is to be thinned out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Items {
    Keys,
    Values,
    Entries,
}

/// Calls a function for every entry of a collection.
type ForEach = unsafe extern "C" fn(*mut JSContext, HandleObject, HandleValue, HandleValue) -> bool;

impl<'s> Local<'s> {
    /// The items of a collection, or those that its iterator has yet to give, in an array; and
    /// whether they are keys and values in turn. `None` if this is no collection.
    pub fn preview_entries<'o>(self, scope: &mut Scope<'o>) -> JsResult<Option<(Local<'o>, bool)>> {
        let Some(kind) = self.object_kind(scope) else {
            return Ok(None);
        };
        match (kind, self.class_name()) {
            (ObjectKind::Map, _) => self.pick(scope, MapForEach, Items::Entries, 0).map(Some),
            (ObjectKind::Set, _) => self.pick(scope, SetForEach, Items::Keys, 0).map(Some),
            (ObjectKind::MapIterator, _) => self.rest_of_iterator(scope, MapForEach).map(Some),
            (ObjectKind::SetIterator, _) => self.rest_of_iterator(scope, SetForEach).map(Some),
            (_, Some("WeakMap")) => self
                .weak_map_entries(scope)
                .map(|items| Some((items, true))),
            (_, Some("WeakSet")) => self.weak_set_keys(scope).map(|items| Some((items, false))),
            _ => Ok(None),
        }
    }

    fn rest_of_iterator<'o>(
        self,
        scope: &mut Scope<'o>,
        for_each: ForEach,
    ) -> JsResult<(Local<'o>, bool)> {
        let [target, kind, count] = [slot::TARGET, slot::KIND, slot::COUNT].map(|slot| {
            let mut value = UndefinedValue();
            if let Some(object) = self.object_ptr() {
                // SAFETY: the caller knows it to be such an iterator; reading does not collect.
                unsafe { JS_GetReservedSlot(object, slot, &mut value) };
            }
            value
        });
        let items = match kind.is_int32().then(|| kind.to_int32()) {
            Some(0) => Items::Keys,
            Some(1) => Items::Values,
            _ => Items::Entries,
        };
        if !target.is_object() {
            return Ok((scope.array(&[])?, items == Items::Entries));
        }
        let behind = if count.is_int32() {
            count.to_int32() as u32
        } else {
            0
        };
        scope.local(target).pick(scope, for_each, items, behind)
    }

    /// Items of a Map or Set, without the first `behind` entries.
    fn pick<'o>(
        self,
        scope: &mut Scope<'o>,
        for_each: ForEach,
        items: Items,
        behind: u32,
    ) -> JsResult<(Local<'o>, bool)> {
        let all = self.entries_in_turn(scope, for_each)?;
        let length = all.array_length(scope)?.unwrap_or(0);
        let picked = scope.array(&[])?;
        let (first, step) = match items {
            Items::Keys => (0, 2),
            Items::Values => (1, 2),
            Items::Entries => (0, 1),
        };
        for (place, index) in (behind * 2 + first..length).step_by(step).enumerate() {
            scope.nested(|scope| {
                let item = all.get_index(scope, index)?;
                picked.set_index(scope, place as u32, item)
            })?;
        }
        Ok((picked, items == Items::Entries))
    }

    /// All keys and values of a Map or Set, in turn.
    fn entries_in_turn<'o>(self, scope: &mut Scope<'o>, for_each: ForEach) -> JsResult<Local<'o>> {
        let list = scope.array(&[])?;
        let function = scope.function("", 2, append_entry)?;
        let collection = self.object_ptr().unwrap_or(std::ptr::null_mut());
        rooted!(in(scope.cx()) let collection = collection);
        // SAFETY: all rooted, and the collection is of the kind that the call is for.
        Thrown::unless(unsafe {
            for_each(
                scope.cx(),
                collection.handle().into(),
                function.handle(),
                list.handle(),
            )
        })?;
        Ok(list)
    }

    fn weak_map_entries<'o>(self, scope: &mut Scope<'o>) -> JsResult<Local<'o>> {
        rooted!(in(scope.cx()) let map = self.object_ptr().unwrap_or(std::ptr::null_mut()));
        rooted!(in(scope.cx()) let mut keys = std::ptr::null_mut::<JSObject>());
        // SAFETY: all rooted, and it is a WeakMap.
        Thrown::unless(unsafe {
            JS_NondeterministicGetWeakMapKeys(
                scope.cx(),
                map.handle().into(),
                keys.handle_mut().into(),
            )
        })?;
        let keys = scope.new_object(keys.get())?;
        let entries = scope.array(&[])?;
        for index in 0..keys.array_length(scope)?.unwrap_or(0) {
            scope.nested(|scope| {
                let key = keys.get_index(scope, index)?;
                rooted!(in(scope.cx()) let mut value = UndefinedValue());
                // SAFETY: as above.
                Thrown::unless(unsafe {
                    GetWeakMapEntry(
                        scope.cx(),
                        map.handle().into(),
                        key.handle(),
                        value.handle_mut().into(),
                    )
                })?;
                let value = scope.local(value.get());
                entries.set_index(scope, index * 2, key)?;
                entries.set_index(scope, index * 2 + 1, value)
            })?;
        }
        Ok(entries)
    }

    fn weak_set_keys<'o>(self, scope: &mut Scope<'o>) -> JsResult<Local<'o>> {
        rooted!(in(scope.cx()) let set = self.object_ptr().unwrap_or(std::ptr::null_mut()));
        rooted!(in(scope.cx()) let mut keys = std::ptr::null_mut::<JSObject>());
        // SAFETY: all rooted, and it is a WeakSet.
        Thrown::unless(unsafe {
            JS_NondeterministicGetWeakSetKeys(
                scope.cx(),
                set.handle().into(),
                keys.handle_mut().into(),
            )
        })?;
        scope.new_object(keys.get())
    }
}

/// `forEach`'s callback: `this` is the list.
fn append_entry<'s>(scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<()> {
    let list = args.this();
    let length = list.array_length(scope)?.unwrap_or(0);
    let (value, key) = (args.get(scope, 0), args.get(scope, 1));
    list.set_index(scope, length, key)?;
    list.set_index(scope, length + 1, value)
}
