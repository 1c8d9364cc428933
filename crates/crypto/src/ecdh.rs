//! Diffie-Hellman over elliptic curves: what the class `ECDH` stands on.

use openssl::bn::{BigNum, BigNumContext};
use openssl::ec::{EcGroup, EcKey, EcPoint, PointConversionForm};
use openssl::nid::Nid;

use crate::{Error, Kind, Refusal, Result, sys};

/// How a point is written. The numbers are those of `POINT_CONVERSION_...`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointForm {
    /// One coordinate, and a bit of the other
    Compressed,
    /// Both coordinates
    Uncompressed,
    /// Both, and the bit
    Hybrid,
}

impl PointForm {
    pub(crate) fn openssl(self) -> PointConversionForm {
        match self {
            PointForm::Compressed => PointConversionForm::COMPRESSED,
            PointForm::Uncompressed => PointConversionForm::UNCOMPRESSED,
            PointForm::Hybrid => PointConversionForm::HYBRID,
        }
    }
}

/// A curve, and the keys of one side.
pub struct Ecdh {
    group: EcGroup,
    private: Option<BigNum>,
    public: Option<EcPoint>,
}

fn failed(message: &'static str) -> Error {
    sys::clear_errors();
    Refusal::new(Kind::Error, "ERR_CRYPTO_OPERATION_FAILED", message).into()
}

/// The curve of that name.
fn group(curve: &str) -> Result<EcGroup> {
    sys::init();
    let nid = sys::curve::number(curve);
    let group = nid.and_then(|nid| EcGroup::from_curve_name(Nid::from_raw(nid)).ok());
    sys::clear_errors();
    group.ok_or_else(|| {
        let code = "ERR_CRYPTO_INVALID_CURVE";
        Refusal::new(Kind::Type, code, "Invalid EC curve name").into()
    })
}

fn point(group: &EcGroup, bytes: &[u8]) -> Result<EcPoint> {
    let mut context = BigNumContext::new()?;
    EcPoint::from_bytes(group, bytes, &mut context)
        .map_err(|_| failed("Failed to convert Buffer to EC_POINT"))
}

fn written(group: &EcGroup, point: &EcPoint, form: PointForm) -> Result<Vec<u8>> {
    let mut context = BigNumContext::new()?;
    Ok(point.to_bytes(group, form.openssl(), &mut context)?)
}

/// A public key, written in another form.
pub fn convert(curve: &str, key: &[u8], form: PointForm) -> Result<Vec<u8>> {
    let group = group(curve)?;
    let point = point(&group, key)?;
    written(&group, &point, form)
}

impl Ecdh {
    /// A curve, without keys so far.
    pub fn new(curve: &str) -> Result<Ecdh> {
        Ok(Ecdh {
            group: group(curve)?,
            private: None,
            public: None,
        })
    }

    /// Makes a new pair of keys.
    pub fn generate_keys(&mut self) -> Result<()> {
        let key = EcKey::generate(&self.group).map_err(|_| failed("Failed to generate key"))?;
        self.private = Some(key.private_key().to_owned()?);
        self.public = Some(key.public_key().to_owned(&self.group)?);
        Ok(())
    }

    /// The secret that goes with the public key of the other side. `None` if that is no point of the curve.
    pub fn secret(&self, other: &[u8]) -> Result<Option<Vec<u8>>> {
        self.check_pair()?;
        let Ok(other) = point(&self.group, other) else {
            return Ok(None);
        };
        let failed = || failed("Failed to compute ECDH key");
        let private = self.private.as_ref().ok_or_else(failed)?;
        let secret = self.product(&other, private).map_err(|_| failed())?;
        Ok(Some(secret))
    }

    /// The first coordinate of a multiple of a point, as long as all are.
    fn product(&self, point: &EcPoint, factor: &BigNum) -> Result<Vec<u8>> {
        let mut context = BigNumContext::new()?;
        let mut product = EcPoint::new(&self.group)?;
        product.mul2(&self.group, point, factor, &mut context)?;
        let (mut x, mut y) = (BigNum::new_secure()?, BigNum::new_secure()?);
        product.affine_coordinates(&self.group, &mut x, &mut y, &mut context)?;
        let length = self.group.degree().div_ceil(8);
        Ok(x.to_vec_padded(length as i32)?)
    }

    /// Keys that were set one by one may not belong together.
    fn check_pair(&self) -> Result<()> {
        let (Some(private), Some(public)) = (&self.private, &self.public) else {
            return Ok(());
        };
        let mut context = BigNumContext::new()?;
        let expected = self.multiple_of_generator(private)?;
        if expected.eq(&self.group, public, &mut context)? {
            return Ok(());
        }
        let code = "ERR_CRYPTO_INVALID_KEYPAIR";
        Err(Refusal::new(Kind::Range, code, "Invalid key pair").into())
    }

    fn multiple_of_generator(&self, factor: &BigNum) -> Result<EcPoint> {
        let mut context = BigNumContext::new()?;
        let mut product = EcPoint::new(&self.group)?;
        product.mul_generator2(&self.group, factor, &mut context)?;
        Ok(product)
    }

    /// The public key, if there is one
    pub fn public(&self, form: PointForm) -> Result<Vec<u8>> {
        let missing = || failed("Failed to get ECDH public key");
        written(&self.group, self.public.as_ref().ok_or_else(missing)?, form)
    }

    /// The private key, if there is one
    pub fn private(&self) -> Result<Vec<u8>> {
        let missing = || failed("Failed to get ECDH private key");
        Ok(self.private.as_ref().ok_or_else(missing)?.to_vec())
    }

    /// Replaces the public key.
    pub fn set_public(&mut self, key: &[u8]) -> Result<()> {
        self.public = Some(point(&self.group, key)?);
        Ok(())
    }

    /// Replaces the private key, and the public one with it.
    pub fn set_private(&mut self, key: &[u8]) -> Result<()> {
        let key = BigNum::from_slice(key)?;
        let mut order = BigNum::new()?;
        self.group.order(&mut order, &mut *BigNumContext::new()?)?;
        if key.num_bits() == 0 || key >= order {
            let code = "ERR_CRYPTO_INVALID_KEYTYPE";
            let message = "Private key is not valid for specified curve.";
            return Err(Refusal::new(Kind::Range, code, message).into());
        }
        self.public = Some(self.multiple_of_generator(&key)?);
        self.private = Some(key);
        Ok(())
    }
}
