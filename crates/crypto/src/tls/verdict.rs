//! What is wrong with a certificate.

use crate::sys::tls::facts::verdict_text;

/// A certificate that was not found to be good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unverified(pub i64);

impl Unverified {
    /// In OpenSSL's words
    pub fn message(self) -> &'static str {
        verdict_text(self.0)
    }

    /// The name of the verdict, as Node has it: OpenSSL's without `X509_V_ERR_`.
    pub fn code(self) -> &'static str {
        let found = NAMES.iter().find(|(number, _)| *number == self.0);
        found.map_or("UNSPECIFIED", |(_, name)| name)
    }
}

/// Those that Node knows; it calls others `UNSPECIFIED`.
const NAMES: [(i64, &str); 34] = [
    (2, "UNABLE_TO_GET_ISSUER_CERT"),
    (3, "UNABLE_TO_GET_CRL"),
    (4, "UNABLE_TO_DECRYPT_CERT_SIGNATURE"),
    (5, "UNABLE_TO_DECRYPT_CRL_SIGNATURE"),
    (6, "UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY"),
    (7, "CERT_SIGNATURE_FAILURE"),
    (8, "CRL_SIGNATURE_FAILURE"),
    (9, "CERT_NOT_YET_VALID"),
    (10, "CERT_HAS_EXPIRED"),
    (11, "CRL_NOT_YET_VALID"),
    (12, "CRL_HAS_EXPIRED"),
    (13, "ERROR_IN_CERT_NOT_BEFORE_FIELD"),
    (14, "ERROR_IN_CERT_NOT_AFTER_FIELD"),
    (15, "ERROR_IN_CRL_LAST_UPDATE_FIELD"),
    (16, "ERROR_IN_CRL_NEXT_UPDATE_FIELD"),
    (17, "OUT_OF_MEM"),
    (18, "DEPTH_ZERO_SELF_SIGNED_CERT"),
    (19, "SELF_SIGNED_CERT_IN_CHAIN"),
    (20, "UNABLE_TO_GET_ISSUER_CERT_LOCALLY"),
    (21, "UNABLE_TO_VERIFY_LEAF_SIGNATURE"),
    (22, "CERT_CHAIN_TOO_LONG"),
    (23, "CERT_REVOKED"),
    (24, "INVALID_CA"),
    (25, "PATH_LENGTH_EXCEEDED"),
    (26, "INVALID_PURPOSE"),
    (27, "CERT_UNTRUSTED"),
    (28, "CERT_REJECTED"),
    (29, "SUBJECT_ISSUER_MISMATCH"),
    (30, "AKID_SKID_MISMATCH"),
    (31, "AKID_ISSUER_SERIAL_MISMATCH"),
    (32, "KEYUSAGE_NO_CERTSIGN"),
    (62, "HOSTNAME_MISMATCH"),
    (63, "EMAIL_MISMATCH"),
    (64, "IP_ADDRESS_MISMATCH"),
];
