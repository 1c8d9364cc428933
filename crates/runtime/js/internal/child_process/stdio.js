// The option `stdio`: what a child gets as its descriptors.
'use strict';

const { codes } = require('internal/errors');

const { ERR_INVALID_ARG_VALUE, ERR_INVALID_SYNC_FORK_INPUT, ERR_IPC_ONE_PIPE, ERR_IPC_SYNC_FORK } = codes;

// What stands for a descriptor in the plan of a binding, if it is not a number of ours.
const kIgnore = -1;
const kPipe = -2;
const kNonblockingPipe = -3;

const words = ['ignore', 'pipe', 'overlapped', 'inherit'];

// What a single word stands for: the same thing three times.
function toList(stdio, channel) {
  if (!words.includes(stdio)) throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
  const list = stdio === 'inherit' ? [0, 1, 2] : [stdio, stdio, stdio];
  if (channel !== undefined) list.push(channel);
  return list;
}

// A descriptor of the child: `code` is what the binding takes, `type` how Node names it.
class Slot {
  constructor(place, type, code, source = undefined) {
    this.place = place;
    this.type = type;
    this.code = code;
    // The stream or handle that is passed on.
    this.source = source;
  }

  get isPipe() {
    return this.code === kPipe || this.code === kNonblockingPipe;
  }
}

// A slot for each descriptor, and the place of the channel, -1 if there is none.
function parseStdio(stdio, isSync) {
  if (typeof stdio === 'string') stdio = toList(stdio);
  else if (!Array.isArray(stdio)) throw new ERR_INVALID_ARG_VALUE('stdio', stdio);
  // At least these three are always there, also in the caller's list.
  while (stdio.length < 3) stdio.push(undefined);
  const slots = [];
  let channel = -1;
  for (let place = 0; place < stdio.length; place++) {
    const wish = stdio[place];
    if (wish === 'ipc') {
      if (isSync) throw new ERR_IPC_SYNC_FORK();
      if (channel !== -1) throw new ERR_IPC_ONE_PIPE();
      channel = place;
    }
    const slot = toSlot(wish, place, isSync);
    if (slot !== undefined) slots.push(slot);
  }
  return { slots, channel };
}

function toSlot(wish, place, isSync) {
  switch (wish) {
    case undefined:
    case null:
      return place < 3 ? new Slot(place, 'pipe', kPipe) : new Slot(place, 'ignore', kIgnore);
    case 'ignore':
      return new Slot(place, 'ignore', kIgnore);
    case 'pipe':
    case 'ipc':
      return new Slot(place, 'pipe', kPipe);
    case 'overlapped':
      return new Slot(place, 'overlapped', kNonblockingPipe);
    case 'inherit':
      return new Slot(place, 'inherit', place);
    default:
  }
  if (typeof wish === 'number' || typeof wish?.fd === 'number') {
    // The system knows no fractions.
    return new Slot(place, 'fd', (typeof wish === 'number' ? wish : wish.fd) | 0);
  }
  const handle = handleOf(wish);
  if (handle !== undefined) return new Slot(place, 'wrap', handle.fd, wish);
  if (typeof wish !== 'string' && !ArrayBuffer.isView(wish)) throw new ERR_INVALID_ARG_VALUE('stdio', wish);
  if (!isSync) throw new ERR_INVALID_SYNC_FORK_INPUT(require('internal/util/inspect').inspect(wish));
  return undefined;
}

// The handle with a descriptor that a value is or has.
function handleOf(value) {
  const candidates = [value, value?.handle, value?._handle];
  return candidates.find((handle) => handle !== null && typeof handle === 'object' &&
    typeof handle.readStart === 'function' && typeof handle.fd === 'number' && handle.fd >= 0);
}

module.exports = { kPipe, parseStdio, toList };
