//! Ciphers: names, facts, contexts.

use std::ffi::{c_char, c_int, c_void};
use std::ptr::{NonNull, null, null_mut};

use openssl_sys::{
    EVP_CIPHER, EVP_CIPHER_CTX, EVP_CIPHER_CTX_ctrl, EVP_CIPHER_CTX_free, EVP_CIPHER_CTX_new,
    EVP_CIPHER_CTX_set_flags, EVP_CIPHER_CTX_set_key_length, EVP_CIPHER_CTX_set_padding,
    EVP_CIPHER_fetch, EVP_CIPHER_get_block_size, EVP_CIPHER_get_iv_length,
    EVP_CIPHER_get_key_length, EVP_CIPHER_get_nid, EVP_CipherFinal, EVP_CipherInit_ex,
    EVP_CipherUpdate, EVP_get_cipherbyname, OBJ_nid2sn, OSSL_LIB_CTX,
};

use super::md::{add_name, text};
use super::{c_name, check, clear_errors};
use crate::{Error, Result, unfilled};

unsafe extern "C" {
    fn EVP_CIPHER_get_mode(cipher: *const EVP_CIPHER) -> c_int;
    fn EVP_CIPHER_get0_name(cipher: *const EVP_CIPHER) -> *const c_char;
    fn EVP_CIPHER_do_all_sorted(
        each: unsafe extern "C" fn(*const EVP_CIPHER, *const c_char, *const c_char, *mut c_void),
        names: *mut c_void,
    );
    fn EVP_CIPHER_do_all_provided(
        library: *mut OSSL_LIB_CTX,
        each: unsafe extern "C" fn(*mut EVP_CIPHER, *mut c_void),
        names: *mut c_void,
    );
    fn EVP_CIPHER_names_do_all(
        cipher: *const EVP_CIPHER,
        each: unsafe extern "C" fn(*const c_char, *mut c_void),
        names: *mut c_void,
    ) -> c_int;
}

/// A cipher that OpenSSL knows. Whether there is an implementation shows when it is used.
pub(crate) struct Cipher(NonNull<EVP_CIPHER>);

// SAFETY: ciphers are never changed. They are never freed either: there are not many.
unsafe impl Send for Cipher {}
// SAFETY: as above.
unsafe impl Sync for Cipher {}

impl Cipher {
    /// The cipher of that name, of a provider or, if that has none, of those that OpenSSL ever had.
    pub(crate) fn find(name: &str) -> Option<Cipher> {
        let name = c_name(name)?;
        // SAFETY: names end in NUL; what is found is valid, and never freed.
        let found = unsafe {
            let fetch = |name| EVP_CIPHER_fetch(null_mut(), name, null());
            let mut cipher = fetch(name.as_ptr());
            if cipher.is_null() {
                cipher = EVP_get_cipherbyname(name.as_ptr()).cast_mut();
                if !cipher.is_null() {
                    let provided = fetch(EVP_CIPHER_get0_name(cipher));
                    cipher = if provided.is_null() { cipher } else { provided };
                }
            }
            NonNull::new(cipher).map(Cipher)
        };
        clear_errors();
        found
    }

    pub(crate) fn key_length(&self) -> usize {
        // SAFETY: it is valid, as in what follows.
        length(unsafe { EVP_CIPHER_get_key_length(self.0.as_ptr()) })
    }

    pub(crate) fn iv_length(&self) -> usize {
        // SAFETY: as above.
        length(unsafe { EVP_CIPHER_get_iv_length(self.0.as_ptr()) })
    }

    pub(crate) fn block_size(&self) -> usize {
        // SAFETY: as above.
        length(unsafe { EVP_CIPHER_get_block_size(self.0.as_ptr()) })
    }

    /// OpenSSL's number for it; 0 if it has none.
    pub(crate) fn nid(&self) -> i32 {
        // SAFETY: as above.
        unsafe { EVP_CIPHER_get_nid(self.0.as_ptr()) }
    }

    /// The number of its mode of operation (`EVP_CIPH_MODE`).
    pub(crate) fn mode(&self) -> i32 {
        // SAFETY: as above.
        unsafe { EVP_CIPHER_get_mode(self.0.as_ptr()) }
    }

    pub(crate) fn name(&self) -> String {
        // SAFETY: as above; the name is a C string.
        unsafe { text(EVP_CIPHER_get0_name(self.0.as_ptr())) }
    }
}

fn length(length: c_int) -> usize {
    usize::try_from(length).unwrap_or(0)
}

/// The short name that goes with a number of OpenSSL's.
pub(crate) fn short_name(nid: i32) -> Option<String> {
    // SAFETY: any number may be asked for; names are C strings that live for ever.
    let name = unsafe {
        let name = OBJ_nid2sn(nid);
        (!name.is_null()).then(|| text(name))
    };
    clear_errors();
    name
}

/// The names of all ciphers that OpenSSL ever had, and of all that a provider has now, in no order.
pub(crate) fn all_names() -> Vec<String> {
    let mut names = Vec::<String>::new();
    // SAFETY: the functions are called with what they are for, before these return; names are C strings.
    unsafe {
        EVP_CIPHER_do_all_sorted(add_known, (&raw mut names).cast());
        EVP_CIPHER_do_all_provided(null_mut(), add_provided, (&raw mut names).cast());
    }
    names
}

unsafe extern "C" fn add_known(
    _: *const EVP_CIPHER,
    from: *const c_char,
    _: *const c_char,
    names: *mut c_void,
) {
    // SAFETY: as `all_names` has it.
    unsafe { add_name(from, names) };
}

unsafe extern "C" fn add_provided(cipher: *mut EVP_CIPHER, names: *mut c_void) {
    // SAFETY: as `all_names` has it.
    unsafe { EVP_CIPHER_names_do_all(cipher, add_name, names) };
}

/// Whether a provider has a cipher of that name.
pub(crate) fn is_provided(name: &str) -> bool {
    let Some(cipher) = Cipher::find(name) else {
        return false;
    };
    let found = Context::new().and_then(|mut context| context.set_cipher(&cipher, true));
    clear_errors();
    found.is_ok()
}

/// Something that is being encrypted or decrypted.
pub(crate) struct Context(NonNull<EVP_CIPHER_CTX>);

// SAFETY: nothing in a context belongs to a thread.
unsafe impl Send for Context {}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: it is freed once.
        unsafe { EVP_CIPHER_CTX_free(self.0.as_ptr()) };
    }
}

/// A length for C, which has fewer numbers.
fn int(length: usize) -> Result<c_int> {
    c_int::try_from(length).map_err(|_| Error::queued())
}

impl Context {
    pub(crate) fn new() -> Result<Context> {
        // SAFETY: it has no conditions.
        let context = unsafe { EVP_CIPHER_CTX_new() };
        NonNull::new(context).map(Context).ok_or_else(Error::queued)
    }

    /// Makes it one for a cipher, the key of which is still to come.
    pub(crate) fn set_cipher(&mut self, cipher: &Cipher, encrypts: bool) -> Result<()> {
        const EVP_CIPH_WRAP_MODE: i32 = 0x10002;
        // SAFETY: context and cipher are valid; no key and no vector are allowed.
        unsafe {
            if cipher.mode() == EVP_CIPH_WRAP_MODE {
                let flag = openssl_sys::EVP_CIPHER_CTX_FLAG_WRAP_ALLOW;
                EVP_CIPHER_CTX_set_flags(self.0.as_ptr(), flag);
            }
            check(EVP_CipherInit_ex(
                self.0.as_ptr(),
                cipher.0.as_ptr(),
                null_mut(),
                null(),
                null(),
                c_int::from(encrypts),
            ))
        }
    }

    /// Gives it its key and vector, of the lengths that were set or are the cipher's.
    pub(crate) fn set_key(&mut self, key: &[u8], iv: Option<&[u8]>, encrypts: bool) -> Result<()> {
        let iv = iv.map_or(null(), <[u8]>::as_ptr);
        // SAFETY: who calls has seen to the lengths.
        check(unsafe {
            EVP_CipherInit_ex(
                self.0.as_ptr(),
                null(),
                null_mut(),
                key.as_ptr(),
                iv,
                c_int::from(encrypts),
            )
        })
    }

    pub(crate) fn set_key_length(&mut self, length: usize) -> Result<()> {
        let length = int(length)?;
        // SAFETY: the context is valid, as in what follows.
        check(unsafe { EVP_CIPHER_CTX_set_key_length(self.0.as_ptr(), length) })
    }

    pub(crate) fn set_iv_length(&mut self, length: usize) -> Result<()> {
        self.control(openssl_sys::EVP_CTRL_GCM_SET_IVLEN, length, null_mut())
    }

    /// How long the tag will be.
    pub(crate) fn set_tag_length(&mut self, length: usize) -> Result<()> {
        self.control(openssl_sys::EVP_CTRL_GCM_SET_TAG, length, null_mut())
    }

    /// The tag that must come out.
    pub(crate) fn set_tag(&mut self, tag: &[u8]) -> Result<()> {
        let bytes = tag.as_ptr().cast_mut().cast();
        self.control(openssl_sys::EVP_CTRL_GCM_SET_TAG, tag.len(), bytes)
    }

    /// The tag that has come out.
    pub(crate) fn tag(&mut self, tag: &mut [u8]) -> Result<()> {
        let bytes = tag.as_mut_ptr().cast();
        self.control(openssl_sys::EVP_CTRL_GCM_GET_TAG, tag.len(), bytes)
    }

    fn control(&mut self, what: c_int, length: usize, bytes: *mut c_void) -> Result<()> {
        let length = int(length)?;
        // SAFETY: the bytes are as many as told, or none are needed; a tag that is set is only read.
        check(unsafe { EVP_CIPHER_CTX_ctrl(self.0.as_ptr(), what, length, bytes) })
    }

    pub(crate) fn set_padding(&mut self, padding: bool) -> Result<()> {
        // SAFETY: as above.
        check(unsafe { EVP_CIPHER_CTX_set_padding(self.0.as_ptr(), c_int::from(padding)) })
    }

    /// Announces how many bytes will come (CCM).
    pub(crate) fn announce(&mut self, length: usize) -> Result<()> {
        let (length, mut out) = (int(length)?, 0);
        // SAFETY: without input and output it is only about the length.
        check(unsafe { EVP_CipherUpdate(self.0.as_ptr(), null_mut(), &mut out, null(), length) })
    }

    /// Takes in data that is authenticated only.
    pub(crate) fn add_data(&mut self, data: &[u8]) -> Result<()> {
        let (length, mut out) = (int(data.len())?, 0);
        // SAFETY: pointer and length belong together; nothing is written.
        check(unsafe {
            EVP_CipherUpdate(self.0.as_ptr(), null_mut(), &mut out, data.as_ptr(), length)
        })
    }

    /// How many bytes [`update`](Context::update) would write, for ciphers that wrap keys.
    pub(crate) fn wrapped_length(&mut self, input: &[u8]) -> Result<usize> {
        let (count, mut out) = (int(input.len())?, 0);
        // SAFETY: as above.
        check(unsafe {
            EVP_CipherUpdate(self.0.as_ptr(), null_mut(), &mut out, input.as_ptr(), count)
        })?;
        Ok(length(out))
    }

    /// Reads all input and gives what comes out, for which there must be room for `most` bytes: as many as the input
    /// has and a block more, or what [`wrapped_length`](Context::wrapped_length) says.
    pub(crate) fn update(&mut self, input: &[u8], most: usize) -> Result<Vec<u8>> {
        let (count, mut out) = (int(input.len())?, 0);
        // Not cleared before: for a megabyte that takes a quarter as long as to encrypt it.
        let mut output = unfilled(most)?;
        // SAFETY: pointers and lengths belong together; the room is what OpenSSL asks for, and it has written to as much
        // of it as it says.
        unsafe {
            check(EVP_CipherUpdate(
                self.0.as_ptr(),
                output.as_mut_ptr(),
                &mut out,
                input.as_ptr(),
                count,
            ))?;
            output.set_len(length(out).min(most));
        }
        Ok(output)
    }

    /// Writes the last block. Gives how many bytes were written.
    pub(crate) fn finish(&mut self, output: &mut [u8; MAX_BLOCK]) -> Result<usize> {
        let mut out = 0;
        // SAFETY: there is room for the longest block.
        check(unsafe { EVP_CipherFinal(self.0.as_ptr(), output.as_mut_ptr(), &mut out) })?;
        Ok(length(out))
    }
}

/// No block is longer (`EVP_MAX_BLOCK_LENGTH`).
pub(crate) const MAX_BLOCK: usize = 32;
