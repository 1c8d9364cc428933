// Histograms: what they count, what they say of it, what they refuse.
'use strict';
const { createHistogram, monitorEventLoopDelay, timerify } = require('perf_hooks');
const { inspect } = require('util');

function attempt(label, fn) {
  try {
    console.log(label, fn());
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

function show(histogram) {
  const { min, max, mean, stddev, count, exceeds, minBigInt, maxBigInt, countBigInt, exceedsBigInt } = histogram;
  console.log({ min, max, mean, stddev, count, exceeds, minBigInt, maxBigInt, countBigInt, exceedsBigInt });
  console.log(histogram.percentiles, [1, 50, 90, 99, 99.9, 100].map((percent) => histogram.percentile(percent)));
}

const squares = createHistogram();
show(squares);
console.log(inspect(squares), inspect(squares, { depth: -1 }));
for (let i = 1; i <= 1000; i++) squares.record(i * i);
show(squares);
console.log(squares.percentileBigInt(50), squares.percentilesBigInt.get(100), squares.skewness.toFixed(10));
for (const value of [1n, 2n ** 40n, Number.MAX_SAFE_INTEGER, 2n ** 62n]) squares.record(value);
show(squares);

const coarse = createHistogram({ lowest: 4, highest: 1000, figures: 1 });
for (const value of [1, 5, 17, 100, 999, 1000, 1001]) coarse.record(value);
show(coarse);
coarse.add(squares);
show(coarse);
coarse.reset();
show(coarse);
const fine = createHistogram({ figures: 5 });
for (let i = 1; i < 1e9; i *= 3) fine.record(i);
show(fine);

for (const options of [
  5, null, { lowest: 0 }, { lowest: 1.5 }, { lowest: 'x' }, { lowest: 5, highest: 9 }, { lowest: 5, highest: 10 }, { highest: 1 },
  { figures: 0 }, { figures: 6 }, { figures: 1.5 }, { lowest: 1n, highest: 5n },
]) attempt(options, () => createHistogram(options).count);
for (const value of [0, -1, 1.5, 'x', undefined, 2 ** 60, 0n, 2n ** 63n]) attempt(value, () => squares.record(value));
for (const percent of [0, 101, 'x', NaN]) attempt(percent, () => squares.percentile(percent));
attempt('add', () => squares.add({}));
attempt('this', () => squares.percentile.call({}, 5));
attempt('this', () => squares.record.call({}, 5));
attempt('new', () => new squares.constructor());
attempt('resolution', () => monitorEventLoopDelay({ resolution: 0 }));
attempt('timerify', () => timerify(() => {}, { histogram: {} }));

const calls = createHistogram();
timerify(() => {}, { histogram: calls })();
calls.recordDelta();
console.log(calls.count, calls.min > 0);
calls.recordDelta();
console.log(calls.count);

// A copy counts together with the original.
const copy = structuredClone(calls);
copy.record(5);
console.log(calls.count, copy.constructor.name);

const delay = monitorEventLoopDelay({ resolution: 5 });
console.log(delay.enable(), delay.enable(), delay.count);
const began = Date.now();
setTimeout(() => {
  while (Date.now() - began < 100);
  setTimeout(() => {
    console.log(delay.disable(), delay.disable(), delay.count > 0, delay.max > 50e6, delay.min >= 1e6, delay.max < 1e10);
    const { enable } = structuredClone(delay);
    console.log(enable);
    const { count } = delay;
    setTimeout(() => console.log(delay.count === count), 50);
  }, 50);
}, 20);
