//! Prime numbers.

use openssl::bn::{BigNum, BigNumContext};

use crate::{Error, Kind, Refusal, Result, sys};

/// What a prime is to be like.
pub struct PrimePlan {
    /// How many bits it has
    pub bits: i32,
    /// Half of it is a prime, too.
    pub is_safe: bool,
    /// It is `remainder` more than a multiple of this; without a remainder, 1 more (of a safe one, 3 more).
    pub multiple_of: Option<Vec<u8>>,
    /// See above.
    pub remainder: Option<Vec<u8>>,
}

/// A plan that was looked at.
pub struct CheckedPlan {
    bits: i32,
    is_safe: bool,
    add: Option<BigNum>,
    rem: Option<BigNum>,
}

impl PrimePlan {
    /// Whether there can be such a prime, in Node's words if there cannot.
    pub fn check(self) -> Result<CheckedPlan> {
        sys::init();
        sys::clear_errors();
        let number =
            |bytes: Option<Vec<u8>>| bytes.map(|bytes| BigNum::from_slice(&bytes)).transpose();
        let add = number(self.multiple_of)?;
        // It says something only together with the other.
        let rem = match add {
            Some(_) => number(self.remainder)?,
            None => None,
        };
        let refuse = |message| Error::from(Refusal::new(Kind::Range, "ERR_OUT_OF_RANGE", message));
        if let Some(add) = &add {
            if add.num_bits() > self.bits {
                return Err(refuse("invalid options.add"));
            }
            if rem.as_ref().is_some_and(|rem| add <= rem) {
                return Err(refuse("invalid options.rem"));
            }
        }
        Ok(CheckedPlan {
            bits: self.bits,
            is_safe: self.is_safe,
            add,
            rem,
        })
    }
}

/// A prime, as many bytes as its bits take.
pub fn generate(plan: &CheckedPlan) -> Result<Vec<u8>> {
    sys::clear_errors();
    let failed = |stack| Error::from(stack).under("Prime generation failed");
    let mut prime = BigNum::new_secure()?;
    prime
        .generate_prime(
            plan.bits,
            plan.is_safe,
            plan.add.as_deref(),
            plan.rem.as_deref(),
        )
        .map_err(failed)?;
    let length = (plan.bits + 7) / 8;
    Ok(prime.to_vec_padded(length)?)
}

/// A number that may be a prime.
pub struct Candidate(BigNum);

impl Candidate {
    /// The number that bytes are, the highest first.
    pub fn new(bytes: &[u8]) -> Result<Candidate> {
        sys::init();
        sys::clear_errors();
        let number = BigNum::from_slice(bytes).map_err(|stack| Error::from(stack).first_only())?;
        Ok(Candidate(number))
    }

    /// Whether it is one, but for a tiny chance; `rounds` of 0 are as many as are needed for that.
    pub fn is_prime(&self, rounds: i32) -> Result<bool> {
        sys::clear_errors();
        let mut context = BigNumContext::new()?;
        self.0
            .is_prime(rounds, &mut context)
            .map_err(|stack| Error::from(stack).under("Prime check failed"))
    }
}
