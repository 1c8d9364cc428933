//! Peers that send anything: bytes changed on the way, and frames made up. Nothing may panic or crash, and a session that was
//! given up says nothing more.
//!
//! `RONDO_FUZZ_ROUNDS` says how many connections are tried: some hundred thousand take minutes.

mod peers;

#[test]
fn frames_that_are_made_up() {
    peers::frames_that_are_made_up(peers::rounds());
}

#[test]
fn bytes_that_change_on_the_way() {
    peers::bytes_that_change_on_the_way(peers::rounds());
}
