// Timers and immediates. Timers of the same duration stand in one list, in the order in which they
// were set, which is the order in which they are due; a heap holds the lists. So setting and
// clearing a timer costs next to nothing, and the loop has one timer of its own for all.
'use strict';

const native = binding('timers');
const { adopt, cells, drain, enter, finish, kAsyncContext, leave, release, setHooks } = require('internal/task_queue');
const heap = require('internal/timers/heap');
const { isHtml, isNode10 } = native;

const kMaxDelay = 2 ** 31 - 1;
const kRefed = Symbol('refed');
const kHasPrimitive = Symbol('kHasPrimitive');

// What Rust reads when JavaScript is left: when the first list is due, and how many timers keep the
// loop alive. So setting and clearing timers does not cross over.
const timerInfo = native.timerInfo;
const kNextExpiry = 0;
const kRefedTimers = 1;

const listsByDuration = new Map();
const timersById = new Map();
let listOrder = 0;
let lastId = 0;
// The list whose timers are run; it stays so when one of them throws, until the rest has run.
let running = null;

// Ticks and microtasks run between two callbacks of one list. Before Node 11 they did not.
const drainBetween = isNode10 ? () => {} : drain;

// A ring of timers: the list itself is the first link.
class TimersList {
  constructor(duration, expiry) {
    this._idleNext = this;
    this._idlePrev = this;
    this.msecs = duration;
    this.expiry = expiry;
    this.order = listOrder++;
    this.place = 0;
    this.isGone = false;
  }
}

function detach(timer) {
  const next = timer._idleNext;
  const previous = timer._idlePrev;
  if (next) next._idlePrev = previous;
  if (previous) previous._idleNext = next;
  timer._idleNext = null;
  timer._idlePrev = null;
}

function append(list, timer) {
  if (timer._idleNext !== null) detach(timer);
  const last = list._idlePrev;
  timer._idlePrev = last;
  timer._idleNext = list;
  last._idleNext = timer;
  list._idlePrev = timer;
}

function insert(timer, duration, start) {
  timer._idleStart = start;
  const expiry = start + duration;
  let list = listsByDuration.get(duration);
  if (list === undefined) {
    list = new TimersList(duration, expiry);
    listsByDuration.set(duration, list);
    heap.add(list);
    if (expiry < timerInfo[kNextExpiry]) timerInfo[kNextExpiry] = expiry;
  } else if (list.isGone) {
    // As good as a new one.
    list.isGone = false;
    list.expiry = expiry;
    list.order = listOrder++;
    heap.sink(list);
    if (expiry < timerInfo[kNextExpiry]) timerInfo[kNextExpiry] = expiry;
  }
  append(list, timer);
}

// Sets a timer, from the beginning if it is set already.
function activate(timer, isRefed) {
  const duration = timer._idleTimeout;
  if (duration < 0 || duration === undefined) return;
  insert(timer, Math.trunc(duration), native.now());
  const counted = !timer._destroyed && timer[kRefed] === true;
  if (timer._destroyed && cells[kAsyncContext] !== 0) adopt(timer, 'Timeout');
  timer._destroyed = false;
  if (isRefed !== counted) timerInfo[kRefedTimers] += isRefed ? 1 : -1;
  timer[kRefed] = isRefed;
}

function dropList(list) {
  listsByDuration.delete(list.msecs);
  heap.remove(list);
}

// Takes a timer out for good: refresh() does not set it again.
function clear(timer) {
  timer._onTimeout = undefined;
  if (timer._destroyed) return;
  const next = timer._idleNext;
  const duration = timer._idleTimeout;
  timer._idleTimeout = -1;
  detach(timer);
  retire(timer);
  if (!timer[kRefed]) return;
  if (running !== null && running.msecs === Math.trunc(duration)) leaveIfEmpty();
  else if (next !== null && next._idleNext === next) next.isGone = true;
}

// A list whose last timer is cleared is gone, for what is set from now on and for the order of lists;
// to take it out of the heap can wait until it would be due. Lists that lose a timer without a ref stay,
// due when they were: as in Node, where scripts can see it by the order of timers.
function leaveIfEmpty() {
  if (running._idleNext !== running) return;
  // Should the callback throw, the next list follows at once.
  dropList(running);
  running = null;
}

// A timer that is not to run again.
function retire(timer) {
  timer._destroyed = true;
  if (cells[kAsyncContext] !== 0) release(timer);
  if (timer[kHasPrimitive]) timersById.delete(timer._timerId);
  if (timer[kRefed]) timerInfo[kRefedTimers]--;
}

function normalizeDelay(after) {
  after *= 1;
  if (after >= 1 && after <= kMaxDelay) return after;
  if (after > kMaxDelay || after < 0 || after !== after) warnOfDelay(after);
  return 1;
}

function warnOfDelay(after) {
  require('internal/timers/warnings').delayOutOfRange(after);
}

class Timeout {
  constructor(callback, after, args, isRepeat) {
    after = after === undefined ? 1 : normalizeDelay(after);
    this._idleTimeout = after;
    this._idlePrev = null;
    this._idleNext = null;
    this._idleStart = null;
    this._onTimeout = callback;
    this._timerArgs = args;
    // Set in two places: the engine makes room for as many properties as it sees set by name, and there
    // are two more.
    if (isRepeat) this._repeat = after;
    else this._repeat = null;
    this._destroyed = false;
    this[kRefed] = null;
    this[kHasPrimitive] = false;
    if (cells[kAsyncContext] !== 0) adopt(this, 'Timeout');
  }

  refresh() {
    activate(this, this[kRefed] === true);
    return this;
  }

  unref() {
    if (this[kRefed] === true) {
      this[kRefed] = false;
      if (!this._destroyed) timerInfo[kRefedTimers]--;
    }
    return this;
  }

  ref() {
    if (this[kRefed] === false) {
      this[kRefed] = true;
      if (!this._destroyed) timerInfo[kRefedTimers]++;
    }
    return this;
  }

  hasRef() {
    return this[kRefed] === true;
  }

  close() {
    clear(this);
    return this;
  }

  // The lists that it is in are nobody's business.
  [Symbol.for('nodejs.util.inspect.custom')](_, options) {
    const { inspect } = require('internal/util/inspect');
    return inspect(this, { ...options, depth: 0, customInspect: false });
  }

  [Symbol.dispose]() {
    clear(this);
  }

  [Symbol.toPrimitive]() {
    if (!this[kHasPrimitive]) {
      this[kHasPrimitive] = true;
      Object.defineProperty(this, '_timerId', { __proto__: null, value: ++lastId, configurable: true });
      timersById.set(this._timerId, this);
    }
    return this._timerId;
  }
}

// Runs what is due at `now`.
function processTimers(now) {
  timerInfo[kNextExpiry] = Infinity;
  let list;
  let ranOne = false;
  while ((list = heap.first()) !== undefined) {
    if (list.expiry > now) {
      timerInfo[kNextExpiry] = list.expiry;
      return;
    }
    if (list.isGone) {
      dropList(list);
      continue;
    }
    if (ranOne) drain();
    else ranOne = true;
    runList(list, now);
  }
}

function runList(list, now) {
  const duration = list.msecs;
  let ranOne = false;
  running = list;
  for (let timer = list._idleNext; timer !== list; timer = list._idleNext) {
    if (now - timer._idleStart < duration) {
      running = null;
      list.expiry = Math.max(timer._idleStart + duration, now + 1);
      list.order = listOrder++;
      heap.sink(list);
      return;
    }
    // The timer is the next one now, even if what runs meanwhile sets it anew.
    if (ranOne) drainBetween();
    ranOne = true;
    detach(timer);
    runTimer(timer);
  }
  if (running === list) {
    dropList(list);
    running = null;
  }
}

function runTimer(timer) {
  const callback = timer._onTimeout;
  if (typeof callback !== 'function') {
    if (!timer._destroyed) retire(timer);
    return;
  }
  const start = timer._repeat ? native.now() : 0;
  if (cells[kAsyncContext] !== 0) enter(timer);
  try {
    const args = timer._timerArgs;
    if (args === undefined) timer._onTimeout();
    else if (args.length === 1) timer._onTimeout(args[0]);
    else timer._onTimeout(...args);
    if (cells[kAsyncContext] !== 0) leave(timer);
  } finally {
    if (timer._repeat && timer._idleTimeout !== -1 && !timer._destroyed) {
      // Even if refresh() has set it meanwhile: then it goes to the end once more.
      timer._idleTimeout = timer._repeat;
      insert(timer, Math.trunc(timer._repeat), start);
    } else if (timer._idleNext === null && !timer._destroyed) {
      retire(timer);
    }
  }
}

// Immediates: a queue that is taken as a whole when the check phase begins. `outstanding` is the
// part of it that was left when a callback threw: the phase goes on with it. It goes on with what has
// been set meanwhile if the last one threw, unless that was there only to empty the queues after an error.
const immediateInfo = native.immediateInfo;
const kCount = 0;
const kRefedCount = 1;
const kOutstanding = 2;
const queue = { head: null, tail: null };
let outstanding = null;

class Immediate {
  constructor(callback, args) {
    this._idleNext = null;
    this._idlePrev = null;
    this._onImmediate = callback;
    this._argv = args;
    this._destroyed = false;
    this[kRefed] = false;
    if (cells[kAsyncContext] !== 0) adopt(this, 'Immediate');
    refImmediate(this);
    immediateInfo[kCount]++;
    if (queue.tail === null) {
      queue.head = queue.tail = this;
    } else {
      this._idlePrev = queue.tail;
      queue.tail._idleNext = this;
      queue.tail = this;
    }
  }

  ref() {
    if (this[kRefed] === false) refImmediate(this);
    return this;
  }

  unref() {
    if (this[kRefed] === true) unrefImmediate(this);
    return this;
  }

  hasRef() {
    return this[kRefed] === true;
  }

  [Symbol.dispose]() {
    clearImmediate(this);
  }
}

function refImmediate(immediate) {
  immediate[kRefed] = true;
  immediateInfo[kRefedCount]++;
}

function unrefImmediate(immediate) {
  immediate[kRefed] = false;
  immediateInfo[kRefedCount]--;
}

function clearImmediate(immediate) {
  if (!immediate || !(immediate instanceof Immediate) || immediate._destroyed) return;
  immediate._destroyed = true;
  if (cells[kAsyncContext] !== 0) release(immediate);
  immediateInfo[kCount]--;
  if (immediate[kRefed]) unrefImmediate(immediate);
  immediate[kRefed] = null;
  immediate._onImmediate = null;
  const { _idleNext: next, _idlePrev: previous } = immediate;
  if (next !== null) next._idlePrev = previous;
  if (previous !== null) previous._idleNext = next;
  if (queue.head === immediate) queue.head = next;
  if (queue.tail === immediate) queue.tail = previous;
  if (outstanding === immediate) outstanding = next;
}

// Called once, before the immediates of the next check phase; until then it counts as an immediate.
let preparation = null;

function beforeNextImmediates(callback) {
  preparation = callback;
  immediateInfo[kCount]++;
  immediateInfo[kRefedCount]++;
}

function prepareImmediates() {
  const callback = preparation;
  preparation = null;
  immediateInfo[kCount]--;
  immediateInfo[kRefedCount]--;
  callback();
}

function processImmediates() {
  immediateInfo[kOutstanding] = 1;
  if (preparation !== null) prepareImmediates();
  if (outstanding === null) {
    outstanding = queue.head;
    queue.head = queue.tail = null;
  }
  let ranOne = false;
  while (outstanding !== null) {
    if (ranOne) {
      drainBetween();
      if (outstanding === null) break;
    }
    ranOne = true;
    const immediate = outstanding;
    outstanding = immediate._idleNext;
    if (outstanding !== null) outstanding._idlePrev = null;
    immediate._idleNext = null;
    if (outstanding === null && immediate._onImmediate === drain) immediateInfo[kOutstanding] = 0;
    runImmediate(immediate);
  }
  immediateInfo[kOutstanding] = 0;
}

function runImmediate(immediate) {
  immediate._destroyed = true;
  immediateInfo[kCount]--;
  if (immediate[kRefed]) immediateInfo[kRefedCount]--;
  immediate[kRefed] = null;
  if (cells[kAsyncContext] !== 0) enter(immediate);
  const args = immediate._argv;
  let isLeft = false;
  try {
    if (args === undefined) immediate._onImmediate();
    else if (args.length === 1) immediate._onImmediate(args[0]);
    else immediate._onImmediate(...args);
    if (cells[kAsyncContext] !== 0) {
      isLeft = true;
      finish(immediate);
    }
  } finally {
    immediate._onImmediate = null;
    if (!isLeft && cells[kAsyncContext] !== 0) release(immediate);
  }
}

// How many timers and immediates keep the loop alive.
function countRefed() {
  return { timeouts: timerInfo[kRefedTimers], immediates: immediateInfo[kRefedCount] };
}

const own = { __proto__: null, activate, processTimers };
if (isHtml) require('internal/timers/html').adapt(own, { detach, dropList, heap, runTimer, timerInfo });

// The loop calls these from now on.
setHooks({ __proto__: null, processTimers: own.processTimers, processImmediates });

module.exports = {
  beforeNextImmediates,
  countRefed,
  Timeout,
  Immediate,
  TimersList,
  activate: own.activate,
  clear,
  clearImmediate,
  processTimers: own.processTimers,
  processImmediates,
  timersById,
  kMaxDelay,
};
