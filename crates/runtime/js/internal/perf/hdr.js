// A histogram of high dynamic range: it counts whole numbers from 1 up to a large one in buckets that grow with them, so that
// each number is kept to so many significant figures.
//
// Buckets: the first has a place for each number (or for each `unit` of them) up to `places`; each that follows reaches twice as
// far with places of twice the width, and needs only the upper half of its places, for the lower half is the bucket before.
'use strict';

const kNothing = 9223372036854776000;

class HdrHistogram {
  constructor(lowest, highest, figures) {
    this.lowest = lowest;
    this.highest = highest;
    this.figures = figures;
    // The width of the narrowest places, as a power of two.
    this.unit = Math.floor(Math.log2(lowest));
    this.places = 2 ** Math.ceil(Math.log2(2 * 10 ** figures));
    this.half = this.places / 2;
    this.counts = new Float64Array((bucketsFor(highest, this.places * 2 ** this.unit) + 1) * this.half);
    this.reset();
  }

  reset() {
    this.counts.fill(0);
    this.count = 0;
    this.exceeds = 0;
    this.least = Infinity;
    this.most = 0;
    // Where values end: nothing beyond has been counted.
    this.end = 0;
  }

  // The bucket of a value: how many times its places are wider than the narrowest, as a power of two.
  bucketOf(value) {
    let bucket = 0;
    let reach = this.places * 2 ** this.unit;
    while (value >= reach) {
      reach *= 2;
      bucket++;
    }
    return bucket;
  }

  indexOf(value) {
    const bucket = this.bucketOf(value);
    return bucket * this.half + Math.floor(value / 2 ** (bucket + this.unit));
  }

  // The lowest value of a place.
  valueAt(index) {
    const bucket = Math.max(0, Math.floor(index / this.half) - 1);
    return (index - bucket * this.half) * 2 ** (bucket + this.unit);
  }

  // All values from valueAt() on, so many, count as the same.
  widthAt(index) {
    return 2 ** (Math.max(0, Math.floor(index / this.half) - 1) + this.unit);
  }

  record(value, times = 1) {
    if (value > this.highest) {
      this.exceeds += times;
      return;
    }
    const index = this.indexOf(value);
    this.counts[index] += times;
    this.count += times;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
    if (index >= this.end) this.end = index + 1;
  }

  // What is beyond this one's reach is left out.
  add(other) {
    for (let index = 0; index < other.end; index++) {
      const times = other.counts[index];
      const value = other.valueAt(index);
      if (times > 0 && value <= this.highest) this.record(value, times);
    }
    this.exceeds += other.exceeds;
  }

  get min() {
    return this.count === 0 ? kNothing : this.valueAt(this.indexOf(this.least));
  }

  get max() {
    return this.count === 0 ? 0 : this.lastOf(this.indexOf(this.most));
  }

  // The highest value that counts as one at this place.
  lastOf(index) {
    return this.valueAt(index) + this.widthAt(index) - 1;
  }

  // The mean of a power of what the values are away from `center`. A value counts as the one in the middle of its place.
  moment(center, power) {
    let sum = 0;
    for (let index = 0; index < this.end; index++) {
      const times = this.counts[index];
      if (times > 0) sum += times * (this.valueAt(index) + Math.floor(this.widthAt(index) / 2) - center) ** power;
    }
    return sum / this.count;
  }

  get mean() {
    return this.moment(0, 1);
  }

  get stddev() {
    return Math.sqrt(this.moment(this.mean, 2));
  }

  // How lopsided it is; 0 where that cannot be said.
  get skewness() {
    return this.count < 3 ? 0 : this.shape(3);
  }

  // How much there is at the far ends, beside a normal distribution.
  get kurtosis() {
    return this.count < 4 || this.stddev === 0 ? 0 : this.shape(4) - 3;
  }

  shape(power) {
    const { mean, stddev } = this;
    return stddev === 0 ? 0 : this.moment(mean, power) / stddev ** power;
  }

  percentile(percentile) {
    const wanted = Math.max(1, Math.round((percentile / 100) * this.count));
    let seen = 0;
    for (let index = 0; index < this.end; index++) {
      seen += this.counts[index];
      if (seen >= wanted) return this.lastOf(index);
    }
    return this.lastOf(0);
  }

  // [percentile, value] for 0, 50, 75, 87.5 and so on: each step goes half of the way to 100, until all values are seen.
  percentiles() {
    const steps = [];
    let step = 0;
    let seen = 0;
    let value = 0;
    for (let index = 0; index < this.end && seen < this.count; index++) {
      if (this.counts[index] === 0) continue;
      seen += this.counts[index];
      value = this.valueAt(index);
      while (step <= (100 * seen) / this.count) {
        steps.push([step, value]);
        step += (100 - step) / 2;
        // At the last value there is one step, and the end.
        if (seen === this.count) break;
      }
    }
    steps.push([100, value]);
    return steps;
  }
}

// How many buckets it takes to reach so far.
function bucketsFor(highest, reach) {
  let buckets = 1;
  while (reach <= highest) {
    reach *= 2;
    buckets++;
  }
  return buckets;
}

module.exports = { HdrHistogram };
