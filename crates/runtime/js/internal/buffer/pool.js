// Memory for new Buffers. The smallest have their own, which the engine makes as part of the object, and
// which is quicker than a view of other memory. Other small ones that need not be zeroed share a pool.
'use strict';

const native = binding('buffer');
const { FastBuffer, checkSize, kMaxLength, makeView, makeZeroed } = require('internal/buffer/fast_buffer');

// The pool starts at an address aligned to this, and so serves alignments up to it.
const POOL_ALIGNMENT = 64;

// An aligned allocation is at least so large: the engine may move smaller ones about.
const MIN_ALIGNED_SIZE = 256;

// Pieces start at multiples of 8, so that typed arrays of any kind can be laid over them.
const PIECE_ALIGNMENT = 8;

// Buffers of up to so many bytes have memory of their own.
const OWN_MEMORY = 96;

let owner; // Buffer: a script may change its property poolSize
let pool; // all of the current pool, as bytes; undefined until it is first needed
let poolBuffer;
let next = 0; // where the free part of the pool starts
let end = 0;

// Whether --zero-fill-buffers was given; undefined until it is first needed.
let zeroFills;

// Memory with unknown contents, unless zeroes are wanted everywhere.
function allocateMemory(size) {
  zeroFills ??= binding('process').hasOptions() &&
    require('internal/process/options').getOption('--zero-fill-buffers') === true;
  const memory = zeroFills ? allocateZeroed(size) : native.allocate(size);
  if (memory === null) {
    const error = new RangeError('Failed to allocate memory');
    throw Object.assign(error, { code: 'ERR_MEMORY_ALLOCATION_FAILED' });
  }
  return memory;
}

function allocateZeroed(size) {
  try {
    return new ArrayBuffer(size);
  } catch {
    return null;
  }
}

// All pools, so that they are known as such.
const pools = new WeakSet();

function isPool(buffer) {
  return pools.has(buffer);
}

function createPool() {
  const poolSize = Math.floor(owner.poolSize);
  poolBuffer = allocateMemory(poolSize + POOL_ALIGNMENT);
  native.pin(poolBuffer);
  pools.add(poolBuffer);
  pool = new Uint8Array(poolBuffer);
  next = native.alignedOffset(poolBuffer, POOL_ALIGNMENT);
  end = next + poolSize;
}

// Up to half a pool. (The second test is for a script that sets poolSize below 0.)
function isPooled(size) {
  const { poolSize } = owner;
  return size < poolSize >>> 1 && size <= poolSize;
}

function alignUp(offset, alignment) {
  const rest = offset % alignment;
  return rest === 0 ? offset : offset + alignment - rest;
}

// A piece of the pool, for sizes that are pooled.
function takeFromPool(size, alignment) {
  let offset = alignUp(next, alignment);
  if (offset + size > end) {
    createPool();
    offset = next;
  }
  next = alignUp(offset + size, PIECE_ALIGNMENT);
  return makeView(pool, offset, size);
}

// The bytes of a string, where `size` of them at most fit the pool.
function encodeIntoPool(string, codec, size) {
  if (next + size > end) createPool();
  const offset = next;
  const written = codec.write(pool, string, offset, size);
  next = alignUp(offset + written, PIECE_ALIGNMENT);
  return makeView(pool, offset, written);
}

function allocateSlow(size) {
  return size === 0 ? new FastBuffer(0) : new FastBuffer(allocateMemory(size), 0, size);
}

// Memory with unknown contents, for a size that was checked.
function allocateUnchecked(size) {
  if (size <= OWN_MEMORY) return makeZeroed(size > 0 ? size : 0);
  return isPooled(size) ? takeFromPool(size, 1) : allocateSlow(size);
}

function checkAlignment(alignment) {
  const { validateInteger } = require('internal/validators');
  validateInteger(alignment, 'alignment', 1, 2 ** 30);
  if ((alignment & (alignment - 1)) !== 0) {
    const { ERR_INVALID_ARG_VALUE } = require('internal/errors').codes;
    throw new ERR_INVALID_ARG_VALUE('alignment', alignment, 'must be a power of two');
  }
}

function allocateAligned(size, alignment) {
  if (size === 0) return new FastBuffer(0);
  const total = size + alignment;
  if (total > kMaxLength) {
    const { ERR_OUT_OF_RANGE } = require('internal/errors').codes;
    throw new ERR_OUT_OF_RANGE('size', `<= ${kMaxLength - alignment}`, size);
  }
  const buffer = allocateMemory(Math.max(total, MIN_ALIGNED_SIZE));
  return new FastBuffer(buffer, native.alignedOffset(buffer, alignment), size);
}

function allocUnsafe(size, alignment) {
  checkSize(size);
  size = Math.floor(size);
  if (alignment === undefined) return allocateUnchecked(size);
  checkAlignment(alignment);
  if (size > 0 && isPooled(size) && alignment <= POOL_ALIGNMENT) return takeFromPool(size, alignment);
  return allocateAligned(size, alignment);
}

function allocUnsafeSlow(size, alignment) {
  checkSize(size);
  size = Math.floor(size);
  if (alignment === undefined) return allocateSlow(size);
  checkAlignment(alignment);
  return allocateAligned(size, alignment);
}

module.exports = {
  OWN_MEMORY,
  setOwner(Buffer) {
    owner = Buffer;
  },
  allocateSlow,
  allocateUnchecked,
  allocUnsafe,
  allocUnsafeSlow,
  encodeIntoPool,
  isPool,
  isPooled,
};
