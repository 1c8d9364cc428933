//! Bytes to be written, whoever owns them.

use std::fmt;
use std::rc::Rc;

/// Bytes that a stream keeps until they are written. Made from a `Vec`, a `String`, a box, static
/// bytes, or something shared; nothing is copied.
///
/// ```
/// use std::rc::Rc;
/// use rondo_loop::Chunk;
///
/// let kept: Rc<[u8]> = Rc::from(*b"kept");
/// let chunks: Vec<Chunk> = vec![b"static".into(), vec![1, 2, 3].into(), kept.clone().into()];
/// assert_eq!(chunks[1].as_slice(), [1, 2, 3]);
/// ```
pub struct Chunk(Owner);

enum Owner {
    Static(&'static [u8]),
    Vec(Vec<u8>),
    Shared(Rc<[u8]>),
    Object(Rc<dyn AsRef<[u8]>>),
}

impl Chunk {
    /// Bytes that belong to an object of the program's own, such as memory of a script engine.
    pub fn shared(object: Rc<dyn AsRef<[u8]>>) -> Chunk {
        Chunk(Owner::Object(object))
    }

    /// The bytes.
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        match &self.0 {
            Owner::Static(bytes) => bytes,
            Owner::Vec(bytes) => bytes,
            Owner::Shared(bytes) => bytes,
            Owner::Object(object) => (**object).as_ref(),
        }
    }

    /// What is left after so many bytes. An object may have become shorter meanwhile.
    #[inline]
    pub(super) fn after(&self, offset: usize) -> &[u8] {
        self.as_slice().get(offset..).unwrap_or_default()
    }
}

impl fmt::Debug for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Chunk").field(&self.as_slice()).finish()
    }
}

impl From<Vec<u8>> for Chunk {
    fn from(bytes: Vec<u8>) -> Chunk {
        Chunk(Owner::Vec(bytes))
    }
}

impl From<Box<[u8]>> for Chunk {
    fn from(bytes: Box<[u8]>) -> Chunk {
        Chunk(Owner::Vec(bytes.into_vec()))
    }
}

impl From<String> for Chunk {
    fn from(text: String) -> Chunk {
        Chunk(Owner::Vec(text.into_bytes()))
    }
}

impl From<Rc<[u8]>> for Chunk {
    fn from(bytes: Rc<[u8]>) -> Chunk {
        Chunk(Owner::Shared(bytes))
    }
}

impl From<&'static [u8]> for Chunk {
    fn from(bytes: &'static [u8]) -> Chunk {
        Chunk(Owner::Static(bytes))
    }
}

impl<const N: usize> From<&'static [u8; N]> for Chunk {
    fn from(bytes: &'static [u8; N]) -> Chunk {
        Chunk(Owner::Static(bytes))
    }
}

impl From<&'static str> for Chunk {
    fn from(text: &'static str) -> Chunk {
        Chunk(Owner::Static(text.as_bytes()))
    }
}
