//! The C library's ways from names to addresses and back.

use std::ffi::{CStr, CString, c_char};
use std::io;
use std::mem::size_of;
use std::net::SocketAddr;
use std::ptr;

use super::address::Name;
use crate::Family;
use crate::work::dns::{DnsError, Found, Hints};

/// Asks for a host's name of at most this length, and a service's.
const HOST_ROOM: usize = 1025;
const SERVICE_ROOM: usize = 32;

/// What libuv calls an error of the C library.
fn error(code: i32) -> DnsError {
    let code = match code {
        libc::EAI_SYSTEM => -io::Error::last_os_error()
            .raw_os_error()
            .unwrap_or(libc::EIO),
        // Not in the libc crate: no address of the family that was asked for.
        -9 => -3000,
        libc::EAI_AGAIN => -3001,
        libc::EAI_BADFLAGS => -3002,
        libc::EAI_FAIL => -3004,
        libc::EAI_FAMILY => -3005,
        libc::EAI_MEMORY => -3006,
        libc::EAI_NODATA => -3007,
        libc::EAI_NONAME => -3008,
        libc::EAI_OVERFLOW => -3009,
        libc::EAI_SERVICE => -3010,
        libc::EAI_SOCKTYPE => -3011,
        _ => -4094,
    };
    DnsError { code }
}

/// A text for the C library. One with a zero inside names nothing.
fn c_string(text: Option<&str>) -> Result<Option<CString>, DnsError> {
    match text.map(CString::new) {
        Some(Ok(text)) => Ok(Some(text)),
        Some(Err(_)) => Err(error(libc::EAI_NONAME)),
        None => Ok(None),
    }
}

pub(crate) fn find_addresses(
    host: Option<&str>,
    service: Option<&str>,
    hints: &Hints,
) -> Result<Vec<Found>, DnsError> {
    let (host, service) = (c_string(host)?, c_string(service)?);
    let pointer = |text: &Option<CString>| text.as_ref().map_or(ptr::null(), |text| text.as_ptr());
    let mut list: *mut libc::addrinfo = ptr::null_mut();
    // SAFETY: zeroes are valid for the hints. The texts end with a zero and outlive the call, which
    // writes to `list` only.
    let result = unsafe {
        let mut wanted: libc::addrinfo = std::mem::zeroed();
        wanted.ai_family = match hints.family {
            None => libc::AF_UNSPEC,
            Some(Family::V4) => libc::AF_INET,
            Some(Family::V6) => libc::AF_INET6,
        };
        wanted.ai_socktype = hints.socktype;
        wanted.ai_protocol = hints.protocol;
        wanted.ai_flags = hints.flags;
        libc::getaddrinfo(pointer(&host), pointer(&service), &wanted, &mut list)
    };
    if result != 0 {
        return Err(error(result));
    }
    let found = read_list(list);
    // SAFETY: the list came from getaddrinfo, and nothing points into it any more.
    unsafe { libc::freeaddrinfo(list) };
    Ok(found)
}

/// Copies what getaddrinfo has found.
fn read_list(mut next: *const libc::addrinfo) -> Vec<Found> {
    let mut found = Vec::new();
    // SAFETY: the list ends with a null pointer; each item's name is null or ends with a zero, and its
    // address is as long as it says and need not be aligned for the copy.
    while let Some(item) = unsafe { next.as_ref() } {
        next = item.ai_next;
        let address = unsafe {
            let mut name = Name::EMPTY;
            let len = (item.ai_addrlen as usize).min(size_of::<Name>());
            ptr::copy_nonoverlapping(item.ai_addr.cast::<u8>(), (&raw mut name).cast(), len);
            name.address(item.ai_addrlen)
        };
        let canonical_name = (!item.ai_canonname.is_null()).then(|| {
            unsafe { CStr::from_ptr(item.ai_canonname) }
                .to_string_lossy()
                .into_owned()
        });
        if let Some(address) = address {
            found.push(Found {
                address,
                socktype: item.ai_socktype,
                protocol: item.ai_protocol,
                canonical_name,
            });
        }
    }
    found
}

pub(crate) fn find_names(address: &SocketAddr, flags: i32) -> Result<(String, String), DnsError> {
    let mut name = Name::EMPTY;
    let len = name.set(address);
    let mut host = [0; HOST_ROOM];
    let mut service = [0; SERVICE_ROOM];
    // SAFETY: the address is as long as said; the call writes to the two rooms, not beyond their ends.
    let result = unsafe {
        libc::getnameinfo(
            (&raw const name).cast(),
            len,
            host.as_mut_ptr(),
            HOST_ROOM as libc::socklen_t,
            service.as_mut_ptr(),
            SERVICE_ROOM as libc::socklen_t,
            flags,
        )
    };
    if result != 0 {
        return Err(error(result));
    }
    Ok((text(&host), text(&service)))
}

/// What a room holds, up to the first zero.
fn text(room: &[c_char]) -> String {
    let bytes: Vec<u8> = room
        .iter()
        .map(|&byte| byte.cast_unsigned())
        .take_while(|&byte| byte != 0)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
