// The points of the Edwards curves that have a small order: with one as key or in a signature, a signature of one
// message fits others, too. They are told by their coordinate, also where it is written as no one should write it.
'use strict';

const { Buffer } = require('buffer');

const kEd25519 = 2n ** 255n - 19n;
const kEd448 = 2n ** 448n - 2n ** 224n - 1n;
// A coordinate of the points of order 8; the others have its negative.
const kOrder8 = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;

const kSmall = {
  __proto__: null,
  Ed25519: new Set([0n, 1n, kEd25519 - 1n, kEd25519, kEd25519 + 1n, kOrder8, kEd25519 - kOrder8]),
  Ed448: new Set([0n, 1n, kEd448 - 1n, kEd448, kEd448 + 1n]),
};

// Bytes of a point: a number, the lowest byte first, with a sign in its highest bit.
function isOfSmallOrder(name, point) {
  const bytes = Buffer.from(point);
  bytes[bytes.length - 1] &= 0x7f;
  const number = BigInt(`0x${bytes.reverse().hexSlice() || '0'}`);
  return kSmall[name].has(number);
}

module.exports = { isOfSmallOrder };
