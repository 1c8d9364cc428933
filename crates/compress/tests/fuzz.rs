//! Input that is wrong in every way: cut, changed, made up. Nothing may panic, hang or grow without bounds, and what was
//! compressed comes back, however input and room are cut.

mod codecs;

use codecs::{FINISH_ZLIB, MOST, deflate, in_pieces, inflate, mixed, pairs};
use rondo_compress::{Stop, Wrapping};
use rondo_leaks::random::Random;

#[test]
fn what_goes_in_comes_out_however_it_is_cut() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for (encoder, decoder, finish) in pairs() {
        for length in [0, 1, 2, 100, 5_000, 70_000] {
            let input = mixed(&mut random, length);
            let packed = in_pieces(&mut encoder(), &input, finish, &mut random).unwrap();
            let back = in_pieces(&mut decoder(), &packed, finish, &mut random).unwrap();
            assert!(back == input, "{length} bytes");
            let run = decoder().run(&packed, finish, MOST).unwrap();
            assert!(run.bytes == input && run.consumed == packed.len());
        }
    }
}

#[test]
fn cut_input_is_told() {
    let mut random = Random(99);
    let input = mixed(&mut random, 3_000);
    for (encoder, decoder, finish) in pairs() {
        let packed = encoder().run(&input, finish, MOST).unwrap().bytes;
        for end in (0..packed.len()).step_by(7) {
            let Err(Stop::Failed(failure)) = decoder().run(&packed[..end], finish, MOST) else {
                panic!("{end} of {} bytes were enough", packed.len());
            };
            assert_eq!(failure.message, "unexpected end of file");
            assert_eq!((failure.number, &*failure.code), (-5, "Z_BUF_ERROR"));
        }
    }
}

#[test]
fn members_follow_one_another_and_zeros_are_left() {
    let gzip = |bytes: &[u8]| {
        deflate(Wrapping::Gzip)
            .run(bytes, FINISH_ZLIB, MOST)
            .unwrap()
            .bytes
    };
    let mut file = [gzip(b"abc"), gzip(b"def")].concat();
    let length = file.len();
    file.extend([0; 10]);
    for wrapping in [Wrapping::Gzip, Wrapping::Unknown] {
        let run = inflate(wrapping).run(&file, FINISH_ZLIB, MOST).unwrap();
        assert_eq!((&*run.bytes, run.consumed), (&b"abcdef"[..], length));
    }
}

#[test]
fn a_codec_can_begin_again() {
    for (encoder, decoder, finish) in pairs() {
        let (mut encoder, mut decoder) = (encoder(), decoder());
        let mut before = None;
        for _ in 0..3 {
            let packed = encoder
                .run(b"once and again and again", finish, MOST)
                .unwrap()
                .bytes;
            let back = decoder.run(&packed, finish, MOST).unwrap().bytes;
            assert_eq!(back, b"once and again and again");
            assert!(before.is_none_or(|before| before == packed));
            before = Some(packed);
            encoder.reset().unwrap();
            decoder.reset().unwrap();
        }
    }
}

#[test]
fn changed_and_made_up_input_does_no_harm() {
    codecs::changed_and_made_up(codecs::rounds());
}

#[test]
fn a_bomb_stops_at_its_limit() {
    codecs::bombs();
}
