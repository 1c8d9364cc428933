//! Keys, as KeyObjects have them: counted, for any thread, and never changed.

use std::sync::Arc;

/// A key. It is cheap to copy, so that jobs take their own along.
#[derive(Clone)]
pub enum Key {
    /// Bytes that both sides know
    Secret(Arc<Secret>),
}

/// Bytes that are wiped out when nobody has them any more.
pub struct Secret(Box<[u8]>);

impl Secret {
    /// A secret of these bytes.
    pub fn new(bytes: Vec<u8>) -> Arc<Secret> {
        Arc::new(Secret(bytes.into_boxed_slice()))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        crate::sys::wipe(&mut self.0);
    }
}

impl Key {
    /// The bytes of a secret key.
    pub fn secret(&self) -> Option<&[u8]> {
        match self {
            Key::Secret(secret) => Some(secret.bytes()),
        }
    }

    /// Whether the two are the same key; how long that takes says nothing about secrets but their length.
    pub fn equals(&self, other: &Key) -> bool {
        match (self, other) {
            (Key::Secret(a), Key::Secret(b)) => {
                a.bytes().len() == b.bytes().len()
                    && crate::equal_in_constant_time(a.bytes(), b.bytes())
            }
        }
    }
}
