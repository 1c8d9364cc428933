// Timers as a browser runs them, for `--order=html`: one a turn, the oldest first. A timer that is set by a timer is one deeper
// than that; beyond the fifth, none waits less than 4 ms.
'use strict';

const kNesting = Symbol('nesting');
const kDeepest = 5;
const kLeastWhenDeep = 4;

// Where the level of the timer that runs stands. It counts for its microtasks too, so Rust clears it.
const kNestingCell = 2;

// Puts its own functions in place of `own.activate` and `own.processTimers`.
function adapt(own, { detach, dropList, heap, runTimer, timerInfo }) {
  const activatePlainly = own.activate;
  const kNextExpiry = 0;

  function leastOf(delay, level) {
    return level > kDeepest && delay < kLeastWhenDeep ? kLeastWhenDeep : delay;
  }

  own.activate = function activate(timer, isRefed) {
    const level = timerInfo[kNestingCell];
    const delay = timer._idleTimeout;
    if (delay >= 0) timer._idleTimeout = leastOf(delay, level);
    timer[kNesting] = level + 1;
    activatePlainly(timer, isRefed);
  };

  // The list whose first timer is due before all others; undefined if none is due.
  function firstDue(now) {
    let list;
    while ((list = heap.first()) !== undefined) {
      const timer = list._idleNext;
      if (timer === list) {
        dropList(list);
        continue;
      }
      // A list stays where it was when its first timer is cleared.
      const due = timer._idleStart + list.msecs;
      if (due === list.expiry) break;
      list.expiry = due;
      heap.sink(list);
    }
    timerInfo[kNextExpiry] = list === undefined ? Infinity : list.expiry;
    return list === undefined || list.expiry > now ? undefined : list;
  }

  own.processTimers = function processTimers(now) {
    const list = firstDue(now);
    if (list === undefined) return;
    const timer = list._idleNext;
    detach(timer);
    if (list._idleNext === list) dropList(list);
    // For those that are due now; the one that runs may set others.
    firstDue(now);
    const level = timer[kNesting];
    timerInfo[kNestingCell] = level;
    if (timer._repeat) {
      timer._repeat = leastOf(timer._repeat, level);
      timer[kNesting] = level + 1;
    }
    runTimer(timer);
  };
}

module.exports = { adapt };
