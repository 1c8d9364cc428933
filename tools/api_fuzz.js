// Calls what the library offers with odd arguments, from a seed. `tools/api_fuzz.py` starts it, in an empty folder, with
// descriptor LOG open for a record of the calls: the last line is the call that did harm.
'use strict';

const fs = require('fs');
const { builtinModules } = require('module');
const vm = require('vm');

const LOG = 200;
const [seed, seconds] = process.argv.slice(2).map(Number);
const { writeSync } = fs;
const exit = process.reallyExit.bind(process);
const now = performance.now.bind(performance);
const { apply, construct, ownKeys, getOwnPropertyDescriptor } = Reflect;

// Ends the process, waits, changes who we are or what lies outside the folder, takes descriptors away, or tells whom the
// bindings call back.
const LEFT_OUT = new RegExp('^(' + [
  'exit', 'reallyExit', 'abort', '_?kill', '_?rawDebug', 'chdir', 'umask', 'dlopen', 'execve', 'raiseSignal',
  'set(e?[ug]id|groups|Priority)', 'initgroups', 'l?f?chown(Sync)?', 'close(Sync)?', 'loadEnvFile', '_debug.*', 'readStdin',
  'setUncaughtExceptionCaptureCallback', 'removeAllListeners', 'set(Hooks?|Callbacks|ExitCode)', 'compileLibrary', 'crash',
  'removeListener', 'off', 'runScript', 'waitFor.*', '_fatalException', 'ttySetMode', 'setRawMode', 'caller', 'arguments',
  'wrapDescriptor',
].join('|') + ')$');
const MODULES_LEFT_OUT =
  /^(_|child_process|cluster|dgram|dns|http|https|http2|inspector|net|repl|test|tls|wasi|worker_threads|trace_events)/;

let state = seed | 0;
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}
function below(count) {
  return Math.floor(random() * count);
}
function pick(list) {
  return list[below(list.length)];
}

function thrower() {
  throw new RangeError('odd');
}
function detached() {
  const buffer = new ArrayBuffer(16);
  const view = pick([Uint8Array, Float64Array, DataView]);
  const made = new view(buffer);
  structuredClone(buffer, { transfer: [buffer] });
  return pick([made, buffer]);
}
function shrunk() {
  const buffer = new ArrayBuffer(64, { maxByteLength: 128 });
  const made = new Uint8Array(buffer, 8, 48);
  const tracking = new Uint8Array(buffer, 8);
  buffer.resize(pick([0, 9, 128]));
  return pick([made, tracking, buffer]);
}
function revoked() {
  const { proxy, revoke } = Proxy.revocable(pick([{}, [], thrower]), {});
  revoke();
  return proxy;
}
function odd() {
  return new Proxy(pick([{}, [], thrower, new Uint8Array(4)]), {
    get: thrower, has: thrower, ownKeys: thrower, getPrototypeOf: thrower, apply: thrower, getOwnPropertyDescriptor: thrower,
  });
}
function rope() {
  let text = pick(['a', '\u00e9', '\u20ac', '\ud800']);
  for (let i = below(14); i >= 0; i--) text += text + i;
  return text;
}
// Things of another realm, whose prototypes and constructors are not ours.
let foreigners;
function foreign() {
  foreigners ??= vm.runInNewContext(`[
    () => ({}), () => [1, {}], () => new Uint8Array(9), () => new ArrayBuffer(16), () => new SharedArrayBuffer(8),
    () => new DataView(new ArrayBuffer(4)), () => new Map([[1, 2]]), () => new Set([{}]), () => new Date(), () => /b*/y,
    () => new TypeError('odd'), () => Promise.resolve(2), () => Promise.reject(3), () => () => { throw new RangeError('odd'); },
    () => async () => {}, () => function* () { yield 1; }, () => class { static x = 1; }, () => globalThis, () => Object(1n),
    () => new Proxy([], { get() { throw 1; } }), () => { const p = Proxy.revocable({}, {}); p.revoke(); return p.proxy; },
    () => { const view = new Uint8Array(8); view.buffer.transfer(); return view; }, () => new WeakRef({}),
    () => new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 }), 2), () => Symbol('odd'), () => Object.prototype,
  ]`);
  return pick(foreigners)();
}
// An object that throws when it is looked at or turned into something.
function touchy() {
  return pick([
    { get length() { return thrower(); } },
    { length: 2 ** 53, 0: 1 },
    { length: -1 },
    { valueOf: thrower, toString: thrower },
    { [Symbol.toPrimitive]: thrower },
    { [Symbol.iterator]: thrower },
    { *[Symbol.iterator]() { yield 1; thrower(); } },
    { get then() { return thrower(); } },
    { __proto__: null },
    { get signal() { return thrower(); }, get encoding() { return thrower(); } },
    { highWaterMark: 2 ** 53, encoding: 'no such', flags: -1, mode: 2 ** 40, position: 2n ** 70n, length: 1e20, offset: -1 },
    { signal: AbortSignal.abort(), recursive: true, start: -1, end: Infinity, objectMode: true, read: thrower, write: thrower },
    { name: pick(NAMES), buffer: new Uint8Array(2), withFileTypes: true, bigint: true, depth: 1e9, timeout: -5 },
  ]);
}

const NAMES = ['a', 'b/c', '.', '', 'a\0b', '\ud800', 'x'.repeat(5000), 'file:a', 'data', 'error', '__proto__', 'constructor'];
const NUMBERS = [0, -0, 1, -1, 2, 7, 0.5, 63, 64, 65, 255, 256, 1023, 2 ** 15, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 32,
  2 ** 32 + 1, 2 ** 33, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), 2 ** 63, 2 ** 64, 1e300, -1e300, Infinity, -Infinity, NaN];
const ENCODINGS = ['utf8', 'utf-16le', 'latin1', 'hex', 'base64', 'base64url', 'ascii', 'ucs2', 'buffer', 'UTF-8', 'no such'];

const made = [];
const MAKERS = [
  () => undefined, () => null, () => true, () => false, () => pick(NUMBERS), () => pick(NUMBERS), () => below(300),
  () => pick([0n, -1n, 2n ** 63n, 2n ** 64n, -(2n ** 70n)]), () => pick(NAMES), () => pick(NAMES), () => pick(ENCODINGS), rope,
  () => Symbol('odd'), () => Symbol.iterator, () => ({}), () => [], () => new Array(below(40)), () => [1, , 'x', {}],
  () => thrower, () => () => {}, () => async () => thrower(), () => class { constructor() { thrower(); } },
  () => function* () { yield pick(NUMBERS); }, () => new Uint8Array(below(100)), () => Buffer.from('some bytes'),
  () => new Float64Array(4).subarray(1), () => new DataView(new ArrayBuffer(8), 3), () => new BigInt64Array(2),
  () => new Uint8Array(new SharedArrayBuffer(32), 5), () => new SharedArrayBuffer(16), () => new ArrayBuffer(below(64)),
  () => new SharedArrayBuffer(8, { maxByteLength: 64 }), detached, shrunk, revoked, odd, touchy, touchy, foreign,
  foreign,
  () => new Proxy({}, {}), () => new Proxy(thrower, {}), () => new Map([[1, { a: 1 }]]), () => new Set([1]), () => new Date(NaN),
  () => /a+/g, () => new Error('odd'), () => Object.create(Error.prototype), () => Promise.resolve(1), () => Promise.reject(1),
  () => new WeakMap(), () => globalThis, () => Object.freeze([1, 2]), () => [new Uint8Array(3), 'a'],
  () => new (class extends Uint8Array { static get [Symbol.species]() { return thrower(); } })(4),
  () => (made.length === 0 ? undefined : pick(made)), () => (made.length === 0 ? undefined : pick(made)),
];

function show(value) {
  switch (typeof value) {
    case 'string': return JSON.stringify(value.length > 30 ? `${value.slice(0, 30)}...${value.length}` : value);
    case 'bigint': return `${value}n`;
    case 'symbol': return 'Symbol()';
    case 'object': case 'function': {
      try {
        return `${typeof value}:${value?.constructor?.name}`;
      } catch {
        return `${typeof value}:odd`;
      }
    }
    default: return Object.is(value, -0) ? '-0' : String(value);
  }
}

// All functions that can be reached from a name: [path, owner, function].
const targets = [];
const seen = new Set();
function reach(path, owner, depth) {
  if (owner === null || (typeof owner !== 'object' && typeof owner !== 'function') || seen.has(owner)) return;
  seen.add(owner);
  let keys;
  try {
    keys = ownKeys(owner);
  } catch {
    return;
  }
  for (const key of keys) {
    if (typeof key === 'string' && LEFT_OUT.test(key)) continue;
    const name = `${path}.${String(key)}`;
    let value;
    try {
      const property = getOwnPropertyDescriptor(owner, key);
      for (const accessor of [property.get, property.set]) {
        if (accessor !== undefined) targets.push([`${name} (accessor)`, owner, accessor]);
      }
      value = property.get === undefined ? property.value : owner[key];
    } catch {
      continue;
    }
    if (typeof value === 'function') targets.push([name, owner, value]);
    if (depth > 0) reach(name, value, depth - 1);
  }
}

const LANGUAGE = new Set(['Object', 'Function', 'Array', 'Number', 'parseFloat', 'parseInt', 'Infinity', 'NaN', 'undefined',
  'Boolean', 'String', 'Symbol', 'Date', 'Promise', 'RegExp', 'Error', 'JSON', 'Math', 'Intl', 'ArrayBuffer', 'Atomics',
  'SharedArrayBuffer', 'Uint8Array', 'Int8Array', 'Uint16Array', 'Int16Array', 'Uint32Array', 'Int32Array', 'Float32Array',
  'Float16Array', 'Float64Array', 'Uint8ClampedArray', 'BigUint64Array', 'BigInt64Array', 'DataView', 'Map', 'BigInt', 'Set',
  'WeakMap', 'WeakSet', 'WeakRef', 'Proxy', 'Reflect', 'FinalizationRegistry', 'decodeURI', 'encodeURI', 'escape', 'unescape',
  'eval', 'isFinite', 'isNaN', 'decodeURIComponent', 'encodeURIComponent', 'globalThis', 'global', 'Iterator', 'WebAssembly',
  'Temporal', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError',
  'DisposableStack', 'AsyncDisposableStack', 'SuppressedError']);
for (const name of LANGUAGE) {
  const value = globalThis[name];
  seen.add(value);
  if (typeof value === 'function') seen.add(value.prototype);
}
seen.add(globalThis);
if (globalThis.$binding === undefined) {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (LANGUAGE.has(name)) continue;
    const value = globalThis[name];
    if (typeof value === 'function') targets.push([name, undefined, value]);
    reach(name, value, 3);
  }
  for (const name of builtinModules) {
    if (MODULES_LEFT_OUT.test(name)) continue;
    try {
      reach(name, require(name), 3);
    } catch {
      // What is not there yet.
    }
  }
} else {
  for (const name of globalThis.$bindingNames) reach(name, globalThis.$binding(name), 1);
}

process.on('uncaughtException', note);
process.on('unhandledRejection', note);
process.on('warning', () => {});

// A panic in Rust arrives as an error of this kind.
function note(error) {
  try {
    if (typeof error?.message === 'string' && error.message.startsWith('internal error')) {
      writeSync(LOG, `PANIC ${error.message}\n`);
    }
  } catch {
    // An odd value.
  }
}

function keep(value) {
  if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return;
  if (made.length < 60) made.push(value);
  else made[below(60)] = value;
  if (typeof value.then === 'function' && value instanceof Promise) value.then(keep, note);
}

function receiver(owner) {
  return random() < 0.6 ? owner : random() < 0.7 && made.length > 0 ? pick(made) : pick(MAKERS)();
}

function callOne() {
  const [name, owner, called] = pick(targets);
  const list = Array.from({ length: pick([0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7]) }, () => pick(MAKERS)());
  const asNew = random() < 0.3;
  const self = receiver(owner);
  writeSync(LOG, `${asNew ? 'new ' : ''}${name} on ${show(self)} (${list.map(show).join(', ')})\n`);
  try {
    keep(asNew ? construct(called, list) : apply(called, self, list));
  } catch (error) {
    note(error);
  }
}

// Own copies: what is called may change the globals.
const { setImmediate } = require('timers');
const end = now() + seconds * 1000;
(function batch() {
  for (let i = 0; i < 50; i++) {
    if (now() > end) exit(0);
    callOne();
  }
  setImmediate(batch);
})();
