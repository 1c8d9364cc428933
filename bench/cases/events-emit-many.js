// Two million emits to two listeners and 400,000 to ten, with one and three arguments.
'use strict';
// deno takes this file for a module, where there is no require.
const EventEmitter = typeof require === 'function' ? require('events') : process.getBuiltinModule('events');

let sum = 0;
const listeners = [
  (a) => { sum += a; },
  function(a) { sum += a; },
  () => { sum += 1; },
  (a, b) => { sum += b === undefined ? 1 : b; },
  function() { sum += this === undefined ? 0 : 1; },
  (a, b, c) => { sum += c === undefined ? 1 : c; },
  (a) => { sum += a * 1; },
  function(a) { sum -= -a; },
  () => { sum++; },
  (...args) => { sum += args[0]; },
];
const two = new EventEmitter();
const ten = new EventEmitter();
for (const listener of listeners.slice(0, 2)) two.on('event', listener);
for (const listener of listeners) ten.on('event', listener);

function emit(emitter, count) {
  for (let i = 0; i < count; i += 1) {
    emitter.emit('event', 1);
    emitter.emit('event', 1, 1, 1);
  }
}

const began = performance.now();
emit(two, 1_000_000);
emit(ten, 200_000);
if (sum !== 8_000_000) throw new Error('listeners were not called');
console.log(performance.now() - began);
