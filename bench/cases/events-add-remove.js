// Listeners added and removed: two million times one, 200,000 times ten.
'use strict';
// deno takes this file for a module, where there is no require.
const EventEmitter = typeof require === 'function' ? require('events') : process.getBuiltinModule('events');

const emitter = new EventEmitter();
const listeners = Array.from({ length: 10 }, (_, i) => () => i);

const began = performance.now();
for (let i = 0; i < 2_000_000; i += 1) {
  emitter.on('event', listeners[0]);
  emitter.removeListener('event', listeners[0]);
}
for (let i = 0; i < 200_000; i += 1) {
  for (let k = 0; k < 10; k += 1) emitter.on('event', listeners[k]);
  for (let k = 0; k < 10; k += 1) emitter.removeListener('event', listeners[k]);
}
if (emitter.listenerCount('event') !== 0) throw new Error('listeners were left');
console.log(performance.now() - began);
