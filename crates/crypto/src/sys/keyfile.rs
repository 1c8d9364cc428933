//! Keys as files have them: PEM and DER, maybe encrypted.

use std::ffi::{CStr, c_char, c_int, c_long, c_uchar, c_void};
use std::ptr::{NonNull, null, null_mut};

use foreign_types_shared::{ForeignType, ForeignTypeRef};
use openssl::pkey::{PKey, PKeyRef, Private, Public};
use openssl::x509::X509;
use openssl_sys::{
    BIO, BIO_free_all, BIO_new, BIO_new_mem_buf, BIO_s_mem, EVP_CIPHER, EVP_PKEY, EVP_PKEY_RSA,
    EVP_get_cipherbyname, PEM_read_bio_PrivateKey, PEM_write_bio_PKCS8PrivateKey,
    PEM_write_bio_PUBKEY, PKCS8_PRIV_KEY_INFO_free, d2i_PKCS8_PRIV_KEY_INFO,
    d2i_PKCS8PrivateKey_bio, d2i_PUBKEY, i2d_PUBKEY,
};

use super::pkey::taken;
use super::{c_name, check};
use crate::{Error, Result};

enum X509Sig {}

type PasswordCallback =
    Option<unsafe extern "C" fn(*mut c_char, c_int, c_int, *mut c_void) -> c_int>;

unsafe extern "C" {
    fn ERR_set_mark() -> c_int;
    fn ERR_pop_to_mark() -> c_int;
    fn ERR_clear_last_mark() -> c_int;
    fn CRYPTO_free(memory: *mut c_void, file: *const c_char, line: c_int);
    fn EVP_PKCS82PKEY(info: *const openssl_sys::PKCS8_PRIV_KEY_INFO) -> *mut EVP_PKEY;
    fn d2i_PKCS8_PRIV_KEY_INFO_bio(
        bio: *mut BIO,
        info: *mut *mut openssl_sys::PKCS8_PRIV_KEY_INFO,
    ) -> *mut openssl_sys::PKCS8_PRIV_KEY_INFO;
    fn d2i_PrivateKey_bio(bio: *mut BIO, key: *mut *mut EVP_PKEY) -> *mut EVP_PKEY;
    fn d2i_PublicKey(
        kind: c_int,
        key: *mut *mut EVP_PKEY,
        bytes: *mut *const c_uchar,
        length: c_long,
    ) -> *mut EVP_PKEY;
    fn i2d_PrivateKey(key: *const EVP_PKEY, out: *mut *mut c_uchar) -> c_int;
    fn i2d_PublicKey(key: *const EVP_PKEY, out: *mut *mut c_uchar) -> c_int;
    fn i2d_PKCS8PrivateKey_bio(
        bio: *mut BIO,
        key: *const EVP_PKEY,
        cipher: *const EVP_CIPHER,
        passphrase: *const c_char,
        length: c_int,
        callback: PasswordCallback,
        data: *mut c_void,
    ) -> c_int;
    fn PEM_write_bio_PrivateKey_traditional(
        bio: *mut BIO,
        key: *const EVP_PKEY,
        cipher: *const EVP_CIPHER,
        passphrase: *const c_uchar,
        length: c_int,
        callback: PasswordCallback,
        data: *mut c_void,
    ) -> c_int;
    fn PEM_bytes_read_bio(
        bytes: *mut *mut c_uchar,
        length: *mut c_long,
        label: *mut *mut c_char,
        wanted: *const c_char,
        bio: *mut BIO,
        callback: PasswordCallback,
        data: *mut c_void,
    ) -> c_int;
    fn PEM_write_bio(
        bio: *mut BIO,
        label: *const c_char,
        header: *const c_char,
        bytes: *const c_uchar,
        length: c_long,
    ) -> c_int;
    fn PKCS8_encrypt(
        nid: c_int,
        cipher: *const EVP_CIPHER,
        passphrase: *const c_char,
        length: c_int,
        salt: *mut c_uchar,
        salt_length: c_int,
        rounds: c_int,
        info: *mut openssl_sys::PKCS8_PRIV_KEY_INFO,
    ) -> *mut X509Sig;
    fn X509_SIG_free(sig: *mut X509Sig);
    fn i2d_X509_SIG(sig: *const X509Sig, out: *mut *mut c_uchar) -> c_int;
}

/// A cipher for keys at rest.
#[derive(Clone, Copy)]
pub(crate) struct FileCipher(*const EVP_CIPHER);

// SAFETY: these live for ever, and are never changed.
unsafe impl Send for FileCipher {}

impl FileCipher {
    /// The cipher of that name.
    pub(crate) fn find(name: &str) -> Option<FileCipher> {
        let name = c_name(name)?;
        // SAFETY: the name ends in NUL.
        let cipher = unsafe { EVP_get_cipherbyname(name.as_ptr()) };
        (!cipher.is_null()).then_some(FileCipher(cipher))
    }
}

/// Something to read from or to write to.
pub(super) struct Bio(NonNull<BIO>);

impl Drop for Bio {
    fn drop(&mut self) {
        // SAFETY: it is freed once.
        unsafe { BIO_free_all(self.0.as_ptr()) };
    }
}

impl Bio {
    /// Runs `read` over bytes.
    pub(super) fn over<R>(bytes: &[u8], read: impl FnOnce(*mut BIO) -> R) -> Result<R> {
        let length = c_int::try_from(bytes.len()).map_err(|_| Error::queued())?;
        // SAFETY: the bytes are there as long as `read` runs.
        let bio = unsafe { BIO_new_mem_buf(bytes.as_ptr().cast(), length) };
        let bio = Bio(NonNull::new(bio).ok_or_else(Error::queued)?);
        Ok(read(bio.0.as_ptr()))
    }

    /// What `write` writes; it says 1 for success.
    pub(super) fn gather(write: impl FnOnce(*mut BIO) -> c_int) -> Result<Vec<u8>> {
        const BIO_CTRL_INFO: c_int = 3;
        // SAFETY: the memory is the BIO's, and read before that is freed.
        unsafe {
            let bio = Bio(NonNull::new(BIO_new(BIO_s_mem())).ok_or_else(Error::queued)?);
            check(write(bio.0.as_ptr()))?;
            let mut start: *mut c_uchar = null_mut();
            let length =
                openssl_sys::BIO_ctrl(bio.0.as_ptr(), BIO_CTRL_INFO, 0, (&raw mut start).cast());
            Ok(copied(start, length))
        }
    }
}

/// # Safety
/// There are as many bytes there, or none.
unsafe fn copied(start: *const c_uchar, length: c_long) -> Vec<u8> {
    match usize::try_from(length) {
        // SAFETY: as promised.
        Ok(length) if length > 0 && !start.is_null() => unsafe {
            std::slice::from_raw_parts(start, length).to_vec()
        },
        _ => Vec::new(),
    }
}

/// What a function that writes DER into memory of its own gives.
fn der(write: impl FnOnce(*mut *mut c_uchar) -> c_int) -> Result<Vec<u8>> {
    let mut start = null_mut();
    let length = write(&mut start);
    check(length)?;
    // SAFETY: OpenSSL has allocated as much, and gave it away.
    unsafe {
        let bytes = copied(start, c_long::from(length));
        super::OPENSSL_cleanse(start.cast(), bytes.len());
        CRYPTO_free(start.cast(), null(), 0);
        Ok(bytes)
    }
}

/// Gives OpenSSL a passphrase, a `&Option<&[u8]>` behind `data`; without one, or if it does not fit, it says that
/// there is none.
unsafe extern "C" fn passphrase(
    room: *mut c_char,
    size: c_int,
    _writing: c_int,
    data: *mut c_void,
) -> c_int {
    // SAFETY: `data` is what was given along, and `room` has `size` bytes.
    unsafe {
        let Some(passphrase) = *data.cast::<Option<&[u8]>>() else {
            return -1;
        };
        match c_int::try_from(passphrase.len()) {
            Ok(length) if length <= size => {
                std::ptr::copy_nonoverlapping(passphrase.as_ptr(), room.cast(), passphrase.len());
                length
            }
            _ => -1,
        }
    }
}

/// A private key in PEM.
pub(crate) fn private_pem(bytes: &[u8], secret: Option<&[u8]>) -> Result<PKey<Private>> {
    let mut secret = secret;
    // SAFETY: the passphrase outlives the call, and the key is ours.
    Bio::over(bytes, |bio| unsafe {
        taken(PEM_read_bio_PrivateKey(
            bio,
            null_mut(),
            Some(passphrase),
            (&raw mut secret).cast(),
        ))
    })?
}

fn long(bytes: &[u8]) -> Result<c_long> {
    c_long::try_from(bytes.len()).map_err(|_| Error::queued())
}

/// A private key in the form of its kind: PKCS#1 or SEC1, whichever it is.
pub(crate) fn private_own_der(bytes: &[u8]) -> Result<PKey<Private>> {
    // SAFETY: the bytes are there meanwhile; the key is ours.
    Bio::over(bytes, |bio| unsafe {
        taken(d2i_PrivateKey_bio(bio, null_mut()))
    })?
}

/// A private key in PKCS#8, not encrypted.
pub(crate) fn private_pkcs8(bytes: &[u8]) -> Result<PKey<Private>> {
    // SAFETY: the bytes are there meanwhile; what is read in between is freed.
    Bio::over(bytes, |bio| unsafe {
        let info = d2i_PKCS8_PRIV_KEY_INFO_bio(bio, null_mut());
        if info.is_null() {
            return Err(Error::queued());
        }
        let key = EVP_PKCS82PKEY(info);
        PKCS8_PRIV_KEY_INFO_free(info);
        taken(key)
    })?
}

/// A private key in PKCS#8, encrypted.
pub(crate) fn private_encrypted_pkcs8(
    bytes: &[u8],
    secret: Option<&[u8]>,
) -> Result<PKey<Private>> {
    let mut secret = secret;
    // SAFETY: as for PEM.
    Bio::over(bytes, |bio| unsafe {
        taken(d2i_PKCS8PrivateKey_bio(
            bio,
            null_mut(),
            Some(passphrase),
            (&raw mut secret).cast(),
        ))
    })?
}

/// What stands in PEM under a label; `None` if there is no such part. Leaves no errors then.
pub(crate) fn labelled(bytes: &[u8], label: &CStr) -> Option<Vec<u8>> {
    let (mut start, mut length) = (null_mut(), 0);
    // SAFETY: the mark is set and taken back in pairs; OpenSSL gives memory away, which is freed.
    Bio::over(bytes, |bio| unsafe {
        ERR_set_mark();
        let found = PEM_bytes_read_bio(
            &mut start,
            &mut length,
            null_mut(),
            label.as_ptr(),
            bio,
            None,
            null_mut(),
        );
        if found != 1 {
            ERR_pop_to_mark();
            return None;
        }
        ERR_clear_last_mark();
        let content = copied(start, length);
        CRYPTO_free(start.cast(), null(), 0);
        Some(content)
    })
    .ok()?
}

/// A public key in the form that all kinds have (SPKI).
pub(crate) fn public_spki(bytes: &[u8]) -> Result<PKey<Public>> {
    let length = long(bytes)?;
    // SAFETY: pointer and length belong together; the key is ours.
    unsafe { taken(d2i_PUBKEY(null_mut(), &mut bytes.as_ptr(), length)) }
}

/// A public key of RSA in its own form (PKCS#1).
pub(crate) fn public_pkcs1(bytes: &[u8]) -> Result<PKey<Public>> {
    let length = long(bytes)?;
    // SAFETY: as above.
    unsafe {
        taken(d2i_PublicKey(
            EVP_PKEY_RSA,
            null_mut(),
            &mut bytes.as_ptr(),
            length,
        ))
    }
}

/// A certificate in DER.
pub(crate) fn certificate_der(bytes: &[u8]) -> Result<X509> {
    let length = long(bytes)?;
    // SAFETY: as above.
    unsafe {
        let certificate = openssl_sys::d2i_X509(null_mut(), &mut bytes.as_ptr(), length);
        match certificate.is_null() {
            true => Err(Error::queued()),
            false => Ok(X509::from_ptr(certificate)),
        }
    }
}

/// Bytes under a label, as PEM.
pub(crate) fn write_pem(label: &CStr, bytes: &[u8]) -> Result<Vec<u8>> {
    let length = long(bytes)?;
    // SAFETY: pointer and length belong together, texts end in NUL.
    Bio::gather(|bio| unsafe {
        PEM_write_bio(bio, label.as_ptr(), c"".as_ptr(), bytes.as_ptr(), length)
    })
}

/// A public key as SPKI.
pub(crate) fn write_spki<T>(key: &PKeyRef<T>) -> Result<Vec<u8>> {
    // SAFETY: the key is alive, as in what follows.
    der(|out| unsafe { i2d_PUBKEY(key.as_ptr(), out) })
}

/// The same as PEM.
pub(crate) fn write_spki_pem<T>(key: &PKeyRef<T>) -> Result<Vec<u8>> {
    // SAFETY: as above.
    Bio::gather(|bio| unsafe { PEM_write_bio_PUBKEY(bio, key.as_ptr()) })
}

/// A public key in the form of its kind.
pub(crate) fn write_own_public<T>(key: &PKeyRef<T>) -> Result<Vec<u8>> {
    // SAFETY: as above.
    der(|out| unsafe { i2d_PublicKey(key.as_ptr(), out) })
}

/// A private key in the form of its kind.
pub(crate) fn write_own_private(key: &PKeyRef<Private>) -> Result<Vec<u8>> {
    // SAFETY: as above.
    der(|out| unsafe { i2d_PrivateKey(key.as_ptr(), out) })
}

/// A cipher and a passphrase for C: null for both if there is none to be.
type Sealing<'a> = Option<(FileCipher, &'a [u8])>;

fn pointers(sealing: Sealing<'_>) -> Result<(*const EVP_CIPHER, *const u8, c_int)> {
    match sealing {
        None => Ok((null(), null(), 0)),
        Some((FileCipher(cipher), secret)) => {
            let length = c_int::try_from(secret.len()).map_err(|_| Error::queued())?;
            Ok((cipher, secret.as_ptr(), length))
        }
    }
}

/// The same as PEM, which may be encrypted.
pub(crate) fn write_own_private_pem(
    key: &PKeyRef<Private>,
    sealing: Sealing<'_>,
) -> Result<Vec<u8>> {
    let (cipher, secret, length) = pointers(sealing)?;
    // SAFETY: passphrase and length belong together.
    Bio::gather(|bio| unsafe {
        PEM_write_bio_PrivateKey_traditional(
            bio,
            key.as_ptr(),
            cipher,
            secret,
            length,
            None,
            null_mut(),
        )
    })
}

/// A private key as PKCS#8, which may be encrypted.
pub(crate) fn write_pkcs8(key: &PKeyRef<Private>, sealing: Sealing<'_>) -> Result<Vec<u8>> {
    let (cipher, secret, length) = pointers(sealing)?;
    // SAFETY: as above.
    Bio::gather(|bio| unsafe {
        i2d_PKCS8PrivateKey_bio(
            bio,
            key.as_ptr(),
            cipher,
            secret.cast(),
            length,
            None,
            null_mut(),
        )
    })
}

/// The same as PEM.
pub(crate) fn write_pkcs8_pem(key: &PKeyRef<Private>, sealing: Sealing<'_>) -> Result<Vec<u8>> {
    let (cipher, secret, length) = pointers(sealing)?;
    // SAFETY: as above.
    Bio::gather(|bio| unsafe {
        PEM_write_bio_PKCS8PrivateKey(
            bio,
            key.as_ptr(),
            cipher,
            secret.cast_mut().cast(),
            length,
            None,
            null_mut(),
        )
    })
}

/// PKCS#8 that is there already, encrypted.
pub(crate) fn seal_pkcs8(info: &[u8], cipher: FileCipher, secret: &[u8]) -> Result<Vec<u8>> {
    let length = long(info)?;
    let (cipher, secret, secret_length) = pointers(Some((cipher, secret)))?;
    // SAFETY: pointers and lengths belong together; what is made in between is freed.
    unsafe {
        let info = d2i_PKCS8_PRIV_KEY_INFO(null_mut(), &mut info.as_ptr(), length);
        if info.is_null() {
            return Err(Error::queued());
        }
        let sealed = PKCS8_encrypt(
            -1,
            cipher,
            secret.cast(),
            secret_length,
            null_mut(),
            0,
            0,
            info,
        );
        PKCS8_PRIV_KEY_INFO_free(info);
        if sealed.is_null() {
            return Err(Error::queued());
        }
        let written = der(|out| i2d_X509_SIG(sealed, out));
        X509_SIG_free(sealed);
        written
    }
}
