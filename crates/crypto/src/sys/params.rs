//! Lists of named values, by which OpenSSL 3 is given what an operation needs.

use std::ffi::{CString, c_int};
use std::ptr::null_mut;

use openssl_sys::OSSL_PARAM;

use super::wipe;

const INTEGER: u32 = 1;
const UNSIGNED_INTEGER: u32 = 2;
const UTF8_STRING: u32 = 4;
const OCTET_STRING: u32 = 5;

/// Values under names. They are owned by the list, and wiped out with it: some are secret.
#[derive(Default)]
pub(crate) struct Params {
    values: Vec<(CString, u32, Vec<u8>)>,
}

/// The same as OpenSSL reads it, which goes no further than the list it is made of.
pub(crate) struct View<'a> {
    list: Vec<OSSL_PARAM>,
    _of: std::marker::PhantomData<&'a Params>,
}

impl Params {
    fn with(mut self, name: &str, kind: u32, value: Vec<u8>) -> Params {
        if let Ok(name) = CString::new(name) {
            self.values.push((name, kind, value));
        }
        self
    }

    /// Bytes
    pub(crate) fn bytes(self, name: &str, value: &[u8]) -> Params {
        self.with(name, OCTET_STRING, value.to_vec())
    }

    /// Text. A NUL stands after it, as some who read it look for its end.
    pub(crate) fn text(self, name: &str, value: &str) -> Params {
        let mut bytes = value.as_bytes().to_vec();
        bytes.push(0);
        self.with(name, UTF8_STRING, bytes)
    }

    /// A number of any size, its highest byte first
    pub(crate) fn number(self, name: &str, value: &[u8]) -> Params {
        // OpenSSL wants the bytes as the machine has them, and at least one.
        let mut bytes: Vec<u8> = value.iter().rev().copied().collect();
        if bytes.is_empty() {
            bytes.push(0);
        }
        if cfg!(target_endian = "big") {
            bytes.reverse();
        }
        self.with(name, UNSIGNED_INTEGER, bytes)
    }

    /// A small number
    pub(crate) fn integer(self, name: &str, value: c_int) -> Params {
        self.with(name, INTEGER, value.to_ne_bytes().to_vec())
    }

    /// A count
    pub(crate) fn count(self, name: &str, value: usize) -> Params {
        self.with(name, UNSIGNED_INTEGER, value.to_ne_bytes().to_vec())
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// What OpenSSL reads.
    pub(crate) fn view(&self) -> View<'_> {
        let end = OSSL_PARAM {
            key: std::ptr::null(),
            data_type: 0,
            data: null_mut(),
            data_size: 0,
            return_size: 0,
        };
        let values = self.values.iter().map(|(name, kind, value)| OSSL_PARAM {
            key: name.as_ptr(),
            data_type: *kind,
            data: value.as_ptr().cast_mut().cast(),
            data_size: value.len() - usize::from(*kind == UTF8_STRING),
            return_size: 0,
        });
        View {
            list: values.chain(std::iter::once(end)).collect(),
            _of: std::marker::PhantomData,
        }
    }
}

impl View<'_> {
    /// The list for a function that only reads it, as all do that set something.
    pub(crate) fn as_mut_ptr(&mut self) -> *mut OSSL_PARAM {
        self.list.as_mut_ptr()
    }
}

impl Drop for Params {
    fn drop(&mut self) {
        for (_, _, value) in &mut self.values {
            wipe(value);
        }
    }
}
