//! Input that is wrong in every way: cut, changed, made up. Nothing may panic, hang or grow without bounds, and what was
//! compressed comes back, however input and room are cut.

use rondo_compress::{
    BrotliDecoder, BrotliEncoder, Codec, Deflate, Inflate, Settings, Stop, Wrapping, ZstdDecoder,
    ZstdEncoder,
};

/// A small generator of numbers, the same in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }

    /// Bytes of which some repeat and some do not.
    fn bytes(&mut self, length: usize) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(length);
        while bytes.len() < length {
            let run = 1 + self.below(40);
            if self.below(3) == 0 || bytes.is_empty() {
                bytes.extend((0..run).map(|_| self.next() as u8));
            } else {
                let from = self.below(bytes.len());
                let to = (from + run).min(bytes.len());
                bytes.extend_from_within(from..to);
            }
        }
        bytes.truncate(length);
        bytes
    }
}

/// How many inputs of each kind are tried.
fn rounds() -> usize {
    let set = std::env::var("RONDO_FUZZ_ROUNDS").ok();
    set.and_then(|text| text.parse().ok()).unwrap_or(1_500)
}

/// A way to compress and the way back, with the number that ends each.
type Pair = (fn() -> Codec, fn() -> Codec, i32);

const FINISH_ZLIB: i32 = 4;
const FINISH: i32 = 2;

fn deflate(wrapping: Wrapping) -> Codec {
    Deflate::new(wrapping, Settings::default(), None).into()
}

fn inflate(wrapping: Wrapping) -> Codec {
    Inflate::new(wrapping, 15, None).into()
}

fn brotli_encoder() -> Codec {
    const QUALITY: u32 = 1;
    BrotliEncoder::new(vec![(QUALITY, 4)], None).unwrap().into()
}

fn pairs() -> [Pair; 6] {
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

const MOST: usize = 1 << 20;

/// Takes input in pieces and gives output in pieces; at most [`MOST`] bytes of it.
fn in_pieces(codec: &mut Codec, input: &[u8], finish: i32, random: &mut Random) -> Option<Vec<u8>> {
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

#[test]
fn what_goes_in_comes_out_however_it_is_cut() {
    let mut random = Random(0x1234_5678_9abc_def1);
    for (encoder, decoder, finish) in pairs() {
        for length in [0, 1, 2, 100, 5_000, 70_000] {
            let input = random.bytes(length);
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
    let input = random.bytes(3_000);
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
fn changed_and_made_up_input_does_no_harm() {
    let mut random = Random(7);
    for (encoder, decoder, finish) in pairs() {
        let input = random.bytes(2_000);
        let packed = encoder().run(&input, finish, MOST).unwrap().bytes;
        for _ in 0..rounds() {
            let mut changed = packed.clone();
            for _ in 0..=random.below(4) {
                let at = random.below(changed.len());
                changed[at] ^= 1 << random.below(8);
            }
            changed.truncate(packed.len() - random.below(20));
            let _ = decoder().run(&changed, finish, MOST);
            in_pieces(&mut decoder(), &changed, finish, &mut random);
        }
        for _ in 0..rounds() / 5 {
            let length = random.below(300);
            let made_up = random.bytes(length);
            let _ = decoder().run(&made_up, finish, MOST);
        }
    }
}

#[test]
fn a_bomb_stops_at_its_limit() {
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
