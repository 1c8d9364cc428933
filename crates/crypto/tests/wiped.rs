//! Nothing of a key is left in memory when nobody has it any more.

use rondo_crypto::asymmetric::parts::{self, Raw};
use rondo_crypto::asymmetric::write::Sealing;
use rondo_crypto::ecdh::PointForm;
use rondo_crypto::{Key, Secret};
use rondo_leaks::left::{MARK, Watching, left};

#[global_allocator]
static ALLOCATOR: Watching = Watching;

#[test]
fn keys_are_wiped_out() {
    assert_eq!(left(|| drop(MARK.to_vec())), 1, "it would be found");

    let exact = left(|| {
        let key = Key::Secret(Secret::new(MARK.repeat(4)));
        assert!(key.clone().equals(&key));
    });
    assert_eq!(exact, 0, "a secret");

    let roomy = left(|| {
        let mut bytes = Vec::with_capacity(1_000);
        bytes.extend_from_slice(&MARK);
        drop(Key::Secret(Secret::new(bytes)));
    });
    assert_eq!(roomy, 0, "a secret with room to spare");

    let private = left(|| {
        let seed = [MARK, MARK].concat();
        let key = parts::from_raw("ed25519", Raw::Private, &seed, None).unwrap();
        drop(key);
        std::mem::forget(seed);
    });
    assert_eq!(private, 0, "a private key of raw bytes");

    let shown = left(|| {
        let seed = std::mem::ManuallyDrop::new([MARK, MARK].concat());
        let key = parts::from_raw("x25519", Raw::Private, &seed, None).unwrap();
        std::mem::forget(parts::to_raw(&key, Raw::Private, PointForm::Compressed).unwrap());
    });
    assert_eq!(
        shown, 0,
        "a private key as raw bytes, but for what was asked for"
    );

    let passphrase = left(|| drop(Sealing::new("aes-128-cbc", MARK.to_vec()).unwrap()));
    assert_eq!(passphrase, 0, "a passphrase");
}
