// monitorEventLoopDelay(): a timer that does nothing, and a histogram of how much time passes from one run of it to the next. Or a
// histogram of how long the turns of the loop take.
'use strict';

const { HdrHistogram } = require('internal/perf/hdr');
const { Histogram, kCore, kMakesHistogram } = require('internal/perf/histogram');
const { validateBoolean, validateInteger, validateObject } = require('internal/validators');

const kLongest = 3.6e12;

class TimerSamples extends HdrHistogram {
  #resolution;
  #timer;
  #last = 0;

  constructor(resolution) {
    super(1, kLongest, 3);
    this.#resolution = resolution;
  }

  start() {
    const { hrtime } = binding('process');
    this.#last = hrtime();
    this.#timer = require('timers').setInterval(() => {
      const now = hrtime();
      this.record(Math.max(1, now - this.#last));
      this.#last = now;
    }, this.#resolution);
    this.#timer.unref();
  }

  stop() {
    require('timers').clearInterval(this.#timer);
  }

  update() {}
}

// The loop takes them, and they are fetched when somebody looks.
class TurnSamples extends HdrHistogram {
  #sampler;

  constructor() {
    super(1, kLongest, 3);
  }

  start() {
    this.#sampler = binding('health').sampleTurns(() => this.update());
  }

  stop() {
    this.update();
    binding('health').stopSampling(this.#sampler);
    this.#sampler = undefined;
  }

  update() {
    if (this.#sampler === undefined) return;
    const samples = binding('health').takeSamples(this.#sampler);
    for (let i = 0; i < samples.length; i++) this.record(samples[i]);
  }
}

class ELDHistogram extends Histogram {
  #samples;
  #isEnabled = false;

  constructor(key, samples) {
    super(key, samples);
    this.#samples = samples;
    // Whoever reads the histogram wants what has been measured up to now.
    Object.defineProperty(this, kCore, {
      __proto__: null,
      configurable: true,
      get: () => {
        samples.update();
        return samples;
      },
    });
  }

  // False if it was enabled already.
  enable() {
    if (this.#isEnabled) return false;
    this.#isEnabled = true;
    this.#samples.start();
    return true;
  }

  disable() {
    if (!this.#isEnabled) return false;
    this.#isEnabled = false;
    this.#samples.stop();
    return true;
  }

  [Symbol.dispose]() {
    this.disable();
  }
}

function monitorEventLoopDelay(options = {}) {
  validateObject(options, 'options');
  const { resolution = 10, samplePerIteration = false } = options;
  validateInteger(resolution, 'options.resolution', 1);
  validateBoolean(samplePerIteration, 'options.samplePerIteration');
  return new ELDHistogram(kMakesHistogram, samplePerIteration ? new TurnSamples() : new TimerSamples(resolution));
}

module.exports = { monitorEventLoopDelay };
