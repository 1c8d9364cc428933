// Random bytes and numbers: shapes, limits, errors; what comes when.
'use strict';

const crypto = require('crypto');

function attempt(name, action) {
  try {
    console.log(name, '->', action());
  } catch (error) {
    console.log(name, '!', error.name, error.code, error.message);
  }
}

for (const size of [0, 1, 16, 100, 5000, 1.5]) {
  attempt(`randomBytes(${size})`, () => crypto.randomBytes(size).length);
}
for (const size of [-1, 2 ** 31, NaN, '1', undefined]) {
  attempt(`randomBytes(${size})`, () => crypto.randomBytes(size).length);
}
attempt('different', () => crypto.randomBytes(16).equals(crypto.randomBytes(16)));
attempt('a Buffer', () => Buffer.isBuffer(crypto.randomBytes(2000)));

const part = crypto.randomFillSync(Buffer.alloc(200), 50, 100);
attempt('a part', () => [part.subarray(0, 50), part.subarray(50, 150), part.subarray(150)].map((b) => b.some(Boolean)));
attempt('elements', () => crypto.randomFillSync(new Uint32Array(100), 99).findIndex(Boolean));
attempt('an ArrayBuffer', () => crypto.randomFillSync(new ArrayBuffer(3)).byteLength);
attempt('shared memory', () => crypto.randomFillSync(new Uint8Array(new SharedArrayBuffer(50))).some(Boolean));
for (const args of [['x'], [Buffer.alloc(5), 'x'], [Buffer.alloc(5), 6], [Buffer.alloc(5), -1], [Buffer.alloc(5), 1, 5]]) {
  attempt('randomFillSync', () => crypto.randomFillSync(...args));
}

const seen = new Set();
for (let i = 0; i < 500; i++) seen.add(crypto.randomInt(3, 8));
console.log([...seen].sort());
attempt('wide', () => Number.isSafeInteger(crypto.randomInt(2 ** 48 - 1)));
attempt('negative', () => crypto.randomInt(-5, -4));
for (const args of [[0], [5, 5], ['x'], [0, 2 ** 48], [1.5], [1, 2, 3], [2 ** 60]]) {
  attempt(`randomInt(${args})`, () => crypto.randomInt(...args));
}

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
attempt('uuid', () => form.test(crypto.randomUUID()) && form.test(crypto.randomUUID({ disableEntropyCache: true })));
attempt('uuids', () => new Set(Array.from({ length: 1000 }, () => crypto.randomUUID())).size);
attempt('uuid v7', () => {
  const before = Date.now();
  const uuid = crypto.randomUUIDv7();
  const time = parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
  return form.test(uuid) && uuid[14] === '7' && time >= before && time <= Date.now();
});
attempt('uuid options', () => crypto.randomUUID(5));
attempt('uuid cache', () => crypto.randomUUID({ disableEntropyCache: 5 }));

const { crypto: web } = globalThis;
attempt('getRandomValues', () => web.getRandomValues(new Int8Array(100)).some(Boolean));
attempt('floats', () => web.getRandomValues(new Float64Array(1)));
attempt('too many', () => web.getRandomValues(new Uint8Array(65537)));
attempt('none', () => web.getRandomValues());
attempt('this', () => web.getRandomValues.call({}, new Uint8Array(1)));
attempt('new', () => new Crypto());
attempt('tag', () => String(web));
attempt('the same', () => crypto.webcrypto === web);

const order = [];
crypto.randomBytes(10, (error, bytes) => {
  order.push(['randomBytes', error, bytes.length]);
  crypto.randomFill(Buffer.alloc(30), 10, (error, buffer) => {
    order.push(['randomFill', error, buffer.subarray(0, 10).some(Boolean), buffer.subarray(10).some(Boolean)]);
    crypto.randomFill(new ArrayBuffer(0), (error, buffer) => {
      order.push(['nothing', error, buffer.byteLength]);
      console.log(order);
    });
  });
});
crypto.randomInt(5, 6, (error, number) => order.push(['randomInt', error, number]));
process.nextTick(() => order.push('tick'));
order.push('now');
attempt('callback', () => crypto.randomBytes(1, 5));
attempt('callback', () => crypto.randomFill(Buffer.alloc(1)));
