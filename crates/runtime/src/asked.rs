//! Functions of bindings that ask the system something, at the seam: what they give is written down, or played.
//!
//! That covers what is asked at once and has no other way through the loop: facts of the process and the machine, sources of
//! modules, children that are waited for. Their results are values without functions: numbers, texts, lists, plain objects, bytes.

use rondo_engine::{Args, BufferKind, JsResult, Kind, Local, Scope, Text};
use rondo_loop::seam::{self, Reader, put_bytes, put_number};

/// Where bindings are, which need not be in the names of places.
const MODULE: &str = "rondo_runtime::binding::";

/// What such a function may give.
pub(crate) trait Given<'s> {
    fn local(self, scope: &mut Scope<'s>) -> Local<'s>;
}

macro_rules! given {
    ($($type:ty, $self:ident, $scope:ident => $value:expr;)*) => {$(
        impl<'s> Given<'s> for $type {
            fn local($self, $scope: &mut Scope<'s>) -> Local<'s> {
                $value
            }
        }
    )*};
}

given! {
    (), self, scope => scope.undefined();
    bool, self, scope => scope.boolean(self);
    i32, self, scope => scope.number(self.into());
    u32, self, scope => scope.number(self.into());
    f64, self, scope => scope.number(self);
    usize, self, scope => scope.number(self as f64);
    Local<'s>, self, _scope => self;
    Option<Local<'s>>, self, scope => self.unwrap_or_else(|| scope.undefined());
}

/// A native function whose result can pass the seam.
pub(crate) trait Asking<'s>: Copy + 'static {
    fn ask(self, scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>>;
}

impl<'s, F, R> Asking<'s> for F
where
    F: Fn(&mut Scope<'s>, Args<'s>) -> JsResult<R> + Copy + 'static,
    R: Given<'s>,
{
    #[inline]
    fn ask(self, scope: &mut Scope<'s>, args: Args<'s>) -> JsResult<Local<'s>> {
        let given = self(scope, args)?;
        Ok(given.local(scope))
    }
}

/// Defines a function on a binding's object whose results pass the seam, under the name that it has in Rust.
pub(crate) fn define_asking<F: for<'f> Asking<'f>>(
    scope: &mut Scope<'_>,
    object: Local<'_>,
    name: &str,
    native: F,
) -> JsResult<()> {
    fn typed<F>(function: F) -> F
    where
        F: for<'s> Fn(&mut Scope<'s>, Args<'s>) -> JsResult<Local<'s>> + Copy + 'static,
    {
        function
    }
    let function = typed(move |scope, args| match seam::is_in_use() {
        false => native.ask(scope, args),
        true => pass(scope, args, native),
    });
    object.define_function(scope, name, 0, function)
}

#[cold]
fn pass<'s, F: Asking<'s>>(
    scope: &mut Scope<'s>,
    args: Args<'s>,
    native: F,
) -> JsResult<Local<'s>> {
    let name = std::any::type_name::<F>();
    let name = name.strip_prefix(MODULE).unwrap_or(name);
    if seam::is_played() {
        let answer = seam::next(name);
        return match take(scope, &mut Reader::new(&answer))? {
            Some(value) => Ok(value),
            None => seam::depart(name, "an answer of another kind"),
        };
    }
    let value = seam::untaped(|| native.ask(scope, args))?;
    let mut answer = Vec::new();
    if !put(scope, value, &mut answer)? {
        seam::cannot_play(name);
    }
    seam::note(name, &answer);
    Ok(value)
}

mod tag {
    pub(super) const UNDEFINED: u8 = 0;
    pub(super) const NULL: u8 = 1;
    pub(super) const FALSE: u8 = 2;
    pub(super) const TRUE: u8 = 3;
    pub(super) const NUMBER: u8 = 4;
    pub(super) const LATIN1: u8 = 5;
    pub(super) const UTF16: u8 = 6;
    pub(super) const ARRAY: u8 = 7;
    pub(super) const OBJECT: u8 = 8;
    pub(super) const BYTES: u8 = 9;
    pub(super) const NUMBERS: u8 = 10;
}

/// Appends a value; false if it is of a kind that cannot be written.
fn put(scope: &mut Scope<'_>, value: Local<'_>, into: &mut Vec<u8>) -> JsResult<bool> {
    match value.kind() {
        Kind::Undefined => into.push(tag::UNDEFINED),
        Kind::Null => into.push(tag::NULL),
        Kind::Boolean if value.truthy() => into.push(tag::TRUE),
        Kind::Boolean => into.push(tag::FALSE),
        Kind::Number => {
            into.push(tag::NUMBER);
            into.extend_from_slice(&value.as_number().unwrap_or(0.0).to_le_bytes());
        }
        Kind::String => {
            value.with_text(scope, |text| match text {
                Text::Latin1(bytes) => {
                    into.push(tag::LATIN1);
                    put_bytes(into, bytes);
                }
                Text::Utf16(units) => {
                    into.push(tag::UTF16);
                    let bytes: Vec<u8> = units.iter().flat_map(|it| it.to_le_bytes()).collect();
                    put_bytes(into, &bytes);
                }
            })?;
        }
        Kind::Object if value.buffer_kind() == Some(BufferKind::View) => {
            let size = value.get_property(scope, "BYTES_PER_ELEMENT")?.as_number();
            let bytes = value.to_bytes(scope).unwrap_or_default();
            into.push(match size == Some(8.0) {
                true => tag::NUMBERS,
                false => tag::BYTES,
            });
            put_bytes(into, &bytes);
        }
        Kind::Object => return put_parts(scope, value, into),
        _ => return Ok(false),
    }
    Ok(true)
}

fn put_parts(scope: &mut Scope<'_>, value: Local<'_>, into: &mut Vec<u8>) -> JsResult<bool> {
    if let Some(length) = value.array_length(scope)? {
        into.push(tag::ARRAY);
        put_number(into, length.into());
        for index in 0..length {
            let item = value.get_index(scope, index)?;
            if !put(scope, item, into)? {
                return Ok(false);
            }
        }
        return Ok(true);
    }
    let keys = value.own_keys_but_indices(scope, true)?;
    let length = keys.array_length(scope)?.unwrap_or(0);
    into.push(tag::OBJECT);
    put_number(into, length.into());
    for index in 0..length {
        let key = keys.get_index(scope, index)?;
        let name = key.as_string(scope)?.unwrap_or_default();
        let item = value.get_property(scope, name.as_str())?;
        put_bytes(into, name.as_bytes());
        if !put(scope, item, into)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Reads a value; none if that is not what is there.
fn take<'s>(scope: &mut Scope<'s>, from: &mut Reader<'_>) -> JsResult<Option<Local<'s>>> {
    let Some(kind) = from.byte() else {
        return Ok(None);
    };
    Ok(match kind {
        tag::UNDEFINED => Some(scope.undefined()),
        tag::NULL => Some(scope.null()),
        tag::FALSE => Some(scope.boolean(false)),
        tag::TRUE => Some(scope.boolean(true)),
        tag::NUMBER => <f64 as seam::Taped>::take(from).map(|number| scope.number(number)),
        tag::ARRAY => {
            let mut items = Vec::new();
            for _ in 0..from.number().unwrap_or(0) {
                match take(scope, from)? {
                    Some(item) => items.push(item),
                    None => return Ok(None),
                }
            }
            Some(scope.array(&items)?)
        }
        tag::OBJECT => {
            let object = scope.object()?;
            for _ in 0..from.number().unwrap_or(0) {
                let name = from.bytes().unwrap_or_default().to_vec();
                match take(scope, from)? {
                    Some(item) => {
                        object.set_property(scope, &*String::from_utf8_lossy(&name), item)?;
                    }
                    None => return Ok(None),
                }
            }
            Some(object)
        }
        kind => match from.bytes() {
            Some(bytes) => take_bytes(scope, kind, bytes)?,
            None => None,
        },
    })
}

fn take_bytes<'s>(scope: &mut Scope<'s>, kind: u8, bytes: &[u8]) -> JsResult<Option<Local<'s>>> {
    Ok(Some(match kind {
        tag::LATIN1 => scope.string_latin1(bytes)?,
        tag::UTF16 => {
            let units: Vec<u16> = bytes
                .as_chunks()
                .0
                .iter()
                .map(|pair| u16::from_le_bytes(*pair))
                .collect();
            scope.string_utf16(&units)?
        }
        tag::BYTES => scope.uint8_array_owned(bytes.to_vec())?,
        tag::NUMBERS => {
            let numbers: Vec<f64> = bytes
                .as_chunks()
                .0
                .iter()
                .map(|eight| f64::from_le_bytes(*eight))
                .collect();
            scope.float64_array(&numbers)?
        }
        _ => return Ok(None),
    }))
}
