//! Codecs, and work for them on input that is wrong in every way: cut, changed, made up.

use rondo_compress::{
    BrotliDecoder, BrotliEncoder, Codec, Deflate, Inflate, Settings, Stop, Wrapping, ZstdDecoder,
    ZstdEncoder,
};
use rondo_leaks::random::{self, Random};

/// How many inputs of each kind are tried.
pub fn rounds() -> usize {
    random::rounds(1_500)
}

/// Bytes of which some repeat and some do not.
pub fn mixed(random: &mut Random, length: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(length);
    while bytes.len() < length {
        let run = 1 + random.below(40);
        if random.below(3) == 0 || bytes.is_empty() {
            bytes.extend((0..run).map(|_| random.next() as u8));
        } else {
            let from = random.below(bytes.len());
            let to = (from + run).min(bytes.len());
            bytes.extend_from_within(from..to);
        }
    }
    bytes.truncate(length);
    bytes
}

/// A way to compress and the way back, with the number that ends each.
pub type Pair = (fn() -> Codec, fn() -> Codec, i32);

pub const FINISH_ZLIB: i32 = 4;
pub const FINISH: i32 = 2;

pub fn deflate(wrapping: Wrapping) -> Codec {
    Deflate::new(wrapping, Settings::default(), None).into()
}

pub fn inflate(wrapping: Wrapping) -> Codec {
    Inflate::new(wrapping, 15, None).into()
}

pub fn brotli_encoder() -> Codec {
    const QUALITY: u32 = 1;
    BrotliEncoder::new(vec![(QUALITY, 4)], None).unwrap().into()
}

pub fn pairs() -> [Pair; 6] {
    [
        (
            || deflate(Wrapping::Zlib),
            || inflate(Wrapping::Zlib),
            FINISH_ZLIB,
        ),
        (
            || deflate(Wrapping::Gzip),
            || inflate(Wrapping::Gzip),
            FINISH_ZLIB,
        ),
        (
            || deflate(Wrapping::Gzip),
            || inflate(Wrapping::Unknown),
            FINISH_ZLIB,
        ),
        (
            || deflate(Wrapping::Raw),
            || inflate(Wrapping::Raw),
            FINISH_ZLIB,
        ),
        (
            brotli_encoder,
            || BrotliDecoder::new(Vec::new(), None).unwrap().into(),
            FINISH,
        ),
        (
            || ZstdEncoder::new(&[], None, None).unwrap().into(),
            || ZstdDecoder::new(&[], None).unwrap().into(),
            FINISH,
        ),
    ]
}

pub const MOST: usize = 1 << 20;

/// Takes input in pieces and gives output in pieces; at most [`MOST`] bytes of it.
pub fn in_pieces(
    codec: &mut Codec,
    input: &[u8],
    finish: i32,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let mut all = Vec::new();
    let mut at = 0;
    loop {
        let end = (at + 1 + random.below(200)).min(input.len());
        let flush = if end == input.len() { finish } else { 0 };
        loop {
            let room = 1 + random.below(100);
            let mut output = Vec::with_capacity(room);
            let used = codec.step(&input[at..end], &mut output, room, flush).ok()?;
            assert!(used <= end - at && output.len() <= room);
            at += used;
            all.extend_from_slice(&output);
            if output.len() < room || all.len() > MOST {
                break;
            }
        }
        // What is not used with room left comes after the end.
        if at < end || end == input.len() || all.len() > MOST {
            return Some(all);
        }
    }
}

/// Reads what was changed, so many forms of it with each decoder, and what never was compressed.
pub fn changed_and_made_up(rounds: usize) {
    let mut random = Random(7);
    for (encoder, decoder, finish) in pairs() {
        let input = mixed(&mut random, 2_000);
        let packed = encoder().run(&input, finish, MOST).unwrap().bytes;
        for _ in 0..rounds {
            let mut changed = packed.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(changed.len());
                changed[at] ^= 1 << random.below(8);
            }
            changed.truncate(packed.len() - random.below(20));
            let _ = decoder().run(&changed, finish, MOST);
            in_pieces(&mut decoder(), &changed, finish, &mut random);
        }
        for _ in 0..rounds / 5 {
            let length = random.below(300);
            let made_up = mixed(&mut random, length);
            let _ = decoder().run(&made_up, finish, MOST);
        }
    }
}

/// Little input of which much would come.
pub fn bombs() {
    let zeros = vec![0; 8 << 20];
    for (encoder, decoder, finish) in pairs() {
        let packed = encoder().run(&zeros, finish, usize::MAX).unwrap().bytes;
        assert!(packed.len() < 50_000);
        assert_eq!(
            decoder().run(&packed, finish, 1_000_000),
            Err(Stop::TooLarge)
        );
        assert_eq!(
            decoder().run(&packed, finish, zeros.len() - 1),
            Err(Stop::TooLarge)
        );
        let all = decoder().run(&packed, finish, zeros.len()).unwrap();
        assert!(all.bytes == zeros);
    }
}
