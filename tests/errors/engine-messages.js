// What the engine says when a script goes wrong: the words that users of Node know.
'use strict';

function show(what, run) {
  try {
    run();
    console.log(`${what}: nothing was thrown`);
  } catch (error) {
    console.log(`${what}: ${error.name}: ${error.message}`);
  }
}

function forEver() {
  return forEver() + 1;
}

show('recursion', forEver);
show('constant', () => { const one = 1; one = 2; });
show('too early', () => { early; let early; });
show('unknown', () => nowhere);
show('assignment to unknown', () => { nowhere = 1; });
show('not a function', () => { const object = {}; object.method(); });
show('not a constructor', () => new 5());
show('symbol in a template', () => `${Symbol('s')}`);
show('symbol as a number', () => +Symbol('s'));
show('BigInt and number', () => 1n + 1);
show('BigInt of a fraction', () => BigInt(1.5));
show('BigInt by zero', () => 1n / 0n);
show('BigInt to a negative power', () => 2n ** -1n);
show('BigInt in JSON', () => JSON.stringify(1n));
show('URI', () => decodeURIComponent('%'));
show('date', () => new Date(NaN).toISOString());
show('array length', () => new Array(-1));
show('typed array length', () => new Uint8Array(-1));
show('typed array length beyond all numbers', () => new Float64Array(2 ** 53));
show('typed array length, a fraction', () => new Int16Array(-1.5));
show('typed array length, infinite', () => new BigInt64Array(Infinity));
show('typed array length in words', () => new Uint8Array(' -3 '));
show('typed array length, a symbol', () => new Uint8Array(Symbol('s')));
show('typed array length of a class', () => new (class extends Uint8Array {})(-7));
function zeros(length) {
  return new Uint32Array(length);
}
for (let i = 0; i < 20_000; i += 1) zeros(i & 15);
show('typed array length in compiled code', () => zeros(-5));
show('buffer for a typed array', () => new Uint16Array(new ArrayBuffer(7)));
show('set beyond the end', () => new Uint8Array(5).set([1, 2, 3], 4));
show('shared memory', () => new SharedArrayBuffer(2 ** 50));
show('string length', () => 'x'.repeat(2 ** 30));
show('radix', () => (255).toString(99));
show('normal form', () => 'a'.normalize('NFX'));
show('code point', () => String.fromCodePoint(-1));
show('reduce', () => [].reduce((sum, value) => sum + value));
show('not iterable', () => { for (const one of 5) console.log(one); });
show('Map without new', () => Map());
show('this before super', () => new (class extends Object { constructor() { this.x = 1; } })());
show('super twice', () => new (class extends Object { constructor() { super(); super(); } })());
show('weak key', () => new WeakMap().set(1, 1));
show('weak value', () => new WeakSet().add(1));
show('weak reference', () => new WeakRef(1));
show('time zone', () => new Intl.DateTimeFormat('en', { timeZone: 'No/Where' }));
show('descriptor', () => Object.defineProperty({}, 'x', { get() {}, value: 1 }));
show('description', () => Object.defineProperty({}, 'x', 1));
show('cycle of prototypes', () => { const a = {}; const b = { __proto__: a }; Object.setPrototypeOf(a, b); });
show('apply', () => Math.max.apply(null, 1));
show('instanceof', () => ({}) instanceof 5);
show('DataView', () => new DataView(new ArrayBuffer(1)).getInt32(0));
show('generator', () => {
  const running = (function* () { running.next(); yield 1; })();
  running.next();
});

const wrong = [
  'const a', 'continue', 'let {a}', '1 = 2', '-1 ** 2', 'super()', 'super.x', 'try {}',
  'class A { static prototype() {} }', '"use strict"; delete x', '"use strict"; 012',
  '"use strict"; arguments = 1', '"use strict"; function f(a, a) {}', '"use strict"; with (a) {}',
  'class A { constructor() {} constructor() {} }', '({ __proto__: 1, __proto__: 2 })', '"abc\n"', '#', '@',
  'import x from "y"', 'export default 1', 'import.meta', 'throw\n1', 'function f(...a, b) {}',
  'switch (1) { default: default: }', 'break', '/* abc', '/abc', 'function f() { await 1 }', 'let let',
  'for (let x = 1 of y) {}', '0b2', '1.e', 'function () {}', '() => {}()', 'new a?.b()',
];
for (const source of wrong) show(JSON.stringify(source), () => new Function(source));
