// Blob: what it can be made of, its options, slices, and what it refuses.
'use strict';

const { inspect } = require('util');

function attempt(label, make) {
  try {
    console.log(label, '=>', make());
  } catch (error) {
    console.log(label, '!!', error.name, error.code, error.message);
  }
}

const sources = [
  undefined, [], false, 'text', null, Symbol('s'), {}, new Set(['a', 'bc']), new String('abc'), new Uint8Array([1, 23]),
  ['a', 1, null, undefined, 5n, {}, []],
  [new ArrayBuffer(3), new Uint16Array(2), new DataView(new ArrayBuffer(5), 1), new SharedArrayBuffer(2)],
  [new Blob(['abc']), new Proxy(new Blob(['abc']), {}), '\ud800'],
  ['a', Symbol('s')],
];
for (const source of sources) attempt(inspect(source, { breakLength: Infinity }), () => new Blob(source));

const settings = [
  null, 0, '', true, {}, [], { type: 'TEXT/Plain' }, { type: '\x7f' }, { type: 'é' }, { type: 'a b~' }, { type: 1 },
  { type: Symbol('t') }, { endings: 'native' }, { endings: 'other' }, { endings: 1 }, { endings: null },
];
for (const options of settings) attempt(inspect(options), () => new Blob([], options));

const order = [];
new Blob({
  *[Symbol.iterator]() {
    order.push('iterate');
    yield { toString() { order.push('part'); return ''; } };
  },
}, {
  get type() { order.push('type'); return { toString() { order.push('type text'); return ''; } }; },
  get endings() { order.push('endings'); return { toString() { order.push('endings text'); return 'native'; } }; },
});
console.log(order.join(', '));

const blob = new Blob(['hello ', 'world'], { type: 'text/plain' });
const slices = [
  [], [1], [1, 3], [-3], [-3, -1], [5, 2], [null, undefined], ['2', '4'], [1.5, 3.7], [NaN], [Infinity],
  [-Infinity, Infinity], [2 ** 32 + 1], [0.9999], [-0.5], [2.5], [0, 3.5], [{}, 5], [0, null], [0, 2, 'X/Y'],
  [0, 2, null], [0, 2, '\x01'], [1n], [0, Symbol()], [0, 2, Symbol('s')],
];
for (const given of slices) attempt(inspect(given), () => blob.slice(...given));

for (const name of ['size', 'type', 'slice', 'stream', 'textStream']) {
  attempt(name, () => {
    const { get, value } = Object.getOwnPropertyDescriptor(Blob.prototype, name);
    return (get ?? value).call({});
  });
}
for (const name of ['arrayBuffer', 'text', 'bytes']) {
  Blob.prototype[name].call({}).catch(({ code, message }) => console.log(name, code, message));
}

class Special extends Blob {}
console.log(new Special(['a']), new Special(['abc']).slice(1).constructor.name, [{ a: blob }], { a: { b: { c: blob } } });
console.log(inspect(blob, { depth: -1 }), Object.keys(blob), String(blob), Blob.length, Object.keys(Blob.prototype));
console.log(inspect(structuredClone({ a: blob, b: [new Special(['a'])] }), { depth: 5 }), structuredClone(blob) === blob);
attempt('transfer', () => structuredClone(blob, { transfer: [blob] }));
