// The class File: a Blob with a name and a time.
'use strict';

const { inspect, isDeepStrictEqual } = require('util');

function attempt(label, make) {
  try {
    console.log(label, '=>', make());
  } catch (error) {
    console.log(label, '!!', error.name, error.code, error.message);
  }
}

attempt('nothing', () => new File());
attempt('no name', () => new File([]));
attempt('bits', () => new File('text', 'name'));
attempt('symbol', () => new File([], Symbol('name')));
attempt('options', () => new File([], 'name', 5));
attempt('name', () => new File(['abc'], 'a/b\ud800', { lastModified: 5, type: 'A/B' }));
attempt('undefined', () => new File([], undefined, { lastModified: 0 }));
for (const lastModified of [1.7, -5, NaN, '7', null, new Date(9), Infinity, false, {}, Symbol('s')]) {
  attempt(inspect(lastModified), () => new File([], 'name', { lastModified }).lastModified);
}
console.log(Math.abs(new File([], 'now').lastModified - Date.now()) < 10_000);

const order = [];
new File({ *[Symbol.iterator]() { order.push('bits'); } }, { toString() { order.push('name'); return ''; } }, {
  get type() { order.push('type'); return ''; },
  get endings() { order.push('endings'); return 'native'; },
  get lastModified() { order.push('lastModified'); return 1; },
});
console.log(order.join(', '));

for (const name of ['name', 'lastModified']) {
  const { get } = Object.getOwnPropertyDescriptor(File.prototype, name);
  for (const receiver of [undefined, null, true, {}, new Blob()]) attempt(name, () => get.call(receiver));
}
const file = new File(['hello'], 'greeting', { type: 'text/plain', lastModified: 77 });
console.log(file, inspect(file, { depth: -1 }), file.slice(1), String(file), File.length, Object.keys(File.prototype));
const copies = structuredClone({ a: file, b: file });
console.log(copies, copies.a === copies.b, copies.a instanceof File);
console.log(isDeepStrictEqual(file, copies.a), isDeepStrictEqual(file, new File(['hello'], 'other', { lastModified: 77 })));
copies.a.text().then(console.log);
