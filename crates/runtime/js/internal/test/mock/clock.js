// A clock that stands still until it is told to go on, with the timers that wait for it.
'use strict';

class MockTimer {
  #clock;
  #isReferenced = true;
  id;
  due = 0;
  callback;
  args;
  delay;
  // For intervals: it is set again when it has run.
  repeats;

  constructor(clock, id, callback, args, delay, repeats) {
    this.#clock = clock;
    this.id = id;
    this.callback = callback;
    this.args = args;
    this.delay = delay;
    this.repeats = repeats;
    hide(this, ['id', 'due', 'callback', 'args', 'delay', 'repeats']);
  }

  hasRef() {
    return this.#isReferenced;
  }

  ref() {
    this.#isReferenced = true;
    return this;
  }

  unref() {
    this.#isReferenced = false;
    return this;
  }

  refresh() {
    this.#clock.remove(this);
    this.#clock.schedule(this);
    return this;
  }

  close() {
    this.#clock.remove(this);
    return this;
  }

  [Symbol.dispose]() {
    this.#clock.remove(this);
  }

  [Symbol.toPrimitive]() {
    return this.id;
  }
}

function hide(object, names) {
  for (const name of names) Object.defineProperty(object, name, { __proto__: null, enumerable: false });
}

class MockClock {
  now;
  #nextId = 1;
  // In the order in which they run.
  #timers = [];

  constructor(now) {
    this.now = now;
  }

  // `delay` is undefined for immediates, which come before all timers of their time.
  add(callback, args, delay, repeats) {
    const timer = new MockTimer(this, this.#nextId++, callback, args, delay, repeats);
    this.schedule(timer);
    return timer;
  }

  schedule(timer) {
    this.#insert(timer, this.now + (timer.delay ?? -1));
  }

  #insert(timer, due) {
    timer.due = due;
    let place = this.#timers.length;
    while (place > 0 && this.#timers[place - 1].due > timer.due) place--;
    this.#timers.splice(place, 0, timer);
  }

  remove(timer) {
    const place = this.#timers.findIndex((one) => one === timer || one.id === timer);
    if (place !== -1) this.#timers.splice(place, 1);
    if (timer !== null && typeof timer === 'object') timer.repeats = false;
  }

  get latest() {
    return this.#timers.at(-1)?.due;
  }

  // It is `end` at once; what has become due runs in the order in which it would have.
  advance(end) {
    if (end > this.now) this.now = end;
    while (this.#timers.length > 0 && this.#timers[0].due <= end) {
      const timer = this.#timers.shift();
      try {
        if (typeof timer.callback === 'function') Reflect.apply(timer.callback, timer, timer.args);
      } finally {
        if (timer.repeats) this.#insert(timer, timer.due + timer.delay);
      }
    }
  }
}

module.exports = { MockClock };
