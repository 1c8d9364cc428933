// Ten million emits with none to three arguments, to one listener.
'use strict';
// deno takes this file for a module, where there is no require.
const EventEmitter = typeof require === 'function' ? require('events') : process.getBuiltinModule('events');

const emitter = new EventEmitter();
let sum = 0;
emitter.on('none', () => { sum += 1; });
emitter.on('one', (a) => { sum += a; });
emitter.on('two', function(a, b) { sum += a + b; });
emitter.on('three', (a, b, c) => { sum += a + b + c; });

const began = performance.now();
for (let i = 0; i < 2_500_000; i += 1) {
  emitter.emit('none');
  emitter.emit('one', 1);
  emitter.emit('two', 1, 1);
  emitter.emit('three', 1, 1, 1);
}
if (sum !== 17_500_000) throw new Error('listeners were not called');
console.log(performance.now() - began);
