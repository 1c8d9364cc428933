//! Keys, certificates and bundles that are wrong in every way: bits flipped, cut short, put together of others. Nothing may
//! panic or crash, and what is read all the same can be used.

mod spoiled;

#[test]
fn spoiled_files() {
    spoiled::spoiled_files(spoiled::rounds());
}

#[test]
fn spoiled_parts() {
    spoiled::spoiled_parts(spoiled::rounds());
}

#[test]
fn spoiled_certificates_and_bundles() {
    spoiled::spoiled_certificates_and_bundles(spoiled::rounds() * 10);
}
