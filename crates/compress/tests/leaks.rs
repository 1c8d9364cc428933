//! No codec loses memory, whatever it is given, and however far it comes.

mod codecs;

use codecs::{MOST, in_pieces, mixed, pairs};
use rondo_leaks::random::Random;

/// Codecs that are dropped in the middle of their work, and such that begin again.
fn left_off() {
    let mut random = Random(5);
    let input = mixed(&mut random, 20_000);
    for (encoder, decoder, finish) in pairs() {
        let packed = encoder().run(&input, finish, MOST).unwrap().bytes;
        for _ in 0..20 {
            let mut decoder = decoder();
            let end = random.below(packed.len());
            in_pieces(&mut decoder, &packed[..end], 0, &mut random);
            decoder.reset().unwrap();
            in_pieces(&mut decoder, &packed[..end], 0, &mut random);
            let mut encoder = encoder();
            in_pieces(&mut encoder, &input[..end.min(input.len())], 0, &mut random);
        }
    }
}

#[test]
fn nothing_is_lost() {
    let rounds = codecs::rounds() / 15;
    rondo_leaks::check(&[
        ("changed input", &|| codecs::changed_and_made_up(rounds)),
        ("bombs", &codecs::bombs),
        ("left off", &left_off),
    ]);
}
