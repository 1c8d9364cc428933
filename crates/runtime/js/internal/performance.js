// performance: the clock of the process. The rest of perf_hooks is a later matter.
'use strict';

const native = binding('process');
const started = native.hrtime() - native.uptime() * 1e9;
const timeOrigin = Date.now() - native.uptime() * 1e3;

class Performance {
  now() {
    return (native.hrtime() - started) / 1e6;
  }

  get timeOrigin() {
    return timeOrigin;
  }

  toJSON() {
    return { timeOrigin };
  }

  get [Symbol.toStringTag]() {
    return 'Performance';
  }
}

module.exports = { performance: new Performance(), Performance };
