//! Work on keys, certificates and bundles that are wrong in every way: bits flipped, cut short, put together of others.

use rondo_crypto::Key;
use rondo_crypto::asymmetric::generate::Plan;
use rondo_crypto::asymmetric::parts::{self, Part, Raw};
use rondo_crypto::asymmetric::read::{self, Form};
use rondo_crypto::asymmetric::sign::{self, Scheme};
use rondo_crypto::asymmetric::write::{self, Sealing, Shape};
use rondo_crypto::asymmetric::{agree, details};
use rondo_crypto::ecdh::PointForm;
use rondo_crypto::pkcs12;
use rondo_crypto::x509::{Certificate, Fingerprint};
use rondo_leaks::random::{self, Random};

/// How many changed forms of each sample are tried.
pub fn rounds() -> usize {
    random::rounds(300)
}

/// Some bytes, changed.
fn spoil(random: &mut Random, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(5) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 if at < bytes.len() => drop(bytes.remove(at)),
            3 => bytes.insert(at, random.next() as u8),
            _ if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            _ => {}
        }
    }
    bytes
}

fn samples() -> Vec<Key> {
    let plain = |kind: &str| Plan::Plain(kind.to_owned());
    let plans = [
        Plan::Rsa {
            bits: 512,
            exponent: 65537,
        },
        Plan::Ec {
            curve: "P-256".to_owned(),
            is_explicit: false,
        },
        Plan::Ec {
            curve: "secp256k1".to_owned(),
            is_explicit: true,
        },
        plain("ed25519"),
        plain("x25519"),
        plain("ml-kem-512"),
        plain("ml-dsa-44"),
    ];
    plans.iter().map(|plan| plan.run().unwrap()).collect()
}

/// Asks a key for everything: results do not matter.
fn use_key(key: &Key) {
    let _ = details(key);
    let _ = parts::to_jwk(key);
    for raw in [Raw::Public, Raw::Private, Raw::Seed] {
        let _ = parts::to_raw(key, raw, PointForm::Compressed);
    }
    let scheme = Scheme::default();
    if let Ok(signature) = sign::sign(key, &scheme, b"message") {
        let _ = sign::verify(key, &scheme, b"message", &signature);
    }
    if let Some(public) = key.to_public() {
        let _ = agree::derive(key, &public);
        let _ = write::write(&public, &shape(Form::Spki, false, false));
    }
    let _ = write::write(key, &shape(Form::Pkcs8, true, false));
}

fn shape(form: Form, is_pem: bool, is_sealed: bool) -> Shape {
    let sealing = is_sealed.then(|| Sealing::new("aes-128-cbc", b"pass".to_vec()).unwrap());
    Shape {
        form,
        is_pem,
        sealing,
    }
}

/// Files of keys; so many changed forms of each are read.
pub fn spoiled_files(rounds: usize) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for key in samples() {
        let public = key.to_public().unwrap();
        let files = [
            (
                write::write(&key, &shape(Form::Pkcs8, true, false)),
                Form::Pem,
            ),
            (
                write::write(&key, &shape(Form::Pkcs8, false, false)),
                Form::Pkcs8,
            ),
            (
                write::write(&key, &shape(Form::Pkcs8, false, true)),
                Form::Pkcs8,
            ),
            (
                write::write(&key, &shape(Form::Pkcs8, true, true)),
                Form::Pem,
            ),
            (
                write::write(&public, &shape(Form::Spki, false, false)),
                Form::Spki,
            ),
            (
                write::write(&public, &shape(Form::Spki, true, false)),
                Form::Pem,
            ),
        ];
        for (file, form) in files {
            let file = file.unwrap();
            for round in 0..rounds {
                let spoiled = spoil(&mut random, &file);
                let form = if round % 7 == 0 { Form::Sec1 } else { form };
                if let Ok(key) = read::private(&spoiled, form, Some(b"pass")) {
                    use_key(&key);
                }
                if let Ok(key) = read::public(&spoiled, form, Some(b"pass")) {
                    use_key(&key);
                }
            }
        }
    }
}

/// Keys of numbers, so many changed forms of each.
pub fn spoiled_parts(rounds: usize) {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for key in samples() {
        let Ok(jwk) = parts::to_jwk(&key) else {
            continue;
        };
        let bytes: Vec<&Vec<u8>> = jwk
            .iter()
            .filter_map(|part| match part {
                Part::Bytes(_, bytes) => Some(bytes),
                Part::Text(..) => None,
            })
            .collect();
        for _ in 0..rounds {
            let spoiled: Vec<Vec<u8>> = bytes
                .iter()
                .map(|bytes| spoil(&mut random, bytes))
                .collect();
            let made = match spoiled.as_slice() {
                [n, e, d, p, q, dp, dq, qi] => parts::rsa(n, e, Some([d, p, q, dp, dq, qi])),
                [x, y, d] => parts::ec("P-256", x, y, Some(d)),
                [public, private] => parts::from_jwk("OKP", "ed25519", public, Some(private)),
                _ => continue,
            };
            if let Ok(key) = made {
                use_key(&key);
            }
            for raw in [Raw::Public, Raw::Private, Raw::Seed] {
                for kind in ["ed25519", "x448", "ml-dsa-44", "ec", "rsa", "no such kind"] {
                    if let Ok(key) = parts::from_raw(kind, raw, &spoiled[0], Some("P-256")) {
                        use_key(&key);
                    }
                }
            }
        }
    }
}

/// A certificate that a key has signed itself.
fn certificate() -> Vec<u8> {
    use openssl::asn1::Asn1Time;
    use openssl::hash::MessageDigest;
    use openssl::x509::extension::{ExtendedKeyUsage, SubjectAlternativeName};
    use openssl::x509::{X509Builder, X509NameBuilder};
    let Key::Private(key) = samples().swap_remove(1) else {
        unreachable!("it is a private key");
    };
    let mut name = X509NameBuilder::new().unwrap();
    name.append_entry_by_text("CN", "example.org").unwrap();
    let name = name.build();
    let mut builder = X509Builder::new().unwrap();
    builder.set_version(2).unwrap();
    builder.set_subject_name(&name).unwrap();
    builder.set_issuer_name(&name).unwrap();
    builder.set_pubkey(&key).unwrap();
    builder
        .set_not_before(&Asn1Time::from_unix(0).unwrap())
        .unwrap();
    builder
        .set_not_after(&Asn1Time::from_unix(1 << 40).unwrap())
        .unwrap();
    let context = builder.x509v3_context(None, None);
    let names = SubjectAlternativeName::new()
        .dns("example.org")
        .email("a@example.org")
        .ip("127.0.0.1")
        .uri("https://example.org/")
        .build(&context)
        .unwrap();
    builder.append_extension(names).unwrap();
    let usage = ExtendedKeyUsage::new().server_auth().build().unwrap();
    builder.append_extension(usage).unwrap();
    builder.sign(&key, MessageDigest::sha256()).unwrap();
    builder.build().to_der().unwrap()
}

/// Certificates, so many changed forms of one.
pub fn spoiled_certificates_and_bundles(rounds: usize) {
    let mut random = Random(0x1234_5678_9abc_def1);
    let der = certificate();
    for _ in 0..rounds {
        let spoiled = spoil(&mut random, &der);
        let _ = pkcs12::open(&spoiled, Some(b"pass"));
        let Ok(certificate) = Certificate::read(&spoiled) else {
            continue;
        };
        let _ = (certificate.subject(), certificate.issuer());
        let _ = (certificate.subject_parts(), certificate.issuer_parts());
        let _ = (
            certificate.subject_alternatives(),
            certificate.information_access(),
        );
        let _ = (certificate.validity(), certificate.validity_seconds());
        let _ = (certificate.extended_usage(), certificate.serial_number());
        let _ = (
            certificate.signature_algorithm(),
            certificate.is_authority(),
        );
        let _ = (
            certificate.fingerprint(Fingerprint::Sha256),
            certificate.key_facts(),
        );
        let _ = certificate.check_host(b"", 0);
        let _ = certificate.check_email(b"", 0);
        let _ = certificate.check_address("::1", 0);
        if let Ok(key) = certificate.public_key() {
            let _ = certificate.is_signed_by(&key);
        }
        let _ = certificate.is_issued_by(&certificate);
    }
}
