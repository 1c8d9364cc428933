//! Keys come back as they went out, whatever the form.

use rondo_crypto::Key;
use rondo_crypto::asymmetric::generate::Plan;
use rondo_crypto::asymmetric::read::{self, Form};
use rondo_crypto::asymmetric::sign::{self, Scheme};
use rondo_crypto::asymmetric::write::{self, Sealing, Shape};
use rondo_crypto::asymmetric::{agree, kind};

fn made(kind: &str) -> Key {
    let plan = match kind {
        "ec" => Plan::Ec {
            curve: "P-256".to_owned(),
            is_explicit: false,
        },
        "rsa" => Plan::Rsa {
            bits: 1024,
            exponent: 65537,
        },
        kind => Plan::Plain(kind.to_owned()),
    };
    plan.run().expect("a key can be made")
}

fn shape(form: Form, is_pem: bool, passphrase: Option<&[u8]>) -> Shape {
    let sealing = passphrase.map(|text| Sealing::new("aes-256-cbc", text.to_vec()).unwrap());
    Shape {
        form,
        is_pem,
        sealing,
    }
}

#[test]
fn files_hold_keys_of_all_kinds() {
    for name in [
        "rsa",
        "ec",
        "ed25519",
        "x448",
        "ml-dsa-44",
        "ml-kem-512",
        "slh-dsa-sha2-128f",
    ] {
        let key = made(name);
        assert_eq!(kind(&key).as_deref(), Some(name));
        for passphrase in [None, Some(&b"secret"[..])] {
            for is_pem in [true, false] {
                let written = write::write(&key, &shape(Form::Pkcs8, is_pem, passphrase)).unwrap();
                let form = if is_pem { Form::Pem } else { Form::Pkcs8 };
                let back = read::private(&written, form, passphrase).unwrap();
                assert!(back.equals(&key), "{name}");
                let public = read::public(&written, form, passphrase).unwrap();
                assert!(public.equals(&key.to_public().unwrap()), "{name}");
            }
        }
    }
}

#[test]
fn a_wrong_passphrase_opens_nothing() {
    let written = write::write(&made("ec"), &shape(Form::Pkcs8, true, Some(b"right"))).unwrap();
    assert!(read::private(&written, Form::Pem, Some(b"wrong")).is_err());
    assert!(read::private(&written, Form::Pem, None).is_err());
    assert!(read::private(&written, Form::Pem, Some(&[b'x'; 5000])).is_err());
}

#[test]
fn signatures_are_of_one_message_and_one_key() {
    for name in ["ed25519", "ml-dsa-44", "ec", "rsa"] {
        let (key, other) = (made(name), made(name));
        let scheme = Scheme {
            is_flat: true,
            ..Scheme::default()
        };
        let mut signature = sign::sign(&key, &scheme, b"message").unwrap();
        assert!(
            sign::verify(&key, &scheme, b"message", &signature).unwrap(),
            "{name}"
        );
        assert!(
            !sign::verify(&key, &scheme, b"massage", &signature).unwrap(),
            "{name}"
        );
        assert!(
            !sign::verify(&other, &scheme, b"message", &signature).unwrap(),
            "{name}"
        );
        signature[7] ^= 1;
        assert!(
            !sign::verify(&key, &scheme, b"message", &signature).unwrap(),
            "{name}"
        );
    }
}

#[test]
fn two_sides_come_to_the_same_secret() {
    for name in ["ec", "x25519", "x448"] {
        let (ours, theirs) = (made(name), made(name));
        let one = agree::derive(&ours, &theirs.to_public().unwrap()).unwrap();
        assert_eq!(
            one,
            agree::derive(&theirs, &ours.to_public().unwrap()).unwrap()
        );
    }
    for name in ["ml-kem-512", "rsa", "x25519"] {
        let key = made(name);
        let (secret, wrapped) = agree::encapsulate(&key.to_public().unwrap()).unwrap();
        assert_eq!(
            agree::decapsulate(&key, &wrapped).unwrap(),
            secret,
            "{name}"
        );
    }
}
