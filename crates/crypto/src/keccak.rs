//! Functions of Keccak's that OpenSSL does not offer: cSHAKE (SP 800-185), TurboSHAKE and KangarooTwelve (RFC 9861).

use crate::{Result, room};

const LANES: usize = 25;
const ALL_ROUNDS: usize = 24;
const HALF_ROUNDS: usize = 12;

const ROUND_CONSTANTS: [u64; ALL_ROUNDS] = round_constants();

/// The constants come out of a shift register (FIPS 202, 3.2.5).
const fn round_constants() -> [u64; ALL_ROUNDS] {
    let mut constants = [0; ALL_ROUNDS];
    let mut register: u8 = 1;
    let mut round = 0;
    while round < ALL_ROUNDS {
        let mut power = 0;
        while power < 7 {
            if register & 1 == 1 {
                constants[round] |= 1 << ((1 << power) - 1);
            }
            register = (register << 1) ^ (if register & 0x80 == 0 { 0 } else { 0x71 });
            power += 1;
        }
        round += 1;
    }
    constants
}

/// Keccak-p over 1600 bits, its last rounds.
fn permute(state: &mut [u64; LANES], rounds: usize) {
    for constant in &ROUND_CONSTANTS[ALL_ROUNDS - rounds..] {
        // Theta
        let column =
            |x: usize, state: &[u64; LANES]| (0..5).fold(0, |sum, y| sum ^ state[x + 5 * y]);
        let columns: [u64; 5] = std::array::from_fn(|x| column(x, state));
        for x in 0..5 {
            let mixed = columns[(x + 4) % 5] ^ columns[(x + 1) % 5].rotate_left(1);
            for y in 0..5 {
                state[x + 5 * y] ^= mixed;
            }
        }
        // Rho and pi: a walk over all lanes but the first, each turned further than the one before.
        let (mut x, mut y, mut carried) = (1, 0, state[1]);
        for step in 0..24u32 {
            (x, y) = (y, (2 * x + 3 * y) % 5);
            let turned = carried.rotate_left((step + 1) * (step + 2) / 2 % 64);
            carried = std::mem::replace(&mut state[x + 5 * y], turned);
        }
        // Chi
        for row in state.chunks_exact_mut(5) {
            let old: [u64; 5] = std::array::from_fn(|x| row[x]);
            for x in 0..5 {
                row[x] = old[x] ^ (!old[(x + 1) % 5] & old[(x + 2) % 5]);
            }
        }
        // Iota
        state[0] ^= constant;
    }
}

/// Bytes go in, then bytes come out.
struct Sponge {
    state: [u64; LANES],
    rate: usize,
    rounds: usize,
    at: usize,
}

impl Sponge {
    fn new(strength: Strength, rounds: usize) -> Sponge {
        Sponge {
            state: [0; LANES],
            rate: strength.rate(),
            rounds,
            at: 0,
        }
    }

    fn add(&mut self, at: usize, byte: u8) {
        self.state[at / 8] ^= u64::from(byte) << (at % 8 * 8);
    }

    fn absorb(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(self.at, byte);
            self.at += 1;
            if self.at == self.rate {
                permute(&mut self.state, self.rounds);
                self.at = 0;
            }
        }
    }

    /// Fills up the block that is begun.
    fn pad(&mut self) {
        if self.at > 0 {
            permute(&mut self.state, self.rounds);
            self.at = 0;
        }
    }

    /// Ends the input, with the bits that tell functions apart.
    fn squeeze(mut self, domain: u8, output: &mut [u8]) {
        self.add(self.at, domain);
        self.add(self.rate - 1, 0x80);
        for block in output.chunks_mut(self.rate) {
            permute(&mut self.state, self.rounds);
            for (at, byte) in block.iter_mut().enumerate() {
                *byte = (self.state[at / 8] >> (at % 8 * 8)) as u8;
            }
        }
    }
}

/// How hard it is to break, in bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// 128 bits
    Bits128,
    /// 256 bits
    Bits256,
}

impl Strength {
    fn rate(self) -> usize {
        match self {
            Strength::Bits128 => 168,
            Strength::Bits256 => 136,
        }
    }
}

/// A number before which stands how many bytes it has.
fn left_encoded(number: u64) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let skipped = bytes.iter().take(7).take_while(|&&byte| byte == 0).count();
    let mut encoded = vec![(8 - skipped) as u8];
    encoded.extend_from_slice(&bytes[skipped..]);
    encoded
}

/// Bytes before which stands how many bits they have.
fn encoded(bytes: &[u8]) -> Vec<u8> {
    let mut encoded = left_encoded(bytes.len() as u64 * 8);
    encoded.extend_from_slice(bytes);
    encoded
}

/// cSHAKE: SHAKE for a function that has a name, and for a purpose.
pub fn cshake(
    strength: Strength,
    name: &[u8],
    purpose: &[u8],
    data: &[u8],
    length: usize,
) -> Result<Vec<u8>> {
    const SHAKE: u8 = 0x1f;
    const CSHAKE: u8 = 0x04;
    let mut output = room(length)?;
    let mut sponge = Sponge::new(strength, ALL_ROUNDS);
    let is_plain = name.is_empty() && purpose.is_empty();
    if !is_plain {
        sponge.absorb(&left_encoded(strength.rate() as u64));
        sponge.absorb(&encoded(name));
        sponge.absorb(&encoded(purpose));
        sponge.pad();
    }
    sponge.absorb(data);
    sponge.squeeze(if is_plain { SHAKE } else { CSHAKE }, &mut output);
    Ok(output)
}

/// TurboSHAKE: SHAKE in half of the rounds.
pub fn turbo_shake(strength: Strength, domain: u8, data: &[u8], length: usize) -> Result<Vec<u8>> {
    let mut output = room(length)?;
    let mut sponge = Sponge::new(strength, HALF_ROUNDS);
    sponge.absorb(data);
    sponge.squeeze(domain, &mut output);
    Ok(output)
}

/// A number after which stands how many bytes it has; none for zero.
fn right_counted(number: u64) -> Vec<u8> {
    let bytes = number.to_be_bytes();
    let skipped = bytes.iter().take_while(|&&byte| byte == 0).count();
    let mut encoded = bytes[skipped..].to_vec();
    encoded.push((8 - skipped) as u8);
    encoded
}

/// KangarooTwelve: a tree of TurboSHAKEs, for a purpose.
pub fn kangaroo(strength: Strength, purpose: &[u8], data: &[u8], length: usize) -> Result<Vec<u8>> {
    const CHUNK: usize = 8192;
    const SINGLE: u8 = 0x07;
    const LEAF: u8 = 0x0b;
    const ROOT: u8 = 0x06;
    let mut input = data.to_vec();
    input.extend_from_slice(purpose);
    input.extend(right_counted(purpose.len() as u64));
    if input.len() <= CHUNK {
        return turbo_shake(strength, SINGLE, &input, length);
    }
    let leaf_size = match strength {
        Strength::Bits128 => 32,
        Strength::Bits256 => 64,
    };
    let mut output = room(length)?;
    let mut root = Sponge::new(strength, HALF_ROUNDS);
    let (first, rest) = input.split_at(CHUNK);
    root.absorb(first);
    root.absorb(&[3, 0, 0, 0, 0, 0, 0, 0]);
    let mut leaves = 0;
    for chunk in rest.chunks(CHUNK) {
        root.absorb(&turbo_shake(strength, LEAF, chunk, leaf_size)?);
        leaves += 1;
    }
    root.absorb(&right_counted(leaves));
    root.absorb(&[0xff, 0xff]);
    root.squeeze(ROOT, &mut output);
    Ok(output)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Algorithm, Digest};

    #[test]
    fn plain_cshake_is_shake_of_openssl() {
        let shake = Algorithm::find("shake256").unwrap().unwrap();
        for length in [0, 1, 135, 136, 137, 1000] {
            let data: Vec<u8> = (0..length).map(|at| at as u8).collect();
            let theirs = Digest::of(&shake, &data, Some(300), &mut None).unwrap();
            let ours = cshake(Strength::Bits256, b"", b"", &data, 300).unwrap();
            assert_eq!(ours, theirs, "{length} bytes");
        }
    }

    #[test]
    fn samples_of_the_standards() {
        let hex = |bytes: Vec<u8>| {
            bytes
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect::<String>()
        };
        let turbo = turbo_shake(Strength::Bits128, 0x1f, b"", 32).unwrap();
        assert_eq!(
            hex(turbo),
            "1e415f1c5983aff2169217277d17bb538cd945a397ddec541f1ce41af2c1b74c"
        );
        let twelve = kangaroo(Strength::Bits128, b"", b"", 32).unwrap();
        assert_eq!(
            hex(twelve),
            "1ac2d450fc3b4205d19da7bfca1b37513c0803577ac7167f06fe2ce1f0ef39e5"
        );
        let named = cshake(
            Strength::Bits128,
            b"",
            b"Email Signature",
            &[0, 1, 2, 3],
            32,
        )
        .unwrap();
        assert_eq!(
            hex(named),
            "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5"
        );
    }
}
