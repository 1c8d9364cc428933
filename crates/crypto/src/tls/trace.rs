//! Messages of a connection as text.

use crate::sys::tls::trace::alert_words;

const RECORD_HEADER: i32 = 0x100;
const CHANGE_CIPHER_SPEC: i32 = 20;
const ALERT: i32 = 21;
const HANDSHAKE: i32 = 22;

/// A record's head, or a message, in lines; `None` if there is nothing to say of it.
pub(super) fn describe(is_sent: bool, kind: i32, data: &[u8]) -> Option<String> {
    match kind {
        RECORD_HEADER => record(is_sent, data),
        HANDSHAKE => message(data),
        CHANGE_CIPHER_SPEC => Some(format!("    change_cipher_spec ({})\n\n", data.first()?)),
        ALERT => {
            let (level, description) = (*data.first()?, *data.get(1)?);
            let (level_words, words) = alert_words(level, description);
            Some(format!(
                "    Level={level_words}({level}), description={words}({description})\n\n"
            ))
        }
        _ => None,
    }
}

fn record(is_sent: bool, head: &[u8]) -> Option<String> {
    let &[kind, major, minor, high, low] = head.get(..5)? else {
        return None;
    };
    let direction = if is_sent { "Sent" } else { "Received" };
    let version = match (major, minor) {
        (3, 0) => "SSL 3.0",
        (3, 1) => "TLS 1.0",
        (3, 2) => "TLS 1.1",
        (3, 3) => "TLS 1.2",
        (3, 4) => "TLS 1.3",
        _ => "UNKNOWN",
    };
    let content = match kind {
        20 => "ChangeCipherSpec",
        21 => "Alert",
        22 => "Handshake",
        23 => "ApplicationData",
        _ => "UNKNOWN",
    };
    let length = u16::from_be_bytes([high, low]);
    Some(format!(
        "{direction} Record\nHeader:\n  Version = {version} (0x{:x})\n  Content Type = {content} ({kind})\n  Length = {length}\n",
        u16::from_be_bytes([major, minor]),
    ))
}

fn message(data: &[u8]) -> Option<String> {
    let name = match data.first()? {
        0 => "HelloRequest",
        1 => "ClientHello",
        2 => "ServerHello",
        4 => "NewSessionTicket",
        8 => "EncryptedExtensions",
        11 => "Certificate",
        12 => "ServerKeyExchange",
        13 => "CertificateRequest",
        14 => "ServerHelloDone",
        15 => "CertificateVerify",
        16 => "ClientKeyExchange",
        20 => "Finished",
        22 => "CertificateStatus",
        24 => "KeyUpdate",
        _ => "UnknownMessage",
    };
    Some(format!(
        "    {name}, Length={}\n{}\n",
        data.len().saturating_sub(4),
        hex_lines(data.get(4..).unwrap_or_default())
    ))
}

fn hex_lines(bytes: &[u8]) -> String {
    let mut text = String::new();
    for line in bytes.chunks(16) {
        text.push_str("     ");
        for byte in line {
            text.push_str(&format!(" {byte:02x}"));
        }
        text.push('\n');
    }
    text
}
