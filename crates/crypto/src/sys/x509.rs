//! Certificates: names of all kinds, checks.

use std::ffi::{CStr, c_char, c_int, c_uint, c_ulong, c_void};
use std::ptr::{null, null_mut};

use foreign_types_shared::{ForeignType, ForeignTypeRef};
use openssl::pkey::{PKeyRef, Private};
use openssl::stack::Stack;
use openssl::x509::{AccessDescription, GeneralName, GeneralNameRef, X509, X509NameRef, X509Ref};
use openssl_sys::{
    ASN1_OBJECT, ASN1_STRING, ASN1_STRING_get0_data, ASN1_STRING_length, ASN1_STRING_type, BIO,
    EVP_PKEY, GENERAL_NAME, OBJ_obj2txt, OPENSSL_sk_num, OPENSSL_sk_pop_free, OPENSSL_sk_value,
    PEM_read_bio_X509, X509 as RawX509, X509_NAME, X509_check_email, X509_check_host,
    X509_check_ip_asc, X509_get_ext_d2i,
};

use super::keyfile::Bio;
use super::{c_name, clear_errors};
use crate::{Error, Result};

#[repr(C)]
struct OtherName {
    kind: *mut ASN1_OBJECT,
    value: *mut AnyValue,
}

#[repr(C)]
struct AnyValue {
    kind: c_int,
    value: *mut ASN1_STRING,
}

unsafe extern "C" {
    fn X509_NAME_print_ex(
        bio: *mut BIO,
        name: *const X509_NAME,
        indent: c_int,
        flags: c_ulong,
    ) -> c_int;
    fn X509_check_ca(certificate: *mut RawX509) -> c_int;
    fn X509_check_private_key(certificate: *const RawX509, key: *const EVP_PKEY) -> c_int;
    fn CRYPTO_free(memory: *mut c_void, file: *const c_char, line: c_int);
}

/// A certificate in PEM.
pub(crate) fn read_pem(bytes: &[u8]) -> Result<X509> {
    // SAFETY: what is read is ours; nobody is asked for a passphrase.
    Bio::over(bytes, |bio| unsafe {
        let certificate = PEM_read_bio_X509(bio, null_mut(), Some(no_passphrase), null_mut());
        match certificate.is_null() {
            true => Err(Error::queued()),
            false => Ok(X509::from_ptr(certificate)),
        }
    })?
}

unsafe extern "C" fn no_passphrase(
    _room: *mut c_char,
    _size: c_int,
    _writing: c_int,
    _data: *mut c_void,
) -> c_int {
    -1
}

/// How a name is written.
#[derive(Clone, Copy)]
pub(crate) enum NameForm {
    /// A part a line, control characters escaped
    Lines,
    /// As in RFC 2253, the last part first; control characters stay
    Reversed,
}

/// A name as text.
pub(crate) fn name_text(name: &X509NameRef, form: NameForm) -> Result<String> {
    const ESCAPE_2253: c_ulong = 1;
    const ESCAPE_CONTROL: c_ulong = 2;
    const UTF8: c_ulong = 0x10;
    const DUMP_UNKNOWN: c_ulong = 0x100;
    const DUMP_DER: c_ulong = 0x200;
    const COMMAS: c_ulong = 1 << 16;
    const LINES: c_ulong = 4 << 16;
    const REVERSED: c_ulong = 1 << 20;
    const DUMP_UNKNOWN_FIELDS: c_ulong = 1 << 24;
    let flags = match form {
        NameForm::Lines => ESCAPE_2253 | ESCAPE_CONTROL | UTF8 | LINES,
        NameForm::Reversed => {
            let dump = DUMP_UNKNOWN | DUMP_DER | DUMP_UNKNOWN_FIELDS;
            ESCAPE_2253 | UTF8 | COMMAS | REVERSED | dump
        }
    };
    // SAFETY: the name is alive. An empty one writes nothing, which is no failure.
    let text = Bio::gather(|bio| unsafe {
        match X509_NAME_print_ex(bio, name.as_ptr(), 0, flags) {
            ..0 => 0,
            _ => 1,
        }
    })?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// One of the names that a certificate is for, or where something about it is found.
pub(crate) enum Name {
    Email(Vec<u8>),
    Dns(Vec<u8>),
    Uri(Vec<u8>),
    Directory(String),
    Address(Vec<u8>),
    Registered(String),
    /// A kind with a name of its own, and text, which may be UTF-8
    Other(&'static str, Vec<u8>),
    UnknownOther,
    X400,
    EdiParty,
}

/// # Safety
/// It is a string.
unsafe fn string_bytes(string: *const ASN1_STRING) -> Vec<u8> {
    // SAFETY: pointer and length belong together.
    unsafe {
        let (start, length) = (
            ASN1_STRING_get0_data(string.cast()),
            ASN1_STRING_length(string),
        );
        match usize::try_from(length) {
            Ok(length) if length > 0 && !start.is_null() => {
                std::slice::from_raw_parts(start, length).to_vec()
            }
            _ => Vec::new(),
        }
    }
}

/// An object identifier in numbers, or its long name where it has one.
///
/// # Safety
/// It is an object.
unsafe fn object_text(object: *const ASN1_OBJECT, only_numbers: bool) -> String {
    let mut room = [0u8; 256];
    // SAFETY: there is room for as many bytes as it says.
    let length = unsafe {
        OBJ_obj2txt(
            room.as_mut_ptr().cast(),
            room.len() as c_int,
            object,
            c_int::from(only_numbers),
        )
    };
    let length = usize::try_from(length).unwrap_or(0).min(room.len() - 1);
    String::from_utf8_lossy(&room[..length]).into_owned()
}

/// The kinds of other names that have a name, and what type their text is of.
fn other_kind(oid: &str) -> Option<(&'static str, c_int)> {
    const UTF8_STRING: c_int = 12;
    const IA5_STRING: c_int = 22;
    Some(match oid {
        "1.3.6.1.5.5.7.8.9" => ("SmtpUTF8Mailbox", UTF8_STRING),
        "1.3.6.1.5.5.7.8.5" => ("XmppAddr", UTF8_STRING),
        "1.3.6.1.5.5.7.8.7" => ("SRVName", IA5_STRING),
        "1.3.6.1.4.1.311.20.2.3" => ("UPN", UTF8_STRING),
        "1.3.6.1.5.5.7.8.8" => ("NAIRealm", UTF8_STRING),
        _ => return None,
    })
}

/// # Safety
/// It is such a name.
unsafe fn other_name(name: *const OtherName) -> Name {
    // SAFETY: what was read has both parts; a value's type says what is behind its pointer.
    unsafe {
        let Some((kind, wanted)) = other_kind(&object_text((*name).kind, true)) else {
            return Name::UnknownOther;
        };
        let value = (*name).value;
        if value.is_null() || (*value).kind != wanted || (*value).value.is_null() {
            return Name::UnknownOther;
        }
        debug_assert_eq!(ASN1_STRING_type((*value).value), wanted);
        Name::Other(kind, string_bytes((*value).value))
    }
}

fn name(name: &GeneralNameRef) -> Name {
    const OTHER: c_int = 0;
    const EMAIL: c_int = 1;
    const DNS: c_int = 2;
    const X400: c_int = 3;
    const DIRECTORY: c_int = 4;
    const EDI: c_int = 5;
    const URI: c_int = 6;
    const ADDRESS: c_int = 7;
    let raw = name.as_ptr().cast_const().cast::<GENERAL_NAME>();
    // SAFETY: the type says what is behind the pointer.
    unsafe {
        let data = (*raw).d;
        match (*raw).type_ {
            OTHER => other_name(data.cast()),
            EMAIL => Name::Email(string_bytes(data.cast())),
            DNS => Name::Dns(string_bytes(data.cast())),
            URI => Name::Uri(string_bytes(data.cast())),
            ADDRESS => Name::Address(string_bytes(data.cast())),
            X400 => Name::X400,
            EDI => Name::EdiParty,
            DIRECTORY => {
                let directory = X509NameRef::from_ptr(data.cast());
                Name::Directory(name_text(directory, NameForm::Reversed).unwrap_or_default())
            }
            _ => Name::Registered(object_text(data.cast(), true)),
        }
    }
}

/// An extension, read; `None` if there is none, or not exactly one that can be read.
fn extension<T>(
    certificate: &X509Ref,
    nid: c_int,
    make: impl FnOnce(*mut c_void) -> T,
) -> Option<T> {
    // SAFETY: the certificate is alive; what is read is given away.
    let read = unsafe { X509_get_ext_d2i(certificate.as_ptr(), nid, null_mut(), null_mut()) };
    clear_errors();
    (!read.is_null()).then(|| make(read))
}

/// Other names of the subject.
pub(crate) fn subject_alternatives(certificate: &X509Ref) -> Option<Vec<Name>> {
    const SUBJECT_ALT_NAME: c_int = 85;
    // SAFETY: of that extension it is a list of names, which is ours.
    let names = extension(certificate, SUBJECT_ALT_NAME, |read| unsafe {
        Stack::<GeneralName>::from_ptr(read.cast())
    })?;
    Some(names.iter().map(name).collect())
}

/// Where more about the certificate is found: what it is, and where.
pub(crate) fn information_access(certificate: &X509Ref) -> Option<Vec<(String, Name)>> {
    const INFO_ACCESS: c_int = 177;
    // SAFETY: of that extension it is a list of descriptions, which is ours.
    let list = extension(certificate, INFO_ACCESS, |read| unsafe {
        Stack::<AccessDescription>::from_ptr(read.cast())
    })?;
    // SAFETY: the object is the description's.
    let describe = |method| unsafe { object_text(method, false) };
    let entries = list
        .iter()
        .map(|entry| (describe(entry.method().as_ptr()), name(entry.location())));
    Some(entries.collect())
}

/// What the key is to be used for, in numbers.
pub(crate) fn extended_usage(certificate: &X509Ref) -> Option<Vec<String>> {
    const EXT_KEY_USAGE: c_int = 126;
    unsafe extern "C" fn free(object: *mut c_void) {
        // SAFETY: it is an object of the list.
        unsafe { openssl_sys::ASN1_OBJECT_free(object.cast()) };
    }
    // SAFETY: of that extension it is a list of objects, which is freed.
    extension(certificate, EXT_KEY_USAGE, |read| unsafe {
        let list = read.cast();
        let usages = (0..OPENSSL_sk_num(list))
            .map(|at| object_text(OPENSSL_sk_value(list, at).cast(), true))
            .collect();
        OPENSSL_sk_pop_free(list, Some(free));
        usages
    })
}

/// The algorithm of the signature, in numbers.
pub(crate) fn signature_oid(certificate: &X509Ref) -> String {
    // SAFETY: the object is the certificate's.
    unsafe { object_text(certificate.signature_algorithm().object().as_ptr(), true) }
}

/// The short name of a part of a name, or its numbers.
pub(crate) fn part_name(object: &openssl::asn1::Asn1ObjectRef) -> String {
    match object.nid().short_name() {
        Ok(name) if object.nid().as_raw() != 0 => name.to_owned(),
        _ => {
            clear_errors();
            // SAFETY: the object is alive.
            unsafe { object_text(object.as_ptr(), true) }
        }
    }
}

/// Whether the certificate may sign others.
pub(crate) fn is_authority(certificate: &X509Ref) -> bool {
    // SAFETY: it is alive, as in what follows.
    let is = unsafe { X509_check_ca(certificate.as_ptr()) == 1 };
    clear_errors();
    is
}

/// Whether the key is the one that goes with it.
pub(crate) fn fits_key(certificate: &X509Ref, key: &PKeyRef<Private>) -> bool {
    // SAFETY: both are alive.
    let fits = unsafe { X509_check_private_key(certificate.as_ptr(), key.as_ptr()) == 1 };
    clear_errors();
    fits
}

/// What a check of a name says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Match {
    /// It is for that name, maybe by another way of writing it
    Found(Option<String>),
    /// It is not
    None,
    /// That is no name
    Malformed,
}

/// A name for C: OpenSSL takes a length of 0 to mean that a NUL ends it.
fn start_of(name: &[u8]) -> *const c_char {
    match name {
        [] => c"".as_ptr(),
        name => name.as_ptr().cast(),
    }
}

fn verdict(code: c_int, name: impl FnOnce() -> Option<String>) -> Match {
    clear_errors();
    match code {
        1.. => Match::Found(name()),
        0 => Match::None,
        _ => Match::Malformed,
    }
}

/// Whether it is for a host, with the name in it that says so.
pub(crate) fn check_host(certificate: &X509Ref, host: &[u8], flags: c_uint) -> Match {
    let mut found = null_mut();
    // SAFETY: pointer and length belong together; the name is a C string that is ours to free.
    unsafe {
        let code = X509_check_host(
            certificate.as_ptr(),
            start_of(host),
            host.len(),
            flags,
            &mut found,
        );
        verdict(code, || {
            if found.is_null() {
                return None;
            }
            let name = CStr::from_ptr(found).to_string_lossy().into_owned();
            CRYPTO_free(found.cast(), null(), 0);
            Some(name)
        })
    }
}

/// Whether it is for a mail address.
pub(crate) fn check_email(certificate: &X509Ref, address: &[u8], flags: c_uint) -> Match {
    // SAFETY: pointer and length belong together.
    let code = unsafe {
        X509_check_email(
            certificate.as_ptr(),
            start_of(address),
            address.len(),
            flags,
        )
    };
    verdict(code, || None)
}

/// Whether it is for an IP address.
pub(crate) fn check_address(certificate: &X509Ref, address: &str, flags: c_uint) -> Match {
    let Some(address) = c_name(address) else {
        return Match::Malformed;
    };
    // SAFETY: the text ends in NUL.
    let code = unsafe { X509_check_ip_asc(certificate.as_ptr(), address.as_ptr(), flags) };
    verdict(code, || None)
}
