//! Internet addresses as text, in the form that C libraries give them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The address as text.
///
/// Rust shows an address of version 6 that ends in one of version 4 in that way only if it is mapped (`::ffff:1.2.3.4`);
/// C libraries do so, too, if all before it is zero (`::1.2.3.4`).
pub fn ip_text(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => ipv6_text(address),
    }
}

fn ipv6_text(address: Ipv6Addr) -> String {
    let [0, 0, 0, 0, 0, 0, high, low] = address.segments() else {
        return address.to_string();
    };
    if high == 0 {
        return address.to_string();
    }
    let [a, b] = high.to_be_bytes();
    let [c, d] = low.to_be_bytes();
    format!("::{}", Ipv4Addr::new(a, b, c, d))
}

#[cfg(test)]
mod tests {
    use super::ip_text;

    #[test]
    fn addresses_are_shown_as_c_libraries_do() {
        for text in [
            "1.2.3.4",
            "::",
            "::1",
            "::42",
            "::1.2.3.4",
            "::0.1.0.0",
            "::ffff:127.0.0.1",
            "fe80::1",
            "2001:db8::1:0:0:1",
        ] {
            assert_eq!(ip_text(text.parse().unwrap()), text);
        }
    }
}
