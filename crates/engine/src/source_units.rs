//! A text as the engine is to compile it, and its hash.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::string::Text;
use crate::{JsResult, Local, Scope};

/// What a text is made of. The engine keeps it beside the code: as UTF-8 what is ASCII takes half the place.
pub(crate) enum SourceUnits {
    Ascii(Vec<u8>),
    /// UTF-16, maybe with lone surrogates
    Wide(Vec<u16>),
}

impl SourceUnits {
    /// The characters of a string; of what is none, none.
    pub(crate) fn of(scope: &Scope<'_>, text: Local<'_>) -> JsResult<SourceUnits> {
        let units = text.with_text(scope, |text| match text {
            Text::Latin1(bytes) if bytes.is_ascii() => SourceUnits::Ascii(bytes.to_vec()),
            Text::Latin1(bytes) => {
                SourceUnits::Wide(bytes.iter().map(|&byte| byte.into()).collect())
            }
            Text::Utf16(units) if units.iter().all(|unit| *unit < 0x80) => {
                SourceUnits::Ascii(narrow(units))
            }
            Text::Utf16(units) => SourceUnits::Wide(units.to_vec()),
        })?;
        Ok(units.unwrap_or(SourceUnits::Ascii(Vec::new())))
    }

    pub(crate) fn to_text(&self) -> String {
        match self {
            SourceUnits::Ascii(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            SourceUnits::Wide(units) => String::from_utf16_lossy(units),
        }
    }
}

fn narrow(units: &[u16]) -> Vec<u8> {
    units.iter().map(|&unit| unit as u8).collect()
}

/// A hash of the characters of a string, which are not copied for it. It is the same however the engine holds them.
pub(crate) fn hash_of(scope: &Scope<'_>, text: Local<'_>, seed: u64) -> JsResult<u64> {
    let mut hash = Xxh3::with_seed(seed);
    text.with_text(scope, |text| match text {
        Text::Latin1(bytes) => hash.update(bytes),
        Text::Utf16(units) if units.iter().all(|unit| *unit < 0x100) => {
            hash.update(&narrow(units));
        }
        Text::Utf16(units) => update_with_units(&mut hash, units),
    })?;
    Ok(hash.digest())
}

fn update_with_units(hash: &mut Xxh3, units: &[u16]) {
    // Texts can have megabytes: a little at a time.
    let mut bytes = [0; 8192];
    for part in units.chunks(bytes.len() / 2) {
        for (place, unit) in bytes.chunks_exact_mut(2).zip(part) {
            place.copy_from_slice(&unit.to_le_bytes());
        }
        hash.update(&bytes[..part.len() * 2]);
    }
}

impl Scope<'_> {
    /// A hash of the bytes of a buffer or view, or of the characters of a string: the same however the engine holds them.
    pub fn content_hash(&self, value: Local<'_>) -> JsResult<u64> {
        match value.with_bytes(self, xxh3_64) {
            Some(hash) => Ok(hash),
            None => hash_of(self, value, 0),
        }
    }
}
