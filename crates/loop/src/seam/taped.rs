//! Answers as bytes, and back.

use std::ffi::OsString;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::ExitStatus;

use rondo_record::zigzag;
pub use rondo_record::{Reader, put_bytes, put_number};
use rustix::io::Errno;

use crate::sys;

/// What can be written down and read again.
pub trait Taped: Sized {
    /// Appends it.
    fn put(&self, into: &mut Vec<u8>);
    /// Reads it; none if that is not what is there.
    fn take(from: &mut Reader<'_>) -> Option<Self>;
}

macro_rules! numbers {
    ($($type:ty),*) => {$(
        impl Taped for $type {
            fn put(&self, into: &mut Vec<u8>) {
                put_number(into, *self as u64);
            }

            fn take(from: &mut Reader<'_>) -> Option<Self> {
                from.number().map(|number| number as $type)
            }
        }
    )*};
}

numbers!(u16, u32, u64, usize);

impl Taped for u8 {
    fn put(&self, into: &mut Vec<u8>) {
        into.push(*self);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        from.byte()
    }
}

/// Many bytes, which are copied at once.
pub struct Bytes(pub Vec<u8>);

macro_rules! signed_numbers {
    ($($type:ty),*) => {$(
        impl Taped for $type {
            fn put(&self, into: &mut Vec<u8>) {
                put_number(into, zigzag(i64::from(*self)));
            }

            fn take(from: &mut Reader<'_>) -> Option<Self> {
                <$type>::try_from(from.signed()?).ok()
            }
        }
    )*};
}

signed_numbers!(i32, i64);

impl Taped for f64 {
    fn put(&self, into: &mut Vec<u8>) {
        into.extend_from_slice(&self.to_le_bytes());
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        from.array().map(f64::from_le_bytes)
    }
}

impl Taped for bool {
    fn put(&self, into: &mut Vec<u8>) {
        into.push(u8::from(*self));
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        from.byte().map(|byte| byte != 0)
    }
}

impl Taped for () {
    fn put(&self, _: &mut Vec<u8>) {}

    fn take(_: &mut Reader<'_>) -> Option<Self> {
        Some(())
    }
}

/// Things that are bytes after their count.
macro_rules! texts {
    ($($type:ty, $value:ident => $bytes:expr, $read:ident => $made:expr;)*) => {$(
        impl Taped for $type {
            fn put(&self, into: &mut Vec<u8>) {
                let $value = self;
                put_bytes(into, $bytes);
            }

            fn take(from: &mut Reader<'_>) -> Option<Self> {
                let $read = from.bytes()?.to_vec();
                $made
            }
        }
    )*};
}

texts! {
    Bytes, bytes => &bytes.0, bytes => Some(Bytes(bytes));
    String, text => text.as_bytes(), bytes => String::from_utf8(bytes).ok();
    OsString, text => text.as_bytes(), bytes => Some(OsString::from_vec(bytes));
    PathBuf, path => path.as_os_str().as_bytes(), bytes => Some(OsString::from_vec(bytes).into());
}

impl<T: Taped> Taped for Vec<T> {
    fn put(&self, into: &mut Vec<u8>) {
        put_number(into, self.len() as u64);
        for item in self {
            item.put(into);
        }
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let count = from.number()?;
        (0..count).map(|_| T::take(from)).collect()
    }
}

impl<T: Taped> Taped for Option<T> {
    fn put(&self, into: &mut Vec<u8>) {
        into.push(u8::from(self.is_some()));
        if let Some(value) = self {
            value.put(into);
        }
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        match from.byte()? {
            0 => Some(None),
            _ => T::take(from).map(Some),
        }
    }
}

/// Appends a result whose value is written by `put`.
pub(super) fn put_result<T, E: Taped>(
    into: &mut Vec<u8>,
    result: &Result<T, E>,
    put: impl FnOnce(&T, &mut Vec<u8>),
) {
    into.push(u8::from(result.is_err()));
    match result {
        Ok(value) => put(value, into),
        Err(error) => error.put(into),
    }
}

impl<T: Taped, E: Taped> Taped for Result<T, E> {
    fn put(&self, into: &mut Vec<u8>) {
        put_result(into, self, T::put);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        match from.byte()? {
            0 => T::take(from).map(Ok),
            _ => E::take(from).map(Err),
        }
    }
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {$(
        impl<$($name: Taped),*> Taped for ($($name,)*) {
            #[expect(non_snake_case, reason = "types and values have the same names")]
            fn put(&self, into: &mut Vec<u8>) {
                let ($($name,)*) = self;
                $($name.put(into);)*
            }

            fn take(from: &mut Reader<'_>) -> Option<Self> {
                Some(($($name::take(from)?,)*))
            }
        }
    )*};
}

tuples! { (A, B) (A, B, C) (A, B, C, D) (A, B, C, D, E) }

impl<T: Taped, const N: usize> Taped for [T; N] {
    fn put(&self, into: &mut Vec<u8>) {
        self.iter().for_each(|item| item.put(into));
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let items: Option<Vec<T>> = (0..N).map(|_| T::take(from)).collect();
        items?.try_into().ok()
    }
}

impl Taped for Errno {
    fn put(&self, into: &mut Vec<u8>) {
        self.raw_os_error().put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        i32::take(from).map(Errno::from_raw_os_error)
    }
}

/// An error that the system did not number comes back as one of input or output, with its words.
impl Taped for io::Error {
    fn put(&self, into: &mut Vec<u8>) {
        self.raw_os_error().put(into);
        if self.raw_os_error().is_none() {
            self.to_string().put(into);
        }
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        Some(match <Option<i32> as Taped>::take(from)? {
            Some(code) => io::Error::from_raw_os_error(code),
            None => io::Error::other(String::take(from)?),
        })
    }
}

/// A descriptor is its number; one that is read is open, and stands for nothing.
impl Taped for OwnedFd {
    fn put(&self, into: &mut Vec<u8>) {
        self.as_raw_fd().put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        sys::stand_in(i32::take(from)?).ok()
    }
}

impl Taped for ExitStatus {
    fn put(&self, into: &mut Vec<u8>) {
        self.into_raw().put(into);
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        i32::take(from).map(ExitStatus::from_raw)
    }
}

impl Taped for IpAddr {
    fn put(&self, into: &mut Vec<u8>) {
        match self {
            IpAddr::V4(address) => put_bytes(into, &address.octets()),
            IpAddr::V6(address) => put_bytes(into, &address.octets()),
        }
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let bytes = from.bytes()?;
        match (<[u8; 4]>::try_from(bytes), <[u8; 16]>::try_from(bytes)) {
            (Ok(bytes), _) => Some(Ipv4Addr::from(bytes).into()),
            (_, Ok(bytes)) => Some(Ipv6Addr::from(bytes).into()),
            _ => None,
        }
    }
}

impl Taped for SocketAddr {
    fn put(&self, into: &mut Vec<u8>) {
        self.ip().put(into);
        self.port().put(into);
        if let SocketAddr::V6(address) = self {
            (address.flowinfo(), address.scope_id()).put(into);
        }
    }

    fn take(from: &mut Reader<'_>) -> Option<Self> {
        let (ip, port) = <(IpAddr, u16)>::take(from)?;
        Some(match ip {
            IpAddr::V4(ip) => SocketAddrV4::new(ip, port).into(),
            IpAddr::V6(ip) => {
                let (flow, scope) = <(u32, u32)>::take(from)?;
                SocketAddrV6::new(ip, port, flow, scope).into()
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<T: Taped + PartialEq + std::fmt::Debug>(value: T) {
        let mut bytes = Vec::new();
        value.put(&mut bytes);
        let mut reader = Reader::new(&bytes);
        assert_eq!(T::take(&mut reader), Some(value));
        assert!(reader.is_at_end());
        for end in 0..bytes.len() {
            assert_eq!(T::take(&mut Reader::new(&bytes[..end])), None);
        }
    }

    #[test]
    fn answers_come_back() {
        comes_back((u64::MAX, -1_i32, i64::MIN, true, 1.5_f64));
        comes_back(Ok::<Vec<u8>, Errno>(b"bytes".to_vec()));
        comes_back(Err::<(), Errno>(Errno::NOENT));
        comes_back(vec![Some(String::from("a")), None]);
        comes_back((PathBuf::from("/a"), OsString::from_vec(vec![0xff])));
        comes_back("127.0.0.1:80".parse::<SocketAddr>().unwrap());
        comes_back("[fe80::1%3]:80".parse::<SocketAddr>().unwrap());
        comes_back(ExitStatus::from_raw(7 << 8));
        comes_back([1_u8, 2, 3]);
    }
}
