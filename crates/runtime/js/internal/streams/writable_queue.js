// The writes of a writable side that wait for the one under way: { chunk, encoding, callback }, in
// `state.requests` from `state.bufferedIndex` on.
'use strict';

const { ALL_BUFFERS, ALL_NOOP, HAS_BUFFERED } = require('internal/streams/writable_bits');

// The array drops the slots of writes that are done once there are as many.
const MAX_DONE_SLOTS = 256;

// The callback of a write that came without one.
function nop() {}

function enqueue(state, chunk, encoding, callback) {
  let bits = state.bits;
  if ((bits & HAS_BUFFERED) === 0) {
    bits |= HAS_BUFFERED;
    state.requests = [];
  }
  state.requests.push({ chunk, encoding, callback });
  if (callback !== nop) bits &= ~ALL_NOOP;
  if (encoding !== 'buffer') bits &= ~ALL_BUFFERS;
  state.bits = bits;
}

function waiting(state) {
  return (state.bits & HAS_BUFFERED) !== 0 ?
    state.requests.length - state.bufferedIndex :
    0;
}

// The writes before `index` are done. Drops their slots when it is worth the while.
function advance(state, index) {
  const buffered = state.requests;
  if (index === buffered.length) {
    clear(state);
  } else if (index > MAX_DONE_SLOTS) {
    buffered.splice(0, index);
    state.bufferedIndex = 0;
  } else {
    state.bufferedIndex = index;
  }
}

function clear(state) {
  state.requests = null;
  state.bufferedIndex = 0;
  state.bits = (state.bits | ALL_BUFFERS | ALL_NOOP) & ~HAS_BUFFERED;
}

module.exports = { advance, clear, enqueue, nop, waiting };
