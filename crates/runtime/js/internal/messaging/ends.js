// The two ends of a channel, and how what is posted at one comes out at the other.
'use strict';

const native = binding('messaging');

// In a queue: the other end was closed.
const kClosed = Symbol('closed');
// In one poll phase an end may go on for so long, when messages are added as fast as they are taken.
const kMostAtOnce = 1000;

class End {
  constructor() {
    // The other end, if it is in this thread.
    this.peer = undefined;
    // The end of a channel between threads, if it may be in another. What is in the queue below was there first.
    this.native = undefined;
    this.queue = [];
    this.head = 0;
    // The public object, as long as there is one: an end that is under way has none.
    this.port = undefined;
    this.id = 0;
    this.isReceiving = false;
    this.isRefed = false;
    // Whether it can keep the program going at all.
    this.mayHold = true;
    this.isClosing = false;
    this.isPending = false;
  }
}

// Whether somebody may hear what is posted at an end.
function isEntangled(end) {
  return end.peer !== undefined || end.native !== undefined;
}

function entangle(one, other) {
  one.peer = other;
  other.peer = one;
}

const ends = new WeakMap();
const openEnds = new Map();

// The end behind a public object; undefined if it is none.
function endOf(object) {
  return typeof object === 'object' && object !== null ? ends.get(object) : undefined;
}

// Gives an end a public object and a handle of the loop. `receiver` is told of what comes.
function attach(end, receiver, port = receiver) {
  ends.set(port, end);
  end.port = receiver;
  end.id = native.open();
  openEnds.set(end.id, end);
  if (end.native !== undefined) native.listen(end.native, end.id);
  if (end.head < end.queue.length) announce(end);
}

// Gives an end to another public object, with a handle of its own. The one that had it keeps an end that leads nowhere.
function moveEnd(from, receiver, port) {
  const end = ends.get(from);
  const dead = new End();
  dead.port = { __proto__: null, [kOnClose]() {} };
  ends.set(from, dead);
  if (end.id !== 0) {
    dead.id = end.id;
    openEnds.set(dead.id, dead);
    close(dead);
  }
  end.isReceiving = false;
  end.isRefed = false;
  attach(end, receiver, port);
}

// Whether an end was closed by its own side.
function isDead(end) {
  return end.isClosing;
}

function isDetached(port) {
  const end = endOf(port);
  return end.isClosing || end.id === 0;
}

// Takes the end of a channel away from its public object, which is closed.
function takeEnd(port) {
  const end = endOf(port);
  const moved = new End();
  moved.queue = end.queue;
  moved.head = end.head;
  moved.native = end.native;
  end.native = undefined;
  if (end.peer !== undefined) entangle(moved, end.peer);
  end.peer = undefined;
  end.queue = [];
  end.head = 0;
  close(end);
  return moved;
}

// Puts a message, or that there will be no more, into the queue of an end.
function put(end, message) {
  end.queue.push(message);
  if (end.id !== 0) announce(end);
}

// Posts a message at an end, for the other one.
function post(end, message) {
  if (end.native === undefined) put(end.peer, message);
  else require('internal/messaging/remote').send(end.native, message);
}

function hasSome(end) {
  return end.head < end.queue.length || (end.native !== undefined && native.count(end.native) > 0);
}

// What the queue of an end has to give now, taken out; undefined if there is nothing.
function take(end, wantsMessages) {
  const { queue, head } = end;
  if (head === queue.length && end.native !== undefined) {
    return require('internal/messaging/remote').receive(end.native, wantsMessages, kClosed);
  }
  if (head === queue.length || (!wantsMessages && queue[head] !== kClosed)) return undefined;
  const message = queue[head];
  queue[head] = undefined;
  end.head = head + 1;
  if (end.head === queue.length) {
    queue.length = 0;
    end.head = 0;
  }
  return message;
}

function start(end) {
  if (end.isReceiving) return;
  end.isReceiving = true;
  if (end.id !== 0 && hasSome(end)) announce(end);
}

function stop(end) {
  end.isReceiving = false;
}

function setRef(end, isRefed) {
  if (end.isRefed === isRefed || end.id === 0 || (isRefed && !end.mayHold)) return;
  end.isRefed = isRefed;
  native.setRef(end.id, isRefed);
}

// From now on it does not keep the program going, whoever listens.
function letGo(end) {
  end.mayHold = false;
  setRef(end, false);
}

// The rest happens in the closing phase.
function close(end) {
  if (end.isClosing || end.id === 0) return;
  end.isClosing = true;
  native.close(end.id);
}

function closed(id) {
  const end = openEnds.get(id);
  openEnds.delete(id);
  end.id = 0;
  end.isRefed = false;
  if (end.peer !== undefined) {
    end.peer.peer = undefined;
    put(end.peer, kClosed);
    end.peer = undefined;
  }
  if (end.native !== undefined) {
    native.release(end.native);
    end.native = undefined;
  }
  end.port[kOnClose]();
}

// The methods by which a public object is told.
const kOnMessage = Symbol('on message');
const kOnClose = Symbol('on close');

// Ends with something in their queues, in no order.
const pending = [];

function announce(end) {
  if (end.isPending) return;
  end.isPending = true;
  pending.push(end);
  native.wake();
}

// Notes the ends that got something from other threads.
function noteArrived() {
  const ids = native.arrived();
  if (ids === undefined) return;
  for (let i = 0; i < ids.length; i++) {
    const end = openEnds.get(ids[i]);
    if (end === undefined || end.isPending || end === current) continue;
    end.isPending = true;
    pending.push(end);
  }
}

// The end whose turn it is, its number, and how many messages it may still take.
let current;
let last = 0;
let left = 0;

// What there was before a call of deliver().
const kBegins = 0;
const kThrew = 2;

// Delivers one message, and says whether there was one. Ends have their turns in the order in which they were made; one
// that comes up when its turn is over, or that has met an exception, waits for the next poll phase.
function deliver(before) {
  if (before === kBegins) {
    last = 0;
    noteArrived();
  } else if (before === kThrew) yieldTurn();
  for (;;) {
    if (current === undefined && !nextTurn()) return false;
    const message = left === 0 ? undefined : take(current, current.isReceiving);
    left--;
    if (message === undefined) {
      yieldTurn();
    } else if (message === kClosed) {
      close(current);
    } else {
      current.port[kOnMessage](message);
      return true;
    }
  }
}

function nextTurn() {
  let at = -1;
  for (let i = 0; i < pending.length; i++) {
    const { id } = pending[i];
    if (id > last && (at < 0 || id < pending[at].id)) at = i;
  }
  if (at < 0) {
    if (pending.length > 0) native.wake();
    return false;
  }
  const end = pending[at];
  pending.splice(at, 1);
  end.isPending = false;
  last = end.id;
  // What was closed before its turn came has none.
  if (end.isClosing) return nextTurn();
  current = end;
  const distant = end.native === undefined ? 0 : native.count(end.native);
  left = Math.max(kMostAtOnce, end.queue.length - end.head + distant);
  return true;
}

function yieldTurn() {
  const end = current;
  current = undefined;
  if (end === undefined || end.isClosing || !hasSome(end)) return;
  if (end.isReceiving || end.queue[end.head] === kClosed) announce(end);
}

native.setCallbacks(deliver, closed);

module.exports = {
  End, attach, close, endOf, entangle, isDead, isDetached, isEntangled, kClosed, kOnClose, kOnMessage, letGo, moveEnd, post,
  put, setRef, start, stop, take, takeEnd,
};
