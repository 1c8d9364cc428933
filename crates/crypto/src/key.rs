//! Keys, as KeyObjects have them: counted, for any thread, and never changed.

use std::sync::Arc;

use openssl::pkey::{PKey, Private, Public};

use crate::sys;

/// A key. It is cheap to copy, so that jobs take their own along.
#[derive(Clone)]
pub enum Key {
    /// Bytes that both sides know
    Secret(Arc<Secret>),
    /// What everybody may know of a pair. (OpenSSL may have more of it, but nothing here shows that.)
    Public(PKey<Public>),
    /// All of a pair
    Private(PKey<Private>),
}

/// Bytes that are wiped out when nobody has them any more.
pub struct Secret(Box<[u8]>);

impl Secret {
    /// A secret of these bytes.
    pub fn new(mut bytes: Vec<u8>) -> Arc<Secret> {
        if bytes.len() == bytes.capacity() {
            return Arc::new(Secret(bytes.into_boxed_slice()));
        }
        // To give room back may move the bytes, and leave them where they were.
        let secret = Secret(bytes.as_slice().into());
        sys::wipe(&mut bytes);
        Arc::new(secret)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        sys::wipe(&mut self.0);
    }
}

impl Key {
    /// The bytes of a secret key.
    pub fn secret(&self) -> Option<&[u8]> {
        match self {
            Key::Secret(secret) => Some(secret.bytes()),
            Key::Public(_) | Key::Private(_) => None,
        }
    }

    /// The private key, if it is one.
    pub fn private(&self) -> Option<&PKey<Private>> {
        match self {
            Key::Private(key) => Some(key),
            Key::Secret(_) | Key::Public(_) => None,
        }
    }

    /// The public key, or the public part of a private one.
    pub fn public(&self) -> Option<PKey<Public>> {
        match self {
            Key::Secret(_) => None,
            Key::Public(key) => Some(key.clone()),
            Key::Private(key) => Some(sys::pkey::public_of(key)),
        }
    }

    /// The same, as a key.
    pub fn to_public(&self) -> Option<Key> {
        self.public().map(Key::Public)
    }

    /// Whether the two are the same key; how long that takes says nothing about secrets but their length.
    pub fn equals(&self, other: &Key) -> bool {
        let equal = match (self, other) {
            (Key::Secret(a), Key::Secret(b)) => {
                a.bytes().len() == b.bytes().len()
                    && crate::equal_in_constant_time(a.bytes(), b.bytes())
            }
            (Key::Public(a), Key::Public(b)) => a.public_eq(b),
            (Key::Private(a), Key::Private(b)) => a.public_eq(b),
            _ => false,
        };
        sys::clear_errors();
        equal
    }
}
