//! scrypt (RFC 7914). OpenSSL's mixes word by word; here four words go side by side, which a compiler makes one
//! instruction of.

use crate::kdf::ScryptCost;
use crate::pbkdf2::sha256_once;
use crate::{Refusal, Result, room, sys};

/// 64 bytes in four rows, so that those of a column, and after a turn those of a diagonal, lie side by side.
type Block = [Row; 4];
type Row = [u32; 4];

const BLOCK: usize = 64;

/// Fills `key`. The cost was found to be possible.
pub(crate) fn derive(
    password: &[u8],
    salt: &[u8],
    cost: &ScryptCost,
    key: &mut [u8],
) -> Result<()> {
    let pairs = cost.block_size as usize;
    let length = 2 * BLOCK * pairs;
    let mut bytes = room(length * cost.parallelization as usize)?;
    sha256_once(password, salt, &mut bytes);
    let mut table = Vec::new();
    let blocks = 2 * pairs * cost.cost as usize;
    if table.try_reserve_exact(blocks).is_err() {
        return Err(Refusal::plain("Scrypt derivation failed").into());
    }
    for part in bytes.chunks_mut(length) {
        table.clear();
        mix(part, cost.cost as usize, &mut table);
    }
    sha256_once(password, &bytes, key);
    sys::wipe(&mut bytes);
    Ok(())
}

/// ROMix: fills a table, then looks things up in it.
fn mix(bytes: &mut [u8], cost: usize, table: &mut Vec<Block>) {
    let mut now: Vec<Block> = bytes.as_chunks().0.iter().map(read).collect();
    let mut next = now.clone();
    let count = now.len();
    for _ in 0..cost {
        table.extend_from_slice(&now);
        mix_blocks(&now, &mut next);
        std::mem::swap(&mut now, &mut next);
    }
    for _ in 0..cost {
        // The cost is a power of 2.
        let at = (number(&now[count - 1]) as usize & (cost - 1)) * count;
        for (block, other) in now.iter_mut().zip(&table[at..at + count]) {
            *block = sum(block, other);
        }
        mix_blocks(&now, &mut next);
        std::mem::swap(&mut now, &mut next);
    }
    for (block, bytes) in now.iter().zip(bytes.as_chunks_mut().0) {
        write(block, bytes);
    }
}

/// BlockMix: the even ones come first in the output.
fn mix_blocks(input: &[Block], output: &mut [Block]) {
    let half = input.len() / 2;
    let mut block = input[input.len() - 1];
    for (index, other) in input.iter().enumerate() {
        block = salsa(&sum(&block, other));
        output[index / 2 + (index & 1) * half] = block;
    }
}

#[inline(always)]
fn sum(a: &Block, b: &Block) -> Block {
    let row = |row: usize| {
        let (a, b) = (a[row], b[row]);
        [a[0] ^ b[0], a[1] ^ b[1], a[2] ^ b[2], a[3] ^ b[3]]
    };
    [row(0), row(1), row(2), row(3)]
}

/// Salsa20/8.
#[inline(always)]
fn salsa(block: &Block) -> Block {
    let [mut a, mut b, mut c, mut d] = *block;
    for _ in 0..4 {
        b = quarter(b, a, d, 7);
        c = quarter(c, b, a, 9);
        d = quarter(d, c, b, 13);
        a = quarter(a, d, c, 18);
        (b, c, d) = (right(b), turned(c), left(d));
        d = quarter(d, a, b, 7);
        c = quarter(c, d, a, 9);
        b = quarter(b, c, d, 13);
        a = quarter(a, b, c, 18);
        (b, c, d) = (left(b), turned(c), right(d));
    }
    let more = |row: usize, mixed: Row| {
        let row = block[row];
        let lane = |lane: usize| row[lane].wrapping_add(mixed[lane]);
        [lane(0), lane(1), lane(2), lane(3)]
    };
    [more(0, a), more(1, b), more(2, c), more(3, d)]
}

/// (Written out: of a loop no vectors are made.)
#[inline(always)]
fn quarter(target: Row, a: Row, b: Row, shift: u32) -> Row {
    let lane = |lane: usize| target[lane] ^ a[lane].wrapping_add(b[lane]).rotate_left(shift);
    [lane(0), lane(1), lane(2), lane(3)]
}

#[inline(always)]
fn right([a, b, c, d]: Row) -> Row {
    [d, a, b, c]
}

#[inline(always)]
fn turned([a, b, c, d]: Row) -> Row {
    [c, d, a, b]
}

#[inline(always)]
fn left([a, b, c, d]: Row) -> Row {
    [b, c, d, a]
}

/// Where in a block the word is that comes to the `index`-th place.
fn place(index: usize) -> usize {
    index * 5 % 16
}

fn read(bytes: &[u8; BLOCK]) -> Block {
    let words = bytes.as_chunks().0;
    std::array::from_fn(|row| {
        std::array::from_fn(|column| u32::from_le_bytes(words[place(row * 4 + column)]))
    })
}

fn write(block: &Block, bytes: &mut [u8; BLOCK]) {
    let words = bytes.as_chunks_mut().0;
    for (index, word) in block.iter().flatten().enumerate() {
        words[place(index)] = word.to_le_bytes();
    }
}

/// The first 64 bits.
fn number(block: &Block) -> u64 {
    // The second word is in the 13th place.
    u64::from(block[0][0]) | u64::from(block[3][1]) << 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_what_openssl_gives() {
        for (n, r, p) in [
            (2, 1, 1),
            (16, 1, 1),
            (64, 3, 5),
            (1024, 8, 2),
            (256, 16, 1),
        ] {
            let cost = ScryptCost {
                cost: n,
                block_size: r,
                parallelization: p,
                most_memory: 64 << 20,
            };
            let (mut ours, mut theirs) = ([0; 77], [0; 77]);
            derive(b"a password", b"some salt", &cost, &mut ours).unwrap();
            sys::kdf::scrypt(b"a password", b"some salt", &cost, Some(&mut theirs)).unwrap();
            assert_eq!(ours, theirs, "{n} {r} {p}");
        }
    }
}
