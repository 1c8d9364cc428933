// monitorEventLoopDelay(): a timer that does nothing, and a histogram of how much time passes from one run of it to the next.
'use strict';

const { HdrHistogram } = require('internal/perf/hdr');
const { Histogram, kCore, kMakesHistogram } = require('internal/perf/histogram');
const { validateInteger, validateObject } = require('internal/validators');

const kLongest = 3.6e12;

class ELDHistogram extends Histogram {
  #resolution;
  #timer;
  #last = 0;

  constructor(key, resolution) {
    super(key, new HdrHistogram(1, kLongest, 3));
    this.#resolution = resolution;
  }

  // False if it was enabled already.
  enable() {
    if (this.#timer !== undefined) return false;
    const { hrtime } = binding('process');
    this.#last = hrtime();
    this.#timer = require('timers').setInterval(() => {
      const now = hrtime();
      this[kCore].record(Math.max(1, now - this.#last));
      this.#last = now;
    }, this.#resolution);
    this.#timer.unref();
    return true;
  }

  disable() {
    if (this.#timer === undefined) return false;
    require('timers').clearInterval(this.#timer);
    this.#timer = undefined;
    return true;
  }

  [Symbol.dispose]() {
    this.disable();
  }
}

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10 } = options;
  validateInteger(resolution, 'options.resolution', 1);
  return new ELDHistogram(kMakesHistogram, resolution);
}

module.exports = { monitorEventLoopDelay };
