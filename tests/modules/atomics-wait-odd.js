// Atomics.waitAsync with odd views and times, many at once, some never ended: nothing breaks, not even at the end.
'use strict';
const times = [undefined, null, 0, -1, NaN, Infinity, -Infinity, 1e300, 2 ** 53, 1, 5, 0.5, '3', {}, 3n];
const makeViews = () => [
  new Int32Array(new SharedArrayBuffer(16)),
  new BigInt64Array(new SharedArrayBuffer(32)),
  new Int32Array(new SharedArrayBuffer(16, { maxByteLength: 64 })),
  new Int32Array(4),
  new Uint8Array(new SharedArrayBuffer(4)),
  {},
  null,
];
const counts = {};
const count = (name) => { counts[name] = (counts[name] ?? 0) + 1; };
for (let round = 0; round < 70; round++) {
  for (const view of makeViews()) {
    for (const time of times) {
      try {
        const { async, value } = Atomics.waitAsync(view, round % 3, typeof view?.[0] === 'bigint' ? 0n : 0, time);
        count(async ? 'waits' : value);
        if (async) value.then((how) => count(`then ${how}`));
      } catch (error) {
        count(error.name);
      }
    }
    if (round % 7 === 0 && view?.BYTES_PER_ELEMENT > 1) Atomics.notify(view, round % 3);
  }
}
setTimeout(() => {
  console.log(counts);
  process.exit();
}, 300);
