// A million listeners added by once() and called, beside others and alone.
'use strict';
// deno takes this file for a module, where there is no require.
const EventEmitter = typeof require === 'function' ? require('events') : process.getBuiltinModule('events');

const emitter = new EventEmitter();
let sum = 0;
const listener = (value) => { sum += value; };
emitter.on('shared', () => {});

const began = performance.now();
for (let i = 0; i < 500_000; i += 1) {
  emitter.once('alone', listener);
  emitter.emit('alone', 1);
  emitter.once('shared', listener);
  emitter.emit('shared', 1);
}
if (sum !== 1_000_000) throw new Error('listeners were not called');
console.log(performance.now() - began);
