// What a value is to the functions that take streams of all sorts: a set of bits, found in one look.
'use strict';

// A stream of ours or of a package, and the sides that it has. A stream of the oldest kind, which
// only emits events, has both sides as far as it has their methods.
const NODE_STREAM = 1 << 0;
const READ_SIDE = 1 << 1;
const WRITE_SIDE = 1 << 2;
const WEB_READABLE = 1 << 3;
const WEB_WRITABLE = 1 << 4;
// An object with a web stream for each direction, such as a TransformStream.
const WEB_PAIR = 1 << 5;
const ASYNC_ITERABLE = 1 << 6;
const SYNC_ITERABLE = 1 << 7;
const FUNCTION = 1 << 8;

const BOTH_SIDES = READ_SIDE | WRITE_SIDE;
const WEB_STREAM = WEB_READABLE | WEB_WRITABLE | WEB_PAIR;
const ITERABLE = ASYNC_ITERABLE | SYNC_ITERABLE;

function has(value, method) {
  return typeof value[method] === 'function';
}

// The bits of a stream that emits events, 0 for everything else. A state decides whether a side is
// there, where there is one; methods do not tell, since every Writable inherits pipe().
function nodeKindOf(value) {
  if (value === null || value === undefined) return 0;
  const reads = value._readableState;
  const writes = value._writableState;
  const emits = has(value, 'on');
  let kind = reads || writes ? NODE_STREAM : 0;
  if (emits && has(value, 'pipe')) {
    kind |= NODE_STREAM;
    if (!writes || (reads && reads.readable !== false)) kind |= READ_SIDE;
  }
  if (emits && has(value, 'write')) {
    kind |= NODE_STREAM;
    if (!reads || writes?.writable !== false) kind |= WRITE_SIDE;
  }
  return kind;
}

// The bits of a web stream, whoever made it, or of a pair of them.
function webKindOf(value) {
  if (typeof value !== 'object' || value === null) return 0;
  if (has(value, 'getReader') && has(value, 'pipeThrough') && has(value, 'cancel')) return WEB_READABLE;
  if (has(value, 'getWriter') && has(value, 'abort')) return WEB_WRITABLE;
  return typeof value.readable === 'object' && typeof value.writable === 'object' ? WEB_PAIR : 0;
}

function iterableKindOf(value) {
  if (value === null || value === undefined) return 0;
  if (has(value, Symbol.asyncIterator)) return ASYNC_ITERABLE;
  return has(value, Symbol.iterator) ? SYNC_ITERABLE : 0;
}

// All of it. What emits events is not asked whether it is a web stream.
function kindOf(value) {
  const stream = nodeKindOf(value) || webKindOf(value);
  return stream | iterableKindOf(value) | (typeof value === 'function' ? FUNCTION : 0);
}

module.exports = {
  ASYNC_ITERABLE,
  BOTH_SIDES,
  FUNCTION,
  ITERABLE,
  NODE_STREAM,
  READ_SIDE,
  WEB_PAIR,
  WEB_READABLE,
  WEB_STREAM,
  WEB_WRITABLE,
  WRITE_SIDE,
  kindOf,
  nodeKindOf,
  webKindOf,
};
