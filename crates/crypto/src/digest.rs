//! Digests: what `createHash` and `hash` stand on.

use std::sync::Arc;

use openssl::md::{Md, MdRef};
use openssl::md_ctx::{MdCtx, MdCtxRef};

use crate::{Error, Result, room, sys};

/// A digest algorithm, found by its name. To have one spares OpenSSL the search.
#[derive(Clone)]
pub struct Algorithm(Arc<Found>);

struct Found {
    /// Why there is none, if OpenSSL only knows the name.
    md: Result<Md>,
    size: usize,
    is_xof: bool,
}

impl Algorithm {
    /// The algorithm of that name, if there ever was one. Whether OpenSSL still has it shows when it is used.
    pub fn find(name: &str) -> Result<Option<Algorithm>> {
        sys::init();
        // A name that SHA-1 had when it was for DSA alone.
        let name = if name.eq_ignore_ascii_case("dss1") {
            "sha1"
        } else {
            name
        };
        if let Some(md) = sys::md::fetch(name) {
            // One is there for those who want none.
            let is_none = sys::md::name(&md) == "NULL";
            return Ok((!is_none).then(|| Algorithm::of(md)));
        }
        let Some(known) = sys::md::by_any_name(name) else {
            return Ok(None);
        };
        if let Some(md) = sys::md::fetch(&sys::md::name(known)) {
            return Ok(Some(Algorithm::of(md)));
        }
        let refused = MdCtx::new()?.digest_init(known);
        Ok(refused.err().map(|stack| {
            Algorithm(Arc::new(Found {
                md: Err(stack.into()),
                size: known.size(),
                is_xof: false,
            }))
        }))
    }

    fn of(md: Md) -> Algorithm {
        Algorithm(Arc::new(Found {
            size: usual_size(&md),
            is_xof: sys::md::is_xof(&md),
            md: Ok(md),
        }))
    }

    /// How many bytes its output has; of one with an output of any length, how many it has by default.
    pub fn size(&self) -> usize {
        self.0.size
    }

    /// Whether its output can be of any length.
    pub fn is_xof(&self) -> bool {
        self.0.is_xof
    }

    /// OpenSSL's own form of it, or why there is none.
    pub(crate) fn md(&self) -> Result<&MdRef> {
        match &self.0.md {
            Ok(md) => Ok(md),
            Err(error) => Err(error.clone()),
        }
    }
}

/// Of SHAKE, OpenSSL 3.5 does not say how long its output usually is. It did before, and Node still does.
fn usual_size(md: &MdRef) -> usize {
    match (md.size(), sys::md::name(md).as_str()) {
        (0, "SHAKE-128") => 16,
        (0, "SHAKE-256") => 32,
        (size, _) => size,
    }
}

/// A digest that is being computed.
pub struct Digest {
    context: MdCtx,
    length: Length,
}

#[derive(Clone, Copy)]
enum Length {
    Fixed(usize),
    Any(usize),
}

impl Length {
    /// Of the output, if so many bytes are asked for.
    fn of(algorithm: &Algorithm, asked: Option<usize>) -> Result<Length> {
        match asked {
            asked if algorithm.is_xof() => Ok(Length::Any(asked.unwrap_or(algorithm.size()))),
            Some(length) if length != algorithm.size() => Err(not_any_length()),
            _ => Ok(Length::Fixed(algorithm.size())),
        }
    }
}

fn not_any_length() -> Error {
    const ERR_LIB_EVP: i32 = 6;
    const EVP_R_NOT_XOF_OR_INVALID_LENGTH: i32 = 178;
    sys::raised(ERR_LIB_EVP, EVP_R_NOT_XOF_OR_INVALID_LENGTH)
}

fn finish(context: &mut MdCtxRef, length: Length) -> Result<Vec<u8>> {
    let (Length::Fixed(count) | Length::Any(count)) = length;
    let mut output = room(count)?;
    match length {
        Length::Fixed(_) => drop(context.digest_final(&mut output)?),
        // There is nothing to ask OpenSSL for, which takes it for a mistake.
        Length::Any(0) => {}
        Length::Any(_) => context.digest_final_xof(&mut output)?,
    }
    Ok(output)
}

impl Digest {
    /// A digest of nothing so far, with an output of `length` bytes if the algorithm leaves that open.
    pub fn new(algorithm: &Algorithm, length: Option<usize>) -> Result<Digest> {
        let md = algorithm.md()?;
        let length = Length::of(algorithm, length)?;
        let mut context = MdCtx::new()?;
        context.digest_init(md)?;
        Ok(Digest { context, length })
    }

    /// Takes in more bytes.
    pub fn update(&mut self, data: &[u8]) -> Result<()> {
        Ok(self.context.digest_update(data)?)
    }

    /// A digest of the same bytes so far, with an output of `length` bytes.
    pub fn copy(&self, algorithm: &Algorithm, length: Option<usize>) -> Result<Digest> {
        Ok(Digest {
            length: Length::of(algorithm, length)?,
            context: sys::md::copy(&self.context)?,
        })
    }

    /// The digest of all bytes.
    pub fn finish(mut self) -> Result<Vec<u8>> {
        finish(&mut self.context, self.length)
    }

    /// The digest of some bytes. The context is kept in `scratch`, to be used again.
    pub fn of(
        algorithm: &Algorithm,
        data: &[u8],
        length: Option<usize>,
        scratch: &mut Option<Scratch>,
    ) -> Result<Vec<u8>> {
        let md = algorithm.md()?;
        let length = Length::of(algorithm, length)?;
        let Scratch(context) = match scratch {
            Some(context) => context,
            None => scratch.insert(Scratch(MdCtx::new()?)),
        };
        context.digest_init(md)?;
        context.digest_update(data)?;
        finish(context, length)
    }
}

/// A context for [`Digest::of`].
pub struct Scratch(MdCtx);
